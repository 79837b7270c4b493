//! Legacy of Adventure, as published by its author, for Skirmish.
//!
//! Five segments a round by kind of act, no initiative roll; stances that are taken unseen and order a segment; one d20
//! that must not exceed a score. The rules stand in the order of the book: `clock` (rounds), `announce`, `segment`,
//! `stance`, `turn`, `actions`, `score` (checks), `attack`, `defence`, `damage`, `opportunity`, `movement`, `utility`,
//! `lines` (sight). Rule ids and house rules are in `rules.toml`.

mod rows;
mod rules;
mod setup;
mod sheet;
