//! Every outcome that the rules tell apart, with its weight: exact odds, straight from the rules.

pub(crate) mod classes;
mod known;
mod merge;

use std::any::Any;
use std::hash::Hash;
use std::rc::Rc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use classes::classes;
use known::{Known, Progress};
use merge::{Merged, Merger, Trail};

use crate::dice::Rng;
use crate::table::captures_nothing;
use crate::tape::Stop;
use crate::weight::{Precision, Weight};
use crate::{Check, Flow, Id, Policy, RuleId, Rulebook, Sealed, Sum, Table, Thrown};

/// The most forks one after another on one branch of one scope.
const DEEPEST: usize = 500;

/// Throws and choices passed for each branch that the budget allows.
const WORK_PER_LEAF: u64 = 20;

/// In double precision, a loop is left when the chance that it still goes on is smaller than this.
const DUST: f64 = 1e-19;

/// A table that follows every branch.
///
/// Where a scope, a pass of a loop or a chance law ends, branches that came to the same state with the same result are
/// merged, so that nested procedures do not multiply. Choices are made by a policy, which must not draw random
/// numbers; where it is [even](Policy::is_even), every listed choice is followed.
pub struct Tree<'g, B: Rulebook> {
    setup: &'g B::Setup,
    policy: Box<dyn Policy<B> + 'g>,
    precision: Precision,
    /// The nodes from the root of the running enumeration to the current leaf.
    path: Vec<Node<B::Choice>>,
    cursor: usize,
    trail: Trail,
    /// What has been given in the step already.
    known: Option<Known<'g, B>>,
    /// Which of it the current branch has used; nothing once it has come to a question that is still open.
    progress: Progress,
    watched: Vec<RuleId>,
    /// The results met so far, if they are wanted; their marks follow those of the watched rules.
    results: Option<Vec<(Id, u8)>>,
    laws: FxHashMap<RuleId, Box<dyn Any>>,
    /// A choice that reads the state was made: the running law is none.
    read_state: bool,
    leaves: u64,
    /// Throws and choices passed, those of replayed branches too.
    work: u64,
    budget: u64,
}

impl<B: Rulebook> std::fmt::Debug for Tree<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("leaves", &self.leaves).field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// A fork on the current path.
struct Node<C> {
    /// The chance of the way to it.
    chance: Weight,
    fork: Fork<C>,
    weights: Rc<[Weight]>,
    at: usize,
}

enum Fork<C> {
    /// One representative throw for each class the rule tells apart; `naturals` holds them one after another.
    Throw { naturals: Vec<i32>, each: usize },
    /// Every listed choice, as likely as the others.
    Choice(Vec<C>),
    /// The merged results of a scope, loop or law, as `Vec<(…)>` of its own type.
    Merged(Rc<dyn Any>, Progress),
}

/// One end of an enumeration.
#[derive(Clone, Debug)]
pub struct End<S> {
    /// The state.
    pub state: S,
    /// Did the battle end?
    pub flow: Flow,
    /// Bit i: an event citing the i-th watched rule was told; the bits behind are the [results](Ends::results).
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
    /// Whose results were met, and which of [`Rulebook::RESULTS`]; the first one's mark is the bit behind those of the
    /// watched rules.
    pub results: Vec<(Id, u8)>,
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

impl<'g, B: Rulebook> Tree<'g, B> {
    /// A table that gives up after `budget` branches.
    pub fn new(setup: &'g B::Setup, policy: &'g mut dyn Policy<B>, precision: Precision, budget: u64) -> Self {
        Self::owning(setup, Box::new(policy), precision, budget)
    }

    /// The same with a policy of its own.
    pub fn owning(setup: &'g B::Setup, policy: Box<dyn Policy<B> + 'g>, precision: Precision, budget: u64) -> Self {
        Self {
            setup,
            policy,
            precision,
            path: Vec::new(),
            cursor: 0,
            trail: Trail::default(),
            known: None,
            progress: None,
            watched: Vec::new(),
            results: None,
            laws: FxHashMap::default(),
            read_state: false,
            leaves: 0,
            work: 0,
            budget,
        }
    }

    /// Watches for events, dice and modifiers citing these rules (the first 64): [`End::marks`] tells which were met.
    #[must_use]
    pub fn watching(mut self, rules: &[RuleId]) -> Self {
        self.watched = rules.iter().copied().take(64).collect();
        self
    }

    /// Watches for the book's results too, as many as there are marks left.
    #[must_use]
    pub fn watching_results(mut self) -> Self {
        self.results = Some(Vec::new());
        self
    }

