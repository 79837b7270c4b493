//! Where to go.

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Cell, Square};
use skirmish_kernel::Id;

use super::worth;
use crate::model::{Act, Choice, Delivery, Setup, State, Targets, Timing};
use crate::rules::walker::Walker;
use crate::rules::{abilities, bodies, judge, lines, paths};

/// Foes who are conscious.
pub(super) fn foes(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Id> {
    s.able.and(g.foes(who)).iter()
}

/// The nearest foe, and how far it is.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<(i32, Id)> {
    let own = bodies::body(g, s, who);
    foes(g, s, who).map(|foe| (bodies::between(g, &own, &bodies::body(g, s, foe)), foe)).min()
}

/// How far somebody strikes or shoots with an action, and whether it had better keep away.
pub(super) fn range(g: &Setup, s: &State, who: Id) -> (i32, bool) {
    let (mut best, mut shoots) = ((0, 1), false);
    abilities::each(g, s, who, |what| {
        let ability = g.ability(what);
        let usable = ability.hostile && ability.is(Timing::Action) && ability.targets == Targets::One;
        if usable && s.creature(who).energy >= abilities::energy(g, who, ability) {
            let damage = ability.damage.unwrap_or(0);
            if damage > best.0 {
                best = (damage, i32::from(ability.range));
                shoots = ability.delivery == Delivery::Projectile;
            }
        }
    });
    (best.1, shoots)
}

/// What it is worth to see a foe from somewhere.
const SEEN: i64 = 500;

/// A foe, looked at once for all places.
struct Seen {
    id: Id,
    body: Body<'static, Square>,
    /// Is a friend beside it?
    beside: bool,
    /// How far it is in height, and whether that is too much for a blow; known where both fill one square and are as high
    /// wherever they stand.
    height: Option<(i32, bool)>,
}

impl Seen {
    /// Squares between it and a body, and whether they touch.
    #[inline]
    fn from(&self, g: &Setup, body: &Body<'_, Square>) -> (i32, bool) {
        match self.height {
            Some((height, steep)) => {
                let (at, its) = (body.anchor, self.body.anchor);
                (bodies::flat(g, at, its).max(height), !steep && at.chebyshev(its) <= 1)
            }
            None => (bodies::between(g, body, &self.body), bodies::touch(g, body, &self.body)),
        }
    }
}

/// All foes.
fn looked_at(g: &Setup, s: &State, who: Id) -> ArrayVec<Seen, { Id::MOST }> {
    let friends = s.able.without(g.foes(who));
    let own = bodies::body(g, s, who);
    let is_single = |body: &Body<'_, Square>| body.footprint.offsets().len() == 1;
    let seen = |foe: Id| {
        let body = bodies::body(g, s, foe);
        let beside = |id: Id| id != who && bodies::touch(g, &bodies::body(g, s, id), &body);
        let is_even = g.ground.is_level && is_single(&own) && is_single(&body);
        let height = is_even.then(|| (bodies::height_between(g, &own, &body), bodies::is_steep(g, &own, &body)));
        Seen { id: foe, body, beside: friends.iter().any(beside), height }
    };
    foes(g, s, who).map(seen).collect()
}

/// How good a place is to fight from, for a body that stands there; more is better.
fn score(g: &Setup, foes: &[Seen], body: &Body<'_, Square>, (reach, shoots): (i32, bool)) -> i64 {
    let (mut near, mut touched, mut flank, mut far) = (i32::MAX, 0, 0, 0);
    for foe in foes {
        let (apart, touches) = foe.from(g, body);
        near = near.min(apart);
        touched += i32::from(touches);
        far += i32::from(touches || apart <= reach);
        flank += i32::from(touches && foe.beside);
    }
    if near == i32::MAX {
        return 0;
    }
    let within = if reach <= 1 { touched > 0 } else { far > 0 };
    let mut score = if within { WITHIN } else { -100 * i64::from(near) };
    if shoots {
        score += shot_from(body, near, reach) - 300 * i64::from(touched);
    } else {
        score += 400 * i64::from(flank.min(1)) - 40 * i64::from(touched) - i64::from(near);
    }
    score
}

/// What it is worth to reach somebody.
const WITHIN: i64 = 10_000;

/// As far away as one shoots, and from above.
fn shot_from(body: &Body<'_, Square>, near: i32, reach: i32) -> i64 {
    20 * i64::from(near.min(reach)) + 30 * i64::from(body.span.bottom())
}

