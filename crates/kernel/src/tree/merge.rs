//! Branches that came to the same end become one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::signs::{Gathered, Met};
use crate::weight::Weight;

/// What a branch carries along besides its state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Trail {
    /// What it has met since the enumeration began.
    pub(crate) met: Met,
    /// How many of the edicts given in the running step have been applied.
    pub(crate) decreed: usize,
}

impl Trail {
    /// What a later piece of the branch carries, behind this one.
    pub(crate) fn then(&mut self, later: &Self) {
        self.met.then(&later.met);
        self.decreed = later.decreed;
    }
}

pub(crate) type Merged<T> = Vec<(T, Trail, Weight)>;

/// Adds up the weights of equal results.
pub(crate) struct Merger<T> {
    index: FxHashMap<(T, usize), usize>,
    list: Vec<(T, usize, Gathered, Weight)>,
}

impl<T: Clone + Eq + Hash> Merger<T> {
    pub(crate) fn new() -> Self {
        Self { index: FxHashMap::default(), list: Vec::new() }
    }

    pub(crate) fn add(&mut self, value: T, trail: Trail, weight: Weight) {
        let key = (value, trail.decreed);
        if let Some((_, _, met, known)) = self.index.get(&key).and_then(|at| self.list.get_mut(*at)) {
            met.add(&trail.met, &weight, known);
            known.add(&weight);
        } else {
            self.index.insert(key.clone(), self.list.len());
            self.list.push((key.0, key.1, Gathered::of(trail.met, &weight), weight));
        }
    }

    /// Different results, in the order first met.
    pub(crate) fn merged(self) -> Merged<T> {
        let all = self.list.into_iter();
        all.map(|(value, decreed, met, weight)| (value, Trail { met: met.met(&weight), decreed }, weight)).collect()
    }
}
