//! Cover and line of effect. (`cover`, `cover.total`, `line-of-effect`, `ruling.cover`)
//!
//! Points are counted in parts of a square, 32 to a side, so that a corner can be drawn in by a hair; nothing is rounded.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{
    Block, Cell, Grazing, Point, Square, segment_free, segment_free_of, segment_pinched, segment_pinched_of,
};
use skirmish_kernel::{Id, Ids, Sum, Terms};

use crate::model::{Matter, Obstacle, Setup, Size, State};
use crate::rules::bodies;
use crate::rules::ground::earth;

const SCALE: u8 = 32;

/// How well something covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Cover {
    /// Not at all.
    #[default]
    None,
    /// Partly.
    Partial,
    /// So that nothing gets through.
    Total,
}

/// What stands between, and what it is: that is looked at only where it can be read, among listed terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Covering {
    /// How well it covers.
    pub cover: Cover,
    /// Is somebody in the way?
    pub by_creature: bool,
    /// Is an illusion?
    pub by_illusion: bool,
}

/// How well somebody is covered from another.
pub fn cover(g: &Setup, s: &State, from: Id, to: Id) -> Cover {
    cover_for::<Sum>(g, s, from, to).cover
}

/// Is somebody covered from another so that nothing gets through? Where nothing is that lets nothing through, no line has to be
/// looked at. (`cover.total`)
pub fn is_total(g: &Setup, s: &State, from: Id, to: Id) -> bool {
    g.ground.walled && cover(g, s, from, to) == Cover::Total
}

/// The same as [`cover`], with what covers, where terms are listed.
pub fn cover_for<M: Terms>(g: &Setup, s: &State, from: Id, to: Id) -> Covering {
    if is_lonely(g, s, [from, to]) || bodies::share(s, from, to) {
        return Covering::default();
    }
    let (own, target) = (bodies::body(g, s, from), bodies::body(g, s, to));
    let bounds = around([&own, &target]);
    if !is_anything_in(g, s, [from, to], bounds) {
        return Covering::default();
    }
    let (eye, height) = (points_of(&own), own.span.bottom());
    let size = g.sheet(to).size;
    Lines { g, s, from: Some(from), to: Some(to), size, bounds, eye, height, own: Some(own), target }.cover::<M>()
}

/// How well somebody is covered from the middle of a square, where an area begins. (`cover.area`)
pub fn cover_from<M: Terms>(g: &Setup, s: &State, origin: Square, to: Id) -> Covering {
    let target = bodies::body(g, s, to);
    if target.covers(origin) {
        return Covering::default();
    }
    let mut eye = Points::new();
    eye.push(scaled(origin.centre()));
    let height = i32::from(g.ground.at(origin).elevation);
    let bounds = around([&target, &Block::new(1, origin)]);
    let size = g.sheet(to).size;
    Lines { g, s, from: None, to: Some(to), size, bounds, eye, height, own: None, target }.cover::<M>()
}

/// Would somebody who stood in a square be behind Total Cover from another? (`cover.total`)
pub fn is_wholly_covered(g: &Setup, s: &State, from: Id, cell: Square) -> bool {
    let (own, target) = (bodies::body(g, s, from), bodies::stranger(g, cell));
    if !g.ground.walled || own.covers(cell) {
        return false;
    }
    let (bounds, size) = (around([&own, &target]), Size::Medium);
    let (eye, height) = (points_of(&own), own.span.bottom());
    let lines = Lines { g, s, from: Some(from), to: None, size, bounds, eye, height, own: Some(own), target };
    SCRATCH.with_borrow_mut(|(_, full)| {
        full.clear();
        lines.is_closed_by(full)
    })
}

/// Does nothing that is looked at get through a square, at whatever height?
pub fn blocks(g: &Setup, s: &State, cell: Square) -> bool {
    is_full(g, s, cell) && !matches!(g.ground.at(cell).looks(), Obstacle::Partial(_))
}

