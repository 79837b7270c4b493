use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use crate::Cell;
use crate::pairs::MOST_CELLS;

/// How many steps lie between the cells of a board, worked out for each cell when it is first asked for.
///
/// There is room for all of them from the beginning, so that whoever asks allocates nothing. Several may work out the
/// same at once: they write the same. A copy remembers nothing.
#[derive(Debug)]
pub(crate) struct Distances {
    cells: usize,
    is_known: Box<[AtomicBool]>,
    /// One more than the steps to each cell, row by row, in two bytes; 0 where none lead.
    steps: Box<[AtomicU16]>,
}

impl Distances {
    /// Of a board of so many cells; of a large one nothing is remembered.
    pub(crate) fn new(cells: usize) -> Self {
        let cells = if cells <= MOST_CELLS { cells } else { 0 };
        let is_known = (0..cells).map(|_| AtomicBool::new(false)).collect();
        let steps = (0..cells * cells).map(|_| AtomicU16::new(0)).collect();
        Self { cells, is_known, steps }
    }

    /// Those from one cell; `joined` visits the cells that are one step away from another. `None` where nothing is
    /// remembered.
    pub(crate) fn row(&self, cell: usize, joined: impl Fn(usize, &mut dyn FnMut(usize))) -> Option<&[AtomicU16]> {
        let is_known = self.is_known.get(cell)?;
        let row = self.steps.get(cell * self.cells..)?.get(..self.cells)?;
        if !is_known.load(Ordering::Acquire) {
            fill(row, cell, joined);
            is_known.store(true, Ordering::Release);
        }
        Some(row)
    }
}

/// Fills a row, cells that are as far away one after the other.
#[cold]
fn fill(row: &[AtomicU16], cell: usize, joined: impl Fn(usize, &mut dyn FnMut(usize))) {
    let reach = |cell: usize, steps: u16| {
        let known = row.get(cell).filter(|known| known.load(Ordering::Relaxed) == 0);
        known.inspect(|known| known.store(steps, Ordering::Relaxed)).is_some()
    };
    reach(cell, 1);
    let mut steps = 1;
    let mut grows = true;
    while grows {
        grows = false;
        for (at, _) in row.iter().enumerate().filter(|(_, known)| known.load(Ordering::Relaxed) == steps) {
            grows = true;
            joined(at, &mut |next| _ = reach(next, steps + 1));
        }
        steps += 1;
    }
}

impl Clone for Distances {
    fn clone(&self) -> Self {
        Self::new(self.cells)
    }
}

/// How many steps lie between a cell and the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Steps<'e, C> {
    /// By index, as in [`Distances`], where the board is small enough for it.
    pub(crate) row: Option<&'e [AtomicU16]>,
    pub(crate) cell: C,
}

impl<C: Cell> Steps<'_, C> {
    /// At least so many lie between it and the cell with this index; `u32::MAX` where there is no way.
    #[inline]
    pub(crate) fn to(self, index: usize, cell: impl FnOnce() -> C) -> u32 {
        let Some(row) = self.row else { return self.cell.distance(cell()) };
        let steps = row.get(index).map_or(0, |steps| steps.load(Ordering::Relaxed));
        u32::from(steps).wrapping_sub(1)
    }
}
