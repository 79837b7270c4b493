//! What happens in a fight, each with the rules it comes from.

use skirmish_grid::Square;
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, DefenceKind, Defend, Harm, Kind, Means, Slot, Suffered, Zone};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Initiative of one combatant.
    Initiative { who: Id, total: i32 },
    /// The order stands.
    Ordered { order: Vec<Id>, tied: bool, mounts: bool },
    /// A round begins.
    Round { round: u32 },
    /// Somebody's turn begins; everybody has a reaction again.
    Turn { who: Id, mount: Option<Id> },
    /// An action is begun.
    Began { who: Id, act: Act, slot: Option<Slot>, energy: i32, mana: i32, ability: Option<RuleId> },
    /// An attack is declared.
    Declared { by: Id, on: Id, means: Means, arm: Option<u8>, backstab: bool },
    /// Its total.
    Rolled { by: Id, on: Id, total: i32, means: Means },
    /// No roll is needed against somebody who lies there.
    Helpless { by: Id, on: Id },
    /// How it is met.
    Met { by: Id, how: Defend, means: Means, mounted: bool },
    /// Avoided, or stopped altogether.
    Avoided { by: Id, on: Id, how: Defend, perfect: bool, second: bool },
    /// A partial parry: the zone is the defender's to choose.
    Partial { by: Id, zone: Zone },
    /// The defence has failed.
    Failed { by: Id, how: Defend, means: Means },
    /// A block holds.
    Held { by: Id, strength: i32, ignored: i32, natural: bool },
    /// A spell takes some of the damage.
    Protected { by: Id, ability: u8 },
    /// It gets through.
    Contact { by: Id, on: Id, zone: Zone, chosen: Option<RuleId> },
    /// What the defender takes.
    Damage {
        on: Id,
        suffered: Suffered,
        harm: Harm,
        resisted: bool,
        vulnerable: bool,
        hit: bool,
        zone: Option<Zone>,
        source: RuleId,
    },
    /// Wounds.
    Wounded { who: Id, light: u8, severe: u8, total: u8, at_limit: bool, suffered: Suffered },
    /// Falls unconscious.
    Out { who: Id, shock: bool },
    /// Stays on its feet.
    Steeled { who: Id },
    /// Wakes up.
    Woke { who: Id, to: Option<Square> },
    /// After a parry: the attacker's next defence suffers.
    Penalised { by: Id, on: Id, points: i32, rule: RuleId },
    /// A few steps begin that take no action, by the rule that grants them.
    Freely { who: Id, rule: RuleId },
    /// Where they have led.
    Stepped { who: Id, to: Square, metres: i32, rule: RuleId },
    /// After a parry: a counter-attack.
    Countered { by: Id, on: Id },
    /// A reaction is used.
    Reacted { who: Id, ability: u8, in_own_turn: bool, free: bool, rule: RuleId },
    /// One kind of defence is better for the rest of the turn.
    Guarded { who: Id, kind: DefenceKind },
    /// A condition takes hold.
    Inflicted { who: Id, kind: Kind, value: u8 },
    /// It was there already.
    Doubled { who: Id, kind: Kind },
    /// A condition ends.
    Ended { who: Id, kind: Kind },
    /// It gets no better.
    Lasts { who: Id, kind: Kind },
    /// Its number drops.
    Eased { who: Id, kind: Kind, value: u8 },
    /// Ongoing harm.
    Ongoing { who: Id, kind: Kind, points: i32, wounds: bool, resisted: bool, vulnerable: bool },
    /// Somebody is seized.
    Grappled { by: Id, on: Id },
    /// Somebody is let go.
    LetGo { by: Id, on: Id, kept: bool },
    /// A spell is cast.
    Cast {
        who: Id,
        ability: u8,
        level: u8,
        mana: i32,
        focus: bool,
        rule: RuleId,
        own: RuleId,
        upcast: bool,
        secret: bool,
    },
    /// A target saves, or does not.
    Saved { who: Id, against: Id, saved: bool, by_ten: bool },
    /// A spell has no effect on somebody.
    Unharmed { who: Id },
    /// Healing.
    Healed { who: Id, points: i32, wounds: i32 },
    /// A spell stays on the ground.
    Spread { who: Id, ability: u8, zone: bool, ethereal: bool },
    /// An area works on somebody.
    Touched { who: Id, ability: u8, entered: bool, zone: bool },
    /// Concentration begins.
    Concentrates { who: Id, ability: u8 },
    /// It holds.
    KeepsUp { who: Id },
    /// It ends.
    LetsEnd { who: Id, ability: u8, how: Ending, kept: bool, conjured: bool },
    /// Moved.
    Moved { who: Id, to: Square, metres: i32, cost: i32, sprint: bool, mounted: bool },
    /// Carried away by a spell.
    Teleported { who: Id, to: Square },
    /// Jumped.
    Jumped { who: Id, to: Square, value: i32, landed: bool, balance: bool },
    /// Fell.
    Fell { who: Id, metres: i32, checked: bool, eased: bool, points: i32, overweight: i32 },
    /// Got on or off.
    Mounted { who: Id, mount: Id, on: bool },
    /// Took a weapon in hand.
    Swapped { who: Id, arm: u8, two: bool, flexible: bool },
    /// Somebody notices what was done in secret, or does not.
    Detected { who: Id, by: Id, noticed: bool },
    /// Somebody goes past unseen, or does not.
    Sneaked { who: Id, past: Id, unseen: bool },
    /// A ritual is held before combat; or it no longer can be.
    Ritual { who: Id, ability: u8, held: bool },
    /// A phase passes: what was conjured is mana again, penalties are forgotten.
    Phase { dissolved: usize },
    /// Conjured matter takes its revenge.
    Backlash { who: Id, points: i32 },
    /// Armour is weakened.
    Dented { who: Id, zone: Zone, points: u8 },
    /// Pushed a metre.
    Pushed { who: Id, to: Square },
    /// The turn is over.
    TurnOver { who: Id },
    /// The round is over.
    RoundOver { on: bool },
    /// The battle is over.
    Over,
}

