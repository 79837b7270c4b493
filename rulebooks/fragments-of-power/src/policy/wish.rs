//! What a fighter wants of a place.

use arrayvec::ArrayVec;
use skirmish_grid::{Block, Rectangle, Square};
use skirmish_kernel::{Id, Ids};

use super::going;
use crate::model::{Setup, State};
use crate::rules::movement::paths::Ways;
use crate::rules::{attack, bodies, flanking};

/// Feet from a foe that are as good as any more, to those who shoot.
const FAR: i32 = 40;

/// What it is worth to have a foe between oneself and a friend.
const FLANKING: i64 = 300;

/// What somebody wants of a place: near enough to strike, with a foe between itself and a friend, or far from all for those who
/// shoot.
pub(super) struct Wish<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    pub(super) body: Block,
    keeps_away: bool,
    /// Feet from which it can strike.
    pub(super) range: i32,
    pub(super) foes: ArrayVec<(Id, Block), { Id::MOST }>,
    /// Those with whom it may catch a foe between two.
    friends: Ids,
}

impl<'a> Wish<'a> {
    pub(super) fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let foes = going::foes(g, s, who).map(|foe| (foe, bodies::body(g, s, foe))).collect();
        let friends = s.able.without(g.foes(who)).without(Ids::NONE.with(who));
        let body = bodies::body(g, s, who);
        Self {
            g,
            s,
            who,
            body,
            keeps_away: going::keeps_away(g, s, who),
            range: going::range(g, s, who),
            foes,
            friends,
        }
    }

    /// How good it would be to stand there, for so many feet.
    pub(super) fn score(&self, at: Square, spent: i32) -> i64 {
        self.worth_of(&self.body.at(at)) - i64::from(spent)
    }

    /// How good it would be to be there, whatever it costs.
    pub(super) fn worth_of(&self, body: &Block) -> i64 {
        let Some((feet, foe)) = self.nearest_to(body) else { return 0 };
        let flanks = self.may_flank(feet) && self.flanks_from(foe, body.anchor);
        self.worth_so_near(feet) + if flanks { FLANKING } else { 0 }
    }

    /// Feet from there to the nearest foe, and who it is.
    #[inline]
    fn nearest_to(&self, body: &Block) -> Option<(i32, Id)> {
        self.foes.iter().map(|(foe, its)| (bodies::between(self.g, body, its), *foe)).min()
    }

    /// Is the nearest foe near enough to be caught between two?
    fn may_flank(&self, feet: i32) -> bool {
        !self.keeps_away && feet <= self.range
    }

    /// How good it would be to be so many feet from the nearest foe, if nobody is caught between two.
    fn worth_so_near(&self, feet: i32) -> i64 {
        let far = i64::from((feet - self.range).max(0)) * 100;
        if !self.keeps_away {
            return -far;
        }
        let alone = i64::from(feet.min(self.range).min(FAR)) * 8;
        alone - if feet <= bodies::SQUARE { 500 } else { 0 } - far
    }

    /// Could a place be worth so much, to those who shoot? Nobody is nearer than the nearest is, so one foe may be enough to say
    /// that it could not.
    fn may_be_worth(&self, body: &Block, least: i64) -> bool {
        let alone = |its: &Block| i64::from(bodies::between(self.g, body, its).min(self.range).min(FAR)) * 8;
        !self.keeps_away || self.foes.iter().all(|(_, its)| alone(its) >= least)
    }

    /// The most that any place within reach could be worth less what it costs, if that is so much; between which squares those
    /// lie that could, and how many feet it takes to get to the farthest. Whether a way leads there is not asked.
    pub(super) fn best_of(&self, ways: &Ways<'_, impl Fn(Square, Square) -> Option<u32>>, least: i64) -> Option<Best> {
        let places = ways.around();
        if !self.keeps_away {
            // First those from which a foe is within range, or else those that are as near to one as any: who strikes by hand
            // likes no place as much that is farther away.
            let nearest = |its: &Block| bodies::between(self.g, &self.body.at(places.nearest_to(its.anchor)), its);
            let feet = self.foes.iter().map(|(_, its)| nearest(its)).min()?.max(self.range);
            let near = |its: &Block| {
                let side = i32::from(its.side().max(self.body.side())) - 1;
                places.within(its.anchor, i16::try_from(feet / bodies::SQUARE + side).unwrap_or(i16::MAX))
            };
            let near: ArrayVec<Rectangle, { Id::MOST }> = self.foes.iter().map(|(_, its)| near(its)).collect();
            let mut best = None;
            for (nth, one) in near.iter().enumerate() {
                let is_new = |at: &Square| !near[..nth].iter().any(|before| before.gap(*at) == Square::default());
                one.cells().filter(is_new).for_each(|at| self.weigh(ways, at, least, &mut best));
            }
            let beyond = self.worth_so_near(feet + 1);
            if best.as_ref().is_some_and(|best| best.most > beyond) {
                return best;
            }
        }
        let mut best = None;
        places.cells().for_each(|at| self.weigh(ways, at, least, &mut best));
        best
    }

    /// One place more.
    fn weigh(
        &self,
        ways: &Ways<'_, impl Fn(Square, Square) -> Option<u32>>,
        at: Square,
        least: i64,
        best: &mut Option<Best>,
    ) {
        let Some(spent) = ways.least_feet(at) else { return };
        let known = best.as_ref().map_or(least, |best| best.most);
        let (body, cost) = (self.body.at(at), i64::from(spent));
        if !self.may_be_worth(&body, known + cost) {
            return;
        }
        let Some((feet, foe)) = self.nearest_to(&body) else { return };
        let (alone, may_flank) = (self.worth_so_near(feet) - cost, self.may_flank(feet));
        if alone + if may_flank { FLANKING } else { 0 } < known || !ways.is_free(at) {
            return;
        }
        let most = alone + if may_flank && self.flanks_from(foe, at) { FLANKING } else { 0 };
        match best {
            _ if most < known => {}
            Some(best) if most == best.most => {
                best.places.take_in(at);
                best.feet = best.feet.max(spent);
            }
            _ => *best = Some(Best { most, places: Rectangle::only(at), feet: spent }),
        }
    }

    /// How good any place could be for so many feet.
    pub(super) fn most_for(&self, spent: i32) -> i64 {
        let place = match self.keeps_away {
            true => i64::from(self.range.min(FAR)) * 8,
            false if self.friends.is_empty() => 0,
            false => FLANKING,
        };
        place - i64::from(spent)
    }

    /// Would it have a foe between itself and a friend there?
    fn flanks_from(&self, foe: Id, at: Square) -> bool {
        let (g, s) = (self.g, self.s);
        let single = self.body.side() == 1 && g.sheet(foe).size.side() == 1;
        let aside = |at: Square| {
            let middle = s.creature(foe).at;
            ((at.x - middle.x).signum(), (at.y - middle.y).signum())
        };
        let opposite = |friend: Id| {
            if !single {
                return s.creature(self.who).at == at && flanking::are_opposite(g, s, foe, self.who, friend);
            }
            let ((dx, dy), (ox, oy)) = (aside(at), aside(s.creature(friend).at));
            dx * ox + dy * oy < 0
        };
        let beside = |friend: Id| attack::reaches(g, s, friend, foe);
        self.friends.iter().any(|friend| opposite(friend) && beside(friend))
    }
}

/// What the best of all places could be worth, less what it costs, and where such places lie.
pub(super) struct Best {
    pub(super) most: i64,
    pub(super) places: Rectangle,
    /// What it takes at least to get to the farthest of them.
    pub(super) feet: i32,
}
