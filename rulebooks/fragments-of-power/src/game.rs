//! The rulebook as the shelf hands it out.

use skirmish_kernel::{Book, Game, plain_simulator};

use crate::Fragments;
use crate::catalogue::{CONTENT, ENCOUNTERS, TRANSCRIPTS};
use crate::policy::Plain;

/// Fragments of Power.
pub const BOOK: Book<Fragments> = Book {
    title: "Fragments of Power",
    credit: "fragmentsofpower.com",
    encounters: ENCOUNTERS,
    content: CONTENT,
    transcripts: TRANSCRIPTS,
    starter: include_str!("../encounters/starter.toml"),
    plan: include_str!("../plans/starter.toml"),
    schema: crate::text::encounter::schema,
    plain: || Box::new(Plain),
    thinker: skirmish_tactics::thinker,
    simulator: plain_simulator::<Fragments, Plain>,
};

/// The rulebook, its types erased.
pub fn game() -> Box<dyn Game> {
    Box::new(BOOK)
}
