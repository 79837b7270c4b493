//! What was prepared, and its triggers. (`prepared.*`)

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Square};
use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{PreparedOptional, rule};
use crate::model::{Ability, Aim, Cites, Event, Happening, Named, Ready, Setup, State, Status, Targets, Trigger, ask};
use crate::rules::{OrHalt, Table, abilities, attack, bodies, judge, lines, order};

/// Does anybody wait for anything? Whoever moves goes step by step then.
#[inline]
pub fn is_awaited(s: &State) -> bool {
    !s.waiting.is_empty()
}

/// Those of them who wait for this.
#[inline(always)]
fn those(s: &State, among: Ids, fits: impl Fn(Id, &Ready) -> bool) -> Ids {
    let ready = |id: &Id| {
        let creature = s.creature(*id);
        creature.is_here() && creature.ready.as_ref().is_some_and(|ready| fits(*id, ready))
    };
    s.waiting.and(among).iter().filter(ready).collect()
}

/// The same in the order of turns. (`prepared.trigger`)
#[inline(always)]
fn waiting(s: &State, among: Ids, fits: impl Fn(Id, &Ready) -> bool) -> ArrayVec<Id, { Id::MOST }> {
    order::put_in_order(s, those(s, among, fits))
}

/// Can somebody still do what was prepared? Conscious, not stunned, in a form that can; lying down only a basic attack.
/// (`prepared.trigger`, `prone.attack-only`, `transform.abilities`)
pub fn can_fire(g: &Setup, s: &State, who: Id, what: u8) -> bool {
    let creature = s.creature(who);
    let ability = g.ability(what);
    creature.is_up()
        && s.active() != Some(who)
        && !s.has(who, Status::Stunned)
        && abilities::can(g, s, who, what)
        && abilities::lacks(g, s, who, ability).is_none()
        && creature.energy >= abilities::energy(g, who, ability)
        && (!creature.prone || abilities::basic(g, s, who) == Some(what))
}

/// Is a body in the area that somebody waits for? (`prepared.movement`)
fn is_in_zone(g: &Setup, own: &Body<'_, Square>, ready: &Ready, ability: &Ability, body: &Body<'_, Square>) -> bool {
    match ready.at {
        Some(middle) => {
            let radius = u32::from(ability.zone / 2);
            body.cells().any(|cell| cell.chebyshev(middle) <= radius)
        }
        None => bodies::in_reach(g, own, body, ability.range.into()),
    }
}

/// Which trigger a step is, if any.
fn trigger(before: bool, after: bool) -> Option<Trigger> {
    match (before, after) {
        (false, true) => Some(Trigger::Into),
        (true, false) => Some(Trigger::OutOf),
        (true, true) => Some(Trigger::Within),
        (false, false) => None,
    }
}

/// Does a step of somebody set off what another has prepared? (`prepared.movement`)
fn set_off_by(g: &Setup, s: &State, id: Id, ready: &Ready, who: Id, before: &Body<'_, Square>, jumps: bool) -> bool {
    let ability = g.ability(ready.ability);
    if !ability.waits_for_steps() || !g.opposed(id, who) {
        return false;
    }
    let own = bodies::body(g, s, id);
    let within = |body: &Body<'_, Square>| is_in_zone(g, &own, ready, ability, body);
    let Some(trigger) = trigger(within(before), within(&bodies::body(g, s, who))) else { return false };
    let is_waited_for = ability.triggers.has(trigger) && !(jumps && trigger == Trigger::Within);
    is_waited_for
        && can_fire(g, s, id, ready.ability)
        && lines::is_seen(g, s, id, who)
        && ready.at.is_none_or(|cell| judge::has_room(g, s, id, ability, cell).is_ok())
}

/// Does what somebody has prepared wait for this?
fn waits_for(g: &Setup, s: &State, id: Id, ready: &Ready, what: Happening, of: Id) -> bool {
    let Some((whom, event)) = ready.event else { return false };
    let named = whom.map_or_else(|| g.opposed(id, of), |whom| whom == of);
    event == what
        && named
        && id != of
        && can_fire(g, s, id, ready.ability)
        && lines::is_seen(g, s, id, of)
        && can_reach(g, s, id, of, ready)
}

/// Those who are set off by where a step leads that somebody has completed; `jumps` where it was nowhere in between.
/// (`prepared.movement`)
pub fn set_off(g: &Setup, s: &State, who: Id, before: &Body<'_, Square>, jumps: bool) -> Ids {
    those(s, g.foes(who), |id, ready| set_off_by(g, s, id, ready, who, before, jumps))
}

/// Does anybody wait for somebody's next step, wherever that leads?
pub fn is_watched(g: &Setup, s: &State, who: Id) -> bool {
    !those(s, s.waiting, |id, ready| waits_for(g, s, id, ready, Happening::Moves, who)).is_empty()
}

