//! Every outcome that the rules tell apart, with its weight: exact odds, straight from the rules.

mod answerer;
pub(crate) mod classes;
mod frames;
pub(crate) mod known;
pub(crate) mod merge;
pub(crate) mod signs;

use std::any::TypeId;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use frames::{Ends as Merges, Frame};
use known::{Past, Progress};
use merge::{Merged, Trail};
use signs::{Ear, Met, Sign, Watch};

use crate::any_table::{AnyTable, AnyValue, Cast, Kept, Stop};
use crate::dice::Rng;
use crate::numbered::Numbered;
use crate::tape::{Answer, Timed};
use crate::weight::{Precision, Weight};
use crate::{Check, Flow, Id, Interrupt, Itemised, Policy, RuleId, Rulebook, Scribe};

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
///
/// Its checks keep no modifiers unless it is made to [note](Tree::noting) them.
pub struct Tree<'g, B: Rulebook> {
    setup: &'g B::Setup,
    policy: Box<dyn Policy<B> + 'g>,
    precision: Precision,
    way: Way<B>,
    trail: Trail,
    /// States and ways that are used no more; their memory is.
    spares: Vec<Box<B::State>>,
    spare_ways: Vec<Way<B>>,
    /// The enumerations that the running one is inside of, and itself, the innermost last. They lie apart: a list of things as large
    /// would ask for more memory than most trees need.
    #[expect(clippy::vec_box, reason = "they are large, and few")]
    frames: Vec<Box<Frame<B>>>,
    /// What has been given in the step already, and how far the current branch has come in it.
    past: Past<'g, B>,
    ear: Ear,
    /// Every different check that was made, if they are wanted.
    noted: Option<Numbered<Check<Itemised>>>,
    laws: FxHashMap<Key, Rc<Merged<Kept>>>,
    /// A choice that reads the state was made: the running law is none.
    read_state: bool,
    leaves: u64,
    /// Throws and choices passed, those of replayed branches too.
    work: u64,
    budget: u64,
    /// Who may stop it before that.
    interrupt: Option<&'g Interrupt>,
}

impl<B: Rulebook> std::fmt::Debug for Tree<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("leaves", &self.leaves).field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// The way from the root of the running enumeration to the current leaf.
struct Way<B: Rulebook> {
    /// The forks on it.
    path: Vec<PathNode<B>>,
    /// How many of them the branch has passed.
    cursor: usize,
    /// What a policy has chosen on it: a branch that shares its beginning with the one before would be asked the same.
    chosen: Vec<B::Choice>,
    /// How many of these choices the branch has made.
    answered: usize,
}

impl<B: Rulebook> Default for Way<B> {
    fn default() -> Self {
        Self { path: Vec::new(), cursor: 0, chosen: Vec::new(), answered: 0 }
    }
}

/// A fork on the current path.
struct PathNode<B: Rulebook> {
    /// The chance of the way to it.
    chance: Weight,
    /// How many choices a policy has made on the way to it.
    answered: usize,
    fork: Fork<B>,
    at: usize,
}

impl<B: Rulebook> PathNode<B> {
    /// How many branches begin here.
    fn branches(&self) -> usize {
        match &self.fork {
            Fork::Throw(_, weights) => weights.len(),
            Fork::Choice(options, _) => options.len(),
            Fork::Ends(ends, _) => ends.len(),
            Fork::Law(law, _) => law.len(),
        }
    }

    /// The chance of the current branch.
    fn chance(&self) -> Weight {
        self.chance.and(match &self.fork {
            Fork::Throw(_, weights) => &weights[self.at],
            Fork::Choice(_, share) => share,
            Fork::Ends(ends, _) => &ends[self.at].2,
            Fork::Law(law, _) => &law[self.at].2,
        })
    }
}

enum Fork<B: Rulebook> {
    /// One representative throw for each class the rule tells apart, one after another, and the chance of each class.
    Throw(Vec<i32>, Vec<Weight>),
    /// Every listed choice, each with the same chance.
    Choice(Vec<B::Choice>, Weight),
    /// The merged ends of a scope or loop.
    Ends(Rc<Merges<B::State>>, Progress),
    /// The merged results of a law.
    Law(Rc<Merged<Kept>>, Progress),
}

/// A law: its rule, its key, and the type of its results.
type Key = (RuleId, Kept, TypeId);

/// One end of an enumeration.
#[derive(Clone, Debug)]
pub struct End<S> {
    /// The state. It lies apart: most are large, and go from list to list.
    pub state: Box<S>,
    /// Did the battle end?
    pub flow: Flow,
    /// What has been met on the way; [`Ends::met`] reads it.
    pub(crate) met: Met,
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
    /// What was met on some way, of what was watched for.
    pub signs: Vec<Sign>,
}

