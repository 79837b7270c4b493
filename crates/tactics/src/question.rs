//! A question that somebody thinks about.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{CommonDice, Id, Policy, RuleId, Scribe, Side, StepSoFar};

use crate::sample::Sampler;

/// Who is asked what, and how it has come to that.
pub(crate) struct Question<'q, B: Scribe> {
    pub(crate) so_far: &'q StepSoFar<'q, B>,
    pub(crate) g: &'q B::Setup,
    /// The state in which it is asked.
    pub(crate) s: &'q B::State,
    pub(crate) rule: RuleId,
    pub(crate) who: Id,
    pub(crate) ask: &'q B::Ask,
    /// The seed of all that is drawn while thinking about it.
    pub(crate) seed: u64,
}

/// What can be chosen.
pub(crate) enum Field<C> {
    /// There is nothing to think about, and why not.
    Only(C, &'static str),
    /// What the plain policy would do, and all other choices as the rules list them.
    Many(C, Vec<C>),
}

/// Why somebody who thinks did not, where nothing else could be chosen.
const NOTHING_ELSE: &str = "there was nothing else to choose";

/// The same where it could not be tried out what would come of a choice.
const AS_USUAL: &str = "that is what one usually does";

impl<B: Scribe> Question<'_, B> {
    /// The side that thinks.
    pub(crate) fn side(&self) -> Side {
        B::side(self.g, self.who)
    }

    /// Has somebody asked to stop thinking about it? Then what is chosen is not used.
    pub(crate) fn is_dropped(&self) -> bool {
        self.so_far.interrupt.is_asked()
    }

    /// A generator of its own for one purpose.
    pub(crate) fn stream(&self, number: u64) -> Rng {
        Rng::for_fight(self.seed, number)
    }

    /// The dice of one sample: alike after each choice.
    pub(crate) fn dice(&self, sample: u64) -> CommonDice {
        CommonDice::new(self.stream(4 * sample + 1).next_u64())
    }

    /// How the step may have begun, for all that the side knows: a guess for each sample.
    pub(crate) fn suppose(&self, sample: u64, into: &mut B::State) {
        into.clone_from(self.so_far.before);
        B::suppose(self.g, into, self.side(), &mut self.stream(sample.wrapping_mul(4)));
    }

    /// The choices there are.
    pub(crate) fn field(&self, sampler: &mut Sampler<'_, B>) -> Field<B::Choice> {
        let mut listed = Vec::new();
        B::options(self.g, self.s, self.who, self.ask, &mut |choice| listed.push(choice));
        if listed.is_empty() {
            listed.extend(B::standing(self.g, self.s, self.who, self.ask));
        }
        let legal = |choice: &B::Choice| B::judge(self.g, self.s, self.who, self.ask, choice).is_ok();
        let usual = sampler.usual(self).filter(legal);
        let Some(usual) = usual else {
            // As far as the side knows it could not have come to this question: there is nothing to try.
            let guess = sampler.guess(self);
            let choice = if legal(&guess) { guess } else { listed.into_iter().next().unwrap_or(guess) };
            return Field::Only(choice, AS_USUAL);
        };
        listed.retain(|choice| *choice != usual);
        if listed.is_empty() { Field::Only(usual, NOTHING_ELSE) } else { Field::Many(usual, listed) }
    }

    /// What a policy does that knows no more than the side, in the state in which it is asked.
    pub(crate) fn unthinking(&self, plain: &mut dyn Policy<B>) -> B::Choice {
        let mut supposed = self.s.clone();
        B::suppose(self.g, &mut supposed, self.side(), &mut self.stream(0));
        plain.choose(self.g, &supposed, self.rule, self.who, self.ask, &mut self.stream(2))
    }
}
