//! Curves with intervals: how something changes with one value.

use crate::axis::{label, ticks};
use crate::colour::Colour;
use crate::label::{LONGEST, Label, Standing, TILT, fitted, standing, width};
use crate::svg::{Svg, number};

/// Narrow enough to be read on a phone.
const WIDTH: f64 = 380.0;
/// Left of the field there is room for its name, and for numbers; so much at least.
const LEFT: f64 = 58.0;
const NAME: f64 = 36.0;
const RIGHT: f64 = 10.0;

/// How high the field is in which the lines are.
const TALL: f64 = 220.0;

/// How high a line of text is.
const ROW: f64 = 17.0;

/// How lines are told apart without colour.
const DASHES: [&str; 6] = ["none", "8 4", "2 3", "10 3 2 3", "5 5", "1 4"];

/// How something changes with one value: a line for each of whom it is measured.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// What is seen, in a line.
    pub title: String,
    /// The same in sentences, for those to whom it is read.
    pub description: String,
    /// What changes: `parry`.
    pub across: String,
    /// What is measured: `wins in %`.
    pub up: String,
    /// The values that it takes. Without numbers they stand side by side and are not joined by lines.
    pub stops: Vec<Stop>,
    /// The lines.
    pub lines: Vec<Line>,
    /// What must be seen of the upper axis in any case, and where it ends.
    pub range: Range,
}

/// What the upper axis shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// Nothing below it is possible.
    pub least: Option<f64>,
    /// Nothing above it is possible.
    pub most: Option<f64>,
    /// A value that is worth a line of its own: what is even.
    pub mark: Option<f64>,
}

/// A value that what changes takes.
#[derive(Clone, Debug)]
pub struct Stop {
    /// As people call it.
    pub label: String,
    /// As a number, where it is one.
    pub at: Option<f64>,
    /// Others are compared with it.
    pub is_base: bool,
}

/// A line with its interval.
#[derive(Clone, Debug)]
pub struct Line {
    /// Of whom.
    pub name: String,
    /// A point for each stop; nothing where it is not known.
    pub points: Vec<Option<Point>>,
}

/// What was measured, with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// What was measured.
    pub is: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Point {
    /// What is no number is not known.
    fn is_known(&self) -> bool {
        [self.is, self.low, self.high].iter().all(|value| value.is_finite())
    }
}

impl Line {
    fn known(&self) -> impl DoubleEndedIterator<Item = (usize, Point)> + '_ {
        let known = self.points.iter().enumerate().filter_map(|(at, point)| Some((at, (*point)?)));
        known.filter(|(_, point)| point.is_known())
    }
}

impl Curve {
    /// Draws it.
    #[must_use]
    pub fn draw(&self) -> String {
        let frame = Frame::of(self);
        let mut svg = Svg::new(WIDTH as u32, frame.height.ceil() as u32, &self.title, &self.description);
        frame.draw_axes(self, &mut svg);
        for (nth, line) in self.lines.iter().enumerate() {
            frame.draw_line(self, line, nth, &mut svg);
        }
        frame.draw_names(self, &mut svg);
        svg.finish()
    }

    /// From where to where the upper axis goes.
    #[must_use]
    pub fn shown(&self) -> (f64, f64) {
        Frame::of(self).up
    }
}

/// Where values lie in the picture.
struct Frame {
    across: (f64, f64),
    up: (f64, f64),
    ticks: Vec<f64>,
    /// Stops have numbers, and lines join them.
    is_numeric: bool,
    /// For each line where its name stands.
    names: Vec<(f64, f64)>,
    /// Where the field begins and ends.
    left: f64,
    top: f64,
    bottom: f64,
    /// How the labels of the stops stand.
    standing: Standing,
    height: f64,
}

impl Frame {
    fn of(curve: &Curve) -> Self {
        let is_numeric = curve.stops.iter().all(|stop| stop.at.is_some_and(f64::is_finite));
        let count = curve.stops.len().max(1) as f64;
        let numbers = || curve.stops.iter().filter_map(|stop| stop.at);
        let across = match is_numeric {
            true => (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max)),
            false => (-0.5, count - 0.5),
        };
        let across = if across.0 < across.1 { across } else { (across.0 - 1.0, across.0 + 1.0) };
        let points = curve.lines.iter().flat_map(Line::known);
        let ends = points.flat_map(|(_, point)| [point.low, point.high]).chain(curve.range.mark);
        let (low, high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let room = ((high - low) * 0.1).max(0.5);
        let least = (low - room).max(curve.range.least.unwrap_or(f64::NEG_INFINITY));
        let most = (high + room).min(curve.range.most.unwrap_or(f64::INFINITY));
        let names = places_of_names(curve);
        let top = names.last().map_or(0.0, |(_, y)| *y) + ROW;
        let bottom = top + TALL;
        let up = (least, most.max(least + 1e-6));
        let (ticks, standing) = (ticks(least, most, 5), Standing { tilted: false, shown: Vec::new() });
        let numbers = tick_labels(&ticks).iter().map(|label| width(label)).fold(0.0, f64::max);
        let left = (numbers + NAME).max(LEFT);
        let mut frame = Self { across, up, ticks, is_numeric, names, left, top, bottom, standing, height: bottom };
        frame.stand(curve);
        frame
    }

