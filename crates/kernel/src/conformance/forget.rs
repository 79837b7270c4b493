//! What a book forgets is read by no rule again.

use super::open;
use crate::{Autoplay, Book, Embedded, Flow, Scribe};

/// Steps of one fight that are looked at.
const MOST_STEPS: u64 = 4_000;

/// What lasts longer than so many rounds is taken to last for ever.
const LONG: u32 = 4;

/// Each step of some fights goes the same way from the state that has been [forgotten](crate::Rulebook::forget): with the
/// same dice and policies it ends as it would have, but for what is forgotten once more. In every other fight what lasts for more than
/// a few rounds is also taken to [outlast](crate::Rulebook::outlast) it: a step is shorter. In a
/// [last round](crate::Rulebook::most_rounds) nothing is promised.
///
/// # Errors
/// The step, and what became of both.
pub fn forgetting_changes_nothing<B: Scribe>(book: Book<B>, encounter: &Embedded, count: u64) -> Result<(), String> {
    let session = open::<B>(encounter, 0)?;
    for policy in ["plain", "random"] {
        for fight in 0..count {
            let at = |why: String| format!("{}, fight {fight}, {policy}: {why}", encounter.name);
            fight_goes_the_same(book, session.setup(), policy, fight).map_err(at)?;
        }
    }
    Ok(())
}

fn fight_goes_the_same<B: Scribe>(book: Book<B>, g: &B::Setup, policy: &str, fight: u64) -> Result<(), String> {
    let mut player = book.policy(policy).map_err(|unknown| unknown.to_string())?;
    let mut table = Autoplay::<B, _>::new(g, &mut *player, 0, fight);
    let mut state = B::begin(g);
    for step in 0..MOST_STEPS {
        // There the battle may end, as the forgotten one does not.
        if B::most_rounds(g).is_some_and(|most| B::place(&state).round >= most) {
            return Ok(());
        }
        // One round later there is a round less to be seen of what does not last for ever.
        let forget = |state: &mut B::State, rounds: u32| {
            B::forget(state);
            fight % 2 == 1 && B::outlast(state, rounds)
        };
        let mut forgotten = state.clone();
        forget(&mut forgotten, LONG);
        let rounds = [B::place(&state).round, B::place(&forgotten).round];
        table.restart(fight, step);
        let flow = table.step(&mut state);
        table.restart(fight, step);
        let flow_forgotten = table.step(&mut forgotten);
        let passed = |now: &B::State, before: u32| B::place(now).round.saturating_sub(before);
        if passed(&state, rounds[0]) != passed(&forgotten, rounds[1]) {
            return Err(format!("step {step} takes another number of rounds: {state:?}, forgotten {forgotten:?}"));
        }
        if flow != flow_forgotten {
            return Err(format!("step {step} ends as {flow:?}, forgotten as {flow_forgotten:?}"));
        }
        let mut known = state.clone();
        forget(&mut known, LONG - 1);
        forget(&mut forgotten, LONG - 1);
        if known != forgotten {
            return Err(format!("step {step} comes to {known:?}, forgotten to {forgotten:?}"));
        }
        if flow != Flow::On {
            return Ok(());
        }
    }
    Ok(())
}
