//! Whole small fights, exactly: how likely each side is to win, in which round, with what left.
//!
//! A [prospect](skirmish_kernel::Prospect) says where each state of a fight can lead; in here probability is shifted from
//! state to state until next to nothing is left in play. Nothing is sampled: what is not known is how the [part that is
//! left](Solution::left) would have ended, and it is said how much that is. Nothing in here knows a game.

mod best;
mod circles;
mod endless;
mod law;
mod paths;
mod shift;
mod solution;

pub use best::solve_best;
pub use law::Law;
pub use shift::{Order, Watch, solve};
pub use solution::{Solution, Stopped};
