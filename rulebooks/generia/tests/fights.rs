//! Simulated fights are the fights that are played.

use skirmish_generia::BOOK;
use skirmish_kernel::conformance::{fights_are_played, forgetting_changes_nothing};

#[test]
fn simulated_fights_are_those_that_are_played() {
    for encounter in BOOK.encounters {
        fights_are_played(BOOK, encounter, 2).unwrap();
    }
}

#[test]
fn what_is_forgotten_is_read_by_no_rule() {
    for encounter in BOOK.encounters {
        forgetting_changes_nothing(BOOK, encounter, 5).unwrap();
    }
}
