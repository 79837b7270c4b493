//! [`Dice`]: equal dice, thrown together and read as one number.

use std::fmt;

use arrayvec::ArrayVec;

/// The most dice in one throw.
pub const MAX_COUNT: usize = 40;

/// The most sides of a die.
pub const MAX_SIDES: u16 = 1000;

/// The most outcomes (sides to the power of dice) of one throw: 40d8, 27d20 and 12d1000 are within it.
pub const MAX_OUTCOMES: u128 = 1 << 120;

/// The faces of one throw, in the order thrown.
pub type Faces = ArrayVec<u16, MAX_COUNT>;

/// How the faces of a throw become one number, its natural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// The sum of all faces.
    Sum,
    /// How many faces are this or more (1 to sides).
    AtLeast(u16),
    /// How many faces are this or less (1 to sides).
    AtMost(u16),
    /// The sum of this many of the highest faces (1 to count).
    KeepHighest(u8),
    /// The sum of this many of the lowest faces (1 to count).
    KeepLowest(u8),
}

/// One throw of equal dice and how it is read: `3d6`, `8d6>=4`, `2d20kh1`.
///
/// At most [`MAX_COUNT`] dice of 1 to [`MAX_SIDES`] sides with at most [`MAX_OUTCOMES`] outcomes; every `Dice` keeps
/// to that, so its naturals fit an `i32` and its exact law fits a `u128`. Keeping all dice is stored as
/// [`Reading::Sum`], and so is keeping none of an empty pool. A pool of no dice is legal: it throws nothing and its
/// natural is 0.
///
/// Written and saved in the notation of [`Dice::from_str`](#impl-FromStr-for-Dice).
///
/// ```
/// # use skirmish_kernel::dice::{Dice, Reading};
/// let pool = Dice::new(8, 6, Reading::AtLeast(4))?;
/// assert_eq!(pool.to_string(), "8d6>=4");
/// assert_eq!(pool.natural(&[1, 2, 3, 4, 5, 6, 6, 6]), 5);
/// assert_eq!(pool.range(), (0, 8));
/// assert_eq!(pool.more(-3)?.to_string(), "5d6>=4");
/// assert_eq!(pool.more(-9)?.natural(&[]), 0);
/// # Ok::<(), skirmish_kernel::dice::DiceError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dice {
    count: u8,
    sides: u16,
    reading: Reading,
}

/// Why dice cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// More dice than [`MAX_COUNT`].
    Count(u32),
    /// No sides, or more than [`MAX_SIDES`].
    Sides(u32),
    /// More outcomes than [`MAX_OUTCOMES`].
    Outcomes {
        /// Number of dice.
        count: u8,
        /// Sides of each.
        sides: u16,
    },
    /// The face to count from (or to) is not on the die.
    Threshold {
        /// The face asked for.
        face: u32,
        /// Sides of each die.
        sides: u16,
    },
    /// Keeps or drops a number of dice that the pool does not have, or keeps none.
    Keep {
        /// How many would be kept; below 1 if more are dropped than thrown.
        keep: i64,
        /// Number of dice.
        count: u8,
    },
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DiceError::Count(count) => write!(f, "{count} dice are too many: at most {MAX_COUNT} in one throw"),
            DiceError::Sides(sides) => write!(f, "no die has {sides} sides: 1 to {MAX_SIDES}"),
            DiceError::Outcomes { count, sides } => write!(
                f,
                "{count}d{sides} has too many outcomes to count exactly: at most {} dice of {sides} sides",
                most(sides)
            ),
            DiceError::Threshold { face, sides } => {
                write!(f, "a d{sides} has no face {face}: 1 to {sides}")
            }
            DiceError::Keep { keep, count } => {
                write!(f, "keeps {keep} of {count} dice: at least 1, at most {count}")
            }
        }
    }
}

impl std::error::Error for DiceError {}

/// The most dice of so many sides.
fn most(sides: u16) -> usize {
    (0..MAX_COUNT).rev().map(|n| n + 1).find(|&n| fits(n as u8, sides)).unwrap_or(0)
}

const fn fits(count: u8, sides: u16) -> bool {
    // As many as any dice may be, and 40d8: seen without counting, since pools are made in the middle of a fight.
    if count <= 12 || sides <= 8 {
        return true;
    }
    match (sides as u128).checked_pow(count as u32) {
        Some(outcomes) => outcomes <= MAX_OUTCOMES,
        None => false,
    }
}

impl Dice {
    /// No dice at all: throws nothing, natural 0.
    pub const NONE: Dice = Dice { count: 0, sides: 1, reading: Reading::Sum };
    /// `1d4`
    pub const D4: Dice = Dice::one(4);
    /// `1d6`
    pub const D6: Dice = Dice::one(6);
    /// `1d8`
    pub const D8: Dice = Dice::one(8);
    /// `1d10`
    pub const D10: Dice = Dice::one(10);
    /// `1d12`
    pub const D12: Dice = Dice::one(12);
    /// `1d20`
    pub const D20: Dice = Dice::one(20);
    /// `1d100`
    pub const D100: Dice = Dice::one(100);

    const fn one(sides: u16) -> Dice {
        Dice { count: 1, sides, reading: Reading::Sum }
    }

