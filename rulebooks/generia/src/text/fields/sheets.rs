//! The fields of a sheet: what does not change in play, unless the game master changes it.

use skirmish_bookkit::stat::{self, changed};
use skirmish_bookkit::words::Words;
use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::{ability_index, unknown, yes_no};
use crate::model::stats::{ARM_STATS, SKILL, STATS};
use crate::model::{ArmourClass, Attribute, Effect, Generia, LONGEST_PATH, Perk, Setup, Sheet, Size};
use crate::text::words::arm_name;

/// Fields of a sheet that are no numbers.
const WORDS: [&str; 13] = [
    "name",
    "side",
    "size",
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

/// Fields of a sheet; those of its arms come with their names, as `attack.rapier`.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORDS.into_iter().chain(STATS.iter().map(|stat| stat.name))
}

/// `attack.rapier`, `parry.rapier` …
pub fn arm_paths(g: &Setup, who: Id) -> impl Iterator<Item = String> {
    let arms: Vec<String> = (0..g.sheet(who).arms.len()).map(|arm| arm_name(g, who, arm as u8)).collect();
    arms.into_iter().flat_map(|arm| ARM_STATS.iter().map(move |stat| format!("{}.{arm}", stat.name)))
}

/// The arm that a field such as `attack.rapier` speaks of.
fn arm_field<'f>(g: &Setup, who: Id, field: &'f str) -> Option<(&'f str, usize)> {
    let (what, name) = field.split_once('.')?;
    stat::find(ARM_STATS, what)?;
    (0..g.sheet(who).arms.len()).find(|arm| arm_name(g, who, *arm as u8) == name).map(|arm| (what, arm))
}

/// Does setting this path change sheets or rules?
#[must_use]
pub fn on_setup(path: &str) -> bool {
    let field = path.split_once('.').map_or("", |(_, field)| field);
    let of_arm =
        field.split_once('.').is_some_and(|(what, _)| what == "proficiency" || stat::find(ARM_STATS, what).is_some());
    let of_sheet = stat::find(STATS, field).is_some() || field != "name" && WORDS.contains(&field);
    path.starts_with("rules.") || of_arm || of_sheet
}

/// Reads a field of a sheet.
pub fn read(g: &Setup, who: Id, field: &str) -> Option<Value> {
    let sheet = g.sheet(who);
    if let Some((what, arm)) = arm_field(g, who, field) {
        return stat::value(ARM_STATS, sheet.arms.get(arm)?, what).map(Value::from);
    }
    if let Some(element) = field.strip_prefix("proficiency.") {
        return Some(sheet.proficiency(element).into());
    }
    Some(match field {
        "name" => sheet.name.clone().into(),
        "side" => g.sides.get(usize::from(sheet.side.0)).cloned().unwrap_or_default().into(),
        "size" => sheet.size.word().into(),
        "mountable" if sheet.mountable.is_none() => "no".into(),
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
        "perks" => {
            let perks = Perk::ALL.into_iter().filter(|perk| sheet.perks.has(*perk));
            Value::List(perks.map(|perk| perk.word().replace('_', "-")).collect())
        }
        "armour" => Value::List(sheet.class.iter().copied().map(ArmourClass::word).map(str::to_owned).collect()),
        _ => return stat::value(STATS, sheet, field).map(Value::from),
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
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.ms = 6`", short(path))));
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
            sheet.size = Size::called(word).unwrap_or(sheet.size);
        }
        "mountable" if matches!(value, "no" | "none") => sheet.mountable = None,
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
    if let Some((what, at)) = arm_field(g, who, field) {
        let found = stat::find(ARM_STATS, what).zip(sheet.arms.get_mut(at));
        return found.map_or(Ok(()), |(stat, arm)| stat::change(stat, arm, op, value));
    }
    let Some(stat) = stat::find(STATS, field) else {
        let all: Vec<String> = names().map(str::to_owned).chain(arm_paths(g, who)).collect();
        return Err(unknown(field, all.iter().map(String::as_str)));
    };
    stat::change(stat, sheet, op, value)
}

fn change_proficiency(g: &Setup, sheet: &mut Sheet, element: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let known = || g.abilities.iter().map(|ability| ability.element.as_str()).filter(|element| !element.is_empty());
    if !known().any(|known| known == element) && !sheet.proficiencies.iter().any(|(known, _)| known == element) {
        let near = did_you_mean(element, known());
        return Err(Refusal::because(format!("no ability is of the element `{}`{near}", short(element))));
    }
    let number = changed(sheet.proficiency(element).into(), op, value, &SKILL)? as i32;
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
        if let Effect::Perk(perk) = effect {
            *sheet.perks.flag(*perk) = op == Op::Add;
        }
    }
    Ok(())
}
