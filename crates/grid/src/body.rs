use crate::area::Area;
use crate::{Board, Cell, Footprint, Point, Span};

/// A creature where it is: the cells of its [`Footprint`] around its anchor, and the heights that it fills.
///
/// What it asks of another body or of cells is asked of all its cells. How it moves: [`step`](Self::step),
/// [`walks`](Self::walks). What it sees: [`line_free`](Self::line_free), [`best_view`](Self::best_view),
/// [`line_clears`](Self::line_clears).
///
/// ```
/// use skirmish_grid::{Body, Footprint, Span, Square};
/// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
/// const IMP: Footprint<Square> = Footprint::single();
/// let ogre = Body::new(&OGRE, Square::new(4, 4)).filling(Span::new(0, 3).unwrap());
/// let imp = Body::new(&IMP, Square::new(5, 5)).filling(Span::new(3, 4).unwrap());
/// assert!(!ogre.overlaps(&imp), "the imp flies above the ogre");
/// assert!(ogre.is_adjacent(&imp) && ogre.distance(&imp) == 0);
/// assert_eq!(ogre.distance(&imp.at(Square::new(8, 5))), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body<'f, C> {
    /// Which cells it covers.
    pub footprint: &'f Footprint<C>,
    /// Where it is.
    pub anchor: C,
    /// Which heights it fills.
    pub span: Span,
}

impl<'f, C: Cell> Body<'f, C> {
    /// A body that fills all heights.
    #[inline]
    #[must_use]
    pub const fn new(footprint: &'f Footprint<C>, anchor: C) -> Self {
        Self { footprint, anchor, span: Span::ALL }
    }

    /// The same body where it fills those heights.
    #[inline]
    #[must_use]
    pub const fn filling(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// The same body at another place.
    #[inline]
    #[must_use]
    pub const fn at(self, anchor: C) -> Self {
        Self { anchor, ..self }
    }

    /// Its cells. Those outside the range of `i16` are left out.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = C> + Clone + use<'f, C> {
        self.footprint.cells(self.anchor)
    }

    /// Its cells as a slice.
    #[must_use]
    pub fn area(&self) -> Area<C> {
        Area::of(self.cells())
    }

    /// Whether it covers the cell, at whatever height.
    #[inline]
    #[must_use]
    pub fn covers(&self, cell: C) -> bool {
        let ((a, b), (x, y)) = (self.anchor.axes(), cell.axes());
        let difference = (i32::from(x) - i32::from(a), i32::from(y) - i32::from(b));
        self.footprint.offsets().iter().any(|&(x, y)| (i32::from(x), i32::from(y)) == difference)
    }

    /// Whether it fills any of those heights over the cell: what is in the way of another body that would enter it there.
    #[inline]
    #[must_use]
    pub fn fills(&self, cell: C, span: Span) -> bool {
        self.span.overlaps(span) && self.covers(cell)
    }

