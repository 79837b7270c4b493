//! Only what play changes.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::Hex;
use skirmish_kernel::{Id, Ids, Outcome};

use crate::actions::Act;
use crate::conditions::Condition;
use crate::setup::Setup;
use crate::sheet::Kind;

/// A moment: round and segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Time {
    /// 0 before combat.
    pub round: u32,
    /// 1 to 3.
    pub segment: u8,
}

impl Time {
    /// `n` segments later.
    #[must_use]
    pub fn after(self, n: u32) -> Self {
        let at = u64::from(self.round) * 3 + u64::from(self.segment.max(1) - 1) + u64::from(n);
        Self { round: u32::try_from(at / 3).unwrap_or(u32::MAX), segment: (at % 3) as u8 + 1 }
    }

    /// The same segment, `n` rounds later.
    #[must_use]
    pub fn rounds_later(self, n: u32) -> Self {
        Self { round: self.round.saturating_add(n), ..self }
    }
}

/// Which part of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Combat has not begun: `next` is asked next, `idle` have waited in a row.
    Calm {
        /// Whose turn to say something.
        next: u8,
        /// How many have waited since somebody did something.
        idle: u8,
    },
    /// Initiative is about to be rolled.
    Initiative,
    /// Rounds.
    Combat,
}

/// A battle between two steps, and in the middle of one.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
    /// One for each sheet.
    pub creatures: Vec<Creature>,
    /// Attacks and effects on their way, oldest first.
    pub flights: Vec<Flight>,
    /// Pushes that go on, oldest first.
    pub pushes: Vec<Push>,
    /// What has been built, oldest first.
    pub structures: Vec<Built>,
    /// Checks that the game master has called for.
    pub called: ArrayVec<Called, 8>,
    /// Number of the next flight, push, structure or action.
    pub serial: u16,
    /// Ended by the game master.
    pub ended: Option<Outcome>,
}

// By hand, so that `clone_from` keeps the vectors' memory: a simulation resets its state for every fight.
impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            phase: self.phase,
            time: self.time,
            turn: self.turn,
            fresh: self.fresh,
            ranking: self.ranking.clone(),
            order: self.order.clone(),
            creatures: self.creatures.clone(),
            flights: self.flights.clone(),
            pushes: self.pushes.clone(),
            structures: self.structures.clone(),
            called: self.called.clone(),
            serial: self.serial,
            ended: self.ended,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.phase = source.phase;
        self.time = source.time;
        self.turn = source.turn;
        self.fresh = source.fresh;
        self.ranking.clone_from(&source.ranking);
        self.order.clone_from(&source.order);
        self.creatures.clone_from(&source.creatures);
        self.flights.clone_from(&source.flights);
        self.pushes.clone_from(&source.pushes);
        self.structures.clone_from(&source.structures);
        self.called.clone_from(&source.called);
        self.serial = source.serial;
        self.ended = source.ended;
    }
}

/// What play changes of one combatant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
    /// Has it initiated an action this segment?
    pub initiated: bool,
    /// Has it had its turn this segment?
    pub had_turn: bool,
    /// Has it bought the top of the next round's first segment? The number orders several of them.
    pub top: Option<u16>,
    /// Braced until the round ends.
    pub braced: bool,
    /// Movement that goes on, oldest first.
    pub moves: ArrayVec<Running, 4>,
    /// The counter it has declared.
    pub counter: Option<Counter>,
    /// What it waits to do.
    pub readied: Option<Readied>,
    /// Has it taken its free attack on somebody leaving, this segment (house rule)?
    pub opportunity: bool,
    /// The weapon it used last, for tables where changing weapons costs something.
    pub in_hand: Option<u8>,
    /// An unspent Dodge.
    pub dodge: bool,
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

/// A declaration that it fights no more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Cease {
    /// Gives itself up.
    Surrender,
    /// Runs.
    Flee,
    /// Stops.
    Stop,
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

/// Kinds of movement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Gait {
    /// Base speed over two segments.
    Move,
    /// One segment, straight.
    Dash,
    /// One segment, short; spoils one attack.
    Dodge,
    /// Swim speed over three segments.
    Swim,
    /// One hex, for a Swift.
    Step,
}

