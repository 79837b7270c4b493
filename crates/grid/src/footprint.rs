use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::{Board, Cell, Hex, Square};

/// The cells that a creature covers, seen from the one that names its place (its anchor). At most
/// [`Footprint::MOST`].
///
/// ```
/// use skirmish_grid::{Board, Footprint, Square};
/// let board = Board::<Square>::new(10, 10).unwrap();
/// let ogre = Footprint::block(2).unwrap();
/// assert_eq!(ogre.cells(Square::new(4, 4)).count(), 4);
/// assert!(ogre.fits(&board, Square::new(8, 8), |_| true));
/// assert!(!ogre.fits(&board, Square::new(9, 8), |_| true));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<(i16, i16)>", into = "Vec<(i16, i16)>", bound = "C: Cell")]
pub struct Footprint<C> {
    offsets: [(i16, i16); MOST],
    len: u8,
    /// For each direction a bit for each offset from which a step leads out of the footprint; follows from the offsets.
    leading: [u32; DIRECTIONS],
    cell: PhantomData<fn() -> C>,
}

/// The most cells of a footprint.
pub(crate) const MOST: usize = 25;

/// Directions, at most.
const DIRECTIONS: usize = 8;

/// A set of offsets that is no footprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FootprintError {
    /// No cell at all.
    Empty,
    /// More than [`Footprint::MOST`].
    TooMany,
    /// The same cell twice.
    Twice((i16, i16)),
}

impl<C: Cell> Footprint<C> {
    /// The most cells that a footprint holds: a block of five by five.
    pub const MOST: usize = MOST;

    /// One cell.
    #[must_use]
    pub const fn single() -> Self {
        Self::of([(0, 0); MOST], 1)
    }

    /// The first `len` of these offsets, and what follows from them.
    const fn of(offsets: [(i16, i16); MOST], len: u8) -> Self {
        let mut leading = [0; DIRECTIONS];
        let mut direction = 0;
        while direction < C::STEPS.len() {
            let mut from = 0;
            while from < len as usize {
                if !is_among(&offsets, len, offsets[from], C::STEPS[direction]) {
                    leading[direction] |= 1 << from;
                }
                from += 1;
            }
            direction += 1;
        }
        Self { offsets, len, leading, cell: PhantomData }
    }

    /// Any set of cells, as axis offsets from the anchor, which need not be among them.
    ///
    /// # Errors
    /// When there is none, one appears twice, or there are more than [`MOST`](Self::MOST).
    pub fn new(offsets: &[(i16, i16)]) -> Result<Self, FootprintError> {
        if offsets.is_empty() {
            return Err(FootprintError::Empty);
        }
        let mut kept = [(0, 0); MOST];
        let mut len = 0;
        for (count, &offset) in (1..).zip(offsets) {
            if kept[..usize::from(len)].contains(&offset) {
                return Err(FootprintError::Twice(offset));
            }
            *kept.get_mut(usize::from(len)).ok_or(FootprintError::TooMany)? = offset;
            len = count;
        }
        Ok(Self::of(kept, len))
    }

    /// The offsets from the anchor.
    #[must_use]
    pub fn offsets(&self) -> &[(i16, i16)] {
        &self.offsets[..usize::from(self.len)]
    }

