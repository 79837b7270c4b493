//! What no rule reads again, so that equal situations become equal states.

use skirmish_kernel::renumber;

use crate::model::{Phase, State};

/// Drops the number of the round (everything timed is counted from now instead), what initiative was thrown, and gaps
/// in serial numbers.
pub fn forget(s: &mut State) {
    if s.phase != Phase::Combat {
        return;
    }
    // Whoever has thrown is in the ranking. Only a newcomer who is yet to throw is placed by everybody's score.
    if !s.creatures.iter().any(|creature| creature.score.is_none() && !creature.gone) {
        s.creatures.iter_mut().for_each(|creature| creature.score = creature.score.map(|_| 0));
    }
    s.serial = renumber(s, each).unwrap_or(s.serial);
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

/// Every serial number in the state.
fn each(s: &mut State, see: &mut dyn FnMut(&mut u16)) {
    for creature in &mut s.creatures {
        creature.moves.iter_mut().for_each(|running| see(&mut running.serial));
        creature.top.iter_mut().for_each(&mut *see);
        creature.counter.iter_mut().for_each(|counter| see(&mut counter.against));
    }
    s.flights.iter_mut().for_each(|flight| see(&mut flight.serial));
    s.pushes.iter_mut().for_each(|push| see(&mut push.serial));
    s.structures.iter_mut().for_each(|built| see(&mut built.serial));
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::conformance::open;

    use super::forget;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Creature, Elemental};

    /// A newcomer is placed by the scores of all who are there: they are kept until it has thrown.
    pub fn scores_are_kept_for_a_newcomer() {
        let duel = ENCOUNTERS.iter().find(|encounter| encounter.name == "duel").expect("it comes with the book");
        let mut session = open::<Elemental>(duel, 1).expect("it can be read");
        while session.roll() {}
        let mut s = session.state().clone();
        s.creatures.iter_mut().for_each(|creature| creature.score = Some(3));
        let scores = |s: &crate::model::State| s.creatures.iter().map(|c| c.score).collect::<Vec<_>>();

        let mut alone = s.clone();
        forget(&mut alone);
        assert!(scores(&alone).iter().all(|score| *score == Some(0)), "nobody reads them: {:?}", scores(&alone));

        s.creatures.push(Creature { acts_from: 1, ..Creature::default() });
        let before = scores(&s);
        forget(&mut s);
        assert_eq!(scores(&s), before, "the newcomer is yet to throw");
    }
}
