//! Somebody who looks for a way: who is in its way, worked out once for a whole search.

use skirmish_grid::{Crowd, Square, Standing};
use skirmish_kernel::Id;

use super::paths;
use crate::model::{Setup, State};

/// Who is in the way: as many cells as there are combatants.
pub type Others = Crowd<Square, { Id::MOST }>;

/// Who looks for a way.
#[derive(Debug)]
pub struct Walker<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    others: Others,
}

impl<'a> Walker<'a> {
    /// As things stand now, as far as this combatant can know.
    pub fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let mut others = Crowd::of(s.marks.up.iter().map(|other| {
            let foe = g.opposed(who, other);
            let standing = match foe {
                _ if other == who || foe && s.marks.concealed.has(other) => Standing::Aside,
                true if s.bars(other) => Standing::Barring,
                _ => Standing::Passed,
            };
            (s.creature(other).at, standing)
        }));
        for creature in s.creatures.iter().filter(|creature| creature.lies()) {
            others.take(creature.at);
        }
        Self { g, s, who, others }
    }

    /// The game it walks in.
    pub fn setup(&self) -> &'a Setup {
        self.g
    }

    /// Among whom it sets out.
    pub fn others(&self) -> &Others {
        &self.others
    }

    /// Where it sets out.
    pub fn at(&self) -> Square {
        self.s.creature(self.who).at
    }

    /// As [`paths::may_enter`], between neighbours.
    #[inline]
    pub fn may_enter(&self, from: Square, to: Square) -> bool {
        self.g.ground.exits.lead(from, to) && self.lets_into(to)
    }

    /// What the step costs it where it may take it.
    #[inline]
    pub fn step(&self, from: Square, to: Square) -> Option<u32> {
        if self.lets_into(to) { self.g.ground.price(from, to) } else { None }
    }

    #[inline]
    fn lets_into(&self, cell: Square) -> bool {
        self.others.lets_into(cell, |cell| paths::lets_through(self.g, self.s, self.who, cell))
    }

    /// As [`paths::is_free`].
    pub fn is_free(&self, cell: Square) -> bool {
        let open = !self.g.ground.terrain(cell).blocks_move;
        open && self.others.has_room(cell, |cell| paths::is_free(self.g, self.s, self.who, cell))
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_grid::Cell;

    use super::Walker;
    use crate::Legacy;
    use crate::catalogue::ENCOUNTERS;
    use crate::rules::movement::paths;

    /// For everybody and from every cell.
    pub fn says_what_the_rules_of_paths_say() {
        skirmish_kernel::conformance::moments::<Legacy>(ENCOUNTERS, |g, s| {
            for who in g.ids() {
                let walker = Walker::of(g, s, who);
                for from in g.ground.board.cells() {
                    assert_eq!(walker.is_free(from), paths::is_free(g, s, who, from), "{who:?} at {from}");
                    for to in from.neighbours() {
                        let may = paths::may_enter(g, s, who, from, to);
                        assert_eq!(walker.may_enter(from, to), may, "{who:?} from {from} to {to}");
                        let cost = may.then(|| u32::from(g.ground.terrain(to).cost));
                        assert_eq!(walker.step(from, to), cost, "{who:?} from {from} to {to}");
                    }
                }
            }
        });
    }
}
