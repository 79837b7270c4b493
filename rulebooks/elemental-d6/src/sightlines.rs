//! What the bare map says of two hexes, remembered.
//!
//! Lines are exact and dear, and without structures they depend on the map and the house rules alone. So each pair of
//! hexes is worked out once, by the rule itself in [`lines`](crate::lines), when it is first asked for. Who asks first
//! makes no difference to what is found; nothing but time depends on it.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use skirmish_grid::{Board, Hex};

use crate::state::Sight;

/// The most cells of a map whose pairs are remembered: a byte for each pair.
const MOST_CELLS: usize = 1_024;

/// One byte for each pair of hexes; empty for a map that is too large.
#[derive(Default)]
pub struct Sightlines {
    cells: usize,
    bytes: Box<[AtomicU8]>,
}

// A byte that says anything at all, and what it says.
const KNOWN: u8 = 1;
const FREE: u8 = 2;
const COVER: u8 = 4;
const CONCEALMENT: u32 = 3;

impl Sightlines {
    /// Nothing known yet.
    #[must_use]
    pub fn new(board: &Board<Hex>) -> Self {
        let cells = if board.len() <= MOST_CELLS { board.len() } else { 0 };
        Self { cells, bytes: (0..cells * cells).map(|_| AtomicU8::new(0)).collect() }
    }

    /// What stands between two hexes: as remembered, or else as `find` says.
    pub fn between(&self, board: &Board<Hex>, from: Hex, to: Hex, find: impl FnOnce() -> Sight) -> Sight {
        let byte = match (board.index(from), board.index(to)) {
            (Some(from), Some(to)) if self.cells > 0 => self.bytes.get(from * self.cells + to),
            _ => None,
        };
        let Some(byte) = byte else { return find() };
        let known = byte.load(Ordering::Relaxed);
        if known & KNOWN != 0 {
            return Sight { free: known & FREE != 0, cover: known & COVER != 0, concealment: known >> CONCEALMENT };
        }
        let found = find();
        let mark = |yes, mark| if yes { mark } else { 0 };
        let says = KNOWN | mark(found.free, FREE) | mark(found.cover, COVER) | found.concealment.min(3) << CONCEALMENT;
        byte.store(says, Ordering::Relaxed);
        found
    }
}

// A copy may be of a map or of rules that are about to change: it remembers nothing.
impl Clone for Sightlines {
    fn clone(&self) -> Self {
        Self { cells: self.cells, bytes: self.bytes.iter().map(|_| AtomicU8::new(0)).collect() }
    }
}

impl fmt::Debug for Sightlines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sightlines({} cells)", self.cells)
    }
}