/// Somebody has completed a step; `jumps` where it was nowhere in between. (`prepared.movement`)
#[rustfmt::skip]
pub fn stepped<T: Table>(
    g: &Setup, s: &mut State, t: &mut T, who: Id, before: Body<'_, Square>, jumps: bool,
) -> OrHalt<T> {
    let all = set_off(g, s, who, &before, jumps);
    fire_all(g, s, t, who, before, jumps, all)
}

/// These are set off by a step, one after another; then those who wait for a step wherever it leads.
pub fn fire_all<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    before: Body<'_, Square>,
    jumps: bool,
    all: Ids,
) -> OrHalt<T> {
    let all = order::put_in_order(s, all);
    let (several, mut is_first) = (all.len() > 1, true);
    for id in all {
        let Some(ready) = s.creature(id).ready else { continue };
        // The one before may have changed everything.
        let is_set_off = is_first || set_off_by(g, s, id, &ready, who, &before, jumps);
        if s.creature(who).is_here() && is_set_off {
            let mut why = Cites::of(&[rule::PREPARED_MOVEMENT]);
            why.when(several, rule::TURN_ORDER_INITIATIVE);
            fire(g, s, t, id, who, &why)?;
            is_first = false;
        }
    }
    happened(g, s, t, Happening::Moves, who)
}

/// Somebody aims at these, before anything is rolled, or a melee attack on them has failed: whoever waits for that is asked.
/// (`attack.order`, `prepared.trigger`)
pub fn answered<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Ids, trigger: Trigger) -> OrHalt<T> {
    if on.is_empty() {
        return Ok(());
    }
    let fits = |s: &State, id: Id, ready: &Ready| {
        let ability = g.ability(ready.ability);
        let waits = ability.triggers.has(trigger) && g.opposed(id, by);
        waits && can_fire(g, s, id, ready.ability) && can_reach(g, s, id, by, ready)
    };
    for id in waiting(s, on, |id, ready| fits(s, id, ready)) {
        let Some(ready) = s.creature(id).ready else { continue };
        if s.creature(by).is_here() && fits(s, id, &ready) {
            fire(g, s, t, id, by, &Cites::of(&[rule::ATTACK_ORDER]))?;
        }
    }
    Ok(())
}

/// What answers somebody must reach them, or the square that was named for it, and find room there; only triggers of movement waive
/// the range. (`attack.order`)
fn can_reach(g: &Setup, s: &State, who: Id, on: Id, ready: &Ready) -> bool {
    let ability = g.ability(ready.ability);
    match ready.at.filter(|_| ability.takes_cell()) {
        Some(cell) => judge::aimed(g, s, who, ability, Aim::Cell(cell)).is_ok(),
        None if ability.is_aimed() => {
            s.creature(on).is_here() && attack::reaches(g, s, who, on, ability) && lines::is_seen(g, s, who, on)
        }
        None => true,
    }
}

/// Something has happened that can be seen. (`prepared.trigger`)
pub fn happened<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Happening, of: Id) -> OrHalt<T> {
    for id in waiting(s, s.waiting, |id, ready| waits_for(g, s, id, ready, what, of)) {
        let Some(ready) = s.creature(id).ready else { continue };
        if waits_for(g, s, id, &ready, what, of) {
            fire(g, s, t, id, of, &Cites::default())?;
        }
    }
    Ok(())
}

/// Those who have fallen since this was last asked are seen to fall, each once. (`prepared.trigger`)
pub fn fallen<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let fell = std::mem::take(&mut s.fell);
    fell.iter().try_for_each(|fallen| happened(g, s, t, Happening::Falls, fallen))
}

/// The trigger has come: its owner is asked, and does it or keeps it. (`prepared.trigger`, `prepared.outside-turn`)
fn fire<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, on: Id, why: &Cites) -> OrHalt<T> {
    let Some(ready) = s.creature(who).ready else { return Ok(()) };
    let asks = g.rules.prepared_optional == PreparedOptional::Yes;
    let used = !asks || t.put(s, rule::PREPARED_TRIGGER, who, ask::Fire { on })?;
    t.tell(|| Event::Fired { who, on, used, why: why.clone() });
    if !used {
        return Ok(());
    }
    s.get_ready(who, None);
    let ability = g.ability(ready.ability);
    let aim = match ability.targets {
        Targets::One | Targets::List => Aim::Named(Named::one(on)),
        Targets::Area | Targets::Cell => Aim::Cell(ready.at.unwrap_or(s.creature(on).at)),
        Targets::Own | Targets::Around => Aim::Nobody,
    };
    t.scope(s, |s, t| attack::perform(g, s, t, who, ability, aim))
}

/// What is prepared waits no longer. (`prepared.expiry`, `round.end`)
pub fn lapse<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    if !is_awaited(s) {
        return;
    }
    for who in g.ids() {
        let Some(ready) = s.creature(who).ready else { continue };
        if !g.ability(ready.ability).kept {
            s.get_ready(who, None);
            t.tell(|| Event::Lapsed { who, ability: ready.ability });
        }
    }
}
