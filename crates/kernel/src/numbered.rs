//! Things by number, each once.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Different things in the order first met. Whether two are the same is decided by comparing them whole; a hash alone
/// decides nothing.
pub(crate) struct Numbered<T> {
    all: Vec<T>,
    /// Numbers, by the hash of what they stand for.
    index: HashTable<u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { all: Vec::new(), index: HashTable::new() }
    }
}

impl<T: Eq + Hash> Numbered<T> {
    /// The number of a thing: its own, or the next one if it is new.
    pub(crate) fn number(&mut self, thing: T) -> u32 {
        let Self { all, index } = self;
        let hash = |thing: &T| FxBuildHasher.hash_one(thing);
        let is_it = |number: &u32| all.get(*number as usize).is_some_and(|known| *known == thing);
        if let Some(known) = index.find(hash(&thing), is_it) {
            return *known;
        }
        // Nobody has memory for more.
        let number = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let of = |number: &u32| all.get(*number as usize).map_or(0, &hash);
        index.insert_unique(hash(&thing), number, of);
        all.push(thing);
        number
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

#[cfg(test)]
mod tests {
    use super::Numbered;

    #[test]
    fn equal_things_have_one_number() {
        let mut numbered = Numbered::default();
        let numbers: Vec<u32> = ["a", "b", "a", "c", "b"].map(|thing| numbered.number(thing.to_owned())).to_vec();
        assert_eq!((numbers, numbered.len()), (vec![0, 1, 0, 2, 1], 3));
        assert_eq!((numbered.get(2).map(String::as_str), numbered.get(3)), (Some("c"), None));
    }

    /// Things of one hash that differ are told apart.
    #[test]
    fn a_hash_alone_decides_nothing() {
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
