//! Taking another form, and coming back. (`transform.*`)

use arrayvec::ArrayVec;
use skirmish_grid::Square;
use skirmish_kernel::Id;

use crate::catalogue::{NestedForm, rule};
use crate::model::{Cites, Condition, Event, MOST_WORN, Running, Setup, State, Status, Worn};
use crate::rules::{Table, bodies, damage, dying, effects, falls};

/// Somebody is in another form from now on, for so many rounds of whoever did it. (`transform.stats`, `transform.no-room`)
pub fn shape<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, (form, rounds): (u8, u8), willing: bool) {
    let own = &g.sheet(on).own;
    let size = g.forms.get(usize::from(form)).and_then(|form| form.size).unwrap_or(own.size);
    let Some(at) = room(g, s, on, size) else {
        let taken = damage::plain(g, s, on, g.rules.no_room_damage, rule::TRANSFORM_NO_ROOM, false);
        damage::deal(g, s, t, on, taken);
        return;
    };
    let within = !s.creature(on).worn.is_empty();
    let kept = s.creature(on).health;
    take(g, s, on, Worn { form, kept });
    let heals = g.forms.get(usize::from(form)).is_some_and(|form| form.max_health.or(form.base_max_health).is_some());
    let most = bodies::figures(g, s, on).max_health;
    let creature = s.creature_mut(on);
    creature.at = at;
    if heals {
        creature.health = most;
    }
    let in_turn = s.active() == Some(on);
    t.tell(|| {
        let mut why = Cites::default();
        why.when(!willing && in_turn, rule::TRANSFORM_UNWILLING);
        why.when(within, rule::TRANSFORM_RETURN_HEALTH);
        Event::Shaped { who: on, form, willing, why }
    });
    let runs = Running { strength: form.into(), ..Running::for_rounds(Status::Form, on, by, rounds) };
    effects::afflict(g, s, t, runs);
    falls::come_down(g, s, t, on);
    // Whoever is changed against his will in his own turn loses the rest of it. (`transform.unwilling`)
    if in_turn && !willing {
        s.done.lost = true;
    }
}

/// A form over the one before, or in its place. What one returns to is the first, or the last. (`transform.return-health`)
fn take(g: &Setup, s: &mut State, on: Id, new: Worn) {
    s.settled = false;
    let last = g.rules.nested_form == NestedForm::Last && s.creature(on).worn.len() < MOST_WORN;
    if last || s.creature(on).worn.is_empty() {
        s.creature_mut(on).worn.push(new);
        return;
    }
    s.running.retain(|one| one.on != on || one.status != Status::Form);
    let kept = s.creature(on).worn.first().map_or(new.kept, |first| first.kept);
    s.creature_mut(on).worn = ArrayVec::from_iter([Worn { kept, ..new }]);
}

/// Where somebody of a size is whose body is where it was: some square of it is its place now. (`transform.no-room`)
fn room(g: &Setup, s: &State, who: Id, size: u8) -> Option<Square> {
    let Square { x, y } = s.creature(who).at;
    let altitude = s.creature(who).altitude;
    let size_now = i16::from(size.max(1));
    let mut all = (0..size_now).flat_map(|down| (0..size_now).map(move |left| Square::new(x - left, y - down)));
    all.find(|at| bodies::has_room(g, s, who, size, *at, altitude))
}

/// Which of the forms of somebody it is that an effect is, the first it took being 0: they begin and are worn in the same order.
pub fn nth(s: &State, at: usize) -> usize {
    let on = s.running.get(at).map(|one| one.on);
    s.running.iter().take(at).filter(|one| one.status == Status::Form && Some(one.on) == on).count()
}

/// A form is over, the so manieth that one wears; said aloud. (`transform.return-health`, `death.recover`)
pub fn unshape<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, nth: usize) {
    if s.creature(who).worn.is_empty() {
        return;
    }
    let was = s.creature(who).condition;
    shed(g, s, who, nth);
    let now = s.creature(who).condition;
    t.tell(|| {
        let mut why = Cites::default();
        why.when(was != now, rule::DEATH_RECOVER);
        Event::Unshaped { who, why }
    });
    if was != now {
        t.tell(|| Event::State { who, now, why: Cites::default() });
    }
    falls::come_down(g, s, t, who);
}

/// The same without a word: health is what it was; whoever does not fit is moved to the nearest room.
pub fn shed(g: &Setup, s: &mut State, who: Id, nth: usize) {
    let Some(gone) = s.creature_mut(who).worn.pop_at(nth) else { return };
    s.settled = false;
    // A form that was taken in this one stays, and returns to what was before both.
    if let Some(over) = s.creature_mut(who).worn.get_mut(nth) {
        over.kept = gone.kept;
        return;
    }
    let creature = s.creature_mut(who);
    creature.health = gone.kept;
    if creature.condition == Condition::Unconscious && creature.health >= 1 {
        (creature.condition, creature.prone, creature.rounds) = (Condition::Conscious, true, 0);
        s.able.set(who, true);
    } else if creature.is_up() && creature.health < 0 {
        // Whoever was mended in the form only is as it was. (`death.unconscious`)
        if dying::dies_as_pc(g, who) {
            s.lose_consciousness(who, dying::first_round(s));
        } else {
            dying::be_gone(g, s, who, Condition::Dead);
            s.fell.set(who, true);
        }
    }
    let (at, altitude) = (s.creature(who).at, s.creature(who).altitude);
    let size = bodies::figures(g, s, who).size;
    if s.creature(who).is_here()
        && !bodies::has_room(g, s, who, size, at, altitude)
        && let Some(room) = bodies::nearest_room(g, s, who, size, at, altitude)
    {
        s.creature_mut(who).at = room;
    }
}
