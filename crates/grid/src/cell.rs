use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{Hex, Point, Square};

/// The two kinds of board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Pointy-topped hexes, odd rows shifted half a cell to the right.
    Hex,
    /// Squares.
    Square,
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Hex {}
    impl Sealed for crate::Square {}
}

/// A cell of a board: [`Hex`] or [`Square`].
///
/// Boards, paths and sight are written once, against this trait. Both lattices are described by the same few numbers:
/// the cell with axes `(a, b)` has its centre at `(2a + SHEAR·b, PITCH·b)`, so a hex board is a square board sheared.
///
/// Sides, corners and neighbours are numbered clockwise from the east. Side `i` joins the corners `i` and `i + 1`,
/// and the neighbour `i` lies across it; a square's neighbours 4 to 7 are those across its corners.
pub trait Cell: sealed::Sealed + Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// Which board it belongs to.
    const KIND: Kind;
    /// The corners as offsets from the centre, clockwise; there are as many sides.
    const CORNERS: &'static [Point];
    /// The axis offsets of the neighbours, in the order in which paths prefer them.
    const STEPS: &'static [(i16, i16)];
    /// For each neighbour the direction that leads back from it.
    const BACK: &'static [usize];
    /// The axis offsets of the cell met first beyond each corner: a square's diagonal neighbour, the hex two steps
    /// away whose centre lies behind that corner.
    const BEYOND: &'static [(i16, i16)];
    /// Lattice units from one row's centres to the next's.
    const PITCH: i32;
    /// Lattice units by which each row is shifted against the one above it.
    const SHEAR: i32;
    /// Half the height of a cell in lattice units (half its width is 1).
    const HALF_HEIGHT: i32;

    /// The cell with the axes `(a, b)`: `(q, r)` of a hex, `(x, y)` of a square.
    fn at(a: i16, b: i16) -> Self;

    /// The inverse of [`at`](Self::at).
    fn axes(self) -> (i16, i16);

    /// Steps from one cell to the other when every neighbour is one step away (squares: the larger of the two
    /// differences).
    fn distance(self, other: Self) -> u32;

    /// The cell whose axes differ by `(a, b)`; `None` outside the range of `i16`.
    #[inline]
    #[must_use]
    fn offset(self, (a, b): (i16, i16)) -> Option<Self> {
        let (a0, b0) = self.axes();
        Some(Self::at(a0.checked_add(a)?, b0.checked_add(b)?))
    }

    /// The `i`-th neighbour; `None` when there is no such direction or no such cell.
    #[inline]
    #[must_use]
    fn neighbour(self, i: usize) -> Option<Self> {
        self.offset(*Self::STEPS.get(i)?)
    }

    /// All neighbours in the fixed order.
    fn neighbours(self) -> impl Iterator<Item = Self> {
        Self::STEPS.iter().filter_map(move |&step| self.offset(step))
    }

    /// Whether the two cells have a side in common.
    #[inline]
    #[must_use]
    fn shares_side(self, other: Self) -> bool {
        let ((a, b), (c, d)) = (self.axes(), other.axes());
        let difference = (i32::from(c) - i32::from(a), i32::from(d) - i32::from(b));
        Self::STEPS[..Self::CORNERS.len()].iter().any(|&(x, y)| (i32::from(x), i32::from(y)) == difference)
    }

    /// The centre in lattice units.
    #[inline]
    #[must_use]
    fn centre(self) -> Point {
        let (a, b) = self.axes();
        let (a, b) = (i32::from(a), i32::from(b));
        Point::new(2 * a + Self::SHEAR * b, Self::PITCH * b)
    }

    /// The `i`-th corner in lattice units, counted around (6 is 0 again on a hex).
    #[inline]
    #[must_use]
    fn corner(self, i: usize) -> Point {
        let centre = self.centre();
        let corner = Self::CORNERS[i % Self::CORNERS.len()];
        Point::new(centre.x + corner.x, centre.y + corner.y)
    }

    /// All corners, clockwise.
    fn corners(self) -> impl ExactSizeIterator<Item = Point> + Clone {
        let centre = self.centre();
        Self::CORNERS.iter().map(move |corner| Point::new(centre.x + corner.x, centre.y + corner.y))
    }

    /// Column and row on paper: every second row of hexes is shifted half a cell to the right, so the columns stay
    /// upright.
    #[inline]
    #[must_use]
    fn column_row(self) -> (i32, i32) {
        let (a, b) = self.axes();
        let shift = if Self::SHEAR == 0 { 0 } else { i32::from(b) >> 1 };
        (i32::from(a) + shift, i32::from(b))
    }

    /// The inverse of [`column_row`](Self::column_row); `None` outside the range of `i16`.
    #[inline]
    #[must_use]
    fn from_column_row(column: i32, row: i32) -> Option<Self> {
        let shift = if Self::SHEAR == 0 { 0 } else { row >> 1 };
        Some(Self::at(i16::try_from(column.checked_sub(shift)?).ok()?, i16::try_from(row).ok()?))
    }
}

impl Cell for Hex {
    const KIND: Kind = Kind::Hex;
    const CORNERS: &'static [Point] = &[
        Point::new(1, -1),
        Point::new(1, 1),
        Point::new(0, 2),
        Point::new(-1, 1),
        Point::new(-1, -1),
        Point::new(0, -2),
    ];
    const STEPS: &'static [(i16, i16)] = &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    const BACK: &'static [usize] = &[3, 4, 5, 0, 1, 2];
    const BEYOND: &'static [(i16, i16)] = &[(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)];
    const PITCH: i32 = 3;
    const SHEAR: i32 = 1;
    const HALF_HEIGHT: i32 = 2;

    #[inline]
    fn at(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    #[inline]
    fn axes(self) -> (i16, i16) {
        (self.q, self.r)
    }

    #[inline]
    fn distance(self, other: Self) -> u32 {
        Self::distance(self, other)
    }
}

impl Cell for Square {
    const KIND: Kind = Kind::Square;
    const CORNERS: &'static [Point] = &[Point::new(1, -1), Point::new(1, 1), Point::new(-1, 1), Point::new(-1, -1)];
    const STEPS: &'static [(i16, i16)] = &[(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
    const BACK: &'static [usize] = &[2, 3, 0, 1, 6, 7, 4, 5];
    const BEYOND: &'static [(i16, i16)] = &[(1, -1), (1, 1), (-1, 1), (-1, -1)];
    const PITCH: i32 = 2;
    const SHEAR: i32 = 0;
    const HALF_HEIGHT: i32 = 1;

    #[inline]
    fn at(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    #[inline]
    fn axes(self) -> (i16, i16) {
        (self.x, self.y)
    }

    #[inline]
    fn distance(self, other: Self) -> u32 {
        self.chebyshev(other)
    }
}
