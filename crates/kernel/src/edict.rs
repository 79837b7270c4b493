//! Edicts: what a game master changes by hand.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A change by the game master's hand, at any time. Recorded like any answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Edict {
    /// `Ogre.hp = 12`, `Ogre.hp -= 3`, `Ogre.conditions += prone`.
    Set {
        /// What is changed, as [`Paths::read`](crate::Paths::read) names it.
        path: String,
        /// How.
        op: Op,
        /// To what, as text.
        value: String,
    },
    /// A command of the book: `add brigand as Bandit at D7 for foes`, `remove Bandit`, `end truce`; or a note.
    Command {
        /// First word.
        verb: String,
        /// The rest.
        words: String,
    },
}

/// How an edict changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Op {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Take,
}

impl Op {
    const ALL: [(Self, &'static str); 3] = [(Self::Add, "+="), (Self::Take, "-="), (Self::Set, "=")];
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Set => "=",
            Self::Add => "+=",
            Self::Take => "-=",
        })
    }
}

impl Edict {
    /// Reads `PATH = VALUE`, `PATH += VALUE`, `PATH -= VALUE` (also `PATH +4`, `PATH -7`, `PATH =20`) or `VERB words`.
    ///
    /// # Errors
    /// What an edict looks like, when this is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(("note", words)) = text.split_once(char::is_whitespace) {
            return Ok(Self::Command { verb: "note".into(), words: crate::words::unturned(words.trim()) });
        }
        let signs = Op::ALL.iter().filter_map(|(op, sign)| text.find(sign).map(|at| (at, *op, sign.len())));
        if let Some((at, op, len)) = signs.min_by_key(|(at, _, _)| *at)
            && is_path(&text[..at])
        {
            return Self::set(&text[..at], op, &text[at + len..]);
        }
        // `Ogre.hp +4`, `Goblin 3.hp -7`
        let end = text.find('.').map(|dot| text[dot..].find(char::is_whitespace).map_or(text.len(), |end| dot + end));
        if let Some(end) = end
            && let Some((op, sign)) =
                [(Op::Add, '+'), (Op::Take, '-')].into_iter().find(|(_, c)| text[end..].trim_start().starts_with(*c))
        {
            return Self::set(&text[..end], op, &text[end..].trim_start()[sign.len_utf8()..]);
        }
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if first.is_empty() || first.contains('.') {
            return Err("an edict reads `Ogre.hp = 12`, `Ogre.hp -7`, `Ogre.conditions += prone` or `end truce`".into());
        }
        Ok(Self::Command { verb: first.into(), words: rest.into() })
    }

    /// Is it a note that changes nothing: `note the bridge is down`? Every book takes these.
    #[must_use]
    pub fn is_note(&self) -> bool {
        matches!(self, Self::Command { verb, .. } if verb == "note")
    }

    fn set(path: &str, op: Op, value: &str) -> Result<Self, String> {
        let (path, value) = (path.trim(), value.trim());
        if path.is_empty() {
            return Err("what is to be changed? For example `Ogre.hp = 12`".into());
        }
        Ok(Self::Set { path: path.into(), op, value: value.into() })
    }
}

/// One word, or a name of several words and a field: `round`, `Goblin 3.hp`.
fn is_path(text: &str) -> bool {
    let text = text.trim();
    match text.rsplit_once(char::is_whitespace) {
        None => true,
        Some((_, last)) => last.contains('.'),
    }
}

impl fmt::Display for Edict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set { path, op, value } => write!(f, "{path} {op} {value}"),
            Self::Command { verb, words } if words.is_empty() => f.write_str(verb),
            Self::Command { verb, words } => write!(f, "{verb} {words}"),
        }
    }
}

/// What an edict's path holds, for reading and asserting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Int(i64),
    /// Yes or no.
    Bool(bool),
    /// A word.
    Text(String),
    /// Several.
    List(Vec<String>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(v) => write!(f, "{v}"),
            Self::Bool(v) => f.write_str(if *v { "yes" } else { "no" }),
            Self::Text(v) => f.write_str(v),
            Self::List(v) if v.is_empty() => f.write_str("none"),
            Self::List(v) => f.write_str(&v.join(", ")),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}
macro_rules! from_int {
    ($($t:ty),*) => {$(
        impl From<$t> for Value {
            fn from(v: $t) -> Self {
                Self::Int(i64::from(v))
            }
        }
    )*};
}
from_int!(i8, u8, i16, u16, i32, u32, i64);
impl From<bool> for Value {
    fn from(v: bool) -> Self {
        Self::Bool(v)
    }
}
impl From<String> for Value {
    fn from(v: String) -> Self {
        Self::Text(v)
    }
}
impl From<Vec<String>> for Value {
    fn from(v: Vec<String>) -> Self {
        Self::List(v)
    }
}
