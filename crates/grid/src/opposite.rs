use arrayvec::ArrayVec;

use crate::Block;

/// Do two bodies stand on opposite sides of a third: does some line between a point of one and a point of the other cross two
/// opposite sides of the rectangle that lies between? A line that touches a corner or runs along a side crosses nothing.
///
/// ```
/// use skirmish_grid::{Block, Square, are_opposite};
/// let [middle, east, west, north] = [(1, 1), (2, 1), (0, 2), (1, 0)].map(|(x, y)| Block::new(1, Square::new(x, y)));
/// assert!(are_opposite(&middle, &east, &west) && !are_opposite(&middle, &east, &north));
/// ```
#[must_use]
pub fn are_opposite(middle: &Block, one: &Block, other: &Block) -> bool {
    if let Some(opposite) = are_opposite_in_ring(middle, one, other) {
        return opposite;
    }
    let (middle, one, other) = (Space::of(middle), Space::of(one), Space::of(other));
    one.faces(&middle, &other) || one.turned().faces(&middle.turned(), &other.turned())
}

/// Single squares around a single one stand opposite where they are three or four steps of the ring apart.
fn are_opposite_in_ring(middle: &Block, one: &Block, other: &Block) -> Option<bool> {
    if [middle, one, other].into_iter().any(|block| block.side() != 1) {
        return None;
    }
    let from = |block: &Block| {
        let (x, y) = middle.anchor.difference(block.anchor);
        (x.abs().max(y.abs()) == 1).then_some((x, y))
    };
    let ((a, b), (c, d)) = (from(one)?, from(other)?);
    Some(a * c + b * d < 0)
}

/// A space as a rectangle.
#[derive(Clone, Copy, Debug)]
struct Space {
    left: i128,
    top: i128,
    right: i128,
    bottom: i128,
}

/// A point of the square of lines: where a line enters on the left side and leaves on the right one, as fractions.
type Corner = ((i128, i128), (i128, i128));

/// Each cut adds one corner at most.
type Polygon = ArrayVec<Corner, 12>;

impl Space {
    fn of(block: &Block) -> Self {
        let (x, y, side) = (i128::from(block.anchor.x), i128::from(block.anchor.y), i128::from(block.side()));
        Self { left: x, top: y, right: x + side, bottom: y + side }
    }

    fn turned(self) -> Self {
        Self { left: self.top, top: self.left, right: self.bottom, bottom: self.right }
    }

    /// Does some line from this space to the other cross the left and the right side of the middle?
    fn faces(self, middle: &Self, other: &Self) -> bool {
        self.crosses(middle, other) || other.crosses(middle, &self)
    }

    /// The same with this space on the left. A line is known by the heights at which it crosses both sides; those of a
    /// slope that meet a rectangle do so between two of its corners.
    fn crosses(self, middle: &Self, other: &Self) -> bool {
        let one = Self { right: self.right.min(middle.left), ..self };
        let other = Self { left: other.left.max(middle.right), ..*other };
        let aside = one.left > one.right || other.left > other.right;
        // Between two that are both above it, or both below, every line passes it by.
        let above = one.bottom.max(other.bottom) <= middle.top;
        if aside || above || one.top.min(other.top) >= middle.bottom {
            return false;
        }
        [true, false].into_iter().any(|falls| {
            let whole = |x: i128| (x, 1);
            let (top, bottom) = (whole(middle.top), whole(middle.bottom));
            let square = [(top, top), (bottom, top), (bottom, bottom), (top, bottom)].into_iter().collect();
            // With y counted downwards a line that falls has its right end lower.
            let slope = |(u, v): &Corner| if falls { difference(*v, *u) } else { difference(*u, *v) };
            let mut lines = clip(square, slope);
            for space in [one, other] {
                let (high, low) = if falls { (space.right, space.left) } else { (space.left, space.right) };
                let at = |x: i128| move |corner: &Corner| height(middle, corner, x);
                lines = clip(lines, |corner| difference(at(high)(corner), whole(space.top)));
                lines = clip(lines, |corner| difference(whole(space.bottom), at(low)(corner)));
            }
            is_inside(&lines, middle)
        })
    }
}

