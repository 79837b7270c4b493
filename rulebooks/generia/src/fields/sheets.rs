//! The fields of a sheet: what does not change in play, unless the game master changes it.

use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::{ability_index, changed, unknown, yes_no, zone_of};
use crate::Generia;
use crate::ability::{Effect, Perk};
use crate::actions::LONGEST_PATH;
use crate::setup::Setup;
use crate::sheet::{Attribute, Perks, Sheet, Size};
use crate::words::arm_name;

/// Fields of a sheet; those of its arms come with their names, as `attack.rapier`.
pub const SHEET: [&str; 39] = [
    "name",
    "side",
    "con",
    "str",
    "dex",
    "int",
    "wil",
    "per",
    "size",
    "speed",
    "energy_max",
    "mana_max",
    "mana_regen",
    "wl",
    "wt",
    "tn",
    "av.head",
    "av.torso",
    "av.arms",
    "av.legs",
    "md",
    "dodge",
    "dodge_score",
    "athletics",
    "riding",
    "stealth",
    "encumbrance",
    "overweight",
    "mountable",
    "limbs",
    "focus",
    "weapons",
    "abilities",
    "proficiencies",
    "resistant",
    "vulnerable",
    "tags",
    "perks",
    "armour",
];

/// Fields of one arm.
const ARM: [&str; 9] =
    ["attack", "parry", "block", "strength", "pv", "damage", "attack_score", "parry_score", "block_score"];

/// `attack.rapier`, `parry.rapier` …
pub fn arm_paths(g: &Setup, who: Id) -> impl Iterator<Item = String> {
    let arms: Vec<String> = (0..g.sheet(who).arms.len()).map(|arm| arm_name(g, who, arm as u8)).collect();
    arms.into_iter().flat_map(|arm| ARM.map(|field| format!("{field}.{arm}")))
}

/// The arm that a field such as `attack.rapier` speaks of.
fn arm_field<'f>(g: &Setup, who: Id, field: &'f str) -> Option<(&'f str, usize)> {
    let (what, name) = field.split_once('.')?;
    if !ARM.contains(&what) {
        return None;
    }
    (0..g.sheet(who).arms.len()).find(|arm| arm_name(g, who, *arm as u8) == name).map(|arm| (what, arm))
}

/// Does setting this path change sheets or rules?
#[must_use]
pub fn on_setup(path: &str) -> bool {
    let field = path.split_once('.').map_or("", |(_, field)| field);
    let of_arm = field.split_once('.').is_some_and(|(what, _)| ARM.contains(&what) || what == "proficiency");
    path.starts_with("rules.") || of_arm || field != "name" && SHEET.contains(&field)
}

/// Reads a field of a sheet.
pub fn read(g: &Setup, who: Id, field: &str) -> Option<Value> {
    let sheet = g.sheet(who);
    if let Some((what, arm)) = arm_field(g, who, field) {
        return arm_number(&mut sheet.clone(), arm, what).map(|(number, _, _)| Value::from(*number));
    }
    if let Some(element) = field.strip_prefix("proficiency.") {
        return Some(sheet.proficiency(element).into());
    }
    Some(match field {
        "name" => sheet.name.clone().into(),
        "side" => g.sides.get(usize::from(sheet.side.0)).cloned().unwrap_or_default().into(),
        "size" => sheet.size.word().into(),
        "mountable" => sheet.mountable.map_or_else(|| "no".to_owned(), |riding| riding.to_string()).into(),
        "limbs" => sheet.limbs.into(),
        "focus" => sheet.focus.into(),
        "weapons" => Value::List((0..sheet.arms.len()).map(|arm| arm_name(g, who, arm as u8)).collect()),
        "abilities" => Value::List(sheet.abilities.iter().map(|at| g.ability(*at).name.clone()).collect()),
        "proficiencies" => {
            Value::List(sheet.proficiencies.iter().map(|(element, value)| format!("{element} {value}")).collect())
        }
        "resistant" => Value::List(sheet.resistant.clone()),
        "vulnerable" => Value::List(sheet.vulnerable.clone()),
        "tags" => Value::List(sheet.tags.clone()),
        "perks" => Value::List(perk_words(sheet.perks).map(str::to_owned).collect()),
        "armour" => Value::List(sheet.class.iter().map(|class| format!("{class:?}").to_lowercase()).collect()),
        _ => return number(&mut sheet.clone(), field).map(|(number, _, _)| Value::from(*number)),
    })
}

