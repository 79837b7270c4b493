//! What the ground does to whoever is on it, over it or in it. (`terrain.*`, `fall.*`, `swim.*`, `zero-g.*`, `ice.*`)

pub mod earth;
pub mod falls;
pub mod ice;
pub mod water;
pub mod weightless;

use skirmish_grid::Square;
use skirmish_kernel::Id;

use self::falls::Cause;
use crate::catalogue::rule;
use crate::model::{Matter, Obstacle, Plight, Setup, State};
use crate::rules::{OrHalt, Table, bodies, conditions};

/// Is nobody ever in that square, but whoever digs?
#[inline]
pub fn is_closed(g: &Setup, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    terrain.obstacle != Obstacle::None || matches!(terrain.matter, Matter::Solid | Matter::Soft)
}

/// Is somebody in a place that is too narrow for its size? (`squeezing`, `ruling.squeezing`)
pub fn is_squeezing(g: &Setup, s: &State, who: Id) -> bool {
    if g.ground.is_plain {
        return false;
    }
    bodies::is_tight(g, bodies::bearer(g, s, who), &bodies::body(g, s, who), s.creature(who).height)
}

/// The largest that a square is difficult for, and why. (`terrain.difficult`)
pub fn is_difficult(g: &Setup, who: Id, cell: Square) -> bool {
    g.ground.at(cell).difficult.is_some_and(|largest| g.sheet(who).size <= largest)
}

/// As a turn starts: falls go on, currents and drifts carry. (`fall.rate`, `swim.current`, `zero-g.drift`)
pub fn carry<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if !s.creature(who).is_here() {
        return Ok(());
    }
    falls::go_on(g, s, t, who)?;
    water::current(g, s, t, who)?;
    weightless::drift(g, s, t, who)
}

/// Somebody has come to a place: water puts fires out, ice may break, nothing may be under its feet. (`ruling.fire-water`)
pub fn arrive<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if g.ground.is_plain && !g.ground.weightless {
        return Ok(());
    }
    ice::arrive(g, s, t, who)?;
    for id in bodies::bound(s, who).iter() {
        if water::is_in(g, s, id) {
            conditions::set(s, t, id, Plight::OnFire, false, rule::RULING_FIRE_WATER);
        }
    }
    weightless::touch(g, s, t, who);
    water::breathe(g, s, t, who);
    Ok(())
}

/// The same from another place, from whose edge somebody may fall. Says whether that happens.
pub fn arrive_from<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, from: (Square, i16)) -> OrHalt<T, bool> {
    arrive(g, s, t, who)?;
    let who = bodies::bearer(g, s, who);
    let falls = falls::is_unsupported(g, s, who);
    if falls {
        falls::begin(g, s, t, who, Cause { from: Some(from), ..Cause::default() })?;
    }
    Ok(falls)
}

/// As a turn ends: whoever does not fly on falls, whoever has no breath dies. (`fly.stall`, `suffocate.die`)
pub fn end_of_turn<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    water::end_of_turn(g, s, t, who);
    falls::stall(g, s, t, who)
}

/// A moment of the order comes: breath is over, tunnels fall in.
pub fn pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: u8, at_end: bool) {
    water::pass(g, s, t, slot, at_end);
    earth::pass(g, s, t, slot, at_end);
}

/// Between two acts: whoever has nothing under him falls, and nobody is left in the space of another.
#[inline]
pub fn settle<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    // Where nobody has been touched, nobody has lost his footing, and nobody has come into a space that is not his own.
    if s.touched.0.is_empty() && s.grapples.is_empty() { Ok(()) } else { settle_all(g, s, t) }
}

#[inline(never)]
fn settle_all<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.parting = true;
    for who in s.ids() {
        if falls::is_unsupported(g, s, who) {
            falls::begin(g, s, t, who, Cause::default())?;
        }
    }
    let crowded = bodies::may_be_crowded(g, s);
    for who in s.ids().filter(|_| crowded) {
        let creature = s.creature(who);
        if creature.is_here() && creature.mount.is_none() && bodies::bearer(g, s, who) == who {
            crate::rules::grapple::make_way(g, s, t, who)?;
        }
    }
    s.parting = false;
    s.look_again();
    Ok(())
}
