use crate::outline::Outline;
use crate::pencil::{Line, Pencils, Region};
use crate::search::{BLOCKS, COUNTS, Passageway, passageways};
use crate::sight::{any_pair, meet, search_free};
use crate::{Cell, Grazing, Point, SightScratch, walk};

/// How many cells for which `counts` holds lie on the line between the two centres, the two cells themselves left
/// out.
///
/// A cell counts when the line passes through its inside; where it runs along the side that two such cells share, one
/// of them counts; a touch does not. Whether the line is free is not asked: see
/// [`center_line_free`](crate::center_line_free).
///
/// ```
/// use skirmish_grid::{Hex, center_crossed};
/// let fog = |cell: Hex| cell.q == 1 || cell.q == 2;
/// assert_eq!(center_crossed(Hex::new(0, 0), Hex::new(4, 0), fog), 2);
/// assert_eq!(center_crossed(Hex::new(0, 0), Hex::new(1, 1), |_| true), 1);
/// ```
pub fn center_crossed<C: Cell>(from: C, to: C, counts: impl Fn(C) -> bool) -> u32 {
    let counts = |cell: C| cell != from && cell != to && counts(cell);
    // It is crossed where it would bar a line that may graze.
    walk(from, to).filter(|passage| passage.bars(counts, Grazing::Free)).count() as u32
}

