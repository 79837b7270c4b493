//! What a state is worth to a side, in whole numbers: sums of them are the same on every machine.

use skirmish_kernel::{Flow, Scribe, Side};

/// A victory.
pub(crate) const VICTORY: i64 = 1_000_000;

/// So much of a victory depends on how it was won; among sure victories the one is taken that costs least.
const MANNER: i64 = VICTORY / 20;

/// A fight that is won is worth more than any score, and one that is lost less.
const DECIDED: i64 = 1_000_000;

/// The book's score of a side; far above everything where it has won.
pub(crate) fn score<B: Scribe>(g: &B::Setup, s: &B::State, flow: Flow, side: Side) -> i64 {
    let score = i64::from(B::score(g, s, side));
    match winner(flow) {
        Some(winner) if winner == side => score.saturating_add(DECIDED),
        Some(_) => score.saturating_sub(DECIDED),
        None => score,
    }
}

/// How a sampled fight comes out for a side, from 0 to a victory. One that is not decided is worth as much as the score
/// promises.
pub(crate) fn victory<B: Scribe>(g: &B::Setup, s: &B::State, flow: Flow, side: Side) -> i64 {
    let share = share(i64::from(B::score(g, s, side)), B::count(g));
    match winner(flow) {
        Some(winner) if winner == side => VICTORY - MANNER + share * MANNER / VICTORY,
        Some(_) => share * MANNER / VICTORY,
        None => MANNER + share * (VICTORY - 2 * MANNER) / VICTORY,
    }
}

fn winner(flow: Flow) -> Option<Side> {
    match flow {
        Flow::Over(outcome) => outcome.winner,
        Flow::On => None,
    }
}

/// A score as a share: a half where the sides stand equally well, towards nothing and the whole the further it is from
/// that.
fn share(score: i64, combatants: usize) -> i64 {
    // As much as half of those who fight are worth.
    let scale = 1_000 * i64::try_from(combatants).unwrap_or(1).max(1);
    VICTORY / 2 + VICTORY / 2 * score / (score.abs() + scale)
}

/// The mean of some samples; 0 of none.
pub(crate) fn mean(samples: &[i64]) -> f64 {
    let sum: i64 = samples.iter().sum();
    if samples.is_empty() { 0.0 } else { sum as f64 / samples.len() as f64 }
}

/// Sample by sample, how much one is above the other: both were played with the same dice.
pub(crate) fn differences(these: &[i64], those: &[i64]) -> Vec<f64> {
    these.iter().zip(those).map(|(this, that)| (this - that) as f64).collect()
}

/// How much samples are above a known mean.
pub(crate) fn above(samples: &[i64], mean: f64) -> Vec<f64> {
    samples.iter().map(|sample| *sample as f64 - mean).collect()
}

/// How much samples are below a known mean.
pub(crate) fn below(samples: &[i64], mean: f64) -> Vec<f64> {
    samples.iter().map(|sample| mean - *sample as f64).collect()
}

/// Is the mean of these more than so many of its own standard errors? Among many choices some do well by mere chance.
///
/// Nothing but sums, products and quotients, which are the same on every machine.
pub(crate) fn is_beyond(errors: f64, differences: &[f64]) -> bool {
    let n = differences.len() as f64;
    let sum: f64 = differences.iter().sum();
    let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
    // The squared error of the mean is (squares - sum²/n) / (n (n - 1)).
    sum > 0.0 && (differences.len() < 2 || sum * sum * (n - 1.0) > errors * errors * (n * squares - sum * sum))
}

/// Is the mean of these more than its own standard error?
pub(crate) fn is_beyond_chance(differences: &[f64]) -> bool {
    is_beyond(1.0, differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_rises_with_the_score_and_has_its_limits() {
        let shares: Vec<i64> = [i64::from(i32::MIN), -4_000, -1, 0, 1, 4_000, i64::from(i32::MAX)]
            .into_iter()
            .map(|score| share(score, 4))
            .collect();
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!((shares[1], shares[3], shares[5]), (VICTORY / 4, VICTORY / 2, VICTORY * 3 / 4));
        assert!(shares[0] >= 0 && shares[6] <= VICTORY);
    }

    #[test]
    fn what_may_be_chance_is_not_beyond_it() {
        assert!(is_beyond_chance(&[1.0, 1.0, 1.0]) && is_beyond_chance(&[3.0]));
        assert!(is_beyond_chance(&[5.0, 4.0, 6.0, -1.0]));
        assert!(!is_beyond_chance(&[]) && !is_beyond_chance(&[0.0, 0.0]) && !is_beyond_chance(&[-1.0, -1.0]));
        assert!(!is_beyond_chance(&[10.0, -9.0]) && !is_beyond_chance(&[5.0, -4.0, 0.0, 0.0, 1.0]));
    }
}
