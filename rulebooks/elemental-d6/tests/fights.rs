//! Simulated fights are the fights that are played.

use skirmish_elemental_d6::BOOK;
use skirmish_kernel::conformance::fights_are_played;

#[test]
fn simulated_fights_are_those_that_are_played() {
    for encounter in BOOK.encounters {
        fights_are_played(BOOK, encounter, 2).unwrap();
    }
}
