//! Only what play changes.

mod creature;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_bookkit::people::Touched;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids, Outcome};

use crate::model::{AreaKind, Condition, Setup};

pub use creature::*;

/// Which part of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Phase {
    /// Initiative is about to be rolled.
    #[default]
    Initiative,
    /// Rounds.
    Combat,
}

/// Which part of a turn comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Stage {
    /// What happens when it begins.
    #[default]
    Start,
    /// Its actions, one a step.
    Actions,
    /// What happens when it ends.
    End,
}

skirmish_bookkit::state! {
    /// A battle between two steps, and in the middle of one.
    #[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    pub struct State {
        /// Before the first round, or in one.
        pub phase: Phase,
        /// 0 before the first.
        pub round: u32,
        /// Is the round's beginning still to come?
        pub fresh: bool,
        /// Place in the order of whoever's turn it is.
        pub turn: u8,
        /// What comes next in that turn.
        pub stage: Stage,
        /// Actions taken in that turn: names the coming step.
        pub acts: u16,
        /// Who acts first, second …; riders' mounts have no place. (`round.order`)
        pub order: ArrayVec<Id, { Id::MOST }>,
        /// One for each sheet.
        pub creatures: Vec<Creature>,
        /// Who is standing and can act: kept with wounds and departures.
        pub able: Ids,
        /// Those to whom something special may apply.
        #[serde(skip)]
        pub touched: Touched,
        /// Who has used the reaction of this turn. (`reaction.per-turn`)
        pub reacted: Ids,
        /// Who has defended itself in this turn.
        pub defended: Ids,
        /// Who has attacked whom this round: attackers by target.
        pub attacked: Vec<Ids>,
        /// What spells have left on the ground, oldest first.
        pub areas: Vec<Area>,
        /// Second causes of what somebody has already: they wait for the end of the first.
        #[serde(default)]
        pub also: Vec<Also>,
        /// Checks that the game master has called for.
        pub requests: Vec<Request>,
        /// Conjured matter that somebody has swallowed and that is not mana again yet. (`ethereal.absorbed`)
        #[serde(default)]
        pub absorbed: ArrayVec<Absorbed, 4>,
        /// Number of the next area or lasting spell.
        pub serial: u16,
        /// Ended by the game master, or by the rounds being over.
        pub ended: Option<Outcome>,
    }
}

/// What a spell has left on the ground. (`field.trigger`, `zone.trigger`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Area {
    /// Its number; its caster's concentration names it.
    pub serial: u16,
    /// Who cast it.
    pub caster: Id,
    /// The spell.
    pub ability: u8,
    /// At which level.
    pub level: u8,
    /// Field or zone.
    pub kind: AreaKind,
    /// Its middle.
    pub at: Square,
    /// Metres.
    pub radius: u8,
    /// The number its targets save against.
    pub dc: i32,
    /// Rounds that it still lasts, counted as its caster begins a turn; 0 where something else ends it.
    pub rounds: u16,
}

/// A condition that somebody has from another cause already, and which may outlast that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Also {
    /// Whose.
    pub who: Id,
    /// What is left of it when nothing stronger is there.
    pub condition: Condition,
}

/// Conjured matter in somebody's body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Absorbed {
    /// Whose.
    pub who: Id,
    /// Of which tier.
    pub tier: u8,
    /// Rounds until it is mana again.
    pub rounds: u16,
}

impl State {
    /// Whose turn it is.
    pub fn active(&self) -> Option<Id> {
        match self.phase {
            Phase::Combat if !self.fresh => self.order.get(usize::from(self.turn)).copied(),
            _ => None,
        }
    }

    /// Can it act and react?
    #[inline]
    pub fn is_able(&self, id: Id) -> bool {
        self.able.has(id)
    }

    /// Is the turn of one who is acting that one's, too? A mount's is its rider's; one that has lost its rider in this turn has no other
    /// before the next round, and one that was mounted after its own has had it. (`mount.initiative`)
    pub fn acts_with(&self, acting: Id, who: Id) -> bool {
        let now = self.creature(who);
        match now.rider {
            Some(rider) => rider == acting && (now.spent.in_turn || self.stage == Stage::Start),
            None => now.spent.in_turn && who != acting && !self.order.contains(&who),
        }
    }

    /// Somebody is in the saddle no longer. A mount that was still to act with its rider in this round acts right after it. (`round.composition`)
    pub fn unseat(&mut self, rider: Id) {
        let Some(mount) = self.creature_mut(rider).mount.take() else { return };
        self.creature_mut(mount).rider = None;
        let begun = [rider, mount].iter().any(|id| self.creature(*id).spent.in_turn);
        let place = self.order.iter().position(|id| *id == rider);
        if let Some(place) = place.filter(|place| *place >= usize::from(self.turn) && !begun) {
            // A mount under its rider has had no place.
            let _ = self.order.try_insert(place + 1, mount);
        }
    }

    /// Is it on the board at all?
    pub fn is_here(&self, id: Id) -> bool {
        !self.creature(id).gone
    }

    /// Has it its reaction of this turn left?
    pub fn can_react(&self, id: Id) -> bool {
        self.is_able(id) && !self.reacted.has(id)
    }

    /// Who stands in a cell, riders before their mounts.
    pub fn standing_in(&self, cell: Square) -> Option<Id> {
        self.standing().find(|(at, _)| *at == cell).map(|(_, who)| who)
    }

    /// The cells in which somebody stands, and who, in the order of the encounter; a rider stands for its mount.
    pub fn standing(&self) -> impl Iterator<Item = (Square, Id)> {
        let standing = self.creatures.iter().enumerate().filter(|(_, here)| !here.gone && !here.wounds.is_out);
        standing.map(|(id, here)| (here.at, here.rider.unwrap_or(Id::new(id))))
    }

    skirmish_bookkit::bytes!(creatures, areas, attacked, also, requests);

    /// A number nobody has had.
    pub fn number(&mut self) -> u16 {
        self.serial = self.serial.wrapping_add(1);
        self.serial
    }

    /// Works out anew who can act: whoever is here, conscious and has not been taken out.
    pub fn muster(&mut self, g: &Setup) {
        self.able = g.ids().filter(|id| !self.creature(*id).gone && !self.creature(*id).wounds.is_out).collect();
    }

    /// Remembers that somebody has attacked somebody this round.
    pub fn remember_attack(&mut self, by: Id, on: Id) {
        if self.attacked.len() <= on.index() {
            self.attacked.resize(on.index() + 1, Ids::NONE);
        }
        self.attacked[on.index()].set(by, true);
    }

    /// Who has attacked somebody this round.
    pub fn attackers_of(&self, on: Id) -> Ids {
        self.attacked.get(on.index()).copied().unwrap_or(Ids::NONE)
    }
}
