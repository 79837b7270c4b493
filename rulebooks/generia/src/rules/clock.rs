//! Rounds and turns. (`round.*`, `turn.*`)

use skirmish_kernel::{Flow, Id, Ids, Outcome, Side};

use crate::catalogue::{InitiativeReroll, rule};
use crate::model::{Creature, Event, Phase, Setup, Stage, State};
use crate::rules::{OrHalt, Table, conditions, initiative, requests, turn};

/// Plays one act: the initiative, a round's beginning, a turn's beginning, or one action of a turn.
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    if s.ended.is_none() && !s.requests.is_empty() {
        requests::answer(g, s, t)?;
    }
    if s.ended.is_some() {
        return Ok(goes_on(s, t));
    }
    match (s.phase, s.active()) {
        (Phase::Initiative, _) => {
            initiative::roll_all(g, s, t)?;
            (s.phase, s.round, s.fresh) = (Phase::Combat, 1, true);
        }
        (Phase::Combat, _) if s.fresh => begin_round(g, s, t)?,
        (Phase::Combat, active) => {
            active.map_or(Ok(()), |who| one_act(g, s, t, who))?;
            if usize::from(s.turn) >= s.order.len() {
                end_round(g, s, t);
            }
        }
    }
    Ok(goes_on(s, t))
}

/// On, or over; that is told.
fn goes_on<T: Table>(s: &State, t: &mut T) -> Flow {
    let Some(outcome) = s.ended else { return Flow::On };
    t.tell(|| Event::Over);
    Flow::Over(outcome)
}

/// The beginning of a turn, one of its actions, or its end.
fn one_act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if s.stage == Stage::Start {
        turn::start(g, s, t, who)?;
        s.stage = Stage::Actions;
        s.acts = 0;
        if s.is_able(who) {
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
    (s.fresh, s.turn, s.acts, s.stage) = (false, 0, 0, Stage::Start);
    s.attacked.iter_mut().for_each(|attackers| *attackers = Ids::NONE);
    let round = s.round;
    t.tell(|| Event::Round { round });
    if round > 1 && !s.absorbed.is_empty() {
        requests::round_passes(g, s, t)?;
    }
    if round > 1 && g.rules.initiative_reroll == InitiativeReroll::EachRound {
        g.ids().for_each(|id| s.creature_mut(id).initiative = None);
    }
    // Everything else concerns nobody but those who are special.
    if s.special().is_empty() { Ok(()) } else { begin_for_special(g, s, t) }
}

#[inline(never)]
fn begin_for_special<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    for who in s.special().iter().filter(|id| s.creature(*id).penalty_rounds > 0).collect::<Ids>().iter() {
        // A penalty that nobody has called upon is forgotten after a Phase.
        let creature = s.creature_mut(who);
        creature.penalty_rounds -= 1;
        if creature.penalty_rounds == 0 {
            creature.penalty = 0;
        }
    }
    let waits = |now: &Creature| now.initiative.is_none() && !now.gone && now.rider.is_none();
    if s.special().iter().any(|id| waits(s.creature(id))) {
        initiative::roll_all(g, s, t)?;
    }
    conditions::round_start(g, s, t)
}

/// Every turn has been taken: is there another round? (`round.end`, `round.next`)
fn end_round<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    s.ended = over(g, s);
    t.tell(|| Event::RoundOver { on: s.ended.is_none() });
    if s.ended.is_none() && s.round >= g.most_rounds {
        // Policies that cannot hurt each other would go on for ever.
        s.ended = Some(Outcome { winner: None, rule: rule::ROUND_NEXT });
    }
    if s.ended.is_none() {
        s.round = s.round.saturating_add(1);
        s.fresh = true;
    }
}

/// No two sides are left that can fight. (`round.next`)
pub fn over(g: &Setup, s: &State) -> Option<Outcome> {
    // Able to fight is whoever is here, conscious and has not given up; the game master may say so.
    let yields: Ids = s.special().iter().filter(|id| s.creature(*id).circumstances.yields).collect();
    let fighting = s.able.without(yields);
    if fighting.iter().next().is_some_and(|id| !g.foes(id).and(fighting).is_empty()) {
        return None;
    }
    let sides = fighting.iter().fold(0u64, |sides, id| sides | 1 << g.side(id).0);
    // The first of those that are left has the victory; its allies share it.
    let winner = (sides != 0).then(|| Side(sides.trailing_zeros() as u8));
    let against = |side: usize| sides & !(1 << side) & !g.allies.get(side).copied().unwrap_or(0);
    if (0..g.sides.len().min(64)).any(|side| sides & 1 << side != 0 && against(side) != 0) {
        return None;
    }
    Some(Outcome { winner, rule: rule::ROUND_NEXT })
}
