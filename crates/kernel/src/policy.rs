//! Policies: who chooses when no person does.

use crate::tape::{Answer, Timed};
use crate::{Id, Interrupt, RuleId, Rulebook, Scribe, dice::Rng};

/// Chooses for creatures.
pub trait Policy<B: Rulebook> {
    /// A legal answer. `rng` is the policy's own stream, apart from the dice.
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice;

    /// Does it look ahead from the beginning of the step? Then it is asked by [`think`](Policy::think).
    fn wants_step_so_far(&self) -> bool {
        false
    }

    /// A legal answer of one that may play the running step again, as far as its side knows of it, with one choice or
    /// another. Draws from `rng` as often whatever it finds, so that a battle goes on equally wherever it is played.
    #[expect(clippy::too_many_arguments, reason = "as `choose`, and the step so far")]
    fn think(
        &mut self,
        _so_far: &StepSoFar<'_, B>,
        g: &B::Setup,
        s: &B::State,
        rule: RuleId,
        who: Id,
        ask: &B::Ask,
        rng: &mut Rng,
    ) -> B::Choice {
        self.choose(g, s, rule, who, ask, rng)
    }

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

    /// Why it answers a question so, in words that may stand in brackets: `it promises the most harm`. None for one that
    /// has no reason in words.
    fn why(&self, _g: &B::Setup, _s: &B::State, _who: Id, _ask: &B::Ask, _choice: &B::Choice) -> Option<&'static str> {
        None
    }

    /// What it expected of the choice that it took last, and of the best other one, for the game master to read: "it expected to
    /// win 62 fights in 100, and 55 after …". None for one that does not weigh choices against each other.
    fn weighed(&self, _g: &B::Setup, _s: &B::State, _who: Id, _ask: &B::Ask) -> Option<String> {
        None
    }
}

/// How it has come to a question: whoever plays the running step again with these answers gets to it.
///
/// What others have chosen in secret and at the same time is not in it.
#[derive(Debug)]
pub struct StepSoFar<'c, B: Rulebook> {
    /// The state with which the running step began.
    pub before: &'c B::State,
    /// What has been given in it since, in order.
    pub answers: &'c [Answer<B::Choice>],
    /// Edicts of a game master at boundaries in it.
    pub edicts: &'c [Timed],
    /// Whoever thinks looks at it between two samples. Once somebody has asked to stop, anything may be chosen: it is
    /// not used.
    pub interrupt: &'c Interrupt,
}

/// Uniformly random among the listed legal choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<B: Rulebook> Policy<B> for Random {
    fn choose(&mut self, g: &B::Setup, s: &B::State, _: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        let mut count = 0u32;
        let mut chosen = None;
        // One pass, nothing stored: the n-th option replaces the chosen one with chance 1/n.
        B::options(g, s, who, ask, &mut |option| {
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

/// Nobody does more than they must: the usual answer to a routine question, else the one that does least. So time passes
/// while something is followed that is under way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Least;

impl<B: Scribe> Policy<B> for Least {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        let choice = B::standing(g, s, who, ask).or_else(|| B::pass(g, s, who, ask));
        choice.unwrap_or_else(|| Policy::<B>::choose(&mut Random, g, s, rule, who, ask, rng))
    }
}

#[cold]
fn no_option<B: Rulebook>(ask: &B::Ask) -> ! {
    panic!("the rulebook asked without a legal answer: {ask:?}")
}

/// A policy by pointer is that policy.
macro_rules! by_pointer {
    ($($pointer:ty),*) => {$(
        impl<B: Rulebook, P: Policy<B> + ?Sized> Policy<B> for $pointer {
            fn choose(
                &mut self,
                g: &B::Setup,
                s: &B::State,
                rule: RuleId,
                who: Id,
                ask: &B::Ask,
                rng: &mut Rng,
            ) -> B::Choice {
                (**self).choose(g, s, rule, who, ask, rng)
            }
            fn wants_step_so_far(&self) -> bool {
                (**self).wants_step_so_far()
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
                (**self).think(so_far, g, s, rule, who, ask, rng)
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
            fn why(&self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask, choice: &B::Choice) -> Option<&'static str> {
                (**self).why(g, s, who, ask, choice)
            }
            fn weighed(&self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Option<String> {
                (**self).weighed(g, s, who, ask)
            }
        }
    )*};
}

by_pointer!(&mut P, Box<P>);
