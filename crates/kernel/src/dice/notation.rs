//! Dice as text.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::scanner::Scanner;
use super::{Dice, Reading};

/// The longest text of one throw, in bytes.
const MAX_LEN: usize = 64;

/// Why a text is not dice, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The bytes of the text that are at fault.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead, where that can be said.
    pub hint: Option<String>,
}

impl NotationError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        NotationError { span, message: message.into(), hint: None }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NotationError {}

/// Reads a value that is saved as its text.
pub(super) fn deserialize<'de, T, D>(deserializer: D, expected: &'static str) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    struct Text<T>(&'static str, PhantomData<T>);
    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Text(expected, PhantomData))
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count(), self.sides())?;
        match self.reading() {
            Reading::Sum => Ok(()),
            Reading::AtLeast(face) => write!(f, ">={face}"),
            Reading::AtMost(face) => write!(f, "<={face}"),
            Reading::KeepHighest(keep) => write!(f, "kh{keep}"),
            Reading::KeepLowest(keep) => write!(f, "kl{keep}"),
        }
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dice({self})")
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer, "dice such as `8d6>=4`")
    }
}

/// `6d6` (sum), `d20` (one die), `d%` (one d100), `8d6>=4` and `8d6<=2` (how many faces), `2d20kh1`, `2d20kl1` (keep
/// highest, lowest), `4d6dl1`, `4d6dh1` (drop lowest, highest). Blanks are allowed around the text and around the
/// reading. What dice tools read differently (`k3`, `>4`, `r1`, `!`) is refused, with each reading spelt out.
///
/// ```
/// # use skirmish_kernel::dice::Dice;
/// assert_eq!("4d6dl1".parse::<Dice>()?.to_string(), "4d6kh3");
/// let refused = "4d6k3".parse::<Dice>().unwrap_err();
/// assert_eq!(refused.span, 3..5);
/// assert!(refused.hint.unwrap().contains("`4d6kh3`"));
/// # Ok::<(), skirmish_kernel::dice::NotationError>(())
/// ```
impl FromStr for Dice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.len() > MAX_LEN {
            return Err(NotationError::new(0..text.len(), format!("longer than {MAX_LEN} bytes")));
        }
        let mut scanner = Scanner::new(text);
        scanner.blanks();
        if !scanner.at_dice() {
            return Err(scanner.no_dice());
        }
        let dice = scanner.dice()?;
        scanner.blanks();
        match scanner.rest() {
            "" => Ok(dice),
            _ => Err(scanner.after_dice(dice)),
        }
    }
}
