//! Ends and signs as people read them.

use std::collections::BTreeMap;

use super::{Chance, CheckOdds, EventOdds, GaugeOdds, Odds, PathOdds, Question, ResultOdds, sampled};
use crate::game::inquiry::{Events, Follow, Inquiry, Samples};
use crate::log::{terms_told, terms_words};
use crate::refused::Refused;
use crate::weight::WeightSum;
use crate::words::{did_you_mean, short};
use crate::{
    Check, Id, Itemised, OddsError, Outcome, Policy, Precision, RuleId, Rulebook, Scribe, Side, Sign, Terms, Throw,
    Value, Weight,
};

/// The most checks that are told.
const MOST_CHECKS: usize = 64;

/// Ends in which it is looked whether something is under way.
const MOST_LOOKED_AT: usize = 64;

/// One end.
pub(super) struct Ending<'e, S> {
    pub(super) state: &'e S,
    pub(super) over: Option<Outcome>,
    pub(super) weight: Weight,
}

/// How the ends were found, and what was met on the way.
pub(super) struct Tally {
    pub(super) leaves: u64,
    pub(super) steps: u32,
    pub(super) met: Vec<(Sign, Chance)>,
    /// Results that may come about more than once, and with what chance each of them comes about every time, never its
    /// opposite.
    pub(super) again: Vec<(Sign, Option<Chance>)>,
    pub(super) samples: Option<Samples>,
}

impl Tally {
    /// A chance, as it was found.
    fn chance(&self, weight: Weight) -> Chance {
        match self.samples {
            None => weight.into(),
            Some(samples) => {
                let times = (weight.value() * samples.count as f64).round() as u64;
                sampled::chance(times, samples.count)
            }
        }
    }

    /// The standard error of a mean, where it was sampled.
    fn error(&self, values: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
        let count = self.samples?.count.max(1) as f64;
        let mean: f64 = values.clone().map(|(value, p)| value * p).sum();
        let variance: f64 = values.map(|(value, p)| (value - mean) * (value - mean) * p).sum();
        Some((variance.max(0.0) / count).sqrt())
    }
}

/// The rules that were asked for.
pub(super) fn rules<B: Scribe>(inquiry: &Inquiry) -> Result<Vec<RuleId>, Refused> {
    let Events::These(rules) = &inquiry.events else { return Ok(Vec::new()) };
    rules.iter().map(|rule| B::CATALOGUE.complete(rule).map_err(Refused::because)).collect()
}

/// Can the paths be read?
pub(super) fn paths_are_known<B: Scribe>(question: &Question<'_, B>) -> Result<(), Refused> {
    let (g, s) = (question.session.setup(), question.session.state());
    for path in &question.inquiry.paths {
        if let Err(refusal) = crate::scribe::read::<B>(g, s, path) {
            let near = did_you_mean(path, B::paths(g, s).iter().map(String::as_str));
            let why = refusal.why();
            let near = if why.contains("did you mean") { String::new() } else { near };
            return Err(Refused::because(format!("{}: {why}{near}", short(path))));
        }
    }
    Ok(())
}

