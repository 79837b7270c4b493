//! From a text to what it says of each creature.

use skirmish_kernel::words::short;
use skirmish_kernel::{Passage, Reading};

use super::draft::Draft;
use super::label::{Grammar, slug};
use super::line::{Found, LineReader, Read};
use super::said::Said;

/// The most creatures that are read out of one text.
pub(super) const MOST: usize = 200;

/// The longest text, in bytes.
const MOST_BYTES: usize = 200_000;

/// The longest line, in characters.
const MOST_LINE: usize = 4_000;

/// The most figures of one creature.
const MOST_FIGURES: usize = 200;

/// The longest name of a creature, so that several of them can be told apart by a number behind it.
const LONGEST_NAME: usize = 28;

/// The most words of a line that may be a name.
const MOST_WORDS: usize = 6;

/// What a text says, and of whom.
pub(super) struct Text<'g> {
    grammar: &'g Grammar,
    pub(super) drafts: Vec<Draft>,
    pub(super) passages: Vec<Passage>,
    /// What may be somebody's name, and is not understood so: whose the figures below are is not known.
    unclear: Option<String>,
}

impl<'g> Text<'g> {
    pub(super) fn read(grammar: &'g Grammar, text: &str) -> Self {
        let mut read = Self { grammar, drafts: Vec::new(), passages: Vec::new(), unclear: None };
        if text.len() > MOST_BYTES {
            read.left(
                (1, 1),
                String::new(),
                format!("the text has {} bytes", text.len()),
                format!("at most {MOST_BYTES} at once"),
            );
            return read;
        }
        let mut is_fresh = true;
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let (line, is_marked) = plain(line);
            let says_nothing = line.iter().all(|c| c.is_whitespace() || matches!(c, '-' | '=' | '|' | '+' | ':' | '.'));
            if says_nothing {
                is_fresh = true;
                continue;
            }
            if line.len() > MOST_LINE {
                let why = format!("the line has {} characters", line.len());
                let text = line.iter().take(40).collect::<String>().trim().to_owned();
                read.left((number, 1), text, why, format!("at most {MOST_LINE} in a line"));
                continue;
            }
            read.line(number, &line, is_fresh || is_marked);
            is_fresh = false;
        }
        read.without_figures();
        read
    }

    fn left(&mut self, (line, column): (usize, usize), text: String, why: String, help: String) {
        self.passages.push(Passage { line, column, text, read: Reading::Left { why, help } });
    }

    fn line(&mut self, number: usize, line: &[char], may_begin: bool) {
        let begin = line.iter().take_while(|c| c.is_whitespace()).count();
        let mut at = begin;
        match if may_begin { self.heading(line, begin) } else { Beginning::Other } {
            Beginning::Name(heading) => {
                at = heading.end;
                self.begin(number, &heading);
            }
            // Below a name that has no figures yet they are its own.
            Beginning::Unclear(text) if self.drafts.last().is_some_and(Draft::has_figures) => self.unclear = Some(text),
            _ => {}
        }
        for read in LineReader::new(self.grammar, line, at).read() {
            self.take(number, line, read);
        }
    }

    /// Is a name at the beginning of a line?
    fn heading(&self, line: &[char], begin: usize) -> Beginning {
        // `1. Wolf`
        let begin = begin + numbering(&line[begin..]);
        let reader = LineReader::new(self.grammar, line, begin);
        if reader.is_entry(begin) || reader.is_list(begin) {
            return Beginning::Other;
        }
        let dash =
            |at: usize| matches!(line[at], '-' | '—' | '–') && line.get(at + 1) == Some(&' ') && line[at - 1] == ' ';
        let stops = |at: &usize| matches!(line[*at], ',' | ';' | '(' | ':' | '|') || *at > begin && dash(*at);
        let stop = (begin..line.len()).find(stops).unwrap_or(line.len());
        let said: String = line[begin..stop].iter().collect();
        let mut name = said.trim();
        let mut behind = None;
        if let (Some(key), Some((words, number))) = (&self.grammar.printed.heading, name.rsplit_once(' '))
            && let Ok(number) = number.parse::<u32>()
        {
            behind = Some((key.as_str(), i64::from(number)));
            name = words.trim();
        }
        // `3 Rats` are some, and `3 hits` are a figure.
        let digits = name.chars().take_while(char::is_ascii_digit).count();
        let is_several = (1..=2).contains(&digits)
            && name.chars().nth(digits) == Some(' ')
            && name.chars().nth(digits + 1).is_some_and(char::is_alphabetic)
            && !reader.is_label(begin + digits + 1);
        let is_name = (is_several || name.chars().next().is_some_and(char::is_alphabetic))
            && name.split_whitespace().count() <= MOST_WORDS
            && !name.ends_with(['.', '"', '”']);
        // `Actions: bite` is no name, `Wolf: Str 2` is one.
        let goes_on = line.get(stop) != Some(&':') || stop + 1 >= line.len() || {
            let next = line[stop + 1..].iter().take_while(|c| c.is_whitespace()).count();
            stop + 1 + next >= line.len() || reader.is_entry(stop + 1 + next)
        };
        let end = (stop + usize::from(stop < line.len())).min(line.len());
        match is_name {
            true if goes_on => Beginning::Name(Heading { text: name.to_owned(), behind, column: begin + 1, end }),
            true => Beginning::Unclear(line[begin..].iter().collect::<String>().trim().to_owned()),
            false => Beginning::Other,
        }
    }

    fn begin(&mut self, line: usize, heading: &Heading) {
        if self.drafts.len() >= MOST {
            let why = format!("more than {MOST} creatures");
            self.unclear = Some(heading.text.clone());
            return self.left(
                (line, heading.column),
                heading.text.clone(),
                why,
                "read the text in several parts".into(),
            );
        }
        self.unclear = None;
        let name = self.free_name(&heading.text);
        let mut draft = Draft::new(name.clone(), (line, heading.column), self.passages.len());
        let understood = Reading::Understood { key: "name".into(), value: super::said::quoted(&name) };
        self.passages.push(Passage { line, column: heading.column, text: heading.text.clone(), read: understood });
        if heading.text != name {
            let said = Some(Said::Text(heading.text.clone()));
            let found = Found { key: "title".into(), table: None, member: None, is_item: false, said };
            // It stands in the same passage as the name.
            draft.add(found, self.passages.len() - 1);
        }
        self.drafts.push(draft);
        if let Some((key, number)) = heading.behind {
            let said = Some(Said::Number(number));
            let found = Found { key: key.into(), table: None, member: None, is_item: false, said };
            self.add(line, heading.column, number.to_string(), found);
        }
    }

    /// A name that nobody has yet, made of words.
    fn free_name(&self, words: &str) -> String {
        let whole = slug(words);
        // Those who fight are called by it, and a name begins with a letter.
        let begins = whole.starts_with(|c: char| c.is_ascii_alphabetic());
        let whole = if begins { whole } else { format!("creature-{whole}") };
        let whole = whole.trim_end_matches('-');
        let cut: String = whole.chars().take(LONGEST_NAME).collect();
        let base = cut.trim_end_matches('-').to_owned();
        let is_taken = |name: &str| self.drafts.iter().any(|draft| draft.name == name);
        if !is_taken(&base) {
            return base;
        }
        let short: String = base.chars().take(LONGEST_NAME - 4).collect();
        let numbered = (2..=MOST + 1).map(|number| format!("{}-{number}", short.trim_end_matches('-')));
        numbered.into_iter().find(|name| !is_taken(name)).unwrap_or(base)
    }

    fn take(&mut self, number: usize, line: &[char], read: Read) {
        let (from, to) = read.span;
        let text: String = line[from.min(to)..to].iter().collect();
        let text = text.trim().trim_end_matches([',', ';']).to_owned();
        match read.found {
            Err((why, help)) => self.left((number, from + 1), text, why, help),
            Ok(found) => self.add(number, from + 1, text, found),
        }
    }

    fn add(&mut self, line: usize, column: usize, text: String, found: Found) {
        if found.key == "name" && found.table.is_none() {
            return self.name(line, column, text, &found);
        }
        if let Some(above) = &self.unclear {
            let why = format!("whose that is, is not known: `{}` is not understood as a name", short(above));
            return self.left((line, column), text, why, "a name stands alone on its line, above its figures".into());
        }
        let Some(draft) = self.drafts.last_mut() else {
            let help = "a line above, with nothing but the name";
            return self.left((line, column), text, "no name stands above it".into(), help.into());
        };
        if let Some(earlier) = draft.says_already(&found) {
            let line_of = self.passages.get(earlier).map_or(0, |passage| passage.line);
            let why = format!("`{}` stands on line {line_of} already", found.path());
            return self.left((line, column), text, why, "one of the two is to go".into());
        }
        if draft.found.len() >= MOST_FIGURES {
            let help = format!("at most {MOST_FIGURES} of one creature");
            return self.left((line, column), text, "too many figures".into(), help);
        }
        let value = found.said.as_ref().map_or_else(String::new, Said::toml);
        let read = Reading::Understood { key: found.path(), value };
        draft.add(found, self.passages.len());
        self.passages.push(Passage { line, column, text, read });
    }

    /// `Name: Wolf` begins a creature, or says how the one is called that has begun.
    fn name(&mut self, line: usize, column: usize, text: String, found: &Found) {
        let Some(Said::Text(words)) = &found.said else { return };
        if !words.contains(char::is_alphanumeric) {
            let why = "a name has letters".to_owned();
            return self.left((line, column), text, why, "for example `Name: Wolf`".into());
        }
        let is_new =
            self.unclear.is_some() || self.drafts.last().is_none_or(|draft| draft.has_figures() || draft.is_named);
        if is_new {
            self.begin(line, &Heading { text: words.clone(), behind: None, column, end: 0 });
            return;
        }
        let name = self.free_name(words);
        let read = Reading::Understood { key: "name".into(), value: super::said::quoted(&name) };
        self.passages.push(Passage { line, column, text, read });
        if let Some(draft) = self.drafts.last_mut() {
            (draft.name, draft.is_named) = (name, true);
        }
    }

    /// Names under which no figure stands are none.
    fn without_figures(&mut self) {
        for draft in self.drafts.extract_if(.., |draft| !draft.has_figures()) {
            if let Some(passage) = self.passages.get_mut(draft.heading) {
                passage.read = Reading::Left {
                    why: "it has been taken for a creature's name, and no figure is understood under it".into(),
                    help: "figures stand below the name, each behind its label".into(),
                };
            }
        }
    }
}

