//! The shape of an encounter file, and of the content files it builds on.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// An encounter of Elemental D6.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EncounterFile {
    /// `elemental-d6`.
    #[schemars(with = "String")]
    pub rulebook: Spanned<String>,
    /// Title of the encounter.
    pub title: Option<String>,
    /// The situation in a few sentences.
    pub about: Option<String>,
    /// Seed of the dice, when nobody names another.
    pub seed: Option<u64>,
    /// Names of the sides in their order; otherwise in the order in which combatants name them.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub sides: Vec<Spanned<String>>,
    /// True when combat has not begun: combatants may sneak, rest, keep bindings up, and somebody may strike first.
    #[serde(default)]
    pub calm: bool,
    /// Difficulty (sixes) of a Stealth check in the calm; 1 by default.
    pub stealth: Option<i32>,
    /// Rounds after which an undecided fight ends; 100 by default.
    pub most_rounds: Option<u32>,
    /// The map; an open field of 20 by 15 hexes by default.
    #[schemars(with = "Option<MapFile>")]
    pub map: Option<Spanned<MapFile>>,
    /// House rules: switches and numbers by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Setting>")]
    pub rules: BTreeMap<Spanned<String>, Spanned<Setting>>,
    /// The combatants.
    #[serde(default)]
    #[schemars(with = "Vec<CombatantFile>")]
    pub combatant: Vec<Spanned<CombatantFile>>,
    /// Abilities of this table's own; one with a known name replaces it.
    #[serde(default)]
    #[schemars(with = "Vec<AbilityFile>")]
    pub ability: Vec<Spanned<AbilityFile>>,
    /// Creatures of this table's own.
    #[serde(default)]
    #[schemars(with = "Vec<CreatureFile>")]
    pub creature: Vec<Spanned<CreatureFile>>,
    /// Armour of this table's own.
    #[serde(default)]
    pub armour: Vec<ArmourFile>,
    /// Shields of this table's own.
    #[serde(default)]
    pub shield: Vec<ShieldFile>,
}

/// The value of a house rule.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

/// The map: drawn in `rows`, or an open field of `width` by `height`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// One line for each row of hexes; every second row is shifted half a hex to the right, as on paper.
    #[schemars(with = "Option<String>")]
    pub rows: Option<Spanned<String>>,
    /// Hexes in a row.
    pub width: Option<u16>,
    /// Rows.
    pub height: Option<u16>,
    /// What signs mean: `open`, `obstacle`, `concealing`, `dark`, `water`, or several joined by `+`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub legend: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// The shared part of combatants and creatures is written once.
macro_rules! sheet_file {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// Strength.
            pub str: Option<i32>,
            /// Dexterity.
            pub dex: Option<i32>,
            /// Intelligence.
            pub int: Option<i32>,
            /// Resolve.
            pub res: Option<i32>,
            /// Attack bonus.
            pub attack_bonus: Option<i32>,
            /// Defence bonus.
            pub defense_bonus: Option<i32>,
            /// Class whose attack and defence bonus it has at its level.
            #[schemars(with = "Option<String>")]
            pub class: Option<Spanned<String>>,
            /// Level in that class; 1 by default.
            pub level: Option<u32>,
            /// Feet, a multiple of 5.
            #[schemars(with = "Option<i32>")]
            pub base_speed: Option<Spanned<i32>>,
            /// Feet, a multiple of 5.
            #[schemars(with = "Option<i32>")]
            pub swim_speed: Option<Spanned<i32>>,
            /// Hit points when unhurt.
            #[schemars(with = "Option<i32>")]
            pub hp_max: Option<Spanned<i32>>,
            /// Hit points at the start; `hp_max` too, when that is left out.
            #[schemars(with = "Option<i32>")]
            pub hp: Option<Spanned<i32>>,
            /// Dice for the hit points, thrown when the battle opens: `6*Res+18d6`.
            #[schemars(with = "Option<String>")]
            pub hp_dice: Option<Spanned<String>>,
            /// Taken off each damage total.
            #[schemars(with = "Option<i32>")]
            pub soak: Option<Spanned<i32>>,
            /// Armour worn: its soak is added, its speed is taken off.
            #[schemars(with = "Option<String>")]
            pub armour: Option<Spanned<String>>,
            /// Shield carried.
            #[schemars(with = "Option<String>")]
            pub shield: Option<Spanned<String>>,
            /// Abilities by name; the unarmed strike comes by itself.
            #[schemars(with = "Option<Vec<String>>")]
            pub abilities: Option<Vec<Spanned<String>>>,
            /// Abilities that cost it less, and by how many levels.
            #[serde(default)]
            #[schemars(with = "BTreeMap<String, u8>")]
            pub reduce: BTreeMap<Spanned<String>, u8>,
        }

        impl $name {
            /// The figures of its sheet.
            pub fn figures(&self) -> Figures<'_> {
                Figures {
                    str: &self.str,
                    dex: &self.dex,
                    int: &self.int,
                    res: &self.res,
                    attack_bonus: &self.attack_bonus,
                    defense_bonus: &self.defense_bonus,
                    class: &self.class,
                    level: &self.level,
                    base_speed: &self.base_speed,
                    swim_speed: &self.swim_speed,
                    hp_max: &self.hp_max,
                    hp: &self.hp,
                    hp_dice: &self.hp_dice,
                    soak: &self.soak,
                    armour: &self.armour,
                    shield: &self.shield,
                    abilities: &self.abilities,
                    reduce: &self.reduce,
                }
            }
        }
    };
}

