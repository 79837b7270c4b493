//! What somebody is when a battle begins.

use skirmish_bookkit::words;
use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, Side};

use crate::catalogue::rule;

words! {
    /// How large somebody or something is, in steps. (`sheet.size`)
    pub enum Size, usually Medium {
        Diminutive = "diminutive": "Three steps below the size of a human.",
        Tiny = "tiny": "Two steps below.",
        Small = "small": "One step below.",
        Medium = "medium": "As a human.",
        Large = "large": "Fills two squares by two.",
        Huge = "huge": "Fills three by three.",
        Gargantuan = "gargantuan": "Fills four by four.",
    }
}

impl Size {
    /// Steps from one size up to another; below 0 where the other is smaller.
    pub fn steps_to(self, other: Self) -> i32 {
        other as i32 - self as i32
    }

    /// Squares along each side of its space.
    pub fn side(self) -> u8 {
        match self {
            Self::Large => 2,
            Self::Huge => 3,
            Self::Gargantuan => 4,
            _ => 1,
        }
    }
}

words! {
    /// The four attributes.
    pub enum Attribute {
        Str = "STR": "Strength.",
        Dex = "DEX": "Dexterity.",
        Mnd = "MND": "Mind.",
        Ess = "ESS": "Essence.",
    }
}

words! {
    /// Skills, each with the level and one attribute. (`sheet.skill`)
    pub enum Skill {
        Jump = "jump" by rule::JUMP: "Getting across gaps and down from heights.",
        Climb = "climb" by rule::CLIMB: "Getting up, and catching hold.",
        Swim = "swim" by rule::SWIM_CHECK: "Getting through water.",
        Sneak = "sneak" by rule::SKILL_SNEAK: "Going unseen.",
        Medicine = "medicine" by rule::SKILL_MEDICINE: "Stopping blood.",
        Intimidate = "intimidate" by rule::SKILL_INTIMIDATE: "Frightening somebody.",
        Search = "search" by rule::SKILL_SEARCH: "Finding whoever hides.",
    }
}

impl Skill {
    /// The attribute behind it.
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Jump | Self::Climb | Self::Swim => Attribute::Str,
            Self::Sneak => Attribute::Dex,
            Self::Medicine | Self::Search => Attribute::Mnd,
            Self::Intimidate => Attribute::Ess,
        }
    }

    /// What one tries with it.
    pub(super) fn attempt(self) -> &'static str {
        match self {
            Self::Medicine => "to stop the blood",
            Self::Sneak => "to go unseen",
            Self::Search => "to find somebody",
            Self::Intimidate => "to frighten",
            Self::Swim => "to swim",
            Self::Climb => "to climb",
            Self::Jump => "to jump",
        }
    }
}

words! {
    /// Kinds of damage.
    pub enum Harm {
        Slashing = "slashing": "Edges.",
        Piercing = "piercing": "Points.",
        Blunt = "blunt": "Whatever is blunt.",
        Fire = "fire": "Fire.",
        Cold = "cold": "Cold.",
        Acid = "acid": "Acid.",
        Poison = "poison": "Poison.",
        Bleed = "bleed": "The loss of blood.",
        Impact = "impact": "A fall, or being driven against something hard.",
    }
}

words! {
    /// How somebody may move besides on foot.
    pub enum Mode {
        Flight = "flight": "Through the air.",
        ImprovedFlight = "improved-flight": "Through the air, and may stay where it is.",
        Burrow = "burrow": "Through soft earth.",
        Swim = "swim": "In water as on land.",
        Climb = "climb": "Up walls as on the ground.",
    }
}

words! {
    /// What somebody has learned.
    pub enum Feat {
        AdditionalReaction = "additional-reaction": "Two reactions, or as many as the sheet says.",
        Flight = "flight": "The mode of that name.",
        ImprovedFlight = "improved-flight": "The mode of that name.",
        Acidic = "acidic": "Attacks with weapons do acid damage besides.",
        AcidicDefense = "acidic-defense": "Whoever strikes it is burnt by acid.",
        ArmorTraining = "armor-training": "Armour is worth one more.",
        Volley = "volley": "One shot at everybody in an area.",
        Wrath = "wrath": "After a hit, better attacks for the rest of the turn.",
        WeaponSpecialization = "weapon-specialization": "More weapon damage.",
        BattleTrance = "battle-trance": "More damage with each attack of the turn.",
    }
}

