//! A combatant's sheet, line by line.

use skirmish_kernel::Id;

use super::{advantage, signed};
use crate::model::{Ability, Attribute, CastCheck, Range, Setup, State, Tag, Timing, WeaponKind, Zone};
use crate::text::words::arm_name;

/// Its numbers, and what it can do.
pub fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
    let (sheet, c) = (g.sheet(id), s.creature(id));
    let mods: Vec<String> =
        Attribute::ALL.iter().map(|attribute| format!("{} {}", attribute.word(), sheet.modifier(*attribute))).collect();
    let armour: Vec<String> = Zone::ALL
        .iter()
        .map(|zone| format!("{} {}", zone.word(), sheet.armour(*zone) - i32::from(c.dents[*zone as usize])))
        .collect();
    let (limit, threshold, toughness) = (sheet.wound_limit, sheet.wound_threshold, sheet.toughness);
    let mut all = vec![
        format!("{} light and {} severe wounds of {limit}", c.wounds.light, c.wounds.severe),
        format!("energy {} of {}, mana {} of {}", c.energy, sheet.energy, c.mana, sheet.mana),
        format!("modifiers: {}", mods.join(", ")),
        format!(
            "wound threshold {threshold}, toughness {toughness}; armour: {}; magical defence {}",
            armour.join(", "),
            sheet.md
        ),
        format!(
            "speed {} m; dodge d12{}{}; size {}",
            sheet.speed,
            signed(sheet.dodge),
            scored(sheet.dodge_score),
            sheet.size.word()
        ),
    ];
    let skills =
        [("Athletics", sheet.skills.athletics), ("Riding", sheet.skills.riding), ("Stealth", sheet.skills.stealth)];
    let known = skills.into_iter().filter(|(_, value)| *value != 0).map(|(name, value)| format!("{name} {value}"));
    let elements = sheet.proficiencies.iter().map(|(element, value)| format!("{} {value}", capital(element)));
    let known: Vec<String> = known.chain(elements).collect();
    if !known.is_empty() {
        all.push(known.join(", "));
    }
    if let Some(riding) = sheet.mountable {
        all.push(format!("may be ridden by a friend with Riding {riding}"));
    }
    for (word, list) in [("resistant to", &sheet.resistant), ("vulnerable to", &sheet.vulnerable)] {
        if !list.is_empty() {
            all.push(format!("{word} {}", list.join(", ")));
        }
    }
    all.extend(g.arms(id).map(|arm| arm_line(g, id, arm)));
    all.extend(sheet.abilities.iter().map(|ability| ability_line(g.ability(*ability))));
    all
}

/// `Arcane`
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn scored(score: i32) -> String {
    if score == 0 { String::new() } else { format!(" with {}", advantage(score)) }
}

/// `rapier: d20+10, 2d6+1 sharp, reach 1 m; parry d12+10; block d12+8, takes 4 off`
fn arm_line(g: &Setup, id: Id, index: u8) -> String {
    let (arm, weapon) = g.arm(id, index);
    let ranged = weapon.kind == WeaponKind::Ranged;
    let reach = if ranged { "range" } else { "reach" };
    let mut parts = vec![format!(
        "d20{}{}, {}{} {}, {reach} {} m",
        signed(arm.attack),
        scored(arm.attack_score),
        weapon.damage,
        signed(arm.damage),
        weapon.harm,
        weapon.reach
    )];
    if !ranged && weapon.kind != WeaponKind::Shield || weapon.is(Tag::Parry) {
        parts.push(format!("parry d12{}{}", signed(arm.parry), scored(arm.parry_score)));
    }
    if !ranged && !weapon.is(Tag::NoBlock) {
        parts.push(format!("block d12{}{}, takes {} off", signed(arm.block), scored(arm.block_score), arm.strength));
    }
    if let Some(bands) = weapon.bands {
        parts.push(format!("score {}/{}/{} at short, medium, long range", bands[0], bands[1], bands[2]));
    }
    if weapon.reload > 0 {
        parts.push(format!("reload {}", weapon.reload));
    }
    format!("{}: {}", arm_name(g, id, index), parts.join("; "))
}

/// `mana-bolt (spell, attack, 1/2/3 mana): 20 m - about`
fn ability_line(ability: &Ability) -> String {
    let shown = ability.timings.iter().filter(|timing| !matches!(timing, Timing::FreeReaction | Timing::Passive));
    let slots: Vec<String> = shown.map(|timing| timing.word().replace('_', " ")).collect();
    let mut head = vec![ability.nature.word().to_owned()];
    if !slots.is_empty() {
        head.push(slots.join(" or "));
    }
    if ability.energy > 0 {
        head.push(format!("{} energy", ability.energy));
    }
    if ability.mana.iter().any(|mana| *mana > 0) {
        let mana: Vec<String> = ability.mana.iter().map(ToString::to_string).collect();
        head.push(format!("{} mana", mana.join("/")));
    }
    let parts = reach_and_check(ability);
    let rest = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let about =
        if ability.about.is_empty() { String::new() } else { format!(" - {}", ability.about.trim_end_matches('.')) };
    format!("{} ({}){rest}{about}", ability.name, head.join(", "))
}

/// How far, against what, for how long.
fn reach_and_check(ability: &Ability) -> Vec<String> {
    let mut parts = Vec::new();
    if let Range::Metres(metres) = ability.range {
        parts.push(format!("{metres} m"));
    }
    if ability.radius > 0 {
        parts.push(format!("radius {} m", ability.radius));
    }
    if let Some(save) = ability.check.save() {
        parts.push(format!("against {}", save.word()));
    } else if let CastCheck::Projectile(_) = ability.check {
        parts.push("a projectile".into());
    }
    parts.extend(ability.area.map(|area| area.word().to_owned()));
    if ability.concentration {
        parts.push("concentration".into());
    }
    parts
}
