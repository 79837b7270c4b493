//! How an attack is met: avoided, averted, On-Guard, or not at all. (`defend.active`)

use skirmish_bookkit::events::Cites;
use skirmish_kernel::{Id, Questions};

use crate::catalogue::{RulingOnGuardCount, RulingOnGuardOtherDefends, rule};
use crate::model::{
    Bar, Creature, Defend, Event, Guard, Incoming, Kind, Kinds, Mode, Nature, Object, Row, Setup, Stance, State, ask,
};
use crate::rules::refusal::{Allowed, by};
use crate::rules::{OrHalt, Table, effects, score};

/// Calls `yes` with every way in which this attack may be met, not at all first.
pub fn options(g: &Setup, s: &State, incoming: &Incoming, mut yes: impl FnMut(Defend)) {
    yes(Defend::None);
    let who = incoming.on;
    if let Some(guard) = s.creature(who).guard {
        with_objects(g, s, who, guard.skill, |arm| {
            let how = Defend::Guard { arm };
            if judge(g, s, incoming, how).is_ok() {
                yes(how);
            }
        });
    }
    for (ability, _) in g.known(who).filter(|(_, known)| known.kind == Kind::Defend) {
        with_objects(g, s, who, ability, |arm| {
            let how = Defend::Skill { ability, arm };
            if judge(g, s, incoming, how).is_ok() {
                yes(how);
            }
        });
    }
}

/// Calls `yes` with everything in hand that a skill may avert with; with nothing, where it needs nothing.
fn with_objects(g: &Setup, s: &State, who: Id, ability: u8, mut yes: impl FnMut(Option<u8>)) {
    if g.ability(ability).answers.object == Object::None {
        yes(None);
        return;
    }
    objects(g, s, who).for_each(|arm| yes(Some(arm)));
}

