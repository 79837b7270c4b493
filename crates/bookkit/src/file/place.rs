//! Where something stands.

use std::ops::{Deref, Range};

use skirmish_kernel::Source;

/// A place in a file.
#[derive(Clone, Debug)]
pub struct Place<'d> {
    pub(super) source: &'d Source,
    pub(super) span: Range<usize>,
    /// It stands in a creature that somebody builds on, and has been looked at there.
    pub(super) inherited: bool,
}

impl<'d> Place<'d> {
    /// The file.
    #[must_use]
    pub fn source(&self) -> &'d Source {
        self.source
    }

    /// In bytes of the file's part that is read.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// A part of it: bytes counted from its beginning.
    #[must_use]
    pub fn part(&self, part: Range<usize>) -> Self {
        let at = |offset: usize| self.span.start.saturating_add(offset).min(self.span.end);
        Self { span: at(part.start)..at(part.end), ..self.clone() }
    }
}

/// A text with its place.
#[derive(Clone, Debug)]
pub struct Word<'d> {
    pub(super) text: &'d str,
    /// Where it stands, quotes included.
    pub place: Place<'d>,
}

impl<'d> Word<'d> {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &'d str {
        self.text
    }
}

impl Deref for Word<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}
