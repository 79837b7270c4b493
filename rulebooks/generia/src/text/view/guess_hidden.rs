//! What a side may take a battle for that does not know everything of it.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Side, Viewer};

use super::health;
use crate::model::{Setup, State};

/// Puts a guess in the place of what a side may not know: foes have as many wounds as the word for them may mean, all
/// their energy and mana, no wards that wait, and have swallowed nothing.
pub fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    s.absorbed.retain(|one| Viewer::Side(side).is_privy(g.side(one.who)));
    for id in g.ids().filter(|id| !Viewer::Side(side).is_privy(g.side(*id))) {
        let (least, most) = wounds(g, s, id);
        let total = least + rng.below(u32::from(most - least) + 1) as u8;
        // Mostly light ones.
        let severe = (rng.below(u32::from(total) + 1) / 2) as u8;
        let sheet = g.sheet(id);
        let creature = s.creature_mut(id);
        (creature.wounds.light, creature.wounds.severe) = (total - severe, severe);
        (creature.energy, creature.mana, creature.warded) = (sheet.energy, sheet.mana, false);
        creature.concentration.iter_mut().for_each(|kept| kept.uses = 1);
    }
}

/// How many wounds the word for them may stand for.
fn wounds(g: &Setup, s: &State, id: Id) -> (u8, u8) {
    let limit = u8::try_from(g.sheet(id).wound_limit.max(1)).unwrap_or(u8::MAX);
    let (least, most) = match health(g, s, id) {
        "unconscious" => (limit, limit),
        "unhurt" => (0, 0),
        "badly wounded" => (limit / 2 + 1, limit),
        _ => (1, limit / 2),
    };
    (least, most.max(least))
}