impl Event {
    /// Every rule it cites, the main one first.
    pub fn cites(&self, cite: &mut dyn FnMut(RuleId)) {
        for rule in self.rules() {
            cite(*rule);
        }
        match self {
            Self::Inflicted { kind, .. } => {
                cite(kind.rule());
                kind.save().is_some().then(|| cite(rule::CONDITION_DC));
            }
            Self::Doubled { kind, .. }
            | Self::Ended { kind, .. }
            | Self::Lasts { kind, .. }
            | Self::Eased { kind, .. } => cite(kind.rule()),
            Self::Ongoing { kind, resisted, vulnerable, .. } => {
                cite(kind.rule());
                resisted.then(|| cite(rule::CONDITION_RESISTANT));
                vulnerable.then(|| cite(rule::CONDITION_VULNERABLE));
            }
            Self::Contact { chosen: Some(rule), .. }
            | Self::Penalised { rule, .. }
            | Self::Reacted { rule, .. }
            | Self::Freely { rule, .. }
            | Self::Stepped { rule, .. }
            | Self::Began { ability: Some(rule), .. } => cite(*rule),
            Self::Cast { rule: by, own, upcast, .. } => {
                cite(*by);
                cite(*own);
                if [rule::SPELL_DC, rule::SPELL_DC_PLUS].contains(by) {
                    cite(rule::DICE_DC);
                }
                if *upcast {
                    cite(rule::UPCAST_LEVEL);
                    cite(rule::UPCAST_COST);
                }
            }
            // What was conjured turns back to mana when its caster lets it go.
            Self::LetsEnd { kept: true, conjured: true, how: Ending::Freely | Ending::ByReaction, .. } => {
                cite(rule::ETHEREAL_DISSOLVE);
            }
            Self::Damage { resisted, vulnerable, zone, source, suffered, .. } => {
                cite(*source);
                resisted.then(|| cite(rule::CONDITION_RESISTANT));
                vulnerable.then(|| cite(rule::CONDITION_VULNERABLE));
                zone.is_some().then(|| cite(rule::SHEET_ARMOUR));
                let course = suffered.course;
                (course.blocked != course.saved).then(|| cite(rule::BLOCK_SUCCESS));
                (course.protected != course.blocked).then(|| cite(rule::SPELL_SD));
            }
            _ => {}
        }
    }

