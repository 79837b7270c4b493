//! Which words stand for which keys.

use crate::content::Content;
use crate::file::{self, Keys, Shape};

use super::Printed;

/// What a label stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Target<'g> {
    /// A key, and inside a table a key of that.
    Key(&'g str, Option<&'g str>),
    /// Several keys, one number for each.
    Group(&'static [String]),
}

/// Words and what they stand for.
#[derive(Debug)]
struct Label {
    /// In lower case, with one space between words.
    words: Vec<char>,
    target: Owned,
}

#[derive(Clone, Debug)]
enum Owned {
    Key(String, Option<String>),
    Group(&'static [String]),
}

/// The keys that may stand in one place of a text, and their labels.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) keys: Keys,
    /// The longest first.
    labels: Vec<Label>,
}

/// Everything that a stat block of a book may say.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) printed: &'static Printed,
    /// The keys of a creature.
    pub(super) top: Scope,
    /// Of each key that holds a table, or a list of them, what may stand in it.
    inner: Vec<(&'static str, Scope)>,
    /// What comes with the book, of all kinds: names, and titles where there are any.
    content: Vec<(String, String)>,
    /// Of these, its creatures.
    pub(super) creatures: Vec<String>,
    /// Names that keys had once, and today's.
    pub(super) once: Vec<(&'static str, &'static str)>,
}

impl Scope {
    fn new(keys: Keys, printed: &'static Printed, of: Option<&str>) -> Self {
        let mut labels: Vec<Label> = Vec::new();
        let mut add = |said: &str, target: Owned| labels.push(Label { words: words(said), target });
        if of.is_none() {
            for (said, keys) in &printed.groups {
                said.iter().for_each(|said| add(said, Owned::Group(keys)));
            }
        }
        for key in &keys.common {
            add(key.name, Owned::Key(key.name.into(), None));
            if let Shape::Table(inner) = &key.shape {
                for member in &inner.common {
                    add(
                        &format!("{} {}", key.name, member.name),
                        Owned::Key(key.name.into(), Some(member.name.into())),
                    );
                }
            }
        }
        for (path, said) in &printed.labels {
            let (key, member) = path.split_once('.').map_or((path.as_str(), None), |(key, member)| (key, Some(member)));
            let target = match of {
                None => Owned::Key(key.into(), member.map(Into::into)),
                Some(of) if of == key && member.is_some() => Owned::Key(member.unwrap_or_default().into(), None),
                Some(_) => continue,
            };
            said.iter().for_each(|said| add(said, target.clone()));
        }
        labels.sort_by_key(|label| std::cmp::Reverse(label.words.len()));
        Self { keys, labels }
    }

    /// The longest labels that stand at a place of a line, and where they end. Of several with the same words the one
    /// before several numbers comes first.
    pub(super) fn at(&self, line: &[char], at: usize) -> Vec<(Target<'_>, usize)> {
        let mut found: Vec<(Target, usize)> = Vec::new();
        let mut longest = 0;
        for label in &self.labels {
            if label.words.len() < longest {
                break;
            }
            let Some(end) = stands_at(&label.words, line, at) else { continue };
            longest = label.words.len();
            found.push(match &label.target {
                Owned::Key(key, member) => (Target::Key(key, member.as_deref()), end),
                Owned::Group(keys) => (Target::Group(keys), end),
            });
        }
        found
    }

    /// What may stand behind a key.
    pub(super) fn shape(&self, key: &str, member: Option<&str>) -> Option<&Shape> {
        let shape = &self.keys.find(key)?.shape;
        match (member, shape) {
            (None, shape) => Some(shape),
            (Some(member), Shape::Table(inner)) => Some(&inner.find(member)?.shape),
            (Some(_), Shape::Names(of)) => Some(of),
            (Some(_), _) => None,
        }
    }

    /// The known label that is nearest to a text.
    pub(super) fn nearest(&self, text: &str) -> Option<String> {
        let known: Vec<String> = self.labels.iter().map(|label| label.words.iter().collect()).collect();
        // Figures and what comes behind are no part of a label.
        let word: String =
            text.chars().take(60).take_while(|c| !c.is_ascii_digit() && !matches!(c, ':' | '=' | '+')).collect();
        skirmish_kernel::words::nearest(word.trim().to_lowercase().as_str(), known.iter().map(String::as_str))
            .map(str::to_owned)
    }
}

