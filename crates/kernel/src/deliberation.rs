//! Every outcome and every choice of a step: a tree in which dice and people alternate.

mod knots;
mod table;

use std::any::Any;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use knots::{Knot, Knots};

use crate::dice::Rng;
use crate::fights::Knot as Told;
use crate::numbered::Numbered;
use crate::tape::Stop;
use crate::{Flow, Id, OverBudget, Policy, RuleId, Rulebook, Side};

/// The most forks one after another on one branch of one scope.
const DEEPEST: usize = 500;

/// A table that follows every branch and every choice of those who deliberate.
///
/// What a [`Tree`](crate::Tree) weighs and adds up must be kept apart here, since nobody knows yet what will be chosen:
/// each scope, loop and law becomes a tree of its own, over those ends of it that differ. What follows is explored once
/// for each of these ends and put in its place, so that nested procedures do not multiply here either.
pub struct Deliberation<'g, B: Rulebook> {
    setup: &'g B::Setup,
    policy: Box<dyn Policy<B> + 'g>,
    /// Who looks at every choice, and takes the best: sides, one bit each. The others follow the policy.
    deliberates: u64,
    side: fn(&B::Setup, Id) -> Side,
    path: Vec<Node<B::Choice>>,
    cursor: usize,
    knots: Knots,
    laws: FxHashMap<RuleId, Box<dyn Any>>,
    /// Somebody was asked: the running law is none.
    asked: bool,
    leaves: u64,
    budget: u64,
}

/// A fork on the current path.
struct Node<C> {
    fork: Fork<C>,
    /// The trees of the branches that are done.
    parts: Vec<u32>,
}

enum Fork<C> {
    /// One representative throw for each class the rule tells apart.
    Throw { naturals: Vec<i32>, each: usize, chances: Vec<f64> },
    /// Every listed choice: as somebody decides, or each as likely as the others.
    Choice { who: Id, options: Vec<C>, decides: bool },
    /// The ends of a scope, loop or law, and the tree over them.
    Ends { ends: Rc<dyn Any>, count: usize, root: u32 },
}

impl<C> Fork<C> {
    fn branches(&self) -> usize {
        match self {
            Self::Throw { chances, .. } => chances.len(),
            Self::Choice { options, .. } => options.len(),
            Self::Ends { count, .. } => *count,
        }
    }
}

/// Different ends, and the tree over them.
struct Grown<R> {
    ends: Vec<R>,
    root: u32,
}

