use crate::outline::Outline;
use crate::pencil::{Line, Pencils, Region};
use crate::search::{BLOCKS, COUNTS, Passageway, passageways};
use crate::sight::{any_pair, meet};
use crate::{Cell, Grazing, Passage, Point, SightScratch, any_line_free, center_line_free, walk};

/// How many cells for which `counts` holds lie on the line between the two centres, the two cells themselves left
/// out.
///
/// A cell counts when the line passes through its inside; where it runs along the side that two such cells share, one
/// of them counts; a touch does not. Whether the line is free is not asked: see
/// [`center_line_free`].
///
/// ```
/// use skirmish_grid::{Hex, center_crossed};
/// let fog = |cell: Hex| cell.q == 1 || cell.q == 2;
/// assert_eq!(center_crossed(Hex::new(0, 0), Hex::new(4, 0), fog), 2);
/// assert_eq!(center_crossed(Hex::new(0, 0), Hex::new(1, 1), |_| true), 1);
/// ```
pub fn center_crossed<C: Cell>(from: C, to: C, counts: impl Fn(C) -> bool) -> u32 {
    let counts = |cell: C| cell != from && cell != to && counts(cell);
    let crossed = |passage| match passage {
        Passage::Inside(cell) => counts(cell),
        Passage::Between(a, b) => counts(a) && counts(b),
        Passage::Touched(_) => false,
    };
    walk(from, to).filter(|&passage| crossed(passage)).count() as u32
}

