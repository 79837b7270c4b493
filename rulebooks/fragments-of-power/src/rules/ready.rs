//! Actions that wait for their moment. (`ready`, `ruling.ready`, `ruling.reaction-order`, `reaction.interrupt`)

use skirmish_grid::Facing;
use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{ReadyTiming, ReadyUsesReaction, rule};
use crate::model::{Act, Aim, Event, Power, Setup, Shape, State, Trigger, ask};
use crate::rules::{OrHalt, Table, acts, attack, bodies, ground, judge, turn};

/// Is anybody waiting for such a moment? Whoever moves goes step by step then.
#[inline]
pub fn is_awaited(s: &State, who: Id) -> bool {
    s.touched.0.iter().any(|id| id != who && s.creature(id).ready.is_some())
}

/// A moment has come: those who have waited for it are asked, from the one who acts on in the order.
#[inline]
pub fn moment<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Trigger, of: Id) -> OrHalt<T> {
    if is_awaited(s, of) { fire_all(g, s, t, what, of) } else { Ok(()) }
}

/// Does something for which others may wait: they are asked before it, and it is done only if it still can be, or after it.
/// (`ruling.ready`, `ruling.interrupted-move`)
#[inline]
pub fn around<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    (what, of): (Trigger, Id),
    still: impl FnOnce(&State) -> bool,
    act: impl FnOnce(&mut State, &mut T) -> OrHalt<T>,
) -> OrHalt<T> {
    let awaited = is_awaited(s, of);
    if awaited && comes_before(g) {
        moment(g, s, t, what, of)?;
        if !still(s) {
            return Ok(());
        }
    }
    act(s, t)?;
    if awaited && !comes_before(g) { moment(g, s, t, what, of) } else { Ok(()) }
}

#[inline(never)]
fn fire_all<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Trigger, of: Id) -> OrHalt<T> {
    let mut waiting = waiting(g, s, what, of);
    let several = waiting.len() > 1;
    while let Some(who) = first_in_order(s, waiting) {
        waiting.set(who, false);
        // The first may have changed everything.
        if !stands(g, s, who, what, of) {
            continue;
        }
        fire(g, s, t, who, of, several)?;
        if !s.creature(of).is_here() {
            break;
        }
    }
    Ok(())
}

fn waiting(g: &Setup, s: &State, what: Trigger, of: Id) -> Ids {
    s.touched.0.iter().filter(|id| *id != of && stands(g, s, *id, what, of)).collect()
}

/// Does somebody wait for this of that one, and can he still do what he waits with?
fn stands(g: &Setup, s: &State, who: Id, what: Trigger, of: Id) -> bool {
    let Some(ready) = s.creature(who).ready else { return false };
    let named = ready.whom.map_or_else(|| g.opposed(who, of), |whom| whom == of);
    ready.when == what
        && named
        && is_free(g, s, who)
        && !s.creature(of).hidden_from.has(who)
        && can_be_done(g, s, who, of)
        && (what != Trigger::Nears || is_aimed(ready.act()) || is_near(g, s, who, of))
}

/// Can somebody act now, with the reaction that some tables ask for? (`ruling.ready`)
fn is_free(g: &Setup, s: &State, who: Id) -> bool {
    let uses_reaction = g.rules.ready_uses_reaction == ReadyUsesReaction::Yes;
    turn::is_free_to_act(s, who) && (!uses_reaction || turn::reactions_left(g, s, who) > 0)
}

/// Can somebody still do what waits, where that one sets it off?
fn can_be_done(g: &Setup, s: &State, who: Id, of: Id) -> bool {
    act_of(g, s, who, of).is_some_and(|act| judge::readied(g, s, who, &act).is_ok())
}

/// Is whoever sets it off the target, too, so that near is where it can be aimed?
fn is_aimed(act: Option<Act>) -> bool {
    let Some(Act::Attack { on: at, .. } | Act::Cast { at, .. } | Act::Intimidate(at)) = act else { return false };
    at == Aim::Them
}

/// Is somebody within reach, for what waits and is not aimed at that one?
fn is_near(g: &Setup, s: &State, who: Id, of: Id) -> bool {
    bodies::distance(g, s, who, of) <= attack::longest_reach(g, s, who)
}

/// What is done when the moment comes, aimed at whoever sets it off where nobody else was named.
fn act_of(g: &Setup, s: &State, who: Id, of: Id) -> Option<Act> {
    let spell_at = |spell: u8, power: Power| {
        // An area has them in its middle; a cone or a line goes their way.
        let (here, there) = (s.creature(who).at, s.creature(of).at);
        Some(match (g.spell(spell).shape, power[3]) {
            (Shape::Ball, 0) => Aim::Creature(of),
            (Shape::Ball, _) => Aim::Cell(there),
            _ => Aim::Way(Facing::toward(here, there)?),
        })
    };
    Some(match s.creature(who).ready?.act()? {
        Act::Attack { attack, on: Aim::Them } => Act::Attack { attack, on: Aim::Creature(of) },
        Act::Intimidate(Aim::Them) => Act::Intimidate(Aim::Creature(of)),
        Act::Cast { spell, power, item, at: Aim::Them } => {
            Act::Cast { spell, power, item, at: spell_at(spell, power)? }
        }
        Act::Control { number, at: Aim::Them } => {
            let running = s.running.iter().find(|running| running.number == number)?;
            Act::Control { number, at: spell_at(running.spell, running.power)? }
        }
        act => act,
    })
}

/// The game master has said that somebody's moment has come. (`dp.gm`)
pub fn signalled<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    for who in s.touched.0.iter() {
        if !std::mem::take(&mut s.creature_mut(who).said.signal) {
            continue;
        }
        let whom = s.creature(who).ready.and_then(|ready| ready.whom);
        let of = whom.or(s.active()).unwrap_or(who);
        if is_free(g, s, who) && can_be_done(g, s, who, of) {
            fire(g, s, t, who, of, false)?;
            ground::settle(g, s, t)?;
        }
    }
    Ok(())
}

/// The order in which those are asked who wait for the same: from whoever acts now on. (`ruling.reaction-order`)
fn first_in_order(s: &State, waiting: Ids) -> Option<Id> {
    let count = s.order.len();
    let from = usize::from(s.turn);
    let slots = (0..count).filter_map(|at| s.order.get((from + at) % count.max(1)));
    slots.filter(|slot| !slot.left).map(|slot| slot.who).find(|who| waiting.has(*who)).or_else(|| waiting.iter().next())
}

fn fire<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, on: Id, several: bool) -> OrHalt<T> {
    let act = act_of(g, s, who, on);
    let used = t.put(s, rule::DP_READY_FIRES, who, ask::Fire { on })?;
    t.tell(|| Event::Fired { who, on, used, several });
    if !used {
        return Ok(());
    }
    s.creature_mut(who).ready = None;
    if g.rules.ready_uses_reaction == ReadyUsesReaction::Yes {
        turn::react(g, s, t, who);
    }
    match act {
        Some(act) => acts::perform(g, s, t, who, &act),
        None => Ok(()),
    }
}

/// Does what was readied come before what sets it off is done, or after? (`ruling.ready`)
pub fn comes_before(g: &Setup) -> bool {
    g.rules.ready_timing == ReadyTiming::Before
}
