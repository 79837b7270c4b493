//! Seizing, holding, letting go. (`grapple.*`)

use skirmish_kernel::Id;

use crate::model::{Attribute, Event, Kind, Setup, State};
use crate::rules::conditions::{self, Cause};
use crate::rules::{Table, lines, position};

/// Somebody is seized.
pub fn seize<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id) {
    if let Some(old) = s.creature(by).holds
        && old != on
    {
        let_go(s, t, by, false);
    }
    s.creature_mut(by).holds = Some(on);
    // The turn in which it succeeds counts as held.
    s.creature_mut(by).held_on = true;
    t.tell(|| Event::Grappled { by, on });
    let dc = g.rules.dc_base + g.sheet(by).modifier(Attribute::Str);
    conditions::inflict(s, t, on, Kind::Grappled, 0, &Cause { source: Some(by), dc, ..Cause::default() });
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
    let known = s.creature_mut(on).conditions.iter_mut().find(|condition| condition.kind == Kind::Grappled);
    match (other, known) {
        (Some(other), Some(known)) => known.source = Some(other),
        _ => conditions::end(s, t, on, Kind::Grappled),
    }
}

/// Whoever falls holds nobody, and is held by nobody's strength alone.
pub fn let_go_of_everything<T: Table>(s: &mut State, t: &mut T, who: Id) {
    let_go(s, t, who, false);
}

/// Holds that reach no longer are over: out of reach of each other, or one of them gone.
pub fn part<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    for by in g.ids() {
        if let Some(on) = s.creature(by).holds
            && (lines::between(g, s, by, on) > 1 || s.creature(on).gone || !s.is_able(by))
        {
            let_go(s, t, by, false);
        }
    }
}
