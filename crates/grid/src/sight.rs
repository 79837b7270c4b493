use crate::crossing::Counted;
use crate::outline::Outline;
use crate::search::{BLOCKS, Search, passageways};
use crate::strip::Strip;
use crate::{Cell, Grazing, center_line_free};

/// The working memory of the questions about sight. Keep one and hand it in again: once warm, nothing is allocated.
#[derive(Debug, Clone)]
pub struct SightScratch {
    pub(crate) search: Search,
    pub(crate) counted: Counted,
    pub(crate) strip: Strip,
}

impl SightScratch {
    /// An empty one.
    #[must_use]
    pub const fn new() -> Self {
        Self { search: Search::new(), counted: Counted::new(), strip: Strip::new() }
    }
}

impl Default for SightScratch {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether a free line runs from any point of the one area to any point of the other.
///
/// An area is the cells that a creature covers, borders included: one cell, or a footprint of any shape. Its own
/// cells never interrupt the line, whatever `blocks` says of them. An empty area is never seen. What else interrupts
/// a line is [`Grazing`]'s matter.
///
/// The answer is exact: a free line exists only if one exists among the lines through two corners of the cells
/// concerned (with [`Grazing::Blocks`], near one), and those are searched. It is the same in both directions and
/// however the board is turned or mirrored. The cost grows with the obstacles between the two areas: a microsecond or
/// two on an ordinary board.
///
/// ```
/// use skirmish_grid::{Grazing, Hex, SightScratch, any_line_free};
/// let mut scratch = SightScratch::new();
/// let (a, b, rock) = (Hex::new(0, 0), Hex::new(3, 1), Hex::new(1, 0));
/// assert!(any_line_free(&[a], &[b], |cell| cell == rock, Grazing::Free, &mut scratch));
/// let wall = |cell: Hex| cell.q == 1;
/// assert!(!any_line_free(&[a], &[b], wall, Grazing::Free, &mut scratch));
/// ```
pub fn any_line_free<C: Cell>(
    from: &[C],
    to: &[C],
    blocks: impl Fn(C) -> bool,
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> bool {
    let stands = |cell: C| blocks(cell) && !from.contains(&cell) && !to.contains(&cell);
    if meet(from, to, stands, grazing) {
        return true;
    }
    if let ([a], [b]) = (from, to)
        && center_line_free(*a, *b, stands, grazing)
    {
        return true;
    }
    if let ([a], [b]) = (from, to) {
        let strip = &mut scratch.strip;
        strip.survey(*a, *b, |cell| if stands(cell) { BLOCKS } else { 0 });
        if strip.at_least(BLOCKS) > 0 {
            return false;
        }
        if grazing == Grazing::Free && strip.beside(0).is_some() {
            return true;
        }
    }
    search_free(from, to, stands, grazing, scratch)
}

/// The same by a search; an area's own cells do not stand in the way, and the areas do not meet.
pub(crate) fn search_free<C: Cell>(
    from: &[C],
    to: &[C],
    stands: impl Fn(C) -> bool,
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> bool {
    let search = &mut scratch.search;
    any_pair(from, to, |a, b| {
        search.survey(a, b, |cell| if stands(cell) { BLOCKS } else { 0 }) == 0
            || passageways(a, b, grazing).any(|way| search.open::<C>(&way, BLOCKS, 0))
    })
}

/// Whether the areas have a point in common that lies on a free line, be it one without length.
pub(crate) fn meet<C: Cell>(from: &[C], to: &[C], stands: impl Fn(C) -> bool, grazing: Grazing) -> bool {
    let touching = |a: C, b: C| {
        if a == b || a.shares_side(b) {
            return true;
        }
        let Some(corner) = C::BEYOND.iter().position(|&step| a.offset(step) == Some(b)) else { return false };
        if !C::STEPS.contains(&C::BEYOND[corner]) {
            return false;
        }
        let sides = C::CORNERS.len();
        let beside = [a.neighbour(corner), a.neighbour((corner + sides - 1) % sides)];
        grazing == Grazing::Free || !beside.into_iter().flatten().any(&stands)
    };
    from.iter().any(|&a| to.iter().any(|&b| touching(a, b)))
}

/// Tries each pair of convex parts of the two areas, until one holds.
pub(crate) fn any_pair<C: Cell>(from: &[C], to: &[C], mut holds: impl FnMut(&Outline, &Outline) -> bool) -> bool {
    let (whole_from, whole_to) = (Outline::of_area(from), Outline::of_area(to));
    let parts = |area: &[C], whole: Option<Outline>| if whole.is_some() { 1 } else { area.len() };
    (0..parts(from, whole_from)).any(|i| {
        let a = whole_from.unwrap_or_else(|| Outline::of(from[i]));
        (0..parts(to, whole_to)).any(|j| holds(&a, &whole_to.unwrap_or_else(|| Outline::of(to[j]))))
    })
}
