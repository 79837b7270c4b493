//! What is met on the way to an end: rules that are cited, results that come about.
//!
//! What a branch has met is no part of what makes it different from another: branches that come to the same state are
//! one, and keep for each sign the chance that they have not met it. Those chances multiply from procedure to procedure
//! as weights do, so any number of signs costs no branch.

use crate::weight::Weight;
use crate::{Id, RuleId, Rulebook};

/// Something that may be met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// An event, dice or a question citing this rule.
    Rule(RuleId),
    /// One of [`Rulebook::RESULTS`], and whose.
    Result(Id, u8),
    /// Either of two results that exclude each other when they come about, by their place in [`Rulebook::OPPOSITES`].
    Either(Id, u8),
}

/// Signs by number. Sets only grow, so equal sets are equal word by word.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Signs(Vec<u64>);

impl Signs {
    pub(crate) fn add(&mut self, sign: u32) {
        let (word, bit) = place(sign);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        if let Some(word) = self.0.get_mut(word) {
            *word |= bit;
        }
    }

    pub(crate) fn has(&self, sign: u32) -> bool {
        let (word, bit) = place(sign);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    /// Keeps what the other has too.
    fn keep(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= other);
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Rising.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0u32..)
            .zip(&self.0)
            .flat_map(|(at, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
    }
}

fn place(sign: u32) -> (usize, u64) {
    ((sign / 64) as usize, 1 << (sign % 64))
}

/// What a branch has met.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Met {
    surely: Signs,
    /// Of what some of its ways have met: the chance that it has not been, given this branch. Rising by number.
    perhaps: Vec<(u32, Weight)>,
    /// What some of its ways have met more than once.
    again: Signs,
}

impl Met {
    /// Met now.
    pub(crate) fn add(&mut self, sign: u32) {
        if self.may_have(sign) {
            self.again.add(sign);
        }
        if let Ok(at) = self.perhaps.binary_search_by_key(&sign, |(known, _)| *known) {
            self.perhaps.remove(at);
        }
        self.surely.add(sign);
    }

    /// Then this is met too, whatever has been before.
    pub(crate) fn then(&mut self, later: &Self) {
        if later.surely.is_empty() && later.perhaps.is_empty() {
            return;
        }
        self.again.add_all(&later.again);
        later
            .signs()
            .into_iter()
            .filter(|sign| self.may_have(*sign))
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|sign| self.again.add(sign));
        if !later.surely.is_empty() {
            self.perhaps.retain(|(sign, _)| !later.surely.has(*sign));
            self.surely.add_all(&later.surely);
        }
        for (sign, missed) in later.perhaps.iter().filter(|(sign, _)| !self.surely.has(*sign)) {
            match self.perhaps.binary_search_by_key(sign, |(known, _)| *known) {
                Ok(at) => self.perhaps[at].1 = self.perhaps[at].1.and(missed),
                Err(at) => self.perhaps.insert(at, (*sign, missed.clone())),
            }
        }
    }

    fn may_have(&self, sign: u32) -> bool {
        self.surely.has(sign) || self.perhaps.binary_search_by_key(&sign, |(known, _)| *known).is_ok()
    }

    /// Has it been met more than once on some way here?
    pub(crate) fn has_again(&self, sign: u32) -> bool {
        self.again.has(sign)
    }

    /// What is met, surely or perhaps.
    pub(crate) fn signs(&self) -> Vec<u32> {
        self.surely.iter().chain(self.perhaps.iter().map(|(sign, _)| *sign)).collect()
    }

    /// Any number of rounds have been before, each of which has met `round`; another one has come with that chance. What has
    /// not been met here has been missed in all of them: of a round that is missed with the chance m and comes with the chance
    /// a, that is (1 - a) / (1 - a m).
    pub(crate) fn after_rounds(&mut self, round: &Self, chance: &Weight) {
        for sign in round.signs() {
            self.again.add(sign);
            if self.surely.has(sign) {
                continue;
            }
            let missed = chance.complement().over(&round.missed(sign, chance).complement());
            match self.perhaps.binary_search_by_key(&sign, |(known, _)| *known) {
                Ok(at) => self.perhaps[at].1 = self.perhaps[at].1.and(&missed),
                Err(at) => self.perhaps.insert(at, (sign, missed)),
            }
        }
    }

    /// The chance to come to this branch, of which the weight is given, without having met a sign.
    pub(crate) fn missed(&self, sign: u32, weight: &Weight) -> Weight {
        if self.surely.has(sign) {
            return Weight::zero(weight.precision());
        }
        match self.perhaps.binary_search_by_key(&sign, |(known, _)| *known) {
            Ok(at) => weight.and(&self.perhaps[at].1),
            Err(_) => weight.clone(),
        }
    }
}

/// What branches that came to the same end have met.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// By all of them.
    surely: Signs,
    /// Of what some have met: the chance of those ways that have not.
    missed: Vec<(u32, Weight)>,
    /// What some have met more than once.
    again: Signs,
}

