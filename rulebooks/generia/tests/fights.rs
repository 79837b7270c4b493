//! Simulated fights are the fights that are played.

use skirmish_generia::BOOK;
use skirmish_kernel::Embedded;
use skirmish_kernel::conformance::{fights_are_played, forgetting_changes_nothing};

#[test]
fn simulated_fights_are_those_that_are_played() {
    for encounter in BOOK.encounters {
        fights_are_played(BOOK, encounter, 2).unwrap();
    }
    let beasts = Embedded { name: "large-beasts", text: include_str!("menagerie/bodies.toml") };
    fights_are_played(BOOK, &beasts, 3).unwrap();
}

#[test]
fn what_is_forgotten_is_read_by_no_rule() {
    for encounter in BOOK.encounters {
        forgetting_changes_nothing(BOOK, encounter, 5).unwrap();
    }
}
