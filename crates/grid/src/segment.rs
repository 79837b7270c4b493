use std::ops::{Add, Mul, Sub};

use crate::corridor::corridor;
use crate::outline::Bounds;
use crate::{Cell, Grazing, Point};

/// Whether the straight way between two points is uninterrupted: corners, centres or any points between.
///
/// The points are given in parts of a lattice unit: with a `scale` of 1 they are lattice points ([`Cell::corner`],
/// [`Cell::centre`]); with a scale of 32 all coordinates are 32 times as large, and a corner can be drawn in by a
/// hair. A scale of 0 counts as 1. Cells that must not interrupt, such as the ends', are for `blocks` to leave out.
///
/// ```
/// use skirmish_grid::{Cell, Grazing, Square, segment_free};
/// let (a, b) = (Square::new(0, 0), Square::new(2, 0));
/// let wall = |cell: Square| cell == Square::new(1, 0);
/// assert!(segment_free::<Square>(a.corner(0), b.corner(3), 1, wall, Grazing::Free));
/// assert!(!segment_free::<Square>(a.corner(0), b.corner(2), 1, wall, Grazing::Free));
/// ```
pub fn segment_free<C: Cell>(from: Point, to: Point, scale: u8, blocks: impl Fn(C) -> bool, grazing: Grazing) -> bool {
    let scale = i32::from(scale.max(1));
    let mut free = true;
    corridor(bounds(from, scale), bounds(to, scale), |cell: C| {
        if free && blocks(cell) {
            free = match are_narrow(from, to) {
                true => Segment::<i64>::new(from, to, scale).passes(cell, grazing, &blocks),
                false => Segment::<i128>::new(from, to, scale).passes(cell, grazing, &blocks),
            };
        }
    });
    free
}

/// Whether a line between two points is free where only these cells block: [`segment_free`] for few obstacles, whatever the
/// length of the line.
///
/// ```
/// use skirmish_grid::{Cell, Grazing, Square, segment_free_of};
/// let (a, b) = (Square::new(0, 0), Square::new(9, 0));
/// let line = |wall: &[Square]| segment_free_of(a.corner(0), b.corner(2), 1, wall, Grazing::Free);
/// assert!(line(&[Square::new(1, 7), Square::new(4, 1)]) && !line(&[Square::new(4, 0)]));
/// ```
pub fn segment_free_of<C: Cell>(from: Point, to: Point, scale: u8, cells: &[C], grazing: Grazing) -> bool {
    fn free<N: Number, C: Cell>(segment: Segment<N>, cells: &[C], grazing: Grazing) -> bool {
        let mut near = cells.iter().filter(|cell| segment.is_near(**cell));
        near.all(|cell| segment.passes(*cell, grazing, |cell| cells.contains(&cell)))
    }
    let scale = i32::from(scale.max(1));
    match are_narrow(from, to) {
        true => free(Segment::<i64>::new(from, to, scale), cells, grazing),
        false => free(Segment::<i128>::new(from, to, scale), cells, grazing),
    }
}

/// Whether the straight way between two points touches a corner at which two blocking cells meet that share no side: for
/// games in which nothing slips through there, though [`Grazing::Free`] lets a line pass. Points and scale as in
/// [`segment_free`].
///
/// ```
/// use skirmish_grid::{Cell, Square, segment_pinched};
/// let (a, b) = (Square::new(0, 0), Square::new(1, 1));
/// let walls = [Square::new(1, 0), Square::new(0, 1)];
/// let slips = |walls: &[Square]| segment_pinched(a.centre(), b.centre(), 1, |cell: Square| walls.contains(&cell));
/// assert!(slips(&walls) && !slips(&walls[..1]));
/// ```
pub fn segment_pinched<C: Cell>(from: Point, to: Point, scale: u8, blocks: impl Fn(C) -> bool) -> bool {
    let scale = i32::from(scale.max(1));
    let mut pinched = false;
    corridor(bounds(from, scale), bounds(to, scale), |cell: C| {
        pinched = pinched || blocks(cell) && Segment::<i128>::new(from, to, scale).on_pinched_corner(cell, &blocks);
    });
    pinched
}

/// [`segment_pinched`] where only these cells block.
pub fn segment_pinched_of<C: Cell>(from: Point, to: Point, scale: u8, cells: &[C]) -> bool {
    fn pinched<N: Number, C: Cell>(segment: Segment<N>, cells: &[C]) -> bool {
        let mut near = cells.iter().filter(|cell| segment.is_near(**cell));
        near.any(|cell| segment.on_pinched_corner(*cell, |cell| cells.contains(&cell)))
    }
    let scale = i32::from(scale.max(1));
    match are_narrow(from, to) {
        _ if cells.len() < 2 => false,
        true => pinched(Segment::<i64>::new(from, to, scale), cells),
        false => pinched(Segment::<i128>::new(from, to, scale), cells),
    }
}

