//! The nouns of the book: sheets, the setup, the state, what may be asked and answered, what happens. None of them knows
//! a rule.

mod actions;
pub mod ask;
mod events;
mod fighter;
mod setup;
mod sheet;
mod sightlines;
mod state;

pub use actions::*;
pub use ask::Ask;
pub use events::*;
pub use fighter::Fighter;
pub use setup::*;
pub use sheet::*;
pub use sightlines::Sightlines;
pub use state::*;

/// Elemental D6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Elemental;
