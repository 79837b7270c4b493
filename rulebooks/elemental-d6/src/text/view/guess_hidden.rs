//! What a side may take a battle for that does not know everything of it.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Side, Viewer};

use super::health;
use crate::model::{Setup, State};
use crate::rules::damage::{down_at, take_out};
use crate::rules::lines::is_seen;

/// Puts a guess in the place of what a side may not know: foes have as many hit points as the word for them may mean,
/// all their abilities, and nothing readied; whoever is not seen is not there.
pub fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    let viewer = Viewer::Side(side);
    let hidden = |s: &State, id| !s.creature(id).gone && !is_seen(g, s, viewer, id);
    let unseen: skirmish_kernel::Ids = g.ids().filter(|id| hidden(s, *id)).collect();
    for id in g.ids().filter(|id| !viewer.is_privy(g.side(*id))) {
        let (least, most) = hit_points(g, s, id);
        let span = u32::try_from(most.saturating_sub(least)).unwrap_or(0);
        let guess = least.saturating_add(rng.below(span.saturating_add(1)) as i32);
        s.set_hp(g, id, guess);
        s.creature_mut(id).cooldowns.clear();
        s.ready(id, None);
        s.spend(g, id, |spent| spent.swift = 0);
    }
    for id in unseen.iter() {
        take_out(g, s, id);
        s.creature_mut(id).at = g.sheet(id).at;
        s.marks.dodging.set(id, false);
        s.marks.braced.set(id, false);
    }
}

/// The hit points that the word for somebody's health may stand for.
fn hit_points(g: &Setup, s: &State, id: skirmish_kernel::Id) -> (i32, i32) {
    let (most, down) = (g.fighter(s, id).hp_max(), down_at(g));
    let (least, most) = match health(g, s, id) {
        "down" => (down, down),
        "unhurt" => (most, most),
        "hurt" => (most / 2 + 1, most - 1),
        "badly hurt" => (most / 4 + 1, most / 2),
        _ => (down + 1, most / 4),
    };
    (least, most.max(least))
}
