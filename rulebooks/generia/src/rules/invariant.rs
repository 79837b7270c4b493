//! What must hold in every state, whatever was answered; the conformance kit and the fuzzer ask after each answer.

use skirmish_kernel::Id;

use crate::model::{Kind, Setup, Stage, State};
use crate::rules::bodies;

/// What is wrong with a state, if anything is.
pub fn broken(g: &Setup, s: &State) -> Option<String> {
    if s.creatures.len() != g.ids().count() {
        return Some("a sheet without a creature".into());
    }
    let mut anew = s.clone();
    anew.muster(g);
    if anew.able != s.able {
        return Some(format!("able are {:?} instead of {:?}", s.able, anew.able));
    }
    if let Some(also) = s.also.iter().find(|also| !s.creature(also.who).has(also.condition.kind)) {
        return Some(format!("a second cause waits for the end of nothing: {also:?}"));
    }
    if let Some(who) = g.ids().find(|id| !s.touched.0.has(*id) && !s.creature(*id).is_plain()) {
        return Some(format!("{} is taken for plain", g.sheet(who).name));
    }
    g.ids().find_map(|who| {
        let why =
            riding(s, who).or_else(|| holding(s, who)).or_else(|| keeping(g, s, who)).or_else(|| place(g, s, who));
        why.map(|why| format!("{} {why}", g.sheet(who).name))
    })
}

/// Saddle and rider belong to each other, and are in one place.
fn riding(s: &State, who: Id) -> Option<&'static str> {
    let creature = s.creature(who);
    if let Some(mount) = creature.mount {
        if s.creature(mount).rider != Some(who) {
            return Some("rides what does not carry it");
        }
        if s.creature(mount).at != creature.at {
            return Some("is not where its mount is");
        }
    }
    match creature.rider {
        Some(rider) if s.creature(rider).mount != Some(who) => Some("carries somebody who does not ride it"),
        _ => None,
    }
}

/// Whoever is held is grappled, and nobody else is.
fn holding(s: &State, who: Id) -> Option<&'static str> {
    let creature = s.creature(who);
    match creature.holds {
        Some(on) if !s.creature(on).has(Kind::Grappled) => Some("holds somebody who is not grappled"),
        Some(_) if !s.is_able(who) => Some("holds somebody and can do nothing"),
        _ => None,
    }
}

/// Points and wounds stay in their bounds.
fn keeping(g: &Setup, s: &State, who: Id) -> Option<&'static str> {
    let (creature, sheet) = (s.creature(who), g.sheet(who));
    if creature.energy < 0 || creature.mana < 0 {
        return Some("has spent more than it had");
    }
    if creature.wounds.total() > sheet.wound_limit {
        return Some("has more wounds than can be had");
    }
    if creature.wounds.total() >= sheet.wound_limit && !creature.wounds.is_out {
        return Some("fights on at its wound limit");
    }
    let kept = !creature.concentration.is_empty();
    (kept && creature.wounds.is_out).then_some("keeps a spell up and is unconscious")
}

/// One combatant that stands in a cell; a rider and its mount are one. In mid-walk one may be in a friend's, in a foe's never.
fn place(g: &Setup, s: &State, who: Id) -> Option<&'static str> {
    let creature = s.creature(who);
    let stands = |id: Id| s.is_here(id) && !s.creature(id).wounds.is_out;
    let shares = |other: &Id| {
        let one = creature.mount == Some(*other) || creature.rider == Some(*other);
        *other != who && !one && stands(*other) && bodies::body(g, s, *other).overlaps(&bodies::body(g, s, who))
    };
    let sharing = if stands(who) { g.ids().find(|other| shares(other) && is_barred(g, s, who, *other)) } else { None };
    sharing.map(|_| "stands where somebody else stands")
}

/// May they not be in one cell now?
fn is_barred(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    s.stage == Stage::Start || g.opposed(who, other)
}
