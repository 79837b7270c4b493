//! Dice.
fn main() {}
