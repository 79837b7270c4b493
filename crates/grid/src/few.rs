use crate::Cell;

/// At most `N` cells, in which it is quickly looked up that a cell is not among them: what closes a few cells of a board
/// to a search that asks of every cell it comes to.
///
/// ```
/// use skirmish_grid::{Few, Square};
/// let mut few = Few::<Square, 2>::new();
/// assert!(few.add(Square::new(3, 4)) && few.add(Square::new(3, 4)) && few.add(Square::new(0, 0)));
/// assert!(few.has(Square::new(3, 4)) && !few.has(Square::new(4, 3)));
/// assert!(!few.add(Square::new(9, 9)), "there is no room for a third");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Few<C, const N: usize> {
    /// A bit for each cell of a field of eight by eight; all fields of the board lie on top of each other.
    fields: u64,
    count: usize,
    cells: [C; N],
}

impl<C: Cell, const N: usize> Few<C, N> {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Self { fields: 0, count: 0, cells: [C::at(0, 0); N] }
    }

    /// All of these; nothing where there is no room for them.
    ///
    /// ```
    /// use skirmish_grid::{Few, Square};
    /// let row = |length| (0..length).map(|x| Square::new(x, 0));
    /// assert!(Few::<Square, 2>::of(row(2)).is_some_and(|few| few.has(Square::new(1, 0))));
    /// assert!(Few::<Square, 2>::of(row(3)).is_none());
    /// ```
    #[must_use]
    pub fn of(cells: impl IntoIterator<Item = C>) -> Option<Self> {
        let mut few = Self::new();
        cells.into_iter().all(|cell| few.add(cell)).then_some(few)
    }

    /// Adds a cell that may be among them already. `false` when there is no room for it.
    pub fn add(&mut self, cell: C) -> bool {
        if self.has(cell) {
            return true;
        }
        let Some(place) = self.cells.get_mut(self.count) else { return false };
        *place = cell;
        self.count += 1;
        self.fields |= bit(cell);
        true
    }

    /// Whether the cell is among them.
    #[inline]
    #[must_use]
    pub fn has(&self, cell: C) -> bool {
        self.fields & bit(cell) != 0 && self.is_listed(cell)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = C> + '_ {
        self.cells.iter().take(self.count).copied()
    }

    fn is_listed(&self, cell: C) -> bool {
        self.cells.iter().take(self.count).any(|known| *known == cell)
    }
}

/// The same cells, added in the same order.
impl<C: Cell, const N: usize> PartialEq for Few<C, N> {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields && self.cells.iter().take(self.count).eq(other.cells.iter().take(other.count))
    }
}

impl<C: Cell, const N: usize> Eq for Few<C, N> {}

impl<C: Cell, const N: usize> Default for Few<C, N> {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
fn bit<C: Cell>(cell: C) -> u64 {
    let (a, b) = cell.axes();
    1 << ((a & 7) + (b & 7) * 8)
}
