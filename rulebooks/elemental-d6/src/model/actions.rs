//! What may be asked and answered: questions, answers, and what an action declares.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::Hex;
use skirmish_kernel::Id;

use crate::model::{Cease, Cost, Gait, Trigger};

/// The most hexes of one segment's movement; speeds are checked against it when an encounter is read.
pub const LONGEST_PATH: usize = 26;

/// The hexes entered in one segment, in order.
pub type Path = ArrayVec<Hex, LONGEST_PATH>;

/// An action with everything that is declared when it is initiated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Act {
    /// What is done.
    pub what: What,
    /// What is paid.
    pub cost: Cost,
    /// Swifts spent to improve it.
    pub swifts: u8,
    /// At what.
    pub target: Target,
}

impl Act {
    /// Without Swifts, and aimed at nothing yet.
    #[inline]
    pub fn plain(what: What, cost: Cost) -> Self {
        Self { what, cost, swifts: 0, target: Target::Nothing }
    }

    /// A movement, wherever it leads.
    pub fn go(gait: Gait) -> Self {
        Self::plain(What::Go(gait), if gait == Gait::Step { Cost::Swift } else { Cost::Move })
    }
}

/// Kinds of actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum What {
    /// A weapon, talent, natural attack or the fist.
    Ability(u8),
    /// Movement.
    Go(Gait),
    /// Getting up.
    Stand,
    /// Brace.
    Brace,
}

/// What an action is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Target {
    /// Nothing, or not yet.
    Nothing,
    /// A creature.
    Creature(Id),
    /// Whoever stands in a hex.
    Hex(Hex),
    /// Where a movement is headed.
    To(Hex),
    /// A row of hexes, beginning here and running in that direction (0 to 5).
    Row(Hex, u8),
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Nothing; a readied action keeps waiting.
    Pass,
    /// Initiate an action (or, at a counter, declare it).
    Act(Act),
    /// Wait for something.
    Ready(Act, Trigger),
    /// Play the running actions first.
    Continue,
    /// Fight no more.
    Cease(Cease),
    /// Move along these hexes; none: stay, and go on next segment.
    Walk(Path),
    /// Give up the rest of the movement.
    Stop,
    /// No counter.
    Decline,
    /// Reaction, or none.
    React(bool),
    /// Use the Dodge on this attack, or keep it.
    Spoil(bool),
    /// Act now, or keep waiting.
    Fire(bool),
    /// Keep what is unused.
    Keep,
    /// Trade it for places in the ranking.
    Up(u8),
    /// Trade a Standard for the top of the next round.
    Top,
    /// Push into this hex.
    Push(Hex),
    /// Calm: do nothing.
    Wait,
    /// Calm: keep a binding up for an hour.
    Bind,
    /// Calm: a night's rest.
    Rest,
    /// Calm: go unseen.
    Sneak,
    /// Go on binding, or stop.
    GoOn(bool),
}
