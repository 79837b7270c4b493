//! Puts a report on paper: with lines, with ASCII, or in words.

use unicode_width::UnicodeWidthStr;

use super::{Look, Report, Snippet};
use crate::wrap::{WIDTH, wrapped};

/// What a frame is drawn with.
struct Pen {
    cross: &'static str,
    bar: &'static str,
    top: &'static str,
    dots: &'static str,
    under: &'static str,
    foot: &'static str,
    colours: bool,
}

impl Pen {
    fn lines(colours: bool) -> Self {
        Self { cross: "×", bar: "│", top: "╭─", dots: "·", under: "─", foot: "╰────", colours }
    }

    fn ascii() -> Self {
        Self { cross: "x", bar: "|", top: ",-", dots: ":", under: "^", foot: "`----", colours: false }
    }

    /// A text in a colour of the terminal, if there are any.
    fn paint(&self, colour: &str, text: &str) -> String {
        if self.colours { format!("\u{1b}[{colour}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Adds a report to a text.
pub(super) fn report(text: &mut String, report: &Report, look: Look) {
    match look {
        Look::Spoken => spoken(text, report),
        Look::Plain => framed(text, report, &Pen::ascii()),
        Look::Lines => framed(text, report, &Pen::lines(false)),
        Look::Colour => framed(text, report, &Pen::lines(true)),
    }
}

fn framed(text: &mut String, report: &Report, pen: &Pen) {
    for (nth, line) in wrapped(&report.message, WIDTH - 4, 0).lines().enumerate() {
        let mark = pen.paint("31", if nth == 0 { pen.cross } else { pen.bar });
        text.push_str(&format!("  {mark} {line}\n"));
    }
    if let Some(snippet) = &report.snippet {
        place(text, snippet, &report.label, pen);
    }
    for (nth, line) in report.help.iter().flat_map(|help| lines(help)).enumerate() {
        let mark = if nth == 0 { pen.paint("36", "help:") } else { " ".repeat(5) };
        text.push_str(&format!("  {mark} {line}\n"));
    }
}

/// The lines of an advice.
fn lines(help: &str) -> Vec<String> {
    wrapped(help, WIDTH - 8, 0).lines().map(str::to_owned).collect()
}

fn place(text: &mut String, snippet: &Snippet, label: &str, pen: &Pen) {
    let digits = snippet.rows().last().map_or(1, |(number, _)| number.to_string().len());
    let gutter = " ".repeat(digits + 2);
    let position = pen.paint("36;1;4", &format!("{}:{}:{}", snippet.name, snippet.line, snippet.column));
    text.push_str(&format!("{gutter}{}[{position}]\n", pen.top));
    for (number, row) in snippet.rows() {
        let line = format!(" {} {} {row}", pen.paint("2", &format!("{number:>digits$}")), pen.bar);
        text.push_str(&format!("{}\n", line.trim_end()));
        if number == snippet.line {
            let before = " ".repeat(snippet.lead.width());
            let under = pen.paint("35;1", &pen.under.repeat(snippet.meant.width().max(1)));
            let columns = gutter.len() + 2 + before.len() + snippet.meant.width().max(1);
            let fits = columns + 1 + label.width() <= WIDTH;
            let beside = if fits { label } else { "" };
            text.push_str(format!("{gutter}{} {before}{under} {beside}", pen.dots).trim_end());
            text.push('\n');
            let under = if fits { String::new() } else { wrapped(label, WIDTH - gutter.len() - 2, 0) };
            under.lines().for_each(|line| text.push_str(&format!("{gutter}{} {line}\n", pen.dots)));
        }
    }
    text.push_str(&format!("{gutter}{}\n", pen.foot));
}

/// For those who are read to: words only.
fn spoken(text: &mut String, report: &Report) {
    text.push_str(&format!("{}\n", report.message));
    if let Some(snippet) = &report.snippet {
        text.push_str(&format!("  {}, line {}, column {}\n", snippet.name, snippet.line, snippet.column));
        snippet.rows().for_each(|(number, row)| text.push_str(&format!("  line {number}: {}\n", row.trim_end())));
        let label = if report.label.is_empty() { String::new() } else { format!(": {}", report.label) };
        text.push_str(&format!("  meant is `{}`{label}\n", snippet.meant));
    }
    if let Some(help) = &report.help {
        text.push_str(&format!("  help: {help}\n"));
    }
}
