use crate::corridor::corridor;
use crate::outline::Outline;
use crate::pencil::{Gate, Line, Pencils, Region};
use crate::{Cell, Grazing, Point};

/// A cell that blocks a line.
pub(crate) const BLOCKS: u8 = 1;
/// A cell that is counted when a line crosses it.
pub(crate) const COUNTS: u8 = 2;

/// The search for lines from one convex outline to another.
///
/// Every line leaves the one by a side and enters the other by a side. For each such pair of gates the lines through
/// both are a convex [`Region`], which is cut at each obstacle in turn into those that pass it on the left and those
/// that pass it on the right. What is left at the end are exactly the free lines. Obstacles that share a side have to
/// be passed on the same hand: between them there is no way.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    /// What stands in the corridor, row by row, with its marks.
    found: Vec<((i16, i16), u8)>,
    /// Pairs of `found` that share a side.
    links: Vec<(u32, u32)>,
    groups: Vec<u32>,
    items: Vec<Item>,
    frames: Vec<Frame>,
    pub(crate) pencils: Pencils,
}

#[derive(Debug, Clone, Copy)]
struct Item {
    group: u32,
    mark: u8,
    outline: Outline,
}

/// What stands in the current passageway.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Obstacles<'s>(&'s [Item]);

impl Obstacles<'_> {
    /// Whether the line keeps clear of those that bear the mark.
    pub(crate) fn untouched_by(self, line: Line, hard: u8) -> bool {
        self.0.iter().filter(|item| item.mark & hard != 0).all(|item| {
            let mut sides = item.outline.points().iter().map(|&point| line.side(point));
            sides.clone().all(|side| side > 0) || sides.all(|side| side < 0)
        })
    }
}

#[derive(Debug, Clone)]
struct Frame {
    next: usize,
    region: Region,
}

/// Two sides that face each other, and what lies in front of both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passageway {
    pub(crate) from: Gate,
    pub(crate) to: Gate,
    behind: [Line; 2],
    flanks: [Line; 2],
    grazing: Grazing,
}

const ABSENT: u32 = u32::MAX;

impl Search {
    pub(crate) const fn new() -> Self {
        Self {
            found: Vec::new(),
            links: Vec::new(),
            groups: Vec::new(),
            items: Vec::new(),
            frames: Vec::new(),
            pencils: Pencils::new(),
        }
    }

    /// Notes what stands between the two outlines; `marks` gives each cell's marks, 0 for none. Returns all marks
    /// together.
    pub(crate) fn survey<C: Cell>(&mut self, from: &Outline, to: &Outline, marks: impl Fn(C) -> u8) -> u8 {
        self.found.clear();
        self.links.clear();
        let mut all = 0;
        corridor(from.bounds(), to.bounds(), |cell: C| {
            let mark = marks(cell);
            if mark != 0 {
                all |= mark;
                self.found.push((cell.axes(), mark));
            }
        });
        for (i, &(cell, mark)) in self.found.iter().enumerate() {
            let cell = C::at(cell.0, cell.1);
            for (j, &(other, its)) in self.found.iter().enumerate().skip(i + 1) {
                if i32::from(other.1) > i32::from(cell.axes().1) + 1 {
                    break;
                }
                if mark & its != 0 && cell.shares_side(C::at(other.0, other.1)) {
                    self.links.push((i as u32, j as u32));
                }
            }
        }
        all
    }

    /// Visits every set of free lines through the passageway until `leaf` says stop (`true`); says whether it did.
    /// Only the cells that bear one of the marks block.
    pub(crate) fn explore<C: Cell>(
        &mut self,
        way: &Passageway,
        marks: u8,
        mut leaf: impl FnMut(&mut Pencils, &Region, Obstacles<'_>) -> bool,
    ) -> bool {
        self.collect::<C>(way, marks);
        let region = self.pencils.between(way.from, way.to);
        self.frames.clear();
        self.frames.push(Frame { next: 0, region });
        while let Some(Frame { mut next, mut region }) = self.frames.pop() {
            self.pencils.truncate(region.end);
            while let Some(first) = self.items.get(next) {
                let run = self.items[next..].iter().take_while(|item| item.group == first.group).count();
                let group = &self.items[next..next + run];
                next += run;
                let left = pass(&mut self.pencils, &region, group, true);
                if left == region {
                    continue;
                }
                let right = pass(&mut self.pencils, &region, group, false);
                if right == region {
                    continue;
                }
                region = match (left.is_empty(), right.is_empty()) {
                    (false, false) => {
                        self.frames.push(Frame { next, region: left });
                        right
                    }
                    (false, true) => left,
                    (true, _) => right,
                };
                if region.is_empty() {
                    break;
                }
            }
            if !region.is_empty() && leaf(&mut self.pencils, &region, Obstacles(&self.items)) {
                return true;
            }
        }
        false
    }

    /// Whether any line through the passageway is free of the cells marked `hard`, and crosses none marked `soft`
    /// (which it may graze).
    pub(crate) fn open<C: Cell>(&mut self, way: &Passageway, hard: u8, soft: u8) -> bool {
        self.explore::<C>(way, hard | soft, |pencils, region, obstacles| match way.grazing {
            Grazing::Free => way.holds(pencils, region),
            // Some line keeps clear of all obstacles only if those in the middle do.
            Grazing::Blocks => {
                let middle = pencils.middle(region);
                way.admits(middle) && obstacles.untouched_by(middle, hard)
            }
        })
    }

    /// What stands in the corridor and bears one of the marks.
    pub(crate) fn marked<C: Cell>(&self, marks: u8) -> impl Iterator<Item = C> + Clone + '_ {
        self.found.iter().filter(move |&&(_, mark)| mark & marks != 0).map(|&((a, b), _)| C::at(a, b))
    }

