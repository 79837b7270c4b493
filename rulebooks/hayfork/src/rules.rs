//! The rules, in the order of `rules.toml`.

use skirmish_grid::{Cell, Scratch, Square, reach};
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{
    Bearing, Catalogue, Check, Flow, Id, Ids, Outcome, Place, Questions, Refusal, RuleId, Rulebook, Table,
};

use crate::made::{CATALOGUE, StrikeTie, rule};
use crate::model::{Ask, Choice, Event, Hayfork, Parry, Setup, State, Strike, Walk};

impl Rulebook for Hayfork {
    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Event = Event;

    const CATALOGUE: &'static Catalogue = &CATALOGUE;
    const RESULTS: &'static [&'static str] = &["is hit", "is missed", "parries", "goes down", "is out of the fight"];
    const OPPOSITES: &'static [(u8, u8)] = &[(0, 1)];

    fn begin(g: &Setup) -> State {
        let (hits, at) = g.sheets.iter().map(|sheet| (sheet.vigour, sheet.at)).unzip();
        State { round: 1, turn: Id::new(0), hits, at, down: Ids::NONE, parried: Ids::NONE, ended: None }
    }

    fn step<T: Table<Self>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
        if s.is_up(s.turn) {
            turn(g, s, t, s.turn)?;
        }
        s.ended = outcome(g, s);
        if let Some(outcome) = s.ended {
            t.tell(|| Event::Over);
            return Ok(Flow::Over(outcome));
        }
        s.turn = Id::new((s.turn.index() + 1) % g.sheets.len());
        if s.turn == Id::new(0) {
            (s.round, s.parried) = (s.round + 1, Ids::NONE);
        }
        Ok(Flow::On)
    }

    fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
        let foes = || g.ids().filter(|on| can_strike(g, s, who, *on));
        match ask {
            Ask::Walk => with_reach(g, s, who, |to| yes(Choice::Walk(to))),
            Ask::Strike => foes().map(Some).chain([None]).map(Choice::Strike).for_each(yes),
            Ask::Parry { .. } => [true, false].map(Choice::Parry).into_iter().for_each(yes),
        }
    }

    /// Everything legal is listed.
    fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
        let mut listed = false;
        Self::options(g, s, who, ask, &mut |option| listed |= option == *choice);
        let (rule, why) = match choice {
            Choice::Walk(_) => (rule::TURN_WALK, "nobody gets there in one walk"),
            Choice::Strike(_) => (rule::TURN_STRIKE, "that is no foe in one of the eight squares around"),
            Choice::Parry(_) => (rule::PARRY_CHOICE, "there is nothing to parry"),
        };
        listed.then_some(()).ok_or_else(|| Refusal::by(rule, why))
    }

    fn pass(_: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        Some(match ask {
            Ask::Walk => Choice::Walk(s.at(who)),
            Ask::Strike => Choice::Strike(None),
            Ask::Parry { .. } => Choice::Parry(false),
        })
    }

    fn place(s: &State) -> Place {
        Place { round: s.round, part: 0, who: Some(s.turn), nth: 0 }
    }

    fn forget(s: &mut State) {
        s.round = 1;
    }

    fn most_rounds(g: &Setup) -> Option<u32> {
        Some(g.most_rounds)
    }

    fn cites(event: &Event, cite: &mut dyn FnMut(RuleId)) {
        event.cites(cite);
    }

    fn result(event: &Event) -> Option<(Id, u8)> {
        match *event {
            Event::Hit { on, .. } => Some((on, 0)),
            Event::Missed { on, .. } => Some((on, 1)),
            Event::Parried { on, held: true, .. } => Some((on, 2)),
            Event::Knocked { who } => Some((who, 3)),
            Event::Out { who } => Some((who, 4)),
            _ => None,
        }
    }

    fn broken_invariant(g: &Setup, s: &State) -> Option<String> {
        g.ids().find(|id| !is_free(g, s, *id, s.at(*id))).map(|id| format!("{} shares a square", g.sheet(id).name))
    }
}

/// One side is left, or everybody has had the last turn of the last round. (`round.last`)
fn outcome(g: &Setup, s: &State) -> Option<Outcome> {
    let mut sides = g.ids().filter(|id| s.is_up(*id)).map(|id| g.sheet(id).side);
    let first = sides.next();
    let alone = sides.all(|side| Some(side) == first);
    let night = s.round >= g.most_rounds && s.turn.index() + 1 == g.sheets.len();
    (alone || night).then_some(Outcome { winner: first.filter(|_| alone), rule: rule::ROUND_LAST })
}

