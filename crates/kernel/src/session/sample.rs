//! The running step, played out again and again with other dice.

use super::record::Record;
use super::running::StepGiven;
use super::{Begun, Session};
use crate::autoplay::streams;
use crate::dice::Rng;
use crate::refused::Refused;
use crate::tape::{Answer, Onward};
use crate::{Flow, Moment, Policy, Scribe};

/// Answers in one step; more than any book has.
const MOST_ANSWERS: usize = 10_000;

/// A step and what has been given in it.
pub(crate) struct Sampler<B: Scribe> {
    answers: Vec<Answer<B::Choice>>,
    begun: Begun<B>,
    /// How many moments of the step's log are past.
    told: usize,
}

impl<B: Scribe> Sampler<B> {
    /// From what is known of a step, and the choice that is made first.
    pub(super) fn new(record: Record<B>, before: B::State, first: Option<Answer<B::Choice>>) -> Self {
        let begun = Session::begun_from(&record, before);
        let told = Session::on_tape(&record.answers, &begun, false).run.moments.len();
        let mut answers = record.answers;
        answers.extend(first);
        Self { answers, begun, told }
    }

    /// One play; its dice depend on the seed and its number alone.
    pub(crate) fn play(&self, seed: u64, nth: u64) -> Play<'_, B> {
        let (dice, policy_rng) = streams(seed, nth);
        let Begun { setup, state, .. } = &self.begun;
        let given = self.begun.given(&self.answers);
        Play { setup, state: state.clone(), given, told: self.told, dice, policy_rng, moments: Vec::new() }
    }
}

/// One play of a step, and of those behind it.
pub(crate) struct Play<'s, B: Scribe> {
    setup: &'s B::Setup,
    /// Before the next step.
    pub(crate) state: B::State,
    /// What is given in it.
    given: StepGiven<'s, B>,
    told: usize,
    dice: Rng,
    policy_rng: Rng,
    /// What the last step has told, from where the play began.
    pub(crate) moments: Vec<Moment<B>>,
}

impl<B: Scribe> Play<'_, B> {
    /// Plays a step to its end, in one run.
    ///
    /// # Errors
    /// A flaw of the rulebook: it goes on for ever, or stops without a question.
    pub(crate) fn step(&mut self, policy: &mut dyn Policy<B>) -> Result<Flow, Refused> {
        let onward = Onward { dice: &mut self.dice, policy, policy_rng: &mut self.policy_rng, most: MOST_ANSWERS };
        let given = std::mem::replace(&mut self.given, StepGiven::NOTHING);
        let (flow, mut moments) = Session::play_on(self.setup, &mut self.state, &given, onward);
        let told = std::mem::take(&mut self.told);
        self.moments = moments.split_off(told.min(moments.len()));
        flow.ok_or_else(|| Refused::because("the step does not come to an end: a flaw of the rulebook"))
    }
}
