//! Only what play changes.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids, Outcome, Side};

use crate::catalogue::StatusStack;

use super::{Grade, Patch, Resistance, Setup, Signal, Status};

words! {
    /// How somebody is.
    pub enum Condition {
        /// Up and about, or prone.
        Conscious = "conscious",
        /// Below zero, and not dead.
        Unconscious = "unconscious",
        /// Dead, or out of the fight.
        Dead = "dead",
        /// Has left the fight, or fled.
        Left = "left",
        /// Has not been called, or has vanished.
        Away = "away",
    }
}

/// What the next step does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// A round begins. (`round.start-phase`)
    Round,
    /// The turn of a place begins.
    Start,
    /// Something is done in a turn.
    Act,
    /// Death saves. (`death.save`)
    Saves,
    /// Everybody may leave, and the round ends. (`round.end-phase`, `round.end`)
    Leave,
}

/// A place in the order of turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// Whose it is.
    pub who: Id,
    /// Is its owner gone, so that only durations run down here? (`ruling.ownerless`)
    pub left: bool,
    /// The initiative by which it was dealt: another one counts from the next round on. (`turn-order.recalculate`)
    pub value: i16,
}

/// What somebody has done in this turn. (`turn.groups`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each part of a turn is done or not")]
pub struct Done {
    /// Has a move begun?
    pub moved: bool,
    /// Has something been done since it began, so that it is over?
    pub closed: bool,
    /// Does the second move take the place of the action? (`run`)
    pub runs: bool,
    /// Has something been done before the first move?
    pub before: bool,
    /// Something that may be the action or the rapid action: what comes next decides.
    pub either: bool,
    /// The regular action.
    pub acted: bool,
    /// The rapid action.
    pub rapid: bool,
    /// The prepared action.
    pub prepared: bool,
    /// The whole turn.
    pub full: bool,
    /// Is the rest of it lost? (`death.unconscious`, `transform.unwilling`)
    pub lost: bool,
    /// Half-squares of movement that are spent.
    pub spent: i16,
    /// Does the next diagonal count twice? (`map.distance`)
    pub odd: bool,
}

/// What waits for its trigger. (`prepared.trigger`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ready {
    /// Which ability.
    pub ability: u8,
    /// The middle of the area that was chosen, if one was.
    pub at: Option<Square>,
    /// What it waits for, where that is chosen.
    pub event: Option<Signal>,
}

/// A form, and what somebody was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Worn {
    /// Which, among those of the setup.
    pub form: u8,
    /// Health before. (`transform.return-health`)
    pub kept: i16,
}

/// The most forms over each other.
pub const MOST_WORN: usize = 3;

skirmish_bookkit::state! {
    /// A combatant as it is now.
    #[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub struct Creature {
        /// The top left square of its body.
        pub at: Square,
        /// Metres above the ground.
        pub altitude: i16,
        /// Health; may be below 0.
        pub health: i16,
        /// Energy that is left.
        pub energy: i16,
        /// Damage that it has ever taken. (`death.instant`)
        pub taken: i16,
        /// How it is.
        pub condition: Condition,
        /// Does it lie on the ground?
        pub prone: bool,
        /// Which weapon set is in hand.
        pub set: u8,
        /// How many rounds in a row it has been unconscious. (`death.save.thresholds`)
        pub rounds: u8,
        /// Does it let the next harm of an ally happen? (`ruling.willing`)
        pub willing: bool,
        /// More of a resistance against what is being aimed at it.
        pub guard: Option<(Resistance, i16)>,
        /// What it has prepared.
        pub ready: Option<Ready>,
        /// The forms that it has.
        pub worn: ArrayVec<Worn, MOST_WORN>,
        /// Which of the things that lie on squares have acted on it in this turn, a bit for each.
        pub touched: u32,
        /// What the game master says of its cover.
        pub cover: Option<Grade>,
    }
}

impl Creature {
    /// Is it on the map, and alive?
    #[inline]
    pub fn is_here(&self) -> bool {
        matches!(self.condition, Condition::Conscious | Condition::Unconscious)
    }

    /// Is it conscious?
    #[inline]
    pub fn is_up(&self) -> bool {
        self.condition == Condition::Conscious
    }

    /// Does it lie on the ground, or count as if it did? (`death.unconscious-prone`)
    #[inline]
    pub fn is_prone(&self) -> bool {
        self.prone || self.condition == Condition::Unconscious
    }
}

/// An effect that runs. (`duration.hits`, `duration.rounds`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Which.
    pub status: Status,
    /// On whom.
    pub on: Id,
    /// Whose it is; nobody's where the place or the game master has laid it.
    pub owner: Option<Id>,
    /// Hits, or else rounds.
    pub hits: bool,
    /// How many are left; 0 hits run to the end of the turn.
    pub left: u8,
    /// How strong.
    pub strength: i16,
    /// Which resistance it guards.
    pub resistance: Resistance,
    /// From where it sees or hears.
    pub at: Option<Square>,
}

impl Running {
    /// One that runs for so many rounds of its owner, and has no strength.
    pub fn for_rounds(status: Status, on: Id, owner: Id, left: u8) -> Self {
        let (hits, strength, resistance, at) = (false, 0, Resistance::Parry, None);
        Self { status, on, owner: Some(owner), hits, left, strength, resistance, at }
    }
}

/// The most effects that run at once.
pub const MOST_RUNNING: usize = 250;

/// The most things that lie on squares.
pub const MOST_PATCHES: usize = 32;

