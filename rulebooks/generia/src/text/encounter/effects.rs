//! What abilities do.

use skirmish_bookkit::file::{Row, Shape};
use skirmish_bookkit::words;
use skirmish_kernel::dice::Expression;

use super::dice::{Form, dice};
use crate::model::{Attribute, DefenceKind, Effect, Harm, Kind, LONGEST_PATH, On, Perk, StrikeChange};

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

words! {
    /// What a save leaves of the damage.
    enum Left {
        Half = "half": "Half.",
        None = "none": "None.",
    }
}

/// One thing that an ability does.
pub(super) fn effect(row: &Row, frame: &Frame) -> Option<Effect> {
    let each = Form { times: frame.levels, kinds: 1, flat: false };
    row.kind(
        "kind",
        "What it does.",
        &[
            ("strike", &|row| Some(Effect::Strike(strike(row, frame)?))),
            ("defence", &|row| {
                row.needs(&["on"]);
                row.one_of::<DefenceKind>("on", "Which has advantage 1 for the rest of the turn.").map(Effect::Guard)
            }),
            ("condition", &|row| condition(row, frame)),
            ("penalty", &|row| {
                if !frame.saved {
                    row.wrong("nothing is saved against", "give the ability a `check` with `against`");
                }
                Some(Effect::Penalty)
            }),
            ("damage", &|row| damage(row, Form { flat: true, ..each })),
            ("heal", &|row| heal(row, frame.levels, each)),
            ("protect", &|row| {
                let text = row.needed("dice", "Dice for each cast level, off the damage of one attack.");
                dice(row.reader(), &text, each).map(Effect::Protect)
            }),
            ("intercept", &|row| {
                row.needs(&["least"]);
                let least = row.number("least", "Projectiles that it strikes down at least.", 0..=100)?;
                Some(Effect::Intercept { least })
            }),
            ("teleport", &|row| {
                row.needs(&["by"]);
                let by = row.one_of::<Attribute>("by", "The attribute whose modifier counts, in metres.")?;
                Some(Effect::Teleport { by })
            }),
            ("ward", &|_| Some(Effect::Ward)),
            ("perk", &|row| {
                row.needs(&["perk"]);
                row.one_of::<Perk>("perk", "Which lasting gift.").map(Effect::Perk)
            }),
        ],
    )
    .flatten()
}

fn strike(row: &Row, frame: &Frame) -> Option<StrikeChange> {
    let change = StrikeChange { twists: row.flags(), ..frame.strike };
    let run = || Shape::Tuple(vec![metres(), Shape::Either(vec![metres(), Shape::OneOf(vec!["MS"])])]);
    let about = "Metres of a straight run before: least and most; `MS` is as far as Movement Speed.";
    let Some(charge) = row.value("charge", about, &run) else { return Some(change) };
    let items = charge.tuple(&run)?;
    let least: i32 = items.first()?.number(1..=LONGEST)?;
    let most = items.last()?;
    if most.is_text() && most.text().is_some_and(|word| &*word == "MS") {
        return Some(StrikeChange { charge: Some(least), charge_most: None, ..change });
    }
    if most.is_text() {
        row.reader().wrong(&most.place, "a charge has a least and a most", "charge = [4, \"MS\"] or charge = [6, 12]");
        return None;
    }
    Some(StrikeChange { charge: Some(least), charge_most: Some(most.number(least.into()..=LONGEST)?), ..change })
}

/// The longest run, in metres.
const LONGEST: i64 = LONGEST_PATH as i64;

fn metres() -> Shape {
    Shape::Number(1, LONGEST)
}

fn condition(row: &Row, frame: &Frame) -> Option<Effect> {
    row.needs(&["condition"]);
    let kind = row.one_of::<Kind>("condition", "Which.");
    let replaces = row.one_of("replaces", "The condition in whose place it comes.");
    let on = row.one_of("on", "When; after a failed save where something is thrown, else always.");
    let inside = row.only("while", "As long as one stands in the area.", "area");
    let harms = kind.is_some_and(|kind| kind.harm().is_some());
    let range = if harms { 1..=5 } else { 0..=20 };
    let value = row.number("value", "Its X, or its tier.", range);
    if harms {
        row.needs(&["value"]);
    }
    if inside && !frame.area {
        row.wrong("there is no area to stand in", "give the ability `area = \"field\"` and a radius");
    }
    if matches!(on, Some(On::Fail | On::Save | On::FailByTen)) && !frame.thrown {
        row.wrong("nothing is thrown, so nothing can fail", "give the ability a `check`");
    }
    let usual = if frame.thrown { On::Fail } else { On::Always };
    let on = on.unwrap_or(usual);
    Some(Effect::Condition { kind: kind?, value: value.unwrap_or(0), on, replaces, while_inside: inside })
}

fn damage(row: &Row, form: Form) -> Option<Effect> {
    let text = row.needed("dice", "Dice for each cast level.");
    let kind = row.needed("type", "Of which type.").to_string();
    let harm = row.one_of("harm", "Against what; physical by default.").unwrap_or(Harm::Physical);
    let worst_zone = row.only("zone", "`worst`: the least armoured.", "worst");
    let plus_fauna = row.only("plus", "A spell proficiency that is added.", "Fauna");
    let saved = row.one_of::<Left>("on_save", "What a save leaves; none by default.");
    let saved_well = row.one_of::<Left>("on_save_by_10", "What a save by ten leaves; as `on_save` by default.");
    Some(Effect::Damage {
        dice: dice(row.reader(), &text, form)?,
        kind,
        harm,
        worst_zone,
        plus_fauna,
        half_on_save: saved == Some(Left::Half),
        none_on_save_by_ten: saved_well == Some(Left::None),
    })
}

fn heal(row: &Row, levels: usize, each: Form) -> Option<Effect> {
    row.needs(&["dice"]);
    let texts = || Shape::List(Box::new(Shape::Text));
    let about = "Dice for each cast level, or a list with one entry for each.";
    let value = row.value("dice", about, &|| Shape::Either(vec![Shape::Text, texts()]))?;
    if value.is_text() {
        return dice(row.reader(), &value.text()?, each).map(Effect::Heal);
    }
    let list = value.list(&|| Shape::Text);
    if list.len() != levels {
        let message = format!("{} entries for {levels} cast levels", list.len());
        row.reader().wrong(&value.place, message, "one entry for each figure of `mp`");
    }
    let alone = Form { times: 1, ..each };
    let all: Vec<Option<Expression>> = list.iter().map(|text| dice(row.reader(), &text.text()?, alone)).collect();
    Some(Effect::HealAt(all.into_iter().collect::<Option<_>>()?))
}
