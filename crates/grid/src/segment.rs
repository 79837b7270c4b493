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
            let segment = Segment { from, to, scale };
            free = match grazing {
                Grazing::Blocks => segment.separate(cell, true),
                Grazing::Free => segment.separate(cell, false) && !segment.on_shared_side(cell, &blocks),
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
    let segment = Segment { from, to, scale: i32::from(scale.max(1)) };
    cells.iter().filter(|cell| segment.is_near(**cell)).all(|cell| match grazing {
        Grazing::Blocks => segment.separate(*cell, true),
        Grazing::Free => segment.separate(*cell, false) && !segment.on_shared_side(*cell, |cell| cells.contains(&cell)),
    })
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
        pinched = pinched || blocks(cell) && Segment { from, to, scale }.on_pinched_corner(cell, &blocks);
    });
    pinched
}

/// [`segment_pinched`] where only these cells block.
pub fn segment_pinched_of<C: Cell>(from: Point, to: Point, scale: u8, cells: &[C]) -> bool {
    let segment = Segment { from, to, scale: i32::from(scale.max(1)) };
    let near = |cell: &&C| cells.len() > 1 && segment.is_near(**cell);
    cells.iter().filter(near).any(|cell| segment.on_pinched_corner(*cell, |cell| cells.contains(&cell)))
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

#[derive(Clone, Copy)]
struct Segment {
    from: Point,
    to: Point,
    scale: i32,
}

impl Segment {
    /// Whether a line parts the segment from the cell; `strictly` also from its border.
    fn separate<C: Cell>(self, cell: C, strictly: bool) -> bool {
        let apart = |side: i128| if strictly { side < 0 } else { side <= 0 };
        let corners = || cell.corners().map(|corner| self.scaled(corner));
        let (start, end) = (wide(self.from), wide(self.to));
        let beside = start != end
            && (corners().all(|corner| apart(turn(start, end, corner)))
                || corners().all(|corner| apart(turn(end, start, corner))));
        let ends = || corners().skip(1).chain(corners().take(1));
        beside || corners().zip(ends()).any(|(a, b)| apart(turn(a, b, start)) && apart(turn(a, b, end)))
    }

    /// Whether the segment runs along a side that the cell shares with another blocking one.
    fn on_shared_side<C: Cell>(self, cell: C, blocks: impl Fn(C) -> bool) -> bool {
        let (start, end) = (wide(self.from), wide(self.to));
        (0..C::CORNERS.len()).any(|side| {
            let (a, b) = (self.scaled(cell.corner(side)), self.scaled(cell.corner(side + 1)));
            let along =
                |point: (i128, i128)| (end.0 - start.0) * (point.0 - start.0) + (end.1 - start.1) * (point.1 - start.1);
            turn(start, end, a) == 0
                && turn(start, end, b) == 0
                && along(a).min(along(b)) < along(end)
                && along(a).max(along(b)) > 0
                && cell.neighbour(side).is_some_and(&blocks)
        })
    }

    /// Whether the segment touches a corner of the cell at which it meets another blocking one, and shares no side with it.
    fn on_pinched_corner<C: Cell>(self, cell: C, blocks: impl Fn(C) -> bool) -> bool {
        let (start, end) = (wide(self.from), wide(self.to));
        let between = |from: i128, to: i128, at: i128| (from.min(to)..=from.max(to)).contains(&at);
        (0..C::CORNERS.len()).any(|nth| {
            let corner = cell.corner(nth);
            let meets = |other: &C| other.corners().any(|its| its == corner) && !other.shares_side(cell);
            cell.offset(C::BEYOND[nth]).filter(meets).is_some_and(&blocks) && {
                let at = self.scaled(corner);
                turn(start, end, at) == 0 && between(start.0, end.0, at.0) && between(start.1, end.1, at.1)
            }
        })
    }

    /// Whether the rectangles around the segment and the cell touch: elsewhere it is surely free of it.
    fn is_near<C: Cell>(self, cell: C) -> bool {
        let meets = |from: i32, to: i32, of: fn(Point) -> i32| {
            let least = cell.corners().map(of).min().map(|least| i64::from(least) * i64::from(self.scale));
            let most = cell.corners().map(of).max().map(|most| i64::from(most) * i64::from(self.scale));
            least.is_none_or(|least| least <= from.max(to).into())
                && most.is_none_or(|most| most >= from.min(to).into())
        };
        meets(self.from.x, self.to.x, |point| point.x) && meets(self.from.y, self.to.y, |point| point.y)
    }

    fn scaled(self, point: Point) -> (i128, i128) {
        let (x, y) = wide(point);
        (x * i128::from(self.scale), y * i128::from(self.scale))
    }
}

fn wide(point: Point) -> (i128, i128) {
    (point.x.into(), point.y.into())
}

fn turn(o: (i128, i128), a: (i128, i128), b: (i128, i128)) -> i128 {
    (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
}
