//! Skills, spells and perks as files describe them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Figure, Placed, Word, words};
use crate::ability::{AreaKind, On, Perk, Targets, Trigger};

/// A skill, a spell or a perk.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbilityFile {
    /// As people type it: lower case, hyphens.
    pub name: Word,
    /// The ability of the book under whose rule it stands.
    #[serde(rename = "as")]
    pub like: Option<Word>,
    /// Skill, spell or perk.
    pub nature: NatureFile,
    /// The actions it may be used with.
    pub slot: OneOrMore<SlotFile>,
    /// Energy.
    pub en: Option<Figure>,
    /// Mana, one figure for each cast level.
    #[serde(default)]
    pub mp: Vec<Figure>,
    /// Labels printed with it.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The element whose proficiency counts for it.
    pub element: Option<String>,
    /// 1 by default.
    pub tier: Option<Figure>,
    /// Metres, `weapon` or `self`.
    pub range: Option<Placed<RangeFile>>,
    /// Metres around the user, or around the place aimed at.
    pub radius: Option<Figure>,
    /// What it leaves behind on its squares.
    pub area: Option<AreaFile>,
    /// Whom it meets in a radius; everybody by default.
    pub targets: Option<TargetsFile>,
    /// The target or the square must be seen.
    #[serde(default)]
    pub sight: bool,
    /// It may be used in secret, and this attribute governs that.
    pub hidden: Option<AttributeFile>,
    /// It works while its user concentrates.
    #[serde(default)]
    pub concentration: bool,
    /// How long it lasts.
    pub duration: Option<Placed<DurationFile>>,
    /// The weapon it is done with: `skill`, `shield`, or a weapon's name.
    pub with: Option<Word>,
    /// What a reaction waits for, if not for the total of an attack.
    pub trigger: Option<TriggerFile>,
    /// What is thrown for it.
    pub check: Option<Placed<CheckFile>>,
    /// What it does, in this order.
    #[serde(default)]
    pub effects: Vec<Placed<EffectFile>>,
    /// One line.
    pub about: Option<String>,
}

/// One, or a list.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(
    untagged,
    expecting = "one word, or a list: attack, utility, movement, reaction, free, free_reaction, passive, out_of_combat"
)]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// Several.
    More(Vec<T>),
}

impl<T> OneOrMore<T> {
    /// All of them.
    pub fn all(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::More(more) => more,
        }
    }
}

/// How far it reaches.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(untagged, expecting = "a range is a number of metres, \"weapon\" or \"self\"")]
pub enum RangeFile {
    /// Metres.
    Metres(i32),
    /// In a word.
    Word(RangeWordFile),
}

/// How far it reaches, in a word.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum RangeWordFile {
    /// As far as the weapon in hand.
    Weapon,
    /// Oneself.
    #[serde(rename = "self")]
    Own,
}

/// One end of a charge.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(untagged, expecting = "a number of metres, or \"MS\"")]
pub enum MetresFile {
    /// Metres.
    Metres(i32),
    /// `MS`: as far as Movement Speed.
    Word(String),
}

/// How long it lasts: one of the three.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DurationFile {
    /// Turns; 1 is the turn that is running.
    pub turns: Option<Figure>,
    /// Rounds.
    pub rounds: Option<Figure>,
    /// Phases, out of combat.
    pub phases: Option<Figure>,
}

/// What is thrown.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckFile {
    /// Which kind.
    pub kind: CheckKindFile,
    /// The attribute that counts, or `PV`; up to two for a spell defence.
    #[serde(default)]
    pub by: Vec<Word>,
    /// Attribute of the save.
    pub against: Option<AttributeFile>,
    /// Fixed difficulty.
    pub dc: Option<Figure>,
    /// A tag: so many friends with it as are in the radius count, the user too.
    pub pack: Option<String>,
    /// Score of the user's die for each step by which it is larger than its target.
    pub size_score: Option<Figure>,
}

/// Kinds of checks.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum CheckKindFile {
    /// Spell attack: d20 against a save.
    Sa,
    /// Projectile attack.
    Pa,
    /// Spell defence: d12 against an attack.
    Sd,
    /// Determined: 10 and a modifier against a save.
    Dc,
    /// Determined, with a d20 that is worth 10 at least.
    DcPlus,
    /// Nothing is thrown.
    Surecast,
}

