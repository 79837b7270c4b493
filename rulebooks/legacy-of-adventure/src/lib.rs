//! Legacy of Adventure, as published by its author, for Skirmish.
//!
//! Five segments a round by kind of act, no initiative roll; stances that are taken unseen and order a segment; one d20
//! that must not exceed a score. The nouns are in `model`. The rules are in `rules`, a room for each chapter of the book: `clock`
//! (rounds), `announce` (ambush, On-Guard), `segment` (segments, stances, order), `turn`, `judge` and `options` (what may be
//! chosen), `score` (checks), `attack`, `defence`, `damage`, `effects` (locations), `opportunity`, `movement`, `utility`,
//! `concentration`, `zones` and `lines` (reach, sight). What people read and write is in `text`. Rule ids and house rules
//! are in `rules.toml`.

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
pub use model::{Ask, Choice, Defend, Drawn, Gait, Incoming, Legacy, Setup, State};
pub use policy::Plain;
