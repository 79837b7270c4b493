//! What ails somebody, and for how long.

use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_kernel::Id;

use crate::catalogue::rule;

words! {
    /// Conditions that last for so many rounds.
    pub enum Kind {
        Blinded = "blinded" by rule::BLINDED: "Sees nothing.",
        Entangled = "entangled" by rule::ENTANGLED: "Cannot leave its place by its own power.",
        FlatFooted = "flat-footed" by rule::FLAT_FOOTED: "Attacks against it have advantage.",
        Invisible = "invisible" by rule::INVISIBLE: "Cannot be seen.",
        Shaken = "shaken" by rule::SHAKEN: "All its attacks have disadvantage.",
        Slowed = "slowed" by rule::SLOWED: "One action and one reaction fewer.",
        Stunned = "stunned" by rule::STUNNED: "Does nothing at all.",
    }
}

words! {
    /// States that last until something ends them.
    pub enum Plight {
        Prone = "prone" by rule::PRONE: "Lies on the ground.",
        Bleeding = "bleeding" by rule::BLEEDING_ROLL: "Loses blood.",
        OnFire = "on-fire" by rule::ON_FIRE: "Burns.",
        Incapacitated = "incapacitated" by rule::INCAPACITATED: "Down to no hit points, and not dead.",
        Unconscious = "unconscious" by rule::UNCONSCIOUS: "Knows nothing of itself.",
        Dead = "dead" by rule::DEAD: "Dead.",
        Tumbling = "tumbling" by rule::ZERO_G_STABILIZE: "Turns over and over, weightless.",
        Flying = "flying" by rule::FLY: "In the air.",
        Climbing = "climbing" by rule::CLIMB: "Clings to something that can be climbed.",
        Unaware = "unaware" by rule::SURPRISE_UNAWARE: "Knows of no battle yet.",
        Waiting = "waiting" by rule::TURN_DELAY: "Has put off its turn, and stands outside the order.",
        Yielded = "yielded" by rule::DP_GM: "Has given up.",
        Gone = "gone" by rule::DP_GM: "Not on the board.",
    }
}

impl Plight {
    /// Is it worth a line of its own when it ends?
    pub fn ends_aloud(self) -> bool {
        !matches!(self, Self::Unaware | Self::Waiting)
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
