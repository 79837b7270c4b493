//! Flight. (`fly`, `fly.*`, `ruling.flight`)

use skirmish_grid::{Facing, Square, Steps};
use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Event, Gait, Mode, Plight, Setup, State};
use crate::rules::movement::paths::{self, Passage, Spot};
use crate::rules::movement::{self, Left, Way};
use crate::rules::{OrHalt, Table, bodies, ground};

/// What a flight costs: five feet for each square ahead, more for turns and for height. Also where one looks then.
/// (`fly.turn`, `fly.ascend`, `fly.descend`, `fly.improved`)
pub fn cost(g: &Setup, s: &State, who: Id, steps: Steps, climb: i16) -> Option<(i32, Facing)> {
    let creature = s.creature(who);
    // On take-off one may look anywhere.
    let mut facing = creature.is(Plight::Flying).then_some(creature.facing);
    let mut sum = height_cost(g, who, climb);
    // One rises first, and comes down last.
    let mut spot = Spot::of(s, who);
    spot.height = spot.height.saturating_add(climb.max(0));
    for to in steps.cells(creature.at) {
        let way = Facing::toward(spot.at, to)?;
        sum += spot.go(g, s, who, Gait::Fly, to, 0)? + turn_cost(g, who, facing, Some(way));
        facing = Some(way);
    }
    Some((sum, facing.unwrap_or(creature.facing)))
}

/// What it costs to turn; nothing on take-off. (`fly.turn`, `fly.improved`)
fn turn_cost(g: &Setup, who: Id, from: Option<Facing>, to: Option<Facing>) -> i32 {
    let improved = g.sheet(who).modes.has(Mode::ImprovedFlight);
    match (from, to) {
        (Some(from), Some(to)) if !improved => eighths(from, to) * g.rules.fly_turn,
        _ => 0,
    }
}

/// What height costs. (`fly.ascend`, `fly.descend`, `fly.improved`)
pub fn height_cost(g: &Setup, who: Id, climb: i16) -> i32 {
    let improved = g.sheet(who).modes.has(Mode::ImprovedFlight);
    let feet = i32::from(climb);
    if feet >= 0 {
        if improved { feet } else { feet / 5 * g.rules.fly_ascend }
    } else {
        // So many feet down for five.
        let step = g.rules.fly_descend.max(1);
        (-feet + step - 1) / step * bodies::SQUARE
    }
}

/// Turns of an eighth from one direction to another.
fn eighths(from: Facing, to: Facing) -> i32 {
    let apart = (from.index().abs_diff(to.index())) as i32;
    apart.min(8 - apart)
}

/// Flies: up first, or down last, and ahead square by square. Gives the feet that are left.
pub fn fly<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, feet: i32, way: (Steps, i16)) -> OrHalt<T, Left> {
    let (steps, climb) = way;
    let start = s.creature(who).at;
    let improved = g.sheet(who).modes.has(Mode::ImprovedFlight);
    let creature = s.creature_mut(who);
    let mut looks = (creature.is(Plight::Flying).then_some(creature.facing), false);
    creature.plights.set(Plight::Flying, true);
    creature.plights.set(Plight::Climbing, false);
    (creature.fallen, creature.eased) = (0, 0);
    let mut way = Way::new(s, who, Gait::Fly, feet);
    let mut goes_on = movement::rises(g, s, t, &mut way, climb.max(0))?;
    for to in steps.cells(start) {
        goes_on = goes_on && movement::goes(g, s, t, &mut way, |s, t, way| ahead(g, s, t, way, &mut looks, to))?;
        if !goes_on {
            break;
        }
    }
    goes_on = goes_on && movement::rises(g, s, t, &mut way, climb.min(0))?;
    let spent = way.spent;
    if !goes_on {
        movement::arrive_or_go_back(g, s, who, &way);
    }
    settle(g, s, t, who, spent)?;
    if goes_on || spent > 0 {
        movement::tell_of(g, s, t, who, spent, Gait::Fly);
    }
    if !goes_on {
        return Ok(None);
    }
    for (yes, why) in [
        (climb > 0 && !improved, rule::FLY_ASCEND),
        (climb < 0, rule::FLY_DESCEND),
        (climb > 0 && improved, rule::FLY_IMPROVED),
        (i32::from(s.creature(who).flown) >= least(g, s, who), rule::FLY_MINIMUM),
        (looks.1, rule::FLY_TURN),
    ] {
        if yes {
            t.tell(|| Event::Rough { who, why });
        }
    }
    Ok(Some(way.left))
}

/// Feet that somebody flies in each turn at least: one's speed as it is. (`fly.minimum`)
pub fn least(g: &Setup, s: &State, who: Id) -> i32 {
    movement::speed(g, s, who, Gait::Run)
}

/// A square ahead; where one looks then, and whether turning has cost anything, is noted. Says whether the flight may go on.
fn ahead<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    way: &mut Way,
    looks: &mut (Option<Facing>, bool),
    to: Square,
) -> OrHalt<T, bool> {
    let who = way.who;
    if movement::meets(g, s, t, who, to) {
        return Ok(false);
    }
    // Whoever can be passed without a push makes the way no longer in the air.
    let there = movement::those_in(g, s, who, to);
    let foes = there.iter().filter(|whom| paths::passage(g, s, who, *whom) == Passage::Push).collect();
    let least = way.least();
    if !movement::gets_past(g, s, t, way, to, foes)? {
        return Ok(false);
    }
    let (from, height) = movement::place(s, who);
    let mut spot = Spot::of(s, who);
    let facing = Facing::toward(from, to);
    let turn = turn_cost(g, who, looks.0, facing);
    let Some(cost) = spot.go(g, s, who, Gait::Fly, to, least).map(|cost| cost + turn).filter(|cost| *cost <= way.left)
    else {
        movement::stop(t, who, rule::MOVE_BASIC);
        return Ok(false);
    };
    bodies::put(s, who, to, height);
    *looks = (facing, looks.1 || turn > 0);
    let creature = s.creature_mut(who);
    (creature.odd, creature.facing) = (spot.odd, facing.unwrap_or(creature.facing));
    way.pay(cost);
    if there.is_empty() {
        way.free = movement::place(s, who);
    }
    Ok(true)
}

/// What has been flown is counted; whoever has come down to the ground stands on it. (`fly.minimum`)
fn settle<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, spent: i32) -> OrHalt<T> {
    let creature = s.creature_mut(who);
    creature.flown = creature.flown.saturating_add(i16::try_from(spent).unwrap_or(i16::MAX));
    if bodies::is_grounded(g, s, who) {
        let level = bodies::level(g, &bodies::body(g, s, who));
        let at = s.creature(who).at;
        bodies::put(s, who, at, level);
        s.creature_mut(who).plights.set(Plight::Flying, false);
    }
    ground::arrive(g, s, t, who)
}
