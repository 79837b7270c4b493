//! Sigil of Uchma, as published on sigil.tyghsh.cc, for Skirmish.
//!
//! A turn is one of six ordered groups, recognised from what is done; one d10 against a fixed resistance; damage is never rolled.
//! What is prepared waits for its trigger in the turns of others. Creatures are called in mid-turn, and take other forms. The nouns
//! are in `model`. The rules are in `rules`, a room for each chapter of the page: `clock` and `order` (rounds, the order of turns),
//! `turn` and `effects` (what a turn is made of, what runs down in it), `movement`, `attack`, `damage` and `dying`, `position`,
//! `lines` and `senses`, `prepared`, `summon`, `forms`. What people read and write is in `text`. Rule ids and house rules are in `rules.toml`.

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
pub use model::{Ask, Choice, Setup, Sigil, State};
pub use policy::Plain;
