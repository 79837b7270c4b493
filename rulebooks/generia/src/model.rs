//! The nouns: what a battle is made of, what is asked, answered and told. They import no rule.

mod ability;
mod actions;
pub mod ask;
mod conditions;
mod events;
mod fighter;
mod setup;
mod sheet;
mod state;
mod suffered;

pub use ability::*;
pub use actions::*;
pub use ask::Ask;
pub use conditions::*;
pub use events::*;
pub use fighter::*;
pub use setup::*;
pub use sheet::*;
pub use state::*;
pub use suffered::*;

/// Generia.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Generia;
