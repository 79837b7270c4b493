use serde::{Deserialize, Serialize};

use crate::{Cell, Facing, Hex, HexCorner, HexDirection, Point, Square};

/// How far a cone opens; a cell belongs to it when its centre does, borders included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spread {
    /// 60°: 30° to each side.
    Sixty,
    /// 90°: 45° to each side.
    Ninety,
    /// 120°: 60° to each side.
    OneTwenty,
}

impl Spread {
    /// Whether `aside` is at most the tangent of half the angle times `ahead`; `aside` may be given without the
    /// square roots of `stretch`.
    fn holds(self, ahead: i64, aside: i64, stretch: (i64, i64)) -> bool {
        let (ahead2, aside2) =
            (i128::from(ahead).pow(2) * i128::from(stretch.0), i128::from(aside).pow(2) * i128::from(stretch.1));
        ahead > 0
            && match self {
                Self::Sixty => 3 * aside2 <= ahead2,
                Self::Ninety => aside2 <= ahead2,
                Self::OneTwenty => aside2 <= 3 * ahead2,
            }
    }
}

impl Square {
    /// The squares at most `radius` steps away when diagonals count as one: a block, row by row. Squares outside the
    /// range of `i16` are left out, here and below.
    pub fn disc(self, radius: u16) -> impl Iterator<Item = Self> {
        let radius = i32::from(radius);
        (-radius..=radius).flat_map(move |y| (-radius..=radius).filter_map(move |x| self.plus(x, y)))
    }

    /// The squares whose centres are at most `radius` cells away as the crow flies, row by row.
    pub fn circle(self, radius: u16) -> impl Iterator<Item = Self> {
        self.disc(radius).filter(move |&cell| self.euclid_squared(cell) <= u64::from(radius).pow(2))
    }

    /// The squares at most `length` steps from this one whose centres lie in the cone that opens from its centre; not
    /// the square itself.
    ///
    /// ```
    /// use skirmish_grid::{Facing, Spread, Square};
    /// assert_eq!(Square::new(0, 0).cone(Facing::East, 3, Spread::Ninety).count(), 3 + 5 + 7);
    /// assert_eq!(Square::new(0, 0).cone(Facing::East, 3, Spread::Sixty).count(), 1 + 3 + 3);
    /// ```
    pub fn cone(self, facing: Facing, length: u16, spread: Spread) -> impl Iterator<Item = Self> {
        self.disc(length).filter(move |&cell| in_cone(self.centre(), facing, spread, cell))
    }
}

/// Whether the centre of the square lies in the cone that opens from any lattice point, such as the centre of a large
/// creature.
#[must_use]
pub fn in_cone(apex: Point, facing: Facing, spread: Spread, cell: Square) -> bool {
    let centre = cell.centre();
    let (x, y) = (i64::from(centre.x) - i64::from(apex.x), i64::from(centre.y) - i64::from(apex.y));
    let (fx, fy) = facing.step();
    let (fx, fy) = (i64::from(fx), i64::from(fy));
    spread.holds(fx * x + fy * y, fx * y - fy * x, (1, 1))
}

impl Hex {
    /// The hexes at most `length` steps from this one in the cone that opens from its centre across a side; not the
    /// hex itself.
    ///
    /// ```
    /// use skirmish_grid::{Hex, HexDirection, Spread};
    /// assert_eq!(Hex::new(0, 0).cone(HexDirection::East, 3, Spread::Sixty).count(), 1 + 3 + 3);
    /// ```
    pub fn cone(self, direction: HexDirection, length: u16, spread: Spread) -> impl Iterator<Item = Self> {
        self.wedge(direction.offset(), length, spread)
    }

    /// The hexes at most `length` steps from this one in the cone that opens from its centre past a corner; not the
    /// hex itself.
    pub fn corner_cone(self, corner: HexCorner, length: u16, spread: Spread) -> impl Iterator<Item = Self> {
        self.wedge(corner.offset(), length, spread)
    }

    fn wedge(self, toward: Self, length: u16, spread: Spread) -> impl Iterator<Item = Self> {
        let axis = toward.centre();
        let start = self.centre();
        self.disc(length).filter(move |&cell| {
            let centre = cell.centre();
            let (x, y) = (i64::from(centre.x) - i64::from(start.x), i64::from(centre.y) - i64::from(start.y));
            let (ax, ay) = (i64::from(axis.x), i64::from(axis.y));
            // On the regular board x is √3 times as long against y: dot products are 3xx + yy, cross products
            // √3(xy − yx).
            spread.holds(3 * ax * x + ay * y, ax * y - ay * x, (1, 3))
        })
    }
}
