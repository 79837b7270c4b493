//! Somebody who looks for a way: what is in its way, worked out once for a whole search.

use skirmish_grid::{Few, Hex};
use skirmish_kernel::Id;

use super::paths;
use crate::model::{Gait, Setup, State};
use crate::rules::structures;

/// The most hexes that are kept apart; with more, each is looked at by itself.
const MOST_CLOSED: usize = 128;

/// Who looks for a way, and how it moves.
#[derive(Debug)]
pub struct Walker<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    gait: Gait,
    /// Hexes that it may not enter for what has been built or stands there.
    closed: Few<Hex, MOST_CLOSED>,
    /// Are those all?
    are_all: bool,
}

impl<'a> Walker<'a> {
    /// As things stand now.
    #[must_use]
    pub fn of(g: &'a Setup, s: &'a State, who: Id, gait: Gait) -> Self {
        let mut walker = Self { g, s, who, gait, closed: Few::new(), are_all: true };
        let mut seen = Few::<Hex, { Id::MOST }>::new();
        for other in s.marks.able.iter() {
            let hex = s.creature(other).at;
            // Of several in a hex the first one counts.
            if seen.has(hex) {
                continue;
            }
            seen.add(hex);
            if other != who && !paths::may_pass(g, who, other) {
                walker.close(hex);
            }
        }
        let solid = s.structures.iter().filter(|built| built.obstacle);
        solid.flat_map(structures::hexes).for_each(|hex| walker.close(hex));
        walker
    }

    fn close(&mut self, hex: Hex) {
        self.are_all &= self.closed.add(hex);
    }

    /// As [`paths::may_enter`].
    #[inline]
    #[must_use]
    pub fn may_enter(&self, from: Hex, to: Hex) -> bool {
        if self.are_all {
            paths::suits(self.g, self.gait, from, to) && !self.closed.has(to)
        } else {
            paths::may_enter(self.g, self.s, self.who, self.gait, from, to)
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_grid::Cell;
    use skirmish_kernel::conformance::open;
    use skirmish_kernel::{Autoplay, Id, Random, Rulebook};

    use super::{Walker, paths};
    use crate::BOOK;
    use crate::model::{Elemental, Gait};

    /// In fights of people who do anything at all, for everybody and from every hex.
    #[test]
    fn says_what_the_rules_of_paths_say() {
        for encounter in BOOK.encounters {
            let session = open::<Elemental>(encounter, 1).expect("it can be read");
            let g = session.setup();
            let mut s = Elemental::begin(g);
            let mut table = Autoplay::<Elemental, _>::new(g, Random, 5, 0);
            for pass in 0..12 {
                (0..20).for_each(|_| _ = table.step(&mut s));
                for who in (0..s.creatures.len()).map(Id::new) {
                    let gait = [Gait::Move, Gait::Swim, Gait::Step][pass % 3];
                    let walker = Walker::of(g, &s, who, gait);
                    for from in g.ground.board.cells() {
                        for to in from.neighbours() {
                            let may = paths::may_enter(g, &s, who, gait, from, to);
                            assert_eq!(walker.may_enter(from, to), may, "{who:?} from {from} to {to}");
                        }
                    }
                }
            }
        }
    }
}