    fn rules(&self) -> &'static [RuleId] {
        match self {
            Self::Initiative { .. } => &[rule::INITIATIVE_VALUE],
            Self::Ordered { tied: false, mounts: false, .. } => &[rule::ROUND_ORDER],
            Self::Ordered { tied: true, mounts: false, .. } => &[rule::ROUND_ORDER, rule::INITIATIVE_TIE],
            Self::Ordered { tied: false, mounts: true, .. } => &[rule::ROUND_ORDER, rule::MOUNT_INITIATIVE],
            Self::Ordered { tied: true, mounts: true, .. } => {
                &[rule::ROUND_ORDER, rule::INITIATIVE_TIE, rule::MOUNT_INITIATIVE]
            }
            Self::Round { .. } => &[rule::ROUND_COMPOSITION, rule::ROUND_SECONDS],
            Self::Turn { mount: None, .. } => &[rule::TURN_ACTIONS, rule::ROUND_ONE_TURN, rule::REACTION_PER_TURN],
            Self::Turn { mount: Some(_), .. } => {
                &[rule::TURN_ACTIONS, rule::ROUND_ONE_TURN, rule::REACTION_PER_TURN, rule::MOUNT_INITIATIVE]
            }
            Self::Began { act, .. } => begun(act),
            Self::Declared { backstab: true, .. } => &[rule::ATTACK_ORDER, rule::BACKSTAB_CONDITION],
            Self::Declared { .. } => &[rule::ATTACK_ORDER],
            Self::Rolled { means, .. } => match means {
                Means::Melee => &[rule::MELEE_ATTACK_ROLL, rule::MELEE_DEFINITION],
                Means::Ranged => &[rule::RANGED_ATTACK_ROLL, rule::RANGED_DEFINITION],
                Means::Projectile => &[rule::SPELL_PA],
                Means::Grapple => &[rule::GRAPPLE_ATTACK],
            },
            Self::Helpless { .. } | Self::Out { shock: false, .. } => &[rule::WOUND_UNCONSCIOUS, rule::WOUND_LIMIT],
            Self::Met { how, means, mounted, .. } => met(*how, *means, *mounted),
            Self::Avoided { how, perfect, second, .. } => avoided(*how, *perfect, *second),
            Self::Partial { .. } => &[rule::PARRY_PARTIAL],
            Self::Failed { how, means, .. } => failed(*how, *means),
            Self::Held { ignored: 0, natural: true, .. } => {
                &[rule::BLOCK_SUCCESS, rule::SHEET_STRENGTH, rule::TAG_NATURAL]
            }
            Self::Held { ignored: 0, .. } => &[rule::BLOCK_SUCCESS, rule::SHEET_STRENGTH],
            Self::Held { .. } => &[rule::BLOCK_SUCCESS, rule::TAG_BLOCKBREAKER],
            Self::Protected { .. } => &[rule::SPELL_SD],
            Self::Contact { .. } => &[rule::HIT_ZONE],
            Self::Damage { hit: true, .. } => &[rule::HIT_DEFINITION],
            Self::Damage { .. } => &[],
            Self::Wounded { at_limit: true, .. } => &[rule::WOUND_THRESHOLD, rule::WOUND_EXECUTION],
            Self::Wounded { light: 0, .. } => &[rule::WOUND_THRESHOLD, rule::SHEET_WOUNDS],
            Self::Wounded { .. } => &[rule::WOUND_THRESHOLD],
            Self::Out { shock: true, .. } | Self::Steeled { .. } => &[rule::WOUND_SHOCK],
            Self::Woke { .. } => &[rule::WOUND_UNCONSCIOUS],
            Self::Penalised { rule: rule::PARRY_OPTION_PENALTY, .. } => {
                &[rule::CONDITION_DEFENCE_PENALTY, rule::PARRY_AFTER]
            }
            Self::Penalised { .. } => &[rule::CONDITION_DEFENCE_PENALTY],
            Self::Freely { rule: rule::PARRY_OPTION_MOVE, .. } => &[rule::PARRY_AFTER],
            Self::Freely { .. } | Self::Stepped { .. } => &[],
            Self::Countered { .. } => &[rule::PARRY_OPTION_COUNTER, rule::PARRY_AFTER],
            Self::Reacted { free: true, .. } => &[rule::FREE_REACTIONS],
            Self::Reacted { .. } => &[rule::REACTION_FORMS, rule::REACTION_PER_TURN],
            Self::Guarded { .. } => &[rule::REACTION_FORMS],
            Self::Inflicted { .. }
            | Self::Doubled { .. }
            | Self::Ended { .. }
            | Self::Lasts { .. }
            | Self::Eased { .. } => &[],
            Self::Ongoing { .. } => &[rule::WOUND_TOUGHNESS],
            Self::Grappled { .. } => &[rule::GRAPPLE_RESULT, rule::CONDITION_GRAPPLED],
            Self::LetGo { .. } => &[rule::CONDITION_GRAPPLED],
            Self::Cast { focus: true, .. } => &[],
            Self::Cast { .. } => &[rule::FOCUS_REQUIRED],
            Self::Saved { .. } | Self::Unharmed { .. } => &[rule::DICE_SAVE],
            Self::Healed { .. } => &[rule::WOUND_HEAL],
            // Being inside when it appears does not set it off; but conjured it is.
            Self::Spread { zone: true, ethereal: true, .. } => &[rule::ETHEREAL_DEFAULT],
            Self::Spread { ethereal: true, .. } => &[rule::FIELD_TRIGGER, rule::ETHEREAL_DEFAULT],
            Self::Spread { zone: true, .. } => &[rule::ETHEREAL_STONE],
            Self::Spread { .. } => &[rule::FIELD_TRIGGER, rule::ETHEREAL_STONE],
            Self::Touched { zone: true, .. } => &[rule::ZONE_TRIGGER],
            Self::Touched { entered: true, .. } => &[rule::FIELD_TRIGGER, rule::FIELD_EVERY_SQUARE],
            Self::Touched { .. } => &[rule::FIELD_TRIGGER],
            Self::Concentrates { .. } => &[rule::CONCENTRATION_DURATION, rule::CONCENTRATION_LIMIT],
            Self::KeepsUp { .. } => &[rule::CONCENTRATION_SAVE],
            Self::LetsEnd { kept: false, .. } => &[rule::ETHEREAL_DISSOLVE, rule::ETHEREAL_DEFAULT],
            Self::LetsEnd { how, .. } => match how {
                Ending::Broken => &[rule::CONCENTRATION_BREAK],
                Ending::Freely => &[rule::CONCENTRATION_END_FREE],
                Ending::ByReaction => &[rule::CONCENTRATION_END_FREE, rule::REACTION_PER_TURN],
                Ending::Replaced => &[rule::CONCENTRATION_LIMIT, rule::DP_DROP_SPELL],
                Ending::Over => &[rule::CONCENTRATION_DURATION],
            },
            Self::Moved { mounted: true, sprint: true, .. } => &[rule::MOUNT_FREE_MOVE, rule::ACTION_SPRINT],
            Self::Moved { mounted: true, .. } => &[rule::MOUNT_FREE_MOVE],
            Self::Moved { sprint: true, .. } => &[rule::ACTION_SPRINT, rule::ACTION_MOVEMENT_FORMS],
            Self::Moved { .. } => &[rule::ACTION_MOVEMENT_FORMS],
            Self::Teleported { .. } => &[rule::KEYWORD_MOVEMENT],
            Self::Jumped { landed: true, balance: true, .. } => &[rule::JUMP_SUCCESS, rule::JUMP_VALUE],
            Self::Jumped { .. } => &[rule::JUMP_OFF_BALANCE, rule::JUMP_SUCCESS, rule::JUMP_VALUE],
            Self::Fell { eased: true, .. } => &[rule::FALL_DAMAGE, rule::FALL_CHECK, rule::FALL_CHECK_SUCCESS],
            Self::Fell { overweight: 1.., .. } => &[rule::FALL_DAMAGE, rule::FALL_OVERWEIGHT],
            Self::Fell { .. } => &[rule::FALL_DAMAGE],
            Self::Mounted { .. } => &[rule::MOUNT_INITIATIVE],
            Self::Swapped { two: true, flexible: true, .. } => {
                &[rule::ACTION_SWAP_UTILITY_ONLY, rule::TAG_FLEXIBLE, rule::TAG_TWO_HANDED]
            }
            Self::Swapped { flexible: true, .. } => &[rule::ACTION_SWAP_UTILITY_ONLY, rule::TAG_FLEXIBLE],
            Self::Swapped { two: true, .. } => &[rule::ACTION_SWAP_UTILITY_ONLY, rule::TAG_TWO_HANDED],
            Self::Swapped { .. } => &[rule::ACTION_SWAP_UTILITY_ONLY],
            Self::Detected { .. } => &[rule::HIDDEN_DETECT, rule::HIDDEN_USE, rule::DICE_DC],
            Self::Sneaked { .. } => &[rule::SNEAK_CHECK, rule::SNEAK_LEAST_COVER],
            Self::Ritual { .. } => &[rule::KEYWORD_RITUAL],
            Self::Phase { dissolved: 0 } => &[rule::PHASE_LENGTH, rule::PHASE_OUT_OF_COMBAT],
            Self::Phase { .. } => {
                &[rule::PHASE_LENGTH, rule::PHASE_OUT_OF_COMBAT, rule::ETHEREAL_DISSOLVE, rule::ETHEREAL_DEFAULT]
            }
            Self::Backlash { .. } => &[rule::ETHEREAL_ABSORBED],
            Self::Dented { .. } => &[rule::ABILITY_BREAK],
            Self::Pushed { .. } => &[rule::ABILITY_PUSH],
            Self::TurnOver { .. } => &[rule::TURN_END, rule::TURN_ONE_PER_ROUND],
            Self::RoundOver { on: true } => &[rule::ROUND_END, rule::ROUND_NEXT],
            Self::RoundOver { on: false } | Self::Over => &[rule::ROUND_NEXT],
        }
    }
}

