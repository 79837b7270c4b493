//! What may be chosen: questions, answers, and which answers are legal.

mod judge;
mod options;
mod refusal;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::Hex;
use skirmish_kernel::Id;

pub use judge::{As, judge, judge_act, judge_price, judge_use};
pub use options::{candidates, has_anything as has_anything_to_choose, options, standing};
pub use refusal::Forbidden;

use crate::setup::Setup;
use crate::sheet::Cost;
use crate::state::{Cease, Gait, Spent, State, Trigger};

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

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Combat has not begun: does anybody do anything? (`dp.prompt`)
    Calm,
    /// After an hour of binding. (`dp.fatigue_continue`)
    Fatigue {
        /// Difficulty of the check to go on.
        dc: i32,
    },
    /// Your turn. (`dp.initiate`)
    Initiate {
        /// May the running actions be played first? (`dp.order`)
        running: bool,
    },
    /// One segment of movement. (`dp.path`)
    Path {
        /// How.
        gait: Gait,
        /// Hexes of the segment.
        hexes: u8,
        /// Bonus hexes left.
        bonus: u8,
        /// Where it is headed.
        heading: Option<Hex>,
    },
    /// An attack is about to reach you. (`dp.counter`)
    Counter {
        /// Which.
        flight: u16,
    },
    /// Take the Reaction? (`dp.reaction`)
    Reaction {
        /// Against which attack.
        flight: u16,
    },
    /// Spoil this attack with the Dodge? (`dp.dodge_which`)
    DodgeWhich {
        /// Which attack.
        flight: u16,
    },
    /// The trigger has come. (`dp.ready_trigger`)
    Trigger,
    /// Trade what is unused? (`dp.unused`)
    Unused {
        /// Places that may be gained.
        up: u8,
        /// May the top of the next round be bought?
        top: bool,
    },
    /// Where to push. (`dp.pushback_direction`)
    Reposition {
        /// Whom.
        victim: Id,
    },
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

/// Would one more action and so many Swifts to improve it stay within the Swifts of a round? (`action.swift_limit`)
#[inline]
#[must_use]
pub fn within_swifts(g: &Setup, spent: &Spent, cost: Cost, swifts: u8) -> bool {
    let more = i32::from(swifts) + i32::from(cost == Cost::Swift);
    more == 0 || i32::from(spent.swift) + more <= g.rules.swift_limit
}

/// Can so much have been spent in one round?
#[must_use]
pub fn is_possible(g: &Setup, spent: Spent) -> bool {
    Spent::fits(spent.full.into(), spent.standard.into(), spent.moves.into())
        && i32::from(spent.swift) <= g.rules.swift_limit
}

/// May one more action be added to what is spent? (`action.budget`, `action.swift_limit`)
///
/// The Full, Standard and Move actions of a round must be contained in Full, Standard + Move or Move + Move.
#[inline(always)]
#[must_use]
pub fn affordable(g: &Setup, spent: &Spent, cost: Cost, swifts: u8) -> bool {
    let with = |spent: u8, kind| u16::from(spent) + u16::from(cost == kind);
    let free = with(spent.free, Cost::Free);
    Spent::fits(with(spent.full, Cost::Full), with(spent.standard, Cost::Standard), with(spent.moves, Cost::Move))
        && (free <= 1 || g.rules.free_limit == crate::rules::FreeLimit::Unlimited)
        && within_swifts(g, spent, cost, swifts)
}

/// Can anything more be paid for? A Move is the cheapest part of the budget, and a Swift the last to run out.
#[inline]
#[must_use]
pub fn is_solvent(g: &Setup, spent: &Spent, has_free: bool) -> bool {
    let payable = |cost| affordable(g, spent, cost, 0);
    payable(Cost::Move) || payable(Cost::Swift) || payable(Cost::Standard) || has_free && payable(Cost::Free)
}

impl Spent {
    /// Are so many Full, Standard and Move actions contained in Full, Standard + Move or Move + Move?
    /// (`action.budget`)
    #[inline]
    #[must_use]
    pub fn fits(full: u16, standard: u16, moves: u16) -> bool {
        // A Full weighs as much as the two others of a round.
        2 * full + standard + moves <= 2 && standard <= 1
    }

    /// Counts one more action.
    #[inline]
    pub fn add(&mut self, cost: Cost) {
        let count = match cost {
            Cost::Full => &mut self.full,
            Cost::Standard => &mut self.standard,
            Cost::Move => &mut self.moves,
            Cost::Swift => &mut self.swift,
            Cost::Free => &mut self.free,
        };
        *count = count.saturating_add(1);
    }
}

/// Pays for an action and starts its cooldown; gives what it cost.
#[inline(always)]
pub fn pay(g: &Setup, s: &mut State, who: Id, act: &Act) -> Cost {
    let round = s.time.round;
    let cost = crate::turn::paid(g, who, act);
    let mut swifts = act.swifts;
    if let What::Ability(index) = act.what {
        let ability = g.ability(index);
        if ability.kind == crate::sheet::AbilityKind::Weapon {
            let held = s.creature_mut(who).in_hand.replace(index);
            let changed = held.is_some_and(|held| held != index);
            let dearer = changed && g.rules.gear_handling == crate::rules::GearHandling::Swift;
            swifts = swifts.saturating_add(u8::from(dearer));
        }
        start_cooldown(s, who, index, round, ability.cooldown);
    }
    s.spend(g, who, |spent| {
        spent.add(cost);
        spent.swift = spent.swift.saturating_add(swifts);
    });
    cost
}

/// An ability used in `round` with cooldown c is free again in round `round + c + 1`. (`cooldown.count`)
#[inline]
pub fn start_cooldown(s: &mut State, who: Id, index: u8, round: u32, cooldown: u32) {
    if cooldown == 0 {
        return;
    }
    let free_from = round.saturating_add(cooldown).saturating_add(1);
    let creature = s.creature_mut(who);
    creature.cooldowns.retain(|(i, from)| *i != index && *from > round);
    // Cooldowns that have run out are dropped above; a creature has at most sixteen abilities that need one, which is
    // checked when its sheet is read.
    let _ = creature.cooldowns.try_push((index, free_from));
}

/// First round in which an ability may be used again, if it may not be now.
#[must_use]
#[inline]
pub fn barred_until(s: &State, who: Id, index: u8) -> Option<u32> {
    s.creature(who).cooldowns.iter().find(|(i, from)| *i == index && *from > s.time.round).map(|(_, from)| *from)
}
