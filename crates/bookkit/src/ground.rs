//! The map of an encounter.

use skirmish_grid::{Board, Cell, Map, MapError, Square};
use skirmish_kernel::words::short;
use skirmish_kernel::{BoardView, Light, Lit, Source};

use crate::encounter::Places;
use crate::file::{self, Document, Place, Row, Shape, Word};
use crate::view;

/// The most signs that a legend has: each cell is looked for among them.
const MOST_SIGNS: usize = 200;

/// How large an open field is where nothing is said.
const OPEN_FIELD: (u16, u16) = (20, 15);

/// The grounds of a game: what words mean, and the usual signs.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<T: 'static> {
    /// The usual signs and their words. A file may add signs, and give these another meaning.
    pub signs: &'static [(char, &'static str)],
    /// What a word means.
    pub word: fn(&str) -> Option<T>,
    /// Lays the next word of several over the ground so far: `wall+dark`.
    pub lay: fn(T, T) -> T,
    /// All words, as advice tells them.
    pub words: &'static str,
    /// `squares`, `hexes`.
    pub cells: &'static str,
}

/// Open ground, and walls that nobody walks through (`true`): what a game needs that knows nothing else.
pub const WALLS: Grounds<bool> = Grounds {
    signs: &[('.', "open"), ('#', "wall")],
    word: |word| match word {
        "open" => Some(false),
        "wall" => Some(true),
        _ => None,
    },
    lay: |below, above| below || above,
    words: "open or wall",
    cells: "cells",
};

/// A map of open ground and walls, and of nothing else.
#[derive(Clone, Debug)]
pub struct Walled<C: Cell> {
    /// Its cells.
    pub board: Board<C>,
    /// Of each of them, in the board's order: is it a wall?
    walls: Vec<bool>,
}

impl<C: Cell> Walled<C> {
    /// Reads the key `map` with the places on it, as [`Grounds::placed`] does.
    pub fn read(row: &Row) -> (Places<C>, Self) {
        let (places, board, walls) = WALLS.placed(row);
        (places, Self { board, walls })
    }

    /// Is there a wall, or no board at all?
    #[must_use]
    pub fn is_wall(&self, cell: C) -> bool {
        self.board.index(cell).is_none_or(|at| self.walls[at])
    }

    /// The name of a cell on paper.
    #[must_use]
    pub fn label(&self, cell: C) -> String {
        view::label(&self.board, cell)
    }

    /// For a view; `measure` is what one cell measures, `5 feet`.
    #[must_use]
    pub fn view(&self, measure: &str) -> BoardView {
        let [open, wall] = [0, 1].map(|at| WALLS.signs[at]);
        view::board(&self.board, measure, |cell| if self.is_wall(cell) { wall } else { open })
    }
}

/// Tables of an encounter file that stand for what gives light, each with `at`.
#[derive(Clone, Copy, Debug)]
pub struct Lights {
    /// `lamp`: the head of each.
    pub table: &'static str,
    /// `feet`: the key for how far it lights.
    pub reach: &'static str,
    /// How far where nothing is said.
    pub usual: u32,
    /// How much of that one cell measures.
    pub cell: u32,
    /// A key at the top of the file, and its word for darkness everywhere.
    pub dark: (&'static str, &'static str),
}

/// What lights the map of an encounter; nothing where the file cannot be read, which its own reader says.
#[must_use]
pub fn lit(lights: &Lights, source: &Source) -> Lit {
    let (Ok(document), Ok(board)) = (Document::parse(source), Board::<Square>::new(400, 400)) else {
        return Lit::default();
    };
    file::look(&document, |row| {
        let light = |row: &Row| {
            let (column, line) = board.parse_label(row.word("at", "")?.text()).ok()?.column_row();
            let reach = row.number(lights.reach, "", 0..=100_000).unwrap_or(lights.usual);
            Some(Light { at: (u16::try_from(column).ok()?, u16::try_from(line).ok()?), reach, cell: lights.cell })
        };
        let dark = row.word(lights.dark.0, "").is_some_and(|word| &*word == lights.dark.1);
        Lit { lights: row.peek(lights.table).iter().filter_map(light).collect(), dark }
    })
}

/// The cell that a word of this table names. Nothing where it names none, which is noted; of a word that is not there
/// [`Row::needed`] has complained already, and says that it stands where the table does.
#[must_use]
pub fn cell<C: Cell>(row: &Row, board: &Board<C>, at: &Word) -> Option<C> {
    match board.parse_label(at) {
        Ok(cell) => Some(cell),
        Err(_) if row.describes() || at.place.span() == row.place().span() => None,
        Err(wrong) => {
            let help = "column letters and row number, counted from the top left: `D7`";
            row.reader().wrong(&at.place, wrong.to_string(), help);
            None
        }
    }
}

