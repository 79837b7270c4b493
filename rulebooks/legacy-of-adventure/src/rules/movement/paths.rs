//! Which cells may be entered, and the ways to them. (`ruling.cells`)

use std::cell::RefCell;

use skirmish_grid::{Cell, Price, Scratch, Square, Steps, direct, nearest_toward};
use skirmish_kernel::{Id, Refusal};

use super::walker::Walker;
use crate::catalogue::rule;
use crate::model::{Setup, State};

/// Yards that any cell counts for at least.
pub const LEAST_COST: u32 = 1;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no rule reads what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
    static ENDS: RefCell<Vec<(Square, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Who stands in a cell, as far as this combatant can know.
fn seen_in(g: &Setup, s: &State, who: Id, cell: Square) -> Option<Id> {
    s.standing_in(cell).filter(|other| !(s.marks.concealed.has(*other) && g.opposed(who, *other)))
}

/// May a move end there? Where nobody is to be seen, on their feet or unconscious.
pub fn is_free(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    let seen = seen_in(g, s, who, cell).is_none_or(|other| other == who);
    seen && !g.ground.terrain(cell).blocks_move && !s.lies_in(cell)
}

/// Is it let through a cell? Friends do, foes who can act do not.
pub fn lets_through(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    seen_in(g, s, who, cell).is_none_or(|other| !g.opposed(who, other) || !s.bars(other))
}

/// May it step from one cell into the next? No corner is cut.
pub fn may_enter(g: &Setup, s: &State, who: Id, from: Square, to: Square) -> bool {
    g.ground.is_open(from, to) && lets_through(g, s, who, to)
}

/// Yards that a way counts for.
pub fn cost(g: &Setup, from: Square, steps: &Steps) -> u32 {
    steps.cells(from).map(|cell| u32::from(g.ground.terrain(cell).cost)).sum()
}

/// Calls `visit` with every cell where a move of so many yards may end, and what it costs to get there.
pub fn ends(g: &Setup, s: &State, who: Id, yards: u16, mut visit: impl FnMut(Square, u32)) {
    let walker = Walker::of(g, s, who);
    // The list is taken out while it is read: a visitor may search, too.
    let mut found = ENDS.take();
    found.clear();
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let step = |from, to| walker.step(from, to);
        let reached = skirmish_grid::reach(&g.ground.board, walker.at(), u32::from(yards), step, scratch);
        found.extend(reached.filter(|(cell, _)| *cell != walker.at() && walker.is_free(*cell)));
    });
    found.iter().for_each(|(cell, cost)| visit(*cell, *cost));
    ENDS.set(found);
}

/// Shows the same cells to `is_enough`, the cheapest first, until it says so. It must not search itself.
pub fn look_around(walker: &Walker<'_>, yards: u16, mut is_enough: impl FnMut(Square) -> bool) {
    let (exits, here) = (&walker.setup().ground.exits, walker.at());
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| walker.step(from, to);
        let is_goal = |cell: Square| cell != here && walker.is_free(cell) && is_enough(cell);
        skirmish_grid::nearest(exits, here, is_goal, step, u32::from(yards), way, scratch);
    });
}

/// The cheapest way to the first of these cells for which `is_goal` holds. `hope` says how many yards it is at least from a cell to
/// any such, and neither may search itself.
pub fn nearest(
    walker: &Walker<'_>,
    yards: u16,
    hope: impl Fn(Square) -> u32,
    is_goal: impl Fn(Square) -> bool,
) -> Option<Steps> {
    let (exits, here) = (&walker.setup().ground.exits, walker.at());
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let price = Price { most: u32::from(yards), least: LEAST_COST };
        let step = |from, to| walker.step(from, to);
        let is_goal = |cell: Square| cell != here && walker.is_free(cell) && is_goal(cell);
        nearest_toward(exits, here, is_goal, hope, step, price, way, scratch)?;
        Some(Steps::through(here, way.iter().copied().skip(1)).unwrap_or_default())
    })
}

/// Can it move at all?
pub fn is_hemmed_in(g: &Setup, s: &State, who: Id) -> bool {
    let here = s.creature(who).at;
    !here.neighbours().any(|cell| may_enter(g, s, who, here, cell))
}