fn begun(act: &Act) -> &'static [RuleId] {
    match act {
        Act::Strike { .. } => &[rule::ACTION_ATTACK_FORMS],
        Act::Grapple { .. } => &[rule::GRAPPLE_ACTION, rule::ACTION_ATTACK_FORMS],
        Act::Use { slot: Slot::Attack, .. } => &[rule::ACTION_ATTACK_FORMS],
        Act::Use { slot: Slot::Utility, .. } => &[rule::ACTION_UTILITY_FORMS],
        Act::Use { slot: Slot::Free, .. } => &[rule::FREE_ACTIONS],
        Act::Use { slot: Slot::Movement, .. } | Act::Go(_) => &[rule::ACTION_MOVEMENT_FORMS],
        Act::Jump { .. } => &[rule::JUMP_ACTION, rule::ACTION_JUMP_ANY],
        Act::Swap { .. } => &[rule::ACTION_SWAP_UTILITY_ONLY, rule::ACTION_UTILITY_FORMS],
        Act::Item { .. } => &[rule::ACTION_ITEM_BOTH],
        Act::Secret { .. } | Act::Hide { .. } => &[rule::HIDDEN_USE],
        Act::Recover { from: Kind::Grappled, .. } => &[rule::CONDITION_GRAPPLED, rule::DICE_OPPOSED],
        Act::Recover { from: Kind::Prone, .. } | Act::Help { from: Kind::Prone, .. } => &[rule::CONDITION_PRONE],
        Act::Recover { .. } | Act::Help { .. } => &[rule::CONDITION_OFF_BALANCE],
        Act::Reload { .. } => &[rule::TAG_RELOAD],
        Act::Hold { .. } | Act::LetGo => &[rule::CONDITION_GRAPPLED],
        Act::MountRecover { from: Kind::Grappled, .. } => &[rule::CONDITION_GRAPPLED, rule::MOUNT_EXTRA_ACTION],
        Act::MountRecover { from: Kind::Prone, .. } => &[rule::CONDITION_PRONE, rule::MOUNT_EXTRA_ACTION],
        Act::MountRecover { .. } => &[rule::CONDITION_OFF_BALANCE, rule::MOUNT_EXTRA_ACTION],
        Act::MountHold { .. } => &[rule::CONDITION_GRAPPLED, rule::MOUNT_EXTRA_ACTION],
        Act::MountGo(_) => &[rule::MOUNT_FREE_MOVE],
        Act::MountStrike { .. } | Act::MountUse { .. } => &[rule::MOUNT_EXTRA_ACTION],
        Act::MountGrapple { .. } => &[rule::MOUNT_EXTRA_ACTION, rule::GRAPPLE_ACTION],
        Act::Mount(_) | Act::Dismount(_) => &[rule::MOUNT_INITIATIVE],
        Act::EndSpell { .. } => &[rule::CONCENTRATION_END_FREE, rule::FREE_ACTIONS],
        Act::Face(_) | Act::Delay(_) => &[rule::FREE_ACTIONS],
    }
}

