//! What no rule reads again. States that differ in nothing else play on equally: whole fights have so many fewer of them.

use skirmish_kernel::{Ids, put_in_order, renumber};

use crate::model::{Condition, Given, Phase, Spent, Stage, State};

/// Leaves out of a state between two steps whatever is made anew before it is read, or is never read.
pub fn forget(s: &mut State) {
    if s.phase == Phase::Combat {
        // The first round has its initiative already; a later one may throw it anew.
        s.round = s.round.min(2);
        forget_initiative(s);
        forget_attackers(s);
        forget_turns(s);
    }
    s.creatures.iter_mut().for_each(|creature| in_any_order(&mut creature.conditions));
    put_in_order(&mut s.also, |also| (also.who, also.condition.kind as u16));
    s.serial = renumber(s, each_serial).unwrap_or(s.serial);
}

/// Penalties, conditions and areas that last longer than so many rounds last for ever, as far as can be seen.
pub fn outlast(s: &mut State, rounds: u32) -> bool {
    // A Phase that the game master lets pass takes rounds off at once.
    if s.phase != Phase::Combat || !s.requests.is_empty() {
        return false;
    }
    let mut any = false;
    let mut see = |left: &mut u16| {
        if u32::from(*left) > rounds {
            (*left, any) = (u16::MAX, true);
        }
    };
    for creature in &mut s.creatures {
        see(&mut creature.penalty_rounds);
        creature.conditions.iter_mut().for_each(|condition| see(&mut condition.rounds));
    }
    s.also.iter_mut().for_each(|also| see(&mut also.condition.rounds));
    s.areas.iter_mut().for_each(|area| see(&mut area.rounds));
    any
}

/// What was thrown for initiative is read again where somebody finds a new place in the order: whoever gets off a
/// mount. Of two who fight each other nobody ever does.
fn forget_initiative(s: &mut State) {
    let all_placed = s.order.len() == s.creatures.len();
    if s.creatures.len() == 2 && all_placed {
        s.creatures.iter_mut().for_each(|creature| creature.initiative = creature.initiative.map(|_| 0));
    }
}

/// Who has attacked somebody is asked by another one who does, and in the same round.
fn forget_attackers(s: &mut State) {
    let is_read = !s.fresh && s.creatures.len() > 2;
    let last = s.attacked.iter().rposition(|attackers| is_read && !attackers.is_empty());
    match last {
        Some(last) => s.attacked.truncate(last + 1),
        // Without its memory: of these states there are hundreds of thousands.
        None => s.attacked = Vec::new(),
    }
}

/// Turns give back what turns have spent.
fn forget_turns(s: &mut State) {
    // Only before the first act of a turn something else is asked.
    s.acts = s.acts.min(1);
    if s.stage == Stage::Start && !s.fresh {
        (s.reacted, s.defended) = (Ids::NONE, Ids::NONE);
        s.creatures.iter_mut().for_each(|creature| creature.given = Given::default());
    }
    for creature in s.creatures.iter_mut().filter(|creature| !creature.spent.in_turn) {
        let Spent { moved, walked, .. } = creature.spent;
        // How far a mount has gone counts in the turn of whoever has mounted it.
        creature.spent = match creature.rider {
            Some(_) => Spent { moved, walked, ..Spent::default() },
            None => Spent::default(),
        };
    }
}

/// Conditions with a save are looked at in the order in which they came, all others by their kind.
fn in_any_order(conditions: &mut [Condition]) {
    put_in_order(conditions, |condition| condition.kind.save().is_none().then_some(condition.kind as u16));
}

/// Every serial number in the state.
fn each_serial(s: &mut State, see: &mut dyn FnMut(&mut u16)) {
    for creature in &mut s.creatures {
        creature.concentration.iter_mut().for_each(|kept| see(&mut kept.serial));
        creature.conditions.iter_mut().filter_map(|condition| condition.spell.as_mut()).for_each(&mut *see);
    }
    s.also.iter_mut().filter_map(|also| also.condition.spell.as_mut()).for_each(&mut *see);
    s.areas.iter_mut().for_each(|area| see(&mut area.serial));
}
