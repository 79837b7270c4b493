//! Every branch, to the end of the step or on through what is under way.

use super::replies::Replies;
use super::told::{self, Ending};
use super::{Chance, Odds, Question, best};
use crate::game::inquiry::{Events, Follow};
use crate::numbered::Numbered;
use crate::tree::merge::{Merger, Trail};
use crate::tree::signs::Ear;
use crate::weight::WeightSum;
use crate::{
    Check, End, Ends, Flow, Itemised, Least, OddsError, Outcome, OverBudget, Policy, Precision, Scribe, Sign, Tree,
    Watch, Watched, Weight,
};

/// Branches for a circle of several throws, of which each round has few. Where there are too many branches for another reason, as nearly always,
/// not as much work is lost once more as was lost already.
fn for_circles(budget: u64) -> u64 {
    const ENOUGH: u64 = 1_000;
    (budget / 8).max(ENOUGH).min(budget)
}

pub(super) fn odds<B: Scribe>(question: &Question<'_, B>, replies: &mut Replies<B>) -> Result<Odds, OddsError> {
    let Question { session, inquiry, first, .. } = question;
    let watch = question.watch();
    let (ends, precision, best_replies) = match question.looks_for_the_best() {
        true => {
            let (ends, deep) = best::ends(question, replies, watch.clone())?;
            (ends, Precision::Exact, deep)
        }
        false => {
            let mut ends = |precision, budget| {
                session.ends(question.knower, first.clone(), replies, watch.clone(), precision, budget)
            };
            match ends(Precision::Exact, inquiry.budget) {
                // Circles of several throws have no last branch; what is left of them soon changes no sum any more.
                Err(OddsError::TooMany(_)) => {
                    (ends(Precision::Float, for_circles(inquiry.budget))?, Precision::Float, None)
                }
                ends => (ends?, Precision::Exact, None),
            }
        }
    };
    // Best replies were found with much work, which is not to be lost to a circle in a later act.
    let spare = (question.looks_for_the_best() && inquiry.follow != Follow::Step).then(|| ends.clone());
    let mut future = match (Future::of(question, replies, ends, precision), spare) {
        (Err(OddsError::TooMany(_)), Some(ends)) => Future::of(question, replies, ends, Precision::Float)?,
        (future, _) => future?,
    };
    let later = std::mem::take(&mut future.checks).into_all();
    let mut odds = future.told();
    if inquiry.checks {
        (odds.checks, odds.more_checks) = told::checks(question, replies, &later)?;
    }
    Ok(Odds { best_replies, ..odds })
}

impl<B: Scribe> Question<'_, B> {
    /// What is listened for.
    pub(super) fn watch(&self) -> Watch {
        let rules = match self.inquiry.events {
            Events::None => Watched::None,
            Events::These(_) => Watched::These(self.rules.clone()),
            Events::All => Watched::All,
        };
        Watch { rules, ..Watch::results() }
    }
}

fn over(flow: Flow) -> Option<Outcome> {
    match flow {
        Flow::On => None,
        Flow::Over(outcome) => Some(outcome),
    }
}

/// Everything that may become of the running step.
struct Future<'q, B: Scribe> {
    question: &'q Question<'q, B>,
    precision: Precision,
    ear: Ear,
    leaves: u64,
    steps: u32,
    /// Branches in which something is still under way.
    open: Merger<Box<B::State>>,
    /// The others.
    closed: Vec<End<B::State>>,
    /// The checks of later steps, if they are wanted.
    checks: Numbered<Check<Itemised>>,
}

impl<'q, B: Scribe> Future<'q, B> {
    /// What becomes of the ends of the running step, as far as it is to be followed.
    fn of(
        question: &'q Question<'q, B>,
        replies: &mut Replies<B>,
        ends: Ends<B::State>,
        precision: Precision,
    ) -> Result<Self, OddsError> {
        let mut future = Self {
            question,
            precision,
            ear: Ear::knowing(question.watch(), ends.signs),
            leaves: ends.leaves,
            steps: 1,
            open: Merger::new(),
            closed: Vec::new(),
            checks: Numbered::default(),
        };
        let follow = question.inquiry.follow;
        match follow {
            // States are large: they stay where they lie.
            Follow::Step => future.closed = ends.ends,
            Follow::Through | Follow::Acts(_) => ends.ends.into_iter().for_each(|end| future.take(end)),
        }
        match follow {
            Follow::Step => {}
            Follow::Through => future.go_on(&mut Least)?,
            Follow::Acts(_) => future.go_on(replies)?,
        }
        Ok(future)
    }

    fn take(&mut self, end: End<B::State>) {
        let under_way = || B::under_way(self.question.session.setup(), &end.state);
        if end.flow == Flow::On && self.question.inquiry.follow.goes_on(self.steps, under_way) {
            self.open.add(end.state, Trail { met: end.met, decreed: 0 }, end.weight);
        } else {
            self.closed.push(end);
        }
    }

