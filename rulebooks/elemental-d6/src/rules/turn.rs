//! One turn. (`turn.procedure`)

use skirmish_kernel::{Id, Questions};

use crate::catalogue::{CounterScope, PushbackWhen, UnusedWhen, rule};
use crate::model::ask::{self, Turn};
use crate::model::{
    Ability, AbilityKind, Act, Cease, Cost, Event, Flight, Kind, Phase, Push, Readied, Setup, State, What,
};
use crate::rules::actions::{pay, pay_with};
use crate::rules::attack::Means;
use crate::rules::{OrHalt, Table, attack, movement, structures, trade};

/// Somebody's turn: the declared counter, or one initiation; everything that runs on; the trade of what is unused.
#[inline(always)]
pub fn turn<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    t.tell(|| Event::Turn { who });
    s.marks.had_turn.set(who, true);
    if s.marks.countering.has(who) {
        t.scope(s, |s, t| counter(g, s, t, who))?;
    }
    // What is Free takes no initiation: also behind a counter, or after what was readied has been done this segment.
    if may_choose(g, s, who) {
        t.scope(s, |s, t| choose(g, s, t, who))?;
    }
    run_on(g, s, t, who, false)?;
    if s.fights(who) && (g.rules.unused_when == UnusedWhen::AnyTurn || s.time.segment == 3) {
        t.scope(s, |s, t| trade::offer(g, s, t, who))?;
    }
    Ok(())
}

/// The declared counter is carried out and the held attacks are resolved. (`defend.declare`)
#[cold]
fn counter<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    // The declaration stands until everything that is held for it is resolved.
    let Some(counter) = s.creature(who).counter else { return Ok(()) };
    s.marks.initiated.set(who, true);
    let act = counter.act;
    let mut carried_out = Some(act);
    match act.what {
        What::Go(gait) => {
            if movement::is_barred(s, who, gait) {
                t.tell(|| Event::CounterLost { who });
                carried_out = None;
            } else {
                movement::begin(g, s, t, who, gait, &act)?;
            }
        }
        What::Brace => brace(s, t, who),
        What::Stand => stand(s, t, who),
        What::Ability(_) => {}
    }
    // Attacks held for this counter, oldest first. A fall in between takes the rest away.
    while let Some(held) = held_against(s, who, counter.against, g.rules.counter_scope == CounterScope::All) {
        let What::Ability(ability) = held.act.what else { break };
        t.tell(|| Event::Released { who: held.owner, ability, target: who });
        attack::resolve(g, s, t, held.serial, who, carried_out)?;
    }
    s.declare(who, None);
    Ok(())
}

/// A counter that cannot be carried out any more, for whatever reason: what was held for it is resolved without.
#[cold]
pub fn release<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if s.creature(who).counter.is_none() {
        return Ok(());
    }
    t.tell(|| Event::CounterLost { who });
    while let Some(held) = held_against(s, who, 0, true) {
        attack::resolve(g, s, t, held.serial, who, None)?;
    }
    s.declare(who, None);
    Ok(())
}

fn held_against(s: &State, who: Id, against: u16, all: bool) -> Option<Flight> {
    s.flights.iter().find(|f| f.held && f.is_on(who) && (all || f.serial == against)).copied()
}

/// At most one initiation; Free actions and "ongoing first" lead back to the question, and after the initiation Free
/// actions are still possible.
#[inline(always)]
fn choose<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    // Most turns end with the first answer: the others are kept out of its way.
    if choose_once(g, s, t, who)? && may_choose(g, s, who) {
        choose_more(g, s, t, who)?;
    }
    Ok(())
}

#[cold]
fn choose_more<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    while choose_once(g, s, t, who)? && may_choose(g, s, who) {}
    Ok(())
}

/// Is there anything but "nothing" to choose, and anybody to choose it?
#[inline(always)]
fn may_choose(g: &Setup, s: &State, who: Id) -> bool {
    s.fights(who) && crate::rules::actions::has_anything_to_choose(g, s, who)
}

/// One answer; says whether the question comes again.
#[inline(always)]
fn choose_once<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T, bool> {
    let running = has_unplayed(g, s, who) && !s.marks.initiated.has(who);
    match &t.put(s, rule::DP_INITIATE, who, ask::Initiate { running })? {
        Turn::Act(act) => {
            // Acting drops what is readied; what is Free takes no start, and is no reason to wait no longer.
            if s.marks.waiting.has(who) && paid(g, who, act) != Cost::Free {
                s.ready(who, None);
            }
            begin(g, s, t, who, act)?;
            Ok(true)
        }
        Turn::Ready(act, trigger) => {
            let (act, trigger) = (*act, *trigger);
            s.ready(who, Some(Readied { act, trigger }));
            t.tell(|| Event::Readied { who, trigger });
            Ok(false)
        }
        Turn::Continue => {
            t.tell(|| Event::RunningFirst { who });
            run_on(g, s, t, who, true)?;
            Ok(true)
        }
        Turn::Cease(how) => {
            cease(g, s, t, who, *how);
            Ok(false)
        }
        Turn::Pass => Ok(false),
    }
}

#[cold]
fn cease<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, how: Cease) {
    s.creature_mut(who).ceased = Some(how);
    s.ready(who, None);
    s.muster(g, who);
    t.tell(|| Event::Ceased { who, how });
}

/// What an action costs this combatant, reductions taken off. (`action.reduce`)
#[inline]
pub fn paid(g: &Setup, who: Id, act: &Act) -> Cost {
    match act.what {
        What::Ability(index) => g.sheet(who).reduced(index, act.cost),
        _ => act.cost,
    }
}

