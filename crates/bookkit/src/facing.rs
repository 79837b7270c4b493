//! Directions on a board of squares, in words.

use skirmish_grid::Facing;

/// The directions, clockwise from the east, as [`Facing::ALL`] has them.
pub const FACINGS: [&str; 8] =
    ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];

/// `north-east`
#[must_use]
pub fn facing(facing: Facing) -> &'static str {
    FACINGS[facing.index() % 8]
}

/// What `north-east` means, and `northeast` too.
#[must_use]
pub fn facing_called(word: &str) -> Option<Facing> {
    let is_it = |known: &str| known.eq_ignore_ascii_case(word) || known.replace('-', "").eq_ignore_ascii_case(word);
    let at = FACINGS.iter().position(|known| is_it(known))?;
    Facing::ALL.get(at).copied()
}
