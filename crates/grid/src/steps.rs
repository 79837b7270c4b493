//! A way as directions, so small that it can be copied.

use crate::{Cell, Facing, Square};
use serde::{Deserialize, Serialize};

/// Directions to a word of 63 bits, three bits each.
const TO_A_WORD: usize = 21;

/// A way, cell by cell, as directions from wherever it begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Steps {
    len: u8,
    words: [u64; 4],
}

impl Steps {
    /// The longest way, in cells.
    pub const MOST: usize = 4 * TO_A_WORD;

    /// Nowhere.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many cells are entered.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// None at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One cell farther. False when the way is as long as can be.
    pub fn push(&mut self, facing: Facing) -> bool {
        let at = usize::from(self.len);
        let Some(word) = self.words.get_mut(at / TO_A_WORD) else { return false };
        *word |= (facing as u64) << (3 * (at % TO_A_WORD));
        self.len += 1;
        true
    }

    /// The direction of a step.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Facing> {
        if at >= self.len() {
            return None;
        }
        let word = self.words.get(at / TO_A_WORD)?;
        Facing::ALL.get((word >> (3 * (at % TO_A_WORD)) & 7) as usize).copied()
    }

    /// The cells that are entered, from a beginning; it ends early where the board of numbers does.
    pub fn cells(self, from: Square) -> impl Iterator<Item = Square> {
        let mut at = from;
        (0..self.len()).map_while(move |step| {
            at = at.step(self.get(step)?)?;
            Some(at)
        })
    }

    /// Where it ends.
    #[must_use]
    pub fn end(self, from: Square) -> Square {
        self.cells(from).last().unwrap_or(from)
    }

    /// The way through these cells; `None` where two of them are not neighbours, or there are too many.
    pub fn through(from: Square, cells: impl IntoIterator<Item = Square>) -> Option<Self> {
        let mut steps = Self::new();
        let mut at = from;
        for cell in cells {
            if at.distance(cell) != 1 || !steps.push(Facing::toward(at, cell)?) {
                return None;
            }
            at = cell;
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_leads_through_its_cells() {
        let start = Square::new(40, 40);
        let mut cells = Vec::new();
        let mut at = start;
        for step in 0..Steps::MOST {
            at = at.step(Facing::ALL[step * 5 % 8]).expect("inside");
            cells.push(at);
        }
        let steps = Steps::through(start, cells.iter().copied()).expect("neighbours");
        assert_eq!(steps.len(), Steps::MOST);
        assert_eq!(steps.cells(start).collect::<Vec<_>>(), cells);
        assert_eq!(steps.end(start), at);
        let mut longer = steps;
        assert!(!longer.push(Facing::ALL[0]), "one more does not fit");
        assert_eq!(longer, steps);
    }

    #[test]
    fn a_gap_is_no_way() {
        assert_eq!(Steps::through(Square::new(1, 1), [Square::new(3, 1)]), None);
        assert_eq!(Steps::new().end(Square::new(1, 1)), Square::new(1, 1));
    }
}
