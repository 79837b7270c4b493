//! Which rules stand behind what happens.

use skirmish_kernel::RuleId;

use super::{Act, Aim, Attack, BleedLine, Carried, Deed, Event, Gait, Kind, Plight, Skill};
use crate::catalogue::rule;

impl Event {
    /// Every rule that it cites, the main one first.
    pub fn cites(&self, cite: &mut dyn FnMut(RuleId)) {
        let mut all = |rules: &[RuleId]| rules.iter().for_each(|rule| cite(*rule));
        match self {
            Self::Initiative { .. } => all(&[rule::INITIATIVE_ROLL, rule::RULING_INITIATIVE, rule::SHEET_INITIATIVE]),
            Self::Ordered { tied, .. } => {
                all(&[rule::INITIATIVE_ORDER, rule::SHEET_SCENE, rule::RULING_ENCOUNTER_START]);
                if *tied {
                    all(&[rule::INITIATIVE_TIE]);
                }
            }
            Self::Round { outside, .. } => {
                all(&[rule::ROUND_LENGTH]);
                if *outside {
                    all(&[rule::CORE_OUTSIDE_COMBAT]);
                }
            }
            Self::StartsWith { .. } => all(&[rule::COMMAND_TURN_START]),
            Self::Reacted { several, .. } => {
                all(&[rule::DP_REACT, rule::REACTION_ONLY_LISTED, rule::RULING_REACTION_TIME]);
                if *several {
                    all(&[rule::FEAT_ADDITIONAL_REACTION]);
                }
            }
            Self::NoReaction { why, .. } => all(&[*why]),
            Self::Turn { .. } => {
                all(&[rule::TURN_BUDGET, rule::REACTION_BUDGET, rule::TURN_START_SEQUENCE, rule::RULING_START_ORDER])
            }
            Self::Surprised { .. } => all(&[rule::SURPRISE_UNAWARE, rule::RULING_UNAWARE]),
            Self::CannotAct { why, .. } => all(&[*why]),
            Self::Delayed { .. } => all(&[rule::TURN_DELAY, rule::TURN_DELAY_START_EFFECTS, rule::RULING_DELAY]),
            Self::Entered { .. } => all(&[rule::TURN_HOLD, rule::TURN_DELAY]),
            Self::GoesOn { .. } => all(&[rule::TURN_DELAY_ONGOING]),
            Self::Began { act, .. } => act_cites(act, cite),
            Self::Gathered { .. } => all(&[rule::FOCUS, rule::ROLL_ROUNDING, rule::RULING_ROUNDING]),
            Self::Attacked { attack, .. } => {
                all(&[rule::ATTACK_CHOICE]);
                if attack.manner.is_ranged() {
                    all(&[rule::ATTACK_RANGED]);
                }
            }
            Self::Hit { critical: true, .. } => all(&[rule::ATTACK_BASIC, rule::ROLL_CRITICAL, rule::RULING_CRITICAL]),
            Self::Hit { .. } => all(&[rule::ATTACK_BASIC, rule::ROLL_ATTACK, rule::RULING_TIE]),
            Self::StruckNothing { .. } => all(&[rule::HIDDEN_GUESS, rule::RULING_WRONG_SQUARE]),
            Self::Missed { .. } => all(&[rule::ATTACK_BASIC]),
            Self::Opposed { forgone: true, .. } => all(&[rule::RULING_DEFENDER]),
            Self::Opposed { .. } => all(&[rule::ROLL_OPPOSED, rule::RULING_OPPOSED_TIE, rule::MANEUVER_GENERAL]),
            Self::Dodged { .. } => all(&[rule::DODGE, rule::RULING_DODGE]),
            Self::Damage { taken, .. } => {
                all(&[taken.source, rule::HP_DAMAGE]);
                if taken.doubled != taken.rolled {
                    all(&[rule::ATTACK_CRITICAL, rule::RULING_DOUBLE_DAMAGE]);
                }
                if taken.typed != taken.doubled {
                    all(&[rule::RULING_DURABILITY]);
                }
            }
            Self::Struck { what, destroyed, .. } => {
                all(&[rule::BREAK, rule::RULING_DURABILITY]);
                if *destroyed {
                    all(&[rule::DESTROYED]);
                }
                if *what == Carried::Armour {
                    all(&[rule::SHEET_ARMOUR]);
                }
            }
            Self::Healed { why, .. } => all(&[*why, rule::HP_HEALING]),
            Self::Bled { line, .. } => {
                all(&[rule::BLEEDING_ROLL, rule::BLEEDING_TABLE]);
                match line {
                    BleedLine::Stabilize => all(&[rule::RULING_STABILIZE]),
                    BleedLine::Death => all(&[rule::RULING_DEATH_LINE, rule::RULING_DEATH_LINE_ZERO]),
                    _ => {}
                }
            }
            Self::State { plight, why, on, .. } => {
                all(&[*why, plight.rule()]);
                match plight {
                    Plight::Bleeding if *on => all(&[rule::RULING_BLEED_PENALTY]),
                    Plight::Incapacitated => all(&[rule::RULING_LOST_ACTIONS]),
                    _ => {}
                }
            }
            Self::Afflicted { kind, why, longer, .. } => {
                all(&[*why, kind.rule(), rule::DURATION_ONE_ROUND, rule::RULING_ANCHOR]);
                match kind {
                    Kind::Slowed => all(&[rule::RULING_LOST_ACTIONS]),
                    Kind::Shaken if *longer => all(&[rule::RULING_SHAKEN]),
                    _ => {}
                }
            }
            Self::Ended { kind, .. } => all(&[kind.rule(), rule::DURATION_ONE_ROUND]),
            Self::Poisoned { .. } => all(&[rule::POISONED]),
            Self::Died { why, .. } => all(&[*why, rule::DEAD, rule::SHEET_HP]),
            Self::Moved { gait, .. } => all(&[
                if *gait == Gait::Fly { rule::FLY } else { rule::MOVE_BASIC },
                rule::MOVE_STEPWISE,
                rule::SHEET_SPEED,
                rule::RULING_SPLIT_MOVE,
                rule::RULING_ONE_MODE,
                match gait {
                    Gait::Run => rule::RUN,
                    Gait::Fly => rule::RULING_FLIGHT,
                    Gait::Swim => rule::SWIM,
                    Gait::Climb => rule::CLIMB,
                    Gait::Burrow => rule::BURROW,
                },
            ]),
            Self::Shifted { why, .. }
            | Self::Stopped { why, .. }
            | Self::Crossed { why, .. }
            | Self::Rough { why, .. } => {
                all(&[*why]);
            }
            Self::PushedThrough { .. } => {
                all(&[rule::MOVE_ENEMY_PUSH, rule::RULING_PUSH_THROUGH, rule::RULING_FREE_PUSH])
            }
            Self::Collided { .. } => all(&[rule::PUSH_COLLISION]),
            Self::Grappled { .. } => all(&[rule::GRAPPLED, rule::GRAPPLING, rule::RULING_GRAPPLE]),
            Self::LetGo { why, .. } => all(&[*why]),
            Self::Dropped { why, .. } | Self::Took { why, .. } => all(&[*why]),
            Self::Cast { item, .. } => {
                all(&[if *item { rule::CAST_ITEM } else { rule::CAST }, rule::CAST_COMPONENTS, rule::SHEET_ENERGY]);
            }
            Self::Controlled { .. } => all(&[rule::CONTROL, rule::RULING_CONTROL]),
            Self::Faded { .. } => all(&[rule::CONTROL]),
            Self::Caught { hidden, .. } => {
                all(&[rule::ATTACK_AREA_SINGLE_ROLL, rule::RULING_AREAS, rule::RULING_LINE_OF_EFFECT]);
                if *hidden {
                    all(&[rule::RULING_HIDDEN_IN_AREA]);
                }
            }
            Self::Readied { .. } => all(&[rule::READY]),
            Self::Fired { several, .. } => {
                all(&[rule::READY, rule::RULING_READY, rule::REACTION_INTERRUPT]);
                if *several {
                    all(&[rule::RULING_REACTION_ORDER]);
                }
            }
            Self::Lapsed { .. } => all(&[rule::READY]),
            Self::Checked { skill, why, .. } => all(&[*why, rule::SKILL_USE, skill_rule(*skill)]),
            Self::Hid { .. } => all(&[rule::HIDDEN, rule::RULING_HIDING]),
            Self::Found { why, .. } => all(&[*why, rule::HIDDEN_END]),
            Self::Guessed { .. } => all(&[rule::HIDDEN_GUESS]),
            Self::Fell { water, jumped, .. } => {
                all(&[rule::FALL_RATE, rule::FALL_DAMAGE, rule::SHEET_SIZE]);
                if *water {
                    all(&[rule::FALL_WATER]);
                }
                if *jumped {
                    all(&[rule::FALL_JUMP]);
                }
            }
            Self::CaughtHold { .. } => all(&[rule::FALL_CATCH]),
            Self::Jumped { .. } => all(&[rule::JUMP]),
            Self::Stalled { short, .. } => {
                all(&[rule::FLY_STALL]);
                if *short {
                    all(&[rule::RULING_SHORT_FLIGHT, rule::FLY_MINIMUM]);
                }
            }
            Self::Sank { .. } => all(&[rule::SWIM_CHECK]),
            Self::Breath { why, .. } => all(&[*why, rule::RULING_SUFFOCATION]),
            Self::Suffocated { .. } => all(&[rule::SUFFOCATE_DROP]),
            Self::Floated { .. } => all(&[rule::ZERO_G_LOOSE]),
            Self::IceBroke { .. } => all(&[rule::ICE_SUPPORT, rule::RULING_ICE, rule::SHEET_BULK]),
            Self::IceStruck { .. } => all(&[rule::ICE_OBJECT]),
            Self::FellIn { .. } => all(&[rule::BURROW, rule::RULING_BURROW]),
            Self::Commanded { .. } => all(&[rule::COMMAND]),
            Self::Mounted { .. } => all(&[rule::ACTION_MUNDANE]),
            Self::Over => all(&[rule::CORE_COMBAT_SCOPE]),
        }
    }
}

