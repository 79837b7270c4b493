//! What is met on the way to an end: rules that are cited, results that come about.
//!
//! What a branch has met is no part of what makes it different from another: branches that come to the same state are
//! one, and keep for each sign the chance that they have not met it. Those chances multiply from procedure to procedure
//! as weights do, so any number of signs costs no branch. Whoever asks for several signs [together](Watch::together) has the
//! branches kept apart instead.

use std::cell::RefCell;

use crate::any_table::{Cast, Classes};
use crate::dice::Dice;
use crate::numbered::Numbered;
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
    /// A throw as one of [`Watch::throws`] has it, by its place there.
    Throw(u16),
}

/// Signs by number, in words without nought at the end, so that equal sets are equal word by word. Few steps meet more signs
/// than the first word holds, which asks for no memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Signs {
    first: u64,
    more: Vec<u64>,
}

impl Signs {
    pub(crate) fn add(&mut self, sign: u32) {
        let (word, bit) = place(sign);
        let Some(word) = word.checked_sub(1) else {
            self.first |= bit;
            return;
        };
        if self.more.len() <= word {
            self.more.resize(word + 1, 0);
        }
        if let Some(word) = self.more.get_mut(word) {
            *word |= bit;
        }
    }

    pub(crate) fn has(&self, sign: u32) -> bool {
        let (word, bit) = place(sign);
        let word = word.checked_sub(1).map_or(Some(self.first), |word| self.more.get(word).copied());
        word.is_some_and(|word| word & bit != 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first == 0 && self.more.is_empty()
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        self.first |= other.first;
        if self.more.len() < other.more.len() {
            self.more.resize(other.more.len(), 0);
        }
        self.more.iter_mut().zip(&other.more).for_each(|(own, other)| *own |= other);
    }

    /// Adds what both of these have.
    fn add_common(&mut self, one: &Self, other: &Self) {
        self.first |= one.first & other.first;
        if !one.more.is_empty() && !other.more.is_empty() {
            one.iter().filter(|sign| other.has(*sign)).for_each(|sign| self.add(sign));
        }
    }

    /// Keeps what the other has too.
    fn keep(&mut self, other: &Self) {
        self.first &= other.first;
        self.more.truncate(other.more.len());
        self.more.iter_mut().zip(&other.more).for_each(|(own, other)| *own &= other);
        while self.more.last() == Some(&0) {
            self.more.pop();
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        let words = std::iter::once(&self.first).chain(&self.more);
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Rising.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        let words = std::iter::once(&self.first).chain(&self.more);
        (0u32..).zip(words).flat_map(|(at, word)| bits(*word).map(move |bit| at * 64 + bit))
    }
}

/// The places of the ones in a word, rising.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        // Without its lowest one; nothing is left of nought.
        word &= word.checked_sub(1)?;
        Some(bit)
    })
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
        if self.surely.is_empty() && self.perhaps.is_empty() {
            self.clone_from(later);
            return;
        }
        // What either has met perhaps is met again where the other has met it at all.
        self.again.add_all(&later.again);
        self.again.add_common(&self.surely, &later.surely);
        for (sign, _) in &self.perhaps {
            if later.surely.has(*sign) {
                self.again.add(*sign);
            }
        }
        for (sign, _) in &later.perhaps {
            if self.may_have(*sign) {
                self.again.add(*sign);
            }
        }
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

    /// What all of its ways have met.
    pub(crate) fn surely(&self) -> &Signs {
        &self.surely
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
    /// Throws that come to something. A [`Tree`](crate::Tree) hears them; no other table does.
    pub throws: Vec<WatchedThrow>,
    /// Keep ways apart that have met different things, though they come to the same end: then the chance of several
    /// things together is known, for as many more branches. Otherwise it is known of each alone. A [`Tree`](crate::Tree)
    /// does so.
    pub together: bool,
}

/// A throw that is listened for: whose, for which rule, and what it comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchedThrow {
    /// Whose; anybody's where nobody is named.
    pub who: Option<Id>,
    /// For one of these rules; for any where there are none.
    pub rules: Vec<RuleId>,
    /// What it comes to.
    pub comes_to: ComesTo,
}

