use crate::{Body, Cell, Few};

/// How somebody who stands in a cell bears on whoever looks for a way through it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Not at all: it is the mover itself, its rider, or nobody that it knows of.
    Aside,
    /// It may be passed, but nobody stays in its cell.
    Passed,
    /// It lets nobody through.
    Barring,
}

/// Who is in the way of somebody who looks for a way, worked out once for a whole search, which asks it of every cell
/// that it comes to.
///
/// It keeps at most `N` cells of each kind; beyond that the rule itself answers, which is why each question takes it
/// along. Two that are equal give the same ways on the same ground: see [`Latest`](crate::Latest).
///
/// ```
/// use skirmish_grid::{Body, Crowd, Footprint, Square, Standing};
/// let (friend, foe) = (Square::new(2, 0), Square::new(4, 0));
/// let crowd = Crowd::<_, 8>::of([(friend, Standing::Passed), (foe, Standing::Barring)]);
/// assert!(crowd.lets_into(friend, |_| unreachable!("it is known")) && !crowd.has_room(friend, |_| unreachable!()));
/// assert!(!crowd.lets_into(foe, |_| unreachable!()));
/// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
/// let ogre = Body::new(&OGRE, Square::new(2, 0));
/// assert!(!crowd.lets_step(&ogre, 0, |_| unreachable!()), "it would enter the foe's cell");
/// assert!(crowd.lets_step(&ogre, 1, |_| unreachable!()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crowd<C: Cell, const N: usize> {
    /// Cells through which nobody lets it.
    barred: Few<C, N>,
    /// Cells in which it may not stay.
    taken: Few<C, N>,
    /// Are those all?
    is_whole: bool,
}

impl<C: Cell, const N: usize> Crowd<C, N> {
    /// Those who stand in these cells. Of several in one cell the first counts.
    #[must_use]
    pub fn of(standing: impl IntoIterator<Item = (C, Standing)>) -> Self {
        let mut crowd = Self { barred: Few::new(), taken: Few::new(), is_whole: true };
        let mut seen = Few::<C, N>::new();
        for (cell, standing) in standing {
            if seen.has(cell) {
                continue;
            }
            crowd.is_whole &= seen.add(cell);
            match standing {
                Standing::Aside => {}
                Standing::Passed => crowd.take(cell),
                Standing::Barring => crowd.bar(cell),
            }
        }
        crowd
    }

    /// Lets nobody through a cell, such as what has been built there.
    pub fn bar(&mut self, cell: C) {
        self.is_whole &= self.barred.add(cell);
        self.take(cell);
    }

    /// Lets nobody stay in a cell, such as that of somebody who lies there.
    pub fn take(&mut self, cell: C) {
        self.is_whole &= self.taken.add(cell);
    }

    /// The cells that it does not let one into; nothing where not all could be kept.
    #[must_use]
    pub fn barred(&self) -> Option<impl Iterator<Item = C> + '_> {
        self.is_whole.then(|| self.barred.iter())
    }

    /// Whether the cell may be entered; `rule` says so where not all could be kept.
    #[inline]
    pub fn lets_into(&self, cell: C, rule: impl FnOnce(C) -> bool) -> bool {
        if self.is_whole { !self.barred.has(cell) } else { rule(cell) }
    }

    /// Whether one may stay in the cell; `rule` says so where not all could be kept.
    #[inline]
    pub fn has_room(&self, cell: C, rule: impl FnOnce(C) -> bool) -> bool {
        if self.is_whole { !self.taken.has(cell) } else { rule(cell) }
    }

    /// Whether a body may enter all cells that a step in that direction newly covers.
    #[inline]
    pub fn lets_step(&self, body: &Body<'_, C>, direction: usize, rule: impl Fn(C) -> bool) -> bool {
        body.entered(direction).all(|(_, to)| self.lets_into(to, &rule))
    }

    /// Whether a body may stay where it is.
    #[inline]
    pub fn has_room_for(&self, body: &Body<'_, C>, rule: impl Fn(C) -> bool) -> bool {
        body.cells().all(|cell| self.has_room(cell, &rule))
    }
}
