//! How often each value was met.

use std::collections::BTreeMap;

/// Values farther than this from the first one are kept in a map instead of a row.
const REACH: i32 = 4_096;

/// One value of a distribution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bin {
    /// How many fights had it.
    pub count: u64,
    /// The first of them.
    pub first: u64,
}

impl Bin {
    fn add(&mut self, other: Self) {
        self.first = match (self.count, other.count) {
            (0, _) => other.first,
            (_, 0) => self.first,
            _ => self.first.min(other.first),
        };
        self.count = self.count.saturating_add(other.count);
    }
}

/// A distribution of whole numbers, counted exactly; two of them add up in any order.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    /// The value of the first bin.
    low: i32,
    bins: Vec<Bin>,
    far: BTreeMap<i32, Bin>,
}

// What was counted decides, not the order in which the rows have grown.
impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Histogram {}

impl Histogram {
    /// One fight had this value.
    pub fn note(&mut self, value: i32, fight: u64) {
        self.add(value, Bin { count: 1, first: fight });
    }

    /// So many fights had this value, and which was the first of them.
    pub fn add(&mut self, value: i32, bin: Bin) {
        if self.bins.is_empty() {
            self.low = value;
        }
        let at = i64::from(value) - i64::from(self.low);
        let reach = i64::from(REACH);
        if at >= reach || at <= -reach || (at < 0 && self.bins.len() as i64 - at > 2 * reach) {
            self.far.entry(value).or_default().add(bin);
            return;
        }
        if at < 0 {
            self.bins.splice(0..0, std::iter::repeat_n(Bin::default(), at.unsigned_abs() as usize));
            self.low = value;
        }
        let at = at.max(0) as usize;
        if at >= self.bins.len() {
            self.bins.resize(at + 1, Bin::default());
        }
        if let Some(known) = self.bins.get_mut(at) {
            known.add(bin);
        }
    }

    /// Adds everything of another one.
    pub fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(value, bin)| self.add(value, bin));
    }

    /// Every value that was met, rising.
    pub fn iter(&self) -> impl Iterator<Item = (i32, Bin)> + '_ {
        let near = self.bins.iter().zip(self.low..).map(|(bin, value)| (value, *bin));
        let near = near.filter(|(_, bin)| bin.count > 0);
        let mut all: Vec<(i32, Bin)> = near.chain(self.far.iter().map(|(value, bin)| (*value, *bin))).collect();
        all.sort_by_key(|(value, _)| *value);
        // A value may lie in the row and in the map: the row has grown since.
        all.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1.add(later.1);
            }
            same
        });
        all.into_iter()
    }

    /// How many fights were counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.iter().fold(0, |sum, (_, bin)| sum.saturating_add(bin.count))
    }

    /// The mean; nothing where nothing was counted.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        let sum: i128 = self.iter().map(|(value, bin)| i128::from(value) * i128::from(bin.count)).sum();
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// The smallest value such that `part` of `whole` fights had it or less: `quantile(1, 2)` is the median.
    #[must_use]
    pub fn quantile(&self, part: u64, whole: u64) -> Option<i32> {
        let wanted = u128::from(self.count()) * u128::from(part);
        let mut met = 0u128;
        self.iter().find_map(|(value, bin)| {
            met += u128::from(bin.count) * u128::from(whole.max(1));
            (met >= wanted.max(1)).then_some(value)
        })
    }

    /// How many fights had this value, and the first of them.
    #[must_use]
    pub fn bin(&self, value: i32) -> Option<Bin> {
        self.iter().find(|(known, _)| *known == value).map(|(_, bin)| bin)
    }

    /// The largest value, and the first fight that had it.
    #[must_use]
    pub fn last(&self) -> Option<(i32, Bin)> {
        self.iter().last()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bin, Histogram};

    fn of(values: &[i32]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().zip(0..).for_each(|(value, fight)| histogram.note(*value, fight));
        histogram
    }

    #[test]
    fn means_and_quantiles_are_those_of_the_list() {
        let histogram = of(&[3, -1, 3, 8, 100_000, -70_000, i32::MAX, i32::MIN, 8]);
        let values: Vec<(i32, u64)> = histogram.iter().map(|(value, bin)| (value, bin.count)).collect();
        let wanted = [(i32::MIN, 1), (-70_000, 1), (-1, 1), (3, 2), (8, 2), (100_000, 1), (i32::MAX, 1)];
        assert_eq!(values, wanted);
        assert_eq!(
            (histogram.quantile(1, 2), histogram.quantile(0, 1), histogram.quantile(1, 1)),
            (Some(3), Some(i32::MIN), Some(i32::MAX))
        );
        assert_eq!(of(&[1, 2, 4]).mean(), Some(7.0 / 3.0));
        assert_eq!((Histogram::default().mean(), Histogram::default().quantile(1, 2)), (None, None));
        assert_eq!(histogram.bin(8), Some(Bin { count: 2, first: 3 }));
        assert_eq!(histogram.last(), Some((i32::MAX, Bin { count: 1, first: 6 })));
    }

    #[test]
    fn two_add_up_in_any_order() {
        let (a, b) = (of(&[5, 9_000, 5, -4_000, 0]), of(&[7, -5_000, 4_100, 5]));
        let (mut one, mut other) = (a.clone(), b.clone());
        one.merge(&b);
        other.merge(&a);
        assert!(one.iter().eq(other.iter()));
        assert_eq!((one.count(), one.bin(5).map(|bin| bin.count)), (9, Some(3)));
    }
}
