//! Somebody who looks for a way: who is in its way, worked out once for a whole search.

use skirmish_grid::{Few, Square};
use skirmish_kernel::Id;

use crate::model::{Setup, State};

/// As many cells as there are combatants.
type Cells = Few<Square, { Id::MOST }>;

/// Who looks for a way.
#[derive(Debug)]
pub struct Walker<'a> {
    g: &'a Setup,
    among: Among,
}

/// Everything but the ground that bears on a way: where it begins, and who is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Among {
    here: Square,
    /// Cells through which nobody lets it.
    barred: Cells,
    /// Cells in which it may not stay.
    taken: Cells,
}

impl<'a> Walker<'a> {
    /// As things stand now, as far as this combatant can know.
    #[must_use]
    pub fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let here = s.creature(who).at;
        let mut among = Among { here, barred: Cells::new(), taken: Cells::new() };
        let mut seen = Cells::new();
        for other in s.marks.up.iter() {
            let cell = s.creature(other).at;
            // Of several in a cell the first one counts.
            if seen.has(cell) {
                continue;
            }
            seen.add(cell);
            let foe = g.opposed(who, other);
            if foe && s.marks.concealed.has(other) {
                continue;
            }
            if foe && s.is_able(other) {
                among.barred.add(cell);
            }
            if other != who {
                among.taken.add(cell);
            }
        }
        for creature in s.creatures.iter().filter(|creature| creature.lies()) {
            among.taken.add(creature.at);
        }
        Self { g, among }
    }

    /// The game it walks in.
    #[must_use]
    pub fn setup(&self) -> &'a Setup {
        self.g
    }

    /// Where it sets out, and among whom.
    #[must_use]
    pub fn among(&self) -> &Among {
        &self.among
    }

    /// Where it sets out.
    #[must_use]
    pub fn at(&self) -> Square {
        self.among.here
    }

    /// As [`paths::may_enter`](super::paths::may_enter), between neighbours.
    #[inline]
    #[must_use]
    pub fn may_enter(&self, from: Square, to: Square) -> bool {
        self.g.ground.exits.lead(from, to) && !self.among.barred.has(to)
    }

    /// What the step costs it where it may take it.
    #[inline]
    #[must_use]
    pub fn step(&self, from: Square, to: Square) -> Option<u32> {
        if self.among.barred.has(to) { None } else { self.g.ground.price(from, to) }
    }

    /// As [`paths::is_free`](super::paths::is_free).
    #[must_use]
    pub fn is_free(&self, cell: Square) -> bool {
        !self.g.ground.terrain(cell).blocks_move && !self.among.taken.has(cell)
    }
}

#[cfg(test)]
mod tests {
    use skirmish_grid::Cell;
    use skirmish_kernel::conformance::open;
    use skirmish_kernel::{Autoplay, Id, Random, Rulebook};

    use super::Walker;
    use crate::rules::movement::paths;
    use crate::{BOOK, Legacy};

    /// In fights of people who do anything at all, for everybody and from every cell.
    #[test]
    fn says_what_the_rules_of_paths_say() {
        for encounter in BOOK.encounters {
            let session = open::<Legacy>(encounter, 1).expect("it can be read");
            let g = session.setup();
            let mut s = Legacy::begin(g);
            let mut table = Autoplay::<Legacy, _>::new(g, Random, 5, 0);
            for _ in 0..12 {
                (0..10).for_each(|_| _ = table.step(&mut s));
                for who in (0..s.creatures.len()).map(Id::new) {
                    let walker = Walker::of(g, &s, who);
                    for from in g.ground.board.cells() {
                        assert_eq!(walker.is_free(from), paths::is_free(g, &s, who, from), "{who:?} at {from}");
                        for to in from.neighbours() {
                            let may = paths::may_enter(g, &s, who, from, to);
                            assert_eq!(walker.may_enter(from, to), may, "{who:?} from {from} to {to}");
                            let cost = may.then(|| u32::from(g.ground.terrain(to).cost));
                            assert_eq!(walker.step(from, to), cost, "{who:?} from {from} to {to}");
                        }
                    }
                }
            }
        }
    }
}
