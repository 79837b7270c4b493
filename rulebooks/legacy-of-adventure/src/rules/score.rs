//! What a die must not exceed: a skill's score, and everything that bears on it. (`check.formula`)

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, RuleId, Terms};

use crate::catalogue::{
    FlankStandard, RulingConditionScope, RulingDefendEqual, RulingNaturalExtremes, RulingOnGuardPenalty,
    RulingRangedMagicInMelee, RulingSkillFitsShields, RulingUnarmedRows, rule,
};
use crate::model::{
    Attack, Attribute, Bulk, Condition, Incoming, Kind, Manner, Mode, Nature, Object, Row, Save, Setup, Skill, Spot,
    State, States,
};
use crate::rules::{OrHalt, Table, lines, movement, zones};

/// Throws a d20 that must not exceed the check's score.
#[inline]
pub fn holds<T: Table>(g: &Setup, t: &mut T, check: Check<T::Terms>) -> OrHalt<T, bool> {
    let score = check.terms.score();
    let extremes = g.rules.ruling_natural_extremes == RulingNaturalExtremes::On;
    t.throw([check.scored()], |[thrown]| succeeds(extremes, thrown.natural, score))
}

/// The same for a defence, which may have to stay below its score. (`ruling.defend-equal`, a house rule)
#[inline]
pub fn defends<T: Table>(g: &Setup, t: &mut T, check: Check<T::Terms>) -> OrHalt<T, bool> {
    let strict = g.rules.ruling_defend_equal == RulingDefendEqual::Fail;
    let score = check.terms.score().saturating_sub(i32::from(strict));
    let extremes = g.rules.ruling_natural_extremes == RulingNaturalExtremes::On;
    t.throw([check.scored()], |[thrown]| succeeds(extremes, thrown.natural, score))
}

/// At or below; by a house rule a 1 always succeeds and a 20 never. (`ruling.natural-extremes`)
fn succeeds(extremes: bool, face: i32, score: i32) -> bool {
    match face {
        1 if extremes => true,
        20 if extremes => false,
        _ => face <= score,
    }
}

/// Faces of a d20 that succeed against a score; a defence may have to stay below it. (`ruling.defend-equal`)
pub fn faces(g: &Setup, score: i32, defence: bool) -> i32 {
    let strict = defence && g.rules.ruling_defend_equal == RulingDefendEqual::Fail;
    let score = score.saturating_sub(i32::from(strict));
    let extremes = g.rules.ruling_natural_extremes == RulingNaturalExtremes::On;
    if extremes { score.clamp(1, 19) } else { score.clamp(0, 20) }
}

/// A d20 that somebody throws.
fn d20<M: Terms>(point: RuleId, who: Id) -> Check<M> {
    Check::new(point, who, Dice::D20)
}

/// The check of an attack. (`dice.attack`)
#[inline(always)]
pub fn attack<M: Terms>(g: &Setup, s: &State, by: Id, attack: Attack, row: &Row) -> Check<M> {
    let check = d20(rule::DICE_ATTACK, by).score_part(rule::CHECK_FORMULA, "skill", i32::from(row.score)).score_part(
        rule::ATTACK_WEAPON_STATS,
        "weapon",
        i32::from(row.hit_mod),
    );
    let check = aimed(g, check, attack.spot, row.manner);
    let check = if row.mode == Mode::Ranged { at_range(g, s, check, by, attack.on, row) } else { check };
    let check = bodily(g, s, check, by);
    let flanked = g.rules.flank_standard == FlankStandard::On
        && row.mode == Mode::Melee
        && zones::is_flanked(g, s, by, attack.on);
    let check = if flanked { check.score(rule::FLANK_STANDARD, g.rules.flank_bonus) } else { check };
    let check = check.score(rule::GENERAL_DEFEND, evaded(s, by, attack.on, row.mode));
    if s.marks.affected.has(by) {
        check.score(rule::DIFFICULTY_STACK, i32::from(s.creature(by).said.attack))
    } else {
        check
    }
}