/// A combatant as the encounter has it.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what a sheet says")]
pub struct Sheet {
    /// One word.
    pub name: String,
    /// Its sign on the board.
    pub letter: char,
    /// Its side.
    pub side: Side,
    /// Where it begins: the top left square of its space.
    pub at: Square,
    /// Feet above the ground where it begins.
    pub above: i16,
    /// Where it looks, for flight.
    pub facing: Facing,
    /// Hit points when the battle begins.
    pub hp: i16,
    /// Energy when the battle begins.
    pub energy: i16,
    /// What armour and hide add to the physical defence.
    pub armour: i16,
    /// How large it is.
    pub size: Size,
    /// What it carries and can strike with, by their places among the weapons; natural weapons among them.
    pub arms: Vec<u8>,
    /// What it wears.
    pub worn: Option<u8>,
    /// Does it see in the dark?
    pub darkvision: bool,
    /// How it moves besides on foot.
    pub modes: WordSet<Mode>,
    /// What it has learned.
    pub feats: WordSet<Feat>,
    /// The spells and powers that it knows.
    pub spells: Vec<u8>,
    /// Who may command it.
    pub commander: Option<Id>,
    /// Whom it rides when the battle begins.
    pub mount: Option<Id>,
    /// What harms it twofold.
    pub vulnerable: WordSet<Harm>,
    /// What harms it by half.
    pub resistant: WordSet<Harm>,
    /// What does not harm it.
    pub immune: WordSet<Harm>,
    /// Its blood runs when the battle begins. (`bleeding.roll`)
    pub bleeding: bool,
    /// What comes off its first throw on the Bleed Table. (`bleeding.penalty`)
    pub bleed_penalty: u8,
    /// It is unconscious when the battle begins.
    pub unconscious: bool,
    /// It knows of no battle when this one begins. (`surprise.unaware`)
    pub unaware: bool,
    /// Its foes know nothing of it when the battle begins. (`undetected`)
    pub undetected: bool,
    /// Its foes do not know where it is when the battle begins. (`hidden`)
    pub hidden: bool,
    /// Nobody sees it.
    pub invisible: bool,
    // The numbers that are said in `stats`.
    pub level: i16,
    pub attributes: [i16; 4],
    pub max_hp: i16,
    pub max_energy: i16,
    pub spell_level: i16,
    pub physical_defense: i16,
    pub mental_defense: i16,
    pub initiative_bonus: i16,
    pub speed: i16,
    pub reach: i16,
    pub bulk_self: i16,
    pub bulk_carried: i16,
    pub carrying_capacity: i16,
    pub actions: u8,
    pub reactions: u8,
    pub hands: u8,
    pub natural_weapons: u8,
    pub breath: i16,
    pub skills: [i16; Skill::ALL.len()],
    pub exact: i16,
}

impl Sheet {
    /// An attribute.
    pub fn attribute(&self, attribute: Attribute) -> i32 {
        self.attributes[attribute as usize].into()
    }

    /// Level and an attribute, as most throws have it. (`roll.attack`)
    pub fn bonus(&self, attribute: Attribute) -> i32 {
        i32::from(self.level) + self.attribute(attribute)
    }

    /// What it adds to a skill.
    pub fn skill(&self, skill: Skill) -> i32 {
        self.skills[skill as usize].into()
    }

    /// Is there anything on which Energy could be spent?
    pub fn casts(&self) -> bool {
        !self.spells.is_empty()
    }

    /// Can it fly?
    pub fn flies(&self) -> bool {
        self.modes.has(Mode::Flight) || self.modes.has(Mode::ImprovedFlight)
    }
}
