//! What every rulebook does only because it is a rulebook; no game.
//!
//! - [`mod@file`] reads encounters and content: plain functions over a tree with places. The same function describes the file:
//!   its JSON Schema comes from the keys that it asks for.
//! - [`encounter`] is what all encounters share: title, sides, combatants and where they stand; [`ground`] is the map.
//! - [`stat`] says each number of a sheet once: its key and path, what it means, its bounds and what it is made from.
//! - [`chapters!`] names the rules by their chapters, [`at_table!`] the table that they ask; [`book!`] hands the whole to the shelf.
//! - [`setup!`] makes what an encounter becomes; [`people!`] finds those who fight by their ids.
//! - [`cited!`] says what happens once with the rules behind it.
//! - [`refuse_if!`] says in one row what forbids something, [`refusals!`] all that does, row by row.
//! - [`state!`] makes a state that is set back without asking for memory.
//! - [`events!`] says each event once: its fields, its rules and its sentence; [`results!`] what may come of a choice.
//! - [`facts!`] lists what bears on a choice, [`tags!`] what is to be seen of somebody.
//! - [`fields`] says what can be asserted and set by hand, row by row.
//! - [`mod@grammar`] says each form of an answer once, for whoever writes and whoever reads it; [`answer`] reads single words.
//! - [`facing`] has the directions in words.
//! - [`view`] is the frame of what a viewer sees: the board as it is drawn, tokens, who has won.
//! - [`sight`] goes over a board with somebody's eyes, and remembers what was seen.
//! - [`words`](mod@words) makes an enum and the words by which files and people call its values.

// So that `words!` works in this crate too.
extern crate self as skirmish_bookkit;

pub mod answer;
pub mod block;
mod cited;
pub mod content;
pub mod encounter;
pub mod events;
pub mod facing;
mod facts;
pub mod fields;
pub mod file;
pub mod grammar;
pub mod ground;
pub mod people;
pub mod refusal;
pub mod results;
mod rulebook;
pub mod setup;
pub mod sight;
pub mod stat;
pub mod state;
pub mod view;
pub mod words;

/// What the macros of this crate need.
#[doc(hidden)]
pub mod private {
    pub use serde;
}
