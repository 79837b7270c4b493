//! What a sheet says besides numbers.

use skirmish_bookkit::fields::{Change, SheetField, name_or_none, other, people, side_called};
use skirmish_bookkit::words::{WordSet, Words};
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::{or_none, words};
use crate::model::{Feat, Fragments, Harm, Mode, Setup, Sheet, Size};

type Row = SheetField<Fragments>;
type SetSheet = skirmish_bookkit::fields::SetSheet<Fragments>;

/// Rows: a name, what it says, how it is read; then how it is set, or why it is not; or whose set of words it is.
macro_rules! fields {
    ($(($($row:tt)+);)+) => { &[$(fields!(@ $($row)+)),+] };
    (@ $name:literal, $about:literal, |$g:pat_param, $who:pat_param| $read:expr, never $why:literal $(, words $words:expr)?) => {
        Row::new($name, $about, |$g, $who| $read.into(), SetSheet::Never($why)) $(.words($words))?
    };
    (@ $name:literal, $about:literal, |$g:pat_param, $who:pat_param| $read:expr, by $set:expr, words $words:expr) => {
        Row::new($name, $about, |$g, $who| $read.into(), SetSheet::By($set)).words($words)
    };
    (@ $name:literal, $about:literal, $field:ident of $of:ident, $what:literal) => {
        Row::new(
            $name,
            $about,
            |g, who| Value::List(g.sheet(who).$field.iter().map(|word| word.word().to_owned()).collect()),
            SetSheet::By(|_, _, sheet, change| change_set(&mut sheet.$field, change, $what)),
        )
        .words(|_, _| words(&$of::ALL.map($of::word)))
    };
}

pub(super) const ROWS: &[Row] = fields! {
    ("name", "Its name.", |g, who| g.sheet(who).name.clone(), never "names do not change");
    ("side", "Its side.", |g, who| g.sides.get(usize::from(g.side(who).0)).cloned().unwrap_or_default(),
        by set_side, words |g, _| g.sides.clone());
    ("size", "Size.", |g, who| g.sheet(who).size.word(), never "a space comes with the encounter",
        words |_, _| words(&Size::ALL.map(Size::word)));
    ("weapons", "What was brought.", |g, who| named(&g.sheet(who).arms, |at| &g.weapon(at).name),
        never "weapons come with the encounter");
    ("armour", "What is worn.", |g, who| worn(g, who),
        never "armour comes with the encounter; what it adds is part of `physical_defense`");
    ("spells_known", "Spells and powers that are known.", |g, who| named(&g.sheet(who).spells, |at| &g.spell(at).name),
        never "spells come with the encounter");
    ("commander", "The commander.", |g, who| name_or_none::<Fragments>(g, g.sheet(who).commander),
        by set_commander, words |g, who| or_none(people::<Fragments>(g, |id| id != who)));
    ("darkvision", "Sight in the dark?", |g, who| g.sheet(who).darkvision,
        by |_, _, sheet, change| change.yes_no().map(|yes| sheet.darkvision = yes), words |_, _| words(&["yes", "no"]));
    ("feats", "What was learned.", feats of Feat, "a feat");
    ("modes", "Ways of moving besides on foot.", modes of Mode, "a way of moving");
    ("vulnerable", "Kinds of damage that count twice.", vulnerable of Harm, "a kind of damage");
    ("resistant", "Kinds of damage that count by half.", resistant of Harm, "a kind of damage");
    ("immune", "Kinds of damage that do nothing.", immune of Harm, "a kind of damage");
};

fn named<'g>(all: &[u8], name: impl Fn(u8) -> &'g String) -> Value {
    Value::List(all.iter().map(|at| name(*at).clone()).collect())
}

fn worn(g: &Setup, who: Id) -> Value {
    let worn = g.sheet(who).worn.and_then(|at| g.armour.get(usize::from(at)));
    worn.map_or_else(|| "none".into(), |armour| armour.name.clone().into())
}

fn set_side(g: &Setup, _: Id, sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    side_called(&g.sides, change.value).map(|side| sheet.side = side)
}

fn set_commander(g: &Setup, who: Id, sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    let new = if change.is_none() { None } else { Some(other::<Fragments>(g, change.value)?) };
    if new == Some(who) {
        return Err(Refusal::because("nobody commands himself"));
    }
    sheet.commander = new;
    Ok(())
}

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