fn act_cites(act: &Act, cite: &mut dyn FnMut(RuleId)) {
    cite(rule::ACTION_BASIC);
    decision(act).iter().for_each(|rule| cite(*rule));
    cite(match act {
        Act::Attack { .. } => rule::ATTACK_BASIC,
        Act::Move(_) => rule::MOVE_BASIC,
        Act::PushOff(..) => rule::ZERO_G_STILL,
        Act::Jump { .. } => rule::JUMP,
        Act::Stand => rule::PRONE,
        Act::Crawl(_) => rule::CRAWL,
        Act::Dodge => rule::DODGE,
        Act::Focus => rule::FOCUS,
        Act::Cast { .. } => rule::CAST,
        Act::Control { .. } => rule::CONTROL,
        Act::Command(_) => rule::COMMAND,
        Act::Ready(_) => rule::READY,
        Act::Intimidate(_) => rule::SKILL_INTIMIDATE,
        Act::Medicine(_) => rule::SKILL_MEDICINE,
        Act::Sneak => rule::SKILL_SNEAK,
        Act::Search => rule::SKILL_SEARCH,
        Act::Volley { .. } => rule::FEAT_VOLLEY,
        Act::Draw(_) | Act::PickUp(_) | Act::Mount(_) | Act::Dismount(_) | Act::Handle => rule::ACTION_MUNDANE,
        Act::Choke => rule::GRAPPLING_CHOKE,
        Act::PutOut => rule::ON_FIRE,
        Act::Stabilize => rule::ZERO_G_STABILIZE,
        Act::Drop(_) | Act::DropProne => rule::FREE_COST,
        Act::Release => rule::GRAPPLING_RELEASE,
        Act::Land => rule::FLY_DESCEND,
    });
}