/// The cheapest way to a cell; empty when there is none.
pub fn way(g: &Setup, s: &State, who: Id, goal: Square, yards: u16) -> Steps {
    let walker = Walker::of(g, s, who);
    let here = walker.at();
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| walker.step(from, to);
        let price = Price { most: u32::from(yards), least: LEAST_COST };
        let found = direct(&g.ground.exits, here, goal, price, step, way, scratch);
        // The search gives both ends; a way is what is entered.
        let entered = way.iter().copied().skip(1);
        found.and_then(|_| Steps::through(here, entered)).unwrap_or_default()
    })
}

/// The way of a combat step; empty when there is none. A single yard may be as slow as it likes. (`ruling.combat-step`)
pub fn way_of_step(g: &Setup, s: &State, who: Id, to: Square) -> Steps {
    let here = s.creature(who).at;
    if here.chebyshev(to) != 1 {
        return way(g, s, who, to, g.sheet(who).step.into());
    }
    let open = may_enter(g, s, who, here, to);
    Steps::through(here, open.then_some(to)).unwrap_or_default()
}

/// May it go this way, as far as the ground and those on it are concerned?
pub fn judge(g: &Setup, s: &State, who: Id, yards: u16, steps: &Steps) -> Result<(), Refusal> {
    let start = s.creature(who).at;
    let mut from = start;
    let mut entered = 0;
    for to in steps.cells(start) {
        if !may_enter(g, s, who, from, to) {
            return Err(Refusal::by(rule::RULING_CELLS, format!("{to} cannot be entered from {from}")));
        }
        entered += 1;
        from = to;
    }
    refuse_if!(entered < steps.len(), "this way leaves the map");
    let costs = cost(g, start, steps);
    if costs > u32::from(yards) {
        let figures = [i32::try_from(costs).unwrap_or(i32::MAX), i32::from(yards)];
        return Err(Refusal::counted(rule::MOVE_SEG_MOVES, "this way costs {} of {} yards", figures));
    }
    if !steps.is_empty() && !is_free(g, s, who, from) {
        return Err(Refusal::by(rule::RULING_CELLS, format!("somebody stands at {from}")));
    }
    Ok(())
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::conformance::open;
    use skirmish_kernel::{Autoplay, Edict, Embedded, Id, Random, When};

    use super::{Steps, is_free, judge};
    use crate::Legacy;
    use crate::model::Gait;
    use crate::rules::movement::walk;

    const LANE: Embedded = Embedded {
        name: "lane",
        text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 5\nheight = 1\n\
               [[combatant]]\nname = \"Maud\"\ncreature = \"guard\"\nside = \"a\"\nat = \"A1\"\n\
               [[combatant]]\nname = \"Snig\"\ncreature = \"goblin\"\nside = \"b\"\nat = \"C1\"\n\
               [[combatant]]\nname = \"Grub\"\ncreature = \"goblin\"\nside = \"b\"\nat = \"E1\"\n",
    };

    /// Where Maud gets to who walks past Snig, once something has been done to him; whether his cell is free for her.
    fn past(edict: &str) -> (i16, bool) {
        let mut session = open::<Legacy>(&LANE, 1).unwrap();
        session.decree(Edict::parse(edict).unwrap(), When::Now).unwrap();
        let (g, mut s) = (session.setup(), session.state().clone());
        let (maud, start) = (Id::new(0), s.creature(Id::new(0)).at);
        let cells = |count: i16| (1..=count).map(move |x| skirmish_grid::Square::new(start.x + x, start.y));
        let there = cells(2).nth(1).unwrap();
        let free = is_free(g, &s, maud, there);
        let steps = Steps::through(start, cells(3)).unwrap();
        assert!(judge(g, &s, maud, 9, &steps).is_ok(), "{edict}");
        let mut table = Autoplay::<Legacy, Random>::new(g, Random, 1, 1);
        walk(g, &mut s, &mut table, maud, &steps, Gait::Walk);
        (s.creature(maud).at.x - start.x, free)
    }

    pub fn whoever_can_do_nothing_is_stepped_over() {
        assert_eq!(past("Snig.states += unconscious"), (3, false), "he may come to where he lies");
        assert_eq!(past("kill Snig"), (3, true));
        assert_eq!(past("stun Snig"), (3, false));
    }
}
