//! What spells leave on the ground: fields and zones. (`field.*`, `zone.trigger`)

use skirmish_grid::{Body, Square};
use skirmish_kernel::Id;

use super::cast;
use super::concentration;
use crate::catalogue::AreaForcedMovement;
use crate::model::{Area, AreaKind, Condition, Ending, Event, Setup, State};
use crate::rules::conditions::causes;
use crate::rules::movement::Step;
use crate::rules::{OrHalt, Table, bodies, conditions, lines};

/// Somebody has stepped from one cell into another: fields work in each, zones when their border is crossed.
pub fn entered<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, step: Step) -> OrHalt<T> {
    if s.areas.is_empty() || step.forced && g.rules.area_forced_movement == AreaForcedMovement::Off {
        return Ok(());
    }
    let now = bodies::body(g, s, who).at(step.to);
    let before = now.at(step.from);
    work(g, s, t, who, true, |area| match area.kind {
        AreaKind::Field => now.is_in(|cell| !before.covers(cell) && covers(g, area, cell)),
        AreaKind::Zone => touches(g, area, &now) && !touches(g, area, &before),
    })
}

/// Whoever steps out of an area loses what it did to those inside.
pub fn left<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) {
    if s.areas.is_empty() {
        return;
    }
    let there = bodies::body(g, s, who).at(to);
    let outside = |s: &State, spell: u16| s.areas.iter().any(|area| area.serial == spell && !touches(g, area, &there));
    let is_lost = |s: &State, known: &Condition| known.inside && known.spell.is_some_and(|spell| outside(s, spell));
    causes::keep(s, |s, also| also.who != who || !is_lost(s, &also.condition));
    let lost = |s: &State| {
        let mut all = s.creature(who).conditions.iter();
        all.find(|known| is_lost(s, known)).map(|known| known.kind)
    };
    while let Some(kind) = lost(s) {
        conditions::lapse(s, t, who, kind);
    }
}

/// What lies on the ground for a number of rounds is mana again when they are over. (`ethereal.dissolve`)
pub fn rounds_pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, caster: Id) {
    let mut at = 0;
    while let Some(area) = s.areas.get(at).copied() {
        match area.rounds {
            1 if area.caster == caster => {
                concentration::end(g, s, t, caster, area.serial, Ending::Over);
                continue;
            }
            rounds if rounds > 1 && area.caster == caster => s.areas[at].rounds = rounds - 1,
            _ => {}
        }
        at += 1;
    }
}

/// The turn of somebody who stands in an area begins.
pub fn turn_start<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let body = bodies::body(g, s, who);
    if s.areas.is_empty() { Ok(()) } else { work(g, s, t, who, false, |area| touches(g, area, &body)) }
}

/// Areas work in the order in which they were made.
fn work<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    entered: bool,
    fits: impl Fn(&Area) -> bool,
) -> OrHalt<T> {
    // By their numbers, which grow: one that ends on the way does not work, and none works twice.
    let mut last = None;
    let next = |s: &State, last: Option<u16>| {
        s.areas.iter().find(|area| last.is_none_or(|last| area.serial > last) && fits(area)).copied()
    };
    while let Some(area) = next(s, last) {
        last = Some(area.serial);
        if s.creature(who).gone {
            break;
        }
        t.tell(|| Event::Touched { who, ability: area.ability, entered, zone: area.kind == AreaKind::Zone });
        t.scope(s, |s, t| cast::touch(g, s, t, &area, who))?;
    }
    Ok(())
}

/// Does an area cover this cell?
pub fn covers(g: &Setup, area: &Area, cell: Square) -> bool {
    lines::metres(g, cell, area.at) <= i32::from(area.radius)
}

/// Does an area cover any cell of this body?
pub fn touches(g: &Setup, area: &Area, body: &Body<'_, Square>) -> bool {
    body.is_in(|cell| covers(g, area, cell))
}