impl<'g, B: Rulebook> Deliberation<'g, B> {
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
            side,
            path: Vec::new(),
            cursor: 0,
            knots: Knots::default(),
            laws: FxHashMap::default(),
            asked: false,
            leaves: 0,
            budget,
        }
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
    /// In it, [`Knot::Leaf`](crate::Knot::Leaf) is the place of an end in the list.
    ///
    /// # Errors
    /// When the budget is used up, or people of several sides choose at once and in secret: then there need be no
    /// single best choice.
    #[allow(clippy::type_complexity, reason = "two lists")]
    pub fn step(&mut self, s: &B::State) -> Result<(Vec<(B::State, Flow)>, Vec<Told>), OverBudget> {
        let setup = self.setup;
        let grown = self.grow(s, |s, t| B::step(setup, s, t));
        let told = grown.map(|grown| {
            let tree = self.told(grown.root);
            (grown.ends, tree)
        });
        // Trees of one step are of no use in another, and laws refer to them.
        (self.knots, self.laws) = (Knots::default(), FxHashMap::default());
        told.map_err(|Stop| {
            self.path.clear();
            OverBudget { leaves: self.leaves }
        })
    }

    /// The part of the knots that a root holds together.
    fn told(&self, root: u32) -> Vec<Told> {
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        let mut told = Vec::new();
        // Parts have smaller numbers than what they are part of.
        let mut needed = vec![root];
        let mut all = std::collections::BTreeSet::new();
        while let Some(knot) = needed.pop() {
            if all.insert(knot) {
                match self.knots.get(knot) {
                    Some(Knot::Chance(parts)) => needed.extend(parts.iter().map(|(_, part)| *part)),
                    Some(Knot::Choice(_, parts)) => needed.extend(parts),
                    _ => {}
                }
            }
        }
        for knot in all {
            let at = |part: &u32| places.get(part).copied().unwrap_or(0);
            let tell = match self.knots.get(knot) {
                Some(Knot::Chance(parts)) => {
                    Told::Chance(parts.iter().map(|(chance, part)| (*chance, at(part))).collect())
                }
                Some(Knot::Choice(who, parts)) => {
                    Told::Choice((self.side)(self.setup, *who), parts.iter().map(at).collect())
                }
                Some(Knot::Leaf(end)) => Told::Leaf(*end),
                None => continue,
            };
            places.insert(knot, u32::try_from(told.len()).unwrap_or(u32::MAX));
            told.push(tell);
        }
        told
    }

    /// Runs `body` from `s` along every branch.
    fn grow<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Stop>,
    ) -> Result<Grown<(B::State, R)>, Stop> {
        let outer = (std::mem::take(&mut self.path), self.cursor);
        let mut ends = Numbered::default();
        let root = loop {
            self.cursor = 0;
            let mut state = s.clone();
            let result = body(&mut state, self)?;
            self.leaves += 1;
            if self.leaves > self.budget {
                return Err(Stop);
            }
            let leaf = self.knots.leaf(ends.number((state, result)));
            if let Some(root) = self.advance(leaf)? {
                break root;
            }
        };
        (self.path, self.cursor) = outer;
        Ok(Grown { ends: ends.into_all(), root })
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
    fn joined(&mut self, node: Node<B::Choice>) -> Result<u32, Stop> {
        let Node { fork, parts } = node;
        match fork {
            Fork::Throw { chances, .. } => Ok(self.knots.chance(chances.into_iter().zip(parts))),
            Fork::Choice { who, decides: true, .. } => Ok(self.knots.choice(who, parts)),
            Fork::Choice { .. } => {
                let share = 1.0 / parts.len() as f64;
                Ok(self.knots.chance(parts.into_iter().map(|part| (share, part))))
            }
            Fork::Ends { root, .. } => {
                self.knots.replace(root, &mut |_, leaf| parts.get(leaf as usize).copied()).ok_or(Stop)
            }
        }
    }

    /// Is there room for one more fork?
    fn room(&self) -> Result<(), Stop> {
        if self.path.len() < DEEPEST { Ok(()) } else { Err(Stop) }
    }

    fn push(&mut self, fork: Fork<B::Choice>) {
        self.path.push(Node { fork, parts: Vec::new() });
    }

    fn fork<R: 'static>(&mut self, grown: &Rc<Grown<R>>) {
        let ends: Rc<Grown<R>> = Rc::clone(grown);
        self.push(Fork::Ends { count: grown.ends.len(), root: grown.root, ends });
    }

    /// The end that the current branch takes.
    fn follow<R: Clone + 'static>(&mut self) -> Option<R> {
        let node = self.path.get(self.cursor)?;
        self.cursor += 1;
        let Fork::Ends { ends, .. } = &node.fork else { return None };
        ends.downcast_ref::<Grown<R>>()?.ends.get(node.parts.len()).cloned()
    }

    fn decides(&self, who: Id) -> bool {
        let side = u32::from((self.side)(self.setup, who).0);
        self.deliberates.checked_shr(side).is_some_and(|bits| bits & 1 == 1)
    }

    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Result<B::Choice, Stop> {
        self.asked = true;
        let decides = self.decides(who);
        if !decides && !self.policy.is_even(self.setup, who) {
            return Ok(self.policy.choose(self.setup, s, rule, who, ask, &mut Rng::for_fight(0, 0)));
        }
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

impl<B: Rulebook> std::fmt::Debug for Deliberation<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deliberation")
            .field("leaves", &self.leaves)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
