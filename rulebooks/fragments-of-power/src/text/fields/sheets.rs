//! What a sheet says besides numbers.

use skirmish_bookkit::fields::{Change, SheetField, name_or_none, other, people, side_called};
use skirmish_bookkit::words::{WordSet, Words};
use skirmish_kernel::{Op, Refusal, Value};

use super::{or_none, words};
use crate::model::{Feat, Fragments, Harm, Mode, Size};

type Row = SheetField<Fragments>;
type SetSheet = skirmish_bookkit::fields::SetSheet<Fragments>;

/// A set of words, added and taken one by one.
macro_rules! set {
    ($name:literal, $about:literal, $field:ident, $of:ident, $what:literal) => {
        Row::new(
            $name,
            $about,
            |g, who| Value::List(g.sheet(who).$field.iter().map(|word| word.word().to_owned()).collect()),
            SetSheet::By(|_, _, sheet, change| change_set(&mut sheet.$field, change, $what)),
        )
        .words(|_, _| words(&$of::ALL.map($of::word)))
    };
}

pub(super) const ROWS: &[Row] = &[
    Row::new("name", "Its name.", |g, who| g.sheet(who).name.clone().into(), SetSheet::Never("names do not change")),
    Row::new(
        "side",
        "Its side.",
        |g, who| g.sides.get(usize::from(g.side(who).0)).cloned().unwrap_or_default().into(),
        SetSheet::By(|g, _, sheet, change| {
            sheet.side = side_called(&g.sides, change.value)?;
            Ok(())
        }),
    )
    .words(|g, _| g.sides.clone()),
    Row::new(
        "size",
        "How large it is.",
        |g, who| g.sheet(who).size.word().into(),
        SetSheet::Never("a space comes with the encounter"),
    )
    .words(|_, _| words(&Size::ALL.map(Size::word))),
    Row::new(
        "weapons",
        "What it has brought.",
        |g, who| Value::List(g.sheet(who).arms.iter().map(|at| g.weapon(*at).name.clone()).collect()),
        SetSheet::Never("weapons come with the encounter"),
    ),
    Row::new(
        "armour",
        "What it wears.",
        |g, who| {
            let worn = g.sheet(who).worn.and_then(|at| g.armour.get(usize::from(at)));
            worn.map_or_else(|| "none".into(), |armour| armour.name.clone().into())
        },
        SetSheet::Never("armour comes with the encounter; what it adds is part of `physical_defense`"),
    ),
    Row::new(
        "spells_known",
        "The spells and powers that it knows.",
        |g, who| Value::List(g.sheet(who).spells.iter().map(|at| g.spell(*at).name.clone()).collect()),
        SetSheet::Never("spells come with the encounter"),
    ),
    Row::new(
        "commander",
        "Who commands it.",
        |g, who| name_or_none::<Fragments>(g, g.sheet(who).commander),
        SetSheet::By(|g, who, sheet, change| {
            let new = if change.is_none() { None } else { Some(other::<Fragments>(g, change.value)?) };
            if new == Some(who) {
                return Err(Refusal::because("nobody commands himself"));
            }
            sheet.commander = new;
            Ok(())
        }),
    )
    .words(|g, who| or_none(people::<Fragments>(g, |id| id != who))),
    Row::new(
        "darkvision",
        "Does it see in the dark?",
        |g, who| g.sheet(who).darkvision.into(),
        SetSheet::By(|_, _, sheet, change| {
            sheet.darkvision = change.yes_no()?;
            Ok(())
        }),
    )
    .words(|_, _| words(&["yes", "no"])),
    set!("feats", "What it has learned.", feats, Feat, "a feat"),
    set!("modes", "How it moves besides on foot.", modes, Mode, "a way of moving"),
    set!("vulnerable", "What harms it twofold.", vulnerable, Harm, "a kind of damage"),
    set!("resistant", "What harms it by half.", resistant, Harm, "a kind of damage"),
    set!("immune", "What does not harm it.", immune, Harm, "a kind of damage"),
];

fn change_set<W: Words>(set: &mut WordSet<W>, change: &Change, what: &str) -> Result<(), Refusal> {
    if change.op == Op::Set {
        let mut new = WordSet::NONE;
        for word in change.words() {
            new.set(Change { op: Op::Add, value: word }.one_of::<W>(what)?, true);
        }
        *set = new;
        return Ok(());
    }
    set.set(change.one_of::<W>(what)?, change.op == Op::Add);
    Ok(())
}
