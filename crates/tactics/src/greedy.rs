//! One step ahead, by the book's own score.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Maker, Policy, Precision, RuleId, Scribe, StepSoFar, Tree};

use crate::question::{Field, Question};
use crate::sample::{Sampler, with_choice};
use crate::weighed::Weighed;
use crate::worth;

/// Branches of a step that are followed exactly; where there are more, it is played a few times instead.
const MOST_BRANCHES: u64 = 120;

/// So often.
const SAMPLES: u64 = 24;

/// Scores are whole numbers; means that differ by less are equal.
const EQUAL: f64 = 1e-6;

/// Why it chooses what it does.
const BY_SCORE: &str = "by how its side will stand when this is over";

/// Takes the choice after which its side stands best when the step is over, on average: by exact chances where the step
/// has few branches, else by samples. An attack that is still under way is waited for. Where nothing is better than what
/// the plain policy does, beyond chance, it does that.
///
/// ```
/// use skirmish_elemental_d6::BOOK;
/// use skirmish_kernel::Source;
/// use skirmish_tactics::Greedy;
///
/// let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").unwrap();
/// let mut battle = BOOK.session(&Source::new(duel.name, duel.text), Some(1)).unwrap();
/// while battle.roll() {}
/// assert!(battle.decide(&mut Greedy::new(BOOK.plain)));
/// ```
pub struct Greedy<B: Scribe> {
    plain: Box<dyn Policy<B> + Send>,
    /// Why it chose so last.
    why: &'static str,
    /// What it expected then.
    weighed: Option<Weighed<B::Choice>>,
}

impl<B: Scribe> std::fmt::Debug for Greedy<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Greedy")
    }
}

impl<B: Scribe> Greedy<B> {
    /// With the book's plain policy for what others do.
    #[must_use]
    pub fn new(plain: Maker<B>) -> Self {
        Self { plain: plain(), why: BY_SCORE, weighed: None }
    }
}

impl<B: Scribe> Policy<B> for Greedy<B> {
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
        (self.why, self.weighed) = (BY_SCORE, None);
        let question = Question { so_far, g, s, rule, who, ask, seed: rng.next_u64() };
        let mut sampler = Sampler::new(&question, &mut *self.plain);
        match question.field(&mut sampler) {
            Field::Only(choice, why) => {
                self.why = why;
                choice
            }
            Field::Many(usual, others) => {
                let (choice, weighed) = best(&question, &mut sampler, usual, others);
                self.weighed = weighed;
                choice
            }
        }
    }

    fn why(&self, _: &B::Setup, _: &B::State, _: Id, _: &B::Ask, _: &B::Choice) -> Option<&'static str> {
        Some(self.why)
    }

    fn weighed(&self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Option<String> {
        Some(self.weighed.as_ref()?.words::<B>(g, s, who, ask))
    }
}

/// What is known of one choice.
struct Prospect {
    mean: f64,
    /// The single scores, where it was played.
    samples: Vec<i64>,
}

/// What stands best when the step is over, or the usual choice where nothing is better than that beyond chance; and what was expected of it.
pub(crate) fn best<B: Scribe>(
    question: &Question<'_, B>,
    sampler: &mut Sampler<'_, B>,
    usual: B::Choice,
    others: Vec<B::Choice>,
) -> (B::Choice, Option<Weighed<B::Choice>>) {
    let Some(known) = prospect(question, sampler, &usual) else { return (usual, None) };
    let (mut best, mut most) = (usual, known.mean);
    let mut next: Option<(B::Choice, f64)> = None;
    for choice in others {
        if question.is_dropped() {
            break;
        }
        let Some(prospect) = prospect(question, sampler, &choice) else { continue };
        let mut second = (choice, prospect.mean);
        if prospect.mean > most + EQUAL && is_better(&prospect, &known) {
            std::mem::swap(&mut best, &mut second.0);
            std::mem::swap(&mut most, &mut second.1);
        }
        if next.as_ref().is_none_or(|(_, mean)| second.1 > *mean) {
            next = Some(second);
        }
    }
    (best, Some(Weighed::in_points(most, next)))
}

/// Is it better than the usual choice beyond chance? Exact means are what they are.
fn is_better(prospect: &Prospect, usual: &Prospect) -> bool {
    match (prospect.samples.is_empty(), usual.samples.is_empty()) {
        (true, true) => true,
        (false, false) => worth::is_beyond_chance(&worth::differences(&prospect.samples, &usual.samples)),
        (false, true) => worth::is_beyond_chance(&worth::above(&prospect.samples, usual.mean)),
        (true, false) => worth::is_beyond_chance(&worth::below(&usual.samples, prospect.mean)),
    }
}

/// How its side will stand after a choice; nothing where it would not expect to be able to choose so.
fn prospect<B: Scribe>(
    question: &Question<'_, B>,
    sampler: &mut Sampler<'_, B>,
    choice: &B::Choice,
) -> Option<Prospect> {
    let first = sampler.score(question, choice, 0)?;
    if let Some(mean) = exact(question, sampler, choice) {
        return Some(Prospect { mean, samples: Vec::new() });
    }
    let more = (1..SAMPLES).filter_map(|sample| sampler.score(question, choice, sample));
    let samples: Vec<i64> = std::iter::once(first).chain(more).collect();
    Some(Prospect { mean: worth::mean(&samples), samples })
}

/// The mean score, where the step has few branches and leaves nothing under way.
fn exact<B: Scribe>(question: &Question<'_, B>, sampler: &mut Sampler<'_, B>, choice: &B::Choice) -> Option<f64> {
    let answers = with_choice(question.so_far, question, choice);
    sampler.supposed(question, |state, plain| {
        let mut tree = Tree::<B>::new(question.g, plain, Precision::Float, MOST_BRANCHES).after(
            &answers,
            question.so_far.edicts,
            usize::MAX,
        );
        let ends = tree.step(state).ok()?.ends;
        if ends.iter().any(|end| B::under_way(question.g, &end.state)) {
            return None;
        }
        let side = question.side();
        let score = |s: &B::State, flow| worth::score::<B>(question.g, s, flow, side) as f64;
        Some(ends.iter().map(|end| end.weight.value() * score(&end.state, end.flow)).sum())
    })
}