/// Pays for an action, initiates it, and plays its first segment.
// From the choice to the blow in one piece: what is known of the one is known in the other.
#[inline(never)]
pub fn begin<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    let Some(means) = Means::of(g, who, act) else { return begin_other(g, s, t, who, act) };
    let cost = pay_with(g, s, who, act, means);
    initiated(s, t, who, act, cost, Some(means.ability));
    tell_cooldown(s, t, who, means);
    match means.ability.offensive {
        Some(_) => attack::launch(g, s, t, who, act, means),
        None => structures::begin(g, s, t, who, act),
    }
}

/// The same of what is done without any ability.
#[inline(never)]
fn begin_other<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    pay(g, s, who, act);
    initiated(s, t, who, act, act.cost, None);
    match act.what {
        What::Ability(_) => {}
        What::Go(gait) => movement::begin(g, s, t, who, gait, act)?,
        What::Stand => stand(s, t, who),
        What::Brace => brace(s, t, who),
    }
    Ok(())
}

/// The one initiation of this segment is made, unless it was Free. Before combat there are no segments.
#[inline]
fn initiated<T: Table>(s: &mut State, t: &mut T, who: Id, act: &Act, cost: Cost, ability: Option<&Ability>) {
    if cost != Cost::Free && s.phase == Phase::Combat {
        s.marks.initiated.set(who, true);
    }
    t.tell(|| Event::Initiated {
        who,
        act: *act,
        paid: cost,
        choice_of_cost: ability.is_some_and(|a| a.costs.len() > 1),
        reduced: cost != act.cost,
        talent: ability.is_some_and(|a| a.kind == AbilityKind::Talent),
        unarmed: ability.is_some_and(|a| a.kind == AbilityKind::Unarmed),
    });
}

/// Says when an ability just used may be used again.
#[inline]
pub fn tell_cooldown<T: Table>(s: &State, t: &mut T, who: Id, means: Means) {
    let (ability, cooldown) = (means.index, means.ability.cooldown);
    if cooldown > 0 {
        let until = s.time.round.saturating_add(cooldown).saturating_add(1);
        t.tell(|| Event::Cooldown { who, ability, until });
    }
}

fn brace<T: Table>(s: &mut State, t: &mut T, who: Id) {
    s.marks.braced.set(who, true);
    t.tell(|| Event::Braced { who });
}

fn stand<T: Table>(s: &mut State, t: &mut T, who: Id) {
    s.creature_mut(who).conditions.retain(|c| c.kind != Kind::Prone);
    s.review(who);
    t.tell(|| Event::StoodUp { who });
}

/// Has it anything running that has not played this segment?
#[inline]
pub fn has_unplayed(g: &Setup, s: &State, who: Id) -> bool {
    s.anything_runs(who) && unplayed(g, s, who)
}

fn unplayed(g: &Setup, s: &State, who: Id) -> bool {
    running(g, s, who).next().is_some()
}

/// In whose turn a push goes on: its causer's, or (house rule) its victim's.
fn mover_of(g: &Setup, push: &Push) -> Id {
    match g.rules.pushback_when {
        PushbackWhen::Owner => push.owner,
        PushbackWhen::Victim => push.victim,
    }
}

/// Something of somebody's that runs on.
enum Running {
    Move,
    Flight,
    Push,
    Structure,
}

/// One segment of everything a creature has running, oldest first, none of it twice in a segment. With `first`, the
/// new action is still to come.
#[inline(always)]
pub fn run_on<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, first: bool) -> OrHalt<T> {
    if has_unplayed(g, s, who) { play_on(g, s, t, who, first) } else { Ok(()) }
}

fn play_on<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, first: bool) -> OrHalt<T> {
    t.repeat(s, 0u16, |s, after, t| {
        let Some((serial, next)) = oldest(g, s, who, *after) else { return Ok(false) };
        // What was walked in part is not offered again before the new action.
        *after = if first { serial } else { 0 };
        match next {
            Running::Move if s.is_down(who) => {
                s.creature_mut(who).moves.retain(|m| m.serial != serial);
                s.review(who);
            }
            // Late in round 1: flights and pushes go on, walking would be acting. (`turn.procedure`)
            Running::Move if s.is_late(who) => movement::wait(s, who, serial),
            Running::Move => movement::segment(g, s, t, who, serial, first)?,
            Running::Flight => attack::fly_on(g, s, t, serial)?,
            Running::Push => movement::pushback::segment(g, s, t, serial)?,
            Running::Structure => structures::grow(g, s, t, serial)?,
        }
        Ok(true)
    })?;
    Ok(())
}

/// What comes next, by order of beginning.
fn oldest(g: &Setup, s: &State, who: Id, after: u16) -> Option<(u16, Running)> {
    running(g, s, who).filter(|(serial, _)| *serial > after).min_by_key(|(serial, _)| *serial)
}

/// Everything of somebody's that has not played this segment, with its number.
fn running(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = (u16, Running)> {
    let moves = s.creature(who).moves.iter().filter(|m| !m.played).map(|m| (m.serial, Running::Move));
    let flights = s.flights.iter().filter(move |f| f.owner == who && !f.played && !f.held);
    let pushes = s.pushes.iter().filter(move |p| !p.played && mover_of(g, p) == who);
    let built = s.structures.iter().filter(move |b| b.owner == who && !b.played && b.grown < b.hexes);
    moves
        .chain(flights.map(|f| (f.serial, Running::Flight)))
        .chain(pushes.map(|p| (p.serial, Running::Push)))
        .chain(built.map(|b| (b.serial, Running::Structure)))
}
