//! Reactions: one in every combatant's turn. (`reaction.*`)

use skirmish_kernel::{Id, Table};

use crate::Generia;
use crate::ability::{Effect, Trigger};
use crate::actions::{Ask, Choice, Incoming, Occasion};
use crate::attack::{self, Blow};
use crate::defence;
use crate::events::Event;
use crate::magic;
use crate::rules::rule;
use crate::setup::Setup;
use crate::sight;
use crate::state::State;

/// Every reaction that this combatant may use on an occasion: the ability, and an arm where it strikes.
pub fn options(g: &Setup, s: &State, who: Id, occasion: &Occasion, yes: &mut dyn FnMut(u8, Option<u8>)) {
    if !s.is_able(who) {
        return;
    }
    let ready = s.can_react(who);
    for index in &g.sheet(who).abilities {
        let ability = g.ability(*index);
        let usable = ready && ability.slots.reaction || ability.slots.free_reaction;
        if !usable || s.creature(who).energy < ability.energy {
            continue;
        }
        for effect in &ability.effects {
            match effect {
                Effect::Guard(kind) if is_guard(s, who, occasion) => {
                    let possible = |how: crate::actions::Defend| how.kind() == Some(*kind);
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
                Effect::Condition { .. } if is_after_hit(g, *index, occasion) => yes(*index, None),
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

fn is_after_hit(g: &Setup, ability: u8, occasion: &Occasion) -> bool {
    matches!(occasion, Occasion::Hit(_)) && g.ability(ability).trigger == Some(Trigger::Hit)
}

/// The arms with which a reaction may strike.
fn strikes(
    g: &Setup,
    s: &State,
    who: Id,
    ability: u8,
    change: &crate::ability::StrikeChange,
    occasion: &Occasion,
    yes: &mut dyn FnMut(u8, Option<u8>),
) {
    let other = match occasion {
        Occasion::Blocked(other) | Occasion::Hit(other) | Occasion::Leaves(other) => *other,
        Occasion::Rolled(_) => return,
    };
    for arm in 0..g.sheet(who).arms.len() as u8 {
        let (_, weapon) = g.arm(who, arm);
        let shield = weapon.kind == crate::sheet::WeaponKind::Shield;
        let melee = weapon.kind != crate::sheet::WeaponKind::Ranged;
        let near = sight::between(g, s, who, other) <= weapon.reach;
        if melee && near && defence::is_ready(g, s, who, arm) && (shield || !change.with_shield) {
            yes(ability, Some(arm));
        }
    }
}

/// Asks everybody who may interrupt an attack, highest initiative first. True when the attack is stopped.
///
/// # Errors
/// The table's halt.
pub fn to_an_attack<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    incoming: &Incoming,
) -> Result<bool, T::Halt> {
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
#[must_use]
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
///
/// # Errors
/// The table's halt.
pub fn offer<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    occasion: &Occasion,
) -> Result<Option<(u8, Option<u8>)>, T::Halt> {
    let mut any = false;
    options(g, s, who, occasion, &mut |_, _| any = true);
    if !any {
        return Ok(None);
    }
    let point = if matches!(occasion, Occasion::Leaves(_)) { rule::DP_OPPORTUNIST } else { rule::DP_REACTION };
    match t.ask(s, point, who, Ask::Reaction(*occasion))? {
        Choice::React(ability, arm) => Ok(Some((ability, arm))),
        _ => Ok(None),
    }
}

/// The reaction of this turn and its cost are gone. (`reaction.per-turn`)
pub fn used<T: Table<Generia>>(s: &mut State, t: &mut T, who: Id, ability: u8, g: &Setup) {
    let free = g.ability(ability).slots.free_reaction;
    if !free {
        s.reacted.set(who, true);
    }
    let cost = g.ability(ability).energy;
    s.creature_mut(who).energy -= cost;
    let in_own_turn = s.active() == Some(who);
    t.tell(|| Event::Reacted { who, ability, in_own_turn, free, rule: g.ability(ability).rule });
}

/// A reaction that strikes: a full attack of its own.
///
/// # Errors
/// The table's halt.
pub fn strike<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    on: Id,
    ability: u8,
    arm: u8,
) -> Result<(), T::Halt> {
    let change = g.ability(ability).effects.iter().find_map(|effect| match effect {
        Effect::Strike(change) => Some(*change),
        _ => None,
    });
    let blow = Blow {
        change: change.unwrap_or_default(),
        skill: Some(ability),
        reaction: true,
        ..Blow::with(g, who, arm, on)
    };
    attack::attack(g, s, t, &blow).map(|_| ())
}
