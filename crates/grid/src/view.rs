use crate::{Board, Cell, Grazing, SightScratch, any_line_free};

/// Visits, row by row, every cell of the board within `range` steps that can be seen from the area `from`, a cell or
/// those of a [`Body`](crate::Body): those to which [`any_line_free`] finds a line. A cell that blocks is itself seen.
/// The area's own cells are visited too, where they are on the board. Lines run both ways, so these are also the cells
/// from which somebody sees the area.
///
/// Each cell in range costs one such question, so a whole board of 30 by 30 takes about a millisecond; ask for what
/// is needed.
///
/// ```
/// use skirmish_grid::{Board, Grazing, Hex, SightScratch, visible_from};
/// let board = Board::<Hex>::new(9, 9).unwrap();
/// let wall = |cell: Hex| cell.r == 2;
/// let mut seen = Vec::new();
/// visible_from(&board, &[Hex::new(3, 1)], wall, 20, Grazing::Free, &mut SightScratch::new(), |cell| seen.push(cell));
/// assert_eq!(seen.len(), 27);
/// ```
pub fn visible_from<C: Cell>(
    board: &Board<C>,
    from: &[C],
    blocks: impl Fn(C) -> bool,
    range: u32,
    grazing: Grazing,
    scratch: &mut SightScratch,
    mut visit: impl FnMut(C),
) {
    for cell in board.cells().filter(|&cell| from.iter().any(|own| own.distance(cell) <= range)) {
        if any_line_free(from, &[cell], &blocks, grazing, scratch) {
            visit(cell);
        }
    }
}
