//! Words that a field may be set to.

use skirmish_grid::Cell;

use crate::Legacy;
use crate::setup::Setup;
use crate::sheet::{Condition, Effect, Mode};
use crate::state::{Parts, Segment, Stance, State, States};
use crate::words::{arm_name, label};

/// Fields that are yes or no.
const YES_NO: [&str; 11] =
    ["concealed", "surprised", "ambushes", "late", "held", "fought", "fights", "stepped", "stopped", "struck", "ran"];

/// Words that a field may be set to, where they can be listed.
#[must_use]
pub fn values(g: &Setup, s: &State, path: &str) -> Vec<String> {
    let words = |all: &[&str]| all.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    if let Some(switch) = path.strip_prefix("rules.") {
        let found = crate::rules::CATALOGUE.switches.iter().find(|known| known.name == switch);
        return found.map_or(Vec::new(), |found| words(found.values));
    }
    match path {
        "order" => return people(g, |_| true),
        "segment" => return words(&Segment::ALL.map(Segment::word)),
        _ => {}
    }
    let Some((name, field)) = path.split_once('.') else { return Vec::new() };
    let Ok(who) = skirmish_kernel::combatant::<Legacy>(g, name) else { return Vec::new() };
    let with_none = |mut all: Vec<String>| {
        all.push("none".into());
        all
    };
    let skills = |fits: &dyn Fn(u8) -> bool| {
        let known = g.sheet(who).skills.iter().map(|skill| skill.ability);
        known.filter(|ability| fits(*ability)).map(|ability| g.ability(ability).name.clone()).collect::<Vec<String>>()
    };
    match field {
        "stance" => with_none(words(&Stance::ALL.map(Stance::word))),
        "states" => with_none(States::ALL.iter().map(|(_, word)| (*word).to_owned()).collect()),
        "disabled" => with_none(Parts::ALL.iter().map(|(_, word)| word.replace(' ', "-")).collect()),
        "condition" => words(&Condition::ALL.map(Condition::word)),
        "side" => g.sides.clone(),
        "on_guard" => with_none(skills(&|ability| g.ability(ability).on_guard)),
        "general" => with_none([Mode::Melee, Mode::Ranged].map(|mode| format!("{} 2", mode.word())).to_vec()),
        "effects" => {
            let wards = g.abilities.iter().filter(|ability| matches!(ability.effect, Effect::Ward(..)));
            with_none(wards.map(|ability| ability.name.clone()).collect())
        }
        "hands" | "broken" | "lost" | "proficient" => {
            let arms = (0..).take(g.sheet(who).arms.len()).filter(|arm| !g.arm(who, *arm).natural);
            with_none(arms.map(|arm| arm_name(g, who, arm)).collect())
        }
        "trades" | "waits" | "knows_vitals" | "knows_vulnerability" => {
            with_none(people(g, |other| g.opposed(who, other)))
        }
        "vitals" | "vulnerability" => words(&["auto", "known", "0", "-4", "-8"]),
        "structural" => words(&["auto", "none", "0", "-4"]),
        "reacts" | "is_clear" | "grip" => words(&["auto", "yes", "no"]),
        "attack_mod" | "defend_mod" | "check_mod" | "save_mod" => words(&["2", "0", "-4", "-8"]),
        "at" => {
            let near = s.creature(who).at.neighbours();
            near.filter(|cell| g.ground.board.contains(*cell)).map(|cell| label(g, cell)).collect()
        }
        _ if YES_NO.contains(&field) => words(&["yes", "no"]),
        _ => Vec::new(),
    }
}

fn people(g: &Setup, fits: impl Fn(skirmish_kernel::Id) -> bool) -> Vec<String> {
    g.ids().filter(|id| fits(*id)).map(|id| g.sheet(id).name.clone()).collect()
}