fn perk_words(perks: Perks) -> impl Iterator<Item = &'static str> {
    let all = [
        (perks.dancer, "dancer"),
        (perks.opportunist, "opportunist"),
        (perks.deflector, "deflector"),
        (perks.cavalry, "cavalry"),
        (perks.wolf_pack, "wolf-pack"),
    ];
    all.into_iter().filter(|(yes, _)| *yes).map(|(_, word)| word)
}

/// A number of a sheet, with its least and its most.
fn number<'s>(sheet: &'s mut Sheet, field: &str) -> Option<(&'s mut i32, i32, i32)> {
    if let Some(zone) = field.strip_prefix("av.") {
        return zone_of(zone).map(|zone| (&mut sheet.av[zone as usize], 0, 1_000));
    }
    if let Some(at) = Attribute::ALL.into_iter().position(|attribute| attribute.word().to_lowercase() == field) {
        return Some((&mut sheet.mods[at], -20, 50));
    }
    Some(match field {
        "speed" => (&mut sheet.speed, 0, LONGEST_PATH as i32),
        "energy_max" => (&mut sheet.energy, 0, 10_000),
        "mana_max" => (&mut sheet.mana, 0, 10_000),
        "mana_regen" => (&mut sheet.mana_regen, 0, 1_000),
        "wl" => (&mut sheet.wound_limit, 1, 100),
        "wt" => (&mut sheet.wound_threshold, 1, 10_000),
        "tn" => (&mut sheet.toughness, 0, 10_000),
        "md" => (&mut sheet.md, 0, 1_000),
        "dodge" => (&mut sheet.dodge, -100, 100),
        "dodge_score" => (&mut sheet.dodge_score, -9, 9),
        "athletics" => (&mut sheet.skills.athletics, 0, 50),
        "riding" => (&mut sheet.skills.riding, 0, 50),
        "stealth" => (&mut sheet.skills.stealth, 0, 50),
        "encumbrance" => (&mut sheet.encumbrance, -50, 50),
        "overweight" => (&mut sheet.overweight, 0, 1_000),
        _ => return None,
    })
}

/// A number of one arm, with its least and its most.
fn arm_number<'s>(sheet: &'s mut Sheet, arm: usize, field: &str) -> Option<(&'s mut i32, i32, i32)> {
    let arm = sheet.arms.get_mut(arm)?;
    Some(match field {
        "attack" => (&mut arm.attack, -100, 100),
        "parry" => (&mut arm.parry, -100, 100),
        "block" => (&mut arm.block, -100, 100),
        "strength" => (&mut arm.strength, 0, 1_000),
        "pv" => (&mut arm.pv, 0, 50),
        "damage" => (&mut arm.damage, -100, 1_000),
        "attack_score" => (&mut arm.attack_score, -9, 9),
        "parry_score" => (&mut arm.parry_score, -9, 9),
        "block_score" => (&mut arm.block_score, -9, 9),
        _ => return None,
    })
}

