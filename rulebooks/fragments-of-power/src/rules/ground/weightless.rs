//! Where nothing falls. (`zero-g.*`, `ruling.weightless`)

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Event, Matter, Obstacle, Place, Plight, Setup, Shift, Size, State, Thing};
use crate::rules::{OrHalt, Table, bodies, conditions, ground};

/// What one pushes off from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Footing {
    /// A wall, or something much larger.
    Fixed,
    /// A thing that floats off the other way.
    Loose(u8),
}

/// Is a square part of something fixed: a wall, an obstacle, ground to stand on?
fn is_fixed(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    let solid = matches!(terrain.matter, Matter::Solid | Matter::Soft) || terrain.obstacle != Obstacle::None;
    solid && g.ground.board.contains(cell) || thing_in(g, s, cell).is_some_and(|at| is_firm(g, who, at))
}

/// A thing in a square.
fn thing_in(g: &Setup, s: &State, cell: Square) -> Option<u8> {
    let covers = |(thing, place): (&Thing, &Place)| bodies::of_size(thing.size, place.at).covers(cell);
    let at = g.things.iter().zip(&s.things).position(covers)?;
    u8::try_from(at).ok()
}

/// Does a thing stay where it is when somebody pushes off from it? (`zero-g.fixed`)
fn is_firm(g: &Setup, who: Id, thing: u8) -> bool {
    g.things.get(usize::from(thing)).is_some_and(|thing| thing.fixed || g.sheet(who).size.steps_to(thing.size) >= 2)
}

/// Does somebody touch anything fixed? (`ruling.weightless`)
pub fn touches(g: &Setup, s: &State, who: Id) -> bool {
    let body = bodies::body(g, s, who);
    body.around(1).any(|cell| !body.covers(cell) && is_fixed(g, s, who, cell))
}

/// What somebody can push off from in a direction: what lies on the other side.
pub fn footing(g: &Setup, s: &State, who: Id, way: Facing) -> Option<Footing> {
    footing_at(g, s, who, s.creature(who).at, way)
}

fn footing_at(g: &Setup, s: &State, who: Id, at: Square, way: Facing) -> Option<Footing> {
    let body = bodies::body(g, s, who).at(at);
    let behind = body.cells().filter_map(|cell| cell.step(way.opposite())).filter(|cell| !body.covers(*cell));
    let mut loose = None;
    for cell in behind {
        if is_fixed(g, s, who, cell) {
            return Some(Footing::Fixed);
        }
        let near = |thing: &u8| {
            g.things.get(usize::from(*thing)).is_some_and(|one| g.sheet(who).size.steps_to(one.size).abs() <= 1)
        };
        loose = loose.or(thing_in(g, s, cell).filter(near));
    }
    loose.map(Footing::Loose)
}

/// Feet of a push, and of each turn of the drift after it.
fn strength(g: &Setup, who: Id, footing: Footing) -> i16 {
    let speed = g.sheet(who).speed;
    if footing == Footing::Fixed { speed } else { speed / 2 / 5 * 5 }
}

/// Where one comes to who pushes off from a place in a direction, if he can. (`zero-g.fixed`, `zero-g.loose`)
pub fn goal(g: &Setup, s: &State, who: Id, from: Square, way: Facing) -> Option<Square> {
    let feet = strength(g, who, footing_at(g, s, who, from, way)?);
    Some(bodies::straight(from, way, feet.into(), |next| is_open(g, s, who, next)).0)
}

/// Is nothing in the way of somebody who drifts into a square?
fn is_open(g: &Setup, s: &State, who: Id, next: Square) -> bool {
    bodies::fits(g, who, next)
        && bodies::has_room(g, s, who, next)
        && bodies::body(g, s, who).at(next).cells().all(|cell| thing_in(g, s, cell).is_none())
}

/// Somebody pushes off, straight ahead, so many feet or as far as the push carries, and drifts on with every turn.
/// (`zero-g.fixed`, `zero-g.loose`, `zero-g.drift`)
pub fn push_off<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, (way, first): (Facing, i16)) -> OrHalt<T> {
    let Some(footing) = footing(g, s, who, way) else { return Ok(()) };
    let feet = strength(g, who, footing);
    let why = if footing == Footing::Fixed { rule::ZERO_G_FIXED } else { rule::ZERO_G_LOOSE };
    if let Footing::Loose(thing) = footing
        && let Some(place) = s.things.get_mut(usize::from(thing))
    {
        place.drift = Some((way.opposite(), feet, who));
        float(g, s, t, thing);
    }
    s.creature_mut(who).drift = Some((way, feet));
    go(g, s, t, who, way, if first > 0 { first.min(feet) } else { feet }, why)
}

/// Somebody drifts on, until something is in the way. (`zero-g.drift`)
pub fn drift<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if !g.ground.weightless {
        return Ok(());
    }
    for thing in 0..u8::try_from(s.things.len()).unwrap_or(0) {
        if s.things[usize::from(thing)].drift.is_some_and(|(_, _, with)| with == who) {
            float(g, s, t, thing);
        }
    }
    match s.creature(who).drift {
        Some((way, feet)) => go(g, s, t, who, way, feet, rule::ZERO_G_DRIFT),
        None => Ok(()),
    }
}

fn go<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, way: Facing, feet: i16, why: RuleId) -> OrHalt<T> {
    let from = s.creature(who).at;
    let (to, stopped) = bodies::straight(from, way, feet.into(), |next| is_open(g, s, who, next));
    if stopped {
        s.creature_mut(who).drift = None;
    }
    if to != from {
        let to = (to, s.creature(who).height);
        bodies::shift(s, t, who, to, Shift::Drifts, why);
    }
    ground::arrive(g, s, t, who)
}

/// A thing floats on.
fn float<T: Table>(g: &Setup, s: &mut State, t: &mut T, thing: u8) {
    let Some(place) = s.things.get(usize::from(thing)).copied() else { return };
    let Some((way, feet, _)) = place.drift else { return };
    let size = g.things.get(usize::from(thing)).map_or(Size::Medium, |thing| thing.size);
    let free = |at| {
        let body = bodies::of_size(size, at);
        let alone = |cell| thing_in(g, s, cell).is_none_or(|other| other == thing);
        body.fits(&g.ground.board, |cell| !ground::is_closed(g, cell) && alone(cell))
            && s.everybody().all(|id| body.cells().all(|cell| !bodies::body(g, s, id).covers(cell)))
    };
    let (at, stopped) = bodies::straight(place.at, way, feet.into(), free);
    if let Some(place) = s.things.get_mut(usize::from(thing)) {
        place.at = at;
        place.drift = place.drift.filter(|_| !stopped);
    }
    t.tell(|| Event::Floated { thing, to: at, way });
}

/// Whoever attacks, or is hit, while he touches nothing fixed turns over and over. (`zero-g.stabilize`)
pub fn unsettle<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    if g.ground.weightless && s.creature(who).is_here() && !touches(g, s, who) && !g.sheet(who).flies() {
        conditions::set(s, t, who, Plight::Tumbling, true, rule::ZERO_G_STABILIZE);
    }
}

/// Whoever touches something fixed comes to rest. (`zero-g.stabilize`)
pub fn touch<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    if s.creature(who).is(Plight::Tumbling) && touches(g, s, who) {
        conditions::set(s, t, who, Plight::Tumbling, false, rule::RULING_WEIGHTLESS);
    }
}
