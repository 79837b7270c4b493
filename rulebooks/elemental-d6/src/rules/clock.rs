//! Rounds and segments. (`round.*`, `segment.*`)

use skirmish_kernel::{Flow, Id, Ids, Outcome, put_in_order};

use crate::catalogue::{UnusedTopOrder, rule};
use crate::model::{Event, Phase, Setup, State};
use crate::rules::{OrHalt, Table, before_combat, conditions, initiative, structures, turn};

/// Plays one act: a moment of calm, the initiative, or one turn of a segment.
#[inline(always)]
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    if s.interrupted
        && let Some(flow) = interruption(g, s, t)?
    {
        return Ok(flow);
    }
    combat(g, s, t)
}

/// What comes before the next turn; `None` when the turn is due.
#[inline(never)]
fn interruption<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Option<Flow>> {
    if let Some(outcome) = s.ended {
        t.tell(|| Event::Over);
        return Ok(Some(Flow::Over(outcome)));
    }
    if !s.requests.is_empty() {
        initiative::answer_calls(g, s, t)?;
    }
    match s.phase {
        Phase::Calm { next, idle } => {
            initiative::roll_hit_points(g, s, t)?;
            before_combat::moment(g, s, t, next, idle)?;
            // Whoever strikes first may have nobody left to fight: then no initiative is rolled.
            Ok(Some(if s.phase == Phase::Initiative { ended(g, s, t) } else { Flow::On }))
        }
        Phase::Initiative => {
            initiative::roll_hit_points(g, s, t)?;
            initiative::roll_all(g, s, t)?;
            Ok(Some(Flow::On))
        }
        Phase::Combat => {
            initiative::late_joiners(g, s, t)?;
            Ok(None)
        }
    }
}

/// The beginning of a segment, or the next turn in which anything can happen.
#[inline(always)]
fn combat<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Flow> {
    if s.fresh {
        begin_segment(g, s, t)?;
    } else if let Some(who) = s.order.get(usize::from(s.turn)).copied() {
        s.turn += 1;
        if s.fights(who) && !s.is_late(who) {
            turn::turn(g, s, t, who)?;
        } else {
            pass_over(g, s, t, who)?;
        }
    }
    if let end @ Flow::Over(_) = ended(g, s, t) {
        return Ok(end);
    }
    // Mostly somebody comes next who has something to choose.
    if !is_next(g, s) {
        pass_idle(g, s, t);
    }
    Ok(Flow::On)
}

/// Says that the battle is over, if it is.
#[inline(always)]
fn ended<T: Table>(g: &Setup, s: &State, t: &mut T) -> Flow {
    let Some(outcome) = over(g, s) else { return Flow::On };
    t.tell(|| Event::Over);
    Flow::Over(outcome)
}

/// Turns in which nothing can happen are passed without a word; behind the last of them the segment ends.
#[inline]
fn pass_idle<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    while usize::from(s.turn) < s.order.len() {
        if is_next(g, s) {
            return;
        }
        s.turn += 1;
    }
    end_segment(g, s, t);
}

/// Is there a next turn, and anything to happen in it?
#[inline]
fn is_next(g: &Setup, s: &State) -> bool {
    s.order.get(usize::from(s.turn)).is_some_and(|who| something_happens(g, s, *who))
}

/// Whoever is down, late or out of the fight takes no turn; what it has under way goes on.
#[cold]
fn pass_over<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    t.tell(|| {
        let late = s.is_late(who) && !s.is_down(who);
        let unaware = initiative::is_unaware(g, s, who);
        let both = s.creature(who).acts_from >= 3;
        Event::PassedOver { who, late, both, unaware }
    });
    turn::release(g, s, t, who)?;
    turn::run_on(g, s, t, who, false)
}

/// Is there anything to tell or ask in this creature's turn?
#[inline]
fn something_happens(g: &Setup, s: &State, who: Id) -> bool {
    // The usual case first: most have something left to choose until the round ends.
    s.marks.fighting.and(s.marks.solvent).without(s.marks.initiated).has(who) || goes_on(g, s, who)
}

