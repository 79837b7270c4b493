//! Conditions: what they do, how they end. (section of conditions)

use serde::{Deserialize, Serialize};
use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Attribute, Harm};

skirmish_bookkit::words! {
    /// The conditions.
    pub enum Kind {
        OffBalance = "off-balance" by rule::CONDITION_OFF_BALANCE: "Worse defences; twice makes prone.",
        Prone = "prone" by rule::CONDITION_PRONE: "On the ground.",
        Grappled = "grappled" by rule::CONDITION_GRAPPLED: "Held by somebody.",
        Restrained = "restrained" by rule::CONDITION_RESTRAINED: "Held by something.",
        Slowed = "slowed" by rule::CONDITION_SLOWED: "Each metre costs two.",
        Blinded = "blinded" by rule::CONDITION_BLINDED: "Cannot see well.",
        Stunned = "stunned" by rule::CONDITION_STUNNED: "Worse at everything.",
        Frightened = "frightened" by rule::CONDITION_FRIGHTENED: "Worse attacks, and afraid to come near.",
        Confused = "confused" by rule::CONDITION_CONFUSED: "Worse attacks.",
        Hidden = "hidden" by rule::CONDITION_HIDDEN: "Harder to notice.",
        Bleeding = "bleeding" by rule::CONDITION_BLEEDING: "Loses blood each turn.",
        Burning = "burning" by rule::CONDITION_BURNING: "On fire.",
        Poisoned = "poisoned" by rule::CONDITION_POISONED: "Poison works each turn.",
        Shocked = "shocked" by rule::CONDITION_SHOCKED: "Hindered for a moment.",
        Panicked = "panicked" by rule::CONDITION_PANICKED: "Must run.",
    }
}

/// When a condition's save is made. (section of conditions)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SaveAt {
    /// At the start of its own turn.
    TurnStart,
    /// At the end of its own turn.
    TurnEnd,
}

impl Kind {
    /// What it harms each turn, if it does.
    pub fn harm(self) -> Option<Harm> {
        match self {
            Self::Bleeding | Self::Poisoned => Some(Harm::Absolute),
            Self::Burning => Some(Harm::Physical),
            _ => None,
        }
    }

    /// With what it may be shaken off, when, and whether damage gives another try.
    pub fn save(self) -> Option<(&'static [Attribute], SaveAt, bool)> {
        match self {
            Self::Restrained => Some((&[Attribute::Str], SaveAt::TurnStart, false)),
            Self::Stunned => Some((&[Attribute::Wil, Attribute::Con], SaveAt::TurnStart, true)),
            Self::Panicked => Some((&[Attribute::Wil], SaveAt::TurnStart, true)),
            Self::Frightened => Some((&[Attribute::Wil], SaveAt::TurnEnd, true)),
            Self::Confused => Some((&[Attribute::Int], SaveAt::TurnEnd, true)),
            _ => None,
        }
    }

    /// Does its number drop at the end of its bearer's turns?
    pub fn counts_down(self) -> bool {
        matches!(self, Self::Slowed | Self::Blinded | Self::Shocked)
    }
}

/// A condition that somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// Which.
    pub kind: Kind,
    /// Its X or its tier; 0 where it has none and lasts until its cause ends.
    pub value: u8,
    /// Number that saves against it must reach.
    pub dc: i16,
    /// Who caused it.
    pub source: Option<Id>,
    /// The spell that keeps it up.
    pub spell: Option<u16>,
    /// Only as long as one stands in that spell's area.
    pub inside: bool,
    /// Has the turn in which it came already ended once?
    pub aged: bool,
    /// Rounds that it still lasts, counted as whoever caused it begins a turn; 0 where something else ends it.
    pub rounds: u16,
    /// Was it magic?
    pub magic: bool,
}

impl Condition {
    /// One that nobody in particular has caused.
    pub fn new(kind: Kind, value: u8, dc: i32) -> Self {
        let dc = dc.clamp(-999, 999) as i16;
        Self { kind, value, dc, source: None, spell: None, inside: false, aged: false, rounds: 0, magic: false }
    }
}
