//! Places that are looked for, and a search for them where every step costs the same.

use arrayvec::ArrayVec;
use skirmish_grid::{Exits, Rectangle, Rings, Square, Steps};

use crate::rules::walker::Walker;

/// The most places that are remembered one by one.
const MOST_GOALS: usize = 64;

/// Places that are looked for: between which squares they lie, and which they are, unless those are too many.
#[derive(Default)]
pub struct Goals {
    within: Option<Rectangle>,
    listed: ArrayVec<Square, MOST_GOALS>,
    /// Are not all of them listed?
    are_more: bool,
}

impl Goals {
    /// Between which squares they lie; nothing where there are none.
    pub fn within(&self) -> Option<Rectangle> {
        self.within
    }

    /// None any more.
    pub fn clear(&mut self) {
        self.listed.clear();
        (self.within, self.are_more) = (None, false);
    }

    /// One more, which may be among them already.
    pub fn add(&mut self, at: Square) {
        match &mut self.within {
            Some(within) => within.take_in(at),
            None => self.within = Some(Rectangle::only(at)),
        }
        self.are_more |= self.listed.try_push(at).is_err();
    }

    /// Calls `visit` with each that may be one of them.
    pub fn each(&self, mut visit: impl FnMut(Square)) {
        match self.within {
            Some(within) if self.are_more => within.cells().for_each(visit),
            _ => self.listed.iter().for_each(|at| visit(*at)),
        }
    }

    /// Steps from a square to the nearest that may be one of them.
    fn steps_from(&self, at: Square) -> u32 {
        let mut least = u32::MAX;
        self.each(|goal| least = least.min(at.chebyshev(goal)));
        least
    }
}

/// What a search ring by ring remembers: the rings, the places of the last one that are looked for, and the way.
#[derive(Default)]
pub struct ByRings {
    rings: Rings,
    goals: Vec<Square>,
    way: Vec<Square>,
}

impl ByRings {
    /// The same place and way as [`paths::first_place`](crate::rules::paths::first_place) finds, at most so many steps away.
    pub fn first_place(
        &mut self,
        walker: &Walker<'_>,
        exits: &Exits<Square>,
        barred: impl Iterator<Item = Square>,
        far: u32,
        all: &Goals,
        is_goal: impl Fn(Square) -> bool,
    ) -> Option<(Square, Option<Steps>)> {
        let Self { rings, goals, way } = self;
        let start = walker.at();
        if !rings.begin(exits, start, barred) {
            return None;
        }
        let near = all.steps_from(start);
        while rings.steps() <= far {
            goals.clear();
            // Nearer than that there is none.
            if rings.steps() >= near {
                let fits = |cell: &Square| rings.has(exits, *cell) && walker.may_end(*cell) && is_goal(*cell);
                all.each(|cell| {
                    if fits(&cell) {
                        goals.push(cell)
                    }
                });
            }
            if let Some(to) = rings.first_of(exits, goals) {
                rings.way_to(exits, to, way);
                return Some((to, Steps::through(start, way.iter().copied().skip(1))));
            }
            if !rings.grow(exits) {
                return None;
            }
        }
        None
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;

    pub fn goals_show_all_that_were_added() {
        for count in [1, 64, 65, 100] {
            let all: Vec<Square> = (0..count).map(|at| Square::new(at % 10, at / 10)).collect();
            let (mut goals, mut seen) = (Goals::default(), Vec::new());
            all.iter().for_each(|at| goals.add(*at));
            goals.each(|at| seen.push(at));
            assert!(all.iter().all(|at| seen.contains(at)), "of {count}");
            let from = Square::new(20, 20);
            let least = all.iter().map(|at| at.chebyshev(from)).min();
            assert!(Some(goals.steps_from(from)) <= least, "of {count}");
            assert!(count > 64 || Some(goals.steps_from(from)) == least, "of {count}");
        }
    }
}
