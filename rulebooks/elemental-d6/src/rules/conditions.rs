//! Conditions, and penalties counted by segment.

use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Bearing, Check, Id};

use crate::catalogue::{CheckDice, PenaltyStack, rule};
use crate::model::{Condition, Event, Inflicts, Kind, Lasts, Setup, Stat, State, Time, sixes};
use crate::rules::advantage::Edge;
use crate::rules::damage::lose;
use crate::rules::{OrHalt, Table};

/// Puts a condition on somebody; the segment of infliction counts as the first. (`duration.penalty_start`)
pub fn inflict<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, what: Inflicts, amount: u8) {
    let until = match what.lasts {
        Lasts::Rounds(n) => Some(s.time.rounds_later(n)),
        Lasts::Segment => Some(s.time.after(1)),
        Lasts::Open => None,
    };
    let kind = what.condition;
    add(g, s, who, Condition { kind, until, since: s.time, amount });
    // Whoever had it already may have it for longer than this alone would last.
    let found = s.creature(who).conditions.iter().find(|condition| condition.kind == kind);
    let until = found.and_then(|condition| condition.until);
    t.tell(|| Event::Inflicted { who, kind, until });
}

/// Adds a condition; the same penalty twice keeps the later end.
pub fn add(g: &Setup, s: &mut State, who: Id, new: Condition) {
    let stack = g.rules.penalty_stack;
    let now = s.time;
    let conditions = &mut s.creature_mut(who).conditions;
    let Some(old) = conditions.iter_mut().find(|c| c.kind == new.kind) else {
        // One of each kind: there is always room.
        let _ = conditions.try_push(new);
        s.review(who);
        return;
    };
    old.amount = old.amount.max(new.amount);
    old.until = match (old.until, new.until) {
        (Some(a), Some(b)) if stack == PenaltyStack::Add => {
            let more = segments_between(now, b);
            Some(a.max(now).after(more))
        }
        (Some(a), Some(b)) => Some(a.max(b)),
        _ => None,
    };
}

fn segments_between(from: Time, to: Time) -> u32 {
    let count = |t: Time| u64::from(t.round) * 3 + u64::from(t.segment);
    u32::try_from(count(to).saturating_sub(count(from))).unwrap_or(u32::MAX)
}

/// Ends a condition.
pub fn end<T: Table>(s: &mut State, t: &mut T, who: Id, kind: Kind) {
    let conditions = &mut s.creature_mut(who).conditions;
    let before = conditions.len();
    conditions.retain(|c| c.kind != kind);
    if conditions.len() < before {
        s.review(who);
        t.tell(|| Event::Ended { who, kind });
    }
}

/// At a segment's start: conditions due now end, and the bleeding lose hit points. Says whether somebody sees again.
#[inline]
pub fn segment_start<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> bool {
    !s.marks.affected.is_empty() && pass_on(g, s, t)
}

#[inline(never)]
fn pass_on<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> bool {
    let now = s.time;
    let mut sees_again = false;
    for id in g.ids() {
        if s.creature(id).conditions.is_empty() {
            continue;
        }
        for kind in Kind::ALL {
            let found = s.creature(id).conditions.iter().find(|c| c.kind == kind).copied();
            let Some(condition) = found else { continue };
            if condition.until.is_some_and(|until| until <= now) {
                end(s, t, id, kind);
                sees_again |= kind == Kind::Blinded;
            } else if kind == Kind::Bleeding && bleeds_now(condition, now) && !s.is_down(id) {
                let loss = i32::from(condition.amount.max(1));
                t.tell(|| Event::Bled { who: id, loss });
                lose(g, s, t, id, loss);
            }
        }
    }
    sees_again
}

fn bleeds_now(condition: Condition, now: Time) -> bool {
    now.segment == condition.since.segment && now.round > condition.since.round
}

/// An ability check against a difficulty. (`dice.ability_check`)
pub fn ability_check<T: Table>(g: &Setup, s: &State, t: &mut T, who: Id, stat: Stat, dc: i32) -> OrHalt<T, bool> {
    let fighter = g.fighter(s, who);
    let mut edge = Edge::new(&g.rules);
    edge.for_it(s.marks.braced.has(who), rule::BRACE);
    edge.against(fighter.has(Kind::Disoriented), rule::CONDITION_DISORIENTED);
    edge.against(fighter.has(Kind::Exhausted), rule::CONDITION_EXHAUSTED);
    edge.game_master(fighter.now.circumstances.check);
    let reading = match g.rules.check_dice {
        CheckDice::Sum3d6 => Reading::Sum,
        CheckDice::Count56 => Reading::AtLeast(5),
    };
    let dice = sixes(edge.of_pool(g.rules.check_count), reading);
    let check = edge.note(Check::new(rule::DICE_ABILITY_CHECK, who, dice));
    let score = fighter.sheet.stat(stat);
    let check = check.plus_parts(rule::DICE_ABILITY_CHECK, score, || [(stat.title(), score, Bearing::Flat)]);
    let passed = t.test(check, dc)?;
    t.tell(|| Event::Checked { who, stat, dc, passed });
    Ok(passed)
}
