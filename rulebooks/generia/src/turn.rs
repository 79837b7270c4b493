//! One turn: what begins with it, its actions, what ends with it. (`turn.*`, `action.*`)

use skirmish_kernel::{Id, Ids, Table};

use crate::Generia;
use crate::ability::Effect;
use crate::actions::{Act, Ask, Choice, Gait, Means, Slot};
use crate::attack::{self, Blow};
use crate::conditions::play;
use crate::conditions::{Kind, SaveAt};
use crate::damage::wounds;
use crate::events::Event;
use crate::magic::concentration::{self, Ending};
use crate::magic::{areas, cast};
use crate::movement::{self, jump};
use crate::rules::rule;
use crate::setup::Setup;
use crate::sheet::{Attribute, WeaponKind};
use crate::state::{Given, Hand, Spent, Stage, State};
use crate::{after, grapple, sight};

/// A turn begins: actions and reactions are back, what works each turn works, saves are made. (`turn.actions`)
///
/// # Errors
/// The table's halt.
pub fn start<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    s.reacted = Ids::NONE;
    for creature in &mut s.creatures {
        creature.given = Given::default();
        creature.defended = false;
    }
    let mount = s.creature(who).mount;
    t.tell(|| Event::Turn { who, mount });
    for acting in [Some(who), mount].into_iter().flatten() {
        if s.creature(acting).spent.in_turn {
            continue;
        }
        s.creature_mut(acting).spent = Spent { in_turn: true, ..Spent::default() };
        s.creature_mut(acting).held_on = false;
        let lay = s.creature(acting).wounds.is_out;
        t.scope(s, |s, t| {
            play::rounds_pass(g, s, t, acting);
            play::ongoing(g, s, t, acting)?;
            areas::turn_start(g, s, t, acting)?;
            // Nobody wakes from what has only just knocked it out.
            if lay {
                wounds::wake(g, s, t, acting)?;
            }
            play::saves(g, s, t, acting, SaveAt::TurnStart)
        })?;
    }
    Ok(())
}

/// Is there anybody who can act in this turn?
#[must_use]
pub fn has_anybody(s: &State, who: Id) -> bool {
    s.is_able(who)
}

/// One action, or the end of the turn. (`dp.turn`)
///
/// # Errors
/// The table's halt.
pub fn act<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    if s.acts <= 1 {
        // As the turn begins: whoever would let a spell go in it says so now.
        concentration::offer_end(g, s, t, who)?;
    }
    let choice = t.ask(s, rule::DP_TURN, who, Ask::Turn)?;
    let Choice::Act(act) = choice else {
        s.stage = Stage::End;
        return Ok(());
    };
    perform(g, s, t, who, act)?;
    if !s.is_able(who) {
        s.stage = Stage::End;
    }
    Ok(())
}

/// The slot that an act takes.
#[must_use]
pub fn slot(act: &Act) -> Option<Slot> {
    match act {
        Act::Strike { .. } | Act::Grapple { .. } => Some(Slot::Attack),
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
        | Act::MountStrike { slot, .. } => Some(*slot),
        Act::Help { .. } => Some(Slot::Movement),
        Act::LetGo | Act::MountGo(_) | Act::EndSpell { .. } | Act::Face(_) | Act::Delay(_) => None,
    }
}

/// Energy that an act costs.
#[must_use]
pub fn energy(g: &Setup, s: &State, who: Id, act: &Act) -> i32 {
    match act {
        Act::Strike { skill: Some(skill), .. } => g.ability(*skill).energy,
        Act::Go(Gait::Sprint) => movement::sprint_cost(g, who),
        Act::MountGo(Gait::Sprint) => s.creature(who).mount.map_or(0, |mount| movement::sprint_cost(g, mount)),
        _ => 0,
    }
}

/// Pays for an act and carries it out.
fn perform<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) -> Result<(), T::Halt> {
    let slot = slot(&act);
    let cost = energy(g, s, who, &act);
    let payer = if matches!(act, Act::MountGo(_)) { s.creature(who).mount.unwrap_or(who) } else { who };
    s.creature_mut(payer).energy -= cost;
    if let Some(slot) = slot {
        let spent = &mut s.creature_mut(who).spent;
        match slot {
            Slot::Attack => spent.attack = true,
            Slot::Utility => spent.utility = true,
            Slot::Movement => spent.movement = true,
            Slot::Free => {}
        }
        spent.begun = true;
    }
    let mana = match act {
        Act::Use { ability, level, .. } | Act::Hide { ability, level, .. } => g.ability(ability).mana_at(level),
        _ => 0,
    };
    let ability = match act {
        Act::Use { ability, .. } | Act::Hide { ability, .. } | Act::Strike { skill: Some(ability), .. } => {
            Some(g.ability(ability).rule)
        }
        _ => None,
    };
    t.tell(|| Event::Began { who, act, slot, energy: cost, mana, ability });
    t.scope(s, |s, t| carry_out(g, s, t, who, act))
}

