//! Flight. (`fly`, `fly.*`, `ruling.flight`)

use skirmish_grid::{Facing, Square, Steps};
use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Event, Gait, Mode, Plight, Setup, State, Trigger};
use crate::rules::movement::paths::{self, Spot};
use crate::rules::movement::{self, Left};
use crate::rules::{OrHalt, Table, bodies, ground, ready};

/// What a flight costs: five feet for each square ahead, more for turns and for height. Also where one looks then.
/// (`fly.turn`, `fly.ascend`, `fly.descend`, `fly.improved`)
pub fn cost(g: &Setup, s: &State, who: Id, steps: Steps, climb: i16) -> Option<(i32, Facing)> {
    let creature = s.creature(who);
    let improved = g.sheet(who).modes.has(Mode::ImprovedFlight);
    // On take-off one may look anywhere.
    let mut facing = creature.is(Plight::Flying).then_some(creature.facing);
    let mut sum = height_cost(g, who, climb);
    // One rises first, and comes down last.
    let mut spot = Spot::of(s, who);
    spot.height = spot.height.saturating_add(climb.max(0));
    for to in steps.cells(creature.at) {
        let way = Facing::toward(spot.at, to)?;
        sum += spot.go(g, s, who, Gait::Fly, to, 0)?;
        let turns = facing.map_or(0, |facing| eighths(facing, way));
        if !improved {
            sum += turns * g.rules.fly_turn;
        }
        facing = Some(way);
    }
    Some((sum, facing.unwrap_or(creature.facing)))
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
    let Some((cost, facing)) = cost(g, s, who, steps, climb) else { return Ok(None) };
    let start = s.creature(who).at;
    let improved = g.sheet(who).modes.has(Mode::ImprovedFlight);
    let creature = s.creature_mut(who);
    creature.plights.set(Plight::Flying, true);
    creature.plights.set(Plight::Climbing, false);
    (creature.fallen, creature.eased) = (0, 0);
    rise(s, who, start, climb.max(0));
    let watched = ready::is_awaited(s, who);
    let mut spent = height_cost(g, who, climb.max(0));
    for to in steps.cells(start) {
        let from = s.creature(who).at;
        if watched {
            ready::moment(g, s, t, Trigger::Moves, who)?;
        }
        if movement::meets(g, s, t, who, to) {
            return settle(g, s, t, who, spent).map(|()| None);
        }
        let free = paths::may_end(g, s, who, to) || passes(g, s, who, to);
        if s.creature(who).at != from || s.creature(who).is_helpless() || !s.creature(who).is(Plight::Flying) || !free {
            t.tell(|| Event::Stopped { who, why: rule::RULING_INTERRUPTED_MOVE });
            return settle(g, s, t, who, spent).map(|()| None);
        }
        let height = s.creature(who).height;
        let mut spot = Spot::of(s, who);
        spent += spot.go(g, s, who, Gait::Fly, to, 0).unwrap_or(bodies::SQUARE);
        bodies::put(s, who, to, height);
        s.creature_mut(who).odd = spot.odd;
        if watched {
            ready::moment(g, s, t, Trigger::Nears, who)?;
        }
    }
    if s.creature(who).is_helpless() {
        return settle(g, s, t, who, spent).map(|()| None);
    }
    let down = climb.min(0);
    let end = s.creature(who).at;
    rise(s, who, end, down);
    s.creature_mut(who).facing = facing;
    settle(g, s, t, who, cost)?;
    super::tell_of(g, s, t, who, cost, Gait::Fly);
    for (yes, why) in [
        (climb > 0 && !improved, rule::FLY_ASCEND),
        (climb < 0, rule::FLY_DESCEND),
        (climb > 0 && improved, rule::FLY_IMPROVED),
        (s.creature(who).flown >= g.sheet(who).speed, rule::FLY_MINIMUM),
        (cost > bodies::SQUARE * steps.len() as i32 + height_cost(g, who, climb), rule::FLY_TURN),
    ] {
        if yes {
            t.tell(|| Event::Rough { who, why });
        }
    }
    Ok(Some(feet - cost))
}

fn passes(g: &Setup, s: &State, who: Id, to: Square) -> bool {
    let body = bodies::body(g, s, who).at(to);
    let tied = bodies::bound(s, who);
    s.everybody().all(|other| {
        tied.has(other)
            || !bodies::body(g, s, other).overlaps(&body)
            || paths::passage(g, s, who, other) != paths::Passage::Push
    })
}

fn rise(s: &mut State, who: Id, at: Square, feet: i16) {
    let height = s.creature(who).height.saturating_add(feet);
    bodies::put(s, who, at, height);
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
