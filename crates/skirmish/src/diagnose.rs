//! What is wrong, on standard error: the one place that knows how diagnostics are drawn.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, NarratableReportHandler,
    SourceCode, SourceSpan, SpanContents,
};
use skirmish_kernel::Diagnostic;

use crate::exit::Fault;

/// How many things are reported at most.
const MOST: usize = 20;

/// How much of a line is shown on either side of the place that is meant, in bytes.
const ASIDE: usize = 160;

/// Width of a report.
const WIDTH: usize = 110;

/// Says what is wrong. When nobody listens, nothing is to be done about it.
pub(crate) fn report(fault: &Fault) {
    let _ = io::stderr().write_all(drawn(fault, Look::of(io::stderr().is_terminal())).as_bytes());
}

/// One line by the way, on standard error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", shown(text));
}

/// How it is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// Lines and colours.
    Colour,
    /// Lines.
    Lines,
    /// ASCII.
    Plain,
    /// Words only, for those who are read to.
    Spoken,
}

impl Look {
    /// What suits a terminal, or what is none.
    pub(crate) fn of(terminal: bool) -> Self {
        if std::env::var_os("NO_GRAPHICS").is_some_and(|value| !value.is_empty()) {
            return Self::Spoken;
        }
        match (terminal, crate::out::colour_wanted()) {
            (false, _) => Self::Plain,
            (true, true) => Self::Colour,
            (true, false) => Self::Lines,
        }
    }
}

/// The whole report.
pub(crate) fn drawn(fault: &Fault, look: Look) -> String {
    let mut text = String::new();
    let reports: Vec<Report> = match fault {
        Fault::File(diagnostics) => diagnostics.iter().take(MOST).map(Report::of).collect(),
        Fault::Plain { message, help } => {
            vec![Report {
                message: shown(message),
                help: help.as_deref().map(shown),
                label: String::new(),
                snippet: None,
            }]
        }
    };
    for report in &reports {
        // Writing to a text cannot fail; a report that cannot be drawn is still said.
        if draw(&mut text, report, look).is_err() {
            text.push_str(&format!("{report}\n"));
        }
    }
    if let Fault::File(diagnostics) = fault
        && diagnostics.len() > MOST
    {
        text.push_str(&format!("and {} more\n", diagnostics.len() - MOST));
    }
    text
}

fn draw(text: &mut String, report: &Report, look: Look) -> fmt::Result {
    let theme = match look {
        Look::Spoken => return NarratableReportHandler::new().render_report(text, report),
        Look::Colour => GraphicalTheme::unicode(),
        Look::Lines => GraphicalTheme::unicode_nocolor(),
        Look::Plain => GraphicalTheme::none(),
    };
    GraphicalReportHandler::new_themed(theme).with_links(false).with_width(WIDTH).render_report(text, report)
}

/// A diagnostic as miette takes it.
#[derive(Debug)]
struct Report {
    message: String,
    label: String,
    help: Option<String>,
    snippet: Option<Snippet>,
}

impl Report {
    fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            message: shown(&diagnostic.message),
            label: shown(&diagnostic.label),
            help: diagnostic.help.as_deref().map(shown),
            snippet: Some(Snippet::of(diagnostic)),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.snippet.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let snippet = self.snippet.as_ref()?;
        let label = Some(self.label.clone()).filter(|label| !label.is_empty());
        let (start, end) = (snippet.place.start, snippet.place.end);
        Some(Box::new(std::iter::once(LabeledSpan::new_primary_with_span(label, start..end))))
    }
}

/// The lines around a place, cut where they are long, and harmless to terminals.
#[derive(Debug)]
struct Snippet {
    name: String,
    text: String,
    /// The place, in bytes of `text`.
    place: std::ops::Range<usize>,
    /// Line of the beginning of `text`, from 0.
    first_line: usize,
    /// Line and column of the place, from 0.
    line: usize,
    column: usize,
}

impl Snippet {
    fn of(diagnostic: &Diagnostic) -> Self {
        let text: &str = &diagnostic.source.text;
        let start = text.floor_char_boundary(diagnostic.span.start.min(text.len()));
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line_end = text[..line_end].strip_suffix('\r').map_or(line_end, str::len).max(start);
        let longest = text.floor_char_boundary((start + ASIDE).min(text.len()));
        let end = text.floor_char_boundary(diagnostic.span.end.min(line_end).min(longest).max(start));
        let from = text.ceil_char_boundary(lines_before(text, start).max(start.saturating_sub(ASIDE)));
        let to = text.floor_char_boundary(lines_after(text, end).min(end + ASIDE));
        let (line, column) = diagnostic.position();
        let first_line = line - 1 - text[from..start].matches('\n').count();
        Self {
            name: shown(&diagnostic.source.name),
            text: harmless(&text[from..to]),
            place: start - from..end - from,
            first_line,
            line: line - 1,
            column: column - 1,
        }
    }
}

