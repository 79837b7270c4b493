//! What a sheet says: dice, numbers and named quantities, added up.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::scanner::Scanner;
use super::term::{begins_name, continues_name};
use super::{Dice, Name, NotationError, Sign, Term};

/// The longest expression, in bytes.
pub const MAX_EXPRESSION: usize = 512;

/// The most terms of an expression.
pub const MAX_TERMS: usize = 64;

/// The largest number or coefficient written in an expression, either sign.
pub const MAX_NUMBER: i32 = 1_000_000;

/// A sum of dice, numbers and named quantities, in the order written: `AB+Int+3d6`, `2*Str+1d6-1`.
///
/// 1 to [`MAX_TERMS`] terms, at most [`MAX_EXPRESSION`] bytes long; written and saved as text. Blanks do not matter,
/// `×` and `·` mean `*`, a coefficient may also follow its name (`Str*2`). Reading what was displayed gives the same
/// expression back. A name that looks like dice (`d6`) is dice; `Dex-Mod` is `Dex` less `Mod`.
///
/// ```
/// # use skirmish_kernel::dice::Expression;
/// let attack: Expression = "AB + 2×Int + 3d6>=4 - 1".parse()?;
/// assert_eq!(attack.to_string(), "AB+2*Int+3d6>=4-1");
/// let now = attack.evaluate(|name| match name {
///     "AB" => Some(2),
///     "Int" => Some(3),
///     _ => None,
/// })?;
/// assert_eq!(now.flat, 2 + 2 * 3 - 1);
/// assert_eq!(now.dice[0].1.to_string(), "3d6>=4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Expression {
    terms: Box<[Term]>,
}

/// An expression whose names have got their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The dice, in the order written.
    pub dice: Vec<(Sign, Dice)>,
    /// The sum of everything else.
    pub flat: i32,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionError {
    /// Nobody knows a quantity of this name.
    Unknown {
        /// The name.
        name: String,
        /// Where it stood in the text that the expression was read from (`0..0` if it was not).
        span: Range<usize>,
    },
    /// The sum does not fit an `i32`.
    Overflow,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpressionError::Unknown { name, .. } => write!(f, "there is no `{name}` here"),
            ExpressionError::Overflow => f.write_str("the sum is too large"),
        }
    }
}

impl std::error::Error for ExpressionError {}

impl Expression {
    /// The sum of these terms.
    ///
    /// # Errors
    /// If there are none or too many, a number is too large, or the text would be too long. Spans are `0..0`.
    pub fn new(terms: Vec<Term>) -> Result<Self, NotationError> {
        let fault = |message: String| Err(NotationError::new(0..0, message));
        if terms.is_empty() || terms.len() > MAX_TERMS {
            return fault(format!("{} terms: 1 to {MAX_TERMS} make an expression", terms.len()));
        }
        let too_large = terms.iter().any(|term| match term {
            Term::Dice(..) => false,
            Term::Flat(value) | Term::Named(value, _) => value.unsigned_abs() > MAX_NUMBER.unsigned_abs(),
        });
        if too_large {
            return fault(format!("a number beyond {MAX_NUMBER}"));
        }
        let expression = Expression { terms: terms.into() };
        match expression.to_string().len() {
            0..=MAX_EXPRESSION => Ok(expression),
            _ => fault(format!("longer than {MAX_EXPRESSION} bytes")),
        }
    }

    /// The terms in the order written.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The names in the order written, each as often as it stands there.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.terms.iter().filter_map(|term| match term {
            Term::Named(_, name) => Some(name),
            _ => None,
        })
    }

    /// The dice in the order written, and the sum of the rest.
    ///
    /// # Errors
    /// [`ExpressionError::Unknown`] with the first name for which `value` gives nothing;
    /// [`ExpressionError::Overflow`] if the sum does not fit.
    pub fn evaluate(&self, value: impl Fn(&str) -> Option<i32>) -> Result<Evaluated, ExpressionError> {
        let mut dice = Vec::new();
        let mut flat = 0_i64;
        for term in &self.terms {
            match term {
                Term::Dice(sign, thrown) => dice.push((*sign, *thrown)),
                Term::Flat(number) => flat += i64::from(*number),
                Term::Named(times, name) => {
                    let known = value(name.as_str())
                        .ok_or_else(|| ExpressionError::Unknown { name: name.to_string(), span: name.span() })?;
                    flat += i64::from(*times) * i64::from(known);
                }
            }
        }
        let flat = i32::try_from(flat).map_err(|_| ExpressionError::Overflow)?;
        Ok(Evaluated { dice, flat })
    }
}

impl From<Dice> for Expression {
    fn from(dice: Dice) -> Self {
        Expression { terms: [Term::Dice(Sign::Plus, dice)].into() }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            let term = term.to_string();
            match i {
                0 => f.write_str(term.strip_prefix('+').unwrap_or(&term))?,
                _ => f.write_str(&term)?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({self})")
    }
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::notation::deserialize(deserializer, "an expression such as `AB+Int+3d6`")
    }
}

