//! Which rules stand behind what happens.

use skirmish_kernel::RuleId;

use super::{Cites, Condition, Event, Lying, Parting, Status};
use crate::catalogue::rule;

impl Status {
    /// The rule of the effect.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Bleeding => rule::STATUS_BLEEDING,
            Self::Slowed => rule::STATUS_SLOWED,
            Self::Bolstered => rule::STATUS_BOLSTERED,
            Self::Guarded => rule::STATUS_GUARDED,
            Self::Stunned => rule::STATUS_STUNNED,
            Self::Eye | Self::Ear => rule::SENSES_REMOTE,
            Self::Form => rule::TRANSFORM_STATS,
        }
    }
}

impl Event {
    /// Rules that were found out as it happened.
    fn found(&self) -> Option<&Cites> {
        match self {
            Self::Ordered { why, .. }
            | Self::Began { why, .. }
            | Self::Used { why, .. }
            | Self::Prepared { why, .. }
            | Self::Fired { why, .. }
            | Self::Afflicted { why, .. }
            | Self::RanDown { why, .. }
            | Self::Moved { why, .. }
            | Self::Fell { why, .. }
            | Self::State { why, .. }
            | Self::Came { why, .. }
            | Self::Shaped { why, .. }
            | Self::Unshaped { why, .. }
            | Self::Parted { why, .. } => Some(why),
            _ => None,
        }
    }

    /// Every rule that it cites, the main one first.
    pub fn cites(&self, cite: &mut dyn FnMut(RuleId)) {
        self.own(cite);
        self.found().into_iter().flat_map(Cites::iter).for_each(cite);
    }

