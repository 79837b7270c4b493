//! Somebody in the battle: one noun for what the sheet says and what play has made of it.

use crate::model::{Ability, Creature, Kind, Setup, Sheet, State};

skirmish_bookkit::people!(Setup, State, Sheet, Creature; ability: Ability = abilities);

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
