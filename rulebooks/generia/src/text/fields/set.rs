//! What is set in a way of its own.

use skirmish_bookkit::fields::Change;
use skirmish_bookkit::stat::changed;
use skirmish_bookkit::words::Words;
use skirmish_kernel::{Id, Op, Refusal, put_in_order};

use super::ability_index;
use super::detail::kind;
use crate::model::{Condition, DefenceKind, Given, Kind, Setup, State};
use crate::rules::bodies;
use crate::rules::conditions::{MOST_TIER, is_own_turn};
use crate::rules::movement::{self, paths};
use crate::text::words::label;

/// Initiative by hand: whoever has not had its turn yet finds its place by it.
pub(super) fn initiative(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let old = s.creature(who).initiative.unwrap_or(0);
    let initiative = if change.is_none() { None } else { Some(change.number(old, -999..=999)?) };
    s.creature_mut(who).initiative = initiative;
    let from = if s.fresh { 0 } else { (usize::from(s.turn) + 1).min(s.order.len()) };
    if initiative.is_some() && s.order[from..].contains(&who) {
        let mut order = s.order.clone();
        put_in_order(&mut order[from..], |id| -i32::from(s.creature(*id).initiative.unwrap_or(0)));
        s.order = order;
    }
    Ok(())
}

/// Puts somebody into a cell, with its mount or its rider.
pub(super) fn place(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let cell = skirmish_bookkit::answer::cell(&g.ground.board, change.value)?;
    let mover = s.creature(who).mount.unwrap_or(who);
    is_free(g, s, mover, cell)?;
    movement::put(s, mover, cell);
    Ok(())
}

/// Is there room for somebody who stands?
fn is_free(g: &Setup, s: &State, who: Id, cell: skirmish_grid::Square) -> Result<(), Refusal> {
    let fits = bodies::fits(&g.ground, &bodies::placed(g, who, cell));
    refuse_if!(!fits, "{} is a wall, or off the map", label(g, cell));
    let lies = s.creature(who).wounds.is_out || s.creature(who).gone;
    refuse_if!(!lies && !paths::is_free(g, s, who, cell), "somebody stands in {}", label(g, cell));
    Ok(())
}

pub(super) fn unconscious(g: &Setup, s: &mut State, who: Id, yes: bool) -> Result<(), Refusal> {
    if yes {
        s.creature_mut(who).wounds.is_out = true;
        return Ok(());
    }
    let full = s.creature(who).wounds.total() >= g.sheet(who).wound_limit;
    refuse_if!(full, "it has as many wounds as it can bear: take some off first");
    stand(g, s, who)?;
    s.creature_mut(who).wounds.is_out = false;
    Ok(())
}

/// So many wounds can still be borne: light ones come or go, and severe ones go last.
pub(super) fn hp(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let limit = g.sheet(who).wound_limit;
    let left: i32 = change.number(limit - s.creature(who).wounds.total(), 0..=limit.into())?;
    let (all, wounds) = (limit - left, &mut s.creature_mut(who).wounds);
    let severe = i32::from(wounds.severe).min(all);
    wounds.severe = u8::try_from(severe).unwrap_or(u8::MAX);
    wounds.light = u8::try_from(all - severe).unwrap_or(u8::MAX);
    Ok(())
}

pub(super) fn gone(g: &Setup, s: &mut State, who: Id, gone: bool) -> Result<(), Refusal> {
    if !gone && !s.creature(who).wounds.is_out {
        stand(g, s, who)?;
    }
    s.creature_mut(who).gone = gone;
    Ok(())
}

/// Nobody else stands where it would stand.
fn stand(g: &Setup, s: &State, who: Id) -> Result<(), Refusal> {
    let at = s.creature(who).at;
    refuse_if!(!paths::is_free(g, s, who, at), "somebody stands in {}: set `at` first", label(g, at));
    Ok(())
}

/// `conditions += prone`, `+= stunned 2` (its number), `+= stunned 2 14` (what saves must reach), `-= prone`, `= none`.
pub(super) fn conditions(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.op == Op::Set && change.is_none() {
        s.creature_mut(who).conditions.clear();
        return Ok(());
    }
    let words: Vec<&str> = change.value.split_whitespace().collect();
    let form = || Refusal::because("write `conditions += stunned`, `+= bleeding 2`, `+= stunned 1 14` or `-= prone`");
    let [name, numbers @ ..] = words.as_slice() else { return Err(form()) };
    let kind = kind(name)?;
    if change.op == Op::Take {
        s.creature_mut(who).conditions.retain(|condition| condition.kind != kind);
        return Ok(());
    }
    let number = |at: usize, most: i64| match numbers.get(at) {
        None => Ok(None),
        Some(word) => changed(0, Op::Set, word, &(0..=most)).map(Some),
    };
    refuse_if!(numbers.len() > 2; form());
    let (number, dc) = (number(0, 99)?, number(1, 999)?);
    let tiered = kind.harm().is_some();
    let usual = u8::from(tiered || kind.counts_down());
    let number = number.map_or(usual, |number| number as u8);
    let value = if tiered { number.clamp(1, MOST_TIER) } else { number };
    let new = Condition::new(kind, value, dc.map_or(g.rules.dc_base, |dc| dc as i32));
    let aged = !is_own_turn(s, who);
    if let Some(known) = s.creature_mut(who).condition_mut(kind) {
        (known.value, known.dc, known.aged) = (value, new.dc, known.aged && aged);
        return Ok(());
    }
    suffer(s, who, Condition { aged, ..new })
}

fn suffer(s: &mut State, who: Id, new: Condition) -> Result<(), Refusal> {
    let full = |_| Refusal::because("that is more than one creature can suffer from");
    s.creature_mut(who).conditions.try_push(new).map_err(full)
}

/// `concentration = none`, `concentration -= ward`
pub(super) fn concentration(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let kept = &mut s.creature_mut(who).concentration;
    if change.is_none() {
        kept.clear();
    } else if change.op == Op::Take {
        let ability = ability_index(g, change.value)?;
        kept.retain(|kept| kept.ability != ability);
    } else {
        return Err(Refusal::because("a spell is ended by hand with `concentration = none`, and cast in play"));
    }
    Ok(())
}

/// `given += dodge`, `given = none`
pub(super) fn given(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let given = &mut s.creature_mut(who).given;
    if change.is_none() {
        *given = Given::default();
        return Ok(());
    }
    let wrong = || Refusal::because("advantage is given on dodge, parry or block: `given += dodge`");
    *given.of(DefenceKind::called(change.value).ok_or_else(wrong)?) = change.op != Op::Take;
    Ok(())
}

/// Is it held by somebody? Then the condition has a source.
pub(super) fn seized(s: &mut State, by: Id, on: Id, dc: i32) -> Result<(), Refusal> {
    s.creature_mut(on).conditions.retain(|condition| condition.kind != Kind::Grappled);
    suffer(s, on, Condition { source: Some(by), ..Condition::new(Kind::Grappled, 0, dc) })?;
    let holder = s.creature_mut(by);
    (holder.holds, holder.held_on) = (Some(on), true);
    Ok(())
}
