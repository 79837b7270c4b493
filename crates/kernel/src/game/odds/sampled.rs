//! The step played many times, where it has too many branches.

use rustc_hash::FxHashMap;

use super::replies::Replies;
use super::told::{self, Ending};
use super::{Chance, CheckOdds, Odds, Question};
use crate::game::inquiry::{Follow, Samples};
use crate::numbered::Numbered;
use crate::refused::Refused;
use crate::{Flow, Interval, Least, Moment, Outcome, Precision, Scribe, Sign, Weight};

/// The most checks that are told.
const MOST_CHECKS: usize = 64;

/// As many plays as are worth telling of, where somebody asks to stop.
const FEWEST: u64 = 100;

pub(super) fn odds<B: Scribe>(
    question: &Question<'_, B>,
    replies: &mut Replies<B>,
    mut samples: Samples,
) -> Result<Odds, Refused> {
    let Question { session, inquiry, first, .. } = question;
    let start =
        session.sampler(question.knower, first.clone()).map_err(|error| Refused::from_session(B::CATALOGUE, error))?;
    let mut heard = Heard { question, met: Numbered::default(), counts: Vec::new(), checks: Vec::new(), more: false };
    let mut ends: FxHashMap<(B::State, Option<Outcome>), u64> = FxHashMap::default();
    let mut steps = 1;
    for nth in 0..samples.count {
        if nth >= FEWEST && session.interrupt().is_asked() {
            samples.count = nth;
            break;
        }
        let mut play = start.play(samples.seed, nth);
        let mut flow = play.step(replies)?;
        heard.listen(&play.moments);
        let mut taken = 1;
        while flow == Flow::On
            && taken < Follow::MOST
            && inquiry.follow.goes_on(taken, || B::under_way(session.setup(), &play.state))
        {
            taken += 1;
            flow = match inquiry.follow {
                Follow::Acts(_) => play.step(replies)?,
                Follow::Step | Follow::Through => play.step(&mut Least)?,
            };
            heard.listen(&play.moments);
        }
        heard.done();
        steps = steps.max(taken);
        let over = match flow {
            Flow::On => None,
            Flow::Over(outcome) => Some(outcome),
        };
        *ends.entry((play.state, over)).or_default() += 1;
    }
    let count = samples.count.max(1);
    let weight = |times: &u64| Weight::ratio(Precision::Float, u128::from(*times), u128::from(count));
    let ends: Vec<_> =
        ends.iter().map(|((state, over), times)| Ending { state, over: *over, weight: weight(times) }).collect();
    let met = heard.met.all().iter().zip(&heard.counts);
    let met = met.map(|(sign, met)| (*sign, chance(met.plays, count))).collect();
    let again = heard.again(count);
    let tally = told::Tally { leaves: samples.count, steps, met, again, samples: Some(samples) };
    let odds = told::odds(question, &tally, &ends, Precision::Float);
    Ok(Odds { checks: heard.checks, more_checks: inquiry.checks, ..odds })
}

/// A share that was counted, with its interval.
pub(super) fn chance(times: u64, of: u64) -> Chance {
    let Interval { p, low, high } = Interval::wilson(times, of);
    Chance { p, fraction: String::new(), low: Some(low), high: Some(high) }
}

/// How often a sign was met.
#[derive(Clone, Copy, Default)]
struct Count {
    /// In how many plays.
    plays: u64,
    /// In how many of them it was met every time: its opposite never.
    always: u64,
    /// How often in the play that is running.
    now: u32,
    /// More than once in some play.
    again: bool,
}

/// What the plays have met.
struct Heard<'q, B: Scribe> {
    question: &'q Question<'q, B>,
    met: Numbered<Sign>,
    /// Of each sign, how often it was met.
    counts: Vec<Count>,
    checks: Vec<CheckOdds>,
    more: bool,
}

impl<B: Scribe> Heard<'_, B> {
    fn listen(&mut self, moments: &[Moment<B>]) {
        let watch = self.question.watch();
        for moment in moments {
            match moment {
                Moment::Threw(throw) => {
                    self.meet(Sign::Rule(throw.rule), &watch);
                    let terms = throw.terms.iter().filter(|term| term.counts());
                    terms.for_each(|term| self.meet(Sign::Rule(term.rule), &watch));
                    self.check(throw);
                }
                Moment::Chose { rule, .. } => self.meet(Sign::Rule(*rule), &watch),
                Moment::Told(event) => {
                    B::cites(event, &mut |rule| self.meet(Sign::Rule(rule), &watch));
                    if let Some((who, result)) = B::result(event) {
                        self.meet(Sign::Result(who, result), &watch);
                    }
                }
                Moment::Decreed(_) => {}
            }
        }
    }

    fn meet(&mut self, sign: Sign, watch: &crate::Watch) {
        if !watch.wants(sign) {
            return;
        }
        let at = self.met.number(sign) as usize;
        if self.counts.len() <= at {
            self.counts.resize(at + 1, Count::default());
        }
        if let Some(count) = self.counts.get_mut(at) {
            count.now += 1;
        }
    }

    fn check(&mut self, throw: &crate::Throw) {
        if !self.question.inquiry.checks {
            return;
        }
        let check = told::check::<B>(self.question.session.setup(), throw);
        if self.checks.len() >= MOST_CHECKS {
            self.more = true;
        } else if !self.checks.contains(&check) {
            self.checks.push(check);
        }
    }

    /// A play is over.
    fn done(&mut self) {
        let signs = self.met.all();
        let was_met = |counts: &[Count], sign: Sign| {
            signs.iter().zip(counts).any(|(known, count)| *known == sign && count.now > 0)
        };
        let before = self.counts.clone();
        for (sign, count) in signs.iter().zip(&mut self.counts) {
            let Sign::Result(who, result) = *sign else { continue };
            let opposite = told::opposites::<B>(result).any(|(_, other)| was_met(&before, Sign::Result(who, other)));
            count.always += u64::from(count.now > 0 && !opposite);
        }
        for count in &mut self.counts {
            count.plays += u64::from(count.now > 0);
            count.again |= count.now > 1;
            count.now = 0;
        }
    }

    /// What is meant by the chance of a result that may come about more than once.
    fn again(&self, plays: u64) -> Vec<(Sign, Option<Chance>)> {
        let all = self.met.all().iter().zip(&self.counts);
        let all =
            all.filter(|(sign, count)| matches!(sign, Sign::Result(..)) && (count.again || count.always < count.plays));
        all.map(|(sign, count)| (*sign, (count.always < count.plays).then(|| chance(count.always, plays)))).collect()
    }
}
