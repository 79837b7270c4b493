//! Who may be struck at, seized or charged, and with what. (`action.attack-forms`)

use skirmish_kernel::{Id, Refusal};

use super::TOO_FAR;
use crate::catalogue::rule;
use crate::model::{Nature, Setup, State, StrikeChange, WeaponKind, With};
use crate::rules::movement::{self, paths};
use crate::rules::{after, defence, grapple, lines, magic};

fn is_target(s: &State, who: Id, target: Id) -> Result<(), Refusal> {
    refuse_if!(target == who || !s.is_here(target), rule::ATTACK_ORDER, "there is nobody to attack");
    if Some(target) == s.creature(who).mount || Some(target) == s.creature(who).rider {
        return Err(Refusal::by(rule::MOUNT_INITIATIVE, "rider and mount do not fight each other"));
    }
    Ok(())
}

/// May it strike so?
pub fn judge_strike(g: &Setup, s: &State, who: Id, arm: u8, target: Id, skill: Option<u8>) -> Result<(), Refusal> {
    is_target(s, who, target)?;
    if usize::from(arm) >= g.sheet(who).arms.len() || !defence::is_ready(g, s, who, arm) {
        return Err(Refusal::by(rule::ACTION_ATTACK_FORMS, "that weapon is not in hand"));
    }
    let weapon = g.arm(who, arm).1;
    let ranged = weapon.kind == WeaponKind::Ranged;
    let definition = if ranged { rule::RANGED_DEFINITION } else { rule::MELEE_DEFINITION };
    refuse_if!(ranged && s.creature(who).to_load(arm) > 0, rule::TAG_RELOAD, "it is not loaded");
    let (mut reach, mut steps) = (weapon.reach, 0);
    if let Some(skill) = skill {
        let change = strike_change(g, s, who, arm, skill)?;
        if change.held_only && !grapple::is_helpless(g, s, target) {
            return Err(Refusal::by(g.ability(skill).rule, "only somebody who is held can be treated so"));
        }
        if change.charge.is_some() || change.lunge {
            if s.creature(who).mount.is_some() || !movement::can_move(s, who) {
                return Err(Refusal::by(g.ability(skill).rule, "they cannot run there"));
            }
            if !paths::approach(g, s, who, target, change, weapon.reach).is_empty() {
                reach = i32::MAX;
            } else if change.charge.is_some() {
                return Err(Refusal::by(g.ability(skill).rule, "no straight run leads beside the target"));
            }
        }
        if change.kites {
            // From where it will have gone to; a wall that is in the way now need not be there.
            steps = movement::kite_metres(g, s, who, arm);
            reach += steps;
        }
    }
    let away = lines::between(g, s, who, target);
    refuse_if!(away > reach; Refusal::counted(definition, TOO_FAR, [away, reach]));
    if steps > 0 || lines::has_line_to(g, s, who, target) {
        Ok(())
    } else {
        Err(Refusal::by(definition, "a wall is in between"))
    }
}

/// What a skill changes about a strike with an arm: it must be known, or come with the weapon.
fn strike_change(g: &Setup, s: &State, who: Id, arm: u8, skill: u8) -> Result<StrikeChange, Refusal> {
    let weapon = g.arm(who, arm).1;
    let brought = weapon.skill == Some(skill);
    let known = brought || g.sheet(who).abilities.contains(&skill);
    let ability = g.ability(skill);
    let fits = match &ability.with {
        With::Any => true,
        With::Bringer => brought,
        With::Shield => weapon.kind == WeaponKind::Shield,
        With::Named(name) => weapon.name == *name,
    };
    refuse_if!(!fits, ability.rule, "that is not done with this weapon");
    if !known || !ability.carries() || ability.nature != Nature::Skill {
        return Err(Refusal::by(rule::ACTION_ATTACK_FORMS, "they know no such attack"));
    }
    refuse_if!(!magic::can_pay(s, who, ability, 1), ability.rule, "they cannot pay for that");
    let change = g.derived.strike(skill).ok_or_else(|| Refusal::by(ability.rule, "that is no strike"))?;
    let ranged = weapon.kind == WeaponKind::Ranged;
    refuse_if!(ranged != (change.ranged || change.pierces && ranged) && ranged, ability.rule, "that is done by hand");
    refuse_if!(change.ranged && !ranged, ability.rule, "that is a shot");
    Ok(change)
}

/// May it seize that one?
pub fn judge_grapple(g: &Setup, s: &State, who: Id, target: Id, skill: Option<u8>) -> Result<(), Refusal> {
    is_target(s, who, target)?;
    refuse_if!(!g.sheet(who).limbs, rule::GRAPPLE_ACTION, "they have no limbs to seize with");
    refuse_if!(s.creature(who).holds == Some(target), rule::GRAPPLE_ACTION, "they hold that one already");
    if let Some(skill) = skill {
        return judge_rush(g, s, who, target, skill);
    }
    refuse_if!(lines::between(g, s, who, target) > 1, rule::GRAPPLE_ACTION, "nobody is seized who is not next to one");
    Ok(())
}

/// A run at whose end somebody is to be seized. (ability Charge)
fn judge_rush(g: &Setup, s: &State, who: Id, target: Id, skill: u8) -> Result<(), Refusal> {
    let change = strike_change(g, s, who, after::fist(g, who), skill)?;
    let no = |why: &'static str| Err(Refusal::by(g.ability(skill).rule, why));
    refuse_if!(!change.grapple || change.charge.is_none(), g.ability(skill).rule, "nobody is seized with that");
    if s.creature(who).mount.is_some() || !movement::can_move(s, who) {
        return no("they cannot run there");
    }
    if paths::approach(g, s, who, target, change, 1).is_empty() {
        return no("no straight run leads beside the target");
    }
    Ok(())
}
