//! What one viewer may see, in one shape for all rulebooks.

use serde::{Deserialize, Serialize};

use crate::{Bearing, CellSet, ChoiceView, Id, Ids, Side};

/// Who looks.
///
/// A side shares what it knows: two people of one side see the same creatures on the board and the same log. What each of
/// them keeps is which cells its own creatures [see](View::seen), and its own part in play: a [`Person`](Viewer::Person) is asked, answers, throws and reads sheets for its own creatures alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Sees everything, and speaks for everybody.
    GameMaster,
    /// Sees what that side may know, and speaks for all of it.
    Side(Side),
    /// Somebody who plays some creatures of a side: sees what the side may know, and speaks for these creatures. What its
    /// companions choose in secret it learns when everybody's choice is in, as the foes do.
    Person {
        /// Whose knowledge it shares.
        side: Side,
        /// Whom it plays; those of another side are none of its own.
        creatures: Ids,
    },
    /// Sees what every side may know, and speaks for nobody.
    Spectator,
}

impl Viewer {
    /// Whose knowledge this viewer has; none for the game master, who has all of it, and for a spectator.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Self::Side(side) | Self::Person { side, .. } => Some(side),
            Self::GameMaster | Self::Spectator => None,
        }
    }

    /// May this viewer know what that side knows?
    #[must_use]
    pub fn is_privy(self, side: Side) -> bool {
        self == Self::GameMaster || self.side() == Some(side)
    }

    /// Does this viewer answer for a creature of that side, and read its sheet?
    #[must_use]
    pub fn speaks_for(self, side: Side, who: Id) -> bool {
        match self {
            Self::Person { creatures, .. } => self.is_privy(side) && creatures.has(who),
            _ => self.is_privy(side),
        }
    }
}

/// A battle as one viewer may know it. What is secret is not in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The rulebook's name.
    pub game: String,
    /// The encounter's title.
    pub title: String,
    /// Where in time: `round 2, segment 1`.
    pub clock: String,
    /// The sides, in order; tokens and order refer to them by index.
    pub sides: Vec<String>,
    /// The board.
    pub board: BoardView,
    /// Which cells the viewer sees now, row by row from the upper left one: so many it does not see, then so many it
    /// sees, and so on to the last cell. `[0, 108]` are all cells of a board of 108, `[108]` is none of them.
    ///
    /// A side sees with all its creatures that are able to act, and whoever plays some of them with those. The game
    /// master and spectators see everything. Nothing stands here where it has not been worked out: the book does not say
    /// what anybody sees, or the board is too large for so many eyes.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u32>>"))]
    pub seen: Option<CellSet>,
    /// The creatures that the viewer may see.
    pub tokens: Vec<Token>,
    /// The order of acting, by token name; the first acts first.
    pub order: Vec<OrderEntry>,
    /// What is under way: shots in flight, held attacks, structures.
    pub pending: Vec<Tag>,
    /// What is waited for, if the viewer may know.
    pub awaited: Option<AwaitedView>,
    /// How it ended.
    pub outcome: Option<String>,
}

/// The board: rows of glyphs with their meanings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// `hex` (odd rows shifted right) or `square`.
    pub kind: String,
    /// Cells in a row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// What one cell measures.
    pub cell: String,
    /// One string of `width` glyphs for each row, terrain only.
    pub rows: Vec<String>,
    /// Glyph and meaning.
    pub legend: Vec<(char, String)>,
}

/// A creature on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Token {
    /// Its name.
    pub name: String,
    /// Its side, by index.
    pub side: u8,
    /// Its letter on a drawn board.
    pub letter: char,
    /// The label of its cell (`D7`).
    pub cell: String,
    /// Column and row from 0; of a creature that covers several cells, those of the one that names its place.
    pub at: (u16, u16),
    /// Column and row of all its cells, where it covers several; else nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
    /// Hit points and the like.
    pub gauges: Vec<Gauge>,
    /// Conditions, effects, what it is doing.
    pub tags: Vec<Tag>,
    /// Able to act?
    pub able: bool,
}

/// A quantity with a limit; for foes in words only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gauge {
    /// `hp`, `actions`.
    pub name: String,
    /// Now, if the viewer may know the number.
    pub value: Option<i32>,
    /// At most, likewise.
    pub most: Option<i32>,
    /// In a word: `unhurt`, `hurt`, `badly hurt`, `down`.
    pub word: String,
}

/// A short text with the rule it comes from and when it ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tag {
    /// `staggered`.
    pub text: String,
    /// Its rule.
    pub rule: Option<String>,
    /// `round 2, segment 2`.
    pub until: Option<String>,
    /// The labels of the cells that it is about, where it is about an area: what a spell covers, where fire lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// One place in the order of acting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderEntry {
    /// Whose.
    pub name: String,
    /// `acting`, `done`, `waiting`, `cannot act before segment 2`.
    pub status: String,
}

/// A throw that is waited for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThrowView {
    /// Who throws.
    pub who: String,
    /// The dice point.
    pub rule: String,
    /// `5d6>=4`.
    pub dice: String,
    /// What will be added to what the dice read.
    pub modifier: i32,
    /// Rule, size, bearing and name of everything that bears on the dice, as the log will tell it; what they must reach is left out:
    /// that is told when they have fallen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<(String, i32, Bearing, String)>,
    /// The same in words: `+1 Dex (attack.hit_roll)`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What the dice must not exceed, where the book throws under a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// What a battle waits for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AwaitedView {
    /// `choice` or `dice`.
    pub kind: String,
    /// The decision or dice point.
    pub rule: String,
    /// Who is asked.
    pub who: Vec<String>,
    /// The question in words, or the dice to throw.
    pub prompt: String,
    /// The legal choices, for those who may see them.
    pub choices: Vec<ChoiceView>,
    /// The dice to throw, one after another.
    pub throws: Vec<ThrowView>,
    /// The answer taken when nobody says otherwise.
    pub standing: Option<String>,
    /// May a table take that one unasked? Not where a fight may turn on it.
    pub is_routine: bool,
    /// The questions of the others who are asked at the same time, where choices are listed; the ones above are those of the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<AskedView>,
}

/// The question of one of several who are asked at the same time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskedView {
    /// Who is asked.
    pub who: String,
    /// The question in words.
    pub prompt: String,
    /// The legal choices.
    pub choices: Vec<ChoiceView>,
    /// The answer taken when nobody says otherwise.
    pub standing: Option<String>,
}
