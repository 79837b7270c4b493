//! Getting about, step by step. (`move.*`, `walk`, `run`, `fly.*`, `prone.stand`, `prone.voluntary`)

use skirmish_grid::{Body, Square, Steps};
use skirmish_kernel::{Id, Ids, RuleId};

use crate::catalogue::{FlyRun, RunPool, rule};
use crate::model::{Cites, Event, Setup, State, Status};
use crate::rules::{OrHalt, Table, bodies, falls, patches, paths, prepared};

/// A move begins, or goes on.
fn begin(s: &mut State) {
    // Where a move is split, nothing else follows its second half. (`split-move`)
    s.done.before |= s.done.closed;
    s.done.moved = true;
}

/// Half of the base, in half-squares: what getting up costs, and lying down. (`prone.stand`)
pub fn half_base(g: &Setup, s: &State, who: Id) -> i32 {
    bodies::figures(g, s, who).base_move.into()
}

/// The move becomes a run; what is left of the first stays. (`run`)
pub fn run<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    begin(s);
    s.done.runs = true;
    if g.rules.run_pool == RunPool::Two {
        // What the first move leaves is lost. (`run-pool`)
        let one = paths::SQUARE
            * if bodies::is_aloft(s, who) { paths::fly_speed(g, s, who) } else { paths::speed(g, s, who) };
        let spent = i32::from(s.done.spent);
        s.done.spent = i16::try_from(if spent > 0 { spent.max(one) } else { 0 }).unwrap_or(i16::MAX);
    }
    t.tell(|| {
        let mut why = Cites::of(&[rule::RUN, rule::RUN_NO_ACTIONS]);
        why.when(bodies::is_aloft(s, who) && g.rules.fly_run == FlyRun::Yes, rule::FLY_SPEED);
        Event::Began { who, why }
    });
}

/// Has what happened on the way ended it? (`ruling.passing`, `status.stunned`)
fn is_stopped(s: &State, who: Id, at: Square, was_prone: bool) -> bool {
    let creature = s.creature(who);
    let able = creature.is_up() && !s.has(who, Status::Stunned);
    s.done.lost || !able || creature.at != at || creature.prone != was_prone
}

/// Goes square by square, with everything that each one brings. (`move.grid`)
pub fn walk<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, steps: Steps) -> OrHalt<T> {
    begin(s);
    let start = s.creature(who).at;
    let watched = prepared::is_awaited(s);
    let mut cites = Cites::default();
    let (mut free, before) = ((start, s.creature(who).altitude), i32::from(s.done.spent));
    let mut told = before;
    for to in steps.cells(start) {
        let from = bodies::body(g, s, who);
        let Some((step, ends)) = one_step(g, s, t, who, to, &mut cites) else { break };
        s.passing = !ends;
        cites.when(!ends, rule::RULING_PASSING);
        let was_prone = s.creature(who).prone;
        if s.patches.is_empty() {
            // Nothing comes between the step and whoever is set off by it.
            let all = if watched { prepared::set_off(g, s, who, &from, false) } else { Ids::NONE };
            if watched && (!all.is_empty() || prepared::is_watched(g, s, who)) {
                moved(s, t, who, &mut told, &cites);
                prepared::fire_all(g, s, t, who, from, false, all)?;
            }
        } else {
            moved(s, t, who, &mut told, &cites);
            patches::act(g, s, t, who, |cell| !from.covers(cell));
            if watched && s.creature(who).is_here() {
                prepared::stepped(g, s, t, who, from, false)?;
            }
        }
        if is_stopped(s, who, to, was_prone) {
            let stunned = s.creature(who).is_up() && s.has(who, Status::Stunned);
            stop(t, who, if stunned { rule::STATUS_STUNNED } else { rule::RULING_PASSING });
            break;
        }
        if ends {
            free = (to, step);
        }
    }
    s.passing = false;
    go_back(g, s, who, free);
    moved(s, t, who, &mut told, &cites);
    Ok(())
}

/// Nobody stays where somebody is: the last free square is gone back to. (`ruling.passing`)
fn go_back(g: &Setup, s: &mut State, who: Id, (at, altitude): (Square, i16)) {
    let creature = s.creature(who);
    if creature.is_here() && paths::in_the_way(g, s, who, creature.at, creature.altitude, true).is_some() {
        let creature = s.creature_mut(who);
        (creature.at, creature.altitude) = (at, altitude);
    }
}

fn stop<T: Table>(t: &mut T, who: Id, why: RuleId) {
    t.tell(|| Event::Stopped { who, why });
}

fn moved<T: Table>(s: &State, t: &mut T, who: Id, told: &mut i32, cites: &Cites) {
    let halves = i32::from(s.done.spent) - *told;
    if halves > 0 {
        *told = s.done.spent.into();
        let creature = s.creature(who);
        let (to, altitude) = (creature.at, creature.altitude);
        t.tell(|| Event::Moved { who, to, altitude, halves, why: cites.clone() });
    }
}

