//! Reactions: one in every combatant's turn. (`reaction.*`)

use skirmish_kernel::{Id, Questions};

use crate::catalogue::rule;
use crate::model::{Ability, Effect, Event, Incoming, Occasion, Setup, State, Timing, Trigger, WeaponKind, With, ask};
use crate::rules::attack::{self, Blow};
use crate::rules::{OrHalt, Table, defence, lines, magic, movement};

/// Every reaction that this combatant may use on an occasion: the ability, and an arm where it strikes.
pub fn options(g: &Setup, s: &State, who: Id, occasion: &Occasion, yes: &mut dyn FnMut(u8, Option<u8>)) {
    if !s.is_able(who) {
        return;
    }
    let ready = s.can_react(who);
    for index in &g.sheet(who).abilities {
        let ability = g.ability(*index);
        let usable = ready && ability.is(Timing::Reaction) || ability.is(Timing::FreeReaction);
        if !usable || s.creature(who).energy < ability.energy {
            continue;
        }
        for effect in &ability.effects {
            match effect {
                Effect::Guard(kind) if is_guard(s, who, occasion) => {
                    let possible = |how: crate::model::Defend| how.kind() == Some(*kind);
                    let mut any = false;
                    if let Occasion::Rolled(incoming) = occasion {
                        defence::options(g, s, incoming, &mut |how| any |= possible(how));
                    }
                    if any {
                        yes(*index, None);
                    }
                }
                Effect::Strike(change) => {
                    if let Some(trigger) = change.trigger
                        && attack::fits(trigger, occasion)
                    {
                        strikes(g, s, who, *index, change, occasion, yes);
                    }
                }
                Effect::Condition { .. } if is_after_hit(g, who, *index, occasion) => yes(*index, None),
                _ => {}
            }
        }
    }
    if ready {
        magic::interceptions(g, s, who, occasion, yes);
    }
}

/// Is it one's own defence that is to be made better?
fn is_guard(s: &State, who: Id, occasion: &Occasion) -> bool {
    matches!(occasion, Occasion::Rolled(incoming) if defence::defender(s, incoming) == who)
}

/// Has one hit with what the reaction needs?
fn is_after_hit(g: &Setup, who: Id, ability: u8, occasion: &Occasion) -> bool {
    let Occasion::Hit { arm, .. } = *occasion else { return false };
    let ability = g.ability(ability);
    ability.trigger == Some(Trigger::Hit) && is_done_with(g, who, ability, arm)
}

/// Does this arm fit what the ability is done with? A spell's projectile has none.
fn is_done_with(g: &Setup, who: Id, ability: &Ability, arm: Option<u8>) -> bool {
    let weapon = arm.map(|arm| g.arm(who, arm).1);
    match &ability.with {
        With::Any => true,
        With::Shield => weapon.is_some_and(|weapon| weapon.kind == WeaponKind::Shield),
        With::Named(name) => weapon.is_some_and(|weapon| weapon.name == *name),
        With::Bringer => {
            weapon.and_then(|weapon| weapon.skill).is_some_and(|skill| g.ability(skill).name == ability.name)
        }
    }
}

/// The arms with which a reaction may strike.
fn strikes(
    g: &Setup,
    s: &State,
    who: Id,
    ability: u8,
    change: &crate::model::StrikeChange,
    occasion: &Occasion,
    yes: &mut dyn FnMut(u8, Option<u8>),
) {
    let (other, to) = match *occasion {
        Occasion::Blocked(other) | Occasion::Hit { on: other, .. } => (other, None),
        Occasion::Leaves { who: other, to } => (other, Some(to)),
        Occasion::Rolled(_) => return,
    };
    let known = g.ability(ability);
    for arm in g.arms(who) {
        let (_, weapon) = g.arm(who, arm);
        let shield = weapon.kind == WeaponKind::Shield;
        let melee = weapon.kind != WeaponKind::Ranged;
        let near = lines::between(g, s, who, other) <= weapon.reach;
        // With what somebody leaves the reach of, and with nothing else.
        let left = to.is_none_or(|to| movement::is_left(g, s, who, arm, other, to));
        let fits = (shield || !change.with_shield) && is_done_with(g, who, known, Some(arm));
        if melee && near && left && fits && defence::is_ready(g, s, who, arm) {
            yes(ability, Some(arm));
        }
    }
}

/// Asks everybody who may interrupt an attack, highest initiative first. True when the attack is stopped.
pub fn to_an_attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, incoming: &Incoming) -> OrHalt<T, bool> {
    if g.derived.reactors.and(s.able).is_empty() {
        return Ok(false);
    }
    let occasion = Occasion::Rolled(*incoming);
    // The order is fixed before the first is resolved.
    let order = in_order(g, s);
    for who in order {
        if let Some((ability, _)) = offer(g, s, t, who, &occasion)? {
            used(s, t, who, ability, g);
            let stopped = magic::react(g, s, t, who, ability, incoming)?;
            if stopped || !s.is_able(incoming.by) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Everybody who can act, highest initiative first; mounts with their riders.
pub fn in_order(g: &Setup, s: &State) -> arrayvec::ArrayVec<Id, { Id::MOST }> {
    let mut order: arrayvec::ArrayVec<Id, { Id::MOST }> = arrayvec::ArrayVec::new();
    for who in s.order.iter().copied().chain(g.ids()) {
        if s.is_able(who) && !order.contains(&who) {
            // As many places as combatants.
            let _ = order.try_push(who);
        }
    }
    order
}

/// Asks one combatant whether it reacts; nobody is asked who has nothing to react with.
pub fn offer<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    occasion: &Occasion,
) -> OrHalt<T, Option<(u8, Option<u8>)>> {
    if !g.derived.reactors.has(who) {
        return Ok(None);
    }
    let mut any = false;
    options(g, s, who, occasion, &mut |_, _| any = true);
    if !any {
        return Ok(None);
    }
    let point = if matches!(occasion, Occasion::Leaves { .. }) { rule::DP_OPPORTUNIST } else { rule::DP_REACTION };
    t.put(s, point, who, ask::Reaction { occasion: *occasion })
}

/// The reaction of this turn and its cost are gone. (`reaction.per-turn`)
pub fn used<T: Table>(s: &mut State, t: &mut T, who: Id, ability: u8, g: &Setup) {
    let free = g.ability(ability).is(Timing::FreeReaction);
    if !free {
        s.reacted.set(who, true);
    }
    let cost = g.ability(ability).energy;
    s.creature_mut(who).energy -= cost;
    let in_own_turn = s.active() == Some(who);
    t.tell(|| Event::Reacted { who, ability, in_own_turn, free, rule: g.ability(ability).rule });
}

/// A reaction that strikes: a full attack of its own, with the advantage score of its occasion.
#[expect(clippy::too_many_arguments, reason = "who strikes whom, with what, how well")]
pub fn strike<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    on: Id,
    ability: u8,
    arm: u8,
    score: i8,
) -> OrHalt<T> {
    let change = g.derived.strike(ability);
    let blow = Blow {
        change: change.unwrap_or_default(),
        skill: Some(ability),
        reaction: true,
        score,
        ..Blow::with(g, who, arm, on)
    };
    attack::attack(g, s, t, &blow).map(|_| ())
}
