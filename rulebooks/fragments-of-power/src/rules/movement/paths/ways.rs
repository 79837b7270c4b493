//! Looking around: where somebody can go to, what it costs, and the way to a place that is looked for.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Block, Cell, Few, Price, Reach, Rectangle, Square, Steps, reach_toward, reach_while};
use skirmish_kernel::Id;

use super::{SEARCH, Spot, doubled, halved, least_price, least_prices, others, price, steps_through};
use crate::model::{Gait, Setup, State};
use crate::rules::bodies;

/// What a search has found.
pub struct Found<'a> {
    g: &'a Setup,
    start: Spot,
    reached: Reach<'a, Square>,
    is_free: &'a dyn Fn(Square) -> bool,
    cells: RefCell<&'a mut Vec<Square>>,
}

impl Found<'_> {
    /// Each place that somebody can go to and stay in, and what it costs in feet, the nearest first.
    pub fn places(&self) -> impl Iterator<Item = (Square, i32)> {
        let free = self.reached.clone().filter(|(cell, _)| (self.is_free)(*cell));
        free.map(|(cell, cost)| (cell, halved(self.g, self.start, cost)))
    }

    /// The cheapest way to one of them.
    pub fn way_to(&self, to: Square) -> Option<Steps> {
        let mut cells = self.cells.borrow_mut();
        self.reached.way_to(to, &mut cells);
        steps_through(self.start.at, &cells)
    }
}

/// Ways of somebody who looks around, within so many feet.
pub struct Ways<'a, P> {
    g: &'a Setup,
    start: Spot,
    /// What a step of a search costs.
    step: P,
    price: Price,
    own: Block,
    /// Those past whom it cannot stay.
    others: ArrayVec<Block, { Id::MOST }>,
    /// Where its own square may not be for them.
    taken: Option<Few<Square, { Id::MOST }>>,
}

/// Gets ready to look around.
pub fn ways<'a>(
    g: &'a Setup,
    s: &'a State,
    who: Id,
    gait: Gait,
    feet: i32,
) -> Ways<'a, impl Fn(Square, Square) -> Option<u32> + use<'a>> {
    let (step, start) = (price(g, s, who, gait), Spot::of(s, who));
    let price = Price { most: doubled(g, start, feet), least: least_price(g) };
    let (own, others) = (bodies::body(g, s, who), others(g, s, who));
    let near = others.iter().filter(|other| own.side() == 1 && other.span.overlaps(own.span));
    let taken = Few::of(near.flat_map(Block::cells)).filter(|_| own.side() == 1);
    Ways { g, start, step, price, own, others, taken }
}

impl<P: Fn(Square, Square) -> Option<u32>> Ways<'_, P> {
    /// Could it stay there?
    #[inline]
    pub fn is_free(&self, at: Square) -> bool {
        match &self.taken {
            Some(taken) => !taken.has(at),
            None => self.others.iter().all(|other| !other.overlaps(&self.own.at(at))),
        }
    }

    /// No place is farther away than these.
    pub fn around(&self) -> Rectangle {
        let steps = i16::try_from(self.price.most / self.price.least).unwrap_or(i16::MAX);
        Rectangle::around(&self.g.ground.board, self.start.at, steps)
    }

    /// What a search counts at least for so many columns and rows, whatever the ground is like.
    #[inline]
    fn least_over(&self, gap: Square) -> u32 {
        let (x, y) = (gap.x.unsigned_abs(), gap.y.unsigned_abs());
        let [straight, slanting] = least_prices(self.g);
        u32::from(x.abs_diff(y)) * straight + u32::from(x.min(y)) * slanting
    }

    /// The feet that it takes at least to get there, whoever is in the way and whatever the ground is like; nothing where
    /// that is too much.
    #[inline]
    pub fn least_feet(&self, to: Square) -> Option<i32> {
        let least = self.least_over(Rectangle::only(self.start.at).gap(to));
        (least <= self.price.most).then(|| halved(self.g, self.start, least))
    }

    /// The squares a step away that it can go to and stay in, and what each step costs in feet.
    pub fn steps(&self) -> impl Iterator<Item = (Square, i32)> {
        let start = self.start;
        start.at.neighbours().filter(|to| self.g.ground.board.contains(*to)).filter_map(move |to| {
            let cost = (self.step)(start.at, to).filter(|cost| *cost <= self.price.most)?;
            self.is_free(to).then_some((to, halved(self.g, start, cost)))
        })
    }

    /// The cheapest way to the first of the places that [`search`](Self::search) would show for which `is_goal` holds, and
    /// that lie in a rectangle, none of which takes more feet than so many.
    pub fn first(&self, within: &Rectangle, feet: i32, is_goal: impl Fn(Square, i32) -> bool) -> Option<Option<Steps>> {
        let price = Price { most: doubled(self.g, self.start, feet).min(self.price.most), ..self.price };
        let hope = |cell| self.least_over(within.gap(cell));
        let mut found = None;
        SEARCH.with_borrow_mut(|(scratch, cells)| {
            let goes_on = |cell, cost| {
                let goal = hope(cell) == 0 && self.is_free(cell) && is_goal(cell, halved(self.g, self.start, cost));
                found = goal.then_some(cell);
                !goal
            };
            let reached = reach_toward(&self.g.ground.board, self.start.at, price, hope, &self.step, goes_on, scratch);
            let to = found?;
            reached.way_to(to, cells);
            Some(steps_through(self.start.at, cells))
        })
    }

    /// Looks for places that it can go to and stay in, the nearest first, as long as `goes_on` says yes of the last one and
    /// what it costs in feet. Whoever is told of what has been found makes no other search meanwhile.
    pub fn search<R>(&self, mut goes_on: impl FnMut(Square, i32) -> bool, then: impl FnOnce(&Found<'_>) -> R) -> R {
        let (g, start) = (self.g, self.start);
        let is_free = |at| self.is_free(at);
        SEARCH.with_borrow_mut(|(scratch, cells)| {
            let sees = |cell, cost| !is_free(cell) || goes_on(cell, halved(g, start, cost));
            let reached = reach_while(&g.ground.board, start.at, self.price, &self.step, sees, scratch);
            then(&Found { g, start, reached, is_free: &is_free, cells: RefCell::new(cells) })
        })
    }
}

