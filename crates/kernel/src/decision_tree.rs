//! Every outcome and every choice of a step: a tree in which dice and people alternate.

mod answerer;
mod frames;
pub mod nodes;
pub(crate) mod told;

use std::any::TypeId;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use frames::{End, Frame, Grown, Open};
pub(crate) use nodes::Node;
use nodes::Nodes;
use told::Node as Told;

use crate::any_table::{AnyTable, AnyValue, Kept, Stop};
use crate::dice::Rng;
use crate::tape::{Answer, Timed};
use crate::tree::known::{Past, Progress};
use crate::tree::signs::{Ear, Sign, Signs, Watch};
use crate::{Flow, Id, Interrupt, OverBudget, Policy, Precision, RuleId, Rulebook, Scribe, Side, Weight};

/// The most forks one after another on one branch of one scope.
const DEEPEST: usize = 500;

/// A table that follows every branch and every choice of those who deliberate.
///
/// What a [`Tree`](crate::Tree) weighs and adds up must be kept apart here, since nobody knows yet what will be chosen:
/// each scope, loop and law becomes a tree of its own, over those ends of it that differ. What follows is explored once
/// for each of these ends and put in its place, so that nested procedures do not multiply here either.
pub struct DecisionTree<'g, B: Rulebook> {
    setup: &'g B::Setup,
    policy: Box<dyn Policy<B> + 'g>,
    /// Who looks at every choice, and takes the best: sides, one bit each. The others follow the policy.
    deliberates: u64,
    precision: Precision,
    side: fn(&B::Setup, Id) -> Side,
    path: Vec<PathNode<B>>,
    cursor: usize,
    /// The explorations that the running one is inside of, and itself, the innermost last.
    frames: Vec<Frame<B>>,
    nodes: Nodes,
    /// What has been given in the step already, and how far the current branch has come in it.
    past: Past<'g, B>,
    carried: Carried,
    /// So many decisions of a branch are looked into; the policy makes the others.
    most: u32,
    ear: Ear,
    /// What the current branch has met since the enumeration began.
    met: Signs,
    laws: FxHashMap<Key, Rc<Grown<Kept>>>,
    /// Somebody was asked: the running law is none.
    asked: bool,
    leaves: u64,
    budget: u64,
    /// Who may stop it before that.
    interrupt: Option<&'g Interrupt>,
}

/// What a branch carries along besides its state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Carried {
    /// How many of the edicts given in the step have been applied.
    decreed: usize,
    /// How many decisions were made, where they are counted.
    made: u32,
}

/// A fork on the current path.
struct PathNode<B: Rulebook> {
    fork: Fork<B>,
    /// The trees of the branches that are done.
    parts: Vec<u32>,
}

enum Fork<B: Rulebook> {
    /// One representative throw for each class the rule tells apart; `naturals` holds them one after another.
    Throw { naturals: Vec<i32>, chances: Vec<Weight> },
    /// Every listed choice: as somebody decides, or each as likely as the others.
    Choice { who: Id, options: Vec<B::Choice>, decides: bool },
    /// The ends of a scope or loop.
    Ends(Grown<End<B::State>>, Progress),
    /// The results of a law.
    Law(Rc<Grown<Kept>>, Progress),
}

impl<B: Rulebook> Fork<B> {
    fn branches(&self) -> usize {
        match self {
            Self::Throw { chances, .. } => chances.len(),
            Self::Choice { options, .. } => options.len(),
            Self::Ends(grown, _) => grown.ends.len(),
            Self::Law(law, _) => law.ends.len(),
        }
    }
}

/// A law: its rule, its key, and the type of its results.
type Key = (RuleId, Kept, TypeId);

impl<'g, B: Rulebook> DecisionTree<'g, B> {
    /// A table at which the sides in `deliberates` (one bit each) take what is best, and the others follow a policy. It
    /// gives up after `budget` branches.
    pub fn new(
        setup: &'g B::Setup,
        policy: Box<dyn Policy<B> + 'g>,
        side: fn(&B::Setup, Id) -> Side,
        deliberates: u64,
        budget: u64,
    ) -> Self {
        Self {
            setup,
            policy,
            deliberates,
            precision: Precision::Float,
            side,
            path: Vec::new(),
            cursor: 0,
            frames: Vec::new(),
            nodes: Nodes::default(),
            past: Past::none(),
            carried: Carried::default(),
            most: u32::MAX,
            ear: Ear::default(),
            met: Signs::default(),
            laws: FxHashMap::default(),
            asked: false,
            leaves: 0,
            budget,
            interrupt: None,
        }
    }