    /// The offsets from which a step in that direction leads out of the footprint: the sole offset of a single cell, the
    /// front row of a block.
    #[inline]
    pub(crate) fn leading(&self, direction: usize) -> impl Iterator<Item = (i16, i16)> + Clone + '_ {
        let mut left = self.leading.get(direction).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let next = self.offsets.get(left.trailing_zeros() as usize).copied();
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The cells covered by a creature whose anchor is there. Cells outside the range of `i16` are left out.
    pub fn cells(&self, anchor: C) -> impl Iterator<Item = C> + Clone + '_ {
        self.offsets().iter().filter_map(move |&offset| anchor.offset(offset))
    }

    /// Writes the covered cells into `area`, for the questions about sight.
    pub fn write(&self, anchor: C, area: &mut Vec<C>) {
        area.clear();
        area.extend(self.cells(anchor));
    }

    /// Whether a creature may stand there: every covered cell is on the board and free.
    pub fn fits(&self, board: &Board<C>, anchor: C, free: impl Fn(C) -> bool) -> bool {
        self.offsets()
            .iter()
            .all(|&offset| anchor.offset(offset).is_some_and(|cell| board.contains(cell) && free(cell)))
    }

    /// Whether a creature whose anchor is there covers the cell.
    #[must_use]
    pub fn covers(&self, anchor: C, cell: C) -> bool {
        self.cells(anchor).any(|covered| covered == cell)
    }

    /// Steps between the nearest cells of two creatures; 0 when they overlap.
    ///
    /// ```
    /// use skirmish_grid::{Footprint, Hex};
    /// let (giant, scout) = (Footprint::flower(), Footprint::single());
    /// assert_eq!(giant.distance(Hex::new(0, 0), &scout, Hex::new(4, 0)), 3);
    /// ```
    #[must_use]
    pub fn distance(&self, anchor: C, other: &Self, its_anchor: C) -> u32 {
        let nearest = |cell: C| other.cells(its_anchor).map(move |its| cell.distance(its)).min();
        self.cells(anchor).filter_map(nearest).min().unwrap_or(u32::MAX)
    }
}

impl Footprint<Square> {
    /// A block of `side` by `side` squares to the right of the anchor and below it; `None` unless `side` is 1 to 5.
    #[must_use]
    pub const fn block(side: u8) -> Option<Self> {
        if side == 0 || side > 5 {
            return None;
        }
        let mut offsets = [(0, 0); MOST];
        let mut i = 0;
        while i < side * side {
            offsets[i as usize] = ((i % side) as i16, (i / side) as i16);
            i += 1;
        }
        Some(Self::of(offsets, side * side))
    }
}

/// Whether the offset that a step leads to is among the first `len`.
const fn is_among(offsets: &[(i16, i16); MOST], len: u8, from: (i16, i16), step: (i16, i16)) -> bool {
    let (a, b) = (from.0 as i32 + step.0 as i32, from.1 as i32 + step.1 as i32);
    let mut i = 0;
    while i < len as usize {
        if offsets[i].0 as i32 == a && offsets[i].1 as i32 == b {
            return true;
        }
        i += 1;
    }
    false
}

impl Footprint<Hex> {
    /// Three hexes around one corner: the anchor, its eastern and its south-eastern neighbour.
    #[must_use]
    pub fn triangle() -> Self {
        Self::around(2)
    }

    /// Seven hexes: the anchor and all around it.
    #[must_use]
    pub fn flower() -> Self {
        Self::around(6)
    }

    fn around(neighbours: u8) -> Self {
        let mut offsets = [(0, 0); MOST];
        let steps = Hex::STEPS.iter().take(usize::from(neighbours));
        offsets.iter_mut().skip(1).zip(steps).for_each(|(place, &step)| *place = step);
        Self::of(offsets, 1 + neighbours)
    }
}

impl<C: Cell> TryFrom<Vec<(i16, i16)>> for Footprint<C> {
    type Error = FootprintError;

    fn try_from(offsets: Vec<(i16, i16)>) -> Result<Self, FootprintError> {
        Self::new(&offsets)
    }
}

impl<C: Cell> From<Footprint<C>> for Vec<(i16, i16)> {
    fn from(footprint: Footprint<C>) -> Self {
        footprint.offsets().to_vec()
    }
}

impl std::fmt::Display for FootprintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => write!(f, "a footprint of no cells; give at least (0, 0)"),
            Self::TooMany => write!(f, "a footprint of more than {} cells", Footprint::<Square>::MOST),
            Self::Twice((a, b)) => write!(f, "the cell ({a}, {b}) appears twice in the footprint"),
        }
    }
}

impl std::error::Error for FootprintError {}
