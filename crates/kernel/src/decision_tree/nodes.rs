//! Trees of chances and choices, in which equal parts are one.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::numbered::Numbered;
use crate::tree::signs::{Gathered, Met, Signs};
use crate::{Id, Precision, Weight};

/// A place in a tree, by number; parts come before what they are part of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    /// Dice fall: each part with its chance.
    Chance(Vec<(Weight, u32)>),
    /// Somebody chooses one of the parts.
    Choice(Id, Vec<u32>),
    /// These signs are met, and the part follows.
    Met(Signs, u32),
    /// An end: the place in a list that belongs to the tree.
    Leaf(u32),
}

// Chances are never NaN: they are quotients and products of counts.
impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Chance(parts) => parts.iter().for_each(|(chance, part)| match chance {
                Weight::Float(chance) => (chance.to_bits(), part).hash(state),
                Weight::Exact(chance) => (chance, part).hash(state),
            }),
            Self::Choice(who, parts) => (who, parts).hash(state),
            Self::Met(signs, part) => (signs, part).hash(state),
            Self::Leaf(at) => at.hash(state),
        }
    }
}

/// All the nodes of a step.
#[derive(Default)]
pub(super) struct Nodes {
    all: Numbered<Node>,
}

/// What is left of a tree without a leaf, if anything, and the chance of that: none where it is the whole tree.
type Split = (Option<u32>, Option<Weight>);

/// What a node becomes where it is used in another tree.
type Become<'b> = &'b mut dyn FnMut(&mut Nodes, u32) -> Option<u32>;

impl Nodes {
    pub(super) fn get(&self, node: u32) -> Option<&Node> {
        self.all.get(node)
    }

    pub(super) fn leaf(&mut self, at: u32) -> u32 {
        self.all.number(Node::Leaf(at))
    }

    /// Signs are met on the way to a part; where there are none, it is the part itself.
    pub(super) fn met(&mut self, signs: Signs, part: u32) -> u32 {
        if signs.is_empty() { part } else { self.all.number(Node::Met(signs, part)) }
    }

    /// Dice fall; parts that are the same are put together.
    pub(super) fn chance(&mut self, parts: impl IntoIterator<Item = (Weight, u32)>) -> u32 {
        let mut merged: Vec<(Weight, u32)> = Vec::new();
        for (chance, part) in parts {
            match merged.iter_mut().find(|(_, known)| *known == part) {
                Some((sum, _)) => sum.add(&chance),
                None => merged.push((chance, part)),
            }
        }
        match merged.as_slice() {
            [(_, only)] => *only,
            _ => self.all.number(Node::Chance(merged)),
        }
    }

    /// Somebody chooses; where it makes no difference there is no choice.
    pub(super) fn choice(&mut self, who: Id, parts: Vec<u32>) -> u32 {
        match parts.as_slice() {
            [first, rest @ ..] if rest.iter().all(|part| part == first) => *first,
            _ => self.all.number(Node::Choice(who, parts)),
        }
    }

    /// The same tree with each leaf replaced. Nothing when a leaf becomes nothing.
    pub(super) fn replace(&mut self, root: u32, become_: Become<'_>) -> Option<u32> {
        let mut done = FxHashMap::default();
        self.replace_in(root, become_, &mut done)
    }

    fn replace_in(&mut self, node: u32, become_: Become<'_>, done: &mut FxHashMap<u32, u32>) -> Option<u32> {
        if let Some(known) = done.get(&node) {
            return Some(*known);
        }
        let new = match self.all.get(node)?.clone() {
            Node::Leaf(at) => become_(self, at)?,
            Node::Met(signs, part) => {
                let part = self.replace_in(part, become_, done)?;
                self.met(signs, part)
            }
            Node::Chance(parts) => {
                let mut new = Vec::with_capacity(parts.len());
                for (chance, part) in parts {
                    new.push((chance, self.replace_in(part, become_, done)?));
                }
                self.chance(new)
            }
            Node::Choice(who, parts) => {
                let mut new = Vec::with_capacity(parts.len());
                for part in parts {
                    new.push(self.replace_in(part, become_, done)?);
                }
                self.choice(who, new)
            }
        };
        done.insert(node, new);
        Some(new)
    }

    /// The tree, given that a certain leaf is not come to: what is thrown again until something else falls. What is met on
    /// the way round may have been met by then. Nothing when somebody may choose to come to the leaf, or nothing else
    /// can be come to.
    pub(super) fn without(&mut self, root: u32, leaf: u32) -> Option<u32> {
        let (rest, left) = self.split(root, leaf, &mut FxHashMap::default())?;
        let rest = rest?;
        let Some(left) = left else { return Some(rest) };
        let (round, again) = self.round(root, leaf, &mut FxHashMap::default())?;
        Some(self.after_rounds(rest, &left, &round, &again))
    }

    fn split(&mut self, node: u32, leaf: u32, done: &mut FxHashMap<u32, Split>) -> Option<Split> {
        if let Some(known) = done.get(&node) {
            return Some(known.clone());
        }
        let split = match self.all.get(node)?.clone() {
            Node::Leaf(at) if at == leaf => (None, None),
            Node::Leaf(_) => (Some(node), None),
            Node::Met(signs, part) => match self.split(part, leaf, done)? {
                (Some(same), None) if same == part => (Some(node), None),
                (rest, share) => (rest.map(|rest| self.met(signs, rest)), share),
            },
            Node::Choice(_, parts) => {
                for part in parts {
                    if self.split(part, leaf, done)? != (Some(part), None) {
                        return None;
                    }
                }
                (Some(node), None)
            }
            Node::Chance(parts) => self.split_chance(node, &parts, leaf, done)?,
        };
        done.insert(node, split.clone());
        Some(split)
    }

