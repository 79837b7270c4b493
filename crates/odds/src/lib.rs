//! Whole small fights, exactly: how likely each side is to win, in which round, with what left.
//!
//! A [prospect](skirmish_kernel::Prospect) says where each state of a fight can lead; in here probability is shifted from
//! state to state until next to nothing is left in play. Nothing is sampled: what is not known is how the [part that is
//! left](Solution::left) would have ended, and it is said how much that is. Nothing in here knows a game.
//!
//! ```
//! use skirmish_kernel::{Inquiry, Outlook};
//! use skirmish_odds::{Order, solve};
//!
//! let found = skirmish_shelf::find_encounter("parry-yard").unwrap();
//! let mut battle = found.game.open(&found.source(), Some(7)).unwrap();
//! while battle.roll().is_ok() {}
//!
//! // What may come of a choice until its step ends: the kernel knows.
//! let odds = battle.odds(&Inquiry::of(Some("sprint"))).unwrap();
//! assert!(odds.sampled.is_none() && odds.gauges.iter().any(|gauge| gauge.gauge == "energy"));
//!
//! // How the whole battle may end from here, if it is small enough: it is followed until it ends, or to a limit.
//! let mut prospect = battle.prospect(Some("sprint"), &Outlook::default()).unwrap();
//! let solution = solve(&mut *prospect, &Order { most_states: 50, ..Order::default() }, &());
//! assert!((solution.over() + solution.endless + solution.left - 1.0).abs() < 1e-9);
//! ```

mod best;
mod choices;
mod circles;
mod each;
mod endless;
mod law;
mod paths;
mod reach;
mod shift;
mod solution;

pub use best::solve_best;
pub use choices::{Limits, Look, Plan, USUAL_BUDGET, USUAL_SAMPLES, look_at_each};
pub use each::solve_each;
pub use law::Law;
pub use reach::solve_far;
pub use shift::{Order, Watch, solve};
pub use solution::{Solution, Stopped};
