//! Histograms of whole numbers, one panel for each of several laws, all to one scale.

use std::fmt::Write;

use crate::{Svg, number};

/// Values and their chances, and whose they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// As the panel is headed.
    pub name: String,
    /// Each value with its chance from 0 to 1.
    pub values: Vec<(i64, f64)>,
}

/// The margins of a panel, and what it measures inside, in pixels.
const LEFT: f64 = 56.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 36.0;
const INNER_WIDTH: f64 = 560.0;
const INNER_HEIGHT: f64 = 140.0;

/// More bars than that are put together.
const MOST_BARS: i64 = 112;

/// Labels under a panel at most.
const MOST_LABELS: i64 = 14;

/// Bars over each value, with the axis called so. Values that no panel has room for by themselves are put together, and
/// their chances added.
///
/// ```
/// use skirmish_plot::{Series, histogram};
///
/// let series = Series { name: "a coin".into(), values: vec![(0, 0.5), (1, 0.5)] };
/// let svg = histogram("Heads", "How often a coin falls on its head.", "heads", &[series]);
/// assert!(svg.starts_with("<svg") && svg.contains("1: 50.00 %"));
/// ```
#[must_use]
pub fn histogram(title: &str, description: &str, axis: &str, series: &[Series]) -> String {
    let scale = Scale::of(series);
    let panel = TOP + INNER_HEIGHT + BOTTOM;
    let height = 24.0 + panel * series.len().max(1) as f64;
    let mut svg = Svg::new((LEFT + INNER_WIDTH + 24.0) as u32, height as u32, title, &described(description, series));
    svg.text("text", &[("x", &number(LEFT)), ("y", &18), ("font-weight", &"bold")], title);
    for (at, series) in series.iter().enumerate() {
        draw(&mut svg, 24.0 + panel * at as f64 + TOP, series, &scale, axis);
    }
    svg.finish()
}

/// The numbers in words, for those to whom the picture is read.
fn described(description: &str, series: &[Series]) -> String {
    let mut text = description.to_owned();
    for series in series {
        let mean: f64 = series.values.iter().map(|(value, chance)| *value as f64 * chance).sum();
        let _ = write!(text, " {}: {} values, {mean:.3} on average.", series.name, series.values.len());
    }
    text
}

/// What all panels share.
struct Scale {
    low: i64,
    high: i64,
    /// Values of one bar.
    step: i64,
    /// The highest bar.
    most: f64,
}

impl Scale {
    fn of(series: &[Series]) -> Self {
        let values = || series.iter().flat_map(|series| &series.values).map(|(value, _)| *value);
        let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let step = high.saturating_sub(low) / MOST_BARS + 1;
        let scale = Self { low, high, step, most: 1.0 };
        let most = series.iter().flat_map(|series| scale.bars(series)).map(|(_, chance)| chance).fold(0.0, f64::max);
        Self { most: if most > 0.0 { most } else { 1.0 }, ..scale }
    }

    fn count(&self) -> i64 {
        self.high.saturating_sub(self.low) / self.step + 1
    }

    /// The chance of each bar that has one, by its place.
    fn bars(&self, series: &Series) -> Vec<(i64, f64)> {
        let mut bars: Vec<(i64, f64)> = Vec::new();
        for (value, chance) in &series.values {
            let at = value.saturating_sub(self.low) / self.step;
            match bars.iter_mut().find(|(known, _)| *known == at) {
                Some((_, sum)) => *sum += chance,
                None => bars.push((at, *chance)),
            }
        }
        bars
    }

    /// Where a bar begins.
    fn x(&self, at: i64) -> f64 {
        LEFT + INNER_WIDTH * at as f64 / self.count() as f64
    }

    /// Which values a bar stands for.
    fn name(&self, at: i64) -> String {
        let from = self.low.saturating_add(at.saturating_mul(self.step));
        match self.step {
            1 => from.to_string(),
            step => format!("{from} to {}", from.saturating_add(step - 1).min(self.high)),
        }
    }
}

