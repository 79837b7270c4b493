//! What is wrong, on standard error: the one place that knows how diagnostics are drawn.

mod draw;
mod snippet;

use std::io::{self, IsTerminal, Write};

use skirmish_kernel::Diagnostic;

use crate::exit::Fault;
use snippet::{Snippet, shown};

/// How many things are reported at most.
const MOST: usize = 20;

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
    match fault {
        Fault::File(diagnostics) => {
            diagnostics.iter().take(MOST).for_each(|one| draw::report(&mut text, &Report::of(one), look));
            if diagnostics.len() > MOST {
                text.push_str(&format!("and {} more\n", diagnostics.len() - MOST));
            }
        }
        Fault::Plain { message, help } => {
            let help = help.as_deref().map(shown);
            draw::report(
                &mut text,
                &Report { message: shown(message), label: String::new(), help, snippet: None },
                look,
            );
        }
    }
    text
}

/// A diagnostic, ready to be drawn: nothing in it steers a terminal.
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
    fn of_many_accents_over_each_other_not_all_are_shown() {
        let accents = "\u{300}".repeat(3_000);
        let text = format!("# a{accents}{}\nwrong{accents}X\n# b{accents}\n", "c".repeat(80));
        let source = Source::new("x", text.as_str());
        let at = text.find('X').unwrap();
        let text = plain(vec![source.error(at..at + 1, "bad")]);
        assert!(text.matches('\u{300}').count() <= 1_200, "{}", text.len());
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
    fn a_report_fits_eighty_columns_and_points_at_its_place() {
        let source = Source::new("x.toml", format!("a = 1\n\tb = [{}\"wrong\", 2]\nc = 3\n", "\"so\", ".repeat(40)));
        let at = source.text.find("\"wrong").unwrap();
        let words = "one two three four five ".repeat(8);
        let text = plain(vec![source.error(at..at + 7, words.as_str()).label("here").help(words.as_str())]);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let row = text.lines().position(|line| line.contains("\"wrong\"")).unwrap();
        let (line, marks) = (text.lines().nth(row).unwrap(), text.lines().nth(row + 1).unwrap());
        let column = |line: &str, part: &str| line.split(part).next().unwrap().chars().count();
        assert_eq!((column(line, "\"wrong"), marks.matches('^').count()), (column(marks, "^"), 7), "{text}");
        assert!(marks.ends_with("^ here") && line.contains('…'), "{text}");
    }

    #[test]
    fn whoever_is_read_to_gets_words() {
        let source = Source::new("x.toml", "one\ntwo = 3\n");
        let fault = Fault::File(vec![source.error(4..7, "this is wrong").label("a key").help("do better")]);
        let text = drawn(&fault, Look::Spoken);
        let expected = "this is wrong\n  x.toml, line 2, column 1\n  line 1: one\n  line 2: two = 3\n  \
                        meant is `two`: a key\n  help: do better\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn wide_characters_and_colours_keep_carets_in_place() {
        let source = Source::new("x", "a = \"漢字\"  b\n");
        let at = source.text.find('b').unwrap();
        let text = plain(vec![source.error(at..at + 1, "wrong")]);
        assert!(text.contains(&format!("\n   : {}^\n", " ".repeat(12))), "{text}");
        let colours = drawn(&Fault::File(vec![source.error(at..at + 1, "wrong")]), Look::Colour);
        let lines = drawn(&Fault::File(vec![source.error(at..at + 1, "wrong")]), Look::Lines);
        let bare: String =
            colours.split('\u{1b}').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
        assert!(colours.contains("\u{1b}[") && !lines.contains('\u{1b}'), "{colours}");
        assert_eq!(bare.trim_start(), lines.trim_start());
    }

    #[test]
    fn of_many_only_some_are_shown() {
        let source = Source::new("x", "abc\n");
        let text = plain((0..47).map(|_| source.error(0..1, "wrong")).collect());
        assert_eq!(text.matches("wrong").count(), MOST);
        assert!(text.ends_with("and 27 more\n"));
    }
}
