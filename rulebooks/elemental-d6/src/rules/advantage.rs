//! Advantage and disadvantage on one roll.

use arrayvec::ArrayVec;
use skirmish_kernel::{Bearing, Check, RuleId, Terms};

use crate::catalogue::{AdvantageStack, Rules, rule};

/// What speaks for and against one roll; any of both kinds cancel completely. (`advantage.cancel`)
#[derive(Clone, Debug)]
pub struct Edge {
    /// What is worth remembering: the rule, and +1 or −1.
    sources: ArrayVec<(RuleId, i8), 12>,
    pros: i32,
    cons: i32,
    size: i32,
    each: bool,
    /// The least that disadvantage leaves of a pool.
    floor: i32,
}

impl Edge {
    /// Nothing either way.
    #[inline]
    pub fn new(rules: &Rules) -> Self {
        Self {
            sources: ArrayVec::new(),
            pros: 0,
            cons: 0,
            size: rules.advantage_size,
            each: rules.advantage_stack == AdvantageStack::Each,
            floor: rules.pool_floor,
        }
    }

    /// Nothing but the game master's word.
    pub fn by_game_master(rules: &Rules, word: i8) -> Self {
        let mut edge = Self::new(rules);
        edge.game_master(word);
        edge
    }

    /// Dice added to the pool by what bears on a roll, if anything does.
    #[inline]
    pub fn dice_of(edge: Option<&Self>) -> i32 {
        edge.map_or(0, Self::dice)
    }

    /// A source of advantage.
    #[inline]
    pub fn for_it(&mut self, yes: bool, rule: RuleId) {
        if yes {
            self.pros += 1;
            // There are fewer sources in the book than places here; one more would only be left out of the log.
            let _ = self.sources.try_push((rule, 1));
        }
    }

    /// A source of disadvantage.
    #[inline]
    pub fn against(&mut self, yes: bool, rule: RuleId) {
        if yes {
            self.cons += 1;
            let _ = self.sources.try_push((rule, -1));
        }
    }

    /// The game master's word: above 0 advantage, below disadvantage. (`dp.gm`)
    #[inline]
    pub fn game_master(&mut self, word: i8) {
        self.for_it(word > 0, rule::DP_GM);
        self.against(word < 0, rule::DP_GM);
    }

    /// Dice added to the pool. (`advantage.dice`)
    #[inline]
    pub fn dice(&self) -> i32 {
        let times = |n: i32| if self.each { n } else { n.min(1) };
        match (self.pros, self.cons) {
            (0, cons) => -self.size * times(cons),
            (pros, 0) => self.size * times(pros),
            _ => 0,
        }
    }

    /// So many dice of a check, with what bears on them. Disadvantage leaves as many as it does of a hit roll. (`advantage.dice`)
    pub fn of_pool(&self, dice: i32) -> i32 {
        let more = self.dice();
        let all = dice.saturating_add(more);
        if more < 0 { all.max(self.floor.min(dice)) } else { all }
    }

    /// Names every source on the check, with the rule that makes dice of it or lets them cancel.
    #[inline]
    pub fn note<M: Terms>(&self, mut check: Check<M>) -> Check<M> {
        let cancelled = self.pros > 0 && self.cons > 0;
        if !self.sources.is_empty() {
            check = check.noting(rule::ADVANTAGE_SOURCES, 0, Bearing::Idle);
        }
        for (source, sign) in &self.sources {
            check = check.noting(*source, i32::from(*sign), Bearing::Edge);
        }
        if cancelled {
            check = check.noting(rule::ADVANTAGE_CANCEL, 0, Bearing::Idle);
        } else if self.dice() != 0 {
            check = check.noting(rule::ADVANTAGE_DICE, self.dice(), Bearing::Dice);
        }
        check
    }
}
