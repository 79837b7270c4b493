//! The lines around a place, cut where they are long, and harmless to terminals.

use skirmish_kernel::Diagnostic;
use unicode_width::UnicodeWidthStr;

/// How many columns of a line are shown.
const ROOM: usize = crate::wrap::WIDTH - 8;

/// How many columns are shown before a place that is far from the beginning of its line.
const LEAD: usize = 24;

/// The most characters of a line that are shown: a column may have any number of accents over each other.
const MOST_CHARS: usize = 400;

/// Columns that a tabulator takes.
const TAB: &str = "    ";

/// A place in a file, with the line before it and the line after it.
pub(super) struct Snippet {
    /// What the file is called.
    pub(super) name: String,
    /// Line of the place, from 1.
    pub(super) line: usize,
    /// Column of the place, from 1.
    pub(super) column: usize,
    /// The line before.
    pub(super) above: Option<String>,
    /// Its own line up to the place.
    pub(super) lead: String,
    /// The place itself.
    pub(super) meant: String,
    /// The rest of its line.
    pub(super) rest: String,
    /// The line after.
    pub(super) below: Option<String>,
}

impl Snippet {
    pub(super) fn of(diagnostic: &Diagnostic) -> Self {
        let text: &str = &diagnostic.source.text;
        let at = text.floor_char_boundary(diagnostic.span.start.min(text.len()));
        let begin = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let newline = text[at..].find('\n').map(|newline| at + newline);
        let end = begin + bare(&text[begin..newline.unwrap_or(text.len())]).len();
        let start = at.min(end);
        let stop = text.floor_char_boundary(diagnostic.span.end.min(end)).max(start);
        let (lead, meant) = (expanded(&text[begin..start]), expanded(&text[start..stop]));
        let far = lead.width() + meant.width() > ROOM;
        let lead = tail(&lead, if far { LEAD } else { ROOM });
        let meant = head(&meant, ROOM - lead.width().min(LEAD));
        let rest = head(&expanded(&text[stop..end]), ROOM.saturating_sub(lead.width() + meant.width()));
        let above = begin.checked_sub(1).map(|newline| &text[..newline]);
        let below = newline.map(|newline| &text[newline + 1..]).filter(|below| !below.is_empty());
        let whole = |line: &str| head(&expanded(bare(line)), ROOM);
        let (line, column) = diagnostic.position();
        Self {
            name: shown(&diagnostic.source.name),
            line,
            column,
            above: above.map(|above| whole(above.rsplit('\n').next().unwrap_or_default())),
            lead,
            meant,
            rest,
            below: below.map(|below| whole(below.split('\n').next().unwrap_or_default())),
        }
    }

    /// Its line and those next to it, numbered.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, String)> {
        let own = format!("{}{}{}", self.lead, self.meant, self.rest);
        let rows = [(-1, self.above.clone()), (0, Some(own)), (1, self.below.clone())];
        rows.into_iter().filter_map(|(by, row)| Some((self.line.saturating_add_signed(by), row?)))
    }
}

/// A line without the return before its end.
fn bare(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// A text as it is shown, with blanks for tabulators.
fn expanded(text: &str) -> String {
    harmless(text).replace('\t', TAB)
}

/// The beginning of a text, so many columns at most. Of those that take no room not all are shown.
fn head(text: &str, columns: usize) -> String {
    let near = text.char_indices().nth(MOST_CHARS).map_or(text, |(at, _)| &text[..at]);
    if near.len() == text.len() && text.width() <= columns {
        return text.to_owned();
    }
    let ends = near.char_indices().map(|(at, _)| at);
    let end = ends.take_while(|end| near[..*end].width() < columns).last().unwrap_or(0);
    format!("{}…", &text[..end])
}

/// The end of a text, so many columns at most; likewise.
fn tail(text: &str, columns: usize) -> String {
    if text.width() <= columns && text.chars().count() <= MOST_CHARS {
        return text.to_owned();
    }
    let starts = text.char_indices().rev().take(MOST_CHARS).map(|(at, _)| at);
    let start = starts.take_while(|start| text[*start..].width() < columns).last().unwrap_or(text.len());
    format!("…{}", &text[start..])
}

/// A text on one line, in which nothing steers a terminal.
pub(super) fn shown(text: &str) -> String {
    harmless(&text.replace(['\n', '\t'], " "))
}

/// Puts something harmless in the place of what steers terminals.
fn harmless(text: &str) -> String {
    let steers = |c: char| c != '\t' && skirmish_kernel::words::steers(c);
    text.chars().map(|c| if steers(c) { if c.is_ascii() { '?' } else { '\u{fffd}' } } else { c }).collect()
}
