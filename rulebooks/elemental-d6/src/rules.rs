//! The rules, a file for each chapter of the book. They know the nouns and each other, and nobody who tells of them.
//!
//! A rule that asks the table hands on its halt with `?`: that is the one error there is where `OrHalt` stands.

pub mod actions;
mod advantage;
pub mod attack;
pub mod before_combat;
pub mod clock;
pub mod conditions;
pub mod damage;
pub mod defence;
pub mod forget;
pub mod initiative;
pub mod invariant;
pub mod lines;
pub mod movement;
pub mod structures;
pub mod trade;
pub mod triggers;
pub mod turn;
mod upkeep;

skirmish_bookkit::at_table!(crate::model::Elemental);