/// (`turn.walk`, `turn.strike`, `down.rise`)
fn turn<T: Table<Hayfork>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    if s.down.has(who) {
        s.down.set(who, false);
        t.tell(|| Event::Rose { who });
    } else {
        let to = t.put(s, rule::TURN_WALK, who, Walk)?;
        if to != s.at(who) {
            s.at[who.index()] = to;
            t.tell(|| Event::Walked { who, to });
        }
    }
    if g.ids().any(|foe| can_strike(g, s, who, foe))
        && let Some(on) = t.put(s, rule::TURN_STRIKE, who, Strike)?
    {
        t.scope(s, |s, t| strike(g, s, t, who, on))?;
    }
    Ok(())
}

/// May one walk into this square, or stand in it? (`turn.walk`)
pub fn is_free(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    !g.ground.is_wall(cell) && !g.ids().any(|other| other != who && s.at(other) == cell)
}

/// Calls `visit` with each square that one's pace leads to, the nearest first. (`turn.walk`)
pub fn with_reach(g: &Setup, s: &State, who: Id, visit: impl FnMut(Square)) {
    let (from, pace) = (s.at(who), g.sheet(who).pace.into());
    let price = |_, to| is_free(g, s, who, to).then_some(1);
    Scratch::lent(|scratch| reach(&g.ground.board, from, pace, price, scratch).map(|(cell, _)| cell).for_each(visit));
}

/// (`turn.strike`)
pub fn can_strike(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    g.sheet(by).side != g.sheet(on).side && s.is_up(on) && s.at(by).distance(s.at(on)) == 1
}

/// A strike, and whatever comes of it, a strike back included. (`strike.*`, `down.fall`)
fn strike<T: Table<Hayfork>>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id) -> Result<(), T::Halt> {
    let (me, guard) = (g.sheet(by), i32::from(g.sheet(on).guard));
    let friend = |id: Id| id != by && g.sheet(id).side == me.side && s.is_up(id) && !s.down.has(id);
    let check = Check::new(rule::STRIKE_ROLL, by, Dice::D12)
        .plus_part(rule::STRIKE_ROLL, "skill", me.skill.into())
        .plus(rule::STRIKE_CROWD, if g.ids().any(|id| friend(id) && can_strike(g, s, id, on)) { 2 } else { 0 })
        .noting(rule::STRIKE_ROLL, guard, Bearing::Goal);
    let needed = match g.rules.strike_tie {
        StrikeTie::Hit => guard,
        StrikeTie::Miss => guard + 1,
    };
    let Some(total) = t.throw([check], |[dice]| (dice.total >= needed).then_some(dice.total))? else {
        t.tell(|| Event::Missed { by, on });
        return Ok(());
    };
    if t.scope(s, |s, t| parry(g, s, t, by, on, total))? {
        return Ok(());
    }
    let damage = Check::new(rule::STRIKE_DAMAGE, by, Dice::D6).plus_part(rule::STRIKE_DAMAGE, "might", me.might.into());
    let damage = s.hits[on.index()].min(t.roll(damage)? as i16);
    s.hits[on.index()] -= damage;
    t.tell(|| Event::Hit { by, on, damage });
    if !s.is_up(on) {
        t.tell(|| Event::Out { who: on });
    } else if total - guard >= g.rules.down_margin && !s.down.has(on) {
        s.down.set(on, true);
        t.tell(|| Event::Knocked { who: on });
    }
    Ok(())
}

/// Is the strike stopped? (`parry.*`)
fn parry<T: Table<Hayfork>>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, total: i32) -> Result<bool, T::Halt> {
    let Some(bonus) = g.sheet(on).parry.filter(|_| !s.down.has(on) && !s.parried.has(on)) else { return Ok(false) };
    if !t.put(s, rule::PARRY_CHOICE, on, Parry { total })? {
        return Ok(false);
    }
    s.parried.set(on, true);
    let check = Check::new(rule::PARRY_ROLL, on, Dice::D12).plus_part(rule::PARRY_ROLL, "parry", bonus);
    let held = t.test(check.noting(rule::STRIKE_ROLL, total, Bearing::Goal), total)?;
    t.tell(|| Event::Parried { by, on, held });
    if held {
        t.scope(s, |s, t| strike(g, s, t, on, by))?;
    }
    Ok(held)
}
