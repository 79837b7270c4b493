//! What may follow an attack: after a parry, after a block, after a hit, and what its attacker gets.

use skirmish_kernel::{Id, Questions, RuleId};

use crate::catalogue::{ParryPenaltyStacks, rule};
use crate::model::ask::{self, AfterParry};
use crate::model::{
    ArmourClass, Attribute, Defend, Event, Means, Occasion, Perk, Setup, State, Trigger, Twist, WeaponKind, Zone,
};
use crate::rules::attack::{self, Blow, Landed};
use crate::rules::defence::Met;
use crate::rules::movement::{Stretch, fall};
use crate::rules::{OrHalt, Table, magic, movement, reactions};

/// Everything that may follow an attack, in its order. (`attack.order`)
pub fn attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, met: &Met, landed: Landed) -> OrHalt<T> {
    if met.held && met.how != Defend::Dodge {
        held(g, s, t, blow, met, landed)?;
    }
    if landed.is_hit() && g.derived.reactors.has(blow.by) {
        reacts_to_hit(g, s, t, blow)?;
    }
    dance(g, s, t, blow)
}

/// What may follow a defence with something in hand that has held.
#[inline(never)]
fn held<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, met: &Met, landed: Landed) -> OrHalt<T> {
    let Some(defender) = met.by else { return Ok(()) };
    match met.how {
        Defend::Parry(arm) if s.is_able(defender) => parry(g, s, t, defender, blow, arm)?,
        Defend::Block(_) if !landed.is_hit() => {
            let offered = reactions::offer(g, s, t, defender, &Occasion::Blocked(blow.by))?;
            if let Some((ability, Some(arm))) = offered {
                reactions::strike(g, s, t, ability, Blow::with(g, defender, arm, blow.by))?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// A reaction to one's own hit.
#[inline(never)]
fn reacts_to_hit<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T> {
    if let Some((ability, _)) = reactions::offer(g, s, t, blow.by, &Occasion::Hit { on: blow.on, arm: blow.arm })? {
        reactions::used(s, t, blow.by, ability, g);
        // What it does to whoever was hit. (ability Tear)
        magic::cast::carried_to(g, s, t, blow, (ability, 1), true)?;
    }
    Ok(())
}

/// After a parry: nothing, a step, a penalty, a counter-attack. (`parry.after`)
fn parry<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, blow: &Blow, arm: u8) -> OrHalt<T> {
    let attacker = blow.by;
    match t.put(s, rule::DP_AFTER_PARRY, who, ask::AfterTheParry { attacker, arm })? {
        AfterParry::Penalty => {
            let points = g.arm(who, arm).0.pv;
            penalise(g, s, t, who, attacker, points, rule::PARRY_OPTION_PENALTY);
        }
        AfterParry::Walk(path) => {
            let stretch = Stretch { spared: Some(attacker), ..Stretch::of(g.rules.parry_step) };
            movement::free_steps(g, s, t, who, &path, stretch, rule::PARRY_OPTION_MOVE)?;
        }
        AfterParry::Counter(with) => {
            let Some(ability) = counter_skill(g, s, who) else { return Ok(()) };
            t.tell(|| Event::Countered { by: who, on: attacker });
            reactions::used(s, t, who, ability, g);
            let blow = Blow::with(g, who, with.unwrap_or(fist(g, who)), attacker);
            let means = if with.is_some() { blow.means } else { Means::Grapple };
            attack::attack(g, s, t, &Blow { means, reaction: true, ..blow })?;
        }
        AfterParry::Nothing => {}
    }
    Ok(())
}

/// Somebody's next defence is the worse for it. (`parry.option-penalty`)
pub fn penalise<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, points: i32, rule: RuleId) {
    let creature = s.creature_mut(on);
    creature.penalty = match g.rules.parry_penalty_stacks {
        ParryPenaltyStacks::On => creature.penalty.saturating_add(points),
        ParryPenaltyStacks::Off => creature.penalty.max(points),
    };
    creature.penalty_rounds = if creature.penalty > 0 { magic::cast::phase_rounds(g) } else { 0 };
    t.tell(|| Event::Penalised { by, on, points, rule });
}

/// The Counter skill, if it is known and can be used now. (`parry.option-counter`)
pub fn counter_skill(g: &Setup, s: &State, who: Id) -> Option<u8> {
    let counters = |index: &u8| g.ability(*index).trigger == Some(Trigger::Parried);
    let known = g.sheet(who).abilities.iter().copied().find(counters)?;
    (s.can_react(who) && magic::can_pay(s, who, g.ability(known), 1)).then_some(known)
}

/// The last arm is the bare hand.
pub fn fist(g: &Setup, who: Id) -> u8 {
    let arms = &g.sheet(who).arms;
    let natural = arms.iter().position(|arm| g.weapon(arm.weapon).kind == WeaponKind::Natural);
    natural.unwrap_or(arms.len().saturating_sub(1)) as u8
}

/// What a hit of a weapon skill does besides its damage: `incoming` of it, in that zone.
pub fn on_hit<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, zone: Zone, incoming: i32) -> OrHalt<T> {
    if blow.change.is(Twist::BreaksArmour) {
        // The heavier it is, the more.
        let points = g.sheet(blow.on).class[zone as usize] as u8;
        if points > 0 {
            let dents = &mut s.creature_mut(blow.on).dents[zone as usize];
            *dents = dents.saturating_add(points);
            t.tell(|| Event::Dented { who: blow.on, zone, points });
        }
    }
    if blow.change.is(Twist::Push) && s.is_able(blow.by) {
        let strength = |who: Id| g.sheet(who).modifier(Attribute::Str);
        let ours = blow.arm.map_or(0, |arm| g.arm(blow.by, arm).0.pv);
        let theirs = proficiency(g, s, blow.on);
        let weaker = if (strength(blow.on), theirs) <= (strength(blow.by), ours) { blow.on } else { blow.by };
        let from = if weaker == blow.on { blow.by } else { blow.on };
        // Whoever is pushed off an edge has the push to reckon with. (`fall.check-dc`)
        let cause = fall::Cause { dc: g.rules.dc_base + strength(blow.by), damage: incoming };
        movement::push(g, s, t, weaker, from, cause)?;
    }
    Ok(())
}

/// With what is in its hands, at the best; else with its body.
pub fn proficiency(g: &Setup, s: &State, who: Id) -> i32 {
    let held = s.creature(who).in_hand().map(|arm| g.arm(who, arm).0.pv).max();
    held.unwrap_or_else(|| g.arm(who, fist(g, who)).0.pv)
}

/// A few free steps after a basic attack in one's own turn. (perk Dancer)
#[inline]
pub fn dance<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T> {
    if g.sheet(blow.by).perks.has(Perk::Dancer) { dances(g, s, t, blow) } else { Ok(()) }
}

#[inline(never)]
fn dances<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T> {
    const METRES: i32 = 3;
    let sheet = g.sheet(blow.by);
    let light = || sheet.class.iter().all(|class| *class <= ArmourClass::Medium);
    let basic = blow.arm.is_some() && blow.means != Means::Grapple;
    if !light() || !basic || !s.is_able(blow.by) || !may_step(s, blow.by) {
        return Ok(());
    }
    let path = t.put(s, rule::DP_PATH, blow.by, ask::Step { metres: METRES, to: None })?;
    movement::free_steps(g, s, t, blow.by, &path, Stretch::of(METRES), rule::ABILITY_DANCER).map(drop)
}

/// May it step away by its own feet: not held, not down, not in the saddle?
pub fn may_step(s: &State, who: Id) -> bool {
    movement::can_move(s, who) && s.creature(who).mount.is_none()
}
