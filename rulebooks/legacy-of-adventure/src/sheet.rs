//! What a combatant, a weapon and an ability is.

mod kinds;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::Square;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{RuleId, Side};

pub use kinds::Kinds;

/// The most weapons and shields that one combatant carries.
pub const MOST_ARMS: usize = 6;

/// The most skills, spells and powers that one combatant knows.
pub const MOST_SKILLS: usize = 24;

/// The six attributes; 8 is average.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Attribute {
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

impl Attribute {
    /// All six, in the order of the sheet.
    pub const ALL: [Self; 6] =
        [Self::Agility, Self::Strength, Self::Constitution, Self::Knowledge, Self::Perception, Self::Influence];

    /// `agility`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["agility", "strength", "constitution", "knowledge", "perception", "influence"][self as usize]
    }
}

/// What a blow does harm with; each meets a rating of its own. (`damage.types`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Harm {
    /// Bludgeons, fists, falls. (`armour.physical`)
    Physical,
    /// Edges, talons, teeth. (`armour.impact`)
    Impact,
    /// Spells. (`armour.magic`)
    Magic,
    /// Energy, where the setting has it.
    Energy,
    /// The elements, where the setting has them.
    Elemental,
}

impl Harm {
    /// All five.
    pub const ALL: [Self; 5] = [Self::Physical, Self::Impact, Self::Magic, Self::Energy, Self::Elemental];

    /// `impact`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["physical", "impact", "magic", "energy", "elemental"][self as usize]
    }
}

/// A rating for each kind of harm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ratings(pub [u8; 5]);

impl Ratings {
    /// The one against this kind of harm.
    #[inline]
    #[must_use]
    pub fn against(self, harm: Harm) -> i32 {
        i32::from(self.0[harm as usize])
    }
}

/// By which column of the table of locations an attack aims. (`called.table`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Manner {
    /// With a weapon in reach.
    Armed,
    /// With the bare body.
    Unarmed,
    /// With what flies.
    Ranged,
    /// A spell or a power, which strikes no named location. (`called.magic-none`)
    Magic,
}

/// What an ability is made of; it decides the limits of segments, and which defence answers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Nature {
    /// A weapon.
    Weapon,
    /// The bare body.
    Unarmed,
    /// Magic.
    Magic,
    /// A power of the mind.
    Mental,
}

impl Nature {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Weapon, Self::Unarmed, Self::Magic, Self::Mental];

    /// `weapon`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["weapon", "unarmed", "magic", "mental"][self as usize]
    }

    /// A spell or a power?
    #[inline]
    #[must_use]
    pub fn is_magic(self) -> bool {
        matches!(self, Self::Magic | Self::Mental)
    }
}

/// Each attack is one or the other. (`attack.mode`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mode {
    /// Within reach.
    Melee,
    /// From afar.
    Ranged,
}

impl Mode {
    /// `melee`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["melee", "ranged"][self as usize]
    }
}

/// How large a weapon or a shield is. (`aversion.modifier`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Bulk {
    /// A dagger, a fist, an arrow.
    Small,
    /// A sword.
    Medium,
    /// What takes both hands.
    Large,
}

impl Bulk {
    /// All three, smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// `medium`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["small", "medium", "large"][self as usize]
    }

    /// That of a natural weapon: small up to human size, a step larger for each step of its owner.
    #[must_use]
    pub fn of_body(size: i8) -> Self {
        match size {
            ..=0 => Self::Small,
            1 => Self::Medium,
            2.. => Self::Large,
        }
    }
}

/// Saves. (`save.opposed`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Save {
    /// Quickness.
    Reaction,
    /// Toughness.
    Stamina,
    /// Will.
    Willpower,
}

impl Save {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Reaction, Self::Stamina, Self::Willpower];

    /// `stamina`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["reaction", "stamina", "willpower"][self as usize]
    }
}

/// How fresh a combatant is. (`condition.modifiers`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Condition {
    /// After a night undisturbed. (`condition.rested`)
    Rested,
    /// As most are.
    Active,
    /// Tired.
    Fatigued,
    /// Badly hurt.
    Damaged,
}

impl Condition {
    /// All four, the best first.
    pub const ALL: [Self; 4] = [Self::Rested, Self::Active, Self::Fatigued, Self::Damaged];

    /// `rested`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["rested", "active", "fatigued", "damaged"][self as usize]
    }
}

