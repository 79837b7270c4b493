//! Somebody as a rule speaks of them: who they are, what they can do, how they are now.

use crate::model::{Ability, Attribute, Creature, Kind, Setup, Sheet, State, Weapon};

skirmish_bookkit::people!(Setup, State, Sheet, Creature, touched; weapon: Weapon = weapons, ability: Ability = abilities);

impl Fighter<'_> {
    /// Have they a condition of this kind?
    #[inline]
    pub fn has(&self, kind: Kind) -> bool {
        self.now.has(kind)
    }

    /// The MOD of an attribute.
    #[inline]
    pub fn modifier(&self, attribute: Attribute) -> i32 {
        self.sheet.modifier(attribute)
    }

    /// What a shock takes off their attacks; 0 without one. (condition shocked)
    #[inline]
    pub fn shock(&self) -> i32 {
        self.now.condition(Kind::Shocked).map_or(0, |condition| condition.value.into())
    }
}
