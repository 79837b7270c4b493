//! The book's numbers and switches, the ids of its rules, and the files that lie beside it: made when it is built.

use skirmish_kernel::Embedded;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// For tests: the encounters of the book, four against four where diagonals count in one way or the other, and a
/// menagerie.
#[cfg(feature = "unit-tests")]
pub(crate) fn examples() -> Vec<Embedded> {
    const FOUR: &str = include_str!("../benches/four.toml");
    const ALTERNATING: &str =
        concat!(include_str!("../benches/four.toml"), "\n[rules]\ndiagonal = \"five-ten-five\"\n");
    const MENAGERIE: &str = include_str!("../tests/menagerie/menagerie.toml");
    let more = [("four", FOUR), ("four-alternating", ALTERNATING), ("menagerie", MENAGERIE)];
    ENCOUNTERS.iter().copied().chain(more.map(|(name, text)| Embedded { name, text })).collect()
}
