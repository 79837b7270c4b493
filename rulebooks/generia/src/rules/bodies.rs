//! Bodies of several squares: a large creature fills two by two, a huge one three by three, where the table plays so.
//! (`size.footprint`, a house rule)
//!
//! A creature's place is the top left square of its body. Whoever rides has the body of the mount. Where every creature
//! fills one square, all this comes to that square.

use skirmish_grid::{Body, Cell, Footprint, Square};
use skirmish_kernel::{Id, Refusal};

use crate::catalogue::{Rules, SizeFootprint, rule};
use crate::model::{Fighter, Ground, Setup, Sheet, Size, State};
use crate::rules::lines;
use crate::rules::movement::paths;

static ONE: Footprint<Square> = Footprint::single();
static TWO: Footprint<Square> = Footprint::block(2).expect("a block");
static THREE: Footprint<Square> = Footprint::block(3).expect("a block");

/// Does the table play with them?
#[inline]
pub fn count(rules: &Rules) -> bool {
    rules.size_footprint == SizeFootprint::BySize
}

/// What a creature of that size fills.
pub fn of_size(rules: &Rules, size: Size) -> &'static Footprint<Square> {
    match size {
        Size::Large if count(rules) => &TWO,
        Size::Huge if count(rules) => &THREE,
        _ => &ONE,
    }
}

#[inline]
fn footprint(g: &Setup, who: Id) -> &'static Footprint<Square> {
    if count(&g.rules) { of_size(&g.rules, g.sheet(who).size) } else { &ONE }
}

/// A single square, to be asked as bodies are.
#[inline]
pub fn square(cell: Square) -> Body<'static, Square> {
    Body::new(&ONE, cell)
}

/// Somebody where it is now, in the saddle with its mount's body.
#[inline]
pub fn body(g: &Setup, s: &State, who: Id) -> Body<'static, Square> {
    let creature = s.creature(who);
    Body::new(footprint(g, creature.mount.unwrap_or(who)), creature.at)
}

/// Somebody by itself at another place, out of the saddle.
pub fn placed(g: &Setup, who: Id, at: Square) -> Body<'static, Square> {
    Body::new(footprint(g, who), at)
}

/// Everybody's square in which somebody stands, and who, in the order of the encounter; a rider stands for its mount.
pub fn standing(g: &Setup, s: &State) -> impl Iterator<Item = (Square, Id)> {
    let standing = g.ids().take(s.creatures.len()).filter(|id| !s.creature(*id).gone && !s.creature(*id).wounds.is_out);
    standing.flat_map(|id| {
        let who = s.creature(id).rider.unwrap_or(id);
        body(g, s, id).cells().map(move |cell| (cell, who))
    })
}

/// Who stands in a square, riders before their mounts.
pub fn standing_in(g: &Setup, s: &State, cell: Square) -> Option<Id> {
    if !count(&g.rules) {
        return s.standing_in(cell);
    }
    standing(g, s).find(|(at, _)| *at == cell).map(|(_, who)| who)
}

/// Is there anybody in its way there but itself, its rider and its mount?
pub fn has_room(g: &Setup, s: &State, who: Id, body: &Body<'_, Square>) -> bool {
    standing(g, s).all(|(cell, other)| are_one(s, who, other) || !body.covers(cell))
}

/// Are they the same, or rider and mount?
pub fn are_one(s: &State, who: Id, other: Id) -> bool {
    let creature = s.creature(who);
    other == who || Some(other) == creature.rider || Some(other) == creature.mount
}

/// Can a body stand there, for all that the ground says?
pub fn fits(ground: &Ground, body: &Body<'_, Square>) -> bool {
    body.fits(&ground.board, |cell| !ground.terrain(cell).wall)
}

/// How high the ground is on which it stands, in metres: that of its highest square.
pub fn level(ground: &Ground, body: &Body<'_, Square>) -> i32 {
    body.cells().map(|cell| ground.terrain(cell).height).max().unwrap_or(0)
}

/// How far the ground is down from one place of a creature to another, in metres.
pub fn drop(g: &Setup, who: Id, from: Square, to: Square) -> i32 {
    level(&g.ground, &placed(g, who, from)) - level(&g.ground, &placed(g, who, to))
}

/// Does a step in that direction lead anywhere, down an edge too, if nobody is there? No corner is cut: a slanting step
/// needs one of the two straight ones beside it free of walls.
pub fn is_open(ground: &Ground, body: &Body<'_, Square>, direction: usize) -> bool {
    let level = level(ground, body);
    let enters = |cell: Square| {
        let terrain = ground.terrain(cell);
        !terrain.wall && terrain.height - level <= 1
    };
    let walled = |direction: usize| body.entered(direction).any(|(_, to)| ground.terrain(to).wall);
    let sides = Square::CORNERS.len();
    let slants = direction.checked_sub(sides);
    body.entered(direction).all(|(_, to)| enters(to))
        && !slants.is_some_and(|first| walled(first) && walled((first + 1) % sides))
}

