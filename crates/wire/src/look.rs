//! Requests that change nothing.

use skirmish_kernel::{Battle, Inquiry, Refused, Samples, Viewer};

use crate::{Ask, Found, State};

/// Answers a request that only looks, with a viewer's eyes; none for a request that does something.
///
/// # Errors
/// Why it cannot be told, or not to this viewer.
pub fn look(battle: &dyn Battle, viewer: Viewer, paused: bool, ask: &Ask) -> Option<Result<Found, Refused>> {
    let seen = battle.seen_by(viewer);
    Some(match ask {
        Ask::State {} => Ok(Found::State(Box::new(State::seen_by(battle, viewer, paused)))),
        Ask::Log {} => Ok(Found::Log(seen.steps(None).into_iter().flat_map(|step| seen.log(step)).collect())),
        Ask::Odds { choice, .. } => {
            let inquiry = inquiry(battle, ask)?;
            seen.odds(&inquiry).map(|odds| Found::Odds(crate::odds(choice.as_deref(), &odds)))
        }
        Ask::Facts { choice } => seen.facts(choice).map(Found::Facts),
        Ask::Sheet { who } => seen.sheet(who).map(Found::Sheet),
        Ask::Read { path } => seen.read(path).map(Found::Value),
        Ask::Between { from, to } => seen.between(from, to).map(Found::Facts),
        Ask::Propose { policy } => Ok(Found::Choice(seen.propose(policy.as_deref().unwrap_or("plain")))),
        _ => return None,
    })
}

/// What a request for odds inquires.
#[must_use]
pub fn inquiry(battle: &dyn Battle, ask: &Ask) -> Option<Inquiry> {
    let Ask::Odds { choice, through, budget, samples, seed } = ask else { return None };
    let mut inquiry = Inquiry::of(choice.as_deref());
    if *through {
        inquiry = inquiry.through();
    }
    if let Some(budget) = budget {
        inquiry = inquiry.within(*budget);
    }
    let seed = seed.unwrap_or(battle.seed());
    inquiry.samples = (*samples > 0).then_some(Samples { count: *samples, seed });
    Some(inquiry)
}
