use crate::distances::{Distances, Steps};
use crate::pairs::MOST_CELLS;
use crate::{Board, Cell};

/// From each cell of a board the neighbours to which a step leads, worked out once: what a search asks of every cell it
/// comes to, as far as it follows from the board alone.
///
/// How many steps lie between two cells is remembered for each cell from when it is first asked of it, on boards of up
/// to 1,024 cells.
///
/// ```
/// use skirmish_grid::{Board, Exits, Square};
/// let board = Board::<Square>::new(4, 1).unwrap();
/// let exits = Exits::of(board, |from, to| from.x.min(to.x) != 1);
/// let cell = |x| Square::new(x, 0);
/// assert!(exits.lead(cell(0), cell(1)) && !exits.lead(cell(1), cell(2)) && !exits.lead(cell(3), cell(4)));
/// assert!(!exits.may_lead_beside(cell(0), cell(3)));
/// ```
#[derive(Debug, Clone)]
pub struct Exits<C: Cell> {
    board: Board<C>,
    cells: Vec<Exit>,
    /// Each cell's neighbours by direction, by their index.
    around: Vec<[u32; MOST_STEPS]>,
    /// The steps from each cell to all others.
    from: Distances,
    /// The same to each cell that can be entered from all around.
    into: Distances,
    /// By how much the index of a cell changes with a step, as often as there are such steps.
    shifts: Vec<Shift>,
    /// For each of them the cells from which such a step leads, a bit for each by its index.
    sets: Vec<u64>,
}

/// By how much the index of a cell changes with a step: so many times 64, and so many bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) words: isize,
    pub(crate) bits: u32,
}

/// Directions, at most.
const MOST_STEPS: usize = 8;

#[derive(Debug, Clone, Copy)]
struct Exit {
    /// A bit for each neighbour to which a step leads, by where it lies.
    open: u16,
    /// The same by direction.
    directions: u8,
    /// The same for those from which one leads here, too.
    joined: u16,
    /// All cells that are joined by steps in any direction have the same number.
    part: u32,
}

/// The part of cells that have not been given one, and what lies off the board.
const NOWHERE: u32 = u32::MAX;

const NOTHING: Exit = Exit { open: 0, directions: 0, joined: 0, part: NOWHERE };

impl<C: Cell> Exits<C> {
    /// Asks `leads` of every cell and each of its neighbours on the board.
    #[must_use]
    pub fn of(board: Board<C>, leads: impl Fn(C, C) -> bool) -> Self {
        let exit = |cell: C| {
            let bits =
                |is: &dyn Fn(C) -> bool| board.neighbours(cell).filter(|&to| is(to)).map(|to| bit(cell, to)).sum();
            let (open, joined) = (bits(&|to| leads(cell, to)), bits(&|to| leads(cell, to) || leads(to, cell)));
            let leads_by = |&direction: &usize| cell.neighbour(direction).is_some_and(|to| open & bit(cell, to) != 0);
            let directions = (0..C::STEPS.len()).filter(leads_by).map(|direction| 1 << direction).sum();
            Exit { open, directions, joined, part: NOWHERE }
        };
        let index = |cell: Option<C>| cell.and_then(|cell| board.index(cell)).map_or(NOWHERE, |index| index as u32);
        let around = |cell: C| std::array::from_fn(|direction| index(cell.neighbour(direction)));
        let cells = board.cells().map(exit).collect();
        let around = board.cells().map(around).collect();
        let distances = || Distances::new(board.len());
        let (shifts, sets) = (Vec::new(), Vec::new());
        let mut exits = Self { board, cells, around, from: distances(), into: distances(), shifts, sets };
        exits.divide();
        exits.set_shifts();
        exits
    }

    /// Whether the board is small enough for [`Rings`](crate::Rings).
    #[must_use]
    pub fn have_rings(&self) -> bool {
        self.words() > 0
    }

    /// Words of a set of cells; none on a board of more cells than sets are made of.
    pub(crate) fn words(&self) -> usize {
        if self.board.len() <= MOST_CELLS { self.board.len().div_ceil(64) } else { 0 }
    }

    /// Sets of cells, each with the change of index that a step from them makes.
    pub(crate) fn shifts(&self) -> impl Iterator<Item = (Shift, &[u64])> {
        self.shifts.iter().copied().zip(self.sets.chunks_exact(self.words().max(1)))
    }

    /// Sorts all steps by how they change the index of a cell.
    fn set_shifts(&mut self) {
        let words = self.words();
        let cells = if words > 0 { self.board.len() } else { 0 };
        for index in 0..cells {
            for direction in self.directions(index) {
                let Some(to) = self.beside(index, direction) else { continue };
                let change = to as isize - index as isize;
                let at = self.shift_by(Shift { words: change.div_euclid(64), bits: change.rem_euclid(64) as u32 });
                self.sets[at * words + index / 64] |= 1 << (index % 64);
            }
        }
    }

