//! Rounds, and what comes next. (`round.*`)

use skirmish_kernel::{Flow, Id, Ids, Outcome, Place, renumber};

use crate::catalogue::{RulingSurprisedSpan, RulingZeroHits, rule};
use crate::model::{Event, Segment, Setup, Stage, Stance, State, States};
use crate::rules::{OrHalt, Table, announce, derived, segment, turn};

/// Plays one act: a round's beginning, its announcements, a segment's opening, or one act or answer in it.
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    if let Some(outcome) = s.ended {
        t.tell(|| Event::Over);
        return Ok(Flow::Over(outcome));
    }
    match s.stage {
        Stage::Round => begin_round(g, s, t)?,
        Stage::Announce => announce::announce(g, s, t)?,
        Stage::Open => segment::open(g, s, t)?,
        Stage::Act => turn::act(g, s, t)?,
        Stage::Answer => turn::answer(g, s, t)?,
        Stage::Settle => turn::settle(g, s, t)?,
    }
    if s.ended.is_none() {
        match outcome(g, s) {
            Some(_) if !s.strikes.is_empty() => {
                // What has landed in this pass takes effect all the same. (`ruling.same-stance-order`, a house rule)
                s.stage = Stage::Settle;
                return Ok(Flow::On);
            }
            over => s.ended = over,
        }
    }
    if s.ended.is_none() {
        advance(g, s, t);
    }
    Ok(match s.ended {
        Some(outcome) => {
            t.tell(|| Event::Over);
            Flow::Over(outcome)
        }
        None => Flow::On,
    })
}

/// Pools are filled, last round's stances and defences are gone. (`round.pool`, `round.sequence`)
#[inline(never)]
fn begin_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.round = s.round.saturating_add(1);
    s.segment = Segment::Ambush;
    (s.tier, s.pass, s.acts, s.called, s.owed) = (0, 0, 0, false, None);
    let marks = &mut s.marks;
    for mark in [
        &mut marks.surprised,
        &mut marks.ambushers,
        &mut marks.stopped,
        &mut marks.held,
        &mut marks.fought,
        &mut marks.fights,
        &mut marks.struck,
        &mut marks.late,
        &mut marks.todo,
        &mut marks.ran,
    ] {
        *mark = Ids::NONE;
    }
    let round = s.round;
    t.tell(|| Event::Round { round });
    for id in g.ids() {
        refresh(g, s, t, id);
    }
    s.stage = Stage::Announce;
    announce::ambush(g, s, t)?;
    Ok(())
}

/// One combatant at the beginning of a round.
fn refresh<T: Table>(g: &Setup, s: &mut State, t: &mut T, id: Id) {
    if s.marks.affected.has(id) {
        recover(g, s, t, id);
    }
    let (sheet, up) = (g.sheet(id), s.is_up(id));
    let creature = s.creature_mut(id);
    creature.stance = Stance::None;
    (creature.trades, creature.waits, creature.engaged_by) = (Ids::NONE, Ids::NONE, Ids::NONE);
    creature.actions = if up { sheet.actions } else { 0 };
    creature.free = if up { sheet.free } else { 0 };
    let pool = creature.actions > 0;
    s.marks.pool.set(id, pool);
}

/// What has been announced for a round ends with it, and so does what ails somebody for no longer. (`ruling.states`)
fn recover<T: Table>(g: &Setup, s: &mut State, t: &mut T, id: Id) {
    let creature = s.creature_mut(id);
    (creature.guard, creature.general) = (None, None);
    creature.states.set(States::STUNNED, false);
    creature.states.set(States::RUSHED, false);
    if creature.out_rounds > 0 {
        creature.out_rounds -= 1;
        let stands = g.rules.ruling_zero_hits == RulingZeroHits::Stands;
        if creature.out_rounds == 0 && (creature.hits > 0 || stands) {
            creature.states.set(States::UNCONSCIOUS, false);
            t.tell(|| Event::Woke { who: id });
        }
    }
    derived::muster_one(g, s, id);
}