/// The height of a line at `x`.
fn height(middle: &Space, (u, v): &Corner, x: i128) -> (i128, i128) {
    let width = middle.right - middle.left;
    // u + (v - u) (x - left) / width
    let (un, ud) = *u;
    let (vn, vd) = *v;
    let rise = vn * ud - un * vd;
    (un * vd * width + rise * (x - middle.left), ud * vd * width)
}

fn difference(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0 * b.1 - b.0 * a.1, a.1 * b.1)
}

/// What of a polygon is where a linear measure is not below 0.
fn clip(polygon: Polygon, measure: impl Fn(&Corner) -> (i128, i128)) -> Polygon {
    let mut kept = Polygon::new();
    for (at, here) in polygon.iter().enumerate() {
        let next = &polygon[(at + 1) % polygon.len()];
        let (a, b) = (measure(here), measure(next));
        if a.0 >= 0 {
            kept.push(*here);
        }
        if (a.0 < 0) != (b.0 < 0) && a.0 != 0 && b.0 != 0 {
            // The share of the way from here at which the measure is 0: a / (a - b).
            let (an, bn) = (a.0 * b.1, b.0 * a.1);
            let (share, all) = (an, an - bn);
            let between = |from: (i128, i128), to: (i128, i128)| {
                let (n, d) = (from.0 * to.1 * all + (to.0 * from.1 - from.0 * to.1) * share, from.1 * to.1 * all);
                reduced(n, d)
            };
            kept.push((between(here.0, next.0), between(here.1, next.1)));
        }
    }
    kept
}

fn reduced(n: i128, d: i128) -> (i128, i128) {
    let (mut a, mut b) = (n.abs(), d.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let by = a.max(1) * if d < 0 { -1 } else { 1 };
    (n / by, d / by)
}

/// Is any point of the polygon inside the square: a line that does not only touch a corner or run along a side?
fn is_inside(polygon: &[Corner], middle: &Space) -> bool {
    let on =
        |of: fn(&Corner) -> (i128, i128), side: i128| polygon.iter().all(|corner| of(corner).0 == side * of(corner).1);
    !polygon.is_empty()
        && ![middle.top, middle.bottom]
            .into_iter()
            .any(|side| on(|corner| corner.0, side) || on(|corner| corner.1, side))
}

#[cfg(test)]
mod tests {
    use super::{Space as Rectangle, are_opposite};
    use crate::{Block, Square};

    type Space = (i16, i16, u8);

    fn space(x: i16, y: i16, side: u8) -> Space {
        (x, y, side)
    }

    fn block((x, y, side): Space) -> Block {
        Block::new(side, Square::new(x, y))
    }

    fn opposite(one: Space, middle: Space, other: Space) -> bool {
        are_opposite(&block(middle), &block(one), &block(other))
    }

    #[test]
    fn around_one_square_three_and_four_steps_of_the_ring_are_opposite() {
        let ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
        for (at, (x, y)) in ring.iter().enumerate() {
            for (nth, (u, v)) in ring.iter().enumerate() {
                let apart = at.abs_diff(nth).min(8 - at.abs_diff(nth));
                let found = opposite(space(*x, *y, 1), space(1, 1, 1), space(*u, *v, 1));
                assert_eq!(found, apart >= 3, "{x},{y} and {u},{v}");
                let [middle, one, other] =
                    [(1, 1), (*x, *y), (*u, *v)].map(|(x, y)| Rectangle::of(&block(space(x, y, 1))));
                let by_lines = one.faces(&middle, &other) || one.turned().faces(&middle.turned(), &other.turned());
                assert_eq!(found, by_lines, "{x},{y} and {u},{v} by lines");
            }
        }
    }

    #[test]
    fn large_spaces_are_looked_at_as_they_are() {
        // An ogre of two by two squares above, somebody below and a little aside.
        assert!(opposite(space(0, 0, 2), space(1, 2, 1), space(1, 3, 1)));
        assert!(!opposite(space(0, 0, 2), space(1, 2, 1), space(0, 2, 1)));
        // Around a large one.
        assert!(opposite(space(0, 1, 1), space(1, 1, 2), space(3, 2, 1)));
        assert!(!opposite(space(0, 1, 1), space(1, 1, 2), space(1, 0, 1)));
    }
}
