//! The terms of an expression.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::{Dice, NotationError};

/// Whether a term is added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

impl Sign {
    /// `value`, or its negative. The most negative number stays as it is nearest: `i32::MAX`.
    #[must_use]
    pub const fn apply(self, value: i32) -> i32 {
        match self {
            Sign::Plus => value,
            Sign::Minus => value.saturating_neg(),
        }
    }
}

/// One term of an [`Expression`](super::Expression).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Dice, added or subtracted.
    Dice(Sign, Dice),
    /// A number, from minus to plus [`MAX_NUMBER`](super::MAX_NUMBER).
    Flat(i32),
    /// So many times a named quantity; the coefficient has the bounds of a number.
    Named(i32, Name),
}

/// The name of a quantity: letters, digits, `_` and `.`, beginning with a letter or `_`, and not like dice (`d6`).
///
/// Equal if the letters are; where it stood does not matter.
#[derive(Clone, Debug)]
pub struct Name {
    text: Box<str>,
    span: Range<usize>,
}

impl Name {
    /// A name that was not read from a text; its span is `0..0`.
    ///
    /// # Errors
    /// If the text is not a name.
    pub fn new(text: &str) -> Result<Self, NotationError> {
        if is_name(text) {
            Ok(Name::at(text, 0))
        } else {
            Err(NotationError::new(0..text.len(), "not a name")
                .hint("a name has letters, digits, `_` and `.`, and begins with a letter"))
        }
    }

    /// A name that stands at byte `start`.
    pub(super) fn at(text: &str, start: usize) -> Self {
        Name { text: text.into(), span: start..start + text.len() }
    }

    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The bytes where it stood in the text it was read from.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether a name may begin so.
pub(super) fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// Whether a name may go on so.
pub(super) fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let dice_like =
        text.len() > 1 && text.starts_with(['d', 'D']) && text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    chars.next().is_some_and(begins_name) && chars.all(continues_name) && !dice_like
}

impl fmt::Display for Term {
    /// With its sign: `+3d6`, `-1`, `+2*Str`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Dice(Sign::Plus, dice) => write!(f, "+{dice}"),
            Term::Dice(Sign::Minus, dice) => write!(f, "-{dice}"),
            Term::Flat(value) => write!(f, "{value:+}"),
            Term::Named(1, name) => write!(f, "+{name}"),
            Term::Named(-1, name) => write!(f, "-{name}"),
            Term::Named(times, name) => write!(f, "{times:+}*{name}"),
        }
    }
}
