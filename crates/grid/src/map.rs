use std::fmt;

use crate::{Board, Cell, Kind, MAX_SIDE};

/// A board drawn in text: one sign per cell.
///
/// ```
/// use skirmish_grid::{Hex, Map};
/// let map = Map::<Hex>::parse("
///     . . # . .
///      . A # B .
///     . . . . .
/// ", ".#").unwrap();
/// assert_eq!((map.board().width(), map.board().height()), (5, 3));
/// assert_eq!(map.cells('#').collect::<Vec<_>>(), [Hex::new(2, 0), Hex::new(2, 1)]);
/// assert_eq!(map.places(), [('A', Hex::new(1, 1)), ('B', Hex::new(3, 1))]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map<C: Cell> {
    board: Board<C>,
    glyphs: Vec<char>,
    places: Vec<(char, C)>,
}

/// Why a text is no map. Lines and columns count from 1, in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapError {
    /// There is no row.
    Empty,
    /// The legend has no sign.
    EmptyLegend,
    /// A row has not as many cells as the first one.
    Unequal {
        /// The line.
        line: usize,
        /// The column of the first cell too many, or behind the last one.
        column: usize,
        /// How many cells it has.
        cells: usize,
        /// How many the first row has.
        expected: usize,
    },
    /// A sign that is neither in the legend nor a letter or digit.
    Unknown {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The sign.
        glyph: char,
        /// The legend.
        known: String,
    },
    /// More than [`MAX_SIDE`] rows or columns.
    TooLarge {
        /// The line with which, or in which, it becomes too large.
        line: usize,
        /// The column of the first cell too many.
        column: usize,
    },
    /// On a hex map the first row is indented against the second one; on paper rows 2, 4, 6 … are shifted to the
    /// right.
    Shifted {
        /// The line of the first row.
        line: usize,
        /// The column of its first cell.
        column: usize,
    },
}

impl<C: Cell> Map<C> {
    /// Reads a map: one line per row, one sign per cell. Blanks between cells mean nothing, nor do empty lines before
    /// and after; on hex boards every second row may be indented by one. A letter or digit that is not in the
    /// `legend` marks a place, whose ground is the legend's first sign; a mark may appear more than once.
    ///
    /// # Errors
    /// When a row is longer or shorter than the first, a sign is unknown, or the map is empty or too large.
    pub fn parse(text: &str, legend: &str) -> Result<Self, MapError> {
        let legend: Vec<char> = legend.chars().filter(|glyph| !glyph.is_whitespace()).collect();
        let &ground = legend.first().ok_or(MapError::EmptyLegend)?;
        let rows = rows(text);
        let width = rows.first().map_or(0, |row| row.cells.len());
        check_size::<C>(&rows, width)?;
        let board = u16::try_from(width).ok().zip(u16::try_from(rows.len()).ok());
        let board = board.and_then(|(width, height)| Board::new(width, height).ok()).ok_or(MapError::Empty)?;
        let mut map = Self { board, glyphs: Vec::with_capacity(board.len()), places: Vec::new() };
        for row in &rows {
            for &(column, glyph) in &row.cells {
                let cell = board.cell(map.glyphs.len());
                match cell {
                    _ if legend.contains(&glyph) => map.glyphs.push(glyph),
                    Some(cell) if glyph.is_alphanumeric() => {
                        map.glyphs.push(ground);
                        map.places.push((glyph, cell));
                    }
                    _ => {
                        return Err(MapError::Unknown {
                            line: row.line,
                            column,
                            glyph,
                            known: legend.iter().collect(),
                        });
                    }
                }
            }
        }
        Ok(map)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// The ground's sign, one of the legend; `None` off the board.
    #[must_use]
    pub fn glyph(&self, cell: C) -> Option<char> {
        self.glyphs.get(self.board.index(cell)?).copied()
    }

    /// The cells with that sign, row by row.
    pub fn cells(&self, glyph: char) -> impl Iterator<Item = C> + '_ {
        let with_glyph = self.glyphs.iter().enumerate().filter(move |&(_, &sign)| sign == glyph);
        with_glyph.filter_map(|(index, _)| self.board.cell(index))
    }

