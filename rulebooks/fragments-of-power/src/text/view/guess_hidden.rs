//! What a side may take a battle for that does not know everything of it.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Side, Viewer};

use super::{health, is_seen};
use crate::model::{Creature, Plight, Setup, State};
use crate::rules::conditions;

/// Puts a guess in the place of what a side may not know: foes have as many hit points as the word for them may mean, all
/// their Energy, and wait with nothing; whoever is not seen is not there.
pub fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    let viewer = Viewer::Side(side);
    let unseen: skirmish_kernel::Ids =
        g.ids().take(s.creatures.len()).filter(|id| !is_seen(g, s, viewer, *id)).collect();
    for id in g.ids().take(s.creatures.len()) {
        if viewer.is_privy(g.side(id)) {
            continue;
        }
        // One draw each, seen or not.
        let draw = rng.next_u64();
        if unseen.has(id) { absent(g, s, id) } else { guessed(g, s, id, draw) }
    }
    conditions::muster(g, s);
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

/// Somebody that is not seen: nothing of it is known, and it is not reckoned with.
fn absent(g: &Setup, s: &mut State, id: Id) {
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
    *s.creature_mut(id) = new;
    let fresh = crate::rules::items::at_beginning(g);
    for (item, new) in s.items.iter_mut().zip(fresh) {
        if item.owner == Some(id) && new.owner == Some(id) {
            *item = new;
        }
    }
}