/// The odds that these ends make.
pub(super) fn odds<B: Scribe>(
    question: &Question<'_, B>,
    tally: &Tally,
    ends: &[Ending<'_, B::State>],
    precision: Precision,
) -> Odds {
    let g = question.session.setup();
    let chance = |holds: &dyn Fn(&Ending<'_, B::State>) -> bool| {
        let mut sum = WeightSum::new(precision);
        ends.iter().filter(|end| holds(end)).for_each(|end| sum.add(&end.weight));
        tally.chance(sum.total())
    };
    let winner = |side: Side| move |end: &Ending<'_, B::State>| end.over.is_some_and(|over| over.winner == Some(side));
    let sides = (0u8..).zip(B::sides(g)).map(|(at, name)| (name.clone(), chance(&winner(Side(at)))));
    let mut events: Vec<EventOdds> = tally.met.iter().filter_map(|(sign, chance)| event::<B>(*sign, chance)).collect();
    // What was asked for and never happens is told too.
    for rule in &question.rules {
        let rule = B::CATALOGUE.name(*rule);
        if !events.iter().any(|event| event.rule == rule) {
            events.push(EventOdds { rule, chance: tally.chance(Weight::zero(precision)) });
        }
    }
    let is_under_way = |end: &Ending<'_, B::State>| end.over.is_none() && B::under_way(g, end.state);
    let (gain, gain_error) = gain(question, tally, ends);
    Odds {
        leaves: tally.leaves,
        steps: tally.steps,
        under_way: question.inquiry.follow == Follow::Step && ends.iter().take(MOST_LOOKED_AT).any(is_under_way),
        sampled: tally.samples.map(|samples| samples.seed),
        results: tally.met.iter().flat_map(|(sign, chance)| results::<B>(g, tally, *sign, chance)).collect(),
        events,
        gauges: gauges(question, tally, ends, precision),
        paths: paths(question, tally, ends),
        checks: Vec::new(),
        more_checks: false,
        over: chance(&|end| end.over.is_some()),
        wins: sides.collect(),
        gain,
        gain_error,
        unused: Vec::new(),
        best_replies: None,
        guessed: false,
    }
}

fn event<B: Scribe>(sign: Sign, chance: &Chance) -> Option<EventOdds> {
    match sign {
        Sign::Rule(rule) => Some(EventOdds { rule: B::CATALOGUE.name(rule), chance: chance.clone() }),
        Sign::Result(..) | Sign::Either(..) | Sign::Throw(_) => None,
    }
}

/// A result, and what is meant where it may come about more than once: every time, or at least once.
fn results<B: Scribe>(g: &B::Setup, tally: &Tally, sign: Sign, chance: &Chance) -> Vec<ResultOdds> {
    let Sign::Result(who, result) = sign else { return Vec::new() };
    let words = B::RESULTS.get(usize::from(result)).copied().unwrap_or_default();
    let fails = B::OPPOSITES.iter().any(|(_, failed)| *failed == result);
    let name = B::name(g, who);
    let one =
        |words: String, chance: &Chance| ResultOdds { who: name.to_owned(), words, chance: chance.clone(), fails };
    match tally.again.iter().find(|(known, _)| *known == sign) {
        None => vec![one(words.into(), chance)],
        Some((_, always)) => {
            let always = always.as_ref().map(|always| one(format!("{words} every time"), always));
            always.into_iter().chain([one(format!("{words} at least once"), chance)]).collect()
        }
    }
}

/// The opposites of a result, each with the number of its pair.
pub(super) fn opposites<B: Rulebook>(result: u8) -> impl Iterator<Item = (u8, u8)> {
    (0u8..).zip(B::OPPOSITES).filter_map(move |(pair, (one, other))| match result {
        _ if result == *one => Some((pair, *other)),
        _ if result == *other => Some((pair, *one)),
        _ => None,
    })
}

/// By how much the asker's side will stand better on average, and how sure that is.
fn gain<B: Scribe>(question: &Question<'_, B>, tally: &Tally, ends: &[Ending<'_, B::State>]) -> (f64, Option<f64>) {
    let (g, side) = (question.session.setup(), question.side());
    let now = f64::from(B::score(g, question.session.state(), side));
    let scores: Vec<(i64, &Weight)> =
        ends.iter().map(|end| (i64::from(B::score(g, end.state, side)), &end.weight)).collect();
    let mean = Weight::mean(scores.iter().copied()) - now;
    let gains = scores.iter().map(|(score, weight)| (*score as f64 - now, weight.value()));
    // Equal choices must not differ by a rounding.
    ((mean * 1e6).round() / 1e6, tally.error(gains))
}

