//! A throw that a person types.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::scanner::Scanner;
use super::{Dice, Faces, MAX_COUNT, NotationError, Reading};

/// The longest forced throw, in bytes.
const MAX_LEN: usize = 512;

/// The result of real dice as a person gives it; not yet checked against the dice that were asked for.
///
/// `4 1 6` (commas are allowed) are faces in the order thrown, `= 3` is the natural, `total 7` the natural with all
/// modifiers. A bare `14` is one face. Written and saved like that.
///
/// ```
/// # use skirmish_kernel::dice::{Dice, Fit, Forced};
/// let dice: Dice = "3d6>=4".parse()?;
/// let faces: Forced = "4 1 6".parse()?;
/// assert_eq!(faces.fit(dice, 2).unwrap().natural(dice), 2);
/// let total: Forced = "total 7".parse()?;
/// assert_eq!(total.fit(dice, 5), Ok(Fit::Natural(2)));
/// let short: Forced = "4 1".parse()?;
/// assert_eq!(short.fit(dice, 0).unwrap_err().to_string(), "3d6>=4 wants 3 faces from 1 to 6, got 2");
/// # Ok::<(), skirmish_kernel::dice::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Forced {
    /// Each face, in the order thrown.
    Faces(Faces),
    /// What the dice read as: a count or a sum.
    Natural(i32),
    /// What the dice read as, with all modifiers.
    Total(i32),
}

/// A forced throw that the dice can give.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// Each face, in the order thrown.
    Faces(Faces),
    /// What the dice read as; the faces were not given.
    Natural(i32),
}

impl Fit {
    /// The natural of `dice`.
    #[must_use]
    pub fn natural(&self, dice: Dice) -> i32 {
        match self {
            Fit::Faces(faces) => dice.natural(faces),
            Fit::Natural(natural) => *natural,
        }
    }
}

/// Why a forced throw is none of the dice asked for. Its text says what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Too few or too many faces.
    Number {
        /// The dice asked for.
        dice: Dice,
        /// How many faces were given.
        got: usize,
    },
    /// A face that the dice do not have.
    Face {
        /// The dice asked for.
        dice: Dice,
        /// Which of the faces given, from 0.
        index: usize,
        /// The face.
        face: u16,
    },
    /// A natural that no throw gives.
    Natural {
        /// The dice asked for.
        dice: Dice,
        /// The natural given.
        got: i32,
    },
    /// A total that no throw gives.
    Total {
        /// The dice asked for.
        dice: Dice,
        /// The sum of all modifiers.
        flat: i32,
        /// The total given.
        got: i32,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Misfit::Number { dice, got } => match dice.count() {
                0 => write!(f, "{dice} throws no dice, got {got}"),
                1 => write!(f, "{dice} wants 1 face from 1 to {}, got {got}", dice.sides()),
                count => write!(f, "{dice} wants {count} faces from 1 to {}, got {got}", dice.sides()),
            },
            Misfit::Face { dice, index, face } => {
                write!(f, "{dice} wants faces from 1 to {}, number {} is {face}", dice.sides(), index + 1)
            }
            Misfit::Natural { dice, got } => {
                let what = match dice.reading() {
                    Reading::AtLeast(_) | Reading::AtMost(_) => "counts",
                    _ => "gives",
                };
                let (min, max) = dice.range();
                write!(f, "{dice} {what} {min} to {max}, got {got}")
            }
            Misfit::Total { dice, flat, got } => {
                let (min, max) = dice.range();
                let (min, max) = (i64::from(min) + i64::from(flat), i64::from(max) + i64::from(flat));
                write!(f, "{dice} {flat:+} totals {min} to {max}, got {got}")
            }
        }
    }
}

impl std::error::Error for Misfit {}

