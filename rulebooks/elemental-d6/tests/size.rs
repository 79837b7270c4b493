//! States are small: they are cloned for every answer and hashed for every merged branch.

use skirmish_elemental_d6::{BOOK, Elemental};
use skirmish_kernel::conformance::open;

fn bytes(name: &str) -> usize {
    let encounter = BOOK.encounters.iter().find(|e| e.name == name).unwrap();
    open::<Elemental>(encounter, 0).unwrap().state().bytes()
}

#[test]
fn a_duel_fits_in_two_kilobytes() {
    let bytes = bytes("duel");
    assert!(bytes < 2_048, "{bytes} bytes");
}

#[test]
fn four_against_four_fit_in_eight() {
    let bytes = bytes("crossfire");
    assert!(bytes < 8_192, "{bytes} bytes");
}
