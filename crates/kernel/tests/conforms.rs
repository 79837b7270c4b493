//! The toy rulebook passes the kit that every rulebook passes.

mod common;

use common::{ENCOUNTERS, Toy};
use skirmish_kernel::conformance::Kit;

#[test]
fn the_toy_conforms() {
    Kit::<Toy>::new(ENCOUNTERS).seeds(300).run().unwrap_or_else(|why| panic!("{why}"));
}
