use serde::{Deserialize, Serialize};

use crate::Square;

/// One of the eight directions on a board of squares, clockwise from the east.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// `(+1, 0)`
    #[default]
    East,
    /// `(+1, +1)`
    SouthEast,
    /// `(0, +1)`
    South,
    /// `(-1, +1)`
    SouthWest,
    /// `(-1, 0)`
    West,
    /// `(-1, -1)`
    NorthWest,
    /// `(0, -1)`
    North,
    /// `(+1, -1)`
    NorthEast,
}

/// How much of a circle somebody sees, centred on a [`Facing`]; the bounding lines belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldOfView {
    /// 90°: 45° to each side.
    Quarter,
    /// 180°: the half plane in front, the flank line included.
    Half,
    /// 270°: all but the quarter behind, whose bounding lines are seen.
    ThreeQuarters,
    /// 360°.
    All,
}

impl Facing {
    /// All eight, clockwise from the east.
    pub const ALL: [Self; 8] = [
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
    ];

    /// The number of this direction, 0 to 7, clockwise from the east.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Turned clockwise by so many eighths of a circle; negative turns counter-clockwise.
    #[must_use]
    pub const fn turned(self, eighths: i32) -> Self {
        Self::ALL[((self as i32).wrapping_add(eighths.rem_euclid(8)) % 8) as usize]
    }

    /// The other way.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// The difference of columns and rows of one step.
    #[inline]
    #[must_use]
    pub const fn step(self) -> (i16, i16) {
        // By reference: a table by value is written to the stack at each look.
        const STEPS: &[(i16, i16); 8] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        STEPS[self as usize]
    }

    /// The direction nearest to the way from `from` to `to`; a way exactly between two directions (which no whole
    /// numbers reach) does not occur. `None` when the squares are the same.
    ///
    /// ```
    /// use skirmish_grid::{Facing, Square};
    /// assert_eq!(Facing::toward(Square::new(0, 0), Square::new(5, 1)), Some(Facing::East));
    /// assert_eq!(Facing::toward(Square::new(0, 0), Square::new(-5, -4)), Some(Facing::NorthWest));
    /// ```
    #[inline]
    #[must_use]
    pub fn toward(from: Square, to: Square) -> Option<Self> {
        let (x, y) = from.difference(to);
        if (-1..=1).contains(&x) && (-1..=1).contains(&y) {
            return Self::of_step(x, y);
        }
        let (across, down) = (i64::from(x.abs()), i64::from(y.abs()));
        // The border between straight and diagonal is tan 22.5° = √2 − 1: on the straight side, and only there,
        // (small + large)² < 2 large².
        let straight = |small: i64, large: i64| (small + large).pow(2) < 2 * large.pow(2);
        match (straight(down, across), straight(across, down)) {
            (true, _) => Self::of_step(x.signum(), 0),
            (_, true) => Self::of_step(0, y.signum()),
            _ => Self::of_step(x.signum(), y.signum()),
        }
    }

    /// The direction of a step of at most one column and one row.
    #[inline]
    fn of_step(x: i32, y: i32) -> Option<Self> {
        const BY_ROW: &[Option<Facing>; 9] = &[
            Some(Facing::NorthWest),
            Some(Facing::North),
            Some(Facing::NorthEast),
            Some(Facing::West),
            None,
            Some(Facing::East),
            Some(Facing::SouthWest),
            Some(Facing::South),
            Some(Facing::SouthEast),
        ];
        BY_ROW[(3 * (y + 1) + x + 1) as usize]
    }
}

impl FieldOfView {
    /// Whether somebody on `from`, facing that way, has the centre of `to` in view; one always sees one's own square.
    ///
    /// ```
    /// use skirmish_grid::{Facing, FieldOfView, Square};
    /// let eye = Square::new(0, 0);
    /// assert!(FieldOfView::Half.sees(eye, Facing::North, Square::new(4, 0)));
    /// assert!(!FieldOfView::Half.sees(eye, Facing::North, Square::new(4, 1)));
    /// assert!(FieldOfView::Quarter.sees(eye, Facing::North, Square::new(-2, -2)));
    /// ```
    #[inline]
    #[must_use]
    pub fn sees(self, from: Square, facing: Facing, to: Square) -> bool {
        let (x, y) = from.difference(to);
        let (x, y) = (i64::from(x), i64::from(y));
        let (fx, fy) = facing.step();
        let (fx, fy) = (i64::from(fx), i64::from(fy));
        let (ahead, aside) = (fx * x + fy * y, (fx * y - fy * x).abs());
        match self {
            Self::Quarter => ahead >= aside,
            Self::Half => ahead >= 0,
            Self::ThreeQuarters => ahead >= -aside,
            Self::All => true,
        }
    }
}