fn met(how: Defend, means: Means, mounted: bool) -> &'static [RuleId] {
    match (how, means, mounted) {
        (Defend::Dodge, _, true) => &[rule::DODGE_ROLL, rule::ATTACK_ONE_DEFENCE, rule::MOUNT_DODGE],
        (Defend::Dodge, Means::Melee | Means::Grapple, _) => {
            &[rule::DODGE_ROLL, rule::DODGE_SCOPE, rule::MELEE_DEFENCES, rule::ATTACK_ONE_DEFENCE]
        }
        (Defend::Dodge, Means::Ranged, _) => {
            &[rule::DODGE_ROLL, rule::DODGE_SCOPE, rule::RANGED_DEFENCES, rule::ATTACK_ONE_DEFENCE]
        }
        (Defend::Dodge, Means::Projectile, _) => {
            &[rule::DODGE_ROLL, rule::DODGE_SCOPE, rule::SPELL_PA_DEFENCES, rule::ATTACK_ONE_DEFENCE]
        }
        (Defend::Parry(_), _, true) => &[rule::PARRY_ROLL, rule::MOUNT_BLOCK_PARRY, rule::ATTACK_ONE_DEFENCE],
        (Defend::Parry(_), Means::Ranged | Means::Projectile, _) => {
            &[rule::PARRY_ROLL, rule::ABILITY_DEFLECTOR, rule::ATTACK_ONE_DEFENCE]
        }
        (Defend::Parry(_), ..) => &[rule::PARRY_ROLL, rule::MELEE_DEFENCES, rule::ATTACK_ONE_DEFENCE],
        (Defend::Block(_), _, true) => &[rule::BLOCK_ROLL, rule::MOUNT_BLOCK_PARRY, rule::ATTACK_ONE_DEFENCE],
        (Defend::Block(_), Means::Projectile, _) => {
            &[rule::BLOCK_ROLL, rule::SPELL_PA_DEFENCES, rule::ATTACK_ONE_DEFENCE]
        }
        (Defend::Block(_), Means::Ranged, _) => &[rule::BLOCK_ROLL, rule::RANGED_DEFENCES, rule::ATTACK_ONE_DEFENCE],
        (Defend::Block(_), ..) => &[rule::BLOCK_ROLL, rule::MELEE_DEFENCES, rule::ATTACK_ONE_DEFENCE],
        (Defend::Spell(..), ..) => &[rule::SPELL_SD, rule::ATTACK_ONE_DEFENCE],
        (Defend::MountParry(_) | Defend::MountBlock(_), ..) => &[rule::MOUNT_BLOCK_PARRY, rule::ATTACK_ONE_DEFENCE],
        (Defend::No, Means::Ranged, _) => &[rule::ATTACK_ONE_DEFENCE, rule::RANGED_FAILED_DEFENCE],
        (Defend::No, ..) => &[rule::ATTACK_ONE_DEFENCE, rule::MELEE_FAILED_DEFENCE],
    }
}

