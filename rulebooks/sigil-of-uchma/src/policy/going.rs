//! Where to go.

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Cell, Rectangle, Square, Steps};
use skirmish_kernel::Id;

use super::look::{Foe, Look};
use crate::catalogue::Diagonals;
use crate::model::{Act, Choice};
use crate::rules::bodies::{Apart, Rise};
use crate::rules::goals::Goals;
use crate::rules::walker::Walker;
use crate::rules::{bodies, judge, lines, paths};

/// What it is worth to see a foe from somewhere.
const SEEN: i64 = 500;

/// What it is worth to reach somebody.
const WITHIN: i64 = 10_000;

/// What it is worth to strike somebody beside whom a friend stands.
const FLANKING: i64 = 400;

/// A foe, looked at once for all places.
struct Seen {
    body: Body<'static, Square>,
    /// Is a friend beside it?
    beside: bool,
    /// How it stands in height to the seeker where that is now, which on level ground is the same everywhere.
    rise: Rise,
}

impl Seen {
    /// How a body of one square in a place of level ground stands to it, where it fills one square, too.
    #[inline(always)]
    fn evenly_from(&self, at: Square) -> Apart {
        self.rise.apart(bodies::steps(at, self.body.anchor))
    }
}

/// The most that a place is worth, and which places are worth it.
struct Best {
    most: i64,
    goals: Goals,
}

impl Best {
    /// None yet; less is not looked for.
    fn at_least(most: i64) -> Self {
        Self { most, goals: Goals::default() }
    }

    /// One that is worth no less than the most so far.
    fn take(&mut self, worth: i64, at: Square) {
        if worth > self.most {
            self.goals.clear();
            self.most = worth;
        }
        self.goals.add(at);
    }

    fn is_found(&self) -> bool {
        self.goals.within().is_some()
    }
}

/// Somebody who looks for a place to fight from.
struct Seeker<'a> {
    look: &'a Look<'a>,
    /// Conscious foes, the nearest first.
    foes: ArrayVec<Seen, { Id::MOST }>,
    /// Is the ground level, and are squares between it and any foe counted as steps?
    is_even: bool,
    reach: i32,
    shoots: bool,
}

impl<'a> Seeker<'a> {
    /// Somebody who has not looked at its foes yet.
    #[inline(always)]
    fn of(look: &'a Look<'a>) -> Self {
        let (reach, shoots) = look.range();
        Self { look, foes: ArrayVec::new(), is_even: true, reach, shoots }
    }

    /// Looks at its foes; the list is filled where it is.
    fn at_foes(&mut self) -> &Self {
        let (look, shoots) = (self.look, self.shoots);
        let (g, s, own) = (look.g, look.s, &look.body);
        let friends = s.able.without(g.foes(look.who)).without(skirmish_kernel::Ids::NONE.with(look.who));
        let is_near = |friend: &Id, foe: Id| !bodies::is_far(s, *friend, foe);
        let nearest = look.nearest().map(|foe| foe.id);
        let foes = &mut self.foes;
        for foe in look.foes() {
            let mut friends = friends.iter().filter(|friend| is_near(friend, foe.id));
            // A shooter does not mind who stands there.
            let body = bodies::body(g, s, foe.id);
            let beside = !shoots && friends.any(|id| Apart::from(g, s, &body, id).touch);
            let rise = Rise::of(g, own, &body);
            self.is_even &= g.ground.is_level && bodies::is_by_steps(g, own, &body);
            foes.push(Seen { body, beside, rise });
            if nearest == Some(foe.id) {
                let last = foes.len() - 1;
                foes.swap(0, last);
            }
        }
        self
    }

    /// How good a place is to fight from, for a body that stands there; more is better.
    #[inline]
    fn score(&self, body: &Body<'_, Square>) -> i64 {
        if self.is_even {
            return self.score_by(body, self.foes.iter().map(|foe| (foe.evenly_from(body.anchor), foe.beside)));
        }
        self.score_of_any(body)
    }

    #[inline(never)]
    fn score_of_any(&self, body: &Body<'_, Square>) -> i64 {
        let g = self.look.g;
        self.score_by(body, self.foes.iter().map(|foe| (Apart::of(g, body, &foe.body), foe.beside)))
    }

