//! Common random numbers: dice that fall alike in plays that are compared with each other.

use crate::dice::{Dice, Rng};
use crate::{Id, RuleId};

/// Counters of throws. Two kinds of throw may share one; that only makes dice less alike.
const COUNTERS: usize = 256;

/// A generator whose throws have names: the nth throw of one person by one rule is the same in every play with the same seed,
/// whatever else is thrown before it. Two plays that differ in one choice then differ in what comes of the choice, and not in
/// all the dice behind it. So fewer plays tell which choice is better.
#[derive(Clone, Debug)]
pub struct CommonDice {
    seed: u64,
    thrown: [u16; COUNTERS],
}

impl CommonDice {
    /// Dice that depend on the seed alone.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, thrown: [0; COUNTERS] }
    }

    /// Somebody throws by a rule.
    #[inline]
    pub(super) fn natural(&mut self, rule: RuleId, who: Id, dice: Dice) -> i32 {
        let name = (rule.index() as u64 * 256 + who.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let counter = &mut self.thrown[(name >> 56) as usize];
        *counter = counter.wrapping_add(1);
        Rng::for_fight(self.seed ^ name, u64::from(*counter)).natural(dice)
    }
}