/// One thing that an ability does.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EffectFile {
    /// A basic attack, with changes.
    Strike {
        /// PER modifier added.
        #[serde(default)]
        careful: bool,
        /// A metre toward the enemy before, one back after.
        #[serde(default)]
        lunge: bool,
        /// Metres of a straight run before: least and most.
        charge: Option<[MetresFile; 2]>,
        /// Or a grapple.
        #[serde(default)]
        grapple: bool,
        /// A shot, not a blow.
        #[serde(default)]
        ranged: bool,
        /// Cannot be parried.
        #[serde(default)]
        no_parry: bool,
        /// Each wound is checked.
        #[serde(default)]
        maim: bool,
        /// A hit weakens the armour of the zone.
        #[serde(default)]
        breaks_armour: bool,
        /// A hit moves the weaker one a metre.
        #[serde(default)]
        push: bool,
        /// The target is grappled, restrained or confined.
        #[serde(default)]
        held_only: bool,
        /// Once more after each hit.
        #[serde(default)]
        repeats: bool,
        /// Anywhere along a move.
        #[serde(default)]
        kites: bool,
        /// Armour up to the proficiency is disregarded.
        #[serde(default)]
        pierces: bool,
    },
    /// Advantage 1 on one kind of defence for the rest of the turn.
    Defence {
        /// Which.
        on: DefenceFile,
    },
    /// A condition.
    Condition {
        /// Which.
        condition: String,
        /// Its X, or its tier.
        value: Option<i32>,
        /// When.
        on: Option<OnFile>,
        /// The condition in whose place it comes.
        replaces: Option<String>,
        /// As long as one stands in the area.
        #[serde(rename = "while")]
        inside: Option<InsideFile>,
    },
    /// A failed save lowers the next defence by the proficiency with the weapon.
    Penalty {},
    /// Damage.
    Damage {
        /// Dice for each cast level.
        dice: String,
        /// Of which type.
        #[serde(rename = "type")]
        sort: String,
        /// Against what; physical by default.
        harm: Option<HarmFile>,
        /// `worst`: the least armoured.
        zone: Option<ZoneFile>,
        /// A spell proficiency that is added.
        plus: Option<PlusFile>,
        /// What a save leaves; none by default.
        on_save: Option<LeftFile>,
        /// What a save by ten leaves; as `on_save` by default.
        on_save_by_10: Option<LeftFile>,
    },
    /// Healing.
    Heal {
        /// Dice for each cast level, or a list with one entry for each.
        dice: DiceFile,
    },
    /// Takes damage off an attack.
    Protect {
        /// Dice for each cast level.
        dice: String,
    },
    /// Strikes projectiles down.
    Intercept {
        /// At least so many.
        least: i32,
    },
    /// Moves the user.
    Teleport {
        /// The attribute whose modifier counts.
        by: AttributeFile,
    },
    /// Advantage 1 on the next concentration save.
    Ward {},
    /// A lasting gift.
    Perk {
        /// Which.
        perk: PerkFile,
    },
}

/// Dice for each cast level.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "dice, or a list of dice with one entry for each cast level")]
pub enum DiceFile {
    /// Once for each.
    Each(String),
    /// One for each.
    List(Vec<String>),
}

/// As long as one stands in the area.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum InsideFile {
    /// In the area.
    Area,
}

/// The zone that it meets.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum ZoneFile {
    /// The least armoured.
    Worst,
}

/// A proficiency that is added.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
pub enum PlusFile {
    /// That of beasts.
    Fauna,
}

/// What a save leaves of the damage.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum LeftFile {
    /// Half.
    Half,
    /// None.
    None,
}

/// The actions of a turn.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum SlotFile {
    /// The Attack Action.
    Attack,
    /// The Utility Action.
    Utility,
    /// The Movement Action.
    Movement,
    /// The reaction.
    Reaction,
    /// Freely, in one's own turn.
    Free,
    /// As a reaction that does not use up the turn's.
    FreeReaction,
    /// Always there.
    Passive,
    /// Outside combat only.
    OutOfCombat,
}

/// When an effect works.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum OnFile {
    /// Whatever was rolled.
    Always,
    /// When the save failed.
    Fail,
    /// When the save succeeded.
    Save,
    /// When it failed by ten.
    #[serde(rename = "fail_by_10")]
    FailByTen,
    /// When the attack was a hit.
    Hit,
}

impl From<OnFile> for On {
    fn from(word: OnFile) -> Self {
        match word {
            OnFile::Always => Self::Always,
            OnFile::Fail => Self::Fail,
            OnFile::Save => Self::Save,
            OnFile::FailByTen => Self::FailByTen,
            OnFile::Hit => Self::Hit,
        }
    }
}

/// What a reaction waits for.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum TriggerFile {
    /// One's own successful parry.
    AfterParry,
    /// One's own block without a hit.
    AfterBlock,
    /// One's own hit.
    AfterHit,
    /// Somebody leaves one's reach.
    LeavesReach,
}

impl From<TriggerFile> for Trigger {
    fn from(word: TriggerFile) -> Self {
        match word {
            TriggerFile::AfterParry => Self::Parried,
            TriggerFile::AfterBlock => Self::Blocked,
            TriggerFile::AfterHit => Self::Hit,
            TriggerFile::LeavesReach => Self::Leaves,
        }
    }
}

/// The attributes.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AttributeFile {
    /// Constitution.
    Con,
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// Intelligence.
    Int,
    /// Willpower.
    Wil,
    /// Perception.
    Per,
}

impl From<AttributeFile> for crate::sheet::Attribute {
    fn from(word: AttributeFile) -> Self {
        Self::ALL[word as usize]
    }
}

words! {
    /// What sort of ability.
    NatureFile => crate::ability::Nature {
        /// Done with body and weapon.
        Skill,
        /// Cast with mana.
        Spell,
        /// Always there.
        Perk,
    }
}

words! {
    /// What stays on the ground.
    AreaFile => AreaKind {
        /// Works in every square entered.
        Field,
        /// Works when its border is crossed.
        Zone,
    }
}

words! {
    /// Whom it meets.
    TargetsFile => Targets {
        /// Everybody there.
        All,
        /// Enemies.
        Enemies,
        /// Everybody but the user.
        Others,
    }
}

words! {
    /// Kinds of defence.
    DefenceFile => crate::ability::DefenceKind {
        /// Out of the way.
        Dodge,
        /// With the weapon.
        Parry,
        /// With weapon or shield.
        Block,
    }
}

words! {
    /// What hurts.
    HarmFile => crate::sheet::Harm {
        /// Against armour.
        Physical,
        /// Against magic defence.
        Magical,
        /// Against nothing.
        Absolute,
    }
}

words! {
    /// Lasting gifts.
    PerkFile => Perk {
        /// A few steps after each basic attack.
        Dancer,
        /// Strikes at whoever leaves its reach.
        Opportunist,
        /// May parry projectiles.
        Deflector,
        /// No mounted penalty with a Cavalry weapon.
        Cavalry,
        /// Advantage on whom another of the pack has attacked.
        WolfPack,
    }
}
