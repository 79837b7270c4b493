//! On-Guard and general defences: read, and set by hand.

use skirmish_bookkit::fields::Change;
use skirmish_bookkit::words::Words;
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::ability_index;
use crate::model::{Guard, Mode, Setup, State};

/// `none`, `block`, and `block over` once it has broken.
pub(super) fn read(g: &Setup, s: &State, who: Id) -> Value {
    let guard = s.creature(who).guard;
    let word = |guard: Guard| format!("{}{}", g.ability(guard.skill).name, if guard.over { " over" } else { "" });
    guard.map_or_else(|| "none".into(), word).into()
}

/// `on_guard = block`, `on_guard = block over`, `on_guard = none`. What has failed of the same skill still counts.
pub(super) fn set(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.is_none() {
        s.creature_mut(who).guard = None;
        return Ok(());
    }
    let value = change.value;
    let (word, over) = value.strip_suffix(" over").map_or((value, false), |word| (word.trim(), true));
    let skill = ability_index(g, word)?;
    if g.sheet(who).skill(skill).is_none() || !g.ability(skill).on_guard {
        return Err(Refusal::because(format!("{} has no such skill for On-Guard", g.sheet(who).name)));
    }
    let old = s.creature(who).guard.filter(|guard| guard.skill == skill);
    let mut guard = old.unwrap_or(Guard { skill, failed: 0, penalty: 0, over });
    if !over && i32::from(guard.failed) >= g.rules.on_guard_failures {
        guard.failed = 0;
    }
    s.creature_mut(who).guard = Some(Guard { over, ..guard });
    Ok(())
}

pub(super) fn set_failed(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let most = u8::try_from(g.rules.on_guard_failures).unwrap_or(u8::MAX);
    let guard = stands(s, who)?;
    guard.failed = change.number(guard.failed, 0..=most.into())?;
    guard.over = guard.failed >= most;
    Ok(())
}

pub(super) fn set_penalty(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let guard = stands(s, who)?;
    guard.penalty = change.number(guard.penalty, 0..=20)?;
    Ok(())
}

fn stands(s: &mut State, who: Id) -> Result<&mut Guard, Refusal> {
    let guard = s.creature_mut(who).guard.as_mut();
    guard.ok_or_else(|| Refusal::because("it is not On-Guard: `on_guard = block`"))
}

/// `melee 3`
pub(super) fn general(change: &Change) -> Result<(Mode, u8), Refusal> {
    let form = || Refusal::because("write `general = melee 3`, `general = ranged 2` or `general = none`");
    let (word, value) = change.value.split_once(' ').ok_or_else(form)?;
    let mode = Mode::called(word).ok_or_else(form)?;
    Ok((mode, Change { op: Op::Set, value: value.trim() }.number(0, 0..=25)?))
}
