use crate::{Board, Cell, Point, Span, Square};

/// A creature that fills a block of squares, as many a side: what [`Body`](crate::Body) is for any footprint, in few numbers.
/// For games in which every space is such a block; what is asked of it takes as long for one square as for sixteen.
///
/// ```
/// use skirmish_grid::{Block, Span, Square};
/// let ogre = Block::new(2, Square::new(4, 4)).filling(Span::new(0, 3).unwrap());
/// let imp = Block::new(1, Square::new(5, 5)).filling(Span::new(3, 4).unwrap());
/// assert!(ogre.covers(imp.anchor) && !ogre.overlaps(&imp), "the imp flies above the ogre");
/// assert_eq!(ogre.gap(&imp.at(Square::new(8, 3))), Square::new(3, 1));
/// assert_eq!(ogre.cells().count(), 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The top left square.
    pub anchor: Square,
    /// Which heights it fills.
    pub span: Span,
    side: u8,
}

impl Block {
    /// A block of so many squares a side, at least one, to the right of the anchor and below it, that fills all heights.
    #[inline]
    #[must_use]
    pub const fn new(side: u8, anchor: Square) -> Self {
        Self { anchor, span: Span::ALL, side: if side == 0 { 1 } else { side } }
    }

    /// The same block where it fills those heights.
    #[inline]
    #[must_use]
    pub const fn filling(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// The same block at another place.
    #[inline]
    #[must_use]
    pub const fn at(self, anchor: Square) -> Self {
        Self { anchor, ..self }
    }

    /// Squares a side.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// Its first column and row, and those behind its last.
    #[inline]
    const fn ends(&self) -> [(i32, i32); 2] {
        let (x, y, side) = (self.anchor.x as i32, self.anchor.y as i32, self.side as i32);
        [(x, x + side), (y, y + side)]
    }

    /// Its squares, row by row. Those outside the range of `i16` are left out.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        Rows::of(self.ends())
    }

    /// The squares at most `radius` steps from any of its own, its own included, row by row.
    pub fn around(&self, radius: u16) -> impl Iterator<Item = Square> + Clone + use<> {
        let far = i32::from(radius);
        Rows::of(self.ends().map(|(first, behind)| (first - far, behind + far)))
    }

    /// Whether it covers the square, at whatever height.
    #[inline]
    #[must_use]
    pub const fn covers(&self, cell: Square) -> bool {
        let [(left, right), (top, bottom)] = self.ends();
        let (x, y) = (cell.x as i32, cell.y as i32);
        left <= x && x < right && top <= y && y < bottom
    }

    /// Whether two blocks are in the same place: they share a square, and a height over it.
    #[inline]
    #[must_use]
    pub const fn overlaps(&self, other: &Self) -> bool {
        self.meets(other) && self.span.overlaps(other.span)
    }

    /// Whether they share a square, at whatever height.
    #[inline]
    #[must_use]
    pub const fn meets(&self, other: &Self) -> bool {
        let [(left, right), (top, bottom)] = self.ends();
        let [(its_left, its_right), (its_top, its_bottom)] = other.ends();
        left < its_right && its_left < right && top < its_bottom && its_top < bottom
    }

    /// How many columns and rows lie from its nearest square to the nearest of the other, as a step from `(0, 0)`: what any
    /// metric of squares says of it is the least that it says of any two of theirs. Heights are not asked.
    #[inline]
    #[must_use]
    pub fn gap(&self, other: &Self) -> Square {
        let apart = |(first, behind): (i32, i32), (its_first, its_behind): (i32, i32)| {
            let steps = (its_first - behind + 1).max(first - its_behind + 1).max(0);
            i16::try_from(steps).unwrap_or(i16::MAX)
        };
        let ([columns, rows], [its_columns, its_rows]) = (self.ends(), other.ends());
        Square::new(apart(columns, its_columns), apart(rows, its_rows))
    }

    /// Whether it may be there: every square is on the board and free.
    #[inline]
    pub fn fits(&self, board: &Board<Square>, free: impl Fn(Square) -> bool) -> bool {
        let last = i16::from(self.side - 1);
        let end = self.anchor.offset((last, last));
        board.contains(self.anchor) && end.is_some_and(|end| board.contains(end)) && self.cells().all(free)
    }

    /// Whether any of its squares lies in an area.
    #[inline]
    pub fn is_in(&self, area: impl FnMut(Square) -> bool) -> bool {
        self.cells().any(area)
    }

    /// The left, top, right and bottom lines around it, in lattice units.
    #[inline]
    #[must_use]
    pub const fn lines(&self) -> [i32; 4] {
        let [(left, right), (top, bottom)] = self.ends();
        [2 * left - 1, 2 * top - 1, 2 * right - 1, 2 * bottom - 1]
    }

    /// The middle of its squares: a centre, or the corner where four of them meet.
    #[inline]
    #[must_use]
    pub const fn centre(&self) -> Point {
        let [left, top, right, bottom] = self.lines();
        Point { x: (left + right) / 2, y: (top + bottom) / 2 }
    }
}

/// The squares of a rectangle, row by row.
#[derive(Debug, Clone)]
struct Rows {
    columns: (i32, i32),
    x: i32,
    y: i32,
    bottom: i32,
}

impl Rows {
    /// Those within the range of `i16`.
    #[inline]
    fn of([columns, rows]: [(i32, i32); 2]) -> Self {
        let within = |(first, behind): (i32, i32)| (first.max(i16::MIN.into()), behind.min(i32::from(i16::MAX) + 1));
        let (columns, (top, bottom)) = (within(columns), within(rows));
        let bottom = if columns.0 < columns.1 { bottom } else { top };
        Self { columns, x: columns.0, y: top, bottom }
    }
}

impl Iterator for Rows {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.y >= self.bottom {
            return None;
        }
        let cell = Square::new(self.x as i16, self.y as i16);
        self.x += 1;
        if self.x == self.columns.1 {
            (self.x, self.y) = (self.columns.0, self.y + 1);
        }
        Some(cell)
    }
}
