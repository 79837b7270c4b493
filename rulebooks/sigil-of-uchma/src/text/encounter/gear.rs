//! Weapons and armor: the book's, and the table's own among them.

use skirmish_bookkit::file::{Row, Word};
use skirmish_bookkit::words;

use super::CONTENT;
use crate::model::{Ability, Weapon};

/// The most weapons one encounter may know.
const MOST: usize = 250;

/// Everybody's weapon, and the first of all.
pub(super) const HAND: &str = "unarmed";

words! {
    /// Where a weapon is held.
    enum Slot {
        /// In the main hand.
        Main = "main",
        /// In the off hand.
        Off = "off",
        /// In both.
        Both = "both",
        /// In either.
        Either = "either",
        /// It grows on the body.
        Natural = "natural",
    }
}

/// Everything one can carry or wear.
pub(super) struct Gear {
    /// The first is the bare hand.
    pub(super) weapons: Vec<Weapon>,
    /// By name: physical and magical armor, base move.
    pub(super) armor: Vec<(String, [i16; 3])>,
}

pub(super) fn gear(row: &Row, abilities: &[Ability]) -> Gear {
    let content = CONTENT.documents();
    let about = "Weapons and shields of this table's own.";
    let weapons = row.library("weapon", about, "a weapon", MOST, content, |row| weapon(row, abilities));
    let mut weapons: Vec<Weapon> = weapons.into_iter().map(|entry| Weapon { name: entry.name, ..entry.of }).collect();
    if let Some(at) = weapons.iter().position(|weapon| weapon.name == HAND) {
        weapons.swap(0, at);
    }
    let worn = row.library("armor", "Armor of this table's own.", "armor", MOST, content, |row| {
        let physical = row.number("physical", "Taken off physical damage.", 0..=999).unwrap_or(0);
        let magical = row.number("magical", "Taken off magical damage.", 0..=999).unwrap_or(0);
        [physical, magical, row.number("base_move", "Base of the move; 6 by default.", 0..=40).unwrap_or(6)]
    });
    Gear { weapons, armor: worn.into_iter().map(|entry| (entry.name, entry.of)).collect() }
}

fn weapon(row: &Row, abilities: &[Ability]) -> Weapon {
    let slot = row.one_of("slot", "Where it is held; in the main hand by default.").unwrap_or(Slot::Main);
    let hands = row.number("hands", "Hands that it takes: 1 by default, 2 for `both`.", 0..=2);
    let usual = match slot {
        Slot::Both => 2,
        Slot::Natural => 0,
        _ => 1,
    };
    Weapon {
        name: String::new(),
        hands: hands.unwrap_or(usual),
        off: matches!(slot, Slot::Off | Slot::Either),
        main: slot != Slot::Off,
        melee: row.flag("melee", "Is it a melee weapon, for flanking?").unwrap_or(false),
        natural: slot == Slot::Natural,
        precision: row.number("precision", "Added to precision in the main hand; 0 by default.", -99..=99).unwrap_or(0),
        parry: row.number("parry", "What it adds to parry while it is held; 0 by default.", -99..=99).unwrap_or(0),
        abilities: named(row, "abilities", "What can be done with it, the basic attack first.", abilities),
    }
}

/// Abilities by name.
pub(super) fn named(row: &Row, key: &'static str, about: &'static str, abilities: &[Ability]) -> Vec<u8> {
    let names: Vec<&str> = abilities.iter().map(|ability| ability.name.as_str()).collect();
    let words = row.words(key, about).unwrap_or_default();
    let found = |word: &Word| row.reader().find("ability", word, &names).and_then(|at| u8::try_from(at).ok());
    words.iter().take(32).filter_map(found).collect()
}