/// What becomes of every gauge that may change.
fn gauges<B: Scribe>(
    question: &Question<'_, B>,
    tally: &Tally,
    ends: &[Ending<'_, B::State>],
    precision: Precision,
) -> Vec<GaugeOdds> {
    let (g, s) = (question.session.setup(), question.session.state());
    let mut before = Vec::with_capacity(2 * B::count(g));
    each_number::<B>(g, s, |_, _, now| before.push(now));
    // Where they stand at the ends, one end after another.
    let mut after = Vec::with_capacity(before.len() * ends.len());
    ends.iter().for_each(|end| each_number::<B>(g, end.state, |_, _, value| after.push(value)));
    debug_assert_eq!(after.len(), before.len() * ends.len(), "every state has the same gauges");
    // Most acts move no gauge at all.
    if after.chunks(before.len().max(1)).all(|end| end == before) {
        return Vec::new();
    }
    let at_ends = |at: usize| after.iter().skip(at).step_by(before.len());
    // Most stay as they are, and of those nothing is added up.
    let mut moved = (0..).zip(&before).map(|(at, now)| (at, at_ends(at).any(|value| value != now)));
    let mut odds = Vec::new();
    each_number::<B>(g, s, |who, gauge, now| {
        let Some((at, true)) = moved.next() else { return };
        let mut values: BTreeMap<i32, WeightSum> = BTreeMap::new();
        for (value, end) in at_ends(at).zip(ends) {
            values.entry(*value).or_insert_with(|| WeightSum::new(precision)).add(&end.weight);
        }
        let values: Vec<(i32, Weight)> = values.into_iter().map(|(value, sum)| (value, sum.total())).collect();
        let numbers = values.iter().map(|(value, weight)| (f64::from(*value), weight.value()));
        odds.push(GaugeOdds {
            who: B::name(g, who).to_owned(),
            gauge: gauge.to_owned(),
            open: true,
            now,
            mean: Weight::mean(values.iter().map(|(value, weight)| (i64::from(*value), weight))),
            error: tally.error(numbers),
            values: values.iter().map(|(value, weight)| (*value, tally.chance(weight.clone()))).collect(),
        });
    });
    odds
}

/// Every gauge: whose, which, and where it stands; the same ones in the same order for all states.
fn each_number<B: Scribe>(g: &B::Setup, s: &B::State, mut tell: impl FnMut(Id, &str, i32)) {
    for who in (0..B::count(g)).map(Id::new) {
        B::gauges(g, s, who, &mut |name, value, _| tell(who, name, value));
    }
}

/// What becomes of the paths that were asked for.
fn paths<B: Scribe>(question: &Question<'_, B>, tally: &Tally, ends: &[Ending<'_, B::State>]) -> Vec<PathOdds> {
    let g = question.session.setup();
    // What an end does not have any more reads as nothing.
    let read = |s: &B::State, path: &str| crate::scribe::read::<B>(g, s, path).unwrap_or(Value::Text("gone".into()));
    let one = |path: &String| {
        let mut values: Vec<(Value, Weight)> = Vec::new();
        for end in ends {
            let value = read(end.state, path);
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, weight)) => weight.add(&end.weight),
                None => values.push((value, end.weight.clone())),
            }
        }
        numbers_rising(&mut values);
        let numbers: Option<Vec<(i64, &Weight)>> = values.iter().map(number).collect();
        let mean = numbers.map(|numbers| Weight::mean(numbers.into_iter()));
        PathOdds {
            path: path.clone(),
            now: read(question.session.state(), path),
            mean,
            values: values.into_iter().map(|(value, weight)| (value, tally.chance(weight))).collect(),
        }
    };
    question.inquiry.paths.iter().map(one).collect()
}

/// Whatever is no number stays behind them, as it stands.
fn numbers_rising(values: &mut [(Value, Weight)]) {
    values.sort_by_key(|(value, _)| match value {
        Value::Int(number) => *number,
        _ => i64::MAX,
    });
}

fn number((value, weight): &(Value, Weight)) -> Option<(i64, &Weight)> {
    match value {
        Value::Int(number) => Some((*number, weight)),
        _ => None,
    }
}

/// The checks that may be made on the way, each once, and whether there may be more; `later` are those behind the step.
pub(super) fn checks<B: Scribe>(
    question: &Question<'_, B>,
    policy: &mut dyn Policy<B>,
    later: &[Check<Itemised>],
) -> Result<(Vec<CheckOdds>, bool), OddsError> {
    let Question { session, inquiry, first, .. } = question;
    let all_replies = question.looks_for_the_best();
    let (mut checks, whole) = session.checks(question.knower, first.clone(), policy, all_replies, inquiry.budget)?;
    for check in later {
        if !checks.contains(check) {
            checks.push(check.clone());
        }
    }
    let told = checks.iter().take(MOST_CHECKS).map(|check| {
        let Check { rule, who, dice, terms } = check;
        let (rule, who, dice, terms) = (*rule, *who, *dice, Itemised::list(terms).to_vec());
        self::check::<B>(session.setup(), &Throw { rule, who, dice, terms, faces: Vec::new(), natural: 0, total: 0 })
    });
    Ok((told.collect(), !whole || checks.len() > MOST_CHECKS))
}

/// A throw without what fell.
pub(super) fn check<B: Scribe>(g: &B::Setup, throw: &Throw) -> CheckOdds {
    let (who, rule) = (B::name(g, throw.who).to_owned(), B::CATALOGUE.name(throw.rule));
    let dice = if throw.dice.is_empty() { String::new() } else { throw.dice.to_string() };
    let thrown = if dice.is_empty() { "no dice" } else { &dice };
    let words = format!("{who} throws {thrown} for {rule}{}", terms_words::<B>(&throw.terms));
    CheckOdds { who, rule, dice, terms: terms_told::<B>(&throw.terms), words }
}
