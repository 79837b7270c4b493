//! Advantage and disadvantage on one die, and points that ease or hinder it.

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, RuleId, Terms};

use crate::catalogue::rule;

/// The most extra dice that one score can give.
const MOST_EXTRA: i32 = 12;

/// Everything that speaks for and against one die: summed to one score. (`dice.advantage-score`)
#[derive(Clone, Debug, Default)]
pub struct Edge {
    sources: ArrayVec<(RuleId, i8), 16>,
    score: i32,
}

impl Edge {
    /// Nothing either way.
    pub fn new() -> Self {
        Self::default()
    }

    /// Is there nothing either way?
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// A source of so much advantage; below 0, of disadvantage.
    #[inline]
    pub fn add(&mut self, yes: bool, rule: RuleId, score: i32) {
        if yes && score != 0 {
            self.score = self.score.saturating_add(score);
            // The book has fewer sources than there are places; one more would only be missing from the log.
            let _ = self.sources.try_push((rule, score.clamp(-99, 99) as i8));
        }
    }

    /// A rule that stands behind a source without adding anything of its own.
    pub fn mention(&mut self, rule: RuleId) {
        let _ = self.sources.try_push((rule, 0));
    }

    /// One die, or several of which the highest or the lowest is kept. (`dice.advantage`)
    #[inline]
    pub fn die(&self, die: Dice) -> Dice {
        let extra = self.score.clamp(-MOST_EXTRA, MOST_EXTRA);
        let reading = match extra {
            0 => return die,
            1.. => Reading::KeepHighest(1),
            _ => Reading::KeepLowest(1),
        };
        Dice::new(extra.unsigned_abs() as u8 + 1, die.sides(), reading).unwrap_or(die)
    }

    /// Names every source on the check.
    pub fn note<M: Terms>(&self, mut check: Check<M>) -> Check<M> {
        if !M::LISTED || self.sources.is_empty() {
            return check;
        }
        for (source, score) in &self.sources {
            check = check.noting(*source, i32::from(*score), Bearing::Edge);
        }
        check = check.noting(rule::DICE_ADVANTAGE_SCORE, self.score, Bearing::Idle);
        if self.score == 0 { check } else { check.noting(rule::DICE_ADVANTAGE, self.score, Bearing::Dice) }
    }
}
