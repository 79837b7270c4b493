//! Who: small ids of combatants and sets of them.

use serde::{Deserialize, Serialize};

/// A combatant, by its place in the encounter; 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(u8);

impl Id {
    /// The most combatants of one battle.
    pub const MOST: usize = 64;

    /// The combatant at `index`; an index beyond the last possible one names the last.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(if index < Self::MOST { index as u8 } else { Self::MOST as u8 - 1 })
    }

    /// Place in the encounter.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of combatants as a bit mask: one store empties it, one AND intersects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ids(u64);

impl Ids {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// The first `n` combatants.
    #[must_use]
    pub const fn first(n: usize) -> Self {
        Self(if n >= Id::MOST { u64::MAX } else { (1 << n) - 1 })
    }

    /// Is `id` in it?
    #[inline]
    #[must_use]
    pub const fn has(self, id: Id) -> bool {
        self.0 >> id.0 & 1 == 1
    }

    /// Puts `id` in (`yes`) or takes it out.
    #[inline]
    pub const fn set(&mut self, id: Id, yes: bool) {
        self.0 = self.0 & !(1 << id.0) | (yes as u64) << id.0;
    }

    /// With `id`.
    #[inline]
    #[must_use]
    pub const fn with(mut self, id: Id) -> Self {
        self.set(id, true);
        self
    }

    /// In both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// In either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// In this one and not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Nobody?
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only one in it; none where it has several, or nobody.
    ///
    /// ```
    /// # use skirmish_kernel::{Id, Ids};
    /// let alone = Ids::NONE.with(Id::new(63));
    /// assert_eq!(alone.sole(), Some(Id::new(63)));
    /// assert_eq!((Ids::NONE.sole(), alone.with(Id::new(5)).sole()), (None, None));
    /// ```
    #[inline]
    #[must_use]
    pub const fn sole(self) -> Option<Id> {
        if self.0 == 0 || self.0 & (self.0 - 1) != 0 { None } else { Some(Id(self.0.trailing_zeros() as u8)) }
    }

    /// How many.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// In the order of the encounter.
    pub fn iter(self) -> impl Iterator<Item = Id> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Id(at as u8))
        })
    }
}

impl FromIterator<Id> for Ids {
    fn from_iter<I: IntoIterator<Item = Id>>(ids: I) -> Self {
        ids.into_iter().fold(Self::NONE, Self::with)
    }
}