/// Finds the next thing that can happen; asks and throws nothing. Each turn of the loop moves on in (round, segment,
/// tier, pass), so it ends.
pub fn advance<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    loop {
        match s.stage {
            Stage::Act | Stage::Answer | Stage::Settle => {
                if let Some((trader, foe)) = s.owed {
                    if turn::may_answer(g, s, trader, foe) {
                        s.stage = Stage::Answer;
                        return;
                    }
                    s.owed = None;
                }
                s.stage = Stage::Act;
                s.actor = segment::next_actor(g, s);
                if s.actor.is_some() {
                    return;
                }
                if !s.strikes.is_empty() {
                    s.stage = Stage::Settle;
                    return;
                }
                if segment::next_pass(s) || segment::next_tier(s) {
                    continue;
                }
                segment::close(s, t);
                go_on(g, s, t);
            }
            Stage::Open => {
                if segment::applies(g, s, s.segment) || segment::concentrates(g, s) {
                    return;
                }
                segment::reset(g, s);
                go_on(g, s, t);
            }
            Stage::Round | Stage::Announce => return,
        }
        if s.ended.is_some() {
            return;
        }
    }
}

/// The next segment, or the next round.
fn go_on<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    if s.segment == Segment::Ambush
        && let Some(over) = end_ambush(g, s)
    {
        t.tell(|| over);
    }
    match s.segment.next() {
        Some(segment) => {
            s.segment = segment;
            s.stage = Stage::Open;
        }
        None => end_round(g, s, t),
    }
}

/// An ambush that nobody has sprung surprises nobody: what is over with Ambush, and what is told of it.
/// (`ruling.ambush-declared`, `ruling.surprised-span`)
pub fn end_ambush(g: &Setup, s: &mut State) -> Option<Event> {
    s.marks.ambushers = Ids::NONE;
    let over = match g.rules.ruling_surprised_span {
        _ if s.marks.surprised.is_empty() => return None,
        _ if s.marks.struck.is_empty() => Event::AmbushOff,
        RulingSurprisedSpan::Segment => Event::SurpriseOver,
        RulingSurprisedSpan::Round => return None,
    };
    s.marks.surprised = Ids::NONE;
    Some(over)
}

/// What is left of the pools is lost. (`round.pool`, `ruling.hold-last`)
fn end_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    // Of those who are hidden nobody is told that they have waited.
    let held = s.marks.held.and(s.marks.pool).and(s.marks.up).without(s.marks.concealed);
    t.tell(|| Event::RoundOver { held: !held.is_empty() });
    s.stage = Stage::Round;
    if s.round >= g.most_rounds {
        // Policies that cannot hurt each other would go on for ever.
        s.end(None, rule::RULING_FIGHT_END);
    }
}

/// The side that is left, if exactly one is; the fight is over when at most one is. (`ruling.fight-end`)
pub fn outcome(g: &Setup, s: &State) -> Option<Outcome> {
    let first = s.marks.up.iter().next();
    let alone = first.is_none_or(|id| g.foes(id).and(s.marks.up).is_empty());
    alone.then(|| Outcome { winner: first.map(|id| g.side(id)), rule: rule::RULING_FIGHT_END })
}

/// The name of the coming step.
pub fn place(s: &State) -> Place {
    let segment = s.segment as u8 * 8;
    match s.stage {
        // A fight that is over begins no other round.
        Stage::Round => {
            let round = s.round.saturating_add(u32::from(s.ended.is_none()));
            Place { round, part: 0, who: None, nth: 0 }
        }
        Stage::Announce => Place { round: s.round, part: 1, who: None, nth: 0 },
        Stage::Open => Place { round: s.round, part: 2 + segment, who: None, nth: 0 },
        Stage::Act => {
            let part = 3 + segment + s.tier.min(3);
            // The name of a step is everybody's: it names nobody that is hidden.
            let who = s.actor.filter(|who| !s.marks.concealed.has(*who));
            Place { round: s.round, part, who, nth: s.acts }
        }
        Stage::Answer => {
            Place { round: s.round, part: 7 + segment, who: s.owed.map(|(trader, _)| trader), nth: s.acts }
        }
        Stage::Settle => Place { round: s.round, part: 8 + segment, who: None, nth: s.acts },
    }
}

/// Drops what no rule reads again, so that equal situations become equal states.
pub fn forget(g: &mut State) {
    // What is counted are rounds that are still to come; the number of the round is read by nothing but its end.
    g.round = g.round.min(1);
    g.acts = 0;
    let each = |g: &mut State, see: &mut dyn FnMut(&mut u16)| {
        g.effects.iter_mut().for_each(|running| see(&mut running.serial))
    };
    g.serial = renumber(g, each).unwrap_or(g.serial);
}
