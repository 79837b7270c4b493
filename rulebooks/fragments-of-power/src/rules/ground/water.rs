//! Water, and breath. (`swim.*`, `suffocate.*`, `ruling.suffocation`)

use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Event, Matter, Plight, Setup, Shift, State, Until, Water};
use crate::rules::ground::ice;
use crate::rules::{Halting, Table, bodies, conditions, ground};

/// Feet of water through which one still walks. (`terrain.difficult`)
pub const KNEE: i16 = 2;

/// Is somebody in water that is deeper than knees?
pub fn is_in(g: &Setup, s: &State, who: Id) -> bool {
    if g.ground.is_plain {
        return false;
    }
    let body = bodies::body(g, s, who);
    let height = s.creature(who).height;
    body.cells().all(|cell| {
        let terrain = g.ground.at(cell);
        terrain.matter == Matter::Water
            && terrain.depth > KNEE
            && height <= terrain.elevation
            && ice::inches(g, s, cell) == 0
    }) && !s.creature(who).is(Plight::Flying)
}

/// Is its head under water?
pub fn is_under(g: &Setup, s: &State, who: Id) -> bool {
    is_in(g, s, who) && s.creature(who).height < bodies::level(g, &bodies::body(g, s, who))
}

/// What swimming must reach where somebody is. (`swim.check`)
pub fn difficulty(g: &Setup, s: &State, who: Id) -> i32 {
    let rough = bodies::body(g, s, who).cells().map(|cell| g.ground.at(cell).water).max().unwrap_or(Water::Calm);
    match rough {
        Water::Calm => g.rules.swim_calm,
        Water::Fast => g.rules.swim_fast,
        Water::Violent => g.rules.swim_violent,
    }
}

/// The current carries everybody in it, as their turns start. (`swim.current`)
pub fn current<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Halting<T> {
    if !is_in(g, s, who) || bodies::bearer(g, s, who) != who {
        return Ok(());
    }
    let from = s.creature(who).at;
    let Some((way, feet)) = g.ground.at(from).current else { return Ok(()) };
    let wet = |next| {
        let mut cells = bodies::body(g, s, who).at(next).cells();
        cells.all(|cell| g.ground.at(cell).matter == Matter::Water)
    };
    let height = s.creature(who).height;
    let open =
        |next| wet(next) && bodies::enters(g, who, next, height) == Some(height) && bodies::has_room(g, s, who, next);
    let (to, _) = bodies::straight(from, way, feet.into(), open);
    if to != from {
        let to = (to, s.creature(who).height);
        bodies::shift(s, t, who, to, Shift::Current, rule::SWIM_CURRENT);
        ground::arrive(g, s, t, who)?;
    }
    Ok(())
}

/// Somebody sinks, as deep as the water is. (`swim.check`)
pub fn sink<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let body = bodies::body(g, s, who);
    let (at, height) = (s.creature(who).at, s.creature(who).height);
    let sunk = height.saturating_sub(i16::try_from(g.rules.swim_sink).unwrap_or(10)).max(bodies::floor(
        g,
        &body,
        bodies::level(g, &body) - 1,
    ));
    if sunk < height {
        bodies::put(s, who, at, sunk);
        t.tell(|| Event::Sank { who, feet: height - sunk });
    }
    breathe(g, s, t, who);
}

/// Has somebody no air now?
pub fn is_without_air(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).choked.is_some() || is_under(g, s, who)
}

/// Breath is counted from the moment at which one has no air; a breath begins it anew. (`suffocate.hold`)
pub fn breathe<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    for id in bodies::bound(s, who).iter() {
        let (without, counted) = (is_without_air(g, s, id), s.creature(id).breath.is_some() || s.creature(id).dying);
        if without && !counted && s.creature(id).is_here() {
            let passes = u8::try_from(g.sheet(id).breath).unwrap_or(u8::MAX).max(1);
            s.creature_mut(id).breath = s.slot().map(|slot| Until { slot: slot.number, at_end: false, passes });
            t.tell(|| Event::Breath { who: id, holds: true, why: rule::SUFFOCATE_HOLD });
        } else if !without && counted {
            (s.creature_mut(id).breath, s.creature_mut(id).dying) = (None, false);
            t.tell(|| Event::Breath { who: id, holds: false, why: rule::RULING_SUFFOCATION });
        }
    }
}

/// Breath is over: no hit points are left. (`suffocate.drop`)
pub fn pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: u8, at_end: bool) {
    if s.touched.0.iter().all(|id| s.creature(id).breath.is_none() && !s.creature(id).dying) {
        return;
    }
    for who in s.ids() {
        let creature = s.creature_mut(who);
        if !creature.breath.as_mut().is_some_and(|until| until.comes(slot, at_end)) {
            continue;
        }
        creature.breath = None;
        creature.dying = true;
        creature.hp = creature.hp.min(0);
        t.tell(|| Event::Suffocated { who });
        conditions::settle_aloud(g, s, t, who);
    }
    // Whoever is no longer choked breathes again.
    for who in s.ids() {
        if s.creature(who).breath.is_some() || s.creature(who).dying {
            breathe(g, s, t, who);
        }
    }
}

/// Whoever has had no breath when the next turn ends dies. (`suffocate.die`)
pub fn end_of_turn<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    if s.creature(who).dying && is_without_air(g, s, who) && !s.creature(who).is(Plight::Dead) {
        s.creature_mut(who).plights.set(Plight::Dead, true);
        t.tell(|| Event::Died { who, why: rule::SUFFOCATE_DIE });
        conditions::settle_aloud(g, s, t, who);
    }
}
