//! A combatant's sheet, line by line.

use skirmish_kernel::Id;

use super::attack::dice;
use super::yards;
use crate::model::{
    Ability, Attribute, Effect, Fighter, Harm, Kind, Mode, Object, Row, Save, Setup, Sheet, State, Tier,
};
use crate::rules::{damage, movement};
use crate::text::words::plural;

/// Its numbers, and what it can do.
pub fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
    let Fighter { sheet, now, .. } = g.fighter(s, id);
    let attributes: Vec<String> =
        Attribute::ALL.iter().map(|which| format!("{} {}", which.word(), sheet.attribute(*which))).collect();
    let saves: Vec<String> = Save::ALL.iter().map(|save| format!("{} {}", save.word(), sheet.save(*save))).collect();
    let armour: Vec<String> = Harm::ALL
        .iter()
        .filter(|harm| is_played(sheet, **harm))
        .map(|harm| format!("{} {}", harm.word(), damage::rating(g, s, id, *harm)))
        .collect();
    let (reach, step) = (yards(sheet.reach.into()), yards(sheet.step.into()));
    let moves = yards(movement::rate(g, s, id).into());
    let mut all = vec![
        format!("{} of {} hits, {} of {}", now.hits, sheet.max_hits, now.actions, plural(sheet.actions, "action")),
        attributes.join(", "),
        format!("level {}; basic hits {}; size {:+}; reach {reach}", sheet.level, sheet.basic_hits, sheet.size),
        format!("moves {moves} for an action; combat step {step}; {} in a round", plural(sheet.free, "free act")),
        format!("saves: {}", saves.join(", ")),
        format!("armour: {}", armour.join(", ")),
    ];
    all.push(format!("condition: {}", now.condition.word()));
    all.extend(g.rows(id).iter().map(|row| row_line(g, id, row)));
    all.extend(sheet.skills.iter().filter_map(|skill| {
        let ability = g.ability(skill.ability);
        (ability.kind != Kind::Attack).then(|| ability_line(ability, skill.score.into()))
    }));
    all.extend(shields(g, id));
    all
}

/// Energy and the elements are named where somebody has anything against them.
fn is_played(sheet: &Sheet, harm: Harm) -> bool {
    let always = matches!(harm, Harm::Physical | Harm::Impact | Harm::Magic);
    always || [sheet.natural, sheet.worn, sheet.magical].iter().any(|ratings| ratings.against(harm) > 0)
}

/// `swing 12 with arming-sword: 1d8+13 impact, reach 1 yard, 1 action`
fn row_line(g: &Setup, id: Id, row: &Row) -> String {
    let mut parts = vec![format!("{} {}", dice(row.dice, row.flat), row.harm.word())];
    parts.push(match row.mode {
        Mode::Melee => format!("reach {}", yards(row.reach.into())),
        Mode::Ranged => format!("range {}", yards(row.range.into())),
    });
    parts.push(plural(row.usage, "action"));
    let notes = [
        (row.thrown, "thrown"),
        (row.surprise, "fit for surprise"),
        (row.breaks, "threatens what averts it"),
        (!row.in_melee, "not with a foe at hand"),
        (row.leaps, "a leap and a blow"),
    ];
    parts.extend(notes.into_iter().filter(|(yes, _)| *yes).map(|(_, word)| word.to_owned()));
    let with = match (row.arm, row.weapon) {
        (Some(arm), _) => format!(" with {}", g.arm_name(id, arm)),
        (None, Some(weapon)) => format!(" with {}", g.weapon(weapon).name),
        (None, None) => String::new(),
    };
    let score = i32::from(row.score) + i32::from(row.hit_mod);
    format!("{} {score}{with}: {}", g.ability(row.ability).name, parts.join(", "))
}

/// `block 12: defends, with a weapon or a shield; On-Guard`
fn ability_line(ability: &Ability, score: i32) -> String {
    let mut parts = vec![match ability.kind {
        Kind::Attack => "attacks".to_owned(),
        Kind::Defend => defends(ability),
        Kind::Move => "moves".to_owned(),
        Kind::Utility => "does something else".to_owned(),
    }];
    match ability.effect {
        Effect::Ward(harm, by) => parts.push(format!("{by} against {} harm, from magic", harm.word())),
        Effect::Mend(hits) => parts.push(format!("gives {hits} hits back")),
        Effect::Charge => parts.push("a rush with a blow".into()),
        Effect::Disengage => parts.push("leaves without being struck at".into()),
        Effect::Search => parts.push("finds what is hidden".into()),
        Effect::Hide => parts.push("conceals itself".into()),
        Effect::Rise => parts.push("gets up for nothing".into()),
        Effect::Keep => parts.push("keeps effects up".into()),
        Effect::None | Effect::Prone | Effect::Pounce(_) => {}
    }
    if ability.kind == Kind::Utility && ability.usage > 0 && !ability.free {
        parts.push(plural(ability.usage, "action"));
    }
    if ability.tier != Tier::Basic {
        parts.push(ability.tier.word().into());
    }
    if ability.on_guard {
        parts.push("On-Guard".into());
    }
    if let Some(mode) = ability.general {
        let attacks = if mode == Mode::Melee { "blows" } else { "shots" };
        parts.push(format!("general against {attacks}"));
    }
    if !ability.instant {
        parts.push("has to be kept up".into());
    }
    format!("{} {score}: {}", ability.name, parts.join("; "))
}

fn defends(ability: &Ability) -> String {
    let answers = ability.answers;
    let against = match (answers.melee > 0, answers.ranged > 0) {
        (true, true) => " against everything it answers, near and far",
        (true, false) => " against blows",
        (false, true) => " against shots",
        (false, false) => "",
    };
    let with = match answers.object {
        Object::None => "",
        Object::Weapon => ", with a weapon",
        Object::Shield => ", with a shield",
        Object::Either => ", with a weapon or a shield",
    };
    format!("defends{against}{with}")
}

/// `medium-shield: breaks on a save above 14`
fn shields(g: &Setup, id: Id) -> Vec<String> {
    let arms = (0..).take(g.sheet(id).arms.len()).filter(|arm| g.arm(id, *arm).shield);
    let line = |arm: u8| {
        let save = g.arm(id, arm).strength_save.map_or_else(String::new, |save| format!(", structural save {save}"));
        format!("{}: a shield{save}", g.arm_name(id, arm))
    };
    arms.map(line).collect()
}