impl<T: Copy + Default + PartialEq> Grounds<T> {
    /// Reads the key `map`: the board and the ground of each cell in the board's order; nothing where the map cannot be
    /// understood, which has been noted then.
    pub fn read<C: Cell>(&self, row: &Row) -> Option<(Board<C>, Vec<T>)> {
        row.table("map", "The map; an open field of 20 by 15 cells by default.", |map| {
            let rows = map.word("rows", "One line for each row of cells.");
            let width = map.number("width", "Cells in a row.", 1..=400);
            let height = map.number("height", "Rows.", 1..=400);
            let legend = map.names("legend", "What signs mean, where they do not mean the usual.", &|| Shape::Text);
            let legend: Vec<_> = legend.into_iter().filter_map(|(sign, value)| Some((sign, value.text()?))).collect();
            let Some(rows) = rows else {
                if let Some((sign, _)) = legend.first() {
                    map.reader().wrong(&sign.place, "a legend without a map", "draw one in `rows`");
                }
                let missized = map.has("width") && width.is_none() || map.has("height") && height.is_none();
                return if missized { None } else { self.open(map, width, height) };
            };
            if width.is_some() || height.is_some() {
                let message = "a map has `rows`, or `width` and `height`, not both";
                map.reader().wrong(&map.place(), message, "leave width and height out");
            }
            let legend = self.legend(map, &legend);
            self.drawn(map, &rows, &legend)
        })
    }

    /// The same, with places on it; where the map cannot be understood, one cell of open ground to go on reading with.
    pub fn placed<C: Cell>(&self, row: &Row) -> (Places<C>, Board<C>, Vec<T>) {
        let known = self.read(row);
        let places = Places::new(known.as_ref().map(|(board, _)| *board));
        let nowhere = || (Board::new(1, 1).expect("one cell is a board"), vec![T::default()]);
        let (board, cells) = known.unwrap_or_else(nowhere);
        (places, board, cells)
    }

    fn open<C: Cell>(&self, map: &Row, width: Option<u16>, height: Option<u16>) -> Option<(Board<C>, Vec<T>)> {
        match Board::new(width.unwrap_or(OPEN_FIELD.0), height.unwrap_or(OPEN_FIELD.1)) {
            Ok(board) => Some((board, vec![T::default(); board.len()])),
            Err(wrong) => {
                let help = format!("a board has 1 to 400 {} each way", self.cells);
                map.reader().wrong(&map.place(), wrong.to_string(), help);
                None
            }
        }
    }

    fn drawn<C: Cell>(&self, map: &Row, rows: &Word, legend: &[(char, T)]) -> Option<(Board<C>, Vec<T>)> {
        let signs: String = legend.iter().map(|(sign, _)| *sign).collect();
        match Map::<C>::parse(rows, &signs) {
            Err(wrong) => {
                let message = wrong.to_string();
                let message = if message.starts_with("line ") { format!("of the map, {message}") } else { message };
                map.reader().wrong(&inside(&rows.place, &wrong), message, "");
                None
            }
            Ok(drawn) => {
                let ground = |cell| {
                    let sign = drawn.glyph(cell)?;
                    legend.iter().find(|(known, _)| *known == sign).map(|(_, ground)| *ground)
                };
                let cells = drawn.board().cells().map(|cell| ground(cell).unwrap_or_default()).collect();
                Some((*drawn.board(), cells))
            }
        }
    }

    /// The usual signs, with the table's own before them. The first one is the ground under a mark.
    fn legend(&self, map: &Row, given: &[(Word, Word)]) -> Vec<(char, T)> {
        let mut legend: Vec<(char, T)> = Vec::new();
        if let Some((sign, _)) = given.get(MOST_SIGNS) {
            map.reader().wrong(&sign.place, format!("{} signs", given.len()), format!("at most {MOST_SIGNS}"));
        }
        for (sign, meaning) in given.iter().take(MOST_SIGNS) {
            let mut chars = sign.chars();
            let (Some(glyph), None) = (chars.next().filter(|c| !c.is_whitespace()), chars.next()) else {
                let (sample, word) = self.signs.get(1).unwrap_or(&('.', "open"));
                let help = format!("'{sample}' = \"{word}\"");
                map.reader().wrong(&sign.place, "a sign of the legend is one character", help);
                continue;
            };
            match self.meaning(meaning) {
                Some(ground) => legend.push((glyph, ground)),
                None => map.reader().wrong(&meaning.place, format!("`{}` is no ground", short(meaning)), self.words),
            }
        }
        for (sign, meaning) in self.signs {
            if !legend.iter().any(|(known, _)| known == sign) {
                legend.push((*sign, self.meaning(meaning).unwrap_or_default()));
            }
        }
        // Marks stand on open ground.
        if let Some(at) = legend.iter().position(|(_, ground)| *ground == T::default()) {
            legend.swap(0, at);
        }
        legend
    }

    /// What several words joined by `+` mean together.
    #[must_use]
    pub fn meaning(&self, words: &str) -> Option<T> {
        let mut grounds = words.split('+').map(|word| (self.word)(word.trim()));
        let first = grounds.next()??;
        grounds.try_fold(first, |ground, next| Some((self.lay)(ground, next?)))
    }
}

/// The place inside the rows: their own lines and columns are found again in the file's text.
fn inside<'d>(rows: &Place<'d>, wrong: &MapError) -> Place<'d> {
    let (line, column) = wrong.position();
    let span = rows.source().inside(rows.span(), line, column);
    let start = rows.span().start;
    rows.part(span.start.saturating_sub(start)..span.end.saturating_sub(start))
}
