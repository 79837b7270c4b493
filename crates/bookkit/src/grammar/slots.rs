//! What stands for a value in an answer.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use skirmish_grid::{Board, Cell, Facing};
use skirmish_kernel::words::short;
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal, Scribe, combatant};

use super::{Head, Misread, Reading};
use crate::answer::{self, verb};
use crate::facing::{FACINGS, WORDS, direction, facing, facing_called};
use crate::words::Words;

/// A part of an answer that stands for a value: somebody, a cell, one of several words.
pub trait Slot: Sized {
    /// What is meant.
    type Value;

    /// Tells what may stand here, for slots with which an answer begins.
    fn heads(&self, _tell: &mut dyn FnMut(Head<'_>)) {}

    /// A view with the pieces of a value behind it; none if the value cannot be said so.
    fn say(&self, value: &Self::Value, view: ChoiceView) -> Option<ChoiceView>;

    /// Reads a value.
    ///
    /// # Errors
    /// What the words should look like, or why one of them is wrong.
    fn read(&self, reading: &mut Reading<'_>) -> Result<Self::Value, Misread>;

    /// Could a value be read from what comes next?
    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some()
    }

    /// May be left out, and means this where it is; always written.
    fn or(self, usual: Self::Value) -> Or<Self> {
        Or { slot: self, usual }
    }

    /// Means this where it is left out, and is then not written.
    fn unless(self, usual: Self::Value) -> Unless<Self> {
        Unless { slot: self, usual }
    }

    /// Stands behind a word, and means this where both are left out: `with sword`.
    fn behind(self, word: &'static str, usual: Self::Value) -> Behind<Self> {
        Behind { word, slot: self, usual }
    }
}

/// One of several words; [`one_of`] makes it.
pub struct OneOf<'w, V> {
    piece: Piece,
    known: Vec<(Cow<'w, str>, V)>,
    missing: Option<Refusal>,
    whose: Option<(String, &'static str)>,
}

/// One of these words, each with what it means. The first that means a value is how it is written.
pub fn one_of<'w, S: Into<Cow<'w, str>>, V>(piece: Piece, known: impl IntoIterator<Item = (S, V)>) -> OneOf<'w, V> {
    OneOf {
        piece,
        known: known.into_iter().map(|(word, value)| (word.into(), value)).collect(),
        missing: None,
        whose: None,
    }
}

/// One of the words of an enum.
#[must_use]
pub fn word<V: Words>() -> OneOf<'static, V> {
    one_of(Piece::Option, V::VALUES.iter().map(|value| (value.word(), *value)))
}

impl<V> OneOf<'_, V> {
    /// With what to say where a word is missing, or where there is none to choose from.
    #[must_use]
    pub fn missing(mut self, why: impl Into<Cow<'static, str>>) -> Self {
        self.missing = Some(Refusal::because(why));
        self
    }

    /// Things of somebody: a word that is none of them is answered so, with where they are: ` in hand`.
    #[must_use]
    pub fn of(mut self, owner: &str, place: &'static str) -> Self {
        self.whose = Some((owner.to_owned(), place));
        self
    }

    /// The same by a rule.
    #[must_use]
    pub fn refused(mut self, refusal: Refusal) -> Self {
        self.missing = Some(refusal);
        self
    }

    fn words(&self) -> Vec<&str> {
        self.known.iter().map(|(word, _)| &**word).collect()
    }
}

impl<V: Clone + PartialEq> Slot for OneOf<'_, V> {
    type Value = V;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        let head = if self.piece == Piece::Verb { Head::verb } else { Head::name };
        self.known.iter().for_each(|(word, _)| tell(head(word)));
    }

    fn say(&self, value: &V, view: ChoiceView) -> Option<ChoiceView> {
        let (word, _) = self.known.iter().find(|(_, known)| known == value)?;
        Some(view.put(self.piece, &**word))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<V, Misread> {
        let words = self.words();
        let (Some(word), false) = (reading.word(), words.is_empty()) else {
            return Err(self.missing.clone().unwrap_or_else(|| answer::missing(&words)).into());
        };
        let word = match &self.whose {
            Some((owner, place)) => answer::own(word, &words, owner, place)?,
            None => verb(word, &words)?,
        };
        let known = self.known.iter().find(|(known, _)| **known == *word);
        known.map(|(_, value)| value.clone()).ok_or(Misread::Looks)
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some_and(|word| verb(word, &self.words()).is_ok())
    }
}

