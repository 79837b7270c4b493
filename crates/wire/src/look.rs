//! Requests that change nothing.

use skirmish_kernel::{Battle, Follow, Inquiry, PolicyName, Refused, Samples, Seen, Viewer};

use crate::{Found, Present, Want};

/// Answers a request that only looks, with a viewer's eyes; none for a request that does something.
///
/// # Errors
/// Why it cannot be told, or not to this viewer.
pub fn look(battle: &dyn Battle, viewer: Viewer, paused: bool, want: &Want) -> Option<Result<Found, Refused>> {
    let seen = battle.seen_by(viewer);
    Some(match want {
        Want::State {} => Ok(Found::State(Box::new(Present::seen_by(battle, viewer, paused)))),
        Want::Log {} => Ok(Found::Log(seen.steps(None).into_iter().flat_map(|step| seen.log(step)).collect())),
        Want::Odds { choice, .. } => {
            let inquiry = inquiry(battle, want)?;
            seen.odds(&inquiry).map(|odds| Found::Odds(crate::odds(choice.as_deref(), &odds)))
        }
        Want::Facts { choice } => seen.facts(choice).map(Found::Facts),
        Want::Sheet { who } => seen.sheet(who).map(Found::Sheet),
        Want::Read { path } => seen.read(path).map(Found::Value),
        Want::Between { from, to } => seen.between(from, to).map(Found::Facts),
        Want::Propose { policy } => {
            let usual = PolicyName::default().to_string();
            let proposal = seen.propose(policy.as_ref().unwrap_or(&usual));
            proposal.map(|proposal| {
                let (choice, why) = proposal.map(|proposal| (proposal.choice, proposal.why)).unzip();
                Found::Proposal { choice, why: why.flatten() }
            })
        }
        _ => return None,
    })
}

/// Refuses an entry that there is not, as this viewer counts: from 0, as every number of an entry is told. `goto` may go where nothing
/// has been given yet, and to what was taken back; `change` may not.
///
/// # Errors
/// How many there are.
pub fn entry_is_there(seen: &dyn Seen, want: &Want) -> Result<(), String> {
    let (entry, given) = match want {
        Want::Goto { entry } => (*entry, seen.len() + seen.redo_len() + 1),
        Want::Change { entry, .. } => (*entry, seen.len()),
        _ => return Ok(()),
    };
    match given.checked_sub(1) {
        Some(last) if entry > last => Err(format!("there is no entry {entry}: they go from 0 to {last} here")),
        Some(_) => Ok(()),
        None => Err("there is no entry yet".into()),
    }
}

/// What a request for odds inquires.
#[must_use]
pub fn inquiry(battle: &dyn Battle, want: &Want) -> Option<Inquiry> {
    let Want::Odds { choice, through, acts, budget, samples, seed } = want else { return None };
    let mut inquiry = Inquiry::of(choice.as_deref());
    if *through {
        inquiry = inquiry.through();
    }
    if let Some(acts) = acts {
        inquiry.follow = Follow::Acts((*acts).clamp(1, Follow::MOST));
    }
    if let Some(budget) = budget {
        inquiry = inquiry.within(*budget);
    }
    let seed = seed.unwrap_or(battle.seed());
    inquiry.samples = (*samples > 0).then_some(Samples { count: *samples, seed });
    Some(inquiry)
}