/// The figures of a sheet as a file gives them; what is left out comes from the creature, or is 0.
#[derive(Clone, Copy)]
pub struct Figures<'f> {
    pub str: &'f Option<i32>,
    pub dex: &'f Option<i32>,
    pub int: &'f Option<i32>,
    pub res: &'f Option<i32>,
    pub attack_bonus: &'f Option<i32>,
    pub defense_bonus: &'f Option<i32>,
    pub class: &'f Option<Spanned<String>>,
    pub level: &'f Option<u32>,
    pub base_speed: &'f Option<Spanned<i32>>,
    pub swim_speed: &'f Option<Spanned<i32>>,
    pub hp_max: &'f Option<Spanned<i32>>,
    pub hp: &'f Option<Spanned<i32>>,
    pub hp_dice: &'f Option<Spanned<String>>,
    pub soak: &'f Option<Spanned<i32>>,
    pub armour: &'f Option<Spanned<String>>,
    pub shield: &'f Option<Spanned<String>>,
    pub abilities: &'f Option<Vec<Spanned<String>>>,
    pub reduce: &'f BTreeMap<Spanned<String>, u8>,
}

sheet_file! {
    /// A combatant: a creature's sheet with changes, or a whole sheet.
    CombatantFile {
        /// One word, by which it is called everywhere.
        #[schemars(with = "String")]
        name: Spanned<String>,
        /// The creature whose sheet it has.
        #[schemars(with = "Option<String>")]
        creature: Option<Spanned<String>>,
        /// Its side.
        #[schemars(with = "String")]
        side: Spanned<String>,
        /// Its hex: `"D7"`, or axial `"(3,-1)"`.
        #[schemars(with = "String")]
        at: Spanned<String>,
        /// Whom it knows of when initiative is rolled; everybody when left out.
        #[schemars(with = "Option<Vec<String>>")]
        aware_of: Option<Vec<Spanned<String>>>,
    }
}

sheet_file! {
    /// A kind of creature.
    CreatureFile {
        /// As people type it.
        name: String,
        /// As people read it.
        #[expect(dead_code, reason = "for those who read the file")]
        title: Option<String>,
        /// One line.
        #[expect(dead_code, reason = "for those who read the file")]
        about: Option<String>,
    }
}

/// A weapon, talent or natural attack.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbilityFile {
    /// As people type it: lower case, hyphens.
    #[schemars(with = "String")]
    pub name: Spanned<String>,
    /// What sort of thing it is.
    pub kind: KindFile,
    /// What it may be paid with, the usual cost first.
    #[schemars(with = "Vec<CostFile>")]
    pub costs: Spanned<Vec<CostFile>>,
    /// Hit roll: `AB+Dex+2d6`; none for what attacks nobody.
    #[schemars(with = "Option<String>")]
    pub offensive: Option<Spanned<String>>,
    /// Hit roll when countering with it.
    #[schemars(with = "Option<String>")]
    pub defensive: Option<Spanned<String>>,
    /// Damage on a hit.
    #[schemars(with = "Option<String>")]
    pub damage: Option<Spanned<String>>,
    /// In a word: `slashing`.
    pub damage_type: Option<String>,
    /// How it reaches its target.
    pub delivery: DeliveryFile,
    /// Feet.
    #[schemars(with = "i32")]
    pub range: Spanned<i32>,
    /// `3H`, `3H+1` or `instant`.
    #[schemars(with = "String")]
    pub speed: Spanned<String>,
    /// Feet of pushback on a hit.
    #[serde(default)]
    pub pushback: i32,
    /// The attacker chooses each hex of the push.
    #[serde(default)]
    pub reposition: bool,
    /// Conditions on a hit.
    #[serde(default)]
    pub inflicts: Vec<InflictsFile>,
    /// It meets everybody within so many hexes of where it arrives, friend and foe, but not its maker.
    pub area: Option<u8>,
    /// Segments between launch and effect.
    #[serde(default)]
    pub delay: u8,
    /// What it builds.
    #[schemars(with = "Option<StructureFile>")]
    pub structure: Option<Spanned<StructureFile>>,
    /// Rounds.
    #[serde(default)]
    pub cooldown: u32,
    /// What one Swift adds.
    pub swift: Option<UpgradeFile>,
    /// What changes when it is paid as a Full.
    pub full: Option<UpgradeFile>,
    /// Hit points of the thing itself.
    pub hp: Option<i32>,
    /// Can it be kept up for hours?
    #[serde(default)]
    pub long_binding: bool,
    /// One line.
    pub about: Option<String>,
}

