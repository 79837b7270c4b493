//! Only what play changes.

mod creature;
mod marks;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids, Outcome, RuleId, Side};

use crate::model::Attack;

pub use creature::{Circumstances, Creature, Guard, Hand, Known, Parts, States, Structural};
pub use marks::Marks;

/// The most actions that anybody has in one round.
pub const MOST_ACTIONS: u8 = 8;

/// The tiers of a segment: Aggressive, Ready, Defensive, and the Ready who wait for the Defensive. (`stance.order`)
pub const TIERS: usize = 4;

words! {
    /// The five parts of a round. (`segment.list`)
    pub enum Segment, usually Ambush {
        Ambush = "ambush": "Surprise.",
        Melee = "melee": "Those who stand in it.",
        Ranged = "ranged": "Those who do not.",
        Movement = "movement": "Getting about.",
        Multiform = "multiform": "Whatever takes long.",
    }
}

impl Segment {
    /// The one after it.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// As one bit of a set.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

words! {
    /// Where in the order of a segment one acts. (`stance.order`)
    pub enum Stance {
        None = "none": "None has been taken.",
        Aggressive = "aggressive": "First.",
        Ready = "ready": "Second.",
        Defensive = "defensive": "Third.",
        Hold = "hold": "Not in this segment.",
    }
}

impl Stance {
    /// The four that can be taken.
    pub const TAKEN: [Self; 4] = [Self::Aggressive, Self::Ready, Self::Defensive, Self::Hold];
}

words! {
    /// What the next step does.
    pub enum Stage, usually Round {
        Round = "round": "A new round: pools are filled, ambushes declared.",
        Announce = "announcements": "Surprise is settled; On-Guard and general defences are announced.",
        Open = "segment": "A segment is called, stances are taken.",
        Act = "act": "One act.",
        Answer = "answer": "The blow back of somebody who trades. (`stance.ready.choice`)",
        Settle = "settling": "What a pass has done takes effect at once. (`ruling.same-stance-order`, a house rule)",
    }
}

skirmish_bookkit::state! {
    /// A battle between two steps, and in the middle of one.
    #[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    pub struct State {
        /// 0 before the first.
        pub round: u32,
        /// Which segment runs or comes next.
        pub segment: Segment,
        /// What the next step does.
        pub stage: Stage,
        /// Which tier acts, from 0.
        pub tier: u8,
        /// Which pass of it.
        pub pass: u16,
        /// Acts and answers of this segment so far: names the coming step.
        pub acts: u16,
        /// Has a segment been called in this round?
        pub called: bool,
        /// Whose side acted last, where sides take turns. (`ruling.same-stance-order`, a house rule)
        pub last: Option<Side>,
        /// Whose act comes next, when one does.
        pub actor: Option<Id>,
        /// Who owes whom a blow, and comes next. (`stance.ready.choice`)
        pub owed: Option<(Id, Id)>,
        /// Who goes before whom in one tier. (`ruling.same-stance-order`)
        pub order: ArrayVec<Id, { Id::MOST }>,
        /// One for each sheet.
        pub creatures: Vec<Creature>,
        /// Sets of combatants that are asked for all the time.
        pub marks: Marks,
        /// What has landed and takes effect when the pass is over. (`ruling.same-stance-order`, a house rule)
        pub strikes: Vec<Strike>,
        /// What is kept up, oldest first. (`magic.concentration`)
        pub effects: Vec<Running>,
        /// What lies about.
        pub dropped: Vec<Dropped>,
        /// Number of the next effect.
        pub serial: u16,
        /// Ended by the rules or the game master.
        pub ended: Option<Outcome>,
    }
}

/// Something that is kept up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Who keeps it up.
    pub holder: Id,
    /// Which ability it is.
    pub ability: u8,
    /// On whom it works.
    pub on: Id,
    /// Its number.
    pub serial: u16,
}

/// A thing on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dropped {
    /// Whose it was.
    pub owner: Id,
    /// Which of its arms.
    pub arm: u8,
    /// Where it lies.
    pub at: Square,
}

/// What has landed, before it has been taken off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// Whose.
    pub by: Id,
    /// What, where.
    pub attack: Attack,
    /// Hits that are lost.
    pub loss: i16,
    /// May it be a Kill Shot, as things stood when it landed? (`ruling.effects`)
    pub kills: bool,
}

impl State {
    /// Can it act and defend? (`ruling.states`)
    #[inline]
    pub fn is_able(&self, id: Id) -> bool {
        self.marks.able.has(id)
    }

    /// Does it bar the way to its foes: able to act in this round? (`ruling.cells`, `ambush.surprised`)
    #[inline]
    pub fn bars(&self, id: Id) -> bool {
        self.marks.able.has(id) && !self.marks.surprised.has(id)
    }

    /// Is it in the fight: conscious, and on the board?
    #[inline]
    pub fn is_up(&self, id: Id) -> bool {
        self.marks.up.has(id)
    }

    /// Who may act in this round at all: able, not surprised, not just come.
    #[inline]
    pub fn free(&self) -> Ids {
        self.marks.able.without(self.marks.surprised).without(self.marks.late)
    }

    /// Who stands in a cell; whoever lies there unconscious is stepped over.
    pub fn standing_in(&self, cell: Square) -> Option<Id> {
        self.marks.up.iter().find(|id| self.creature(*id).at == cell)
    }

    /// Does somebody lie in a cell that may come to, or stand there out of the fight? It is stepped over, and nobody else ends there. (`ruling.cells`)
    pub fn lies_in(&self, cell: Square) -> bool {
        self.creatures.iter().any(|creature| creature.at == cell && creature.lies())
    }

    /// Takes actions out of a pool.
    pub fn pay(&mut self, who: Id, actions: u8) {
        let creature = self.creature_mut(who);
        creature.actions = creature.actions.saturating_sub(actions);
        let left = creature.actions > 0;
        self.marks.pool.set(who, left);
    }

    skirmish_bookkit::bytes!(creatures, strikes, effects, dropped);

    /// A number nobody has had.
    pub fn number(&mut self) -> u16 {
        self.serial = self.serial.wrapping_add(1);
        self.serial
    }

    /// Works out anew whether the rules of a check have to ask further about somebody. Whoever changes its states or
    /// what it has announced does this.
    pub fn touch(&mut self, who: Id) {
        let affected = self.creature(who).is_affected();
        self.marks.affected.set(who, affected);
    }

    /// Ends the battle by a rule.
    pub fn end(&mut self, winner: Option<Side>, by: RuleId) {
        self.ended = Some(Outcome { winner, rule: by });
    }
}
