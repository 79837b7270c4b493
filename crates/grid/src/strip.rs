use crate::corridor::corridor;
use crate::outline::Outline;
use crate::search::{BLOCKS, COUNTS};
use crate::{Cell, Point};

/// Layers this far from an end and farther are left out of the account.
const MOST: usize = 64;

/// What lies between two cells, and what follows from it for the lines from one to the other before any of them is looked at.
#[derive(Debug, Clone)]
pub(crate) struct Strip {
    /// Cells with a mark, each with its distance from the line between the centres, in the unit of `width`.
    cells: Vec<(i64, u8)>,
    /// Half the width of a cell across that line.
    width: i64,
    /// Does that line run in the direction of a side?
    along_sides: bool,
    /// For each layer of cells that are equally far from the one end, or from the other, the marks that all of them bear.
    layers: [[u8; MOST]; 2],
    far: usize,
}

impl Strip {
    pub(crate) const fn new() -> Self {
        Self { cells: Vec::new(), width: 0, along_sides: false, layers: [[0; MOST]; 2], far: 0 }
    }

    /// Notes what any line could meet; `marks` gives each cell's marks, 0 for none and for the two ends.
    pub(crate) fn survey<C: Cell>(&mut self, from: C, to: C, marks: impl Fn(C) -> u8) {
        let (start, end) = (from.centre(), to.centre());
        let across = |corner: &Point| start.turn(end, Point::new(start.x + corner.x, start.y + corner.y));
        self.width = C::CORNERS.iter().map(across).max().unwrap_or(0);
        self.along_sides = C::CORNERS.iter().filter(|corner| across(corner) == self.width).count() > 1;
        self.far = (from.distance(to) as usize).min(MOST);
        self.layers = [[BLOCKS | COUNTS; MOST]; 2];
        self.cells.clear();
        corridor(Outline::of(from).bounds(), Outline::of(to).bounds(), |cell: C| {
            let aside = start.turn(end, cell.centre());
            // Both ends are as wide, so all lines are within one width of the middle.
            if aside.abs() > 2 * self.width {
                return;
            }
            let mark = marks(cell);
            if mark != 0 {
                self.cells.push((aside, mark));
            }
            for (layer, end) in self.layers.iter_mut().zip([from, to]) {
                if let Some(all) = layer.get_mut(cell.distance(end) as usize) {
                    *all &= mark;
                }
            }
        });
    }

    /// Does any cell here bear the mark?
    pub(crate) fn has(&self, mark: u8) -> bool {
        self.cells.iter().any(|(_, its)| its & mark != 0)
    }

    /// So many cells with the mark, at the least, are met by each line.
    ///
    /// A line goes from cell to cell over sides and corners, so it passes each layer: through one of its cells, or along
    /// the side that two of them share. Where all cells of a layer bear a mark, no line can do without it.
    pub(crate) fn at_least(&self, mark: u8) -> u32 {
        let all = |layers: &[u8; MOST]| layers[..self.far].iter().skip(1).filter(|all| **all & mark != 0).count();
        self.layers.iter().map(all).max().unwrap_or(0) as u32
    }

    /// So many cells that count are crossed by one of the free lines that run beside the one between the centres, if any of
    /// them is free. There may be better lines: those that run askew.
    pub(crate) fn beside(&self, enough: u32) -> Option<u32> {
        // A line between two cells counts here as if it ran through both.
        let meets = |line: i64, cell: i64| (line - cell).abs() < self.width + i64::from(self.along_sides);
        let crossed = |line: i64| {
            let mut met = self.cells.iter().filter(|(cell, _)| meets(line, *cell));
            met.try_fold(0, |sum, (_, mark)| (mark & BLOCKS == 0).then_some(sum + u32::from(mark & COUNTS != 0)))
        };
        let rims = self.cells.iter().flat_map(|(cell, _)| [cell - self.width, cell + self.width]);
        let lines = rims.chain([-self.width, self.width]).filter(|line| line.abs() <= self.width);
        let mut fewest: Option<u32> = None;
        for count in lines.filter_map(crossed) {
            if fewest.is_none_or(|fewest| count < fewest) {
                fewest = Some(count);
                if count <= enough {
                    break;
                }
            }
        }
        fewest
    }
}