/// One square farther; gives how high one is then and whether one may stay there, nothing where the way ends before it.
fn one_step<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    to: Square,
    cites: &mut Cites,
) -> Option<(i16, bool)> {
    let (from, altitude) = (s.creature(who).at, s.creature(who).altitude);
    let aloft = altitude > 0;
    let step = paths::step(g, s, who, from, altitude, to, s.done.odd);
    let paid = step.and_then(|step| paths::pay(g, s, who, aloft, s.done.spent.into(), step.cost));
    let (Some(step), Some(spent)) = (step, paid) else {
        stop(t, who, rule::MOVE_SPEED);
        return None;
    };
    let there = paths::standing(g, s, who, to, step.altitude);
    if there.iter().any(|id| !paths::may_pass(g, s, who, id)) {
        stop(t, who, rule::RULING_PASSING);
        return None;
    }
    paths::cite(g, s, who, &step, aloft, cites);
    (s.done.spent, s.done.odd) = (i16::try_from(spent).unwrap_or(i16::MAX), step.odd);
    let creature = s.creature_mut(who);
    (creature.at, creature.altitude) = (to, step.altitude);
    Some((step.altitude, there.is_empty()))
}

/// What so many metres up or down cost, in half-squares. (`fly.ascend`)
pub fn flight_cost(g: &Setup, metres: i16) -> i32 {
    let each = if metres > 0 { g.rules.ascend_cost } else { g.rules.descend_cost };
    paths::SQUARE * each * i32::from(metres.abs())
}

/// Straight up or down, metre by metre. (`fly.axes`, `fly.ascend`, `fly.no-walk`)
pub fn fly<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, metres: i16) -> OrHalt<T> {
    begin(s);
    let mut cites = Cites::of(&[rule::FLY_AXES, rule::FLY_SPEED]);
    cites.when(metres > 0, rule::FLY_ASCEND);
    let mut told = i32::from(s.done.spent);
    let one = metres.signum();
    for _ in 0..metres.abs() {
        let spent = paths::pay(g, s, who, true, s.done.spent.into(), flight_cost(g, one));
        let (at, new) = (s.creature(who).at, s.creature(who).altitude + one);
        let Some(spent) = spent.filter(|_| paths::in_the_way(g, s, who, at, new, true).is_none()) else {
            stop(t, who, rule::FLY_SPEED);
            break;
        };
        let before = bodies::body(g, s, who);
        s.done.spent = i16::try_from(spent).unwrap_or(i16::MAX);
        s.creature_mut(who).altitude = new;
        cites.when(new == 0, rule::FLY_NO_WALK);
        patches::act(g, s, t, who, |_| true);
        if prepared::is_awaited(s) && s.creature(who).is_here() {
            if !prepared::set_off(g, s, who, &before, false).is_empty() || prepared::is_watched(g, s, who) {
                moved(s, t, who, &mut told, &cites);
            }
            prepared::stepped(g, s, t, who, before, false)?;
        }
        if is_stopped(s, who, at, false) || s.creature(who).altitude != new {
            break;
        }
    }
    moved(s, t, who, &mut told, &cites);
    Ok(())
}

/// Gets up, or lies down, for half of the base. (`prone.stand`, `prone.voluntary`)
pub fn change_posture<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, prone: bool) {
    begin(s);
    let cost = half_base(g, s, who);
    if let Some(spent) = paths::pay(g, s, who, bodies::is_aloft(s, who), s.done.spent.into(), cost) {
        s.done.spent = i16::try_from(spent).unwrap_or(i16::MAX);
    }
    if prone {
        falls::go_prone(g, s, t, who, rule::PRONE_VOLUNTARY);
    } else {
        s.creature_mut(who).prone = false;
        t.tell(|| Event::Posture { who, prone: false, why: rule::PRONE_STAND });
    }
}

/// How deep the ground lies below, in a square beside somebody.
pub fn drop_to(g: &Setup, s: &State, who: Id, to: Square) -> i32 {
    let size = bodies::figures(g, s, who).size;
    let level = |at: Square| bodies::level(g, &Body::new(bodies::footprint(size), at));
    level(s.creature(who).at) - level(to)
}

/// What a step over an edge costs: the square that is entered, without the climb; and whether the next diagonal counts twice.
pub fn off_cost(g: &Setup, s: &State, who: Id, to: Square) -> Option<(i32, bool)> {
    let step = paths::step(g, s, who, s.creature(who).at, 0, to, s.done.odd)?;
    Some((step.cost - paths::SQUARE * g.rules.slow_cost * step.climbs, step.odd))
}

/// Steps off an edge: the square is paid, and the rest is a fall. (`ruling.climbing`, `fall.damage`)
pub fn step_off<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) -> OrHalt<T> {
    begin(s);
    let (metres, before) = (drop_to(g, s, who, to), bodies::body(g, s, who));
    let Some((cost, odd)) = off_cost(g, s, who, to) else { return Ok(()) };
    if let Some(spent) = paths::pay(g, s, who, false, s.done.spent.into(), cost) {
        (s.done.spent, s.done.odd) = (i16::try_from(spent).unwrap_or(i16::MAX), odd);
    }
    s.creature_mut(who).at = to;
    t.tell(|| Event::Moved { who, to, altitude: 0, halves: cost, why: Cites::of(&[rule::RULING_CLIMBING]) });
    falls::fall(g, s, t, who, metres, rule::RULING_CLIMBING);
    if s.creature(who).is_here() {
        patches::act(g, s, t, who, |cell| !before.covers(cell));
    }
    if prepared::is_awaited(s) && s.creature(who).is_here() {
        prepared::stepped(g, s, t, who, before, false)
    } else {
        Ok(())
    }
}
