//! Somebody who looks for a way: who is in its way, and what a step costs it, worked out once for a whole search.

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Cell, Crowd, Square, Standing};
use skirmish_kernel::Id;

use super::paths;
use crate::model::{Kind, Setup, State};
use crate::rules::{bodies, movement};

/// Who is in the way: as many cells as there are combatants.
type Others = Crowd<Square, { Id::MOST }>;

/// Who looks for a way.
#[derive(Debug)]
pub struct Walker<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    /// Itself, as it stands.
    body: Body<'static, Square>,
    /// Who is in its way.
    crowd: Others,
    /// A straight step and a diagonal one; nothing where each must be looked at by itself.
    price: Option<(u32, u32)>,
    /// Where those stand whom it does not near gladly, where it is frightened and every creature fills one square.
    feared: Option<ArrayVec<Square, { Id::MOST }>>,
    /// Does it, or who sits on it, run from somebody, so that it does not end everywhere?
    runs: bool,
}

impl<'a> Walker<'a> {
    /// As things stand now.
    pub fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let bears = |(cell, here)| (cell, standing(g, s, who, here));
        let crowd = if bodies::count(&g.rules) {
            Crowd::of(bodies::standing(g, s).map(bears))
        } else {
            Crowd::of(s.standing().map(bears))
        };
        let body = bodies::placed(g, who, s.creature(who).at);
        let price = paths::even_price(g, s, who);
        let foes = || g.foes(who).and(s.able).iter().map(|foe| s.creature(foe).at).collect();
        let feared = (price.is_none() && !bodies::count(&g.rules)).then(foes);
        let runs = movement::with_rider(s, who).any(|id| s.creature(id).has(Kind::Panicked));
        Self { g, s, who, body, crowd, price, feared, runs }
    }

    /// The game it walks in.
    pub fn setup(&self) -> &'a Setup {
        self.g
    }

    /// The battle it walks in.
    pub fn state(&self) -> &'a State {
        self.s
    }

    /// Who it is.
    pub fn who(&self) -> Id {
        self.who
    }

    /// Where it sets out.
    pub fn at(&self) -> Square {
        self.body.anchor
    }

    /// A straight step and a diagonal one; nothing where each must be looked at by itself.
    pub fn even_price(&self) -> Option<(u32, u32)> {
        self.price
    }

    /// Does it not go gladly where whoever stands there is nearer, so that such a step costs a metre more than it must, or all steps do?
    pub fn fears(&self, cell: Square) -> bool {
        self.feared.as_ref().is_some_and(|feared| feared.contains(&cell))
    }

    /// What every step costs it, and the cells into which nobody lets it, where it fills one square and all its steps cost the same.
    pub fn even(&self) -> Option<(u32, impl Iterator<Item = Square> + '_)> {
        let price = self.price.filter(|(straight, diagonal)| straight == diagonal && self.is_single());
        price.map(|(price, _)| price).zip(self.crowd.barred())
    }

    /// Does it fill one square, so that the exits of the map are those of its body?
    #[inline]
    pub fn is_single(&self) -> bool {
        self.body.footprint.offsets().len() == 1
    }

    /// As [`paths::leads`], between neighbours.
    #[inline]
    pub fn leads(&self, from: Square, to: Square) -> bool {
        if self.is_single() {
            self.g.ground.exits.lead(from, to) && self.lets_into(to)
        } else {
            paths::is_walked(self.g, &self.body.at(from), to, |cell| self.lets_into(cell))
        }
    }

    #[inline]
    fn lets_into(&self, cell: Square) -> bool {
        self.crowd.lets_into(cell, |cell| paths::is_let_into(self.g, self.s, self.who, cell))
    }

    /// What a step that leads somewhere costs it where nobody bars its way.
    #[inline]
    pub fn price(&self, from: Square, to: Square) -> Option<u32> {
        self.lets_into(to).then(|| self.cost(from, to))
    }

    /// What the step costs it where it would take it.
    #[inline]
    pub fn step(&self, from: Square, to: Square) -> Option<u32> {
        self.leads(from, to).then(|| self.cost(from, to))
    }

    /// As [`paths::step_cost`].
    #[inline]
    pub fn cost(&self, from: Square, to: Square) -> u32 {
        match self.price {
            Some((straight, _)) if from.x == to.x || from.y == to.y => straight,
            Some((_, diagonal)) => diagonal,
            None => self.cost_in_fear(from, to),
        }
    }

    #[inline(never)]
    fn cost_in_fear(&self, from: Square, to: Square) -> u32 {
        match &self.feared {
            Some(feared) => {
                let nears = feared.iter().any(|feared| to.distance(*feared) < from.distance(*feared));
                paths::price_of_step(self.g, self.s, self.who, from, to, nears)
            }
            None => paths::step_cost(self.g, self.s, self.who, from, to),
        }
    }

    /// As [`paths::may_end`].
    pub fn may_end(&self, cell: Square) -> bool {
        let ground = &self.g.ground;
        let is_free = |cell| paths::is_free(self.g, self.s, self.who, cell);
        let room = if self.is_single() {
            ground.board.contains(cell) && !ground.terrain(cell).wall && self.crowd.has_room(cell, is_free)
        } else {
            is_free(cell)
        };
        room && (!self.runs || paths::flees(self.g, self.s, self.who, cell))
    }
}

/// How somebody who stands there is in its way.
pub fn standing(g: &Setup, s: &State, who: Id, here: Id) -> Standing {
    if bodies::are_one(s, who, here) {
        Standing::Aside
    } else if g.foes(who).has(here) {
        Standing::Barring
    } else {
        Standing::Passed
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_grid::Cell;
    use skirmish_kernel::Embedded;

    use super::{Walker, paths};
    use crate::Generia;
    use crate::catalogue::ENCOUNTERS;

    /// For everybody and from every cell.
    pub fn says_what_the_rules_of_paths_say() {
        let text = include_str!("../../../tests/menagerie/bodies.toml");
        let encounters = [ENCOUNTERS, &[Embedded { name: "large-beasts", text }]].concat();
        skirmish_kernel::conformance::moments::<Generia>(&encounters, |g, s| {
            for who in g.ids() {
                let walker = Walker::of(g, s, who);
                for from in g.ground.board.cells() {
                    assert_eq!(walker.may_end(from), paths::may_end(g, s, who, from), "{who:?} at {from}");
                    for to in from.neighbours() {
                        let leads = paths::leads(g, s, who, from, to);
                        assert_eq!(walker.leads(from, to), leads, "{who:?} from {from} to {to}");
                        assert_eq!(walker.cost(from, to), paths::step_cost(g, s, who, from, to), "{from} to {to}");
                    }
                }
            }
        });
    }
}
