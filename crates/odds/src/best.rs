//! Best choices: each side that deliberates makes its own chance to win as large as it can.
//!
//! A choice is worth what follows it, so values are worked out from the end: piece by piece of the fight, and within a
//! piece in which one can go round in circles, again and again until nothing changes. What is best is then followed as
//! any policy is.

use std::collections::BinaryHeap;

use skirmish_kernel::{Branch, Ending, Node, OverBudget, Prospect, StepTree, Target};

use crate::circles::pieces;
use crate::shift::{CUT, DUST, Order, Watch, slot, solve};
use crate::solution::{Solution, Stopped};

/// Follows a fight to its end in which the sides that deliberate take their best choices.
///
/// All sides see the whole state, and know the chances and what the others will do. What is as large as can be is the
/// chance that the own side wins in the end, however long that takes; how many are left counts for nothing. Of choices that are
/// equally good, the first listed is taken among those that were found to be so first.
pub fn solve_best(prospect: &mut dyn Prospect, order: &Order, watch: &dyn Watch) -> Solution {
    let mut map = Map::new();
    let mut dust = order.left * CUT * DUST;
    loop {
        let explored = map.explore(prospect, dust, order, watch);
        if let Err(stopped) = explored
            && map.explored == 0
        {
            return unknown(prospect, stopped);
        }
        let mut choosers = Choosers::new(std::mem::take(&mut map.trees), prospect.endings());
        let settled = choosers.settle(watch);
        let mut chosen = Chosen { prospect, choosers: &choosers };
        let solution = Solution { settled, ..solve(&mut chosen, order, watch) };
        map.trees = choosers.trees;
        match explored {
            // The best of what was looked at, and perhaps not of all.
            Err(stopped) => return Solution { stopped, settled: false, ..solution },
            Ok(()) if solution.left <= order.left || solution.stopped != Stopped::Done => return solution,
            // Each unlikely, but too many of them: on to the next.
            Ok(()) => dust *= 1e-3,
        }
    }
}

/// What has been looked at, the likeliest states first.
struct Map {
    /// By state; nothing where nobody has looked.
    trees: Vec<StepTree>,
    explored: usize,
    /// How likely each state can be made along the likeliest way to it.
    reach: Vec<f64>,
    /// States to be looked at. Chances are not negative, so their bits are in order.
    open: BinaryHeap<(u64, u32)>,
}

impl Map {
    fn new() -> Self {
        let open = BinaryHeap::from([(1.0f64.to_bits(), 0u32)]);
        Self { trees: Vec::new(), explored: 0, reach: vec![1.0], open }
    }

    /// All states that some choices can make likelier than dust, and what can be chosen there.
    fn explore(
        &mut self,
        prospect: &mut dyn Prospect,
        dust: f64,
        order: &Order,
        watch: &dyn Watch,
    ) -> Result<(), Stopped> {
        while let Some((likely, state)) = self.open.pop() {
            let at = state as usize;
            if self.trees.get(at).is_some_and(|tree| !tree.nodes.is_empty()) {
                continue;
            }
            if f64::from_bits(likely) < dust {
                self.open.push((likely, state));
                break;
            }
            if self.explored >= order.most_states {
                return Err(Stopped::States);
            }
            if watch.stops() {
                return Err(Stopped::Asked);
            }
            let tree = prospect.deliberate(state).map_err(|_| Stopped::Leaves)?;
            for (to, chance) in likeliest(&tree, f64::from_bits(likely)) {
                let place = slot(&mut self.reach, to as usize);
                if chance > *place {
                    *place = chance;
                    self.open.push((chance.to_bits(), to));
                }
            }
            *slot(&mut self.trees, at) = tree;
            self.explored += 1;
            watch.done(0.0, self.explored);
        }
        Ok(())
    }
}