    /// How many branches have been followed by now.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// From now on it gives up after so many branches more.
    pub fn allow(&mut self, branches: u64) {
        self.budget = self.leaves.saturating_add(branches);
        self.work = 0;
    }

    /// Every way one step can go.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn step(&mut self, s: &B::State) -> Result<Ends<B::State>, OverBudget> {
        let setup = self.setup;
        let before = self.leaves;
        self.progress = self.known.as_ref().map(Known::nothing_used);
        let merged = self
            .enumerate(s, Trail::default(), |s, t| {
                t.boundary(s);
                B::step(setup, s, t)
            })
            .map_err(|Stop| self.over_budget())?;
        let ends = merged
            .into_iter()
            .map(|((state, flow), trail, weight)| End { state, flow, marks: trail.marks, weight })
            .collect();
        Ok(Ends { ends, leaves: self.leaves - before, results: self.results.clone().unwrap_or_default() })
    }

    fn over_budget(&mut self) -> OverBudget {
        self.path.clear();
        OverBudget { leaves: self.leaves }
    }

    /// Runs `body` from `s` along every branch and merges equal results.
    fn enumerate<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &B::State,
        trail: Trail,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<Merged<(B::State, R)>, Stop> {
        let outer = (std::mem::take(&mut self.path), self.cursor, self.trail);
        let progress = self.progress.clone();
        let mut merged = Merger::new();
        loop {
            (self.cursor, self.trail) = (0, trail);
            self.progress.clone_from(&progress);
            let mut state = s.clone();
            let result = body(&mut state, self)?;
            self.leaves += 1;
            if self.leaves > self.budget {
                return Err(Stop);
            }
            merged.add((state, result), self.trail, self.weight());
            if !self.advance() {
                break;
            }
        }
        (self.path, self.cursor, self.trail) = outer;
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

    /// Is there room for one more fork? A step that forks on and on, such as free actions taken for ever, has no end.
    fn room(&self) -> Result<(), Stop> {
        let patience = self.budget.saturating_mul(WORK_PER_LEAF);
        if self.path.len() < DEEPEST && self.work <= patience { Ok(()) } else { Err(Stop) }
    }

    /// The chance of the running branch, as far as it has gone.
    fn weight(&self) -> Weight {
        self.path.last().map_or(Weight::one(self.precision), |node| node.chance.and(&node.weights[node.at]))
    }

    fn push(&mut self, fork: Fork<B::Choice>, weights: Vec<Weight>) {
        let chance = self.weight();
        self.path.push(Node { chance, fork, weights: weights.into(), at: 0 });
    }

    /// Takes the current branch of a fork of merged results.
    fn follow<T: Clone + 'static>(&mut self) -> Option<(T, Trail)> {
        let node = self.path.get(self.cursor)?;
        self.cursor += 1;
        let Fork::Merged(list, progress) = &node.fork else { return None };
        self.progress.clone_from(progress);
        let list = list.downcast_ref::<Merged<T>>()?;
        list.get(node.at).map(|(value, trail, _)| (value.clone(), *trail))
    }