/// What a Swift adds, or a Full changes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpgradeFile {
    /// Hit roll.
    #[schemars(with = "Option<String>")]
    pub offensive: Option<Spanned<String>>,
    /// Defensive formula.
    #[schemars(with = "Option<String>")]
    pub defensive: Option<Spanned<String>>,
    /// Damage.
    #[schemars(with = "Option<String>")]
    pub damage: Option<Spanned<String>>,
    /// Feet.
    pub pushback: Option<i32>,
    /// Feet.
    pub range: Option<i32>,
}

/// A condition put on whoever is hit: for some `rounds`, `until = "segment"`, or until something ends it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InflictsFile {
    /// Which.
    pub condition: crate::sheet::Kind,
    /// For how long.
    pub rounds: Option<u32>,
    /// `segment`: the rest of it.
    pub until: Option<UntilFile>,
    /// A check that wards it off.
    pub resist: Option<ResistFile>,
}

/// The end of a short condition.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum UntilFile {
    /// The end of the segment.
    Segment,
}

/// An ability check.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct ResistFile {
    /// Which ability.
    pub ability: StatFile,
    /// Difficulty.
    pub dc: i32,
}

/// Matter that an ability builds.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct StructureFile {
    /// Hexes in a row.
    pub hexes: u8,
    /// Solid, or only concealing.
    pub kind: MatterFile,
    /// Rounds; to the end of the combat when left out.
    pub rounds: Option<u32>,
}

/// Armour.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// As people type it.
    pub name: String,
    /// Added to soak.
    pub soak: i32,
    /// Added to base speed (negative: slower).
    #[serde(default)]
    pub base_speed: i32,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// A shield.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(deny_unknown_fields)]
pub struct ShieldFile {
    /// As people type it.
    pub name: String,
    /// Dice it adds to the defensive formulas of unarmed strikes and melee weapons.
    #[schemars(with = "String")]
    pub defensive: Spanned<String>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// A class: bonuses by level.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct ClassFile {
    pub name: String,
    pub levels: Vec<LevelsFile>,
}

/// Bonuses for some levels of a class.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct LevelsFile {
    pub from: u32,
    pub to: u32,
    pub attack_bonus: i32,
    pub defense_bonus: i32,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident => $target:ty { $($(#[$word_doc:meta])* $word:ident,)* }) => {
        $(#[$doc])*
        #[derive(Deserialize, JsonSchema, Clone, Copy)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$word_doc])* $word,)* }

        impl From<$name> for $target {
            fn from(word: $name) -> Self {
                match word { $($name::$word => Self::$word,)* }
            }
        }
    };
}

words! {
    /// Kinds of abilities.
    KindFile => crate::sheet::AbilityKind {
        /// Everybody has it.
        Unarmed,
        /// In the hand.
        Weapon,
        /// Of the body.
        Natural,
        /// A binding.
        Talent,
    }
}

words! {
    /// What an action costs.
    CostFile => crate::sheet::Cost {
        /// Most of a round.
        Full,
        /// The usual.
        Standard,
        /// Like a movement.
        Move,
        /// Little.
        Swift,
        /// Nothing.
        Free,
    }
}

words! {
    /// How an ability reaches its target.
    DeliveryFile => crate::sheet::Delivery {
        /// Flies; beyond the range at a penalty.
        Projectile,
        /// Long ranged weapon; likewise.
        LongWeapon,
        /// Short ranged weapon: hard maximum.
        ShortWeapon,
        /// By hand.
        Melee,
        /// Neither: hard maximum.
        Move,
    }
}

words! {
    /// The four abilities.
    StatFile => crate::sheet::Stat {
        /// Strength.
        Str,
        /// Dexterity.
        Dex,
        /// Intelligence.
        Int,
        /// Resolve.
        Res,
    }
}

/// What a structure is made of.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum MatterFile {
    /// Solid.
    Obstacle,
    /// Blocks sight only.
    Concealing,
}
