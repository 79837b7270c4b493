//! What a game hands to other programs, and reads of what people have typed or copied.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Source};

/// How a book's creatures and maps leave it, and come in as text.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// Signs of its drawn boards ([`BoardView::rows`](crate::BoardView::rows)) for ground through which nobody sees.
    pub walls: &'static str,
    /// What lights the map of an encounter, in games that know of light.
    pub lit: fn(&Source) -> Lit,
    /// Reads stat blocks out of a text that a person has typed, or copied from a page. It takes every text.
    pub import: fn(&str) -> Imported,
    /// The creatures of an encounter; without one, those that come with the book. The errors are all that is wrong with
    /// the file.
    pub creatures: fn(Option<&Source>) -> Result<Creatures, Vec<Diagnostic>>,
}

/// What lights a map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lit {
    /// What burns, and where.
    pub lights: Vec<Light>,
    /// It is dark everywhere else.
    pub dark: bool,
}

/// Something that gives light.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Light {
    /// Column and row from 0.
    pub at: (u16, u16),
    /// How far it lights, in the measure of the game: feet, say.
    pub reach: u32,
    /// How much of that one cell measures.
    pub cell: u32,
}

/// Creatures as a table, and as the stat blocks that [`Exchange::import`] reads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Creatures {
    /// The heads of the columns: keys of the book's files, those inside tables with a dot (`saves.reaction`).
    pub columns: Vec<String>,
    /// One for each creature, as wide as the columns; a cell is empty where nothing is to be said. Numbers that the file
    /// leaves to the book are those of the sheet.
    pub rows: Vec<Vec<String>>,
    /// One for each creature: its stat block, with what its file says and no more.
    pub blocks: Vec<String>,
}

/// What was read of a text with stat blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Imported {
    /// A file of TOML with the creatures, which an encounter can include. Those that the book does not take as they are
    /// stand in it as comments.
    pub toml: String,
    /// In the order of the text.
    pub creatures: Vec<ImportedCreature>,
    /// Every passage of the text that says something, in its order: what it was understood as, or why it was not.
    pub passages: Vec<Passage>,
}

impl Imported {
    /// How many passages and creatures were not understood or are refused by the book.
    #[must_use]
    pub fn left(&self) -> usize {
        let passages = self.passages.iter().filter(|passage| matches!(passage.read, Reading::Left { .. })).count();
        passages + self.creatures.iter().filter(|creature| creature.refused.is_some()).count()
    }
}

/// A creature that was found in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ImportedCreature {
    /// By which encounters call it.
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    /// Does it take the place of one that comes with the book?
    pub replaces: bool,
    /// What the text does not say, and the book has filled in: key and value.
    pub filled: Vec<(String, String)>,
    /// Why the book does not take it as it is, and what to do; nothing where it does.
    pub refused: Option<(String, String)>,
}

/// A passage of a text: a name, a figure with its label, one entry of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Passage {
    /// Its line, from 1.
    pub line: usize,
    /// Where it begins there, in characters from 1.
    pub column: usize,
    /// As it stands there.
    pub text: String,
    /// What came of it.
    #[serde(flatten)]
    pub read: Reading,
}

/// What came of a passage of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "read", rename_all = "kebab-case")]
pub enum Reading {
    /// It is in the file.
    Understood {
        /// Under this key: `str`, `saves.reaction`.
        key: String,
        /// With this value, as TOML has it.
        value: String,
    },
    /// It is in no file.
    Left {
        /// Why.
        why: String,
        /// What to do; may be empty.
        help: String,
    },
}
