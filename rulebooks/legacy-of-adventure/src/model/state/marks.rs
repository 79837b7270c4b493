//! Sets of combatants, one bit each: every question that is asked all the time is one AND.

use serde::{Deserialize, Serialize};
use skirmish_kernel::{Id, Ids};

use super::TIERS;

/// Who is what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    /// Conscious, and in the fight. Follows from the creatures.
    pub up: Ids,
    /// Up, and not stunned. Follows from the creatures.
    pub able: Ids,
    /// Has an action left. Follows from the creatures.
    pub pool: Ids,
    /// Damaged by hits lost or by the sheet. Follows from the creatures.
    pub damaged: Ids,
    /// Touched by states, announcements, circumstances: about whom the rules of a check ask further. Follows from the
    /// creatures.
    pub affected: Ids,
    /// Could go On-Guard with what is in hand. Follows from hands, arms and sheet. (`on-guard.skills`)
    pub guards: Ids,
    /// Unseen by foes. (`ruling.concealment`)
    pub concealed: Ids,
    /// Surprised in this round. (`ambush.surprised`)
    pub surprised: Ids,
    /// Has declared an ambush in this round.
    pub ambushers: Ids,
    /// Has come while the round was running: acts from the next one on.
    pub late: Ids,
    /// Who acts in which tier of the segment.
    pub tiers: [Ids; TIERS],
    /// Still to act in this pass.
    pub todo: Ids,
    /// Will not act again in this segment.
    pub stopped: Ids,
    /// Has held back in an earlier segment of the round. (`stance.hold`)
    pub held: Ids,
    /// Has attacked in an earlier segment of the round. (`segment.no-carry-over`)
    pub fought: Ids,
    /// Has attacked in this segment.
    pub fights: Ids,
    /// Has just moved on foot, so that a leap is a running one.
    pub ran: Ids,
    /// Has begun a move in this segment and stayed where it was.
    pub stayed: Ids,
    /// Has taken its combat step in this segment. (`ruling.combat-step`)
    pub stepped: Ids,
    /// Has sprung its ambush in this round. (`ruling.ambush-declared`)
    pub struck: Ids,
}

impl Marks {
    /// Takes somebody out of everything that is still to come in this segment.
    pub fn drop_out(&mut self, who: Id) {
        self.todo.set(who, false);
        self.stopped.set(who, true);
        self.tiers.iter_mut().for_each(|tier| tier.set(who, false));
    }
}
