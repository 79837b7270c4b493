//! What ails somebody, and for how long.

use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;

words! {
    /// Conditions that last for so many rounds.
    pub enum Kind {
        /// Sees nothing.
        Blinded = "blinded",
        /// Cannot leave its place by its own power.
        Entangled = "entangled",
        /// Attacks against it have advantage.
        FlatFooted = "flat-footed",
        /// Cannot be seen.
        Invisible = "invisible",
        /// All its attacks have disadvantage.
        Shaken = "shaken",
        /// One action and one reaction fewer.
        Slowed = "slowed",
        /// Does nothing at all.
        Stunned = "stunned",
    }
}

impl Kind {
    /// The rule of the condition.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Blinded => rule::BLINDED,
            Self::Entangled => rule::ENTANGLED,
            Self::FlatFooted => rule::FLAT_FOOTED,
            Self::Invisible => rule::INVISIBLE,
            Self::Shaken => rule::SHAKEN,
            Self::Slowed => rule::SLOWED,
            Self::Stunned => rule::STUNNED,
        }
    }
}

words! {
    /// States that last until something ends them.
    pub enum Plight {
        /// Lies on the ground.
        Prone = "prone",
        /// Loses blood.
        Bleeding = "bleeding",
        /// Burns.
        OnFire = "on-fire",
        /// Down to no hit points, and not dead.
        Incapacitated = "incapacitated",
        /// Knows nothing of itself.
        Unconscious = "unconscious",
        /// Dead.
        Dead = "dead",
        /// Turns over and over, weightless.
        Tumbling = "tumbling",
        /// In the air.
        Flying = "flying",
        /// Clings to something that can be climbed.
        Climbing = "climbing",
        /// Knows of no battle yet.
        Unaware = "unaware",
        /// Has put off its turn, and stands outside the order.
        Waiting = "waiting",
        /// Has given up.
        Yielded = "yielded",
        /// Not on the board.
        Gone = "gone",
    }
}

impl Plight {
    /// The rule behind it.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Prone => rule::PRONE,
            Self::Bleeding => rule::BLEEDING_ROLL,
            Self::OnFire => rule::ON_FIRE,
            Self::Incapacitated => rule::INCAPACITATED,
            Self::Unconscious => rule::UNCONSCIOUS,
            Self::Dead => rule::DEAD,
            Self::Tumbling => rule::ZERO_G_STABILIZE,
            Self::Flying => rule::FLY,
            Self::Climbing => rule::CLIMB,
            Self::Unaware => rule::SURPRISE_UNAWARE,
            Self::Waiting => rule::TURN_DELAY,
            Self::Yielded | Self::Gone => rule::DP_GM,
        }
    }
}

/// A moment of the order from which a duration is counted. (`duration.one-round`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Until {
    /// The slot of the order, by its number.
    pub slot: u8,
    /// When its turn ends, not when it starts.
    pub at_end: bool,
    /// How often that comes until it is over.
    pub passes: u8,
}

impl Until {
    /// A moment of the order comes: if it is this one, a round is gone. Says whether it is over.
    pub fn comes(&mut self, slot: u8, at_end: bool) -> bool {
        if self.slot != slot || self.at_end != at_end {
            return false;
        }
        self.passes = self.passes.saturating_sub(1);
        self.passes == 0
    }
}

/// A condition that lasts for so many rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lasting {
    /// Which.
    pub kind: Kind,
    /// Towards whom alone; towards everybody where nobody is named.
    pub toward: Option<Id>,
    /// When it ends; never where nothing counts it.
    pub until: Option<Until>,
}

/// One instance of poison. (`poisoned`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Poison {
    /// Only the highest bites.
    pub level: u8,
    /// What it takes.
    pub damage: i16,
    /// Turns that it has left.
    pub turns: u8,
}
