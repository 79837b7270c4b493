//! The outline of the cells that nobody sees through.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_kernel::BoardView;

/// A corner of cells, in whole steps of which [`Shape`] says how long they are.
type Corner = (i32, i32);

/// A point in cells, as a scene has it.
pub(super) type Point = (f64, f64);

/// What the cells of a board look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Squares, one long.
    Square,
    /// Hexes, one wide, with a corner above; odd rows stand half a hex to the right.
    Hex,
}

impl Shape {
    pub(super) fn of(board: &BoardView) -> Self {
        if board.kind == "hex" { Self::Hex } else { Self::Square }
    }

    /// The corners of a cell, one after the other around it.
    fn corners(self, column: i32, row: i32) -> Vec<Corner> {
        match self {
            Self::Square => vec![(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)],
            Self::Hex => {
                let (x, y) = (2 * column + 1 + (row & 1), 3 * row + 2);
                [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| (x + dx, y + dy)).to_vec()
            }
        }
    }

    fn point(self, (x, y): Corner) -> Point {
        match self {
            Self::Square => (x.into(), y.into()),
            Self::Hex => (f64::from(x) / 2.0, f64::from(y) / 12f64.sqrt()),
        }
    }

    /// The middle of a cell.
    pub(super) fn middle(self, column: i32, row: i32) -> Point {
        match self {
            Self::Square => (f64::from(column) + 0.5, f64::from(row) + 0.5),
            Self::Hex => self.point((2 * column + 1 + (row & 1), 3 * row + 2)),
        }
    }

    /// How many squares of a scene a board takes, across and down.
    pub(super) fn size(self, board: &BoardView) -> (u32, u32) {
        let (width, height) = (i32::from(board.width), i32::from(board.height));
        match self {
            Self::Square => (board.width.into(), board.height.into()),
            Self::Hex => {
                let (right, down) = self.point((2 * width + i32::from(height > 1), 3 * height + 1));
                // A hundredth of a cell is nobody's.
                ((right - 0.01).ceil() as u32, (down - 0.01).ceil() as u32)
            }
        }
    }
}

/// Is that cell one of those with these signs?
pub(super) fn is_wall(board: &BoardView, walls: &str, column: i32, row: i32) -> bool {
    let line = usize::try_from(row).ok().and_then(|row| board.rows.get(row));
    let sign = usize::try_from(column).ok().and_then(|column| line?.chars().nth(column));
    sign.is_some_and(|sign| walls.contains(sign))
}

/// The cells with these signs.
fn cells(board: &BoardView, walls: &str) -> BTreeSet<(i32, i32)> {
    let rows = (0..).zip(&board.rows);
    rows.flat_map(|(row, line)| {
        (0..).zip(line.chars()).filter(|(_, sign)| walls.contains(*sign)).map(move |(column, _)| (column, row))
    })
    .collect()
}

/// Closed lines around all cells with these signs, each straight piece of them one step.
pub(super) fn outlines(board: &BoardView, walls: &str) -> Vec<Vec<Point>> {
    let shape = Shape::of(board);
    // Sides of cells, each from corner to corner; those that two cells share cancel each other.
    let mut sides: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    for (column, row) in cells(board, walls) {
        let corners = shape.corners(column, row);
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            if !sides.remove(&(*to, *from)) {
                sides.insert((*from, *to));
            }
        }
    }
    let mut next: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    sides.iter().for_each(|(from, to)| next.entry(*from).or_default().push(*to));
    let mut lines = Vec::new();
    while let Some((start, mut at)) = next.iter_mut().find_map(|(from, to)| Some((*from, to.pop()?))) {
        let mut line = vec![start];
        while at != start {
            line.push(at);
            match next.get_mut(&at).and_then(Vec::pop) {
                Some(to) => at = to,
                None => break,
            }
        }
        lines.push(closed(&straightened(&line)).into_iter().map(|corner| shape.point(corner)).collect());
    }
    lines
}

/// Without the corners at which the line goes straight on.
fn straightened(line: &[Corner]) -> Vec<Corner> {
    let turns = |at: &usize| {
        let before = line[(at + line.len() - 1) % line.len()];
        let (here, after) = (line[*at], line[(at + 1) % line.len()]);
        (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1)
    };
    (0..line.len()).filter(turns).map(|at| line[at]).collect()
}