fn avoided(how: Defend, perfect: bool, second: bool) -> &'static [RuleId] {
    match (how, perfect, second) {
        (Defend::Parry(_), true, _) => &[rule::PARRY_PERFECT],
        (Defend::Parry(_), _, true) => &[rule::PARRY_SECOND_DIE],
        (Defend::Parry(_), ..) => &[rule::PARRY_PARTIAL],
        (Defend::Spell(..), ..) => &[rule::SPELL_SD],
        (Defend::Block(_), ..) => &[rule::BLOCK_SUCCESS],
        _ => &[rule::DODGE_SUCCESS],
    }
}

fn failed(how: Defend, means: Means) -> &'static [RuleId] {
    match how {
        Defend::Dodge if means == Means::Ranged => &[rule::DODGE_FAIL, rule::RANGED_FAILED_DEFENCE],
        Defend::Block(_) if means == Means::Ranged => &[rule::BLOCK_FAIL, rule::RANGED_FAILED_DEFENCE],
        Defend::Dodge => &[rule::DODGE_FAIL, rule::MELEE_FAILED_DEFENCE],
        Defend::Parry(_) => &[rule::PARRY_FAIL, rule::MELEE_FAILED_DEFENCE],
        Defend::Block(_) => &[rule::BLOCK_FAIL, rule::MELEE_FAILED_DEFENCE],
        Defend::Spell(..) => &[rule::SPELL_SD],
        Defend::No | Defend::MountParry(_) | Defend::MountBlock(_) => &[rule::ATTACK_ONE_DEFENCE],
    }
}

/// Why a spell is no longer kept up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A hit was too much. (`concentration.break`)
    Broken,
    /// Let go in the caster's own turn. (`concentration.end-free`)
    Freely,
    /// Let go in another's turn, for the reaction.
    ByReaction,
    /// Another spell took its place. (`concentration.limit`)
    Replaced,
    /// Its caster cannot keep it up any more.
    Over,
}
