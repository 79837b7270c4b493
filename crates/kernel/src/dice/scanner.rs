//! Reads notation from left to right.

use std::ops::Range;

use super::{Dice, DiceError, NotationError, Reading};

/// Reads a text from left to right.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The byte after the next character.
    pub(super) fn after_next(&self) -> usize {
        self.at + self.peek().map_or(0, char::len_utf8)
    }

    /// The text from byte `start` up to here.
    pub(super) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Takes characters while they are `wanted`.
    pub(super) fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    pub(super) fn blanks(&mut self) {
        self.take(char::is_whitespace);
    }

    /// Takes `token` if it comes next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn eat_any(&mut self, tokens: &[&str]) -> bool {
        tokens.iter().any(|token| self.eat(token))
    }

    /// Takes digits; what does not fit is as large as can be.
    pub(super) fn number(&mut self) -> Option<u32> {
        match self.take(|c| c.is_ascii_digit()) {
            "" => None,
            digits => Some(digits.parse().unwrap_or(u32::MAX)),
        }
    }

    /// Whether dice come next: digits or none, `d`, then a digit or `%`.
    pub(super) fn at_dice(&self) -> bool {
        let mut after = self.rest().trim_start_matches(|c: char| c.is_ascii_digit()).chars();
        matches!(after.next(), Some('d' | 'D')) && after.next().is_some_and(|c| c.is_ascii_digit() || c == '%')
    }

    pub(super) fn no_dice(&self) -> NotationError {
        NotationError::new(self.at..self.text.len(), "no dice here").hint("dice are written like `3d6` or `8d6>=4`")
    }

    /// Takes dice with their reading; [`at_dice`](Self::at_dice) has been asked.
    pub(super) fn dice(&mut self) -> Result<Dice, NotationError> {
        let start = self.at;
        let count = self.number().unwrap_or(1);
        self.eat_any(&["d", "D"]);
        let sides = if self.eat("%") { 100 } else { self.number().ok_or_else(|| self.no_dice())? };
        let refuse = |error: DiceError, at: Range<usize>| NotationError::new(at, error.to_string());
        let small = u8::try_from(count).map_err(|_| refuse(DiceError::Count(count), start..self.at))?;
        let faces = u16::try_from(sides).map_err(|_| refuse(DiceError::Sides(sides), start..self.at))?;
        let dice = Dice::sum(small, faces).map_err(|error| refuse(error, start..self.at))?;
        let before = self.at;
        let reading = self.reading(dice)?;
        dice.read(reading).map_err(|error| refuse(error, before..self.at))
    }

    fn reading(&mut self, dice: Dice) -> Result<Reading, NotationError> {
        let start = self.at;
        self.blanks();
        let at_least = self.eat_any(&[">=", "≥"]);
        if at_least || self.eat_any(&["<=", "≤"]) {
            self.blanks();
            let face = self.number().ok_or_else(|| {
                NotationError::new(start..self.at, "a face is missing")
                    .hint(format!("for instance `{dice}>={}`", dice.sides() / 2 + 1))
            })?;
            let on_die = u16::try_from(face).map_err(|_| {
                let error = DiceError::Threshold { face, sides: dice.sides() };
                NotationError::new(start..self.at, error.to_string())
            })?;
            return Ok(if at_least { Reading::AtLeast(on_die) } else { Reading::AtMost(on_die) });
        }
        match self.kept(dice)? {
            Some(reading) => Ok(reading),
            None => {
                self.at = start;
                Ok(Reading::Sum)
            }
        }
    }

    /// `kh`, `kl`, `dh`, `dl` with a number (1 if left out), if they come next.
    fn kept(&mut self, dice: Dice) -> Result<Option<Reading>, NotationError> {
        let start = self.at;
        let (keeps, highest) = match self.rest().get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("kh") => (true, true),
            Some("kl") => (true, false),
            Some("dh") => (false, false),
            Some("dl") => (false, true),
            _ => return Ok(None),
        };
        self.at += 2;
        let number = i64::from(self.number().unwrap_or(1));
        let keep = if keeps { number } else { i64::from(dice.count()) - number };
        match u8::try_from(keep) {
            Ok(keep) if highest => Ok(Some(Reading::KeepHighest(keep))),
            Ok(keep) => Ok(Some(Reading::KeepLowest(keep))),
            Err(_) => {
                let error = DiceError::Keep { keep, count: dice.count() };
                Err(NotationError::new(start..self.at, error.to_string()))
            }
        }
    }

    /// What is wrong with the text that follows `dice`.
    pub(super) fn after_dice(&self, dice: Dice) -> NotationError {
        super::dialect::refusal(dice, self.rest(), self.at)
    }
}
