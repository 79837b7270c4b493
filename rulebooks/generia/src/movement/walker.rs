//! Somebody who looks for a way: who is in its way, and what a step costs it, worked out once for a whole search.

use skirmish_grid::{Few, Square};
use skirmish_kernel::Id;

use super::paths;
use crate::setup::Setup;
use crate::state::State;

/// As many cells as there are combatants.
type Cells = Few<Square, { Id::MOST }>;

/// Who looks for a way.
#[derive(Debug)]
pub struct Walker<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    /// Cells through which nobody lets it.
    barred: Cells,
    /// Cells in which it may not stay.
    taken: Cells,
    /// A straight step and a diagonal one; nothing where each must be looked at by itself.
    price: Option<(u32, u32)>,
}

impl<'a> Walker<'a> {
    /// As things stand now.
    #[must_use]
    pub fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let creature = s.creature(who);
        let mut walker =
            Self { g, s, who, barred: Cells::new(), taken: Cells::new(), price: paths::even_price(g, s, who) };
        let mut seen = Cells::new();
        for (cell, here) in s.standing() {
            // Of several in a cell the first one counts.
            if seen.has(cell) {
                continue;
            }
            seen.add(cell);
            if here != who && g.opposed(here, who) {
                walker.barred.add(cell);
            }
            if here != who && Some(here) != creature.rider && Some(here) != creature.mount {
                walker.taken.add(cell);
            }
        }
        walker
    }

    /// The game it walks in.
    #[must_use]
    pub fn setup(&self) -> &'a Setup {
        self.g
    }

    /// Where it sets out.
    #[must_use]
    pub fn at(&self) -> Square {
        self.s.creature(self.who).at
    }

    /// As [`paths::leads`], between neighbours.
    #[inline]
    #[must_use]
    pub fn leads(&self, from: Square, to: Square) -> bool {
        self.g.ground.exits.lead(from, to) && !self.barred.has(to)
    }

    /// What a step that leads somewhere costs it where nobody bars its way.
    #[inline]
    #[must_use]
    pub fn price(&self, from: Square, to: Square) -> Option<u32> {
        (!self.barred.has(to)).then(|| self.cost(from, to))
    }

    /// What the step costs it where it would take it.
    #[inline]
    #[must_use]
    pub fn step(&self, from: Square, to: Square) -> Option<u32> {
        self.leads(from, to).then(|| self.cost(from, to))
    }

    /// As [`paths::step_cost`].
    #[inline]
    #[must_use]
    pub fn cost(&self, from: Square, to: Square) -> u32 {
        match self.price {
            Some((straight, _)) if from.x == to.x || from.y == to.y => straight,
            Some((_, diagonal)) => diagonal,
            None => paths::step_cost(self.g, self.s, self.who, from, to),
        }
    }

    /// As [`paths::may_end`].
    #[must_use]
    pub fn may_end(&self, cell: Square) -> bool {
        let ground = &self.g.ground;
        let free = ground.board.contains(cell) && !ground.terrain(cell).wall && !self.taken.has(cell);
        free && paths::flees(self.g, self.s, self.who, cell)
    }
}

#[cfg(test)]
mod tests {
    use skirmish_grid::Cell;
    use skirmish_kernel::conformance::open;
    use skirmish_kernel::{Autoplay, Id, Random, Rulebook};

    use super::{Walker, paths};
    use crate::{BOOK, Generia};

    /// In fights of people who do anything at all, for everybody and from every cell.
    #[test]
    fn says_what_the_rules_of_paths_say() {
        for encounter in BOOK.encounters {
            let session = open::<Generia>(encounter, 1).expect("it can be read");
            let g = session.setup();
            let mut s = Generia::begin(g);
            let mut table = Autoplay::<Generia, _>::new(g, Random, 5, 0);
            for _ in 0..12 {
                (0..10).for_each(|_| _ = table.step(&mut s));
                for who in (0..s.creatures.len()).map(Id::new) {
                    let walker = Walker::of(g, &s, who);
                    for from in g.ground.board.cells() {
                        assert_eq!(walker.may_end(from), paths::may_end(g, &s, who, from), "{who:?} at {from}");
                        for to in from.neighbours() {
                            let leads = paths::leads(g, &s, who, from, to);
                            assert_eq!(walker.leads(from, to), leads, "{who:?} from {from} to {to}");
                            assert_eq!(walker.cost(from, to), paths::step_cost(g, &s, who, from, to), "{from} to {to}");
                        }
                    }
                }
            }
        }
    }
}