/// What a throw comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComesTo {
    /// With all modifiers, it is one of these.
    Total(Span),
    /// What the dice read is one of these.
    Natural(Span),
    /// What the dice must not exceed is one of these; a throw under no score has none.
    Score(Span),
    /// These dice are thrown, or any others.
    Dice(Dice, bool),
}

/// The numbers from one to another, both included; or all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first.
    pub from: i64,
    /// The last.
    pub to: i64,
    /// These, not the others.
    pub inside: bool,
}

impl Span {
    fn has(self, number: i32) -> bool {
        (self.from..=self.to).contains(&number.into()) == self.inside
    }
}

impl WatchedThrow {
    /// Is it a throw like that, if the dice may still show anything?
    fn concerns(&self, cast: &Cast<'_>) -> bool {
        self.who.is_none_or(|who| who == cast.check.who)
            && (self.rules.is_empty() || self.rules.contains(&cast.check.rule))
    }

    fn holds(&self, cast: &Cast<'_>, natural: i32) -> bool {
        self.concerns(cast)
            && match self.comes_to {
                ComesTo::Total(span) => span.has(cast.thrown(natural).total),
                ComesTo::Natural(span) => span.has(natural),
                ComesTo::Score(span) => crate::check::score(cast.terms).is_some_and(|score| span.has(score)),
                ComesTo::Dice(dice, same) => (cast.dice() == dice) == same,
            }
    }
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
        Self { rules: Watched::These(rules.to_vec()), ..Self::results() }
    }

    /// For the book's results.
    #[must_use]
    pub fn results() -> Self {
        Self { results: true, ..Self::default() }
    }

    /// For everything.
    #[must_use]
    pub fn all() -> Self {
        Self { rules: Watched::All, ..Self::results() }
    }

    /// Is this listened for?
    #[must_use]
    pub fn wants(&self, sign: Sign) -> bool {
        match (sign, &self.rules) {
            (Sign::Result(..) | Sign::Either(..), _) => self.results,
            (Sign::Rule(_), Watched::None) => false,
            (Sign::Rule(rule), Watched::These(rules)) => rules.contains(&rule),
            (Sign::Rule(_), Watched::All) => true,
            (Sign::Throw(at), _) => usize::from(at) < self.throws.len(),
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

    /// Are rules or throws listened for? Then modifiers are needed one by one, which only some tables list.
    pub(crate) fn hears_modifiers(&self) -> bool {
        self.watch.rules != Watched::None || !self.watch.throws.is_empty()
    }

    /// Are ways kept apart that have met different things?
    pub(crate) fn keeps_apart(&self) -> bool {
        self.watch.together
    }

    /// Is any of these throws listened for?
    pub(crate) fn hears_throws(&self, casts: &[Cast<'_>]) -> bool {
        self.watch.throws.iter().any(|throw| casts.iter().any(|cast| throw.concerns(cast)))
    }

    /// The throws of the watch that these are, when the dice show that, by their places in it.
    pub(crate) fn throws(&self, casts: &[Cast<'_>], naturals: &[i32]) -> Signs {
        let mut are = Signs::default();
        for (at, throw) in (0u32..).zip(&self.watch.throws) {
            if casts.iter().zip(naturals).any(|(cast, natural)| throw.holds(cast, *natural)) {
                are.add(at);
            }
        }
        are
    }

    /// The numbers of the classes to which throws belong, when those are told apart too that differ in what is listened for.
    pub(crate) fn telling_apart<'e>(
        &'e self,
        casts: &'e [Cast<'_>],
        class: &'e Classes<'_>,
    ) -> impl Fn(&[i32], &[i32], &mut [usize]) + 'e {
        let known = RefCell::new(Numbered::default());
        move |others, lasts, classes| {
            class(others, lasts, classes);
            let mut naturals = others.to_vec();
            for (last, class) in lasts.iter().zip(classes) {
                naturals.push(*last);
                *class = known.borrow_mut().number((*class, self.throws(casts, &naturals))) as usize;
                naturals.pop();
            }
        }
    }

    /// Dice have fallen that show that.
    pub(crate) fn fallen(&mut self, casts: &[Cast<'_>], naturals: &[i32], mut tell: impl FnMut(u32)) {
        for at in self.throws(casts, naturals).iter() {
            tell(self.number(Sign::Throw(u16::try_from(at).unwrap_or(u16::MAX))));
        }
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
