//! Distance, reach, facing, cover.

use skirmish_grid::{Cell, Facing, FieldOfView, Grazing, Passage, Square, center_line_free, walk};
use skirmish_kernel::Id;

use crate::rules::{FacingView, GridDiagonals};
use crate::setup::{Cover, Setup};
use crate::state::State;

/// Metres from one cell to another. (`grid.diagonals`, a house rule)
#[must_use]
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

/// Metres between two combatants.
#[must_use]
pub fn between(g: &Setup, s: &State, a: Id, b: Id) -> i32 {
    metres(g, s.creature(a).at, s.creature(b).at)
}

/// Is the straight line between two cells free of walls?
#[must_use]
pub fn has_line(g: &Setup, from: Square, to: Square) -> bool {
    let find = || u8::from(center_line_free(from, to, |cell| g.ground.terrain(cell).wall, Grazing::Free));
    from.distance(to) <= 1 || g.ground.lines.of(from, to, find) != 0
}

/// Can one see the other's cell, whichever way it looks?
#[must_use]
pub fn has_line_to(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    has_line(g, s.creature(who).at, s.creature(other).at)
}

/// Has one the other in view, as it looks now? (`backstab.condition`)
#[must_use]
pub fn sees(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    let creature = s.creature(who);
    // A rider's mount looks for itself.
    let view = match g.rules.facing_view {
        FacingView::N90 => FieldOfView::Quarter,
        FacingView::N120 => return in_120(creature.at, creature.facing, s.creature(other).at),
        FacingView::N180 => FieldOfView::Half,
        FacingView::N360 => FieldOfView::All,
    };
    view.sees(creature.at, creature.facing, s.creature(other).at)
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
#[must_use]
pub fn is_backstab(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    s.creature(on).circumstances.backstab.unwrap_or_else(|| !sees(g, s, on, by))
}

/// Turns somebody toward a cell.
pub fn turn_toward(s: &mut State, who: Id, to: Square) {
    let creature = s.creature_mut(who);
    if let Some(facing) = Facing::toward(creature.at, to) {
        creature.facing = facing;
    }
}

/// The best cover on the way of a shot, the target's own cell included; as a score for defences. (`ranged.cover`)
#[must_use]
pub fn cover_score(g: &Setup, s: &State, from: Square, on: Id) -> i32 {
    if let Some(score) = s.creature(on).circumstances.cover {
        return i32::from(score);
    }
    let to = s.creature(on).at;
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