    /// The same of dice: each part that is left is so much likelier as less is left.
    fn split_chance(
        &mut self,
        node: u32,
        parts: &[(Weight, u32)],
        leaf: u32,
        done: &mut FxHashMap<u32, Split>,
    ) -> Option<Split> {
        let mut kept = Vec::new();
        let mut total = Weight::zero(parts.first().map_or(Precision::Float, |(chance, _)| chance.precision()));
        for (chance, part) in parts {
            let (rest, share) = self.split(*part, leaf, done)?;
            if let Some(rest) = rest {
                let chance = share.map_or_else(|| chance.clone(), |share| chance.and(&share));
                total.add(&chance);
                kept.push((chance, rest));
            }
        }
        if kept == parts {
            return Some((Some(node), None));
        }
        if kept.is_empty() {
            return Some((None, None));
        }
        let rest = self.chance(kept.into_iter().map(|(chance, part)| (chance.over(&total), part)));
        Some((Some(rest), Some(total)))
    }

    /// What is met on the way to a leaf that dice alone lead to, and the chance of that; nothing where none do.
    fn round(&self, node: u32, leaf: u32, done: &mut FxHashMap<u32, Option<(Met, Weight)>>) -> Option<(Met, Weight)> {
        if let Some(known) = done.get(&node) {
            return known.clone();
        }
        let round = match self.all.get(node)? {
            Node::Leaf(at) => (*at == leaf).then(|| (Met::default(), Weight::one(Precision::Exact))),
            Node::Met(signs, part) => self.round(*part, leaf, done).map(|(mut met, weight)| {
                signs.iter().for_each(|sign| met.add(sign));
                (met, weight)
            }),
            Node::Choice(..) => None,
            Node::Chance(parts) => {
                let mut sum: Option<(Gathered, Weight)> = None;
                for (chance, part) in parts {
                    let Some((met, weight)) = self.round(*part, leaf, done) else { continue };
                    let weight = chance.and(&weight);
                    match &mut sum {
                        None => sum = Some((Gathered::of(met, &weight), weight)),
                        Some((gathered, known)) => {
                            gathered.add(&met, &weight, known);
                            known.add(&weight);
                        }
                    }
                }
                sum.map(|(gathered, weight)| (gathered.met(&weight), weight))
            }
        };
        done.insert(node, round.clone());
        round
    }

    /// A tree before which any number of rounds have been, as [`Met::after_rounds`] has it: another one comes with the
    /// chance `again`, and none with that of what is `left`. Each sign has its own chance, and no two are asked for together.
    fn after_rounds(&mut self, rest: u32, left: &Weight, round: &Met, again: &Weight) -> u32 {
        let mut whole = rest;
        for sign in round.signs() {
            let missed = left.over(&round.missed(sign, again).complement());
            let mut signs = Signs::default();
            signs.add(sign);
            let met = self.met(signs, whole);
            whole = self.chance([(missed.clone(), whole), (missed.complement(), met)]);
        }
        whole
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;

    fn ratio(count: u128, total: u128) -> Weight {
        Weight::ratio(Precision::Exact, count, total)
    }

    const WON: u32 = 0;
    const LOST: u32 = 1;
    const AGAIN: u32 = 2;

    /// A pass that comes round in one of four, having met sign 7 always and sign 3 in half of these cases.
    fn pass(nodes: &mut Nodes) -> u32 {
        let mut behind = |signs: &[u32], leaf: u32| {
            let mut met = Signs::default();
            signs.iter().for_each(|sign| met.add(*sign));
            let leaf = nodes.leaf(leaf);
            nodes.met(met, leaf)
        };
        let parts = [behind(&[7], AGAIN), behind(&[3, 7], AGAIN), behind(&[], WON), behind(&[3], LOST)];
        nodes.chance([ratio(1, 8), ratio(1, 8), ratio(1, 2), ratio(1, 4)].into_iter().zip(parts))
    }

    /// As [`until_other`](crate::tree::merge::until_other) has it.
    pub fn what_is_met_on_the_way_round_may_have_been_met() {
        let mut nodes = Nodes::default();
        let pass = pass(&mut nodes);
        let whole = nodes.without(pass, AGAIN).unwrap();
        let to = |leaf: u32| nodes.round(whole, leaf, &mut FxHashMap::default());
        let ((won, half), (lost, quarter)) = (to(WON).unwrap(), to(LOST).unwrap());
        assert_eq!((&half, &quarter, to(AGAIN)), (&ratio(2, 3), &ratio(1, 3), None));
        assert_eq!((won.missed(7, &half), lost.missed(7, &quarter)), (ratio(1, 2), ratio(1, 4)));
        assert_eq!((won.missed(3, &half), lost.missed(3, &quarter)), (ratio(4, 7), ratio(0, 1)));
        assert_eq!(won.missed(5, &half), half);
    }

    pub fn nobody_chooses_to_go_round() {
        let mut nodes = Nodes::default();
        let (pass, won) = (pass(&mut nodes), nodes.leaf(WON));
        assert_eq!(nodes.without(pass, 9), Some(pass), "a leaf that is not there");
        let again = nodes.leaf(AGAIN);
        assert_eq!(nodes.without(again, AGAIN), None, "nothing else can be come to");
        let choice = nodes.choice(Id::new(0), vec![pass, won]);
        assert_eq!(nodes.without(choice, AGAIN), None);
        let elsewhere = nodes.leaf(LOST);
        let choice = nodes.choice(Id::new(0), vec![elsewhere, won]);
        let dice = nodes.chance([(ratio(1, 2), choice), (ratio(1, 2), again)]);
        assert_eq!(nodes.without(dice, AGAIN), Some(choice));
    }
}