    /// How good it is where one shoots from now: nobody has to be looked at again for that.
    fn score_of_shooter(&self) -> i64 {
        self.score_by(&self.look.body, self.look.foes().map(|foe| (foe.apart, false)))
    }

    /// The same by how the body stands to each conscious foe, and whether a friend is beside that one.
    #[inline(always)]
    fn score_by(&self, body: &Body<'_, Square>, foes: impl Iterator<Item = (Apart, bool)>) -> i64 {
        let (mut near, mut touched, mut flank, mut far) = (i32::MAX, 0, false, false);
        for (Apart { squares, touch }, beside) in foes {
            near = near.min(squares);
            touched += i32::from(touch);
            far |= touch || squares <= self.reach;
            flank |= touch && beside;
        }
        if near == i32::MAX {
            return 0;
        }
        let within = if self.reach <= 1 { touched > 0 } else { far };
        let score = if within { WITHIN } else { -100 * i64::from(near) };
        if self.shoots {
            score + self.shot_from(body, near) - 300 * i64::from(touched)
        } else {
            score + FLANKING * i64::from(flank) - 40 * i64::from(touched) - i64::from(near)
        }
    }

    /// As far away as one shoots, and from above.
    fn shot_from(&self, body: &Body<'_, Square>, near: i32) -> i64 {
        20 * i64::from(near.min(self.reach)) + 30 * i64::from(body.span.bottom())
    }

    /// May a place be worth so much? Foe by foe: nobody is nearer than the nearest is, and a blow reaches nobody from afar.
    fn may_be_worth(&self, body: &Body<'_, Square>, least: i64) -> bool {
        let g = self.look.g;
        if self.shoots {
            let shot = |foe: &Seen| self.best_shot(body, Apart::of(g, body, &foe.body).squares);
            return self.foes.iter().all(|foe| shot(foe) >= least);
        }
        self.foes.iter().any(|foe| {
            let Apart { squares, touch } = Apart::of(g, body, &foe.body);
            let within = touch || squares <= self.reach.max(1);
            let most = if within { WITHIN + FLANKING } else { -101 * i64::from(squares) };
            most + SEEN >= least
        })
    }

    /// The most that a place is worth to a shooter so far from its nearest foe.
    fn best_shot(&self, body: &Body<'_, Square>, near: i32) -> i64 {
        WITHIN + self.shot_from(body, near) + SEEN
    }

    /// How far a shooter must be from every foe where a place is to be worth so much; nothing where none is.
    fn away_for(&self, least: i64) -> Option<i32> {
        (0..=self.reach).find(|near| self.best_shot(&self.look.body, *near) >= least)
    }

    /// Is so much more than a shooter gets anywhere among these places, since it can get no farther from one of its foes?
    fn is_cornered(&self, places: &Rectangle, least: i64) -> bool {
        let Look { g, s, body, .. } = self.look;
        let far = |foe: &Foe| {
            let place = body.at(places.farthest_from(foe.at));
            // Of large bodies other squares may be nearer to each other, and none are farther.
            let away = Rise::on_level(g, body, s.creature(foe.id)).apart(bodies::flat(g, place.anchor, foe.at)).squares;
            self.best_shot(&place, away)
        };
        self.shoots && g.ground.is_level && self.look.foes().map(far).any(|most| most < least)
    }