    /// How the labels under the field stand, and how much room they need.
    fn stand(&mut self, curve: &Curve) {
        let stops = curve.stops.iter().enumerate();
        let label = |(at, stop): (usize, &Stop)| {
            let text = widest(stop);
            Label { level: self.level(curve, at, &text), at: self.x(curve, at), text }
        };
        let labels: Vec<Label> = stops.map(label).collect();
        self.standing = standing(&labels, self.is_numeric, curve.stops.iter().position(|stop| stop.is_base));
        let under = match self.standing.tilted {
            false => 2.0 * ROW,
            true => {
                let long = (0..labels.len()).map(|at| width(&self.tilted(curve, at)));
                long.fold(0.0, f64::max) * TILT.to_radians().sin() + ROW
            }
        };
        self.height = self.bottom + under + 1.7 * ROW;
    }

    /// Where the middle of a level label is: under its stop, but in the picture.
    fn level(&self, curve: &Curve, at: usize, label: &str) -> f64 {
        let half = width(label) / 2.0;
        self.x(curve, at).min(WIDTH - half).max(half.min(WIDTH / 2.0))
    }

    /// A label as it stands tilted: it ends under its stop, and begins in the picture.
    fn tilted(&self, curve: &Curve, at: usize) -> String {
        let Some(stop) = curve.stops.get(at) else { return String::new() };
        // Bold letters are wider.
        let bold = if stop.is_base { 1.1 } else { 1.0 };
        fitted(&stop.label, (self.x(curve, at) / TILT.to_radians().cos()).min(LONGEST) / bold)
    }

    fn x(&self, curve: &Curve, stop: usize) -> f64 {
        let value = match curve.stops.get(stop).and_then(|stop| stop.at).filter(|_| self.is_numeric) {
            Some(at) => at,
            None => stop as f64,
        };
        let part = (value - self.across.0) / (self.across.1 - self.across.0);
        // Points stand clear of the frame.
        self.left + 14.0 + part * (WIDTH - self.left - RIGHT - 28.0)
    }

    fn y(&self, value: f64) -> f64 {
        let part = (value - self.up.0) / (self.up.1 - self.up.0);
        self.top + (1.0 - part.clamp(0.0, 1.0)) * TALL
    }

    fn draw_axes(&self, curve: &Curve, svg: &mut Svg) {
        self.draw_ticks(curve, svg);
        let (right, top, bottom) = (WIDTH - RIGHT, number(self.top), number(self.bottom));
        svg.element(
            "path",
            &[
                ("d", &format!("M{} {top}V{bottom}H{right}", number(self.left))),
                ("fill", &"none"),
                ("stroke", &"currentColor"),
            ],
        );
        self.draw_stops(curve, svg);
        let middle = number((self.left + right) / 2.0);
        let under: [(&str, &dyn std::fmt::Display); 4] =
            [("x", &middle), ("y", &number(self.height - 8.0)), ("text-anchor", &"middle"), ("fill", &"currentColor")];
        svg.text("text", &under, &fitted(&curve.across, right - self.left));
        let half = number(self.top + TALL / 2.0);
        let beside: [(&str, &dyn std::fmt::Display); 5] = [
            ("x", &16),
            ("y", &half),
            ("text-anchor", &"middle"),
            ("fill", &"currentColor"),
            ("transform", &format!("rotate(-90 16 {half})")),
        ];
        svg.text("text", &beside, &fitted(&curve.up, TALL));
    }

