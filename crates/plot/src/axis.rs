//! Round numbers along an axis.

/// Round numbers from `low` to `high`, both of them included where they are round; about `wanted` of them.
pub(crate) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let rough = span / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|round| round * power).into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last.min(first.saturating_add(100))).map(|at| at as f64 * step).collect()
}

/// A number in as few digits as its neighbours need.
pub(crate) fn label(value: f64, step: f64) -> String {
    let digits = if step >= 1.0 { 0 } else { (-step.log10()).ceil().clamp(0.0, 6.0) as usize };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::{label, ticks};

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(42.0, 58.0, 4), [45.0, 50.0, 55.0]);
        assert_eq!(ticks(-1.0, 1.0, 4), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(ticks(3.0, 3.0, 4), [3.0]);
        assert_eq!(ticks(0.0, f64::INFINITY, 4), [0.0]);
        assert_eq!((label(0.5, 0.5), label(20.0, 20.0)), ("0.5".into(), "20".into()));
    }
}
