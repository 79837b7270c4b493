use crate::{Board, Square};

/// All squares between two corners: where a search may lead, and where the places lie that are looked for.
///
/// ```
/// use skirmish_grid::{Board, Rectangle, Square};
/// let board = Board::<Square>::new(9, 6).unwrap();
/// let near = Rectangle::around(&board, Square::new(1, 1), 2);
/// assert_eq!(near.cells().count(), 16, "the map ends there");
/// assert_eq!(near.gap(Square::new(6, 5)), Square::new(3, 2));
/// assert_eq!(near.farthest_from(Square::new(1, 4)), Square::new(3, 0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle {
    least: Square,
    most: Square,
}

impl Rectangle {
    /// The squares of a board at most so many steps away.
    #[must_use]
    pub fn around(board: &Board<Square>, here: Square, far: i16) -> Self {
        let ends = |at: i16, end: u16| {
            let last = i16::try_from(end).unwrap_or(i16::MAX) - 1;
            (at.saturating_sub(far).max(0), at.saturating_add(far).min(last))
        };
        let ((left, right), (top, bottom)) = (ends(here.x, board.width()), ends(here.y, board.height()));
        Self { least: Square::new(left, top), most: Square::new(right, bottom) }
    }

    /// One square.
    #[must_use]
    pub const fn only(at: Square) -> Self {
        Self { least: at, most: at }
    }

    /// One more square, and those between it and the others.
    pub fn take_in(&mut self, at: Square) {
        self.least = Square::new(self.least.x.min(at.x), self.least.y.min(at.y));
        self.most = Square::new(self.most.x.max(at.x), self.most.y.max(at.y));
    }

    /// All of them, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Square> + use<> {
        let (across, down) = (self.least.x..=self.most.x, self.least.y..=self.most.y);
        down.flat_map(move |y| across.clone().map(move |x| Square::new(x, y)))
    }

    /// Calls `visit` with all of them, row by row, but for those that it passes over: it says at how many squares farther to the right the next one
    /// is looked at, and those in between are left out.
    ///
    /// ```
    /// use skirmish_grid::{Board, Rectangle, Square};
    /// let all = Rectangle::around(&Board::<Square>::new(6, 1).unwrap(), Square::new(3, 0), 6);
    /// let mut seen = Vec::new();
    /// all.pass_over(|at| {
    ///     seen.push(at.x);
    ///     if at.x == 1 { 4 } else { 1 }
    /// });
    /// assert_eq!(seen, [0, 1, 5]);
    /// ```
    #[inline]
    pub fn pass_over(&self, mut visit: impl FnMut(Square) -> i16) {
        for y in self.least.y..=self.most.y {
            let mut x = self.least.x;
            while x <= self.most.x {
                x = x.saturating_add(visit(Square::new(x, y)).max(1));
            }
        }
    }

    /// Those of them that are at most so many steps away from a square; none where all are farther.
    #[must_use]
    pub fn within(&self, at: Square, far: i16) -> Self {
        let (from, to) = (
            (at.x.saturating_sub(far), at.y.saturating_sub(far)),
            (at.x.saturating_add(far), at.y.saturating_add(far)),
        );
        Self {
            least: Square::new(self.least.x.max(from.0), self.least.y.max(from.1)),
            most: Square::new(self.most.x.min(to.0), self.most.y.min(to.1)),
        }
    }

    /// The one that is farthest away from a square, however one counts.
    #[must_use]
    pub fn farthest_from(&self, at: Square) -> Square {
        let end = |at: i16, least: i16, most: i16| if at.abs_diff(least) > at.abs_diff(most) { least } else { most };
        Square::new(end(at.x, self.least.x, self.most.x), end(at.y, self.least.y, self.most.y))
    }

    /// The one that is nearest to a square, however one counts.
    #[must_use]
    pub fn nearest_to(&self, at: Square) -> Square {
        Square::new(at.x.min(self.most.x).max(self.least.x), at.y.min(self.most.y).max(self.least.y))
    }

    /// Columns and rows from a square to the nearest of them.
    #[inline]
    #[must_use]
    pub fn gap(&self, at: Square) -> Square {
        let away = |at: i16, least: i16, most: i16| least.saturating_sub(at).max(at.saturating_sub(most)).max(0);
        Square::new(away(at.x, self.least.x, self.most.x), away(at.y, self.least.y, self.most.y))
    }

    /// Steps from a square to the nearest of them.
    #[inline]
    #[must_use]
    pub fn steps_from(&self, at: Square) -> u32 {
        let gap = self.gap(at);
        gap.x.max(gap.y).unsigned_abs().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_every_square_of_it_says() {
        let board = Board::<Square>::new(9, 6).expect("a board");
        for here in board.cells() {
            for far in 0..4 {
                let rectangle = Rectangle::around(&board, here, far);
                let all: Vec<Square> =
                    board.cells().filter(|at| here.chebyshev(*at) <= far.unsigned_abs().into()).collect();
                assert_eq!(rectangle.cells().collect::<Vec<_>>(), all);
                for at in board.cells() {
                    let near: Vec<Square> = all.iter().copied().filter(|cell| cell.chebyshev(at) <= 2).collect();
                    assert_eq!(rectangle.within(at, 2).cells().collect::<Vec<_>>(), near);
                    assert_eq!(all.iter().map(|cell| cell.chebyshev(at)).min(), Some(rectangle.steps_from(at)));
                    for measure in [Square::chebyshev, Square::alternating] {
                        let farthest = all.iter().map(|cell| measure(*cell, at)).max();
                        assert_eq!(farthest, Some(measure(rectangle.farthest_from(at), at)));
                        let nearest = all.iter().map(|cell| measure(*cell, at)).min();
                        assert_eq!(nearest, Some(measure(rectangle.nearest_to(at), at)));
                    }
                }
            }
        }
    }

    #[test]
    fn takes_in_what_lies_between() {
        let mut rectangle = Rectangle::only(Square::new(3, 3));
        rectangle.take_in(Square::new(2, 4));
        assert_eq!(rectangle.cells().count(), 4);
    }
}
