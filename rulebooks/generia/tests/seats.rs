//! Nobody at the table hears what they may not know, whatever they ask.

use skirmish_generia::BOOK;
use skirmish_kernel::conformance::seats_leak_nothing_in;

#[test]
fn no_seat_is_told_a_secret() {
    for name in ["parry-yard", "ford", "charge"] {
        let encounter = BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
        seats_leak_nothing_in(BOOK, encounter, 1, 60).unwrap_or_else(|why| panic!("{why}"));
    }
}
