//! What a sheet says besides numbers.

use skirmish_bookkit::fields::{Change, SheetField, side_called};
use skirmish_kernel::words::short;
use skirmish_kernel::{Op, Refusal, Value};

use super::{ability_index, words};
use crate::model::{ArmourClass, Effect, Generia, Setup, Sheet, Size};
use crate::text::words::arm_names;

type Row = SheetField<Generia>;

/// A yes or no of a sheet.
macro_rules! flag {
    ($name:literal, $about:literal, $field:ident) => {
        Row::of($name, $about, |g, who| g.sheet(who).$field.into())
            .by(|_, _, sheet, change| {
                sheet.$field = change.yes_no()?;
                Ok(())
            })
            .words(|_, _| words(&["yes", "no"]))
    };
}

/// Words, added and taken one by one.
macro_rules! list {
    ($name:literal, $about:literal, $field:ident) => {
        Row::of($name, $about, |g, who| Value::List(g.sheet(who).$field.clone()))
            .by(|_, _, sheet, change| change_words(&mut sheet.$field, change))
    };
}

pub(super) const ROWS: &[Row] = &[
    Row::names(),
    Row::sides(|g, _, sheet, change| {
        sheet.side = side_called(&g.sides, change.value)?;
        Ok(())
    }),
    Row::of("size", "How large it is.", |g, who| g.sheet(who).size.word().into())
        .by(|_, _, sheet, change| {
            sheet.size = change.one_of("a size")?;
            Ok(())
        })
        .words(|_, _| words(&Size::ALL.map(Size::word))),
    flag!("limbs", "May it grapple?", limbs),
    flag!("focus", "Has it its focus?", focus),
    Row::of("weapons", "What it fights with.", |g, who| arm_names(g, who).into())
        .never("weapons come with the encounter; their numbers are set as `attack.rapier`"),
    Row::of("abilities", "What it knows.", |g, who| {
        Value::List(g.sheet(who).abilities.iter().map(|at| g.ability(*at).name.clone()).collect())
    })
    .by(|g, _, sheet, change| change_abilities(g, sheet, change))
    .words(|g, _| g.abilities.iter().map(|ability| ability.name.clone()).collect()),
    Row::of("proficiencies", "Its proficiencies with spells.", |g, who| {
        let all = g.sheet(who).proficiencies.iter();
        Value::List(all.map(|(element, value)| format!("{element} {value}")).collect())
    })
    .never("a proficiency is set by its element: `proficiency.arcane = 2`"),
    list!("resistant", "What harms it less.", resistant),
    list!("vulnerable", "What harms it more.", vulnerable),
    list!("tags", "What it is.", tags),
    Row::of("perks", "What its abilities make it.", |g, who| {
        Value::List(g.sheet(who).perks.iter().map(|perk| perk.word().replace('_', "-")).collect())
    })
    .never("perks come with abilities: `abilities += dancer`"),
    Row::of("armour", "How heavy its armour is, zone by zone.", |g, who| {
        Value::List(g.sheet(who).class.iter().copied().map(ArmourClass::word).map(str::to_owned).collect())
    })
    .never("the weight class of armour comes with the encounter; its numbers are `av.torso`"),
];

fn change_words(list: &mut Vec<String>, change: &Change) -> Result<(), Refusal> {
    let value = change.value;
    let fits = !value.is_empty() && value.len() <= 40 && value.chars().all(|c| c.is_alphanumeric() || c == '-');
    if !fits || change.op != Op::Take && list.len() >= 32 {
        return Err(Refusal::because(format!("`{}`: one word, added with += or taken with -=", short(value))));
    }
    refuse_if!(change.op == Op::Set, "words are added and taken: `+= arrow`, `-= arrow`");
    *list = change.list_of(std::mem::take(list), vec![value.to_owned()]);
    Ok(())
}

/// Abilities come and go, and perks with them.
fn change_abilities(g: &Setup, sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    let index = ability_index(g, change.value)?;
    refuse_if!(change.op == Op::Set, "abilities are added and taken: `+= howl`, `-= howl`");
    sheet.abilities = change.list_of(std::mem::take(&mut sheet.abilities), vec![index]);
    for effect in &g.ability(index).effects {
        if let Effect::Perk(perk) = effect {
            sheet.perks.set(*perk, change.op == Op::Add);
        }
    }
    Ok(())
}
