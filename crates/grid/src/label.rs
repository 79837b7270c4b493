use std::fmt;

use crate::{Board, Cell, Kind};

/// Why a text names no cell of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelError {
    /// It has neither the form `D7` nor, on a hex board, `(3,-1)`.
    Form {
        /// The text.
        text: String,
        /// The board's kind.
        kind: Kind,
    },
    /// It names a cell, but none of this board.
    Outside {
        /// The text.
        text: String,
        /// The board's last cell, at the bottom right.
        last: String,
    },
}

impl<C: Cell> Board<C> {
    /// The name of the cell on paper: column letters and row number, `A1` at the top left, `Z1`, `AA1` and so on.
    /// `None` off the board.
    ///
    /// ```
    /// use skirmish_grid::{Board, Hex};
    /// let board = Board::<Hex>::new(30, 12).unwrap();
    /// let cell = board.parse_label("aa12").unwrap();
    /// assert_eq!(board.label(cell).unwrap(), "AA12");
    /// assert_eq!(board.parse_label("(3, 1)"), Ok(Hex::new(3, 1)));
    /// assert_eq!(board.parse_label("A13").unwrap_err().to_string(), "A13 is off the board, which ends at AD12");
    /// ```
    #[must_use]
    pub fn label(&self, cell: C) -> Option<String> {
        self.index(cell)?;
        let (column, row) = cell.column_row();
        // Views name hundreds of cells: no formatter is needed for a letter and two digits.
        let mut label = column_letters(u16::try_from(column).ok()?);
        push_number(&mut label, u32::try_from(row).ok()? + 1);
        Some(label)
    }

    /// The cell with that name, in either case; on a hex board also by its axes, `(3,-1)`.
    ///
    /// # Errors
    /// When the text is no name, or its cell is off the board.
    pub fn parse_label(&self, text: &str) -> Result<C, LabelError> {
        let text = text.trim();
        let form = || LabelError::Form { text: text.to_owned(), kind: C::KIND };
        let outside = || LabelError::Outside { text: text.to_owned(), last: self.last_label() };
        if let Some(inner) = text.strip_prefix('(') {
            let (a, b) = inner.strip_suffix(')').and_then(|inner| inner.split_once(',')).ok_or_else(form)?;
            let number = |text: &str| text.trim().parse::<i64>().map_err(|_| form());
            let (a, b) = (number(a)?, number(b)?);
            let (Ok(a), Ok(b)) = (i16::try_from(a), i16::try_from(b)) else { return Err(outside()) };
            return Some(C::at(a, b)).filter(|&cell| self.contains(cell)).ok_or_else(outside);
        }
        let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
        let (letters, digits) = text.split_at(letters);
        if letters.is_empty() || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(form());
        }
        let column = column_number(letters).ok_or_else(outside)?;
        let row = digits.parse::<i32>().ok().and_then(|row| row.checked_sub(1)).ok_or_else(outside)?;
        C::from_column_row(column, row).filter(|&cell| self.contains(cell)).ok_or_else(outside)
    }

    fn last_label(&self) -> String {
        format!("{}{}", column_letters(self.width() - 1), self.height())
    }
}

/// Writes a number behind a text.
fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// The letters of the column, counted from 0: `A` to `Z`, `AA`, `AB` and so on.
///
/// ```
/// assert_eq!([0, 25, 26, 399].map(skirmish_grid::column_letters), ["A", "Z", "AA", "OJ"]);
/// ```
#[must_use]
pub fn column_letters(column: u16) -> String {
    let mut letters = String::with_capacity(4);
    push_letters(&mut letters, u32::from(column) + 1);
    letters
}

fn push_letters(text: &mut String, number: u32) {
    if number > 26 {
        push_letters(text, (number - 1) / 26);
    }
    text.push(char::from(b'A' + ((number - 1) % 26) as u8));
}

fn column_number(letters: &str) -> Option<i32> {
    let digit = |letter: u8| i32::from(letter.to_ascii_uppercase() - b'A') + 1;
    let number = letters.bytes().try_fold(0i32, |sum, letter| sum.checked_mul(26)?.checked_add(digit(letter)))?;
    number.checked_sub(1)
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form { text, kind: Kind::Hex } => {
                write!(
                    f,
                    "{text:?} names no cell; write column letters and row number, as in D7, or axes, as in (3,-1)"
                )
            }
            Self::Form { text, kind: Kind::Square } => {
                write!(f, "{text:?} names no cell; write column letters and row number, as in D7")
            }
            Self::Outside { text, last } => write!(f, "{text} is off the board, which ends at {last}"),
        }
    }
}

impl std::error::Error for LabelError {}
