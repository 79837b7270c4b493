//! Armour, shields and classes: the book's, and the table's own among them.

use skirmish_bookkit::file::{Entry, Row};

use super::CONTENT;
use super::abilities::formula;
use crate::model::{FASTEST, Sheet};

/// The most of each that one encounter may know.
const MOST: usize = 250;

/// The highest level.
pub(super) const MOST_LEVEL: i64 = 100;

/// What one wears, carries and has learned.
pub(super) struct Gear {
    pub(super) armour: Vec<(String, Armour)>,
    /// With the dice that they add.
    pub(super) shields: Vec<(String, i32)>,
    pub(super) classes: Vec<(String, Vec<Levels>)>,
}

/// What is worn.
pub(super) struct Armour {
    pub(super) soak: i32,
    pub(super) base_speed: i32,
}

/// Bonuses for some levels of a class.
pub(super) struct Levels {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) attack_bonus: i32,
    pub(super) defense_bonus: i32,
}

/// Everything that sheets name besides abilities.
pub(super) fn gear(row: &Row) -> Gear {
    let content = CONTENT.documents();
    let armour = row.library("armour", "Armour of this table's own.", "armour", MOST, content, |row| {
        row.needs(&["soak"]);
        let slower = "Added to base speed, a multiple of 5; negative: slower.";
        Armour {
            soak: row.number("soak", "Added to soak.", -1_000..=1_000).unwrap_or(0),
            base_speed: row.multiple("base_speed", slower, 5, -FASTEST..=FASTEST).unwrap_or(0),
        }
    });
    let shields = row.library("shield", "Shields of this table's own.", "a shield", MOST, content, |row| {
        row.needs(&["defensive"]);
        let about = "Dice it adds to the defensive formulas of unarmed strikes and melee weapons: `1d6`.";
        let pool = formula(row, "defensive", about).and_then(|formula| Sheet::blank().pool(&formula).ok());
        pool.map_or(0, |pool| pool.dice.clamp(0, 6))
    });
    let classes = row.library("class", "Classes of this table's own.", "a class", MOST, content, |row| {
        row.needs(&["levels"]);
        let levels = row.tables("levels", "Its bonuses by level.", levels);
        let meets = |one: &Levels, other: &Levels| one.from <= other.to && other.from <= one.to;
        let is_met = |(at, one): (usize, &Levels)| levels[..at].iter().any(|other| meets(one, other));
        if levels.iter().any(|one| one.to < one.from) {
            row.wrong("levels run backwards", "`from` is the lower one");
        } else if levels.iter().enumerate().any(is_met) {
            row.wrong("a level has two rows", "each row goes on where the one before it ended");
        }
        levels
    });
    Gear { armour: named(armour), shields: named(shields), classes: named(classes) }
}

fn levels(row: &Row) -> Levels {
    row.needs(&["from", "to", "attack_bonus", "defense_bonus"]);
    Levels {
        from: row.number("from", "First level.", 1..=MOST_LEVEL).unwrap_or(1),
        to: row.number("to", "Last level.", 1..=MOST_LEVEL).unwrap_or(1),
        attack_bonus: row.number("attack_bonus", "Attack bonus.", -20..=30).unwrap_or(0),
        defense_bonus: row.number("defense_bonus", "Defence bonus.", -20..=30).unwrap_or(0),
    }
}

fn named<T>(all: Vec<Entry<T>>) -> Vec<(String, T)> {
    all.into_iter().map(|entry| (entry.name, entry.of)).collect()
}
