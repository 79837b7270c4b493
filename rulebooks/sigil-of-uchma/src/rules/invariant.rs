//! What must hold in every state.

use crate::catalogue::MonsterDefeat;
use crate::model::{Condition, Kind, Setup, State};
use crate::rules::{bodies, order};

/// What is wrong, if anything is.
pub fn broken(g: &Setup, s: &State) -> Option<String> {
    for who in g.ids().take(s.creatures.len()) {
        let (name, creature) = (&g.sheet(who).name, s.creature(who));
        let most = bodies::figures(g, s, who).max_health.max(g.sheet(who).health);
        if creature.health > most {
            return Some(format!("{name} has {} of {most} health", creature.health));
        }
        if creature.energy < 0 {
            return Some(format!("{name} has spent energy that was not there"));
        }
        let pc = g.sheet(who).kind == Kind::Pc || g.rules.monster_defeat == MonsterDefeat::AsPc;
        if creature.is_up() && creature.health < 0 {
            return Some(format!("{name} has {} health, and is conscious", creature.health));
        }
        if creature.condition == Condition::Unconscious && !pc {
            return Some(format!("{name} lies there, and is no player character"));
        }
        if creature.is_up() != s.able.has(who) {
            return Some(format!("{name} is conscious or not, and nobody has noticed"));
        }
        if creature.ready.is_some() != s.waiting.has(who) {
            return Some(format!("{name} waits for something or not, and nobody has noticed"));
        }
        if !creature.is_here() && s.running.iter().any(|one| one.on == who) {
            return Some(format!("{name} is gone, and something still runs"));
        }
        let mut slots = s.order.iter().filter(|slot| slot.who == who && !slot.left);
        if slots.next().is_some() && slots.next().is_some() {
            return Some(format!("{name} has two places in the order"));
        }
        if creature.altitude < 0 || creature.altitude > 0 && creature.is_prone() {
            return Some(format!("{name} is {} metres above the ground, and cannot be", creature.altitude));
        }
        let summoner = g.sheet(who).summoner.map(|id| s.creature(id).condition);
        if creature.is_here() && summoner.is_some_and(|now| now == Condition::Dead) {
            return Some(format!("{name} is there without a summoner"));
        }
    }
    if s.settled && !order::stands(g, s) {
        return Some("the order of turns does not hold, and nobody has noticed".into());
    }
    for one in s.here().filter(|_| !s.passing) {
        let body = bodies::body(g, s, one);
        if let Some(other) = s.here().find(|other| *other > one && bodies::body(g, s, *other).overlaps(&body)) {
            return Some(format!("{} stands in the space of {}", g.sheet(one).name, g.sheet(other).name));
        }
    }
    None
}