fn closed(line: &[Corner]) -> Vec<Corner> {
    line.iter().chain(line.first()).copied().collect()
}

/// Lines through the middles of the same cells, row by row and, where a row has but one, column by column: to a reader of
/// scenes that knows lines alone they say that the cells are filled. They lie inside the outline, where nobody sees them.
pub(super) fn spines(board: &BoardView, walls: &str) -> Vec<Vec<Point>> {
    let all = cells(board, walls);
    let shape = Shape::of(board);
    let mut left = all.clone();
    let mut lines = Vec::new();
    let mut run = |left: &mut BTreeSet<(i32, i32)>, step: (i32, i32), least: usize| {
        for cell in &all {
            if !left.contains(cell) || left.contains(&(cell.0 - step.0, cell.1 - step.1)) {
                continue;
            }
            let cells = (0..).map(|nth| (cell.0 + nth * step.0, cell.1 + nth * step.1));
            let cells: Vec<_> = cells.take_while(|cell| left.contains(cell)).collect();
            if cells.len() < least {
                continue;
            }
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let (from, to) = (shape.middle(first.0, first.1), shape.middle(last.0, last.1));
            // A line of one cell has some length, too.
            lines.push(vec![(from.0 - 0.2, from.1), (to.0 + 0.2, to.1)]);
            cells.iter().for_each(|cell| {
                left.remove(cell);
            });
        }
    };
    run(&mut left, (1, 0), 2);
    if shape == Shape::Square {
        run(&mut left, (0, 1), 2);
    }
    run(&mut left, (1, 0), 1);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(kind: &str, rows: &[&str]) -> BoardView {
        BoardView {
            kind: kind.into(),
            width: rows[0].len() as u16,
            height: rows.len() as u16,
            rows: rows.iter().map(|row| (*row).to_owned()).collect(),
            ..BoardView::default()
        }
    }

    #[test]
    fn an_outline_goes_around_its_cells() {
        let one = outlines(&board("square", &["...", ".#.", "..."]), "#");
        assert_eq!(one, [vec![(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0), (1.0, 1.0)]]);
        // Of a ring there are two: around it, and around the hole.
        let ring = outlines(&board("square", &["###", "#.#", "###"]), "#");
        assert_eq!(ring.len(), 2);
        assert!(ring.iter().all(|line| line.len() == 5 && line.first() == line.last()), "{ring:?}");
        // Two that touch at a corner have eight sides in all, however they are joined.
        let two = outlines(&board("square", &["#.", ".#"]), "#");
        assert_eq!(two.iter().map(|line| line.len() - 1).sum::<usize>(), 8, "{two:?}");
        assert_eq!(outlines(&board("square", &["..."]), "#"), Vec::<Vec<Point>>::new());
    }

    #[test]
    fn hexes_have_six_sides_each_as_long() {
        let lines = outlines(&board("hex", &["..", ".#"]), "#");
        assert_eq!((lines.len(), lines[0].len()), (1, 7));
        for pair in lines[0].windows(2) {
            let long = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
            assert!((long - 1.0 / 3f64.sqrt()).abs() < 1e-9, "{long}");
        }
        // Neighbours share a side, which is not drawn.
        assert_eq!(outlines(&board("hex", &["##"]), "#")[0].len(), 11);
        assert_eq!(Shape::Hex.size(&board("hex", &["..", ".."])), (3, 3));
    }

    #[test]
    fn every_cell_has_a_line_through_its_middle() {
        let map = ["##..", "#..#", "...#", "..#."];
        let board = board("square", &map);
        let lines = spines(&board, "#");
        for (row, line) in map.iter().enumerate() {
            for (column, sign) in line.chars().enumerate() {
                let (x, y) = Shape::Square.middle(column as i32, row as i32);
                let crossed = lines.iter().any(|line| {
                    let within = |from: f64, to: f64, at: f64| from - 0.21 <= at && at <= to + 0.21;
                    within(line[0].0 + 0.2, line[1].0 - 0.2, x) && within(line[0].1, line[1].1, y)
                });
                assert_eq!(crossed, sign == '#', "{column} {row}: {lines:?}");
            }
        }
    }
}
