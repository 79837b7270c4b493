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
        None => {
            s.round += 1;
            time_passes(g, s, t)?;
            stances(s, t)?;
        }
        Some(turn) => {
            let who = s.order[usize::from(turn)];
            let delayed = s.up(who) && act(g, s, t, who)?;
            if !delayed {
                // Whoever has come or gone meanwhile has moved the turn with it.
                let here = usize::from(s.turn.unwrap_or(turn));
                let next = s.order.iter().position(|id| *id == who).map_or(here, |at| at + 1);
                s.turn = (next < s.order.len()).then_some(next as u8);
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
        let recovered = t.chance(s, DAZED, (who, g.skill(s, who)), |(who, skill), _, t| {
            t.test(Check::new(DAZED, who, Dice::D6).plus(LUCK, i32::from(skill)), 4)
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
        Choice::Call(beast) => call(g, s, t, who, beast)?,
        Choice::Shift => {
            let form = &g.sheets[who.index()].form;
            let hp = form.as_ref().map_or(0, |form| form.hp);
            s.worn[who.index()] = Some(Worn { kept: s.hp[who.index()], rounds: ROUNDS });
            s.hp[who.index()] = hp;
            s.hidden.set(who, false);
            t.tell(|| Event::Shaped(who));
        }
        _ => {}
    }
    Ok(false)
}

/// A beast comes, and springs at somebody at once.
fn call<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T, by: Id, beast: Id) -> Result<(), T::Halt> {
    let early = if Fault::AsksTooEarly.is_on() { Some(t.ask(s, SPRING, beast, Ask::Spring)?) } else { None };
    s.hidden.set(by, false);
    bring(g, s, beast);
    t.tell(|| Event::Came { by, who: beast });
    let spring = match early {
        Some(choice) => choice,
        None if g.foes(s, beast).next().is_none() && !Fault::AsksForNothing.is_on() => return Ok(()),
        None => t.ask(s, SPRING, beast, Ask::Spring)?,
    };
    match spring {
        Choice::Attack(on) => t.scope(s, |s, t| attack(g, s, t, beast, on)),
        _ => Ok(()),
    }
}

/// Somebody is there from now on, as it is on its sheet, and has had its turn in this round.
pub(super) fn bring(g: &Setup, s: &mut State, who: Id) {
    let sheet = &g.sheets[who.index()];
    s.there.set(who, true);
    s.ready.set(who, false);
    s.hp[who.index()] = sheet.hp;
    s.stays[who.index()] = if sheet.caller.is_some() { ROUNDS } else { 0 };
    let at = s.turn.map_or(s.order.len(), usize::from);
    s.order.insert(at, who);
    s.turn = s.turn.map(|turn| turn + 1);
}

/// What is left of a state when somebody has gone: nothing of that one.
pub(super) fn without(s: &State, who: Id) -> State {
    let mut s = s.clone();
    let at = who.index();
    s.there.set(who, false);
    (s.hp[at], s.stays[at], s.worn[at]) = (0, 0, None);
    (s.stance[at], s.marks[at]) = (Stance::Calm, None);
    [&mut s.dazed, &mut s.reacted, &mut s.hidden].into_iter().for_each(|ids| ids.set(who, false));
    s.marks.iter_mut().filter(|on| **on == Some(who)).for_each(|on| *on = None);
    if let Some(place) = s.order.iter().position(|id| *id == who) {
        s.order.remove(place);
        s.turn = s.turn.map(|turn| if place < usize::from(turn) { turn - 1 } else { turn });
    }
    s
}

/// Somebody goes, and its beasts with it.
fn go<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    *s = without(s, who);
    t.tell(|| Event::Went(who));
    if Fault::BitesWhenGone.is_on() {
        t.scope(s, |_, _| Ok(()))?;
        t.roll(Check::new(DAMAGE, who, Dice::D4))?;
        t.scope(s, |_, _| Ok(()))?;
    }
    if Fault::MissesTheGone.is_on() {
        t.scope(s, |_, t| {
            t.tell(|| Event::Missed { by: who, on: who });
            Ok(())
        })?;
    }
    beasts_go(g, s, t, who)
}

