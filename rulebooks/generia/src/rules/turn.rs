//! One turn: what begins with it, its actions, what ends with it. (`turn.*`, `action.*`)

mod strike;

use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::rule;
use crate::model::ask::{self, Turn};
use crate::model::{
    Act, Attribute, Ending, Event, Gait, Given, Going, Hand, Kind, SaveAt, Setup, Slot, Spent, Stage, State, Tag,
    Timing,
};
use crate::rules::attack::Blow;
use crate::rules::damage::wounds;
use crate::rules::edge::Edge;
use crate::rules::magic::{areas, cast, concentration};
use crate::rules::movement::{self, jump};
use crate::rules::save::{self, Save};
use crate::rules::{OrHalt, Table, bodies, conditions, contest, grapple, lines};

/// A turn begins: actions and reactions are back, what works each turn works, saves are made. (`turn.actions`)
pub fn start<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    (s.reacted, s.defended) = (Ids::NONE, Ids::NONE);
    for special in s.special().iter() {
        s.creature_mut(special).given = Given::default();
    }
    s.look_again();
    let mount = s.creature(who).mount;
    t.tell(|| Event::Turn { who, mount });
    back(g, s, t, who)?;
    match mount {
        Some(mount) => back(g, s, t, mount),
        None => Ok(()),
    }
}

/// What somebody has spent is back, and what works each turn works.
fn back<T: Table>(g: &Setup, s: &mut State, t: &mut T, acting: Id) -> OrHalt<T> {
    let creature = s.counts_mut(acting);
    if creature.spent.in_turn {
        return Ok(());
    }
    creature.spent = Spent { in_turn: true, ..Spent::default() };
    creature.held_on = false;
    let lay = creature.wounds.is_out;
    // It works on somebody special, or lies on the ground.
    if s.special().is_empty() && s.areas.is_empty() && !lay && !t.awaits_edict() {
        return Ok(());
    }
    each_turn(g, s, t, acting, lay)
}

#[inline(never)]
fn each_turn<T: Table>(g: &Setup, s: &mut State, t: &mut T, acting: Id, lay: bool) -> OrHalt<T> {
    t.scope(s, |s, t| {
        conditions::rounds_pass(g, s, t, acting);
        conditions::ongoing(g, s, t, acting)?;
        areas::turn_start(g, s, t, acting)?;
        // Nobody wakes from what has only just knocked it out.
        if lay {
            wounds::wake(g, s, t, acting)?;
        }
        conditions::saves(g, s, t, acting, SaveAt::TurnStart)
    })
}

/// One action, or the end of the turn. (`dp.turn`)
pub fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if s.acts <= 1 {
        // As the turn begins: whoever would let a spell go in it says so now.
        concentration::offer_end(g, s, t, who)?;
    }
    let Turn::Act(act) = t.put(s, rule::DP_TURN, who, ask::TakeTurn)? else {
        s.stage = Stage::End;
        return Ok(());
    };
    perform(g, s, t, who, &act)?;
    if !s.is_able(who) {
        s.stage = Stage::End;
    }
    Ok(())
}

/// The slot that an act takes.
#[inline]
pub fn slot(g: &Setup, act: &Act) -> Option<Slot> {
    match act {
        // A blow that is marked as a Free Action takes none. (`free.actions`)
        Act::Strike { skill, .. } | Act::Grapple { skill, .. } => {
            let free = skill.is_some_and(|skill| g.ability(skill).is(Timing::Free));
            (!free).then_some(Slot::Attack)
        }
        Act::Go(_) | Act::Mount(_) | Act::Dismount(_) => Some(Slot::Movement),
        Act::Swap { .. } => Some(Slot::Utility),
        Act::Use { slot: Slot::Free, .. } | Act::Hide { slot: Slot::Free, .. } => None,
        Act::Use { slot, .. }
        | Act::Hide { slot, .. }
        | Act::Jump { slot, .. }
        | Act::Item { slot }
        | Act::Secret { slot, .. }
        | Act::Recover { slot, .. }
        | Act::Reload { slot }
        | Act::Hold { slot }
        | Act::MountStrike { slot, .. }
        | Act::MountGrapple { slot, .. }
        | Act::MountUse { slot, .. }
        | Act::MountHold { slot } => Some(*slot),
        // The mount has a movement of its own for that.
        Act::MountRecover { slot: Slot::Movement, .. } => None,
        Act::MountRecover { slot, .. } => Some(*slot),
        Act::Help { .. } => Some(Slot::Movement),
        Act::LetGo | Act::MountGo(_) | Act::EndSpell { .. } | Act::Face(_) | Act::Delay(_) => None,
    }
}