    /// The lines of the upper axis, each with its number, and the one that is worth more.
    fn draw_ticks(&self, curve: &Curve, svg: &mut Svg) {
        let (left, right) = (number(self.left), WIDTH - RIGHT);
        for (tick, label) in self.ticks.iter().zip(tick_labels(&self.ticks)) {
            let y = number(self.y(*tick));
            svg.element(
                "line",
                &[("class", &"grid"), ("x1", &left), ("x2", &right), ("y1", &y), ("y2", &y), ("stroke", &"#c8c8c8")],
            );
            let place: [(&str, &dyn std::fmt::Display); 5] = [
                ("x", &number(self.left - 8.0)),
                ("y", &y),
                ("dy", &"0.35em"),
                ("text-anchor", &"end"),
                ("fill", &"currentColor"),
            ];
            svg.text("text", &place, &label);
        }
        if let Some(mark) = curve.range.mark.filter(|mark| (self.up.0..=self.up.1).contains(mark)) {
            let y = number(self.y(mark));
            svg.element(
                "line",
                &[
                    ("class", &"mark"),
                    ("x1", &left),
                    ("x2", &right),
                    ("y1", &y),
                    ("y2", &y),
                    ("stroke", &"currentColor"),
                    ("stroke-dasharray", &"1 3"),
                ],
            );
        }
    }

    /// The values of what changes, along the lower axis. Labels that would run into others are left out; the table has them.
    fn draw_stops(&self, curve: &Curve, svg: &mut Svg) {
        for (at, stop) in curve.stops.iter().enumerate() {
            let x = self.x(curve, at);
            let (place, bottom, end) = (number(x), number(self.bottom), number(self.bottom + 5.0));
            svg.element(
                "line",
                &[("x1", &place), ("x2", &place), ("y1", &bottom), ("y2", &end), ("stroke", &"currentColor")],
            );
            if !self.standing.shown.get(at).copied().unwrap_or(false) {
                continue;
            }
            let weight = if stop.is_base { "bold" } else { "normal" };
            if self.standing.tilted {
                let y = number(self.bottom + ROW);
                let turn = format!("rotate(-{TILT} {} {y})", number(x + 4.0));
                let tilted: [(&str, &dyn std::fmt::Display); 6] = [
                    ("x", &number(x + 4.0)),
                    ("y", &y),
                    ("text-anchor", &"end"),
                    ("fill", &"currentColor"),
                    ("font-weight", &weight),
                    ("transform", &turn),
                ];
                svg.text("text", &tilted, &self.tilted(curve, at));
                continue;
            }
            let lines = if stop.is_base { vec![stop.label.as_str(), BASE] } else { vec![stop.label.as_str()] };
            for (nth, line) in lines.into_iter().enumerate() {
                let y = number(self.bottom + ROW * (nth as f64 + 1.0) + 2.0);
                let x = number(self.level(curve, at, &widest(stop)));
                let level: [(&str, &dyn std::fmt::Display); 5] = [
                    ("x", &x),
                    ("y", &y),
                    ("text-anchor", &"middle"),
                    ("fill", &"currentColor"),
                    ("font-weight", &weight),
                ];
                svg.text("text", &level, line);
            }
        }
    }

    fn draw_line(&self, curve: &Curve, line: &Line, nth: usize, svg: &mut Svg) {
        let colour = Colour::line(nth);
        let known: Vec<(usize, Point)> = line.known().collect();
        let at = |(stop, value): (usize, f64)| format!("{} {}", number(self.x(curve, stop)), number(self.y(value)));
        if self.is_numeric && known.len() > 1 {
            let over = known.iter().map(|(stop, point)| at((*stop, point.high)));
            let under = known.iter().rev().map(|(stop, point)| at((*stop, point.low)));
            let band = over.chain(under).collect::<Vec<_>>().join("L");
            let class = format!("band line-{nth}");
            svg.element(
                "path",
                &[
                    ("class", &class),
                    ("d", &format!("M{band}Z")),
                    ("fill", &colour),
                    ("fill-opacity", &"0.15"),
                    ("stroke", &"none"),
                ],
            );
            let through = known.iter().map(|(stop, point)| at((*stop, point.is))).collect::<Vec<_>>().join("L");
            let dash = DASHES.get(nth % DASHES.len()).copied().unwrap_or("none");
            let class = format!("stroke line-{nth}");
            svg.element(
                "path",
                &[
                    ("class", &class),
                    ("d", &format!("M{through}")),
                    ("fill", &"none"),
                    ("stroke", &colour),
                    ("stroke-width", &2),
                    ("stroke-dasharray", &dash),
                ],
            );
        }
        for (stop, point) in known {
            let x = self.x(curve, stop)
                + if self.is_numeric { 0.0 } else { (nth as f64 - (curve.lines.len() as f64 - 1.0) / 2.0) * 9.0 };
            let (low, high, class) = (self.y(point.low), self.y(point.high), format!("stroke line-{nth}"));
            let whisker = format!("M{} {}V{}", number(x), number(low), number(high));
            svg.element("path", &[("class", &class), ("d", &whisker), ("stroke", &colour), ("stroke-width", &1.5)]);
            let label = curve.stops.get(stop).map_or("", |stop| stop.label.as_str());
            let told = format!(
                "{} {label}: {} {:.1} ({:.1} to {:.1})",
                curve.across, line.name, point.is, point.low, point.high
            );
            dot(svg, nth, x, self.y(point.is), &told);
        }
    }

