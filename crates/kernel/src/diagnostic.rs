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
}

impl Source {
    /// A whole file.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let part = 0..text.len();
        Self { name: name.into(), text, part }
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
        Diagnostic {
            source: self.clone(),
            span: at(span.start)..at(span.end),
            message: message.into(),
            label: String::new(),
            help: None,
        }
    }
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
