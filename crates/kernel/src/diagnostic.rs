//! What is wrong with a file: where, why, and what to do about it.

use std::ops::Range;
use std::sync::Arc;

/// A text with its name, as a person knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File name or the name of an embedded encounter.
    pub name: Arc<str>,
    /// The whole text of the file.
    pub text: Arc<str>,
    /// The part that is meant, in bytes of `text` (an encounter inside a transcript).
    pub part: Range<usize>,
    /// Where it was put together from several files: those whose pieces stand in it, in its order.
    pieces: Arc<[Piece]>,
}

/// A piece of a text that comes from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Where it stands, in bytes of the text.
    at: Range<usize>,
    /// Its file.
    from: Source,
}

impl Source {
    /// A whole file.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let part = 0..text.len();
        Self { name: name.into(), text, part, pieces: Arc::default() }
    }

    /// One text of the parts of several files, in this order. What is wrong with it is told of the file it stands in.
    #[must_use]
    pub fn joined(name: impl Into<Arc<str>>, parts: impl IntoIterator<Item = Self>) -> Self {
        let mut text = String::new();
        let mut pieces = Vec::new();
        for from in parts {
            let begin = text.len();
            text.push_str(from.part());
            pieces.push(Piece { at: begin..text.len(), from });
        }
        Self { pieces: pieces.into(), ..Self::new(name, text) }
    }

    /// A part of it; a range outside the text is cut.
    #[must_use]
    pub fn slice(&self, part: Range<usize>) -> Self {
        let cut = part.start.min(self.text.len())..part.end.min(self.text.len());
        Self { part: cut, ..self.clone() }
    }

    /// The text of the part.
    #[must_use]
    pub fn part(&self) -> &str {
        self.text.get(self.part.clone()).unwrap_or("")
    }

    /// A diagnostic about `span`, in bytes of the part.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let at = |offset: usize| (self.part.start + offset).min(self.text.len());
        let piece = self.pieces.iter().find(|piece| piece.at.contains(&at(span.start)));
        if let Some(Piece { at: here, from }) = piece {
            let within = |offset: usize| at(offset).min(here.end).saturating_sub(here.start);
            return from.error(within(span.start)..within(span.end), message);
        }
        Diagnostic {
            source: self.clone(),
            span: at(span.start)..at(span.end),
            message: message.into(),
            label: String::new(),
            help: None,
        }
    }

    /// A file of TOML that has another shape than it should: what its reader says about `span`, with the nearest key
    /// where one is unknown.
    #[must_use]
    pub fn misshapen(&self, span: Range<usize>, message: &str) -> Diagnostic {
        let message = message.lines().next().unwrap_or("not TOML");
        if message.starts_with("invalid type: integer") && message.contains(" as i128") {
            let most = i32::MAX;
            return self.error(span, "this number is too large").help(format!("whole numbers go up to {most} at most"));
        }
        let diagnostic = self.error(span, message);
        match (nearest_key(message), wanted_shape(message)) {
            (Some(near), _) => diagnostic.help(format!("did you mean `{near}`?")),
            (None, Some(shape)) => diagnostic.help(shape),
            (None, None) => diagnostic,
        }
    }

    /// The bytes of one character inside a quoted text of the part that may have several lines; line and column are
    /// those of the text itself, from 1. `quoted` includes the quotes; what lies outside is its end.
    #[must_use]
    pub fn inside(&self, quoted: Range<usize>, line: usize, column: usize) -> Range<usize> {
        let text = self.part().get(quoted.clone()).unwrap_or("");
        // Behind an opening """ the first line break belongs to the quotes, and is not in the string.
        let opening = if text.starts_with("\"\"\"\n") || text.starts_with("'''\n") { 4 } else { 1 };
        let body = text.get(opening..).unwrap_or("");
        let start: usize = body.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let row = body.get(start..).unwrap_or("").chars().take_while(|c| *c != '\n');
        let within: usize = row.take(column.saturating_sub(1)).map(char::len_utf8).sum();
        let at = (quoted.start + opening + start + within).min(quoted.end);
        let letter = self.part().get(at..quoted.end).and_then(|rest| rest.chars().next());
        at..at + letter.map_or(0, char::len_utf8)
    }
}

/// What a reader of TOML wanted instead, as people call it.
fn wanted_shape(message: &str) -> Option<String> {
    let (_, wanted) = message.rsplit_once("expected ")?;
    let whole = |least: &dyn std::fmt::Display, most: &dyn std::fmt::Display| {
        Some(format!("a whole number from {least} to {most}, without quotes"))
    };
    match wanted {
        "u8" => whole(&u8::MIN, &u8::MAX),
        "u16" => whole(&u16::MIN, &u16::MAX),
        "u32" => whole(&u32::MIN, &u32::MAX),
        // Numbers of TOML have a sign.
        "u64" => whole(&0, &i64::MAX),
        "i8" => whole(&i8::MIN, &i8::MAX),
        "i16" => whole(&i16::MIN, &i16::MAX),
        "i32" => whole(&i32::MIN, &i32::MAX),
        "i64" => whole(&i64::MIN, &i64::MAX),
        "a string" => Some("a text in quotes".into()),
        "a boolean" => Some("`true` or `false`, without quotes".into()),
        "a sequence" => Some("a list in brackets, `[…, …]`; of tables, each with a head of its own: `[[…]]`".into()),
        "a map" => Some("a table: `{ … = …, … = … }`".into()),
        _ => None,
    }
}

/// ``unknown field `hpp`, expected one of `hp`, …`` names the nearest of them.
fn nearest_key(message: &str) -> Option<&str> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    if !message.starts_with("unknown ") {
        return None;
    }
    let word = quoted.next()?;
    crate::words::nearest(word, quoted)
}

/// One thing wrong with one place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file.
    pub source: Source,
    /// Where, in bytes of the whole file.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// A few words at the place itself.
    pub label: String,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// With words at the place itself.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column (in characters) of its beginning, both from 1.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        let text = &self.source.text;
        let mut at = self.span.start.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (line, column) = self.position();
        write!(f, "{}:{line}:{column}: {}", self.source.name, self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}
