//! Weapons, shields and armour as files describe them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Figure, OneOrMore, Word, words};

/// A weapon, or a part of the body.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponFile {
    /// As people type it: lower case, hyphens.
    pub name: Word,
    /// How it is used; a list where its holder chooses.
    pub class: OneOrMore<ClassFile>,
    /// Medium by default; a natural weapon has none.
    pub size: Option<BulkFile>,
    /// Dice of at most two kinds, a fixed part, and STR, the attacker's Strength.
    pub damage: Word,
    /// What it does harm with.
    pub damage_type: HarmFile,
    /// Added to the target score of its attacks.
    pub hit_mod: Option<Figure>,
    /// Yards within which it strikes in melee; 1 by default.
    pub reach: Option<Figure>,
    /// Nominal range in yards, for shots and throws.
    pub range: Option<Figure>,
    /// Actions of one attack; 1 by default.
    pub usage_actions: Option<Figure>,
    /// False: useless while its owner is engaged.
    pub usable_in_melee: Option<bool>,
    /// Fit for an attack from a set position.
    #[serde(default)]
    pub surprise: bool,
    /// Its structural strength; 12 by default, and with 20 it cannot break. A natural weapon has none.
    pub strength_save: Option<Figure>,
    /// What averts it, or is struck by it, must save whatever its size.
    #[serde(default)]
    pub threatens_structure: bool,
    /// 1 or 2; 1 by default. A natural weapon takes none.
    pub hands: Option<Figure>,
    /// Part of the body: never dropped, broken or struck out of a hand.
    #[serde(default)]
    pub natural: bool,
    /// The attack skills that use it.
    pub skill: Vec<Word>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// How a weapon is used.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum ClassFile {
    /// In reach.
    ArmedMelee,
    /// The bare body, in reach.
    Unarmed,
    /// It shoots.
    Shooting,
    /// It is thrown.
    Thrown,
}

/// A shield.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShieldFile {
    /// As people type it: lower case, hyphens.
    pub name: Word,
    /// Medium by default.
    pub size: Option<BulkFile>,
    /// Its structural strength; 12 by default, and with 20 it cannot break.
    pub strength_save: Option<Figure>,
    /// Yards added to the move rate of whoever carries it.
    pub move_mod: Option<Figure>,
    /// Added to the target scores of move skills.
    pub move_skill_mod: Option<Figure>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// Armour: its ratings, 0 where not given.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// As people type it: lower case, hyphens.
    pub name: Word,
    /// Against bludgeons, fists and falls.
    pub physical: Option<Figure>,
    /// Against edges, talons and teeth.
    pub impact: Option<Figure>,
    /// Against spells.
    pub magic: Option<Figure>,
    /// Against energy.
    pub energy: Option<Figure>,
    /// Against the elements.
    pub elemental: Option<Figure>,
    /// Yards added to the move rate.
    pub move_mod: Option<Figure>,
    /// Added to the target scores of move skills.
    pub move_skill_mod: Option<Figure>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

impl ArmourFile {
    /// Its ratings in the order of [`Harm`](crate::sheet::Harm).
    pub fn ratings(&self) -> [&Option<Figure>; 5] {
        [&self.physical, &self.impact, &self.magic, &self.energy, &self.elemental]
    }
}

/// Ratings of a sheet, 0 where not given.
#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields)]
pub struct RatingsFile {
    /// Against bludgeons, fists and falls.
    pub physical: Option<Figure>,
    /// Against edges, talons and teeth.
    pub impact: Option<Figure>,
    /// Against spells.
    pub magic: Option<Figure>,
    /// Against energy.
    pub energy: Option<Figure>,
    /// Against the elements.
    pub elemental: Option<Figure>,
}

impl RatingsFile {
    /// In the order of [`Harm`](crate::sheet::Harm).
    pub fn ratings(&self) -> [&Option<Figure>; 5] {
        [&self.physical, &self.impact, &self.magic, &self.energy, &self.elemental]
    }
}

words! {
    /// Kinds of harm.
    HarmFile => crate::sheet::Harm {
        /// Bludgeons, fists, falls.
        Physical,
        /// Edges, talons, teeth.
        Impact,
        /// Spells.
        Magic,
        /// Energy.
        Energy,
        /// The elements.
        Elemental,
    }
}

words! {
    /// Sizes of weapons and shields.
    BulkFile => crate::sheet::Bulk {
        /// A dagger.
        Small,
        /// A sword.
        Medium,
        /// What takes both hands.
        Large,
    }
}