/// The states that a tree leads to, each with its chance if everybody wants to get there.
fn likeliest(tree: &StepTree, chance: f64) -> Vec<(u32, f64)> {
    let mut chances = vec![0.0; tree.nodes.len()];
    if let Some(whole) = chances.last_mut() {
        *whole = chance;
    }
    let mut leads = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let chance = chances.get(at).copied().unwrap_or(0.0);
        let mut on = |part: u32, share: f64| {
            if let Some(known) = chances.get_mut(part as usize) {
                *known = f64::max(*known, chance * share);
            }
        };
        match node {
            Node::Chance(parts) => parts.iter().for_each(|(share, part)| on(*part, *share)),
            Node::Choice(_, parts) => parts.iter().for_each(|part| on(*part, 1.0)),
            Node::Leaf(end) => {
                if let Some(Branch { to: Target::State(to), .. }) = tree.branches.get(*end as usize) {
                    leads.push((*to, chance));
                }
            }
        }
    }
    leads
}

/// Nothing is known before everything has been looked at.
fn unknown(prospect: &dyn Prospect, stopped: Stopped) -> Solution {
    Solution {
        endings: Vec::new(),
        ended: Vec::new(),
        endless: 0.0,
        left: 1.0,
        lost: 0.0,
        states: prospect.states(),
        branches: 0,
        leaves: prospect.leaves(),
        stopped,
        settled: false,
    }
}

/// Another choice must be better by this much to be taken instead: what is less is a rounding.
const BETTER: f64 = 1e-13;

/// Values that change by less have settled.
const STILL: f64 = 1e-15;

/// Values that still change after so many rounds of looking are said not to have settled.
const MOST_SWEEPS: u32 = 100_000;

/// What everybody chooses, and what comes of it.
struct Choosers {
    trees: Vec<StepTree>,
    /// Of each node of each tree: which part is chosen there, where one is.
    picks: Vec<Vec<u32>>,
    sides: usize,
    /// The chance of each side to win, state by state.
    values: Vec<f64>,
    /// The winner of each ending.
    winners: Vec<Option<usize>>,
    /// Of each node of the tree that is looked at.
    scratch: Vec<f64>,
}

impl Choosers {
    fn new(trees: Vec<StepTree>, endings: &[Ending]) -> Self {
        let winners: Vec<Option<usize>> =
            endings.iter().map(|ending| ending.winner.map(|side| usize::from(side.0))).collect();
        let choosers = trees.iter().flat_map(|tree| &tree.nodes).filter_map(|node| match node {
            Node::Choice(side, _) => Some(usize::from(side.0)),
            _ => None,
        });
        let sides = choosers.chain(winners.iter().flatten().copied()).max().map_or(1, |most| most + 1);
        let picks = trees.iter().map(|tree| vec![0; tree.nodes.len()]).collect();
        // Nobody wins, as far as is known: so nobody takes a way round in circles for a way to win.
        let values = vec![0.0; trees.len() * sides];
        Self { trees, picks, sides, values, winners, scratch: Vec::new() }
    }

    /// Works out what is best everywhere. False when the choices of several sides chase each other.
    fn settle(&mut self, watch: &dyn Watch) -> bool {
        let next = |state: usize, lead: &mut dyn FnMut(u32)| {
            for way in self.trees.get(state).map_or(&[][..], |tree| &tree.branches) {
                if let Target::State(to) = way.to {
                    lead(to);
                }
            }
        };
        let mut settled = true;
        for piece in pieces(self.trees.len(), &next) {
            let mut sweeps = 0;
            loop {
                let change = piece.iter().map(|state| self.look(*state as usize)).fold(0.0, f64::max);
                sweeps += 1;
                if change < STILL {
                    break;
                }
                if sweeps >= MOST_SWEEPS || watch.stops() {
                    settled = false;
                    break;
                }
            }
        }
        settled
    }

