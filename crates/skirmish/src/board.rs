//! The board, drawn once: terrain, everybody's letter, who they are.

use skirmish_kernel::{BoardView, CellSet, Token, View};

use crate::out::Paint;
use crate::wrap::{WIDTH, wrapped};

/// A wider or higher board is shown around the combatants only.
const MOST_CELLS: usize = 60;

/// How much is shown around them then.
const MARGIN: usize = 3;

/// Stands behind each cell that is not seen now.
const UNSEEN: &str = ":";

/// The board as lines, with what its signs mean; behind each cell that the viewer does not see now stands a colon.
pub(crate) fn draw(view: &View, paint: Paint) -> Vec<String> {
    let fog = view.seen.as_ref().filter(|seen| !seen.is_all());
    let mut lines = rows_in(view, paint, fog);
    if !lines.is_empty() {
        let unseen = if fog.is_some() { "; a colon marks what is not seen now" } else { "" };
        lines.push(String::new());
        lines.push(wrapped(&format!("  {}{unseen}", legend(&view.board)), WIDTH, 4));
    }
    lines
}

/// The board as lines.
pub(crate) fn rows(view: &View, paint: Paint) -> Vec<String> {
    rows_in(view, paint, None)
}

/// The same with what is seen of it, where that is to be shown.
fn rows_in(view: &View, paint: Paint, fog: Option<&CellSet>) -> Vec<String> {
    let board = &view.board;
    let rows: Vec<Vec<char>> = board.rows.iter().map(|row| row.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Vec::new();
    }
    let places = || view.tokens.iter().flat_map(|token| std::iter::once(&token.at).chain(&token.cells));
    let columns = window(width, places().map(|at| usize::from(at.0)));
    let shown = window(rows.len(), places().map(|at| usize::from(at.1)));
    let labelled = view.tokens.iter().all(has_usual_label);
    let margin = if labelled { shown.end.to_string().len() } else { 0 };
    let mut lines = if labelled { ruler(columns.clone(), margin) } else { Vec::new() };
    for row in shown {
        let shift = if board.kind == "hex" && row % 2 == 1 { " " } else { "" };
        let cells = columns.clone().map(|column| {
            // Whoever sits on a large mount is smaller than it, and is drawn on top.
            let here = view.tokens.iter().filter(|token| covers(token, column, row));
            let sign = match here.min_by_key(|token| token.cells.len()) {
                Some(token) => paint.side(token.side, &token.letter.to_string()),
                None => rows[row].get(column).copied().unwrap_or(' ').to_string(),
            };
            let is_seen = fog.is_none_or(|seen| seen.has(row * usize::from(board.width) + column));
            if is_seen { sign + " " } else { sign + &paint.dim(UNSEEN) }
        });
        let cells: String = cells.collect();
        let number = if labelled { paint.dim(&format!("{:>margin$}  ", row + 1)) } else { String::new() };
        lines.push(format!("  {number}{shift}{cells}").trim_end().to_owned());
    }
    lines
}

/// Is its letter drawn there?
fn covers(token: &Token, column: usize, row: usize) -> bool {
    let mut cells = std::iter::once(&token.at).chain(&token.cells);
    cells.any(|at| (usize::from(at.0), usize::from(at.1)) == (column, row))
}

/// What is shown of one direction of a board.
fn window(len: usize, places: impl Iterator<Item = usize> + Clone) -> std::ops::Range<usize> {
    if len <= MOST_CELLS {
        return 0..len;
    }
    let from = places.clone().min().unwrap_or(0).saturating_sub(MARGIN);
    let to = places.max().unwrap_or(0) + MARGIN + 1;
    from.min(len)..to.clamp(1, len)
}

/// Does it stand in column D, row 7, and its place is called `D7`?
fn has_usual_label(token: &Token) -> bool {
    token.cell == format!("{}{}", letters(usize::from(token.at.0)), u32::from(token.at.1) + 1)
}