impl Gathered {
    /// By one branch of that weight.
    pub(crate) fn of(met: Met, weight: &Weight) -> Self {
        let missed = met.perhaps.into_iter().map(|(sign, missed)| (sign, missed.and(weight))).collect();
        Self { surely: met.surely, missed, again: met.again }
    }

    /// One branch more comes to an end that had the weight `known`.
    pub(crate) fn add(&mut self, met: &Met, weight: &Weight, known: &Weight) {
        self.again.add_all(&met.again);
        if self.missed.is_empty() && met.perhaps.is_empty() && self.surely == met.surely {
            return;
        }
        let mut both = self.surely.clone();
        both.keep(&met.surely);
        let mut some = self.surely.clone();
        some.add_all(&met.surely);
        self.missed.iter().map(|(sign, _)| *sign).for_each(|sign| some.add(sign));
        met.perhaps.iter().for_each(|(sign, _)| some.add(*sign));
        let missed = some.iter().filter(|sign| !both.has(*sign)).map(|sign| {
            let mut chance = self.missed(sign, known);
            chance.add(&met.missed(sign, weight));
            (sign, chance)
        });
        self.missed = missed.collect();
        self.surely = both;
    }

    fn missed(&self, sign: u32, known: &Weight) -> Weight {
        if self.surely.has(sign) {
            return Weight::zero(known.precision());
        }
        match self.missed.binary_search_by_key(&sign, |(known, _)| *known) {
            Ok(at) => self.missed[at].1.clone(),
            Err(_) => known.clone(),
        }
    }

    /// The same, given that one comes to this end, which has that weight.
    pub(crate) fn met(self, weight: &Weight) -> Met {
        let perhaps = self.missed.into_iter().map(|(sign, missed)| (sign, missed.over(weight))).collect();
        Met { surely: self.surely, perhaps, again: self.again }
    }
}

/// What a table listens for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watch {
    /// These rules.
    pub rules: Watched,
    /// The book's results.
    pub results: bool,
}

/// Which rules are listened for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Watched {
    /// None.
    #[default]
    None,
    /// These.
    These(Vec<RuleId>),
    /// All.
    All,
}

impl Watch {
    /// For these rules, and for the book's results.
    #[must_use]
    pub fn rules(rules: &[RuleId]) -> Self {
        Self { rules: Watched::These(rules.to_vec()), results: true }
    }

    /// For the book's results.
    #[must_use]
    pub fn results() -> Self {
        Self { rules: Watched::None, results: true }
    }

    /// For everything.
    #[must_use]
    pub fn all() -> Self {
        Self { rules: Watched::All, results: true }
    }

    /// Is this listened for?
    #[must_use]
    pub fn wants(&self, sign: Sign) -> bool {
        match (sign, &self.rules) {
            (Sign::Result(..) | Sign::Either(..), _) => self.results,
            (Sign::Rule(_), Watched::None) => false,
            (Sign::Rule(rule), Watched::These(rules)) => rules.contains(&rule),
            (Sign::Rule(_), Watched::All) => true,
        }
    }
}

/// The pairs of [`Rulebook::OPPOSITES`] in which a result is.
pub(crate) fn either<B: Rulebook>(result: u8) -> impl Iterator<Item = u8> {
    (0u8..).zip(B::OPPOSITES).filter(move |(_, pair)| pair.0 == result || pair.1 == result).map(|(at, _)| at)
}

/// Gives signs their numbers, in the order in which they are first met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ear {
    watch: Watch,
    known: Vec<Sign>,
}

impl Ear {
    pub(crate) fn new(watch: Watch) -> Self {
        Self { watch, known: Vec::new() }
    }

    /// One that has given these numbers already.
    pub(crate) fn knowing(watch: Watch, known: Vec<Sign>) -> Self {
        Self { watch, known }
    }

    pub(crate) fn is_deaf(&self) -> bool {
        self.watch.rules == Watched::None && !self.watch.results
    }

    /// Are rules listened for? Then those of modifiers too, which only some tables list.
    pub(crate) fn hears_rules(&self) -> bool {
        self.watch.rules != Watched::None
    }

    pub(crate) fn known(&self) -> &[Sign] {
        &self.known
    }

    /// A rule is cited.
    pub(crate) fn rule(&mut self, rule: RuleId, mut tell: impl FnMut(u32)) {
        if self.watch.wants(Sign::Rule(rule)) {
            tell(self.number(Sign::Rule(rule)));
        }
    }

    /// Something happens.
    pub(crate) fn event<B: Rulebook>(&mut self, event: &B::Event, mut tell: impl FnMut(u32)) {
        if self.watch.rules != Watched::None {
            B::cites(event, &mut |rule| self.rule(rule, &mut tell));
        }
        if self.watch.results
            && let Some((who, result)) = B::result(event)
        {
            tell(self.number(Sign::Result(who, result)));
            for either in either::<B>(result) {
                tell(self.number(Sign::Either(who, either)));
            }
        }
    }

    fn number(&mut self, sign: Sign) -> u32 {
        let at = self.known.iter().position(|known| *known == sign).unwrap_or_else(|| {
            self.known.push(sign);
            self.known.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }
}
