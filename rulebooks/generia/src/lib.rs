//! Generia, as published on the Generia rules site, for Skirmish.
//!
//! Rounds of one turn each; an Attack, a Utility and a Movement Action in a turn; a d20 against a d12 that the defender
//! chooses how to throw; armour that must be overcome; spells that are kept up. The nouns are in `model`. The rules are in
//! `rules`, a room for each chapter of the book: `clock` (rounds, turns), `initiative`, `turn`, `judge` and `options` (what
//! may be chosen), `attack` and `defence`, `damage` (hits, wounds), `movement`, `conditions`, `magic`, `lines` (sight,
//! facing, cover). What people read and write is in `text`. Rule ids and house rules are in `rules.toml`.

// What forbids something is said in every room.
#[macro_use(refuse_if)]
extern crate skirmish_bookkit;

mod book;
mod catalogue;
mod game;
mod model;
mod policy;
mod rules;
mod text;
#[cfg(feature = "unit-tests")]
#[doc(hidden)]
pub mod unit_tests;

pub use game::{BOOK, game};
pub use model::{Ask, Choice, Defend, Generia, Setup, State, Zone};
pub use policy::Plain;
