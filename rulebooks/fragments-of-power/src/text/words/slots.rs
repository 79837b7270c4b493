//! What stands for a value in answers of this book: weapons, spells, what they are aimed at, ways.

use std::borrow::Cow;

use skirmish_bookkit::answer;
use skirmish_bookkit::grammar::{
    Asked, Behind, Misread, Number, OneOf, Part, Reading, Slot, Unless, Way, number, one_of, part,
};
use skirmish_grid::{Square, Steps};
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal, combatant};

use super::forms::ACTS;
use super::{arm_name, direction, item_name, label};
use crate::model::{Act, Aim, Arm, Ask, Carried, Fragments, Gait, Item, Manner, Never, Power, Setup};
use crate::rules::movement::paths;
use crate::rules::{attack, options};

pub(super) type At<'a> = Asked<'a, Fragments>;

/// The same question as one who is let act would read it.
pub(super) fn acting(at: At<'_>, whom: Id) -> At<'_> {
    Asked { who: whom, ..at }
}

/// The same question as whoever moves would read it.
pub(super) fn moving(at: At<'_>) -> At<'_> {
    if let Ask::Path { who, .. } = at.ask { acting(at, *who) } else { at }
}

/// Items of whoever acts, by name.
fn items<'a>(at: At<'a>, fits: impl Fn(&'a Item) -> bool + 'a) -> impl Iterator<Item = (Cow<'a, str>, u8)> {
    at.s.items_of(at.who).filter(move |(_, item)| fits(item)).map(move |(nth, _)| (item_name(at.g, at.s, nth), nth))
}

/// Anything to strike with, in hand or not.
pub(super) fn arms(at: At<'_>) -> OneOf<'_, Arm> {
    let own = items(at, move |item| at.g.weapon(item.weapon).strikes()).map(|(name, nth)| (name, Arm::Item(nth)));
    one_of(Piece::Ability, own.chain([(arm_name(at.g, at.s, Arm::Unarmed), Arm::Unarmed)]))
}

/// `with bite`; left out for what one usually makes maneuvers with.
pub(super) fn with(at: At<'_>) -> Behind<OneOf<'_, Arm>> {
    arms(at).behind("with", options::maneuver_arm(at.g, at.s, at.who))
}

/// `str`, `dex`, `thrown`; left out where it is the usual way.
pub(super) fn how(at: At<'_>, arm: Arm) -> Unless<OneOf<'_, Manner>> {
    let words = [("str", Manner::Melee), ("dex", Manner::Finesse), ("thrown", Manner::Thrown), ("shot", Manner::Shot)];
    let owner = match arm {
        Arm::Item(nth) => at.s.item(nth).and_then(|item| item.owner).unwrap_or(at.who),
        Arm::Unarmed => at.who,
    };
    one_of(Piece::Option, words).unless(attack::usual_manner(at.g, at.s, owner, arm))
}

/// Whom, or where, something is aimed at: `at Wolf`, `in D7`, `toward east`.
pub(super) fn aim(at: At<'_>) -> AimSlot<'_> {
    AimSlot { at, bare: false }
}

/// The same of a maneuver: `Wolf`, `in D7`.
pub(super) fn victim(at: At<'_>) -> AimSlot<'_> {
    AimSlot { at, bare: true }
}

pub(super) struct AimSlot<'a> {
    at: At<'a>,
    /// Does a name stand without a word before it?
    bare: bool,
}

impl Slot for AimSlot<'_> {
    type Value = Aim;

    fn say(&self, value: &Aim, view: ChoiceView) -> Option<ChoiceView> {
        let g = self.at.g;
        Some(match *value {
            Aim::Creature(on) => {
                let view = if self.bare { view } else { view.word("at") };
                view.put(Piece::Creature, g.sheet(on).name.clone())
            }
            Aim::Cell(cell) => view.word("in").put(Piece::Cell, label(g, cell)),
            Aim::Way(way) => view.word("toward").put(Piece::Option, super::facing(way)),
            Aim::Them => view,
        })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Aim, Misread> {
        let g: &Setup = self.at.g;
        if reading.take("in") {
            let word = reading.word().ok_or_else(|| Refusal::because("in which square? For example `in D7`"))?;
            return Ok(Aim::Cell(answer::cell(&g.ground.board, word)?));
        }
        if reading.take("toward") {
            let word = reading.word().ok_or_else(|| Refusal::because("toward where? For example `toward east`"))?;
            return Ok(Aim::Way(direction(word)?));
        }
        // What is readied and aimed at nobody meets whoever sets it off.
        if reading.peek().is_some_and(|word| ["when", "with", "str", "dex", "thrown"].contains(&word)) {
            return Ok(Aim::Them);
        }
        if !reading.take("at") && !self.bare {
            return Err(Misread::Looks);
        }
        let word = reading.word().ok_or_else(|| Refusal::because("whom? A name is missing"))?;
        Ok(Aim::Creature(combatant::<Fragments>(g, word)?))
    }
}

/// An act that waits for its moment.
pub(super) fn readied(at: At<'_>) -> Readied<'_> {
    Readied(part(at, ACTS))
}

pub(super) struct Readied<'a>(Part<'a, Fragments, Act>);

impl Slot for Readied<'_> {
    type Value = Act<Never>;

    fn say(&self, value: &Self::Value, view: ChoiceView) -> Option<ChoiceView> {
        self.0.say(&value.readying(|never| match never {})?, view)
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Self::Value, Misread> {
        let act = self.0.read(reading)?.readying(|_| None);
        act.ok_or_else(|| Refusal::because("what is readied costs a single action, and readying costs two").into())
    }
}

/// Somebody by name, or `any` of the foes.
pub(super) struct Anybody<'a>(pub(super) At<'a>);

impl Slot for Anybody<'_> {
    type Value = Option<Id>;

    fn say(&self, value: &Option<Id>, view: ChoiceView) -> Option<ChoiceView> {
        Some(match value {
            None => view.put(Piece::Option, "any"),
            Some(whom) => view.put(Piece::Creature, self.0.g.sheet(*whom).name.clone()),
        })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Option<Id>, Misread> {
        if reading.take("any") {
            return Ok(None);
        }
        let name = reading.word().ok_or_else(|| Refusal::because("of whom? A name, or `any`"))?;
        Ok(Some(combatant::<Fragments>(self.0.g, name)?))
    }
}

/// One of those words, with what to say where there is none to choose from.
fn known_of<'w, S: Into<Cow<'w, str>>, V>(
    piece: Piece,
    known: impl IntoIterator<Item = (S, V)>,
    none: &'static str,
) -> OneOf<'w, V> {
    let known: Vec<(S, V)> = known.into_iter().collect();
    let is_empty = known.is_empty();
    let slot = one_of(piece, known);
    if is_empty { slot.missing(none) } else { slot }
}

/// Whom an aim means.
fn whom(at: At<'_>, aim: Aim) -> Id {
    if let Aim::Creature(on) = aim { on } else { at.who }
}

/// What somebody carries, by name, without the parts of the body.
fn carried(at: At<'_>, owner: Id) -> impl Iterator<Item = (Cow<'_, str>, u8)> {
    items(acting(at, owner), move |item| !at.g.weapon(item.weapon).is_natural())
}

/// Something that he has in hand or on him.
pub(super) fn theirs(at: At<'_>, aim: Aim) -> OneOf<'_, u8> {
    known_of(Piece::Item, carried(at, whom(at, aim)), "they carry nothing of that kind")
}

/// The same, or the armour.
pub(super) fn belongings(at: At<'_>, aim: Aim) -> OneOf<'_, Carried> {
    let things = carried(at, whom(at, aim)).map(|(name, nth)| (name, Carried::Item(nth)));
    one_of(Piece::Item, things.chain([("armour".into(), Carried::Armour)]))
}

/// A part of one's own body that serves as a weapon.
pub(super) fn parts(at: At<'_>) -> OneOf<'_, u8> {
    one_of(Piece::Item, items(at, move |item| at.g.weapon(item.weapon).is_natural()))
}

/// Anything of one's own.
pub(super) fn own(at: At<'_>) -> OneOf<'_, u8> {
    known_of(Piece::Item, carried(at, at.who), "there is nothing of that kind")
}

/// What lies about.
pub(super) fn lying(at: At<'_>) -> OneOf<'_, u8> {
    let things = (0u8..).zip(&at.s.items).filter(|(_, item)| item.owner.is_none());
    known_of(Piece::Item, things.map(|(nth, _)| (item_name(at.g, at.s, nth), nth)), "nothing lies about")
}

/// What is magic.
pub(super) fn magic(at: At<'_>) -> OneOf<'_, u8> {
    let items: Vec<_> = items(at, move |item| at.g.weapon(item.weapon).charm.is_some()).collect();
    let none = items.is_empty();
    let slot = one_of(Piece::Item, items);
    match at.g.sheet(at.who).spells.first() {
        Some(spell) if none => {
            slot.missing(format!("at whom? For example `cast {} 1 at NAME`", at.g.spell(*spell).name))
        }
        None if none => slot.missing("no such spell is known, and no magic item is at hand"),
        _ => slot,
    }
}

/// The spell of a magic item, and its Energy.
pub(super) fn charm(at: At<'_>, item: u8) -> (u8, Power) {
    let charm = at.s.item(item).and_then(|item| at.g.weapon(item.weapon).charm);
    charm.map_or((0, [0; 4]), |charm| (charm.spell, charm.power))
}

/// A spell that one knows.
pub(super) fn spells(at: At<'_>) -> OneOf<'_, u8> {
    let known = at.g.sheet(at.who).spells.iter().map(|spell| (at.g.spell(*spell).name.as_str(), *spell));
    known_of(Piece::Ability, known, "no spell is known")
}

/// A spell that goes on, by its name and, of several alike, a number.
pub(super) fn running(at: At<'_>) -> OneOf<'_, u8> {
    let own = at.s.running.iter().filter(|running| running.caster == at.who);
    let mut known: Vec<(String, u8)> = Vec::new();
    for one in own {
        let name = &at.g.spell(one.spell).name;
        let before = known.iter().filter(|(other, _)| other == name || other.starts_with(&format!("{name}-"))).count();
        let name = if before == 0 { name.clone() } else { format!("{name}-{}", before + 1) };
        known.push((name, one.number));
    }
    known_of(Piece::Ability, known, "no spell goes on")
}

/// Energy for the effect: a bare number, left out where there is none.
pub(super) fn energy() -> Unless<Number<u8>> {
    number(0..=99, "Energy").unless(0)
}

/// Energy for another part: `range 1`.
pub(super) fn energy_for(word: &'static str) -> Behind<Number<u8>> {
    number(0..=99, "Energy").behind(word, 0)
}

/// Feet up, or down where `sign` is -1.
pub(super) fn feet(sign: i16) -> Feet {
    Feet(sign)
}

pub(super) struct Feet(i16);

impl Slot for Feet {
    type Value = i16;

    fn say(&self, value: &i16, view: ChoiceView) -> Option<ChoiceView> {
        let feet = value * self.0;
        (feet > 0).then(|| view.put(Piece::Number, feet.to_string()))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<i16, Misread> {
        Ok(self.0 * number(0..=1000, "number of feet").read(reading)?)
    }
}

/// A way: `to D7`, `path D5 D6 D7`.
pub(super) fn way(at: At<'_>) -> Way<'_, Square, Steps> {
    let (mover, gait, feet) = match at.ask {
        Ask::Path { who, gait, feet } => (*who, *gait, i32::from(*feet)),
        _ => (at.who, Gait::Run, 0),
    };
    Way {
        board: &at.g.ground.board,
        start: at.s.creature(mover).at,
        usual: Box::new(move |to| paths::way(at.g, at.s, mover, gait, feet, to)),
        cells: |start, steps| steps.cells(start).collect(),
        through: |start, cells| Steps::through(start, cells),
    }
}