impl Grammar {
    pub(super) fn new(
        printed: &'static Printed,
        file: Keys,
        content: &'static Content,
        once: &[(&'static str, &'static str)],
    ) -> Self {
        let creature = file.find("creature").map(|key| key.shape.clone());
        let keys = match creature {
            Some(Shape::List(of)) => match *of {
                Shape::Table(keys) => keys,
                _ => Keys::default(),
            },
            _ => Keys::default(),
        };
        let inner = keys.common.iter().filter_map(|key| {
            let inner = match &key.shape {
                Shape::Table(inner) => inner.clone(),
                Shape::List(of) => match &**of {
                    Shape::Table(inner) => inner.clone(),
                    _ => return None,
                },
                _ => return None,
            };
            Some((key.name, Scope::new(inner, printed, Some(key.name))))
        });
        let inner = inner.collect();
        let known = keys.clone();
        let once = once.iter().copied().filter(|(once, _)| known.find(once).is_none()).collect();
        let mut grammar = Self {
            printed,
            inner,
            top: Scope::new(keys, printed, None),
            content: Vec::new(),
            creatures: Vec::new(),
            once,
        };
        for document in content.documents() {
            file::look(document, |row| {
                for kind in row.names_said() {
                    for table in row.peek(kind) {
                        let text = |key| table.word(key, "").map(|word| word.to_string()).unwrap_or_default();
                        let name = text("name");
                        if kind == "creature" {
                            grammar.creatures.push(name.clone());
                        }
                        grammar.content.push((name, text("title")));
                    }
                }
            });
        }
        grammar
    }

    /// What may stand in the tables of a key.
    pub(super) fn inner(&self, key: &str) -> Option<&Scope> {
        self.inner.iter().find(|(name, _)| *name == key).map(|(_, scope)| scope)
    }

    /// The content that a text means: by its name, its title, or either with other spaces and hyphens.
    pub(super) fn content(&self, text: &str) -> Option<&str> {
        let slug = slug(text);
        let squeezed = squeeze(&slug);
        if squeezed.is_empty() {
            return None;
        }
        let find = |same: &dyn Fn(&str) -> bool| self.content.iter().find(|(name, title)| same(name) || same(title));
        let by_name = self.content.iter().find(|(name, _)| *name == slug);
        let found = by_name.or_else(|| find(&|known| squeeze(known) == squeezed));
        found.map(|(name, _)| name.as_str())
    }

    /// The name of content as files write it; of what is none, the text as they would write it.
    pub(super) fn name(&self, text: &str) -> String {
        let plain = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'');
        match self.content(text) {
            Some(name) => name.to_owned(),
            None if text.chars().all(plain) => slug(text),
            None => text.trim().to_owned(),
        }
    }

    /// How a page calls a key: the first label that the book prints, else the key in words.
    pub(super) fn printed_label(&self, path: &str) -> String {
        let label = self.printed.labels.iter().find(|(known, _)| *known == path).and_then(|(_, said)| said.first());
        match label {
            Some(label) => (*label).to_owned(),
            None => crate::words::capital(&path.rsplit('.').next().unwrap_or(path).replace(['_', '-'], " ")),
        }
    }
}

/// Lower case, one space where there are spaces, hyphens or underscores.
fn words(text: &str) -> Vec<char> {
    let lower: String = text.chars().flat_map(char::to_lowercase).map(|c| if is_gap(c) { ' ' } else { c }).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect()
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '_')
}

/// Do these words stand at a place of a line, whole? Where they end, a full stop behind them included.
pub(super) fn stands_at(words: &[char], line: &[char], at: usize) -> Option<usize> {
    let mut place = at;
    for word in words {
        if *word == ' ' {
            let gap = line.get(place..)?.iter().take_while(|c| is_gap(**c)).count();
            if gap == 0 {
                return None;
            }
            place += gap;
        } else {
            let found = line.get(place)?.to_lowercase().next()?;
            if found != *word {
                return None;
            }
            place += 1;
        }
    }
    match line.get(place) {
        Some(next) if next.is_alphanumeric() || matches!(next, '_' | '\'') => None,
        Some('-') if line.get(place + 1).is_some_and(|c| c.is_alphabetic()) => None,
        Some('.') => Some(place + 1),
        _ => Some(place),
    }
}

/// The same for words as they are written.
pub(super) fn word_at(word: &str, line: &[char], at: usize) -> Option<usize> {
    stands_at(&words(word), line, at)
}

/// Letters with marks, and those without.
const MARKED: [(&str, &str); 25] = [
    ("àáâãäåāăąǎ", "a"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("æ", "ae"),
    ("œ", "oe"),
    ("ß", "ss"),
    ("þ", "th"),
    ("ĳ", "ij"),
    // Marks that stand behind their letter.
    ("\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30a}\u{30b}\u{30c}\u{327}\u{328}", ""),
];

/// `Fire mage`: `fire-mage`.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.trim().chars().flat_map(char::to_lowercase) {
        let plain = MARKED.iter().find(|(marked, _)| !c.is_ascii() && marked.contains(c));
        match c {
            c if c.is_ascii_alphanumeric() => slug.push(c),
            _ if let Some((_, plain)) = plain => slug.push_str(plain),
            '\'' | '’' => {}
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.trim_end_matches('-').to_owned()
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
