//! Legacy of Adventure, as published by its author, for Skirmish.
//!
//! Five segments a round by kind of act, no initiative roll; stances that are taken unseen and order a segment; one d20
//! that must not exceed a score. The rules stand in the order of the book: `clock` (rounds), `announce` (ambush,
//! On-Guard), `segment` (segments, stances, order), `turn`, `actions`, `score` (checks), `attack`, `defence`, `damage`,
//! `effects` (locations), `opportunity`, `movement`, `utility`, `concentration`, `zones` and `lines` (reach, sight). Rule
//! ids and house rules are in `rules.toml`.

mod actions;
mod announce;
mod ask;
mod attack;
mod book;
mod clock;
mod concentration;
mod damage;
mod defence;
mod effects;
mod encounter;
mod events;
mod facts;
mod fields;
mod game;
mod invariant;
mod lines;
mod movement;
mod narrate;
mod opportunity;
mod policy;
mod rows;
mod rules;
mod score;
mod segment;
mod setup;
mod sheet;
mod state;
mod tally;
mod turn;
mod utility;
mod view;
mod words;
mod zones;

pub use actions::{Ask, Choice, Defend};
pub use book::Legacy;
pub use game::{BOOK, game};
pub use policy::Plain;
pub use setup::Setup;
pub use state::State;