/// Somebody by name; [`person`] makes it.
pub struct Person<'a, B: Scribe>(&'a B::Setup);

/// Somebody by name.
pub fn person<B: Scribe>(g: &B::Setup) -> Person<'_, B> {
    Person(g)
}

impl<B: Scribe> Slot for Person<'_, B> {
    type Value = Id;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        (0..B::count(self.0)).for_each(|at| tell(Head::name(B::name(self.0, Id::new(at)))));
    }

    fn say(&self, value: &Id, view: ChoiceView) -> Option<ChoiceView> {
        Some(view.put(Piece::Creature, B::name(self.0, *value)))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Id, Misread> {
        let name = reading.word().ok_or_else(|| Refusal::because("whom? A name is missing"))?;
        Ok(combatant::<B>(self.0, name)?)
    }
}

/// A cell by its label; [`cell`] makes it.
pub struct Cells<'a, C>(&'a Board<C>);

/// A cell by its label: `D7`.
pub fn cell<C: Cell>(board: &Board<C>) -> Cells<'_, C> {
    Cells(board)
}

impl<C: Cell> Slot for Cells<'_, C> {
    type Value = C;

    fn say(&self, value: &C, view: ChoiceView) -> Option<ChoiceView> {
        Some(view.put(Piece::Cell, crate::view::label(self.0, *value)))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<C, Misread> {
        let word = reading.word().ok_or_else(|| Refusal::because("which cell? For example `D7`"))?;
        Ok(answer::cell(self.0, word)?)
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some_and(|word| answer::cell(self.0, word).is_ok())
    }
}

/// A number of a range; [`number`] makes it.
pub struct Number<N> {
    range: RangeInclusive<N>,
    what: &'static str,
}

/// A number of a range, and what is counted.
pub fn number<N>(range: RangeInclusive<N>, what: &'static str) -> Number<N> {
    Number { range, what }
}

impl<N: Copy + PartialOrd + FromStr + Display> Slot for Number<N> {
    type Value = N;

    fn say(&self, value: &N, view: ChoiceView) -> Option<ChoiceView> {
        Some(view.put(Piece::Number, value.to_string()))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<N, Misread> {
        let word = reading.word().ok_or(Misread::Looks)?;
        let number = word.parse().ok().filter(|number| self.range.contains(number));
        let (least, most) = (self.range.start(), self.range.end());
        let wrong = || Refusal::because(format!("`{}` is no {} from {least} to {most}", short(word), self.what));
        Ok(number.ok_or_else(wrong)?)
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some_and(|word| word.parse::<N>().is_ok())
    }
}

/// A slot that may be left out; [`Slot::or`] makes it.
pub struct Or<S: Slot> {
    slot: S,
    usual: S::Value,
}

impl<S: Slot<Value: Clone>> Slot for Or<S> {
    type Value = S::Value;

    fn say(&self, value: &S::Value, view: ChoiceView) -> Option<ChoiceView> {
        self.slot.say(value, view)
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<S::Value, Misread> {
        if reading.peek().is_some() { self.slot.read(reading) } else { Ok(self.usual.clone()) }
    }
}

/// A slot that is left out where it means what is usual; [`Slot::unless`] makes it.
pub struct Unless<S: Slot> {
    slot: S,
    usual: S::Value,
}

impl<S: Slot<Value: Clone + PartialEq>> Slot for Unless<S> {
    type Value = S::Value;

    fn say(&self, value: &S::Value, view: ChoiceView) -> Option<ChoiceView> {
        if *value == self.usual { Some(view) } else { self.slot.say(value, view) }
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<S::Value, Misread> {
        if self.slot.fits(reading) { self.slot.read(reading) } else { Ok(self.usual.clone()) }
    }
}

/// A slot behind a word of its own; [`Slot::behind`] makes it.
pub struct Behind<S: Slot> {
    word: &'static str,
    slot: S,
    usual: S::Value,
}

impl<S: Slot<Value: Clone + PartialEq>> Slot for Behind<S> {
    type Value = S::Value;

