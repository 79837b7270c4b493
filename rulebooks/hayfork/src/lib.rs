//! Hayfork, a small game of our own: farm folk against whatever comes over the wall.
//!
//! It shows how a rulebook is written; `docs/rulebook.md` leads through it. `model` holds the nouns, `rules` plays them,
//! `text` reads and writes them, `policy` chooses. Each uses only those before it.

mod model;
mod policy;
mod rules;
mod text;

use skirmish_kernel::{Book, Game, plain_simulator};

pub use model::Hayfork;
use policy::Plain;

/// What the build script makes of `rules.toml`, and of the folders with texts.
mod made {
    use skirmish_kernel::Embedded;
    include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// The rulebook and everything that comes with it.
pub const BOOK: Book<Hayfork> = Book {
    title: "Hayfork",
    credit: "an example of how a rulebook is written; published nowhere else",
    encounters: made::ENCOUNTERS,
    content: made::CONTENT,
    transcripts: made::TRANSCRIPTS,
    starter: include_str!("../encounters/gate.toml"),
    plan: include_str!("../plans/starter.toml"),
    schema: || skirmish_bookkit::file::schema("An encounter of Hayfork", text::files::read),
    exchange: Some(text::files::EXCHANGE),
    plain: || Box::new(Plain),
    thinker: skirmish_tactics::thinker,
    simulator: plain_simulator::<Hayfork, Plain>,
};

/// The rulebook, its types erased.
// What is around the rules is compiled with the shelf in the release profile, and else here: all tests share it then.
#[cfg_attr(not(debug_assertions), inline)]
pub fn game() -> Box<dyn Game> {
    Box::new(BOOK)
}
