//! The table of everybody who need not be fast: one type for each rulebook, whoever sits at it.

use std::any::TypeId;
use std::cell::RefCell;
use std::hash::Hash;
use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::any_table::{Answerer, Block, Cast, End, Enter, Kept, Law, Leave, Own, Stop};
use crate::table::captures_nothing;
use crate::{Check, Id, RuleId, Rulebook, Sealed, Sum, Table, Terms, Thrown};

/// A table behind a pointer: what happens at it is up to its [`Answerer`].
///
/// A rulebook is compiled for it once with bare sums, for those who compute, and once with lists of modifiers
/// ([`Itemised`](crate::Itemised)), for those who show them.
pub struct AnyTable<'t, B: Rulebook, M: Terms = Sum> {
    answerer: &'t mut (dyn Answerer<B> + 't),
    terms: PhantomData<fn() -> M>,
}

impl<B: Rulebook, M: Terms> std::fmt::Debug for AnyTable<'_, B, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyTable").finish_non_exhaustive()
    }
}

impl<'t, B: Rulebook, M: Terms> AnyTable<'t, B, M> {
    /// The table at which that one sits.
    pub fn new(answerer: &'t mut (dyn Answerer<B> + 't)) -> Self {
        Self { answerer, terms: PhantomData }
    }
}

/// The value that an answerer has kept. It is of another type only if the answerer has given back what it was not given.
fn given<R: Clone + 'static>(kept: &Kept) -> Result<R, Stop> {
    kept.get::<R>().cloned().ok_or(Stop)
}

/// What the dice of some checks show.
fn thrown<const N: usize>(casts: &[Cast<'_>; N], naturals: &[i32]) -> [Thrown; N] {
    let mut thrown = [Thrown { natural: 0, total: 0 }; N];
    for ((thrown, cast), natural) in thrown.iter_mut().zip(casts).zip(naturals) {
        *thrown = cast.thrown(*natural);
    }
    thrown
}

/// The place of a key among those known: at the end if it is new.
fn place<K: Copy + Eq>(known: &mut Vec<K>, key: K) -> usize {
    known.iter().position(|other| *other == key).unwrap_or_else(|| {
        known.push(key);
        known.len() - 1
    })
}

impl<B: Rulebook, M: Terms> Table<B> for AnyTable<'_, B, M> {
    type Halt = Stop;
    type Terms = M;

    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<M>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Stop> {
        let casts = checks.each_ref().map(Cast::of);
        let known = RefCell::new(Vec::new());
        let class = |others: &[i32], lasts: &[i32], classes: &mut [usize]| {
            let (mut known, mut thrown, mut number) = (known.borrow_mut(), thrown(&casts, others), 0);
            for (natural, class) in lasts.iter().zip(classes) {
                if let (Some(last), Some(cast)) = (thrown.last_mut(), casts.last()) {
                    *last = cast.thrown(*natural);
                }
                // Most throws are in the class of the one before.
                let key = read(thrown);
                if known.get(number) != Some(&key) {
                    number = place(&mut known, key);
                }
                *class = number;
            }
        };
        let mut naturals = [0; N];
        self.answerer.throw(&casts, &mut naturals, &class)?;
        Ok(read(thrown(&casts, &naturals)))
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        self.answerer.ask(s, rule, who, ask)
    }

    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Stop> {
        let mut choices = ArrayVec::new();
        self.answerer.ask_all(s, rule, &asks, &mut |choice| drop(choices.try_push(choice)))?;
        Ok(choices)
    }

    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if self.answerer.hears() {
            self.answerer.tell(event());
        }
    }

    fn awaits_edict(&self) -> bool {
        self.answerer.awaits_edict()
    }

    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        if let Enter::Known(kept) = self.answerer.enter(s, Block::Scope)? {
            return given(&kept);
        }
        loop {
            let end = Own(body(s, self)?);
            match self.answerer.leave(s, End::Scope(&end))? {
                Leave::On => return Ok(end.0),
                Leave::Done(kept) => return given(&kept),
                Leave::Again(_) => {}
            }
        }
    }

    fn repeat<L: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        local: L,
        body: impl Fn(&mut B::State, &mut L, &mut Self) -> Result<bool, Stop>,
    ) -> Result<L, Stop> {
        let mut local = Own(local);
        if let Enter::Known(kept) = self.answerer.enter(s, Block::Loop(&local))? {
            return given(&kept);
        }
        loop {
            let more = body(s, &mut local.0, self)?;
            match self.answerer.leave(s, End::Pass(&local, more))? {
                Leave::On if !more => return Ok(local.0),
                Leave::On | Leave::Again(None) => {}
                Leave::Again(Some(kept)) => local.0 = given(&kept)?,
                Leave::Done(kept) => return given(&kept),
            }
        }
    }

    fn chance<K, R, F>(&mut self, s: &B::State, rule: RuleId, key: K, f: F) -> Result<R, Stop>
    where
        K: Clone + Eq + Hash + 'static,
        R: Clone + Eq + Hash + 'static,
        F: Fn(K, Sealed<'_, B>, &mut Self) -> Result<R, Stop>,
    {
        const { captures_nothing::<F>() }
        let key = Own(key);
        let law = Law { rule, key: &key, gives: TypeId::of::<R>() };
        if let Enter::Known(kept) = self.answerer.enter_law(law)? {
            return given(&kept);
        }
        loop {
            let result = Own(f(key.0.clone(), Sealed::new(s), self)?);
            match self.answerer.leave_law(&result)? {
                Leave::On => return Ok(result.0),
                Leave::Done(kept) => return given(&kept),
                Leave::Again(_) => {}
            }
        }
    }
}
