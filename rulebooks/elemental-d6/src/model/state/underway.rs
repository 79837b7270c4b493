//! What goes on from segment to segment: movement, attacks in the air, pushes, structures, and what is held back.

use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_grid::Hex;
use skirmish_kernel::Id;

use super::Time;
use crate::catalogue::rule;
use crate::model::{Act, Target, What};

words! {
    /// Kinds of movement.
    pub enum Gait {
        Move = "move" by rule::MOVE_MOVE: "Base speed over two segments.",
        Dash = "dash" by rule::MOVE_DASH: "One segment, straight.",
        Dodge = "dodge" by rule::MOVE_DODGE: "One segment, short; spoils one attack.",
        Swim = "swim" by rule::MOVE_SWIM: "Swim speed over three segments.",
        Step = "step" by rule::MOVE_STEP: "One hex, for a Swift.",
    }
}

impl Gait {
    /// Segments it takes.
    pub fn segments(self) -> u8 {
        match self {
            Self::Move => 2,
            Self::Swim => 3,
            Self::Dash | Self::Dodge | Self::Step => 1,
        }
    }
}

/// A movement action that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Order of beginning.
    pub serial: u16,
    /// Move or Swim.
    pub gait: Gait,
    /// Segments still to play.
    pub left: u8,
    /// Bonus hexes used.
    pub bonus_used: u8,
    /// Hexes walked in this segment, where a table lets movement be interleaved with the new action.
    pub walked: u8,
    /// Where it is headed, if the mover said so.
    pub heading: Option<Hex>,
    /// Has it played this segment?
    pub played: bool,
}

/// A declared counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counter {
    /// What it does.
    pub act: Act,
    /// Against which attack.
    pub against: u16,
}

/// A readied action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Readied {
    /// What it will do.
    pub act: Act,
    /// When.
    pub trigger: Trigger,
}

/// What a readier waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trigger {
    /// Whose doing; `None`: any foe's.
    pub who: Option<Id>,
    /// What.
    pub when: When,
}

words! {
    /// Kinds of triggers: the first two are actions, the others states.
    pub enum When {
        Attacks = "attacks": "It attacks.",
        Moves = "moves": "It begins to move.",
        Adjacent = "adjacent": "It is in the next hex.",
        InSight = "in-sight": "There is a line of sight to it.",
    }
}

/// An attack on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Flight {
    /// Its number.
    pub serial: u16,
    /// Whose.
    pub owner: Id,
    /// What, how paid, with how many Swifts, at what.
    pub act: Act,
    /// Where it began.
    pub origin: Hex,
    /// Hexes to the target at launch.
    pub distance: u16,
    /// Where the target stood at launch.
    pub aimed: Hex,
    /// Whom it has met, from contact on.
    pub bound: Option<Id>,
    /// Its one offensive score against everybody in its area, if a house rule has it rolled once.
    pub rolled: Option<i32>,
    /// Hexes flown.
    pub flown: u16,
    /// Segments still to wait before it takes effect.
    pub wait: u8,
    /// Flying, or held until the target's turn.
    pub held: bool,
    /// Cover and concealment as they were at contact, if a house rule wants them.
    pub fixed: Option<Sight>,
    /// Has it played this segment?
    pub played: bool,
}

impl Flight {
    /// What it is made with.
    pub fn ability(&self) -> u8 {
        match self.act.what {
            What::Ability(index) => index,
            // Nothing else is ever launched.
            _ => 0,
        }
    }

    /// Is it meant for this creature, or has it met it?
    pub fn is_on(&self, who: Id) -> bool {
        self.bound == Some(who) || self.bound.is_none() && self.act.target == Target::Creature(who)
    }
}

/// What stands between an attack and its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sight {
    /// Is there a free line at all?
    pub free: bool,
    /// Is the centre line interrupted?
    pub cover: bool,
    /// 0 to 3: none, partial, concealment, total.
    pub concealment: u8,
}

impl Sight {
    /// Nothing.
    pub const CLEAR: Self = Self { free: true, cover: false, concealment: 0 };
}

/// A push that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Push {
    /// Its number.
    pub serial: u16,
    /// Who causes it.
    pub owner: Id,
    /// Who is pushed.
    pub victim: Id,
    /// Away from here.
    pub origin: Hex,
    /// Where the victim stood when it began: with `origin` the line of the push.
    pub start: Hex,
    /// Hexes left.
    pub left: u8,
    /// Hexes per segment.
    pub speed: u8,
    /// The attacker chooses each hex.
    pub reposition: bool,
    /// Has it played this segment?
    pub played: bool,
}

/// Something built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Built {
    /// Its number.
    pub serial: u16,
    /// Whose.
    pub owner: Id,
    /// What built it.
    pub ability: u8,
    /// Where its maker stood.
    pub origin: Hex,
    /// Its first hex.
    pub from: Hex,
    /// Which way the row runs (0 to 5).
    pub direction: u8,
    /// Hexes in all.
    pub hexes: u8,
    /// Hexes that have appeared so far.
    pub grown: u8,
    /// Hexes flown, for a table that plays that structures travel.
    pub flown: u16,
    /// Hexes of it that could not appear, by place in the row.
    pub gaps: u32,
    /// Hexes per segment.
    pub speed: u8,
    /// Solid, or only concealing.
    pub obstacle: bool,
    /// When it vanishes; `None`: at the end of the combat.
    pub until: Option<Time>,
    /// Has it played this segment?
    pub played: bool,
}