/// What somebody might avert with: what is in its hands, and what its body has.
fn objects(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = u8> {
    let natural = (0..).zip(&g.sheet(who).arms).filter(|(_, weapon)| g.weapon(**weapon).natural).map(|(arm, _)| arm);
    s.creature(who).held().chain(natural)
}

/// Is there any defence but none? (`defend.cost`)
#[inline]
pub fn none_open(g: &Setup, s: &State, incoming: &Incoming) -> Option<Bar> {
    let Incoming { on, mode, nature, .. } = *incoming;
    let creature = s.creature(on);
    let guarded = |guard: Guard| !guard.over && anything(g, s, on, guard.skill, mode, nature);
    let paid = i32::from(creature.actions) >= g.rules.defend_actions;
    let open = paid && creature.answers.has(mode, nature) && !is_only_on_guard(g, creature);
    if open || creature.guard.is_some_and(guarded) {
        return None;
    }
    Some(if !paid { Bar::Spent } else { Bar::Unanswered })
}

/// Has it nothing but On-Guard to defend with in this round? (`ruling.on-guard-other-defends`)
#[inline]
fn is_only_on_guard(g: &Setup, creature: &Creature) -> bool {
    creature.guard.is_some() && g.rules.ruling_on_guard_other_defends == RulingOnGuardOtherDefends::Barred
}

/// The kinds of attack that somebody's defend skills answer with what is in its hands. Kept in the state.
pub fn answered(g: &Setup, s: &State, who: Id) -> Kinds {
    let defends = || g.known(who).filter(|(_, known)| known.kind == Kind::Defend);
    Kinds::of(|mode, nature| defends().any(|(ability, _)| anything(g, s, who, ability, mode, nature)))
}

/// Is there anything with which a skill answers such an attack?
fn anything(g: &Setup, s: &State, who: Id, ability: u8, mode: Mode, nature: Nature) -> bool {
    let mut arms = objects(g, s, who).map(Some).chain(std::iter::once(None));
    arms.any(|arm| fits(g, s, who, (mode, nature), ability, arm).is_ok())
}

/// May this attack be met so?
pub fn judge(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Allowed {
    let (who, kind) = (incoming.on, (incoming.mode, incoming.nature));
    let me = g.fighter(s, who);
    match how {
        Defend::None => Ok(()),
        Defend::Guard { arm } => match me.now.guard {
            Some(guard) if !guard.over => fits(g, s, who, kind, guard.skill, arm),
            Some(_) => by(rule::ON_GUARD_END, "the On-Guard is over"),
            None => by(rule::ON_GUARD_ANNOUNCE, "it has not been announced as the round began"),
        },
        Defend::Skill { ability, arm } => {
            if me.sheet.skill(ability).is_none() || g.ability(ability).kind != Kind::Defend {
                return by(rule::DEFEND_CHECK, "they have no such skill");
            }
            if i32::from(me.now.actions) < g.rules.defend_actions {
                return by(rule::DEFEND_COST, "no action is left for it");
            }
            if is_only_on_guard(g, me.now) {
                return by(rule::ON_GUARD_SAME_SKILL, "On-Guard is their only defence in this round");
            }
            fits(g, s, who, kind, ability, arm)
        }
    }
}

/// Does the skill answer what comes, and is what it needs in hand? (`ruling.skill-fits`, `defend.avert`)
fn fits(g: &Setup, s: &State, who: Id, kind: (Mode, Nature), ability: u8, arm: Option<u8>) -> Allowed {
    let shield = arm.is_some_and(|arm| g.arm(who, arm).shield);
    if !score::answers(g, ability, kind.0, kind.1, shield) {
        return by(rule::RULING_SKILL_FITS, "this skill does not answer such an attack");
    }
    let object = g.ability(ability).answers.object;
    let Some(arm) = arm else {
        let none = object == Object::None;
        return if none { Ok(()) } else { by(rule::DEFEND_AVERT, "that averts with something in hand") };
    };
    let held = s.creature(who).has_arm(arm) && (s.creature(who).holds(arm) || g.arm(who, arm).natural);
    let serves = match object {
        Object::None => false,
        Object::Weapon => !shield,
        Object::Shield => shield,
        Object::Either => true,
    };
    if held && serves && averts(g, who, arm) {
        Ok(())
    } else {
        by(rule::DEFEND_AVERT, "that is not in hand, or cannot avert it")
    }
}

/// Can one avert with it at all? With a weapon that is swung, or a shield; not with teeth.
pub fn averts(g: &Setup, who: Id, arm: u8) -> bool {
    let object = g.arm(who, arm);
    !object.natural && (object.shield || object.melee || object.shoots)
}

/// Asks how the attack is met.
pub fn choose<T: Table>(s: &mut State, t: &mut T, incoming: &Incoming) -> OrHalt<T, Defend> {
    t.put(s, rule::DP_DEFEND, incoming.on, ask::Defence { incoming: *incoming })
}

/// Throws the defence. True when the attack is stopped.
#[inline(always)]
pub fn carry_out<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    incoming: &Incoming,
    row: &Row,
    how: Defend,
) -> OrHalt<T, bool> {
    let who = incoming.on;
    let (ability, arm, guard) = match (how, s.creature(who).guard) {
        (Defend::None, _) | (Defend::Guard { .. }, None) => {
            t.tell(|| Event::Undefended { who });
            return Ok(false);
        }
        (Defend::Guard { arm }, Some(guard)) => (guard.skill, arm, true),
        (Defend::Skill { ability, arm }, _) => (ability, arm, false),
    };
    if !guard {
        s.pay(who, u8::try_from(g.rules.defend_actions).unwrap_or(u8::MAX));
    }
    // Any other defence ends a general one. (`general-defend`)
    let check = score::defence(g, s, incoming, row, ability, arm, guard);
    if s.marks.affected.has(who) && s.creature_mut(who).general.take().is_some() {
        s.touch(who);
        t.tell(|| Event::GeneralOver { who });
    }
    let held = score::defends(g, t, check)?;
    t.tell(|| Event::Defended { who, by: incoming.by, ability, held, also: also(g, s, incoming, ability, arm, guard) });
    if guard {
        count(g, s, t, who, held);
    }
    if let (true, Some(arm)) = (held, arm) {
        effects::structural(g, s, t, (who, arm), row, true)?;
    }
    Ok(held)
}

/// Counts the checks of an On-Guard. (`on-guard.success`, `on-guard.penalty`, `on-guard.end`)
fn count<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, held: bool) {
    let Some(mut guard) = s.creature(who).guard else { return };
    if held {
        if g.rules.ruling_on_guard_count == RulingOnGuardCount::InARow {
            guard.failed = 0;
        }
    } else {
        guard.failed = guard.failed.saturating_add(1);
        guard.penalty = guard.penalty.saturating_add(1);
        guard.over = i32::from(guard.failed) >= g.rules.on_guard_failures;
    }
    let Guard { failed, over, .. } = guard;
    s.creature_mut(who).guard = Some(guard);
    t.tell(|| Event::Guarded { who, held, failed, over });
}

/// Every rule that has a part in how a defence is made.
fn also(g: &Setup, s: &State, incoming: &Incoming, ability: u8, arm: Option<u8>, guard: bool) -> Cites {
    let stance = |who: Id| s.creature(who).stance;
    let mut also = Cites::default();
    also.add(g.ability(ability).rule);
    also.when(arm.is_none(), rule::DEFEND_AVOID);
    also.when(arm.is_some(), rule::DEFEND_AVERT);
    also.when(guard, rule::ON_GUARD_TRIGGER);
    also.when(guard, rule::ON_GUARD_SAME_SKILL);
    also.when(!guard, rule::DEFEND_COST);
    also.when(!guard, rule::DEFEND_POOL);
    also.add(rule::RULING_SKILL_FITS);
    let aggressive = stance(incoming.on) == Stance::Aggressive;
    also.when(aggressive && stance(incoming.by) != Stance::Aggressive, rule::STANCE_AGGRESSIVE_OTHERS);
    also.when(!aggressive, rule::STANCE_DEFEND_ANY);
    let shield = arm.is_some_and(|arm| g.arm(incoming.on, arm).shield);
    also.when(shield && incoming.nature == Nature::Weapon, rule::AVERSION_SHIELD);
    also
}
