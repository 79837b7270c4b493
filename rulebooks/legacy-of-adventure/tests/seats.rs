//! Nobody at the table hears what they may not know, whatever they ask.

use skirmish_kernel::conformance::seats_leak_nothing_in;
use skirmish_legacy_of_adventure::BOOK;

#[test]
fn no_seat_is_told_a_secret() {
    for name in ["hollow-way", "first-blood"] {
        let encounter = BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
        seats_leak_nothing_in(BOOK, encounter, 1, 50).unwrap_or_else(|why| panic!("{why}"));
    }
}
