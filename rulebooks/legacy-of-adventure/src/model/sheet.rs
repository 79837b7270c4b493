//! What a combatant, a weapon and an ability is.

mod kinds;
mod stats;

use arrayvec::ArrayVec;
use skirmish_bookkit::words;
use skirmish_grid::Square;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{RuleId, Side};

pub use kinds::Kinds;
pub use stats::STATS;

/// The most weapons and shields that one combatant carries.
pub const MOST_ARMS: usize = 6;

/// The most skills, spells and powers that one combatant knows.
pub const MOST_SKILLS: usize = 24;

words! {
    /// The six attributes; 8 is average.
    pub enum Attribute {
        Agility = "agility": "Agility.",
        Strength = "strength": "Strength.",
        Constitution = "constitution": "Constitution.",
        Knowledge = "knowledge": "Knowledge.",
        Perception = "perception": "Perception.",
        Influence = "influence": "Influence.",
    }
}

words! {
    /// What a blow does harm with; each meets a rating of its own. (`damage.types`)
    pub enum Harm, usually Physical {
        Physical = "physical": "Bludgeons, fists, falls. (`armour.physical`)",
        Impact = "impact": "Edges, talons, teeth. (`armour.impact`)",
        Magic = "magic": "Spells. (`armour.magic`)",
        Energy = "energy": "Energy, where the setting has it.",
        Elemental = "elemental": "The elements, where the setting has them.",
    }
}

/// A rating for each kind of harm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ratings(pub [u8; 5]);

impl Ratings {
    /// The one against this kind of harm.
    #[inline]
    pub fn against(self, harm: Harm) -> i32 {
        i32::from(self.0[harm as usize])
    }
}

/// By which column of the table of locations an attack aims. (`called.table`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

words! {
    /// What an ability is made of; it decides the limits of segments, and which defence answers it.
    pub enum Nature {
        Weapon = "weapon": "A weapon.",
        Unarmed = "unarmed": "The bare body.",
        Magic = "magic": "Magic.",
        Mental = "mental": "A power of the mind.",
    }
}

impl Nature {
    /// A spell or a power?
    #[inline]
    pub fn is_magic(self) -> bool {
        matches!(self, Self::Magic | Self::Mental)
    }
}

words! {
    /// Each attack is one or the other. (`attack.mode`)
    pub enum Mode {
        Melee = "melee": "Within reach.",
        Ranged = "ranged": "From afar.",
    }
}

words! {
    /// How large a weapon or a shield is. (`aversion.modifier`)
    pub enum Bulk {
        Small = "small": "A dagger, a fist, an arrow.",
        Medium = "medium": "A sword.",
        Large = "large": "What takes both hands.",
    }
}

impl Bulk {
    /// That of a natural weapon: small up to human size, a step larger for each step of its owner.
    pub fn of_body(size: i8) -> Self {
        match size {
            ..=0 => Self::Small,
            1 => Self::Medium,
            2.. => Self::Large,
        }
    }
}

words! {
    /// Saves. (`save.opposed`)
    pub enum Save {
        Reaction = "reaction": "Quickness.",
        Stamina = "stamina": "Toughness.",
        Willpower = "willpower": "Will.",
    }
}

words! {
    /// How fresh a combatant is. (`condition.modifiers`)
    pub enum Condition, usually Active {
        Rested = "rested": "After a night undisturbed. (`condition.rested`)",
        Active = "active": "As most are.",
        Fatigued = "fatigued": "Tired.",
        Damaged = "damaged": "Badly hurt.",
    }
}

words! {
    /// How far a skill has been learned.
    pub enum Tier {
        Basic = "basic": "Everybody's.",
        Expert = "expert": "E.",
        Master = "master": "M.",
    }
}

/// What fights.
#[derive(Clone, Debug, Default)]
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
    /// Parts of its body that are of no use as it comes.
    pub disabled: super::Parts,
    /// Has noticed the ambush, or not; where nothing is said, by what it sees. (`ruling.react`)
    pub reacts: Option<bool>,
}

impl Sheet {
    /// An attribute.
    #[inline]
    pub fn attribute(&self, attribute: Attribute) -> i32 {
        i32::from(self.attributes[attribute as usize])
    }

    /// A save's target score.
    #[inline]
    pub fn save(&self, save: Save) -> i32 {
        i32::from(self.saves[save as usize])
    }

    /// What it knows of an ability.
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
#[derive(Clone, Debug, Default)]
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
    /// What it adds to moves while it is carried.
    pub slows: Slows,
    /// The attack skills that use it.
    pub skills: ArrayVec<u8, 4>,
}

/// What armour and shields add to moves. (`armour.drawback`)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slows {
    /// Yards.
    pub moves: i8,
    /// To the checks of moves.
    pub skills: i8,
}

impl Slows {
    /// Both together.
    pub fn and(self, more: Self) -> Self {
        Self { moves: self.moves.saturating_add(more.moves), skills: self.skills.saturating_add(more.skills) }
    }
}

/// A skill, spell or power, as the book has it.
#[derive(Clone, Debug)]
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

words! {
    /// What one does with an ability.
    pub enum Kind {
        Attack = "attack": "Attacks.",
        Defend = "defend": "Defends.",
        Move = "move": "Moves.",
        Utility = "utility": "Does something else.",
    }
}

/// What a defend skill answers. (`ruling.skill-fits`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    pub fn meets(self, mode: Mode, nature: Nature) -> bool {
        let natures = match mode {
            Mode::Melee => self.melee,
            Mode::Ranged => self.ranged,
        };
        natures >> nature as u8 & 1 == 1
    }
}

words! {
    /// What an aversion is made with. (`defend.avert`)
    pub enum Object {
        None = "none": "Nothing: the attack is avoided.",
        Weapon = "weapon": "A weapon.",
        Shield = "shield": "A shield.",
        Either = "either": "Either.",
    }
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
