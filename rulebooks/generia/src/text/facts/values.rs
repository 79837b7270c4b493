//! Words that a field may be set to.

use skirmish_grid::Cell;

use crate::model::{Generia, Kind, Setup, Size, State, WeaponKind, Zone};
use crate::text::words::{FACINGS, arm_name, label};

/// Fields that are yes or no.
const YES_NO: [&str; 18] = [
    "unconscious",
    "attack_spent",
    "utility_spent",
    "movement_spent",
    "begun",
    "mount_moved",
    "moved",
    "reaction",
    "warded",
    "defended",
    "held_on",
    "joined",
    "gone",
    "no_focus",
    "fights",
    "limbs",
    "focus",
    "backstab",
];

/// Words that a field may be set to, where they can be listed.
#[must_use]
pub fn values(g: &Setup, s: &State, path: &str) -> Vec<String> {
    if let Some(switch) = path.strip_prefix("rules.") {
        let found = crate::catalogue::CATALOGUE.switches.iter().find(|known| known.name == switch);
        return found.map_or(Vec::new(), |found| found.values.iter().map(|value| (*value).to_owned()).collect());
    }
    let words = |all: &[&str]| all.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let people = || g.ids().map(|id| g.sheet(id).name.clone()).collect::<Vec<String>>();
    if path == "order" {
        return people();
    }
    let Some((name, field)) = path.split_once('.') else { return Vec::new() };
    let Ok(who) = skirmish_kernel::combatant::<Generia>(g, name) else { return Vec::new() };
    match field {
        "conditions" => Kind::ALL.iter().map(|kind| kind.word().to_owned()).collect(),
        "abilities" => g.abilities.iter().map(|ability| ability.name.clone()).collect(),
        "side" => g.sides.clone(),
        "facing" => words(&FACINGS),
        "size" => words(&Size::ALL.map(Size::word)),
        "zone" => Zone::ALL.iter().map(|zone| zone.word().to_owned()).chain(words(&["auto"])).collect(),
        "given" => words(&["dodge", "parry", "block", "none"]),
        "concentration" => words(&["none"]),
        "cover" => words(&["auto", "0", "1", "2"]),
        "attack_advantage" | "defence_advantage" | "check_advantage" => words(&["1", "0", "-1"]),
        "holds" => people().into_iter().chain(words(&["none"])).collect(),
        "mount" => {
            let mounts = g.ids().filter(|id| g.sheet(*id).mountable.is_some()).map(|id| g.sheet(id).name.clone());
            mounts.chain(words(&["none"])).collect()
        }
        "hands" => {
            let held = (0..g.sheet(who).arms.len() as u8).filter(|arm| g.arm(who, *arm).1.kind != WeaponKind::Natural);
            held.map(|arm| arm_name(g, who, arm)).chain(words(&["none"])).collect()
        }
        "at" => {
            let near = s.creature(who).at.neighbours();
            near.filter(|cell| g.ground.board.contains(*cell)).map(|cell| label(g, cell)).collect()
        }
        _ if YES_NO.contains(&field) => {
            let auto = if field == "backstab" { &["auto"][..] } else { &[] };
            [words(&["yes", "no"]), words(auto)].concat()
        }
        _ => Vec::new(),
    }
}
