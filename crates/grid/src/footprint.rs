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
    offsets: [(i16, i16); 25],
    len: u8,
    cell: PhantomData<fn() -> C>,
}

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
    pub const MOST: usize = 25;

    /// One cell.
    #[must_use]
    pub const fn single() -> Self {
        Self { offsets: [(0, 0); 25], len: 1, cell: PhantomData }
    }

    /// Any set of cells, as axis offsets from the anchor, which need not be among them.
    ///
    /// # Errors
    /// When there is none, one appears twice, or there are more than [`MOST`](Self::MOST).
    pub fn new(offsets: &[(i16, i16)]) -> Result<Self, FootprintError> {
        let mut footprint = Self { offsets: [(0, 0); 25], len: 0, cell: PhantomData };
        if offsets.is_empty() {
            return Err(FootprintError::Empty);
        }
        for &offset in offsets {
            if footprint.offsets().contains(&offset) {
                return Err(FootprintError::Twice(offset));
            }
            *footprint.offsets.get_mut(usize::from(footprint.len)).ok_or(FootprintError::TooMany)? = offset;
            footprint.len += 1;
        }
        Ok(footprint)
    }

    /// The offsets from the anchor.
    #[must_use]
    pub fn offsets(&self) -> &[(i16, i16)] {
        &self.offsets[..usize::from(self.len)]
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
    pub fn block(side: u8) -> Option<Self> {
        if !(1..=5).contains(&side) {
            return None;
        }
        let mut footprint = Self { offsets: [(0, 0); 25], len: side * side, cell: PhantomData };
        let side = i16::from(side);
        let offsets = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        footprint.offsets.iter_mut().zip(offsets).for_each(|(place, offset)| *place = offset);
        Some(footprint)
    }
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
        let mut footprint = Self::single();
        let steps = Hex::STEPS.iter().take(usize::from(neighbours));
        footprint.offsets.iter_mut().skip(1).zip(steps).for_each(|(place, &step)| *place = step);
        footprint.len = 1 + neighbours;
        footprint
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
