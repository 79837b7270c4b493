use std::ops::Range;

use crate::Square;

/// Whether a block of `side` squares a side, whose top left square is `at`, finds a lane through itself: rows or columns of
/// its own that lie next to each other, as many of them as `widths` allows, open from end to end and closed on both sides.
/// So a wagon squeezes between two walls. What lies just beyond the block is asked about, too.
///
/// ```
/// use skirmish_grid::{Square, has_lane};
/// let gate = |cell: Square| cell.y == 1;
/// assert!(has_lane(Square::new(4, 0), 2, 1..2, gate), "two squares wide, through a lane of one");
/// assert!(!has_lane(Square::new(4, 0), 3, 2..3, gate), "three squares want two");
/// let wall = |cell: Square| cell.y != 0;
/// assert!(!has_lane(Square::new(4, 0), 2, 1..2, wall), "nobody squeezes beside open ground");
/// ```
pub fn has_lane(at: Square, side: u8, widths: Range<u8>, open: impl Fn(Square) -> bool) -> bool {
    let side = i16::from(side);
    let widths = i16::from(widths.start).max(1)..i16::from(widths.end);
    let line = |nth: i16, upright: bool| {
        (0..side).all(|along| {
            let (x, y) = if upright { (nth, along) } else { (along, nth) };
            let cell = at.x.checked_add(x).zip(at.y.checked_add(y)).map(|(x, y)| Square::new(x, y));
            cell.is_some_and(&open)
        })
    };
    [false, true].into_iter().any(|upright| {
        let is_lane = |first: i16, wide: i16| {
            (first..first + wide).all(|nth| line(nth, upright))
                && !line(first - 1, upright)
                && !line(first + wide, upright)
        };
        widths.clone().any(|wide| (0..=side - wide).any(|first| is_lane(first, wide)))
    })
}
