//! The rulebook as the shelf hands it out.

use skirmish_kernel::{Book, Game, plain_simulator};

use crate::catalogue::{CONTENT, ENCOUNTERS, TRANSCRIPTS};
use crate::model::Elemental;
use crate::policy::Plain;

/// Elemental D6.
pub const BOOK: Book<Elemental> = Book {
    title: "Elemental D6",
    credit: "elementald6.com",
    encounters: ENCOUNTERS,
    content: CONTENT,
    transcripts: TRANSCRIPTS,
    starter: include_str!("../encounters/starter.toml"),
    plan: include_str!("../plans/starter.toml"),
    schema: crate::text::encounter::schema,
    plain: || Box::new(Plain),
    thinker: skirmish_tactics::thinker,
    simulator: plain_simulator::<Elemental, Plain>,
};

/// The rulebook, its types erased.
pub fn game() -> Box<dyn Game> {
    Box::new(BOOK)
}
