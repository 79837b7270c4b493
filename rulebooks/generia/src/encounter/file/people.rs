//! Combatants and creatures as files describe them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{ArmourClassFile, Figure, Placed, Word, WornFile, words};

/// The shared part of combatants and creatures is written once.
macro_rules! sheet_file {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// Size; medium by default.
            pub size: Option<SizeFile>,
            /// Constitution; the modifier is half of an attribute.
            pub con: Option<Figure>,
            /// Strength.
            pub str: Option<Figure>,
            /// Dexterity.
            pub dex: Option<Figure>,
            /// Intelligence.
            pub int: Option<Figure>,
            /// Willpower.
            pub wil: Option<Figure>,
            /// Perception.
            pub per: Option<Figure>,
            /// The modifier itself, in place of half the attribute; so with the other five.
            pub con_mod: Option<Figure>,
            /// Modifier of Strength.
            pub str_mod: Option<Figure>,
            /// Modifier of Dexterity.
            pub dex_mod: Option<Figure>,
            /// Modifier of Intelligence.
            pub int_mod: Option<Figure>,
            /// Modifier of Willpower.
            pub wil_mod: Option<Figure>,
            /// Modifier of Perception.
            pub per_mod: Option<Figure>,
            /// Energy at most; here and below, what is left out is made from the attributes.
            pub en: Option<Figure>,
            /// Mana at most.
            pub mp: Option<Figure>,
            /// Mana that comes back in a Phase outside combat.
            pub mpr: Option<Figure>,
            /// Wound limit.
            pub wl: Option<Figure>,
            /// Wound threshold.
            pub wt: Option<Figure>,
            /// Toughness.
            pub tn: Option<Figure>,
            /// Movement Speed in metres.
            pub ms: Option<Figure>,
            /// Magic defence.
            pub md: Option<Figure>,
            /// Dodge value.
            pub dodge: Option<Figure>,
            /// Advantage score of its dodges; from its size when left out.
            pub dodge_score: Option<Figure>,
            /// What reflexes add to dodge, parry and block values that are left out.
            pub reflexes: Option<Figure>,
            /// Riding that a rider needs; without it nobody rides it.
            pub mountable: Option<Figure>,
            /// What it carries, by weight.
            pub total_weight: Option<Figure>,
            /// Armour value by zone: `{ head = 1, torso = 3 }`.
            #[serde(default)]
            pub av: BTreeMap<Word, Figure>,
            /// How heavy its armour is.
            pub armour_class: Option<ArmourClassFile>,
            /// A set of armour, or one for each zone.
            pub armour: Option<Placed<WornFile>>,
            /// Trinkets and their quality: `{ amulet = 2 }`.
            #[serde(default)]
            pub trinkets: BTreeMap<Word, Figure>,
            /// Civil skills, and spell proficiencies by element.
            #[serde(default)]
            pub skills: BTreeMap<Word, Figure>,
            /// Skills, spells and perks by name; weapon skills come with the weapons.
            pub abilities: Option<Vec<Word>>,
            /// Words that abilities ask for.
            pub tags: Option<Vec<String>>,
            /// False: it has no limbs that could hold anybody.
            pub grapple: Option<bool>,
            /// Damage types that are halved.
            pub resistant: Option<Vec<String>>,
            /// Damage types that are raised by half.
            pub vulnerable: Option<Vec<String>>,
            /// What it holds or is born with, the usual one first; what fits two hands is in hand.
            pub weapons: Option<Vec<Word>>,
            /// What it shoots; the usual ammunition when left out.
            pub ammunition: Option<Vec<Word>>,
            /// Its values with its weapons.
            #[serde(default)]
            pub weapon: Vec<Placed<ArmFile>>,
        }

        impl $name {
            /// The figures of its sheet.
            pub fn given(&self) -> Given<'_> {
                Given {
                    size: self.size,
                    numbers: [
                        &self.con, &self.str, &self.dex, &self.int, &self.wil, &self.per, &self.con_mod,
                        &self.str_mod, &self.dex_mod, &self.int_mod, &self.wil_mod, &self.per_mod, &self.en, &self.mp,
                        &self.wl, &self.wt, &self.tn, &self.ms, &self.md, &self.dodge, &self.dodge_score,
                        &self.reflexes, &self.mountable, &self.total_weight, &self.mpr,
                    ],
                    av: &self.av,
                    armour_class: self.armour_class,
                    armour: self.armour.as_ref(),
                    trinkets: &self.trinkets,
                    skills: &self.skills,
                    abilities: self.abilities.as_deref(),
                    tags: self.tags.as_deref(),
                    grapple: self.grapple,
                    resistant: self.resistant.as_deref(),
                    vulnerable: self.vulnerable.as_deref(),
                    weapons: self.weapons.as_deref(),
                    ammunition: self.ammunition.as_deref(),
                    weapon: &self.weapon,
                }
            }
        }
    };
}

