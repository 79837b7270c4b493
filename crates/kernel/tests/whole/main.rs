//! The kernel by its toy rulebook. One program, so that the toy is compiled once.

mod any_table;
mod comings;
mod common;
mod conforms;
mod dice;
mod format;
mod game;
mod odds;
mod rewind;
mod seats;
mod tables;
mod transcripts;
mod values;

#[test]
fn what_is_private_is_as_it_should_be() {
    for (name, test) in skirmish_kernel::unit_tests::ALL {
        println!("{name}");
        test();
    }
}