    /// Follows what is open step by step, by a policy.
    fn go_on(&mut self, policy: &mut dyn Policy<B>) -> Result<(), OddsError> {
        let (g, budget) = (self.question.session.setup(), self.question.inquiry.budget);
        loop {
            let open = std::mem::replace(&mut self.open, Merger::new()).merged();
            if open.is_empty() {
                return Ok(());
            }
            if self.steps >= Follow::MOST {
                let closed = open.into_iter();
                let end = |(state, trail, weight): (_, Trail, _)| End { state, flow: Flow::On, met: trail.met, weight };
                self.closed.extend(closed.map(end));
                return Ok(());
            }
            self.steps += 1;
            for (state, trail, weight) in open {
                let left = budget.saturating_sub(self.leaves);
                let tree = Tree::<B>::new(g, policy, self.precision, left).hearing(std::mem::take(&mut self.ear));
                let mut tree = tree.stopped_by(self.question.session.interrupt());
                let ends = tree.step(&state).map_err(|over| {
                    OddsError::TooMany(OverBudget { leaves: self.leaves.saturating_add(over.leaves) })
                })?;
                self.ear = tree.into_ear();
                self.note(policy, &state, left);
                self.leaves = self.leaves.saturating_add(ends.leaves);
                for end in ends.ends {
                    let mut met = trail.met.clone();
                    met.then(&end.met);
                    self.take(End { state: end.state, flow: end.flow, met, weight: weight.and(&end.weight) });
                }
            }
        }
    }

    /// Keeps the checks of a later step.
    fn note(&mut self, policy: &mut dyn Policy<B>, state: &B::State, budget: u64) {
        if !self.question.inquiry.checks {
            return;
        }
        let g = self.question.session.setup();
        let mut tree = Tree::<B>::new(g, policy, Precision::Float, budget).noting();
        // It has as many branches as the step that was followed.
        if tree.step(state).is_ok() {
            for check in tree.noted() {
                self.checks.number(check.clone());
            }
        }
    }

    /// The chance that each sign is not met of which something has been heard, in their order.
    fn missed(&self) -> Vec<(Sign, Weight)> {
        let missed = |at: u32| self.sum(|branch, sum| sum.add(&branch.met.missed(at, &branch.weight)));
        (0u32..).zip(self.ear.known()).map(|(at, sign)| (*sign, missed(at))).collect()
    }

    /// What is added up over all branches.
    fn sum(&self, add: impl Fn(&End<B::State>, &mut WeightSum)) -> Weight {
        let mut sum = WeightSum::new(self.precision);
        self.closed.iter().for_each(|branch| add(branch, &mut sum));
        sum.total()
    }

    /// What is meant by the chance of a result that may come about more than once; `missed` has the chances that signs are not met.
    fn again(&self, at: u32, sign: Sign, missed: &[(Sign, Weight)]) -> Option<(Sign, Option<Chance>)> {
        let Sign::Result(who, result) = sign else { return None };
        let repeats = self.closed.iter().any(|branch| branch.met.has_again(at));
        // What nothing has been heard of is missed on every branch.
        let missed = |sign: Sign| match missed.iter().find(|(known, _)| *known == sign) {
            Some((_, missed)) => missed.clone(),
            None => self.sum(|branch, sum| sum.add(&branch.weight)),
        };
        let chance = missed(sign).complement();
        // It comes about, and its opposite never: not the opposite, and not neither of them.
        let mut always = told::opposites::<B>(result).map(|(pair, opposite)| {
            let mut otherwise = missed(Sign::Result(who, opposite)).complement();
            otherwise.add(&missed(Sign::Either(who, pair)));
            otherwise.complement()
        });
        let always = always.find(|always| (always.value() - chance.value()).abs() > 1e-12);
        (repeats || always.is_some()).then(|| (sign, always.map(Chance::from)))
    }

    fn told(self) -> Odds {
        let missed = self.missed();
        let again = (0u32..).zip(&missed).filter_map(|(at, (sign, _))| self.again(at, *sign, &missed)).collect();
        let met = missed.into_iter().map(|(sign, missed)| (sign, missed.complement().into())).collect();
        let ends = self.closed.iter().map(|branch| Ending {
            state: &*branch.state,
            over: over(branch.flow),
            weight: branch.weight.clone(),
        });
        let tally = told::Tally { leaves: self.leaves, steps: self.steps, met, again, samples: None };
        let odds = told::odds(self.question, &tally, &ends.collect::<Vec<_>>(), self.precision);
        self.question.session.give_back(self.closed.into_iter().map(|end| end.state));
        odds
    }
}