/// Energy that an act costs.
#[inline]
pub fn energy(g: &Setup, s: &State, who: Id, act: &Act) -> i32 {
    match act {
        Act::Strike { skill: Some(skill), .. }
        | Act::Grapple { skill: Some(skill), .. }
        | Act::MountStrike { skill: Some(skill), .. } => g.ability(*skill).energy,
        // A sprint that goes on has been paid for.
        Act::Go(Gait::Sprint) if s.creature(who).spent.sprinted => 0,
        Act::Go(Gait::Sprint) => movement::sprint_cost(g, who),
        Act::MountGo(Gait::Sprint) => s.creature(who).mount.map_or(0, |mount| movement::sprint_cost(g, mount)),
        _ => 0,
    }
}

/// Who pays for an act: the mount for what the mount does. (`mount.free-move`, `mount.extra-action`)
#[inline]
pub fn payer(s: &State, who: Id, act: &Act) -> Id {
    let mounts = act.is_mounts() || matches!(act, Act::MountGo(_));
    if mounts { s.creature(who).mount.unwrap_or(who) } else { who }
}

/// The skill, spell or perk that an act uses.
pub fn ability_of(act: &Act) -> Option<u8> {
    match *act {
        Act::Use { ability, .. } | Act::Hide { ability, .. } | Act::MountUse { ability, .. } => Some(ability),
        Act::Strike { skill, .. } | Act::Grapple { skill, .. } | Act::MountStrike { skill, .. } => skill,
        _ => None,
    }
}

/// Pays for an act and carries it out.
fn perform<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    let slot = slot(g, act);
    let cost = energy(g, s, who, act);
    let payer = payer(s, who, act);
    let pays = s.counts_mut(payer);
    pays.energy -= cost;
    // What is cast is paid for as it is cast.
    pays.mana -= mana_of_blow(g, act);
    pays.spent.begun |= payer != who;
    if let Some(slot) = slot {
        let spent = &mut s.counts_mut(who).spent;
        spent.going = match act {
            Act::Go(_) => Going::Walked,
            Act::Help { .. } => Going::Helped,
            // What takes no action does not interrupt it.
            _ if slot == Slot::Free => spent.going,
            _ => Going::Over,
        };
        spent.sprinted |= matches!(act, Act::Go(Gait::Sprint));
        match slot {
            Slot::Attack => spent.attack = true,
            Slot::Utility => spent.utility = true,
            Slot::Movement => spent.movement = true,
            Slot::Free => {}
        }
        spent.begun = true;
    }
    t.tell(|| {
        let mount = s.creature(who).mount.filter(|_| act.is_mounts());
        let ability = ability_of(act).map(|ability| g.ability(ability).rule);
        Event::Began { who, act: *act, slot, energy: cost, mana: mana(g, act), ability, mount }
    });
    t.scope(s, |s, t| match *act {
        Act::Strike { arm, target, skill } => {
            strike::strike(g, s, t, &Blow::with(g, who, arm, target).carried(g, skill), arm)
        }
        other => carry_out(g, s, t, who, other),
    })
}

/// Mana that an act costs.
fn mana(g: &Setup, act: &Act) -> i32 {
    match *act {
        Act::Use { ability, level, .. } | Act::Hide { ability, level, .. } | Act::MountUse { ability, level, .. } => {
            g.ability(ability).mana_at(level)
        }
        _ => mana_of_blow(g, act),
    }
}

/// Mana that a skill costs which carries a blow or a grapple.
pub fn mana_of_blow(g: &Setup, act: &Act) -> i32 {
    match *act {
        Act::Strike { skill: Some(skill), .. }
        | Act::Grapple { skill: Some(skill), .. }
        | Act::MountStrike { skill: Some(skill), .. } => g.ability(skill).mana_at(1),
        _ => 0,
    }
}

