//! The situation in words: who stands where, in which order, behind what, until when.

use skirmish_kernel::{BoardView, Tag, Token, View};

use super::table::Table;
use crate::out::Paint;
use crate::wrap::{WIDTH, columns, wrapped};

/// Everybody, side by side, with what ails them and until when.
pub(super) fn everybody(view: &View, paint: Paint) -> Vec<String> {
    let width = |of: fn(&Token) -> &str| view.tokens.iter().map(|token| of(token).chars().count()).max().unwrap_or(0);
    let (names, cells) = (width(|token| &token.name), width(|token| &token.cell));
    let mut lines = Vec::new();
    for (index, side) in view.sides.iter().enumerate() {
        let mut members = view.tokens.iter().filter(|token| usize::from(token.side) == index).peekable();
        if members.peek().is_some() {
            lines.push(format!("  {side}"));
        }
        for token in members {
            let lead = format!("  {:<names$}  {:<cells$}  ", token.name, token.cell);
            let indent = 4 + lead.chars().count();
            let letter = paint.side(token.side, &token.letter.to_string());
            let lead = lead.strip_prefix(' ').unwrap_or(&lead);
            let line = wrapped(&format!("    {letter}{lead}{}", state(token)), WIDTH, indent);
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

/// `7 of 12 hp; prone until round 2, segment 1`
pub(super) fn state(token: &Token) -> String {
    let gauges = token.gauges.iter().map(|gauge| match (gauge.value, gauge.most) {
        (Some(value), Some(most)) => format!("{value} of {most} {}", gauge.name),
        (Some(value), None) => format!("{value} {}", gauge.name),
        (None, _) => gauge.word.clone(),
    });
    let parts = gauges.chain(token.tags.iter().map(tag));
    parts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ")
}

/// `prone until round 2, segment 1`
pub(super) fn tag(tag: &Tag) -> String {
    match &tag.until {
        Some(until) => format!("{} until {until}", tag.text),
        None => tag.text.clone(),
    }
}

/// One line for each: as much of how somebody stands as has room.
fn in_short(token: &Token, paint: Paint, room: usize) -> String {
    let mut line = format!("{} {}", token.letter, token.name);
    let gauges = token.gauges.iter().map(|gauge| match (gauge.value, gauge.most) {
        (Some(value), Some(most)) => format!("{value}/{most} {}", gauge.name),
        (Some(value), None) => format!("{value} {}", gauge.name),
        (None, _) => gauge.word.clone(),
    });
    for part in gauges.chain(token.tags.iter().map(|tag| tag.text.clone())).filter(|part| !part.is_empty()) {
        if columns(&line) + 1 + columns(&part) <= room {
            line.push(' ');
            line.push_str(&part);
        }
    }
    let rest: String = line.chars().skip(1).take(room.saturating_sub(1)).collect();
    format!("{}{rest}", paint.side(token.side, &token.letter.to_string()))
}

/// The fewest columns in which somebody can be told beside the board.
const LEAST_BESIDE: usize = 22;

/// The board, with everybody beside it where there is room, else below.
pub(super) fn beside(rows: &[String], view: &View, paint: Paint) -> Vec<String> {
    let width = rows.iter().map(|row| columns(row)).max().unwrap_or(0) + 3;
    let room = WIDTH.saturating_sub(width);
    if room < LEAST_BESIDE {
        let mut lines = rows.to_vec();
        lines.push(String::new());
        lines.extend(by_side(view, paint, WIDTH - 2).into_iter().map(|line| format!("  {line}")));
        return lines;
    }
    let people = by_side(view, paint, room);
    let count = rows.len().max(people.len() + 1);
    let line = |at: usize| {
        let row = rows.get(at).map_or("", String::as_str);
        // The first row has the letters of the columns.
        match at.checked_sub(1).and_then(|at| people.get(at)) {
            Some(person) => format!("{row}{}{person}", " ".repeat(width - columns(row))),
            None => row.to_owned(),
        }
    };
    (0..count).map(line).collect()
}

/// The sides, and below each one line for everybody of it.
fn by_side(view: &View, paint: Paint, room: usize) -> Vec<String> {
    let mut people = Vec::new();
    for (index, side) in view.sides.iter().enumerate() {
        let mut members = view.tokens.iter().filter(|token| usize::from(token.side) == index).peekable();
        if members.peek().is_some() {
            people.push(side.chars().take(room).collect());
        }
        people.extend(members.map(|token| format!(" {}", in_short(token, paint, room - 1))));
    }
    people
}

/// The order of acting; whoever is asked acts. Those of whom the same is said stand together.
pub(super) fn order(view: &View) -> Vec<String> {
    if view.order.is_empty() {
        return Vec::new();
    }
    let asked = view.awaited.as_ref().map_or(&[][..], |awaited| &awaited.who);
    let status = |entry: &skirmish_kernel::OrderEntry| match asked.contains(&entry.name) {
        true => "asked".to_owned(),
        false => entry.status.clone(),
    };
    let mut parts = Vec::new();
    let mut rest = view.order.as_slice();
    while let Some(first) = rest.first() {
        let status_of_first = status(first);
        let alike = rest.iter().take_while(|entry| status(entry) == status_of_first).count();
        let (some, others) = rest.split_at(alike);
        rest = others;
        let names = some.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ");
        parts.push(if status_of_first.is_empty() { names } else { format!("{names} ({status_of_first})") });
    }
    vec![wrapped(&format!("  Order, {}: {}", view.clock, parts.join("; ")), WIDTH, 4)]
}

/// What is under way.
pub(super) fn pending(view: &View) -> Vec<String> {
    view.pending.iter().map(|pending| wrapped(&format!("  Under way: {}", tag(pending)), WIDTH, 4)).collect()
}

/// The board in words: seen from whoever is asked.
pub(super) fn board(table: &Table<'_>) -> Vec<String> {
    let asked = table.asked().awaited_in_short().and_then(|awaited| awaited.who.first().cloned());
    let view = table.seen().view();
    let from = asked.and_then(|asked| view.tokens.iter().find(|token| token.name == asked)).or(view.tokens.first());
    from.map_or(Vec::new(), |from| seen_from(table, &view, from))
}

/// The board in words, as one creature sees it.
pub(super) fn seen_from(table: &Table<'_>, view: &View, from: &Token) -> Vec<String> {
    let side = |token: &Token| view.sides.get(usize::from(token.side)).cloned().unwrap_or_default();
    let ground = ground(&view.board, from.at).map_or(String::new(), |ground| format!(", on {ground}"));
    let mut lines =
        vec![format!("  {} ({}, {}) is at {}{ground}: {}", from.name, from.letter, side(from), from.cell, state(from))];
    let seen = table.seen();
    for other in view.tokens.iter().filter(|other| other.name != from.name) {
        let between = seen.between(&from.name, &other.name).unwrap_or_default();
        let between: Vec<String> = between.iter().map(|fact| fact.text.clone()).collect();
        let to = direction(&view.board, from.at, other.at).map_or(String::new(), |to| format!(" to the {to}"));
        let (first, rest) =
            between.split_first().map_or((String::new(), &[][..]), |(first, rest)| (first.clone(), rest));
        let rest = if rest.is_empty() { String::new() } else { format!(", {}", rest.join(", ")) };
        lines.push(format!(
            "  {} ({}, {}) is at {}, {first}{to}{rest}: {}",
            other.name,
            other.letter,
            side(other),
            other.cell,
            state(other)
        ));
    }
    lines.into_iter().map(|line| wrapped(&line, WIDTH, 4)).collect()
}

/// What a cell is, and who is there.
pub(super) fn cell(view: &View, label: &str) -> Result<Vec<String>, String> {
    let label = label.to_uppercase();
    let digits = label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len());
    let letter = |column: usize, c: char| column.saturating_mul(26).saturating_add(c as usize - 'A' as usize + 1);
    let column = label[..digits].chars().fold(0, letter);
    let row = label[digits..].parse().unwrap_or(0usize);
    let sign = view.board.rows.get(row.wrapping_sub(1)).and_then(|signs| signs.chars().nth(column.wrapping_sub(1)));
    let Some(sign) = sign else { return Err(format!("{label} is not on the map")) };
    let meaning = view.board.legend.iter().find(|(known, _)| *known == sign);
    let ground = meaning.map_or_else(|| format!("`{sign}`"), |(_, meaning)| meaning.clone());
    let here = |token: &&Token| {
        let is_it = |(x, y): &(u16, u16)| (usize::from(*x) + 1, usize::from(*y) + 1) == (column, row);
        is_it(&token.at) || token.cells.iter().any(is_it)
    };
    let people = view.tokens.iter().filter(here);
    let people = people.map(|token| format!("  {} ({}) is there: {}", token.name, token.letter, state(token)));
    let at = (row - 1) * usize::from(view.board.width) + column - 1;
    let unseen = if view.seen.as_ref().is_some_and(|seen| !seen.has(at)) { ", not seen now" } else { "" };
    let lines = std::iter::once(format!("  {label}: {ground}{unseen}")).chain(people);
    Ok(lines.map(|line| wrapped(&line, WIDTH, 4)).collect())
}

/// What a cell is, unless it is like most.
fn ground(board: &BoardView, (column, row): (u16, u16)) -> Option<String> {
    let sign = board.rows.get(usize::from(row))?.chars().nth(usize::from(column))?;
    let open = board.legend.first().map(|(sign, _)| *sign);
    let (_, meaning) = board.legend.iter().find(|(known, _)| *known == sign)?;
    (open != Some(sign)).then(|| format!("{meaning} ground"))
}

/// The direction from one cell to another, of the eight of the compass.
fn direction(board: &BoardView, from: (u16, u16), to: (u16, u16)) -> Option<&'static str> {
    const COMPASS: [&str; 8] =
        ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];
    let (across, down) = if board.kind == "hex" { (1.0, 3f64.sqrt() / 2.0) } else { (1.0, 1.0) };
    let shift = |row: u16| if board.kind == "hex" && row % 2 == 1 { 0.5 } else { 0.0 };
    let x = (f64::from(to.0) + shift(to.1) - f64::from(from.0) - shift(from.1)) * across;
    let y = (f64::from(to.1) - f64::from(from.1)) * down;
    if x == 0.0 && y == 0.0 {
        return None;
    }
    let eighth = (y.atan2(x) / std::f64::consts::FRAC_PI_4).round() as i32;
    COMPASS.get(eighth.rem_euclid(8) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::view;

    #[test]
    fn directions_are_those_of_the_map() {
        let hex = view(9, 9).board;
        let to = |at| direction(&hex, (4, 4), at);
        assert_eq!(
            [to((6, 4)), to((4, 2)), to((3, 5)), to((4, 5))],
            ["east", "north", "south-west", "south-east"].map(Some)
        );
        assert_eq!(to((4, 4)), None);
    }

    #[test]
    fn a_cell_that_is_not_seen_is_told_so() {
        let mut view = view(5, 3);
        assert_eq!(cell(&view, "d2").unwrap()[0], "  D2: open");
        view.seen = Some(skirmish_kernel::CellSet::try_from(vec![0, 8, 1, 6]).unwrap());
        assert_eq!(cell(&view, "d2").unwrap()[0], "  D2: open, not seen now");
        assert_eq!(cell(&view, "e2").unwrap()[0], "  E2: open");
    }

    #[test]
    fn everybody_is_told_with_what_ails_them() {
        let mut view = view(5, 3);
        view.tokens[0].tags.push(Tag {
            text: "prone".into(),
            rule: None,
            until: Some("round 2".into()),
            cells: Vec::new(),
        });
        let lines = everybody(&view, Paint::PLAIN);
        assert_eq!(lines[1], "    A Ann      B1  7 of 12 hp; prone until round 2");
        assert_eq!(lines[2], "  blue team");
    }
}
