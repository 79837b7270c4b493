//! A seeded generator throws, policies choose: mass simulation.

use std::convert::Infallible;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::dice::Rng;
use crate::table::captures_nothing;
use crate::{Check, Flow, Id, Outcome, Policy, RuleId, Rulebook, Sealed, Sum, Table, Thrown};

/// Hears what is chosen and told in a simulated fight. `()` hears nothing, and then no event is even made.
pub trait Listener<B: Rulebook> {
    /// Does it want to be told events?
    fn hears(&self) -> bool;
    /// Somebody has chosen, in the state before anything came of it.
    fn chose(&mut self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask, choice: &B::Choice);
    /// Something has happened.
    fn told(&mut self, g: &B::Setup, event: &B::Event);
}

impl<B: Rulebook> Listener<B> for () {
    #[inline(always)]
    fn hears(&self) -> bool {
        false
    }
    #[inline(always)]
    fn chose(&mut self, _: &B::Setup, _: &B::State, _: Id, _: &B::Ask, _: &B::Choice) {}
    #[inline(always)]
    fn told(&mut self, _: &B::Setup, _: &B::Event) {}
}

/// Somebody, or nobody.
impl<B: Rulebook, E: Listener<B>> Listener<B> for Option<E> {
    #[inline(always)]
    fn hears(&self) -> bool {
        self.is_some()
    }
    #[inline(always)]
    fn chose(&mut self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask, choice: &B::Choice) {
        if let Some(ear) = self {
            ear.chose(g, s, who, ask, choice);
        }
    }
    #[inline(always)]
    fn told(&mut self, g: &B::Setup, event: &B::Event) {
        if let Some(ear) = self {
            ear.told(g, event);
        }
    }
}

/// Plays fights to their end. Monomorphised over the policy and over who listens; allocates nothing in a fight.
#[derive(Debug)]
pub struct Autoplay<'g, B: Rulebook, P, E = ()> {
    setup: &'g B::Setup,
    policy: P,
    dice: Rng,
    policy_rng: Rng,
    ear: E,
}

impl<'g, B: Rulebook, P: Policy<B>> Autoplay<'g, B, P> {
    /// A table for fight number `index` of the batch `seed`; what falls depends on these two alone.
    #[must_use]
    pub fn new(setup: &'g B::Setup, policy: P, seed: u64, index: u64) -> Self {
        Self::heard_by((), setup, policy, seed, index)
    }
}

impl<'g, B: Rulebook, P: Policy<B>, E: Listener<B>> Autoplay<'g, B, P, E> {
    /// The same with somebody who listens.
    #[must_use]
    pub fn heard_by(ear: E, setup: &'g B::Setup, policy: P, seed: u64, index: u64) -> Self {
        let (dice, policy_rng) = streams(seed, index);
        Self { setup, policy, dice, policy_rng, ear }
    }

    /// Who listens.
    pub fn ear(&self) -> &E {
        &self.ear
    }

    /// Who listens, to be told more.
    pub fn ear_mut(&mut self) -> &mut E {
        &mut self.ear
    }

    /// The same table, the streams set to another fight.
    pub fn restart(&mut self, seed: u64, index: u64) {
        (self.dice, self.policy_rng) = streams(seed, index);
    }

    /// Plays `s` to its end, or for `most` steps: `None` when that was not enough.
    pub fn play(&mut self, s: &mut B::State, most: u32) -> Option<Outcome> {
        for _ in 0..most {
            let Ok(flow) = B::step(self.setup, s, self);
            if let Flow::Over(outcome) = flow {
                return Some(outcome);
            }
        }
        None
    }

    /// Plays one step.
    pub fn step(&mut self, s: &mut B::State) -> Flow {
        let Ok(flow) = B::step(self.setup, s, self);
        flow
    }
}

/// The two streams of a fight: the dice, and what policies draw from.
pub(crate) fn streams(seed: u64, index: u64) -> (Rng, Rng) {
    (Rng::for_fight(seed, index), Rng::for_fight(!seed, index))
}

impl<B: Rulebook, P: Policy<B>, E: Listener<B>> Table<B> for Autoplay<'_, B, P, E> {
    type Halt = Infallible;
    type Terms = Sum;

    #[inline]
    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<Sum>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Infallible> {
        let mut thrown = [Thrown { natural: 0, total: 0 }; N];
        for (check, thrown) in checks.iter().zip(&mut thrown) {
            // An empty pool reads 0 and takes no dice; a defence without a counter is one.
            let natural = if check.dice.count() == 0 { 0 } else { self.dice.natural(check.dice) };
            *thrown = Thrown::of(check, natural);
        }
        Ok(read(thrown))
    }

    // Into each place that asks: there the kind of question is known, and of a policy only its answer to that is left.
    #[inline(always)]
    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Infallible> {
        let choice = self.policy.choose(self.setup, s, rule, who, &ask, &mut self.policy_rng);
        self.ear.chose(self.setup, s, who, &ask, &choice);
        Ok(choice)
    }

    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Infallible> {
        let mut choices = ArrayVec::new();
        for (who, ask) in &asks {
            let choice = self.policy.choose(self.setup, s, rule, *who, ask, &mut self.policy_rng);
            self.ear.chose(self.setup, s, *who, ask, &choice);
            choices.push(choice);
        }
        Ok(choices)
    }

    #[inline(always)]
    fn ask_sole(&mut self, s: &B::State, rule: RuleId, (who, ask): (Id, B::Ask)) -> Result<B::Choice, Infallible> {
        self.ask(s, rule, who, ask)
    }

    #[inline(always)]
    fn ask_both(
        &mut self,
        s: &B::State,
        rule: RuleId,
        [(first, ask), (second, other)]: [(Id, B::Ask); 2],
    ) -> Result<[B::Choice; 2], Infallible> {
        Ok([self.ask(s, rule, first, ask)?, self.ask(s, rule, second, other)?])
    }

    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if self.ear.hears() {
            self.ear.told(self.setup, &event());
        }
    }

    #[inline]
    fn awaits_edict(&self) -> bool {
        false
    }

    #[inline(always)]
    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Infallible>,
    ) -> Result<R, Infallible> {
        body(s, self)
    }

    #[inline(always)]
    fn repeat<L: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        mut local: L,
        body: impl Fn(&mut B::State, &mut L, &mut Self) -> Result<bool, Infallible>,
    ) -> Result<L, Infallible> {
        while body(s, &mut local, self)? {}
        Ok(local)
    }

    #[inline(always)]
    fn chance<K, R, F>(&mut self, s: &B::State, _: RuleId, key: K, f: F) -> Result<R, Infallible>
    where
        K: Clone + Eq + Hash + 'static,
        R: Clone + Eq + Hash + 'static,
        F: Fn(K, Sealed<'_, B>, &mut Self) -> Result<R, Infallible>,
    {
        const { captures_nothing::<F>() }
        f(key, Sealed::new(s), self)
    }
}
