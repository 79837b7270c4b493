//! Distance, sight, and what stands in the way of a shot.

use std::sync::Arc;

use skirmish_bookkit::sight::sweep_from;
use skirmish_grid::{Grazing, Passage, Square, center_line_free, walk};
use skirmish_kernel::{CellSet, Id};

use crate::catalogue::RulingClearShot;
use crate::model::{Setup, State};
use crate::rules::zones;

/// Yards between two combatants: the larger of the two differences.
#[inline]
pub fn between(s: &State, a: Id, b: Id) -> i32 {
    yards(s.creature(a).at, s.creature(b).at)
}

/// Yards between two cells.
#[inline]
pub fn yards(a: Square, b: Square) -> i32 {
    i32::try_from(a.chebyshev(b)).unwrap_or(i32::MAX)
}

/// Is the straight line between two combatants free of what cannot be seen through?
pub fn has_line(g: &Setup, s: &State, a: Id, b: Id) -> bool {
    is_free(g, s.creature(a).at, s.creature(b).at)
}

/// Is the straight line between two cells free of it?
#[inline]
pub fn is_free(g: &Setup, from: Square, to: Square) -> bool {
    let find = || u8::from(center_line_free(from, to, |cell| g.ground.terrain(cell).blocks_sight, Grazing::Free));
    yards(from, to) <= 1 || !g.ground.opaque || g.ground.lines.of(from, to, find) != 0
}

/// Every cell in which a creature has a line to whoever stands there.
pub fn outlook(g: &Setup, s: &State, who: Id) -> Option<Arc<CellSet>> {
    let at = s.creature(who).at;
    let blocks = |cell| g.ground.terrain(cell).blocks_sight;
    g.ground.outlooks.of(at, || sweep_from(&g.ground.board, [at], usize::MAX, blocks, |cell| is_free(g, at, cell)))
}

/// Is a shot hindered by the melee that it goes into? (`ranged.into-melee`, `dp.clear-shot`)
///
/// It is when the target is engaged with somebody else than the shooter, and the line to it enters or touches the cell of
/// another combatant; corners touch.
pub fn is_hindered(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    if let Some(clear) = s.creature(on).said.clear {
        return !clear;
    }
    if !zones::engaging(g, s, on).iter().any(|other| other != by) {
        return false;
    }
    match g.rules.ruling_clear_shot {
        RulingClearShot::Engaged => true,
        RulingClearShot::Line => is_crowded(g, s, by, on),
    }
}

/// Does somebody that the shooter can know of stand on the line, or beside it so that it touches?
fn is_crowded(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    let (from, to) = (s.creature(by).at, s.creature(on).at);
    let in_way = |cell: Square| {
        let others = s.marks.up.without(s.marks.concealed.and(g.foes(by)));
        others.iter().any(|id| id != by && id != on && s.creature(id).at == cell)
    };
    walk(from, to).any(|passage| match passage {
        Passage::Inside(cell) | Passage::Touched(cell) => in_way(cell),
        Passage::Between(a, b) => in_way(a) || in_way(b),
    })
}