    /// So many dice of so many sides, read so.
    ///
    /// # Errors
    /// [`DiceError`] if a number is out of bounds. An empty pool may have any reading whose faces are on the die.
    #[inline]
    pub const fn new(count: u8, sides: u16, reading: Reading) -> Result<Dice, DiceError> {
        if count as usize > MAX_COUNT {
            return Err(DiceError::Count(count as u32));
        }
        if sides == 0 || sides > MAX_SIDES {
            return Err(DiceError::Sides(sides as u32));
        }
        if !fits(count, sides) {
            return Err(DiceError::Outcomes { count, sides });
        }
        let reading = match reading {
            Reading::AtLeast(face) | Reading::AtMost(face) if face == 0 || face > sides => {
                return Err(DiceError::Threshold { face: face as u32, sides });
            }
            Reading::KeepHighest(keep) | Reading::KeepLowest(keep) if keep == count => Reading::Sum,
            Reading::KeepHighest(keep) | Reading::KeepLowest(keep) if keep == 0 || keep > count => {
                return Err(DiceError::Keep { keep: keep as i64, count });
            }
            reading => reading,
        };
        Ok(Dice { count, sides, reading })
    }

    /// So many dice, summed.
    ///
    /// # Errors
    /// As [`Dice::new`].
    pub const fn sum(count: u8, sides: u16) -> Result<Dice, DiceError> {
        Dice::new(count, sides, Reading::Sum)
    }

    /// The same dice, read otherwise.
    ///
    /// # Errors
    /// As [`Dice::new`].
    pub const fn read(self, reading: Reading) -> Result<Dice, DiceError> {
        Dice::new(self.count, self.sides, reading)
    }

    /// The same reading of `extra` more dice (fewer, if negative), but never less than no dice.
    ///
    /// What is kept stays kept: one more die for `2d20kh1` is `3d20kh1`, and none of it left is an empty pool. A sum
    /// stays a sum, also where it came from keeping all (`2d20kh1` less one is `1d20`), so add up what is gained and
    /// lost first and apply it once.
    ///
    /// # Errors
    /// As [`Dice::new`] if the pool becomes too large, or if fewer dice remain than are kept, except when none remain.
    pub const fn more(self, extra: i32) -> Result<Dice, DiceError> {
        let count = (self.count as i32).saturating_add(extra);
        if count > MAX_COUNT as i32 {
            return Err(DiceError::Count(count as u32));
        }
        let count = if count < 0 { 0 } else { count as u8 };
        match (count, self.reading) {
            (0, Reading::KeepHighest(_) | Reading::KeepLowest(_)) => Dice::sum(0, self.sides),
            (count, reading) => Dice::new(count, self.sides, reading),
        }
    }

    /// How many dice, 0 to [`MAX_COUNT`].
    #[must_use]
    pub const fn count(self) -> u8 {
        self.count
    }

    /// The sides of each, 1 to [`MAX_SIDES`].
    #[must_use]
    pub const fn sides(self) -> u16 {
        self.sides
    }

    /// How the faces become one number.
    #[must_use]
    pub const fn reading(self) -> Reading {
        self.reading
    }

    /// Whether nothing is thrown.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The natural of these faces.
    ///
    /// Reads at most as many faces as there are dice; too few, or faces that the dice do not have, give a number
    /// without meaning (see [`Forced::fit`](super::Forced::fit) for a check).
    #[must_use]
    pub fn natural(self, faces: &[u16]) -> i32 {
        let faces = faces.get(..usize::from(self.count)).unwrap_or(faces);
        match self.reading {
            Reading::Sum => sum(faces),
            Reading::AtLeast(t) => faces.iter().filter(|&&face| face >= t).count() as i32,
            Reading::AtMost(t) => faces.iter().filter(|&&face| face <= t).count() as i32,
            Reading::KeepHighest(1) => i32::from(faces.iter().copied().max().unwrap_or(0)),
            Reading::KeepLowest(1) => i32::from(faces.iter().copied().min().unwrap_or(0)),
            Reading::KeepHighest(keep) => {
                let sorted = sorted(faces);
                sum(sorted.get(faces.len().saturating_sub(usize::from(keep))..).unwrap_or(&[]))
            }
            Reading::KeepLowest(keep) => {
                let sorted = sorted(faces);
                sum(sorted.get(..usize::from(keep)).unwrap_or(&sorted))
            }
        }
    }

    /// The lowest and the highest natural. Every number between them can fall.
    #[must_use]
    pub const fn range(self) -> (i32, i32) {
        let (count, sides) = (self.count as i32, self.sides as i32);
        match self.reading {
            Reading::Sum => (count, count * sides),
            Reading::AtLeast(1) => (count, count),
            Reading::AtMost(t) if t == self.sides => (count, count),
            Reading::AtLeast(_) | Reading::AtMost(_) => (0, count),
            Reading::KeepHighest(keep) | Reading::KeepLowest(keep) => (keep as i32, keep as i32 * sides),
        }
    }

    /// The number of different throws, `sides ^ count`: at most [`MAX_OUTCOMES`].
    #[must_use]
    pub const fn outcomes(self) -> u128 {
        (self.sides as u128).saturating_pow(self.count as u32)
    }
}

impl Default for Dice {
    fn default() -> Self {
        Dice::NONE
    }
}

fn sum(faces: &[u16]) -> i32 {
    faces.iter().map(|&face| i32::from(face)).sum()
}

/// The faces in ascending order; `faces` has at most [`MAX_COUNT`].
fn sorted(faces: &[u16]) -> Faces {
    let mut sorted: Faces = faces.iter().copied().take(MAX_COUNT).collect();
    sorted.sort_unstable();
    sorted
}
