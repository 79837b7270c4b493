//! Calling minions. (`summon.*`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids};

use crate::catalogue::{MinionLate, rule};
use crate::model::{Cites, Condition, Creature, Event, Setup, State};
use crate::rules::{OrHalt, Table, bodies, effects, order};

/// Those of a kind who are set up for somebody to call.
fn reserves(g: &Setup, s: &State, by: Id, creature: u8) -> Ids {
    let own = |id: &Id| {
        let sheet = g.sheet(*id);
        sheet.reserve == Some(creature) && sheet.summoner == Some(by)
    };
    g.ids().take(s.creatures.len()).filter(own).collect()
}

/// Somebody who can be called by another now: one of those that were set up for it and have not come, or else the place of
/// one that is gone since an earlier round.
pub fn reserve(g: &Setup, s: &State, by: Id, creature: u8) -> Option<Id> {
    let all = reserves(g, s, by, creature);
    let free = |id: &Id| !s.creature(*id).is_here() && !effects::owns(s, *id);
    let new = all.iter().filter(free).find(|id| s.creature(*id).condition == Condition::Away);
    new.or_else(|| all.iter().filter(free).find(|id| !s.order.iter().any(|slot| slot.who == *id)))
}

/// How many of a kind somebody can have there at once.
pub fn places(g: &Setup, s: &State, by: Id, creature: u8) -> i32 {
    i32::try_from(reserves(g, s, by, creature).iter().count()).unwrap_or(i32::MAX)
}

/// A minion comes. (`summon.control`, `summon.first-turn`)
pub fn come<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, creature: u8, at: Square) -> OrHalt<T> {
    let Some(who) = reserve(g, s, by, creature) else { return Ok(()) };
    let mut new = Creature::new(g, who);
    (new.at, new.altitude, new.condition) = (at, 0, Condition::Conscious);
    *s.creature_mut(who) = new;
    s.able.set(who, true);
    s.had.set(who, false);
    s.settled = false;
    let (own, its) = (order::dealt(g, s, by), order::value(g, s, who));
    let in_turn = s.active() == Some(by);
    let (after, late) = match () {
        () if in_turn && its > own => (true, false),
        () if in_turn => (false, false),
        () if s.slot().is_none() => (false, true),
        () if !order::has_passed(g, s, who) => (false, false),
        () => (g.rules.minion_late == MinionLate::AfterCurrent, g.rules.minion_late == MinionLate::None),
    };
    t.tell(|| {
        let mut why = Cites::of(&[rule::SUMMON_FIRST_TURN]);
        why.when(its != own, rule::SUMMON_INITIATIVE);
        Event::Came { who, by, at, why }
    });
    match () {
        () if after => order::follow(g, s, who),
        () if late => {}
        () => order::enter(g, s, t, who)?,
    }
    Ok(())
}

/// May somebody be called into that square? (`summon.control`)
pub fn has_room(g: &Setup, s: &State, who: Id, at: Square) -> bool {
    bodies::has_room(g, s, who, g.sheet(who).own.size, at, 0)
}
