//! One line of a stat block: labels, and what stands behind them.

mod lists;
mod numbers;

use skirmish_kernel::words::short;

use crate::file::Shape;

use super::label::{Grammar, Scope, Target, word_at};
use super::said::Said;

/// Something that a line says of a creature.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) key: String,
    /// Of a list of tables, the name of the one it stands in.
    pub(super) table: Option<String>,
    /// Inside a table, its key there.
    pub(super) member: Option<String>,
    /// Is it one entry of a list?
    pub(super) is_item: bool,
    /// None where the line says that there is none of it: `Armour: —`.
    pub(super) said: Option<Said>,
}

impl Found {
    /// `weapon rapier.attack`, `saves.reaction`, `str`
    pub(super) fn path(&self) -> String {
        let table = self.table.as_ref().map_or_else(String::new, |table| format!(" {table}"));
        let member = self.member.as_ref().map_or_else(String::new, |member| format!(".{member}"));
        format!("{}{table}{member}", self.key)
    }
}

/// A passage of a line.
#[derive(Debug)]
pub(super) struct Read {
    /// Its beginning and end in the line, in characters.
    pub(super) span: (usize, usize),
    /// What it says; else why it was not understood, and what to do.
    pub(super) found: Result<Found, (String, String)>,
}

/// A table inside of a creature that a line is about.
#[derive(Clone, Copy, Debug)]
struct Within<'r> {
    key: &'r str,
    table: Option<&'r str>,
}

/// Reads one line.
pub(super) struct LineReader<'g> {
    grammar: &'g Grammar,
    line: &'g [char],
    at: usize,
    reads: Vec<Read>,
}

/// What parts entries of a line.
const fn parts(c: char) -> bool {
    matches!(c, ',' | ';' | '|' | '(' | ')')
}

/// The most labels that stand side by side before their numbers.
const MOST_LABELS: usize = 12;

/// Written where there is none of something; the word only where nothing is called so.
const NONE: [&str; 4] = ["-", "—", "–", "none"];

impl<'g> LineReader<'g> {
    pub(super) fn new(grammar: &'g Grammar, line: &'g [char], at: usize) -> Self {
        Self { grammar, line, at, reads: Vec::new() }
    }

    /// Reads to the end of the line.
    pub(super) fn read(mut self) -> Vec<Read> {
        while self.skip(&[',', ';', '|', '/', '.', '(', ')', '—', '–']) {
            self.entry(&self.grammar.top, None);
        }
        self.reads
    }

    /// Does a label stand here, or a word for what a number measures?
    pub(super) fn is_label(&self, at: usize) -> bool {
        !self.grammar.top.at(self.line, at).is_empty() || self.unit_at(at).is_some()
    }

    /// Does an entry with a label stand here, and something that may stand behind it?
    pub(super) fn is_entry(&self, at: usize) -> bool {
        self.is_entry_of(&self.grammar.top, at, 0)
    }

    fn is_entry_of(&self, scope: &Scope, at: usize, before: usize) -> bool {
        scope.at(self.line, at).into_iter().any(|(target, end)| {
            let behind = Self { at: end, reads: Vec::new(), ..*self }.behind_label();
            let shape = match target {
                Target::Group(_) => return self.number_at(behind.0).is_some(),
                Target::Key(key, member) => scope.shape(key, member),
            };
            match shape {
                Some(Shape::Number(..) | Shape::Multiple(..)) => {
                    // `Str / Dex 1 / 2`: the figures stand behind the last label.
                    self.number_at(behind.0).is_some() || {
                        let next = self.line[behind.0..].iter().take_while(|c| matches!(c, ' ' | '/' | ',')).count();
                        next > 0 && before < MOST_LABELS && self.is_entry_of(scope, behind.0 + next, before + 1)
                    }
                }
                Some(Shape::Flag) => self.line.get(behind.0).is_none_or(|c| parts(*c)),
                Some(Shape::OneOf(words)) => words.iter().any(|word| word_at(word, self.line, behind.0).is_some()),
                _ => behind.1,
            }
        })
    }

