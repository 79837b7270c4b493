use crate::{Cell, Grazing, Passage, Point, walk};

/// Whether the line between two heights above the centres of two cells passes over everything between.
///
/// `eye` and `top` are heights in any whole unit, above the same zero as the heights that `obstacle` gives: how high
/// a cell stands, ground included. The line is straight, and a cell interrupts it when it rises above the line
/// anywhere along the stretch on which the line passes over the cell's inside; the two end cells never do. With
/// [`Grazing::Blocks`] a cell that just reaches the line interrupts it too, and one that is only touched counts.
/// Along a side shared by two cells the lower one decides ([`Grazing::Blocks`]: the higher).
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
    let line = Slope { start: from.centre(), end: to.centre(), eye, top };
    let rises = |cell: C, other: C| match (cell == from || cell == to, other == from || other == to) {
        (false, false) if grazing == Grazing::Free => Some(obstacle(cell).min(obstacle(other))),
        (false, false) => Some(obstacle(cell).max(obstacle(other))),
        (false, true) => (grazing == Grazing::Blocks).then(|| obstacle(cell)),
        (true, false) => (grazing == Grazing::Blocks).then(|| obstacle(other)),
        (true, true) => None,
    };
    !walk(from, to).any(|passage| {
        let (cell, height) = match passage {
            Passage::Inside(cell) => (cell, (cell != from && cell != to).then(|| obstacle(cell))),
            Passage::Between(a, b) => (a, rises(a, b)),
            Passage::Touched(_) if grazing == Grazing::Free => return false,
            Passage::Touched(cell) => (cell, (cell != from && cell != to).then(|| obstacle(cell))),
        };
        height.is_some_and(|height| line.meets(cell, height, grazing))
    })
}

struct Slope {
    start: Point,
    end: Point,
    eye: i32,
    top: i32,
}

impl Slope {
    /// Whether a height reached all over the cell interrupts the line.
    fn meets<C: Cell>(&self, cell: C, height: i32, grazing: Grazing) -> bool {
        let sides = C::CORNERS.len();
        (0..sides).any(|i| {
            let (a, b) = (cell.corner(i), cell.corner(i + 1));
            let (left, right) = (self.start.turn(self.end, a), self.start.turn(self.end, b));
            if left == 0 {
                return self.below(i128::from(self.along(a)), 1, height, grazing);
            }
            if left.signum() * right.signum() >= 0 {
                return false;
            }
            let (left, right) = (i128::from(left.abs()), i128::from(right.abs()));
            let along = i128::from(self.along(a)) * right + i128::from(self.along(b)) * left;
            self.below(along, left + right, height, grazing)
        })
    }

    /// Whether the line is below that height where it has gone `along / parts` of its squared length.
    fn below(&self, along: i128, parts: i128, height: i32, grazing: Grazing) -> bool {
        let whole = i128::from(self.along(self.end)) * parts;
        let (eye, top) = (i128::from(self.eye), i128::from(self.top));
        let line = eye * whole + (top - eye) * along;
        let limit = i128::from(height) * whole;
        if grazing == Grazing::Free { line < limit } else { line <= limit }
    }

    fn along(&self, point: Point) -> i64 {
        let (dx, dy) =
            (i64::from(self.end.x) - i64::from(self.start.x), i64::from(self.end.y) - i64::from(self.start.y));
        let (px, py) = (i64::from(point.x) - i64::from(self.start.x), i64::from(point.y) - i64::from(self.start.y));
        dx * px + dy * py
    }
}