    /// The marked places, row by row.
    #[must_use]
    pub fn places(&self) -> &[(char, C)] {
        &self.places
    }

    /// The first place with that mark.
    #[must_use]
    pub fn place(&self, mark: char) -> Option<C> {
        self.places.iter().find(|&&(sign, _)| sign == mark).map(|&(_, cell)| cell)
    }
}

struct Row {
    line: usize,
    /// Column and sign of each cell.
    cells: Vec<(usize, char)>,
}

fn rows(text: &str) -> Vec<Row> {
    let signs = |line: &str| {
        let signs = line.chars().enumerate().filter(|(_, glyph)| !glyph.is_whitespace());
        signs.map(|(i, glyph)| (i + 1, glyph)).collect()
    };
    let mut rows: Vec<Row> = text
        .lines()
        .enumerate()
        .map(|(i, line)| Row { line: i + 1, cells: signs(line) })
        .skip_while(|row| row.cells.is_empty())
        .collect();
    while rows.last().is_some_and(|row| row.cells.is_empty()) {
        rows.pop();
    }
    rows
}

fn check_size<C: Cell>(rows: &[Row], width: usize) -> Result<(), MapError> {
    let side = usize::from(MAX_SIDE);
    let first = rows.first().ok_or(MapError::Empty)?;
    if let Some(&(column, _)) = first.cells.get(side) {
        return Err(MapError::TooLarge { line: first.line, column });
    }
    if let Some(row) = rows.get(side) {
        return Err(MapError::TooLarge { line: row.line, column: 1 });
    }
    for row in rows {
        let cells = row.cells.len();
        if cells != width {
            let end = row.cells.last().map_or(1, |&(column, _)| column + 1);
            let column = row.cells.get(width).map_or(end, |&(column, _)| column);
            return Err(MapError::Unequal { line: row.line, column, cells, expected: width });
        }
    }
    let column = |i: usize| rows.get(i).and_then(|row| row.cells.first()).map(|&(column, _)| column);
    match (column(0), column(1)) {
        (Some(column), Some(second)) if C::KIND == Kind::Hex && column > second => {
            Err(MapError::Shifted { line: first.line, column })
        }
        _ => Ok(()),
    }
}

impl MapError {
    /// Line and column, from 1; `(1, 1)` when there is nothing to point at.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        match *self {
            Self::Empty | Self::EmptyLegend => (1, 1),
            Self::Unequal { line, column, .. }
            | Self::Unknown { line, column, .. }
            | Self::TooLarge { line, column }
            | Self::Shifted { line, column } => (line, column),
        }
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position();
        if !matches!(self, Self::Empty | Self::EmptyLegend) {
            write!(f, "line {line}, column {column}: ")?;
        }
        match self {
            Self::Empty => write!(f, "the map has no rows; draw one line per row"),
            Self::EmptyLegend => write!(f, "the legend is empty; name at least the open ground"),
            Self::Unequal { cells, expected, .. } => {
                write!(f, "this row has {cells} cells, the first one {expected}; make them equal")
            }
            Self::Unknown { glyph, known, .. } => {
                let known: Vec<String> = known.chars().map(String::from).collect();
                write!(f, "unknown sign {glyph:?}; use one of {}, or a letter or digit for a place", known.join(" "))
            }
            Self::TooLarge { .. } => write!(f, "the map is too large; at most {MAX_SIDE} rows and columns"),
            Self::Shifted { .. } => {
                write!(f, "the first row is indented against the second; on hex maps rows 2, 4, 6 … are shifted right")
            }
        }
    }
}

impl std::error::Error for MapError {}
