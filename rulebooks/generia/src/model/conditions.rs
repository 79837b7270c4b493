//! Conditions: what they do, how they end. (section of conditions)

use serde::{Deserialize, Serialize};
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Attribute, Harm};

skirmish_bookkit::words! {
    /// The conditions.
    pub enum Kind {
        OffBalance = "off-balance": "Worse defences; twice makes prone.",
        Prone = "prone": "On the ground.",
        Grappled = "grappled": "Held by somebody.",
        Restrained = "restrained": "Held by something.",
        Slowed = "slowed": "Each metre costs two.",
        Blinded = "blinded": "Cannot see well.",
        Stunned = "stunned": "Worse at everything.",
        Frightened = "frightened": "Worse attacks, and afraid to come near.",
        Confused = "confused": "Worse attacks.",
        Hidden = "hidden": "Harder to notice.",
        Bleeding = "bleeding": "Loses blood each turn.",
        Burning = "burning": "On fire.",
        Poisoned = "poisoned": "Poison works each turn.",
        Shocked = "shocked": "Hindered for a moment.",
        Panicked = "panicked": "Must run.",
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
    /// Its rule.
    pub fn rule(self) -> RuleId {
        match self {
            Self::OffBalance => rule::CONDITION_OFF_BALANCE,
            Self::Prone => rule::CONDITION_PRONE,
            Self::Grappled => rule::CONDITION_GRAPPLED,
            Self::Restrained => rule::CONDITION_RESTRAINED,
            Self::Slowed => rule::CONDITION_SLOWED,
            Self::Blinded => rule::CONDITION_BLINDED,
            Self::Stunned => rule::CONDITION_STUNNED,
            Self::Frightened => rule::CONDITION_FRIGHTENED,
            Self::Confused => rule::CONDITION_CONFUSED,
            Self::Hidden => rule::CONDITION_HIDDEN,
            Self::Bleeding => rule::CONDITION_BLEEDING,
            Self::Burning => rule::CONDITION_BURNING,
            Self::Poisoned => rule::CONDITION_POISONED,
            Self::Shocked => rule::CONDITION_SHOCKED,
            Self::Panicked => rule::CONDITION_PANICKED,
        }
    }

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
    pub fn new(kind: Kind, value: u8, dc: i16) -> Self {
        Self { kind, value, dc, source: None, spell: None, inside: false, aged: false, rounds: 0, magic: false }
    }
}
