//! What a sheet says besides numbers.

use skirmish_bookkit::fields::{Change, SheetField, name_or_none, other, people, side_called};
use skirmish_bookkit::refuse_if;
use skirmish_bookkit::words::{WordSet, Words};
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::or_none;
use crate::model::{Feat, Fragments, Harm, Mode, Setup, Sheet, Size};

type Row = SheetField<Fragments>;

/// A set of words.
macro_rules! set {
    ($name:literal, $about:literal, $what:literal, $words:ty, $of:ident) => {
        Row::of($name, $about, |g, who| {
            Value::List(g.sheet(who).$of.iter().map(|word| word.word().to_owned()).collect())
        })
        .by(|_, _, sheet, change| change_set(&mut sheet.$of, change, $what))
        .words_of::<$words>()
    };
}

pub(super) const ROWS: &[Row] = &[
    Row::names(),
    Row::sides(|g, _, sheet, change| side_called(&g.sides, change.value).map(|side| sheet.side = side)),
    Row::of("size", "Size.", |g, who| g.sheet(who).size.word().into())
        .never("a space comes with the encounter")
        .words_of::<Size>(),
    Row::of("weapons", "What was brought.", |g, who| named(&g.sheet(who).arms, |at| &g.weapon(at).name))
        .never("weapons come with the encounter"),
    Row::of("armour", "What is worn.", worn)
        .never("armour comes with the encounter; what it adds is part of `physical_defense`"),
    Row::of("spells_known", "Spells and powers that are known.", |g, who| {
        named(&g.sheet(who).spells, |at| &g.spell(at).name)
    })
    .never("spells come with the encounter"),
    Row::of("commander", "The commander.", |g, who| name_or_none::<Fragments>(g, g.sheet(who).commander))
        .by(set_commander)
        .words(|g, who| or_none(people::<Fragments>(g, |id| id != who))),
    Row::of("darkvision", "Sight in the dark?", |g, who| g.sheet(who).darkvision.into())
        .by(|_, _, sheet, change| change.yes_no().map(|yes| sheet.darkvision = yes))
        .words(|_, _| ["yes", "no"].map(str::to_owned).to_vec()),
    set!("feats", "What was learned.", "a feat", Feat, feats),
    set!("modes", "Ways of moving besides on foot.", "a way of moving", Mode, modes),
    set!("vulnerable", "Kinds of damage that count twice.", "a kind of damage", Harm, vulnerable),
    set!("resistant", "Kinds of damage that count by half.", "a kind of damage", Harm, resistant),
    set!("immune", "Kinds of damage that do nothing.", "a kind of damage", Harm, immune),
];

fn named<'g>(all: &[u8], name: impl Fn(u8) -> &'g String) -> Value {
    Value::List(all.iter().map(|at| name(*at).clone()).collect())
}

fn worn(g: &Setup, who: Id) -> Value {
    g.worn(who).map_or_else(|| "none".into(), |armour| armour.name.clone().into())
}

fn set_commander(g: &Setup, who: Id, sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    let new = if change.is_none() { None } else { Some(other::<Fragments>(g, change.value)?) };
    refuse_if!(new == Some(who), "nobody commands himself");
    sheet.commander = new;
    Ok(())
}

fn change_set<W: Words>(set: &mut WordSet<W>, change: &Change, what: &str) -> Result<(), Refusal> {
    if change.op != Op::Set {
        set.set(change.one_of::<W>(what)?, change.op == Op::Add);
        return Ok(());
    }
    let word = |word| Change { op: Op::Add, value: word }.one_of::<W>(what);
    *set = change.words().map(word).collect::<Result<_, _>>()?;
    Ok(())
}
