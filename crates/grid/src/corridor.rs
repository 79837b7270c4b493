use std::ops::RangeInclusive;

use crate::outline::Bounds;
use crate::{Cell, Point};

/// Visits, row by row, every cell that meets the hull of the two boxes, and a few cells beside it.
pub(crate) fn corridor<C: Cell>(from: Bounds, to: Bounds, mut visit: impl FnMut(C)) {
    let top = i64::from(from.top.min(to.top));
    let bottom = i64::from(from.bottom.max(to.bottom));
    let (half, pitch) = (i64::from(C::HALF_HEIGHT), i64::from(C::PITCH));
    let (first, last) = (-(half - top).div_euclid(pitch), (bottom + half).div_euclid(pitch));
    let pairs: [(Point, Point); 4] = {
        let (a, b) = (from.corners(), to.corners());
        std::array::from_fn(|i| (a[i], b[i]))
    };
    for row in on_the_lattice(first, last) {
        let middle = C::PITCH * i32::from(row);
        let band = (middle - C::HALF_HEIGHT, middle + C::HALF_HEIGHT);
        let mut span = Span::EMPTY;
        for bounds in [&from, &to] {
            if bounds.top <= band.1 && bounds.bottom >= band.0 {
                span.cover(bounds.left.into(), bounds.right.into());
            }
        }
        pairs.iter().for_each(|&(a, b)| span.cover_segment(a, b, band));
        if span.low > span.high {
            continue;
        }
        let shift = i64::from(C::SHEAR) * i64::from(row);
        let columns = on_the_lattice((span.low - shift).div_euclid(2), (span.high + 1 - shift).div_euclid(2));
        columns.for_each(|column| visit(C::at(column, row)));
    }
}

/// The part of the range that cells have.
fn on_the_lattice(first: i64, last: i64) -> RangeInclusive<i16> {
    let clamp = |value: i64| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    if last < i64::from(i16::MIN) || first > i64::from(i16::MAX) {
        return RangeInclusive::new(1, 0);
    }
    clamp(first)..=clamp(last)
}

/// A range of `x`.
struct Span {
    low: i64,
    high: i64,
}

impl Span {
    const EMPTY: Self = Self { low: i64::MAX, high: i64::MIN };

    fn cover(&mut self, low: i64, high: i64) {
        self.low = self.low.min(low);
        self.high = self.high.max(high);
    }

    /// Covers the part of the segment within the band, rounded outwards.
    fn cover_segment(&mut self, a: Point, b: Point, band: (i32, i32)) {
        let low = a.y.min(b.y).max(band.0);
        let high = a.y.max(b.y).min(band.1);
        if low > high {
            return;
        }
        if a.y == b.y {
            return self.cover(a.x.min(b.x).into(), a.x.max(b.x).into());
        }
        let (rise, run) = (i64::from(b.y) - i64::from(a.y), i64::from(b.x) - i64::from(a.x));
        for y in [low, high] {
            let Some(part) = run.checked_mul(i64::from(y) - i64::from(a.y)) else {
                return self.cover(a.x.min(b.x).into(), a.x.max(b.x).into());
            };
            let (part, rise) = if rise < 0 { (-part, -rise) } else { (part, rise) };
            let floor = part.div_euclid(rise);
            let ceil = floor + i64::from(part.rem_euclid(rise) != 0);
            self.cover(i64::from(a.x) + floor, i64::from(a.x) + ceil);
        }
    }
}
