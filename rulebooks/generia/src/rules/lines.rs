//! Distance, reach, facing, cover.

use std::sync::Arc;

use skirmish_bookkit::sight::sweep_from;
use skirmish_grid::{Body, Cell, Facing, FieldOfView, Grazing, Passage, Square, center_line_free, walk};
use skirmish_kernel::{CellSet, Id};

use crate::catalogue::{FacingView, GridDiagonals};
use crate::model::{Cover, Creature, Setup, State};
use crate::rules::bodies;

/// Metres from one cell to another. (`grid.diagonals`, a house rule)
#[inline]
pub fn metres(g: &Setup, a: Square, b: Square) -> i32 {
    let (x, y) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    let (x, y) = (i64::from(x.abs()), i64::from(y.abs()));
    let (large, small) = (x.max(y), x.min(y));
    let metres = match g.rules.grid_diagonals {
        GridDiagonals::One => large,
        GridDiagonals::OneTwoOne => large + small / 2,
        // Whole metres, as everywhere: the root of the squares, rounded down.
        GridDiagonals::Euclid => (x * x + y * y).isqrt(),
    };
    i32::try_from(metres).unwrap_or(i32::MAX)
}

/// Metres between the nearest cells of two bodies.
#[inline]
fn apart(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> i32 {
    if !bodies::count(&g.rules) {
        return metres(g, one.anchor, other.anchor);
    }
    one.least(other, |a, b| metres(g, a, b)).unwrap_or(i32::MAX)
}

/// Metres between two combatants.
#[inline]
pub fn between(g: &Setup, s: &State, a: Id, b: Id) -> i32 {
    from_there(g, s, a, s.creature(a).at, b)
}

/// The same where bodies are looked at.
#[inline(never)]
fn between_bodies(g: &Setup, s: &State, a: Id, there: Square, b: Id) -> i32 {
    apart(g, &bodies::body(g, s, a).at(there), &bodies::body(g, s, b))
}

/// Metres between a combatant and a cell.
pub fn to_cell(g: &Setup, s: &State, who: Id, cell: Square) -> i32 {
    apart(g, &bodies::body(g, s, who), &bodies::square(cell))
}

/// Metres between a combatant who would stand there, in the saddle with its mount, and another.
#[inline]
pub fn from_there(g: &Setup, s: &State, who: Id, there: Square, other: Id) -> i32 {
    if bodies::count(&g.rules) {
        return between_bodies(g, s, who, there, other);
    }
    metres(g, there, s.creature(other).at)
}

/// Is the straight line between two cells free of walls?
pub fn has_line(g: &Setup, from: Square, to: Square) -> bool {
    let find = || u8::from(center_line_free(from, to, |cell| g.ground.terrain(cell).wall, Grazing::Free));
    from.distance(to) <= 1 || g.ground.lines.of(from, to, find) != 0
}

/// Is the straight line between any cells of two bodies free of walls?
fn have_line(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> bool {
    if !bodies::count(&g.rules) {
        return has_line(g, one.anchor, other.anchor);
    }
    one.cells().any(|from| other.cells().any(|to| has_line(g, from, to)))
}

/// Can one see any of the other's cells, whichever way it looks?
pub fn has_line_to(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    have_line(g, &bodies::body(g, s, who), &bodies::body(g, s, other))
}

/// Can somebody see a cell, whichever way it looks?
pub fn has_line_from(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    have_line(g, &bodies::body(g, s, who), &bodies::square(cell))
}

/// Could somebody who would stand there see the other?
pub fn has_line_there(g: &Setup, s: &State, who: Id, there: Square, other: Id) -> bool {
    have_line(g, &bodies::body(g, s, who).at(there), &bodies::body(g, s, other))
}

/// Has one the other in view, as it looks now? Of a large body every cell looks: what is behind it is behind all of
/// them. (`backstab.condition`)
#[inline]
pub fn sees(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    if bodies::count(&g.rules) {
        return looks_at(g, s, who, &bodies::body(g, s, other));
    }
    let (looks, at) = (s.creature(who), s.creature(other).at);
    is_before(looks, at) || is_in_view(g, looks.at, looks.facing, at)
}

#[inline(never)]
fn looks_at(g: &Setup, s: &State, who: Id, its: &Body<'_, Square>) -> bool {
    // A rider's mount looks for itself.
    let facing = s.creature(who).facing;
    bodies::body(g, s, who).cells().any(|from| its.cells().any(|to| is_in_view(g, from, facing, to)))
}

/// Has one a body in sight: in view, with no wall in between? (`hidden.detect`)
pub fn has_in_sight(g: &Setup, s: &State, who: Id, its: &Body<'_, Square>) -> bool {
    have_line(g, &bodies::body(g, s, who), its) && looks_at(g, s, who, its)
}

/// Every cell in which a creature has in sight whoever stands there.
pub fn outlook(g: &Setup, s: &State, who: Id) -> Option<Arc<CellSet>> {
    let (body, facing) = (bodies::body(g, s, who), s.creature(who).facing);
    let eyes = (body.anchor, body.footprint.offsets().len(), facing, g.rules.facing_view);
    let is_wall = |cell| g.ground.terrain(cell).wall;
    let sees = |cell| has_in_sight(g, s, who, &bodies::square(cell));
    g.ground.outlooks.of(eyes, || sweep_from(&g.ground.board, body.cells(), usize::MAX, is_wall, sees))
}

fn is_in_view(g: &Setup, from: Square, facing: Facing, to: Square) -> bool {
    let view = match g.rules.facing_view {
        FacingView::N90 => FieldOfView::Quarter,
        FacingView::N120 => return in_120(from, facing, to),
        FacingView::N180 => FieldOfView::Half,
        FacingView::N360 => FieldOfView::All,
    };
    view.sees(from, facing, to)
}

/// 60° to each side: tan 60° is the root of 3, so the squares are compared.
fn in_120(from: Square, facing: Facing, to: Square) -> bool {
    let (x, y) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let (fx, fy) = facing.step();
    let (fx, fy) = (i64::from(fx), i64::from(fy));
    let (ahead, aside) = (fx * x + fy * y, fx * y - fy * x);
    ahead >= 0 && 3 * ahead * ahead >= aside * aside
}

/// Does an attack come from where its target cannot see? (`backstab.condition`)
#[inline]
pub fn is_backstab(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    s.creature(on).circumstances.backstab.unwrap_or_else(|| !sees(g, s, on, by))
}

/// Which way it is from one combatant to another: from the middle of its body to the middle of the other's.
#[inline]
pub fn toward(g: &Setup, s: &State, who: Id, other: Id) -> Option<Facing> {
    if bodies::count(&g.rules) {
        return toward_body(g, s, who, other);
    }
    let (looks, at) = (s.creature(who), s.creature(other).at);
    if is_before(looks, at) { Some(looks.facing) } else { Facing::toward(looks.at, at) }
}

/// Is that the square right before it, in the middle of every view? People who fight most often look at each other already.
#[inline]
fn is_before(looks: &Creature, at: Square) -> bool {
    looks.at.step(looks.facing) == Some(at)
}

#[inline(never)]
fn toward_body(g: &Setup, s: &State, who: Id, other: Id) -> Option<Facing> {
    // Twice as fine as squares are.
    let middle = |id: Id| bodies::body(g, s, id).centre().map(|point| Square::new(point.x as i16, point.y as i16));
    Facing::toward(middle(who)?, middle(other)?)
}

/// Turns somebody toward another.
#[inline]
pub fn turn_to(g: &Setup, s: &mut State, who: Id, other: Id) {
    if let Some(facing) = toward(g, s, who, other) {
        s.counts_mut(who).facing = facing;
    }
}

/// Turns somebody toward a cell.
pub fn turn_toward(s: &mut State, who: Id, to: Square) {
    let creature = s.counts_mut(who);
    creature.facing = Facing::toward(creature.at, to).unwrap_or(creature.facing);
}

/// The best cover on the way of a shot, the target's own cell included; as a score for defences. (`ranged.cover`)
pub fn cover_score(g: &Setup, s: &State, by: Id, on: Id) -> i32 {
    if let Some(score) = s.creature(on).circumstances.cover {
        return i32::from(score);
    }
    if !bodies::count(&g.rules) {
        return cover_between(g, s.creature(by).at, s.creature(on).at);
    }
    // Whoever shoots at a large body, or has one, takes the best of its free lines.
    let (own, its) = (bodies::body(g, s, by), bodies::body(g, s, on));
    let lines = || own.cells().flat_map(|from| its.cells().map(move |to| (from, to)));
    let free = lines().filter(|(from, to)| has_line(g, *from, *to)).map(|(from, to)| cover_between(g, from, to)).min();
    free.or_else(|| lines().map(|(from, to)| cover_between(g, from, to)).min()).unwrap_or(0)
}

fn cover_between(g: &Setup, from: Square, to: Square) -> i32 {
    let crossed = walk(from, to).flat_map(|passage| match passage {
        Passage::Inside(cell) | Passage::Touched(cell) => [Some(cell), None],
        Passage::Between(a, b) => [Some(a), Some(b)],
    });
    let cover = crossed.flatten().filter(|cell| *cell != from).map(|cell| g.ground.terrain(cell).cover).max();
    match cover.unwrap_or_default() {
        Cover::None => 0,
        Cover::Half => g.rules.cover_half,
        Cover::Full | Cover::Total => g.rules.cover_full,
    }
}
