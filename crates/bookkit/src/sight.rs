//! What creatures see of a board, cell by cell.
//!
//! A book has a rule that says whether somebody could be seen in a cell. Going over the whole board with it is dear, and is
//! asked for after each answer; so what was seen is remembered by all that decides it.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use skirmish_grid::{Board, Cell};
use skirmish_kernel::{CellSet, Id, Ids};

/// So many cells are looked at with all eyes together; where there are more, nobody works out what is seen.
const MOST_LOOKS: usize = 200_000;

/// So many outlooks are remembered: one for each creature that there may be.
const MOST_KEPT: usize = Id::MOST;

/// The cells of a board that hold something: those that somebody sees, those that are dark.
///
/// ```
/// use skirmish_bookkit::sight::sweep;
/// use skirmish_grid::{Board, Square};
/// let board = Board::<Square>::new(4, 2).unwrap();
/// assert_eq!(sweep(&board, |cell| cell.x > 1).runs(), [2, 2, 2, 2]);
/// ```
pub fn sweep<C: Cell>(board: &Board<C>, holds: impl Fn(C) -> bool) -> CellSet {
    let mut cells = CellSet::none(board.len());
    board.cells().enumerate().filter(|(_, cell)| holds(*cell)).for_each(|(at, _)| cells.add(at));
    cells
}

/// What several see, one or the other of them; none where the board is too large for so many.
pub fn together<C: Cell>(board: &Board<C>, eyes: Ids, of: impl Fn(Id) -> Arc<CellSet>) -> Option<CellSet> {
    if board.len() * eyes.len() > MOST_LOOKS {
        return None;
    }
    let mut seen = CellSet::none(board.len());
    for eye in eyes.iter() {
        // Nobody sees more than everything.
        if seen.is_all() {
            break;
        }
        seen.join(&of(eye));
    }
    Some(seen)
}

/// Sweeps of one board, remembered by all that decides them: where somebody stands, what is wrong with their eyes, what has
/// been built. `K` is all of that. What the map and the rules say is no part of it, so a copy remembers nothing: it may be of
/// a map that is about to change.
pub struct Outlooks<K> {
    kept: Mutex<VecDeque<(K, Arc<CellSet>)>>,
}

impl<K: PartialEq> Outlooks<K> {
    /// Nothing known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { kept: Mutex::new(VecDeque::new()) }
    }

    /// What is remembered, or else what `find` says. Who asks first makes no difference to what is found.
    pub fn of(&self, key: K, find: impl FnOnce() -> CellSet) -> Arc<CellSet> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept().iter().rev().find(|(known, _)| *known == key) {
            return Arc::clone(known);
        }
        let found = Arc::new(find());
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.pop_front();
        }
        kept.push_back((key, Arc::clone(&found)));
        found
    }
}

impl<K: PartialEq> Default for Outlooks<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: PartialEq> Clone for Outlooks<K> {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<K> fmt::Debug for Outlooks<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outlooks")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use skirmish_grid::{Board, Square};
    use skirmish_kernel::{CellSet, Id, Ids};

    use super::{MOST_KEPT, Outlooks, together};

    #[test]
    fn what_was_seen_is_remembered_until_too_much_else_was() {
        let outlooks = Outlooks::new();
        let one = |cell: usize| {
            let mut cells = CellSet::none(9);
            cells.add(cell);
            cells
        };
        assert_eq!(*outlooks.of(3, || one(3)), one(3));
        assert_eq!(*outlooks.of(3, || unreachable!("it is known")), one(3));
        assert_eq!(*outlooks.clone().of(3, || one(4)), one(4), "a copy knows nothing");
        (100..100 + MOST_KEPT).for_each(|key| _ = outlooks.of(key, || one(0)));
        assert_eq!(*outlooks.of(3, || one(5)), one(5));
    }

    #[test]
    fn a_board_that_is_too_large_for_so_many_eyes_is_left_alone() {
        let board = Board::<Square>::new(100, 100).unwrap();
        let left = Arc::new(super::sweep(&board, |cell| cell.x < 50));
        let seen = |eyes: usize| together(&board, Ids::first(eyes), |_| Arc::clone(&left));
        assert_eq!(seen(0), Some(CellSet::none(10_000)), "nobody sees nothing");
        assert_eq!(seen(20).as_ref(), Some(&*left));
        assert_eq!(seen(21), None);
        let other = Arc::new(super::sweep(&board, |cell| cell.x >= 50));
        let of = |eye: Id| Arc::clone(if eye.index() == 0 { &left } else { &other });
        assert!(together(&board, Ids::first(2), of).unwrap().is_all());
    }
}
