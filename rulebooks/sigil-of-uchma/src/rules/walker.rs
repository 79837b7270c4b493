//! Somebody who looks for a way: who is in its way, and what a step costs it, worked out once for a whole search.

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Crowd, Exits, Square};
use skirmish_kernel::Id;

use super::{bodies, paths};
use crate::catalogue::Diagonals;
use crate::model::{Setup, State};

/// Who looks for a way.
pub struct Walker<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    size: u8,
    /// Itself, as it stands.
    body: Body<'static, Square>,
    altitude: i16,
    /// Those who let it not pass.
    closed: ArrayVec<Body<'static, Square>, { Id::MOST }>,
    /// Where its own square may not be for them, on level ground, where its height is the same everywhere.
    crowd: Option<Crowd<Square, { Id::MOST }>>,
    /// A straight step and a diagonal one at least; on plain ground they cost the same everywhere.
    least: [i32; 2],
}

impl<'a> Walker<'a> {
    /// As things stand now.
    pub fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let (body, altitude) = (bodies::body(g, s, who), s.creature(who).altitude);
        let size = bodies::figures(g, s, who).size;
        let (mut closed, mut crowd) = (ArrayVec::new(), Crowd::of([]));
        for other in s.here().filter(|id| *id != who) {
            let (its, passes) = (bodies::body(g, s, other), paths::may_pass(g, s, who, other));
            if !passes {
                closed.push(its);
            }
            if g.ground.is_level && its.span.overlaps(body.span) {
                if size == 1 && bodies::is_single(&its) {
                    if passes {
                        crowd.take(its.anchor)
                    } else {
                        crowd.bar(its.anchor)
                    }
                    continue;
                }
                let side = i16::from(size);
                let shifted = |cell: Square| (0..side * side).map(move |at| (cell, at));
                for (cell, at) in its.cells().flat_map(shifted) {
                    let own = Square::new(cell.x.saturating_sub(at % side), cell.y.saturating_sub(at / side));
                    if passes { crowd.take(own) } else { crowd.bar(own) }
                }
            }
        }
        let (least, crowd) = (paths::least_steps(g, s, who), g.ground.is_level.then_some(crowd));
        Self { g, s, who, size, body, altitude, closed, crowd, least }
    }

    /// Where every step costs it the same and leads on but into some squares: what a step costs, all steps of the map, and those squares.
    pub fn by_rings(&self) -> Option<(u32, &'a Exits<Square>, impl Iterator<Item = Square> + '_)> {
        let [straight, diagonal] = self.least;
        let alike = self.size == 1 && straight == diagonal && self.g.rules.diagonals != Diagonals::Simulation;
        let exits = self.g.ground.open().filter(|_| alike && straight > 0)?;
        Some((straight.unsigned_abs(), exits, self.crowd.as_ref()?.barred()?))
    }

    /// Where it sets out.
    pub fn at(&self) -> Square {
        self.body.anchor
    }

    /// It, where it would stand, and how high over the ground it would be there.
    pub fn placed(&self, at: Square) -> (Body<'static, Square>, i16) {
        if self.crowd.is_some() {
            return (self.body.at(at), self.altitude);
        }
        let altitude = paths::altitude_at(self.g, self.s, self.who, at);
        (bodies::placed(self.g, self.size, at, altitude.max(0)), altitude)
    }

    /// What a step costs at least that is looked for with this price of a diagonal one.
    pub fn least(&self, slant: i32) -> u32 {
        paths::least(self.g, self.least, slant)
    }

    /// What a step of a way that is looked for costs, a diagonal one so many halves of it. Level flight keeps its height over
    /// level ground; over hills it is looked at again when the way is taken.
    #[inline]
    pub fn price(&self, from: Square, to: Square, slant: i32) -> Option<u32> {
        let slanting = from.x != to.x && from.y != to.y;
        let cost = match &self.crowd {
            Some(crowd) if self.g.ground.is_plain => {
                let [straight, diagonal] = self.least;
                let fits = self.size == 1 || bodies::fits(self.g, self.size, to);
                let leads = fits && crowd.lets_into(to, |to| self.is_let_past(&self.body.at(to)));
                leads.then_some(if slanting { diagonal } else { straight })?
            }
            _ => self.cost(from, to)?,
        };
        u32::try_from(if slanting { paths::slanted(self.g, cost, slant) } else { cost }).ok()
    }

    fn cost(&self, from: Square, to: Square) -> Option<i32> {
        let above = |at: Square| match self.altitude {
            0 => Some(0),
            _ => i16::try_from(self.body.span.bottom() - bodies::level(self.g, &self.body.at(at))).ok(),
        };
        // Where the ground comes up to a flyer it goes on on foot, with another answer.
        let high = above(from).filter(|high| self.altitude == 0 || *high > 0)?;
        let step = paths::step(self.g, self.s, self.who, from, high, to, false)?;
        // On foot nobody steps over an edge without climbing; whoever flies stays as high as it is.
        let there = || bodies::placed(self.g, self.size, to, step.altitude);
        let leads = match &self.crowd {
            Some(crowd) => crowd.lets_into(to, |_| self.is_let_past(&there())),
            None => self.is_let_past(&there()),
        };
        leads.then_some(step.cost)
    }

    fn is_let_past(&self, there: &Body<'_, Square>) -> bool {
        let near =
            |other: &&Body<'_, Square>| other.anchor.chebyshev(there.anchor) < bodies::WIDEST.unsigned_abs().into();
        !self.closed.iter().filter(near).any(|other| other.overlaps(there))
    }

    /// May it stay in a place? (`ruling.passing`)
    #[inline]
    pub fn may_end(&self, at: Square) -> bool {
        let rule = |at| paths::may_end(self.g, self.s, self.who, at);
        match &self.crowd {
            Some(crowd) => crowd.has_room(at, rule),
            None => rule(at),
        }
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_grid::Cell;
    use skirmish_kernel::Embedded;

    use super::{Walker, bodies, paths};
    use crate::Sigil;
    use crate::catalogue::ENCOUNTERS;

    /// For everybody who is there, and from every square where it would be as high as it is.
    pub fn says_what_the_rules_of_paths_say() {
        let text = include_str!("../../tests/menagerie.toml");
        let encounters = [ENCOUNTERS, &[Embedded { name: "menagerie", text }]].concat();
        skirmish_kernel::conformance::moments::<Sigil>(&encounters, |g, s| {
            for who in s.here() {
                let walker = Walker::of(g, s, who);
                for from in g.ground.board.cells() {
                    let altitude = paths::altitude_at(g, s, who, from);
                    assert_eq!(walker.may_end(from), paths::may_end(g, s, who, from), "{who:?} at {from}");
                    assert_eq!(walker.placed(from).1, altitude, "{who:?} at {from}");
                    let own = bodies::placed(g, bodies::figures(g, s, who).size, from, altitude.max(0));
                    assert_eq!(walker.placed(from).0, own, "{who:?} at {from}");
                    if altitude < 0 || altitude == 0 && s.creature(who).altitude > 0 {
                        continue;
                    }
                    for to in from.neighbours().filter(|to| g.ground.board.contains(*to)) {
                        let step = paths::step(g, s, who, from, altitude, to, false);
                        let passed =
                            step.filter(|step| paths::in_the_way(g, s, who, to, step.altitude, false).is_none());
                        let cost = passed.map(|step| step.cost.cast_unsigned());
                        assert_eq!(walker.price(from, to, 2), cost, "{who:?} from {from} to {to}");
                        assert!(cost.is_none_or(|cost| walker.least(2) <= cost), "{who:?} from {from} to {to}");
                    }
                }
            }
        });
    }
}