/// What a general defence takes off. (`general-defend`)
#[inline]
fn evaded(s: &State, by: Id, on: Id, mode: Mode) -> i32 {
    if !s.marks.affected.has(on) {
        return 0;
    }
    match s.creature(on).general {
        _ if !s.is_able(on) => 0,
        // To evade is no help against what comes out of an ambush.
        Some((Mode::Melee, _)) if s.marks.ambushers.has(by) => 0,
        Some((against, points)) if against == mode => -i32::from(points),
        _ => 0,
    }
}

/// The location. (`called.table`)
#[inline]
fn aimed<M: Terms>(g: &Setup, check: Check<M>, spot: Spot, manner: Manner) -> Check<M> {
    let (value, named) = spot_modifier(g, spot, manner);
    let check = check.score(rule::CALLED_TABLE, value);
    if M::LISTED && named { check.noting(rule::DIFFICULTY_NAMES, value, Bearing::Idle) } else { check }
}

/// What a location takes off, and whether that is one of the named grades. (`difficulty.names`)
#[inline]
pub fn spot_modifier(g: &Setup, spot: Spot, manner: Manner) -> (i32, bool) {
    let grade = match spot {
        Spot::Whole | Spot::Torso => return (0, false),
        Spot::Arm | Spot::Leg | Spot::Vulnerability | Spot::Weapon(_) => 1,
        Spot::Appendage | Spot::Joint | Spot::Head => 2,
        Spot::Vitals => 3,
    };
    let r = &g.rules;
    let easier = manner == Manner::Unarmed && r.ruling_unarmed_rows == RulingUnarmedRows::AsPrinted;
    let grades = [0, r.difficulty_difficult, r.difficulty_very_difficult, r.difficulty_amazing];
    let grade: usize = if easier { grade - 1 } else { grade };
    (-grades[grade.min(3)], true)
}

/// Distance, a foe at arm's length, a melee in the way. (`ranged.steps`, `ranged.in-melee`, `ranged.into-melee`)
fn at_range<M: Terms>(g: &Setup, s: &State, check: Check<M>, by: Id, on: Id, row: &Row) -> Check<M> {
    let r = &g.rules;
    let magic = row.nature.is_magic();
    let as_weapon = !magic || r.ruling_ranged_magic_in_melee == RulingRangedMagicInMelee::AsWeapons;
    let steps = if as_weapon { range_steps(lines::between(s, by, on), i32::from(row.range)) } else { 0 };
    let engaged = as_weapon && zones::is_engaged(g, s, by);
    let minds_melee = !magic || g.ability(row.ability).hindered;
    let hindered = minds_melee && lines::is_hindered(g, s, by, on);
    check
        .score(rule::RANGED_STEPS, steps.saturating_mul(-r.ranged_step))
        .score(rule::RANGED_IN_MELEE, if engaged { -r.ranged_in_melee_penalty } else { 0 })
        .score(rule::RANGED_INTO_MELEE, if hindered { -r.ranged_into_melee_penalty } else { 0 })
}

/// Halves of the range begun beyond it: none up to the range itself. (`ranged.steps`)
pub fn range_steps(distance: i32, range: i32) -> i32 {
    let range = range.max(1);
    if distance <= range {
        0
    } else {
        distance.saturating_sub(range).saturating_mul(2).saturating_add(range - 1) / range
    }
}

/// Rested to Damaged, prone, blinded. (`condition.modifiers`, `ruling.states`)
#[inline(always)]
fn bodily<M: Terms>(g: &Setup, s: &State, check: Check<M>, who: Id) -> Check<M> {
    let check = conditioned(g, s, check, who);
    if !s.marks.affected.has(who) {
        return check;
    }
    let creature = s.creature(who);
    let prone = if creature.has(States::PRONE) { g.rules.ruling_states_prone } else { 0 };
    let blinded = if creature.has(States::BLINDED) { g.rules.ruling_states_blinded } else { 0 };
    check.score(rule::RULING_STATES, -prone).score(rule::RULING_STATES, -blinded)
}

