//! The procedures, in the order of the page.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Flow, Id, Ids, Outcome, RuleId, Side, Table};

use super::*;

pub(super) fn step<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
    if let Some(outcome) = over(g, s) {
        t.tell(|| Event::Over(outcome.rule));
        return Ok(Flow::Over(outcome));
    }
    match s.turn {
        None => stances(s, t)?,
        Some(turn) => {
            let who = s.order[usize::from(turn)];
            let delayed = s.up(who) && act(g, s, t, who)?;
            if !delayed {
                s.turn = (usize::from(turn) + 1 < s.order.len()).then_some(turn + 1);
            }
        }
    }
    Ok(Flow::On)
}

fn over(g: &Setup, s: &State) -> Option<Outcome> {
    let mut up = (0..g.sheets.len()).map(Id::new).filter(|id| s.up(*id)).map(|id| g.side(id));
    let first = up.next();
    if s.ended || s.round > g.weary {
        return Some(Outcome { winner: None, rule: WEARY });
    }
    let alone = first.is_none_or(|first: Side| up.all(|side| side == first));
    alone.then_some(Outcome { winner: first, rule: END })
}

fn stances<T: Table<Toy>>(s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    s.round += 1;
    s.reacted = Ids::NONE;
    let round = s.round;
    t.tell(|| Event::Round(round));
    let asks: ArrayVec<(Id, Ask), MOST> = s.order.iter().filter(|id| s.up(**id)).map(|id| (*id, Ask::Stance)).collect();
    let who: ArrayVec<Id, MOST> = asks.iter().map(|(id, _)| *id).collect();
    let choices = t.ask_all(s, STANCE, asks)?;
    for (id, choice) in who.iter().zip(choices) {
        if let Choice::Stance(stance) = choice {
            s.stance[id.index()] = stance;
            // Boldness wears, down to the last hit point.
            let hp = &mut s.hp[id.index()];
            *hp = if stance == Stance::Bold { (*hp - 1).max(1) } else { *hp };
        }
    }
    s.turn = Some(0);
    Ok(())
}

/// One turn. True when it was put off.
fn act<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<bool, T::Halt> {
    if s.dazed.has(who) {
        let recovered = t.chance(s, DAZED, g.sheets[who.index()].skill, |skill, _, t| {
            t.test(Check::new(DAZED, Id::new(0), Dice::D6).plus(LUCK, i32::from(skill)), 4)
        })?;
        s.dazed.set(who, !recovered);
        return Ok(false);
    }
    match t.ask(s, ACTION, who, Ask::Act)? {
        Choice::Attack(on) => t.scope(s, |s, t| attack(g, s, t, who, on))?,
        Choice::Sweep => {
            t.tell(|| Event::Missed { by: who, on: who });
            t.repeat(s, 0usize, |s, next, t| {
                let Some(on) = g.foes(s, who).find(|id| id.index() >= *next) else { return Ok(false) };
                attack(g, s, t, who, on)?;
                *next = on.index() + 1;
                Ok(s.up(who))
            })?;
        }
        Choice::Delay => {
            let at = s.order.iter().position(|id| *id == who).unwrap_or(0);
            let id = s.order.remove(at);
            s.order.push(id);
            t.tell(|| Event::Delayed(who));
            return Ok(true);
        }
        Choice::Mark(on) => {
            s.marks[who.index()] = Some(on);
            t.tell(|| Event::Marked { by: who, on });
        }
        Choice::Pray => pray(s, t, who)?,
        _ => {}
    }
    Ok(false)
}

fn pray<T: Table<Toy>>(s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    let luck: u8 = t.chance(s, PRAY, who, |who, sealed, t| {
        let check = |rule| Check::new(rule, who, Dice::D4);
        let first = t.throw([check(LUCK)], |[thrown]| thrown.natural as u8)?;
        match sealed.ask(t, PUSH, who, Ask::Push { luck: first })? {
            Choice::Push => t.throw([check(LUCK)], |[thrown]| if thrown.natural >= 3 { 6 } else { 0 }),
            _ => Ok(first),
        }
    })?;
    s.hp[who.index()] += i16::from(luck);
    t.tell(|| Event::Prayed { by: who, luck });
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Miss,
    Hit,
    Critical,
}

fn attack<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id) -> Result<(), T::Halt> {
    s.hidden.set(by, false);
    let mut parries = false;
    if !s.reacted.has(on) && s.up(on) {
        match t.ask(s, REACT, on, Ask::React { by })? {
            Choice::Parry => {
                s.reacted.set(on, true);
                parries = true;
            }
            Choice::Riposte => {
                s.reacted.set(on, true);
                t.scope(s, |s, t| attack(g, s, t, on, by))?;
                if !s.up(by) {
                    return Ok(());
                }
            }
            _ => {}
        }
    }
    let blow = t.contest(
        strike(g, s, ATTACK, by, s.marks[by.index()] == Some(on)),
        strike(g, s, DEFENCE, on, false),
        |a, d| match a.total - d.total {
            ..=-1 => Blow::Miss,
            0..=5 => Blow::Hit,
            _ => Blow::Critical,
        },
    )?;
    if blow == Blow::Miss {
        t.tell(|| Event::Missed { by, on });
        return Ok(());
    }
    if parries && t.under(parry(g, s, on))? {
        t.tell(|| Event::Parried { by: on });
        return Ok(());
    }
    let bonus = if blow == Blow::Critical { 3 } else { 0 };
    let damage = t.roll(Check::new(DAMAGE, by, Dice::D4).plus(HIT, bonus))? as i16;
    let hp = &mut s.hp[on.index()];
    *hp = (*hp - damage).max(0);
    t.tell(|| Event::Hit { by, on, damage });
    if blow == Blow::Critical && s.up(on) {
        s.dazed.set(on, true);
        t.tell(|| Event::Dazed(on));
    }
    Ok(())
}

/// A die that must not exceed a score: it is the score that grows with skill and shrinks with boldness.
fn parry<M: skirmish_kernel::Terms>(g: &Setup, s: &State, who: Id) -> Check<M> {
    let bold = s.stance[who.index()] == Stance::Bold;
    Check::new(PARRY, who, Dice::D6)
        .score(PARRY, 2)
        .score_part(ACTION, "skill", i32::from(g.sheets[who.index()].skill))
        .score(STANCE_BOLD, if bold { -1 } else { 0 })
}

fn strike<M: skirmish_kernel::Terms>(g: &Setup, s: &State, rule: RuleId, who: Id, marked: bool) -> Check<M> {
    let bold = s.stance[who.index()] == Stance::Bold;
    let sign = if rule == ATTACK { 1 } else { -1 };
    let dice = Dice::sum(2, 6).unwrap_or(Dice::NONE);
    Check::new(rule, who, dice)
        .plus(ACTION, i32::from(g.sheets[who.index()].skill))
        .when(bold, STANCE_BOLD, sign)
        .plus(MARK, if marked { 2 } else { 0 })
}
