//! What is announced before the first segment: ambush, surprise, On-Guard, general defences.

use arrayvec::ArrayVec;
use skirmish_kernel::{Id, Questions};

use crate::catalogue::{GeneralDefend, rule};
use crate::model::ask::Asks;
use crate::model::{Event, Guard, Segment, Setup, Stage, State, ask, unseen};
use crate::rules::{OrHalt, Table, judge, score};

/// Asks whoever lies in a set position whether it springs an ambush in this round. (`ruling.ambush-declared`)
#[inline(never)]
pub fn ambush<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let hidden = s.marks.concealed.and(s.marks.able);
    if hidden.is_empty() {
        return Ok(());
    }
    let able = hidden.iter().filter(|who| judge::may_spring(g, s, *who)).collect();
    t.put_to_all(s, rule::RULING_AMBUSH_DECLARED, able, ask::Ambush, |s, _, who, yes| s.marks.ambushers.set(who, yes))?;
    for who in s.marks.ambushers.iter() {
        t.tell(|| Event::Ambushes { who });
    }
    Ok(())
}

/// Surprise, On-Guard, general defences: in this order. (`ambush.surprised`, `on-guard.announce`, `general-defend`)
#[inline(never)]
pub fn announce<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    surprise(g, s, t);
    on_guard(g, s, t)?;
    if g.rules.general_defend == GeneralDefend::On {
        general(g, s, t)?;
    }
    s.segment = Segment::Ambush;
    s.stage = Stage::Open;
    Ok(())
}

/// Who cannot react to an ambush is out of this round. (`ruling.react`, `dp.surprised`)
fn surprise<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    if s.marks.ambushers.is_empty() {
        return;
    }
    for who in s.marks.up.iter().filter(|who| !g.foes(*who).and(s.marks.ambushers).is_empty()) {
        let said = s.creature(who).said.reacts;
        // Nobody has noticed those who are still concealed.
        let reacts = said.unwrap_or_else(|| g.foes(who).and(s.marks.ambushers).and(s.marks.concealed).is_empty());
        s.marks.surprised.set(who, !reacts);
        t.tell(|| unseen(s, who, Event::Surprised { who, reacts, said: said.is_some() }));
    }
}

/// Who goes On-Guard, all asked at once. (`on-guard.announce`, `on-guard.cost`)
fn on_guard<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let cost = u8::try_from(g.rules.on_guard_actions).unwrap_or(u8::MAX);
    let able = s.free().and(s.marks.guards).iter().filter(|who| s.creature(*who).actions >= cost).collect();
    t.put_to_all(s, rule::DP_ON_GUARD, able, ask::OnGuard, |s, t, who, skill| {
        let Some(skill) = skill else { return };
        s.pay(who, cost);
        s.creature_mut(who).guard = Some(Guard { skill, failed: 0, penalty: 0, over: false });
        s.touch(who);
        t.tell(|| unseen(s, who, Event::OnGuard { who, skill }));
    })
}

/// Who announces a general defence, all asked at once; then their checks, in the order of a tier. (`general-defend`)
#[inline(never)]
fn general<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let cost = u8::try_from(g.rules.general_defend_actions).unwrap_or(u8::MAX);
    let free = s.free();
    let can = |who: &Id| free.has(*who) && g.figures(*who).generals && s.creature(*who).actions >= cost;
    let asks: Asks<_> = s.order.iter().copied().filter(can).map(|who| (who, ask::General)).collect();
    let mut announced: ArrayVec<(Id, u8), { Id::MOST }> = ArrayVec::new();
    t.put_to_each(s, rule::DP_GENERAL_DEFEND, &asks, |s, _, who, _, skill| {
        if let Some(ability) = skill {
            s.pay(who, cost);
            let _ = announced.try_push((who, ability));
        }
    })?;
    for (who, ability) in &announced {
        t.scope(s, |s, t| one_general(g, s, t, *who, *ability))?;
    }
    Ok(())
}

#[inline(never)]
fn one_general<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8) -> OrHalt<T> {
    let Some(mode) = g.ability(ability).general else { return Ok(()) };
    let held = score::holds(g, t, score::skill(g, s, who, rule::DICE_GENERAL_DEFEND, ability))?;
    let points = g.sheet(who).skill(ability).map_or(0, |skill| skill.points);
    if held {
        s.creature_mut(who).general = Some((mode, points));
        s.touch(who);
    }
    t.tell(|| unseen(s, who, Event::General { who, mode, held, points }));
    Ok(())
}
