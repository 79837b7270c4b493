use serde::{Deserialize, Serialize};

use crate::{Cell, Hex};

/// The six neighbours of a hex, clockwise from the east. Rows run west to east, so there is no north or south.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HexDirection {
    /// `(+1, 0)`
    East,
    /// `(0, +1)`
    SouthEast,
    /// `(-1, +1)`
    SouthWest,
    /// `(-1, 0)`
    West,
    /// `(0, -1)`
    NorthWest,
    /// `(+1, -1)`
    NorthEast,
}

/// The six corners of a hex, clockwise from the north-east; the cell behind a corner is two steps away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HexCorner {
    /// Between north-east and east; `(+2, -1)` lies behind it.
    NorthEast,
    /// Between east and south-east; `(+1, +1)` lies behind it.
    SouthEast,
    /// Between south-east and south-west; `(-1, +2)` lies behind it.
    South,
    /// Between south-west and west; `(-2, +1)` lies behind it.
    SouthWest,
    /// Between west and north-west; `(-1, -1)` lies behind it.
    NorthWest,
    /// Between north-west and north-east; `(+1, -2)` lies behind it.
    North,
}

macro_rules! sixths {
    ($direction:ident, $offsets:expr, $what:literal) => {
        impl $direction {
            #[doc = concat!("The number of this ", $what, ", 0 to 5, clockwise.")]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            #[doc = concat!("The ", $what, " with that number, counted around: 6 is 0 again.")]
            #[must_use]
            pub const fn from_index(index: usize) -> Self {
                Self::ALL[index % 6]
            }

            /// Turned clockwise by so many sixths; negative turns counter-clockwise.
            #[must_use]
            pub const fn turned(self, sixths: i32) -> Self {
                Self::ALL[((self as i32).wrapping_add(sixths.rem_euclid(6)) % 6) as usize]
            }

            #[doc = concat!("The ", $what, " on the other side.")]
            #[must_use]
            pub const fn opposite(self) -> Self {
                self.turned(3)
            }

            /// The cell that lies there, seen from `(0, 0)`.
            #[must_use]
            pub fn offset(self) -> Hex {
                let (q, r) = $offsets[self.index()];
                Hex::new(q, r)
            }
        }
    };
}

sixths!(HexDirection, <Hex as Cell>::STEPS, "direction");
sixths!(HexCorner, <Hex as Cell>::BEYOND, "corner");

impl HexDirection {
    /// All directions, clockwise from the east.
    pub const ALL: [Self; 6] =
        [Self::East, Self::SouthEast, Self::SouthWest, Self::West, Self::NorthWest, Self::NorthEast];
}

impl HexCorner {
    /// All corners, clockwise from the north-east.
    pub const ALL: [Self; 6] =
        [Self::NorthEast, Self::SouthEast, Self::South, Self::SouthWest, Self::NorthWest, Self::North];
}
