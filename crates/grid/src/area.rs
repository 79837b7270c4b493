use std::ops::Deref;

use crate::Cell;
use crate::footprint::MOST;

/// The cells of a [`Body`](crate::Body) in a row, for the questions about sight, which ask for slices.
///
/// ```
/// use skirmish_grid::{Body, Footprint, Grazing, SightScratch, Square, any_line_free};
/// const OGRE: Footprint<Square> = Footprint::block(2).unwrap();
/// let (ogre, wall) = (Body::new(&OGRE, Square::new(0, 0)), |cell: Square| cell.x == 3);
/// assert_eq!(ogre.area().len(), 4);
/// assert!(!any_line_free(&ogre.area(), &[Square::new(5, 0)], wall, Grazing::Free, &mut SightScratch::new()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Area<C> {
    cells: [C; MOST],
    len: usize,
}

impl<C: Cell> Area<C> {
    pub(crate) fn of(cells: impl Iterator<Item = C>) -> Self {
        let mut area = Self { cells: [C::at(0, 0); MOST], len: 0 };
        for (place, cell) in area.cells.iter_mut().zip(cells) {
            *place = cell;
            area.len += 1;
        }
        area
    }
}

impl<C> Deref for Area<C> {
    type Target = [C];

    fn deref(&self) -> &[C] {
        &self.cells[..self.len]
    }
}
