//! The map, what lights it, and what lies about.

use skirmish_bookkit::file::{Row, Word};
use skirmish_bookkit::ground::{Grounds, cell};
use skirmish_bookkit::words::Words;
use skirmish_grid::{Board, Square};
use skirmish_kernel::words::short;

use super::NAMES;
use crate::model::{Ground, Matter, Object, Obstacle, Size, Terrain, Thing, Water};
use crate::rules::bodies;
use skirmish_bookkit::facing::facing_called;

/// What the map is made of.
const GROUNDS: Grounds<Terrain> = Grounds {
    signs: &[
        ('.', "open"),
        ('#', "wall"),
        (',', "difficult"),
        ('~', "water"),
        ('%', "crate"),
        ('*', "fog"),
        ('_', "dark"),
        (':', "soft"),
        ('o', "void"),
        ('i', "water+ice 1"),
        ('n', "gap 2"),
        ('1', "rise 10"),
        ('2', "rise 20"),
        ('3', "rise 30"),
        ('4', "rise 40"),
        ('5', "rise 50"),
        ('6', "rise 60"),
        ('7', "rise 70"),
        ('8', "rise 80"),
        ('9', "rise 90"),
    ],
    word: terrain,
    lay,
    words: "open, wall, pillar, crate, low-wall, partial large, illusion, difficult, difficult medium, water, water 20, calm, \
            fast, violent, current east 30, soft, void, dark, fog, ice 2, climb 20, rise 10, drop 10, gap 2 (at most 5), or several joined by `+`",
    cells: "squares",
};

/// The most things that lie about.
const MOST_THINGS: usize = 64;

/// How high or deep ground may be, in feet.
const HIGHEST: i16 = 10_000;

fn lay(below: Terrain, above: Terrain) -> Terrain {
    let plain = Terrain::PLAIN;
    let pick = |new: bool| if new { above } else { below };
    Terrain {
        matter: pick(above.matter != plain.matter).matter,
        difficult: above.difficult.or(below.difficult),
        elevation: below.elevation.saturating_add(above.elevation),
        depth: below.depth.max(above.depth),
        water: below.water.max(above.water),
        current: above.current.or(below.current),
        obstacle: pick(above.obstacle != plain.obstacle).obstacle,
        illusion: below.illusion || above.illusion,
        dark: below.dark || above.dark,
        fog: below.fog || above.fog,
        ice: below.ice.max(above.ice),
        climb: above.climb.or(below.climb),
        gap: below.gap.min(above.gap),
    }
}

fn terrain(word: &str) -> Option<Terrain> {
    let open = Terrain::PLAIN;
    let words: Vec<&str> = word.split_whitespace().collect();
    let number = |word: &str, most: i16| word.parse().ok().filter(|number| (0..=most).contains(number));
    let water = |depth: i16| Terrain { matter: Matter::Water, depth, ..open };
    Some(match words[..] {
        ["open"] => open,
        ["wall"] => Terrain { matter: Matter::Solid, obstacle: Obstacle::Full, ..open },
        ["pillar"] => Terrain { obstacle: Obstacle::Full, ..open },
        ["crate" | "low-wall"] => Terrain { obstacle: Obstacle::Partial(Size::Medium), ..open },
        ["partial", size] => Terrain { obstacle: Obstacle::Partial(Size::called(size)?), ..open },
        ["illusion"] => Terrain { illusion: true, ..open },
        ["difficult"] => Terrain { difficult: Some(Size::Gargantuan), ..open },
        ["difficult", size] => Terrain { difficult: Some(Size::called(size)?), ..open },
        ["water"] => water(10),
        ["water", feet] => water(number(feet, HIGHEST)?),
        ["calm"] => Terrain { water: Water::Calm, ..open },
        ["fast"] => Terrain { water: Water::Fast, ..open },
        ["violent"] => Terrain { water: Water::Violent, ..open },
        ["current", way, feet] => {
            let feet = number(feet, 200).filter(|feet| *feet >= 5 && feet % 5 == 0)?;
            Terrain { current: Some((facing_called(way)?, feet)), ..open }
        }
        ["soft"] => Terrain { matter: Matter::Soft, ..open },
        ["void"] => Terrain { matter: Matter::Void, ..open },
        ["dark"] => Terrain { dark: true, ..open },
        ["fog"] => Terrain { fog: true, ..open },
        ["ice", inches] => Terrain { ice: u8::try_from(number(inches, 60)?).ok()?, ..open },
        ["climb", goal] => Terrain { climb: Some(number(goal, 99)?), ..open },
        ["rise", feet] => Terrain { elevation: number(feet, HIGHEST)?, ..open },
        ["drop", feet] => Terrain { elevation: -number(feet, HIGHEST)?, ..open },
        ["gap", feet] => Terrain { gap: number(feet, 5)?, ..open },
        _ => return None,
    })
}

/// What keeps everybody out of a square at the beginning, if anything does.
pub(super) fn in_the_way(terrain: &Terrain) -> Option<&'static str> {
    match terrain.obstacle {
        _ if terrain.matter == Matter::Solid => Some("a wall"),
        Obstacle::Full => Some("a wall"),
        Obstacle::Partial(_) => Some("taken up by what stands there"),
        Obstacle::None => None,
    }
}

