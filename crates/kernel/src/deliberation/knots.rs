//! Trees of chances and choices, in which equal parts are one.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::numbered::Numbered;
use crate::tree::signs::Signs;
use crate::{Id, Precision, Weight};

/// A place in a tree, by number; parts come before what they are part of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Knot {
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
impl Eq for Knot {}

impl Hash for Knot {
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

/// All the knots of a step.
#[derive(Default)]
pub(super) struct Knots {
    all: Numbered<Knot>,
}

/// What a knot becomes where it is used in another tree.
type Become<'b> = &'b mut dyn FnMut(&mut Knots, u32) -> Option<u32>;

impl Knots {
    pub(super) fn get(&self, knot: u32) -> Option<&Knot> {
        self.all.get(knot)
    }

    pub(super) fn leaf(&mut self, at: u32) -> u32 {
        self.all.number(Knot::Leaf(at))
    }

    /// Signs are met on the way to a part; where there are none, it is the part itself.
    pub(super) fn met(&mut self, signs: Signs, part: u32) -> u32 {
        if signs.is_empty() { part } else { self.all.number(Knot::Met(signs, part)) }
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
            _ => self.all.number(Knot::Chance(merged)),
        }
    }

    /// Somebody chooses; where it makes no difference there is no choice.
    pub(super) fn choice(&mut self, who: Id, parts: Vec<u32>) -> u32 {
        match parts.as_slice() {
            [first, rest @ ..] if rest.iter().all(|part| part == first) => *first,
            _ => self.all.number(Knot::Choice(who, parts)),
        }
    }

    /// The same tree with each leaf replaced. Nothing when a leaf becomes nothing.
    pub(super) fn replace(&mut self, root: u32, become_: Become<'_>) -> Option<u32> {
        let mut done = FxHashMap::default();
        self.replace_in(root, become_, &mut done)
    }

    fn replace_in(&mut self, knot: u32, become_: Become<'_>, done: &mut FxHashMap<u32, u32>) -> Option<u32> {
        if let Some(known) = done.get(&knot) {
            return Some(*known);
        }
        let new = match self.all.get(knot)?.clone() {
            Knot::Leaf(at) => become_(self, at)?,
            Knot::Met(signs, part) => {
                let part = self.replace_in(part, become_, done)?;
                self.met(signs, part)
            }
            Knot::Chance(parts) => {
                let mut new = Vec::with_capacity(parts.len());
                for (chance, part) in parts {
                    new.push((chance, self.replace_in(part, become_, done)?));
                }
                self.chance(new)
            }
            Knot::Choice(who, parts) => {
                let mut new = Vec::with_capacity(parts.len());
                for part in parts {
                    new.push(self.replace_in(part, become_, done)?);
                }
                self.choice(who, new)
            }
        };
        done.insert(knot, new);
        Some(new)
    }

    /// The tree, given that a certain leaf is not come to: what is thrown again until something else falls. Nothing when
    /// somebody may choose to come to it, or nothing else can be come to.
    pub(super) fn without(&mut self, root: u32, leaf: u32) -> Option<u32> {
        match self.split(root, leaf)? {
            (Some(rest), _) => Some(rest),
            (None, _) => None,
        }
    }

    /// What is left of a tree without a leaf, if anything, and the chance of that: none where it is the whole tree.
    fn split(&mut self, knot: u32, leaf: u32) -> Option<(Option<u32>, Option<Weight>)> {
        match self.all.get(knot)?.clone() {
            Knot::Leaf(at) if at == leaf => Some((None, None)),
            Knot::Leaf(_) => Some((Some(knot), None)),
            // What is met on the way round counts however often one goes round: there is no tree of it without the leaf.
            Knot::Met(_, part) => (self.split(part, leaf)? == (Some(part), None)).then_some((Some(knot), None)),
            Knot::Choice(_, parts) => {
                for part in parts {
                    if self.split(part, leaf)? != (Some(part), None) {
                        return None;
                    }
                }
                Some((Some(knot), None))
            }
            Knot::Chance(parts) => self.split_chance(knot, &parts, leaf),
        }
    }

    /// The same of dice: each part that is left is so much likelier as less is left.
    fn split_chance(&mut self, knot: u32, parts: &[(Weight, u32)], leaf: u32) -> Option<(Option<u32>, Option<Weight>)> {
        let mut kept = Vec::new();
        let mut total = Weight::zero(parts.first().map_or(Precision::Float, |(chance, _)| chance.precision()));
        for (chance, part) in parts {
            let (rest, share) = self.split(*part, leaf)?;
            if let Some(rest) = rest {
                let chance = share.map_or_else(|| chance.clone(), |share| chance.and(&share));
                total.add(&chance);
                kept.push((chance, rest));
            }
        }
        if kept == parts {
            return Some((Some(knot), None));
        }
        if kept.is_empty() {
            return Some((None, None));
        }
        let rest = self.chance(kept.into_iter().map(|(chance, part)| (chance.over(&total), part)));
        Some((Some(rest), Some(total)))
    }
}
