//! What must hold in every state, whatever was answered; the conformance kit and the fuzzer ask after each answer.

use skirmish_kernel::{Id, Ids};

use crate::model::{Fighter, Hand, MOST_ACTIONS, Setup, Stance, State};
use crate::rules::derived;

/// What is wrong with a state, if anything is.
pub fn broken(g: &Setup, s: &State) -> Option<String> {
    if s.creatures.len() != g.sheets.len() {
        return Some("a sheet without a creature".into());
    }
    if let Some(why) = marks(g, s).or_else(|| order(g, s).map(str::to_owned)) {
        return Some(why);
    }
    g.ids().find_map(|who| {
        let who = g.fighter(s, who);
        let why = numbers(g, who)
            .or_else(|| hands(g, who))
            .or_else(|| ground(s, who))
            .or_else(|| idle(s, who))
            .or_else(|| place(g, s, who));
        why.map(|why| format!("{} {why}", who.sheet.name))
    })
}

/// Sets and zones that follow from the rest are what they follow to be.
fn marks(g: &Setup, s: &State) -> Option<String> {
    let mut anew = s.clone();
    derived::muster(g, &mut anew);
    let (kept, new) = (&s.marks, &anew.marks);
    let sets = [
        ("up", kept.up, new.up),
        ("able", kept.able, new.able),
        ("left with actions", kept.pool, new.pool),
        ("damaged", kept.damaged, new.damaged),
        ("affected", kept.affected, new.affected),
        ("able to go On-Guard", kept.guards, new.guards),
    ];
    if let Some((what, kept, new)) = sets.into_iter().find(|(_, kept, new)| kept != new) {
        return Some(format!("{what} are {kept:?} instead of {new:?}"));
    }
    let grip = |s: &State, who: Id| (s.creature(who).zone, s.creature(who).blade, s.creature(who).answers);
    let stale = g.ids().find(|who| grip(s, *who) != grip(&anew, *who))?;
    let (kept, new) = (grip(s, stale), grip(&anew, stale));
    Some(format!("{} reaches {kept:?} instead of {new:?}", g.sheet(stale).name))
}

/// Everybody has one place in the order, and at most one tier.
fn order(g: &Setup, s: &State) -> Option<&'static str> {
    let named: Ids = s.order.iter().copied().collect();
    if s.order.len() != g.sheets.len() || named != g.ids().collect() {
        return Some("the order does not name everybody once");
    }
    let mut before = Ids::NONE;
    for tier in s.marks.tiers {
        if !before.and(tier).is_empty() {
            return Some("somebody is in two tiers");
        }
        before = before.or(tier);
    }
    None
}

/// Hits, actions and counters stay in their bounds.
fn numbers(g: &Setup, who: Fighter) -> Option<&'static str> {
    if !(0..=who.sheet.max_hits).contains(&who.now.hits) {
        return Some("has hits that cannot be had");
    }
    if who.now.actions > MOST_ACTIONS {
        return Some("has more actions than a round gives");
    }
    let guard = who.now.guard?;
    if who.sheet.skill(guard.skill).is_none() {
        return Some("is On-Guard with a skill that it has not");
    }
    let most = g.rules.on_guard_failures;
    let failed = i32::from(guard.failed);
    (failed > most || failed == most && !guard.over).then_some("is On-Guard after too many failures")
}

/// Hands hold what is there and whole, and what takes both is in both.
fn hands(g: &Setup, who: Fighter) -> Option<&'static str> {
    for (at, hand) in who.now.hands.iter().enumerate() {
        let Hand::Arm(arm) = *hand else { continue };
        if usize::from(arm) >= who.sheet.arms.len() || g.arm(who.id, arm).natural {
            return Some("holds what it does not carry");
        }
        if !who.now.has_arm(arm) {
            return Some("holds what is broken or lies about");
        }
        if !who.now.can_use_hand(at) {
            return Some("holds something with an arm that is of no use");
        }
        if g.arm(who.id, arm).hands >= 2 && who.now.hands != [Hand::Arm(arm); 2] {
            return Some("holds with one hand what takes both");
        }
    }
    None
}

/// What is lost lies somewhere, once, and nothing else does.
fn ground(s: &State, who: Fighter) -> Option<&'static str> {
    let lost = who.now.lost;
    let lies = |arm: u8| s.dropped.iter().filter(|thing| thing.owner == who.id && thing.arm == arm).count();
    let arms = (0..).take(who.sheet.arms.len());
    let wrong = |arm: u8| lies(arm) != usize::from(lost >> arm & 1);
    arms.into_iter().any(wrong).then_some("has lost what does not lie about, or the other way round")
}

/// Whoever is out of the fight has nothing left to do in it.
fn idle(s: &State, who: Fighter) -> Option<&'static str> {
    if s.is_up(who.id) {
        return None;
    }
    if who.now.actions > 0 {
        return Some("is out and has actions left");
    }
    if who.now.stance != Stance::None {
        return Some("is out and has a stance");
    }
    if s.marks.concealed.has(who.id) {
        return Some("is out and concealed");
    }
    let keeps = s.effects.iter().any(|running| running.holder == who.id);
    keeps.then_some("is out and keeps something up")
}

/// One combatant to a cell. (`ruling.cells`)
fn place(g: &Setup, s: &State, who: Fighter) -> Option<&'static str> {
    let at = who.now.at;
    if s.is_up(who.id) && g.ground.terrain(at).blocks_move {
        return Some("stands in a wall, or off the map");
    }
    let shares = |other: Id| other != who.id && s.creature(other).at == at;
    (s.is_up(who.id) && s.marks.up.iter().any(shares)).then_some("stands where somebody else stands")
}
