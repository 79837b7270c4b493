//! Moving: cell by cell, jumping, being pushed, getting on and off.

pub mod fall;
pub mod flight;
pub mod jump;
pub mod paths;
pub mod sneak;
pub mod walker;

use skirmish_bookkit::answer::{Verdict, no};
use skirmish_grid::{Cell, Square};
use skirmish_kernel::{Id, Questions, RuleId};

use crate::catalogue::rule;
use crate::model::{Attribute, Event, Gait, Kind, Occasion, Path, STEP_DOWN, Setup, State, WeaponKind, ask};
use crate::rules::attack::Blow;
use crate::rules::magic::areas;
use crate::rules::{OrHalt, Table, after, bodies, defence, grapple, lines, reactions};

/// May it move by its own feet at all?
pub fn can_move(s: &State, who: Id) -> bool {
    held(s, who).is_none()
}

/// What keeps it from moving.
pub fn held(s: &State, who: Id) -> Option<Kind> {
    [Kind::Prone, Kind::Grappled, Kind::Restrained].into_iter().find(|kind| s.creature(who).has(*kind))
}

/// Whoever lies, is held or bound has no Movement Actions.
pub fn free_to_move(s: &State, who: Id) -> Verdict {
    match held(s, who) {
        None => Ok(()),
        Some(Kind::Prone) => no(rule::CONDITION_PRONE, "they lie on the ground"),
        Some(Kind::Grappled) => no(rule::CONDITION_GRAPPLED, "they are held fast"),
        Some(bound) => no(bound.rule(), "they are bound"),
    }
}

/// Metres of a Movement Action. (`action.movement-forms`, `action.sprint`)
pub fn metres(g: &Setup, who: Id, gait: Gait) -> i32 {
    match gait {
        Gait::Walk => g.sheet(who).speed,
        Gait::Sprint => g.sheet(who).sprint(),
    }
}

/// Metres of one's movement that it takes to help somebody. (conditions off-balance, prone)
pub fn help_metres(from: Kind) -> i32 {
    if from == Kind::Prone { 4 } else { 2 }
}

/// Metres of a move along which one shoots: the lower of proficiency and DEX. None for whoever cannot step. (ability
/// Kite)
pub fn kite_metres(g: &Setup, s: &State, who: Id, arm: u8) -> i32 {
    let most = g.arm(who, arm).0.pv.min(g.sheet(who).modifier(Attribute::Dex)).max(0);
    if after::may_step(s, who) { most } else { 0 }
}

/// Energy of a sprint: more for the large. (`action.sprint`)
pub fn sprint_cost(g: &Setup, who: Id) -> i32 {
    g.rules.sprint_energy * g.sheet(who).size.bulk()
}

/// How a way is gone: what it may cost, and who strikes at whoever goes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Metres that it may cost.
    pub metres: i32,
    /// Whose perk it does not set off. (`parry.option-move`)
    pub spared: Option<Id>,
    /// Advantage score of the blows that it provokes. (ability Lunge)
    pub score: i8,
}

impl Stretch {
    /// So many metres, with nothing special about them.
    pub fn of(metres: i32) -> Self {
        Self { metres, spared: None, score: 0 }
    }
}

/// What has come of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gone {
    /// Cells that were entered.
    pub cells: usize,
    /// Metres that they are long.
    pub metres: i32,
    /// Metres that they have cost.
    pub cost: i32,
}

/// One stretch of movement: the way is asked for, then walked. `rider` decides for a mount.
pub fn go<T: Table>(g: &Setup, s: &mut State, t: &mut T, rider: Id, mover: Id, gait: Gait) -> OrHalt<T> {
    let walked = i32::from(s.creature(mover).spent.walked);
    let most = metres(g, mover, gait) - walked;
    let (path, sneaks) = t.put(s, rule::DP_PATH, rider, ask::Way { mover, metres: most })?;
    if path.is_empty() {
        // Whoever stays has gone as far as it will.
        s.creature_mut(mover).spent.walked = u8::MAX;
        return Ok(());
    }
    let gone = walk(g, s, t, mover, &path, Stretch::of(most))?;
    s.creature_mut(mover).spent.walked = (walked + gone.cost).clamp(0, 255) as u8;
    let (to, mounted, Gone { metres, cost, .. }) = (s.creature(mover).at, mover != rider, gone);
    t.tell(|| Event::Moved { who: mover, to, metres, cost, sprint: gait == Gait::Sprint, mounted });
    if sneaks && s.is_able(mover) {
        // The cells that were really crossed count, wherever the way was meant to lead.
        sneak::past_everybody(g, s, t, mover, &path[..gone.cells])?;
    }
    Ok(())
}

