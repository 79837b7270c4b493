//! Bars and columns of text.

pub(crate) use skirmish_report::{fine_percent, percent};

use crate::diagnose::Look;

/// The longest bar.
const WIDTH: usize = 40;

/// How bars are drawn here, if at all.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bars {
    /// In eighths of a cell.
    Blocks,
    /// With what every printer has.
    Signs,
    /// For those who are read to: the numbers say it all.
    None,
}

impl Bars {
    pub(crate) fn of(look: Look) -> Self {
        match look {
            Look::Colour | Look::Lines => Self::Blocks,
            Look::Plain => Self::Signs,
            Look::Spoken => Self::None,
        }
    }

    /// A bar for a share of the longest one; what is not nothing is seen.
    pub(crate) fn bar(self, share: f64) -> String {
        const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let at_least_one = usize::from(share > 0.0);
        match self {
            Self::None => String::new(),
            Self::Signs => "#".repeat(((share * WIDTH as f64).round() as usize).max(at_least_one)),
            Self::Blocks => {
                let eighths = ((share * 8.0 * WIDTH as f64).round() as usize).max(at_least_one);
                let rest = EIGHTHS.get(eighths % 8).filter(|rest| **rest != ' ');
                "█".repeat(eighths / 8) + &rest.map_or_else(String::new, char::to_string)
            }
        }
    }
}

/// Which side of its column a text keeps to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    Left,
    Right,
}

/// Rows in columns, two blanks apart and two from the margin.
pub(crate) fn columns(rows: &[Vec<String>], keep: &[Keep]) -> Vec<String> {
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..keep.len()).map(|at| width(at).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for ((cell, keep), width) in row.iter().zip(keep).zip(&widths) {
            line.push_str(&match keep {
                Keep::Left => format!("  {cell:<width$}"),
                Keep::Right => format!("  {cell:>width$}"),
            });
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// `3 of 30` as a share, 0 of 0 as none.
pub(crate) fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(Bars::Signs.bar(1.0).len(), WIDTH);
        assert_eq!(Bars::Signs.bar(0.5).len(), WIDTH / 2);
        assert_eq!(Bars::Blocks.bar(1.0), "█".repeat(WIDTH));
        assert_eq!(Bars::Blocks.bar(1.5 / WIDTH as f64), "█▌");
        assert_eq!((Bars::Blocks.bar(0.0), Bars::Signs.bar(f64::NAN)), (String::new(), String::new()));
        assert_eq!((Bars::Blocks.bar(1e-9), Bars::Signs.bar(1e-9)), ("▏".into(), "#".into()));
        assert_eq!(Bars::None.bar(1.0), "");
    }

    #[test]
    fn of_nothing_there_is_no_share() {
        assert_eq!((share(0, 0), share(1, 4)), (0.0, 0.25));
    }

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let rows = [vec!["a".into(), "10".into()], vec!["long".into(), "9".into()]];
        assert_eq!(columns(&rows, &[Keep::Left, Keep::Right]), ["  a     10", "  long   9"]);
    }
}