impl Gait {
    /// All five.
    pub const ALL: [Self; 5] = [Self::Move, Self::Dash, Self::Dodge, Self::Swim, Self::Step];

    /// `move`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Dash => "dash",
            Self::Dodge => "dodge",
            Self::Swim => "swim",
            Self::Step => "step",
        }
    }

    /// Segments it takes.
    #[must_use]
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
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counter {
    /// What it does.
    pub act: Act,
    /// Against which attack.
    pub against: u16,
}

/// A readied action.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

/// Kinds of triggers: the first two are actions, the others states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum When {
    /// It attacks.
    Attacks,
    /// It begins to move.
    Moves,
    /// It is in the next hex.
    Adjacent,
    /// There is a line of sight to it.
    InSight,
}

impl When {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Attacks, Self::Moves, Self::Adjacent, Self::InSight];

    /// `attacks`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Attacks => "attacks",
            Self::Moves => "moves",
            Self::Adjacent => "adjacent",
            Self::InSight => "in-sight",
        }
    }
}

/// An attack on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
    /// Is it meant for this creature, or has it met it?
    #[must_use]
    pub fn is_on(&self, who: Id) -> bool {
        self.bound == Some(who) || self.bound.is_none() && self.act.target == crate::actions::Target::Creature(who)
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

/// A check that the game master has called for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Called {
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
    /// One combatant.
    #[must_use]
    pub fn creature(&self, id: Id) -> &Creature {
        &self.creatures[id.index().min(self.creatures.len() - 1)]
    }

    /// One combatant, to change.
    pub fn creature_mut(&mut self, id: Id) -> &mut Creature {
        let last = self.creatures.len() - 1;
        &mut self.creatures[id.index().min(last)]
    }

    /// What it takes in memory, with everything reserved, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.creatures.capacity() * size_of::<Creature>()
            + self.flights.capacity() * size_of::<Flight>()
            + self.pushes.capacity() * size_of::<Push>()
            + self.structures.capacity() * size_of::<Built>()
    }

    /// Takes the next serial number.
    pub fn number(&mut self) -> u16 {
        // 0 is no number: see `turn::run_on`.
        self.serial = self.serial.checked_add(1).unwrap_or(1);
        self.serial
    }

    /// Hit points when unhurt: the sheet's, or as they were rolled.
    #[must_use]
    pub fn hp_max(&self, g: &Setup, id: Id) -> i32 {
        self.creature(id).hp_rolled.unwrap_or(g.sheet(id).hp_max)
    }

    /// Unable to fight.
    #[must_use]
    pub fn is_down(&self, g: &Setup, id: Id) -> bool {
        let c = self.creature(id);
        c.gone || c.hp <= crate::damage::down_at(g)
    }

    /// Able and willing.
    #[must_use]
    pub fn fights(&self, g: &Setup, id: Id) -> bool {
        !self.is_down(g, id) && self.creature(id).ceased.is_none()
    }

    /// Who stands in a hex (the fallen do not count).
    #[must_use]
    pub fn standing_in(&self, g: &Setup, hex: Hex) -> Option<Id> {
        g.ids().find(|id| self.creature(*id).at == hex && !self.is_down(g, *id))
    }

    /// Is a push upon it not yet complete?
    #[must_use]
    pub fn is_pushed(&self, id: Id) -> bool {
        self.pushes.iter().any(|p| p.victim == id)
    }

    /// A flight by its number.
    #[must_use]
    pub fn flight(&self, serial: u16) -> Option<&Flight> {
        self.flights.iter().find(|f| f.serial == serial)
    }

    /// Has it a condition?
    #[must_use]
    pub fn has(&self, id: Id, kind: Kind) -> bool {
        self.creature(id).conditions.iter().any(|c| c.kind == kind)
    }

    /// Has this creature's first chance to act not come yet?
    #[must_use]
    pub fn is_late(&self, id: Id) -> bool {
        self.time.round == 1 && self.time.segment < self.creature(id).acts_from
    }
}