    /// Takes what has been given in the step already, as [`Tree::after`](crate::Tree::after) does.
    #[must_use]
    pub fn after(mut self, answers: &'g [Answer<B::Choice>], edicts: &'g [Timed], counting_from: usize) -> Self
    where
        B: Scribe,
    {
        self.past = Past::of(self.setup, answers, edicts, counting_from);
        self
    }

    /// Listens for what is met; nothing of it is in the tree that [`step`](Self::step) gives.
    pub(crate) fn watching(mut self, watch: Watch) -> Self {
        self.ear = Ear::new(watch);
        self
    }

    /// Counts in fractions, or in floats as it does unless it is told.
    pub(crate) fn counting(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// Looks into so many decisions of a branch; those behind are made by the policy.
    pub(crate) fn deciding(mut self, most: u32) -> Self {
        self.most = most;
        self
    }

    /// What was met on some way.
    pub(crate) fn signs(&self) -> &[Sign] {
        self.ear.known()
    }

    /// Gives up at the next branch when somebody asks it to stop.
    pub(crate) fn stopped_by(mut self, interrupt: &'g Interrupt) -> Self {
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
    }

    /// Every way one step can go: the ends, and the tree over them, parts before what they are part of, the whole last.
    /// In it, [`Node::Leaf`](crate::Node::Leaf) is the place of an end in the list.
    ///
    /// # Errors
    /// When the budget is used up, or people of several sides choose at once and in secret: then there need be no
    /// single best choice.
    #[allow(clippy::type_complexity, reason = "two lists")]
    pub fn step(&mut self, s: &B::State) -> Result<(Vec<(B::State, Flow)>, Vec<Told>), OverBudget> {
        let (ends, nodes) = self.explore(s)?;
        let mut places: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut told = Vec::with_capacity(nodes.len());
        for node in nodes {
            let at = |part: &u32| places.get(*part as usize).copied().unwrap_or(0);
            let tell = match node {
                Node::Chance(parts) => {
                    Told::Chance(parts.iter().map(|(chance, part)| (chance.value(), at(part))).collect())
                }
                Node::Choice(who, parts) => Told::Choice((self.side)(self.setup, who), parts.iter().map(at).collect()),
                Node::Leaf(end) => Told::Leaf(end),
                Node::Met(_, part) => {
                    places.push(at(&part));
                    continue;
                }
            };
            places.push(u32::try_from(told.len()).unwrap_or(u32::MAX));
            told.push(tell);
        }
        Ok((ends, told))
    }

    /// The same, with what is met on the way.
    #[allow(clippy::type_complexity, reason = "two lists")]
    pub(crate) fn explore(&mut self, s: &B::State) -> Result<(Vec<(B::State, Flow)>, Vec<Node>), OverBudget> {
        let explored = self.enumerate(s).map(|Grown { ends, root }| {
            let nodes = self.part_of(root);
            (ends.into_iter().filter_map(|(state, flow, _)| Some((state, *flow.get::<Flow>()?))).collect(), nodes)
        });
        // Trees of one step are of no use in another, and laws refer to them.
        (self.nodes, self.laws) = (Nodes::default(), FxHashMap::default());
        explored.map_err(|Stop| {
            self.path.clear();
            self.frames.clear();
            OverBudget { leaves: self.leaves }
        })
    }

    /// Plays the step along every branch.
    fn enumerate(&mut self, s: &B::State) -> Result<Grown<End<B::State>>, Stop> {
        let mut s = s.clone();
        self.past.begin();
        (self.met, self.carried) = (Signs::default(), Carried::default());
        self.open(Open::scope(s.clone()));
        loop {
            self.boundary(&mut s);
            let flow = match self.ear.hears_modifiers() {
                true => B::step_itemised(self.setup, &mut s, &mut AnyTable::new(self))?,
                false => B::step_bare(self.setup, &mut s, &mut AnyTable::new(self))?,
            };
            if let Some(grown) = self.scope_done(&mut s, <dyn AnyValue>::of(flow))? {
                return Ok(grown);
            }
        }
    }

    /// The nodes that a root holds together, named by their places in the list, parts before what they are part of.
    fn part_of(&self, root: u32) -> Vec<Node> {
        let mut needed = vec![root];
        let mut all = std::collections::BTreeSet::new();
        while let Some(node) = needed.pop() {
            if all.insert(node) {
                match self.nodes.get(node) {
                    Some(Node::Chance(parts)) => needed.extend(parts.iter().map(|(_, part)| *part)),
                    Some(Node::Choice(_, parts)) => needed.extend(parts),
                    Some(Node::Met(_, part)) => needed.push(*part),
                    _ => {}
                }
            }
        }
        // Parts have smaller numbers than what they are part of.
        let places: FxHashMap<u32, u32> = all.iter().copied().zip(0..).collect();
        let at = |part: &mut u32| *part = places.get(part).copied().unwrap_or(0);
        let mut nodes: Vec<Node> = all.iter().filter_map(|node| self.nodes.get(*node).cloned()).collect();
        for node in &mut nodes {
            match node {
                Node::Chance(parts) => parts.iter_mut().for_each(|(_, part)| at(part)),
                Node::Choice(_, parts) => parts.iter_mut().for_each(at),
                Node::Met(_, part) => at(part),
                Node::Leaf(_) => {}
            }
        }
        nodes
    }

    /// A branch is done. Goes on to the next one; where there is none, gives the tree of all.
    fn advance(&mut self, mut done: u32) -> Result<Option<u32>, Stop> {
        loop {
            let Some(mut node) = self.path.pop() else { return Ok(Some(done)) };
            node.parts.push(done);
            if node.parts.len() < node.fork.branches() {
                self.path.push(node);
                return Ok(None);
            }
            done = self.joined(node)?;
        }
    }

    /// The tree of a fork whose branches are done.
    fn joined(&mut self, node: PathNode<B>) -> Result<u32, Stop> {
        let PathNode { fork, parts } = node;
        match fork {
            Fork::Throw { chances, .. } => Ok(self.nodes.chance(chances.into_iter().zip(parts))),
            Fork::Choice { who, decides: true, .. } => Ok(self.nodes.choice(who, parts)),
            Fork::Choice { .. } => {
                let share = Weight::ratio(self.precision, 1, parts.len().max(1) as u128);
                Ok(self.nodes.chance(parts.into_iter().map(|part| (share.clone(), part))))
            }
            Fork::Ends(Grown { root, .. }, _) => self.put_in(root, &parts),
            Fork::Law(law, _) => self.put_in(law.root, &parts),
        }
    }

    /// A tree with a part in the place of each leaf.
    fn put_in(&mut self, root: u32, parts: &[u32]) -> Result<u32, Stop> {
        self.nodes.replace(root, &mut |_, leaf| parts.get(leaf as usize).copied()).ok_or(Stop)
    }

    /// Is there room for one more fork?
    fn room(&self) -> Result<(), Stop> {
        if self.path.len() < DEEPEST { Ok(()) } else { Err(Stop) }
    }

    fn push(&mut self, fork: Fork<B>) {
        self.path.push(PathNode { fork, parts: Vec::new() });
    }

    fn decides(&self, who: Id) -> bool {
        let side = u32::from((self.side)(self.setup, who).0);
        self.deliberates.checked_shr(side).is_some_and(|bits| bits & 1 == 1)
    }

    /// Applies the edicts whose time has come.
    fn boundary(&mut self, s: &mut B::State) {
        self.past.boundary(s, &mut self.carried.decreed);
    }

    /// A rule is met.
    fn meet(&mut self, rule: RuleId) {
        if self.past.counts() {
            self.ear.rule(rule, |sign| self.met.add(sign));
        }
    }

    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Result<B::Choice, Stop> {
        self.asked = true;
        if let Some(choice) = self.policy.insists(self.setup, s, who, ask) {
            return Ok(choice);
        }
        let decides = self.decides(who) && self.carried.made < self.most;
        if !decides && !self.policy.is_even(self.setup, who) {
            return Ok(self.policy.choose(self.setup, s, rule, who, ask, &mut Rng::for_fight(0, 0)));
        }
        // Where all decisions are looked into, their number must not keep branches apart.
        self.carried.made += u32::from(decides && self.most < u32::MAX);
        if self.cursor == self.path.len() {
            self.room()?;
            let options = crate::tree::listed::<B>(self.setup, s, who, ask);
            self.push(Fork::Choice { who, options, decides });
        }
        let node = self.path.get(self.cursor).ok_or(Stop)?;
        self.cursor += 1;
        let Fork::Choice { options, .. } = &node.fork else { return Err(Stop) };
        options.get(node.parts.len()).cloned().ok_or(Stop)
    }
}

impl<B: Rulebook> std::fmt::Debug for DecisionTree<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DecisionTree")
            .field("leaves", &self.leaves)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
