use std::ops::Range;

use crate::Point;

/// A directed line: `side` is positive for points on its right hand (the page's clockwise side), 0 on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Line {
    a: i64,
    b: i64,
    c: i64,
}

impl Line {
    pub(crate) fn through(from: Point, to: Point) -> Self {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        Self { a: -dy, b: dx, c: dy * i64::from(from.x) - dx * i64::from(from.y) }
    }

    pub(crate) fn side(self, point: Point) -> i64 {
        self.a * i64::from(point.x) + self.b * i64::from(point.y) + self.c
    }

    /// By how much `side` differs at most between the centre of a box and its rim; the box is as large as a cell's.
    pub(crate) fn spread(self, half_width: i32, half_height: i32) -> i64 {
        self.a.abs() * i64::from(half_width) + self.b.abs() * i64::from(half_height)
    }

    fn is_none(self) -> bool {
        (self.a, self.b) == (0, 0)
    }

    /// Positive when `other`'s direction is this one's turned clockwise.
    fn turn(self, other: Self) -> i64 {
        self.a * other.b - self.b * other.a
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b, c: self.c + other.c }
    }
}

/// A side through which lines pass: `left` and `right` as seen by somebody who walks along them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gate {
    pub(crate) left: Point,
    pub(crate) right: Point,
}

impl Gate {
    pub(crate) fn lies_on(self, line: Line) -> bool {
        line.side(self.left) == 0 && line.side(self.right) == 0
    }
}

/// One corner of a [`Pencils`] region.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vertex {
    pub(crate) line: Line,
    /// All lines on the way to the next corner pass through this point.
    pivot: Point,
}

/// Convex sets of lines, kept on one stack.
///
/// Lines that cross two gates are the points of a projective plane, and "passes to the left of this point" is a
/// half-plane there. A set of lines that pass some points on the left and others on the right is therefore a convex
/// polygon. Its corners are lines through two lattice points, its sides are turns about one, and so no number ever
/// grows, however often the polygon is cut. A polygon may be a segment or a single line.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pencils {
    stack: Vec<Vertex>,
    sides: Vec<i64>,
}

/// A set of lines on the stack.
pub(crate) type Region = Range<usize>;

impl Pencils {
    pub(crate) const fn new() -> Self {
        Self { stack: Vec::new(), sides: Vec::new() }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.stack.truncate(len);
    }

    pub(crate) fn vertices(&self, region: &Region) -> &[Vertex] {
        &self.stack[region.clone()]
    }

    /// A line in the inner part of the region (of the segment, or the line itself).
    pub(crate) fn middle(&self, region: &Region) -> Line {
        self.vertices(region).iter().fold(Line::default(), |sum, vertex| sum.plus(vertex.line))
    }

    /// All lines through both gates; clears the stack. Empty when the gates face each other at a shared end only.
    pub(crate) fn between(&mut self, from: Gate, to: Gate) -> Region {
        self.stack.clear();
        let corners = [
            (from.left, to.left, from.left),
            (from.left, to.right, to.right),
            (from.right, to.right, from.right),
            (from.right, to.left, to.left),
        ];
        for (a, b, pivot) in corners {
            let line = Line::through(a, b);
            if !line.is_none() {
                self.stack.push(Vertex { line, pivot });
            }
        }
        0..self.stack.len()
    }

    /// The lines of the region that have `point` on the right hand or on them (`right`), or on the left hand or on
    /// them. Returns the region itself when that is all of them; an empty range when it is none.
    pub(crate) fn cut(&mut self, region: &Region, point: Point, right: bool) -> Region {
        self.sides.clear();
        let sign = if right { 1 } else { -1 };
        self.sides.extend(self.stack[region.clone()].iter().map(|vertex| sign * vertex.line.side(point)));
        if self.sides.iter().all(|&side| side >= 0) {
            return region.clone();
        }
        let start = self.stack.len();
        let count = self.sides.len();
        for i in 0..count {
            let next = (i + 1) % count;
            let (here, there) = (self.stack[region.start + i], self.stack[region.start + next]);
            let (now, then) = (self.sides[i], self.sides[next]);
            // A segment turns about one point only, there and back.
            let cut = if count == 2 { here.pivot } else { point };
            if now >= 0 {
                let pivot = if now == 0 && then < 0 { cut } else { here.pivot };
                self.stack.push(Vertex { line: here.line, pivot });
            }
            if now > 0 && then < 0 {
                let line = turned(here, there, point);
                self.stack.push(Vertex { line, pivot: cut });
            } else if now < 0 && then > 0 && count > 2 {
                let line = turned(here, there, point);
                self.stack.push(Vertex { line, pivot: here.pivot });
            }
        }
        start..self.stack.len()
    }

    /// Whether the region has lines that pass the point on the left and lines that pass it on the right.
    pub(crate) fn straddles(&self, region: &Region, point: Point) -> bool {
        let (mut left, mut right) = (false, false);
        for vertex in self.vertices(region) {
            let side = vertex.line.side(point);
            left |= side < 0;
            right |= side > 0;
        }
        left && right
    }
}

/// The line on the turn from `here` to `there` about their common pivot that passes through `point`.
fn turned(here: Vertex, there: Vertex, point: Point) -> Line {
    let forward = here.line.side(point).signum() * here.line.turn(there.line).signum();
    if forward >= 0 { Line::through(here.pivot, point) } else { Line::through(point, here.pivot) }
}