/// Whatever is no blow of one's own.
#[inline(never)]
fn carry_out<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) -> OrHalt<T> {
    match act {
        Act::Grapple { target, skill } => strike::seize(g, s, t, who, target, skill)?,
        Act::Use { ability, level, target, .. } => {
            cast::cast(g, s, t, cast::Casting::new(who, ability, level), target, false)?
        }
        Act::Hide { ability, level, target, .. } => {
            cast::cast(g, s, t, cast::Casting::new(who, ability, level), target, true)?;
            if let Some(with) = g.ability(ability).hidden {
                secret(g, s, t, who, with)?;
            }
        }
        Act::Go(gait) => movement::go(g, s, t, who, who, gait)?,
        Act::Jump { to, .. } => jump::jump(g, s, t, who, to)?,
        Act::Swap { arm } => swap(g, s, t, who, arm),
        Act::Item { .. } => {}
        Act::Secret { with, .. } => secret(g, s, t, who, with)?,
        Act::Recover { from, .. } => recover(g, s, t, who, from)?,
        Act::Help { whom, from } => {
            let walked = &mut s.creature_mut(who).spent.walked;
            *walked = walked.saturating_add(movement::help_metres(from) as u8);
            conditions::end(s, t, whom, from);
        }
        Act::Reload { .. } => {
            if let Some(unloaded) = s.creature(who).loading() {
                s.creature_mut(who).set_to_load(unloaded.arm, unloaded.actions.saturating_sub(1));
            }
        }
        Act::Hold { .. } => s.creature_mut(who).held_on = true,
        Act::LetGo => grapple::let_go(s, t, who, true),
        Act::MountGo(gait) => {
            if let Some(mount) = s.creature(who).mount {
                s.creature_mut(who).spent.mount_move = true;
                movement::go(g, s, t, who, mount, gait)?;
            }
        }
        Act::Mount(mount) => mounting(g, s, t, who, mount)?,
        Act::Dismount(to) => {
            if let Some(mount) = s.creature(who).mount {
                movement::change_saddle(g, s, t, who, mount, to)?;
            }
        }
        Act::EndSpell { serial } => concentration::end(g, s, t, who, serial, Ending::Freely),
        Act::Face(facing) => s.creature_mut(who).facing = facing,
        Act::Delay(behind) => delay(s, who, behind),
        _ => {
            if let Some(mount) = s.creature(who).mount {
                by_mount(g, s, t, who, mount, act)?;
            }
        }
    }
    Ok(())
}

/// What the mount does for one of its rider's actions. (`mount.extra-action`)
fn by_mount<T: Table>(g: &Setup, s: &mut State, t: &mut T, rider: Id, mount: Id, act: Act) -> OrHalt<T> {
    match act {
        Act::MountRecover { from, slot } => {
            s.creature_mut(rider).spent.mount_move |= slot == Slot::Movement;
            recover(g, s, t, mount, from)
        }
        Act::MountHold { .. } => {
            s.creature_mut(mount).held_on = true;
            Ok(())
        }
        Act::MountStrike { arm, target, skill, .. } => {
            strike::strike(g, s, t, &Blow::with(g, mount, arm, target).carried(g, skill), arm)
        }
        Act::MountGrapple { target, .. } => strike::seize(g, s, t, mount, target, None),
        Act::MountUse { ability, level, target, .. } => {
            cast::cast(g, s, t, cast::Casting::new(mount, ability, level), target, false)
        }
        _ => Ok(()),
    }
}

/// Something is done in secret: whoever could see it may try to notice. (`hidden.use`, `hidden.detect`)
fn secret<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, with: Attribute) -> OrHalt<T> {
    let dc = g.rules.dc_base + g.sheet(who).modifier(with);
    for other in g.ids().filter(|id| *id != who) {
        let watches = s.is_able(other) && lines::has_in_sight(g, s, other, &bodies::body(g, s, who));
        if !watches || !t.put(s, rule::DP_DETECT, other, ask::Detect { by: who })? {
            continue;
        }
        let noticed = save::save(g, s, t, other, Save(Attribute::Per, dc), rule::DICE_DETECT, &Edge::new())?;
        t.tell(|| Event::Detected { who: other, by: who, noticed });
    }
    Ok(())
}

