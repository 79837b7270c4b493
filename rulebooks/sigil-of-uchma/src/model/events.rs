//! What happens in a fight, each with the rules it comes from.

use arrayvec::ArrayVec;
use skirmish_grid::Square;
use skirmish_kernel::{Id, RuleId};

use super::{Condition, Happening, Lying, Parting, Status};

/// Rules that bear on something, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cites(ArrayVec<RuleId, 24>);

impl Cites {
    /// These.
    pub fn of(rules: &[RuleId]) -> Self {
        let mut all = Self::default();
        rules.iter().for_each(|rule| all.add(*rule));
        all
    }

    /// One more; beyond what anything can have it is not worth keeping.
    #[inline]
    pub fn add(&mut self, rule: RuleId) {
        if !self.0.contains(&rule) {
            let _ = self.0.try_push(rule);
        }
    }

    /// One more where this holds.
    #[inline]
    pub fn when(&mut self, yes: bool, rule: RuleId) {
        if yes {
            self.add(rule);
        }
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = RuleId> + '_ {
        self.0.iter().copied()
    }
}

/// How a figure of damage came about. (`damage.formula`)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The action damage, or what else hurts.
    pub action: i32,
    /// With potency, in quarters.
    pub potent: i32,
    /// With other bonuses, in quarters.
    pub sum: i32,
    /// Less armor, in quarters.
    pub pierced: i32,
    /// What is left in the end.
    pub points: i32,
    /// Where it comes from.
    pub source: RuleId,
    /// Which armor.
    pub armor: RuleId,
    /// Is it an extra packet?
    pub extra: bool,
    /// Does it come from one who lies on the ground?
    pub halved: bool,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round begins.
    Round { round: u32, ambush: u64, first: bool },
    /// One more round of lying there.
    Counted { who: Id, rounds: u8 },
    /// The order stands.
    Ordered { order: Vec<Id>, why: Cites },
    /// Somebody's turn begins.
    Turn { who: Id, minion: bool },
    /// Somebody has no turn.
    NoTurn { who: Id, why: RuleId },
    /// Effects run down at the place of somebody who is gone.
    GoesOn { who: Id },
    /// A part of a turn is begun.
    Began { who: Id, why: Cites },
    /// An ability is used.
    Used { by: Id, ability: u8, on: Option<Id>, at: Option<Square>, energy: i16, why: Cites },
    /// An ability is prepared.
    Prepared { who: Id, ability: u8, at: Option<Square>, event: Option<(Option<Id>, Happening)>, why: Cites },
    /// Its trigger has come.
    Fired { who: Id, on: Id, used: bool, why: Cites },
    /// It has not come.
    Lapsed { who: Id, ability: u8 },
    /// An ally is asked.
    Asked { who: Id, by: Id, willing: bool },
    /// A precision roll succeeds.
    Hit { by: Id, on: Id, ten: bool, melee: bool },
    /// It does not reach what it had to.
    Missed { by: Id, on: Id, melee: bool, goal: i32 },
    /// It does not reach somebody in its area.
    Spared { by: Id, on: Id, why: RuleId },
    /// Damage.
    Damage { on: Id, taken: Taken, minion: bool },
    /// Healing.
    Healed { who: Id, points: i32, capped: bool },
    /// An effect begins, or is there already.
    Afflicted { who: Id, status: Status, left: u8, hits: bool, again: bool, why: Cites },
    /// An effect acts, or is counted.
    RanDown { who: Id, status: Status, left: u8, hits: bool, why: Cites },
    /// An effect ends.
    Ended { who: Id, status: Status, why: RuleId },
    /// Something lies on squares from now on.
    Laid { at: Square, lying: Lying, by: Option<Id> },
    /// It lies there no longer.
    Cleared { at: Square, lying: Lying, why: RuleId },
    /// It acts.
    Touched { who: Id, lying: Lying, reached: bool },
    /// Somebody goes somewhere, for so many half-squares.
    Moved { who: Id, to: Square, altitude: i16, halves: i32, why: Cites },
    /// Somebody is moved, or is somewhere at once.
    Shifted { who: Id, to: Square, why: RuleId },
    /// Somebody comes to a stop before the end of the way.
    Stopped { who: Id, why: RuleId },
    /// Somebody lies down, is brought down, or gets up.
    Posture { who: Id, prone: bool, why: RuleId },
    /// A fall.
    Fell { who: Id, metres: i32, why: Cites },
    /// Another weapon set is in hand.
    Swapped { who: Id, set: u8 },
    /// Somebody is in another state.
    State { who: Id, now: Condition, why: Cites },
    /// A death save.
    Saved { who: Id, goal: i32, made: bool, rounds: u8 },
    /// A minion comes.
    Came { who: Id, by: Id, at: Square, why: Cites },
    /// A minion vanishes.
    Vanished { who: Id },
    /// Somebody takes another form.
    Shaped { who: Id, form: u8, willing: bool, why: Cites },
    /// The form is over.
    Unshaped { who: Id, why: Cites },
    /// What somebody does in an end phase.
    Parted { who: Id, how: Parting, why: Cites },
    /// The round is over.
    RoundEnds { lapsed: bool },
    /// The fight is over.
    Over,
}
