use serde::{Deserialize, Serialize};

/// A point of the lattice in which both boards have whole-number corners.
///
/// `x` grows to the right, `y` downwards. The unit is a convention of each [`Cell`](crate::Cell): a hex spans 2 by 4
/// with its centre at `(2q + r, 3r)`, a square 2 by 2 with its centre at `(2x, 2y)`. Hexes are drawn a little too
/// tall there; whatever this crate decides (which side of a line, what lies between) is the same on the regular
/// board, because the one is an affine image of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

impl Point {
    /// The point at `(x, y)`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Twice the signed area of the triangle `self`, `a`, `b`: positive when, seen on the page, the turn is
    /// clockwise, 0 when the three lie on one line. Exact for coordinates up to 2²⁸, far beyond any cell's.
    ///
    /// ```
    /// use skirmish_grid::Point;
    /// let corner = Point::new(0, 0);
    /// assert_eq!(corner.turn(Point::new(2, 0), Point::new(0, 3)), 6);
    /// assert_eq!(corner.turn(Point::new(2, 2), Point::new(5, 5)), 0);
    /// ```
    #[must_use]
    pub const fn turn(self, a: Self, b: Self) -> i64 {
        let (ax, ay) = (a.x as i64 - self.x as i64, a.y as i64 - self.y as i64);
        let (bx, by) = (b.x as i64 - self.x as i64, b.y as i64 - self.y as i64);
        ax.wrapping_mul(by).wrapping_sub(ay.wrapping_mul(bx))
    }
}
