//! What an action costs: the budget of a round, Swifts, cooldowns; and which actions may be chosen.

mod judge;
mod options;
mod refusal;

pub use judge::{As, counter_reaches, judge, judge_act, judge_price, judge_use};
pub use options::{candidates, has_anything as has_anything_to_choose, options, pass, standing};
pub use refusal::{Forbidden, no_way};

use skirmish_kernel::Id;

use crate::catalogue::GearHandling;
use crate::model::{AbilityKind, Act, Cost, Setup, Spent, State};
use crate::rules::attack::Means;

/// Would one more action and so many Swifts to improve it stay within the Swifts of a round? (`action.swift_limit`)
#[inline]
pub fn within_swifts(g: &Setup, spent: &Spent, cost: Cost, swifts: u8) -> bool {
    let more = i32::from(swifts) + i32::from(cost == Cost::Swift);
    more == 0 || i32::from(spent.swift) + more <= g.rules.swift_limit
}

/// Can so much have been spent in one round?
pub fn is_possible(g: &Setup, spent: Spent) -> bool {
    Spent::fits(spent.full.into(), spent.standard.into(), spent.moves.into())
        && i32::from(spent.swift) <= g.rules.swift_limit
}

/// May one more action be added to what is spent? (`action.budget`, `action.swift_limit`)
///
/// The Full, Standard and Move actions of a round must be contained in Full, Standard + Move or Move + Move.
#[inline(always)]
pub fn affordable(g: &Setup, spent: &Spent, cost: Cost, swifts: u8) -> bool {
    let with = |spent: u8, kind| u16::from(spent) + u16::from(cost == kind);
    let free = with(spent.free, Cost::Free);
    Spent::fits(with(spent.full, Cost::Full), with(spent.standard, Cost::Standard), with(spent.moves, Cost::Move))
        && (free <= 1 || g.rules.free_limit == crate::catalogue::FreeLimit::Unlimited)
        && within_swifts(g, spent, cost, swifts)
}

/// Can anything more be paid for? A Move is the cheapest part of the budget, and a Swift the last to run out.
#[inline]
pub fn is_solvent(g: &Setup, spent: &Spent, has_free: bool) -> bool {
    let payable = |cost| affordable(g, spent, cost, 0);
    payable(Cost::Move) || payable(Cost::Swift) || payable(Cost::Standard) || has_free && payable(Cost::Free)
}

impl Spent {
    /// Are so many Full, Standard and Move actions contained in Full, Standard + Move or Move + Move?
    /// (`action.budget`)
    #[inline]
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

/// Pays for an action and starts its cooldown.
#[inline(never)]
pub fn pay(g: &Setup, s: &mut State, who: Id, act: &Act) {
    match Means::of(g, who, act) {
        Some(means) => _ = pay_with(g, s, who, act, means),
        None => spend(g, s, who, act.cost, act.swifts),
    }
}

/// The same of what is done with an ability; gives what it cost.
#[inline(always)]
pub fn pay_with(g: &Setup, s: &mut State, who: Id, act: &Act, means: Means) -> Cost {
    let mut swifts = act.swifts;
    if means.ability.kind == AbilityKind::Weapon {
        let held = s.creature_mut(who).in_hand.replace(means.index);
        let changed = held.is_some_and(|held| held != means.index);
        let dearer = changed && g.rules.gear_handling == GearHandling::Swift;
        swifts = swifts.saturating_add(u8::from(dearer));
    }
    if means.ability.cooldown > 0 {
        start_cooldown(s, who, means.index, means.ability.cooldown);
    }
    spend(g, s, who, means.cost, swifts);
    means.cost
}

#[inline(always)]
fn spend(g: &Setup, s: &mut State, who: Id, cost: Cost, swifts: u8) {
    s.spend(g, who, |spent| {
        spent.add(cost);
        spent.swift = spent.swift.saturating_add(swifts);
    });
}

/// An ability used in `round` with cooldown c is free again in round `round + c + 1`. (`cooldown.count`)
#[inline(never)]
fn start_cooldown(s: &mut State, who: Id, index: u8, cooldown: u32) {
    let round = s.time.round;
    let free_from = round.saturating_add(cooldown).saturating_add(1);
    let creature = s.creature_mut(who);
    creature.cooldowns.retain(|(i, from)| *i != index && *from > round);
    // Cooldowns that have run out are dropped above; a creature has at most sixteen abilities that need one, which is
    // checked when its sheet is read.
    let _ = creature.cooldowns.try_push((index, free_from));
}

/// First round in which an ability may be used again, if it may not be now.
#[inline]
pub fn barred_until(s: &State, who: Id, index: u8) -> Option<u32> {
    s.creature(who).cooldowns.iter().find(|(i, from)| *i == index && *from > s.time.round).map(|(_, from)| *from)
}