/// Is there a free line between two squares, whatever one can see? (`line-of-effect`)
pub fn has_effect_between(g: &Setup, s: &State, from: Square, to: Square) -> bool {
    if from == to || !g.ground.walled {
        return true;
    }
    let wall = |cell: Square| cell != from && cell != to && is_full(g, s, cell);
    let points = |cell: Square| cell.corners().chain([cell.centre()]).map(scaled).collect::<Points>();
    points(from).iter().any(|eye| {
        let mut targets = corners(&Block::new(1, to));
        targets.push(scaled(to.centre()));
        targets.iter().any(|point| {
            segment_free(*eye, *point, SCALE, wall, Grazing::Free) && !segment_pinched(*eye, *point, SCALE, wall)
        })
    })
}

/// Is nobody else near two people, and nothing anywhere that might be in the way? Nobody's body has to be looked at for that.
#[inline]
pub fn is_lonely(g: &Setup, s: &State, ends: [Id; 2]) -> bool {
    if g.is_plain && s.creatures.len() == ends.len() {
        return true;
    }
    let most = i16::from(Size::Gargantuan.side());
    let [one, other] = ends.map(|id| s.creature(id).at);
    let (left, top) = (one.x.min(other.x) - most, one.y.min(other.y) - most);
    let (right, bottom) = (one.x.max(other.x) + most, one.y.max(other.y) + most);
    let near = |at: Square| left < at.x && at.x < right && top < at.y && at.y < bottom;
    let mut others = s.ids().zip(&s.creatures).filter(|(id, _)| *id != ends[0] && *id != ends[1]);
    !others.any(|(_, creature)| near(creature.at)) && g.ground.standing.is_empty() && s.things.is_empty()
}

/// The squares between which everything happens: left, top, right, bottom.
type Bounds = (i16, i16, i16, i16);

/// Might anything there be in the way: something that stands there, or anybody but two?
fn is_anything_in(g: &Setup, s: &State, ends: [Id; 2], bounds: Bounds) -> bool {
    let (left, top, right, bottom) = bounds;
    let inside = |cell: &Square| (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y);
    let near = |body: Block| {
        let last = i16::from(body.side()) - 1;
        (left - last..=right).contains(&body.anchor.x) && (top - last..=bottom).contains(&body.anchor.y)
    };
    let others = || s.ids().zip(&s.creatures).filter(|(id, creature)| !ends.contains(id) && creature.is_here());
    let anybody = || others().any(|(id, _)| near(bodies::body(g, s, id)));
    anybody() || !s.things.is_empty() || g.ground.standing.iter().any(inside)
}

/// The smallest rectangle around two bodies.
fn around(bodies: [&Block; 2]) -> Bounds {
    let [one, other] = bodies;
    let last = |first: i16, body: &Block| first.saturating_add(i16::from(body.side()) - 1);
    let ends = |of: fn(&Block) -> i16| (of(one).min(of(other)), last(of(one), one).max(last(of(other), other)));
    let ((left, right), (top, bottom)) = (ends(|body| body.anchor.x), ends(|body| body.anchor.y));
    (left, top, right, bottom)
}

type Points = ArrayVec<Point, 6>;

thread_local! {
    /// What is in the way, and what nothing gets through; kept so that a fight asks for no memory.
    static SCRATCH: RefCell<(Vec<Square>, Vec<Square>)> = RefCell::default();
}

struct Lines<'a> {
    g: &'a Setup,
    s: &'a State,
    /// Who looks; nobody where an area begins.
    from: Option<Id>,
    /// Who is looked at; nobody where it is a place alone.
    to: Option<Id>,
    size: Size,
    bounds: Bounds,
    eye: Points,
    height: i32,
    own: Option<Block>,
    target: Block,
}

