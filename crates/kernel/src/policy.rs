//! Policies: who chooses when no person does.

use crate::{Id, RuleId, Rulebook, dice::Rng};

/// Chooses for creatures.
pub trait Policy<B: Rulebook> {
    /// A legal answer. `rng` is the policy's own stream, apart from the dice.
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice;

    /// Does it look at nothing but the question itself? Then a chance law that asks stays a law.
    fn reads_only_the_ask(&self) -> bool {
        false
    }

    /// Does it take any listed choice of `who` with the same chance? Tables that follow every branch then follow each
    /// of them, and never ask it.
    fn is_even(&self, _g: &B::Setup, _who: Id) -> bool {
        false
    }

    /// An answer that it gives whatever else is the case: even where every choice is followed, or the best one is looked
    /// for.
    fn insists(&mut self, _g: &B::Setup, _s: &B::State, _who: Id, _ask: &B::Ask) -> Option<B::Choice> {
        None
    }
}

/// Uniformly random among the listed legal choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<B: Rulebook> Policy<B> for Random {
    fn choose(&mut self, g: &B::Setup, s: &B::State, _: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        let mut count = 0u32;
        let mut chosen = None;
        // One pass, nothing stored: the n-th option replaces the chosen one with chance 1/n.
        B::options(g, s, who, ask, |option| {
            count += 1;
            if rng.below(count) == 0 {
                chosen = Some(option);
            }
        });
        chosen.or_else(|| B::standing(g, s, who, ask)).unwrap_or_else(|| no_option::<B>(ask))
    }

    fn is_even(&self, _: &B::Setup, _: Id) -> bool {
        true
    }
}

#[cold]
fn no_option<B: Rulebook>(ask: &B::Ask) -> ! {
    panic!("the rulebook asked without a legal answer: {ask:?}")
}

impl<B: Rulebook, P: Policy<B> + ?Sized> Policy<B> for &mut P {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        (**self).choose(g, s, rule, who, ask, rng)
    }
    fn reads_only_the_ask(&self) -> bool {
        (**self).reads_only_the_ask()
    }
    fn is_even(&self, g: &B::Setup, who: Id) -> bool {
        (**self).is_even(g, who)
    }
    fn insists(&mut self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Option<B::Choice> {
        (**self).insists(g, s, who, ask)
    }
}
