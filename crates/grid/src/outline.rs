use crate::{Cell, Kind, Point};

/// A convex polygon with corners on the lattice, clockwise: a cell, a rectangle of squares, or a part of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outline {
    points: [Point; 6],
    len: u8,
}

/// An area of more cells is not looked at as a whole: no creature is that large.
const MANY: usize = 1024;

/// The box around an outline.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Outline {
    pub(crate) fn of<C: Cell>(cell: C) -> Self {
        let mut outline = Self::default();
        cell.corners().for_each(|corner| outline.push(corner));
        outline
    }

    /// The whole area as one outline, when it is one cell or a full rectangle of squares.
    pub(crate) fn of_area<C: Cell>(area: &[C]) -> Option<Self> {
        if let [cell] = area {
            return Some(Self::of(*cell));
        }
        if C::KIND == Kind::Hex || area.len() > MANY {
            return None;
        }
        let axes = || area.iter().map(|cell| cell.axes());
        let (left, right) = (axes().map(|(a, _)| a).min()?, axes().map(|(a, _)| a).max()?);
        let (top, bottom) = (axes().map(|(_, b)| b).min()?, axes().map(|(_, b)| b).max()?);
        let cells = (i64::from(right) - i64::from(left) + 1) * (i64::from(bottom) - i64::from(top) + 1);
        if i64::try_from(area.len()).ok()? < cells {
            return None;
        }
        let full = (top..=bottom).all(|b| (left..=right).all(|a| area.contains(&C::at(a, b))));
        let (first, last) = (C::at(left, top).centre(), C::at(right, bottom).centre());
        full.then(|| {
            let mut outline = Self::default();
            outline.push(Point::new(last.x + 1, first.y - 1));
            outline.push(Point::new(last.x + 1, last.y + 1));
            outline.push(Point::new(first.x - 1, last.y + 1));
            outline.push(Point::new(first.x - 1, first.y - 1));
            outline
        })
    }

    pub(crate) fn push(&mut self, point: Point) {
        if let Some(place) = self.points.get_mut(usize::from(self.len)) {
            *place = point;
            self.len += 1;
        }
    }

    pub(crate) fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.len)]
    }

    /// The sides as (start, end), clockwise: the inside lies on the right hand.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let points = self.points();
        points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| (a, b))
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let start = self.points[0];
        let mut bounds = Bounds { left: start.x, top: start.y, right: start.x, bottom: start.y };
        for point in self.points() {
            bounds.left = bounds.left.min(point.x);
            bounds.right = bounds.right.max(point.x);
            bounds.top = bounds.top.min(point.y);
            bounds.bottom = bounds.bottom.max(point.y);
        }
        bounds
    }
}

impl Bounds {
    /// The corners in a fixed order, so that those of two boxes match.
    pub(crate) fn corners(&self) -> [Point; 4] {
        [
            Point::new(self.left, self.top),
            Point::new(self.right, self.top),
            Point::new(self.right, self.bottom),
            Point::new(self.left, self.bottom),
        ]
    }
}
