//! Somebody as a rule speaks of them: who they are, what they can do, how they are now.

use skirmish_kernel::Id;

use crate::model::{Attribute, Creature, Kind, Setup, Sheet, State};

/// Somebody, looked up once for a whole rule.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// Who.
    pub id: Id,
    /// What does not change in play.
    pub sheet: &'a Sheet,
    /// What does.
    pub now: &'a Creature,
}

impl Setup {
    /// Somebody with the sheet and as things stand.
    #[inline]
    #[must_use]
    pub fn fighter<'a>(&'a self, s: &'a State, id: Id) -> Fighter<'a> {
        Fighter { id, sheet: self.sheet(id), now: s.creature(id) }
    }
}

impl Fighter<'_> {
    /// Have they a condition of this kind?
    #[inline]
    #[must_use]
    pub fn has(&self, kind: Kind) -> bool {
        self.now.has(kind)
    }

    /// The MOD of an attribute.
    #[inline]
    #[must_use]
    pub fn modifier(&self, attribute: Attribute) -> i32 {
        self.sheet.modifier(attribute)
    }

    /// What a shock takes off their attacks; 0 without one. (condition shocked)
    #[must_use]
    pub fn shock(&self) -> i32 {
        self.now.condition(Kind::Shocked).map_or(0, |condition| condition.value.into())
    }
}
