//! Seizing, holding, letting go. (`grapple.*`)

use skirmish_kernel::Id;

use crate::model::{Attribute, Condition, Event, Kind, Setup, State};
use crate::rules::{Table, conditions, lines, position};

/// Somebody is seized.
pub fn seize<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id) {
    if s.creature(by).holds.is_some_and(|old| old != on) {
        let_go(s, t, by, false);
    }
    s.creature_mut(by).holds = Some(on);
    // The turn in which it succeeds counts as held.
    s.creature_mut(by).held_on = true;
    t.tell(|| Event::Grappled { by, on });
    let dc = g.rules.dc_base + g.sheet(by).modifier(Attribute::Str);
    conditions::inflict(s, t, on, Condition { source: Some(by), ..Condition::new(Kind::Grappled, 0, dc) });
}

/// Cannot it get away: held by somebody or something, or in a narrow place where tables play with those?
pub fn is_helpless(g: &Setup, s: &State, who: Id) -> bool {
    let held = [Kind::Grappled, Kind::Restrained].into_iter().any(|kind| s.creature(who).has(kind));
    held || position::counts(g) && position::is_confined(g, s, who)
}

/// Somebody lets go, or loses its hold.
pub fn let_go<T: Table>(s: &mut State, t: &mut T, by: Id, kept: bool) {
    let Some(on) = s.creature_mut(by).holds.take() else { return };
    t.tell(|| Event::LetGo { by, on, kept });
    let held_by = s.creature(on).condition(Kind::Grappled).and_then(|condition| condition.source);
    if held_by != Some(by) {
        return;
    }
    // Somebody else may still hold it.
    let other = (0..s.creatures.len()).map(Id::new).find(|id| s.creature(*id).holds == Some(on));
    match (other, s.creature_mut(on).condition_mut(Kind::Grappled)) {
        (Some(other), Some(known)) => known.source = Some(other),
        _ => conditions::end(s, t, on, Kind::Grappled),
    }
}

/// Holds that reach no longer are over: out of reach of each other, or one of them gone.
pub fn part<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    debug_assert!(g.ids().all(|by| s.special().has(by) || s.creature(by).holds.is_none()), "whoever holds is special");
    for by in s.special().iter() {
        let parted = |on: Id| lines::between(g, s, by, on) > 1 || s.creature(on).gone || !s.is_able(by);
        if s.creature(by).holds.is_some_and(parted) {
            let_go(s, t, by, false);
        }
    }
}
