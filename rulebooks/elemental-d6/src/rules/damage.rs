//! Hit points: losing them, and falling.

use skirmish_kernel::Id;

use crate::catalogue::{DownAt, FlightOwnerDown};
use crate::model::{Event, Setup, State};
use crate::rules::Table;

/// Hit points at which a creature is unable to fight.
#[inline]
pub fn down_at(g: &Setup) -> i32 {
    match g.rules.down_at {
        DownAt::Zero => 0,
        DownAt::Negative => -1,
    }
}

/// Takes hit points; a creature that falls drops everything it was about to do.
#[inline(always)]
pub fn lose<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, loss: i32) {
    let was_down = s.is_down(who);
    let hp = s.creature(who).hp.saturating_sub(loss);
    s.set_hp(g, who, hp);
    t.tell(|| Event::Lost { who, loss, hp });
    if !was_down && s.is_down(who) {
        t.tell(|| Event::Down { who });
        fall(g, s, t, who);
    }
}

/// What ends when a creature drops: its movement, pushes upon it, what it had readied or declared, attacks on it.
#[cold]
pub fn fall<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let owners_too = g.rules.flight_owner_down == FlightOwnerDown::Lost;
    for flight in s.flights.iter().filter(|f| f.is_on(who) || owners_too && f.owner == who) {
        let owner = flight.owner;
        t.tell(|| Event::FlightLost { who: owner, fell: owner == who });
    }
    drop_everything(g, s, who);
}

/// The same without a word, for the game master's hand.
pub fn drop_everything(g: &Setup, s: &mut State, who: Id) {
    let creature = s.creature_mut(who);
    creature.moves.clear();
    creature.counter = None;
    creature.readied = None;
    s.review(who);
    s.marks.dodging.set(who, false);
    s.pushes.retain(|p| p.victim != who);
    let owners_too = g.rules.flight_owner_down == FlightOwnerDown::Lost;
    s.flights.retain(|f| !(f.is_on(who) || owners_too && f.owner == who));
}

/// Takes somebody out of the battle with everything of its making that is still on its way.
pub fn take_out(g: &Setup, s: &mut State, who: Id) {
    drop_everything(g, s, who);
    s.creature_mut(who).gone = true;
    s.ranking.retain(|id| *id != who);
    s.requests.retain(|request| request.who != who);
    s.muster(g, who);
    s.flights.retain(|f| f.owner != who);
    s.pushes.retain(|p| p.owner != who);
    s.structures.iter_mut().filter(|b| b.owner == who).for_each(|b| b.hexes = b.grown);
    s.structures.retain(|b| b.hexes > 0);
}
