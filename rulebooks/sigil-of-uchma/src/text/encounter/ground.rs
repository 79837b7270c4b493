//! The map, and what lies on it.

use skirmish_bookkit::file::Row;
use skirmish_bookkit::ground::{Grounds, cell};
use skirmish_grid::{Board, Square};

use crate::model::{Grade, Lying, MOST_PATCHES, Matter, Patch, Rough, Terrain};

/// What the map is made of.
const GROUNDS: Grounds<Terrain> = Grounds {
    signs: &[
        ('.', "open"),
        ('#', "wall"),
        ('|', "fence"),
        ('%', "crate"),
        (',', "light"),
        (':', "heavy"),
        ('~', "shallow"),
        ('=', "deep"),
        ('_', "drop 3"),
        ('1', "rise 1"),
        ('2', "rise 2"),
        ('3', "rise 3"),
        ('4', "rise 4"),
        ('5', "rise 5"),
        ('6', "rise 6"),
        ('7', "rise 7"),
        ('8', "rise 8"),
        ('9', "rise 9"),
    ],
    word: terrain,
    lay,
    words: "open, wall, fence, crate, light, heavy, shallow, deep, rise 3, drop 3, cover quarter, cover half, cover full, closed, \
            opaque, thin, solid, or several joined by `+`",
    cells: "squares",
};

/// How high or deep ground may be, in metres.
const HIGHEST: i16 = 1000;

fn lay(below: Terrain, above: Terrain) -> Terrain {
    Terrain {
        rough: below.rough.max(above.rough),
        deep: below.deep || above.deep,
        elevation: below.elevation.saturating_add(above.elevation),
        closed: below.closed || above.closed,
        opaque: below.opaque || above.opaque,
        cover: below.cover.max(above.cover),
        matter: below.matter.max(above.matter),
    }
}

fn terrain(word: &str) -> Option<Terrain> {
    let open = Terrain::PLAIN;
    let mut words = word.split_whitespace();
    let (first, rest) = (words.next()?, words.collect::<Vec<_>>());
    let alone = |terrain: Terrain| rest.is_empty().then_some(terrain);
    let metres = || -> Option<i16> {
        let [number] = rest.as_slice() else { return None };
        number.parse().ok().filter(|number| (0..=HIGHEST).contains(number))
    };
    let wall = |matter: Matter| Terrain { closed: true, opaque: true, matter, ..open };
    match first {
        "open" => alone(open),
        "wall" => alone(wall(Matter::Solid)),
        "fence" => alone(wall(Matter::Thin)),
        "crate" => alone(Terrain { closed: true, cover: Grade::Half, ..open }),
        "light" => alone(Terrain { rough: Rough::Light, ..open }),
        "heavy" => alone(Terrain { rough: Rough::Heavy, ..open }),
        "shallow" => alone(Terrain { rough: Rough::Light, matter: Matter::Thin, ..open }),
        "deep" => alone(Terrain { deep: true, matter: Matter::Solid, ..open }),
        "closed" => alone(Terrain { closed: true, ..open }),
        "opaque" => alone(Terrain { opaque: true, ..open }),
        "thin" => alone(Terrain { matter: Matter::Thin, ..open }),
        "solid" => alone(Terrain { matter: Matter::Solid, ..open }),
        "rise" => Some(Terrain { elevation: metres()?, ..open }),
        "drop" => Some(Terrain { elevation: -metres()?, ..open }),
        "cover" => {
            let [grade] = rest.as_slice() else { return None };
            let cover = Grade::ALL.into_iter().find(|known| known.word() == *grade)?;
            Some(Terrain { cover, ..open })
        }
        _ => None,
    }
}

/// Heights that have a sign of their own: a digit.
const HEIGHTS: [&str; 9] = ["up 1 m", "up 2 m", "up 3 m", "up 4 m", "up 5 m", "up 6 m", "up 7 m", "up 8 m", "up 9 m"];

/// The sign by which ground is drawn, and what it means.
pub fn sign(terrain: &Terrain) -> (char, &'static str) {
    match terrain {
        Terrain { opaque: true, matter: Matter::Thin, .. } => ('|', "wooden wall"),
        Terrain { opaque: true, .. } => ('#', "wall"),
        Terrain { closed: true, .. } => ('%', "in the way"),
        Terrain { cover: Grade::Quarter | Grade::Half | Grade::Full, .. } => ('%', "cover"),
        Terrain { deep: true, .. } => ('=', "deep water"),
        Terrain { rough: Rough::Light, matter: Matter::Thin, .. } => ('~', "shallow water"),
        Terrain { rough: Rough::Heavy, .. } => (':', "heavy"),
        Terrain { rough: Rough::Light, .. } => (',', "light"),
        Terrain { elevation: up @ 1..=9, .. } => {
            (char::from(b'0' + up.to_le_bytes()[0]), HEIGHTS[usize::from(up.unsigned_abs()) - 1])
        }
        Terrain { elevation: 10.., .. } => ('^', "up 10 m or more"),
        Terrain { elevation: ..=-1, .. } => ('_', "lower ground"),
        _ => ('.', "open"),
    }
}

/// The board and its squares.
pub(super) fn read(row: &Row) -> Option<(Board<Square>, Vec<Terrain>)> {
    GROUNDS.read::<Square>(row)
}

/// What lies on squares when a battle begins. (`ruling.ground-effects`)
pub(super) fn patches(row: &Row, board: &Board<Square>) -> Vec<Patch> {
    let mut all = row.tables("patch", "What lies on squares: a fire, magic darkness or silence.", |row| {
        let lying = row.one_of("kind", "What it is; a fire by default.").unwrap_or(Lying::Fire);
        let at = row.needed("at", "Its middle: `\"D7\"`.");
        let patch = Patch {
            lying,
            at: Square::new(0, 0),
            radius: row.number("radius", "Squares around its middle; 0 by default.", 0..=100).unwrap_or(0),
            strength: row.number("strength", "Damage of a fire; 5 by default.", 0..=1000).unwrap_or(5),
            height: row.number("height", "Metres that it reaches up; 0 by default.", 0..=250).unwrap_or(0),
            left: row.number("rounds", "Rounds that it lasts; it stays when left out.", 1..=250).unwrap_or(0),
            owner: None,
        };
        Some(Patch { at: cell(row, board, &at)?, ..patch })
    });
    if all.len() > MOST_PATCHES {
        let message = format!("{} things lie on squares", all.len());
        row.reader().wrong(&row.place(), message, format!("at most {MOST_PATCHES} are possible"));
        all.truncate(MOST_PATCHES);
    }
    all.into_iter().flatten().collect()
}
