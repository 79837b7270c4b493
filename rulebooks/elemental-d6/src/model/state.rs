//! Only what play changes.

mod marks;
mod underway;

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_bookkit::{state, words};
use skirmish_grid::Hex;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Ids, Outcome};

use crate::model::{Fatigue, Kind, Sheet};

pub use marks::Marks;
pub use underway::{Built, Counter, Flight, Gait, Push, Readied, Running, Sight, Trigger, When};

/// A moment: round and segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Time {
    /// 0 before combat.
    pub round: u32,
    /// 1 to 3.
    pub segment: u8,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, segment {}", self.round, self.segment)
    }
}

impl Time {
    /// `n` segments later.
    pub fn after(self, n: u32) -> Self {
        let at = u64::from(self.round) * 3 + u64::from(self.segment.max(1) - 1) + u64::from(n);
        Self { round: u32::try_from(at / 3).unwrap_or(u32::MAX), segment: (at % 3) as u8 + 1 }
    }

    /// The same segment, `n` rounds later.
    pub fn rounds_later(self, n: u32) -> Self {
        Self { round: self.round.saturating_add(n), ..self }
    }
}

/// Which part of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Phase {
    /// Combat has not begun: `next` is asked next, `idle` have waited in a row.
    Calm {
        /// Whose turn to say something.
        next: u8,
        /// How many have waited since somebody did something.
        idle: u8,
    },
    /// Initiative is about to be rolled.
    #[default]
    Initiative,
    /// Rounds.
    Combat,
}

state! {
    /// A battle between two steps, and in the middle of one.
    #[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    pub struct State {
        /// Before combat, or in it.
        pub phase: Phase,
        /// Now.
        pub time: Time,
        /// Place in the running segment's order of who acts next.
        pub turn: u8,
        /// Is the segment's beginning still to come?
        pub fresh: bool,
        /// Who acts first, second …: the lasting ranking.
        pub ranking: ArrayVec<Id, { Id::MOST }>,
        /// The running segment's order: the ranking when it began, with those who bought the top.
        pub order: ArrayVec<Id, { Id::MOST }>,
        /// Is that order the ranking as it stands?
        pub ordered: bool,
        /// One for each sheet.
        pub creatures: Vec<Creature>,
        /// Has anybody bought the top of the next round's first segment? Then its order is looked at.
        pub topped: bool,
        /// Are there two sides left that can and will fight? Kept by `State::muster`.
        pub contested: bool,
        /// Is there anything to see to before the next turn: the time before combat, somebody new, a check that is called for, an end?
        /// Kept by `State::look_around`.
        pub interrupted: bool,
        /// Who is able, who has had its turn, and the like.
        pub marks: Marks,
        /// Attacks and effects on their way, oldest first.
        pub flights: Vec<Flight>,
        /// Pushes that go on, oldest first.
        pub pushes: Vec<Push>,
        /// What has been built, oldest first.
        pub structures: Vec<Built>,
        /// Checks that the game master has called for.
        pub requests: ArrayVec<Request, 8>,
        /// Number of the next flight, push, structure or action.
        pub serial: u16,
        /// Ended by the game master.
        pub ended: Option<Outcome>,
    }
}

state! {
    /// What play changes of one combatant.
    #[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    pub struct Creature {
        /// Hit points; may be negative.
        pub hp: i32,
        /// Its hit points when unhurt, if the sheet gives dice for them and they have been rolled.
        pub hp_rolled: Option<i32>,
        /// Where.
        pub at: Hex,
        /// Taken out of the battle by the game master.
        pub gone: bool,
        /// Has it stopped fighting?
        pub ceased: Option<Cease>,
        /// Spent this round.
        pub spent: Spent,
        /// Has it bought the top of the next round's first segment? The number orders several of them.
        pub top: Option<u16>,
        /// Movement that goes on, oldest first.
        pub moves: ArrayVec<Running, 4>,
        /// The counter it has declared.
        pub counter: Option<Counter>,
        /// What it waits to do.
        pub readied: Option<Readied>,
        /// The weapon it used last, for tables where changing weapons costs something.
        pub in_hand: Option<u8>,
        /// Conditions, one of each kind.
        pub conditions: ArrayVec<Condition, { Kind::ALL.len() }>,
        /// Abilities that may not be used: which, and from which round they may again.
        pub cooldowns: ArrayVec<(u8, u32), 16>,
        /// First segment of round 1 in which it can act.
        pub acts_from: u8,
        /// Sixes of its initiative roll; `None` until it has rolled.
        pub score: Option<u8>,
        /// Has it gone unseen once, in the calm?
        pub sneaked: bool,
        /// Whom it knows of.
        pub aware_of: Ids,
        /// The game master's circumstances.
        pub circumstances: Circumstances,
        /// Long binding.
        pub binding: Binding,
    }
}

impl Creature {
    /// What a combatant is when it enters the battle.
    pub fn newcomer(sheet: &Sheet) -> Self {
        let Fatigue { checks, exhausted } = sheet.fatigue;
        let tired = Condition { kind: Kind::Exhausted, until: None, since: Time::default(), amount: 0 };
        Self {
            hp: sheet.hp,
            at: sheet.at,
            acts_from: 1,
            aware_of: sheet.aware_of,
            binding: Binding { hours: 0, checks, barred: exhausted },
            conditions: exhausted.then_some(tired).into_iter().collect(),
            ..Self::default()
        }
    }

    /// What long binding has left, until a night's rest.
    pub fn fatigue(&self) -> Fatigue {
        Fatigue { checks: self.binding.checks, exhausted: self.binding.barred || self.has(Kind::Exhausted) }
    }

