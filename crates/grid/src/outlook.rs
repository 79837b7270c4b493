//! What a body sees of another.

use crate::{Body, Cell, Grazing, Point, SightScratch, Span, any_line_free, line_clears, segment_free};

/// The best that a body sees of one cell of another: see [`Body::best_view`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View<C> {
    /// The corner from which it looks.
    pub eye: Point,
    /// The cell at which it looks.
    pub cell: C,
    /// How many corners of that cell it sees.
    pub seen: usize,
}

impl<C: Cell> Body<'_, C> {
    /// Whether a free line runs from any point of this body to any point of the other: [`any_line_free`] between their
    /// cells. Neither stands in its own way; others between them are for `blocks` to tell.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Grazing, SightScratch, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// const IMP: Footprint<Square> = Footprint::single();
    /// let (ogre, imp) = (Body::new(&OGRE, Square::new(0, 0)), Body::new(&IMP, Square::new(6, 0)));
    /// let sees = |between: &[Body<'_, Square>]| {
    ///     let blocks = |cell| between.iter().any(|body| body.covers(cell));
    ///     ogre.line_free(&imp, blocks, Grazing::Free, &mut SightScratch::new())
    /// };
    /// let goblin = Body::new(&IMP, Square::new(3, 0));
    /// assert!(sees(&[goblin]), "past the goblin");
    /// assert!(!sees(&[goblin, goblin.at(Square::new(3, 1)), goblin.at(Square::new(3, -1))]));
    /// ```
    pub fn line_free(
        &self,
        other: &Body<'_, C>,
        blocks: impl Fn(C) -> bool,
        grazing: Grazing,
        scratch: &mut SightScratch,
    ) -> bool {
        any_line_free(&self.area(), &other.area(), blocks, grazing, scratch)
    }

    /// From which of its corners most corners of any one cell of the other can be seen; the first of the best, its own
    /// corners before the other's cells. What is not seen is covered. `None` only where one of them has no cell within
    /// the range of `i16`.
    ///
    /// Neither stands in its own way; otherwise as [`segment_free`] between corners.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Grazing, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// const IMP: Footprint<Square> = Footprint::single();
    /// let (imp, ogre) = (Body::new(&IMP, Square::new(0, 0)), Body::new(&OGRE, Square::new(3, 0)));
    /// let seen = |crates: &[Square]| {
    ///     imp.best_view(&ogre, |cell| crates.contains(&cell), Grazing::Free).map(|view| view.seen)
    /// };
    /// assert_eq!(seen(&[Square::new(2, 0)]), Some(4), "all of its lower half");
    /// assert_eq!(seen(&[Square::new(2, 0), Square::new(2, 1)]), Some(2));
    /// ```
    pub fn best_view(&self, other: &Body<'_, C>, blocks: impl Fn(C) -> bool, grazing: Grazing) -> Option<View<C>> {
        let stands = |cell: C| !self.covers(cell) && !other.covers(cell) && blocks(cell);
        let mut best: Option<View<C>> = None;
        for eye in self.cells().flat_map(C::corners) {
            for cell in other.cells() {
                let seen = cell.corners().filter(|&corner| segment_free(eye, corner, 1, stands, grazing)).count();
                if best.is_none_or(|best| seen > best.seen) {
                    best = Some(View { eye, cell, seen });
                }
                if seen == C::CORNERS.len() {
                    return best;
                }
            }
        }
        best
    }

    /// Whether [`line_clears`] holds between any of its cells, at the height of its `eye`, and any cell of the other, at
    /// the height of what is looked at there. Neither stands in its own way.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Grazing, Span, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// let span = |bottom, top| Span::new(bottom, top).unwrap();
    /// let troll = Body::new(&OGRE, Square::new(0, 0)).filling(span(0, 3));
    /// let (wyvern, guards) = (troll.at(Square::new(8, 0)), Body::new(&OGRE, Square::new(4, 0)).filling(span(0, 3)));
    /// let between = |cell| guards.covers(cell).then_some(guards.span);
    /// assert!(!troll.line_clears(2, &wyvern, 2, between, Grazing::Free), "past the guards");
    /// assert!(troll.line_clears(2, &wyvern, 5, between, Grazing::Free), "over their heads");
    /// ```
    pub fn line_clears<I: IntoIterator<Item = Span>>(
        &self,
        eye: i32,
        other: &Body<'_, C>,
        height: i32,
        spans: impl Fn(C) -> I,
        grazing: Grazing,
    ) -> bool {
        let between = |cell: C| {
            let stands = !self.covers(cell) && !other.covers(cell);
            stands.then(|| spans(cell)).into_iter().flatten()
        };
        let clear = |from: C| other.cells().any(|to| line_clears(from, eye, to, height, between, grazing));
        self.cells().any(clear)
    }
}
