//! Heat maps: how something changes with two values, with every number in its cell.

use crate::colour::Colour;
use crate::label::{LONGEST, Label, Standing, TILT, fitted, standing, width};
use crate::svg::{Svg, number};

/// How high a square is, and how wide at least and at most.
const TALL: f64 = 34.0;
const WIDE: (f64, f64) = (24.0, 74.0);

/// All squares of a row together, where there are many.
const ROW: f64 = 480.0;

/// A picture that a phone shows as it is, and how many columns it can have.
const PHONE: f64 = 340.0;
const FEW: usize = 6;

/// A square in which each number finds room is so wide.
const ROOMY: f64 = 44.0;

/// Labels of rows are so wide at most.
const BESIDE: f64 = 130.0;

/// How something changes with two values.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// What is seen, in a line.
    pub title: String,
    /// The same in sentences, for those to whom it is read.
    pub description: String,
    /// What changes from left to right, and its values.
    pub across: (String, Vec<String>),
    /// What changes from top to bottom, and its values.
    pub down: (String, Vec<String>),
    /// Row by row; nothing where it is not known.
    pub squares: Vec<Vec<Option<Square>>>,
    /// The values of the lightest and the darkest colour.
    pub range: (f64, f64),
    /// Row and column with which others are compared.
    pub base: Option<(usize, usize)>,
}

/// One square.
#[derive(Clone, Debug)]
pub struct Square {
    /// Decides the colour.
    pub value: f64,
    /// Stands in it: `61.2`.
    pub text: String,
    /// Says more: an interval.
    pub told: String,
}

impl Heat {
    /// Draws it.
    #[must_use]
    pub fn draw(&self) -> String {
        let frame = Frame::of(self);
        let Frame { left, top, wide, .. } = frame;
        let (width, height) =
            (frame.width.ceil() as u32, (top + TALL * self.down.1.len().max(1) as f64 + 8.0).ceil() as u32);
        let mut svg = Svg::new(width, height, &self.title, &self.description);
        frame.draw_names(self, &mut svg);
        for (row, squares) in self.squares.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let (x, y) = (left + wide * column as f64, top + TALL * row as f64);
                match square {
                    Some(square) => self.draw_square(square, x, y, wide, &mut svg),
                    None => svg.text(
                        "text",
                        &[
                            ("x", &number(x + wide / 2.0)),
                            ("y", &number(y + 21.0)),
                            ("text-anchor", &"middle"),
                            ("fill", &"currentColor"),
                        ],
                        "?",
                    ),
                }
            }
        }
        if let Some((row, column)) = self.base {
            let (x, y) = (number(left + wide * column as f64 + 1.5), number(top + TALL * row as f64 + 1.5));
            let (w, h) = (number(wide - 3.0), number(TALL - 3.0));
            svg.element(
                "rect",
                &[
                    ("class", &"base"),
                    ("x", &x),
                    ("y", &y),
                    ("width", &w),
                    ("height", &h),
                    ("fill", &"none"),
                    ("stroke", &"#d03000"),
                    ("stroke-width", &3),
                ],
            );
        }
        svg.finish()
    }

    fn draw_square(&self, square: &Square, x: f64, y: f64, wide: f64, svg: &mut Svg) {
        let (low, high) = self.range;
        let share = if high > low { (square.value - low) / (high - low) } else { 0.5 };
        let colour = Colour::scale(share);
        let (left, top, w, h) = (number(x), number(y), number(wide - 1.0), number(TALL - 1.0));
        svg.titled(
            "rect",
            &[
                ("x", &left),
                ("y", &top),
                ("width", &w),
                ("height", &h),
                ("fill", &colour),
                ("stroke", &"#808080"),
                ("stroke-width", &0.5),
            ],
            &square.told,
        );
        // A number that does not fit is in the table.
        if wide >= 7.5 * square.text.chars().count() as f64 {
            let place: [(&str, &dyn std::fmt::Display); 5] = [
                ("x", &number(x + wide / 2.0)),
                ("y", &number(y + 21.0)),
                ("text-anchor", &"middle"),
                ("fill", &colour.ink()),
                ("pointer-events", &"none"),
            ];
            svg.text("text", &place, &square.text);
        }
    }
}

