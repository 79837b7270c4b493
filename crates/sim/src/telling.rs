//! What goes with winning, of what was heard.

use crate::{HeardTally, RuleTally};

/// Of fewer fights no share is told.
const FEW: u64 = 10;

/// Differences below so many standard deviations are luck.
const TELLING: f64 = 4.0;

impl HeardTally {
    /// How often a side wins with something that was there in so many fights, of which each side has won so many; and without it.
    /// Nothing where there are next to no such fights.
    #[must_use]
    pub fn chances(&self, fights: u64, won: &[u64], side: usize) -> (Option<f64>, Option<f64>) {
        let of = |list: &[u64]| list.get(side).copied().unwrap_or(0);
        let (others, won_otherwise) = (self.fights.saturating_sub(fights), of(&self.won).saturating_sub(of(won)));
        let chance = |won: u64, of: u64| (of >= FEW).then(|| won as f64 / of as f64);
        (chance(of(won), fights), chance(won_otherwise, others))
    }

    /// The rules whose use tells who wins, each with the side that gains by it, the most telling first.
    #[must_use]
    pub fn telling(&self) -> Vec<(usize, &RuleTally)> {
        let mut telling: Vec<(f64, usize, &RuleTally)> =
            self.rules.iter().filter_map(|rule| self.most_telling(rule)).collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.rule.index().cmp(&b.2.rule.index())));
        telling.into_iter().map(|(_, side, rule)| (side, rule)).collect()
    }

    /// How far apart a side's chances with and without a rule are, in standard deviations, for the side that gains by it;
    /// nothing where it is not worth telling.
    fn most_telling<'r>(&self, rule: &'r RuleTally) -> Option<(f64, usize, &'r RuleTally)> {
        let (n, m) = (rule.fights as f64, self.fights.saturating_sub(rule.fights) as f64);
        let of_side = |side: usize| {
            let (with, without) = self.chances(rule.fights, &rule.won, side);
            let p = match self.fights {
                0 => 0.0,
                fights => self.won.get(side).copied().unwrap_or(0) as f64 / fights as f64,
            };
            let deviation = (p * (1.0 - p) * (1.0 / n + 1.0 / m)).sqrt();
            let apart = (with? - without?) / deviation;
            apart.is_finite().then_some((apart, side, rule))
        };
        let best = (0..self.won.len()).filter_map(of_side).max_by(|a, b| a.0.total_cmp(&b.0))?;
        (best.0 >= TELLING).then_some(best)
    }
}
