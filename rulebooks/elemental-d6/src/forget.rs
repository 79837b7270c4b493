//! What no rule reads again, so that equal situations become equal states.

use arrayvec::ArrayVec;

use crate::state::{Phase, State};

/// Serial numbers in use at once, at most; a battle that has more keeps its numbers.
const MOST_SERIALS: usize = 64;

/// Drops the number of the round (everything timed is counted from now instead), what initiative was thrown, and gaps
/// in serial numbers.
pub fn forget(s: &mut State) {
    if s.phase != Phase::Combat {
        return;
    }
    // Whoever has thrown is in the ranking; only those who have not are placed by their score.
    s.creatures.iter_mut().for_each(|creature| creature.score = creature.score.map(|_| 0));
    renumber(s);
    // Round 1 is special (lateness), so later rounds are shifted to round 2.
    if s.time.round < 2 {
        return;
    }
    let by = s.time.round - 2;
    let shift = |round: u32| round.saturating_sub(by);
    s.time.round = 2;
    for creature in &mut s.creatures {
        creature.acts_from = 1;
        creature.cooldowns.iter_mut().for_each(|(_, from)| *from = shift(*from));
        creature.cooldowns.retain(|(_, from)| *from > 2);
        for condition in &mut creature.conditions {
            // Whether it began in this round or before is all that is ever asked.
            condition.since.round = shift(condition.since.round).clamp(1, 2);
            if let Some(until) = &mut condition.until {
                until.round = shift(until.round);
            }
        }
    }
    for built in &mut s.structures {
        if let Some(until) = &mut built.until {
            until.round = shift(until.round);
        }
    }
}

/// Serial numbers say which came first, and nothing else: they are numbered anew from 1.
fn renumber(s: &mut State) {
    let mut used: ArrayVec<u16, MOST_SERIALS> = ArrayVec::new();
    let mut fits = true;
    each(s, |serial| fits &= used.contains(serial) || used.try_push(*serial).is_ok());
    if !fits {
        return;
    }
    used.sort_unstable();
    each(s, |serial| {
        let at = used.iter().position(|known| known == serial).unwrap_or(0);
        *serial = u16::try_from(at + 1).unwrap_or(u16::MAX);
    });
    s.serial = u16::try_from(used.len()).unwrap_or(u16::MAX);
}

/// Every serial number in the state.
fn each(s: &mut State, mut see: impl FnMut(&mut u16)) {
    for creature in &mut s.creatures {
        creature.moves.iter_mut().for_each(|running| see(&mut running.serial));
        creature.top.iter_mut().for_each(&mut see);
        creature.counter.iter_mut().for_each(|counter| see(&mut counter.against));
    }
    s.flights.iter_mut().for_each(|flight| see(&mut flight.serial));
    s.pushes.iter_mut().for_each(|push| see(&mut push.serial));
    s.structures.iter_mut().for_each(|built| see(&mut built.serial));
}