fn carry_out<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) -> Result<(), T::Halt> {
    match act {
        Act::Strike { arm, target, skill } => strike(g, s, t, who, arm, target, skill)?,
        Act::Grapple { target } => {
            let blow = Blow { means: Means::Grapple, ..Blow::with(g, who, after::fist(g, who), target) };
            attack::attack(g, s, t, &blow)?;
        }
        Act::Use { ability, level, target, .. } => cast::cast(g, s, t, who, ability, level, target, false)?,
        Act::Hide { ability, level, target, .. } => {
            cast::cast(g, s, t, who, ability, level, target, true)?;
            if let Some(with) = g.ability(ability).hidden {
                secret(g, s, t, who, with)?;
            }
        }
        Act::Go(gait) => {
            movement::go(g, s, t, who, who, gait)?;
        }
        Act::Jump { to, .. } => jump::jump(g, s, t, who, to)?,
        Act::Swap { arm } => swap(g, s, t, who, arm),
        Act::Item { .. } => {}
        Act::Secret { with, .. } => secret(g, s, t, who, with)?,
        Act::Recover { from, .. } => recover(g, s, t, who, from)?,
        Act::Help { whom, from } => play::end(s, t, whom, from),
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
        Act::MountStrike { arm, target, .. } => {
            if let Some(mount) = s.creature(who).mount {
                attack::attack(g, s, t, &Blow::with(g, mount, arm, target))?;
            }
        }
        Act::Mount(mount) => mounting(s, t, who, mount, None),
        Act::Dismount(to) => {
            if let Some(mount) = s.creature(who).mount {
                mounting(s, t, who, mount, Some(to));
            }
        }
        Act::EndSpell { serial } => concentration::end(g, s, t, who, serial, Ending::Freely),
        Act::Face(facing) => s.creature_mut(who).facing = facing,
        Act::Delay(behind) => delay(s, who, behind),
    }
    Ok(())
}

/// A basic attack, with what a skill changes about it. (`melee.definition`, `ranged.definition`)
fn strike<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    arm: u8,
    target: Id,
    skill: Option<u8>,
) -> Result<(), T::Halt> {
    let mut blow = Blow::with(g, who, arm, target);
    if let Some(skill) = skill {
        let change = g.ability(skill).effects.iter().find_map(|effect| match effect {
            Effect::Strike(change) => Some(*change),
            _ => None,
        });
        blow.change = change.unwrap_or_default();
        blow.skill = Some(skill);
    }
    if blow.change.charge.is_some() || blow.change.lunge {
        let path = movement::paths::approach(g, s, who, target, blow.change, g.arm(who, arm).1.reach);
        movement::walk(g, s, t, who, &path, None)?;
        let reach = g.arm(who, arm).1.reach;
        if !s.is_able(who) || sight::between(g, s, who, target) > reach {
            return Ok(());
        }
    }
    // A kite shoots anywhere along a move: some of it before, the rest after.
    let kite = if blow.change.kites { kite_metres(g, who, arm) } else { 0 };
    let gone = if kite > 0 { step(g, s, t, who, kite)? } else { 0 };
    let landed = attack::attack(g, s, t, &blow)?;
    if kite > gone && s.is_able(who) {
        step(g, s, t, who, kite - gone)?;
    }
    if blow.change.repeats {
        again(g, s, t, &blow, landed)?;
    }
    if blow.change.lunge && s.is_able(who) && movement::can_move(s, who) {
        step(g, s, t, who, 1)?;
    }
    let weapon = g.arm(who, arm).1;
    if weapon.kind == WeaponKind::Ranged {
        s.creature_mut(who).set_to_load(arm, weapon.reload);
    }
    Ok(())
}

/// Metres of a move along which one shoots: the lower of proficiency and DEX. (ability Kite)
fn kite_metres(g: &Setup, who: Id, arm: u8) -> i32 {
    g.arm(who, arm).0.pv.min(g.sheet(who).modifier(Attribute::Dex)).max(0)
}

/// A few steps that cost no action; how many metres were gone.
fn step<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, metres: i32) -> Result<i32, T::Halt> {
    let Choice::Walk(path) = t.ask(s, rule::DP_PATH, who, Ask::Step { metres })? else { return Ok(0) };
    let cost = movement::paths::cost(g, s, who, &path);
    movement::walk(g, s, t, who, &path, None)?;
    Ok(cost)
}

