//! What somebody is when a battle begins.

use skirmish_bookkit::words;
use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, Side};

words! {
    /// How large somebody or something is, in steps. (`sheet.size`)
    pub enum Size {
        /// Three steps below the size of a human.
        Diminutive = "diminutive",
        /// Two steps below.
        Tiny = "tiny",
        /// One step below.
        Small = "small",
        /// As a human.
        Medium = "medium",
        /// Fills two squares by two.
        Large = "large",
        /// Fills three by three.
        Huge = "huge",
        /// Fills four by four.
        Gargantuan = "gargantuan",
    }
}

#[expect(clippy::derivable_impls, reason = "a list of words has no place to mark one of them")]
impl Default for Size {
    fn default() -> Self {
        Self::Medium
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
        /// Strength.
        Str = "STR",
        /// Dexterity.
        Dex = "DEX",
        /// Mind.
        Mnd = "MND",
        /// Essence.
        Ess = "ESS",
    }
}

words! {
    /// Skills, each with the level and one attribute. (`sheet.skill`)
    pub enum Skill {
        /// Getting across gaps and down from heights.
        Jump = "jump",
        /// Getting up, and catching hold.
        Climb = "climb",
        /// Getting through water.
        Swim = "swim",
        /// Going unseen.
        Sneak = "sneak",
        /// Stopping blood.
        Medicine = "medicine",
        /// Frightening somebody.
        Intimidate = "intimidate",
        /// Finding whoever hides.
        Search = "search",
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
}

words! {
    /// Kinds of damage.
    pub enum Harm {
        /// Edges.
        Slashing = "slashing",
        /// Points.
        Piercing = "piercing",
        /// Whatever is blunt.
        Blunt = "blunt",
        /// Fire.
        Fire = "fire",
        /// Cold.
        Cold = "cold",
        /// Acid.
        Acid = "acid",
        /// Poison.
        Poison = "poison",
        /// The loss of blood.
        Bleed = "bleed",
        /// A fall, or being driven against something hard.
        Impact = "impact",
    }
}

words! {
    /// How somebody may move besides on foot.
    pub enum Mode {
        /// Through the air.
        Flight = "flight",
        /// Through the air, and may stay where it is.
        ImprovedFlight = "improved-flight",
        /// Through soft earth.
        Burrow = "burrow",
        /// In water as on land.
        Swim = "swim",
        /// Up walls as on the ground.
        Climb = "climb",
    }
}

words! {
    /// What somebody has learned.
    pub enum Feat {
        /// Two reactions, or as many as the sheet says.
        AdditionalReaction = "additional-reaction",
        /// The mode of that name.
        Flight = "flight",
        /// The mode of that name.
        ImprovedFlight = "improved-flight",
        /// Attacks with weapons do acid damage besides.
        Acidic = "acidic",
        /// Whoever strikes it is burnt by acid.
        AcidicDefense = "acidic-defense",
        /// Armour is worth one more.
        ArmorTraining = "armor-training",
        /// One shot at everybody in an area.
        Volley = "volley",
        /// After a hit, better attacks for the rest of the turn.
        Wrath = "wrath",
        /// More weapon damage.
        WeaponSpecialization = "weapon-specialization",
        /// More damage with each attack of the turn.
        BattleTrance = "battle-trance",
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
    /// Its level.
    pub level: i16,
    /// STR, DEX, MND, ESS.
    pub attributes: [i16; 4],
    /// Hit points at most.
    pub max_hp: i16,
    /// Hit points when the battle begins.
    pub hp: i16,
    /// Energy at most.
    pub max_energy: i16,
    /// Energy when the battle begins.
    pub energy: i16,
    /// The most Energy that goes into one component of a spell.
    pub spell_level: i16,
    /// What armour and hide add to the physical defence.
    pub armour: i16,
    /// What attacks must reach.
    pub physical_defense: i16,
    /// What attacks on the mind must reach.
    pub mental_defense: i16,
    /// Added to the throw for initiative.
    pub initiative_bonus: i16,
    /// Feet of one move.
    pub speed: i16,
    /// How large it is.
    pub size: Size,
    /// Feet that its body reaches.
    pub reach: i16,
    /// What it weighs, in Bulk.
    pub bulk_self: i16,
    /// What it carries, in Bulk.
    pub bulk_carried: i16,
    /// What it can carry, in Bulk.
    pub carrying_capacity: i16,
    /// Actions of a turn.
    pub actions: u8,
    /// Reactions of a round.
    pub reactions: u8,
    /// Hands.
    pub hands: u8,
    /// Parts of its body that serve as weapons.
    pub natural_weapons: u8,
    /// Rounds that it holds its breath.
    pub breath: i16,
    /// What it adds to each skill.
    pub skills: [i16; Skill::ALL.len()],
    /// What it carries and can strike with, by their places among the weapons; natural weapons among them.
    pub arms: Vec<u8>,
    /// What it wears.
    pub worn: Option<u8>,
    /// Does it see in the dark?
    pub darkvision: bool,
    /// Feet within which it knows exactly where everybody is, whatever hides them.
    pub exact: i16,
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
    /// It knows of no battle when this one begins. (`surprise.unaware`)
    pub unaware: bool,
    /// Its foes know nothing of it when the battle begins. (`undetected`)
    pub undetected: bool,
    /// Its foes do not know where it is when the battle begins. (`hidden`)
    pub hidden: bool,
    /// Nobody sees it.
    pub invisible: bool,
}

impl Sheet {
    /// An attribute.
    pub fn attribute(&self, attribute: Attribute) -> i32 {
        self.attributes[attribute as usize].into()
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