/// The sign by which ground is drawn, and what it means. An illusion looks like what it pretends to be.
pub fn sign(terrain: &Terrain) -> (char, &'static str) {
    match terrain {
        _ if in_the_way(terrain) == Some("a wall") => ('#', "wall"),
        Terrain { illusion: true, .. } | Terrain { obstacle: Obstacle::Partial(_), .. } => ('%', "in the way"),
        Terrain { matter: Matter::Void, .. } => ('o', "nothing"),
        Terrain { matter: Matter::Soft, .. } => (':', "earth"),
        Terrain { matter: Matter::Water, ice: 1.., .. } => ('i', "ice"),
        Terrain { matter: Matter::Water, .. } => ('~', "water"),
        Terrain { fog: true, .. } => ('*', "fog"),
        Terrain { elevation: 1.., .. } => ('^', "higher ground"),
        Terrain { elevation: ..=-1, .. } => ('=', "lower ground"),
        Terrain { dark: true, .. } => ('_', "dark"),
        Terrain { difficult: Some(_), .. } => (',', "difficult"),
        Terrain { gap: ..=4, .. } => ('n', "narrow"),
        _ => ('.', "open"),
    }
}

/// The board and its squares.
pub(super) fn read(row: &Row) -> Option<(Board<Square>, Vec<Terrain>)> {
    let dark = row.one_of::<Light>("light", "`dark`: it is dark everywhere; daylight by default.") == Some(Light::Dark);
    let (board, mut cells) = GROUNDS.read::<Square>(row)?;
    cells.iter_mut().for_each(|cell| cell.dark |= dark);
    Some((board, cells))
}

skirmish_bookkit::words! {
    /// How bright it is.
    enum Light {
        /// Everybody is seen.
        Day = "day",
        /// Nobody is seen without a light.
        Dark = "dark",
    }
}

skirmish_bookkit::words! {
    /// Does anything fall here?
    enum Gravity {
        /// As on earth.
        Normal = "normal",
        /// Nothing falls.
        None = "none",
    }
}

/// What gives light, and whether anything falls.
pub(super) fn lights(row: &Row, ground: &mut Ground) {
    let gravity = row.one_of::<Gravity>("gravity", "`none`: nothing falls, and one moves by pushing off.");
    ground.weightless = gravity == Some(Gravity::None);
    let board = ground.board;
    let lights = row.tables("lamp", "What gives light.", |row| {
        let at = row.needed("at", "The square where it burns: `\"D7\"`.");
        let feet = row.number("feet", "Feet that it lights; 20 by default.", 5..=1000).unwrap_or(20);
        (cell(row, &board, &at), feet)
    });
    ground.lights = lights.into_iter().filter_map(|(cell, feet)| Some((cell?, feet))).collect();
}

/// Things that are nobody's.
pub(super) fn things(row: &Row, ground: &Ground) -> Vec<Thing> {
    let about = "Things that lie or float about: one pushes off from them where nothing falls.";
    let mut known: Vec<String> = Vec::new();
    let mut things = row.tables("thing", about, |row| {
        let name = row.needed("name", "One word.");
        let at = row.needed("at", "The square where it is: `\"D7\"`.");
        let size = row.one_of("size", "How large it is; medium by default.").unwrap_or(Size::Medium);
        let fixed = row.flag("fixed", "Does it stay where it is?").unwrap_or(false);
        let object = object(row);
        if !name.is_empty() {
            called(row, &name, &known);
        }
        known.push(name.text().to_owned());
        let at_cell = cell(row, &ground.board, &at)?;
        let body = bodies::of_size(size, at_cell);
        if !body.fits(&ground.board, |_| true) {
            row.reader().wrong(
                &at.place,
                "not all of the thing is on the map",
                "name the top left square of its space",
            );
        } else if let Some(what) = body.cells().find_map(|cell| in_the_way(ground.at(cell))) {
            row.reader().wrong(&at.place, format!("{} is {what}", short(&at)), "put the thing on open ground");
        }
        Some(Thing { name: name.text().to_owned(), letter: letter(&name), size, fixed, at: at_cell, object })
    });
    if things.len() > MOST_THINGS {
        let message = format!("{} things", things.len());
        row.reader().wrong(&row.place(), message, format!("at most {MOST_THINGS} are possible"));
        things.truncate(MOST_THINGS);
    }
    things.into_iter().flatten().collect()
}

/// Checks what a thing is called.
fn called(row: &Row, name: &Word, known: &[String]) {
    if let Err(why) = NAMES.check(name) {
        row.reader().wrong(&name.place, why, "for example `rock` or `crate-2`");
    } else if known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        let message = format!("two things are called `{}`", short(name));
        row.reader().wrong(&name.place, message, format!("number them: `{}-2`", short(name)));
    }
}

/// A small letter for a thing that is no sign of the ground; combatants have the capital ones.
fn letter(name: &str) -> char {
    let small = name.chars().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
    small.into_iter().find(|c| !NAMES.signs.contains(*c)).unwrap_or('&')
}

/// What can be broken.
pub(super) fn object(row: &Row) -> Object {
    Object {
        bulk: row.number("bulk", "What it weighs, in Bulk; 0 by default.", 0..=1000).unwrap_or(0),
        hp: row.number("hp", "Hit points as an object; 0 by default: it does not break.", 0..=1000).unwrap_or(0),
        durability: row.number("durability", "Taken off each damage to it; 0 by default.", 0..=100).unwrap_or(0),
        vulnerable: super::people::set(row.some_of("vulnerable", "What harms it twofold.")),
    }
}
