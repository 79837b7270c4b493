//! What a side may take a battle for that does not know everything of it.

use arrayvec::ArrayVec;
use skirmish_grid::Square;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Ids, Side, Viewer};

use super::{health, is_seen};
use crate::model::{Creature, Plight, Setup, State};
use crate::rules::sight::{self, Knowledge};
use crate::rules::{bodies, conditions};

/// Puts a guess in the place of what a side may not know: foes have as many hit points as the word for them may mean, all
/// their Energy, and wait with nothing. Whoever hides is unhurt, and anywhere; who is undetected is not there.
pub fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    let viewer = Viewer::Side(side);
    let unseen: Ids = s.ids().filter(|id| !is_seen(g, s, viewer, *id)).collect();
    let mut hiding: ArrayVec<(Id, u64), { Id::MOST }> = ArrayVec::new();
    for id in s.ids() {
        if viewer.is_privy(g.side(id)) {
            continue;
        }
        // One draw each, seen or not.
        let draw = rng.next_u64();
        if unseen.has(id) {
            hiding.extend(absent(g, s, id, side).then_some((id, draw)));
        } else {
            guessed(g, s, id, draw);
        }
    }
    // Once all of them are gone, they cannot be told from where the others are.
    for (id, draw) in hiding {
        lurk(g, s, id, draw);
    }
    conditions::muster(s);
}

fn guessed(g: &Setup, s: &mut State, id: Id, draw: u64) {
    let most = g.sheet(id).max_hp;
    let (least, highest) = match health(g, s, id) {
        "unhurt" => (most, most),
        "hurt" => (most / 2 + 1, (most - 1).max(most / 2 + 1)),
        "badly hurt" => (1, (most / 2).max(1)),
        "down" | "unconscious" if s.creature(id).hp <= 0 => (1 - most, 0),
        _ => (s.creature(id).hp, s.creature(id).hp),
    };
    let dead = s.creature(id).is(Plight::Dead);
    let awake = s.creature(id).is(Plight::Unconscious) && s.creature(id).hp > 0;
    let span = u64::from(highest.abs_diff(least)) + 1;
    let guess = least.saturating_add(i16::try_from(draw % span).unwrap_or(0));
    let creature = s.creature_mut(id);
    creature.hp = match () {
        () if dead => most.saturating_neg(),
        () if awake => 1,
        () => guess,
    };
    creature.energy = g.sheet(id).max_energy;
    creature.ready = None;
}

/// Somebody that is not seen is taken away, as if it had never been there. Says whether the side knows that it hides.
fn absent(g: &Setup, s: &mut State, id: Id, side: Side) -> bool {
    let known = s.creature(id).is_here() && sight::side_knows(g, s, side, id) == Knowledge::Hidden;
    let (hidden_from, undetected_by) = (s.creature(id).hidden_from, s.creature(id).undetected_by);
    s.grapples.retain(|one| one.by != id && one.on != id);
    let (mount, rider) = (s.creature(id).mount, s.creature(id).rider);
    for other in [mount, rider].into_iter().flatten() {
        let creature = s.creature_mut(other);
        creature.mount = creature.mount.filter(|one| *one != id);
        creature.rider = creature.rider.filter(|one| *one != id);
    }
    let mut new = Creature::new(g, id, g.sheet(id));
    new.initiative = Some(0);
    new.mount = None;
    new.plights.set(Plight::Gone, true);
    (new.hidden_from, new.undetected_by) = if known { (hidden_from, undetected_by) } else { (Ids::NONE, Ids::NONE) };
    *s.creature_mut(id) = new;
    let fresh = crate::rules::items::at_beginning(g);
    for (item, new) in s.items.iter_mut().zip(fresh) {
        if item.owner == Some(id) && new.owner == Some(id) {
            *item = new;
        }
    }
    known
}

/// Somebody that hides may be wherever it finds room.
fn lurk(g: &Setup, s: &mut State, id: Id, draw: u64) {
    let alone = Ids::NONE.with(id);
    let has_room =
        |at: &Square| bodies::fits(g, id, *at) && bodies::is_free(g, s, alone, &bodies::body(g, s, id).at(*at));
    let rooms = || g.ground.board.cells().filter(has_room);
    let count = rooms().count().max(1) as u64;
    let Some(at) = rooms().nth(usize::try_from(draw % count).unwrap_or(0)) else { return };
    let creature = s.creature_mut(id);
    creature.plights.set(Plight::Gone, false);
    (creature.at, creature.height) = (at, bodies::level(g, &bodies::placed(g, id, at)));
}