/// Over all free lines between the two areas, the smallest number of cells for which `counts` holds that one of them
/// crosses between the areas; `None` when no line is free ([`any_line_free`]). What crossing means: see
/// [`center_crossed`].
///
/// The answer is exact, the same in both directions and however the board is turned or mirrored. As long as it is 0
/// or 1 it costs little more than [`any_line_free`]; beyond that the cost grows with the square of the cells
/// concerned.
///
/// ```
/// use skirmish_grid::{Grazing, Hex, SightScratch, fewest_crossed};
/// let (a, b) = (Hex::new(0, 0), Hex::new(4, 0));
/// let curtain = |cell: Hex| cell.q == 2;
/// let count = fewest_crossed(&[a], &[b], |_| false, curtain, Grazing::Free, &mut SightScratch::new());
/// assert_eq!(count, Some(1));
/// ```
pub fn fewest_crossed<C: Cell>(
    from: &[C],
    to: &[C],
    blocks: impl Fn(C) -> bool,
    counts: impl Fn(C) -> bool,
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> Option<u32> {
    if !any_line_free(from, to, &blocks, grazing, scratch) {
        return None;
    }
    let marks = marks(from, to, blocks, counts);
    if meet(from, to, |cell| marks(cell) & BLOCKS != 0, grazing) {
        return Some(0);
    }
    let mut fewest = u32::MAX;
    if let ([a], [b]) = (from, to)
        && center_line_free(*a, *b, |cell| marks(cell) & BLOCKS != 0, grazing)
    {
        fewest = fewest.min(center_crossed(*a, *b, |cell| marks(cell) & COUNTS != 0));
    }
    // With no line that crosses nothing, one is as few as can be.
    let search = &mut scratch.search;
    let clear = fewest == 0
        || any_pair(from, to, |a, b| {
            search.survey(a, b, &marks);
            passageways(a, b, grazing).any(|way| search.open::<C>(&way, BLOCKS, COUNTS))
        });
    if clear {
        return Some(0);
    }
    any_pair(from, to, |a, b| {
        fewest <= 1
            || each_line(a, b, &marks, grazing, Extreme::Fewest, scratch, |count| {
                fewest = fewest.min(count);
                fewest <= 1
            })
    });
    Some(fewest)
}

/// As [`fewest_crossed`], the largest number: the line that is best for whoever is aimed at. It costs more, because
/// there is no early end.
pub fn most_crossed<C: Cell>(
    from: &[C],
    to: &[C],
    blocks: impl Fn(C) -> bool,
    counts: impl Fn(C) -> bool,
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> Option<u32> {
    if !any_line_free(from, to, &blocks, grazing, scratch) {
        return None;
    }
    let marks = marks(from, to, blocks, counts);
    let mut most = 0;
    any_pair(from, to, |a, b| {
        each_line(a, b, &marks, grazing, Extreme::Most, scratch, |count| {
            most = most.max(count);
            false
        })
    });
    Some(most)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Fewest,
    Most,
}

fn marks<C: Cell>(from: &[C], to: &[C], blocks: impl Fn(C) -> bool, counts: impl Fn(C) -> bool) -> impl Fn(C) -> u8 {
    move |cell| {
        let mark = if blocks(cell) { BLOCKS } else { 0 } | if counts(cell) { COUNTS } else { 0 };
        if mark == 0 || from.contains(&cell) || to.contains(&cell) { 0 } else { mark }
    }
}

/// The cells that count in one passageway, cut to it.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    cells: Vec<Outline>,
    /// Pairs of `cells` that share a side.
    links: Vec<(u32, u32)>,
    points: Vec<Point>,
    frames: Vec<(usize, Region)>,
}

/// Tells `judge` the count of enough free lines for the extreme to be among them, until it says stop; says whether it
/// did.
fn each_line<C: Cell>(
    from: &Outline,
    to: &Outline,
    marks: impl Fn(C) -> u8,
    grazing: Grazing,
    extreme: Extreme,
    scratch: &mut SightScratch,
    mut judge: impl FnMut(u32) -> bool,
) -> bool {
    let SightScratch { search, counted } = scratch;
    search.survey(from, to, marks);
    passageways(from, to, grazing).any(|way| {
        counted.collect(search.marked::<C>(COUNTS), &way);
        search.explore::<C>(&way, BLOCKS, |pencils, region, obstacles| {
            counted.split(pencils, region, |pencils, face, counted| {
                lines_of(pencils, face, extreme, grazing, |line| {
                    way.admits(line)
                        && (grazing == Grazing::Free || obstacles.untouched_by(line, BLOCKS))
                        && judge(counted.crossed(line))
                })
            })
        })
    })
}

/// The lines of a face that have to be looked at.
///
/// A line at the rim of a set crosses no more than those inside, so the most is found in the middle and the fewest at
/// the corners. Only where a rim may itself be barred do the sides and the middle have to be looked at for the fewest
/// too.
fn lines_of(
    pencils: &Pencils,
    face: &Region,
    extreme: Extreme,
    grazing: Grazing,
    mut stop: impl FnMut(Line) -> bool,
) -> bool {
    let vertices = pencils.vertices(face);
    let around = vertices.iter().zip(vertices.iter().cycle().skip(1));
    let corners = extreme == Extreme::Fewest;
    (corners && vertices.iter().any(|vertex| stop(vertex.line)))
        || (corners && grazing == Grazing::Blocks && around.into_iter().any(|(a, b)| stop(a.line.plus(b.line))))
        || ((!corners || grazing == Grazing::Blocks) && stop(pencils.middle(face)))
}

impl Counted {
    pub(crate) const fn new() -> Self {
        Self { cells: Vec::new(), links: Vec::new(), points: Vec::new(), frames: Vec::new() }
    }

    fn collect<C: Cell>(&mut self, cells: impl Iterator<Item = C> + Clone, way: &Passageway) {
        self.cells.clear();
        self.links.clear();
        self.points.clear();
        let relevant = cells.filter_map(|cell| Some((cell, way.cut(cell)?)));
        for (i, (cell, outline)) in relevant.clone().enumerate() {
            self.cells.push(outline);
            self.points.extend(outline.points());
            for (j, (other, _)) in relevant.clone().enumerate().take(i) {
                if cell.shares_side(other) {
                    self.links.push((i as u32, j as u32));
                }
            }
        }
        self.points.sort_unstable();
        self.points.dedup();
    }

    /// Cuts the region at the corners of all cells and visits the faces, in each of which all lines pass all corners
    /// on the same hand.
    fn split(
        &mut self,
        pencils: &mut Pencils,
        region: &Region,
        mut visit: impl FnMut(&Pencils, &Region, &Self) -> bool,
    ) -> bool {
        let mut frames = std::mem::take(&mut self.frames);
        frames.clear();
        frames.push((0, region.clone()));
        let mut stopped = false;
        while let Some((mut next, mut face)) = frames.pop() {
            pencils.truncate(face.end);
            while let Some(&point) = self.points.get(next) {
                next += 1;
                if pencils.straddles(&face, point) {
                    let left = pencils.cut(&face, point, false);
                    let right = pencils.cut(&face, point, true);
                    frames.push((next, left));
                    face = right;
                }
            }
            if visit(pencils, &face, self) {
                stopped = true;
                break;
            }
        }
        self.frames = frames;
        stopped
    }

    fn crossed(&self, line: Line) -> u32 {
        let inside = self.cells.iter().filter(|cell| side_of(cell, line) == Side::Inside).count();
        let along = self.links.iter().filter(|&&(i, j)| {
            let side = |i: u32| self.cells.get(i as usize).map(|cell| side_of(cell, line));
            matches!((side(i), side(j)), (Some(Side::Left), Some(Side::Right)) | (Some(Side::Right), Some(Side::Left)))
                && self.share_side_on(line, i, j)
        });
        (inside + along.count()) as u32
    }

    fn share_side_on(&self, line: Line, i: u32, j: u32) -> bool {
        let on = |i: u32| self.cells[i as usize].points().iter().copied().filter(move |&point| line.side(point) == 0);
        on(i).filter(|&point| on(j).any(|other| other == point)).count() >= 2
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Inside,
    Right,
}

fn side_of(cell: &Outline, line: Line) -> Side {
    let (mut left, mut right) = (false, false);
    for &point in cell.points() {
        let side = line.side(point);
        left |= side < 0;
        right |= side > 0;
    }
    match (left, right) {
        (true, true) => Side::Inside,
        (true, false) => Side::Left,
        _ => Side::Right,
    }
}
