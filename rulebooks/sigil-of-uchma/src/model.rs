//! The nouns of the book: sheets, the setup, the state, what may be asked and answered, what happens. None of them knows
//! a rule.

mod ability;
mod acts;
pub mod ask;
mod events;
mod ground;
mod setup;
mod sheet;
mod state;
pub mod stats;

pub use ability::*;
pub use acts::*;
pub use events::*;
pub use ground::*;
pub use setup::*;
pub use sheet::*;
pub use state::*;

/// What bears on an event by its circumstances.
pub use skirmish_bookkit::events::Cites;

skirmish_bookkit::people!(Setup, State, Sheet, Creature; weapon: Weapon = weapons, ability: Ability = abilities);

/// Sigil of Uchma.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sigil;
