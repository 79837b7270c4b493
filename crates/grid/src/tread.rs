//! How a body steps.

use crate::{Body, Cell};

impl<'f, C: Cell> Body<'f, C> {
    /// The cells that a step in that direction newly covers, each after the cell of the body from which it is entered.
    /// Those outside the range of `i16` are left out.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// let ogre = Body::new(&OGRE, Square::new(0, 0));
    /// let east: Vec<_> = ogre.entered(0).map(|(_, to)| to).collect();
    /// assert_eq!(east, [Square::new(2, 0), Square::new(2, 1)]);
    /// assert_eq!(ogre.entered(4).count(), 3, "a diagonal step enters three");
    /// ```
    pub fn entered(&self, direction: usize) -> impl Iterator<Item = (C, C)> + Clone + use<'f, C> {
        let anchor = self.anchor;
        self.footprint.leading(direction).filter_map(move |offset| {
            let from = anchor.offset(offset)?;
            Some((from, from.neighbour(direction)?))
        })
    }

    /// What a step in that direction costs: as much as the dearest of the cells that it newly covers; `None` where one
    /// of them is barred. For `cost` see [`reach`](crate::reach); it is asked of each of these cells, with the
    /// neighbour from which the body comes into it.
    ///
    /// What the body covers already it does not enter. A creature that squeezes through is a smaller body, or one to
    /// which `cost` allows more.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// let mud = |_, to: Square| Some(if to.y == 1 { 3 } else { 1 });
    /// assert_eq!(Body::new(&OGRE, Square::new(0, 0)).step(0, mud), Some(3));
    /// assert_eq!(Body::new(&OGRE, Square::new(0, 2)).step(0, mud), Some(1));
    /// let gap = |_, to: Square| (to.y == 0).then_some(1);
    /// assert_eq!(Body::new(&OGRE, Square::new(0, 0)).step(0, gap), None);
    /// ```
    pub fn step(&self, direction: usize, mut cost: impl FnMut(C, C) -> Option<u32>) -> Option<u32> {
        let mut dearest = None;
        for offset in self.footprint.leading(direction) {
            let from = self.anchor.offset(offset)?;
            dearest = dearest.max(Some(cost(from, from.neighbour(direction)?)?));
        }
        dearest
    }

    /// The same for the step that puts the anchor on a neighbour; `None` for what is no neighbour.
    #[inline]
    pub fn step_to(&self, to: C, cost: impl FnMut(C, C) -> Option<u32>) -> Option<u32> {
        self.step(self.direction(to)?, cost)
    }

    /// In which direction it steps to put its anchor on a neighbour; `None` for what is no neighbour.
    ///
    /// ```
    /// use skirmish_grid::{Body, Footprint, Square};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// let ogre = Body::new(&OGRE, Square::new(3, 3));
    /// assert_eq!(ogre.direction(Square::new(4, 3)), Some(0));
    /// assert_eq!(ogre.direction(Square::new(5, 3)), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn direction(&self, to: C) -> Option<usize> {
        let ((a, b), (c, d)) = (self.anchor.axes(), to.axes());
        let step = (c.checked_sub(a)?, d.checked_sub(b)?);
        C::STEPS.iter().position(|&other| other == step)
    }

    /// What [`reach`](crate::reach), [`path`](crate::path()), [`nearest`](crate::nearest), [`direct`](crate::direct)
    /// and [`Exits`](crate::Exits) ask of each step, for this body wherever it comes: they search over the cells on
    /// which its anchor may be. `cost` is asked of single cells, as in [`step`](Self::step), and those off the board
    /// are for it to bar.
    ///
    /// A body at a height passes over what does not overlap it; see [`fills`](Self::fills).
    ///
    /// ```
    /// use skirmish_grid::{Board, Body, Footprint, Scratch, Span, Square, path, reach};
    /// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
    /// const IMP: Footprint<Square> = Footprint::single();
    /// let board = Board::<Square>::new(9, 2).unwrap();
    /// let (start, goal, mut way) = (Square::new(0, 0), Square::new(7, 0), Vec::new());
    /// let imp = Body::new(&IMP, Square::new(4, 1)).filling(Span::new(0, 2).unwrap());
    /// let mut cost = |bottom, top| {
    ///     let ogre = Body::new(&OGRE, start).filling(Span::new(bottom, top).unwrap());
    ///     let free = |_, to| (board.contains(to) && !imp.fills(to, ogre.span)).then_some(1);
    ///     path(&board, start, goal, u32::MAX, ogre.walks(free), &mut way, &mut Scratch::new())
    /// };
    /// assert_eq!(cost(0, 3), None, "the imp stands in the way");
    /// assert_eq!(cost(2, 5), Some(7), "and under whoever flies over it");
    /// ```
    pub fn walks<'c>(&self, cost: impl Fn(C, C) -> Option<u32> + 'c) -> impl Fn(C, C) -> Option<u32> + 'c
    where
        'f: 'c,
    {
        let body = *self;
        move |from, to| body.at(from).step_to(to, &cost)
    }
}
