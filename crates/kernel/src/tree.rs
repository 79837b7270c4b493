//! Every outcome that the rules tell apart, with its weight: exact odds, straight from the rules.

use std::any::Any;
use std::hash::Hash;
use std::rc::Rc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use crate::dice::{Distribution, Rng};
use crate::table::captures_nothing;
use crate::tape::Stop;
use crate::weight::{Precision, Weight};
use crate::{Check, Flow, Id, Policy, RuleId, Rulebook, Sealed, Sum, Table, Thrown};

/// A table that follows every branch.
///
/// Where a scope, a pass of a loop or a chance law ends, branches that came to the same state with the same result are
/// merged, so that nested procedures do not multiply. Choices are made by a policy, which must not draw random
/// numbers.
pub struct Tree<'g, B: Rulebook> {
    setup: &'g B::Setup,
    policy: &'g mut dyn Policy<B>,
    precision: Precision,
    /// The nodes from the root of the running enumeration to the current leaf.
    path: Vec<Node>,
    cursor: usize,
    /// Bit i: an event citing `watched[i]` has been told on the current branch.
    marks: u64,
    watched: Vec<RuleId>,
    laws: FxHashMap<RuleId, Box<dyn Any>>,
    /// A choice that reads the state was made: the running law is none.
    read_state: bool,
    leaves: u64,
    budget: u64,
}

impl<B: Rulebook> std::fmt::Debug for Tree<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("leaves", &self.leaves).field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// A fork on the current path.
struct Node {
    fork: Fork,
    weights: Rc<[Weight]>,
    at: usize,
}

enum Fork {
    /// One representative throw for each class the rule tells apart; `naturals` holds them one after another.
    Throw { naturals: Vec<i32>, each: usize },
    /// The merged results of a scope, loop or law, as `Vec<(…)>` of its own type.
    Merged(Rc<dyn Any>),
}

/// One end of an enumeration.
#[derive(Clone, Debug)]
pub struct End<S> {
    /// The state.
    pub state: S,
    /// Did the battle end?
    pub flow: Flow,
    /// Bit i: an event citing the i-th watched rule was told.
    pub marks: u64,
    /// Its chance.
    pub weight: Weight,
}

/// All ends of an enumeration, equal ones merged. Their weights sum to one.
#[derive(Clone, Debug)]
pub struct Ends<S> {
    /// The ends, in the order first met.
    pub ends: Vec<End<S>>,
    /// How many branches were followed.
    pub leaves: u64,
}

impl<S> Ends<S> {
    /// The chance of a predicate.
    pub fn chance(&self, precision: Precision, holds: impl Fn(&End<S>) -> bool) -> Weight {
        let mut sum = Weight::zero(precision);
        self.ends.iter().filter(|end| holds(end)).for_each(|end| sum.add(&end.weight));
        sum
    }
}

/// Why an enumeration was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverBudget {
    /// Branches followed until then.
    pub leaves: u64,
}

type Merged<T> = Vec<(T, u64, Weight)>;

impl<'g, B: Rulebook> Tree<'g, B> {
    /// A table that gives up after `budget` branches.
    pub fn new(setup: &'g B::Setup, policy: &'g mut dyn Policy<B>, precision: Precision, budget: u64) -> Self {
        Self {
            setup,
            policy,
            precision,
            path: Vec::new(),
            cursor: 0,
            marks: 0,
            watched: Vec::new(),
            laws: FxHashMap::default(),
            read_state: false,
            leaves: 0,
            budget,
        }
    }

    /// Watches for events, dice and modifiers citing these rules (the first 64): [`End::marks`] tells which were met.
    #[must_use]
    pub fn watching(mut self, rules: &[RuleId]) -> Self {
        self.watched = rules.iter().copied().take(64).collect();
        self
    }

