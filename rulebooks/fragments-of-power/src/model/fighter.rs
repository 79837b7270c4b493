//! One combatant, looked up once.

use skirmish_kernel::Id;

use super::{Creature, Setup, Sheet, State};

/// Somebody who fights: who it is, what its sheet says, how it is now.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// Who.
    pub id: Id,
    /// What it is.
    pub sheet: &'a Sheet,
    /// How it is now.
    pub now: &'a Creature,
}

impl Setup {
    /// A combatant, made once by a rule that asks several things of it.
    #[inline]
    #[must_use]
    pub fn fighter<'a>(&'a self, s: &'a State, id: Id) -> Fighter<'a> {
        Fighter { id, sheet: self.sheet(id), now: s.creature(id) }
    }
}