/// A, B … Z, AA, AB …
pub(crate) fn letters(mut column: usize) -> String {
    let mut text = String::new();
    loop {
        text.insert(0, char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        if column < 26 {
            return text;
        }
        column = column / 26 - 1;
    }
}

/// The columns' letters, from top to bottom where there are several to a column.
fn ruler(columns: std::ops::Range<usize>, margin: usize) -> Vec<String> {
    let names: Vec<String> = columns.map(letters).collect();
    let height = names.iter().map(String::len).max().unwrap_or(0);
    let line = |level: usize| {
        let letter = |name: &String| {
            let at = (level + name.len()).checked_sub(height);
            at.and_then(|at| name.chars().nth(at)).unwrap_or(' ').to_string()
        };
        let letters: Vec<String> = names.iter().map(letter).collect();
        format!("  {}  {}", " ".repeat(margin), letters.join(" ")).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// `# wall; . open; one square is 1 metre`
pub(crate) fn legend(board: &BoardView) -> String {
    let there = |glyph: &char| board.rows.iter().any(|row| row.contains(*glyph));
    let meanings = board.legend.iter().filter(|(glyph, _)| there(glyph));
    let mut parts: Vec<String> = meanings.map(|(glyph, meaning)| format!("{glyph} {meaning}")).collect();
    if !board.cell.is_empty() {
        parts.push(format!("one {} is {}", if board.kind == "hex" { "hex" } else { "square" }, board.cell));
    }
    parts.join("; ")
}

/// Who stands where, side by side.
pub(crate) fn roster(view: &View, paint: Paint) -> Vec<String> {
    let width = |of: fn(&Token) -> &str| view.tokens.iter().map(|token| of(token).chars().count()).max().unwrap_or(0);
    let (names, cells) = (width(|token| &token.name), width(|token| &token.cell));
    let sides = view.sides.iter().map(|side| side.chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (index, side) in view.sides.iter().enumerate() {
        let mut lead = format!("{side:<sides$}");
        for token in view.tokens.iter().filter(|token| usize::from(token.side) == index) {
            let letter = paint.side(token.side, &token.letter.to_string());
            let state = state(token);
            let line = format!("  {lead}  {letter}  {:<names$}  {:<cells$}  {state}", token.name, token.cell);
            lines.push(line.trim_end().to_owned());
            lead = " ".repeat(sides);
        }
    }
    lines
}

/// `7 of 12 hp, prone`
pub(crate) fn state(token: &Token) -> String {
    let gauges = token.gauges.iter().map(|gauge| match (gauge.value, gauge.most) {
        (Some(value), Some(most)) => format!("{value} of {most} {}", gauge.name),
        (Some(value), None) => format!("{value} {}", gauge.name),
        (None, _) => gauge.word.clone(),
    });
    let tags = token.tags.iter().map(|tag| tag.text.clone());
    gauges.chain(tags).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(crate) mod tests {
    use skirmish_kernel::Gauge;

    use super::*;

    fn token(name: &str, side: u8, letter: char, at: (u16, u16)) -> Token {
        let gauge = Gauge { name: "hp".into(), value: Some(7), most: Some(12), word: "hurt".into() };
        let cell = format!("{}{}", letters(at.0.into()), at.1 + 1);
        let name = name.into();
        Token { name, side, letter, cell, at, cells: Vec::new(), gauges: vec![gauge], tags: Vec::new(), able: true }
    }

    pub(crate) fn view(width: u16, height: u16) -> View {
        View {
            game: "fake".into(),
            title: "A Duel".into(),
            clock: "round 1".into(),
            sides: vec!["reds".into(), "blue team".into()],
            board: BoardView {
                kind: "hex".into(),
                width,
                height,
                cell: "2 m".into(),
                rows: vec![".".repeat(width.into()); height.into()],
                legend: vec![('.', "open".into()), ('#', "rock".into())],
            },
            seen: None,
            tokens: vec![token("Ann", 0, 'A', (1, 0)), token("Big Bob", 1, 'B', (3, 1))],
            order: Vec::new(),
            pending: Vec::new(),
            awaited: None,
            outcome: None,
        }
    }

    #[test]
    fn a_hex_board_is_drawn_as_on_paper() {
        let lines = draw(&view(5, 3), Paint::PLAIN);
        let wanted =
            ["     A B C D E", "  1  . A . . .", "  2   . . . B .", "  3  . . . . .", "", "  . open; one hex is 2 m"];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn a_colon_stands_behind_what_is_not_seen() {
        let mut view = view(5, 3);
        view.seen = Some(CellSet::try_from(vec![0, 3, 2, 5, 5]).unwrap());
        let lines = draw(&view, Paint::PLAIN);
        let wanted = [
            "     A B C D E",
            "  1  . A . .:.:",
            "  2   . . . B .",
            "  3  .:.:.:.:.:",
            "",
            "  . open; one hex is 2 m; a colon marks what is not seen now",
        ];
        assert_eq!(lines, wanted);
        assert_eq!(rows(&view, Paint::PLAIN)[1], "  1  . A . . .", "the board that comes by itself has none of it");
        view.seen = Some(CellSet::all(15));
        assert_eq!(draw(&view, Paint::PLAIN)[5], "  . open; one hex is 2 m");
    }

    #[test]
    fn a_large_body_fills_its_cells_and_carries_its_rider() {
        let mut view = view(5, 3);
        view.board.kind = "square".into();
        view.tokens = vec![token("Ogre", 0, 'O', (1, 1)), token("Ann", 1, 'A', (1, 1))];
        view.tokens[0].cells = vec![(1, 1), (2, 1), (1, 2), (2, 2)];
        let lines = draw(&view, Paint::PLAIN);
        assert_eq!(lines[1..4], ["  1  . . . . .", "  2  . A O . .", "  3  . O O . ."]);
    }

    #[test]
    fn of_a_huge_board_the_part_that_matters_is_drawn() {
        let mut view = view(200, 200);
        view.tokens = vec![token("Ann", 0, 'A', (24, 99)), token("Bob", 1, 'B', (27, 101))];
        let lines = draw(&view, Paint::PLAIN);
        assert_eq!(lines[0], "                 A A A A A");
        assert_eq!(lines[1], "       V W X Y Z A B C D E");
        assert_eq!(lines[5], "  100   . . . A . . . . . .");
        assert_eq!(lines.len(), 2 + 9 + 2);
    }

    #[test]
    fn the_roster_stands_in_columns() {
        let lines = roster(&view(5, 3), Paint::PLAIN);
        assert_eq!(lines[0], "  reds       A  Ann      B1  7 of 12 hp");
        assert_eq!(lines[1], "  blue team  B  Big Bob  D2  7 of 12 hp");
    }
}