impl FromStr for Expression {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.len() > MAX_EXPRESSION {
            return Err(NotationError::new(0..text.len(), format!("longer than {MAX_EXPRESSION} bytes")));
        }
        let mut scanner = Scanner::new(text);
        let mut terms = Vec::new();
        loop {
            let sign = scanner.sign(terms.is_empty())?;
            terms.push(scanner.term(sign)?);
            scanner.blanks();
            if terms.len() > MAX_TERMS {
                return Err(NotationError::new(0..text.len(), format!("more than {MAX_TERMS} terms")));
            }
            if scanner.rest().is_empty() {
                break;
            }
        }
        Expression::new(terms).map_err(|error| NotationError { span: 0..text.len(), ..error })
    }
}

impl Scanner<'_> {
    /// Takes the sign before a term; the first may have none.
    fn sign(&mut self, first: bool) -> Result<Sign, NotationError> {
        self.blanks();
        let start = self.at();
        if self.eat("+") {
            Ok(Sign::Plus)
        } else if self.eat("-") || self.eat("−") {
            Ok(Sign::Minus)
        } else if first {
            Ok(Sign::Plus)
        } else {
            Err(NotationError::new(start..self.after_next(), "`+` or `-` is missing before this"))
        }
    }

    fn term(&mut self, sign: Sign) -> Result<Term, NotationError> {
        self.blanks();
        let start = self.at();
        if self.at_dice() {
            return self.signed_dice(sign);
        }
        match self.peek() {
            Some(c) if c.is_ascii_digit() => {
                let number = self.bounded()?;
                if self.times() {
                    return self.multiplied(sign.apply(number));
                }
                self.ends_number(start)?;
                Ok(Term::Flat(sign.apply(number)))
            }
            Some(c) if begins_name(c) => {
                let name = self.name();
                let times = if self.times() { self.factor()? } else { 1 };
                self.ends_name()?;
                Ok(Term::Named(sign.apply(times), name))
            }
            _ => Err(NotationError::new(start..self.after_next(), "dice, a number or a name is missing here")
                .hint("for instance `Str+2d6-1`")),
        }
    }

    fn signed_dice(&mut self, sign: Sign) -> Result<Term, NotationError> {
        let dice = self.dice()?;
        let tight = self.peek().is_some_and(|c| !c.is_whitespace() && !"+-−".contains(c));
        let start = self.at();
        if self.times() {
            return Err(NotationError::new(start..self.at(), "dice cannot be multiplied")
                .hint("throw more dice, or let a rule multiply the result"));
        }
        if tight { Err(self.after_dice(dice)) } else { Ok(Term::Dice(sign, dice)) }
    }

    /// What follows `2*`.
    fn multiplied(&mut self, times: i32) -> Result<Term, NotationError> {
        self.blanks();
        if self.at_dice() || !self.peek().is_some_and(begins_name) {
            return Err(NotationError::new(self.at()..self.after_next(), "only a name can be multiplied")
                .hint("for instance `2*Str`"));
        }
        let name = self.name();
        self.ends_name()?;
        Ok(Term::Named(times, name))
    }

    fn factor(&mut self) -> Result<i32, NotationError> {
        self.blanks();
        match self.peek() {
            Some(c) if c.is_ascii_digit() && !self.at_dice() => self.bounded(),
            _ => Err(NotationError::new(self.at()..self.after_next(), "a number is missing after `*`")
                .hint("for instance `2*Str`")),
        }
    }

    fn bounded(&mut self) -> Result<i32, NotationError> {
        let start = self.at();
        let number = self.number().and_then(|n| i32::try_from(n).ok()).filter(|&n| n <= MAX_NUMBER);
        number.ok_or_else(|| NotationError::new(start..self.at(), format!("a number beyond {MAX_NUMBER}")))
    }

    fn name(&mut self) -> Name {
        let start = self.at();
        Name::at(self.take(continues_name), start)
    }

    /// Takes a sign of multiplication, with blanks before it.
    fn times(&mut self) -> bool {
        let mut ahead = *self;
        ahead.blanks();
        let found = ["*", "×", "·"].iter().any(|sign| ahead.eat(sign));
        if found {
            *self = ahead;
        }
        found
    }

    /// Refuses `2Str` and `1.5`.
    fn ends_number(&mut self, start: usize) -> Result<(), NotationError> {
        let number = self.since(start);
        match self.peek() {
            Some(c) if begins_name(c) => {
                let name = self.name();
                Err(NotationError::new(start..self.at(), format!("`{number}{name}` is neither dice nor a name"))
                    .hint(format!("write `{number}*{name}` for {number} times {name}")))
            }
            Some('.' | ',') => Err(NotationError::new(start..self.after_next(), "only whole numbers")),
            _ => Ok(()),
        }
    }

    /// Refuses `Str/2`.
    fn ends_name(&mut self) -> Result<(), NotationError> {
        let mut ahead = *self;
        ahead.blanks();
        match ahead.peek() {
            Some('/' | '÷' | ':') => {
                Err(NotationError::new(ahead.at()..ahead.after_next(), "there is no division here")
                    .hint("give the half, rounded as the book says, a name of its own"))
            }
            _ => Ok(()),
        }
    }
}
