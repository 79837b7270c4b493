//! Past others: a friend lets one through, a foe has to be pushed aside, one who hides is found. (`move.ally`,
//! `move.enemy-push`, `terrain.occupied`, `ruling.push-through`, `ruling.hiding`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids};

use super::{Way, is_let, paths, stop};
use crate::catalogue::rule;
use crate::model::{Arm, Attack, Deed, Event, Setup, State, Trigger};
use crate::rules::attack::Outcome;
use crate::rules::{OrHalt, Table, attack, bodies, maneuvers, ready, sight};

/// Those to whom somebody is not tied, and into whose spaces he would come there.
pub(super) fn those_in(g: &Setup, s: &State, who: Id, to: Square) -> Ids {
    let body = bodies::body(g, s, who).at(to);
    let tied = bodies::bound(s, who);
    s.everybody().filter(|id| !tied.has(*id) && bodies::body(g, s, *id).overlaps(&body)).collect()
}

/// Whom of them somebody has to get past: of those who share a space whoever bears the others, or a foe where that is a friend.
pub fn in_the_way(g: &Setup, s: &State, who: Id, there: Ids) -> Ids {
    let in_space_of = |whom: Id| {
        let bearer = bodies::bearer(g, s, whom);
        let foe = || bodies::bound(s, whom).and(there).iter().find(|id| g.opposed(who, *id));
        if g.opposed(who, bearer) { bearer } else { foe().unwrap_or(bearer) }
    };
    there.iter().map(in_space_of).collect()
}

/// Does the way lead on past those who are there, and have not been passed before? Somebody large may come into the spaces of
/// several at once, and has to get past each of them.
pub(super) fn gets_past<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    way: &mut Way,
    to: Square,
    there: Ids,
) -> OrHalt<T, bool> {
    if let Some(whom) = there.iter().find(|whom| s.creature(*whom).hidden_from.has(way.who)) {
        finds(s, t, way.who, whom);
        return Ok(false);
    }
    let mut slow = way.slow.and(there);
    for whom in in_the_way(g, s, way.who, there).without(way.passed).iter() {
        let Some(difficult) = pass_through(g, s, t, way, to, whom)? else { return Ok(false) };
        slow.set(whom, difficult);
    }
    (way.passed, way.slow) = (there, slow);
    Ok(true)
}

/// Somebody is in the way. Says whether the space counts twice; nothing where the move ends in front.
fn pass_through<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    way: &mut Way,
    to: Square,
    whom: Id,
) -> OrHalt<T, Option<bool>> {
    let who = way.who;
    match paths::passage(g, s, who, whom) {
        paths::Passage::Free => {
            t.tell(|| Event::Crossed { who, whom, difficult: false, why: rule::MOVE_ALLY });
            Ok(Some(false))
        }
        paths::Passage::Difficult => {
            t.tell(|| Event::Crossed { who, whom, difficult: true, why: rule::TERRAIN_OCCUPIED });
            Ok(Some(true))
        }
        paths::Passage::Push => push_through(g, s, t, way, to, whom),
    }
}

/// A push as part of a move, in place of what a push does otherwise. (`move.enemy-push`, `ruling.push-through`,
/// `ruling.free-push`)
fn push_through<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    way: &mut Way,
    to: Square,
    whom: Id,
) -> OrHalt<T, Option<bool>> {
    let who = way.who;
    if !paths::may_push_through(g, s, who, whom, way.left) {
        stop(t, who, rule::RULING_PUSH_THROUGH);
        return Ok(None);
    }
    let what = Attack { arm: Arm::Unarmed, manner: attack::usual_manner(g, s, who, Arm::Unarmed), deed: Deed::Push };
    t.tell(|| Event::Attacked { by: who, on: whom, attack: what });
    let before = ready::comes_before(g);
    if before {
        // Whoever is brought down, moved or bound by what others have readied goes no farther. (`ruling.interrupted-move`)
        if !is_let(g, s, t, way, Trigger::Attacks)? {
            return Ok(None);
        }
        // They may have cleared the way, too, or slowed the mover.
        if !those_in(g, s, who, to).has(whom) {
            return Ok(Some(false));
        }
        if !paths::may_push_through(g, s, who, whom, way.left) {
            stop(t, who, rule::RULING_PUSH_THROUGH);
            return Ok(None);
        }
    }
    let Outcome { hit, critical } = maneuvers::opposed(g, s, t, who, &what, whom)?;
    attack::count(s, who);
    attack::after(g, s, t, who, whom, hit);
    t.tell(|| Event::PushedThrough { who, whom, won: hit, critical });
    if !before && !is_let(g, s, t, way, Trigger::Attacks)? {
        return Ok(None);
    }
    // In, and twice the way out: who has too little for that stops in front.
    let needed = if critical { 2 * bodies::SQUARE } else { 3 * bodies::SQUARE };
    if !hit || way.left < needed {
        stop(t, who, rule::RULING_PUSH_THROUGH);
        return Ok(None);
    }
    Ok(Some(!critical))
}

/// Somebody comes upon one who hides, and stops before it. (`ruling.hiding`)
fn finds<T: Table>(s: &mut State, t: &mut T, who: Id, whom: Id) {
    sight::find(s, t, whom, who, rule::RULING_HIDING);
    stop(t, who, rule::RULING_HIDING);
}

/// Does somebody hide there, and is found by one who would come there?
pub fn meets<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, at: Square) -> bool {
    let whom = paths::hidden_at(g, s, who, at);
    if let Some(whom) = whom {
        finds(s, t, who, whom);
    }
    whom.is_some()
}

/// Nobody stays in another's space: the last free square is gone back to. (`ruling.push-through`)
pub(super) fn arrive_or_go_back(g: &Setup, s: &mut State, who: Id, way: &Way) {
    if s.creature(who).is_here() && !bodies::has_room(g, s, who, s.creature(who).at) {
        bodies::put(s, who, way.free.0, way.free.1);
    }
}
