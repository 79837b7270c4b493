//! The table: who throws, who chooses.

use std::hash::Hash;
use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::{Check, Id, RuleId, Rulebook, Terms, Thrown};

/// Answers the rules' questions. Rules never know who sits there.
///
/// `scope`, `repeat` and `chance` say where a procedure begins and ends; for most tables they are plain calls, and for
/// [`Tree`](crate::Tree) the places where equal situations merge.
pub trait Table<B: Rulebook>: Sized {
    /// Why a step could not go on. [`Infallible`](std::convert::Infallible) where everything is always answered.
    type Halt;
    /// Where checks keep their modifiers.
    type Terms: Terms;

    /// Dice fall. All checks are thrown, in their order, before `read` says what the rule wants to know of them; a
    /// table that enumerates tells apart only what `read` tells apart.
    ///
    /// # Errors
    /// The table's halt.
    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<Self::Terms>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Self::Halt>;

    /// A person decides.
    ///
    /// # Errors
    /// The table's halt.
    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Self::Halt>;

    /// Several people decide at once; nobody sees another's choice before all are in. Choices come back in the order
    /// of the questions.
    ///
    /// # Errors
    /// The table's halt.
    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Self::Halt>;

    /// The only one decides of those who would have decided at once: [`ask_all`](Table::ask_all) of a single person, without a list where
    /// answers come at once.
    ///
    /// # Errors
    /// The table's halt.
    ///
    /// # Panics
    /// When the table gives no answer.
    #[inline]
    fn ask_sole(&mut self, s: &B::State, rule: RuleId, ask: (Id, B::Ask)) -> Result<B::Choice, Self::Halt> {
        let mut choices = self.ask_all(s, rule, ArrayVec::from([ask]))?;
        Ok(choices.pop().expect("a table answers each question"))
    }

    /// Two people decide at once, likewise.
    ///
    /// # Errors
    /// The table's halt.
    ///
    /// # Panics
    /// When the table gives fewer than two answers.
    #[inline]
    fn ask_both(&mut self, s: &B::State, rule: RuleId, asks: [(Id, B::Ask); 2]) -> Result<[B::Choice; 2], Self::Halt> {
        let choices = self.ask_all(s, rule, ArrayVec::from(asks))?;
        Ok(choices.into_inner().expect("a table answers each question"))
    }

    /// Says what happened; the event is made only when somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> B::Event);

    /// May an edict still be applied before the step ends? It is, between procedures: where each one begins and ends.
    /// Whoever draws conclusions from the state for a whole procedure and those inside it must not where this says yes.
    #[inline]
    fn awaits_edict(&self) -> bool {
        true
    }

    /// A nested procedure: an attack, a cell entered.
    ///
    /// # Errors
    /// The table's halt.
    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Self::Halt>,
    ) -> Result<R, Self::Halt>;

    /// A loop: `body` is one pass over the loop's own `local`, and says whether there is another.
    ///
    /// # Errors
    /// The table's halt.
    fn repeat<L: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        local: L,
        body: impl Fn(&mut B::State, &mut L, &mut Self) -> Result<bool, Self::Halt>,
    ) -> Result<L, Self::Halt>;

    /// A run of dice that changes no state. The law `f` reads its key alone and captures nothing (checked by the
    /// compiler), so its distribution is worked out once for each key.
    ///
    /// # Errors
    /// The table's halt.
    fn chance<K, R, F>(&mut self, s: &B::State, rule: RuleId, key: K, f: F) -> Result<R, Self::Halt>
    where
        K: Clone + Eq + Hash + 'static,
        R: Clone + Eq + Hash + 'static,
        F: Fn(K, Sealed<'_, B>, &mut Self) -> Result<R, Self::Halt>;

    /// Throws one check and reads its total.
    ///
    /// # Errors
    /// The table's halt.
    #[inline]
    fn roll(&mut self, check: Check<Self::Terms>) -> Result<i32, Self::Halt> {
        self.throw([check], |[t]| t.total)
    }

    /// Throws one check against a target: a total that equals it passes.
    ///
    /// # Errors
    /// The table's halt.
    #[inline]
    fn test(&mut self, check: Check<Self::Terms>, target: i32) -> Result<bool, Self::Halt> {
        self.throw([check], |[t]| t.total >= target)
    }

    /// Throws one check under its score: what the dice read may equal it, and must not exceed it. Flat modifiers do not
    /// count here; what makes the throw easier or harder is part of the [score](Check::score).
    ///
    /// # Errors
    /// The table's halt.
    #[inline]
    fn under(&mut self, check: Check<Self::Terms>) -> Result<bool, Self::Halt> {
        let check = check.scored();
        let score = check.terms.score();
        self.throw([check], |[t]| t.natural <= score)
    }

    /// Two sides, one question with two throws, the first one's first.
    ///
    /// # Errors
    /// The table's halt.
    #[inline]
    fn contest<K: Copy + Eq>(
        &mut self,
        first: Check<Self::Terms>,
        second: Check<Self::Terms>,
        read: impl Fn(Thrown, Thrown) -> K,
    ) -> Result<K, Self::Halt> {
        self.throw([first, second], |[a, b]| read(a, b))
    }
}

/// A state inside a chance law: it can be handed to a question, and not read.
#[derive(Debug)]
pub struct Sealed<'s, B: Rulebook> {
    state: &'s B::State,
    book: PhantomData<B>,
}

impl<'s, B: Rulebook> Sealed<'s, B> {
    pub(crate) fn new(state: &'s B::State) -> Self {
        Self { state, book: PhantomData }
    }

    /// Asks a person from inside a law.
    ///
    /// # Errors
    /// The table's halt.
    pub fn ask<T: Table<B>>(&self, t: &mut T, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, T::Halt> {
        t.ask(self.state, rule, who, ask)
    }
}

/// Stops the compiler when a law captures anything: it would read more than its key.
pub(crate) const fn captures_nothing<F>() {
    assert!(size_of::<F>() == 0, "a chance law must capture nothing: put what it reads into its key");
}
