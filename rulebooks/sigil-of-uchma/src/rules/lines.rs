//! Cover and lines of sight. (`cover`, `los.blocked`)
//!
//! Walls are as high as anybody flies. Points are lattice points, for lines between centres twice as many; nothing is rounded.

use std::cell::RefCell;
use std::sync::Arc;

use skirmish_bookkit::sight::{MOST_TRIED, sweep_from};
use skirmish_grid::{Body, Cell, Grazing, Point, Square, segment_free_of};
use skirmish_kernel::{CellSet, Id, Ids};

use crate::catalogue::CoverMethod;
use crate::model::{Grade, Lying, Setup, State};
use crate::rules::bodies;

/// What covers somebody from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Covering {
    /// Walls, by the lines that they block, or what the game master says.
    pub wall: Grade,
    /// What stands on the line and is seen through.
    pub thing: Grade,
    /// Creatures in the way.
    pub creatures: u8,
    /// Is it in sight at all?
    pub seen: bool,
}

impl Covering {
    const NONE: Self = Self { wall: Grade::None, thing: Grade::None, creatures: 0, seen: true };
}

thread_local! {
    /// Squares in the way; kept so that a fight asks for no memory.
    static SCRATCH: RefCell<Vec<Square>> = RefCell::default();
}

/// What covers somebody from another, and whether it is seen. Whoever has an eye elsewhere sees from there, too.
/// (`senses.remote`)
pub fn covering(g: &Setup, s: &State, from: Id, to: Id) -> Covering {
    if from == to {
        return Covering::NONE;
    }
    let (own, target) = (bodies::body(g, s, from), bodies::body(g, s, to));
    let mut covering = of_bodies(g, s, &own, &target);
    if let Some(grade) = s.creature(to).cover {
        covering = Covering { wall: grade, thing: Grade::None, creatures: 0, ..covering };
    } else if g.rules.cover_method == CoverMethod::GmDeclared {
        covering = Covering { seen: covering.seen, ..Covering::NONE };
    } else {
        covering.creatures = creatures(g, s, [from, to], &own, &target);
    }
    covering.seen = covering.seen || crate::rules::senses::eyes(s, from).any(|eye| sees(g, s, eye, &target));
    covering
}

/// Is somebody seen by another, by its own eyes or others? (`los.blocked`, `senses.remote`)
pub fn is_seen(g: &Setup, s: &State, from: Id, to: Id) -> bool {
    if g.ground.opaque.is_empty() && s.patches.is_empty() || from == to {
        return true;
    }
    sees_body(g, s, from, &bodies::body(g, s, to))
}

/// Would it be seen if no magic darkness lay there? (`senses.magic-block`)
pub fn is_seen_in_light(g: &Setup, s: &State, from: Id, to: Id) -> bool {
    let target = bodies::body(g, s, to);
    let free = |own: &Body<'_, Square>| bare_of(g, own, &target) & 7 > 0;
    free(&bodies::body(g, s, from))
        || crate::rules::senses::eyes(s, from).any(|eye| free(&bodies::placed(g, 1, eye, 0)))
}

/// Does one see a square?
pub fn sees_cell(g: &Setup, s: &State, from: Id, cell: Square) -> bool {
    sees_body(g, s, from, &bodies::placed(g, 1, cell, 0))
}

fn sees_body(g: &Setup, s: &State, from: Id, target: &Body<'_, Square>) -> bool {
    of_bodies(g, s, &bodies::body(g, s, from), target).seen
        || crate::rules::senses::eyes(s, from).any(|eye| sees(g, s, eye, target))
}

/// Every square that one sees, by its own eyes or others.
pub fn outlook(g: &Setup, s: &State, who: Id) -> Option<Arc<CellSet>> {
    let body = bodies::body(g, s, who);
    let dark = s.patches.iter().filter(|patch| patch.lying == Lying::Darkness).map(|patch| (patch.at, patch.radius));
    let others: Vec<Square> = crate::rules::senses::eyes(s, who).collect();
    let eyes = (body.anchor, body.footprint.offsets().len(), others.clone(), dark.collect());
    let is_opaque = |cell| g.ground.at(cell).opaque;
    g.ground.outlooks.of(eyes, || {
        let from = body.cells().chain(others);
        sweep_from(&g.ground.board, from, MOST_TRIED, is_opaque, |cell| sees_cell(g, s, who, cell))
    })
}

/// Would somebody be seen from a square?
pub fn sees_between(g: &Setup, s: &State, eye: Square, to: Id) -> bool {
    sees(g, s, eye, &bodies::body(g, s, to))
}