impl Lines<'_> {
    fn cover<M: Terms>(&self) -> Covering {
        SCRATCH.with_borrow_mut(|(partly, full)| {
            partly.clear();
            full.clear();
            self.cover_past::<M>(partly, full)
        })
    }

    /// The same with two empty lists to work with.
    fn cover_past<M: Terms>(&self, partly: &mut Vec<Square>, full: &mut Vec<Square>) -> Covering {
        let corners = corners(&self.target);
        let any = |yes: &dyn Fn(&Point, &Point) -> bool| {
            self.eye.iter().any(|eye| corners.iter().any(|corner| yes(eye, corner)))
        };
        partly.extend(self.things().filter(|cell| self.obstructs(*cell)));
        partly.extend(self.loose().filter(|cell| !self.is_end(*cell)));
        let by_things = partly.len();
        for body in self.others().filter(|body| self.is_level_with(body)) {
            partly.extend(body.cells().filter(|cell| !self.is_end(*cell)));
        }
        if partly.is_empty() || self.eye.iter().any(|eye| corners.iter().all(|corner| is_free(eye, corner, partly))) {
            return Covering::default();
        }
        let cover = if self.is_closed_by(full) { Cover::Total } else { Cover::Partial };
        if !M::LISTED {
            return Covering { cover, ..Covering::default() };
        }
        let by_creature = any(&|eye, corner| !is_free(eye, corner, &partly[by_things..]));
        partly.truncate(by_things);
        partly.retain(|cell| self.g.ground.at(*cell).illusion);
        Covering { cover, by_creature, by_illusion: any(&|eye, corner| !is_free(eye, corner, partly)) }
    }

    /// Do things that nothing gets through hide every corner? They are put into an empty list. (`cover.total`)
    fn is_closed_by(&self, full: &mut Vec<Square>) -> bool {
        if self.g.ground.walled {
            full.extend(self.things().filter(|cell| is_full(self.g, self.s, *cell) && self.is_high(*cell)));
        }
        let corners = corners(&self.target);
        !self.eye.iter().any(|eye| corners.iter().any(|corner| is_free(eye, corner, full)))
    }

    /// The squares of things that are nobody's, as large as the target, and in the line. (`cover`)
    fn loose(&self) -> impl Iterator<Item = Square> {
        let size = self.size;
        let large = self.g.things.iter().zip(&self.s.things).filter(move |(thing, _)| thing.size >= size);
        large
            .flat_map(|(thing, place)| bodies::of_size(thing.size, place.at).cells().map(move |cell| (thing, cell)))
            .filter(|(thing, cell)| {
                self.line_at(*cell) < i32::from(self.g.ground.at(*cell).elevation) + bodies::tall(thing.size)
            })
            .map(|(_, cell)| cell)
    }

    /// What stands on the ground between both, and close by.
    fn things(&self) -> impl Iterator<Item = Square> {
        let (left, top, right, bottom) = self.bounds;
        let near =
            move |cell: &Square| (left - 1..=right + 1).contains(&cell.x) && (top - 1..=bottom + 1).contains(&cell.y);
        self.g.ground.standing.iter().copied().filter(near).filter(|cell| !self.is_end(*cell))
    }

    /// Those who may be in the way: as large as the target, and between both. (`cover`)
    fn others(&self) -> impl Iterator<Item = Block> {
        let (left, top, right, bottom) = self.bounds;
        let size = self.size;
        // Where nobody is looked at, nobody is in the way either.
        let mut tied = self.to.map_or(Ids::first(Id::MOST), |to| bodies::bound(self.s, to));
        match self.from {
            Some(from) => tied = tied.or(bodies::bound(self.s, from)),
            // Whoever is where an area begins is in nobody's way.
            None => self
                .s
                .everybody()
                .filter(|id| is_over(&bodies::body(self.g, self.s, *id), self.eye[0]))
                .for_each(|id| tied.set(id, true)),
        }
        self.s
            .everybody()
            .filter(move |id| !tied.has(*id) && self.g.sheet(*id).size >= size && self.is_noticed(*id))
            .map(|id| bodies::body(self.g, self.s, id))
            .filter(move |body| body.is_in(|cell| (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y)))
    }

    /// Who hides from whoever looks is in nobody's way: cover would betray him.
    fn is_noticed(&self, who: Id) -> bool {
        self.from.is_none_or(|from| !self.s.creature(who).hidden_from.has(from))
    }

    /// The two ends are in nobody's way.
    fn is_end(&self, cell: Square) -> bool {
        self.target.covers(cell) || self.own.is_some_and(|own| own.covers(cell))
    }

    /// Does what stands in a square hide the target in part?
    fn obstructs(&self, cell: Square) -> bool {
        let covers = match self.g.ground.at(cell).looks() {
            Obstacle::Full => true,
            Obstacle::Partial(of) => of >= self.size,
            Obstacle::None => is_full(self.g, self.s, cell),
        };
        covers && self.is_high(cell)
    }

    /// Does what stands in a square rise into the line? The line is as high there as it is far from both ends.
    fn is_high(&self, cell: Square) -> bool {
        let terrain = self.g.ground.at(cell);
        let tall = match terrain.looks() {
            Obstacle::Partial(of) => bodies::tall(of),
            _ => return true,
        };
        let top = i32::from(terrain.elevation) + tall;
        self.line_at(cell) < top
    }

    fn is_level_with(&self, body: &Block) -> bool {
        let height = self.line_at(body.anchor);
        height >= body.span.bottom() && height < body.span.top()
    }

    /// Feet above the level of the map at which the line passes a square.
    fn line_at(&self, cell: Square) -> i32 {
        let (eye, target) = (self.height, self.target.span.bottom());
        if eye == target {
            return eye;
        }
        let far = |body: &Block| Square::default().chebyshev(body.gap(&Block::new(1, cell))).cast_signed();
        let (near, rest) = (self.own.as_ref().map_or(1, far), far(&self.target));
        (eye * rest + target * near) / (near + rest).max(1)
    }
}

