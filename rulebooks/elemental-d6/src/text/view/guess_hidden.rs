//! What a side may take a battle for that does not know everything of it.

use skirmish_grid::Hex;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Ids, Side, Viewer};

use super::health;
use crate::model::{Creature, Phase, Setup, State};
use crate::rules::damage::{down_at, take_out};
use crate::rules::lines::{self, is_seen};

/// Puts a guess in the place of what a side may not know: foes have as many hit points as the word for them may mean,
/// all their abilities, and nothing readied; whoever is not seen is not there.
pub fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    let viewer = Viewer::Side(side);
    let hidden = |s: &State, id| !s.creature(id).gone && !is_seen(g, s, viewer, id);
    let unseen: Ids = g.ids().filter(|id| hidden(s, *id)).collect();
    for id in g.ids().filter(|id| !viewer.is_privy(g.side(*id))) {
        let (least, most) = hit_points(g, s, id);
        let span = u32::try_from(most.saturating_sub(least)).unwrap_or(0);
        let guess = least.saturating_add(rng.below(span.saturating_add(1)) as i32);
        s.set_hp(g, id, guess);
        s.creature_mut(id).cooldowns.clear();
        s.ready(id, None);
        s.spend(g, id, |spent| spent.swift = 0);
    }
    // Whoever is pushed knows of it, by whomever: the push goes on in their own turn.
    for push in s.pushes.iter_mut().filter(|push| unseen.has(push.owner)) {
        push.owner = push.victim;
    }
    for id in unseen.iter() {
        take_out(g, s, id);
        s.creature_mut(id).at = g.sheet(id).at;
        s.marks.dodging.set(id, false);
        s.marks.braced.set(id, false);
    }
}

/// So many hexes are looked at for one in which somebody is not seen.
const LOOKS: u32 = 24;

/// The same for a policy that plays on: foes that the side knows of and does not see are somewhere out of sight, with all
/// that they have. That somebody has fallen is told to everybody, seen or not.
pub fn suppose(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
    let viewer = Viewer::Side(side);
    let eyes = s.marks.able;
    let is_known = |s: &State, id| eyes.iter().any(|eye| g.side(eye) == side && s.creature(eye).aware_of.has(id));
    let lurks = |s: &State, id| s.fights(id) && !is_seen(g, s, viewer, id) && is_known(s, id);
    let lurking: Ids = g.ids().filter(|id| lurks(s, *id)).collect();
    guess_hidden(g, s, side, rng);
    if s.phase != Phase::Combat {
        return;
    }
    for id in lurking.iter() {
        let place = (0..LOOKS).find_map(|_| out_of_sight(g, s, viewer, id, rng));
        match place {
            Some(hex) => lurk(g, s, id, hex),
            // There is hardly a hex out of sight: then it is not reckoned with.
            None => s.creature_mut(id).at = g.sheet(id).at,
        }
    }
}

/// Any hex, where it is free and the viewer would not see this creature in it.
fn out_of_sight(g: &Setup, s: &mut State, viewer: Viewer, id: Id, rng: &mut Rng) -> Option<Hex> {
    let board = &g.ground.board;
    let at = rng.below(u32::try_from(board.cells().count()).unwrap_or(u32::MAX).max(1));
    let hex = board.cells().nth(at as usize)?;
    s.creature_mut(id).at = hex;
    let is_free = !lines::is_obstacle(g, s, hex) && s.standing_in(hex).is_none();
    (is_free && !is_seen(g, s, viewer, id)).then_some(hex)
}

/// Somebody stands there as it came into the battle, last in the order, with the hit points that it has.
fn lurk(g: &Setup, s: &mut State, id: Id, at: Hex) {
    let creature = s.creature_mut(id);
    let (hp, hp_rolled) = (creature.hp, creature.hp_rolled);
    *creature = Creature { hp, hp_rolled, at, score: Some(0), ..Creature::newcomer(g.sheet(id)) };
    s.ranking.push(id);
    s.ordered = false;
    s.muster(g, id);
}

/// The hit points that the word for somebody's health may stand for.
fn hit_points(g: &Setup, s: &State, id: Id) -> (i32, i32) {
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

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::conformance::open;
    use skirmish_kernel::dice::Rng;
    use skirmish_kernel::{Embedded, Side, Viewer};

    use super::suppose;
    use crate::model::{Elemental, Setup, State};
    use crate::rules::lines::is_seen;

    const TEXT: &str = "rulebook = \"elemental-d6\"\n[map]\nrows = \"\"\"\n. . . # . . .\n . . . # . . .\n. . . # . . .\n\"\"\"\n\
                        [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nhp = 5\naware_of = KNOWN\n\
                        [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"G3\"\nhp = 5\n";

    /// A wall between two people, of whom the first knows of these.
    fn walled(known: &str) -> (std::sync::Arc<Setup>, State) {
        let text = TEXT.replace("KNOWN", known);
        let text: &'static str = Box::leak(text.into_boxed_str());
        let mut session = open::<Elemental>(&Embedded { name: "walled", text }, 1).unwrap();
        while session.roll() {}
        (session.setup().clone().into(), session.state().clone())
    }

    pub fn who_is_known_of_and_not_seen_is_somewhere_out_of_sight() {
        let (g, s) = walled("[\"Bran\"]");
        let bran = g.ids().nth(1).unwrap();
        let supposed = |seed| {
            let mut s = s.clone();
            suppose(&g, &mut s, Side(0), &mut Rng::for_fight(seed, 0));
            s
        };
        let places: Vec<_> = (0..20).map(supposed).collect();
        assert!(places.iter().all(|s| s.fights(bran) && !is_seen(&g, s, Viewer::Side(Side(0)), bran)));
        assert!(places.iter().any(|s| s.creature(bran).at != places[0].creature(bran).at), "it is not known where");
    }

    pub fn who_is_not_known_of_is_not_reckoned_with() {
        let (g, mut s) = walled("[]");
        suppose(&g, &mut s, Side(0), &mut Rng::for_fight(1, 0));
        assert!(!s.fights(g.ids().nth(1).unwrap()));
    }
}