/// Once more after each hit, for energy. (ability Butcher)
fn again<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    blow: &Blow,
    first: attack::Landed,
) -> Result<(), T::Halt> {
    let most = (g.sheet(blow.by).modifier(Attribute::Dex) / 2).max(2);
    t.repeat(s, (1i32, first.is_hit()), |s, (done, hit), t| {
        let held = [Kind::Grappled, Kind::Restrained].into_iter().any(|kind| s.creature(blow.on).has(kind));
        let able = s.is_able(blow.by) && s.creature(blow.by).energy >= 1 && s.is_able(blow.on) && held;
        if !*hit || *done >= most || !able {
            return Ok(false);
        }
        s.creature_mut(blow.by).energy -= 1;
        *done += 1;
        *hit = attack::attack(g, s, t, blow)?.is_hit();
        Ok(true)
    })?;
    Ok(())
}

/// Something is done in secret: whoever could see it may try to notice. (`hidden.use`, `hidden.detect`)
fn secret<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, with: Attribute) -> Result<(), T::Halt> {
    let dc = g.rules.dc_base + g.sheet(who).modifier(with);
    for other in g.ids().filter(|id| *id != who) {
        let watches = s.is_able(other) && sight::has_line_to(g, s, other, who) && sight::sees(g, s, other, who);
        if !watches || t.ask(s, rule::DP_DETECT, other, Ask::Detect { by: who })? != Choice::Yes(true) {
            continue;
        }
        let edge = crate::edge::Edge::new();
        let noticed = crate::save::save(g, s, t, other, Attribute::Per, dc, rule::DICE_DETECT, &edge)?;
        t.tell(|| Event::Detected { who: other, by: who, noticed });
    }
    Ok(())
}

/// Shakes something off: at once, or by an opposed check. (conditions)
fn recover<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, from: Kind) -> Result<(), T::Halt> {
    if from != Kind::Grappled {
        play::end(s, t, who, from);
        return Ok(());
    }
    let holder = s.creature(who).condition(Kind::Grappled).and_then(|condition| condition.source);
    let Some(holder) = holder.filter(|holder| s.creature(*holder).holds == Some(who)) else {
        play::end(s, t, who, from);
        return Ok(());
    };
    if crate::contest::opposed(g, s, t, who, holder, Attribute::Str)? {
        grapple::let_go(s, t, holder, false);
    }
    Ok(())
}

/// Takes a weapon in hand; what is in the way goes away. (`action.swap-utility-only`)
fn swap<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, arm: u8) {
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
    t.tell(|| Event::Swapped { who, arm });
}

/// Getting on (`to` is none) or off.
fn mounting<T: Table<Generia>>(s: &mut State, t: &mut T, who: Id, mount: Id, to: Option<skirmish_grid::Square>) {
    match to {
        None => {
            s.creature_mut(who).at = s.creature(mount).at;
            s.creature_mut(who).mount = Some(mount);
            let carrier = s.creature_mut(mount);
            carrier.rider = Some(who);
            // It acts with its rider now, and has not moved in this turn.
            carrier.initiative = None;
            (carrier.spent.moved, carrier.spent.walked) = (false, 0);
            let order: arrayvec::ArrayVec<Id, { Id::MOST }> =
                s.order.iter().copied().filter(|id| *id != mount).collect();
            let place = order.iter().position(|id| *id == who).unwrap_or(0);
            s.order = order;
            s.turn = u8::try_from(place).unwrap_or(0);
        }
        Some(to) => {
            s.creature_mut(who).mount = None;
            s.creature_mut(mount).rider = None;
            s.creature_mut(who).at = to;
        }
    }
    t.tell(|| Event::Mounted { who, mount, on: to.is_none() });
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
///
/// # Errors
/// The table's halt.
pub fn end<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    let mount = s.creature(who).mount;
    if s.is_able(who)
        && let Choice::Face(facing) = t.ask(s, rule::DP_FACING, who, Ask::Facing)?
    {
        s.creature_mut(who).facing = facing;
    }
    for acting in [Some(who), mount].into_iter().flatten() {
        if s.creature(acting).holds.is_some() && !s.creature(acting).held_on {
            grapple::let_go(s, t, acting, false);
        }
    }
    for acting in [Some(who), mount].into_iter().flatten() {
        t.scope(s, |s, t| {
            play::saves(g, s, t, acting, SaveAt::TurnEnd)?;
            play::turn_end(g, s, t, acting);
            Ok(())
        })?;
        s.creature_mut(acting).spent.in_turn = false;
    }
    t.tell(|| Event::TurnOver { who });
    Ok(())
}
