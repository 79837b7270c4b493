//! Skills, spells and powers as files describe them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::gear::HarmFile;
use super::{Figure, OneOrMore, Placed, Word, words};

/// A skill, a spell or a power.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbilityFile {
    /// As people type it: lower case, hyphens.
    pub name: Word,
    /// What one does with it.
    pub kind: KindFile,
    /// The attribute of its target score.
    pub attribute: AttributeFile,
    /// What it is made of; attacks have to say it.
    pub nature: Option<NatureFile>,
    /// Melee, ranged or both; attacks have to say it.
    pub mode: Option<Placed<OneOrMore<ModeFile>>>,
    /// Actions that it takes, or `free`; 1 by default.
    pub actions: Option<Placed<ActionsFile>>,
    /// How far it has to be learned; basic by default.
    pub tier: Option<TierFile>,
    /// False: it lasts, and asks for Concentration.
    pub instant: Option<bool>,
    /// Defends: what they answer.
    pub against: Option<AgainstFile>,
    /// Defends: what they avert with.
    pub uses: Option<UsesFile>,
    /// Defends: the general defence that comes with it.
    pub general: Option<ModeFile>,
    /// Defends: it may be used On-Guard.
    pub on_guard: Option<bool>,
    /// Attacks without a weapon: dice of at most two kinds, a fixed part, and STR, the attacker's Strength.
    pub damage: Option<Word>,
    /// Attacks without a weapon: what they do harm with.
    pub damage_type: Option<HarmFile>,
    /// Attacks from afar without a weapon: nominal range in yards.
    pub range: Option<Figure>,
    /// Attacks: called shots are possible; by default with weapons and bare hands only.
    pub locations: Option<bool>,
    /// Attacks: fit for an attack from a set position, whatever the weapon.
    pub surprise: Option<bool>,
    /// Attacks: a spell that shooting into melee hinders all the same.
    pub hindered: Option<bool>,
    /// Attacks: it may be a Kill Shot away from the vitals.
    pub kills: Option<bool>,
    /// Attacks: the save of whoever it harms.
    pub save: Option<SaveFile>,
    /// What it does besides.
    pub effect: Option<Placed<EffectFile>>,
    /// One line.
    #[expect(dead_code, reason = "for those who read the file")]
    pub about: Option<String>,
}

/// Actions that an ability takes.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(untagged, expecting = "a number of actions, or \"free\"")]
pub enum ActionsFile {
    /// So many.
    Number(i32),
    /// In a word.
    Word(FreeFile),
}

/// A free act.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum FreeFile {
    /// It takes a free act.
    Free,
}

/// What a defend skill answers, by what the attack is made of.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgainstFile {
    /// In melee.
    #[serde(default)]
    pub melee: Vec<NatureFile>,
    /// From afar.
    #[serde(default)]
    pub ranged: Vec<NatureFile>,
}

/// The save of whoever an attack harms.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveFile {
    /// Which.
    pub by: SaveWordFile,
    /// Points of the attacker's skill that lower it by 1; 1 by default.
    pub points: Option<Figure>,
}

/// What an ability does besides harm.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EffectFile {
    /// Whoever fails the save lies prone.
    Prone {},
    /// A leap and a blow in one.
    Pounce {
        /// Yards of the leap that add to its damage at most.
        most: i32,
    },
    /// A rush that leaves one's own defences whole, with a blow at its end.
    Charge {},
    /// Leaving by it draws no attack of opportunity.
    Disengage {},
    /// Finds the concealed, vitals, and gaps in armour.
    Search {},
    /// Conceals its user.
    Hide {},
    /// Its user is no longer prone.
    Rise {},
    /// A rating from magic.
    Ward {
        /// Against which harm.
        rating: HarmFile,
        /// The rating.
        value: i32,
    },
    /// Keeps an effect up.
    Keep {},
    /// Gives hits back, and makes what was disabled useful again.
    Mend {
        /// How many.
        hits: i32,
    },
}

words! {
    /// What one does with an ability.
    KindFile => crate::sheet::Kind {
        /// Attacks.
        Attack,
        /// Defends.
        Defend,
        /// Moves.
        Move,
        /// Does something else.
        Utility,
    }
}

words! {
    /// What an ability is made of.
    NatureFile => crate::sheet::Nature {
        /// A weapon.
        Weapon,
        /// The bare body.
        Unarmed,
        /// Magic.
        Magic,
        /// A power of the mind.
        Mental,
    }
}

words! {
    /// Near or far.
    ModeFile => crate::sheet::Mode {
        /// Within reach.
        Melee,
        /// From afar.
        Ranged,
    }
}

words! {
    /// How far a skill has to be learned.
    TierFile => crate::sheet::Tier {
        /// Everybody's.
        Basic,
        /// For experts.
        Expert,
        /// For masters.
        Master,
    }
}

words! {
    /// What an aversion is made with.
    UsesFile => crate::sheet::Object {
        /// A weapon.
        Weapon,
        /// A shield.
        Shield,
        /// Either.
        Either,
    }
}

words! {
    /// Attributes.
    AttributeFile => crate::sheet::Attribute {
        /// Agility.
        Agility,
        /// Strength.
        Strength,
        /// Constitution.
        Constitution,
        /// Knowledge.
        Knowledge,
        /// Perception.
        Perception,
        /// Influence.
        Influence,
    }
}

words! {
    /// Saves.
    SaveWordFile => crate::sheet::Save {
        /// Quickness.
        Reaction,
        /// Toughness.
        Stamina,
        /// Will.
        Willpower,
    }
}
