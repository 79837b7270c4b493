//! Things by number, each once.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// So many things are looked through one by one: cheaper than hashing, and most lists are no longer.
const FEW: usize = 4;

/// For so many more there is room as soon as there are more than a few.
const MANY: usize = 24;

/// Different things in the order first met. Whether two are the same is decided by comparing them whole; a hash alone
/// decides nothing.
pub(crate) struct Numbered<T> {
    all: Vec<T>,
    /// The hash of each, once there are more than a [`FEW`]: things may be large, and none is hashed twice.
    hashes: Vec<u64>,
    /// Numbers, by the hash of what they stand for.
    index: HashTable<u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { all: Vec::new(), hashes: Vec::new(), index: HashTable::new() }
    }
}

impl<T: Eq + Hash> Numbered<T> {
    /// The number of a thing: its own, or the next one if it is new.
    pub(crate) fn number(&mut self, thing: T) -> u32 {
        match self.known_or_kept(thing) {
            Ok((number, _)) | Err(number) => number,
        }
    }

    /// The number of a thing that is known, and the thing back; or else it is kept, and has the next number.
    pub(crate) fn known_or_kept(&mut self, thing: T) -> Result<(u32, T), u32> {
        if self.all.len() <= FEW {
            if let Some(known) = (0..).zip(&self.all).find_map(|(number, known)| (*known == thing).then_some(number)) {
                return Ok((known, thing));
            }
            self.all.push(thing);
            if self.all.len() > FEW {
                self.index_all();
            }
            return Err(self.last());
        }
        let hash = FxBuildHasher.hash_one(&thing);
        let Self { all, hashes, index } = self;
        let is_it = |number: &u32| {
            let at = *number as usize;
            hashes.get(at) == Some(&hash) && all.get(at).is_some_and(|known| *known == thing)
        };
        if let Some(known) = index.find(hash, is_it) {
            return Ok((*known, thing));
        }
        all.push(thing);
        hashes.push(hash);
        let number = self.last();
        self.index_one(number, hash);
        Err(number)
    }

    /// From now on things are found by their hashes.
    fn index_all(&mut self) {
        // Lists that get beyond a few mostly get far beyond.
        self.all.reserve(MANY);
        self.hashes = Vec::with_capacity(FEW + MANY);
        self.index = HashTable::with_capacity(FEW + MANY);
        self.hashes.extend(self.all.iter().map(|thing| FxBuildHasher.hash_one(thing)));
        for number in 0..=self.last() {
            self.index_one(number, self.hashes[number as usize]);
        }
    }

    fn index_one(&mut self, number: u32, hash: u64) {
        let Self { hashes, index, .. } = self;
        index.insert_unique(hash, number, |number| hashes.get(*number as usize).copied().unwrap_or_default());
    }

    /// The number of the last thing. Nobody has memory for more than a `u32` counts.
    fn last(&self) -> u32 {
        u32::try_from(self.all.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.all.get(number as usize)
    }

    pub(crate) fn all(&self) -> &[T] {
        &self.all
    }

    /// All things, in order.
    pub(crate) fn into_all(self) -> Vec<T> {
        self.all
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::Numbered;

    pub fn equal_things_have_one_number() {
        let mut numbered = Numbered::default();
        let numbers: Vec<u32> = ["a", "b", "a", "c", "b"].map(|thing| numbered.number(thing.to_owned())).to_vec();
        assert_eq!((numbers, numbered.len()), (vec![0, 1, 0, 2, 1], 3));
        assert_eq!((numbered.get(2).map(String::as_str), numbered.get(3)), (Some("c"), None));
    }

    /// Things of one hash that differ are told apart.
    pub fn a_hash_alone_decides_nothing() {
        #[derive(PartialEq, Eq)]
        struct Same(u32);
        impl std::hash::Hash for Same {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                state.write_u8(7);
            }
        }
        let mut numbered = Numbered::default();
        let numbers: Vec<u32> = (0..1_000).chain(0..1_000).map(|n| numbered.number(Same(n))).collect();
        assert!(numbers.iter().copied().eq((0..1_000).chain(0..1_000)));
    }
}
