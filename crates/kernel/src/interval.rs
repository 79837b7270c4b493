//! How sure a counted chance is.

/// A chance that was counted, with Wilson's interval: of 100 such intervals about 95 hold the true chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The share that was counted, from 0 to 1.
    pub p: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// Of the normal law, 95 % lie within so many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

impl Interval {
    /// Of `hits` in `trials`. Without trials nothing is known: from 0 to 1.
    #[must_use]
    pub fn wilson(hits: u64, trials: u64) -> Self {
        if trials == 0 {
            return Self { p: 0.0, low: 0.0, high: 1.0 };
        }
        let n = trials as f64;
        let p = hits.min(trials) as f64 / n;
        let spread = Z * Z / n;
        let middle = (p + spread / 2.0) / (1.0 + spread);
        let half = Z / (1.0 + spread) * (p * (1.0 - p) / n + spread / (4.0 * n)).sqrt();
        // The ends that are known are said exactly.
        let low = if hits == 0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if hits >= trials { 1.0 } else { (middle + half).min(1.0) };
        Self { p, low, high }
    }

    /// Half its width: the chance is known to plus or minus this.
    #[must_use]
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