/// Walks a way cell by cell; whoever is stopped on it, or slowed too much for the rest of it, stays where it is.
fn walk<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id, way: &Path, stretch: Stretch) -> OrHalt<T, Gone> {
    let start = s.creature(mover).at;
    let most = paths::budget(g, stretch.metres);
    let (cells, cost) = t.repeat(s, (0usize, 0u32), |s, (cells, cost), t| {
        let Some(to) = way.get(*cells).copied() else { return Ok(false) };
        let from = s.creature(mover).at;
        // What has befallen it on the way may have made the next cell too dear; nobody stops where somebody stands.
        let next = cost.saturating_add(paths::step_cost(g, s, mover, from, to));
        let dear = next > most && paths::is_free(g, s, mover, from);
        if dear || !can_step(g, s, mover, from, to) {
            return Ok(false);
        }
        let struck = leave(g, s, t, mover, to, stretch)?;
        if !s.is_able(mover) || !can_move(s, mover) {
            return Ok(false);
        }
        if s.creature(mover).at != from {
            // Its own answer has led it elsewhere: the step is judged anew from there.
            return Ok(true);
        }
        // Whoever struck may stand there now.
        if struck && !paths::may_enter(g, s, mover, from, to) {
            return Ok(false);
        }
        (*cells, *cost) = (*cells + 1, next);
        enter(g, s, t, mover, Step { from, to, forced: false }, None)
    })?;
    let cells = fall_back(g, s, t, mover, start, &way[..cells.min(way.len())]);
    let metres = paths::length(g, start, &way[..cells]);
    Ok(Gone { cells, metres, cost: paths::whole(g, cost) })
}

/// Is that cell beside it, and does nobody bar its way there?
fn can_step(g: &Setup, s: &State, mover: Id, from: Square, to: Square) -> bool {
    from.distance(to) == 1 && paths::may_enter(g, s, mover, from, to)
}

/// Whoever is stopped where a friend stands is back in the last square of its way that is free: nobody ends in an occupied
/// one. How many cells are left of the way.
fn fall_back<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id, start: Square, gone: &[Square]) -> usize {
    let lies = s.creature(mover).wounds.is_out;
    let stopped = gone.last().is_some_and(|here| s.creature(mover).at == *here);
    if lies || !stopped {
        return gone.len();
    }
    let cells = gone.iter().rposition(|cell| paths::is_free(g, s, mover, *cell)).map_or(0, |at| at + 1);
    if cells < gone.len() {
        let back = cells.checked_sub(1).map_or(start, |at| gone[at]);
        // Whoever has struck at it may stand where it set out.
        let back = if paths::is_free(g, s, mover, back) { Some(back) } else { bodies::aside(g, s, mover) };
        let Some(back) = back else { return gone.len() };
        put(s, mover, back);
        for who in with_rider(s, mover) {
            areas::left(g, s, t, who, back);
        }
        grapple::part(g, s, t);
    }
    cells
}

/// A few steps that take no action: a run, a step before or after a blow. Tells by which rule, and where they have led.
pub fn free_steps<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    way: &Path,
    stretch: Stretch,
    rule: RuleId,
) -> OrHalt<T, Gone> {
    if !way.is_empty() {
        t.tell(|| Event::Freely { who, rule });
    }
    let gone = walk(g, s, t, who, way, stretch)?;
    if gone.cells > 0 {
        let (to, metres) = (s.creature(who).at, gone.metres);
        t.tell(|| Event::Stepped { who, to, metres, rule });
    }
    Ok(gone)
}

/// From one cell into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Does somebody else make it?
    pub forced: bool,
}

/// Somebody, and who sits on it.
pub fn with_rider(s: &State, who: Id) -> impl Iterator<Item = Id> + use<> {
    [Some(who), s.creature(who).rider].into_iter().flatten()
}

/// Enters one cell, and falls for a cause where it is deep. False when something in it stops the movement.
fn enter<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    mover: Id,
    step: Step,
    cause: Option<fall::Cause>,
) -> OrHalt<T, bool> {
    if !step.forced {
        lines::turn_toward(s, mover, step.to);
    }
    put(s, mover, step.to);
    s.creature_mut(mover).spent.moved = true;
    touch(g, s, t, mover, step)?;
    let drop = bodies::drop(g, mover, step.from, step.to);
    if drop > STEP_DOWN {
        // A rider falls with its mount.
        for who in with_rider(s, mover) {
            fall::fall(g, s, t, who, drop, cause)?;
        }
        return Ok(false);
    }
    Ok(s.is_able(mover) && can_move(s, mover))
}

/// Areas that are left and entered by a step, for whoever takes it and for its rider.
fn touch<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id, step: Step) -> OrHalt<T> {
    if !s.areas.is_empty() {
        for who in with_rider(s, mover) {
            areas::left(g, s, t, who, step.to);
            areas::entered(g, s, t, who, step)?;
        }
    }
    grapple::part(g, s, t);
    Ok(())
}