/// Sets a rule or a field of a sheet.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn set_setup(g: &mut Setup, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    if let Some(switch) = path.strip_prefix("rules.") {
        let mut rules = g.rules;
        rules.set(switch, value).map_err(Refusal::because)?;
        g.rules = rules;
        return Ok(());
    }
    let Some((name, field)) = path.split_once('.') else {
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.speed = 6`", short(path))));
    };
    let who = skirmish_kernel::combatant::<Generia>(g, name)?;
    let mut sheet = g.sheet(who).clone();
    match field {
        "side" => {
            let at = g.sides.iter().position(|side| side == value);
            let at = at.ok_or_else(|| Refusal::because(format!("the sides are {}", g.sides.join(", "))))?;
            sheet.side = skirmish_kernel::Side(at as u8);
        }
        "size" => {
            let word = complete(value, Size::ALL.map(Size::word))
                .map_err(|_| Refusal::because("a size is tiny, small, medium, large or huge"))?;
            sheet.size = Size::ALL.into_iter().find(|size| size.word() == word).unwrap_or(sheet.size);
        }
        "mountable" if matches!(value, "no" | "none") => sheet.mountable = None,
        "mountable" => sheet.mountable = Some(changed(0, op, value, 0, 50)? as i32),
        "limbs" => sheet.limbs = yes_no(value)?,
        "focus" => sheet.focus = yes_no(value)?,
        "abilities" => change_abilities(g, &mut sheet, op, value)?,
        "resistant" => change_words(&mut sheet.resistant, op, value)?,
        "vulnerable" => change_words(&mut sheet.vulnerable, op, value)?,
        "tags" => change_words(&mut sheet.tags, op, value)?,
        "weapons" | "perks" | "armour" | "proficiencies" => return Err(made_of(field)),
        _ => change_number(g, who, &mut sheet, field, op, value)?,
    }
    let quick = sheet.modifier(Attribute::Str).max(sheet.modifier(Attribute::Dex)).max(0);
    if sheet.speed + quick > LONGEST_PATH as i32 {
        return Err(Refusal::because(format!("it would sprint {} m; at most {LONGEST_PATH}", sheet.speed + quick)));
    }
    g.sheets[who.index()] = sheet;
    Ok(())
}

fn made_of(field: &str) -> Refusal {
    Refusal::because(match field {
        "weapons" => "weapons come with the encounter; their numbers are set as `attack.rapier`",
        "perks" => "perks come with abilities: `abilities += dancer`",
        "armour" => "the weight class of armour comes with the encounter; its numbers are `av.torso`",
        _ => "a proficiency is set by its element: `proficiency.arcane = 2`",
    })
}

fn change_number(g: &Setup, who: Id, sheet: &mut Sheet, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    if let Some(element) = field.strip_prefix("proficiency.") {
        return change_proficiency(g, sheet, element, op, value);
    }
    let place = match arm_field(g, who, field) {
        Some((what, arm)) => arm_number(sheet, arm, what),
        None => number(sheet, field),
    };
    let Some((number, low, high)) = place else {
        let arms: Vec<String> = arm_paths(g, who).collect();
        return Err(unknown(field, SHEET.iter().copied().chain(arms.iter().map(String::as_str))));
    };
    *number = changed(i64::from(*number), op, value, i64::from(low), i64::from(high))? as i32;
    Ok(())
}

fn change_proficiency(g: &Setup, sheet: &mut Sheet, element: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let known = || g.abilities.iter().map(|ability| ability.element.as_str()).filter(|element| !element.is_empty());
    if !known().any(|known| known == element) && !sheet.proficiencies.iter().any(|(known, _)| known == element) {
        let near = did_you_mean(element, known());
        return Err(Refusal::because(format!("no ability is of the element `{}`{near}", short(element))));
    }
    let number = changed(i64::from(sheet.proficiency(element)), op, value, 0, 50)? as i32;
    match sheet.proficiencies.iter_mut().find(|(known, _)| known == element) {
        Some((_, value)) => *value = number,
        None => sheet.proficiencies.push((element.to_owned(), number)),
    }
    Ok(())
}

fn change_words(list: &mut Vec<String>, op: Op, value: &str) -> Result<(), Refusal> {
    let fits = !value.is_empty() && value.len() <= 40 && value.chars().all(|c| c.is_alphanumeric() || c == '-');
    if !fits || op != Op::Take && list.len() >= 32 {
        return Err(Refusal::because(format!("`{}`: one word, added with += or taken with -=", short(value))));
    }
    match op {
        Op::Set => return Err(Refusal::because("words are added and taken: `+= arrow`, `-= arrow`")),
        Op::Take => list.retain(|known| known != value),
        Op::Add if list.iter().any(|known| known == value) => {}
        Op::Add => list.push(value.to_owned()),
    }
    Ok(())
}

/// Abilities come and go, and perks with them.
fn change_abilities(g: &Setup, sheet: &mut Sheet, op: Op, value: &str) -> Result<(), Refusal> {
    let index = ability_index(g, value)?;
    match op {
        Op::Set => return Err(Refusal::because("abilities are added and taken: `+= howl`, `-= howl`")),
        Op::Take => sheet.abilities.retain(|known| *known != index),
        Op::Add if sheet.abilities.contains(&index) => {}
        Op::Add => sheet.abilities.push(index),
    }
    for effect in &g.ability(index).effects {
        let has = op == Op::Add;
        match effect {
            Effect::Perk(Perk::Dancer) => sheet.perks.dancer = has,
            Effect::Perk(Perk::Opportunist) => sheet.perks.opportunist = has,
            Effect::Perk(Perk::Deflector) => sheet.perks.deflector = has,
            Effect::Perk(Perk::Cavalry) => sheet.perks.cavalry = has,
            Effect::Perk(Perk::WolfPack) => sheet.perks.wolf_pack = has,
            _ => {}
        }
    }
    Ok(())
}
