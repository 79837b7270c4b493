//! Exact laws of whole numbers.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use super::{Dice, MAX_COUNT, MAX_OUTCOMES, Reading, law};

/// The exact law of a whole number: for each value, in how many of the equally likely cases it comes out.
///
/// Always in lowest terms (12d6>=4 has 2^12 cases, not 6^12) and without impossible values at its ends, so equal laws
/// are equal values. At most [`MAX_OUTCOMES`] cases.
///
/// ```
/// # use skirmish_kernel::dice::{Dice, Distribution};
/// let law = Distribution::of(Dice::D6).sum(&Distribution::of(Dice::D6))?;
/// assert_eq!(law.chance(|v| v >= 10), (6, 36));
/// assert_eq!(law.mean().fraction(), Some((7, 1)));
/// # Ok::<(), skirmish_kernel::dice::TooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Distribution {
    min: i32,
    counts: Vec<u128>,
    total: u128,
}

/// The law has too many cases to count exactly, or its values do not fit an `i32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many cases to count exactly")
    }
}

impl std::error::Error for TooLarge {}

/// A mean, exactly: `whole + part / cases`, in lowest terms, with `part < cases`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mean {
    /// The mean rounded down.
    pub whole: i64,
    /// The numerator of the rest.
    pub part: u128,
    /// The denominator of the rest, at least 1.
    pub cases: u128,
}

impl Mean {
    /// The mean as one fraction (numerator, denominator) in lowest terms; none if it does not fit.
    #[must_use]
    pub fn fraction(self) -> Option<(i128, u128)> {
        let cases = i128::try_from(self.cases).ok()?;
        let whole = i128::from(self.whole).checked_mul(cases)?;
        Some((whole.checked_add(i128::try_from(self.part).ok()?)?, self.cases))
    }

    /// The nearest float, for display.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.whole as f64 + self.part as f64 / self.cases as f64
    }
}

impl Distribution {
    /// The law of a throw's natural.
    ///
    /// Cost: a threshold grows with the number of dice, a sum with its square times the sides; keeping `k` dice of `s`
    /// sides takes about `k² s²` steps.
    #[must_use]
    pub fn of(dice: Dice) -> Self {
        law::of(dice)
    }

