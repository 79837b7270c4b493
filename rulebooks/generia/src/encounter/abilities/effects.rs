//! What abilities do.

use skirmish_kernel::dice::Expression;

use super::super::Reader;
use super::super::file::{DiceFile, EffectFile, LeftFile, MetresFile, OnFile, Placed};
use super::{Form, dice};
use crate::ability::{Effect, On, StrikeChange};
use crate::actions::LONGEST_PATH;
use crate::conditions::Kind;
use crate::sheet::Harm;

/// The ability around an effect.
pub(super) struct Frame {
    /// Cast levels.
    pub(super) levels: usize,
    /// Is anything thrown?
    pub(super) thrown: bool,
    /// Does the target save?
    pub(super) saved: bool,
    /// Does it stay on the ground?
    pub(super) area: bool,
    /// What all its strikes have.
    pub(super) strike: StrikeChange,
}

/// One thing that an ability does.
pub(super) fn effect(reader: &mut Reader, file: &Placed<EffectFile>, frame: &Frame) -> Option<Effect> {
    let each = Form { times: frame.levels, kinds: 1, flat: false };
    Some(match &**file {
        EffectFile::Strike { .. } => Effect::Strike(strike(reader, file, frame)?),
        EffectFile::Defence { on } => Effect::Guard((*on).into()),
        EffectFile::Condition { .. } => condition(reader, file, frame)?,
        EffectFile::Penalty {} => {
            if !frame.saved {
                reader.wrong(file.span(), "nothing is saved against", "give the ability a `check` with `against`");
            }
            Effect::Penalty
        }
        EffectFile::Damage { .. } => damage(reader, file, Form { flat: true, ..each })?,
        EffectFile::Heal { dice: DiceFile::Each(text) } => Effect::Heal(dice(reader, text, file.span(), each)?),
        EffectFile::Heal { dice: DiceFile::List(list) } => {
            if list.len() != frame.levels {
                let message = format!("{} entries for {} cast levels", list.len(), frame.levels);
                reader.wrong(file.span(), message, "one entry for each figure of `mp`");
            }
            let alone = Form { times: 1, ..each };
            let all = list.iter().map(|text| dice(reader, text, file.span(), alone));
            Effect::HealAt(all.collect::<Vec<Option<Expression>>>().into_iter().collect::<Option<_>>()?)
        }
        EffectFile::Protect { dice: text } => Effect::Protect(dice(reader, text, file.span(), each)?),
        EffectFile::Intercept { least } => Effect::Intercept { least: bounded(reader, file, "least", *least, 0, 100)? },
        EffectFile::Teleport { by } => Effect::Teleport { by: (*by).into() },
        EffectFile::Ward {} => Effect::Ward,
        EffectFile::Perk { perk } => Effect::Perk((*perk).into()),
    })
}

fn bounded(reader: &mut Reader, file: &Placed<EffectFile>, what: &str, value: i32, low: i32, high: i32) -> Option<i32> {
    if (low..=high).contains(&value) {
        return Some(value);
    }
    reader.wrong(file.span(), format!("{what} = {value}"), format!("a number from {low} to {high}"));
    None
}

fn strike(reader: &mut Reader, file: &Placed<EffectFile>, frame: &Frame) -> Option<StrikeChange> {
    let EffectFile::Strike {
        careful,
        lunge,
        charge,
        grapple,
        ranged,
        no_parry,
        maim,
        breaks_armour,
        push,
        held_only,
        repeats,
        kites,
        pierces,
    } = &**file
    else {
        return None;
    };
    let (charge, charge_most) = match charge {
        None => (None, None),
        Some([MetresFile::Metres(least), most]) => {
            let longest = LONGEST_PATH as i32;
            let least = bounded(reader, file, "charge", *least, 1, longest)?;
            let most = match most {
                MetresFile::Metres(most) => Some(bounded(reader, file, "charge", *most, least, longest)?),
                MetresFile::Word(word) if word == "MS" => None,
                MetresFile::Word(_) => return charge_form(reader, file),
            };
            (Some(least), most)
        }
        Some(_) => return charge_form(reader, file),
    };
    Some(StrikeChange {
        careful: *careful,
        lunge: *lunge,
        charge,
        charge_most,
        grapple: *grapple,
        ranged: *ranged,
        no_parry: *no_parry,
        maim: *maim,
        breaks_armour: *breaks_armour,
        push: *push,
        held_only: *held_only,
        repeats: *repeats,
        kites: *kites,
        pierces: *pierces,
        ..frame.strike
    })
}

fn charge_form(reader: &mut Reader, file: &Placed<EffectFile>) -> Option<StrikeChange> {
    reader.wrong(file.span(), "a charge has a least and a most", "charge = [4, \"MS\"] or charge = [6, 12]");
    None
}

/// A condition by its word.
fn kind(reader: &mut Reader, file: &Placed<EffectFile>, word: &str) -> Option<Kind> {
    let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
    reader.find_text("condition", word, file.span(), &known).map(|at| Kind::ALL[at])
}

fn condition(reader: &mut Reader, file: &Placed<EffectFile>, frame: &Frame) -> Option<Effect> {
    let EffectFile::Condition { condition, value, on, replaces, inside } = &**file else { return None };
    let found = kind(reader, file, condition)?;
    let replaces = match replaces {
        Some(word) => Some(kind(reader, file, word)?),
        None => None,
    };
    let low = i32::from(found.harm().is_some());
    let high = if found.harm().is_some() { 5 } else { 20 };
    let value = bounded(reader, file, "value", value.unwrap_or(0), low, high)?;
    if inside.is_some() && !frame.area {
        reader.wrong(file.span(), "there is no area to stand in", "give the ability `area = \"field\"` and a radius");
    }
    let asks = matches!(on, Some(OnFile::Fail | OnFile::Save | OnFile::FailByTen));
    if asks && !frame.thrown {
        reader.wrong(file.span(), "nothing is thrown, so nothing can fail", "give the ability a `check`");
    }
    let usual = if frame.thrown { On::Fail } else { On::Always };
    let on = on.map_or(usual, Into::into);
    Some(Effect::Condition { kind: found, value, on, replaces, while_inside: inside.is_some() })
}

fn damage(reader: &mut Reader, file: &Placed<EffectFile>, form: Form) -> Option<Effect> {
    let EffectFile::Damage { dice: text, sort, harm, zone, plus, on_save, on_save_by_10 } = &**file else {
        return None;
    };
    Some(Effect::Damage {
        dice: dice(reader, text, file.span(), form)?,
        kind: sort.clone(),
        harm: harm.map_or(Harm::Physical, Into::into),
        worst_zone: zone.is_some(),
        plus_fauna: plus.is_some(),
        half_on_save: *on_save == Some(LeftFile::Half),
        none_on_save_by_ten: *on_save_by_10 == Some(LeftFile::None),
    })
}