fn sees(g: &Setup, s: &State, eye: Square, target: &Body<'_, Square>) -> bool {
    of_bodies(g, s, &bodies::placed(g, 1, eye, 0), target).seen
}

fn of_bodies(g: &Setup, s: &State, own: &Body<'_, Square>, target: &Body<'_, Square>) -> Covering {
    if g.ground.opaque.is_empty() && g.ground.covering.is_empty() && s.patches.is_empty() {
        return Covering::NONE;
    }
    let bare = bare_of(g, own, target);
    let (free, thing) = (usize::from(bare & 7), Grade::ALL[usize::from(bare >> 3 & 3)]);
    let wall = match g.rules.cover_method {
        CoverMethod::CentreLine if bare >> 5 & 1 == 1 => Grade::Full,
        CoverMethod::CentreLine => Grade::None,
        _ => [Grade::Full, Grade::Full, Grade::Half, Grade::Quarter, Grade::None][free.min(4)],
    };
    Covering { wall, thing, creatures: 0, seen: free > 0 && is_lit(g, s, own, target) }
}

/// What the bare map says of the lines between two bodies, looked at once for two that fill a square each.
fn bare_of(g: &Setup, own: &Body<'_, Square>, target: &Body<'_, Square>) -> u8 {
    let find = || bare(g, own, target);
    if bodies::is_single(own) && bodies::is_single(target) {
        g.ground.lines.of(own.anchor, target.anchor, find)
    } else {
        find()
    }
}

/// What the bare map says of the lines between two bodies: how many corners are free, what covers, and does the line between the
/// middles cross a wall?
fn bare(g: &Setup, own: &Body<'_, Square>, target: &Body<'_, Square>) -> u8 {
    let counts = between(own, target);
    let line = Line::of(own, target);
    let things = g.ground.covering.iter().filter(|cell| counts(cell) && line.crosses(**cell));
    let thing = things.map(|cell| g.ground.at(*cell).cover).max().unwrap_or(Grade::None);
    SCRATCH.with_borrow_mut(|cells| {
        cells.clear();
        cells.extend(g.ground.opaque.iter().copied().filter(&counts));
        let crossed = cells.iter().any(|cell| line.crosses(*cell));
        let free = u8::try_from(free_corners(own, target, cells)).unwrap_or(0);
        free | (thing as u8) << 3 | u8::from(crossed) << 5
    })
}

/// Is a square near enough to bear on the lines between two bodies, and in neither?
fn between<'b>(own: &'b Body<'_, Square>, target: &'b Body<'_, Square>) -> impl Fn(&Square) -> bool + 'b {
    let (left, top, right, bottom) = around(own, target);
    let near =
        move |cell: &Square| left - 1 <= cell.x && cell.x <= right + 1 && top - 1 <= cell.y && cell.y <= bottom + 1;
    move |cell| near(cell) && !own.covers(*cell) && !target.covers(*cell)
}

/// Does one see through all magic darkness, too? (`senses.magic-block`)
fn is_lit(g: &Setup, s: &State, own: &Body<'_, Square>, target: &Body<'_, Square>) -> bool {
    let dark = s.patches.iter().filter(|patch| patch.lying == Lying::Darkness);
    if dark.clone().next().is_none() {
        return true;
    }
    if dark.clone().any(|patch| own.cells().chain(target.cells()).any(|cell| patch.covers(cell))) {
        return false;
    }
    SCRATCH.with_borrow_mut(|cells| {
        let (left, top, right, bottom) = around(own, target);
        let all = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Square::new(x, y)));
        cells.clear();
        cells.extend(g.ground.opaque.iter().copied().filter(between(own, target)));
        cells.extend(all.filter(|cell| dark.clone().any(|patch| patch.covers(*cell))));
        free_corners(own, target, cells) > 0
    })
}

/// How many corners of the target are free from the best corner of whoever aims.
fn free_corners(own: &Body<'_, Square>, target: &Body<'_, Square>, cells: &[Square]) -> usize {
    if cells.is_empty() {
        return 4;
    }
    let free = |eye: &Point| corners(target).iter().filter(|corner| is_free(*eye, **corner, cells)).count();
    corners(own).iter().map(free).max().unwrap_or(0)
}

/// Is a line free? Squares that touch by a side or a corner are one shape, and nothing runs along their seam.
fn is_free(eye: Point, corner: Point, cells: &[Square]) -> bool {
    segment_free_of(eye, corner, 1, cells, Grazing::Free) && !slips_between(eye, corner, cells)
}

