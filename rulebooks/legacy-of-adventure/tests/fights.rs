//! Simulated fights are the fights that are played.

use skirmish_kernel::conformance::fights_are_played;
use skirmish_legacy_of_adventure::BOOK;

#[test]
fn simulated_fights_are_those_that_are_played() {
    for encounter in BOOK.encounters {
        fights_are_played(BOOK, encounter, 2).unwrap();
    }
}