/// The same of those who have nothing more to initiate.
#[inline(never)]
fn goes_on(g: &Setup, s: &State, who: Id) -> bool {
    if turn::has_unplayed(g, s, who) || s.marks.countering.has(who) {
        return true;
    }
    s.fights(who) && {
        let (up, top) = crate::rules::trade::offers(s, who);
        s.is_late(who) || crate::rules::actions::has_anything_to_choose(g, s, who) || up > 0 || top
    }
}

/// Start of a segment: conditions due now end, and the order is fixed.
#[inline]
fn begin_segment<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.fresh = false;
    s.turn = 0;
    let time = s.time;
    if time.segment == 1 {
        t.tell(|| Event::Round { round: time.round });
    }
    t.tell(|| Event::Segment { time });
    let vanished = structures::vanish(s, t);
    let sees_again = conditions::segment_start(g, s, t);
    s.fix_order();
    if time.segment == 1 && s.topped {
        put_on_top(g, s);
    }
    (s.marks.initiated, s.marks.had_turn, s.marks.opportunity) = (Ids::NONE, Ids::NONE, Ids::NONE);
    if !s.marks.freed.or(s.marks.moving).is_empty() {
        go_on(g, s);
    }
    if s.anything_flies() {
        s.play_again();
    }
    if vanished || sees_again { crate::rules::triggers::moment(g, s, t) } else { Ok(()) }
}

/// What is Free may be done again, and movement plays again.
#[cold]
fn go_on(g: &Setup, s: &mut State) {
    for who in s.marks.freed.iter() {
        s.spend(g, who, |spent| spent.free = 0);
    }
    for who in s.marks.moving.iter() {
        s.creature_mut(who).moves.iter_mut().for_each(|m| m.played = false);
    }
}

/// Those who bought the top act first in segment 1, whatever their rank. (`initiative.unused_top`)
#[cold]
fn put_on_top(g: &Setup, s: &mut State) {
    let bought = |s: &State, id: &Id| s.creature(*id).top;
    let by_rank = g.rules.unused_top_order == UnusedTopOrder::Rank;
    let mut order = s.order.clone();
    // Equals keep their ranking.
    put_in_order(&mut order, |id| match bought(s, id) {
        None => (1, 0),
        Some(_) if by_rank => (0, 0),
        Some(number) => (0, number),
    });
    s.order = order;
    s.ordered = false;
    s.creatures.iter_mut().for_each(|c| c.top = None);
    s.topped = false;
}

/// End of a segment: unused Dodges vanish; after the third, the round ends.
#[inline]
fn end_segment<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    s.fresh = true;
    s.marks.dodging = Ids::NONE;
    if s.time.segment < 3 {
        s.time.segment += 1;
        return;
    }
    s.marks.braced = Ids::NONE;
    s.replenish(g);
    if !s.marks.waiting.is_empty() {
        lapse(s, t);
    }
    t.tell(|| Event::RoundOver);
    if s.time.round >= g.most_rounds {
        // Policies that cannot reach each other would go on for ever.
        s.ended = Some(Outcome { winner: None, rule: rule::ROUND_END_OF_COMBAT });
        s.look_around(g);
        return;
    }
    s.time = crate::model::Time { round: s.time.round.saturating_add(1), segment: 1 };
}

/// What is readied lapses with the round.
#[cold]
fn lapse<T: Table>(s: &mut State, t: &mut T) {
    for who in s.marks.waiting.iter() {
        s.ready(who, None);
        t.tell(|| Event::Lapsed { who, too_dear: false });
    }
}

/// No two sides are left that can and will fight, and nothing is in the air. (`round.end_of_combat`)
#[inline]
pub fn over(g: &Setup, s: &State) -> Option<Outcome> {
    if let Some(outcome) = s.ended {
        return Some(outcome);
    }
    if s.contested || !s.flights.is_empty() {
        return None;
    }
    let left = s.marks.fighting.iter().next();
    Some(Outcome { winner: left.map(|id| g.side(id)), rule: rule::ROUND_END_OF_COMBAT })
}
