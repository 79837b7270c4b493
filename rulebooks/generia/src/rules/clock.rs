//! Rounds and turns. (`round.*`, `turn.*`)

use skirmish_kernel::{Flow, Id, Ids, Outcome, Side};

use crate::catalogue::{InitiativeReroll, rule};
use crate::model::{Event, Phase, Setup, Stage, State};
use crate::rules::{OrHalt, Table, conditions, initiative, requests, turn};

/// Plays one act: the initiative, a round's beginning, a turn's beginning, or one action of a turn.
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    if let Some(outcome) = s.ended {
        t.tell(|| Event::Over);
        return Ok(Flow::Over(outcome));
    }
    if !s.requests.is_empty() {
        requests::answer(g, s, t)?;
        if let Some(outcome) = s.ended {
            t.tell(|| Event::Over);
            return Ok(Flow::Over(outcome));
        }
    }
    match s.phase {
        Phase::Initiative => {
            initiative::roll_all(g, s, t)?;
            s.phase = Phase::Combat;
            s.round = 1;
            s.fresh = true;
            Ok(Flow::On)
        }
        Phase::Combat if s.fresh => {
            begin_round(g, s, t)?;
            Ok(Flow::On)
        }
        Phase::Combat => {
            if let Some(who) = s.active() {
                one_act(g, s, t, who)?;
            } else {
                return Ok(end_round(g, s, t));
            }
            if usize::from(s.turn) >= s.order.len() {
                return Ok(end_round(g, s, t));
            }
            Ok(Flow::On)
        }
    }
}

/// The beginning of a turn, one of its actions, or its end.
fn one_act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if s.stage == Stage::Start {
        turn::start(g, s, t, who)?;
        s.stage = Stage::Actions;
        s.acts = 0;
        if turn::has_anybody(s, who) {
            return Ok(());
        }
        // Unable to act: everything is given up at once, and the turn ends as any other does.
        s.stage = Stage::End;
    }
    if s.stage == Stage::Actions {
        s.acts = s.acts.saturating_add(1);
        turn::act(g, s, t, who)?;
    }
    if s.stage == Stage::End {
        turn::end(g, s, t, who)?;
        next_turn(s);
    }
    Ok(())
}

fn next_turn(s: &mut State) {
    s.turn = s.turn.saturating_add(1);
    s.stage = Stage::Start;
    s.acts = 0;
}

/// The start of a round: newcomers find their place, what works each turn may ease. (`round.composition`)
fn begin_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.fresh = false;
    s.turn = 0;
    s.acts = 0;
    s.stage = Stage::Start;
    s.attacked.iter_mut().for_each(|attackers| *attackers = Ids::NONE);
    let round = s.round;
    t.tell(|| Event::Round { round });
    if round > 1 && !s.absorbed.is_empty() {
        requests::round_passes(g, s, t)?;
    }
    for creature in s.creatures.iter_mut().filter(|creature| creature.penalty_rounds > 0) {
        // A penalty that nobody has called upon is forgotten after a Phase.
        creature.penalty_rounds -= 1;
        if creature.penalty_rounds == 0 {
            creature.penalty = 0;
        }
    }
    if round > 1 && g.rules.initiative_reroll == InitiativeReroll::EachRound {
        s.creatures.iter_mut().for_each(|creature| creature.initiative = None);
    }
    if g.ids().any(|id| s.creature(id).initiative.is_none() && !s.creature(id).gone && s.creature(id).rider.is_none()) {
        initiative::roll_all(g, s, t)?;
    }
    conditions::round_start(g, s, t)
}

/// Every turn has been taken: is there another round? (`round.end`, `round.next`)
fn end_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> Flow {
    let over = over(g, s);
    t.tell(|| Event::RoundOver { on: over.is_none() });
    if let Some(outcome) = over {
        s.ended = Some(outcome);
        t.tell(|| Event::Over);
        return Flow::Over(outcome);
    }
    if s.round >= g.most_rounds {
        // Policies that cannot hurt each other would go on for ever.
        let outcome = Outcome { winner: None, rule: rule::ROUND_NEXT };
        s.ended = Some(outcome);
        t.tell(|| Event::Over);
        return Flow::Over(outcome);
    }
    s.round = s.round.saturating_add(1);
    s.fresh = true;
    Flow::On
}

/// No two sides are left that can fight. (`round.next`)
pub fn over(g: &Setup, s: &State) -> Option<Outcome> {
    let mut sides = 0u64;
    // Able to fight is whoever is here, conscious and has not given up; the game master may say so.
    for id in s.able.iter().filter(|id| !s.creature(*id).circumstances.yields) {
        sides |= 1 << g.side(id).0;
    }
    // The first of those that are left has the victory; its allies share it.
    let winner = (sides != 0).then(|| Side(sides.trailing_zeros() as u8));
    let against = |side: usize| sides & !(1 << side) & !g.allies.get(side).copied().unwrap_or(0);
    if (0..g.sides.len().min(64)).any(|side| sides & 1 << side != 0 && against(side) != 0) {
        return None;
    }
    Some(Outcome { winner, rule: rule::ROUND_NEXT })
}
