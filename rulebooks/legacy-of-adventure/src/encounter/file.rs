//! The shape of an encounter file, and of the content files it builds on.

mod abilities;
mod gear;
mod people;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, Range};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use toml::Spanned;

pub use abilities::{AbilityFile, ActionsFile, EffectFile, KindFile, ModeFile, NatureFile};
pub use gear::{ArmourFile, ClassFile, RatingsFile, ShieldFile, WeaponFile};
pub use people::{CombatantFile, CreatureFile, Given};

/// A value with its place in the file.
#[derive(Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(transparent)]
pub struct Placed<T>(Spanned<T>);

// In a schema the place does not show.
impl<T: JsonSchema> JsonSchema for Placed<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<T> Placed<T> {
    /// Where it stands, in bytes of the file.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }
}

impl<T> Deref for Placed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.get_ref()
    }
}

/// A number with its place.
pub type Figure = Placed<i32>;

/// A word with its place.
pub type Word = Placed<String>;

/// An encounter of Legacy of Adventure.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EncounterFile {
    /// `legacy-of-adventure`.
    pub rulebook: Word,
    /// Title of the encounter.
    pub title: Option<String>,
    /// The situation in a few sentences.
    pub about: Option<String>,
    /// Seed of the dice, when nobody names another.
    pub seed: Option<u64>,
    /// Names of the sides in their order; otherwise in the order in which combatants name them.
    #[serde(default)]
    pub sides: Vec<Word>,
    /// Rounds after which an undecided fight ends; 100 by default.
    pub most_rounds: Option<Figure>,
    /// The map; an open field of 20 by 15 squares by default.
    pub map: Option<Placed<MapFile>>,
    /// House rules: switches and numbers by name.
    #[serde(default)]
    pub rules: BTreeMap<Word, Placed<Setting>>,
    /// The combatants.
    #[serde(default)]
    pub combatant: Vec<Placed<CombatantFile>>,
    /// Creatures of this table's own; one with a known name replaces it, here and below.
    #[serde(default)]
    pub creature: Vec<Placed<CreatureFile>>,
    /// Skills, spells and powers of this table's own.
    #[serde(default)]
    pub ability: Vec<Placed<AbilityFile>>,
    /// Weapons of this table's own.
    #[serde(default)]
    pub weapon: Vec<Placed<WeaponFile>>,
    /// Shields of this table's own.
    #[serde(default)]
    pub shield: Vec<Placed<ShieldFile>>,
    /// Armour of this table's own.
    #[serde(default)]
    pub armour: Vec<Placed<ArmourFile>>,
}

/// The value of a house rule.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(untagged, expecting = "a house rule is set to a number or a word")]
pub enum Setting {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

/// The map: drawn in `rows`, or an open field of `width` by `height`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// One line for each row of squares of one yard.
    pub rows: Option<Word>,
    /// Squares in a row.
    pub width: Option<u16>,
    /// Rows.
    pub height: Option<u16>,
    /// What signs mean: `open`, `wall`, `fence`, `brush`, `smoke`, `slow`, `cost 3`, or several joined by `+`.
    #[serde(default)]
    pub legend: BTreeMap<Word, Word>,
}

/// One, or a list.
#[derive(Deserialize, JsonSchema, Clone)]
#[serde(untagged, expecting = "one word, or a list of words")]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// Several.
    More(Vec<T>),
}

impl<T> OneOrMore<T> {
    /// All of them.
    pub fn all(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::More(more) => more,
        }
    }
}

/// Words of a file, each of which is a value of the rules.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident => $target:ty { $($(#[$word_doc:meta])* $word:ident,)* }) => {
        $(#[$doc])*
        #[derive(serde::Deserialize, schemars::JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$word_doc])* $word,)* }

        impl From<$name> for $target {
            fn from(word: $name) -> Self {
                match word { $($name::$word => Self::$word,)* }
            }
        }
    };
}
use words;
