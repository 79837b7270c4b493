//! The fields of a sheet: what does not change in play, unless the game master changes it.

use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Op, Refusal, Side, Value};

use super::{MOST_ACTIONS, ability_index, arm, changed, number, unknown};
use crate::Legacy;
use crate::rows;
use crate::setup::{MOST_ROWS, Setup};
use crate::sheet::{Attribute, Harm, Save, Sheet, Skill};
use crate::words::arm_name;

/// Fields of a sheet; its skills come with their names, as `skill.swing`.
pub const SHEET: [&str; 40] = [
    "name",
    "side",
    "agility",
    "strength",
    "constitution",
    "knowledge",
    "perception",
    "influence",
    "level",
    "size",
    "reach",
    "basic_hits",
    "max_hits",
    "actions_per_round",
    "free_actions",
    "move_rate",
    "combat_step",
    "move_mod",
    "move_skill_mod",
    "save.reaction",
    "save.stamina",
    "save.willpower",
    "natural.physical",
    "natural.impact",
    "natural.magic",
    "natural.energy",
    "natural.elemental",
    "worn.physical",
    "worn.impact",
    "worn.magic",
    "worn.energy",
    "worn.elemental",
    "magical.physical",
    "magical.impact",
    "magical.magic",
    "magical.energy",
    "magical.elemental",
    "weapons",
    "skills",
    "proficient",
];

/// The highest score of a skill.
const MOST_SCORE: i64 = 25;

/// `skill.swing` …
pub fn skill_paths(g: &Setup, who: Id) -> impl Iterator<Item = String> {
    let skills = g.sheet(who).skills.clone();
    skills.into_iter().map(|skill| format!("skill.{}", g.ability(skill.ability).name))
}

/// Does setting this path change sheets or rules?
#[must_use]
pub fn on_setup(path: &str) -> bool {
    let field = path.split_once('.').map_or("", |(_, field)| field);
    path.starts_with("rules.") || field.starts_with("skill.") || field != "name" && SHEET.contains(&field)
}

/// Reads a field of a sheet.
pub fn read(g: &Setup, who: Id, field: &str) -> Option<Value> {
    let sheet = g.sheet(who);
    let arms = (0..).take(sheet.arms.len());
    if let Some(skill) = field.strip_prefix("skill.") {
        let ability = ability_index(g, skill).ok()?;
        return Some(sheet.skill(ability).map_or_else(|| "none".into(), |skill| skill.score.into()));
    }
    Some(match field {
        "name" => sheet.name.clone().into(),
        "side" => g.sides.get(usize::from(sheet.side.0)).cloned().unwrap_or_default().into(),
        "weapons" => Value::List(arms.map(|arm| arm_name(g, who, arm)).collect()),
        "proficient" => {
            let handled = arms.filter(|arm| sheet.proficient >> arm & 1 == 1);
            Value::List(handled.map(|arm| arm_name(g, who, arm)).collect())
        }
        "skills" => Value::List(sheet.skills.iter().map(|skill| g.ability(skill.ability).name.clone()).collect()),
        _ => return figure(&mut sheet.clone(), field).map(|figure| figure.value().into()),
    })
}

/// A number of a sheet, with its least and its most.
enum Figure<'s> {
    /// From 0 to 255.
    Small(&'s mut u8, u8, u8),
    /// Below zero as well.
    Signed(&'s mut i8, i8, i8),
    /// Hits and saves.
    Wide(&'s mut i16, i16, i16),
}

impl Figure<'_> {
    fn value(&self) -> i64 {
        match self {
            Self::Small(number, ..) => i64::from(**number),
            Self::Signed(number, ..) => i64::from(**number),
            Self::Wide(number, ..) => i64::from(**number),
        }
    }

    fn change(self, op: Op, value: &str) -> Result<(), Refusal> {
        match self {
            Self::Small(old, low, high) => *old = number(*old, op, value, low, high)?,
            Self::Signed(old, low, high) => *old = number(*old, op, value, low, high)?,
            Self::Wide(old, low, high) => *old = number(*old, op, value, low, high)?,
        }
        Ok(())
    }
}

fn figure<'s>(sheet: &'s mut Sheet, field: &str) -> Option<Figure<'s>> {
    if let Some((kind, word)) = field.split_once('.') {
        return group(sheet, kind, word);
    }
    if let Some(attribute) = Attribute::ALL.into_iter().find(|attribute| attribute.word() == field) {
        return sheet.attributes.get_mut(attribute as usize).map(|number| Figure::Small(number, 1, 40));
    }
    Some(match field {
        "level" => Figure::Small(&mut sheet.level, 1, 100),
        "size" => Figure::Signed(&mut sheet.size, -3, 5),
        "reach" => Figure::Small(&mut sheet.reach, 1, 10),
        "basic_hits" => Figure::Wide(&mut sheet.basic_hits, 1, 1_000),
        "max_hits" => Figure::Wide(&mut sheet.max_hits, 1, 10_000),
        "actions_per_round" => Figure::Small(&mut sheet.actions, 1, MOST_ACTIONS),
        "free_actions" => Figure::Small(&mut sheet.free, 0, 9),
        "move_rate" => Figure::Small(&mut sheet.move_rate, 1, 40),
        "combat_step" => Figure::Small(&mut sheet.step, 0, 5),
        "move_mod" => Figure::Signed(&mut sheet.move_mod, -40, 40),
        "move_skill_mod" => Figure::Signed(&mut sheet.move_skill_mod, -20, 20),
        _ => return None,
    })
}

