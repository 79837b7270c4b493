//! Reactions: one in every combatant's turn. (`reaction.*`)

use skirmish_kernel::{Id, Questions};

use crate::catalogue::rule;
use crate::model::{
    DefenceKind, Effect, Event, Incoming, Occasion, Setup, State, Timing, Trigger, Weapon, WeaponKind, With, ask,
};
use crate::rules::attack::{self, Blow};
use crate::rules::{OrHalt, Table, defence, lines, magic, movement};

/// Every reaction that this combatant may use on an occasion: the ability, and an arm where it strikes.
pub fn options(g: &Setup, s: &State, who: Id, occasion: &Occasion, yes: &mut dyn FnMut(u8, Option<u8>)) {
    if concerns(s, who, occasion) {
        all_options(g, s, who, occasion, yes);
    } else if cfg!(debug_assertions) {
        all_options(g, s, who, occasion, &mut |ability, _| {
            panic!("{who:?} can do something: {}", g.ability(ability).name)
        });
    }
}

/// May it react at all? To an attack that is not its own to meet, only with what it keeps up, where that may strike something down.
fn concerns(s: &State, who: Id, occasion: &Occasion) -> bool {
    let Occasion::Rolled(incoming) = occasion else { return s.is_able(who) };
    let intercepts = || incoming.means.flies() && !s.creature(who).concentration.is_empty();
    s.is_able(who) && (defence::defender(s, incoming) == who || intercepts())
}

fn all_options(g: &Setup, s: &State, who: Id, occasion: &Occasion, yes: &mut dyn FnMut(u8, Option<u8>)) {
    if !s.is_able(who) {
        return;
    }
    let ready = s.can_react(who);
    for index in &g.repertoire_of(who).reactions {
        let ability = g.ability(*index);
        let usable = ready && ability.is(Timing::Reaction) || ability.is(Timing::FreeReaction);
        if !usable || !magic::can_pay(s, who, ability, 1) {
            continue;
        }
        for effect in &ability.effects {
            match effect {
                Effect::Guard(kind) if guards(g, s, who, *kind, occasion) => yes(*index, None),
                Effect::Strike(change) if change.trigger.is_some_and(|trigger| attack::fits(trigger, occasion)) => {
                    strikes(g, s, who, *index, occasion, yes);
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

/// Is it one's own defence that is to be made better, and of this kind?
fn guards(g: &Setup, s: &State, who: Id, kind: DefenceKind, occasion: &Occasion) -> bool {
    let Occasion::Rolled(incoming) = occasion else { return false };
    defence::defender(s, incoming) == who && defence::is_met_by(g, s, incoming, kind)
}

/// Has one hit with what the reaction needs?
fn is_after_hit(g: &Setup, who: Id, ability: u8, occasion: &Occasion) -> bool {
    let Occasion::Hit { arm, .. } = *occasion else { return false };
    let weapon = arm.map(|arm| g.arm(who, arm).1);
    g.ability(ability).trigger == Some(Trigger::Hit) && is_done_with(g, ability, weapon)
}

/// Does this weapon fit what an ability is done with? A spell's projectile has none.
pub fn is_done_with(g: &Setup, ability: u8, weapon: Option<&Weapon>) -> bool {
    match &g.ability(ability).with {
        With::Any => true,
        With::Bringer => weapon.is_some_and(|weapon| weapon.skill == Some(ability)),
        With::Shield => weapon.is_some_and(|weapon| weapon.kind == WeaponKind::Shield),
        With::Named(name) => weapon.is_some_and(|weapon| weapon.name == *name),
    }
}

/// The arms with which a reaction may strike: at whom, and where a step would lead that one.
fn strikes(g: &Setup, s: &State, who: Id, ability: u8, occasion: &Occasion, yes: &mut dyn FnMut(u8, Option<u8>)) {
    let (other, to) = match *occasion {
        Occasion::Blocked(other) | Occasion::Hit { on: other, .. } => (other, None),
        Occasion::Leaves { who: other, to } => (other, Some(to)),
        Occasion::Rolled(_) => return,
    };
    let with_shield = g.derived.strike(ability).is_some_and(|change| change.with_shield);
    for arm in g.arms(who) {
        let (_, weapon) = g.arm(who, arm);
        let shield = weapon.kind == WeaponKind::Shield;
        let melee = weapon.kind != WeaponKind::Ranged;
        let near = lines::between(g, s, who, other) <= weapon.reach;
        // With what somebody leaves the reach of, and with nothing else.
        let left = to.is_none_or(|to| movement::is_left(g, s, who, arm, other, to));
        let fits = (shield || !with_shield) && is_done_with(g, ability, Some(weapon));
        if melee && near && left && fits && defence::is_ready(g, s, who, arm) {
            yes(ability, Some(arm));
        }
    }
}

/// Asks everybody who may interrupt an attack, highest initiative first. True when the attack is stopped.
#[inline]
pub fn to_an_attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, incoming: &Incoming) -> OrHalt<T, bool> {
    if g.derived.reactors.and(s.able).is_empty() { Ok(false) } else { interrupted(g, s, t, incoming) }
}

#[inline(never)]
fn interrupted<T: Table>(g: &Setup, s: &mut State, t: &mut T, incoming: &Incoming) -> OrHalt<T, bool> {
    let occasion = Occasion::Rolled(*incoming);
    // Most often it concerns nobody, and there is no order to be made.
    if !g.derived.reactors.iter().any(|who| concerns(s, who, &occasion)) {
        return Ok(false);
    }
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
    let mut left = s.able;
    let in_saddle = |who: &Id| [Some(*who), s.creature(*who).mount].into_iter().flatten();
    for who in s.order.iter().flat_map(in_saddle).chain(g.ids()) {
        if left.has(who) {
            left.set(who, false);
            // As many places as combatants.
            let _ = order.try_push(who);
        }
    }
    order
}

/// Asks one combatant whether it reacts; nobody is asked who has nothing to react with.
pub fn offer<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, occasion: &Occasion) -> OrHalt<T, Reaction> {
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

/// What one reacts with: an ability, and an arm where it strikes.
pub type Reaction = Option<(u8, Option<u8>)>;

/// The reaction of this turn and its cost are gone. (`reaction.per-turn`)
pub fn used<T: Table>(s: &mut State, t: &mut T, who: Id, ability: u8, g: &Setup) {
    let known = g.ability(ability);
    let free = known.is(Timing::FreeReaction);
    if !free {
        s.reacted.set(who, true);
    }
    if known.reacts() {
        // What is kept up has been paid for as it was cast.
        let creature = s.creature_mut(who);
        creature.energy -= known.energy;
        creature.mana -= known.mana_at(1);
    }
    let in_own_turn = s.active() == Some(who);
    t.tell(|| Event::Reacted { who, ability, in_own_turn, free, rule: known.rule });
}

/// A reaction that strikes: its cost, and a full attack of its own, with the advantage score of its occasion.
pub fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, ability: u8, blow: Blow) -> OrHalt<T> {
    used(s, t, blow.by, ability, g);
    attack::attack(g, s, t, &Blow { reaction: true, ..blow.carried(g, Some(ability)) }).map(drop)
}
