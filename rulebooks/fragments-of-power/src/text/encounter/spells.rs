//! Spells and powers.

use arrayvec::ArrayVec;
use skirmish_bookkit::file::{Row, Shape as FileShape, Word};
use skirmish_kernel::put_in_order;
use skirmish_kernel::words::short;

use super::CONTENT;
use super::gear::plain_dice;
use crate::model::{Effect, Harm, Kind, MOST_STEPS, Shape, Spell};

/// The most spells one encounter may know.
const MOST: usize = 250;

/// The book's spells and the table's own.
pub(super) fn spells(row: &Row) -> Vec<Spell> {
    let about = "Spells and powers of this table's own.";
    let all = row.library("spell", about, "a spell", MOST, CONTENT.documents(), spell);
    all.into_iter().map(|entry| Spell { name: entry.name, ..entry.of }).collect()
}

fn spell(row: &Row) -> Spell {
    let ranges = feet(row, "ranges", "Feet of range for 1, 2 … Energy; without Energy it is the caster's reach.");
    let areas = feet(row, "areas", "Feet of its blast for 1, 2 … Energy; without Energy it meets one creature.");
    let cone = row.multiple("cone", "Feet of a cone, in place of all that.", 5, 5..=200).map(Shape::Cone);
    let line = row.multiple("line", "Feet of a line, in place of all that.", 5, 5..=200).map(Shape::Line);
    if cone.is_some() && line.is_some() {
        row.wrong("a spell is a cone or a line, not both", "leave one of the two out");
    }
    Spell {
        name: String::new(),
        attack: row.one_of("attack", "What its attack is rolled against; left out where nothing is rolled."),
        effect: effect(row),
        ranges,
        areas,
        lasts: row.flag("lasts", "Does Energy for duration buy rounds?").unwrap_or(false),
        control: row.flag("control", "Can it be let strike again on later turns, while it lasts?").unwrap_or(false),
        shape: cone.or(line).unwrap_or(Shape::Ball),
        fixed: row.number("fixed", "It takes no Energy, and is always as strong as that.", 1..=20),
        once: row.flag("once", "Once in a turn?").unwrap_or(false),
        doubles: row.flag("doubles", "Does a critical success double its damage?").unwrap_or(false),
    }
}

/// Feet by Energy, from 1.
fn feet(row: &Row, key: &'static str, about: &'static str) -> ArrayVec<i16, MOST_STEPS> {
    let all: Vec<i16> = row.numbers(key, about, 5..=1000).unwrap_or_default();
    let place = row.place_of(key).unwrap_or_else(|| row.place());
    if let Some(uneven) = all.iter().find(|feet| *feet % 5 != 0) {
        row.reader().wrong(&place, format!("`{key}` has {uneven}"), "multiples of 5: a square is five feet");
    }
    if all.len() > MOST_STEPS {
        row.reader().wrong(&place, format!("`{key}` has {} entries", all.len()), format!("at most {MOST_STEPS}"));
    }
    all.into_iter().take(MOST_STEPS).collect()
}

/// What it does: damage, conditions, or healing.
fn effect(row: &Row) -> Effect {
    let damage = row.word("damage", "Dice of damage for each point of Energy: `\"1d6\"`.");
    let harm = row.one_of("type", "Its kind of damage; fire by default.").unwrap_or(Harm::Fire);
    let burns = row.number("burns", "From so much Energy on whoever is hit burns.", 1..=20);
    let heal = row.word("heal", "Dice of healing for each point of Energy: `\"1d6\"`.");
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
    let about = "Conditions, and from how much Energy on: `{ slowed = 1, stunned = 3 }`.";
    let listed = row.names("conditions", about, &|| FileShape::Number(1, 20));
    let mut levels: ArrayVec<(u8, Kind), 4> = ArrayVec::new();
    if let Some((many, _)) = listed.get(levels.capacity()) {
        let help = format!("at most {} for one spell", levels.capacity());
        row.reader().wrong(&many.place, format!("{} conditions", listed.len()), help);
    }
    for (word, energy) in &listed {
        let found = row.reader().find("condition", word, &names).and_then(|at| Kind::ALL.get(at).copied());
        if let (Some(kind), Some(energy), false) = (found, energy.number(1..=20), levels.is_full()) {
            levels.push((energy, kind));
        }
    }
    put_in_order(&mut levels, |(energy, _)| *energy);
    let given = usize::from(damage.is_some()) + usize::from(heal.is_some()) + usize::from(!listed.is_empty());
    if given != 1 && !row.describes() {
        row.wrong("a spell does one thing", "either `damage`, or `conditions`, or `heal`");
    }
    if let Some(place) = ["burns", "type"].iter().filter(|_| damage.is_none()).find_map(|key| row.place_of(key)) {
        row.reader().wrong(&place, "this goes with `damage`", "leave it out");
    }
    let (dice, sides) = damage.as_ref().or(heal.as_ref()).map_or((1, 6), |word| die(row, word));
    match (heal.is_some(), levels.is_empty()) {
        (true, _) => Effect::Heal { dice, sides },
        (false, false) => Effect::Afflict(levels),
        _ => Effect::Harm { dice, sides, harm, burns },
    }
}

/// Dice of one kind.
fn die(row: &Row, word: &Word) -> (u8, u8) {
    let plain = plain_dice(word).filter(|(dice, flat)| dice.count() <= 10 && *flat == 0);
    let die = plain.and_then(|(dice, _)| Some((dice.count(), u8::try_from(dice.sides()).ok().filter(|of| *of <= 20)?)));
    die.unwrap_or_else(|| {
        row.reader().wrong(&word.place, format!("`{}` is no die of an effect", short(word)), "for example `1d6`");
        (1, 6)
    })
}
