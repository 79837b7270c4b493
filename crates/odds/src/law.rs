//! How whole numbers are distributed.

/// Values with their chances. They may sum to less than one: to the chance of what is told of.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Law {
    /// Rising.
    values: Vec<(i32, f64)>,
}

impl Law {
    /// A value has a chance more.
    pub(crate) fn add(&mut self, value: i32, chance: f64) {
        match self.values.binary_search_by_key(&value, |(known, _)| *known) {
            Ok(at) => {
                if let Some((_, sum)) = self.values.get_mut(at) {
                    *sum += chance;
                }
            }
            Err(at) => self.values.insert(at, (value, chance)),
        }
    }

    /// Each value with its chance, rising.
    pub fn iter(&self) -> impl Iterator<Item = (i32, f64)> {
        self.values.iter().copied()
    }

    /// The chances of all values together.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.iter().fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// The mean, given that one of the values comes about. Nothing where none can.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        (total > 0.0).then(|| self.iter().map(|(value, chance)| f64::from(value) * chance).sum::<f64>() / total)
    }

    /// The smallest value that is not exceeded with a chance of `share`, given that one of the values comes about.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<i32> {
        let wanted = share * self.total();
        let mut sum = 0.0;
        // The last one, where the sum falls short of its total by a rounding.
        let reaches = |(value, chance): (i32, f64)| {
            sum += chance;
            (sum >= wanted).then_some(value)
        };
        self.iter().find_map(reaches).or_else(|| self.values.last().map(|(value, _)| *value))
    }
}

#[cfg(test)]
mod tests {
    use super::Law;

    #[test]
    fn means_and_quantiles_are_of_what_comes_about() {
        let mut law = Law::default();
        for (value, chance) in [(7, 0.1), (-1, 0.2), (3, 0.1), (7, 0.1)] {
            law.add(value, chance);
        }
        assert_eq!(law.iter().map(|(value, _)| value).collect::<Vec<_>>(), [-1, 3, 7]);
        assert!((law.total() - 0.5).abs() < 1e-15);
        assert!((law.mean().unwrap() - 1.5 / 0.5).abs() < 1e-12);
        assert_eq!([0.0, 0.3, 0.5, 1.0].map(|share| law.quantile(share)), [-1, -1, 3, 7].map(Some));
        assert_eq!((Law::default().mean(), Law::default().quantile(0.5)), (None, None));
    }
}