    /// The lines' names, over the field.
    fn draw_names(&self, curve: &Curve, svg: &mut Svg) {
        for (nth, (line, (x, y))) in curve.lines.iter().zip(&self.names).enumerate() {
            dot(svg, nth, *x, *y, &line.name);
            let place: [(&str, &dyn std::fmt::Display); 4] =
                [("x", &number(x + 10.0)), ("y", &number(*y)), ("dy", &"0.35em"), ("fill", &"currentColor")];
            svg.text("text", &place, &fitted(&line.name, WIDTH - 28.0));
        }
    }
}

/// The numbers of the upper axis.
fn tick_labels(ticks: &[f64]) -> Vec<String> {
    let step = ticks.windows(2).map(|pair| pair[1] - pair[0]).next().unwrap_or(1.0);
    ticks.iter().map(|tick| label(*tick, step)).collect()
}

/// What stands under the label of the base.
const BASE: &str = "(base)";

/// The widest line of a label, as wide as its letters are at most.
fn widest(stop: &Stop) -> String {
    match stop.is_base {
        // Bold letters are wider.
        true if width(&stop.label) * 1.1 > width(BASE) => format!("{}ii", stop.label),
        true => format!("{BASE}i"),
        false => stop.label.clone(),
    }
}

/// Where the lines' names stand, one beside the other in as many rows as they need.
fn places_of_names(curve: &Curve) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (10.0, 10.0);
    let place = |line: &Line| {
        let wide = (width(&line.name) + 30.0).min(WIDTH - 8.0);
        if x > 10.0 && x + wide > WIDTH {
            (x, y) = (10.0, y + ROW);
        }
        let place = (x, y);
        x += wide;
        place
    };
    curve.lines.iter().map(place).collect()
}

/// A point; each line has another shape.
fn dot(svg: &mut Svg, nth: usize, x: f64, y: f64, told: &str) {
    let (colour, class) = (Colour::line(nth), format!("fill line-{nth}"));
    let p = |dx: f64, dy: f64| format!("{} {}", number(x + dx), number(y + dy));
    let outline = match nth % 4 {
        0 => {
            let (x, y) = (number(x), number(y));
            svg.titled("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &4.5), ("fill", &colour)], told);
            return;
        }
        1 => [p(-4.0, -4.0), p(4.0, -4.0), p(4.0, 4.0), p(-4.0, 4.0)].join("L"),
        2 => [p(0.0, -5.5), p(5.0, 4.0), p(-5.0, 4.0)].join("L"),
        _ => [p(0.0, -6.0), p(5.0, 0.0), p(0.0, 6.0), p(-5.0, 0.0)].join("L"),
    };
    svg.titled("path", &[("class", &class), ("d", &format!("M{outline}Z")), ("fill", &colour)], told);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(ats: &[Option<f64>]) -> Curve {
        let stop = |(nth, at): (usize, &Option<f64>)| Stop { label: format!("v{nth}"), at: *at, is_base: nth == 0 };
        let point = |nth: usize| Some(Point { is: 40.0 + nth as f64, low: 39.0, high: 45.0 });
        Curve {
            title: "A < B".into(),
            across: "parry".into(),
            stops: ats.iter().enumerate().map(stop).collect(),
            lines: ["one", "two"]
                .map(|name| Line { name: name.into(), points: (0..ats.len()).map(point).collect() })
                .to_vec(),
            range: Range { least: Some(0.0), most: Some(100.0), mark: Some(50.0) },
            ..Curve::default()
        }
    }

    #[test]
    fn numbers_are_joined_and_words_are_not() {
        let drawn = curve(&[Some(1.0), Some(2.0), Some(4.0)]).draw();
        assert_eq!((drawn.matches("class=\"band").count(), drawn.matches("stroke-dasharray=\"8 4\"").count()), (2, 1));
        assert!(drawn.contains("<title>parry v1: two 41.0 (39.0 to 45.0)</title>"), "{drawn}");
        let words = curve(&[None, Some(2.0), None]).draw();
        assert!(!words.contains("class=\"band"), "{words}");
    }

    #[test]
    fn odd_numbers_draw_something() {
        for ats in [&[][..], &[Some(1.0)], &[Some(f64::NAN), Some(1.0)], &[Some(3.0), Some(3.0)]] {
            let mut curve = curve(ats);
            if let Some(Some(point)) = curve.lines.first_mut().and_then(|line| line.points.first_mut()) {
                *point = Point { is: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY };
            }
            let drawn = curve.draw();
            assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }
}
