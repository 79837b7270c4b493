//! Rounds and turns, step by step. (`core.combat-scope`, `round.length`, `initiative.order`)

use arrayvec::ArrayVec;
use skirmish_kernel::{Flow, Id, Ids, Outcome, Place, Questions, renumber};

use crate::catalogue::rule;
use crate::model::{Act, Event, Plight, Ready, Setup, Stage, State, Trigger, ask};
use crate::rules::{OrHalt, Table, ground, initiative, ready, turn};

/// Plays one act: the throws for initiative, a round's or a turn's beginning, one action of a turn, or who enters behind it.
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    if let Some(outcome) = s.ended {
        t.tell(|| Event::Over);
        return Ok(Flow::Over(outcome));
    }
    // Who has come in the middle of a round throws before the next turn, and acts when its count comes. (`ruling.initiative`)
    if s.stage == Stage::Start && initiative::is_awaited(s) {
        initiative::roll(g, s, t)?;
    }
    ready::signalled(g, s, t)?;
    match s.stage {
        Stage::Initiative => {
            initiative::roll(g, s, t)?;
            s.stage = Stage::Round;
        }
        Stage::Round => begin_round(g, s, t)?,
        Stage::Start => begin_turn(g, s, t)?,
        Stage::Act => one_act(g, s, t)?,
        Stage::Enter => who_enters(g, s, t)?,
    }
    if s.ended.is_none() {
        if s.stage == Stage::Initiative || is_contested(g, s) {
            return Ok(Flow::On);
        }
        s.ended = outcome(g, s);
    }
    let Some(outcome) = s.ended else { return Ok(Flow::On) };
    t.tell(|| Event::Over);
    Ok(Flow::Over(outcome))
}

fn begin_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.round = s.round.saturating_add(1);
    let round = s.round;
    let outside = g.is_peaceful();
    t.tell(|| Event::Round { round, outside });
    if initiative::is_awaited(s) {
        initiative::roll(g, s, t)?;
    }
    for creature in &mut s.creatures {
        (creature.struck, creature.commanded) = (false, false);
        if round > 1 {
            creature.plights.set(Plight::Unaware, false);
        }
    }
    s.order.iter_mut().for_each(|slot| slot.entered = false);
    drop_old_slots(s);
    (s.turn, s.stage, s.acts) = (0, Stage::Start, 0);
    Ok(())
}

/// Places that somebody has left are kept only while something is counted there, or what goes on strikes there.
fn drop_old_slots(s: &mut State) {
    if s.order.iter().all(|slot| !slot.left) {
        return;
    }
    let mut counted = [false; 256];
    s.untils_mut().for_each(|until| counted[usize::from(until.slot)] = true);
    let mut at = 0;
    while let Some(slot) = s.order.get(at).copied() {
        let newer = s.order.iter().skip(at + 1).any(|other| other.left && other.who == slot.who);
        let waits = s.creature(slot.who).is(Plight::Waiting) && !newer;
        if slot.left && !waits && !counted[usize::from(slot.number)] {
            s.order.remove(at);
        } else {
            at += 1;
        }
    }
}

fn begin_turn<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let Some(slot) = s.slot() else {
        // Where all have waited, no turn has ended behind which one of them could enter. (`ruling.delay`)
        let acted = s.order.iter().any(|slot| !slot.left && s.creature(slot.who).is_here());
        if acted || waiting(s).is_empty() {
            end_round(g, s);
        } else {
            s.stage = Stage::Enter;
        }
        return Ok(());
    };
    s.acts = 0;
    let who = slot.who;
    if slot.left || !s.creature(who).is_here() {
        turn::go_on(g, s, t, slot)?;
        ground::settle(g, s, t)?;
        next(s);
        return Ok(());
    }
    turn::start(g, s, t, slot)?;
    ground::settle(g, s, t)?;
    s.stage = Stage::Act;
    ready::moment(g, s, t, Trigger::Starts, who)?;
    if s.creature(who).is(Plight::Unaware) {
        t.tell(|| Event::Surprised { who });
        return finish(g, s, t);
    }
    if !turn::goes_on(g, s, who) || turn::is_commandable(g, who) {
        if turn::is_commandable(g, who) {
            t.tell(|| Event::CannotAct { who, why: rule::RULING_UNCOMMANDED });
        } else if s.creature(who).is_here() && turn::actions(g, s, who) == 0 {
            let why = why_idle(s, who);
            t.tell(|| Event::CannotAct { who, why });
        }
        return finish(g, s, t);
    }
    Ok(())
}

fn end_round(g: &Setup, s: &mut State) {
    s.stage = Stage::Round;
    // Policies that cannot hurt each other would go on for ever.
    if s.round >= g.most_rounds {
        s.end(None, rule::CORE_COMBAT_SCOPE);
    }
}

/// Why somebody has no action at all.
fn why_idle(s: &State, who: Id) -> skirmish_kernel::RuleId {
    let creature = s.creature(who);
    if creature.is(Plight::Unconscious) {
        rule::UNCONSCIOUS
    } else if creature.has(crate::model::Kind::Stunned) {
        rule::STUNNED
    } else if creature.is(Plight::Incapacitated) {
        rule::INCAPACITATED
    } else {
        rule::SLOWED
    }
}

