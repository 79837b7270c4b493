//! The kernel by its toy rulebook. One program, so that the toy is compiled once.

mod any_table;
mod comings;
mod common;
mod conforms;
mod dice;
mod format;
mod game;
mod odds;
mod rewind;
mod seats;
mod tables;
mod transcripts;
