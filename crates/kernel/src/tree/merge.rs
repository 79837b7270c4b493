//! Branches that came to the same end become one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::weight::Weight;

/// What a branch carries along besides its state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Trail {
    /// Bit i: an event citing the i-th watched rule has been told.
    pub(super) marks: u64,
    /// How many of the edicts given in the running step have been applied.
    pub(super) decreed: usize,
}

pub(super) type Merged<T> = Vec<(T, Trail, Weight)>;

/// Adds up the weights of equal results.
pub(super) struct Merger<T> {
    index: FxHashMap<(T, Trail), usize>,
    pub(super) list: Merged<T>,
}

impl<T: Clone + Eq + Hash> Merger<T> {
    pub(super) fn new() -> Self {
        Self { index: FxHashMap::default(), list: Vec::new() }
    }

    pub(super) fn add(&mut self, value: T, trail: Trail, weight: Weight) {
        let key = (value, trail);
        if let Some(&at) = self.index.get(&key) {
            self.list[at].2.add(&weight);
        } else {
            self.index.insert(key.clone(), self.list.len());
            self.list.push((key.0, trail, weight));
        }
    }
}
