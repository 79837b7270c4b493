//! A change by hand, as its setter reads it.

use std::ops::RangeInclusive;

use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{Id, Ids, Op, Refusal, Scribe};

use crate::stat::changed;
use crate::words::Words;

/// `= 3`, `+= prone`, `-= Ann, Bea`.
#[derive(Clone, Copy, Debug)]
pub struct Change<'c> {
    /// How.
    pub op: Op,
    /// To what, as text.
    pub value: &'c str,
}

impl<'c> Change<'c> {
    /// What a number becomes, within bounds.
    ///
    /// # Errors
    /// What it may be.
    pub fn number<T: TryFrom<i64>>(&self, old: impl Into<i64>, range: RangeInclusive<i64>) -> Result<T, Refusal> {
        let new = changed(old.into(), self.op, self.value, &range)?;
        T::try_from(new).map_err(|_| Refusal::because(format!("{new} is too large")))
    }

    /// Is it to be nothing: `none`?
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.value == "none"
    }

    /// Yes or no.
    ///
    /// # Errors
    /// What was written instead.
    pub fn yes_no(&self) -> Result<bool, Refusal> {
        yes_no(self.value)
    }

    /// Yes, no, or whatever the rules say: `auto`.
    ///
    /// # Errors
    /// What was written instead.
    pub fn said(&self) -> Result<Option<bool>, Refusal> {
        if self.value == "auto" { Ok(None) } else { self.yes_no().map(Some) }
    }

    /// The words of a list with commas or blanks; `none` is none of them.
    pub fn words(&self) -> impl Iterator<Item = &'c str> {
        self.value.split([',', ' ']).filter(|word| !word.is_empty() && *word != "none")
    }

    /// The items of a list with commas; `none` is none of them.
    pub fn items(&self) -> impl Iterator<Item = &'c str> {
        self.value.split(',').map(str::trim).filter(|item| !item.is_empty() && *item != "none")
    }

    /// One of the words of an enum, or what begins one; `what` in a sentence: `a stance`.
    ///
    /// # Errors
    /// All of them.
    pub fn one_of<W: Words>(&self, what: &str) -> Result<W, Refusal> {
        let known = || W::VALUES.iter().map(|value| value.word());
        let word = complete(self.value, known()).map_err(|_| {
            let known: Vec<&str> = known().collect();
            Refusal::because(format!("`{}` is not {what}; known: {}", short(self.value), known.join(", ")))
        })?;
        W::called(word).ok_or_else(|| Refusal::because("there is no such word"))
    }

    /// Several people by name.
    ///
    /// # Errors
    /// The nearest name.
    pub fn people<B: Scribe>(&self, g: &B::Setup) -> Result<Ids, Refusal> {
        self.words().map(|word| skirmish_kernel::combatant::<B>(g, word)).collect()
    }

    /// What a set of people comes to.
    #[must_use]
    pub fn set_of(&self, old: Ids, named: Ids) -> Ids {
        match self.op {
            Op::Set => named,
            Op::Add => old.or(named),
            Op::Take => old.without(named),
        }
    }

    /// What a list comes to; nothing stands in it twice by being added.
    #[must_use]
    pub fn list_of<T: PartialEq>(&self, mut old: Vec<T>, named: Vec<T>) -> Vec<T> {
        match self.op {
            Op::Set => old = named,
            Op::Add => named.into_iter().for_each(|item| {
                if !old.contains(&item) {
                    old.push(item);
                }
            }),
            Op::Take => old.retain(|item| !named.contains(item)),
        }
        old
    }

    /// An order in which the named come first, and the others behind them as before.
    ///
    /// # Errors
    /// The nearest name, or who is named twice.
    pub fn order<B: Scribe>(&self, g: &B::Setup, old: &[Id]) -> Result<Vec<Id>, Refusal> {
        let mut order: Vec<Id> = Vec::with_capacity(old.len());
        for word in self.words() {
            let id = skirmish_kernel::combatant::<B>(g, word)?;
            if order.contains(&id) {
                return Err(Refusal::because(format!("{} is named twice", short(word))));
            }
            order.push(id);
        }
        let rest: Vec<Id> = old.iter().copied().filter(|id| !order.contains(id)).collect();
        order.extend(rest);
        Ok(order)
    }
}

/// Yes or no.
///
/// # Errors
/// What was written instead.
pub fn yes_no(value: &str) -> Result<bool, Refusal> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Refusal::because(format!("`{}`: yes or no?", short(value)))),
    }
}