/// How fresh it is. (`condition.modifiers`)
#[inline]
fn conditioned<M: Terms>(g: &Setup, s: &State, check: Check<M>, who: Id) -> Check<M> {
    check.score(rule::CONDITION_MODIFIERS, condition_modifier(g, s, who))
}

/// What its condition adds to a check of skill. (`condition.modifiers`)
#[inline]
pub fn condition_modifier(g: &Setup, s: &State, who: Id) -> i32 {
    let condition = match (s.marks.damaged.has(who), s.marks.affected.has(who)) {
        (true, _) => Condition::Damaged,
        (false, true) => s.creature(who).condition,
        (false, false) => Condition::Active,
    };
    match condition {
        Condition::Rested => g.rules.condition_rested_bonus,
        Condition::Active => 0,
        Condition::Fatigued => -g.rules.condition_fatigued_penalty,
        Condition::Damaged => -g.rules.condition_damaged_penalty,
    }
}

/// The check of a defence with a skill; `arm` is what averts. (`dice.defend`, `dice.on-guard`)
#[inline]
pub fn defence<M: Terms>(
    g: &Setup,
    s: &State,
    incoming: &Incoming,
    row: &Row,
    ability: u8,
    arm: Option<u8>,
    guard: bool,
) -> Check<M> {
    let who = incoming.on;
    let point = if guard { rule::DICE_ON_GUARD } else { rule::DICE_DEFEND };
    let score = g.sheet(who).skill(ability).map_or(0, |skill| i32::from(skill.score));
    let check = averted(g, d20(point, who).score_part(rule::CHECK_FORMULA, "skill", score), who, row, arm);
    let check = bodily(g, s, check, who);
    let flanked = g.rules.flank_standard == FlankStandard::On
        && incoming.mode == Mode::Melee
        && zones::is_flanked(g, s, incoming.by, who);
    let check = if flanked { check.score(rule::FLANK_STANDARD, -g.rules.flank_bonus) } else { check };
    if !s.marks.affected.has(who) {
        return check;
    }
    let creature = s.creature(who);
    let rushed = if creature.has(States::RUSHED) { g.rules.rush_penalty } else { 0 };
    let failed = match creature.guard {
        Some(held) if guard => i32::from(held.penalty),
        _ => 0,
    };
    let failed = if g.rules.ruling_on_guard_penalty == RulingOnGuardPenalty::Flat { failed.min(1) } else { failed };
    check
        .score(rule::RUSH, -rushed)
        .score(rule::ON_GUARD_PENALTY, failed.saturating_mul(-g.rules.on_guard_step))
        .score(rule::DIFFICULTY_STACK, i32::from(creature.said.defend))
}

/// The size of what averts against the size of what comes. (`aversion.modifier`, `aversion.shield`)
#[inline]
fn averted<M: Terms>(g: &Setup, check: Check<M>, who: Id, row: &Row, arm: Option<u8>) -> Check<M> {
    let Some(arm) = arm else { return check };
    let object = g.arm(who, arm);
    let bulk = object.bulk.unwrap_or_else(|| Bulk::of_body(g.sheet(who).size));
    match (object.shield, bulk) {
        (true, Bulk::Large) => check.score(rule::AVERSION_MODIFIER, -g.rules.ruling_large_shield),
        (true, _) if M::LISTED => check.noting(rule::AVERSION_SHIELD, 0, Bearing::Idle),
        (true, _) => check,
        (false, _) => {
            let value = aversion(g, bulk, row.bulk);
            let check = check.score(rule::AVERSION_MODIFIER, value);
            // Worth naming where it might have counted: a size that is enough.
            if M::LISTED && value == 0 { check.noting(rule::AVERSION_MODIFIER, 0, Bearing::Idle) } else { check }
        }
    }
}

