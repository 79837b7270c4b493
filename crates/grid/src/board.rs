use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::Cell;

/// The largest width and height of a board.
pub const MAX_SIDE: u16 = 400;

/// A rectangle of cells, `width` columns by `height` rows, 1 to [`MAX_SIDE`] each, whose top left cell is `(0, 0)` or
/// `A1`.
///
/// It holds nothing: what stands on a cell is kept in a plain vector under [`index`](Self::index).
///
/// ```
/// use skirmish_grid::{Board, Hex};
/// let board = Board::<Hex>::new(12, 9).unwrap();
/// let cell = board.cell(13).unwrap();
/// assert_eq!((cell, board.index(cell)), (Hex::new(1, 1), Some(13)));
/// assert!(!board.contains(Hex::new(-1, 0)));
/// ```
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Size", into = "Size", bound = "C: Cell")]
pub struct Board<C> {
    width: u16,
    height: u16,
    cell: PhantomData<fn() -> C>,
}

/// A board whose width or height is not 1 to [`MAX_SIDE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardError {
    /// The width asked for.
    pub width: u16,
    /// The height asked for.
    pub height: u16,
}

#[derive(Serialize, Deserialize)]
struct Size {
    width: u16,
    height: u16,
}

impl<C: Cell> Board<C> {
    /// A board of that size.
    ///
    /// # Errors
    /// When either side is 0 or longer than [`MAX_SIDE`].
    pub const fn new(width: u16, height: u16) -> Result<Self, BoardError> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(BoardError { width, height });
        }
        Ok(Self { width, height, cell: PhantomData })
    }

    /// The number of cells, always width times height.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a board has at least one cell")]
    pub const fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the cell lies on the board.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: C) -> bool {
        self.index(cell).is_some()
    }

    /// The place of the cell in a vector of [`len`](Self::len) entries, row by row; `None` off the board.
    #[inline]
    #[must_use]
    pub fn index(&self, cell: C) -> Option<usize> {
        let (column, row) = cell.column_row();
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < usize::from(self.width) && row < usize::from(self.height))
            .then(|| row * usize::from(self.width) + column)
    }

    /// The cell with that index; `None` from [`len`](Self::len) on.
    #[inline]
    #[must_use]
    pub fn cell(&self, index: usize) -> Option<C> {
        let width = usize::from(self.width);
        let (column, row) = (index % width, index / width);
        (row < usize::from(self.height)).then(|| C::from_column_row(column as i32, row as i32)).flatten()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = C> + use<C> {
        let board = *self;
        (0..board.len()).filter_map(move |index| board.cell(index))
    }

    /// The neighbours on the board, in the fixed order.
    pub fn neighbours(&self, cell: C) -> impl Iterator<Item = C> {
        let board = *self;
        cell.neighbours().filter(move |&neighbour| board.contains(neighbour))
    }
}

impl<C> Board<C> {
    /// Columns.
    #[must_use]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn height(&self) -> u16 {
        self.height
    }
}

impl<C> Clone for Board<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Board<C> {}

impl<C> PartialEq for Board<C> {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }
}

impl<C> Eq for Board<C> {}

impl<C: Cell> fmt::Debug for Board<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?}, {} x {})", C::KIND, self.width, self.height)
    }
}

impl<C: Cell> TryFrom<Size> for Board<C> {
    type Error = BoardError;

    fn try_from(size: Size) -> Result<Self, BoardError> {
        Self::new(size.width, size.height)
    }
}

impl<C> From<Board<C>> for Size {
    fn from(board: Board<C>) -> Self {
        Self { width: board.width, height: board.height }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a board of {} x {} cells; each side must be 1 to {MAX_SIDE}", self.width, self.height)
    }
}

impl std::error::Error for BoardError {}
