//! A check: dice plus named modifiers, each with the rule it comes from.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::{Id, RuleId, dice::Dice};

/// How a term bears on a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bearing {
    /// Added to the total.
    Flat,
    /// Dice added to or taken from the pool (already contained in the check's dice).
    Dice,
    /// Considered, but without effect by itself: a modifier that does not apply, a rule that is only named.
    Idle,
    /// A point of advantage, or below zero of disadvantage. What all of them come to is a term of dice by itself.
    Edge,
    /// What must be reached; no modifier.
    Goal,
    /// What the dice are worth at least: where they show less, they count as this.
    Least,
}

/// One named modifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Term {
    /// The rule it comes from.
    pub rule: RuleId,
    /// What it is called on the sheet (`Int`), where one rule adds several things; else empty.
    pub name: &'static str,
    /// Its size, in points or dice.
    pub value: i32,
    /// How it counts.
    pub bearing: Bearing,
}

/// Where a check keeps its modifiers: a bare sum where nobody reads them, a list where somebody does.
pub trait Terms: Clone + Eq + Hash + Default + 'static {
    /// Is there anybody who reads the list? What is only worth a note need not be found out for a bare sum.
    const LISTED: bool;
    /// Takes one more modifier.
    fn add(&mut self, term: Term);
    /// Sum of the flat ones; saturating.
    fn sum(&self) -> i32;
    /// What the dice are worth at least; 0 where nothing says so.
    fn least(&self) -> i32;
    /// The list, empty where none is kept.
    fn list(&self) -> &[Term];
}

/// Keeps the sum only, and what the dice are worth at least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Sum {
    flat: i32,
    least: i32,
}

impl Terms for Sum {
    const LISTED: bool = false;

    #[inline]
    fn add(&mut self, term: Term) {
        match term.bearing {
            Bearing::Flat => self.flat = self.flat.saturating_add(term.value),
            Bearing::Least => self.least = self.least.max(term.value),
            Bearing::Dice | Bearing::Idle | Bearing::Edge | Bearing::Goal => {}
        }
    }
    #[inline]
    fn sum(&self) -> i32 {
        self.flat
    }
    #[inline]
    fn least(&self) -> i32 {
        self.least
    }
    fn list(&self) -> &[Term] {
        &[]
    }
}

/// Keeps every modifier, in the order it was named.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Itemised(Vec<Term>);

impl Terms for Itemised {
    const LISTED: bool = true;

    fn add(&mut self, term: Term) {
        self.0.push(term);
    }
    fn sum(&self) -> i32 {
        self.0.iter().filter(|t| t.bearing == Bearing::Flat).fold(0, |sum, t| sum.saturating_add(t.value))
    }
    fn least(&self) -> i32 {
        self.0.iter().filter(|t| t.bearing == Bearing::Least).fold(0, |least, t| least.max(t.value))
    }
    fn list(&self) -> &[Term] {
        &self.0
    }
}

/// Dice plus named modifiers, thrown by somebody for a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Check<M> {
    /// The dice point of the book; with `who` it names the throw.
    pub rule: RuleId,
    /// Who throws.
    pub who: Id,
    /// What is thrown. An empty pool is legal: it reads 0 and takes no dice.
    pub dice: Dice,
    /// The modifiers.
    pub terms: M,
}

impl<M: Terms> Check<M> {
    /// Dice without modifiers.
    #[inline]
    #[must_use]
    pub fn new(rule: RuleId, who: Id, dice: Dice) -> Self {
        Self { rule, who, dice, terms: M::default() }
    }

    /// Adds `value` to the total; zero is not worth naming.
    #[inline]
    #[must_use]
    pub fn plus(mut self, rule: RuleId, value: i32) -> Self {
        if value != 0 {
            self.terms.add(Term { rule, name: "", value, bearing: Bearing::Flat });
        }
        self
    }

    /// Adds `value`, which is the sum of named `parts`; where somebody reads them, each stands by itself.
    ///
    /// Parts of [`Bearing::Dice`] are in the dice already and do not count towards `value`.
    #[inline]
    #[must_use]
    pub fn plus_parts<I>(mut self, rule: RuleId, value: i32, parts: impl FnOnce() -> I) -> Self
    where
        I: IntoIterator<Item = (&'static str, i32, Bearing)>,
    {
        if !M::LISTED {
            return self.plus(rule, value);
        }
        let mut rest = value;
        for (name, value, bearing) in parts() {
            if bearing == Bearing::Flat {
                rest = rest.saturating_sub(value);
            }
            if value != 0 {
                self.terms.add(Term { rule, name, value, bearing });
            }
        }
        // What no part explains is added all the same: the total is the same on every table.
        self.plus(rule, rest)
    }

    /// Adds `value` if `yes`; otherwise remembers that it was considered ("why not?").
    #[inline]
    #[must_use]
    pub fn when(mut self, yes: bool, rule: RuleId, value: i32) -> Self {
        let bearing = if yes { Bearing::Flat } else { Bearing::Idle };
        self.terms.add(Term { rule, name: "", value, bearing });
        self
    }

    /// The dice are worth at least `value`, whatever they show.
    #[inline]
    #[must_use]
    pub fn at_least(self, rule: RuleId, value: i32) -> Self {
        self.noting(rule, value, Bearing::Least)
    }

    /// Names a figure of another bearing: one that is in the dice already, must be reached, or counts for nothing by itself.
    #[inline]
    #[must_use]
    pub fn noting(mut self, rule: RuleId, value: i32, bearing: Bearing) -> Self {
        self.terms.add(Term { rule, name: "", value, bearing });
        self
    }
}

/// What fell: the dice as their notation reads them, and the total with modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thrown {
    /// The count, sum or kept face.
    pub natural: i32,
    /// `natural`, or what it is worth at least, plus the flat terms; saturating.
    pub total: i32,
}

impl Thrown {
    /// Reads `natural` against a check's modifiers.
    #[inline]
    #[must_use]
    pub fn of<M: Terms>(check: &Check<M>, natural: i32) -> Self {
        Self { natural, total: natural.max(check.terms.least()).saturating_add(check.terms.sum()) }
    }
}