fn one_act<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let Some(slot) = s.slot() else {
        s.stage = Stage::Round;
        return Ok(());
    };
    s.acts = s.acts.saturating_add(1);
    if turn::act(g, s, t, slot.who)? { finish(g, s, t) } else { Ok(()) }
}

/// The turn ends; whoever waits may enter behind it.
fn finish<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    if let Some(slot) = s.slot() {
        ready::moment(g, s, t, Trigger::Ends, slot.who)?;
        turn::end(g, s, t, slot)?;
        ground::settle(g, s, t)?;
    }
    // Whoever has just put the turn off enters behind another one, at the soonest.
    if waiting(s).is_empty() {
        next(s);
    } else {
        s.stage = Stage::Enter;
        s.acts = 0;
    }
    Ok(())
}

fn next(s: &mut State) {
    (s.turn, s.stage, s.acts) = (s.turn.saturating_add(1), Stage::Start, 0);
}

/// Those who wait outside the order, and can enter it behind the turn that has ended.
fn waiting(s: &State) -> Ids {
    let ended = s.slot().map(|slot| slot.who);
    let waits = |id: &Id| {
        let creature = s.creature(*id);
        creature.is(Plight::Waiting) && turn::is_free_to_act(s, *id) && creature.is_here() && Some(*id) != ended
    };
    s.touched.0.iter().filter(waits).collect()
}

/// Asks those who wait, the highest initiative first, until one enters. (`turn.hold`, `dp.enter`)
fn who_enters<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let mut asked = waiting(s);
    let all_waited = s.slot().is_none();
    while let Some(who) = asked.iter().max_by_key(|id| (s.creature(*id).initiative, std::cmp::Reverse(*id))) {
        asked.set(who, false);
        if t.put(s, rule::DP_ENTER, who, ask::Enter)? {
            turn::enter(s, t, who);
            if all_waited {
                s.stage = Stage::Start;
            } else {
                next(s);
            }
            return Ok(());
        }
    }
    if all_waited {
        end_round(g, s)
    } else {
        next(s)
    }
    Ok(())
}

/// Can anybody still fight, and a foe of theirs, too?
#[inline]
fn is_contested(g: &Setup, s: &State) -> bool {
    s.able.iter().any(|id| !g.foes(id).and(s.able).is_empty())
}

/// One side is left that can fight. (`core.combat-scope`)
#[inline(never)]
fn outcome(g: &Setup, s: &State) -> Option<Outcome> {
    // Where nobody has met a foe yet, rounds are counted all the same. (`core.outside-combat`)
    let winner = || s.able.iter().map(|id| g.side(id)).min();
    (!g.is_peaceful()).then(|| Outcome { winner: winner(), rule: rule::CORE_COMBAT_SCOPE })
}

/// The coming step's name.
pub fn place(s: &State) -> Place {
    let who = s.slot().map(|slot| slot.who);
    match s.stage {
        Stage::Initiative => Place { round: 0, part: 0, who: None, nth: 0 },
        // A fight that is over begins no other round.
        Stage::Round => {
            let round = s.round.saturating_add(u32::from(s.ended.is_none()));
            Place { round, part: 0, who: None, nth: 0 }
        }
        Stage::Start => Place { round: s.round, part: 1, who, nth: u16::from(s.turn) },
        Stage::Act => Place { round: s.round, part: 2, who, nth: s.acts },
        Stage::Enter => Place { round: s.round, part: 3, who, nth: u16::from(s.turn) },
    }
}

/// Drops what no rule reads again: the number of a round after the first, and of what was thrown for initiative all but who was
/// ahead of whom.
pub fn forget(s: &mut State) {
    if s.stage == Stage::Initiative {
        return;
    }
    s.round = s.round.min(2);
    s.serial = renumber_slots(s);
    let all: Option<ArrayVec<i16, { Id::MOST }>> = s.creatures.iter().map(|creature| creature.initiative).collect();
    let Some(all) = all else { return };
    for creature in &mut s.creatures {
        // How many threw less.
        let less = |own: i16| all.iter().filter(|other| **other < own).count();
        creature.initiative = creature.initiative.map(|own| i16::try_from(less(own)).unwrap_or(own));
    }
}

/// Slots and spells are numbered from 1, in the order in which they stand.
fn renumber_slots(s: &mut State) -> u8 {
    renumber(s, |s, see| {
        let mut wide = |number: &mut u8| {
            let mut serial = u16::from(*number);
            see(&mut serial);
            *number = u8::try_from(serial).unwrap_or(u8::MAX);
        };
        s.order.iter_mut().for_each(|slot| wide(&mut slot.number));
        s.running.iter_mut().for_each(|running| wide(&mut running.number));
        for creature in &mut s.creatures {
            if let Some(Ready { act: Act::Control { number, .. }, .. }) = &mut creature.ready {
                wide(number);
            }
        }
        s.untils_mut().for_each(|until| wide(&mut until.slot));
    })
    .and_then(|serial| u8::try_from(serial).ok())
    .unwrap_or(s.serial)
}