/// The beasts of somebody who has fallen or gone.
fn beasts_go<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T, caller: Id) -> Result<(), T::Halt> {
    for beast in g.ids().filter(|id| g.sheets[id.index()].caller == Some(caller)) {
        if s.there.has(beast) {
            go(g, s, t, beast)?;
        }
    }
    Ok(())
}

/// The same by the game master's hand.
pub(super) fn take_away(g: &Setup, s: &mut State, who: Id) {
    *s = without(s, who);
    beasts_of_the_fallen_go(g, s);
}

pub(super) fn beasts_of_the_fallen_go(g: &Setup, s: &mut State) {
    for beast in g.ids().filter(|id| s.there.has(*id)).collect::<ArrayVec<Id, MOST>>() {
        if g.sheets[beast.index()].caller.is_some_and(|caller| !s.up(caller)) {
            *s = without(s, beast);
        }
    }
}

/// Beasts and forms whose time is up.
fn time_passes<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    for id in g.ids().filter(|id| s.there.has(*id)).collect::<ArrayVec<Id, MOST>>() {
        let at = id.index();
        if s.stays[at] > 0 {
            s.stays[at] -= 1;
            // One round more than it stays has begun.
            if s.stays[at] == 0 {
                go(g, s, t, id)?;
                continue;
            }
        }
        if let Some(worn) = &mut s.worn[at] {
            worn.rounds -= 1;
            if worn.rounds == 0 {
                shed(s, t, id);
            }
        }
    }
    Ok(())
}

/// Somebody is itself again.
fn shed<T: Table<Toy>>(s: &mut State, t: &mut T, who: Id) {
    if let Some(worn) = s.worn[who.index()].take() {
        s.hp[who.index()] = worn.kept;
        t.tell(|| Event::Shed(who));
    }
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
    // The game master may have taken one of them away.
    if !s.there.has(by) || !s.there.has(on) {
        return Ok(());
    }
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
                if !s.up(by) || !s.there.has(on) {
                    return Ok(());
                }
            }
            Choice::Shed => {
                s.reacted.set(on, true);
                shed(s, t, on);
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
    t.tell(|| Event::Hit { by, on, damage });
    hurt(g, s, t, on, damage)?;
    if blow == Blow::Critical && s.up(on) {
        s.dazed.set(on, true);
        t.tell(|| Event::Dazed(on));
    }
    Ok(())
}

/// Somebody loses hit points; a form that has none left ends, and what goes beyond them hurts its owner.
fn hurt<T: Table<Toy>>(g: &Setup, s: &mut State, t: &mut T, on: Id, damage: i16) -> Result<(), T::Halt> {
    let at = on.index();
    let left = s.hp[at] - damage;
    s.hp[at] = left.max(0);
    if left <= 0 && s.is_worn(on) {
        shed(s, t, on);
        s.hp[at] = (s.hp[at] + left).max(0);
    }
    if s.up(on) { Ok(()) } else { beasts_go(g, s, t, on) }
}

/// A die that must not exceed a score: it is the score that grows with skill and shrinks with boldness.
fn parry<M: skirmish_kernel::Terms>(g: &Setup, s: &State, who: Id) -> Check<M> {
    let bold = s.stance[who.index()] == Stance::Bold;
    Check::new(PARRY, who, Dice::D6)
        .score(PARRY, 2)
        .score_part(ACTION, "skill", i32::from(g.skill(s, who)))
        .score(STANCE_BOLD, if bold { -1 } else { 0 })
}

fn strike<M: skirmish_kernel::Terms>(g: &Setup, s: &State, rule: RuleId, who: Id, marked: bool) -> Check<M> {
    let bold = s.stance[who.index()] == Stance::Bold;
    let sign = if rule == ATTACK { 1 } else { -1 };
    let dice = Dice::sum(2, 6).unwrap_or(Dice::NONE);
    Check::new(rule, who, dice)
        .plus(ACTION, i32::from(g.skill(s, who)))
        .when(bold, STANCE_BOLD, sign)
        .plus(MARK, if marked { 2 } else { 0 })
}
