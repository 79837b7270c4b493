//! Playing on from a question: once, as the dice fall and as plain people choose.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{CommonDice, Director, Flow, Id, Least, Policy, Replay, RuleId, Scribe, StepSoFar};

use crate::question::Question;
use crate::worth;

/// Steps after which nobody waits any longer for what is under way.
const MOST_SETTLING: u32 = 60;

/// Steps after which a sampled fight is judged as it stands.
const MOST_STEPS: u32 = 3_000;

/// Rounds after which a sampled fight is judged as it stands: what comes later has little to do with the choice, and adds
/// more chance than it tells.
const MOST_ROUNDS: u32 = 4;

/// Plays samples; it keeps its memory from one to the next.
pub(crate) struct Sampler<'p, B: Scribe> {
    pub(crate) plain: &'p mut dyn Policy<B>,
    state: B::State,
    /// How many choices were made in all that was played.
    pub(crate) choices: u64,
}

impl<'p, B: Scribe> Sampler<'p, B> {
    pub(crate) fn new(question: &Question<'_, B>, plain: &'p mut dyn Policy<B>) -> Self {
        Self { plain, state: question.so_far.before.clone(), choices: 0 }
    }

    /// What the plain policy would choose, if it knew no more than the side; nothing where that side would not expect to
    /// be asked at all.
    pub(crate) fn usual(&mut self, question: &Question<'_, B>) -> Option<B::Choice> {
        question.suppose(0, &mut self.state);
        let mut rng = question.stream(2);
        let asked = Some((question.rule, question.who));
        let mut director = Plainly {
            g: question.g,
            choices: &mut self.choices,
            policy: self.plain,
            rng: &mut rng,
            asked,
            usual: None,
        };
        let mut dice = question.dice(0);
        Replay::new(question.g, &mut dice, &mut director).after(question.so_far, None).step(&mut self.state);
        director.usual
    }

    /// What the plain policy would choose in the state as the side may take it for.
    pub(crate) fn guess(&mut self, question: &Question<'_, B>) -> B::Choice {
        question.unthinking(self.plain)
    }

    /// How well the side stands when the step is over and everything has come down that was under way, all doing the
    /// least they must after the step. Nothing where the side would not expect to be able to choose so.
    pub(crate) fn score(&mut self, question: &Question<'_, B>, choice: &B::Choice, sample: u64) -> Option<i64> {
        let (mut dice, mut rng) = (question.dice(sample), question.stream(4 * sample + 2));
        let mut flow = self.step(question, choice, sample, &mut dice, &mut rng)?;
        let mut least = Plainly::<B> {
            g: question.g,
            choices: &mut self.choices,
            policy: &mut Least,
            rng: &mut rng,
            asked: None,
            usual: None,
        };
        let mut table = Replay::new(question.g, &mut dice, &mut least);
        for _ in 0..MOST_SETTLING {
            if matches!(flow, Flow::Over(_)) || !B::under_way(question.g, &self.state) {
                break;
            }
            flow = table.step(&mut self.state);
        }
        Some(worth::score::<B>(question.g, &self.state, flow, question.side()))
    }

    /// How it comes out for the side, in millionths of a victory, when the fight goes on after the choice.
    pub(crate) fn outcome(&mut self, question: &Question<'_, B>, choice: &B::Choice, sample: u64) -> Option<i64> {
        let (mut dice, mut rng) = (question.dice(sample), question.stream(4 * sample + 2));
        let flow = self.step(question, choice, sample, &mut dice, &mut rng)?;
        let mut director = Plainly {
            g: question.g,
            choices: &mut self.choices,
            policy: self.plain,
            rng: &mut rng,
            asked: None,
            usual: None,
        };
        let mut table = Replay::new(question.g, &mut dice, &mut director);
        let flow = fight_on(&mut table, &mut self.state, flow);
        Some(worth::victory::<B>(question.g, &self.state, flow, question.side()))
    }

    /// The running step, with a choice.
    fn step(
        &mut self,
        question: &Question<'_, B>,
        choice: &B::Choice,
        sample: u64,
        dice: &mut CommonDice,
        rng: &mut Rng,
    ) -> Option<Flow> {
        question.suppose(sample, &mut self.state);
        let chosen = (question.rule, question.who, choice.clone());
        let mut director =
            Plainly { g: question.g, choices: &mut self.choices, policy: self.plain, rng, asked: None, usual: None };
        let mut table = Replay::new(question.g, dice, &mut director).after(question.so_far, Some(&chosen));
        let flow = table.step(&mut self.state);
        table.got_there().then_some(flow)
    }

    /// The running step from one supposed beginning, with everything that may come of it followed by `look`.
    pub(crate) fn supposed<R>(
        &mut self,
        question: &Question<'_, B>,
        look: impl FnOnce(&B::State, &mut dyn Policy<B>) -> R,
    ) -> R {
        question.suppose(0, &mut self.state);
        look(&self.state, self.plain)
    }
}

/// Fights on to the end, or as far as anybody looks.
pub(crate) fn fight_on<B: Scribe>(table: &mut Replay<'_, B>, s: &mut B::State, mut flow: Flow) -> Flow {
    let last = B::place(s).round.saturating_add(MOST_ROUNDS);
    for _ in 0..MOST_STEPS {
        if matches!(flow, Flow::Over(_)) || B::place(s).round > last {
            break;
        }
        flow = table.step(s);
    }
    flow
}

/// Everybody chooses as one policy does, without thinking.
struct Plainly<'d, B: Scribe> {
    g: &'d B::Setup,
    /// Counts what is chosen.
    choices: &'d mut u64,
    policy: &'d mut dyn Policy<B>,
    rng: &'d mut Rng,
    /// Of this question, what is chosen the first time it is asked is kept.
    asked: Option<(RuleId, Id)>,
    usual: Option<B::Choice>,
}

impl<B: Scribe> Director<B> for Plainly<'_, B> {
    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice {
        *self.choices += 1;
        let choice = self.policy.choose(self.g, s, rule, who, ask, self.rng);
        if self.asked == Some((rule, who)) {
            self.asked = None;
            self.usual = Some(choice.clone());
        }
        choice
    }
}

/// The step so far with one choice more.
pub(crate) fn with_choice<B: Scribe>(
    so_far: &StepSoFar<'_, B>,
    question: &Question<'_, B>,
    choice: &B::Choice,
) -> Vec<skirmish_kernel::Answer<B::Choice>> {
    let (rule, who, given) = (question.rule, question.who, skirmish_kernel::Given::Choice(choice.clone()));
    let last = skirmish_kernel::Answer { rule, who, given };
    so_far.answers.iter().cloned().chain([last]).collect()
}