    /// Every way one step can go.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn step(&mut self, s: &B::State) -> Result<Ends<B::State>, OverBudget> {
        let setup = self.setup;
        let before = self.leaves;
        let merged = self.enumerate(s, 0, |s, t| B::step(setup, s, t)).map_err(|Stop| self.over_budget())?;
        let ends = merged
            .into_iter()
            .map(|((state, flow), marks, weight)| End { state, flow, marks, weight })
            .collect();
        Ok(Ends { ends, leaves: self.leaves - before })
    }

    fn over_budget(&mut self) -> OverBudget {
        self.path.clear();
        OverBudget { leaves: self.leaves }
    }

    /// Runs `body` from `s` along every branch and merges equal results.
    fn enumerate<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &B::State,
        marks: u64,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<Merged<(B::State, R)>, Stop> {
        let outer = (std::mem::take(&mut self.path), self.cursor, self.marks);
        let mut merged = Merger::new();
        loop {
            (self.cursor, self.marks) = (0, marks);
            let mut state = s.clone();
            let result = body(&mut state, self)?;
            self.leaves += 1;
            if self.leaves > self.budget {
                return Err(Stop);
            }
            let weight = self
                .path
                .iter()
                .fold(Weight::one(self.precision), |w, node| w.and(&node.weights[node.at]));
            merged.add((state, result), self.marks, weight);
            if !self.advance() {
                break;
            }
        }
        (self.path, self.cursor, self.marks) = outer;
        Ok(merged.list)
    }

    /// Goes on to the next branch, if there is one.
    fn advance(&mut self) -> bool {
        while let Some(node) = self.path.last_mut() {
            node.at += 1;
            if node.at < node.weights.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn push(&mut self, fork: Fork, weights: Vec<Weight>) {
        self.path.push(Node { fork, weights: weights.into(), at: 0 });
    }

    /// Takes the current branch of a fork of merged results.
    fn follow<T: Clone + 'static>(&mut self) -> Option<(T, u64)> {
        let node = self.path.get(self.cursor)?;
        self.cursor += 1;
        let Fork::Merged(list) = &node.fork else { return None };
        let list = list.downcast_ref::<Merged<T>>()?;
        list.get(node.at).map(|(value, marks, _)| (value.clone(), *marks))
    }

    fn fork<T: Clone + 'static>(&mut self, merged: Rc<Merged<T>>) {
        let weights = merged.iter().map(|(_, _, w)| w.clone()).collect();
        self.push(Fork::Merged(merged), weights);
    }

    fn mark(&mut self, rule: RuleId) {
        if let Some(at) = self.watched.iter().position(|w| *w == rule) {
            self.marks |= 1 << at;
        }
    }

    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice {
        self.read_state |= !self.policy.reads_only_the_ask();
        self.mark(rule);
        self.policy.choose(self.setup, s, rule, who, ask, &mut Rng::for_fight(0, 0))
    }

    fn law<K: Clone + Eq + Hash + 'static, R: 'static>(&self, rule: RuleId, key: &K) -> Option<Rc<Merged<R>>> {
        self.laws.get(&rule)?.downcast_ref::<FxHashMap<K, Rc<Merged<R>>>>()?.get(key).cloned()
    }

    fn remember<K: Clone + Eq + Hash + 'static, R: 'static>(&mut self, rule: RuleId, key: K, law: Rc<Merged<R>>) {
        let laws = self.laws.entry(rule).or_insert_with(|| Box::new(FxHashMap::<K, Rc<Merged<R>>>::default()));
        if let Some(laws) = laws.downcast_mut::<FxHashMap<K, Rc<Merged<R>>>>() {
            laws.insert(key, law);
        }
    }
}

/// Adds up the weights of equal results.
struct Merger<T> {
    index: FxHashMap<(T, u64), usize>,
    list: Merged<T>,
}

impl<T: Clone + Eq + Hash> Merger<T> {
    fn new() -> Self {
        Self { index: FxHashMap::default(), list: Vec::new() }
    }

    fn add(&mut self, value: T, marks: u64, weight: Weight) {
        let key = (value, marks);
        if let Some(&at) = self.index.get(&key) {
            self.list[at].2.add(&weight);
        } else {
            self.index.insert(key.clone(), self.list.len());
            self.list.push((key.0, marks, weight));
        }
    }
}