/// `save.stamina`, `worn.impact`
fn group<'s>(sheet: &'s mut Sheet, kind: &str, word: &str) -> Option<Figure<'s>> {
    if kind == "save" {
        let save = Save::ALL.into_iter().find(|save| save.word() == word)?;
        return sheet.saves.get_mut(save as usize).map(|number| Figure::Wide(number, 0, 40));
    }
    let ratings = match kind {
        "natural" => &mut sheet.natural,
        "worn" => &mut sheet.worn,
        "magical" => &mut sheet.magical,
        _ => return None,
    };
    let harm = Harm::ALL.into_iter().find(|harm| harm.word() == word)?;
    ratings.0.get_mut(harm as usize).map(|number| Figure::Small(number, 0, 100))
}

/// Sets a rule or a field of a sheet. What the sheet was once made from is not made anew: with an attribute neither
/// skills nor saves nor hits change.
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
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.level = 6`", short(path))));
    };
    let who = skirmish_kernel::combatant::<Legacy>(g, name)?;
    let mut sheet = g.sheet(who).clone();
    match field {
        "side" => {
            let at = g.sides.iter().position(|side| side == value).and_then(|at| u8::try_from(at).ok());
            sheet.side = Side(at.ok_or_else(|| Refusal::because(format!("the sides are {}", g.sides.join(", "))))?);
        }
        "proficient" => change_proficient(g, who, &mut sheet, op, value)?,
        "weapons" => return Err(Refusal::because("weapons come with the encounter")),
        "skills" => {
            return Err(Refusal::because("a skill is set by its name: `skill.swing = 12`, `skill.swing = none`"));
        }
        _ => match field.strip_prefix("skill.") {
            Some(skill) => change_skill(g, &mut sheet, skill, op, value)?,
            None => {
                let known = SHEET.iter().copied();
                figure(&mut sheet, field).ok_or_else(|| unknown(field, known))?.change(op, value)?;
            }
        },
    }
    replace(g, who, sheet)
}

/// Puts a sheet in the place of another, if there is room for all the ways of attacking that it gives.
fn replace(g: &mut Setup, who: Id, sheet: Sheet) -> Result<(), Refusal> {
    let before = g.rows(who).len();
    let Some(place) = g.sheets.get_mut(who.index()) else { return Ok(()) };
    let old = std::mem::replace(place, sheet);
    let after = rows::rows(g, who).len();
    if after < MOST_ROWS || after <= before {
        return Ok(());
    }
    if let Some(place) = g.sheets.get_mut(who.index()) {
        *place = old;
    }
    Err(Refusal::because(format!("it would have {MOST_ROWS} ways of attacking or more")))
}

/// `skill.swing = 14`, `skill.swing += 1`, `skill.swing = none`. What a score has above its attribute are its points.
fn change_skill(g: &Setup, sheet: &mut Sheet, word: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let ability = ability_index(g, word)?;
    if value == "none" {
        sheet.skills.retain(|skill| skill.ability != ability);
        return Ok(());
    }
    let old = sheet.skill(ability).map_or(0, |skill| i64::from(skill.score));
    let score = changed(old, op, value, 0, MOST_SCORE)?;
    let attribute = i64::from(sheet.attribute(g.ability(ability).attribute));
    let skill = Skill {
        ability,
        score: i16::try_from(score).unwrap_or(i16::MAX),
        points: u8::try_from((score - attribute).max(0)).unwrap_or(u8::MAX),
    };
    match sheet.skills.iter_mut().find(|known| known.ability == ability) {
        Some(known) => *known = skill,
        None => sheet.skills.try_push(skill).map_err(|_| Refusal::because("it knows as much as one can know"))?,
    }
    Ok(())
}

/// `proficient += dagger`, `proficient -= dagger`, `proficient = none`
fn change_proficient(g: &Setup, who: Id, sheet: &mut Sheet, op: Op, value: &str) -> Result<(), Refusal> {
    let mut named = 0u8;
    for word in value.split([',', ' ']).filter(|word| !word.is_empty() && *word != "none") {
        named |= 1 << arm(g, who, word)?;
    }
    sheet.proficient = match op {
        Op::Set => named,
        Op::Add => sheet.proficient | named,
        Op::Take => sheet.proficient & !named,
    };
    Ok(())
}
