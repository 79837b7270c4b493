//! Nobody at the table hears what they may not know, whatever they ask.

use skirmish_elemental_d6::BOOK;
use skirmish_kernel::conformance::seats_leak_nothing_in;

#[test]
fn no_seat_is_told_a_secret() {
    for name in ["crossfire", "ambush"] {
        let encounter = BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
        seats_leak_nothing_in(BOOK, encounter, 1, 50).unwrap_or_else(|why| panic!("{why}"));
    }
}
