//! States are small: they are cloned for every answer and hashed for every merged branch.

use skirmish_kernel::conformance::open;
use skirmish_legacy_of_adventure::{BOOK, Legacy};

fn bytes(name: &str) -> usize {
    let encounter = BOOK.encounters.iter().find(|e| e.name == name).unwrap();
    open::<Legacy>(encounter, 0).unwrap().state().bytes()
}

#[test]
fn a_duel_fits_in_a_kilobyte() {
    let bytes = bytes("first-blood");
    assert!(bytes < 1_024, "{bytes} bytes");
}

#[test]
fn an_ambush_of_seven_fits_in_two() {
    let bytes = bytes("hollow-way");
    assert!(bytes < 2_048, "{bytes} bytes");
}