/// The squares beside somebody, in the order in which they are tried.
pub fn beside(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Square> {
    let body = body(g, s, who);
    let is_single = body.footprint.offsets().len() == 1;
    let small = is_single.then(|| body.anchor.neighbours()).into_iter().flatten();
    let large = (!is_single).then(|| body.around(1).filter(move |cell| !body.covers(*cell)));
    small.chain(large.into_iter().flatten())
}

/// The nearest free cell within a few metres.
pub fn aside(g: &Setup, s: &State, who: Id) -> Option<Square> {
    let here = s.creature(who).at;
    let near = (1..=3u16).flat_map(|away| here.disc(away));
    let on_board = |cell: &Square| g.ground.board.contains(*cell);
    near.filter(on_board).find(|cell| paths::is_free(g, s, who, *cell) && lines::has_line(g, here, *cell))
}

/// Can somebody ride that, for all that its size says?
pub fn has_saddle(rules: &Rules, rider: &Sheet, mount: &Sheet) -> bool {
    of_size(rules, rider.size).offsets().len() <= of_size(rules, mount.size).offsets().len()
}

/// What is wrong with the places of bodies of several squares in a file, by combatant; anchors are looked at elsewhere.
pub fn misplaced(rules: &Rules, ground: &Ground, sheets: &[Sheet]) -> Vec<(usize, String)> {
    if !count(rules) {
        return Vec::new();
    }
    let body = |sheet: &Sheet| Body::new(of_size(rules, sheet.size), sheet.at);
    let mut wrong = Vec::new();
    for (at, sheet) in sheets.iter().enumerate() {
        if let Some(mount) = sheet.mount.and_then(|mount| sheets.get(mount.index())) {
            if !has_saddle(rules, sheet, mount) {
                wrong.push((at, format!("{} is too large to ride {}", sheet.name, mount.name)));
            }
            continue;
        }
        let room = || format!("there is no room for {}", room(sheet, &body(sheet)));
        if !fits(ground, &body(sheet)) {
            wrong.push((at, room()));
        }
        let before = sheets.iter().take(at).filter(|other| other.mount.is_none() && other.at != sheet.at);
        if let Some(other) = before.into_iter().find(|other| body(other).overlaps(&body(sheet))) {
            wrong.push((at, format!("{}: {} stands there", room(), other.name)));
        }
    }
    wrong
}

/// `Ogre, which fills 2 by 2 squares`
fn room(sheet: &Sheet, body: &Body<'_, Square>) -> String {
    let side = body.footprint.offsets().len().isqrt();
    format!("{}, which fills {side} by {side} squares", sheet.name)
}

/// May the battle go on with these sizes? Somebody may have grown, or all of them at once.
///
/// # Errors
/// Who has no room.
pub fn judge(g: &Setup, s: &State) -> Result<(), Refusal> {
    let known = g.ids().take(s.creatures.len()).filter(|id| count(&g.rules) && s.is_here(*id));
    for who in known {
        let Fighter { sheet, now, .. } = g.fighter(s, who);
        let body = body(g, s, who);
        let why = match now.mount {
            Some(mount) if !has_saddle(&g.rules, sheet, g.sheet(mount)) => "is too large for the saddle",
            Some(_) => continue,
            None if !fits(&g.ground, &body) => "has no room there",
            None if !now.wounds.is_out && !has_room(g, s, who, &body) => "has no room there beside the others",
            None => continue,
        };
        return Err(Refusal::by(rule::SIZE_EFFECTS, format!("{} {why}", sheet.name)));
    }
    Ok(())
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_grid::Board;

    use super::*;
    use crate::model::Terrain;

    pub fn no_corner_is_cut_by_any_body() {
        let board = Board::<Square>::new(6, 6).expect("a board");
        let cell = |label: &str| board.parse_label(label).expect("a cell");
        let ground = |walls: &[&str]| {
            let wall = |at| walls.iter().any(|wall| cell(wall) == at);
            let terrain = |at| Terrain { wall: wall(at), ..Terrain::default() };
            Ground::new(board, board.cells().map(terrain).collect())
        };
        // Slantwise from A1 to B2: a small body between B1 and A2, a large one between C1 and A3.
        let open = |shape: &'static Footprint<Square>, walls: &[&str]| {
            let body = Body::new(shape, cell("A1"));
            is_open(&ground(walls), &body, body.direction(cell("B2")).expect("a neighbour"))
        };
        assert!(open(&ONE, &["B1"]) && open(&ONE, &["A2"]) && !open(&ONE, &["B1", "A2"]));
        assert!(open(&TWO, &["C1"]) && open(&TWO, &["A3"]) && !open(&TWO, &["C1", "A3"]));
        assert!(!open(&TWO, &["C2"]) && !open(&TWO, &["C3"]) && open(&THREE, &["C5"]));
        // One square is what the map says.
        let rough = ground(&["B1", "C3", "D2", "E5", "A4"]);
        for from in board.cells() {
            for to in board.neighbours(from) {
                let direction = square(from).direction(to).expect("a neighbour");
                assert_eq!(is_open(&rough, &square(from), direction), rough.is_open(from, to), "{from} to {to}");
            }
        }
    }

    pub fn a_body_stands_on_its_highest_square() {
        let board = Board::<Square>::new(5, 2).expect("a board");
        let terrain = |at: Square| Terrain { height: if at.x < 2 { 3 } else { 0 }, ..Terrain::default() };
        let ground = Ground::new(board, board.cells().map(terrain).collect());
        let levels = |shape| (0..4).map(|x| level(&ground, &Body::new(shape, Square::new(x, 0)))).collect::<Vec<_>>();
        assert_eq!(levels(&ONE), [3, 3, 0, 0]);
        assert_eq!(levels(&TWO), [3, 3, 0, 0], "it is down when its last square is");
    }
}
