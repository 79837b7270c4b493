//! A tree of choices and dice that grows where it promises most.

mod climb;
mod tree;

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Effort, Id, Maker, Policy, RuleId, Scribe, StepSoFar};

use crate::budget::Budget;
use crate::question::{Field, Question};
use crate::race::Race;
use crate::rollout::favoured;
use crate::sample::Sampler;
use crate::weighed::Weighed;
use climb::climb;
use tree::Tree;

/// Of more choices at its root those are tried that look best at the end of the step.
const MOST_AT_ROOT: usize = 12;

/// So many climbs are due to each of them.
const CLIMBS_EACH: usize = 16;

/// Monte Carlo tree search: climb after climb it goes from the question through the choices of all sides and the dice
/// that rules tell apart, at each choice where most is to be expected or least is known; beyond the tree people fight on
/// plainly, and how it comes out is written down all the way back. The tree grows by a place with each climb. What did
/// best is chosen, where it is better beyond chance than what stands best when the step is over, or what the plain policy would do.
///
/// ```
/// use skirmish_elemental_d6::BOOK;
/// use skirmish_kernel::{Effort, Source};
/// use skirmish_tactics::Mcts;
///
/// let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").unwrap();
/// let mut battle = BOOK.session(&Source::new(duel.name, duel.text), Some(1)).unwrap();
/// while battle.roll() {}
/// assert!(battle.decide(&mut Mcts::new(BOOK.plain, Effort::Count(100))));
/// ```
pub struct Mcts<B: Scribe> {
    plain: Box<dyn Policy<B> + Send>,
    effort: Effort,
    /// Why it chose so last.
    why: Option<&'static str>,
    /// What it expected then.
    weighed: Option<Weighed<B::Choice>>,
    /// How many choices were made in all that it played.
    choices: u64,
}

impl<B: Scribe> std::fmt::Debug for Mcts<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mcts").field("effort", &self.effort).finish_non_exhaustive()
    }
}

impl<B: Scribe> Mcts<B> {
    /// With the book's plain policy beyond the tree, and so many climbs, or so much time, for each choice.
    #[must_use]
    pub fn new(plain: Maker<B>, effort: Effort) -> Self {
        Self { plain: plain(), effort, why: None, weighed: None, choices: 0 }
    }

    /// How many choices have been made, by all people, in all the fights that it has played through to think.
    #[must_use]
    pub fn choices(&self) -> u64 {
        self.choices
    }
}

impl<B: Scribe> Policy<B> for Mcts<B> {
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
            Effort::Count(count) => (usize::try_from(count).unwrap_or(usize::MAX) / CLIMBS_EACH).clamp(1, MOST_AT_ROOT),
            Effort::Time(_) => MOST_AT_ROOT,
        };
        let (favoured, others) = favoured(&question, &mut sampler, usual, others, most);
        let mut tree = Tree::rooted(&question, [&favoured].into_iter().chain(&others).cloned().collect());
        let done = Race::new(favoured, others).run(budget, |option, _, sample| {
            let outcome = || climb(&question, &mut sampler, &mut tree, option, sample).unwrap_or(0);
            (!question.is_dropped()).then(outcome)
        });
        self.choices += sampler.choices;
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