/// The beginning of the line before the one with `at`.
fn lines_before(text: &str, at: usize) -> usize {
    let this = text[..at].rfind('\n');
    this.and_then(|newline| text[..newline].rfind('\n')).map_or(0, |newline| newline + 1)
}

/// The end of the line after the one with `at`.
fn lines_after(text: &str, at: usize) -> usize {
    let Some(this) = text[at..].find('\n') else { return text.len() };
    let next = at + this + 1;
    text[next..].find('\n').map_or(text.len(), |newline| next + newline)
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (text, span, line, column) = if before + after == 0 {
            (&self.text[self.place.clone()], *span, self.line, self.column)
        } else {
            (self.text.as_str(), (0..self.text.len()).into(), self.first_line, 0)
        };
        let lines = text.lines().count();
        let name = self.name.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, text.as_bytes(), span, line, column, lines)))
    }
}

/// A text in which nothing steers a terminal.
fn shown(text: &str) -> String {
    harmless(&text.replace(['\n', '\t'], " "))
}

/// Puts something harmless of the same length in the place of what steers terminals, so that places stay right.
fn harmless(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let steers = match c {
            '\n' | '\t' => false,
            '\r' => rest.peek() != Some(&'\n'),
            c => skirmish_kernel::words::steers(c),
        };
        kept.push(match (steers, c.len_utf8()) {
            (false, _) => c,
            (true, 1) => '?',
            (true, 2) => '¿',
            (true, _) => '\u{fffd}',
        });
    }
    kept
}

#[cfg(test)]
mod tests {
    use skirmish_kernel::Source;

    use super::*;

    fn plain(diagnostics: Vec<Diagnostic>) -> String {
        drawn(&Fault::File(diagnostics), Look::Plain)
    }

    #[test]
    fn a_place_is_shown_with_line_and_column() {
        let source = Source::new("x.toml", "one\r\ntwo = 'wörong'\r\nthree\nfour\n");
        let at = source.text.find("'w").unwrap();
        let text = plain(vec![source.error(at..at + 9, "this is wrong").label("here").help("do better")]);
        assert!(text.contains("[x.toml:2:7]"), "{text}");
        assert!(text.contains("two = 'wörong'") && text.contains("here") && text.contains("do better"), "{text}");
        assert!(text.contains("three") && !text.contains("four"), "{text}");
    }

    #[test]
    fn places_at_the_ends_and_between_bytes_do_no_harm() {
        for text in ["", "\n", "ä", "ä\n\r", "\r\n\r\n", "a\n\n\nb"] {
            for start in 0..=text.len() + 1 {
                for len in 0..3 {
                    let source = Source::new("x", text);
                    let mut diagnostic = source.error(0..0, "wrong");
                    diagnostic.span = start..start + len;
                    for look in [Look::Colour, Look::Lines, Look::Plain, Look::Spoken] {
                        assert!(drawn(&Fault::File(vec![diagnostic.clone()]), look).contains("wrong"));
                    }
                }
            }
        }
    }

    #[test]
    fn long_lines_are_cut_and_escapes_disarmed() {
        let text = format!("{}\u{1b}[31mX{}", "ä".repeat(5000), "b".repeat(5000));
        let source = Source::new("x\u{1b}y", text.as_str());
        let at = text.find('X').unwrap();
        let text = plain(vec![source.error(at..at + 4000, "bad\u{1b}\u{9b}")]);
        assert!(text.len() < 2000 && !text.contains('\u{1b}') && !text.contains('\u{9b}'), "{text}");
        assert!(text.contains(":1:5006]"), "{text}");
    }

    #[test]
    fn of_many_only_some_are_shown() {
        let source = Source::new("x", "abc\n");
        let text = plain((0..47).map(|_| source.error(0..1, "wrong")).collect());
        assert_eq!(text.matches("wrong").count(), MOST);
        assert!(text.ends_with("and 27 more\n"));
    }
}
