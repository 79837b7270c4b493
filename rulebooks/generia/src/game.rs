//! The rulebook as the shelf hands it out.

use skirmish_kernel::{Book, Game, plain_simulator};

use crate::catalogue::{CONTENT, ENCOUNTERS, TRANSCRIPTS};
use crate::model::Generia;
use crate::policy::Plain;

/// Generia.
pub const BOOK: Book<Generia> = Book {
    title: "Generia",
    credit: "the Generia rules site",
    encounters: ENCOUNTERS,
    content: CONTENT,
    transcripts: TRANSCRIPTS,
    starter: include_str!("../encounters/starter.toml"),
    plan: include_str!("../plans/starter.toml"),
    schema: crate::text::encounter::schema,
    plain: || Box::new(Plain),
    thinker: skirmish_tactics::thinker,
    simulator: plain_simulator::<Generia, Plain>,
};

/// The rulebook, its types erased.
pub fn game() -> Box<dyn Game> {
    Box::new(BOOK)
}
