//! What a sheet says besides numbers, and its skills.

use skirmish_bookkit::fields::{Change, SheetField, side_called};
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::{ability_index, arm, arms_or_none};
use crate::Legacy;
use crate::model::{Setup, Sheet, Skill};
use crate::text::encounter::MOST_SCORE;

type Row = SheetField<Legacy>;

pub(super) const ROWS: &[Row] = &[
    Row::names(),
    Row::sides(|g, _, sheet, change| {
        sheet.side = side_called(&g.sides, change.value)?;
        Ok(())
    }),
    Row::of("weapons", "Weapons and shields that it carries.", |g, who| g.arm_names(who).into())
        .never("weapons come with the encounter"),
    Row::of("skills", "Skills, spells and powers.", |g, who| skill_names(g, who).into())
        .never("a skill is set by its name: `skill.swing = 12`, `skill.swing = none`"),
    Row::of("proficient", "What it can handle of what it carries.", |g, who| {
        let handled = (0..).take(g.sheet(who).arms.len()).filter(|arm| g.sheet(who).proficient >> arm & 1 == 1);
        Value::List(handled.map(|arm| g.arm_name(who, arm)).collect())
    })
    .by(set_proficient)
    .words(arms_or_none),
];

/// The names of its skills.
pub(super) fn skill_names(g: &Setup, who: Id) -> Vec<String> {
    g.known(who).map(|(_, known)| known.name.clone()).collect()
}

/// `proficient += dagger`, `proficient -= dagger`, `proficient = none`
fn set_proficient(g: &Setup, who: Id, sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    let mut named = 0u8;
    for word in change.words() {
        named |= 1 << arm(g, who, word)?;
    }
    sheet.proficient = match change.op {
        Op::Set => named,
        Op::Add => sheet.proficient | named,
        Op::Take => sheet.proficient & !named,
    };
    Ok(())
}

/// `skill.swing = 14`, `skill.swing += 1`, `skill.swing = none`. What a score has above its attribute are its points.
pub(super) fn set_skill(g: &Setup, sheet: &mut Sheet, word: &str, change: &Change) -> Result<(), Refusal> {
    let ability = ability_index(g, word)?;
    if change.is_none() {
        sheet.skills.retain(|skill| skill.ability != ability);
        return Ok(());
    }
    let old = sheet.skill(ability).map_or(0, |skill| skill.score);
    let score: i16 = change.number(old, 0..=MOST_SCORE)?;
    let points = i32::from(score) - sheet.attribute(g.ability(ability).attribute);
    let skill = Skill { ability, score, points: u8::try_from(points.max(0)).unwrap_or(u8::MAX) };
    match sheet.skills.iter_mut().find(|known| known.ability == ability) {
        Some(known) => *known = skill,
        None => sheet.skills.try_push(skill).map_err(|_| Refusal::because("it knows as much as one can know"))?,
    }
    Ok(())
}