/// Puts somebody into a cell, with its rider.
pub fn put(s: &mut State, who: Id, to: Square) {
    s.creature_mut(who).at = to;
    // Whoever is moved by itself leaves the saddle.
    s.unseat(who);
    if let Some(rider) = s.creature(who).rider {
        s.creature_mut(rider).at = to;
        let facing = s.creature(who).facing;
        s.creature_mut(rider).facing = facing;
    }
}

/// Gets on a mount, or off it into a cell: a step like any other. False when it is stopped before.
pub fn change_saddle<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, mount: Id, to: Square) -> OrHalt<T, bool> {
    let on = s.creature(who).mount.is_none();
    let could = can_move(s, who);
    leave(g, s, t, who, to, Stretch::of(1))?;
    if !s.is_able(who) || could && !can_move(s, who) {
        return Ok(false);
    }
    // What has come between may have led it away from the mount, or somebody to where it gets off.
    let open = if on { lines::between(g, s, who, mount) <= 1 } else { paths::is_free(g, s, who, to) };
    if !open {
        return Ok(false);
    }
    let from = s.creature(who).at;
    put(s, who, to);
    if on {
        s.creature_mut(who).mount = Some(mount);
        s.creature_mut(mount).rider = Some(who);
    }
    t.tell(|| Event::Mounted { who, mount, on });
    touch(g, s, t, who, Step { from, to, forced: false })?;
    Ok(true)
}

/// Whoever has its reach left by the next step may strike before it is taken. Has anybody? (perk Opportunist)
fn leave<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id, to: Square, stretch: Stretch) -> OrHalt<T, bool> {
    // A step leaves the reach of no arm but those that reach as far as it begins, and not as far as it ends.
    let leaves = |s: &State, watcher: Id| {
        let is_left = |arm: &u8| is_left(g, s, watcher, *arm, mover, to);
        let now = lines::between(g, s, watcher, mover);
        let then = lines::from_there(g, s, mover, to, watcher);
        let ends_between = |arm: &u8| (now..then).contains(&g.arm(watcher, *arm).1.reach);
        let mut arms = g.arms(watcher);
        debug_assert!(g.arms(watcher).all(|arm| ends_between(&arm) || !is_left(&arm)), "{watcher:?} is left, too");
        then > now && arms.any(|arm| ends_between(&arm) && is_left(&arm))
    };
    let watches = |s: &State, watcher: Id| {
        g.derived.opportunists.has(watcher)
            && g.opposed(watcher, mover)
            && Some(watcher) != stretch.spared
            && s.is_able(watcher)
            && leaves(s, watcher)
    };
    // Whose reaction is used may have a free one.
    let may = g.derived.opportunists.and(g.foes(mover)).and(s.able);
    if !may.iter().any(|watcher| watches(s, watcher)) {
        return Ok(false);
    }
    let mut struck = false;
    for watcher in reactions::in_order(g, s) {
        // Where a mount leaves, its rider leaves with it.
        for who in with_rider(s, mover) {
            if !watches(s, watcher) || !s.is_able(mover) || !s.is_able(who) {
                continue;
            }
            let occasion = Occasion::Leaves { who, to };
            if let Some((ability, Some(arm))) = reactions::offer(g, s, t, watcher, &occasion)? {
                let blow = Blow { score: stretch.score, ..Blow::with(g, watcher, arm, who) };
                reactions::strike(g, s, t, ability, blow)?;
                struck = true;
            }
        }
    }
    Ok(struck)
}

/// The same for a jump, which leaves reach in one go.
pub fn leave_for<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id, to: Square) -> OrHalt<T> {
    leave(g, s, t, mover, to, Stretch::of(0)).map(drop)
}

/// Does that step lead out of the reach of this arm, which could strike, with no wall in between? (perk Opportunist)
pub fn is_left(g: &Setup, s: &State, watcher: Id, arm: u8, mover: Id, to: Square) -> bool {
    let weapon = g.arm(watcher, arm).1;
    weapon.kind != WeaponKind::Ranged
        && defence::is_ready(g, s, watcher, arm)
        && lines::between(g, s, watcher, mover) <= weapon.reach
        && lines::from_there(g, s, mover, to, watcher) > weapon.reach
        && lines::has_line_to(g, s, watcher, mover)
}

/// Pushes somebody one metre straight away. Nothing happens where there is no room.
pub fn push<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, from: Id, cause: fall::Cause) -> OrHalt<T> {
    let here = s.creature(who).at;
    let to = lines::toward(g, s, from, who).and_then(|facing| here.step(facing));
    let fits = |to: &Square| paths::is_free(g, s, who, *to) && paths::may_enter(g, s, who, here, *to);
    let Some(to) = to.filter(fits) else { return Ok(()) };
    t.tell(|| Event::Pushed { who, to });
    enter(g, s, t, who, Step { from: here, to, forced: true }, Some(cause)).map(drop)
}