/// How far a skill has been learned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// Everybody's.
    Basic,
    /// E.
    Expert,
    /// M.
    Master,
}

impl Tier {
    /// `basic`
    #[must_use]
    pub fn word(self) -> &'static str {
        ["basic", "expert", "master"][self as usize]
    }
}

/// What fights.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// As people type it.
    pub name: String,
    /// On the map.
    pub letter: char,
    /// Side.
    pub side: Side,
    /// Where it starts.
    pub at: Square,
    /// By [`Attribute`].
    pub attributes: [u8; 6],
    /// Level; Kill Shots ask for it.
    pub level: u8,
    /// Steps from human size, -3 to 5.
    pub size: i8,
    /// Yards within which its body strikes.
    pub reach: u8,
    /// Durability, which damage never lowers.
    pub basic_hits: i16,
    /// Hits at most.
    pub max_hits: i16,
    /// Hits to begin with.
    pub hits: i16,
    /// Actions in a round. (`round.pool`)
    pub actions: u8,
    /// Free acts in a round.
    pub free: u8,
    /// Yards of one move action, before armour.
    pub move_rate: u8,
    /// Yards of the combat step. (`ruling.combat-step`)
    pub step: u8,
    /// How fresh it comes.
    pub condition: Condition,
    /// Target scores by [`Save`].
    pub saves: [i16; 3],
    /// Skills, spells, powers.
    pub skills: ArrayVec<Skill, MOST_SKILLS>,
    /// Weapons and shields that it carries; the first is in hand, and what fits beside it. (`ruling.hands`)
    pub arms: ArrayVec<u8, MOST_ARMS>,
    /// A bit for each arm that it can handle.
    pub proficient: u8,
    /// Its own ratings.
    pub natural: Ratings,
    /// Those of what it wears.
    pub worn: Ratings,
    /// Those that magic gives it.
    pub magical: Ratings,
    /// Yards that what it wears adds to a move. (`armour.drawback`)
    pub move_mod: i8,
    /// Added to the checks of moves. (`armour.drawback`)
    pub move_skill_mod: i8,
    /// Placed where nobody sees it. (`ruling.concealment`)
    pub concealed: bool,
    /// Has noticed the ambush, or not; where nothing is said, by what it sees. (`ruling.react`)
    pub reacts: Option<bool>,
}

impl Sheet {
    /// An attribute.
    #[inline]
    #[must_use]
    pub fn attribute(&self, attribute: Attribute) -> i32 {
        i32::from(self.attributes[attribute as usize])
    }

    /// A save's target score.
    #[inline]
    #[must_use]
    pub fn save(&self, save: Save) -> i32 {
        i32::from(self.saves[save as usize])
    }

    /// What it knows of an ability.
    #[must_use]
    pub fn skill(&self, ability: u8) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.ability == ability)
    }
}

/// A skill that somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Skill {
    /// Which, among the abilities of the setup.
    pub ability: u8,
    /// What the die must not exceed.
    pub score: i16,
    /// What of it was learned: the score without its attribute.
    pub points: u8,
}

/// A weapon, or a shield.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of the weapon table")]
pub struct Weapon {
    /// As people type it.
    pub name: String,
    /// May it be swung in reach?
    pub melee: bool,
    /// Is it the bare body?
    pub unarmed: bool,
    /// Does it shoot?
    pub shoots: bool,
    /// May it be thrown?
    pub thrown: bool,
    /// Is it a shield?
    pub shield: bool,
    /// Part of the body: never dropped, broken or struck out of a hand. (`ruling.natural-weapons`)
    pub natural: bool,
    /// Its size; none for a natural one, which goes by its owner.
    pub bulk: Option<Bulk>,
    /// At most two kinds of dice.
    pub dice: [Dice; 2],
    /// Added to them.
    pub flat: i16,
    /// Is its owner's Strength added as well?
    pub strong: bool,
    /// What it does harm with.
    pub harm: Harm,
    /// Added to the score of its attacks. (`attack.weapon-stats`)
    pub hit_mod: i8,
    /// Yards.
    pub reach: u8,
    /// Nominal range in yards, 1 and more for what flies. (`ranged.nominal`)
    pub range: u16,
    /// Actions of one attack.
    pub usage: u8,
    /// Hands that it takes.
    pub hands: u8,
    /// What its structural save must not exceed; none: it cannot break. (`structural.save`)
    pub strength_save: Option<u8>,
    /// May it be used while engaged? (`ranged.forbidden-in-melee`)
    pub in_melee: bool,
    /// Fit for an ambush. (`ambush.set-position`)
    pub surprise: bool,
    /// Does what averts it, or is struck by it, have to save whatever its size? (`structural.save`)
    pub breaks: bool,
    /// The attack skills that use it.
    pub skills: ArrayVec<u8, 4>,
}

