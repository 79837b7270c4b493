//! What may be asked, and what may be answered.

use serde::{Deserialize, Serialize};
use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Id, Ids};

use crate::catalogue::rule;
use crate::model::{Mode, Nature, Stance};

/// Where an attack aims. (`called.table`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Spot {
    /// Nowhere: what magic does. (`called.magic-none`)
    Whole,
    /// The torso. (`attack.torso-default`)
    Torso,
    /// An arm, which drops what was in hand.
    Arm,
    /// A leg.
    Leg,
    /// A hand, a foot, a feeler.
    Appendage,
    /// An elbow, a knee.
    Joint,
    /// The head.
    Head,
    /// What one cannot live without. (`called.vitals`)
    Vitals,
    /// A gap in armour. (`called.vulnerability`)
    Vulnerability,
    /// What the target holds in this hand, 0 or 1. (`called.weapon`)
    Weapon(u8),
}

impl Spot {
    /// Those that can be named, weapons apart.
    pub const NAMED: [Self; 8] = [
        Self::Torso,
        Self::Arm,
        Self::Leg,
        Self::Appendage,
        Self::Joint,
        Self::Head,
        Self::Vitals,
        Self::Vulnerability,
    ];

    /// `torso`
    pub fn word(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Torso => "torso",
            Self::Arm => "arm",
            Self::Leg => "leg",
            Self::Appendage => "appendage",
            Self::Joint => "joint",
            Self::Head => "head",
            Self::Vitals => "vitals",
            Self::Vulnerability => "vulnerability",
            Self::Weapon(_) => "weapon",
        }
    }

    /// Does it make the part useless? (`called.table`)
    pub fn disables(self) -> bool {
        matches!(self, Self::Arm | Self::Leg | Self::Appendage | Self::Joint)
    }
}

/// An attack: with what, at whom, where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Which of the attacker's rows.
    pub row: u8,
    /// At whom.
    pub on: Id,
    /// Where.
    pub spot: Spot,
}

/// How an attack has come about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// In one's own turn.
    Own,
    /// In answer to one. (`stance.ready.choice`)
    Answer,
    /// Because somebody lays itself open. (`ruling.opportunity`)
    Opportunity,
}

/// How one moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gait {
    /// On foot, as far as one likes.
    Walk,
    /// With a skill of slipping away. (`retreat.disengage`)
    Disengage {
        /// Which.
        ability: u8,
    },
    /// Into a foe, with a blow at the end. (`rush`)
    Charge {
        /// Which skill.
        ability: u8,
        /// The blow.
        attack: Attack,
    },
    /// A leap with a blow in it.
    Pounce {
        /// The blow.
        attack: Attack,
    },
}

/// What is looked for. (`dice.search`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sought {
    /// Whoever is concealed.
    Hidden,
    /// Somebody's vitals.
    Vitals(Id),
    /// A gap in somebody's armour.
    Vulnerability(Id),
}

/// Something done in one's turn. (`ruling.acts`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// An attack.
    Attack(Attack),
    /// An ability that does something else, on somebody.
    Use {
        /// Which.
        ability: u8,
        /// On whom.
        on: Id,
    },
    /// A move; where to is asked next.
    Move(Gait),
    /// The combat step: goes with an act, and does not use it up. (`ruling.combat-step`)
    Step(Square),
    /// Taking one of one's arms in hand. (`ruling.hands`)
    Draw(u8),
    /// Letting one fall: free, and does not use up the act. (`ruling.hands`)
    Drop(u8),
    /// Picking up one of one's own that lies here. (`ruling.hands`)
    Pick(u8),
    /// Getting up, which is a move. (`ruling.states`)
    Stand,
    /// Getting up for nothing, if one can: does not use up the act.
    KickUp(u8),
    /// Searching.
    Search {
        /// With which ability.
        ability: u8,
        /// For what.
        what: Sought,
    },
    /// Hiding, with which ability. (`ruling.concealment`)
    Hide(u8),
    /// Nothing more in this segment.
    Stop,
    /// Giving up. (`ruling.surrender-flee`)
    Surrender,
}

skirmish_bookkit::words! {
    /// What draws an attack of opportunity. (`ruling.opportunity`)
    pub enum Drawn {
        Shot = "shot" by rule::RANGED_IN_MELEE: "A shot while engaged.",
        Spell = "spell" by rule::MAGIC_MELEE: "A spell or a power while engaged.",
        Leaving = "leaving" by rule::RULING_LEAVE_MELEE: "Leaving a threat zone.",
        Entering = "entering" by rule::RULING_ENTER_THREAT: "Entering one; by a house rule.",
    }
}

/// An attack that has been rolled well and is about to land.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Incoming {
    /// Whose.
    pub by: Id,
    /// At whom.
    pub on: Id,
    /// Which of the attacker's rows.
    pub row: u8,
    /// In reach or from afar.
    pub mode: Mode,
    /// What it is made of.
    pub nature: Nature,
    /// Yards leapt, which add to its damage.
    pub leap: u8,
}

/// How an attack is met. (`dp.defend`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Defend {
    /// Not at all.
    None,
    /// With the skill announced for On-Guard, for nothing. (`on-guard.trigger`)
    Guard {
        /// With which arm, where the skill needs one.
        arm: Option<u8>,
    },
    /// With a skill, for an action. (`defend.cost`)
    Skill {
        /// Which.
        ability: u8,
        /// With which arm, where it needs one.
        arm: Option<u8>,
    },
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Yes or no.
    Yes(bool),
    /// On-Guard with a skill, or not.
    Guard(Option<u8>),
    /// A general defence with a skill, or none.
    General(Option<u8>),
    /// A stance.
    Stance(Stance),
    /// Those whose attacks are answered; the others are waited for.
    Trade(Ids),
    /// Something done.
    Act(Act),
    /// A way.
    Walk(Steps),
    /// How an attack is met.
    Defend(Defend),
    /// Nothing.
    Pass,
}