/// The point of view from which most of the other points can be seen: its place in `from` and their number; the first
/// of the best. `None` when there is no point of view. Scale and blocking as in [`segment_free`].
///
/// ```
/// use skirmish_grid::{Cell, Grazing, Square, best_view};
/// let (a, b) = (Square::new(0, 0), Square::new(3, 0));
/// let corners = |cell: Square| cell.corners().collect::<Vec<_>>();
/// let crate_at = |cell: Square| cell == Square::new(2, 0);
/// let (_, seen) = best_view::<Square>(&corners(a), &corners(b), 1, crate_at, Grazing::Free).unwrap();
/// assert_eq!(seen, 2);
/// ```
pub fn best_view<C: Cell>(
    from: &[Point],
    to: &[Point],
    scale: u8,
    blocks: impl Fn(C) -> bool,
    grazing: Grazing,
) -> Option<(usize, usize)> {
    let seen = |eye: Point| to.iter().filter(|&&point| segment_free(eye, point, scale, &blocks, grazing)).count();
    from.iter()
        .enumerate()
        .map(|(i, &eye)| (i, seen(eye)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn bounds(point: Point, scale: i32) -> Bounds {
    let floor = |value: i32| value.div_euclid(scale);
    let ceil = |value: i32| floor(value) + i32::from(value.rem_euclid(scale) != 0);
    Bounds { left: floor(point.x), top: floor(point.y), right: ceil(point.x), bottom: ceil(point.y) }
}

/// A straight way between two points, in numbers that are wide enough for what is worked out of it.
#[derive(Clone, Copy)]
struct Segment<N> {
    from: (N, N),
    to: (N, N),
    scale: i32,
}

/// Numbers to work with.
trait Number: Copy + Ord + From<i32> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {}

impl Number for i64 {}
impl Number for i128 {}

/// Products of two differences of coordinates up to here fit into 64 bits; those of scaled cells are always below.
const NARROW: std::ops::RangeInclusive<i32> = -(1 << 28)..=1 << 28;

fn are_narrow(from: Point, to: Point) -> bool {
    [from.x, from.y, to.x, to.y].iter().all(|axis| NARROW.contains(axis))
}

impl<N: Number> Segment<N> {
    fn new(from: Point, to: Point, scale: i32) -> Self {
        let wide = |point: Point| (point.x.into(), point.y.into());
        Self { from: wide(from), to: wide(to), scale }
    }

    /// Whether the cell leaves it free; `is_blocking` is asked about those beside it.
    fn passes<C: Cell>(self, cell: C, grazing: Grazing, is_blocking: impl Fn(C) -> bool) -> bool {
        match grazing {
            Grazing::Blocks => self.separate(cell, true),
            Grazing::Free => self.separate(cell, false) && !self.on_shared_side(cell, is_blocking),
        }
    }

    /// Whether a line parts the segment from the cell; `strictly` also from its border.
    fn separate<C: Cell>(self, cell: C, strictly: bool) -> bool {
        let zero = N::from(0);
        let apart = |side: N| if strictly { side < zero } else { side <= zero };
        let corners = || cell.corners().map(|corner| self.scaled(corner));
        let (start, end) = (self.from, self.to);
        let beside = start != end
            && (corners().all(|corner| apart(turn(start, end, corner)))
                || corners().all(|corner| apart(turn(end, start, corner))));
        let ends = || corners().skip(1).chain(corners().take(1));
        beside || corners().zip(ends()).any(|(a, b)| apart(turn(a, b, start)) && apart(turn(a, b, end)))
    }

    /// Whether the segment runs along a side that the cell shares with another blocking one.
    fn on_shared_side<C: Cell>(self, cell: C, blocks: impl Fn(C) -> bool) -> bool {
        let zero = N::from(0);
        let (start, end) = (self.from, self.to);
        (0..C::CORNERS.len()).any(|side| {
            let (a, b) = (self.scaled(cell.corner(side)), self.scaled(cell.corner(side + 1)));
            // Behind the one end and before the other, measured along the segment: both as one is on its line.
            let behind_start = |point| along(start, end, point) > zero;
            let before_end = |point| along(end, start, point) > zero;
            turn(start, end, a) == zero
                && turn(start, end, b) == zero
                && (behind_start(a) || behind_start(b))
                && (before_end(a) || before_end(b))
                && cell.neighbour(side).is_some_and(&blocks)
        })
    }

    /// Whether the segment touches a corner of the cell at which it meets another blocking one, and shares no side with it.
    fn on_pinched_corner<C: Cell>(self, cell: C, blocks: impl Fn(C) -> bool) -> bool {
        let (start, end) = (self.from, self.to);
        let between = |from: N, to: N, at: N| (from.min(to)..=from.max(to)).contains(&at);
        (0..C::CORNERS.len()).any(|nth| {
            let corner = cell.corner(nth);
            let at = self.scaled(corner);
            let meets = |other: &C| other.corners().any(|its| its == corner) && !other.shares_side(cell);
            turn(start, end, at) == N::from(0)
                && between(start.0, end.0, at.0)
                && between(start.1, end.1, at.1)
                && cell.offset(C::BEYOND[nth]).filter(meets).is_some_and(&blocks)
        })
    }

    /// Whether the rectangles around the segment and the cell touch: elsewhere it is surely free of it.
    fn is_near<C: Cell>(self, cell: C) -> bool {
        let centre = self.scaled(cell.centre());
        let (start, end) = (self.from, self.to);
        let most = |half: i32| N::from(half * self.scale);
        let meets = |from: N, to: N, at: N, half: N| at - from.max(to) <= half && from.min(to) - at <= half;
        meets(start.0, end.0, centre.0, most(1)) && meets(start.1, end.1, centre.1, most(C::HALF_HEIGHT))
    }

    fn scaled(self, point: Point) -> (N, N) {
        let by = N::from(self.scale);
        (N::from(point.x) * by, N::from(point.y) * by)
    }
}

fn turn<N: Number>(o: (N, N), a: (N, N), b: (N, N)) -> N {
    (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
}

/// How far a point lies from `o` in the direction of `a`; only the sign says anything by itself.
fn along<N: Number>(o: (N, N), a: (N, N), b: (N, N)) -> N {
    (a.0 - o.0) * (b.0 - o.0) + (a.1 - o.1) * (b.1 - o.1)
}
