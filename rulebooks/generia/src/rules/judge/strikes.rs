//! Who may be struck at, seized or charged, and with what. (`action.attack-forms`)

use skirmish_bookkit::answer::{Verdict, must};
use skirmish_kernel::{Id, Refusal};

use super::TOO_FAR;
use crate::catalogue::rule;
use crate::model::{Nature, Setup, State, StrikeChange, Twist, WeaponKind};
use crate::rules::movement::{self, paths};
use crate::rules::{after, defence, grapple, lines, magic, reactions};

fn is_target(s: &State, who: Id, target: Id) -> Verdict {
    refuse_if!(target == who || !s.is_here(target), rule::ATTACK_ORDER, "there is nobody to attack");
    let bound = Some(target) == s.creature(who).mount || Some(target) == s.creature(who).rider;
    must(!bound, rule::MOUNT_INITIATIVE, "rider and mount do not fight each other")
}

/// May it strike so?
pub fn judge_strike(g: &Setup, s: &State, who: Id, arm: u8, target: Id, skill: Option<u8>) -> Verdict {
    is_target(s, who, target)?;
    let held = usize::from(arm) < g.sheet(who).arms.len() && defence::is_ready(g, s, who, arm);
    refuse_if!(!held, rule::ACTION_ATTACK_FORMS, "that weapon is not in hand");
    let weapon = g.arm(who, arm).1;
    let ranged = weapon.kind == WeaponKind::Ranged;
    let definition = if ranged { rule::RANGED_DEFINITION } else { rule::MELEE_DEFINITION };
    refuse_if!(ranged && s.creature(who).to_load(arm) > 0, rule::TAG_RELOAD, "it is not loaded");
    let (mut reach, mut steps) = (weapon.reach, 0);
    if let Some(skill) = skill {
        let (change, by) = (strike_change(g, s, who, arm, skill)?, g.ability(skill).rule);
        let free = change.is(Twist::HeldOnly) && !grapple::is_helpless(g, s, target);
        refuse_if!(free, by, "only somebody who is held can be treated so");
        (reach, steps) = reach_standing(g, s, who, arm, Some(change));
        if is_run(change) {
            let runs = s.creature(who).mount.is_none() && movement::can_move(s, who);
            refuse_if!(!runs, by, "they cannot run there");
            if !paths::approach(g, s, who, target, change, weapon.reach).is_empty() {
                reach = i32::MAX;
            } else {
                refuse_if!(change.charge.is_some(), by, "no straight run leads beside the target");
            }
        }
    }
    let away = lines::between(g, s, who, target);
    refuse_if!(away > reach; Refusal::counted(definition, TOO_FAR, [away, reach]));
    must(steps > 0 || lines::has_line_to(g, s, who, target), definition, "a wall is in between")
}

/// Does such a strike begin with a run or a step toward its target?
fn is_run(change: StrikeChange) -> bool {
    change.charge.is_some() || change.is(Twist::Lunge)
}

/// How far a strike reaches that begins without a run, and how many metres of that are steps before it.
fn reach_standing(g: &Setup, s: &State, who: Id, arm: u8, change: Option<StrikeChange>) -> (i32, i32) {
    // From where it will have gone to; a wall that is in the way now need not be there.
    let kites = change.is_some_and(|change| change.is(Twist::Kites));
    let steps = if kites { movement::kite_metres(g, s, who, arm) } else { 0 };
    (g.arm(who, arm).1.reach + steps, steps)
}

/// Is a target so many metres away out of reach of such a strike, whatever else holds?
pub fn is_out_of_reach(g: &Setup, s: &State, who: Id, arm: u8, change: Option<StrikeChange>, away: i32) -> bool {
    !change.is_some_and(is_run) && away > reach_standing(g, s, who, arm, change).0
}

/// What a skill changes about a strike with an arm: it must be known, or come with the weapon.
fn strike_change(g: &Setup, s: &State, who: Id, arm: u8, skill: u8) -> Result<StrikeChange, Refusal> {
    let weapon = g.arm(who, arm).1;
    let (ability, by) = (g.ability(skill), g.ability(skill).rule);
    refuse_if!(!reactions::is_done_with(g, skill, Some(weapon)), by, "that is not done with this weapon");
    let known = weapon.skill == Some(skill) || g.sheet(who).abilities.contains(&skill);
    let attacks = known && ability.carries() && ability.nature == Nature::Skill;
    refuse_if!(!attacks, rule::ACTION_ATTACK_FORMS, "they know no such attack");
    refuse_if!(!magic::can_pay(s, who, ability, 1), by, "they cannot pay for that");
    let change = g.derived.strike(skill).ok_or_else(|| Refusal::by(by, "that is no strike"))?;
    let ranged = weapon.kind == WeaponKind::Ranged;
    let shot = change.is(Twist::Ranged);
    refuse_if!(ranged && !shot && !change.is(Twist::Pierces), by, "that is done by hand");
    refuse_if!(shot && !ranged, by, "that is a shot");
    Ok(change)
}

/// May it seize that one?
pub fn judge_grapple(g: &Setup, s: &State, who: Id, target: Id, skill: Option<u8>) -> Verdict {
    is_target(s, who, target)?;
    let by = rule::GRAPPLE_ACTION;
    refuse_if!(!g.sheet(who).limbs, by, "they have no limbs to seize with");
    refuse_if!(s.creature(who).holds == Some(target), by, "they hold that one already");
    if let Some(skill) = skill {
        return judge_rush(g, s, who, target, skill);
    }
    must(lines::between(g, s, who, target) <= 1, by, "nobody is seized who is not next to one")
}

/// A run at whose end somebody is to be seized. (ability Charge)
fn judge_rush(g: &Setup, s: &State, who: Id, target: Id, skill: u8) -> Verdict {
    let (change, by) = (strike_change(g, s, who, after::fist(g, who), skill)?, g.ability(skill).rule);
    refuse_if!(!change.is(Twist::Grapple) || change.charge.is_none(), by, "nobody is seized with that");
    let runs = s.creature(who).mount.is_none() && movement::can_move(s, who);
    refuse_if!(!runs, by, "they cannot run there");
    let leads = !paths::approach(g, s, who, target, change, 1).is_empty();
    must(leads, by, "no straight run leads beside the target")
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::{is_out_of_reach, judge_strike};
    use crate::Generia;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::Timing;

    /// With every arm, by itself and with every skill, at everybody: what is out of reach is refused, and so is what is neither listed
    /// nor comes with the weapon.
    pub fn what_a_policy_leaves_out_is_refused() {
        let mut far = 0;
        skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
            for (who, on) in g.ids().flat_map(|who| g.ids().map(move |on| (who, on))) {
                let away = crate::rules::lines::between(g, s, who, on);
                for arm in g.arms(who) {
                    let skills = (0..g.abilities.len() as u8).map(Some).chain([None]);
                    for skill in skills {
                        let change = skill.and_then(|skill| g.derived.strike(skill));
                        let is_far = is_out_of_reach(g, s, who, arm, change, away);
                        let is_listed = |skill: u8| {
                            let listed = g.repertoire_of(who).strikes.contains(&skill);
                            listed || g.arm(who, arm).1.skill == Some(skill) || !g.ability(skill).is(Timing::Attack)
                        };
                        if is_far || !skill.is_none_or(is_listed) {
                            assert!(judge_strike(g, s, who, arm, on, skill).is_err(), "{who:?} at {on:?}: {skill:?}");
                            far += usize::from(is_far);
                        }
                    }
                }
            }
        });
        assert!(far > 100);
    }
}