/// Is a line from an eye to a corner free of these squares?
fn is_free(eye: &Point, corner: &Point, cells: &[Square]) -> bool {
    segment_free_of(*eye, *corner, SCALE, cells, Grazing::Free) && !segment_pinched_of(*eye, *corner, SCALE, cells)
}

/// Does a body cover a point?
fn is_over(body: &Block, point: Point) -> bool {
    let [left, top, right, bottom] = rectangle(body);
    (left..=right).contains(&point.x) && (top..=bottom).contains(&point.y)
}

/// Does it protect whoever is behind it, whatever their size?
fn is_full(g: &Setup, s: &State, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    let earth = || terrain.matter == Matter::Soft && !earth::is_tunnel(s, cell);
    terrain.obstacle == Obstacle::Full || terrain.matter == Matter::Solid || earth()
}

fn scaled(point: Point) -> Point {
    Point::new(point.x * i32::from(SCALE), point.y * i32::from(SCALE))
}

/// The rectangle of a space: left, top, right, bottom, in parts of a square.
fn rectangle(body: &Block) -> [i32; 4] {
    body.lines().map(|line| line * i32::from(SCALE))
}

/// The corners of a space and its middle.
fn points_of(body: &Block) -> Points {
    let [left, top, right, bottom] = rectangle(body);
    let mut points = Points::new();
    points.extend([(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| Point::new(x, y)));
    points.push(Point::new(i32::midpoint(left, right), i32::midpoint(top, bottom)));
    points
}

/// The corners of a space, each drawn in by a hair.
fn corners(body: &Block) -> Points {
    let [left, top, right, bottom] = rectangle(body);
    let (left, top, right, bottom) = (left + 1, top + 1, right - 1, bottom - 1);
    [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| Point::new(x, y)).into_iter().collect()
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;

    pub fn nobody_is_wholly_covered_where_nothing_lets_nothing_through() {
        let (mut total, mut bare) = (0, 0);
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            for (one, other) in s.everybody().flat_map(|one| s.everybody().map(move |other| (one, other))) {
                let covered = cover(g, s, one, other) == Cover::Total;
                assert_eq!(is_total(g, s, one, other), covered, "{one:?} {other:?}");
                total += u32::from(covered);
                bare += u32::from(!g.ground.walled);
            }
        });
        assert!(total > 0 && bare > 500, "{total} {bare}");
    }
}
