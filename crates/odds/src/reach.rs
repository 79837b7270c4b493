//! First as if nothing that lasts for long ever ended, and only where that is too little with everything counted.

use skirmish_kernel::Prospect;

use crate::shift::{Order, Watch, solve};
use crate::solution::{Solution, Stopped};

/// What lasts longer than so many rounds is first taken to last for ever. Few fights are that long, and what lasts longer is mostly what
/// outlasts any of them.
const HORIZON: u32 = 100;

/// Follows a fight to its end. `prospect` is asked for one that says the truth for so many [rounds](skirmish_kernel::Outlook::horizon): where
/// durations are not counted down in it, it has far fewer states. Where such a fight may go on for longer, one is asked for that counts
/// them all, and of both what leaves less in play is told.
///
/// # Errors
/// Those of `prospect`.
pub fn solve_far<'p, E>(
    mut prospect: impl FnMut(Option<u32>) -> Result<Box<dyn Prospect + 'p>, E>,
    order: &Order,
    watch: &dyn Watch,
) -> Result<Solution, E> {
    let mut near = prospect(Some(HORIZON))?;
    let found = solve(&mut *near, order, watch);
    let outlasts = near.horizon().is_some_and(|horizon| horizon < order.most_rounds);
    drop(near);
    let was_short = matches!(found.stopped, Stopped::Done | Stopped::Rounds) && found.left > order.left;
    if !outlasts || !was_short {
        return Ok(found);
    }
    let all = solve(&mut *prospect(None)?, order, watch);
    // Where less is known with everything counted, the reason why no more is known is still what stopped that.
    Ok(if all.left <= found.left { all } else { Solution { stopped: all.stopped, ..found } })
}