/// Does a line run through the corner at which two squares touch?
fn slips_between(eye: Point, end: Point, cells: &[Square]) -> bool {
    let turn = |p: Point| {
        i64::from(end.x - eye.x) * i64::from(p.y - eye.y) - i64::from(end.y - eye.y) * i64::from(p.x - eye.x)
    };
    let along = |p: Point| {
        i64::from(end.x - eye.x) * i64::from(p.x - eye.x) + i64::from(end.y - eye.y) * i64::from(p.y - eye.y)
    };
    let inside = |p: Point| turn(p) == 0 && 0 < along(p) && along(p) < along(end);
    let beside = |cell: &Square, other: &Square| (other.x - cell.x).abs() == 1 && (other.y - cell.y).abs() == 1;
    cells.iter().any(|cell| {
        let mut met = cell.corners().filter(|p| inside(*p));
        met.any(|p| cells.iter().any(|other| beside(cell, other) && other.corners().any(|q| q == p)))
    })
}

/// The rectangle of a body: left, top, right, bottom.
fn rectangle(body: &Body<'_, Square>) -> (i32, i32, i32, i32) {
    let mut ends = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    for cell in body.cells() {
        // Of a square these two say where the others are.
        let (least, most) = (cell.corner(3), cell.corner(1));
        ends = (ends.0.min(least.x), ends.1.min(least.y), ends.2.max(most.x), ends.3.max(most.y));
    }
    ends
}

fn corners(body: &Body<'_, Square>) -> [Point; 4] {
    let (left, top, right, bottom) = rectangle(body);
    [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| Point::new(x, y))
}

/// The smallest rectangle around two bodies: left, top, right, bottom.
#[inline]
pub(super) fn around(own: &Body<'_, Square>, target: &Body<'_, Square>) -> (i16, i16, i16, i16) {
    let (one, other, own, its) = (own.anchor, target.anchor, side_of(own), side_of(target));
    let (right, bottom) = ((one.x + own).max(other.x + its), (one.y + own).max(other.y + its));
    (one.x.min(other.x), one.y.min(other.y), right, bottom)
}

/// How many squares a body goes on to the right of its own, and below it.
#[inline]
fn side_of(body: &Body<'_, Square>) -> i16 {
    if bodies::is_single(body) {
        return 0;
    }
    body.cells().fold(0, |side, cell| side.max(cell.x - body.anchor.x))
}

/// The line between the centres of two bodies, in halves of lattice points.
pub(super) struct Line {
    from: (i64, i64),
    by: (i64, i64),
}

impl Line {
    pub(super) fn of(own: &Body<'_, Square>, target: &Body<'_, Square>) -> Self {
        let centre = |body: &Body<'_, Square>| {
            if bodies::is_single(body) {
                let centre = body.anchor.centre();
                return (2 * i64::from(centre.x), 2 * i64::from(centre.y));
            }
            let (left, top, right, bottom) = rectangle(body);
            (i64::from(left + right), i64::from(top + bottom))
        };
        let (from, to) = (centre(own), centre(target));
        Self { from, by: (to.0 - from.0, to.1 - from.1) }
    }

    /// How much of the line lies inside of a square: a part of [`whole`](Self::whole).
    pub(super) fn part(&self, cell: Square) -> i64 {
        let (left, top, right, bottom) = rectangle(&Body::new(bodies::footprint(1), cell));
        let (x, y) = ((2 * i64::from(left), 2 * i64::from(right)), (2 * i64::from(top), 2 * i64::from(bottom)));
        let whole = self.whole();
        let range = |from: i64, by: i64, (least, most): (i64, i64)| match by.signum() {
            0 if least < from && from < most => Some((0, whole)),
            0 => None,
            1 => Some(((least - from) * (whole / by), (most - from) * (whole / by))),
            _ => Some(((most - from) * (whole / by), (least - from) * (whole / by))),
        };
        let (Some(x), Some(y)) = (range(self.from.0, self.by.0, x), range(self.from.1, self.by.1, y)) else { return 0 };
        (x.1.min(y.1).min(whole) - x.0.max(y.0).max(0)).max(0)
    }

    /// The whole of it: a number that both of its differences divide.
    pub(super) fn whole(&self) -> i64 {
        self.by.0.abs().max(1) * self.by.1.abs().max(1)
    }

    /// Does it pass through the inside of a square?
    pub(super) fn crosses(&self, cell: Square) -> bool {
        let crosses = !self.is_beside(cell) && self.part(cell) > 0;
        debug_assert_eq!(crosses, self.part(cell) > 0, "a line that runs beside {cell}");
        crosses
    }

    /// Does the whole square lie on one side of it, however long it were? That is known without a division.
    fn is_beside(&self, cell: Square) -> bool {
        let (centre, half) = (cell.centre(), side() / 2);
        let to = (2 * i64::from(centre.x) - self.from.0, 2 * i64::from(centre.y) - self.from.1);
        let spread = half * (self.by.0.abs() + self.by.1.abs());
        // A line without length runs nowhere.
        spread > 0 && (to.0 * self.by.1 - to.1 * self.by.0).abs() >= spread
    }

    /// Its length along the longer side, in halves of lattice points.
    pub(super) fn length(&self) -> i64 {
        self.by.0.abs().max(self.by.1.abs())
    }
}