    /// Has it a condition?
    #[inline]
    pub fn has(&self, kind: Kind) -> bool {
        self.conditions.iter().any(|c| c.kind == kind)
    }
}

words! {
    /// A declaration that it fights no more.
    pub enum Cease {
        Surrender = "surrender": "Gives itself up.",
        Flee = "flee": "Runs.",
        Stop = "stop": "Stops.",
    }
}

/// A condition somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// Which.
    pub kind: Kind,
    /// It ends at the start of this segment; `None`: only when something ends it.
    pub until: Option<Time>,
    /// When it took hold.
    pub since: Time,
    /// Bleeding: hit points lost each round.
    pub amount: u8,
}

/// What has been spent this round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Full actions.
    pub full: u8,
    /// Standard actions.
    pub standard: u8,
    /// Move actions.
    pub moves: u8,
    /// Swift actions.
    pub swift: u8,
    /// Free actions, this segment.
    pub free: u8,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [(self.full, "Full"), (self.standard, "Standard"), (self.moves, "Move"), (self.swift, "Swift")];
        let said: Vec<String> = counts
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, word)| if *n == 1 { (*word).to_owned() } else { format!("{n} {word}") })
            .collect();
        if said.is_empty() { f.write_str("nothing spent") } else { write!(f, "spent: {}", list(&said)) }
    }
}

/// A check that the game master has called for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Of whom.
    pub who: Id,
    /// 0 to 3: which ability; 4: Stealth.
    pub stat: u8,
    /// Difficulty.
    pub dc: i32,
}

/// What the game master has set by hand; nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Circumstances {
    /// On its attacks: above 0 advantage, below disadvantage.
    pub attack: i8,
    /// On its defensive rolls.
    pub defence: i8,
    /// On its ability checks.
    pub check: i8,
    /// On its damage rolls.
    pub damage: i8,
    /// Added to its offensive scores.
    pub extra_attack: i16,
    /// Added to its defensive scores.
    pub extra_defence: i16,
    /// Cover of this creature against everybody: as the map says, or by hand.
    pub cover: Option<bool>,
    /// Concealment of this creature from everybody, 0 to 3.
    pub concealment: Option<u8>,
    /// It sees nobody.
    pub cannot_see: bool,
    /// It takes no Reaction.
    pub helpless: bool,
}

/// Long binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Binding {
    /// Hours kept up since the last pause.
    pub hours: u16,
    /// Checks made since the last night's rest.
    pub checks: u16,
    /// No long binding until a night's rest.
    pub barred: bool,
}

impl State {
    skirmish_bookkit::bytes!(creatures, flights, pushes, structures);

    /// Takes the next serial number.
    #[inline]
    pub fn number(&mut self) -> u16 {
        // 0 is no number: see `turn::run_on`.
        self.serial = self.serial.checked_add(1).unwrap_or(1);
        self.serial
    }

    /// Who stands in a hex (the fallen do not count).
    #[inline]
    pub fn standing_in(&self, hex: Hex) -> Option<Id> {
        self.marks.able.iter().find(|id| self.creature(*id).at == hex)
    }

    /// Is there any attack, push or structure on its way?
    #[inline]
    pub fn anything_flies(&self) -> bool {
        // One look at all three: most of the time there is none of them.
        self.flights.len() | self.pushes.len() | self.structures.len() != 0
    }

    /// Is there anything at all that somebody could have running?
    #[inline]
    pub fn anything_runs(&self, who: Id) -> bool {
        self.anything_flies() || self.marks.moving.has(who)
    }

    /// Nothing that is on its way has played this segment.
    pub fn play_again(&mut self) {
        self.flights.iter_mut().for_each(|f| f.played = false);
        self.pushes.iter_mut().for_each(|p| p.played = false);
        self.structures.iter_mut().for_each(|b| b.played = false);
    }

    /// The segment's order is the ranking as it stands now.
    #[inline]
    pub fn fix_order(&mut self) {
        // Whatever changes the one or the other says so.
        if !self.ordered {
            self.order.clone_from(&self.ranking);
            self.ordered = true;
        }
    }

    /// Is a push upon it not yet complete?
    #[inline]
    pub fn is_pushed(&self, id: Id) -> bool {
        self.pushes.iter().any(|p| p.victim == id)
    }

    /// A flight by its number.
    #[inline(always)]
    pub fn flight(&self, serial: u16) -> Option<&Flight> {
        // The one that is asked for is mostly the newest.
        match self.flights.last() {
            Some(newest) if newest.serial == serial => Some(newest),
            _ => self.flights.iter().find(|f| f.serial == serial),
        }
    }

    /// A flight by its number, to change.
    #[inline(always)]
    pub fn flight_mut(&mut self, serial: u16) -> Option<&mut Flight> {
        let newest = self.flights.len().wrapping_sub(1);
        let at = match self.flights.last() {
            Some(flight) if flight.serial == serial => newest,
            _ => self.flights.iter().position(|f| f.serial == serial)?,
        };
        self.flights.get_mut(at)
    }

    /// An attack has come to its end.
    #[inline(always)]
    pub fn end_flight(&mut self, serial: u16) {
        match self.flights.last() {
            Some(newest) if newest.serial == serial => drop(self.flights.pop()),
            _ => self.flights.retain(|f| f.serial != serial),
        }
    }

    /// Has it a condition?
    #[inline]
    pub fn has(&self, id: Id, kind: Kind) -> bool {
        self.is_affected(id) && self.creature(id).has(kind)
    }

    /// Has this creature's first chance to act not come yet?
    #[inline]
    pub fn is_late(&self, id: Id) -> bool {
        self.time.round == 1 && self.time.segment < self.creature(id).acts_from
    }
}
