//! Reading files of TOML: a tree with places, and plain functions over it.
//!
//! A reader is a function of a [`Row`]. It asks for its keys with what they mean and what they may be, and gets what stands
//! there, or nothing; what is wrong is noted with its place, and reading goes on, so that a file's author is told all of it
//! at once. Keys that nobody asked for are unknown. [`schema`] runs the same function over nothing at all and writes
//! down what it asks for: so a key is said in one place.

mod document;
mod library;
mod place;
mod row;
mod shape;
#[cfg(test)]
mod tests;
mod value;

use std::cell::RefCell;
use std::ops::Range;

use skirmish_kernel::dice::{Expression, NotationError};
use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{Diagnostic, Source};

pub use document::Document;
pub use library::Entry;
pub use place::{Place, Word};
pub use row::Row;
pub(crate) use shape::Keys;
pub use shape::Shape;
pub use value::Value;

/// Of what is wrong, so much is told: nobody reads more, and each of them has its place to be looked for.
const MOST_WRONG: usize = 200;

/// What is wrong with the files that are read together; the first of it, where it is a lot.
#[derive(Debug, Default)]
pub struct Reader {
    wrong: RefCell<Vec<Diagnostic>>,
}

impl Reader {
    /// Notes what is wrong and what to do about it; an empty `help` says nothing.
    pub fn wrong(&self, place: &Place, message: impl Into<String>, help: impl Into<String>) {
        if place.inherited {
            return;
        }
        self.note(place.source, place.span.clone(), message.into(), help.into());
    }

    /// Has enough been told?
    fn is_full(&self) -> bool {
        self.wrong.borrow().len() == MOST_WRONG
    }

    fn note(&self, source: &Source, span: Range<usize>, message: String, help: String) {
        if self.is_full() {
            return;
        }
        let diagnostic = source.error(span, message);
        let diagnostic = if help.is_empty() { diagnostic } else { diagnostic.help(help) };
        let mut wrong = self.wrong.borrow_mut();
        // What stands for several is wrong once.
        if !wrong.contains(&diagnostic) {
            wrong.push(diagnostic);
        }
    }

    /// The place among `known` of the one that `word` names, or a complaint with the nearest.
    pub fn find<S: AsRef<str>>(&self, what: &str, word: &Word, known: &[S]) -> Option<usize> {
        let found = known.iter().position(|known| known.as_ref() == &**word);
        if found.is_none() && !self.is_full() {
            let message = format!("there is no {what} `{}`", short(word));
            self.wrong(&word.place, message, advice(word, known));
        }
        found
    }

    /// Dice as people write them, or a complaint; `example` is what they may look like.
    pub fn dice(&self, text: &Word, example: &str) -> Option<Expression> {
        let read: Result<Expression, NotationError> = text.parse();
        read.map_err(|wrong| {
            let help = wrong.hint.unwrap_or_else(|| format!("for example `{example}`"));
            self.wrong(&text.place, format!("`{}`: {}", short(text), wrong.message), help);
        })
        .ok()
    }

    /// Everything that was wrong, if anything was.
    ///
    /// # Errors
    /// All of it, in the order in which it was found; no more than the first 200.
    pub fn finish(self) -> Result<(), Vec<Diagnostic>> {
        let wrong = self.wrong.into_inner();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// The most known words that advice lists.
const MOST_KNOWN: usize = 200;

/// The nearest known word, or all of them.
fn advice<S: AsRef<str>>(word: &str, known: &[S]) -> String {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "none is known here".into(),
        None if known.len() > MOST_KNOWN => format!("known: {}, …", known[..MOST_KNOWN].join(", ")),
        None => format!("known: {}", known.join(", ")),
    }
}

/// Reads a whole file by one function.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read<T>(document: &Document, by: impl FnOnce(&Row) -> T) -> Result<T, Vec<Diagnostic>> {
    let reader = Reader::default();
    let row = Row::root(&reader, document);
    let read = by(&row);
    row.rest_is_unknown();
    drop(row);
    reader.finish().map(|()| read)
}

/// The JSON Schema of the files that a function reads.
pub fn schema<T>(title: &str, by: impl FnOnce(&Row) -> T) -> serde_json::Value {
    let reader = Reader::default();
    let row = Row::nothing(&reader);
    by(&row);
    shape::schema(title, &row.keys())
}

/// The keys of the files that a function reads.
pub(crate) fn keys<T>(by: impl FnOnce(&Row) -> T) -> Keys {
    let reader = Reader::default();
    let row = Row::nothing(&reader);
    by(&row);
    row.keys()
}

/// Looks at a file without checking it: what is wrong with it has been told before.
pub(crate) fn look<T>(document: &Document, by: impl FnOnce(&Row) -> T) -> T {
    by(&Row::root(&Reader::default(), document))
}

/// On one line. Whoever shows it escapes what a terminal would obey, as with every text.
#[must_use]
pub fn one_line(text: &str) -> String {
    skirmish_kernel::words::unturned(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
