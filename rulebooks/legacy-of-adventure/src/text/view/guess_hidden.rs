//! What a side may take a battle for that does not know everything of it.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Ids, Side, Viewer};

use super::{health, is_seen};
use crate::catalogue::RulingDamagedTrigger;
use crate::model::{Circumstances, Condition, Hand, Setup, State, States};
use crate::rules::derived;
use crate::rules::effects::out;

/// Puts a guess in the place of what a side may not know: foes have as many hits as the word for them may mean, all
/// actions if they have any, and have found nothing out; whoever is not seen is not there. What the game master has said
/// beforehand nobody knows.
pub fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    let viewer = Viewer::Side(side);
    let unseen: Ids = g.ids().filter(|id| !is_seen(g, s, viewer, *id)).collect();
    for id in g.ids() {
        s.creature_mut(id).said = Circumstances::default();
        s.touch(id);
        if viewer.is_privy(g.side(id)) {
            continue;
        }
        // One draw each, seen or not.
        let draw = rng.next_u64();
        if unseen.has(id) { absent(g, s, id) } else { guessed(g, s, id, draw) }
    }
}

/// Somebody that is seen.
fn guessed(g: &Setup, s: &mut State, id: Id, draw: u64) {
    let (least, most) = hits(g, s, id);
    let span = u64::from(most.abs_diff(least)) + 1;
    let guess = least.saturating_add(i16::try_from(draw % span).unwrap_or(0));
    let sheet = g.sheet(id);
    let rested = if sheet.condition == Condition::Damaged { Condition::Active } else { sheet.condition };
    let creature = s.creature_mut(id);
    creature.hits = guess;
    if creature.condition != Condition::Damaged {
        creature.condition = rested;
    }
    if creature.actions > 0 {
        creature.actions = sheet.actions.max(1);
    }
    creature.free = sheet.free;
    (creature.vitals, creature.gaps, creature.out_rounds) = (Ids::NONE, Ids::NONE, 0);
    derived::muster_one(g, s, id);
}

/// The hits that the word for them may stand for.
fn hits(g: &Setup, s: &State, id: Id) -> (i16, i16) {
    let max = g.sheet(id).max_hits.max(1);
    let by_sheet = s.creature(id).condition == Condition::Damaged;
    let halves = g.rules.ruling_damaged_trigger == RulingDamagedTrigger::Half;
    let (least, most) = match health(g, s, id) {
        "down" => (0, 0),
        "unhurt" => (max, max),
        "damaged" if by_sheet => (1, max),
        "damaged" => (1, max / 2),
        _ if halves => (max / 2 + 1, max - 1),
        _ => (1, max - 1),
    };
    (least, most.max(least))
}

/// Somebody that is not seen: nothing of it is known, and it is not reckoned with.
fn absent(g: &Setup, s: &mut State, id: Id) {
    out(g, s, id, States::GONE);
    s.marks.ambushers.set(id, false);
    let sheet = g.sheet(id);
    let creature = s.creature_mut(id);
    creature.at = sheet.at;
    creature.hits = sheet.max_hits;
    creature.hands = [Hand::Empty; 2];
    (creature.guard, creature.general) = (None, None);
    (creature.trades, creature.waits) = (Ids::NONE, Ids::NONE);
    creature.states = States::default();
    creature.states.set(States::GONE, true);
    derived::muster_one(g, s, id);
    derived::grip(g, s, id);
}
