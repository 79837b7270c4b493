//! Many fights: who wins how often, after how many rounds, with what left, and by which means.
//!
//! An encounter that is [ready to be fought](skirmish_kernel::Fights) is fought as often as somebody [orders](Order), on
//! as many threads as they like; what comes of it is counted in whole numbers and depends on the encounter, the seed and
//! the order alone, to the last bit. Nothing in here knows a game.
//!
//! ```
//! use skirmish_sim::{Order, simulate};
//!
//! let found = skirmish_shelf::find_encounter("parry-yard").unwrap();
//! let fights = found.game.fights(&found.source(), Some(7)).unwrap();
//! let report = simulate(&*fights, &Order { fights: 500, threads: 2, ..Order::default() }, &()).unwrap();
//!
//! let chance = report.chance_of(0);
//! assert!(chance.low <= chance.p && chance.p <= chance.high);
//! // The one that lasted longest, as a battle that can be played, told and saved.
//! let longest = fights.battle(report.longest().unwrap());
//! assert_eq!(longest.fight_number(), report.longest().unwrap());
//! ```
//!
//! Who plays best, of the policies that there are:
//!
//! ```
//! use skirmish_sim::{LadderOrder, ladder};
//!
//! let found = skirmish_shelf::find_encounter("parry-yard").unwrap();
//! let fights = found.game.fights(&found.source(), Some(7)).unwrap();
//! let policies = vec!["plain".to_owned(), "random".to_owned()];
//! let ladder = ladder(&*fights, &LadderOrder { policies, fights: 20, ..LadderOrder::default() }, &()).unwrap();
//!
//! let best = ladder.rungs()[0];
//! assert_eq!((ladder.policies[best.policy].as_str(), best.fights), ("plain", 40));
//! ```

mod batch;
mod heard;
mod histogram;
mod ladder;
mod played;
mod record;
mod report;
mod tally;
mod telling;
mod threads;

pub use batch::{Order, Watch, resume, simulate, stretch};
pub use heard::{DeedTally, HeardTally, RuleTally};
pub use histogram::{Bin, Histogram};
pub use ladder::{Ladder, LadderOrder, Meeting, Rung, ladder};
pub use played::{Ended, play, round, saved};
pub use record::{Record, Winner};
pub use report::{Report, Stopped};
pub use skirmish_kernel::Interval;
pub use tally::{Fallen, Tally};
pub use threads::{each, each_with, processors};
