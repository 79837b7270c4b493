//! Sight by brute force: every line through two corners, every cell, fractions.
#![allow(dead_code, unreachable_pub)]

use std::cmp::Ordering;

use skirmish_grid::{Cell, Grazing, Point};

/// `a·x + b·y + c`, directed along `(b, −a)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line(pub i128, pub i128, pub i128);

#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn cmp(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl Line {
    pub fn through(p: Point, q: Point) -> Self {
        let (px, py, qx, qy) = (p.x as i128, p.y as i128, q.x as i128, q.y as i128);
        Self(py - qy, qx - px, (qy - py) * px - (qx - px) * py)
    }
    pub fn plus(self, o: Self) -> Self {
        Self(self.0 + o.0, self.1 + o.1, self.2 + o.2)
    }
    fn side(self, p: Point) -> i128 {
        self.0 * p.x as i128 + self.1 * p.y as i128 + self.2
    }
    fn along(self, p: Point) -> i128 {
        self.1 * p.x as i128 - self.0 * p.y as i128
    }
    /// Where the line meets the closed cell.
    fn meets<C: Cell>(self, cell: C) -> Option<(Fraction, Fraction)> {
        let points: Vec<Point> = cell.corners().collect();
        let mut hits = vec![];
        for i in 0..points.len() {
            let (u, w) = (points[i], points[(i + 1) % points.len()]);
            let (su, sw) = (self.side(u), self.side(w));
            if su == 0 {
                hits.push(Fraction(self.along(u), 1));
            }
            if su.signum() * sw.signum() < 0 {
                let (au, aw) = (su.abs(), sw.abs());
                hits.push(Fraction(self.along(u) * aw + self.along(w) * au, au + aw));
            }
        }
        let low = hits.iter().copied().min_by(|a, b| a.cmp(*b))?;
        let high = hits.iter().copied().max_by(|a, b| a.cmp(*b))?;
        Some((low, high))
    }
    fn inside<C: Cell>(self, cell: C) -> bool {
        cell.corners().any(|p| self.side(p) > 0) && cell.corners().any(|p| self.side(p) < 0)
    }
    /// The part between the two cells, when it leads from the first to the second; `None` also for a line that meets
    /// not both.
    fn gap<C: Cell>(self, a: C, b: C) -> Option<(Fraction, Fraction)> {
        if (self.0, self.1) == (0, 0) {
            return None;
        }
        let (a, b) = (self.meets(a)?, self.meets(b)?);
        if a.1.cmp(b.0).is_gt() && b.1.cmp(a.0).is_le() {
            return None; // the other way round
        }
        if a.1.cmp(b.0).is_gt() {
            // Overlap: one point of it.
            return Some((b.0, b.0));
        }
        Some((a.1, b.0))
    }
    pub fn leads<C: Cell>(self, a: C, b: C) -> bool {
        self.gap(a, b).is_some()
    }
    pub fn free<C: Cell>(self, a: C, b: C, blockers: &[C], grazing: Grazing) -> bool {
        let Some(gap) = self.gap(a, b) else { return false };
        match grazing {
            Grazing::Free => self.crossed_in(gap, blockers) == 0,
            Grazing::Blocks => blockers.iter().all(|&cell| {
                self.meets(cell).is_none_or(|(low, high)| high.cmp(gap.0).is_lt() || low.cmp(gap.1).is_gt())
            }),
        }
    }
    pub fn crossed<C: Cell>(self, a: C, b: C, counted: &[C]) -> u32 {
        self.gap(a, b).map_or(0, |gap| self.crossed_in(gap, counted))
    }
    fn crossed_in<C: Cell>(self, gap: (Fraction, Fraction), cells: &[C]) -> u32 {
        let overlap = |(low, high): (Fraction, Fraction)| low.cmp(gap.1).is_lt() && high.cmp(gap.0).is_gt();
        let mut count = 0;
        for (i, &cell) in cells.iter().enumerate() {
            let Some(part) = self.meets(cell) else { continue };
            if !overlap(part) {
                continue;
            }
            if self.inside(cell) {
                count += 1;
                continue;
            }
            let on = |c: C| c.corners().filter(|&p| self.side(p) == 0).collect::<Vec<_>>();
            for &other in &cells[..i] {
                let (mut x, mut y) = (on(cell), on(other));
                x.sort();
                y.sort();
                if x.len() == 2 && x == y {
                    count += 1;
                }
            }
        }
        count
    }
}

pub fn corners<C: Cell>(cells: &[C]) -> Vec<Point> {
    let mut all: Vec<Point> = cells.iter().flat_map(|c| c.corners()).collect();
    all.sort();
    all.dedup();
    all
}

/// All lines through two corners, in both directions.
pub fn lines<C: Cell>(a: C, b: C, others: &[C]) -> Vec<Line> {
    let mut cells = vec![a, b];
    cells.extend(others);
    let points = corners(&cells);
    let mut lines = vec![];
    for &p in &points {
        for &q in &points {
            if p != q {
                lines.push(Line::through(p, q));
            }
        }
    }
    lines
}

pub fn any_line_free<C: Cell>(from: &[C], to: &[C], blockers: &[C]) -> bool {
    let mut blockers = blockers.to_vec();
    blockers.retain(|c| !from.contains(c) && !to.contains(c));
    blockers.sort();
    blockers.dedup();
    from.iter().any(|&a| {
        to.iter()
            .any(|&b| a == b || lines(a, b, &blockers).iter().any(|line| line.free(a, b, &blockers, Grazing::Free)))
    })
}

pub fn fewest_crossed<C: Cell>(a: C, b: C, blockers: &[C], counted: &[C]) -> Option<u32> {
    let mut others = blockers.to_vec();
    others.extend(counted);
    lines(a, b, &others)
        .iter()
        .filter(|line| line.free(a, b, blockers, Grazing::Free))
        .map(|line| line.crossed(a, b, counted))
        .min()
}

/// Lines in the middle of every face of the arrangement (and many more): sums of up to three lines.
pub fn middles<C: Cell>(a: C, b: C, others: &[C]) -> Vec<Line> {
    let mut base: Vec<Line> = vec![];
    for line in lines(a, b, others) {
        if line.leads(a, b) && !base.contains(&line) {
            base.push(line);
        }
    }
    let mut all = base.clone();
    for i in 0..base.len() {
        for j in 0..i {
            let two = base[i].plus(base[j]);
            all.push(two);
            for &third in &base[..j] {
                all.push(two.plus(third));
            }
        }
    }
    all
}
