//! A check: dice plus named modifiers, each with the rule it comes from.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::{Id, RuleId, dice::Dice};

/// How a term bears on a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Part of the score that the dice must not exceed; no modifier of what they read.
    Score,
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

impl Term {
    /// Does it change what comes of the dice? What must be reached, and what was only considered, do not.
    #[must_use]
    pub(crate) fn counts(&self) -> bool {
        !matches!(self.bearing, Bearing::Goal | Bearing::Idle)
    }
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
    /// What the dice must not exceed: the sum of the parts of the score; saturating, 0 where there are none.
    fn score(&self) -> i32;
    /// The list, empty where none is kept.
    fn list(&self) -> &[Term];
}

/// Keeps the sum only, what the dice are worth at least, and what they must not exceed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Sum {
    flat: i32,
    least: i32,
    score: i32,
}

impl Sum {
    /// What is left of modifiers when nobody reads them one by one.
    #[inline]
    pub(crate) fn of<M: Terms>(terms: &M) -> Self {
        Self { flat: terms.sum(), least: terms.least(), score: terms.score() }
    }
}

impl Terms for Sum {
    const LISTED: bool = false;

    #[inline]
    fn add(&mut self, term: Term) {
        match term.bearing {
            Bearing::Flat => self.flat = self.flat.saturating_add(term.value),
            Bearing::Least => self.least = self.least.max(term.value),
            Bearing::Score => self.score = self.score.saturating_add(term.value),
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
    #[inline]
    fn score(&self) -> i32 {
        self.score
    }
    fn list(&self) -> &[Term] {
        &[]
    }
}

/// Keeps every modifier, in the order it was named.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Itemised(Vec<Term>);

impl From<&[Term]> for Itemised {
    fn from(terms: &[Term]) -> Self {
        Self(terms.to_vec())
    }
}

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
    fn score(&self) -> i32 {
        score(&self.0).unwrap_or(0)
    }
    fn list(&self) -> &[Term] {
        &self.0
    }
}

/// What the dice must not exceed, where any of these modifiers is part of a score.
pub(crate) fn score(terms: &[Term]) -> Option<i32> {
    let parts = terms.iter().filter(|t| t.bearing == Bearing::Score).map(|t| t.value);
    parts.reduce(i32::saturating_add)
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
    pub fn plus(self, rule: RuleId, value: i32) -> Self {
        self.plus_part(rule, "", value)
    }

    /// The same of something that has a name on the sheet.
    #[inline]
    #[must_use]
    pub fn plus_part(mut self, rule: RuleId, name: &'static str, value: i32) -> Self {
        if value != 0 {
            self.terms.add(Term { rule, name, value, bearing: Bearing::Flat });
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

    /// Adds `value` to the score that the dice must not exceed, and nothing to what they read; zero is not worth naming.
    ///
    /// [`Table::under`](crate::Table::under) holds the dice against it; a rule that reads more of them asks its terms.
    #[inline]
    #[must_use]
    pub fn score(self, rule: RuleId, value: i32) -> Self {
        self.score_part(rule, "", value)
    }

    /// Like [`score`](Check::score), of a part that has a name on the sheet.
    #[inline]
    #[must_use]
    pub fn score_part(mut self, rule: RuleId, name: &'static str, value: i32) -> Self {
        if value != 0 {
            self.terms.add(Term { rule, name, value, bearing: Bearing::Score });
        }
        self
    }

    /// Names a score of nothing by the check's own rule where no part of it is named: what must not be exceeded is
    /// shown even when it is zero.
    #[inline]
    #[must_use]
    pub fn scored(self) -> Self {
        if !M::LISTED || score(self.terms.list()).is_some() {
            return self;
        }
        let rule = self.rule;
        self.noting(rule, 0, Bearing::Score)
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

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;

    const RULE: RuleId = RuleId::new(0);

    fn check<M: Terms>(parts: &[i32]) -> Check<M> {
        let check = Check::new(RULE, Id::new(0), Dice::D20).plus(RULE, 5).at_least(RULE, 2);
        parts.iter().fold(check, |check, part| check.score(RULE, *part))
    }

    pub fn a_score_is_kept_apart_from_the_total() {
        for parts in [&[][..], &[12, -4], &[i32::MAX, 1], &[i32::MIN, -1], &[3, 0, -3]] {
            let (bare, listed) = (check::<Sum>(parts), check::<Itemised>(parts));
            let sum = parts.iter().fold(0i32, |sum, part| sum.saturating_add(*part));
            assert_eq!((bare.terms.score(), listed.terms.score()), (sum, sum));
            for natural in [1, 20] {
                let thrown = Thrown { natural, total: natural.max(2) + 5 };
                assert_eq!((Thrown::of(&bare, natural), Thrown::of(&listed, natural)), (thrown, thrown));
            }
        }
    }

    pub fn a_score_of_nothing_is_named_where_it_is_thrown_against() {
        let named = |check: Check<Itemised>| score(check.terms.list());
        assert_eq!((named(check(&[])), named(check(&[0]))), (None, None));
        assert_eq!(named(check(&[]).scored()), Some(0));
        assert_eq!((named(check(&[7]).scored()), named(check(&[4, -4]).scored())), (Some(7), Some(0)));
        assert_eq!(check::<Itemised>(&[7]).scored(), check(&[7]), "what is named is not named again");
        let part: Check<Itemised> = check(&[]).score_part(RULE, "Agility", 11).score_part(RULE, "Luck", 0);
        let names: Vec<_> = part.terms.list().iter().map(|term| (term.name, term.value, term.bearing)).collect();
        assert_eq!(names, [("", 5, Bearing::Flat), ("", 2, Bearing::Least), ("Agility", 11, Bearing::Score)]);
    }
}