fn draw(svg: &mut Svg, top: f64, series: &Series, scale: &Scale, axis: &str) {
    let floor = top + INNER_HEIGHT;
    svg.text("text", &[("x", &number(LEFT)), ("y", &number(top - 8.0))], &series.name);
    for share in [0.5, 1.0] {
        let y = number(floor - INNER_HEIGHT * share);
        let (from, to) = (number(LEFT), number(LEFT + INNER_WIDTH));
        svg.element("line", &[("x1", &from), ("x2", &to), ("y1", &y), ("y2", &y), ("stroke", &"#ccc")]);
        let label = format!("{:.1} %", 100.0 * scale.most * share);
        svg.text("text", &[("x", &number(LEFT - 6.0)), ("y", &y), ("text-anchor", &"end"), ("font-size", &10)], &label);
    }
    let width = scale.x(1) - scale.x(0);
    let gap = if width > 6.0 { 1.0 } else { 0.0 };
    for (at, chance) in scale.bars(series) {
        let height = INNER_HEIGHT * chance / scale.most;
        let place = [number(scale.x(at) + gap), number(floor - height), number(width - 2.0 * gap), number(height)];
        let [x, y, width, height] = &place;
        let title = format!("{}: {:.2} %", scale.name(at), 100.0 * chance);
        let attributes: [(&str, &dyn std::fmt::Display); 5] =
            [("x", x), ("y", y), ("width", width), ("height", height), ("fill", &"#36648b")];
        svg.titled("rect", &attributes, &title);
    }
    let (from, to, y) = (number(LEFT), number(LEFT + INNER_WIDTH), number(floor));
    svg.element("line", &[("x1", &from), ("x2", &to), ("y1", &y), ("y2", &y), ("stroke", &"black")]);
    let every = scale.count() / MOST_LABELS + 1;
    for at in (0..scale.count()).filter(|at| at % every == 0) {
        let from = scale.low.saturating_add(at.saturating_mul(scale.step));
        let x = number(scale.x(at) + width / 2.0);
        svg.text(
            "text",
            &[("x", &x), ("y", &number(floor + 13.0)), ("text-anchor", &"middle"), ("font-size", &10)],
            &from.to_string(),
        );
    }
    let middle = number(LEFT + INNER_WIDTH / 2.0);
    svg.text(
        "text",
        &[("x", &middle), ("y", &number(floor + 27.0)), ("text-anchor", &"middle"), ("font-size", &11)],
        axis,
    );
}

#[cfg(test)]
mod tests {
    use super::{MOST_BARS, Scale, Series, histogram};

    fn series(values: &[(i64, f64)]) -> Series {
        Series { name: "a <b>".into(), values: values.to_vec() }
    }

    #[test]
    fn every_value_has_a_bar_that_says_what_it_is() {
        let svg = histogram("T", "D.", "hp & more", &[series(&[(-3, 0.25), (0, 0.75)]), series(&[(2, 1.0)])]);
        assert_eq!(svg.matches("<rect").count(), 3, "{svg}");
        for words in ["-3: 25.00 %", "0: 75.00 %", "2: 100.00 %", "a &lt;b&gt;", "hp &amp; more"] {
            assert!(svg.contains(words), "{words}: {svg}");
        }
    }

    #[test]
    fn far_values_are_put_together_and_nothing_is_lost() {
        let all = series(&(0..1_000).map(|value| (value, 0.001)).collect::<Vec<_>>());
        let scale = Scale::of(std::slice::from_ref(&all));
        let bars = scale.bars(&all);
        assert!(bars.len() as i64 <= MOST_BARS && scale.count() <= MOST_BARS);
        assert!((bars.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
        let extremes = series(&[(i64::MIN, 0.5), (i64::MAX, 0.5)]);
        assert!(histogram("", "", "", &[extremes]).ends_with("</svg>\n"));
        assert!(histogram("", "", "", &[]).ends_with("</svg>\n"));
    }
}
