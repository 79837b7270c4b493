//! Readied actions: what they wait for, and their interruption. (`initiative.readied`)

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Questions};

use crate::catalogue::{MoveOpportunity, ReadyTiming, rule};
use crate::model::{Act, Cost, Delivery, Event, Phase, Setup, State, Target, Trigger, What, When, ask};
use crate::rules::actions::{As, judge_act};
use crate::rules::attack::{self, Means};
use crate::rules::{OrHalt, Table, lines, turn};

/// What somebody has announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An attack.
    Attack,
    /// A movement.
    Move,
}

/// Announced, or done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Announced, without effect yet.
    Before,
    /// It has taken effect.
    After,
}

/// Does anybody wait for anything?
#[inline]
pub fn anybody_waits(s: &State) -> bool {
    !s.marks.waiting.is_empty()
}

/// Somebody does something that others may have waited for.
#[inline]
pub fn deed<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, deed: Deed, stage: Stage) -> OrHalt<T> {
    if !anybody_waits(s) {
        return Ok(());
    }
    let now = match g.rules.ready_timing {
        ReadyTiming::Before => Stage::Before,
        ReadyTiming::After => Stage::After,
    };
    if stage != now {
        return Ok(());
    }
    let when = match deed {
        Deed::Attack => When::Attacks,
        Deed::Move => When::Moves,
    };
    offer(g, s, t, |_, trigger, _| trigger.when == when, who)
}

/// Somebody stands somewhere new: readied actions that wait for a state may be answered.
pub fn state_of<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id) -> OrHalt<T> {
    if !anybody_waits(s) {
        return Ok(());
    }
    offer(g, s, t, |s, trigger, reader| is_true(g, s, trigger, reader, mover), mover)?;
    own_trigger(g, s, t, mover)
}

/// What somebody waits for is true now: of the one that moved, too, since being near, or in sight, works both ways.
fn own_trigger<T: Table>(g: &Setup, s: &mut State, t: &mut T, reader: Id) -> OrHalt<T> {
    let Some(readied) = s.creature(reader).readied else { return Ok(()) };
    let meant = |id: Id| match readied.trigger.who {
        Some(who) => who == id,
        None => g.side(id) != g.side(reader),
    };
    let comes =
        g.ids().any(|id| id != reader && meant(id) && !s.is_down(id) && is_true(g, s, readied.trigger, reader, id));
    if comes && may_answer(s, reader) { answer(g, s, t, reader, &readied.act) } else { Ok(()) }
}

/// Can a readier act now?
fn may_answer(s: &State, reader: Id) -> bool {
    let creature = s.creature(reader);
    // A declared counter is the one initiation of its segment.
    s.fights(reader) && !s.is_late(reader) && !s.marks.initiated.has(reader) && creature.counter.is_none()
}

/// The readier acts now, or keeps waiting. (`dp.ready_trigger`)
fn answer<T: Table>(g: &Setup, s: &mut State, t: &mut T, reader: Id, act: &Act) -> OrHalt<T> {
    let fires = t.put(s, rule::DP_READY_TRIGGER, reader, ask::Fires)?;
    t.tell(|| Event::Triggered { who: reader, fires });
    if fires { fire(g, s, t, reader, act) } else { Ok(()) }
}

/// Something has changed without anybody moving (a structure rose or vanished, somebody sees again): whoever waits for a
/// state that is true now is asked, once and in rank order.
pub fn moment<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    if !anybody_waits(s) {
        return Ok(());
    }
    let order = s.ranking.clone();
    for reader in order {
        own_trigger(g, s, t, reader)?;
    }
    Ok(())
}

/// A state that a trigger waits for. (also true of what has not just changed)
fn is_true(g: &Setup, s: &State, trigger: Trigger, reader: Id, mover: Id) -> bool {
    let (a, b) = (s.creature(reader).at, s.creature(mover).at);
    match trigger.when {
        When::Adjacent => a.distance(b) == 1,
        When::InSight => lines::is_visible(g, s, reader, mover),
        When::Attacks | When::Moves => false,
    }
}

/// Asks everybody whose trigger has come, in rank order.
#[cold]
fn offer<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    comes: impl Fn(&State, Trigger, Id) -> bool,
    doer: Id,
) -> OrHalt<T> {
    let order = s.ranking.clone();
    for reader in order {
        let Some(readied) = s.creature(reader).readied else { continue };
        let meant = match readied.trigger.who {
            Some(who) => who == doer,
            None => g.side(reader) != g.side(doer),
        };
        if s.is_down(doer) {
            return Ok(());
        }
        if reader == doer || !meant || !may_answer(s, reader) || !comes(s, readied.trigger, reader) {
            continue;
        }
        answer(g, s, t, reader, &readied.act)?;
    }
    Ok(())
}

/// The readied action is initiated and paid now; it fails when it can no longer be.
fn fire<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    s.ready(who, None);
    if judge_act(g, s, who, act, As::Initiation).is_err() {
        t.tell(|| Event::Lapsed { who, too_dear: true });
        return Ok(());
    }
    t.scope(s, |s, t| {
        s.marks.initiated.set(who, true);
        turn::begin(g, s, t, who, act)
    })
}

/// Somebody has left a hex: a house rule gives those next to it one free melee attack each.
pub fn left<T: Table>(g: &Setup, s: &mut State, t: &mut T, mover: Id, from: Hex) -> OrHalt<T> {
    if g.rules.move_opportunity == MoveOpportunity::None || s.phase != Phase::Combat {
        return Ok(());
    }
    for foe in g.ids() {
        let here = s.creature(foe).at;
        let leaves = here.distance(from) == 1 && here.distance(s.creature(mover).at) > 1;
        if g.side(foe) == g.side(mover) || !leaves || !s.fights(foe) || s.is_late(foe) || s.marks.opportunity.has(foe) {
            continue;
        }
        let melee = g.sheet(foe).attacks.iter().find(|a| g.ability(a.ability).delivery == Delivery::Melee);
        let Some(attack) = melee else { continue };
        s.marks.opportunity.set(foe, true);
        let act =
            Act { what: What::Ability(attack.ability), cost: Cost::Free, swifts: 0, target: Target::Creature(mover) };
        t.scope(s, |s, t| {
            let there = s.creature(mover).at;
            // Struck as it leaves: the blow falls where it stood.
            s.creature_mut(mover).at = from;
            if let Some(means) = Means::of(g, foe, &act) {
                attack::launch_any(g, s, t, foe, &act, means)?;
            }
            if s.creature(mover).at == from && !s.is_down(mover) {
                s.creature_mut(mover).at = there;
            }
            Ok(())
        })?;
    }
    Ok(())
}