/// Over all free lines between the two areas, the smallest number of cells for which `counts` holds that one of them
/// crosses between the areas; `None` when no line is free ([`any_line_free`](crate::any_line_free)). What crossing means: see
/// [`center_crossed`].
///
/// It counts no further than `enough`: more than that is answered with it.
///
/// The answer is exact, the same in both directions and however the board is turned or mirrored. As long as it is 0
/// or 1 it costs little more than [`any_line_free`](crate::any_line_free); beyond that the cost grows with the square of the cells
/// concerned, though lines that cross `enough` of them, or no fewer than one that is known, are left out together.
///
/// ```
/// use skirmish_grid::{Grazing, Hex, SightScratch, fewest_crossed};
/// let (a, b) = (Hex::new(0, 0), Hex::new(6, 0));
/// let mut scratch = SightScratch::new();
/// let mut behind = |fog: fn(Hex) -> bool| fewest_crossed(&[a], &[b], |_| false, fog, 3, Grazing::Free, &mut scratch);
/// assert_eq!(behind(|cell| cell.q == 2), Some(1));
/// assert_eq!(behind(|_| true), Some(3), "no fewer than 3 of 5");
/// ```
pub fn fewest_crossed<C: Cell>(
    from: &[C],
    to: &[C],
    blocks: impl Fn(C) -> bool,
    counts: impl Fn(C) -> bool,
    enough: u32,
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> Option<u32> {
    let marks = marks(from, to, blocks, counts);
    let stands = |cell: C| marks(cell) & BLOCKS != 0;
    if meet(from, to, stands, grazing) {
        return Some(0);
    }
    match (from, to) {
        ([a], [b]) => fewest_between(*a, *b, &marks, enough, grazing, scratch),
        _ => search_free(from, to, stands, grazing, scratch)
            .then(|| search_fewest(from, to, &marks, (0, enough), grazing, scratch)),
    }
}

/// The same between two cells, of which much is seen at a glance: what the centre line and those beside it cross, and what
/// no line can do without.
fn fewest_between<C: Cell>(
    from: C,
    to: C,
    marks: impl Fn(C) -> u8,
    enough: u32,
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> Option<u32> {
    let centre = crossed_by_centre(from, to, &marks, grazing);
    if centre == Some(0) {
        return centre;
    }
    let strip = &mut scratch.strip;
    strip.survey(from, to, &marks);
    if centre.is_none() && strip.at_least(BLOCKS) > 0 {
        return None;
    }
    let (is_clear, least) = (!strip.has(COUNTS), strip.at_least(COUNTS).min(enough));
    let open = grazing == Grazing::Free && centre.is_none_or(|count| count > least);
    let beside = if open { strip.beside(least) } else { None };
    let known = centre.into_iter().chain(beside).min();
    if known.is_none() && !search_free(&[from], &[to], |cell| marks(cell) & BLOCKS != 0, grazing, scratch) {
        return None;
    }
    let most = if is_clear { 0 } else { known.unwrap_or(enough).min(enough) };
    Some(if least == most { most } else { search_fewest(&[from], &[to], &marks, (least, most), grazing, scratch) })
}

/// What the line between the centres crosses, if it is free.
fn crossed_by_centre<C: Cell>(from: C, to: C, marks: impl Fn(C) -> u8, grazing: Grazing) -> Option<u32> {
    let mut crossed = 0;
    for passage in walk(from, to) {
        if passage.bars(|cell| marks(cell) & BLOCKS != 0, grazing) {
            return None;
        }
        crossed += u32::from(passage.bars(|cell| marks(cell) & COUNTS != 0, Grazing::Free));
    }
    Some(crossed)
}

/// The number itself, where some line is free and it lies within these bounds.
fn search_fewest<C: Cell>(
    from: &[C],
    to: &[C],
    marks: impl Fn(C) -> u8,
    (least, mut fewest): (u32, u32),
    grazing: Grazing,
    scratch: &mut SightScratch,
) -> u32 {
    any_pair(from, to, |a, b| {
        fewest <= least.max(1)
            || each_line(a, b, &marks, grazing, Extreme::Fewest, scratch, |found| match found {
                Found::Line(count) => {
                    fewest = fewest.min(count);
                    fewest <= least.max(1)
                }
                Found::AtLeast(count) => count >= fewest,
            })
    });
    // Where one is crossed there may still be a line that crosses nothing; where no line crosses fewer than two there is none.
    let search = &mut scratch.search;
    let clear = fewest == 0
        || fewest == 1
            && least == 0
            && any_pair(from, to, |a, b| {
                search.survey(a, b, &marks);
                passageways(a, b, grazing).any(|way| search.open::<C>(&way, BLOCKS, COUNTS))
            });
    if clear { 0 } else { fewest }
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
    if !crate::any_line_free(from, to, &blocks, grazing, scratch) {
        return None;
    }
    let marks = marks(from, to, blocks, counts);
    let mut most = 0;
    any_pair(from, to, |a, b| {
        each_line(a, b, &marks, grazing, Extreme::Most, scratch, |found| {
            if let Found::Line(count) = found {
                most = most.max(count);
            }
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

/// What is found on the way to the lines that matter.
#[derive(Debug, Clone, Copy)]
enum Found {
    /// A line that crosses so many; the answer says whether to stop.
    Line(u32),
    /// A set of lines each of which crosses so many or more; the answer says whether to leave all of them out.
    AtLeast(u32),
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
    /// Where they are.
    places: Vec<(i16, i16)>,
    /// Pairs of `cells` that share a side.
    links: Vec<(u32, u32)>,
    points: Vec<Point>,
    frames: Vec<(usize, Region)>,
}

/// Tells `judge` the count of enough free lines for the extreme to be among them, until it says stop; says whether it
/// did. For the fewest it is also asked whether a set of lines is worth a look.
fn each_line<C: Cell>(
    from: &Outline,
    to: &Outline,
    marks: impl Fn(C) -> u8,
    grazing: Grazing,
    extreme: Extreme,
    scratch: &mut SightScratch,
    mut judge: impl FnMut(Found) -> bool,
) -> bool {
    let SightScratch { search, counted, .. } = scratch;
    search.survey(from, to, marks);
    passageways(from, to, grazing).any(|way| {
        counted.collect(search.marked::<C>(COUNTS), &way);
        search.explore::<C>(&way, BLOCKS, |pencils, region, obstacles| {
            counted.split(pencils, region, |pencils, face, is_whole, counted| {
                if !is_whole {
                    let few =
                        extreme == Extreme::Fewest && judge(Found::AtLeast(counted.crossed_by_all(pencils, face)));
                    return if few { Next::LeaveOut } else { Next::GoOn };
                }
                let stop = lines_of(pencils, face, extreme, grazing, |line| {
                    way.admits(line)
                        && (grazing == Grazing::Free || obstacles.untouched_by(line, BLOCKS))
                        && judge(Found::Line(counted.crossed(line)))
                });
                if stop { Next::Stop } else { Next::GoOn }
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

/// What to do after a look at a set of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    LeaveOut,
    Stop,
}

impl Counted {
    pub(crate) const fn new() -> Self {
        Self { cells: Vec::new(), places: Vec::new(), links: Vec::new(), points: Vec::new(), frames: Vec::new() }
    }

    fn collect<C: Cell>(&mut self, cells: impl Iterator<Item = C>, way: &Passageway) {
        self.cells.clear();
        self.places.clear();
        self.links.clear();
        self.points.clear();
        for cell in cells {
            let Some(outline) = way.cut(cell) else { continue };
            let i = self.cells.len() as u32;
            let beside = |place: &(i16, i16)| cell.shares_side(C::at(place.0, place.1));
            self.links.extend((0..i).zip(&self.places).filter(|(_, place)| beside(place)).map(|(j, _)| (i, j)));
            self.cells.push(outline);
            self.places.push(cell.axes());
            self.points.extend(outline.points());
        }
        self.points.sort_unstable();
        self.points.dedup();
    }

    /// Cuts the region at the corners of all cells into faces, in each of which all lines pass all corners on the same
    /// hand. It visits each face, and before that every part of the region which has to be cut further.
    fn split(
        &mut self,
        pencils: &mut Pencils,
        region: &Region,
        mut visit: impl FnMut(&Pencils, &Region, bool, &Self) -> Next,
    ) -> bool {
        let mut frames = std::mem::take(&mut self.frames);
        frames.clear();
        frames.push((0, region.clone()));
        let mut stopped = false;
        'parts: while let Some((mut next, mut face)) = frames.pop() {
            pencils.truncate(face.end);
            if visit(pencils, &face, false, self) == Next::LeaveOut {
                continue;
            }
            while let Some(&point) = self.points.get(next) {
                next += 1;
                if pencils.straddles(&face, point) {
                    let left = pencils.cut(&face, point, false);
                    let right = pencils.cut(&face, point, true);
                    frames.push((next, left));
                    face = right;
                    if visit(pencils, &face, false, self) == Next::LeaveOut {
                        continue 'parts;
                    }
                }
            }
            if visit(pencils, &face, true, self) == Next::Stop {
                stopped = true;
                break;
            }
        }
        self.frames = frames;
        stopped
    }

    /// How many cells every line of the face surely crosses: those with a corner that all its lines have on the left
    /// hand, and one that all have on the right. The lines of a face are between its corners, so these speak for all.
    fn crossed_by_all(&self, pencils: &Pencils, face: &Region) -> u32 {
        let vertices = pencils.vertices(face);
        let is_crossed = |cell: &&Outline| {
            let all =
                |sign: i64| move |point: &Point| vertices.iter().all(|vertex| vertex.line.side(*point) * sign > 0);
            cell.points().iter().any(all(1)) && cell.points().iter().any(all(-1))
        };
        self.cells.iter().filter(is_crossed).count() as u32
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

#[cfg(test)]
mod tests {
    use super::{marks, search_fewest};
    use crate::sight::{meet, search_free};
    use crate::{Board, Cell, Grazing, Hex, SightScratch, Square, fewest_crossed};

    /// Banks of fog and rocks of all sizes, from every seventh cell.
    fn a_glance_says_what_a_search_finds<C: Cell>() {
        let board = Board::<C>::new(13, 9).unwrap();
        let mut scratch = SightScratch::new();
        let cells: Vec<C> = board.cells().collect();
        let mut found = [0; 5];
        for trial in 0..24 {
            let bank = |cell: C, size: i32, salt: i32| {
                let (column, row) = cell.column_row();
                let place =
                    (column.div_euclid(size) * 7 + row.div_euclid(size) * 11 + trial * 13 + salt).rem_euclid(17);
                place < 2 + trial % 5
            };
            let fog = |cell: C| bank(cell, 1 + trial % 4, 0);
            let rock = |cell: C| trial % 3 > 0 && bank(cell, 1 + trial % 2, 5) && bank(cell, 2, 9);
            for (a, b) in cells.iter().step_by(7).flat_map(|a| cells.iter().step_by(5).map(move |b| (*a, *b))) {
                for grazing in [Grazing::Free, Grazing::Blocks] {
                    let said = fewest_crossed(&[a], &[b], rock, fog, 3, grazing, &mut scratch);
                    let stands = |cell: C| cell != a && cell != b && rock(cell);
                    let free = search_free(&[a], &[b], stands, grazing, &mut scratch);
                    let (from, to) = ([a], [b]);
                    let marks = marks(&from, &to, rock, fog);
                    let searched = match meet(&from, &to, stands, grazing) {
                        true => Some(0),
                        false => free.then(|| search_fewest(&from, &to, marks, (0, 3), grazing, &mut scratch)),
                    };
                    assert_eq!(said, searched, "{a} {b}, trial {trial}, {grazing:?}");
                    found[said.map_or(4, |count| count as usize)] += 1;
                }
            }
        }
        assert!(found.iter().all(|many| *many > 100), "{found:?}");
    }

    #[test]
    fn on_hexes_a_glance_says_what_a_search_finds() {
        a_glance_says_what_a_search_finds::<Hex>();
    }

    #[test]
    fn on_squares_a_glance_says_what_a_search_finds() {
        a_glance_says_what_a_search_finds::<Square>();
    }
}
