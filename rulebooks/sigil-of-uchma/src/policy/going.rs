//! Where to go.

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Cell, Square};
use skirmish_kernel::Id;

use super::worth;
use crate::model::{Act, Choice, Delivery, Setup, State, Targets, Timing};
use crate::rules::{abilities, bodies, judge, lines, paths};

/// Foes who are conscious.
pub(super) fn foes(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Id> {
    s.able.and(g.foes(who)).iter()
}

/// The nearest foe, and how far it is.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<(i32, Id)> {
    foes(g, s, who).map(|foe| (bodies::distance(g, s, who, foe), foe)).min()
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

/// A foe's body, and whether a friend is beside it.
type Seen = (Body<'static, Square>, bool);

/// All foes, looked at once for all places.
fn looked_at(g: &Setup, s: &State, who: Id) -> ArrayVec<Seen, { Id::MOST }> {
    let friends = s.able.without(g.foes(who));
    let seen = |foe: Id| {
        let body = bodies::body(g, s, foe);
        let beside = |id: Id| id != who && bodies::touch(g, &bodies::body(g, s, id), &body);
        (body, friends.iter().any(beside))
    };
    foes(g, s, who).map(seen).collect()
}

/// How good a place is to fight from; more is better.
fn score(g: &Setup, s: &State, who: Id, foes: &[Seen], at: Square, (reach, shoots): (i32, bool)) -> i64 {
    let figures = bodies::figures(g, s, who);
    let altitude = paths::altitude_at(g, s, who, at).max(0);
    let body = bodies::placed(g, figures.size, at, altitude);
    let (mut near, mut touched, mut flank, mut far) = (i32::MAX, 0, 0, 0);
    for (other, beside) in foes {
        let apart = bodies::between(g, &body, other);
        near = near.min(apart);
        let touches = bodies::touch(g, &body, other);
        touched += i32::from(touches);
        far += i32::from(touches || apart <= reach);
        flank += i32::from(touches && *beside);
    }
    if near == i32::MAX {
        return 0;
    }
    let within = if reach <= 1 { touched > 0 } else { far > 0 };
    let mut score = if within { 10_000 } else { -100 * i64::from(near) };
    if shoots {
        // As far away as one shoots, and from above.
        score += 20 * i64::from(near.min(reach)) - 300 * i64::from(touched);
        score += 30 * i64::from(body.span.bottom());
    } else {
        score += 400 * i64::from(flank.min(1)) - 40 * i64::from(touched) - i64::from(near);
    }
    score
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
    let foes = looked_at(g, s, who);
    let worth = |at: Square| score(g, s, who, &foes, at, how) + if seen(at) { 500 } else { 0 };
    let mut best = (worth(here), 0, here);
    // The place nearest to the nearest foe: a step around what is in the way.
    let (goal, mut near) = (s.creature(foe.1).at, (u32::MAX, here));
    paths::with_reach(g, s, who, left, |to, cost| {
        let score = worth(to);
        if score > best.0 || score == best.0 && cost < best.1 {
            best = (score, cost, to);
        }
        near = if to.chebyshev(goal) < near.0 { (to.chebyshev(goal), to) } else { near };
    });
    if best.2 == here && foe.0 > how.0.max(1) {
        if near.1.distance(goal) >= here.distance(goal) {
            return None;
        }
        best.2 = near.1;
    }
    (best.2 != here).then(|| to(g, s, who, best.2)).flatten()
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

/// What the best of one's attacks promises from where one stands.
pub(super) fn best_now(g: &Setup, s: &State, who: Id) -> i64 {
    let mut best = 0;
    abilities::each(g, s, who, |what| {
        let ability = g.ability(what);
        if ability.hostile && ability.is(Timing::Action) && ability.targets == Targets::One {
            for foe in foes(g, s, who).filter(|foe| crate::rules::attack::reaches(g, s, who, *foe, ability)) {
                best = best.max(worth::against(g, s, who, foe, what));
            }
        }
    });
    best
}
