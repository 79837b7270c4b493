//! States are small: they are cloned for every answer and hashed for every merged branch.

use skirmish_generia::{BOOK, Generia};
use skirmish_kernel::conformance::open;

fn bytes(name: &str) -> usize {
    let encounter = BOOK.encounters.iter().find(|e| e.name == name).unwrap();
    open::<Generia>(encounter, 0).unwrap().state().bytes()
}

#[test]
fn a_duel_fits_in_two_kilobytes() {
    let bytes = bytes("parry-yard");
    assert!(bytes < 2_048, "{bytes} bytes");
}

#[test]
fn the_ford_fits_in_eight() {
    let bytes = bytes("ford");
    assert!(bytes < 8_192, "{bytes} bytes");
}
