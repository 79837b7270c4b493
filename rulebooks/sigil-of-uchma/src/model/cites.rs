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
        let mut say = |yes: bool, rules: &[RuleId]| rules.iter().filter(|_| yes).for_each(|rule| cite(*rule));
        match self {
            Self::Round { ambush, first, .. } => {
                let what = if *first { rule::ROUND_SETUP } else { rule::ROUND_REPEAT };
                say(true, &[rule::ROUND_START_PHASE, rule::MAP_GRID, what]);
                say(*ambush != 0, &[rule::AMBUSH]);
            }
            Self::Counted { .. } => say(true, &[rule::DEATH_SAVE_THRESHOLDS, rule::ROUND_START_PHASE]),
            Self::Ordered { .. } => say(true, &[rule::TURN_ORDER_RECALCULATE, rule::TURN_ORDER_INITIATIVE]),
            Self::Turn { minion, .. } => {
                say(true, &[rule::ROUND_ACTION_PHASE, rule::TURN_START_ORDER, rule::TURN_ORDER_ONE_TURN]);
                say(*minion, &[rule::SUMMON_INITIATIVE]);
            }
            Self::NoTurn { why, .. } => say(true, &[*why, rule::TURN_START_ORDER]),
            Self::GoesOn { .. } => say(true, &[rule::RULING_OWNERLESS]),
            Self::Began { .. } => say(true, &[rule::TURN_GROUPS]),
            Self::Used { .. } => say(true, &[rule::ATTACK_ORDER]),
            Self::Prepared { .. } => say(true, &[rule::ACTION_PREPARED]),
            Self::Fired { .. } => say(true, &[rule::PREPARED_TRIGGER, rule::PREPARED_OUTSIDE_TURN]),
            Self::Lapsed { .. } => say(true, &[rule::PREPARED_EXPIRY]),
            Self::Asked { .. } => say(true, &[rule::PRECISION_WHEN]),
            Self::Hit { ten, .. } => {
                say(true, &[rule::PRECISION_MEET]);
                say(*ten, &[rule::PRECISION_NATURAL_TEN]);
            }
            Self::Missed { .. } => say(true, &[rule::PRECISION_MEET]),
            Self::Spared { why, .. } => say(true, &[*why]),
            Self::Damage { taken, minion, .. } => {
                say(true, &[rule::DAMAGE_HEALTH, taken.source, taken.armor]);
                say(taken.source == rule::DAMAGE_ACTION, &[rule::DAMAGE_FORMULA, rule::ARMOR_TWO_KINDS]);
                say(taken.potent != 4 * taken.action, &[rule::DAMAGE_POTENCY]);
                say(taken.sum != taken.potent, &[rule::DAMAGE_OTHER]);
                say(taken.extra, &[rule::DAMAGE_EXTRA]);
                say(taken.halved, &[rule::PRONE_ATTACK_ONLY]);
                say(*minion, &[rule::SUMMON_BOND]);
            }
            Self::Healed { .. } => say(true, &[rule::RULING_HEALING]),
            Self::Afflicted { status, hits, again, .. } => {
                say(true, &[status.rule(), if *hits { rule::DURATION_HITS } else { rule::DURATION_ROUNDS }]);
                say(*again, &[rule::RULING_STATUS]);
            }
            Self::RanDown { status, hits, .. } => {
                say(true, &[if *hits { rule::DURATION_HITS } else { rule::DURATION_ROUNDS }, status.rule()]);
            }
            Self::Ended { why, .. } | Self::Cleared { why, .. } => say(true, &[*why]),
            Self::Laid { lying, .. } => say(true, &[rule::RULING_GROUND_EFFECTS, lying_rule(*lying)]),
            Self::Touched { lying, reached, .. } => {
                say(true, &[rule::RULING_GROUND_EFFECTS, lying_rule(*lying)]);
                say(!reached, &[rule::FLY_ABOVE_GROUND]);
            }
            Self::Moved { .. } => say(true, &[rule::MOVE_GRID, rule::MAP_CELL_SIZE, rule::MOVE_SPEED]),
            Self::Shifted { why, .. } | Self::Stopped { why, .. } | Self::Posture { why, .. } => say(true, &[*why]),
            Self::Fell { .. } => say(true, &[rule::FALL_DAMAGE, rule::FALL_THRESHOLD, rule::FALL_NO_ARMOR]),
            Self::Swapped { .. } => say(true, &[rule::RULING_SWAP_SET]),
            Self::State { now, .. } => match now {
                Condition::Unconscious => say(true, &[rule::DEATH_UNCONSCIOUS, rule::DEATH_UNCONSCIOUS_PRONE]),
                Condition::Conscious => say(true, &[rule::DEATH_RECOVER]),
                _ => {}
            },
            Self::Saved { made, .. } => {
                say(true, &[rule::DEATH_SAVE, rule::DEATH_SAVE_FORMULA, rule::DEATH_SAVE_THRESHOLDS]);
                say(!made, &[rule::DEATH_SAVE_FAIL]);
            }
            Self::Came { .. } => say(true, &[rule::SUMMON_CONTROL]),
            Self::Vanished { .. } => say(true, &[rule::SUMMON_VANISH]),
            Self::Shaped { .. } => {
                say(true, &[rule::TRANSFORM_STATS, rule::TRANSFORM_ABILITIES, rule::TRANSFORM_EFFECTS_KEPT]);
            }
            Self::Unshaped { .. } => say(true, &[rule::TRANSFORM_RETURN_HEALTH]),
            Self::Parted { how, .. } => {
                say(true, &[rule::ROUND_END_PHASE]);
                say(matches!(how, Parting::Before(_)), &[rule::TURN_ORDER_ALLY_TIE_CHANGE]);
            }
            Self::RoundEnds { lapsed } => {
                say(true, &[rule::ROUND_END]);
                say(*lapsed, &[rule::AMBUSH]);
            }
            Self::Over => say(true, &[rule::ROUND_REPEAT]),
        }
    }
}

fn lying_rule(lying: Lying) -> RuleId {
    if lying == Lying::Fire { rule::RULING_GROUND_EFFECTS } else { rule::SENSES_MAGIC_BLOCK }
}
