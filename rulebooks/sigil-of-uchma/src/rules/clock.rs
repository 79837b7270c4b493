//! Rounds and turns, step by step. (`round.*`, `turn-order.one-turn`)

use skirmish_kernel::{Flow, Id, Ids, Outcome, Place, Side};

use crate::catalogue::{FightEnd, Ownerless, Resort, TieRolls, rule};
use crate::model::{Condition, Done, Event, Setup, Stage, State};
use crate::rules::{OrHalt, Table, dying, effects, order, parting, prepared, turn};

/// Plays one act: a round's or a turn's beginning, one thing done in a turn, the saves, or the end of a round.
#[inline]
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    let flow = act(g, s, t)?;
    // Where nobody has waited for it nobody has asked who has fallen.
    s.fell = Ids::NONE;
    Ok(flow)
}

#[inline(always)]
fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    let decreed = t.awaits_edict();
    match s.stage {
        _ if s.ended.is_some() => {}
        Stage::Leave => end_round(g, s, t)?,
        stage => {
            match stage {
                Stage::Act => one_act(g, s, t)?,
                Stage::Start => begin_turn(g, s, t)?,
                Stage::Round => begin_round(g, s, t)?,
                Stage::Saves | Stage::Leave => {
                    dying::saves(g, s, t)?;
                    s.stage = Stage::Leave;
                }
            }
            // Within a round nobody but the game master ends a fight.
            if !decreed {
                return Ok(Flow::On);
            }
        }
    }
    let Some(outcome) = s.ended else { return Ok(Flow::On) };
    t.tell(|| Event::Over);
    Ok(Flow::Over(outcome))
}

/// The start phase: those who lie there, the place, the order. (`round.start-phase`)
#[inline(never)]
fn begin_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.round = s.round.saturating_add(1);
    (s.ambushed, s.ambush) = (s.ambush, 0);
    let (round, ambush, first) = (s.round, s.ambushed, s.round == 1);
    t.tell(|| Event::Round { round, ambush, first });
    dying::count(g, s, t);
    if effects::run(s) {
        effects::rounds_pass(g, s, t, None);
    }
    prepared::fallen(g, s, t)?;
    order::recalculate(g, s, t)?;
    (s.turn, s.stage, s.acts, s.had, s.done) = (0, Stage::Start, 0, Ids::NONE, Done::default());
    Ok(())
}

fn begin_turn<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.acts = 0;
    let Some(slot) = s.slot() else {
        let others = Ids::first(g.sheets.len()).without(s.able);
        let down = others.iter().any(|id| s.creature(id).condition == Condition::Unconscious);
        s.stage = if down { Stage::Saves } else { Stage::Leave };
        return Ok(());
    };
    let who = slot.who;
    if (s.is_able(who) || s.creature(who).is_here()) && !slot.left {
        // Nobody has a second turn. (`turn-order.one-turn`)
        if s.had.has(who) {
            next(s);
        } else if turn::start(g, s, t, who)? {
            s.stage = Stage::Act;
        } else {
            finish(g, s, t, who);
        }
        return Ok(());
    }
    // The place of somebody who is gone: what it has going runs down. (`ruling.ownerless`)
    if g.rules.ownerless == Ownerless::KeepSlot && effects::owns(s, who) {
        t.tell(|| Event::GoesOn { who });
        effects::rounds_pass(g, s, t, Some(who));
        prepared::fallen(g, s, t)?;
    }
    next(s);
    Ok(())
}

fn one_act<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let Some(slot) = s.slot() else {
        s.stage = Stage::Start;
        return Ok(());
    };
    s.acts = s.acts.saturating_add(1);
    // The game master may have taken somebody out whose turn it is.
    if !s.is_able(slot.who) || turn::act(g, s, t, slot.who)? {
        finish(g, s, t, slot.who);
    }
    Ok(())
}

/// The turn ends.
fn finish<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    effects::end(s, t, who);
    next(s);
    if g.rules.resort == Resort::AtOnce {
        order::resort(g, s);
    }
}

fn next(s: &mut State) {
    (s.turn, s.stage, s.acts, s.done) = (s.turn.saturating_add(1), Stage::Start, 0, Done::default());
}

/// Everybody may leave; then the round ends: what was prepared lapses, and so does an ambush. (`round.end`, `round.repeat`)
#[inline(never)]
fn end_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    parting::all(g, s, t)?;
    let lapsed = s.ambushed != 0;
    s.ambushed = 0;
    // The next round throws anew. (`turn-order.recalculate`)
    if g.rules.tie_rolls != TieRolls::PerCombat && s.ranks.iter().any(|rank| *rank != 0) {
        s.ranks.iter_mut().for_each(|rank| *rank = 0);
        s.late.clear();
    }
    prepared::lapse(g, s, t);
    t.tell(|| Event::RoundEnds { lapsed });
    (s.stage, s.turn) = (Stage::Round, 0);
    s.ended = over(g, s);
    // Those who cannot hurt each other would go on for ever.
    if s.ended.is_none() && s.round >= g.most_rounds {
        s.ended = Some(Outcome { winner: None, rule: rule::ROUND_REPEAT });
    }
    Ok(())
}

/// Fewer than two sides have somebody conscious on the map. (`round.repeat`)
pub fn over(g: &Setup, s: &State) -> Option<Outcome> {
    if g.rules.fight_end == FightEnd::Gm || g.sides.len() < 2 {
        return None;
    }
    let mut sides = (0u8..).zip(&g.members).filter(|(_, members)| !s.able.and(**members).is_empty());
    let winner = sides.next().map(|(side, _)| Side(side));
    sides.next().is_none().then_some(Outcome { winner, rule: rule::ROUND_REPEAT })
}

/// The coming step's name.
pub fn place(s: &State) -> Place {
    let who = s.slot().map(|slot| slot.who);
    match s.stage {
        // A fight that is over begins no other round.
        Stage::Round => {
            let round = s.round.saturating_add(u32::from(s.ended.is_none()));
            Place { round, part: 0, who: None, nth: 0 }
        }
        Stage::Start => Place { round: s.round, part: 1, who, nth: u16::from(s.turn) },
        Stage::Act => Place { round: s.round, part: 2, who, nth: s.acts },
        Stage::Saves => Place { round: s.round, part: 3, who: None, nth: 0 },
        Stage::Leave => Place { round: s.round, part: 4, who: None, nth: 0 },
    }
}

/// Drops what no rule reads again: the number of a round after the first.
pub fn forget(s: &mut State) {
    s.round = s.round.min(1);
}
