//! Exact odds, sampled means, simulation and play: one set of rules, the same results.

use std::collections::HashMap;

use crate::dice::{Distribution, Rng};
use crate::numbered::Numbered;
use crate::tape::{Awaited, Given};
use crate::weight::{Precision, Weight};
use crate::{Autoplay, Flow, Id, OddsError, Policy, Random, RuleId, Scribe, Session, Value, Viewer, Watch};

/// The usual answer, or the first that is listed: draws nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct First;

impl<B: Scribe> Policy<B> for First {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        if let Some(choice) = B::standing(g, s, who, ask) {
            return choice;
        }
        let mut first = None;
        B::options(g, s, who, ask, &mut |choice| {
            first.get_or_insert(choice);
        });
        first.unwrap_or_else(|| Policy::<B>::choose(&mut Random, g, s, rule, who, ask, rng))
    }
}

/// The chances of all ways that the running step can go sum to exactly one, whatever is chosen first. False where that
/// needs more than `budget` branches.
///
/// # Errors
/// The sum.
pub fn mass_is_one<B: Scribe>(session: &Session<B>, budget: u64) -> Result<bool, String> {
    if session.awaited().is_none() {
        return Ok(true);
    }
    let ends = match session.ends(Viewer::GameMaster, None, &mut First, Watch::default(), Precision::Exact, budget) {
        Ok(ends) => ends,
        Err(OddsError::TooMany(_)) => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    let sum = ends.chance(Precision::Exact, |_| true);
    if sum == Weight::one(Precision::Exact) {
        return Ok(true);
    }
    Err(format!("the chances of the running step sum to {sum:?}"))
}

/// The exact odds of the rest of the running step are those that playing it out gives: every count or sum of the dice
/// tried by hand, each weighed by its law. False where that needs more than `budget` plays.
///
/// # Errors
/// The end whose odds differ.
pub fn odds_are_play<B: Scribe>(session: &Session<B>, budget: u64) -> Result<bool, String> {
    if session.awaited().is_none() {
        return Ok(true);
    }
    let mut hand = ByHand { step: session.step_count(), ends: HashMap::new(), left: budget };
    if !hand.play(session.fork(), Weight::one(Precision::Exact), 0)? {
        return Ok(false);
    }
    let ends = match session.ends(Viewer::GameMaster, None, &mut First, Watch::default(), Precision::Exact, budget) {
        Ok(ends) => ends.ends,
        Err(OddsError::TooMany(_)) => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    let mut exact: HashMap<(B::State, bool), Weight> = HashMap::new();
    for end in ends {
        let key = (*end.state, matches!(end.flow, Flow::Over(_)));
        exact.entry(key).or_insert_with(|| Weight::zero(Precision::Exact)).add(&end.weight);
    }
    for (end, weight) in &hand.ends {
        let odds = exact.get(end);
        if odds != Some(weight) {
            return Err(format!("played out, {end:?} has the chance {weight:?}; the odds say {odds:?}"));
        }
    }
    if exact.len() == hand.ends.len() {
        return Ok(true);
    }
    Err(format!("played out, there are {} ends; the odds know {}", hand.ends.len(), exact.len()))
}

/// Plays a step out in every way.
struct ByHand<S> {
    /// The number of steps begun: when there are more, the step has ended.
    step: usize,
    ends: HashMap<(S, bool), Weight>,
    left: u64,
}

/// Throws in a row that are followed by hand; a tie that is rolled again and again has no end.
const DEEPEST: u32 = 24;

impl<S: Clone + Eq + std::hash::Hash> ByHand<S> {
    fn play<B: Scribe<State = S>>(
        &mut self,
        mut session: Session<B>,
        weight: Weight,
        depth: u32,
    ) -> Result<bool, String> {
        if depth > DEEPEST {
            return Ok(false);
        }
        loop {
            if let Some(state) = session.state_before_step(self.step) {
                return self.end((state.clone(), false), &weight);
            }
            match session.awaited().cloned() {
                None => return self.end((session.state().clone(), true), &weight),
                Some(Awaited::Choices(_, asks)) => {
                    for (who, _) in asks {
                        session.decide_for(who, &mut First);
                    }
                }
                Some(Awaited::Dice(dice)) => {
                    let first = &dice[0];
                    let law = Distribution::of(first.dice);
                    for (natural, ways) in law.iter().filter(|(_, ways)| *ways > 0) {
                        let mut next = session.fork();
                        next.throw(first.rule, first.who, Given::Natural(natural)).map_err(|e| e.to_string())?;
                        let chance = Weight::ratio(Precision::Exact, ways, law.total());
                        if !self.play(next, weight.and(&chance), depth + 1)? {
                            return Ok(false);
                        }
                    }
                    return Ok(true);
                }
            }
        }
    }

    fn end(&mut self, end: (S, bool), weight: &Weight) -> Result<bool, String> {
        self.ends.entry(end).or_insert_with(|| Weight::zero(Precision::Exact)).add(weight);
        self.left = self.left.saturating_sub(1);
        Ok(self.left > 0)
    }
}

/// The mean of every number that the rulebook reads, over `samples` simulated steps, agrees with the exact one within
/// five standard errors. False where the step has begun already or needs more than `budget` branches.
///
/// # Errors
/// The path and both means.
pub fn means_agree<B: Scribe>(session: &Session<B>, samples: u32, budget: u64) -> Result<bool, String> {
    let g = session.setup();
    if session.awaited().is_none() || !session.step_is_fresh() {
        return Ok(true);
    }
    let start = session.step_start();
    let ends = match session.ends(Viewer::GameMaster, None, &mut First, Watch::default(), Precision::Exact, budget) {
        Ok(ends) => ends.ends,
        Err(OddsError::TooMany(_)) => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    let mut table = Autoplay::<B, _>::new(g, First, 0, 0);
    // Many samples come to the same: each state is read once, with how often it came.
    let (mut sampled, mut often) = (Numbered::default(), Vec::new());
    for index in 0..samples {
        table.restart(0xD1CE, u64::from(index));
        let mut state = start.clone();
        table.step(&mut state);
        let number = sampled.number(state) as usize;
        often.resize(often.len().max(number + 1), 0.0);
        often[number] += 1.0 / f64::from(samples);
    }
    for path in B::paths(g, start) {
        let number = |s: &B::State| match B::read(g, s, &path) {
            Ok(Value::Int(number)) => Some(number as f64),
            _ => None,
        };
        let exact: Option<Vec<(f64, f64)>> =
            ends.iter().map(|end| Some((number(&end.state)?, end.weight.value()))).collect();
        let seen: Option<Vec<f64>> =
            sampled.all().iter().zip(&often).map(|(s, share)| Some(number(s)? * share)).collect();
        let (Some(exact), Some(seen)) = (exact, seen) else { continue };
        compare_means(&path, &exact, seen.iter().sum(), samples)?;
    }
    Ok(true)
}

fn compare_means(path: &str, exact: &[(f64, f64)], sampled: f64, samples: u32) -> Result<(), String> {
    let mean: f64 = exact.iter().map(|(value, weight)| value * weight).sum();
    let variance: f64 = exact.iter().map(|(value, weight)| (value - mean) * (value - mean) * weight).sum();
    let error = (variance.max(0.0) / f64::from(samples.max(1))).sqrt();
    if (sampled - mean).abs() <= 5.0 * error + 1e-6 * (1.0 + mean.abs()) {
        return Ok(());
    }
    Err(format!("{path}: exactly {mean:.4} on average, sampled {sampled:.4} (standard error {error:.4})"))
}

/// A battle whose dice fall from its seed and whose choices a policy makes goes the same way in a session and in a
/// simulation.
///
/// # Errors
/// Where they part.
pub fn autoplay_agrees<B: Scribe>(session: &Session<B>, most_steps: u32) -> Result<(), String> {
    let mut played = session.fork();
    let mut state = session.step_start().clone();
    if !session.is_empty() {
        return Err("a simulation begins where the battle does".into());
    }
    let most = most_steps as usize;
    while played.step_count() <= most && (played.roll() || played.decide(&mut Random)) {}
    let done = match played.outcome() {
        Some(_) => played.step_count(),
        None => played.step_count() - 1,
    };
    // What happened before the first question is played by the simulation as well.
    state.clone_from(&B::begin(session.setup()));
    let mut table = Autoplay::<B, _>::new(session.setup(), Random, session.seed(), 0);
    let mut flow = Flow::On;
    for step in 0..done {
        flow = table.step(&mut state);
        if matches!(flow, Flow::Over(_)) && step + 1 < done {
            return Err(format!("the simulation ends with step {} and the battle does not", step + 1));
        }
    }
    let ended = match flow {
        Flow::Over(outcome) => Some(outcome),
        Flow::On => None,
    };
    let reached = if played.outcome().is_some() { played.state() } else { played.step_start() };
    if ended != played.outcome() || &state != reached {
        return Err(format!("after {done} steps the simulation is at {state:?}, the battle at {reached:?}"));
    }
    Ok(())
}
