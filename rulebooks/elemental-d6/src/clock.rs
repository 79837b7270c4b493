//! Rounds and segments. (`round.*`, `segment.*`)

use skirmish_kernel::{Flow, Id, Outcome, Side, Table};

use crate::events::Event;
use crate::rules::{UnusedTopOrder, rule};
use crate::setup::Setup;
use crate::state::{Phase, State};
use crate::{Elemental, calm, conditions, initiative, structures, turn};

/// Plays one act: a moment of calm, the initiative, or one turn of a segment.
///
/// # Errors
/// The table's halt.
pub fn step<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
    if let Some(outcome) = s.ended {
        t.tell(|| Event::Over);
        return Ok(Flow::Over(outcome));
    }
    if !s.called.is_empty() {
        initiative::answer_calls(g, s, t)?;
    }
    match s.phase {
        Phase::Calm { next, idle } => {
            initiative::roll_hit_points(g, s, t)?;
            calm::moment(g, s, t, next, idle)?;
            Ok(Flow::On)
        }
        Phase::Initiative => {
            initiative::roll_hit_points(g, s, t)?;
            initiative::roll_all(g, s, t)?;
            Ok(Flow::On)
        }
        Phase::Combat => {
            initiative::late_joiners(g, s, t)?;
            combat(g, s, t)
        }
    }
}

/// The beginning of a segment, or the next turn in which anything can happen.
fn combat<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
    if s.fresh {
        begin_segment(g, s, t)?;
    } else if let Some(who) = s.order.get(usize::from(s.turn)).copied() {
        s.turn += 1;
        if s.fights(g, who) && !s.is_late(who) {
            turn::turn(g, s, t, who)?;
        } else {
            pass_over(g, s, t, who)?;
        }
    }
    if let Some(outcome) = over(g, s) {
        t.tell(|| Event::Over);
        return Ok(Flow::Over(outcome));
    }
    pass_idle(g, s);
    if usize::from(s.turn) >= s.order.len() {
        end_segment(g, s, t);
    }
    Ok(Flow::On)
}

/// Turns in which nothing can happen are passed without a word.
fn pass_idle(g: &Setup, s: &mut State) {
    while let Some(who) = s.order.get(usize::from(s.turn))
        && !something_happens(g, s, *who)
    {
        s.turn += 1;
    }
}

/// Whoever is down, late or out of the fight takes no turn; what it has under way goes on.
fn pass_over<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    let late = s.is_late(who) && !s.is_down(g, who);
    let unaware = initiative::is_unaware(g, s, who);
    let both = s.creature(who).acts_from >= 3;
    t.tell(|| Event::PassedOver { who, late, both, unaware });
    turn::release(g, s, t, who)?;
    turn::run_on(g, s, t, who, false)
}

/// Is there anything to tell or ask in this creature's turn?
fn something_happens(g: &Setup, s: &State, who: Id) -> bool {
    let creature = s.creature(who);
    if turn::has_unplayed(g, s, who) || creature.counter.is_some() {
        return true;
    }
    if creature.gone || s.is_down(g, who) || creature.ceased.is_some() {
        return false;
    }
    s.is_late(who) || crate::actions::has_anything_to_choose(g, s, who) || {
        let (up, top) = crate::trade::offers(g, s, who);
        up > 0 || top
    }
}

/// Start of a segment: conditions due now end, and the order is fixed.
fn begin_segment<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    s.fresh = false;
    s.turn = 0;
    let time = s.time;
    if time.segment == 1 {
        t.tell(|| Event::Round { round: time.round });
    }
    t.tell(|| Event::Segment { time });
    let stood = s.structures.len();
    structures::vanish(s, t);
    conditions::segment_start(g, s, t);
    s.order = s.ranking.clone();
    if time.segment == 1 && s.creatures.iter().any(|c| c.top.is_some()) {
        put_on_top(g, s);
    }
    for creature in &mut s.creatures {
        creature.initiated = false;
        creature.had_turn = false;
        creature.opportunity = false;
        creature.spent.free = 0;
        creature.moves.iter_mut().for_each(|m| m.played = false);
    }
    s.flights.iter_mut().for_each(|f| f.played = false);
    s.pushes.iter_mut().for_each(|p| p.played = false);
    s.structures.iter_mut().for_each(|b| b.played = false);
    if s.structures.len() < stood { crate::triggers::moment(g, s, t) } else { Ok(()) }
}

/// Those who bought the top act first in segment 1, whatever their rank. (`initiative.unused_top`)
fn put_on_top(g: &Setup, s: &mut State) {
    let bought = |s: &State, id: &Id| s.creature(*id).top;
    let by_rank = g.rules.unused_top_order == UnusedTopOrder::Rank;
    let mut order = s.order.clone();
    // A stable sort keeps the ranking among equals.
    order.sort_by_key(|id| match bought(s, id) {
        None => (1, 0),
        Some(_) if by_rank => (0, 0),
        Some(number) => (0, number),
    });
    s.order = order;
    s.creatures.iter_mut().for_each(|c| c.top = None);
}

/// End of a segment: unused Dodges vanish; after the third, the round ends.
fn end_segment<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) {
    s.fresh = true;
    s.creatures.iter_mut().for_each(|c| c.dodge = false);
    if s.time.segment < 3 {
        s.time.segment += 1;
        return;
    }
    for at in 0..s.creatures.len() {
        let creature = &mut s.creatures[at];
        creature.braced = false;
        creature.spent = crate::state::Spent::default();
        if creature.readied.take().is_some() {
            t.tell(|| Event::Lapsed { who: Id::new(at), too_dear: false });
        }
    }
    t.tell(|| Event::RoundOver);
    if s.time.round >= g.most_rounds {
        // Policies that cannot reach each other would go on for ever.
        s.ended = Some(Outcome { winner: None, rule: rule::ROUND_END_OF_COMBAT });
        return;
    }
    s.time = crate::state::Time { round: s.time.round.saturating_add(1), segment: 1 };
}

/// No two sides are left that can and will fight, and nothing is in the air. (`round.end_of_combat`)
#[must_use]
pub fn over(g: &Setup, s: &State) -> Option<Outcome> {
    if let Some(outcome) = s.ended {
        return Some(outcome);
    }
    let mut sides = 0u64;
    for id in g.ids().filter(|id| s.fights(g, *id)) {
        sides |= 1 << g.side(id).0;
    }
    if sides.count_ones() > 1 || !s.flights.is_empty() {
        return None;
    }
    let winner = (sides.count_ones() == 1).then(|| Side(sides.trailing_zeros() as u8));
    Some(Outcome { winner, rule: rule::ROUND_END_OF_COMBAT })
}
