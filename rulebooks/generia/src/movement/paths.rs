//! Which cells may be entered, and the ways to them.

use std::cell::RefCell;

use skirmish_grid::{Cell, Scratch, Square};
use skirmish_kernel::{Id, Refusal};

use crate::ability::StrikeChange;
use crate::actions::{LONGEST_PATH, Path};
use crate::conditions::Kind;
use crate::rules::rule;
use crate::setup::Setup;
use crate::state::State;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no rule reads what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
    static ENDS: RefCell<Vec<(Square, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Nobody stands there, and it is no wall.
#[must_use]
pub fn is_free(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    let alone =
        |other: Id| other == who || Some(other) == s.creature(who).rider || Some(other) == s.creature(who).mount;
    g.ground.board.contains(cell) && !g.ground.terrain(cell).wall && s.standing_in(cell).is_none_or(alone)
}

/// May it step from one cell into the next? Friends let it through, foes do not; no corner is cut.
#[must_use]
pub fn may_enter(g: &Setup, s: &State, who: Id, from: Square, to: Square) -> bool {
    let ground = &g.ground;
    if !ground.board.contains(to) || ground.terrain(to).wall {
        return false;
    }
    // Climbing takes a jump.
    if ground.terrain(to).height - ground.terrain(from).height > 1 {
        return false;
    }
    if !from.shares_side(to) {
        let (a, b) = (Square::new(from.x, to.y), Square::new(to.x, from.y));
        if ground.terrain(a).wall && ground.terrain(b).wall {
            return false;
        }
    }
    match s.standing_in(to) {
        None => true,
        Some(other) => other == who || !g.opposed(other, who),
    }
}

/// What one step costs: twice as much for the slowed, and for the frightened where it nears a foe.
#[must_use]
pub fn step_cost(g: &Setup, s: &State, who: Id, from: Square, to: Square) -> u32 {
    let creature = s.creature(who);
    let slowed = creature.has(Kind::Slowed) || creature.has(Kind::Stunned);
    let afraid = creature.has(Kind::Frightened)
        && g.foes(who).iter().any(|foe| {
            let there = s.creature(foe).at;
            s.is_able(foe) && to.distance(there) < from.distance(there)
        });
    if slowed || afraid { 2 } else { 1 }
}

/// Metres that a way costs.
#[must_use]
pub fn cost(g: &Setup, s: &State, who: Id, path: &Path) -> i32 {
    let mut from = s.creature(who).at;
    let mut sum = 0u32;
    for to in path {
        sum = sum.saturating_add(step_cost(g, s, who, from, *to));
        from = *to;
    }
    i32::try_from(sum).unwrap_or(i32::MAX)
}

/// Calls `visit` with every cell where a movement of so many metres may end, and what it costs to get there.
pub fn ends(g: &Setup, s: &State, who: Id, metres: i32, mut visit: impl FnMut(Square, u32)) {
    let here = s.creature(who).at;
    let budget = u32::try_from(metres.max(0)).unwrap_or(0);
    // The list is taken out while it is read: a visitor may search, too.
    let mut found = ENDS.take();
    found.clear();
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let step = |from, to| may_enter(g, s, who, from, to).then(|| step_cost(g, s, who, from, to));
        let reached = skirmish_grid::reach(&g.ground.board, here, budget, step, scratch);
        found.extend(reached.filter(|(cell, _)| *cell != here && is_free(g, s, who, *cell)));
    });
    found.iter().for_each(|(cell, cost)| visit(*cell, *cost));
    ENDS.set(found);
}

/// The cheapest way to a cell; empty when there is none.
#[must_use]
pub fn way(g: &Setup, s: &State, who: Id, goal: Square, metres: i32) -> Path {
    let here = s.creature(who).at;
    let budget = u32::try_from(metres.max(0)).unwrap_or(0);
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| may_enter(g, s, who, from, to).then(|| step_cost(g, s, who, from, to));
        let mut path = Path::new();
        if skirmish_grid::path(&g.ground.board, here, goal, budget, step, way, scratch).is_some()
            && way.len() <= LONGEST_PATH + 1
        {
            // The search gives both ends; a path is what is entered.
            path.extend(way.iter().copied().skip(1));
        }
        path
    })
}

/// May it go this way?
///
/// # Errors
/// The rule that says no.
pub fn judge(g: &Setup, s: &State, who: Id, metres: i32, path: &Path) -> Result<(), Refusal> {
    let mut from = s.creature(who).at;
    let mut sum = 0u32;
    for to in path {
        if from.distance(*to) != 1 {
            return Err(Refusal::by(rule::ACTION_MOVEMENT_FORMS, format!("{to} is not next to {from}")));
        }
        if !may_enter(g, s, who, from, *to) {
            return Err(Refusal::by(rule::ACTION_MOVEMENT_FORMS, format!("{to} cannot be entered from {from}")));
        }
        sum = sum.saturating_add(step_cost(g, s, who, from, *to));
        from = *to;
    }
    if i64::from(sum) > i64::from(metres) {
        let figures = [i32::try_from(sum).unwrap_or(i32::MAX), metres];
        return Err(Refusal::counted(rule::ACTION_MOVEMENT_FORMS, "this way costs {} of {} m", figures));
    }
    if !path.is_empty() && !is_free(g, s, who, from) {
        return Err(Refusal::by(rule::ACTION_MOVEMENT_FORMS, format!("somebody stands at {from}")));
    }
    Ok(())
}

/// The straight run of a charge, or the step of a lunge, to a cell from which the target is in reach; empty when it is
/// there already or cannot get there. (abilities Charge, Lunge)
#[must_use]
pub fn approach(g: &Setup, s: &State, who: Id, target: Id, change: StrikeChange, reach: i32) -> Path {
    let (here, there) = (s.creature(who).at, s.creature(target).at);
    let mut path = Path::new();
    let Some(facing) = skirmish_grid::Facing::toward(here, there) else { return path };
    let most = if change.lunge { 1 } else { change.charge_most.unwrap_or(g.sheet(who).speed) };
    let mut at = here;
    while at.distance(there) > 1 && (path.len() as i32) < most {
        let Some(next) = at.step(facing) else { break };
        if next.distance(there) >= at.distance(there) || !may_enter(g, s, who, at, next) || path.try_push(next).is_err()
        {
            break;
        }
        at = next;
    }
    let least = change.charge.unwrap_or(0);
    // A charge ends beside the target, a lunge within reach of it; whoever is slowed does not get so far.
    let arrives = if change.lunge { crate::sight::metres(g, at, there) <= reach } else { at.distance(there) == 1 };
    let fits = is_free(g, s, who, at) && (path.len() as i32) >= least && arrives && cost(g, s, who, &path) <= most;
    if fits { path } else { Path::new() }
}