/// A skill, spell or power, as the book has it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what an ability's text says or does not say")]
pub struct Ability {
    /// As people type it.
    pub name: String,
    /// Its own rule; that of checks, where the catalogue has none.
    pub rule: RuleId,
    /// What one does with it.
    pub kind: Kind,
    /// What it is made of.
    pub nature: Nature,
    /// May it be used in reach?
    pub melee: bool,
    /// May it be used from afar?
    pub ranged: bool,
    /// The attribute behind its score.
    pub attribute: Attribute,
    /// Actions that it takes; the weapon may ask for more.
    pub usage: u8,
    /// Does it take a free act instead of actions?
    pub free: bool,
    /// How far it has to be learned.
    pub tier: Tier,
    /// For defends: what it answers, and with what.
    pub answers: Answers,
    /// One of those that serve On-Guard. (`on-guard.skills`)
    pub on_guard: bool,
    /// The general defence that comes with it: against what. (`general-defend`)
    pub general: Option<Mode>,
    /// May a location be called?
    pub locations: bool,
    /// Does it pass at once? What does not asks for Concentration. (`magic.concentration`)
    pub instant: bool,
    /// Fit for an ambush. (`ambush.set-position`)
    pub surprise: bool,
    /// A spell that shooting into a melee hinders all the same. (`magic.ranged-differences`)
    pub hindered: bool,
    /// What a spell throws for its damage.
    pub dice: [Dice; 2],
    /// Added to them.
    pub flat: i16,
    /// Is Strength added as well?
    pub strong: bool,
    /// What it does harm with; none: with what the weapon does.
    pub harm: Option<Harm>,
    /// Nominal range in yards.
    pub range: u16,
    /// The save of whoever it harms: which, and for how many points of the skill it is lowered by 1. (`save.opposed`)
    pub save: Option<(Save, u8)>,
    /// What it does besides.
    pub effect: Effect,
    /// May it be a Kill Shot away from the vitals? (`ruling.effects`)
    pub kills: bool,
}

/// What one does with an ability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Attacks.
    Attack,
    /// Defends.
    Defend,
    /// Moves.
    Move,
    /// Does something else.
    Utility,
}

/// What a defend skill answers. (`ruling.skill-fits`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Answers {
    /// By nature: a bit for each that it answers in melee.
    pub melee: u8,
    /// The same for what comes from afar.
    pub ranged: u8,
    /// What it needs in hand. (`defend.avert`)
    pub object: Object,
}

impl Answers {
    /// Does it answer such an attack?
    #[inline]
    #[must_use]
    pub fn meets(self, mode: Mode, nature: Nature) -> bool {
        let natures = match mode {
            Mode::Melee => self.melee,
            Mode::Ranged => self.ranged,
        };
        natures >> nature as u8 & 1 == 1
    }
}

/// What an aversion is made with. (`defend.avert`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Object {
    /// Nothing: the attack is avoided.
    #[default]
    None,
    /// A weapon.
    Weapon,
    /// A shield.
    Shield,
    /// Either.
    Either,
}

/// What an ability does besides harm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// A rating from magic while it lasts.
    Ward(Harm, u8),
    /// Whoever fails the save lies prone.
    Prone,
    /// Leaving by it draws no attack of opportunity. (`retreat.disengage`)
    Disengage,
    /// A rush with a blow at its end. (`rush`)
    Charge,
    /// A leap and a blow in one, so many yards at most adding to its damage.
    Pounce(u8),
    /// Finds what is hidden. (`ruling.search-before`)
    Search,
    /// Conceals. (`ruling.concealment`)
    Hide,
    /// Gets up for nothing.
    Rise,
    /// Keeps an effect up. (`magic.concentration`)
    Keep,
    /// Gives hits back and makes what was disabled useful again.
    Mend(u8),
}