    fn fork<T: Clone + 'static>(&mut self, merged: Rc<Merged<T>>) {
        let weights = merged.iter().map(|(_, _, w)| w.clone()).collect();
        self.push(Fork::Merged(merged, self.progress.clone()), weights);
    }

    /// Loops such as "throw again while equal" may go round for ever, with an ever smaller chance. In double precision
    /// what is left soon changes no sum any more; fractions go on until the budget is used up.
    fn is_dust<T>(&self, running: &Merged<T>) -> bool {
        self.precision == Precision::Float && running.iter().map(|(_, _, weight)| weight.value()).sum::<f64>() < DUST
    }

    fn mark(&mut self, rule: RuleId) {
        if let Some(at) = self.watched.iter().position(|w| *w == rule)
            && self.counts()
        {
            self.trail.marks |= 1 << at;
        }
    }

    fn mark_of_result(&mut self, event: &B::Event) -> u64 {
        let (Some(results), Some(result)) = (&mut self.results, B::result(event)) else { return 0 };
        let at = results.iter().position(|known| *known == result).unwrap_or_else(|| {
            results.push(result);
            results.len() - 1
        });
        u32::try_from(self.watched.len() + at).ok().and_then(|at| 1u64.checked_shl(at)).unwrap_or(0)
    }

    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Result<B::Choice, Stop> {
        self.work += 1;
        if self.policy.is_even(self.setup, who) {
            self.read_state = true;
            return self.each_option(s, who, ask);
        }
        self.read_state |= !self.policy.reads_only_the_ask();
        Ok(self.policy.choose(self.setup, s, rule, who, ask, &mut Rng::for_fight(0, 0)))
    }

    fn each_option(&mut self, s: &B::State, who: Id, ask: &B::Ask) -> Result<B::Choice, Stop> {
        if self.cursor == self.path.len() {
            self.room()?;
            let options = listed::<B>(self.setup, s, who, ask);
            let share = Weight::ratio(self.precision, 1, options.len() as u128);
            let weights = vec![share; options.len()];
            self.push(Fork::Choice(options), weights);
        }
        let node = self.path.get(self.cursor).ok_or(Stop)?;
        self.cursor += 1;
        let Fork::Choice(options) = &node.fork else { return Err(Stop) };
        options.get(node.at).cloned().ok_or(Stop)
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

/// Every listed choice; where a rule lists none, the one that a table would make without asking.
pub(crate) fn listed<B: Rulebook>(g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Vec<B::Choice> {
    let mut options = Vec::new();
    B::options(g, s, who, ask, |option| options.push(option));
    if options.is_empty() {
        options.extend(B::standing(g, s, who, ask));
    }
    options
}

impl<B: Rulebook> Table<B> for Tree<'_, B> {
    type Halt = Stop;
    type Terms = Sum;

    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<Sum>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Stop> {
        let fixed = self.known_throws(&checks);
        if self.cursor == self.path.len() {
            self.room()?;
            let (naturals, weights) = classes(&checks, &fixed, self.precision, &read);
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
        let known = self.known_choice(rule, who);
        if known.is_none() {
            self.progress = None;
        }
        self.mark(rule);
        known.map_or_else(|| self.choose(s, rule, who, &ask), Ok)
    }

    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Stop> {
        let known: ArrayVec<Option<B::Choice>, N> = asks.iter().map(|(who, _)| self.known_choice(rule, *who)).collect();
        if known.iter().any(Option::is_none) {
            self.progress = None;
        }
        if !asks.is_empty() {
            self.mark(rule);
        }
        let all = asks.iter().zip(known);
        all.map(|((who, ask), known)| known.map_or_else(|| self.choose(s, rule, *who, ask), Ok)).collect()
    }

    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if self.watched.is_empty() && self.results.is_none() || !self.counts() {
            return;
        }
        let event = event();
        let mut marks = self.trail.marks;
        B::cites(&event, &mut |rule| {
            if let Some(at) = self.watched.iter().position(|w| *w == rule) {
                marks |= 1 << at;
            }
        });
        self.trail.marks = marks | self.mark_of_result(&event);
    }

    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        if self.cursor == self.path.len() {
            self.room()?;
            let merged = self.enumerate(s, self.trail, |s, t| {
                t.boundary(s);
                let result = body(s, t)?;
                t.boundary(s);
                Ok(result)
            })?;
            self.fork(Rc::new(merged));
        }
        let ((state, result), trail) = self.follow::<(B::State, R)>().ok_or(Stop)?;
        (*s, self.trail) = (state, trail);
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
            let mut running = vec![((s.clone(), local), self.trail, Weight::one(self.precision))];
            let mut done = Merger::new();
            while !running.is_empty() && !self.is_dust(&running) {
                let mut again = Merger::new();
                for ((state, local), trail, weight) in running {
                    let ends = self.enumerate(&state, trail, |s, t| {
                        t.boundary(s);
                        let mut local = local.clone();
                        let more = body(s, &mut local, t)?;
                        Ok((local, more))
                    })?;
                    for ((state, (local, more)), trail, w) in ends {
                        let into = if more { &mut again } else { &mut done };
                        into.add((state, local), trail, weight.and(&w));
                    }
                }
                running = again.list;
            }
            self.fork(Rc::new(done.list));
        }
        let ((state, local), trail) = self.follow::<(B::State, L)>().ok_or(Stop)?;
        (*s, self.trail) = (state, trail);
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
            let whole = self.progress.is_none();
            let law = match self.law::<K, R>(rule, &key).filter(|_| whole) {
                Some(law) => law,
                None => {
                    let outer = std::mem::take(&mut self.read_state);
                    let trail = Trail { marks: 0, ..self.trail };
                    let ends = self.enumerate(s, trail, |s, t| f(key.clone(), Sealed::new(s), t))?;
                    let mut law = Merger::new();
                    ends.into_iter().for_each(|((_, result), trail, weight)| law.add(result, trail, weight));
                    let law = Rc::new(law.list);
                    if whole && !self.read_state {
                        self.remember(rule, key, Rc::clone(&law));
                    }
                    self.read_state |= outer;
                    law
                }
            };
            self.fork(law);
        }
        let (result, trail) = self.follow::<R>().ok_or(Stop)?;
        self.trail.marks |= trail.marks;
        Ok(result)
    }
}