impl<S> Ends<S> {
    /// The chance of a predicate.
    pub fn chance(&self, precision: Precision, holds: impl Fn(&End<S>) -> bool) -> Weight {
        let mut sum = Weight::zero(precision);
        self.ends.iter().filter(|end| holds(end)).for_each(|end| sum.add(&end.weight));
        sum
    }

    /// The chance that something is met, of what was [watched](Tree::watching) for.
    #[must_use]
    pub fn met(&self, precision: Precision, sign: Sign) -> Weight {
        let Some(at) = self.signs.iter().position(|known| *known == sign) else { return Weight::zero(precision) };
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let mut missed = Weight::zero(precision);
        self.ends.iter().for_each(|end| missed.add(&end.met.missed(at, &end.weight)));
        missed.complement()
    }

    /// Have all ways to an end met something, of what was [watched](Tree::watching) for? Where ways are kept apart by what
    /// they have met, the others have none of them met it.
    #[must_use]
    pub fn all_met(&self, end: &End<S>, sign: Sign) -> bool {
        let at = self.signs.iter().position(|known| *known == sign).and_then(|at| u32::try_from(at).ok());
        at.is_some_and(|at| end.met.surely().has(at))
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
            way: Way::default(),
            trail: Trail::default(),
            spares: Vec::new(),
            spare_ways: Vec::new(),
            frames: Vec::new(),
            past: Past::none(),
            ear: Ear::default(),
            noted: None,
            laws: FxHashMap::default(),
            read_state: false,
            leaves: 0,
            work: 0,
            budget,
            interrupt: None,
        }
    }

    /// Listens for what is met: [`Ends::met`] tells how likely.
    #[must_use]
    pub fn watching(mut self, watch: Watch) -> Self {
        self.ear = Ear::new(watch);
        self
    }

    /// Listens with an ear that has heard something already.
    pub(crate) fn hearing(mut self, ear: Ear) -> Self {
        self.ear = ear;
        self
    }

    pub(crate) fn into_ear(self) -> Ear {
        self.ear
    }

    /// Uses the memory of these states, which nobody needs any more.
    pub(crate) fn reusing(mut self, spares: Vec<Box<B::State>>) -> Self {
        self.spares = spares;
        self
    }

    /// The memory of states that it does not need any more.
    pub(crate) fn into_spares(self) -> Vec<Box<B::State>> {
        self.spares
    }

    /// Keeps every different check that is made: [`noted`](Tree::noted).
    #[must_use]
    pub fn noting(mut self) -> Self {
        self.noted = Some(Numbered::default());
        self
    }

    /// The checks that were made on any branch, in the order first met.
    #[must_use]
    pub fn noted(&self) -> &[Check<Itemised>] {
        self.noted.as_ref().map_or(&[], Numbered::all)
    }

    /// Takes what has been given in the step already: answers by name in order, as a session does, and edicts at their
    /// boundary. What remains open is enumerated.
    ///
    /// Signs count at open questions, and before them once `counting_from` answers have been used.
    #[must_use]
    pub fn after(mut self, answers: &'g [Answer<B::Choice>], edicts: &'g [Timed], counting_from: usize) -> Self
    where
        B: Scribe,
    {
        self.past = Past::of(self.setup, answers, edicts, counting_from);
        self
    }

    /// Gives up at the next branch when somebody asks it to stop, as it does when the budget is used up.
    #[must_use]
    pub fn stopped_by(mut self, interrupt: &'g Interrupt) -> Self {
        self.interrupt = Some(interrupt);
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
        let mut from = self.kept(s);
        let before = self.leaves;
        let merged = self.enumerate(&mut from).map_err(|Stop| self.over_budget());
        self.spares.push(from);
        let merged = Rc::unwrap_or_clone(merged?);
        let mut ends = Vec::with_capacity(merged.len());
        ends.extend(merged.into_iter().filter_map(|((state, flow), trail, weight)| {
            Some(End { state, flow: *flow.get::<Flow>()?, met: trail.met, weight })
        }));
        Ok(Ends { ends, leaves: self.leaves - before, signs: self.ear.known().to_vec() })
    }

    /// Plays the step along every branch.
    fn enumerate(&mut self, s: &mut B::State) -> Result<Rc<Merges<B::State>>, Stop> {
        self.past.begin();
        self.trail = Trail::default();
        self.open_scope(s);
        loop {
            self.boundary(s);
            // A modifier's rule is met as well, by whoever listens for rules, and what dice must not exceed are modifiers.
            let flow = match self.noted.is_some() || self.ear.hears_modifiers() {
                true => B::step_itemised(self.setup, s, &mut AnyTable::new(self))?,
                false => B::step_bare(self.setup, s, &mut AnyTable::new(self))?,
            };
            if let Some(merged) = self.scope_done(s, <dyn AnyValue>::of(flow))? {
                return Ok(merged);
            }
        }
    }

    fn over_budget(&mut self) -> OverBudget {
        self.way = Way::default();
        self.frames.clear();
        OverBudget { leaves: self.leaves }
    }

    /// Goes on to the next branch, if there is one.
    fn advance(&mut self) -> bool {
        let Way { path, chosen, .. } = &mut self.way;
        while let Some(node) = path.last_mut() {
            node.at += 1;
            if node.at < node.branches() {
                chosen.truncate(node.answered);
                return true;
            }
            if let Some(PathNode { fork: Fork::Ends(ends, _), .. }) = path.pop()
                && let Ok(ends) = Rc::try_unwrap(ends)
            {
                self.spares.extend(ends.into_iter().map(|((state, _), ..)| state));
            }
        }
        chosen.clear();
        false
    }

    /// Is there room for one more fork? A step that forks on and on, such as free actions taken for ever, has no end.
    fn room(&self) -> Result<(), Stop> {
        let patience = self.budget.saturating_mul(WORK_PER_LEAF);
        if self.way.path.len() < DEEPEST && self.work <= patience { Ok(()) } else { Err(Stop) }
    }

    /// The chance of the running branch, as far as it has gone.
    fn weight(&self) -> Weight {
        self.way.path.last().map_or(Weight::one(self.precision), PathNode::chance)
    }

    /// Has the branch passed all forks that are known?
    fn is_new(&self) -> bool {
        self.way.cursor == self.way.path.len()
    }

    fn push(&mut self, fork: Fork<B>) {
        let chance = self.weight();
        self.way.path.push(PathNode { chance, answered: self.way.answered, fork, at: 0 });
    }

    /// The next fork on the way, which is passed.
    fn pass(&mut self) -> Option<&PathNode<B>> {
        let node = self.way.path.get(self.way.cursor)?;
        self.way.cursor += 1;
        Some(node)
    }

    /// Applies the edicts whose time has come.
    fn boundary(&mut self, s: &mut B::State) {
        self.past.boundary(s, &mut self.trail.decreed);
    }

    /// Does it matter here what one of these throws comes to?
    fn hears_throws(&self, casts: &[Cast<'_>]) -> bool {
        self.past.counts() && self.ear.hears_throws(casts)
    }

    /// A rule is met.
    fn meet(&mut self, rule: RuleId) {
        if self.past.counts() {
            self.ear.rule(rule, |sign| self.trail.met.add(sign));
        }
    }

    /// Keeps a check that is made, and its rules as met.
    fn note(&mut self, cast: &Cast<'_>) {
        let Check { rule, who, dice, .. } = cast.check;
        self.meet(rule);
        cast.terms.iter().filter(|term| term.counts()).for_each(|term| self.meet(term.rule));
        if let Some(noted) = &mut self.noted
            && self.past.counts()
        {
            noted.number(Check { rule, who, dice, terms: cast.terms.into() });
        }
    }

    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Result<B::Choice, Stop> {
        self.work += 1;
        // The branch before has made it on the same way, and whether it read the state is known since.
        if let Some(choice) = self.way.chosen.get(self.way.answered) {
            self.way.answered += 1;
            return Ok(choice.clone());
        }
        let choice = match self.policy.insists(self.setup, s, who, ask) {
            Some(choice) => {
                self.read_state = true;
                choice
            }
            None if self.policy.is_even(self.setup, who) => {
                self.read_state = true;
                return self.each_option(s, who, ask);
            }
            None => {
                self.read_state |= !self.policy.reads_only_the_ask();
                self.policy.choose(self.setup, s, rule, who, ask, &mut Rng::for_fight(0, 0))
            }
        };
        self.way.chosen.push(choice.clone());
        self.way.answered += 1;
        Ok(choice)
    }

    fn each_option(&mut self, s: &B::State, who: Id, ask: &B::Ask) -> Result<B::Choice, Stop> {
        if self.is_new() {
            self.room()?;
            let options = listed::<B>(self.setup, s, who, ask);
            let share = Weight::ratio(self.precision, 1, options.len() as u128);
            self.push(Fork::Choice(options, share));
        }
        let node = self.pass().ok_or(Stop)?;
        let Fork::Choice(options, _) = &node.fork else { return Err(Stop) };
        options.get(node.at).cloned().ok_or(Stop)
    }
}

/// Loops such as "throw again while equal" may go round for ever, with an ever smaller chance. In double precision what
/// is left soon changes no sum any more. Fractions say it at once where a pass comes back to where it began, and
/// otherwise go on until the budget is used up.
fn is_dust<T>(precision: Precision, running: &Merged<T>) -> bool {
    precision == Precision::Float && running.iter().map(|(_, _, weight)| weight.value()).sum::<f64>() < DUST
}

/// Every listed choice; where a rule lists none, the one that a table would make without asking.
pub(crate) fn listed<B: Rulebook>(g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Vec<B::Choice> {
    let mut options = Vec::new();
    B::options(g, s, who, ask, &mut |option| options.push(option));
    if options.is_empty() {
        options.extend(B::standing(g, s, who, ask));
    }
    options
}
