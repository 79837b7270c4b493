//! Fragments, as published on the site Fragments of Power, for Skirmish.
//!
//! Three actions a turn in any mix, one d20 against a defence, conditions that somebody has for everybody or only towards one
//! viewer, and blood that runs until it is stopped. The nouns are in `model`. The rules are in `rules`, a room for each chapter of the
//! page: `clock` and `initiative` (rounds, turns, waiting), `acts` (what may be done with an action), `attack` and `maneuvers`, `magic`,
//! `movement`, `ground` (falls, water, flight, weightlessness), `sight`, `lines` and `flanking`, `conditions`, `bleeding`. What people
//! read and write is in `text`. Rule ids and house rules are in `rules.toml`.

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
pub use model::{Ask, Choice, Fragments, Gait, Setup, State};
pub use policy::Plain;
