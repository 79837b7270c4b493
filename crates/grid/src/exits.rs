use crate::{Board, Cell};

/// From each cell of a board the neighbours to which a step leads, worked out once: what a search asks of every cell it
/// comes to, as far as it follows from the board alone.
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
}

#[derive(Debug, Clone, Copy)]
struct Exit {
    /// A bit for each neighbour.
    open: u16,
    /// All cells that are joined by steps in any direction have the same number.
    part: u32,
}

/// The part of cells that have not been given one.
const NOWHERE: u32 = u32::MAX;

const NOTHING: Exit = Exit { open: 0, part: NOWHERE };

impl<C: Cell> Exits<C> {
    /// Asks `leads` of every cell and each of its neighbours on the board.
    #[must_use]
    pub fn of(board: Board<C>, leads: impl Fn(C, C) -> bool) -> Self {
        let exit = |cell: C| {
            let open = board.neighbours(cell).filter(|&to| leads(cell, to)).map(|to| bit(cell, to));
            Exit { open: open.sum(), part: NOWHERE }
        };
        let mut exits = Self { board, cells: board.cells().map(exit).collect() };
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
                    let joined = self.board.neighbours(cell).filter(|&to| self.lead(cell, to) || self.lead(to, cell));
                    waiting.extend(joined);
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