/// The figures of a sheet as a file gives them.
#[derive(Clone, Copy)]
pub struct Given<'f> {
    pub size: Option<SizeFile>,
    /// In the order of [`NUMBERS`](super::super::figures::NUMBERS).
    pub numbers: [&'f Option<Figure>; 25],
    pub av: &'f BTreeMap<Word, Figure>,
    pub armour_class: Option<ArmourClassFile>,
    pub armour: Option<&'f Placed<WornFile>>,
    pub trinkets: &'f BTreeMap<Word, Figure>,
    pub skills: &'f BTreeMap<Word, Figure>,
    pub abilities: Option<&'f [Word]>,
    pub tags: Option<&'f [String]>,
    pub grapple: Option<bool>,
    pub resistant: Option<&'f [String]>,
    pub vulnerable: Option<&'f [String]>,
    pub weapons: Option<&'f [Word]>,
    pub ammunition: Option<&'f [Word]>,
    pub weapon: &'f [Placed<ArmFile>],
}

sheet_file! {
    /// A combatant: a creature's sheet with changes, or a whole sheet.
    CombatantFile {
        /// One word, by which it is called everywhere.
        name: Word,
        /// The creature whose sheet it has.
        creature: Option<Word>,
        /// Its side.
        side: Word,
        /// Its square: `"D7"`.
        at: Word,
        /// Where it looks: `east`, `southeast` and so on; toward the nearest enemy when left out.
        facing: Option<Word>,
        /// Whom it rides; that one stands on the same square.
        mount: Option<Word>,
        /// Who rides it; saying it of one of the two is enough.
        rider: Option<Word>,
        /// Energy at the start; all of it when left out.
        energy: Option<Figure>,
        /// Mana at the start; all of it when left out.
        mana: Option<Figure>,
        /// Wounds at the start.
        wounds: Option<WoundsFile>,
        /// False: it has not got the focus of its tradition.
        focus: Option<bool>,
    }
}

sheet_file! {
    /// A kind of creature.
    CreatureFile {
        /// As people type it.
        name: Word,
        /// As people read it.
        #[expect(dead_code, reason = "for those who read the file")]
        title: Option<String>,
        /// Level.
        #[expect(dead_code, reason = "for those who read the file")]
        level: Option<u32>,
        /// One line.
        #[expect(dead_code, reason = "for those who read the file")]
        about: Option<String>,
    }
}

/// Somebody's values with one weapon; what is left out is made from attributes and proficiency.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmFile {
    /// Which weapon.
    pub name: Word,
    /// Added to the d20.
    pub attack: Option<Figure>,
    /// Added to the d12 of a parry.
    pub parry: Option<Figure>,
    /// Added to the d12 of a block.
    pub block: Option<Figure>,
    /// Block Strength.
    pub strength: Option<Figure>,
    /// Proficiency.
    pub pv: Option<Figure>,
    /// Fixed part of its damage.
    pub bonus: Option<Figure>,
    /// Advantage score of its attacks.
    pub attack_score: Option<Figure>,
    /// Advantage score of its parries, that of the weapon's tags included.
    pub parry_score: Option<Figure>,
    /// Advantage score of its blocks, that of the weapon's tags included.
    pub block_score: Option<Figure>,
    /// False: disadvantage on whatever is done with it.
    pub proficient: Option<bool>,
}

impl ArmFile {
    /// Its numbers in the order of [`ARM_NUMBERS`](super::super::figures::ARM_NUMBERS).
    pub fn numbers(&self) -> [&Option<Figure>; 9] {
        [
            &self.attack,
            &self.parry,
            &self.block,
            &self.strength,
            &self.pv,
            &self.bonus,
            &self.attack_score,
            &self.parry_score,
            &self.block_score,
        ]
    }
}

/// Wounds that somebody has already.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WoundsFile {
    /// Light ones.
    pub light: Option<Figure>,
    /// Severe ones.
    pub severe: Option<Figure>,
}

words! {
    /// Sizes.
    SizeFile => crate::sheet::Size {
        /// Two steps below a human.
        Tiny,
        /// One step below.
        Small,
        /// A human.
        Medium,
        /// One step above.
        Large,
        /// Two steps above.
        Huge,
    }
}
