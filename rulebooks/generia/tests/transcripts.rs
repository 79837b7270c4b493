//! The transcripts of the book: worked examples, each with its dice and what must come of them.

use skirmish_generia::{BOOK, game};
use skirmish_kernel::{Source, Transcript};

#[test]
fn every_transcript_is_as_the_book_wants_it() {
    let game = game();
    let mut wrong = String::new();
    for one in BOOK.transcripts {
        let source = Source::new(one.name, one.text);
        let transcript = Transcript::parse(&source).unwrap_or_else(|errors| panic!("{}: {errors:?}", one.name));
        for failure in game.check(&transcript).failures {
            wrong.push_str(&format!("{}: {failure}\n", one.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
