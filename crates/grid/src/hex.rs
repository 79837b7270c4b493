use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Cell, HexCorner, HexDirection};

/// A hex in axial coordinates, with a corner at the top: `q` counts along a row to the east, `r` rows downwards, each
/// shifted half a cell to the right of the one above it.
///
/// ```
/// use skirmish_grid::{Hex, HexDirection};
/// let (a, b) = (Hex::new(0, 0), Hex::new(3, 1));
/// assert_eq!(a.distance(b), 4);
/// assert_eq!(a.step(HexDirection::East), Some(Hex::new(1, 0)));
/// assert_eq!(b.to_string(), "(3,1)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Hex {
    /// Along the row, to the east.
    pub q: i16,
    /// Across the rows, to the south-east.
    pub r: i16,
}

impl Hex {
    /// The hex `(q, r)`.
    #[must_use]
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// Steps from one hex to the other.
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        let (q, r) = self.difference(other);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The neighbour in that direction; `None` outside the range of `i16`.
    #[must_use]
    pub fn step(self, direction: HexDirection) -> Option<Self> {
        self.neighbour(direction.index())
    }

    /// The hex behind that corner, two steps away; `None` outside the range of `i16`.
    #[must_use]
    pub fn behind(self, corner: HexCorner) -> Option<Self> {
        let offset = corner.offset();
        self.offset((offset.q, offset.r))
    }

    /// Turned about `centre` clockwise by so many sixths of a circle; `None` outside the range of `i16`.
    ///
    /// ```
    /// use skirmish_grid::Hex;
    /// assert_eq!(Hex::new(3, 0).rotated(Hex::new(1, 0), 1), Some(Hex::new(1, 2)));
    /// ```
    #[must_use]
    pub fn rotated(self, centre: Self, sixths: i32) -> Option<Self> {
        let (mut q, mut r) = centre.difference(self);
        for _ in 0..sixths.rem_euclid(6) {
            (q, r) = (-r, q + r);
        }
        centre.plus(q, r)
    }

    /// Mirrored at the row through `centre`; `None` outside the range of `i16`.
    #[must_use]
    pub fn mirrored(self, centre: Self) -> Option<Self> {
        let (q, r) = centre.difference(self);
        centre.plus(q + r, -r)
    }

    /// The hexes exactly `radius` steps away, clockwise from the east; radius 0 is the hex itself. Hexes outside the
    /// range of `i16` are left out.
    ///
    /// ```
    /// use skirmish_grid::Hex;
    /// assert_eq!(Hex::new(0, 0).ring(2).count(), 12);
    /// ```
    pub fn ring(self, radius: u16) -> impl Iterator<Item = Self> {
        let radius = i32::from(radius);
        let sides = if radius == 0 { 0 } else { 6 };
        let point = (radius == 0).then_some(self);
        point.into_iter().chain((0..sides).flat_map(move |side| {
            let (from, along) = (Self::STEPS[side], Self::STEPS[(side + 2) % 6]);
            (0..radius).filter_map(move |i| {
                self.plus(
                    i32::from(from.0) * radius + i32::from(along.0) * i,
                    i32::from(from.1) * radius + i32::from(along.1) * i,
                )
            })
        }))
    }

    /// The hexes at most `radius` steps away, row by row. Hexes outside the range of `i16` are left out.
    pub fn disc(self, radius: u16) -> impl Iterator<Item = Self> {
        let radius = i32::from(radius);
        (-radius..=radius).flat_map(move |r| {
            ((-radius).max(-radius - r)..=radius.min(radius - r)).filter_map(move |q| self.plus(q, r))
        })
    }

    /// The direction in which `other` lies on one of the six straight rows through this hex; `None` for any other hex
    /// and for itself.
    ///
    /// ```
    /// use skirmish_grid::{Hex, HexDirection};
    /// assert_eq!(Hex::new(1, 1).straight_to(Hex::new(5, -3)), Some(HexDirection::NorthEast));
    /// assert_eq!(Hex::new(0, 0).straight_to(Hex::new(2, 1)), None);
    /// ```
    #[must_use]
    pub fn straight_to(self, other: Self) -> Option<HexDirection> {
        let (q, r) = self.difference(other);
        if (q, r) == (0, 0) || (q != 0 && r != 0 && q + r != 0) {
            return None;
        }
        let unit = (q.signum() as i16, r.signum() as i16);
        HexDirection::ALL.into_iter().find(|direction| Self::STEPS[direction.index()] == unit)
    }

    const fn difference(self, other: Self) -> (i32, i32) {
        (other.q as i32 - self.q as i32, other.r as i32 - self.r as i32)
    }

    fn plus(self, q: i32, r: i32) -> Option<Self> {
        let q = i16::try_from(i32::from(self.q).checked_add(q)?).ok()?;
        let r = i16::try_from(i32::from(self.r).checked_add(r)?).ok()?;
        Some(Self { q, r })
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.q, self.r)
    }
}
