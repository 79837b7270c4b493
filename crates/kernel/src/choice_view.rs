//! An answer as people write it, and what each piece of it is.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An answer: one line, made of pieces with a space between them. A screen lights the cells and the creature that it
/// speaks of, and groups choices by verb and target, without reading any notation.
///
/// ```
/// use skirmish_kernel::{ChoiceView, Piece};
///
/// let shot = ChoiceView::new(Piece::Ability, "longbow").word("at").put(Piece::Creature, "Ogre");
/// assert_eq!(shot.text, "longbow at Ogre");
/// assert_eq!(shot.verb(), "longbow");
/// assert_eq!(shot.of(Piece::Creature).collect::<Vec<_>>(), ["Ogre"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceView {
    /// The answer in notation.
    pub text: String,
    /// Its pieces, in order; joined by spaces they are the text.
    pub parts: Vec<Part>,
}

/// One piece of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// What it is.
    pub kind: Piece,
    /// As it stands in the answer.
    pub text: String,
    /// Of a way: the labels of the cells it goes through, the last one included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// What a piece of an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// What is done.
    Verb,
    /// What is done, by the name of an ability, a spell or a weapon's attack.
    Ability,
    /// Somebody, by name.
    Creature,
    /// A place on the board, by its label.
    Cell,
    /// A way over the board, by its end or by all its cells.
    Way,
    /// Something that somebody carries or wears, by name.
    Item,
    /// One of several words: a direction, a part of a body, a kind of action.
    Option,
    /// How much, how many, at what level.
    Number,
    /// A word between two others, which means nothing by itself: `at`, `with`.
    Word,
}

impl ChoiceView {
    /// Begins with this piece.
    #[must_use]
    pub fn new(kind: Piece, text: impl Into<String>) -> Self {
        Self::default().put(kind, text)
    }

    /// Begins with what is done.
    #[must_use]
    pub fn doing(verb: impl Into<String>) -> Self {
        Self::new(Piece::Verb, verb)
    }

    /// With one piece more. A text of several words stays one piece.
    #[must_use]
    pub fn put(mut self, kind: Piece, text: impl Into<String>) -> Self {
        self.push(Part { kind, text: text.into(), cells: Vec::new() });
        self
    }

    /// With a word that means nothing by itself.
    #[must_use]
    pub fn word(self, word: &str) -> Self {
        self.put(Piece::Word, word)
    }

    /// With a way, as it is written (`to D7`, `path D5 D6`), and the labels of its cells.
    #[must_use]
    pub fn way(mut self, text: impl Into<String>, cells: Vec<String>) -> Self {
        self.push(Part { kind: Piece::Way, text: text.into(), cells });
        self
    }

    /// With another answer behind this one.
    #[must_use]
    pub fn then(mut self, more: Self) -> Self {
        more.parts.into_iter().for_each(|part| self.push(part));
        self
    }

    fn push(&mut self, part: Part) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&part.text);
        self.parts.push(part);
    }

    /// What is done: the first piece.
    #[must_use]
    pub fn verb(&self) -> &str {
        self.parts.first().map_or("", |part| &part.text)
    }

    /// All pieces of a kind, in order.
    pub fn of(&self, kind: Piece) -> impl Iterator<Item = &str> {
        self.parts.iter().filter(move |part| part.kind == kind).map(|part| part.text.as_str())
    }
}

impl fmt::Display for ChoiceView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl AsRef<str> for ChoiceView {
    fn as_ref(&self) -> &str {
        &self.text
    }
}
