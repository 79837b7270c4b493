//! Policies that think: they play the running step again with one choice or another, and take the one that does best.
//!
//! - [`Greedy`] looks to the end of the step, by exact chances where these are few, else by samples, and takes what
//!   stands best by the book's own [score](skirmish_kernel::Measures::score).
//! - [`Rollout`] fights on after each choice, to the end or a good way towards it, and counts victories.
//! - [`Mcts`] grows a tree of choices and dice, for all sides, where it promises most.
//!
//! They know no game. Whatever they do not think about, and what others do meanwhile, is left to the book's plain policy,
//! and where nothing is better beyond chance they do what it would do. They see what their side may know: what others
//! have chosen in secret is not in the [step so far](skirmish_kernel::StepSoFar) they are handed, and the rest of what is hidden
//! is [supposed](skirmish_kernel::Viewing::suppose) anew for each sample. At each decision they draw one number from
//! the stream of policies, and from it a stream of their own: with a counted [budget](skirmish_kernel::Effort) the same
//! fight is the same everywhere.
//!
//! ```
//! use skirmish_elemental_d6::BOOK;
//! use skirmish_kernel::{Effort, Source, Viewer};
//! use skirmish_tactics::Rollout;
//!
//! let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").unwrap();
//! let mut battle = BOOK.session(&Source::new(duel.name, duel.text), Some(1)).unwrap();
//! let mut policy = Rollout::new(BOOK.plain, Effort::Count(20));
//! // Two rounds, by one who thinks: dice from the battle's own seed.
//! while battle.place().round < 3 && (battle.roll() || battle.decide(&mut policy)) {}
//! assert!(battle.view(Viewer::GameMaster).clock.starts_with("round"));
//! ```
//!
//! By name, as the command line has them:
//!
//! ```
//! use skirmish_elemental_d6::BOOK;
//!
//! assert!(BOOK.policy("mcts:300").is_ok() && BOOK.policy("rollout:20ms").is_ok());
//! assert_eq!(BOOK.policy("rolout").err().unwrap().what, "there is no policy `rolout`");
//! ```

mod budget;
mod careless;
mod greedy;
mod mcts;
mod question;
mod race;
mod rollout;
mod sample;
mod weighed;
mod worth;

use skirmish_kernel::{Maker, Policy, PolicyName, Scribe};

pub use careless::Careless;
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use rollout::Rollout;

/// The policy of a name that [thinks](PolicyName::thinks), with the book's plain one for what it leaves to others; of any
/// other name the plain one.
#[must_use]
pub fn thinker<B: Scribe>(plain: Maker<B>, name: PolicyName) -> Box<dyn Policy<B> + Send> {
    match name {
        PolicyName::Plain | PolicyName::Random => plain(),
        PolicyName::Greedy => Box::new(Greedy::new(plain)),
        PolicyName::Rollout(effort) => Box::new(Rollout::new(plain, effort)),
        PolicyName::Mcts(effort) => Box::new(Mcts::new(plain, effort)),
        PolicyName::Easy => Box::new(Careless::new(plain)),
    }
}