    /// Looks at a state once more. Gives by how much its values have changed.
    fn look(&mut self, state: usize) -> f64 {
        let Self { trees, picks, sides, values, winners, scratch } = self;
        let (Some(tree), Some(picks)) = (trees.get(state), picks.get_mut(state)) else { return 0.0 };
        let sides = *sides;
        scratch.clear();
        scratch.resize(tree.nodes.len() * sides, 0.0);
        for (at, (node, pick)) in tree.nodes.iter().zip(picks).enumerate() {
            for side in 0..sides {
                let of = |part: u32| scratch.get(part as usize * sides + side).copied().unwrap_or(0.0);
                let value = match node {
                    Node::Chance(parts) => parts.iter().map(|(chance, part)| chance * of(*part)).sum(),
                    Node::Leaf(end) => match tree.branches.get(*end as usize).map(|way| way.to) {
                        Some(Target::State(to)) => values.get(to as usize * sides + side).copied().unwrap_or(0.0),
                        Some(Target::End(end)) => {
                            let winner = winners.get(end as usize).copied().flatten();
                            f64::from(u8::from(winner == Some(side)))
                        }
                        None => 0.0,
                    },
                    Node::Choice(chooser, parts) => {
                        if side == 0 {
                            let own = usize::from(chooser.0);
                            let of = |part: &u32| scratch.get(*part as usize * sides + own).copied().unwrap_or(0.0);
                            *pick = better(parts, *pick, of);
                        }
                        parts.get(*pick as usize).map_or(0.0, |part| of(*part))
                    }
                };
                if let Some(place) = scratch.get_mut(at * sides + side) {
                    *place = value;
                }
            }
        }
        let whole = scratch.len().saturating_sub(sides);
        let mut change: f64 = 0.0;
        for (side, value) in scratch.iter().skip(whole).enumerate() {
            if let Some(known) = values.get_mut(state * sides + side) {
                change = change.max((value - *known).abs());
                *known = *value;
            }
        }
        change
    }

    /// Where a step leads when everybody takes what is best.
    fn branches(&self, state: usize, branches: &mut Vec<Branch>) {
        branches.clear();
        let (Some(tree), Some(picks)) = (self.trees.get(state), self.picks.get(state)) else { return };
        let mut chances = vec![0.0; tree.nodes.len()];
        if let Some(whole) = chances.last_mut() {
            *whole = 1.0;
        }
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            let chance = chances.get(at).copied().unwrap_or(0.0);
            if chance == 0.0 {
                continue;
            }
            let mut on = |part: u32, share: f64| {
                if let Some(sum) = chances.get_mut(part as usize) {
                    *sum += chance * share;
                }
            };
            match node {
                Node::Chance(parts) => parts.iter().for_each(|(share, part)| on(*part, *share)),
                Node::Choice(_, parts) => {
                    let pick = picks.get(at).and_then(|pick| parts.get(*pick as usize));
                    pick.into_iter().for_each(|part| on(*part, 1.0));
                }
                Node::Leaf(end) => {
                    branches.extend(tree.branches.get(*end as usize).map(|way| Branch { chance, ..*way }))
                }
            }
        }
    }
}

/// The part that is chosen: the one that has been, unless another one is better.
fn better(parts: &[u32], pick: u32, of: impl Fn(&u32) -> f64) -> u32 {
    let now = parts.get(pick as usize).map_or(f64::NEG_INFINITY, &of);
    let mut best = (pick, now + BETTER);
    for (at, part) in (0u32..).zip(parts) {
        let value = of(part);
        if value > best.1 {
            best = (at, value);
        }
    }
    best.0
}

/// The fight as it goes when everybody takes what is best.
struct Chosen<'p> {
    prospect: &'p mut dyn Prospect,
    choosers: &'p Choosers,
}

impl Prospect for Chosen<'_> {
    fn states(&self) -> usize {
        self.prospect.states()
    }

    fn step(&mut self, state: u32, branches: &mut Vec<Branch>) -> Result<(), OverBudget> {
        self.choosers.branches(state as usize, branches);
        Ok(())
    }

    fn deliberate(&mut self, state: u32) -> Result<StepTree, OverBudget> {
        self.prospect.deliberate(state)
    }

    fn first_round(&self) -> u32 {
        self.prospect.first_round()
    }

    fn most_rounds(&self) -> Option<u32> {
        self.prospect.most_rounds()
    }

    fn broken_off(&mut self, state: u32) -> u32 {
        self.prospect.broken_off(state)
    }

    fn endings(&self) -> &[Ending] {
        self.prospect.endings()
    }

    fn leaves(&self) -> u64 {
        self.prospect.leaves()
    }
}
