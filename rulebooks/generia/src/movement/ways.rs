//! What the bare map says of steps: worked out once, since every look for a way asks it of every cell.

use skirmish_grid::{Board, Cell, Square};

use super::STEP_DOWN;
use crate::setup::Terrain;

/// From each cell of a map the neighbours to which one would step by itself, if nobody were there.
#[derive(Clone, Debug)]
pub struct Ways {
    board: Board<Square>,
    /// For each cell a bit for each neighbour, and the part of the map that it belongs to.
    cells: Vec<Exits>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Exits {
    open: u16,
    /// All cells between which a way leads have the same number.
    part: u32,
}

/// The part of cells that nobody has given one yet.
const NOWHERE: u32 = u32::MAX;

impl Ways {
    /// Of a map with these cells.
    #[must_use]
    pub fn of(board: Board<Square>, terrain: impl Fn(Square) -> Terrain) -> Self {
        let exits = |cell: Square| {
            let open = cell.neighbours().filter(|to| leads(&terrain, cell, *to)).map(|to| bit(cell, to));
            Exits { open: open.sum(), part: NOWHERE }
        };
        let mut ways = Self { board, cells: board.cells().map(exits).collect() };
        ways.divide();
        ways
    }

    /// Numbers the parts of the map.
    fn divide(&mut self) {
        let mut waiting = Vec::new();
        for (part, start) in (0u32..).zip(self.board.cells()) {
            waiting.push(start);
            while let Some(cell) = waiting.pop() {
                let Some(exits) = self.board.index(cell).and_then(|at| self.cells.get_mut(at)) else { continue };
                if exits.part == NOWHERE {
                    exits.part = part;
                    // Whoever can step down can step up again, so this finds the whole part.
                    let open = exits.open;
                    waiting.extend(cell.neighbours().filter(|to| open & bit(cell, *to) != 0));
                }
            }
        }
    }

    fn exits(&self, cell: Square) -> Exits {
        let nothing = Exits { open: 0, part: NOWHERE };
        self.board.index(cell).and_then(|at| self.cells.get(at)).copied().unwrap_or(nothing)
    }

    /// Does a step lead from a cell to its neighbour? No wall, no climb, no fall, no corner that is cut.
    #[inline]
    #[must_use]
    pub fn lead(&self, from: Square, to: Square) -> bool {
        self.exits(from).open & bit(from, to) != 0
    }

    /// Could a way lead from a cell to a neighbour of the other, if nobody stood anywhere?
    #[must_use]
    pub fn may_lead_beside(&self, from: Square, to: Square) -> bool {
        let part = self.exits(from).part;
        from.distance(to) <= 1 || to.neighbours().any(|cell| self.exits(cell).part == part)
    }
}

/// One bit for each of the nine cells around and in the middle; none for others.
#[inline]
fn bit(from: Square, to: Square) -> u16 {
    let (x, y) = (i32::from(to.x) - i32::from(from.x) + 1, i32::from(to.y) - i32::from(from.y) + 1);
    if (0..3).contains(&x) && (0..3).contains(&y) { 1 << (x + 3 * y) } else { 0 }
}

fn leads(terrain: impl Fn(Square) -> Terrain, from: Square, to: Square) -> bool {
    let drop = terrain(from).height - terrain(to).height;
    drop <= STEP_DOWN && is_open(terrain, from, to)
}

/// Can one step from a cell into its neighbour, down an edge too, if nobody is there?
#[must_use]
pub fn is_open(terrain: impl Fn(Square) -> Terrain, from: Square, to: Square) -> bool {
    // Climbing takes a jump.
    if terrain(to).wall || terrain(to).height - terrain(from).height > 1 {
        return false;
    }
    let corners = [Square::new(from.x, to.y), Square::new(to.x, from.y)];
    from.shares_side(to) || !corners.iter().all(|corner| terrain(*corner).wall)
}