skirmish_bookkit::state! {
    /// A battle between two steps, and in the middle of one.
    #[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub struct State {
        /// 0 before the first.
        pub round: u32,
        /// What the next step does.
        pub stage: Stage,
        /// Which place of the order has its turn, or has it next.
        pub turn: u8,
        /// What has been done in this turn so far: names the coming step.
        pub acts: u16,
        /// What the one whose turn it is has done.
        pub done: Done,
        /// Who has had a turn in this round. (`turn-order.one-turn`)
        pub had: Ids,
        /// Sides that are ambushed now, and in the next round, a bit for each. (`ambush`)
        pub ambushed: u64,
        /// The next round's.
        pub ambush: u64,
        /// Who acts in turn.
        pub order: Vec<Slot>,
        /// What each side has thrown for ties; 0 where it has not. (`turn-order.side-tie.roll`)
        pub ranks: Vec<u32>,
        /// Of two sides the first goes before the second, by dice that they threw for somebody who came late. (`summon.first-turn`)
        pub late: Vec<[Side; 2]>,
        /// In which order allies go who have the same initiative.
        pub agreed: Vec<Id>,
        /// One for each sheet.
        pub creatures: Vec<Creature>,
        /// Effects that run.
        pub running: Vec<Running>,
        /// What lies on squares.
        pub patches: Vec<Patch>,
        /// In mid-step: somebody is on the way through another's square.
        pub passing: bool,
        /// Who is conscious and on the map.
        pub able: Ids,
        /// In mid-step: who has fallen unconscious or died, and has not been seen to. (`prepared.trigger`)
        pub fell: Ids,
        /// Does the order of turns hold for the next round, whatever comes? Not where people come or go, or change.
        pub settled: bool,
        /// Who has prepared something.
        pub waiting: Ids,
        /// Ended by the rules or the game master.
        pub ended: Option<Outcome>,
    }
}

impl State {
    /// The place that has its turn.
    #[inline]
    pub fn slot(&self) -> Option<Slot> {
        self.order.get(usize::from(self.turn)).copied()
    }

    /// Whose turn it is, once it has begun.
    #[inline]
    pub fn active(&self) -> Option<Id> {
        let slot = self.slot().filter(|slot| !slot.left);
        slot.filter(|_| matches!(self.stage, Stage::Act | Stage::Start)).map(|slot| slot.who)
    }

    /// Everybody on the map who is alive.
    pub fn here(&self) -> impl Iterator<Item = Id> + Clone + '_ {
        let here = |at: &usize| self.creatures[*at].is_here();
        (0..self.creatures.len()).filter(here).map(Id::new)
    }

    /// Is it conscious and on the map?
    #[inline]
    pub fn is_able(&self, id: Id) -> bool {
        self.able.has(id)
    }

    /// Somebody has prepared this, or nothing any more.
    pub fn get_ready(&mut self, who: Id, ready: Option<Ready>) {
        self.creature_mut(who).ready = ready;
        self.waiting.set(who, ready.is_some());
    }

    /// Somebody is unconscious for the so manieth round; what was prepared is lost, and so is the rest of its own turn, whoever
    /// wakes it. (`death.unconscious`)
    pub fn lose_consciousness(&mut self, who: Id, rounds: u8) {
        self.done.lost |= self.active() == Some(who);
        self.fell.set(who, true);
        let creature = self.creature_mut(who);
        (creature.condition, creature.rounds) = (Condition::Unconscious, rounds);
        self.able.set(who, false);
        self.get_ready(who, None);
    }

    /// What lies somewhere is gone. The others move up: what has acted on whom in this turn is kept. (`ruling.ground-effects`)
    pub fn take_patch(&mut self, at: usize) -> Patch {
        let below = (1u32 << at) - 1;
        for creature in &mut self.creatures {
            creature.touched = creature.touched & below | creature.touched >> 1 & !below;
        }
        self.patches.remove(at)
    }

    /// The same of everything that is meant.
    pub fn clear_patches(&mut self, gone: impl Fn(&Patch) -> bool) {
        while let Some(at) = self.patches.iter().position(&gone) {
            self.take_patch(at);
        }
    }

    /// How strong an effect is on somebody; 0 without one.
    #[inline]
    pub fn strength(&self, g: &Setup, on: Id, status: Status) -> i32 {
        if self.running.is_empty() { 0 } else { self.strongest(g, |one| one.on == on && one.status == status) }
    }

    /// How strong those are together that are meant: as the strongest, unless a table adds. (`ruling.status`)
    #[inline(never)]
    pub fn strongest(&self, g: &Setup, meant: impl Fn(&Running) -> bool) -> i32 {
        let all = self.running.iter().filter(|one| meant(one)).map(|one| i32::from(one.strength));
        if g.rules.status_stack == StatusStack::Max { all.max().unwrap_or(0) } else { all.sum() }
    }

    /// Is an effect on somebody?
    #[inline]
    pub fn has(&self, on: Id, status: Status) -> bool {
        !self.running.is_empty() && self.running.iter().any(|one| one.on == on && one.status == status)
    }

    skirmish_bookkit::bytes!(creatures, order, ranks, late, agreed, running, patches);
}

impl Creature {
    /// Somebody as its sheet has it.
    pub fn new(g: &Setup, id: Id) -> Self {
        let sheet = g.sheet(id);
        Self {
            at: sheet.at,
            altitude: sheet.altitude,
            health: sheet.health,
            energy: sheet.energy,
            taken: 0,
            condition: match () {
                () if sheet.reserve.is_some() => Condition::Away,
                () if sheet.health < 0 => Condition::Unconscious,
                () => Condition::Conscious,
            },
            prone: sheet.prone,
            set: 0,
            rounds: 0,
            willing: false,
            guard: None,
            ready: None,
            worn: ArrayVec::new(),
            touched: 0,
            cover: None,
        }
    }
}