    /// Does a label stand here, and behind it what comes with the book, or a figure: `Weapons sword, dagger`? A name may
    /// begin with the word of a label, too: `Shield Maiden`.
    pub(super) fn is_list(&self, at: usize) -> bool {
        let is_said = |end: usize| {
            let first = self.text(end, self.end(end));
            self.grammar.content(&first).is_some() || first.chars().any(|c| c.is_ascii_digit())
        };
        self.grammar.top.at(self.line, at).into_iter().any(|(_, end)| is_said(end))
    }

    /// Goes on to the next character that is none of these, and no space; is there one?
    fn skip(&mut self, these: &[char]) -> bool {
        while self.line.get(self.at).is_some_and(|c| c.is_whitespace() || these.contains(c)) {
            self.at += 1;
        }
        self.at < self.line.len()
    }

    /// The place behind a label and the colon that may follow it, and whether one does.
    fn behind_label(mut self) -> (usize, bool) {
        self.skip(&[]);
        let colon = self.line.get(self.at).is_some_and(|c| matches!(c, ':' | '='));
        if colon {
            self.at += 1;
            self.skip(&[]);
        }
        (self.at, colon)
    }

    /// Where the entry ends that goes on here.
    fn end(&self, at: usize) -> usize {
        self.line[at..].iter().position(|c| parts(*c)).map_or(self.line.len(), |length| at + length)
    }

    fn text(&self, from: usize, to: usize) -> String {
        let text: String = self.line[from.min(to)..to].iter().collect();
        text.trim().to_owned()
    }

    /// One entry in a place where the keys of `scope` may stand.
    fn entry(&mut self, scope: &Scope, within: Option<Within<'_>>) {
        let start = self.at;
        for (target, end) in scope.at(self.line, start) {
            self.at = Self { at: end, reads: Vec::new(), ..*self }.behind_label().0;
            match target {
                Target::Group(keys) if self.number_at(self.at).is_some() => {
                    let paths: Vec<(&str, Option<&str>)> = keys
                        .iter()
                        .map(|path| {
                            path.split_once('.').map_or((path.as_str(), None), |(key, member)| (key, Some(member)))
                        })
                        .collect();
                    return self.numbers(start, &paths, within);
                }
                Target::Group(_) => {}
                Target::Key(key, member) => return self.labelled(start, scope, (key, member), within),
            }
        }
        self.at = start;
        if within.is_none() && (self.named_table(start) || self.bare_word(start)) {
            return;
        }
        let end = self.end(start);
        let text = self.text(start, end);
        let near = scope.nearest(&text).map(|near| format!("did you mean `{near}`?"));
        self.left(
            start,
            end,
            format!("no label that is known stands before `{}`", short(&text)),
            near.unwrap_or_default(),
        );
        self.at = end;
    }

    fn left(&mut self, from: usize, to: usize, why: String, help: String) {
        self.reads.push(Read { span: (from, to), found: Err((why, help)) });
    }

    fn found(
        &mut self,
        from: usize,
        to: usize,
        within: Option<Within<'_>>,
        (key, member): (&str, Option<&str>),
        said: Said,
    ) {
        let found = match within {
            Some(Within { key: of, table }) => Found {
                key: of.into(),
                table: table.map(Into::into),
                member: Some(key.into()),
                is_item: false,
                said: Some(said),
            },
            None => {
                Found { key: key.into(), table: None, member: member.map(Into::into), is_item: false, said: Some(said) }
            }
        };
        self.reads.push(Read { span: (from, to), found: Ok(found) });
    }

    /// What stands behind a label.
    fn labelled(&mut self, start: usize, scope: &Scope, path: (&str, Option<&str>), within: Option<Within<'_>>) {
        let Some(shape) = scope.shape(path.0, path.1) else { return self.no_shape(start) };
        match shape {
            Shape::Number(..) | Shape::Multiple(..) => {
                let paths = self.more_labels(scope, path);
                match paths.as_slice() {
                    [_] => self.number(start, path, within),
                    _ => self.numbers(start, &paths, within),
                }
            }
            Shape::Flag => self.flag(start, path, within),
            Shape::OneOf(words) => self.one_of(start, path, words, within),
            Shape::Text => self.words(start, path, within),
            Shape::List(of) if matches!(**of, Shape::Table(_)) => {
                let end = self.line[self.at..].iter().position(|c| *c == ':').map(|length| self.at + length);
                let Some(colon) = end else { return self.no_shape(start) };
                let name = self.grammar.name(&self.text(self.at, colon));
                self.table(start, path.0, &name, colon);
            }
            Shape::List(of) => self.items(start, path.0, of),
            Shape::Either(shapes) => self.either(start, path.0, shapes),
            Shape::Names(of) => self.members(start, path.0, Some(of)),
            Shape::Table(_) => self.members(start, path.0, None),
            Shape::Halves(..) | Shape::Tuple(_) => self.no_shape(start),
        }
    }

