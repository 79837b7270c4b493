//! The running step, played out again and again with other dice.

use std::sync::Arc;

use super::Session;
use super::record::Record;
use crate::autoplay::streams;
use crate::dice::Rng;
use crate::refused::Refused;
use crate::tape::{Answer, Awaited, Given};
use crate::{Flow, Moment, Policy, Random, Scribe};

/// Answers in one step; more than any book has.
const MOST_ANSWERS: usize = 10_000;

/// A step and what has been given in it.
pub(crate) struct Sampler<B: Scribe> {
    record: Record<B>,
    before: B::State,
    /// How many moments of the step's log are past.
    told: usize,
}

impl<B: Scribe> Sampler<B> {
    /// From what is known of a step, and the choice that is made first.
    pub(super) fn new(mut record: Record<B>, before: B::State, first: Option<Answer<B::Choice>>) -> Self {
        let told = Session::play(&record, before.clone(), false).run.moments.len();
        record.answers.extend(first);
        Self { record, before, told }
    }

    /// One play; its dice depend on the seed and its number alone.
    pub(crate) fn play(&self, seed: u64, nth: u64) -> Play<B> {
        let (dice, policy_rng) = streams(seed, nth);
        Play {
            record: self.record.clone(),
            state: self.before.clone(),
            told: self.told,
            dice,
            policy_rng,
            moments: Vec::new(),
        }
    }
}

/// One play of a step, and of those behind it.
pub(crate) struct Play<B: Scribe> {
    record: Record<B>,
    /// Before the next step.
    pub(crate) state: B::State,
    told: usize,
    dice: Rng,
    policy_rng: Rng,
    /// What the last step has told, from where the play began.
    pub(crate) moments: Vec<Moment<B>>,
}

impl<B: Scribe> Play<B> {
    /// Plays a step to its end.
    ///
    /// # Errors
    /// A flaw of the rulebook: it goes on for ever, or stops without a question.
    pub(crate) fn step(&mut self, policy: &mut dyn Policy<B>) -> Result<Flow, Refused> {
        while self.record.answers.len() < MOST_ANSWERS {
            let mut played = Session::play(&self.record, self.state.clone(), false);
            if let Some(flow) = played.flow {
                self.moments = played.run.moments.split_off(self.told.min(played.run.moments.len()));
                self.open(played.state, played.setup);
                return Ok(flow);
            }
            match played.run.awaited {
                Some(Awaited::Dice(dice)) => {
                    for wanted in dice {
                        let given = Given::Faces(self.dice.throw(wanted.dice).to_vec());
                        self.record.answers.push(Answer { rule: wanted.rule, who: wanted.who, given });
                    }
                }
                Some(Awaited::Choices(rule, asks)) => {
                    for (who, ask) in asks {
                        let (g, s, policy_rng) = (played.setup.as_ref(), &played.state, &mut self.policy_rng);
                        let choice = policy.choose(g, s, rule, who, &ask, policy_rng);
                        // Judged like a person's; where it errs, one of the listed choices is drawn.
                        let choice = match B::judge(g, s, who, &ask, &choice) {
                            Ok(()) => choice,
                            Err(_) => Policy::<B>::choose(&mut Random, g, s, rule, who, &ask, policy_rng),
                        };
                        self.record.answers.push(Answer { rule, who, given: Given::Choice(choice) });
                    }
                }
                None => break,
            }
        }
        Err(Refused::because("the step does not come to an end: a flaw of the rulebook"))
    }

    /// Begins the next step.
    fn open(&mut self, state: B::State, setup: Arc<B::Setup>) {
        self.record = Record::new(B::place(&state), setup, state.clone(), self.dice.clone());
        (self.state, self.told) = (state, 0);
    }
}