/// What the beginning of a line is.
enum Beginning {
    Name(Heading),
    /// It may be a name, with more behind it that is no figure: `Goblin: the boss`, `Actions: bite`.
    Unclear(String),
    Other,
}

/// A creature's name on a line.
struct Heading {
    text: String,
    /// The number behind it, and what that is.
    behind: Option<(&'static str, i64)>,
    column: usize,
    /// Where the rest of the line begins.
    end: usize,
}

/// How many characters count the entries of a list: `1. `, `2) `.
fn numbering(line: &[char]) -> usize {
    let digits = line.iter().take_while(|c| c.is_ascii_digit()).count();
    match line[digits..] {
        ['.' | ')', ' ', ..] if digits > 0 => digits + 2,
        _ => 0,
    }
}

/// A line without what decorates it, each character in its place; is it marked as a heading?
fn plain(line: &str) -> (Vec<char>, bool) {
    let is_marked = line.trim_start().starts_with('#');
    let mut line: Vec<char> = line
        .chars()
        .map(|c| match c {
            '*' | '`' | '•' | '‣' | '\u{a0}' => ' ',
            c if c.is_control() || skirmish_kernel::words::steers(c) => ' ',
            c => c,
        })
        .collect();
    // Signs before the first word: headings, quotations, points of a list.
    for at in 0..line.len() {
        match line[at] {
            ' ' => {}
            '#' | '>' => line[at] = ' ',
            '-' | '–' | '—' if line.get(at + 1) == Some(&' ') => line[at] = ' ',
            _ => break,
        }
    }
    (line, is_marked)
}
