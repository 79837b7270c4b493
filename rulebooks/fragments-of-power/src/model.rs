//! The nouns of the book: sheets, the setup, the state, what may be asked and answered, what happens. None of them knows
//! a rule.

mod acts;
pub mod ask;
mod conditions;
mod events;
mod gear;
mod ground;
mod setup;
mod sheet;
mod spell;
mod state;
pub mod stats;
mod sweeps;

pub use acts::*;
pub use ask::Ask;
pub use conditions::*;
pub use events::*;
pub use gear::*;
pub use ground::*;
pub use setup::*;
pub use sheet::*;
pub use spell::*;
pub use state::*;
pub use sweeps::*;

/// Fragments of Power.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fragments;
