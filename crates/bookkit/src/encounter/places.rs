//! Where everybody stands.

use skirmish_grid::{Board, Cell};
use skirmish_kernel::words::short;

use super::Combatant;
use crate::ground;

/// Where combatants stand at the start.
#[derive(Debug)]
pub struct Places<C: Cell> {
    /// The board; none where the map could not be understood.
    pub board: Option<Board<C>>,
    taken: Vec<(C, String)>,
}

impl<C: Cell> Places<C> {
    /// Nobody stands anywhere yet.
    #[must_use]
    pub fn new(board: Option<Board<C>>) -> Self {
        Self { board, taken: Vec::new() }
    }

    /// The cell that a file names, for one combatant alone; `solid` says what stands in the way there, if anything does,
    /// and `shares` whom it may stand together with. Those who come after the first of several of a kind take the nearest cells
    /// that are free. Nothing where it is no cell.
    pub fn stand(
        &mut self,
        combatant: &Combatant,
        solid: impl Fn(C) -> Option<&'static str>,
        shares: impl Fn(&str) -> bool,
    ) -> Option<C> {
        let (label, reader) = (&combatant.at, combatant.row.reader());
        let board = self.board?;
        let cell = ground::cell(&combatant.row, &board, label)?;
        if combatant.nth > 0 {
            let is_free = |cell: &C| solid(*cell).is_none() && self.taken.iter().all(|(there, _)| there != cell);
            let found = board.cells().filter(is_free).min_by_key(|free| free.distance(cell));
            match found {
                Some(found) => self.taken.push((found, combatant.name.clone())),
                None => reader.wrong(&label.place, "there is no room for so many", "a larger map, or fewer of them"),
            }
            return found;
        }
        if let Some(what) = solid(cell) {
            let message = format!("{} is {what}", short(label));
            reader.wrong(&label.place, message, "put the combatant on open ground");
        }
        if let Some((_, other)) = self.taken.iter().find(|(there, other)| *there == cell && !shares(other)) {
            let message = format!("{} already stands in {}", short(other), short(label));
            reader.wrong(&label.place, message, "one combatant in each cell");
        }
        self.taken.push((cell, combatant.name.clone()));
        Some(cell)
    }
}
