//! What spells leave on the ground: fields and zones. (`field.*`, `zone.trigger`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Table};

use super::{Generia, cast};
use crate::ability::AreaKind;
use crate::events::Event;
use crate::rules::AreaForcedMovement;
use crate::setup::Setup;
use crate::state::{Area, State};

/// Somebody has stepped from one cell into another: fields work in each, zones when their border is crossed.
///
/// # Errors
/// The table's halt.
pub fn entered<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    from: Square,
    to: Square,
    forced: bool,
) -> Result<(), T::Halt> {
    if s.areas.is_empty() || forced && g.rules.area_forced_movement == AreaForcedMovement::Off {
        return Ok(());
    }
    work(g, s, t, who, true, |area| area.covers(to) && (area.kind == AreaKind::Field || !area.covers(from)))
}

/// Whoever steps out of an area loses what it did to those inside.
pub fn left<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) {
    let _ = g;
    if s.areas.is_empty() {
        return;
    }
    let outside = |s: &State, spell: u16| s.areas.iter().any(|area| area.serial == spell && !area.covers(to));
    while let Some(kind) = s
        .creature(who)
        .conditions
        .iter()
        .find(|condition| condition.inside && condition.spell.is_some_and(|spell| outside(s, spell)))
        .map(|condition| condition.kind)
    {
        crate::conditions::play::end(s, t, who, kind);
    }
}

/// A jump enters its landing cell alone.
///
/// # Errors
/// The table's halt.
pub fn landed<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    from: Square,
    to: Square,
) -> Result<(), T::Halt> {
    left(g, s, t, who, to);
    entered(g, s, t, who, from, to, false)
}

/// The turn of somebody who stands in an area begins.
///
/// # Errors
/// The table's halt.
pub fn turn_start<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    let at = s.creature(who).at;
    if s.areas.is_empty() { Ok(()) } else { work(g, s, t, who, false, |area| area.covers(at)) }
}

/// Areas work in the order in which they were made.
fn work<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    entered: bool,
    fits: impl Fn(&Area) -> bool,
) -> Result<(), T::Halt> {
    let due: Vec<Area> = s.areas.iter().filter(|area| fits(area)).copied().collect();
    for area in due {
        if !s.areas.iter().any(|known| known.serial == area.serial) || s.creature(who).gone {
            continue;
        }
        t.tell(|| Event::Touched { who, ability: area.ability, entered, zone: area.kind == AreaKind::Zone });
        t.scope(s, |s, t| cast::touch(g, s, t, &area, who))?;
    }
    Ok(())
}
