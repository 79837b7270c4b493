//! Weapons, shields, armour, and other things that are carried.

use skirmish_bookkit::words;
use skirmish_bookkit::words::WordSet;
use skirmish_kernel::dice::Dice;

use super::{Harm, Power};

words! {
    /// How heavy a weapon is in the hand. (`sheet.weapon`)
    pub enum Class {
        Light = "light": "Quick, DEX may serve for STR.",
        Medium = "medium": "DEX may serve for STR as well.",
        Heavy = "heavy": "STR alone.",
        Natural = "natural": "Part of the body; counts as light.",
    }
}

/// What can be struck with, or held.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what a weapon's row says")]
pub struct Weapon {
    /// As people type it.
    pub name: String,
    /// How heavy it is.
    pub class: Class,
    /// Hands that it takes; none for a part of the body.
    pub hands: u8,
    /// What is thrown for its damage.
    pub dice: Dice,
    /// Added to that.
    pub flat: i16,
    /// Does STR add to its damage?
    pub strong: bool,
    /// Its kind of damage.
    pub harm: Harm,
    /// Feet that it adds to the reach of the body, or for a part of the body its own reach.
    pub reach: i16,
    /// May it strike in melee?
    pub melee: bool,
    /// May it be thrown?
    pub thrown: bool,
    /// Does it shoot?
    pub shoots: bool,
    /// Feet of one increment of range.
    pub increment: i16,
    /// What it adds to the physical defence while it is held.
    pub shield: i16,
    /// Feet that it lights while it is held or lies about.
    pub light: i16,
    /// Does it keep whoever holds it above water? (`swim.check`)
    pub floats: bool,
    /// Does it help whoever carries it to climb? (`climb`)
    pub climbs: bool,
    /// The spell that it holds, if it is magic.
    pub charm: Option<Charm>,
    /// What it is as an object.
    pub object: Object,
}

/// The spell of a magic item, its Energy fixed. (`cast.item`)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charm {
    /// Which spell.
    pub spell: u8,
    /// What is spent on it.
    pub power: Power,
}

/// What can be broken. (`destroyed`)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Object {
    /// In Bulk.
    pub bulk: i16,
    /// Hit points.
    pub hp: i16,
    /// Taken off each instance of damage.
    pub durability: i16,
    /// What harms it twofold.
    pub vulnerable: WordSet<Harm>,
}

/// What is worn.
#[derive(Clone, Debug)]
pub struct Armour {
    /// As people type it.
    pub name: String,
    /// What it adds to the physical defence.
    pub bonus: i16,
    /// What it is as an object.
    pub object: Object,
}

impl Weapon {
    /// May DEX serve for STR in an attack with it? (`attack.melee.dex`)
    pub fn is_quick(&self) -> bool {
        self.class != Class::Heavy
    }

    /// Is it a part of the body, never drawn, dropped or broken?
    pub fn is_natural(&self) -> bool {
        self.class == Class::Natural
    }

    /// Can anybody be struck with it at all?
    pub fn strikes(&self) -> bool {
        self.melee || self.thrown || self.shoots
    }
}
