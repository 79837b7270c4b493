//! Fights on after each choice, and counts victories.

use std::time::{Duration, Instant};

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Effort, Id, Maker, Policy, RuleId, Scribe, StepSoFar};

use crate::question::{Field, Question};
use crate::sample::Sampler;
use crate::worth;

/// Of many choices those are fought out that look best at the end of the step; so many sampled fights are due to each.
const SAMPLES_EACH: usize = 8;

/// Where a time is the budget, so many are fought out at most.
const MOST_IN_TIME: usize = 24;

/// So often each choice is looked at before.
const GLANCES: u64 = 4;

/// Fights on after each choice as plain people would, and takes the one that wins most often; among victories the one
/// that costs least. Of many choices the worse half is dropped again and again, and what is left is fought out more
/// often. The dice are the same after each choice. What the plain policy would do stays to the end, and is done unless
/// something is better beyond chance.
///
/// ```
/// use skirmish_elemental_d6::BOOK;
/// use skirmish_kernel::{Effort, Source};
/// use skirmish_tactics::Rollout;
///
/// let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").unwrap();
/// let mut battle = BOOK.session(&Source::new(duel.name, duel.text), Some(1)).unwrap();
/// while battle.roll() {}
/// assert!(battle.decide(&mut Rollout::new(BOOK.plain, Effort::Count(40))));
/// ```
pub struct Rollout<B: Scribe> {
    plain: Box<dyn Policy<B> + Send>,
    effort: Effort,
}

impl<B: Scribe> std::fmt::Debug for Rollout<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rollout").field("effort", &self.effort).finish_non_exhaustive()
    }
}

impl<B: Scribe> Rollout<B> {
    /// With the book's plain policy for what comes after the choice, and so many sampled fights, or so much time, for
    /// each choice.
    #[must_use]
    pub fn new(plain: Maker<B>, effort: Effort) -> Self {
        Self { plain: plain(), effort }
    }
}

impl<B: Scribe> Policy<B> for Rollout<B> {
    /// Without knowing how it has come to the question it does what the plain policy does.
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        self.plain.choose(g, s, rule, who, ask, rng)
    }

    fn wants_step_so_far(&self) -> bool {
        true
    }

    fn think(
        &mut self,
        so_far: &StepSoFar<'_, B>,
        g: &B::Setup,
        s: &B::State,
        rule: RuleId,
        who: Id,
        ask: &B::Ask,
        rng: &mut Rng,
    ) -> B::Choice {
        let began = Instant::now();
        let question = Question { so_far, g, s, rule, who, ask, seed: rng.next_u64() };
        let mut sampler = Sampler::new(&question, &mut *self.plain);
        let (usual, others) = match question.field(&mut sampler) {
            Field::Only(choice) => return choice,
            Field::Many(usual, others) => (usual, others),
        };
        let most = match self.effort {
            Effort::Count(count) => usize::try_from(count).unwrap_or(usize::MAX) / SAMPLES_EACH,
            Effort::Time(_) => MOST_IN_TIME,
        };
        let others = promising(&question, &mut sampler, others, most.saturating_sub(1).max(1));
        let race = Race::new(usual, others);
        match self.effort {
            Effort::Count(count) => race.counted(&question, &mut sampler, u64::from(count)),
            Effort::Time(time) => race.timed(&question, &mut sampler, began, time),
        }
    }
}

/// Those of many choices that look best at the end of the step, as many as there are `most`, the best first. Of equal
/// ones any: those listed first are not better for it.
pub(crate) fn promising<B: Scribe>(
    question: &Question<'_, B>,
    sampler: &mut Sampler<'_, B>,
    choices: Vec<B::Choice>,
    most: usize,
) -> Vec<B::Choice> {
    if choices.len() <= most {
        return choices;
    }
    let mut rng = question.stream(3);
    let looked_at = choices.into_iter().map(|choice| {
        let score = |sample| sampler.score(question, &choice, sample).unwrap_or(i64::from(i32::MIN));
        let glances = if question.is_dropped() { 0 } else { GLANCES };
        ((0..glances).map(score).sum::<i64>(), rng.next_u64(), choice)
    });
    let mut scored: Vec<(i64, u64, B::Choice)> = looked_at.collect();
    scored.sort_by_key(|(score, tie, _)| (std::cmp::Reverse(*score), *tie));
    scored.into_iter().take(most).map(|(_, _, choice)| choice).collect()
}

