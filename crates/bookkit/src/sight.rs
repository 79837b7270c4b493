//! What creatures see of a board, cell by cell.
//!
//! A book has a rule that says whether somebody could be seen in a cell. Going over the whole board with it is dear, and is
//! asked for after each answer; so what was seen is remembered by all that decides it.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use skirmish_grid::{Board, Cell};
use skirmish_kernel::{CellSet, Id, Ids};

/// So many cells are looked at with all eyes together; where there are more, nobody works out what is seen. The first look
/// at a board of 100 by 100 with a dozen eyes takes a tenth of a second where a line is walked from middle to middle.
pub const MOST_LOOKS: usize = 200_000;

/// The same where any line between two cells may do, or many have to be tried.
pub const MOST_DEAR_LOOKS: usize = 50_000;

/// Where many lines have to be tried past what blocks them, one pair of eyes looks at so many cells times those that block.
/// That is a tenth of a second at most; a board of 40 by 40 with rubble everywhere takes a third of it.
pub const MOST_TRIED: usize = 1_000_000;

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
pub fn sweep<C: Cell>(board: &Board<C>, mut holds: impl FnMut(C) -> bool) -> CellSet {
    let mut cells = CellSet::none(board.len());
    board.cells().enumerate().filter(|(_, cell)| holds(*cell)).for_each(|(at, _)| cells.add(at));
    cells
}

/// The same with somebody's eyes in these cells, who see along straight lines that no blocking cell lets through. A rule of
/// lines is dear, most of all where it says no; so it is asked only of cells to which some way leads past those that block.
///
/// A line goes from cell to cell over sides and corners, along the edge of the board too, and past what stands next to the
/// eyes where a table plays so. All these ways are gone, and so nothing is left out that any line could reach.
///
/// None where it would take too long: where that many cells, times those around that block, are more than `most_tried`.
pub fn sweep_from<C: Cell>(
    board: &Board<C>,
    eyes: impl IntoIterator<Item = C>,
    most_tried: usize,
    blocks: impl Fn(C) -> bool,
    sees: impl Fn(C) -> bool,
) -> Option<CellSet> {
    let reached = reached(board, eyes, &blocks);
    let is_reached = |cell: C| board.index(cell).is_some_and(|at| reached.has(at));
    if most_tried < usize::MAX {
        let cells = board.cells().filter(|cell| is_reached(*cell));
        let (looks, ends) = cells.fold((0, None), |(looks, ends), cell| (looks + 1, Some(around(ends, cell))));
        let is_near = |cell: C| ends.is_some_and(|ends| around(Some(ends), cell) == ends);
        let obstacles = board.cells().filter(|cell| is_near(*cell) && blocks(*cell)).count();
        if looks * obstacles > most_tried {
            return None;
        }
    }
    Some(sweep(board, |cell| is_reached(cell) && sees(cell)))
}

/// The rectangle around some cells and one more: left, top, right, bottom.
fn around<C: Cell>(ends: Option<[i32; 4]>, cell: C) -> [i32; 4] {
    let (column, row) = cell.column_row();
    let [left, top, right, bottom] = ends.unwrap_or([column, row, column, row]);
    [left.min(column), top.min(row), right.max(column), bottom.max(row)]
}

