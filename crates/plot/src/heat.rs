//! Heat maps: how something changes with two values, with every number in its cell.

use crate::colour::Colour;
use crate::svg::{Svg, number};

const LEFT: f64 = 110.0;
const TOP: f64 = 44.0;
const TALL: f64 = 34.0;

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
        let (columns, rows) = (self.across.1.len().max(1), self.down.1.len().max(1));
        let wide = (560.0 / columns as f64).clamp(20.0, 74.0);
        let (width, height) = (LEFT + wide * columns as f64 + 8.0, TOP + TALL * rows as f64 + 8.0);
        let mut svg = Svg::new(width.ceil() as u32, height.ceil() as u32, &self.title, &self.description);
        self.draw_names(wide, &mut svg);
        for (row, squares) in self.squares.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let (x, y) = (LEFT + wide * column as f64, TOP + TALL * row as f64);
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
            let (x, y) = (number(LEFT + wide * column as f64 + 1.5), number(TOP + TALL * row as f64 + 1.5));
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

    fn draw_names(&self, wide: f64, svg: &mut Svg) {
        let (across, columns) = &self.across;
        let (down, rows) = &self.down;
        let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
        let middle = LEFT + wide * columns.len() as f64 / 2.0;
        let over: [(&str, &dyn std::fmt::Display); 4] =
            [("x", &number(middle)), ("y", &15), ("text-anchor", &"middle"), ("fill", &"currentColor")];
        svg.text("text", &over, &cut(across, 40));
        svg.text("text", &[("x", &4), ("y", &36), ("fill", &"currentColor")], &cut(down, 15));
        for (at, label) in columns.iter().enumerate() {
            let x = number(LEFT + wide * (at as f64 + 0.5));
            let place: [(&str, &dyn std::fmt::Display); 4] =
                [("x", &x), ("y", &36), ("text-anchor", &"middle"), ("fill", &"currentColor")];
            svg.text("text", &place, &cut(label, (wide / 7.0) as usize));
        }
        for (at, label) in rows.iter().enumerate() {
            let y = number(TOP + TALL * at as f64 + 21.0);
            let place: [(&str, &dyn std::fmt::Display); 4] =
                [("x", &(LEFT - 8.0)), ("y", &y), ("text-anchor", &"end"), ("fill", &"currentColor")];
            svg.text("text", &place, &cut(label, 14));
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