/// Halves of lattice points along a side of a square.
pub(super) fn side() -> i64 {
    let (left, _, right, _) = rectangle(&Body::new(bodies::footprint(1), Square::new(0, 0)));
    2 * i64::from(right - left)
}

/// Those who stand on the line, at its height. Whoever lies on the ground is in nobody's way. (`cover.creatures`)
fn creatures(g: &Setup, s: &State, ends: [Id; 2], own: &Body<'_, Square>, target: &Body<'_, Square>) -> u8 {
    let (left, top, right, bottom) = around(own, target);
    if right - left <= 1 && bottom - top <= 1 {
        // Nobody is between two squares that touch.
        return 0;
    }
    let widest = bodies::WIDEST - 1;
    let (mut line, mut count) = (None, 0u8);
    // The unconscious lie there.
    for id in s.able.without(Ids::NONE.with(ends[0]).with(ends[1])).iter() {
        let now = s.creature(id);
        let Square { x, y } = now.at;
        if x > right || y > bottom || x < left - widest || y < top - widest || now.is_prone() {
            continue;
        }
        let filled = Body::new(bodies::footprint(bodies::figures(g, s, id).size), now.at);
        // Between the two nothing is left of the left one, or above the upper one.
        let side = side_of(&filled);
        if x + side < left || y + side < top {
            continue;
        }
        let line = line.get_or_insert_with(|| Line::of(own, target));
        let open = |cell: Square| !own.covers(cell) && !target.covers(cell);
        let is_level = |cell: Square| is_level(g, own, target, &bodies::body(g, s, id), cell);
        if filled.cells().any(|cell| line.crosses(cell) && open(cell) && is_level(cell)) {
            count = count.saturating_add(1);
        }
    }
    count
}

/// Does the line pass somebody less than a significant height above or below?
#[rustfmt::skip]
fn is_level(
    g: &Setup, own: &Body<'_, Square>, target: &Body<'_, Square>, body: &Body<'_, Square>, cell: Square,
) -> bool {
    let (from, to) = (own.span.bottom(), target.span.bottom());
    let far = |body: &Body<'_, Square>| body.cells().map(|own| own.chebyshev(cell)).min().unwrap_or(0).cast_signed();
    let (near, rest) = (far(own), far(target));
    let height = if from == to { from } else { (from * rest + to * near) / (near + rest).max(1) };
    let apart = |feet: i32| (height - feet).abs() < g.rules.significant_height;
    apart(body.span.bottom()) || (body.span.bottom()..body.span.top()).contains(&height)
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::catalogue::ENCOUNTERS;
    use crate::rules::tests::{MENAGERIE, scattered};

    /// Everybody who stands is looked at, wherever that is.
    fn plain_creatures(g: &Setup, s: &State, ends: [Id; 2], own: &Body<'_, Square>, target: &Body<'_, Square>) -> u8 {
        let line = Line::of(own, target);
        let in_way = |id: &Id| {
            let body = bodies::body(g, s, *id);
            let open = |cell: &Square| !own.covers(*cell) && !target.covers(*cell);
            body.cells().any(|cell| line.part(cell) > 0 && open(&cell) && is_level(g, own, target, &body, cell))
        };
        let stands = |id: &Id| !ends.contains(id) && s.creature(*id).is_up() && !s.creature(*id).prone;
        u8::try_from(g.ids().filter(stands).filter(in_way).count()).expect("a few")
    }

    pub fn those_stand_in_between_whom_the_line_crosses() {
        let mut crossed = 0;
        scattered(&[ENCOUNTERS, &[MENAGERIE]].concat(), |g, s| {
            for ends in s.here().flat_map(|one| s.here().map(move |other| [one, other])).filter(|[a, b]| a != b) {
                let [own, target] = ends.map(|id| bodies::body(g, s, id));
                let plain = plain_creatures(g, s, ends, &own, &target);
                assert_eq!(creatures(g, s, ends, &own, &target), plain, "{ends:?}");
                crossed += u32::from(plain > 0);
            }
        });
        assert!(crossed > 100, "{crossed} crossed");
    }
}
