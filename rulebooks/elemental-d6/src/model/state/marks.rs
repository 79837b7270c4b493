//! What is true or not of everybody, one bit each.

use serde::{Deserialize, Serialize};
use skirmish_kernel::{Id, Ids};

use super::{Circumstances, State};

/// Who is, who has: sets of combatants. A segment's end empties a set at once, and nobody need be looked at to see
/// whether anybody is in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Marks {
    /// Who is able to fight: neither down nor gone. Follows from hit points; kept by `State::muster`.
    pub able: Ids,
    /// Who is able and has not stopped fighting; kept likewise.
    pub fighting: Ids,
    /// Who has any condition, or any circumstance from the game master's hand: rules that ask for one of these look no
    /// closer at all the others. Kept by `State::review`.
    pub affected: Ids,
    /// Who has readied an action; kept likewise.
    pub waiting: Ids,
    /// Who has declared a counter; kept likewise.
    pub countering: Ids,
    /// Who has any movement running; kept likewise.
    pub moving: Ids,
    /// Who can pay for any action more in this round. Follows from what is spent; kept by `State::reckon`.
    pub solvent: Ids,
    /// Who can still pay for a Standard; kept likewise.
    pub standard: Ids,
    /// Who has spent a Free this segment; kept likewise.
    pub freed: Ids,
    /// Who has initiated an action this segment.
    pub initiated: Ids,
    /// Who has had its turn this segment.
    pub had_turn: Ids,
    /// Who has taken its free attack on somebody leaving, this segment (house rule).
    pub opportunity: Ids,
    /// Who has an unspent Dodge.
    pub dodging: Ids,
    /// Who is braced until the round ends.
    pub braced: Ids,
}

impl State {
    /// Unable to fight.
    #[inline]
    pub fn is_down(&self, id: Id) -> bool {
        !self.marks.able.has(id)
    }

    /// Able and willing.
    #[inline]
    pub fn fights(&self, id: Id) -> bool {
        self.marks.fighting.has(id)
    }

    /// The circumstances in which the game master has put it; `None` when nothing affects it.
    #[inline]
    pub fn circumstances(&self, id: Id) -> Option<&Circumstances> {
        self.is_affected(id).then(|| &self.creature(id).circumstances)
    }

    /// Does any condition or circumstance affect it?
    #[inline]
    pub fn is_affected(&self, id: Id) -> bool {
        self.marks.affected.has(id)
    }
}