/// Cells that can be come to, and those that block the way on.
fn reached<C: Cell>(board: &Board<C>, eyes: impl IntoIterator<Item = C>, blocks: &impl Fn(C) -> bool) -> CellSet {
    let (wide, high) = (i32::from(board.width()), i32::from(board.height()));
    // The ring of cells around the board is open: a line may run along the edge.
    let mut known = CellSet::none(((wide + 2) * (high + 2)) as usize);
    let place = |cell: C| {
        let (column, row) = cell.column_row();
        let inside = (-1..=wide).contains(&column) && (-1..=high).contains(&row);
        inside.then(|| ((row + 1) * (wide + 2) + column + 1) as usize)
    };
    let (mut reached, mut open) = (CellSet::none(board.len()), Vec::new());
    for eye in eyes {
        open.push(eye);
        open.extend(eye.neighbours());
    }
    for cell in &open {
        place(*cell).into_iter().for_each(|at| known.add(at));
        board.index(*cell).into_iter().for_each(|at| reached.add(at));
    }
    while let Some(cell) = open.pop() {
        for next in cell.neighbours() {
            let Some(at) = place(next).filter(|at| !known.has(*at)) else { continue };
            known.add(at);
            let index = board.index(next);
            index.into_iter().for_each(|at| reached.add(at));
            if index.is_none() || !blocks(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// What several see, one or the other of them; none where the board is too large for so many: they would look at more than
/// `most_looks` cells, [`MOST_LOOKS`] or [`MOST_DEAR_LOOKS`].
pub fn together<C: Cell>(
    board: &Board<C>,
    eyes: Ids,
    most_looks: usize,
    of: impl Fn(Id) -> Option<Arc<CellSet>>,
) -> Option<CellSet> {
    if board.len() * eyes.len() > most_looks {
        return None;
    }
    let mut seen = CellSet::none(board.len());
    for eye in eyes.iter() {
        seen.join(&*of(eye)?);
    }
    Some(seen)
}

/// Sweeps of one board, remembered by all that decides them: where somebody stands, what is wrong with their eyes, what has
/// been built. `K` is all of that. What the map and the rules say is no part of it, so a copy remembers nothing: it may be of
/// a map that is about to change.
pub struct Outlooks<K> {
    kept: Mutex<VecDeque<(K, Option<Arc<CellSet>>)>>,
}

impl<K: PartialEq> Outlooks<K> {
    /// Nothing known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { kept: Mutex::new(VecDeque::new()) }
    }

    /// What is remembered, or else what `find` says. Who asks first makes no difference to what is found.
    pub fn of(&self, key: K, find: impl FnOnce() -> Option<CellSet>) -> Option<Arc<CellSet>> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept().iter().rev().find(|(known, _)| *known == key) {
            return known.clone();
        }
        let found = find().map(Arc::new);
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.pop_front();
        }
        kept.push_back((key, found.clone()));
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

    use skirmish_grid::{Board, Cell, Grazing, Hex, SightScratch, Square, any_line_free};
    use skirmish_kernel::dice::Rng;
    use skirmish_kernel::{CellSet, Id, Ids};

    use super::{MOST_KEPT, MOST_LOOKS, Outlooks, sweep, sweep_from, together};

    #[test]
    fn what_was_seen_is_remembered_until_too_much_else_was() {
        let outlooks = Outlooks::new();
        let one = |cell: usize| {
            let mut cells = CellSet::none(9);
            cells.add(cell);
            Some(cells)
        };
        assert_eq!(outlooks.of(3, || one(3)).as_deref(), one(3).as_ref());
        assert_eq!(outlooks.of(3, || unreachable!("it is known")).as_deref(), one(3).as_ref());
        assert_eq!(outlooks.clone().of(3, || one(4)).as_deref(), one(4).as_ref(), "a copy knows nothing");
        (100..100 + MOST_KEPT).for_each(|key| _ = outlooks.of(key, || one(0)));
        assert_eq!(outlooks.of(3, || one(5)).as_deref(), one(5).as_ref());
    }

    /// Rooms, rubble, walls from edge to edge; of hexes and of squares, with an eye anywhere.
    fn no_line_is_left_out<C: Cell>(rng: &mut Rng) {
        let board = Board::<C>::new(9, 7).unwrap();
        for trial in 0..120 {
            let share = 1 + trial % 6;
            let walls = sweep(&board, |_| rng.next_u64() % 10 < share);
            let eye = board.cell((rng.next_u64() % board.len() as u64) as usize).unwrap();
            let blocks = |cell: C| board.index(cell).is_some_and(|at| walls.has(at));
            let spared = |cell: C| trial % 2 == 0 && cell.distance(eye) <= 1;
            let sees = |cell: C| {
                let blocks = |cell: C| blocks(cell) && !spared(cell);
                any_line_free(&[eye], &[cell], blocks, Grazing::Free, &mut SightScratch::new())
            };
            assert_eq!(
                sweep_from(&board, [eye], usize::MAX, blocks, sees),
                Some(sweep(&board, sees)),
                "{trial}: {eye} past {walls:?}"
            );
        }
    }

    #[test]
    fn whatever_a_line_can_reach_is_looked_at() {
        let mut rng = Rng::for_fight(7, 0);
        no_line_is_left_out::<Square>(&mut rng);
        no_line_is_left_out::<Hex>(&mut rng);
    }

    #[test]
    fn a_closed_room_is_all_that_is_asked_of() {
        let board = Board::<Square>::new(40, 40).unwrap();
        let wall = |cell: Square| {
            (cell.x == 5 || cell.x == 15) && (5..=15).contains(&cell.y)
                || (cell.y == 5 || cell.y == 15) && (5..=15).contains(&cell.x)
        };
        let asked = std::cell::Cell::new(0);
        let sees = |_| {
            asked.set(asked.get() + 1);
            true
        };
        let look = |most| sweep_from(&board, [Square::new(10, 10)], most, wall, sees);
        let seen = look(121 * 40).unwrap();
        assert_eq!(
            (asked.get(), seen.runs().iter().skip(1).step_by(2).sum::<u32>()),
            (121, 121),
            "the room and its walls"
        );
        assert_eq!(look(121 * 40 - 1), None, "forty walls are too many for so many cells");
    }

    #[test]
    fn a_board_that_is_too_large_for_so_many_eyes_is_left_alone() {
        let board = Board::<Square>::new(100, 100).unwrap();
        let left = Arc::new(super::sweep(&board, |cell| cell.x < 50));
        let seen = |eyes: usize| together(&board, Ids::first(eyes), MOST_LOOKS, |_| Some(Arc::clone(&left)));
        assert_eq!(seen(0), Some(CellSet::none(10_000)), "nobody sees nothing");
        assert_eq!(seen(20).as_ref(), Some(&*left));
        assert_eq!(seen(21), None);
        let other = Arc::new(super::sweep(&board, |cell| cell.x >= 50));
        let of = |eye: Id| Some(Arc::clone(if eye.index() == 0 { &left } else { &other }));
        assert!(together(&board, Ids::first(2), MOST_LOOKS, of).unwrap().is_all());
    }
}
