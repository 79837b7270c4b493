use crate::{Cell, Grazing, Passage, Point, Span, walk};

/// Whether the line between two heights above the centres of two cells passes over everything between.
///
/// `eye` and `top` are heights in any whole unit, above the same zero as the heights that `obstacle` gives: how high
/// a cell stands, ground included. What stands there reaches down without end; where one can look under it, see
/// [`line_clears`], which this is otherwise.
///
/// ```
/// use skirmish_grid::{Grazing, Square, passes_over};
/// let (archer, target) = (Square::new(0, 0), Square::new(4, 0));
/// let wall = |cell: Square| if cell.x == 3 { 3 } else { 0 };
/// // From a height of 10 to one of 1: over the far side of the wall the line is 10 − 9 · 3.5/4 = 2.125 high.
/// assert!(!passes_over(archer, 10, target, 1, wall, Grazing::Free));
/// assert!(passes_over(archer, 20, target, 1, wall, Grazing::Free));
/// ```
pub fn passes_over<C: Cell>(from: C, eye: i32, to: C, top: i32, obstacle: impl Fn(C) -> i32, grazing: Grazing) -> bool {
    let solid = |cell| Some(Solid { bottom: i64::MIN, top: obstacle(cell).into() });
    Slope::between(from, eye, to, top).clears(from, to, solid, grazing)
}

/// Whether the line between two heights above the centres of two cells passes everything between: over it, under it, or
/// through a gap.
///
/// `spans` tells which heights are filled over a cell: its ground, and whatever stands or flies there. The line is
/// straight, and a cell interrupts it when the line runs through the inside of what it is filled with; the two end cells
/// never do. Along a side that two cells share, it is interrupted where both are filled, and between two spans of which
/// one ends where the other begins it is interrupted, too. With [`Grazing::Blocks`] any touch interrupts it.
///
/// ```
/// use skirmish_grid::{Grazing, Span, Square, line_clears};
/// let (archer, target) = (Square::new(0, 0), Square::new(4, 0));
/// let bridge = |cell: Square| (cell.x == 2).then(|| Span::new(4, 6).unwrap());
/// assert!(line_clears(archer, 2, target, 2, bridge, Grazing::Free), "under the bridge");
/// assert!(!line_clears(archer, 2, target, 8, bridge, Grazing::Free));
/// assert!(line_clears(archer, 8, target, 7, bridge, Grazing::Free), "over it");
/// ```
pub fn line_clears<C: Cell, I: IntoIterator<Item = Span>>(
    from: C,
    eye: i32,
    to: C,
    height: i32,
    spans: impl Fn(C) -> I,
    grazing: Grazing,
) -> bool {
    let solid = |span: Span| Solid { bottom: span.bottom().into(), top: span.top().into() };
    let solids = |cell| spans(cell).into_iter().map(solid);
    Slope::between(from, eye, to, height).clears(from, to, solids, grazing)
}

/// A filled part of a cell's heights.
#[derive(Debug, Clone, Copy)]
struct Solid {
    bottom: i64,
    top: i64,
}

/// The heights of a line over a cell, from the lowest to the highest, rounded so that comparing them with whole heights
/// is exact: outward to compare with `<`, inward to compare with `<=`.
#[derive(Debug, Clone, Copy)]
struct Heights {
    low: i64,
    high: i64,
}

struct Slope {
    start: Point,
    end: Point,
    eye: i32,
    height: i32,
}

impl Slope {
    fn between<C: Cell>(from: C, eye: i32, to: C, height: i32) -> Self {
        Self { start: from.centre(), end: to.centre(), eye, height }
    }