    /// The most that any of the places is worth in which it might stay, if that is so much, and which of them are worth it. Whether
    /// a way leads there is not asked, nor whether a foe is seen from there.
    fn best_of(&self, walker: &Walker<'_>, places: &Rectangle, best: &mut Best) {
        let least = best.most;
        let is_single = |foe: &Seen| bodies::is_single(&foe.body);
        let by_steps = self.look.g.ground.is_level && bodies::is_single(&self.look.body);
        if !self.shoots && by_steps && self.foes.iter().all(is_single) {
            // First those within reach of a foe, then those that are nearly as near to one as any: who strikes by hand likes no
            // place as much that is farther away.
            let nearest = self.foes.iter().map(|foe| places.steps_from(foe.body.anchor)).min().unwrap_or(0);
            let radii =
                [self.reach.unsigned_abs().max(1), nearest + 1].map(|far| i16::try_from(far).unwrap_or(i16::MAX));
            for far in radii {
                *best = Best::at_least(least);
                for foe in &self.foes {
                    places.within(foe.body.anchor, far).cells().for_each(|at| self.weigh(walker, at, best));
                }
                if best.is_found() && best.most > SEEN - 101 * (i64::from(far) + 1) {
                    return;
                }
            }
        }
        *best = Best::at_least(least);
        if self.shoots && self.is_even {
            return self.shots_of(walker, places, best);
        }
        for at in places.cells() {
            if self.may_be_worth(&walker.placed(at).0, best.most) {
                self.weigh(walker, at, best);
            }
        }
    }

    /// The same for a shooter where squares are counted as steps: what is too near to any foe is not weighed.
    fn shots_of(&self, walker: &Walker<'_>, places: &Rectangle, best: &mut Best) {
        let (mut least, mut away) = (best.most, self.away_for(best.most));
        places.pass_over(|at| {
            let Some(near) = away else { return i16::MAX };
            // What lies between here and where a foe is far enough on the other side is as near to it.
            if let Some(foe) = self.foes.iter().find(|foe| foe.evenly_from(at).squares < near) {
                return i16::try_from(near).unwrap_or(i16::MAX).saturating_add(foe.body.anchor.x).saturating_sub(at.x);
            }
            self.weigh(walker, at, best);
            if best.most > least {
                (least, away) = (best.most, self.away_for(best.most));
            }
            1
        });
    }

    /// One place more.
    #[inline]
    fn weigh(&self, walker: &Walker<'_>, at: Square, best: &mut Best) {
        let score = match self.is_even {
            true => self.score(&self.look.body.at(at)),
            false => self.score(&walker.placed(at).0),
        };
        let worth = score + SEEN;
        if worth >= best.most && walker.may_end(at) {
            best.take(worth, at);
        }
    }

    /// Is a foe seen from there that is in range? Walls are looked at from the square alone.
    fn sees_any(&self, at: Square) -> bool {
        let Look { g, s, who, .. } = *self.look;
        let is_seen = |foe: Id| {
            if at == self.look.body.anchor {
                lines::is_seen(g, s, who, foe)
            } else {
                lines::sees_between(g, s, at, foe)
            }
        };
        g.ground.opaque.is_empty() || self.look.foes().any(|foe| is_seen(foe.id))
    }

    /// What it is worth to a shooter where it is.
    fn worth_of_shooter(&self) -> i64 {
        self.score_of_shooter() + if self.sees_any(self.look.body.anchor) { SEEN } else { 0 }
    }

    /// What a place is worth.
    fn worth(&self, body: &Body<'_, Square>) -> i64 {
        self.score(body) + if self.sees_any(body.anchor) { SEEN } else { 0 }
    }

    /// The best of all places, looked at one after another; where none is better than here, and a foe is far, the one nearest to
    /// that foe: a step around what is in the way. No place is worth more than `most`.
    fn look_around(&self, walker: &Walker<'_>, left: i32, most: i64, far: Option<Square>) -> Option<Square> {
        let here = walker.at();
        let mut best = (self.worth(&self.look.body), 0, here);
        let mut near = (u32::MAX, here);
        paths::look_around(walker, self.look.g, left, |to, cost| {
            let worth = self.worth(&walker.placed(to).0);
            if worth > best.0 || worth == best.0 && cost < best.1 {
                best = (worth, cost, to);
            }
            let away = far.map_or(0, |goal| to.chebyshev(goal));
            near = if away < near.0 { (away, to) } else { near };
            // Those that follow cost no less.
            best.0 < most || best.2 == here
        });
        let nears = |goal: &Square| near.1.distance(*goal) < here.distance(*goal);
        if best.2 != here { Some(best.2) } else { far.filter(nears).map(|_| near.1) }
    }
}