    /// The law of a throw's natural, from a table if the dice are d6 without keeping, or the sum, the best or the worst of few: worked out once, then
    /// shared by all threads for a few nanoseconds.
    #[must_use]
    pub fn cached(dice: Dice) -> Cow<'static, Self> {
        const READINGS: usize = 1 + 6 + 6;
        static LAWS: [[OnceLock<Distribution>; READINGS]; MAX_COUNT + 1] =
            [const { [const { OnceLock::new() }; READINGS] }; MAX_COUNT + 1];
        /// The most dice, and the most sides, of sums in a table of their own: those of weapons, and one that is thrown
        /// against a number.
        const FEW: (usize, usize) = (4, 20);
        static SUMS: [[OnceLock<Distribution>; FEW.1 + 1]; FEW.0 + 1] =
            [const { [const { OnceLock::new() }; FEW.1 + 1] }; FEW.0 + 1];
        let place = match dice.reading() {
            Reading::Sum => Some(0),
            Reading::AtLeast(face) => Some(usize::from(face)),
            Reading::AtMost(face) => Some(6 + usize::from(face)),
            Reading::KeepHighest(_) | Reading::KeepLowest(_) => None,
        };
        let slot =
            place.filter(|_| dice.sides() == 6).and_then(|place| LAWS.get(usize::from(dice.count()))?.get(place));
        let sum = || SUMS.get(usize::from(dice.count()))?.get(usize::from(dice.sides()));
        /// The best and the worst of a few: advantages of a d20, say.
        static KEPT: [[[OnceLock<Distribution>; FEW.1 + 1]; FEW.0 + 1]; 2] =
            [const { [const { [const { OnceLock::new() }; FEW.1 + 1] }; FEW.0 + 1] }; 2];
        let kept = |worst: usize| KEPT[worst].get(usize::from(dice.count()))?.get(usize::from(dice.sides()));
        let slot = slot.or_else(|| match dice.reading() {
            Reading::Sum => sum(),
            Reading::KeepHighest(1) => kept(0),
            Reading::KeepLowest(1) => kept(1),
            _ => None,
        });
        match slot {
            Some(slot) => Cow::Borrowed(slot.get_or_init(|| Distribution::of(dice))),
            None => Cow::Owned(Distribution::of(dice)),
        }
    }

    /// The law that is always `value`.
    #[must_use]
    pub fn constant(value: i32) -> Self {
        Distribution { min: value, counts: vec![1], total: 1 }
    }

    /// The law with these counts for `min`, `min + 1` and so on.
    ///
    /// # Errors
    /// [`TooLarge`] if there are no cases at all, more than [`MAX_OUTCOMES`], or values beyond an `i32`.
    pub fn from_counts(min: i32, mut counts: Vec<u128>) -> Result<Self, TooLarge> {
        let total = counts.iter().try_fold(0_u128, |sum, &count| sum.checked_add(count)).ok_or(TooLarge)?;
        let leading = counts.iter().position(|&count| count > 0).ok_or(TooLarge)?;
        counts.drain(..leading);
        let end = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        counts.truncate(end);
        let min = i64::from(min) + leading as i64;
        i32::try_from(min + counts.len() as i64 - 1).map_err(|_| TooLarge)?;
        let divisor = counts.iter().try_fold(0, |divisor, &count| match gcd(divisor, count) {
            1 => Err(1),
            more => Ok(more),
        });
        let divisor = divisor.unwrap_or_else(|one| one);
        if divisor > 1 {
            counts.iter_mut().for_each(|count| *count /= divisor);
        }
        match total / divisor {
            total if total <= MAX_OUTCOMES => {
                Ok(Distribution { min: i32::try_from(min).map_err(|_| TooLarge)?, counts, total })
            }
            _ => Err(TooLarge),
        }
    }

    /// A law whose bounds are known to hold.
    pub(super) fn known(min: i32, counts: Vec<u128>) -> Self {
        Distribution::from_counts(min, counts).unwrap_or_else(|TooLarge| Distribution::constant(min))
    }

    /// The lowest value that can come out.
    #[must_use]
    pub fn min(&self) -> i32 {
        self.min
    }

    /// The highest value that can come out.
    #[must_use]
    pub fn max(&self) -> i32 {
        self.min.saturating_add(self.counts.len() as i32 - 1)
    }

    /// The number of cases, at least 1.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.total
    }

    /// In how many cases this value comes out.
    #[must_use]
    pub fn count(&self, value: i32) -> u128 {
        let place = i64::from(value) - i64::from(self.min);
        usize::try_from(place).ok().and_then(|place| self.counts.get(place)).copied().unwrap_or(0)
    }

    /// Each value from the lowest to the highest with its count; a count inside may be 0.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, u128)> + ExactSizeIterator + '_ {
        self.counts.iter().enumerate().map(|(i, &count)| (self.min.saturating_add(i as i32), count))
    }

    /// How many values there are from the lowest to the highest.
    pub(crate) fn values(&self) -> usize {
        self.counts.len()
    }

    /// One of these values, and its count.
    pub(crate) fn nth(&self, place: usize) -> (i32, u128) {
        (self.min.saturating_add(place as i32), self.counts.get(place).copied().unwrap_or(0))
    }

    /// The law of the value plus `by`.
    ///
    /// # Errors
    /// [`TooLarge`] if a value would not fit an `i32`.
    pub fn shift(mut self, by: i32) -> Result<Self, TooLarge> {
        self.max().checked_add(by).ok_or(TooLarge)?;
        self.min = self.min.checked_add(by).ok_or(TooLarge)?;
        Ok(self)
    }

    /// The law of the value with its sign changed.
    ///
    /// # Errors
    /// [`TooLarge`] if a value would not fit an `i32`.
    pub fn negated(mut self) -> Result<Self, TooLarge> {
        self.min.checked_neg().ok_or(TooLarge)?;
        self.min = self.max().checked_neg().ok_or(TooLarge)?;
        self.counts.reverse();
        Ok(self)
    }

    /// The law of the sum of two independent values.
    ///
    /// # Errors
    /// [`TooLarge`] if there would be more than [`MAX_OUTCOMES`] cases, or values beyond an `i32`.
    pub fn sum(&self, other: &Self) -> Result<Self, TooLarge> {
        let min = self.min.checked_add(other.min).ok_or(TooLarge)?;
        self.max().checked_add(other.max()).ok_or(TooLarge)?;
        let total = self.total.checked_mul(other.total).filter(|&total| total <= MAX_OUTCOMES);
        total.ok_or(TooLarge)?;
        // No count exceeds the total.
        let mut counts = vec![0; self.counts.len() + other.counts.len() - 1];
        for (i, &a) in self.counts.iter().enumerate() {
            for (place, &b) in counts.iter_mut().skip(i).zip(&other.counts) {
                *place += a * b;
            }
        }
        Distribution::from_counts(min, counts)
    }

    /// The chance that the value is as `wanted`: so many of so many cases (not reduced further).
    #[must_use]
    pub fn chance(&self, wanted: impl Fn(i32) -> bool) -> (u128, u128) {
        let cases = self.iter().filter(|&(value, _)| wanted(value)).map(|(_, count)| count).sum();
        (cases, self.total)
    }

    /// The mean, exactly.
    #[must_use]
    pub fn mean(&self) -> Mean {
        // The mean of a value from 0 is the sum, over n from 1, of the chances that it is n or more.
        let (mut whole, mut part, mut tail) = (i64::from(self.min), 0_u128, 0_u128);
        for &count in self.counts.iter().skip(1).rev() {
            tail += count;
            part += tail;
            if part >= self.total {
                part -= self.total;
                whole += 1;
            }
        }
        let divisor = gcd(part, self.total).max(1);
        Mean { whole, part: part / divisor, cases: self.total / divisor }
    }
}

/// The greatest common divisor; of 0 and n it is n.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => (u128::from(b), u128::from(a % b)),
            _ => (b, a % b),
        };
    }
    a
}