    fn say(&self, value: &S::Value, view: ChoiceView) -> Option<ChoiceView> {
        if *value == self.usual { Some(view) } else { self.slot.say(value, view.word(self.word)) }
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<S::Value, Misread> {
        if reading.take(self.word) { self.slot.read(reading) } else { Ok(self.usual.clone()) }
    }
}

/// A direction of a board of squares: `north-east`, and `northeast` is understood. At the beginning it is what is done.
pub struct Direction;

impl Slot for Direction {
    type Value = Facing;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        WORDS.iter().for_each(|word| tell(Head::verb(word)));
    }

    fn say(&self, value: &Facing, view: ChoiceView) -> Option<ChoiceView> {
        let word = facing(*value);
        Some(if view.parts.is_empty() { ChoiceView::doing(word) } else { view.put(Piece::Option, word) })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Facing, Misread> {
        Ok(direction(reading.word().ok_or_else(|| answer::missing(&FACINGS))?)?)
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some_and(|word| facing_called(word).is_some())
    }
}

/// A way over the board: `to D7` where it is the one that would be taken anyhow, else `path D5 D6 D7`.
pub struct Way<'a, C, P> {
    /// Where there are cells.
    pub board: &'a Board<C>,
    /// Where it begins.
    pub start: C,
    /// The way that would be taken to a cell, or why there is none.
    pub usual: Box<dyn Fn(C) -> Result<P, Refusal> + 'a>,
    /// The cells of a way from a start, which is not among them.
    pub cells: fn(C, &P) -> Vec<C>,
    /// The way from a start through these cells; none if that is longer than any.
    pub through: fn(C, Vec<C>) -> Option<P>,
}

/// The verbs of a [`Way`].
pub const WAY_VERBS: [&str; 2] = ["to", "path"];

impl<C: Cell, P: PartialEq> Slot for Way<'_, C, P> {
    type Value = P;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        WAY_VERBS.iter().for_each(|verb| tell(Head::verb(verb)));
    }

    fn say(&self, value: &P, view: ChoiceView) -> Option<ChoiceView> {
        let cells = (self.cells)(self.start, value);
        let labels: Vec<String> = cells.iter().map(|cell| crate::view::label(self.board, *cell)).collect();
        let (end, last) = (cells.last()?, labels.last()?);
        let text = match (self.usual)(*end) {
            Ok(usual) if usual == *value => format!("to {last}"),
            _ => format!("path {}", labels.join(" ")),
        };
        Some(view.way(text, labels))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<P, Misread> {
        let is_whole = reading.word() == Some("path");
        let words = if is_whole { reading.all() } else { reading.word().into_iter().collect() };
        let cells: Result<Vec<C>, Refusal> = words.into_iter().map(|word| answer::cell(self.board, word)).collect();
        let longer = || Refusal::because("that is longer than any movement");
        let label = |cell: &C| crate::view::label(self.board, *cell);
        match (is_whole, cells?) {
            (true, cells) if cells.is_empty() => Err(Refusal::because("along which cells? `path D5 D6 D7`").into()),
            (true, cells) => Ok((self.through)(self.start, cells.clone()).ok_or_else(|| {
                let way: Vec<C> = [self.start].into_iter().chain(cells).collect();
                let gap = way.windows(2).find(|two| two[0].distance(two[1]) != 1);
                gap.map_or_else(longer, |two| {
                    Refusal::because(format!("{} is not next to {}", label(&two[1]), label(&two[0])))
                })
            })?),
            (false, cells) => match cells.first() {
                None => Err(Refusal::because("to which cell? For example `to D7`").into()),
                Some(goal) if *goal == self.start => Ok((self.through)(self.start, Vec::new()).ok_or_else(longer)?),
                Some(goal) => Ok((self.usual)(*goal)?),
            },
        }
    }
}