    /// The place of this shift among those that are known by now.
    fn shift_by(&mut self, shift: Shift) -> usize {
        self.shifts.iter().position(|known| *known == shift).unwrap_or_else(|| {
            self.shifts.push(shift);
            self.sets.resize(self.shifts.len() * self.words(), 0);
            self.shifts.len() - 1
        })
    }

    /// Numbers the parts of the board.
    fn divide(&mut self) {
        let mut waiting = Vec::new();
        for (part, start) in (0u32..).zip(self.board.cells()) {
            waiting.push(start);
            while let Some(cell) = waiting.pop() {
                let Some(exit) = self.board.index(cell).and_then(|at| self.cells.get_mut(at)) else { continue };
                if exit.part == NOWHERE {
                    exit.part = part;
                    waiting.extend(self.board.neighbours(cell).filter(|&to| self.are_joined(cell, to)));
                }
            }
        }
    }

    #[inline]
    fn exit(&self, cell: C) -> Exit {
        self.board.index(cell).and_then(|at| self.cells.get(at)).copied().unwrap_or(NOTHING)
    }

    /// Whether a step leads from a cell to that neighbour; `false` for what is no neighbour, or off the board.
    #[inline]
    #[must_use]
    pub fn lead(&self, from: C, to: C) -> bool {
        self.exit(from).open & bit(from, to) != 0
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// Does a step lead from one to the other, or back?
    fn are_joined(&self, one: C, other: C) -> bool {
        self.exit(one).joined & bit(one, other) != 0
    }

    /// The index of a neighbour of the cell with this index.
    #[inline]
    pub(crate) fn beside(&self, index: usize, direction: usize) -> Option<usize> {
        let neighbour = *self.around.get(index)?.get(direction)?;
        (neighbour != NOWHERE).then_some(neighbour as usize)
    }

    /// The directions in which steps lead from the cell with this index, the lowest first.
    #[inline]
    pub(crate) fn directions(&self, index: usize) -> impl Iterator<Item = usize> + use<C> {
        let mut left = self.cells.get(index).map_or(0, |exit| exit.directions);
        std::iter::from_fn(move || {
            let direction = (left != 0).then(|| left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            direction
        })
    }

    /// The least number of steps from this cell to others, whichever way they lead.
    pub(crate) fn steps_from(&self, start: C) -> Steps<'_, C> {
        self.steps(&self.from, start, false)
    }

    /// The same where a step leads into this cell from all around it.
    pub(crate) fn steps_into(&self, goal: C) -> Steps<'_, C> {
        self.steps(&self.into, goal, true)
    }

    fn steps<'e>(&'e self, known: &'e Distances, cell: C, is_open: bool) -> Steps<'e, C> {
        let row = self.board.index(cell).and_then(|around| {
            known.row(around, |index, visit| {
                let joined = self.cells.get(index).map_or(0, |exit| exit.joined);
                for (direction, &(x, y)) in C::STEPS.iter().enumerate() {
                    let Some(next) = self.beside(index, direction) else { continue };
                    if joined & bit_of(x.into(), y.into()) != 0 || is_open && (index == around || next == around) {
                        visit(next);
                    }
                }
            })
        });
        Steps { row, cell }
    }

    /// Whether steps may lead from one cell to the other. Where it says no, there is no way.
    #[must_use]
    pub fn may_lead(&self, from: C, to: C) -> bool {
        let part = self.exit(from).part;
        part != NOWHERE && part == self.exit(to).part
    }

    /// Whether steps may lead from one cell to a neighbour of the other. Where it says no, there is no way.
    #[must_use]
    pub fn may_lead_beside(&self, from: C, to: C) -> bool {
        let part = self.exit(from).part;
        from.distance(to) <= 1 || self.board.neighbours(to).any(|cell| self.exit(cell).part == part)
    }
}

/// One bit for each cell whose axes differ by at most one; none for others.
#[inline]
fn bit<C: Cell>(from: C, to: C) -> u16 {
    let ((a, b), (c, d)) = (from.axes(), to.axes());
    bit_of(i32::from(c) - i32::from(a), i32::from(d) - i32::from(b))
}

#[inline]
fn bit_of(x: i32, y: i32) -> u16 {
    let (x, y) = (x + 1, y + 1);
    if (0..3).contains(&x) && (0..3).contains(&y) { 1 << (x + 3 * y) } else { 0 }
}