/// The classes that `read` tells apart: a representative throw and the weight of each.
fn classes<K: Copy + Eq, const N: usize>(
    checks: &[Check<Sum>; N],
    precision: Precision,
    read: impl Fn([Thrown; N]) -> K,
) -> (Vec<i32>, Vec<Weight>) {
    let laws: Vec<_> = checks.iter().map(|c| Distribution::cached(c.dice)).collect();
    // Counts are kept whole while the space of the whole throw fits; beyond, each class is weighed on its own.
    let space = laws.iter().try_fold(1u128, |space, law| space.checked_mul(law.total()));
    let laws: Vec<(Vec<(i32, u128)>, u128)> = laws.iter().map(|law| (law.iter().collect(), law.total())).collect();
    let mut keys: Vec<K> = Vec::new();
    let (mut naturals, mut counts, mut weights) = (Vec::new(), Vec::<u128>::new(), Vec::<Weight>::new());
    let mut index = [0usize; N];
    loop {
        let mut count = 1u128;
        let mut weight = Weight::one(precision);
        let mut natural = [0i32; N];
        for (((values, total), &at), natural) in laws.iter().zip(&index).zip(&mut natural) {
            let (value, ways) = values[at];
            *natural = value;
            match space {
                Some(_) => count *= ways,
                None => weight = weight.and(&Weight::ratio(precision, ways, *total)),
            }
        }
        let mut thrown = [Thrown { natural: 0, total: 0 }; N];
        for ((thrown, check), natural) in thrown.iter_mut().zip(checks).zip(&natural) {
            *thrown = Thrown::of(check, *natural);
        }
        if count > 0 {
            let key = read(thrown);
            let class = keys.iter().position(|k| *k == key).unwrap_or_else(|| {
                keys.push(key);
                naturals.extend_from_slice(&natural);
                counts.push(0);
                weights.push(Weight::zero(precision));
                keys.len() - 1
            });
            match space {
                Some(_) => counts[class] += count,
                None => weights[class].add(&weight),
            }
        }
        if !next(&mut index, &laws) {
            break;
        }
    }
    if let Some(space) = space {
        weights = counts.iter().map(|&count| Weight::ratio(precision, count, space)).collect();
    }
    (naturals, weights)
}

/// Counts `index` up, the last place first.
fn next(index: &mut [usize], laws: &[(Vec<(i32, u128)>, u128)]) -> bool {
    for (place, (values, _)) in index.iter_mut().zip(laws).rev() {
        *place += 1;
        if *place < values.len() {
            return true;
        }
        *place = 0;
    }
    false
}

impl<B: Rulebook> Table<B> for Tree<'_, B> {
    type Halt = Stop;
    type Terms = Sum;

    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<Sum>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Stop> {
        if self.cursor == self.path.len() {
            let (naturals, weights) = classes(&checks, self.precision, &read);
            self.push(Fork::Throw { naturals, each: N }, weights);
        }
        checks.iter().for_each(|c| self.mark(c.rule));
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
        Ok(self.choose(s, rule, who, &ask))
    }

    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Stop> {
        Ok(asks.iter().map(|(who, ask)| self.choose(s, rule, *who, ask)).collect())
    }

    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if self.watched.is_empty() {
            return;
        }
        let mut marks = self.marks;
        B::cites(&event(), &mut |rule| {
            if let Some(at) = self.watched.iter().position(|w| *w == rule) {
                marks |= 1 << at;
            }
        });
        self.marks = marks;
    }

    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        if self.cursor == self.path.len() {
            let merged = self.enumerate(s, self.marks, body)?;
            self.fork(Rc::new(merged));
        }
        let ((state, result), marks) = self.follow::<(B::State, R)>().ok_or(Stop)?;
        (*s, self.marks) = (state, marks);
        Ok(result)
    }

    fn repeat<L: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        local: L,
        body: impl Fn(&mut B::State, &mut L, &mut Self) -> Result<bool, Stop>,
    ) -> Result<L, Stop> {
        if self.cursor == self.path.len() {
            let mut running = vec![((s.clone(), local), self.marks, Weight::one(self.precision))];
            let mut done = Merger::new();
            while !running.is_empty() {
                let mut again = Merger::new();
                for ((state, local), marks, weight) in running {
                    let ends = self.enumerate(&state, marks, |s, t| {
                        let mut local = local.clone();
                        let more = body(s, &mut local, t)?;
                        Ok((local, more))
                    })?;
                    for ((state, (local, more)), marks, w) in ends {
                        let into = if more { &mut again } else { &mut done };
                        into.add((state, local), marks, weight.and(&w));
                    }
                }
                running = again.list;
            }
            self.fork(Rc::new(done.list));
        }
        let ((state, local), marks) = self.follow::<(B::State, L)>().ok_or(Stop)?;
        (*s, self.marks) = (state, marks);
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
            let law = match self.law::<K, R>(rule, &key) {
                Some(law) => law,
                None => {
                    let outer = std::mem::take(&mut self.read_state);
                    let ends = self.enumerate(s, 0, |s, t| f(key.clone(), Sealed::new(s), t))?;
                    let mut law = Merger::new();
                    ends.into_iter().for_each(|((_, result), marks, weight)| law.add(result, marks, weight));
                    let law = Rc::new(law.list);
                    if !self.read_state {
                        self.remember(rule, key, Rc::clone(&law));
                    }
                    self.read_state |= outer;
                    law
                }
            };
            self.fork(law);
        }
        let (result, marks) = self.follow::<R>().ok_or(Stop)?;
        self.marks |= marks;
        Ok(result)
    }
}
