//! The rules, a file for each chapter of the page.

pub mod abilities;
pub mod attack;
pub mod bodies;
pub mod clock;
pub mod damage;
pub mod dying;
pub mod effects;
pub mod falls;
pub mod forms;
pub mod goals;
pub mod groups;
pub mod invariant;
pub mod judge;
pub mod lines;
pub mod movement;
pub mod options;
pub mod order;
pub mod parting;
pub mod patches;
pub mod paths;
pub mod position;
pub mod precision;
pub mod prepared;
pub mod senses;
pub mod summon;
pub mod turn;
pub mod walker;

#[cfg(feature = "unit-tests")]
pub mod tests;

skirmish_bookkit::at_table!(crate::Sigil);