/// What has been decided with it.
fn decision(act: &Act) -> &'static [RuleId] {
    match act {
        Act::Attack { on: Aim::Cell(_), .. } => &[rule::DP_ATTACK, rule::DP_GUESS],
        Act::Attack { attack: Attack { deed: Deed::Break(_), .. }, .. } => &[rule::DP_ATTACK, rule::DP_BREAK],
        Act::Attack { .. } => &[rule::DP_ATTACK],
        Act::Cast { at: Aim::Cell(_) | Aim::Way(_), .. } => &[rule::DP_ENERGY, rule::DP_AREA],
        Act::Cast { .. } => &[rule::DP_ENERGY],
        Act::Volley { .. } => &[rule::DP_AREA],
        Act::Ready(_) => &[rule::DP_READY],
        Act::Stabilize => &[rule::DP_STABILIZE],
        Act::Command(_) | Act::Control { .. } => &[rule::DP_COMMAND],
        Act::Drop(_) | Act::DropProne | Act::Release => &[rule::FREE_WHEN],
        Act::Crawl(_) => &[rule::RULING_CRAWL],
        Act::Choke => &[rule::RULING_CHOKE],
        _ => &[],
    }
}

fn skill_rule(skill: Skill) -> RuleId {
    match skill {
        Skill::Jump => rule::JUMP,
        Skill::Climb => rule::CLIMB,
        Skill::Swim => rule::SWIM_CHECK,
        Skill::Sneak => rule::SKILL_SNEAK,
        Skill::Medicine => rule::SKILL_MEDICINE,
        Skill::Intimidate => rule::SKILL_INTIMIDATE,
        Skill::Search => rule::SKILL_SEARCH,
    }
}

impl Plight {
    /// Is it worth a line of its own when it ends?
    pub fn ends_aloud(self) -> bool {
        !matches!(self, Self::Unaware | Self::Waiting)
    }
}