impl Forced {
    /// Checks this against the dice asked for; `flat` is the sum of all modifiers, used for a total only.
    ///
    /// # Errors
    /// [`Misfit`] if no throw of `dice` is like this.
    pub fn fit(&self, dice: Dice, flat: i32) -> Result<Fit, Misfit> {
        let (min, max) = dice.range();
        match self {
            Forced::Faces(faces) if faces.len() != usize::from(dice.count()) => {
                Err(Misfit::Number { dice, got: faces.len() })
            }
            Forced::Faces(faces) => {
                let wrong = faces.iter().enumerate().find(|&(_, &face)| face == 0 || face > dice.sides());
                match wrong {
                    Some((index, &face)) => Err(Misfit::Face { dice, index, face }),
                    None => Ok(Fit::Faces(faces.clone())),
                }
            }
            &Forced::Natural(got) if got < min || got > max => Err(Misfit::Natural { dice, got }),
            &Forced::Natural(natural) => Ok(Fit::Natural(natural)),
            &Forced::Total(got) => match got.checked_sub(flat) {
                Some(natural) if natural >= min && natural <= max => Ok(Fit::Natural(natural)),
                _ => Err(Misfit::Total { dice, flat, got }),
            },
        }
    }
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forced::Faces(faces) => {
                let mut gap = "";
                faces.iter().try_for_each(|face| write!(f, "{}{face}", std::mem::replace(&mut gap, " ")))
            }
            Forced::Natural(natural) => write!(f, "= {natural}"),
            Forced::Total(total) => write!(f, "total {total}"),
        }
    }
}

impl Serialize for Forced {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Forced {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::notation::deserialize(deserializer, "faces such as `4 1 6`, `= 3` or `total 7`")
    }
}

/// An empty text is the throw of an empty pool.
impl FromStr for Forced {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.len() > MAX_LEN {
            return Err(NotationError::new(0..text.len(), format!("longer than {MAX_LEN} bytes")));
        }
        let mut scanner = Scanner::new(text);
        scanner.blanks();
        let forced = if scanner.eat("=") {
            Forced::Natural(scanner.signed()?)
        } else if scanner.eat("total") {
            scanner.blanks();
            scanner.eat("=");
            Forced::Total(scanner.signed()?)
        } else {
            Forced::Faces(scanner.faces()?)
        };
        scanner.blanks();
        match scanner.rest() {
            "" => Ok(forced),
            _ => Err(scanner.no_throw("nothing can follow here")),
        }
    }
}

impl Scanner<'_> {
    fn no_throw(&self, message: &str) -> NotationError {
        NotationError::new(self.at()..self.after_next(), message)
            .hint("a throw is its faces (`4 1 6`), its natural (`= 3`) or its total (`total 7`)")
    }

    fn signed(&mut self) -> Result<i32, NotationError> {
        self.blanks();
        let negative = self.eat("-") || self.eat("−");
        let start = self.at();
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.no_throw("a number is missing here"));
        }
        let number = digits.parse::<i64>().map(|n| if negative { -n } else { n });
        let number = number.ok().and_then(|n| i32::try_from(n).ok());
        number.ok_or_else(|| NotationError::new(start..self.at(), "the number is too large"))
    }

    fn faces(&mut self) -> Result<Faces, NotationError> {
        let mut faces = Faces::new();
        loop {
            self.take(|c| c.is_whitespace() || c == ',');
            let start = self.at();
            if self.rest().is_empty() {
                return Ok(faces);
            }
            let face = self.number().ok_or_else(|| self.no_throw("a face is missing here"))?;
            let face = u16::try_from(face)
                .map_err(|_| NotationError::new(start..self.at(), "no die has a face as high as this"))?;
            if self.peek().is_some_and(|c| !(c.is_whitespace() || c == ',')) {
                return Err(self.no_throw("nothing can follow a face but a blank or a comma"));
            }
            faces
                .try_push(face)
                .map_err(|_| NotationError::new(start..self.at(), format!("more than {MAX_COUNT} faces")))?;
        }
    }
}
