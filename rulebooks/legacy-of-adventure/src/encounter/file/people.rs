//! Combatants and creatures as files describe them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Figure, RatingsFile, Word, words};

/// The shared part of combatants and creatures is written once.
macro_rules! sheet_file {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// Agility; 8 by default, as the other five.
            pub agility: Option<Figure>,
            /// Strength.
            pub strength: Option<Figure>,
            /// Constitution.
            pub constitution: Option<Figure>,
            /// Knowledge.
            pub knowledge: Option<Figure>,
            /// Perception.
            pub perception: Option<Figure>,
            /// Influence.
            pub influence: Option<Figure>,
            /// Level; 1 by default.
            pub level: Option<Figure>,
            /// Steps from human size; 0 by default.
            pub size: Option<Figure>,
            /// Yards within which its body strikes; 1 by default.
            pub reach: Option<Figure>,
            /// Durability; half of Strength and Constitution together by default.
            pub basic_hits: Option<Figure>,
            /// Hits at most; three times Basic Hits by default.
            pub max_hits: Option<Figure>,
            /// Actions in a round; 4 by default.
            pub actions: Option<Figure>,
            /// Free acts in a round; 2 by default.
            pub free_actions: Option<Figure>,
            /// Yards of one move action, before armour; Agility by default.
            pub move_rate: Option<Figure>,
            /// Yards of the combat step; 1 by default.
            pub combat_step: Option<Figure>,
            /// How fresh it comes; active by default.
            pub condition: Option<ConditionFile>,
            /// Saves; Agility, Constitution and Influence by default.
            #[serde(default)]
            pub saves: SavesFile,
            /// Skills, spells and powers with their target scores: `{ swing = 12 }`.
            #[serde(default)]
            pub skills: BTreeMap<Word, Figure>,
            /// Its own ratings: `{ physical = 1 }`.
            #[serde(default)]
            pub natural: RatingsFile,
            /// Ratings that magic gives it.
            #[serde(default)]
            pub magical: RatingsFile,
            /// What it wears, or `none`.
            pub armour: Option<Word>,
            /// Weapons and shields; the first is in hand, and beside it what fits.
            pub weapons: Option<Vec<Word>>,
            /// Weapons and shields that it can handle; all that it carries by default.
            pub proficient: Option<Vec<Word>>,
        }

        impl $name {
            /// The figures of its sheet.
            pub fn given(&self) -> Given<'_> {
                Given {
                    numbers: [
                        &self.agility, &self.strength, &self.constitution, &self.knowledge, &self.perception,
                        &self.influence, &self.level, &self.size, &self.reach, &self.basic_hits, &self.max_hits,
                        &self.actions, &self.free_actions, &self.move_rate, &self.combat_step,
                    ],
                    condition: self.condition,
                    saves: [&self.saves.reaction, &self.saves.stamina, &self.saves.willpower],
                    skills: &self.skills,
                    natural: self.natural.ratings(),
                    magical: self.magical.ratings(),
                    armour: self.armour.as_ref(),
                    weapons: self.weapons.as_deref(),
                    proficient: self.proficient.as_deref(),
                }
            }
        }
    };
}

/// The figures of a sheet as a file gives them.
#[derive(Clone, Copy)]
pub struct Given<'f> {
    /// In the order of [`NUMBERS`](super::super::figures::NUMBERS).
    pub numbers: [&'f Option<Figure>; 15],
    pub condition: Option<ConditionFile>,
    pub saves: [&'f Option<Figure>; 3],
    pub skills: &'f BTreeMap<Word, Figure>,
    pub natural: [&'f Option<Figure>; 5],
    pub magical: [&'f Option<Figure>; 5],
    pub armour: Option<&'f Word>,
    pub weapons: Option<&'f [Word]>,
    pub proficient: Option<&'f [Word]>,
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
        /// Hits at the start; all of them when left out.
        hits: Option<Figure>,
        /// Nobody of another side sees it.
        #[serde(default)]
        concealed: bool,
        /// Whether it has noticed an ambush, and acts in its round; by what it sees when left out.
        can_react: Option<bool>,
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
        /// One line.
        #[expect(dead_code, reason = "for those who read the file")]
        about: Option<String>,
    }
}

/// Target scores of saves.
#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields)]
pub struct SavesFile {
    /// Quickness.
    pub reaction: Option<Figure>,
    /// Toughness.
    pub stamina: Option<Figure>,
    /// Will.
    pub willpower: Option<Figure>,
}

words! {
    /// How fresh somebody is.
    ConditionFile => crate::sheet::Condition {
        /// After a night undisturbed.
        Rested,
        /// As most are.
        Active,
        /// Tired.
        Fatigued,
        /// Badly hurt.
        Damaged,
    }
}