/// What the best of the places promises that it might get to, whoever is in the way; no less than this.
fn best_around(g: &Setup, walker: &Walker<'_>, foes: &[Seen], how: (i32, bool), far: i16, least: i64) -> i64 {
    let (reach, shoots) = how;
    around(g, walker.at(), far).fold(least, |most, at| {
        let body = walker.placed(at).0;
        // Nobody is nearer than the nearest is, so one foe may be enough to say that no shot from there is the best.
        let nearest = foes.first().map_or(0, |foe| foe.from(g, &body).0);
        if shoots && WITHIN + shot_from(&body, nearest, reach) + SEEN <= most {
            return most;
        }
        most.max(score(g, foes, &body, how) + SEEN)
    })
}

/// The best place within reach by the cheapest way, if that is another one; over several turns the way to the nearest foe.
pub(super) fn way(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let left = paths::left(g, s, who, bodies::is_aloft(s, who));
    let foe = nearest(g, s, who)?;
    if left <= 0 {
        return None;
    }
    let here = s.creature(who).at;
    let how = range(g, s, who);
    let seen = |at: Square| g.ground.opaque.is_empty() || sees_any(g, s, who, at);
    let mut foes = looked_at(g, s, who);
    if let Some(nearest) = foes.iter().position(|seen| seen.id == foe.1) {
        foes.swap(0, nearest);
    }
    let walker = Walker::of(g, s, who);
    let worth = |at: Square| score(g, &foes, &walker.placed(at).0, how) + if seen(at) { SEEN } else { 0 };
    let mut best = (worth(here), 0, here);
    let is_far = foe.0 > how.0.max(1);
    // What the best of the places promises that it might get to, whoever is in the way.
    let most = paths::farthest(&walker, g, left);
    let most = most.map_or(i64::MAX, |far| best_around(g, &walker, &foes, how, far, best.0));
    // The place nearest to the nearest foe: a step around what is in the way.
    let (goal, mut near) = (s.creature(foe.1).at, (u32::MAX, here));
    if best.0 < most || is_far {
        paths::look_around(&walker, g, left, |to, cost| {
            let score = worth(to);
            if score > best.0 || score == best.0 && cost < best.1 {
                best = (score, cost, to);
            }
            near = if to.chebyshev(goal) < near.0 { (to.chebyshev(goal), to) } else { near };
            // Those that follow cost no less.
            best.0 < most || best.2 == here
        });
    }
    if best.2 == here && is_far {
        if near.1.distance(goal) >= here.distance(goal) {
            return None;
        }
        best.2 = near.1;
    }
    (best.2 != here).then(|| to(g, s, who, best.2)).flatten()
}

/// The squares of the map at most so many steps away.
fn around(g: &Setup, here: Square, far: i16) -> impl Iterator<Item = Square> {
    let board = &g.ground.board;
    let ends = |at: i16, end: u16| {
        at.saturating_sub(far).max(0)..=at.saturating_add(far).min(i16::try_from(end).unwrap_or(i16::MAX) - 1)
    };
    let (across, down) = (ends(here.x, board.width()), ends(here.y, board.height()));
    down.flat_map(move |y| across.clone().map(move |x| Square::new(x, y)))
}

/// Where a foe is seen that is in range; walls are looked at from the square alone.
fn sees_any(g: &Setup, s: &State, who: Id, at: Square) -> bool {
    if at == s.creature(who).at {
        return foes(g, s, who).any(|foe| lines::is_seen(g, s, who, foe));
    }
    foes(g, s, who).any(|foe| lines::sees_between(g, s, at, foe))
}

fn to(g: &Setup, s: &State, who: Id, cell: Square) -> Option<Choice> {
    let act = Act::Walk(paths::way(g, s, who, cell).ok()?);
    judge::act(g, s, who, &act).is_ok().then_some(Choice::Act(act))
}

/// Does any of one's attacks promise anything from where one stands?
pub(super) fn strikes_now(g: &Setup, s: &State, who: Id) -> bool {
    let mut any = false;
    abilities::each(g, s, who, |what| {
        let ability = g.ability(what);
        if !any && ability.hostile && ability.is(Timing::Action) && ability.targets == Targets::One {
            let mut reached = foes(g, s, who).filter(|foe| crate::rules::attack::reaches(g, s, who, *foe, ability));
            any = reached.any(|foe| worth::against(g, s, who, foe, what) > 0);
        }
    });
    any
}
