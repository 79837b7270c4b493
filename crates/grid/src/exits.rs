use crate::distances::{Distances, Steps};
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
        let mut exits = Self { board, cells, around, from: distances(), into: distances() };
        exits.divide();
        exits
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
        self.steps(&self.from, start, |_, _| false)
    }

    /// The same where a step leads into this cell from all around it.
    pub(crate) fn steps_into(&self, goal: C) -> Steps<'_, C> {
        self.steps(&self.into, goal, |from, to| from == goal || to == goal)
    }

    fn steps<'e>(&'e self, known: &'e Distances, cell: C, also: impl Fn(C, C) -> bool) -> Steps<'e, C> {
        let joined = |index: usize, direction: usize| {
            let here = self.board.cell(index)?;
            let there = here.neighbour(direction)?;
            self.beside(index, direction).filter(|_| self.are_joined(here, there) || also(here, there))
        };
        let row = self.board.index(cell).and_then(|index| {
            known.row(index, |index, visit| {
                (0..C::STEPS.len()).filter_map(|direction| joined(index, direction)).for_each(visit);
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
    let (x, y) = (i32::from(c) - i32::from(a) + 1, i32::from(d) - i32::from(b) + 1);
    if (0..3).contains(&x) && (0..3).contains(&y) { 1 << (x + 3 * y) } else { 0 }
}
