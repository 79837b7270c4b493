//! Elemental D6, as published at elementald6.com, for Skirmish.
//!
//! Rounds of three segments; initiative becomes a ranking; attacks travel at hexes per segment and are held when the
//! target counters; everything that lasts is counted in segments. Rule ids and house rules are in `rules.toml`.
//!
//! `model` holds the nouns; `rules` plays them, in the order of the book: `clock` (rounds, segments), `initiative`,
//! `turn`, `actions`, `attack` and `defence`, `movement`, `conditions`, `lines` (sight, cover, concealment); `text` reads
//! and writes them; `policy` chooses. Each uses only those before it.

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
pub use model::{Act, Ask, Choice, Elemental, Gait, Setup, State};
pub use policy::Plain;