    fn clears<C: Cell, I: IntoIterator<Item = Solid>>(
        &self,
        from: C,
        to: C,
        solids: impl Fn(C) -> I,
        grazing: Grazing,
    ) -> bool {
        let ends = |cell: C| cell == from || cell == to;
        let touches = |cell: C, over: C| {
            let heights = self.heights(over, grazing);
            !ends(cell)
                && solids(cell).into_iter().any(|solid| heights.low <= solid.top && solid.bottom <= heights.high)
        };
        !walk(from, to).any(|passage| match (passage, grazing) {
            (Passage::Inside(cell), Grazing::Free) => !ends(cell) && self.runs_through(cell, cell, &solids),
            (Passage::Between(a, b), Grazing::Free) => !ends(a) && !ends(b) && self.runs_through(a, b, &solids),
            (Passage::Touched(_), Grazing::Free) => false,
            (Passage::Inside(cell) | Passage::Touched(cell), Grazing::Blocks) => touches(cell, cell),
            (Passage::Between(a, b), Grazing::Blocks) => touches(a, a) || touches(b, a),
        })
    }

    /// Whether the line runs inside of what fills both cells: one cell twice, or two along whose common side it runs.
    fn runs_through<C: Cell, I: IntoIterator<Item = Solid>>(&self, a: C, b: C, solids: impl Fn(C) -> I) -> bool {
        if self.eye == self.height {
            // It may run where one solid ends and another begins: inside, if there is one below it and one above.
            let at = i64::from(self.eye);
            let filled = |cell: C| {
                solids(cell).into_iter().any(|solid| solid.bottom < at && at <= solid.top)
                    && solids(cell).into_iter().any(|solid| solid.bottom <= at && at < solid.top)
            };
            return filled(a) && (a == b || filled(b));
        }
        let heights = self.heights(a, Grazing::Free);
        solids(a).into_iter().any(|one| {
            let meets = |other: Solid| {
                let (bottom, top) = (one.bottom.max(other.bottom), one.top.min(other.top));
                bottom < top && heights.low < top && bottom < heights.high
            };
            if a == b { meets(one) } else { solids(b).into_iter().any(meets) }
        })
    }

    /// How high the line is over a cell.
    fn heights<C: Cell>(&self, cell: C, grazing: Grazing) -> Heights {
        let mut heights = Heights { low: i64::MAX, high: i64::MIN };
        let mut meet = |along: i128, parts: i128| {
            let (floor, ceil) = self.height_at(along, parts);
            let (low, high) = if grazing == Grazing::Free { (floor, ceil) } else { (ceil, floor) };
            (heights.low, heights.high) = (heights.low.min(low), heights.high.max(high));
        };
        for i in 0..C::CORNERS.len() {
            let (a, b) = (cell.corner(i), cell.corner(i + 1));
            let (left, right) = (self.start.turn(self.end, a), self.start.turn(self.end, b));
            if left == 0 {
                meet(i128::from(self.along(a)), 1);
            } else if left.signum() * right.signum() < 0 {
                let (left, right) = (i128::from(left.abs()), i128::from(right.abs()));
                meet(i128::from(self.along(a)) * right + i128::from(self.along(b)) * left, left + right);
            }
        }
        heights
    }

    /// The height of the line where it has gone `along / parts` of its squared length, rounded down and up.
    fn height_at(&self, along: i128, parts: i128) -> (i64, i64) {
        let whole = i128::from(self.along(self.end)) * parts;
        let (eye, height) = (i128::from(self.eye), i128::from(self.height));
        let line = eye * whole + (height - eye) * along;
        let floor = line.div_euclid(whole.max(1));
        let ceil = floor + i128::from(line.rem_euclid(whole.max(1)) != 0);
        (floor as i64, ceil as i64)
    }

    fn along(&self, point: Point) -> i64 {
        let (dx, dy) =
            (i64::from(self.end.x) - i64::from(self.start.x), i64::from(self.end.y) - i64::from(self.start.y));
        let (px, py) = (i64::from(point.x) - i64::from(self.start.x), i64::from(point.y) - i64::from(self.start.y));
        dx * px + dy * py
    }
}
