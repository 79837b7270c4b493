//! Weapons, ammunition, armour and trinkets as files describe them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Figure, Placed, Word, words};

/// A weapon, a shield, or a part of the body.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponFile {
    /// As people type it: lower case, hyphens.
    pub name: Word,
    /// How it attacks, and which defences it can give.
    pub kind: WeaponKindFile,
    /// The proficiency it asks for: `sword`, `bow`.
    #[serde(rename = "type")]
    pub family: String,
    /// Dice.
    pub damage: Word,
    /// What they do: `sharp`, `blunt`, `arrow`.
    pub subtype: String,
    /// Hit rate: times the DEX modifier, in halves.
    pub hr: Placed<f64>,
    /// Damage rating: times the STR modifier, in halves.
    pub dr: Placed<f64>,
    /// Metres; 1 by default, for all but ranged weapons.
    pub reach: Option<Figure>,
    /// Advantage score at short, medium and long distance; for ranged weapons.
    pub bands: Option<Placed<[i32; 3]>>,
    /// Metres of the farthest shot; for ranged weapons.
    pub range: Option<Figure>,
    /// 1 or 2.
    pub hands: Figure,
    /// What it is called in the rules.
    #[serde(default)]
    pub tags: Vec<TagFile>,
    /// The tag Shield: what it adds to Block Strength.
    pub shield: Option<Figure>,
    /// The tag Blockbreaker: times the STR modifier, Block Strength that it disregards.
    pub blockbreaker: Option<Figure>,
    /// The tag Reload: actions that loading takes after a shot.
    pub reload: Option<Figure>,
    /// Type of the ammunition that it shoots.
    pub ammunition: Option<Word>,
    /// The weapon skill that comes with it.
    pub skill: Option<Word>,
    /// With the tag flexible: in two hands it has the tag long.
    #[serde(default)]
    pub long_two_handed: bool,
    /// Is it the focus of its owner's tradition?
    #[serde(default)]
    pub focus: bool,
    /// One line.
    pub about: Option<String>,
}

/// Ammunition.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AmmunitionFile {
    /// As people type it.
    pub name: Word,
    /// The weapons that shoot it ask for this.
    #[serde(rename = "type")]
    pub family: String,
    /// Dice added to the weapon's.
    pub damage: Word,
    /// What they do.
    pub subtype: String,
    /// How many lie in one bundle.
    #[expect(dead_code, reason = "for those who keep an inventory")]
    pub stack: Option<u32>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// A set of armour: four pieces, each with its armour value and its encumbrance rating.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// As people type it.
    pub name: Word,
    /// How heavy it is.
    pub class: ArmourClassFile,
    /// Head.
    pub head: Placed<[i32; 2]>,
    /// Torso.
    pub torso: Placed<[i32; 2]>,
    /// Arms.
    pub arms: Placed<[i32; 2]>,
    /// Legs.
    pub legs: Placed<[i32; 2]>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// A trinket.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(deny_unknown_fields)]
pub struct TrinketFile {
    /// As people type it.
    pub name: Word,
    /// Magic defence for each point of its quality.
    pub md: Figure,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// What armour somebody wears: a set, or one for each zone.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(untagged, expecting = "armour is the name of a set, or a set for each zone: { torso = \"chain\" }")]
pub enum WornFile {
    /// All four pieces.
    Set(String),
    /// By zone.
    Zones(std::collections::BTreeMap<String, String>),
}

/// The tags of a weapon.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum TagFile {
    /// Worse against anything longer.
    Short,
    /// Reaches two metres.
    Long,
    /// Of the body: no proficiency needed, half Block Strength.
    Natural,
    /// Cannot block.
    NoBlock,
    /// Advantage 1 on parries.
    Parry,
    /// Fills both hands.
    TwoHanded,
    /// May be used with the other number of hands.
    Flexible,
    /// For dice that explode.
    Precise,
    /// For the perk of riders.
    Cavalry,
}

words! {
    /// Kinds of weapons.
    WeaponKindFile => crate::sheet::WeaponKind {
        /// Strikes whoever is in reach; parries and blocks.
        Melee,
        /// Shoots or is thrown; gives no defence.
        Ranged,
        /// Blocks; strikes too.
        Shield,
        /// The body: always there.
        Natural,
    }
}

words! {
    /// Weight classes of armour.
    ArmourClassFile => crate::sheet::ArmourClass {
        /// None worn.
        None,
        /// Padded.
        Light,
        /// Leather, chain.
        Medium,
        /// Plate.
        Heavy,
    }
}