/// The best place within reach by the cheapest way, if that is another one; over several turns the way to the nearest foe.
pub(super) fn way(look: &Look<'_>) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
    let left = paths::left(g, s, who, bodies::is_aloft(s, who));
    let nearest = look.nearest()?;
    if left <= 0 {
        return None;
    }
    let mut seeker = Seeker::of(look);
    let far = Some(nearest.at).filter(|_| nearest.apart.squares > seeker.reach.max(1));
    let places = Rectangle::around(&g.ground.board, look.body.anchor, paths::farthest(g, s, who, left));
    // Most shooters find no better place: they know that before they look at their foes for all places.
    if far.is_none() && seeker.shoots && seeker.is_cornered(&places, seeker.worth_of_shooter() + 1) {
        return None;
    }
    let seeker = seeker.at_foes();
    let stay = seeker.worth(&look.body);
    let walker = Walker::of(g, s, who);
    let mut best = Best::at_least(stay + 1);
    seeker.best_of(&walker, &places, &mut best);
    if !best.is_found() && far.is_none() {
        return None;
    }
    let most = if best.is_found() { best.most } else { stay };
    let is_best = |at: Square| seeker.worth(&walker.placed(at).0) >= most;
    let direct = paths::first_place(&walker, g, left, &best.goals, is_best);
    match direct {
        Some((_, steps)) if g.rules.diagonals != Diagonals::Simulation => along(look, steps?),
        Some((at, _)) => along(look, paths::way(g, s, who, at).ok()?),
        None => {
            let at = seeker.look_around(&walker, left, most, far)?;
            along(look, paths::way(g, s, who, at).ok()?)
        }
    }
}

/// That way, if it is legal.
fn along(look: &Look<'_>, steps: Steps) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
    let act = Act::Walk(steps);
    let sure = paths::is_sure(g, s, who);
    debug_assert!(!sure || judge::act(g, s, who, &act).is_ok(), "a way that was looked for is none");
    (sure || judge::act(g, s, who, &act).is_ok()).then_some(Choice::Act(act))
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::super::tests::looks;
    use super::*;
    use crate::rules::groups;

    /// The place that is best of all when one after another is looked at to the last.
    fn plain_way(look: &Look<'_>) -> Option<Choice> {
        let Look { g, s, who, .. } = *look;
        let left = paths::left(g, s, who, bodies::is_aloft(s, who));
        let (mut seeker, nearest) = (Seeker::of(look), look.nearest().filter(|_| left > 0)?);
        let seeker = seeker.at_foes();
        let far = Some(nearest.at).filter(|_| nearest.apart.squares > look.range().0.max(1));
        let at = seeker.look_around(&Walker::of(g, s, who), left, i64::MAX, far)?;
        let act = Act::Walk(paths::way(g, s, who, at).ok()?);
        judge::act(g, s, who, &act).is_ok().then_some(Choice::Act(act))
    }

    pub fn goes_where_it_is_best_of_all_places() {
        let mut went = 0;
        looks(|look| {
            if groups::may_move(look.g, look.s).is_ok() {
                let choice = way(look);
                assert_eq!(choice, plain_way(look), "{:?} at {}", look.who, look.body.anchor);
                went += u32::from(choice.is_some());
            }
        });
        assert!(went > 500, "{went} ways");
    }

    pub fn promises_no_less_than_a_place_is_worth() {
        looks(|look| {
            let mut seeker = Seeker::of(look);
            let seeker = seeker.at_foes();
            let walker = Walker::of(look.g, look.s, look.who);
            let board = &look.g.ground.board;
            let all = Rectangle::around(board, look.body.anchor, 3);
            let most = all.cells().map(|at| seeker.score(&walker.placed(at).0) + SEEN).max();
            for at in board.cells() {
                let body = walker.placed(at).0;
                assert!(seeker.foes.is_empty() || seeker.may_be_worth(&body, seeker.score(&body) + SEEN), "{at}");
            }
            assert!(most.is_none_or(|most| !seeker.is_cornered(&all, most)));
            if seeker.shoots {
                assert_eq!(seeker.score_of_shooter(), seeker.score(&look.body), "{:?}", look.who);
            }
        });
    }
}
