use serde::{Deserialize, Serialize};

use crate::{Cell, Point};

/// What a line does that only grazes an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grazing {
    /// It goes on: a line is interrupted only where it runs through the inside of the obstacles taken together.
    /// Running along the side that two of them share is inside; touching a corner or an outer side is not, and so a
    /// line passes through the corner at which two diagonal squares meet.
    #[default]
    Free,
    /// It is interrupted by any touch, of a corner too.
    Blocks,
}

/// How a line meets a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Passage<C> {
    /// It passes through the inside.
    Inside(C),
    /// It runs along the side that these two share.
    Between(C, C),
    /// It touches a corner, no more.
    Touched(C),
}

/// What the line between the centres of two cells meets, in the order from the first to the second: both ends
/// [`Inside`](Passage::Inside), every cell between that it passes through, and those it merely touches.
///
/// ```
/// use skirmish_grid::{Hex, Passage::*, walk};
/// let way: Vec<_> = walk(Hex::new(0, 0), Hex::new(1, 1)).collect();
/// let (a, b) = (Hex::new(0, 1), Hex::new(1, 0));
/// assert_eq!(way, [Inside(Hex::new(0, 0)), Between(b, a), Inside(Hex::new(1, 1))]);
/// ```
pub fn walk<C: Cell>(from: C, to: C) -> Walk<C> {
    Walk {
        start: from.centre(),
        end: to.centre(),
        here: (from != to).then_some(from),
        pending: [Some(Passage::Inside(from)), None, None],
    }
}

/// The iterator that [`walk`] returns.
#[derive(Debug, Clone)]
pub struct Walk<C> {
    start: Point,
    end: Point,
    here: Option<C>,
    pending: [Option<Passage<C>>; 3],
}

impl<C: Cell> Walk<C> {
    fn side(&self, point: Point) -> i64 {
        self.start.turn(self.end, point)
    }

    fn passes(&self, cell: C) -> bool {
        let mut signs = cell.corners().map(|corner| self.side(corner).signum());
        let any = |sign| move |s| s == sign;
        signs.clone().any(any(1)) && signs.any(any(-1))
    }

    /// Leaves the cell and notes what is met on the way into the next one.
    fn advance(&mut self, here: C) {
        let sides = C::CORNERS.len();
        for i in 0..sides {
            let (now, next) = (self.side(here.corner(i)), self.side(here.corner(i + 1)));
            if now < 0 && next > 0 {
                return self.enter([None, None], here.neighbour(i));
            }
            if now < 0 && next == 0 {
                return self.turn_corner(here, (i + 1) % sides);
            }
        }
        self.here = None;
    }

    fn turn_corner(&mut self, here: C, corner: usize) {
        let sides = C::CORNERS.len();
        let left = here.neighbour((corner + sides - 1) % sides);
        let right = here.neighbour(corner);
        let touched = |cell: Option<C>| cell.map(Passage::Touched);
        match (left, right) {
            (Some(cell), _) if self.passes(cell) => self.enter([touched(right), None], left),
            (_, Some(cell)) if self.passes(cell) => self.enter([touched(left), None], right),
            (Some(a), Some(b)) if a.shares_side(b) => {
                self.enter([Some(Passage::Between(a, b)), None], here.offset(C::BEYOND[corner]));
            }
            _ => self.enter([touched(left), touched(right)], here.offset(C::BEYOND[corner])),
        }
    }

    fn enter(&mut self, met: [Option<Passage<C>>; 2], next: Option<C>) {
        self.pending = [met[0], met[1], next.map(Passage::Inside)];
        self.here = next.filter(|cell| cell.centre() != self.end);
    }
}

impl<C: Cell> Iterator for Walk<C> {
    type Item = Passage<C>;

    fn next(&mut self) -> Option<Passage<C>> {
        if self.pending.iter().all(Option::is_none)
            && let Some(here) = self.here
        {
            self.advance(here);
        }
        self.pending.iter_mut().find_map(Option::take)
    }
}

/// Whether the line between the centres of the two cells is uninterrupted. The two cells themselves never interrupt
/// it, and a cell off the board may be asked about where the board's edge is ragged.
///
/// ```
/// use skirmish_grid::{Grazing, Hex, center_line_free};
/// let (a, b, rock) = (Hex::new(0, 0), Hex::new(3, 1), Hex::new(1, 0));
/// assert!(!center_line_free(a, b, |cell| cell == rock, Grazing::Free));
/// // Along the side of a single rock the line is free, between two it is not.
/// assert!(center_line_free(a, Hex::new(1, 1), |cell| cell == rock, Grazing::Free));
/// assert!(!center_line_free(a, Hex::new(1, 1), |cell| cell != a, Grazing::Free));
/// ```
pub fn center_line_free<C: Cell>(from: C, to: C, blocks: impl Fn(C) -> bool, grazing: Grazing) -> bool {
    let stands = |cell: C| cell != from && cell != to && blocks(cell);
    !walk(from, to).any(|passage| passage.bars(stands, grazing))
}

impl<C> Passage<C> {
    /// Whether what stands there bars the line, which may graze it or not.
    #[inline]
    pub(crate) fn bars(self, stands: impl Fn(C) -> bool, grazing: Grazing) -> bool {
        match (self, grazing) {
            (Self::Inside(cell), _) => stands(cell),
            (Self::Between(a, b), Grazing::Free) => stands(a) && stands(b),
            (Self::Between(a, b), Grazing::Blocks) => stands(a) || stands(b),
            (Self::Touched(_), Grazing::Free) => false,
            (Self::Touched(cell), Grazing::Blocks) => stands(cell),
        }
    }
}
