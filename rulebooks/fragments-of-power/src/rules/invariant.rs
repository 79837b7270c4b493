//! What must hold in every state.

use crate::model::{Plight, Setup, State};
use crate::rules::{bodies, conditions};

/// What is wrong, if anything is.
pub fn broken(g: &Setup, s: &State) -> Option<String> {
    for who in s.ids() {
        let (name, creature) = (&g.sheet(who).name, s.creature(who));
        if creature.hp > g.sheet(who).max_hp.max(g.sheet(who).hp) {
            return Some(format!("{name} has {} hit points", creature.hp));
        }
        if creature.energy < 0 {
            return Some(format!("{name} has spent Energy that was not there"));
        }
        let dead = creature.is(Plight::Dead);
        if !dead && creature.hp <= g.sheet(who).max_hp.saturating_neg() {
            return Some(format!("{name} should be dead"));
        }
        if !dead && (creature.hp <= 0) != creature.is(Plight::Incapacitated) {
            return Some(format!("{name} has {} hit points, and is no less able", creature.hp));
        }
        if creature.mount.is_some_and(|mount| s.creature(mount).rider != Some(who)) {
            return Some(format!("{name} rides somebody who carries nobody"));
        }
    }
    for one in s.everybody().filter(|_| !s.parting) {
        let tied = bodies::bound(s, one);
        let other = s
            .everybody()
            .find(|other| !tied.has(*other) && bodies::body(g, s, *other).overlaps(&bodies::body(g, s, one)));
        if let Some(other) = other {
            return Some(format!("{} stands in the space of {}", g.sheet(one).name, g.sheet(other).name));
        }
    }
    if let Some(who) = s.ids().find(|id| !s.touched.0.has(*id) && !s.creature(*id).is_plain()) {
        return Some(format!("something special applies to {}, and nobody asks", g.sheet(who).name));
    }
    if s.able != conditions::mustered(s) {
        return Some("who can act for a side is not known rightly".to_owned());
    }
    let twice = s.grapples.iter().any(|one| s.grapples.iter().filter(|other| other.by == one.by).count() > 1);
    twice.then(|| "somebody holds two".to_owned())
}