    fn own(&self, cite: &mut dyn FnMut(RuleId)) {
        let mut all = |rules: &[RuleId]| rules.iter().for_each(|rule| cite(*rule));
        match self {
            Self::Round { ambush, first, .. } => {
                all(&[rule::ROUND_START_PHASE, rule::MAP_GRID]);
                if *first {
                    all(&[rule::ROUND_SETUP]);
                } else {
                    all(&[rule::ROUND_REPEAT]);
                }
                if *ambush {
                    all(&[rule::AMBUSH]);
                }
            }
            Self::Counted { .. } => all(&[rule::DEATH_SAVE_THRESHOLDS, rule::ROUND_START_PHASE]),
            Self::Ordered { .. } => all(&[rule::TURN_ORDER_RECALCULATE, rule::TURN_ORDER_INITIATIVE]),
            Self::Turn { minion, .. } => {
                all(&[rule::ROUND_ACTION_PHASE, rule::TURN_START_ORDER, rule::TURN_ORDER_ONE_TURN]);
                if *minion {
                    all(&[rule::SUMMON_INITIATIVE]);
                }
            }
            Self::NoTurn { why, .. } => all(&[*why, rule::TURN_START_ORDER]),
            Self::GoesOn { .. } => all(&[rule::RULING_OWNERLESS]),
            Self::Began { .. } => all(&[rule::TURN_GROUPS]),
            Self::Used { .. } => all(&[rule::ATTACK_ORDER]),
            Self::Prepared { .. } => all(&[rule::ACTION_PREPARED]),
            Self::Fired { .. } => all(&[rule::PREPARED_TRIGGER, rule::PREPARED_OUTSIDE_TURN]),
            Self::Lapsed { .. } => all(&[rule::PREPARED_EXPIRY]),
            Self::Asked { .. } => all(&[rule::PRECISION_WHEN]),
            Self::Hit { ten, .. } => {
                all(&[rule::PRECISION_MEET]);
                if *ten {
                    all(&[rule::PRECISION_NATURAL_TEN]);
                }
            }
            Self::Missed { .. } => all(&[rule::PRECISION_MEET]),
            Self::Spared { why, .. } => all(&[*why]),
            Self::Damage { taken, minion, .. } => {
                all(&[rule::DAMAGE_HEALTH, taken.source, taken.armor]);
                if taken.source == rule::DAMAGE_ACTION {
                    all(&[rule::DAMAGE_FORMULA, rule::ARMOR_TWO_KINDS]);
                }
                if taken.potent != 4 * taken.action {
                    all(&[rule::DAMAGE_POTENCY]);
                }
                if taken.sum != taken.potent {
                    all(&[rule::DAMAGE_OTHER]);
                }
                if taken.extra {
                    all(&[rule::DAMAGE_EXTRA]);
                }
                if taken.halved {
                    all(&[rule::PRONE_ATTACK_ONLY]);
                }
                if *minion {
                    all(&[rule::SUMMON_BOND]);
                }
            }
            Self::Healed { .. } => all(&[rule::RULING_HEALING]),
            Self::Afflicted { status, hits, again, .. } => {
                all(&[status.rule(), if *hits { rule::DURATION_HITS } else { rule::DURATION_ROUNDS }]);
                if *again {
                    all(&[rule::RULING_STATUS]);
                }
            }
            Self::RanDown { status, hits, .. } => {
                all(&[if *hits { rule::DURATION_HITS } else { rule::DURATION_ROUNDS }, status.rule()]);
            }
            Self::Ended { why, .. } | Self::Cleared { why, .. } => all(&[*why]),
            Self::Laid { lying, .. } => all(&[rule::RULING_GROUND_EFFECTS, lying_rule(*lying)]),
            Self::Touched { lying, reached, .. } => {
                all(&[rule::RULING_GROUND_EFFECTS, lying_rule(*lying)]);
                if !reached {
                    all(&[rule::FLY_ABOVE_GROUND]);
                }
            }
            Self::Moved { .. } => all(&[rule::MOVE_GRID, rule::MAP_CELL_SIZE, rule::MOVE_SPEED]),
            Self::Shifted { why, .. } | Self::Stopped { why, .. } | Self::Posture { why, .. } => all(&[*why]),
            Self::Fell { .. } => all(&[rule::FALL_DAMAGE, rule::FALL_THRESHOLD, rule::FALL_NO_ARMOR]),
            Self::Swapped { .. } => all(&[rule::RULING_SWAP_SET]),
            Self::State { now, .. } => match now {
                Condition::Unconscious => all(&[rule::DEATH_UNCONSCIOUS, rule::DEATH_UNCONSCIOUS_PRONE]),
                Condition::Conscious => all(&[rule::DEATH_RECOVER]),
                _ => {}
            },
            Self::Saved { made, .. } => {
                all(&[rule::DEATH_SAVE, rule::DEATH_SAVE_FORMULA, rule::DEATH_SAVE_THRESHOLDS]);
                if !made {
                    all(&[rule::DEATH_SAVE_FAIL]);
                }
            }
            Self::Came { .. } => all(&[rule::SUMMON_CONTROL]),
            Self::Vanished { .. } => all(&[rule::SUMMON_VANISH]),
            Self::Shaped { .. } => {
                all(&[rule::TRANSFORM_STATS, rule::TRANSFORM_ABILITIES, rule::TRANSFORM_EFFECTS_KEPT]);
            }
            Self::Unshaped { .. } => all(&[rule::TRANSFORM_RETURN_HEALTH]),
            Self::Parted { how, .. } => {
                all(&[rule::ROUND_END_PHASE]);
                if let Parting::Before(_) = how {
                    all(&[rule::TURN_ORDER_ALLY_TIE_CHANGE]);
                }
            }
            Self::RoundEnds { lapsed } => {
                all(&[rule::ROUND_END]);
                if *lapsed {
                    all(&[rule::AMBUSH]);
                }
            }
            Self::Over => all(&[rule::ROUND_REPEAT]),
        }
    }
}

fn lying_rule(lying: Lying) -> RuleId {
    if lying == Lying::Fire { rule::RULING_GROUND_EFFECTS } else { rule::SENSES_MAGIC_BLOCK }
}