/// Choices that are fought out against each other.
struct Race<C> {
    /// It stays to the end.
    usual: Runner<C>,
    others: Vec<Runner<C>>,
}

struct Runner<C> {
    choice: C,
    /// How its sampled fights came out; sample by sample with the dice of the others.
    outcomes: Vec<i64>,
}

impl<C> Runner<C> {
    fn new(choice: C) -> Self {
        Self { choice, outcomes: Vec::new() }
    }

    fn sum(&self) -> i64 {
        self.outcomes.iter().sum()
    }
}

impl<C> Race<C> {
    fn new(usual: C, others: Vec<C>) -> Self {
        Self { usual: Runner::new(usual), others: others.into_iter().map(Runner::new).collect() }
    }

    /// How many run, the usual one among them.
    fn runners(&self) -> u64 {
        self.others.len() as u64 + 1
    }

    /// How often the others are halved until one is left.
    fn heats(&self) -> u32 {
        self.others.len().max(1).ilog2() + 1
    }

    /// So many sampled fights, shared out evenly among the heats.
    fn counted<B: Scribe<Choice = C>>(
        mut self,
        question: &Question<'_, B>,
        sampler: &mut Sampler<'_, B>,
        count: u64,
    ) -> C {
        let heats = self.heats();
        let mut left = count;
        for heat in 0..heats {
            let share = left / u64::from(heats - heat).max(1);
            let each = (share / self.runners()).max(1);
            for _ in 0..each {
                self.sample(question, sampler);
                if question.is_dropped() {
                    return self.usual.choice;
                }
            }
            left = left.saturating_sub(each.saturating_mul(self.runners()));
            if heat + 1 < heats {
                self.drop_half();
            }
        }
        self.winner()
    }

    /// Sampled fights until the time is over, each heat its share of it.
    fn timed<B: Scribe<Choice = C>>(
        mut self,
        question: &Question<'_, B>,
        sampler: &mut Sampler<'_, B>,
        began: Instant,
        time: Duration,
    ) -> C {
        let heats = self.heats();
        for heat in 0..heats {
            let until = time * (heat + 1) / heats;
            loop {
                self.sample(question, sampler);
                if began.elapsed() >= until || question.is_dropped() {
                    break;
                }
            }
            if heat + 1 < heats {
                self.drop_half();
            }
        }
        self.winner()
    }

    /// One sampled fight for each; who cannot choose so, as far as its side knows, loses it.
    fn sample<B: Scribe<Choice = C>>(&mut self, question: &Question<'_, B>, sampler: &mut Sampler<'_, B>) {
        for runner in self.others.iter_mut().chain([&mut self.usual]) {
            if question.is_dropped() {
                return;
            }
            let sample = runner.outcomes.len() as u64;
            runner.outcomes.push(sampler.outcome(question, &runner.choice, sample).unwrap_or(0));
        }
    }

    /// The better half of the others goes on; among equals those that looked better before.
    fn drop_half(&mut self) {
        let kept = self.others.len().div_ceil(2);
        self.others.sort_by_key(|runner| std::cmp::Reverse(runner.sum()));
        self.others.truncate(kept);
    }

    /// The best of the others, where it is better than the usual one beyond chance.
    fn winner(self) -> C {
        // Of equal ones the first: `max_by_key` takes the last.
        let best = self.others.into_iter().rev().max_by_key(Runner::sum);
        match best {
            Some(best) if worth::is_beyond_chance(&worth::differences(&best.outcomes, &self.usual.outcomes)) => {
                best.choice
            }
            _ => self.usual.choice,
        }
    }
}
