//! The table itself: where the rules ask, and where procedures begin and end.

use std::hash::Hash;
use std::rc::Rc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::{Carried, Deliberation, Fork, Grown};
use crate::numbered::Numbered;
use crate::table::captures_nothing;
use crate::tape::Stop;
use crate::tree::classes::classes;
use crate::{Check, Id, RuleId, Rulebook, Sealed, Sum, Table, Thrown};

/// A leaf that goes round once more, rather than being done: the place of what it goes on with lies in the other bits.
const AGAIN: u32 = 1 << 31;

impl<B: Rulebook> Table<B> for Deliberation<'_, B> {
    type Halt = Stop;
    type Terms = Sum;

    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<Sum>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Stop> {
        let fixed = self.past.throws(&checks);
        checks.iter().for_each(|check| self.meet(check.rule));
        if self.cursor == self.path.len() {
            self.room()?;
            let (naturals, chances) = classes(&checks, &fixed, self.precision, &read);
            self.push(Fork::Throw { naturals, each: N, chances });
        }
        let mut thrown = [Thrown { natural: 0, total: 0 }; N];
        if let Some(node) = self.path.get(self.cursor)
            && let Fork::Throw { naturals, each, .. } = &node.fork
        {
            for (i, (thrown, check)) in thrown.iter_mut().zip(&checks).enumerate() {
                let natural = naturals.get(node.parts.len() * each + i).copied().unwrap_or(0);
                *thrown = Thrown::of(check, natural);
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
        let mut choices: ArrayVec<Option<B::Choice>, N> =
            asks.iter().map(|(who, _)| self.past.choice(rule, *who)).collect();
        if choices.iter().any(Option::is_none) {
            self.past.progress = None;
        }
        if !asks.is_empty() {
            self.meet(rule);
        }
        let open = asks.iter().zip(&choices).filter(|(_, known)| known.is_none());
        let mut deciders = open.map(|((who, _), _)| *who).filter(|who| self.decides(*who));
        let first = deciders.next().map(|who| (self.side)(self.setup, who));
        if deciders.any(|who| Some((self.side)(self.setup, who)) != first) {
            return Err(Stop);
        }
        // Those who decide do so first: nobody may know what the others, who choose at once, are going to draw.
        for decides in [true, false] {
            for ((who, ask), choice) in asks.iter().zip(&mut choices) {
                if choice.is_none() && self.decides(*who) == decides {
                    *choice = Some(self.choose(s, rule, *who, ask)?);
                }
            }
        }
        choices.into_iter().map(|choice| choice.ok_or(Stop)).collect()
    }

    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if !self.ear.is_deaf() && self.past.counts() {
            self.ear.event::<B>(&event(), |sign| self.met.add(sign));
        }
    }

    #[inline]
    fn awaits_edict(&self) -> bool {
        self.past.awaits_edict(self.carried.decreed)
    }

    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        if self.cursor == self.path.len() {
            self.room()?;
            let grown = self.grow(s, self.carried, |s, t| {
                t.boundary(s);
                let result = body(s, t)?;
                t.boundary(s);
                Ok(result)
            })?;
            self.fork(&Rc::new(grown));
        }
        let (state, result, carried) = self.follow::<(B::State, R, Carried)>().ok_or(Stop)?;
        (*s, self.carried) = (state, carried);
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
            let mut passes = Numbered::default();
            passes.number((s.clone(), local, self.carried));
            let mut done = Numbered::default();
            let mut roots = Vec::new();
            while let Some((state, local, carried)) =
                u32::try_from(roots.len()).ok().and_then(|at| passes.get(at)).cloned()
            {
                let pass = self.grow(&state, carried, |s, t| {
                    t.boundary(s);
                    let mut local = local.clone();
                    let more = body(s, &mut local, t)?;
                    Ok((local, more))
                })?;
                let leaves: Vec<u32> = pass
                    .ends
                    .into_iter()
                    .map(|(state, (local, more), carried)| match more {
                        true => AGAIN | passes.number((state, local, carried)),
                        false => done.number((state, local, carried)),
                    })
                    .collect();
                let become_ =
                    &mut |knots: &mut super::Knots, leaf: u32| leaves.get(leaf as usize).map(|leaf| knots.leaf(*leaf));
                roots.push(self.knots.replace(pass.root, become_).ok_or(Stop)?);
            }
            let root = self.unrolled(&roots)?;
            self.fork(&Rc::new(Grown { ends: done.into_all(), root }));
        }
        let (state, local, carried) = self.follow::<(B::State, L, Carried)>().ok_or(Stop)?;
        (*s, self.carried) = (state, carried);
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
            let known = self.laws.get(&rule).filter(|_| whole).and_then(|laws| {
                laws.downcast_ref::<FxHashMap<K, Rc<Grown<R>>>>().and_then(|laws| laws.get(&key).cloned())
            });
            let law = match known {
                Some(law) => law,
                None => self.law(s, rule, key, f)?,
            };
            self.fork(&law);
        }
        self.follow::<R>().ok_or(Stop)
    }
}