/// The same for whoever has not got ready.
pub fn search<R>(
    g: &Setup,
    s: &State,
    who: Id,
    gait: Gait,
    feet: i32,
    goes_on: impl FnMut(Square, i32) -> bool,
    then: impl FnOnce(&Found<'_>) -> R,
) -> R {
    ways(g, s, who, gait, feet).search(goes_on, then)
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::super::{
        Footing, Passage, arrives, can, falls_in, footing, height_over, known_others, may_end, passage, price_on,
    };
    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;
    use crate::model::Matter;

    /// What a step counts that is looked at by itself, whoever else was looked at before.
    fn plain_price(g: &Setup, s: &State, who: Id, gait: Gait, from: Square, to: Square) -> Option<u32> {
        let own = bodies::body(g, s, who);
        let is_in = |at: Square, how: Passage| {
            let meets = |body: Block| body.span.overlaps(own.span) && body.meets(&own.at(at));
            known_others(s, who).any(|id| passage(g, s, who, id) == how && meets(bodies::body(g, s, id)))
        };
        if is_in(to, Passage::Push) {
            return None;
        }
        let height = height_over(g, who, gait, Spot::of(s, who), from);
        let ground: Footing = footing(g, s, who, gait, Spot { at: from, height, odd: false }, to)?;
        if gait == Gait::Run {
            let level = bodies::level(g, &bodies::placed(g, who, to));
            let falls = arrives(g, s, who, gait, height, to).is_none_or(|height| height > level);
            if falls || g.ground.at(to).matter == Matter::Void || falls_in(g, s, to) {
                return None;
            }
        }
        let crowded = is_in(from, Passage::Difficult);
        u32::try_from(price_on(g, ground, if crowded { 2 * bodies::SQUARE } else { 0 })).ok()
    }

    /// For everybody who is there, on foot and in the air, from every square to those beside it.
    pub fn says_what_the_rules_of_paths_say() {
        let mut asked = 0;
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            for (who, gait) in s.everybody().flat_map(|who| [(who, Gait::Run), (who, Gait::Fly)]) {
                if !can(g, s, who, gait) {
                    continue;
                }
                let ways = ways(g, s, who, gait, 30);
                let own = bodies::body(g, s, who);
                for from in g.ground.board.cells() {
                    assert_eq!(ways.is_free(from), may_end(g, s, who, from), "{who:?} at {from}");
                    let near = from.neighbours().filter(|to| own.at(*to).fits(&g.ground.board, |_| true));
                    for to in near.filter(|_| own.at(from).fits(&g.ground.board, |_| true)) {
                        let price = plain_price(g, s, who, gait, from, to);
                        assert_eq!((ways.step)(from, to), price, "{who:?} {gait:?} from {from} to {to}");
                        let least = ways.least_over(Rectangle::only(from).gap(to));
                        assert!(price.is_none_or(|price| least <= price), "{who:?} from {from} to {to}");
                        asked += 1;
                    }
                }
            }
        });
        assert!(asked > 10_000, "{asked} steps");
    }
}
