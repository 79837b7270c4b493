//! The table itself: where the rules throw, ask and tell, and where procedures begin and end.

use std::hash::Hash;
use std::rc::Rc;

use arrayvec::ArrayVec;

use super::classes::classes;
use super::merge::{Merger, Trail, until_other};
use super::{Fork, Tree};
use crate::table::captures_nothing;
use crate::tape::Stop;
use crate::weight::{Precision, Weight};
use crate::{Check, Id, RuleId, Rulebook, Sealed, Table, Terms, Thrown};

impl<B: Rulebook, M: Terms> Table<B> for Tree<'_, B, M> {
    type Halt = Stop;
    type Terms = M;

    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<M>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Stop> {
        let fixed = self.past.throws(&checks);
        if self.cursor == self.path.len() {
            self.room()?;
            let (naturals, weights) = classes(&checks, &fixed, self.precision, &read);
            self.push(Fork::Throw { naturals, each: N }, weights);
        }
        checks.iter().for_each(|check| self.note(check));
        let mut thrown = [Thrown { natural: 0, total: 0 }; N];
        if let Some(node) = self.path.get(self.cursor)
            && let Fork::Throw { naturals, each } = &node.fork
        {
            for (i, (thrown, check)) in thrown.iter_mut().zip(&checks).enumerate() {
                *thrown = Thrown::of(check, naturals.get(node.at * each + i).copied().unwrap_or(0));
            }
        }
        self.cursor += 1;
        Ok(read(thrown))
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        let known = self.past.choice(rule, who);
        if known.is_none() {
            self.past.progress = None;
        }
        self.meet(rule);
        known.map_or_else(|| self.choose(s, rule, who, &ask), Ok)
    }

    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Stop> {
        let known: ArrayVec<Option<B::Choice>, N> = asks.iter().map(|(who, _)| self.past.choice(rule, *who)).collect();
        if known.iter().any(Option::is_none) {
            self.past.progress = None;
        }
        if !asks.is_empty() {
            self.meet(rule);
        }
        let all = asks.iter().zip(known);
        all.map(|((who, ask), known)| known.map_or_else(|| self.choose(s, rule, *who, ask), Ok)).collect()
    }

    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if !self.ear.is_deaf() && self.past.counts() {
            self.ear.event::<B>(&event(), |sign| self.trail.met.add(sign));
        }
    }

    #[inline]
    fn awaits_edict(&self) -> bool {
        self.past.awaits_edict(self.trail.decreed)
    }

    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        if self.cursor == self.path.len() {
            self.room()?;
            let merged = self.enumerate(s, self.trail.decreed, |s, t| {
                t.boundary(s);
                let result = body(s, t)?;
                t.boundary(s);
                Ok(result)
            })?;
            self.fork(Rc::new(merged));
        }
        let (state, result) = self.follow::<(B::State, R)>().ok_or(Stop)?;
        *s = state;
        Ok(result)
    }

    fn repeat<L: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        local: L,
        body: impl Fn(&mut B::State, &mut L, &mut Self) -> Result<bool, Stop>,
    ) -> Result<L, Stop> {
        if self.cursor == self.path.len() {
            self.room()?;
            let begun = Trail { decreed: self.trail.decreed, ..Trail::default() };
            let mut running = vec![((s.clone(), local), begun, Weight::one(self.precision))];
            let mut done = Merger::new();
            while !running.is_empty() && !self.is_dust(&running) {
                let mut again = Merger::new();
                for ((state, local), trail, weight) in running {
                    let whole = self.past.progress.is_none();
                    let ends = self.enumerate(&state, trail.decreed, |s, t| {
                        t.boundary(s);
                        let mut local = local.clone();
                        let more = body(s, &mut local, t)?;
                        Ok((local, more))
                    })?;
                    let ends = match whole && self.precision == Precision::Exact {
                        true => until_other(ends, &(state, (local, true)), trail.decreed).ok_or(Stop)?,
                        false => ends,
                    };
                    for ((state, (local, more)), later, w) in ends {
                        let into = if more { &mut again } else { &mut done };
                        let mut trail = trail.clone();
                        trail.then(&later);
                        into.add((state, local), trail, weight.and(&w));
                    }
                }
                running = again.merged();
            }
            self.fork(Rc::new(done.merged()));
        }
        let (state, local) = self.follow::<(B::State, L)>().ok_or(Stop)?;
        *s = state;
        Ok(local)
    }

    fn chance<K, R, F>(&mut self, s: &B::State, rule: RuleId, key: K, f: F) -> Result<R, Stop>
    where
        K: Clone + Eq + Hash + 'static,
        R: Clone + Eq + Hash + 'static,
        F: Fn(K, Sealed<'_, B>, &mut Self) -> Result<R, Stop>,
    {
        const { captures_nothing::<F>() }
        if self.cursor == self.path.len() {
            self.room()?;
            // While answers given before are used, the law is not the whole one.
            let whole = self.past.progress.is_none();
            let law = match self.law::<K, R>(rule, &key).filter(|_| whole) {
                Some(law) => law,
                None => {
                    let outer = std::mem::take(&mut self.read_state);
                    let ends = self.enumerate(s, self.trail.decreed, |s, t| f(key.clone(), Sealed::new(s), t))?;
                    let mut law = Merger::new();
                    ends.into_iter().for_each(|((_, result), trail, weight)| law.add(result, trail, weight));
                    let law = Rc::new(law.merged());
                    if whole && !self.read_state {
                        self.remember(rule, key, Rc::clone(&law));
                    }
                    self.read_state |= outer;
                    law
                }
            };
            self.fork(law);
        }
        // A law is remembered with how many edicts had been applied where it was first met.
        let decreed = self.trail.decreed;
        let result = self.follow::<R>().ok_or(Stop)?;
        self.trail.decreed = decreed;
        Ok(result)
    }
}