/// Shakes something off: at once, or by an opposed check. (conditions)
fn recover<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, from: Kind) -> OrHalt<T> {
    if from != Kind::Grappled {
        conditions::end(s, t, who, from);
        return Ok(());
    }
    let holder = s.creature(who).condition(Kind::Grappled).and_then(|condition| condition.source);
    let Some(holder) = holder.filter(|holder| s.creature(*holder).holds == Some(who)) else {
        conditions::end(s, t, who, from);
        return Ok(());
    };
    if contest::opposed(g, s, t, [who, holder], Attribute::Str)? {
        grapple::let_go(s, t, holder, false);
    }
    Ok(())
}

/// Takes a weapon in hand; what is in the way goes away. (`action.swap-utility-only`)
fn swap<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, arm: u8) {
    let two = g.arm(who, arm).1.hands >= 2;
    let held = s.creature(who).hands;
    let both = |hand: Hand| matches!(hand, Hand::Arm(other) if g.arm(who, other).1.hands >= 2);
    let creature = s.creature_mut(who);
    creature.hands = match (two, held) {
        (true, _) => [Hand::Arm(arm); 2],
        (false, [first, _]) if both(first) => [Hand::Arm(arm), Hand::Empty],
        (false, [Hand::Empty, second]) => [Hand::Arm(arm), second],
        (false, [first, Hand::Empty]) => [first, Hand::Arm(arm)],
        (false, [_, second]) => [Hand::Arm(arm), second],
    };
    let flexible = g.arm(who, arm).1.is(Tag::Flexible);
    t.tell(|| Event::Swapped { who, arm, two, flexible });
}

/// Getting on: from now on both act together. (`mount.initiative`)
fn mounting<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, mount: Id) -> OrHalt<T> {
    let saddle = s.creature(mount).at;
    let waits = s.order.iter().skip(usize::from(s.turn)).any(|id| *id == mount);
    // What lies on the ground there may have thrown it off again.
    if !movement::change_saddle(g, s, t, who, mount, saddle)? || s.creature(who).mount != Some(mount) {
        return Ok(());
    }
    let carrier = s.creature_mut(mount);
    // It acts with its rider now, and has not moved in this turn.
    carrier.initiative = None;
    (carrier.spent.moved, carrier.spent.walked) = (false, 0);
    let order: arrayvec::ArrayVec<Id, { Id::MOST }> = s.order.iter().copied().filter(|id| *id != mount).collect();
    let place = order.iter().position(|id| *id == who).unwrap_or(0);
    s.order = order;
    s.turn = u8::try_from(place).unwrap_or(0);
    // The turn that it has not had yet is this one.
    if waits { back(g, s, t, mount) } else { Ok(()) }
}

/// Puts the turn off behind somebody. (`turn.delay`)
fn delay(s: &mut State, who: Id, behind: Id) {
    let mut order: arrayvec::ArrayVec<Id, { Id::MOST }> = s.order.iter().copied().filter(|id| *id != who).collect();
    let at = order.iter().position(|id| *id == behind).map_or(order.len(), |at| at + 1);
    // One place has just become free.
    let _ = order.try_insert(at, who);
    s.order = order;
    s.stage = Stage::Start;
}

/// A turn ends: what was not held on to is let go, saves are made, numbers drop. (`turn.end`)
pub fn end<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if s.is_able(who) {
        s.counts_mut(who).facing = t.put(s, rule::DP_FACING, who, ask::Look)?;
    }
    let is_shared = s.special().iter().any(|other| s.acts_with(who, other));
    if s.is_plain(who) && !is_shared && !t.awaits_edict() {
        // It holds nobody, and nothing ails it.
        s.counts_mut(who).spent.in_turn = false;
    } else {
        what_ends(g, s, t, who)?;
    }
    t.tell(|| Event::TurnOver { who });
    Ok(())
}

#[inline(never)]
fn what_ends<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    // Its mount's turn is over with its own, also where it has left the saddle meanwhile.
    let shared: Ids = s.special().iter().filter(|other| s.acts_with(who, *other)).collect();
    for acting in std::iter::once(who).chain(shared.iter()) {
        if s.creature(acting).holds.is_some() && !s.creature(acting).held_on {
            grapple::let_go(s, t, acting, false);
        }
    }
    for acting in std::iter::once(who).chain(shared.iter()) {
        t.scope(s, |s, t| {
            conditions::saves(g, s, t, acting, SaveAt::TurnEnd)?;
            conditions::turn_end(s, t, acting);
            Ok(())
        })?;
        s.counts_mut(acting).spent.in_turn = false;
    }
    Ok(())
}
