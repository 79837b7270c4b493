//! Directions on a board of squares, in words.

use skirmish_grid::Facing;
use skirmish_kernel::Refusal;

use crate::answer;
use crate::file::Row;

/// The directions, clockwise from the east, as [`Facing::ALL`] has them.
pub const FACINGS: [&str; 8] =
    ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];

/// The words for them: as they are written, then as they may be typed.
pub const WORDS: [&str; 12] = [
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "north",
    "north-east",
    "southeast",
    "southwest",
    "northwest",
    "northeast",
];

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

/// The direction that a word means, or what begins one.
///
/// # Errors
/// The nearest word, or all of them.
pub fn direction(word: &str) -> Result<Facing, Refusal> {
    let known: Vec<(&str, Facing)> = FACINGS.into_iter().zip(Facing::ALL).collect();
    facing_called(word).map_or_else(|| answer::one(&[word], &known), Ok)
}

/// The direction that a file gives.
pub fn read(row: &Row, key: &'static str, about: &'static str) -> Option<Facing> {
    let word = row.word(key, about)?;
    let near = || row.reader().find("direction", &word, &FACINGS).and_then(|at| Facing::ALL.get(at).copied());
    facing_called(&word).or_else(near)
}
