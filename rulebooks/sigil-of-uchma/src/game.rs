//! The rulebook as the shelf hands it out.

use skirmish_kernel::{Book, Game, plain_simulator};

use crate::Sigil;
use crate::catalogue::{CONTENT, ENCOUNTERS, TRANSCRIPTS};
use crate::policy::Plain;

/// Sigil of Uchma.
pub const BOOK: Book<Sigil> = Book {
    title: "Sigil of Uchma",
    credit: "sigil.tyghsh.cc",
    encounters: ENCOUNTERS,
    content: CONTENT,
    transcripts: TRANSCRIPTS,
    starter: include_str!("../encounters/starter.toml"),
    plan: include_str!("../plans/starter.toml"),
    schema: crate::text::encounter::schema,
    plain: || Box::new(Plain),
    thinker: skirmish_tactics::thinker,
    simulator: plain_simulator::<Sigil, Plain>,
};

/// The rulebook, its types erased.
pub fn game() -> Box<dyn Game> {
    Box::new(BOOK)
}
