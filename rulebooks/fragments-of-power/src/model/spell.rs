//! Spells, and powers that work as spells do.

use arrayvec::ArrayVec;
use skirmish_bookkit::words;

use super::{Harm, Kind};

words! {
    /// What an attack is rolled against.
    pub enum Defense {
        Physical = "physical": "Of the body.",
        Mental = "mental": "Of the mind.",
    }
}

/// The most Energy for range or area that a spell knows a figure for.
pub const MOST_STEPS: usize = 6;

/// Energy for effect, duration, range and area. (`cast.components`)
pub type Power = [u8; 4];

/// A spell or a power. (`cast`)
#[derive(Clone, Debug)]
pub struct Spell {
    /// As people type it.
    pub name: String,
    /// What its attack is rolled against; none where nothing is rolled.
    pub attack: Option<Defense>,
    /// What it does.
    pub effect: Effect,
    /// Feet of range by Energy, from 1; for none it is the reach of the caster's body.
    pub ranges: ArrayVec<i16, MOST_STEPS>,
    /// Feet of its blast by Energy, from 1; for none it meets one creature.
    pub areas: ArrayVec<i16, MOST_STEPS>,
    /// Does Energy for duration buy rounds?
    pub lasts: bool,
    /// Can it be controlled afterwards: does it strike again, at whom its caster names?
    pub control: bool,
    /// Where it leaves its maker as a cone or a line.
    pub shape: Shape,
    /// It takes no Energy; its effect is always of this strength.
    pub fixed: Option<u8>,
    /// Once in a turn?
    pub once: bool,
    /// Does a critical success double its damage?
    pub doubles: bool,
}

/// How an effect spreads. (`ruling.areas`)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One creature, or a blast.
    Ball,
    /// So many feet in a cone.
    Cone(i16),
    /// So many feet in a line.
    Line(i16),
}

/// What a spell does, by the Energy of its effect.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Damage: so many dice of so many sides for each point.
    Harm {
        /// Dice for each point of Energy.
        dice: u8,
        /// Their sides.
        sides: u8,
        /// Of what kind.
        harm: Harm,
        /// From so much Energy on whoever is hit burns.
        burns: Option<u8>,
    },
    /// A condition: the last one that the Energy suffices for.
    Afflict(ArrayVec<(u8, Kind), 4>),
    /// Hit points: so many dice of so many sides for each point.
    Heal {
        /// Dice for each point of Energy.
        dice: u8,
        /// Their sides.
        sides: u8,
    },
}
