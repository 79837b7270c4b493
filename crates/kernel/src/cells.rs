//! Which cells of a board.

use serde::{Deserialize, Serialize};

/// Some of the cells of a board, which are counted row by row from the upper left one: a bit each.
///
/// On the wire it is a list of numbers: so many cells are not in it, then so many are, then so many are not, and so on to
/// the last cell. `[0, 108]` are all cells of a board of 108, `[108]` is none of them.
///
/// ```
/// use skirmish_kernel::CellSet;
/// let mut cells = CellSet::none(12);
/// [2, 3, 4, 11].into_iter().for_each(|cell| cells.add(cell));
/// assert_eq!(cells.runs(), [2, 3, 6, 1]);
/// assert_eq!(serde_json::to_string(&cells).unwrap(), "[2,3,6,1]");
/// assert!(cells.has(3) && !cells.has(5) && !cells.has(12));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>", into = "Vec<u32>")]
pub struct CellSet {
    len: usize,
    /// Bits behind the last cell are 0.
    words: Box<[u64]>,
}

/// Cells of a word.
const BITS: usize = u64::BITS as usize;

/// The most cells that a text may speak of: those of a board of 1,000 by 1,000.
const MOST: usize = 1_000_000;

impl CellSet {
    /// None of so many cells.
    #[must_use]
    pub fn none(len: usize) -> Self {
        Self { len, words: vec![0; len.div_ceil(BITS)].into() }
    }

    /// All of so many cells.
    #[must_use]
    pub fn all(len: usize) -> Self {
        let mut all = Self::none(len);
        all.words.fill(u64::MAX);
        let last = len % BITS;
        if let Some(word) = all.words.last_mut().filter(|_| last > 0) {
            *word = (1 << last) - 1;
        }
        all
    }

    /// How many cells the board has.
    #[must_use]
    pub fn board_len(&self) -> usize {
        self.len
    }

    /// Is it in there? No cell beyond the board is.
    #[inline]
    #[must_use]
    pub fn has(&self, cell: usize) -> bool {
        self.words.get(cell / BITS).is_some_and(|word| word >> (cell % BITS) & 1 == 1)
    }

    /// Puts a cell of the board in.
    #[inline]
    pub fn add(&mut self, cell: usize) {
        if cell < self.len {
            self.words[cell / BITS] |= 1 << (cell % BITS);
        }
    }

    /// Puts in what the other has, of a board of the same size.
    pub fn join(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(own, its)| *own |= its);
    }

    /// Are all cells in it?
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.words.iter().map(|word| word.count_ones() as usize).sum::<usize>() == self.len
    }

    /// So many cells are not in it, then so many are, and so on to the last cell.
    #[must_use]
    pub fn runs(&self) -> Vec<u32> {
        let mut runs = Vec::new();
        let (mut from, mut inside) = (0, false);
        while from < self.len {
            let to = self.end_of_run(from, inside);
            runs.push((to - from) as u32);
            (from, inside) = (to, !inside);
        }
        runs
    }

    /// Where cells from one on are no longer in it, or no longer out of it.
    fn end_of_run(&self, from: usize, inside: bool) -> usize {
        let mut at = from;
        while at < self.len {
            let word = self.words[at / BITS];
            let same = (if inside { !word } else { word }) >> (at % BITS);
            if same != 0 {
                return (at + same.trailing_zeros() as usize).min(self.len);
            }
            at = (at / BITS + 1) * BITS;
        }
        self.len
    }
}

impl From<CellSet> for Vec<u32> {
    fn from(cells: CellSet) -> Self {
        cells.runs()
    }
}

impl TryFrom<Vec<u32>> for CellSet {
    type Error = &'static str;

    fn try_from(runs: Vec<u32>) -> Result<Self, Self::Error> {
        let len = runs.iter().try_fold(0usize, |sum, run| sum.checked_add(*run as usize)).filter(|len| *len <= MOST);
        let mut cells = Self::none(len.ok_or("these are more cells than any board has")?);
        let mut from = 0;
        for (at, run) in runs.into_iter().enumerate() {
            let to = from + run as usize;
            (from..to).filter(|_| at % 2 == 1).for_each(|cell| cells.add(cell));
            from = to;
        }
        Ok(cells)
    }
}