    /// Whether two bodies are in the same place: they share a cell, and a height over it.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Body<'_, C>) -> bool {
        self.span.overlaps(other.span) && self.cells().any(|cell| other.covers(cell))
    }

    /// Whether it may be there: every cell is on the board and free.
    pub fn fits(&self, board: &Board<C>, free: impl Fn(C) -> bool) -> bool {
        self.footprint.fits(board, self.anchor, free)
    }

    /// The least that `metric` says of any of its cells and any of the other's; `None` where one of them has no cell
    /// within the range of `i16`. Heights are not asked: see [`Span::distance`].
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(3).unwrap();
    /// let (one, other) = (Body::new(&OGRE, Square::new(0, 0)), Body::new(&OGRE, Square::new(5, 6)));
    /// assert_eq!(one.least(&other, Square::chebyshev), Some(4));
    /// assert_eq!(one.least(&other, Square::alternating), Some(5));
    /// assert_eq!(one.least(&other, Square::manhattan), Some(7));
    /// assert_eq!(one.least(&other, Square::euclid_squared), Some(25));
    /// ```
    pub fn least<T: Ord>(&self, other: &Body<'_, C>, metric: impl Fn(C, C) -> T) -> Option<T> {
        let nearest = |cell: C| other.cells().map(|its| metric(cell, its)).min();
        self.cells().filter_map(nearest).min()
    }

    /// Steps between the nearest cells of both, as [`Footprint::distance`] counts them; 0 when they share one, at
    /// whatever height.
    #[inline]
    #[must_use]
    pub fn distance(&self, other: &Body<'_, C>) -> u32 {
        if self.is_one_cell() && other.is_one_cell() {
            return self.anchor.distance(other.anchor);
        }
        self.distance_of_nearest(other)
    }

    #[inline(never)]
    fn distance_of_nearest(&self, other: &Body<'_, C>) -> u32 {
        self.least(other, C::distance).unwrap_or(u32::MAX)
    }

    /// Does it cover its anchor and nothing else?
    #[inline]
    fn is_one_cell(&self) -> bool {
        matches!(self.footprint.offsets(), [(0, 0)])
    }

    /// Whether they stand next to each other: a step away on the board or in height, and in no same place.
    #[must_use]
    pub fn is_adjacent(&self, other: &Body<'_, C>) -> bool {
        self.distance(other) <= 1 && self.span.distance(other.span) <= 1 && !self.overlaps(other)
    }

    /// Whether any of its cells lies in an area: who stands in a blast, in smoke, on a trap.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// let blast = |cell: Square| cell.chebyshev(Square::new(0, 0)) <= 2;
    /// assert!(Body::new(&OGRE, Square::new(2, 2)).is_in(blast));
    /// assert!(!Body::new(&OGRE, Square::new(3, 2)).is_in(blast));
    /// ```
    pub fn is_in(&self, area: impl FnMut(C) -> bool) -> bool {
        self.cells().any(area)
    }

    /// The cells at most `radius` steps from any of its own, its own included, row by row: its reach, or an area that
    /// spreads from it.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// assert_eq!(Body::new(&OGRE, Square::new(7, 7)).around(1).count(), 16);
    /// ```
    pub fn around(&self, radius: u16) -> impl Iterator<Item = C> + use<'f, C> {
        let body = *self;
        let ends = |values: &dyn Fn(C) -> i16| {
            let (least, most) = (self.cells().map(values).min(), self.cells().map(values).max());
            let radius = i32::from(radius);
            // None at all where it has no cell.
            least.zip(most).map_or((1, 0), |(least, most)| (i32::from(least) - radius, i32::from(most) + radius))
        };
        let ((left, right), (top, bottom)) = (ends(&|cell| cell.axes().0), ends(&|cell| cell.axes().1));
        let on_axes = |a: i32, b: i32| Some(C::at(i16::try_from(a).ok()?, i16::try_from(b).ok()?));
        let cells = (top..=bottom).flat_map(move |b| (left..=right).filter_map(move |a| on_axes(a, b)));
        cells.filter(move |&cell| body.cells().any(|own| own.distance(cell) <= u32::from(radius)))
    }

    /// The middle of its cells, for cones and circles that open from it; `None` where it is no lattice point, as with
    /// two squares side by side (one that is, is the corner that a block of two by two shares).
    ///
    /// ```
    /// use skirmish_grid::{Body, Cell, Footprint, Hex, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// let here = Square::new(3, 3);
    /// assert_eq!(Body::new(&OGRE, here).centre(), Some(here.corner(1)));
    /// assert_eq!(Body::new(&Footprint::flower(), Hex::new(1, 1)).centre(), Some(Hex::new(1, 1).centre()));
    /// ```
    #[must_use]
    pub fn centre(&self) -> Option<Point> {
        let (mut x, mut y, mut count) = (0i32, 0i32, 0i32);
        for centre in self.cells().map(C::centre) {
            (x, y, count) = (x + centre.x, y + centre.y, count + 1);
        }
        (count > 0 && x % count == 0 && y % count == 0).then(|| Point::new(x / count, y / count))
    }
}
