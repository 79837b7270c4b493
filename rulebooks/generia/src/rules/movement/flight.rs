//! Whoever panics runs, as far as a movement leads. (condition panicked)

use skirmish_bookkit::answer::{Verdict, must};
use skirmish_grid::Square;
use skirmish_kernel::Id;

use super::{metres, paths, with_rider};
use crate::catalogue::rule;
use crate::model::{Act, Gait, Kind, LONGEST_PATH, Path, Setup, State};
use crate::rules::{judge, lines};

/// How far a place is from what somebody runs from, or who sits on it; nothing where neither of them runs from anybody.
fn away(g: &Setup, s: &State, mover: Id, cell: Square) -> Option<i32> {
    let causes = with_rider(s, mover).filter_map(|id| s.creature(id).condition(Kind::Panicked)?.source);
    causes.map(|from| lines::from_there(g, s, mover, cell, from)).min()
}

/// The farthest place that a movement of so many metres leads to without a fall, for somebody who must run there; of several
/// the first that is found.
pub fn farthest(g: &Setup, s: &State, mover: Id, metres: i32) -> Option<Square> {
    away(g, s, mover, s.creature(mover).at)?;
    let mut best = None;
    paths::ends(g, s, mover, metres.min(LONGEST_PATH as i32), |cell, _| {
        let far = (away(g, s, mover, cell), cell);
        if best.is_none_or(|(most, _)| far.0 > most) {
            best = Some(far);
        }
    });
    best.map(|(_, cell)| cell)
}

/// Is a place as far away as that one?
pub fn is_as_far(g: &Setup, s: &State, mover: Id, cell: Square, farthest: Square) -> bool {
    away(g, s, mover, cell) >= away(g, s, mover, farthest)
}

/// Does this way of a Movement Action lead whoever panics as far away as it can get?
pub fn judge(g: &Setup, s: &State, mover: Id, metres: i32, path: &Path) -> Verdict {
    let Some(farthest) = farthest(g, s, mover, metres) else { return Ok(()) };
    let end = path.last().copied().unwrap_or(s.creature(mover).at);
    let why = "they must get as far away as they can from what they fear";
    must(is_as_far(g, s, mover, end, farthest), rule::CONDITION_PANICKED, why)
}

/// The movement that somebody must still make in its turn: while one is left that leads away, the turn does not end.
pub fn left(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let mover = s.creature(who).mount.unwrap_or(who);
    let act = if mover == who { Act::Go(Gait::Walk) } else { Act::MountGo(Gait::Walk) };
    let metres = metres(g, mover, Gait::Walk) - i32::from(s.creature(mover).spent.walked);
    farthest(g, s, mover, metres)?;
    judge::judge_act(g, s, who, &act).is_ok().then_some(act)
}
