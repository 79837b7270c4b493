use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Cell, Facing};

/// A square: `x` counts columns to the east, `y` rows downwards.
///
/// ```
/// use skirmish_grid::Square;
/// let (a, b) = (Square::new(0, 0), Square::new(3, -5));
/// assert_eq!((a.chebyshev(b), a.manhattan(b), a.alternating(b)), (5, 8, 6));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Square {
    /// Column, to the east.
    pub x: i16,
    /// Row, downwards.
    pub y: i16,
}

impl Square {
    /// The square `(x, y)`.
    #[must_use]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// Distance when a diagonal step counts as one: the larger of the two differences.
    #[inline]
    #[must_use]
    pub const fn chebyshev(self, other: Self) -> u32 {
        let (x, y) = self.spans(other);
        if x > y { x } else { y }
    }

    /// Distance without diagonal steps: the sum of the two differences.
    #[must_use]
    pub const fn manhattan(self, other: Self) -> u32 {
        let (x, y) = self.spans(other);
        x + y
    }

    /// Distance when every second diagonal step costs two (1, 2, 1, 2 …, the first one costs one).
    #[must_use]
    pub const fn alternating(self, other: Self) -> u32 {
        let (x, y) = self.spans(other);
        if x > y { x + y / 2 } else { y + x / 2 }
    }

    /// The square of the straight-line distance between the centres, in cells: 25 for three east and four south.
    #[must_use]
    pub const fn euclid_squared(self, other: Self) -> u64 {
        let (x, y) = self.spans(other);
        x as u64 * x as u64 + y as u64 * y as u64
    }

    /// The neighbour in that direction; `None` outside the range of `i16`.
    #[inline]
    #[must_use]
    pub fn step(self, facing: Facing) -> Option<Self> {
        self.offset(facing.step())
    }

    /// The four neighbours across the sides: east, south, west, north.
    pub fn sides(self) -> impl Iterator<Item = Self> {
        self.neighbours_until(4)
    }

    /// Turned about `centre` clockwise by so many quarters of a circle; `None` outside the range of `i16`.
    #[must_use]
    pub fn rotated(self, centre: Self, quarters: i32) -> Option<Self> {
        let (mut x, mut y) = centre.difference(self);
        for _ in 0..quarters.rem_euclid(4) {
            (x, y) = (-y, x);
        }
        centre.plus(x, y)
    }

    /// Mirrored at the row through `centre`; `None` outside the range of `i16`.
    #[must_use]
    pub fn mirrored(self, centre: Self) -> Option<Self> {
        let (x, y) = centre.difference(self);
        centre.plus(x, -y)
    }

    #[inline]
    pub(crate) const fn difference(self, other: Self) -> (i32, i32) {
        (other.x as i32 - self.x as i32, other.y as i32 - self.y as i32)
    }

    pub(crate) fn plus(self, x: i32, y: i32) -> Option<Self> {
        let x = i16::try_from(i32::from(self.x).checked_add(x)?).ok()?;
        let y = i16::try_from(i32::from(self.y).checked_add(y)?).ok()?;
        Some(Self { x, y })
    }

    fn neighbours_until(self, count: usize) -> impl Iterator<Item = Self> {
        (0..count).filter_map(move |i| self.neighbour(i))
    }

    #[inline]
    const fn spans(self, other: Self) -> (u32, u32) {
        let (x, y) = self.difference(other);
        (x.unsigned_abs(), y.unsigned_abs())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}
