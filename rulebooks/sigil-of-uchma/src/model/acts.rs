//! What may be chosen: questions and answers.

use skirmish_grid::{Square, Steps};
use skirmish_kernel::Id;

use super::Signal;

/// The most targets that are named one by one.
pub const MOST_NAMED: usize = 4;

/// Targets in the order in which they are named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Named {
    ids: [Id; MOST_NAMED],
    count: u8,
}

impl Named {
    /// One.
    #[inline]
    pub const fn one(id: Id) -> Self {
        Self { ids: [id; MOST_NAMED], count: 1 }
    }

    /// One more; no more than there may be.
    pub fn and(mut self, id: Id) -> Option<Self> {
        // What lies behind the last one is the first one: equal lists are equal.
        *self.ids.get_mut(usize::from(self.count))? = id;
        self.count += 1;
        Some(self)
    }

    /// Each of them.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Id> {
        self.ids.into_iter().take(self.count.into())
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.count as usize
    }
}

/// What an ability is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// Nothing need be named.
    Nobody,
    /// These.
    Named(Named),
    /// A square.
    Cell(Square),
}

impl Aim {
    /// Whom it names, if that is one alone.
    #[inline]
    pub fn sole(self) -> Option<Id> {
        match self {
            Self::Named(Named { ids: [one, ..], count: 1 }) => Some(one),
            _ => None,
        }
    }
}

/// Something done in one's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A way over the ground; level flight in the air.
    Walk(Steps),
    /// So many metres up, or below 0 down, in flight.
    Fly(i16),
    /// The move takes the place of the action. (`run`)
    Run,
    /// Getting up.
    Stand,
    /// Dropping prone.
    DropProne,
    /// Stepping off an edge, without climbing.
    StepOff(Square),
    /// An ability.
    Use {
        /// Which.
        ability: u8,
        /// At what.
        aim: Aim,
    },
    /// An ability that waits for its trigger.
    Prepare {
        /// Which.
        ability: u8,
        /// The middle of the area that is chosen for it.
        at: Option<Square>,
        /// What it waits for, where that is chosen.
        event: Option<Signal>,
    },
    /// Another weapon set, from 0.
    Swap(u8),
}

/// What somebody does in an end phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parting {
    /// Goes on fighting.
    Stay,
    /// Talks.
    Speak,
    /// Leaves the fight.
    Leave,
    /// Flees.
    Flee,
    /// Goes before that ally from now on, in a tie. (`turn-order.ally-tie.change`)
    Before(Id),
}

/// A question to one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// What now?
    Turn,
    /// Let it happen, without a roll?
    Willing {
        /// Who does it.
        by: Id,
        /// What.
        ability: u8,
    },
    /// The trigger has come: do what was prepared?
    Fire {
        /// Who has set it off.
        on: Id,
    },
    /// Stay?
    Parting,
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Do something.
    Act(Act),
    /// Do nothing more.
    End,
    /// Yes or no.
    Yes(bool),
    /// In an end phase.
    Part(Parting),
}