/// Where the squares lie, and how the labels over them stand.
struct Frame {
    left: f64,
    top: f64,
    wide: f64,
    width: f64,
    standing: Standing,
}

impl Frame {
    fn of(heat: &Heat) -> Self {
        let (columns, rows) = (&heat.across.1, &heat.down.1);
        let count = columns.len().max(1) as f64;
        let beside = rows.iter().map(|label| width(label)).fold(width(&heat.down.0), f64::max);
        let left = beside.clamp(30.0, BESIDE) + 14.0;
        let wide = match columns.len() <= FEW {
            true => ((PHONE - left) / count).clamp(ROOMY, WIDE.1),
            false => (ROW / count).clamp(WIDE.0, WIDE.1),
        };
        let place = |(nth, text): (usize, &String)| {
            let at = left + wide * (nth as f64 + 0.5);
            Label { text: text.clone(), level: at, at }
        };
        let places: Vec<Label> = columns.iter().enumerate().map(place).collect();
        let standing = standing(&places, false, heat.base.map(|(_, column)| column));
        let tilted = places.iter().map(|label| (label.at, width(&label.text).min(LONGEST)));
        let tilt = TILT.to_radians();
        let (over, right) = match standing.tilted {
            false => (0.0, 0.0),
            true => tilted.fold((0.0f64, 0.0f64), |(over, right), (x, long)| {
                (over.max(long * tilt.sin()), right.max(x + (long + 12.0) * tilt.cos()))
            }),
        };
        let width = (left + wide * count + 8.0).max(right).max(left + width(&heat.across.0) + 8.0);
        Self { left, top: 44.0 + over, wide, width, standing }
    }

    fn draw_names(&self, heat: &Heat, svg: &mut Svg) {
        let ((across, columns), (down, rows)) = (&heat.across, &heat.down);
        let Self { left, top, wide, .. } = *self;
        let middle = (left + self.width) / 2.0;
        let over: [(&str, &dyn std::fmt::Display); 4] =
            [("x", &number(middle)), ("y", &15), ("text-anchor", &"middle"), ("fill", &"currentColor")];
        svg.text("text", &over, &fitted(across, self.width - left));
        let y = number(top - 8.0);
        svg.text("text", &[("x", &4), ("y", &y), ("fill", &"currentColor")], &fitted(down, left - 8.0));
        for (at, label) in columns.iter().enumerate().filter(|(at, _)| self.standing.shown.get(*at) == Some(&true)) {
            let x = number(left + wide * (at as f64 + 0.5));
            let turn = format!("rotate(-{TILT} {x} {y})");
            let place: [(&str, &dyn std::fmt::Display); 3] = [("x", &x), ("y", &y), ("fill", &"currentColor")];
            let more: [(&str, &dyn std::fmt::Display); 1] =
                if self.standing.tilted { [("transform", &turn)] } else { [("text-anchor", &"middle")] };
            svg.text("text", &[place.as_slice(), more.as_slice()].concat(), &fitted(label, LONGEST));
        }
        for (at, label) in rows.iter().enumerate() {
            let y = number(top + TALL * at as f64 + 21.0);
            let place: [(&str, &dyn std::fmt::Display); 4] =
                [("x", &number(left - 8.0)), ("y", &y), ("text-anchor", &"end"), ("fill", &"currentColor")];
            svg.text("text", &place, &fitted(label, left - 12.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_in_its_square() {
        let square = |value: f64| Some(Square { value, text: format!("{value}"), told: format!("told {value}") });
        let heat = Heat {
            title: "map".into(),
            across: ("parry".into(), vec!["0".into(), "+1".into()]),
            down: ("armour".into(), vec!["chain".into(), "plate".into()]),
            squares: vec![vec![square(0.0), square(25.0)], vec![square(100.0), None]],
            range: (0.0, 100.0),
            base: Some((0, 0)),
            ..Heat::default()
        };
        let drawn = heat.draw();
        for word in [">25</text>", ">100</text>", "told 25", ">?</text>", ">plate</text>", "class=\"base\""] {
            assert!(drawn.contains(word), "{word} is missing in {drawn}");
        }
        assert!(Heat::default().draw().ends_with("</svg>\n"));
    }
}
