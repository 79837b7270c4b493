//! Somebody in the battle: one noun for what the sheet says and what play has made of it.

use skirmish_kernel::Id;

use crate::model::{Creature, Kind, Setup, Sheet, State};

/// Somebody, as a rule looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// Who.
    pub id: Id,
    /// What it is.
    pub sheet: &'a Sheet,
    /// How it stands.
    pub now: &'a Creature,
}

impl Setup {
    /// Somebody, as things stand.
    #[inline]
    pub fn fighter<'a>(&'a self, s: &'a State, id: Id) -> Fighter<'a> {
        Fighter { id, sheet: self.sheet(id), now: s.creature(id) }
    }
}

impl Fighter<'_> {
    /// Hit points when unhurt: the sheet's, or as they were rolled.
    pub fn hp_max(&self) -> i32 {
        self.now.hp_rolled.unwrap_or(self.sheet.hp_max)
    }

    /// Has it a condition?
    #[inline]
    pub fn has(&self, kind: Kind) -> bool {
        self.now.has(kind)
    }

    /// Hexes to somebody else.
    #[inline]
    pub fn distance(&self, other: &Fighter) -> u32 {
        self.now.at.distance(other.now.at)
    }
}