/// What averting something larger takes off, by the sizes between. (`aversion.modifier`)
fn aversion(g: &Setup, own: Bulk, other: Bulk) -> i32 {
    match (other as u8).saturating_sub(own as u8) {
        0 => 0,
        1 => -g.rules.ruling_aversion_chart_one,
        _ => -g.rules.ruling_aversion_chart_two,
    }
}

/// The check of a move, a utility or a grip. Armour hinders moves. (`check.formula`, `armour.drawback`)
pub fn skill<M: Terms>(g: &Setup, s: &State, who: Id, point: RuleId, ability: u8) -> Check<M> {
    let me = g.fighter(s, who);
    let score = me.sheet.skill(ability).map_or(0, |skill| i32::from(skill.score));
    let hindered = match g.ability(ability).kind {
        Kind::Move => i32::from(me.sheet.move_skill_mod) - i32::from(movement::relief(g, s, who).skills),
        _ => 0,
    };
    let check = d20(point, who).score_part(rule::CHECK_FORMULA, "skill", score).score(rule::ARMOUR_DRAWBACK, hindered);
    conditioned(g, s, check, who).score(rule::DIFFICULTY_STACK, i32::from(me.now.said.check))
}

/// The check of a grip: the best skill for the weapon that was struck. (`dice.hold-weapon`)
pub fn grip<M: Terms>(g: &Setup, s: &State, who: Id, arm: u8) -> Check<M> {
    let (me, thing) = (g.fighter(s, who), g.arm(who, arm));
    let skills = thing.skills.iter().filter_map(|ability| me.sheet.skill(*ability));
    // A shield is held with the skill that averts with it.
    let averts = |skill: &&Skill| thing.shield && g.ability(skill.ability).answers.object != Object::None;
    let shields = me.sheet.skills.iter().filter(averts);
    let proficient = me.sheet.proficient >> arm & 1 == 1;
    let best = skills.chain(shields).map(|skill| i32::from(skill.score)).max().filter(|_| proficient);
    let score = best.unwrap_or_else(|| me.sheet.attribute(Attribute::Agility));
    let check = d20(rule::DICE_HOLD_WEAPON, who).score_part(rule::CHECK_FORMULA, "skill", score);
    conditioned(g, s, check, who).score(rule::DIFFICULTY_STACK, i32::from(me.now.said.check))
}

/// A save, with what lowers it and why. (`dice.save`)
pub fn save<M: Terms>(g: &Setup, s: &State, who: Id, save: Save, less: (RuleId, i32)) -> Check<M> {
    let me = g.fighter(s, who);
    let check = d20(rule::DICE_SAVE, who)
        .score_part(rule::CHECK_FORMULA, save.word(), me.sheet.save(save))
        .score(less.0, -less.1)
        .score(rule::DIFFICULTY_STACK, i32::from(me.now.said.save));
    match g.rules.ruling_condition_scope {
        RulingConditionScope::Skills => check,
        RulingConditionScope::SavesToo => conditioned(g, s, check, who),
    }
}

/// The structural save of a thing. (`dice.structural`)
pub fn structural<M: Terms>(who: Id, strength: u8, said: i8) -> Check<M> {
    d20(rule::DICE_STRUCTURAL, who)
        .score(rule::STRUCTURAL_SAVE, i32::from(strength))
        .score(rule::DP_STRUCTURAL, i32::from(said))
}

/// Does a skill answer what comes? A house rule lets shields block missiles. (`ruling.skill-fits`)
pub fn answers(g: &Setup, ability: u8, mode: Mode, nature: Nature, shield: bool) -> bool {
    let answers = g.ability(ability).answers;
    let shields = g.rules.ruling_skill_fits_shields == RulingSkillFitsShields::On;
    let blocks = shields && shield && mode == Mode::Ranged && nature == Nature::Weapon;
    answers.meets(mode, nature) || blocks && answers.meets(Mode::Melee, Nature::Weapon)
}