impl<B: Rulebook> Deliberation<'_, B> {
    /// Works a law out, and remembers it unless somebody was asked in it.
    fn law<K, R, F>(&mut self, s: &B::State, rule: RuleId, key: K, f: F) -> Result<Rc<Grown<R>>, Stop>
    where
        K: Clone + Eq + Hash + 'static,
        R: Clone + Eq + Hash + 'static,
        F: Fn(K, Sealed<'_, B>, &mut Self) -> Result<R, Stop>,
    {
        let outer = std::mem::take(&mut self.asked);
        let whole = self.past.progress.is_none();
        let grown = self.grow(s, self.carried, |s, t| f(key.clone(), Sealed::new(s), t))?;
        let mut results = Numbered::default();
        let leaves: Vec<u32> = grown.ends.into_iter().map(|(_, result, _)| results.number(result)).collect();
        let become_ =
            &mut |knots: &mut super::Knots, leaf: u32| leaves.get(leaf as usize).map(|leaf| knots.leaf(*leaf));
        let root = self.knots.replace(grown.root, become_).ok_or(Stop)?;
        let law = Rc::new(Grown { ends: results.into_all(), root });
        if whole && !self.asked {
            let laws = self.laws.entry(rule).or_insert_with(|| Box::new(FxHashMap::<K, Rc<Grown<R>>>::default()));
            if let Some(laws) = laws.downcast_mut::<FxHashMap<K, Rc<Grown<R>>>>() {
                laws.insert(key, Rc::clone(&law));
            }
        }
        self.asked |= outer;
        Ok(law)
    }

    /// The passes of a loop, by number, each put in the place of the leaves that go on with it; the first one is the
    /// loop. What leads back to itself is thrown again until it leads elsewhere; a longer circle is given up.
    fn unrolled(&mut self, roots: &[u32]) -> Result<u32, Stop> {
        let mut done: Vec<Option<u32>> = vec![None; roots.len()];
        // Innermost last: a pass waits for those that it goes on with.
        let mut open = vec![0usize];
        while let Some(at) = open.last().copied() {
            let root = *roots.get(at).ok_or(Stop)?;
            let own = AGAIN | u32::try_from(at).map_err(|_| Stop)?;
            let once = self.knots.without(root, own).ok_or(Stop)?;
            let mut missing = None;
            let whole = self.knots.replace(once, &mut |knots, leaf| {
                if leaf & AGAIN == 0 {
                    return Some(knots.leaf(leaf));
                }
                let next = (leaf & !AGAIN) as usize;
                let known = done.get(next).copied().flatten();
                if known.is_none() {
                    missing = Some(next);
                }
                known
            });
            match (whole, missing) {
                (Some(whole), _) => {
                    if let Some(place) = done.get_mut(at) {
                        *place = Some(whole);
                    }
                    open.pop();
                }
                (None, Some(next)) if !open.contains(&next) => open.push(next),
                _ => return Err(Stop),
            }
        }
        done.first().copied().flatten().ok_or(Stop)
    }
}