    fn no_shape(&mut self, start: usize) {
        let end = self.end(self.at);
        let why = format!("`{}` cannot be read from a text", short(&self.text(start, end)));
        self.left(start, end, why, "write it into the file by hand".into());
        self.at = end;
    }

    fn flag(&mut self, start: usize, path: (&str, Option<&str>), within: Option<Within<'_>>) {
        let said = [("yes", true), ("true", true), ("no", false), ("false", false)];
        let word = said.into_iter().find_map(|(word, yes)| Some((yes, word_at(word, self.line, self.at)?)));
        let (yes, end) = word.unwrap_or((true, self.at));
        self.found(start, end, within, path, Said::Flag(yes));
        self.at = end;
    }

    fn one_of(&mut self, start: usize, path: (&str, Option<&str>), words: &[&str], within: Option<Within<'_>>) {
        if let Some((word, end)) = longest(words, self.line, self.at) {
            self.found(start, end, within, path, Said::Text(word.to_owned()));
            self.at = end;
            return;
        }
        let end = self.end(self.at);
        let (text, said) = (self.text(start, end), self.text(self.at, end));
        self.left(start, end, format!("`{}` is none of its words", short(&text)), one_of_help(&said, words));
        self.at = end;
    }

    /// A text: a line of it for people, else the name of content.
    fn words(&mut self, start: usize, path: (&str, Option<&str>), within: Option<Within<'_>>) {
        let is_prose = matches!(path.0, "about" | "title");
        let end = if path.0 == "about" { self.line.len() } else { self.end(self.at) };
        let text = self.text(self.at, end);
        self.at = end;
        if self.none(start, end, path.0, &text) {
            return;
        }
        let said = if is_prose || path.0 == "name" { text } else { self.grammar.name(&text) };
        self.found(start, end, within, path, Said::Text(said));
    }

    /// Nothing stands behind a label, or a sign for nothing.
    fn none(&mut self, start: usize, end: usize, key: &str, text: &str) -> bool {
        if text.is_empty() {
            let label = self.text(start, end);
            self.left(
                start,
                end,
                format!("nothing stands behind `{}`", short(&label)),
                "leave it out, or say what it is".into(),
            );
            return true;
        }
        let none = NONE.contains(&text.to_lowercase().as_str()) && self.grammar.content(text).is_none();
        if none {
            let found = Found { key: key.into(), table: None, member: None, is_item: false, said: None };
            self.reads.push(Read { span: (start, end), found: Ok(found) });
        }
        none
    }

    /// A word that needs no label: `large`, where only one key knows it.
    fn bare_word(&mut self, start: usize) -> bool {
        let end = self.end(start);
        let text = self.text(start, end);
        let line: Vec<char> = text.chars().collect();
        let grammar = self.grammar;
        let mut found: Option<(&'static str, &'static str)> = None;
        for key in &grammar.top.keys.common {
            let Shape::OneOf(words) = &key.shape else { continue };
            let Some((word, _)) = longest(words, &line, 0).filter(|(_, end)| *end == line.len()) else { continue };
            if found.replace((key.name, word)).is_some() {
                return false;
            }
        }
        let Some((key, word)) = found else { return false };
        self.found(start, end, None, (key, None), Said::Text(word.to_owned()));
        self.at = end;
        true
    }
}

/// The longest of some words that stands at a place, and where it ends.
fn longest<'w>(words: &[&'w str], line: &[char], at: usize) -> Option<(&'w str, usize)> {
    words.iter().filter_map(|word| Some((*word, word_at(word, line, at)?))).max_by_key(|(_, end)| *end)
}

fn one_of_help(said: &str, words: &[&str]) -> String {
    match skirmish_kernel::words::nearest(said, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of `{}`", words.join("`, `")),
    }
}