    fn collect<C: Cell>(&mut self, way: &Passageway, marks: u8) {
        self.items.clear();
        self.groups.clear();
        for (i, &(cell, mark)) in self.found.iter().enumerate() {
            let outline = if mark & marks == 0 { None } else { way.cut(C::at(cell.0, cell.1)) };
            self.groups.push(if outline.is_some() { i as u32 } else { ABSENT });
            if let Some(outline) = outline {
                self.items.push(Item { group: i as u32, mark, outline });
            }
        }
        let mut joined = false;
        for &(i, j) in &self.links {
            if let (Some(a), Some(b)) = (root(&mut self.groups, i), root(&mut self.groups, j)) {
                self.groups[a.max(b) as usize] = a.min(b);
                joined = true;
            }
        }
        if joined {
            for item in &mut self.items {
                item.group = root(&mut self.groups, item.group).unwrap_or(item.group);
            }
            self.items.sort_by_key(|item| item.group);
        }
    }
}

fn pass(pencils: &mut Pencils, region: &Region, group: &[Item], on_the_left: bool) -> Region {
    let mut rest = region.clone();
    for item in group {
        for &point in item.outline.points() {
            // A line passes on the left of what it has on the right hand.
            rest = pencils.cut(&rest, point, on_the_left);
            if rest.is_empty() {
                return rest;
            }
        }
    }
    rest
}

fn root(groups: &mut [u32], start: u32) -> Option<u32> {
    let mut here = start;
    loop {
        let up = *groups.get(here as usize)?;
        if up == ABSENT || up == here {
            return (up != ABSENT).then_some(here);
        }
        let above = groups[up as usize];
        groups[here as usize] = above;
        here = above;
    }
}

/// All pairs of sides by which a line can leave the one outline and enter the other.
pub(crate) fn passageways<'o>(
    from: &'o Outline,
    to: &'o Outline,
    grazing: Grazing,
) -> impl Iterator<Item = Passageway> + 'o {
    from.sides().flat_map(move |exit| to.sides().filter_map(move |entry| Passageway::new(exit, entry, grazing)))
}

impl Passageway {
    fn new(exit: (Point, Point), entry: (Point, Point), grazing: Grazing) -> Option<Self> {
        let behind = [Line::through(exit.0, exit.1), Line::through(entry.0, entry.1)];
        let (a, b) = in_front(exit, behind[1])?;
        let from = Gate { left: a, right: b };
        let (a, b) = in_front(entry, behind[0])?;
        let to = Gate { left: b, right: a };
        if from.left == to.right || from.right == to.left {
            return None;
        }
        let flanks = [Line::through(from.left, to.left), Line::through(from.right, to.right)];
        Some(Self { from, to, behind, flanks, grazing })
    }

    /// The part of the cell that a line on its way through can meet.
    pub(crate) fn cut<C: Cell>(&self, cell: C) -> Option<Outline> {
        let centre = cell.centre();
        // Most cells lie beside the lines as a whole: their centre says so by itself.
        let is_beside = |line: &Line, sign: i64| sign * line.side(centre) > line.spread(1, C::HALF_HEIGHT);
        let beyond = is_beside(&self.flanks[0], -1) || is_beside(&self.flanks[1], 1);
        if beyond || self.behind.iter().any(|line| is_beside(line, 1)) {
            return None;
        }
        let mut outline = Outline::default();
        let (mut left, mut right) = (0, 0);
        // Beside the lines lies what has neither a corner within the flanks nor a side on one.
        let weight = |side: i64| match side.signum() {
            1 => 2,
            0 => 1,
            _ => 0,
        };
        // Cells are cut along their diagonals only, so the one new corner that can arise is the centre, where two
        // diagonals meet.
        let cut_twice = self.behind.iter().all(|line| line.side(centre) == 0);
        for point in cell.corners().chain(cut_twice.then_some(centre)) {
            if self.behind.iter().all(|line| line.side(point) <= 0) {
                outline.push(point);
                left += weight(self.flanks[0].side(point));
                right += weight(-self.flanks[1].side(point));
            }
        }
        let (corners, within) = match self.grazing {
            Grazing::Free => (3, 2),
            Grazing::Blocks => (1, 1),
        };
        (outline.points().len() >= corners && left >= within && right >= within).then_some(outline)
    }

    /// Whether the region has a line that belongs to this passageway. One that runs along the very side by which it
    /// should leave (or enter) does not: it leaves by the next side, where the obstacles are cut rightly for it.
    pub(crate) fn holds(&self, pencils: &Pencils, region: &Region) -> bool {
        let vertices = pencils.vertices(region);
        let along = |gate: Gate| vertices.iter().any(|vertex| gate.lies_on(vertex.line));
        vertices.iter().any(|vertex| self.admits(vertex.line)) || (along(self.from) && along(self.to))
    }

    /// Whether the line, which passes both gates, runs along neither.
    pub(crate) fn admits(&self, line: Line) -> bool {
        !self.from.lies_on(line) && !self.to.lies_on(line)
    }
}

/// The part of a side that lies on the left hand of the line; `None` when no more than a point of it does.
fn in_front(side: (Point, Point), line: Line) -> Option<(Point, Point)> {
    let (a, b) = (-line.side(side.0), -line.side(side.1));
    if a <= 0 && b <= 0 {
        return None;
    }
    // Only sides of rectangles are ever cut, by lines of the grid, so the quotient is whole.
    let meet = || {
        let along = |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * a / (a - b)) as i32;
        Point::new(along(side.0.x, side.1.x), along(side.0.y, side.1.y))
    };
    let start = if a < 0 { meet() } else { side.0 };
    let end = if b < 0 { meet() } else { side.1 };
    Some((start, end))
}
