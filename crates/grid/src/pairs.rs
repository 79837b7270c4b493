use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::{Board, Cell};

/// The most cells of a board of which anything is remembered for each pair.
pub(crate) const MOST_CELLS: usize = 1_024;

/// The highest bit of a byte says that the others are known.
const KNOWN: u8 = 1 << 7;

/// What the bare board says of two cells, seven bits for each pair, remembered from when it is first asked for.
///
/// Lines are exact and dear. Who asks first makes no difference to what is found; nothing but time depends on it. On a
/// board of more than 1,024 cells nothing is remembered. A copy is for a board that is about to change: it remembers
/// nothing.
///
/// ```
/// use skirmish_grid::{Board, Pairs, Square};
/// let pairs = Pairs::new(Board::<Square>::new(3, 3).unwrap());
/// let (a, b) = (Square::new(0, 0), Square::new(2, 1));
/// assert_eq!(pairs.of(a, b, || 5), 5);
/// assert_eq!(pairs.of(a, b, || unreachable!("it is known")), 5);
/// assert_eq!(pairs.of(b, a, || 1), 1);
/// ```
pub struct Pairs<C: Cell> {
    board: Board<C>,
    cells: usize,
    bytes: Box<[AtomicU8]>,
}

impl<C: Cell> Pairs<C> {
    /// Nothing known yet.
    #[must_use]
    pub fn new(board: Board<C>) -> Self {
        let cells = if board.len() <= MOST_CELLS { board.len() } else { 0 };
        Self { board, cells, bytes: (0..cells * cells).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// What is known of two cells: as remembered, or else as `find` says. Of that, the highest bit is dropped.
    #[inline]
    pub fn of(&self, from: C, to: C, find: impl FnOnce() -> u8) -> u8 {
        let Some(byte) = self.byte(from, to) else { return find() & !KNOWN };
        let known = byte.load(Ordering::Relaxed);
        if known & KNOWN != 0 {
            return known & !KNOWN;
        }
        let found = find() & !KNOWN;
        byte.store(found | KNOWN, Ordering::Relaxed);
        found
    }

    /// What is known of two cells, where it is remembered.
    #[must_use]
    pub fn known(&self, from: C, to: C) -> Option<u8> {
        let known = self.byte(from, to)?.load(Ordering::Relaxed);
        (known & KNOWN != 0).then_some(known & !KNOWN)
    }

    #[inline]
    fn byte(&self, from: C, to: C) -> Option<&AtomicU8> {
        let (from, to) = (self.board.index(from)?, self.board.index(to)?);
        if self.cells > 0 { self.bytes.get(from * self.cells + to) } else { None }
    }
}

impl<C: Cell> Clone for Pairs<C> {
    fn clone(&self) -> Self {
        Self::new(self.board)
    }
}

impl<C: Cell> fmt::Debug for Pairs<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pairs({} cells)", self.cells)
    }
}
