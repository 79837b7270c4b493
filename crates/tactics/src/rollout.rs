//! Fights on after each choice, and counts victories.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Effort, Id, Maker, Policy, RuleId, Scribe, StepSoFar};

use crate::budget::Budget;
use crate::greedy::best;
use crate::question::{Field, Question};
use crate::race::Race;
use crate::sample::Sampler;
use crate::weighed::Weighed;

/// Of many choices those are fought out that look best at the end of the step; so many sampled fights are due to each.
const SAMPLES_EACH: usize = 8;

/// Where a time is the budget, so many are fought out at most.
const MOST_IN_TIME: usize = 24;

/// So often each choice is looked at before.
const GLANCES: u64 = 4;

/// Fights on after each choice as plain people would, and takes the one that wins most often; among victories the one
/// that costs least. Of many choices the worse half is dropped again and again, and what is left is fought out more
/// often. The dice are the same after each choice. What stands best when the step is over, or what the plain policy would do
/// where that is not better beyond chance, stays to the end, and is done unless something is better beyond chance.
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
    /// Why it chose so last.
    why: Option<&'static str>,
    /// What it expected then.
    weighed: Option<Weighed<B::Choice>>,
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
        Self { plain: plain(), effort, why: None, weighed: None }
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
        let budget = Budget::begin(self.effort);
        (self.why, self.weighed) = (None, None);
        let question = Question { so_far, g, s, rule, who, ask, seed: rng.next_u64() };
        let mut sampler = Sampler::new(&question, &mut *self.plain);
        let (usual, others) = match question.field(&mut sampler) {
            Field::Only(choice, why) => {
                self.why = Some(why);
                return choice;
            }
            Field::Many(usual, others) => (usual, others),
        };
        let most = match self.effort {
            Effort::Count(count) => usize::try_from(count).unwrap_or(usize::MAX) / SAMPLES_EACH,
            Effort::Time(_) => MOST_IN_TIME,
        };
        let (favoured, others) = favoured(&question, &mut sampler, usual, others, most.saturating_sub(1).max(1));
        let done = Race::new(favoured, others).run(budget, |_, choice, sample| {
            // Whoever cannot choose so, as far as its side knows, loses that fight.
            let outcome = || sampler.outcome(&question, choice, sample).unwrap_or(0);
            (!question.is_dropped()).then(outcome)
        });
        let (choice, why, weighed) = done.told();
        (self.why, self.weighed) = (why, weighed);
        choice
    }

    fn why(&self, _: &B::Setup, _: &B::State, _: Id, _: &B::Ask, _: &B::Choice) -> Option<&'static str> {
        self.why
    }

    fn weighed(&self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Option<String> {
        Some(self.weighed.as_ref()?.words::<B>(g, s, who, ask))
    }
}

/// What is done unless something else comes out better, and the others that are worth trying, as many as there are `most`: those that
/// look best at the end of the step. Where the best of them stands better than the usual choice beyond chance, it is the one to beat.
pub(crate) fn favoured<B: Scribe>(
    question: &Question<'_, B>,
    sampler: &mut Sampler<'_, B>,
    usual: B::Choice,
    others: Vec<B::Choice>,
    most: usize,
) -> (B::Choice, Vec<B::Choice>) {
    let mut others = promising(question, sampler, others, most);
    let (favoured, _) = best(question, sampler, usual.clone(), others.clone());
    if let Some(at) = others.iter().position(|other| *other == favoured) {
        // The usual one is tried first of the others.
        others[..=at].rotate_right(1);
        others[0] = usual;
    }
    (favoured, others)
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
        (Rank { score: (0..glances).map(score).sum(), tie: rng.next_u64() }, Some(choice))
    });
    let (ranks, mut choices): (Vec<Rank>, Vec<Option<B::Choice>>) = looked_at.unzip();
    best_first(&ranks).into_iter().take(most).filter_map(|at| choices[at].take()).collect()
}

/// How good a choice looks, and a number that is drawn for it.
struct Rank {
    score: i64,
    tie: u64,
}

/// The places of all ranks, the best one's first.
fn best_first(ranks: &[Rank]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..ranks.len()).collect();
    places.sort_by_key(|at| (std::cmp::Reverse(ranks[*at].score), ranks[*at].tie));
    places
}
