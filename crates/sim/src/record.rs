//! What is kept of the first fights of a batch, so that it can be continued and compared fight by fight.

use std::sync::atomic::{AtomicU8, Ordering};

use skirmish_kernel::{Fights, Fought, Side};

use crate::tally::Tally;

/// The first fights of a batch: their counts, and who has won each of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The counts.
    pub tally: Tally,
    /// Who has won, from fight 0 on; as many as the tally has fights.
    pub winners: Vec<Winner>,
}

impl Record {
    /// Nothing yet, with room for what these fights have.
    #[must_use]
    pub fn of(fights: &dyn Fights) -> Self {
        Self { tally: Tally::of(fights), winners: Vec::new() }
    }

    /// Adds the record of the fights that follow.
    pub fn join(&mut self, next: &Self) {
        self.tally.merge(&next.tally);
        self.winners.extend_from_slice(&next.winners);
    }

    /// Counts the fight that follows.
    pub(crate) fn note(&mut self, fought: &Fought) {
        self.tally.note(fought);
        self.winners.push(Winner::of(fought));
    }
}

/// How one fight ended, in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// This side has won.
    Side(Side),
    /// Nobody has.
    Nobody,
    /// It was given up.
    GivenUp,
}

const NOBODY: u8 = u8::MAX;
const GIVEN_UP: u8 = u8::MAX - 1;

impl Winner {
    fn of(fought: &Fought) -> Self {
        match fought.winner {
            _ if fought.unfinished => Self::GivenUp,
            Some(side) => Self::Side(side),
            None => Self::Nobody,
        }
    }

    fn byte(self) -> u8 {
        match self {
            Self::Side(side) => side.0.min(GIVEN_UP - 1),
            Self::Nobody => NOBODY,
            Self::GivenUp => GIVEN_UP,
        }
    }

    fn from_byte(byte: u8) -> Self {
        match byte {
            NOBODY => Self::Nobody,
            GIVEN_UP => Self::GivenUp,
            side => Self::Side(Side(side)),
        }
    }
}

/// Where all threads write down who has won, each at the fights it has fought.
pub(crate) struct Sheet {
    winners: Vec<AtomicU8>,
}

impl Sheet {
    /// With room for so many fights, of which some are known.
    pub(crate) fn new(known: &Record, fights: u64) -> Self {
        let fights = usize::try_from(fights).unwrap_or(usize::MAX).max(known.winners.len());
        let mut winners: Vec<AtomicU8> = known.winners.iter().map(|winner| AtomicU8::new(winner.byte())).collect();
        winners.resize_with(fights, || AtomicU8::new(NOBODY));
        Self { winners }
    }

    pub(crate) fn note(&self, fought: &Fought) {
        let at = usize::try_from(fought.fight).ok();
        if let Some(place) = at.and_then(|at| self.winners.get(at)) {
            place.store(Winner::of(fought).byte(), Ordering::Relaxed);
        }
    }

    /// The winners of the first fights.
    pub(crate) fn winners(self, fights: u64) -> Vec<Winner> {
        let fights = usize::try_from(fights).unwrap_or(usize::MAX);
        self.winners.into_iter().take(fights).map(|byte| Winner::from_byte(byte.into_inner())).collect()
    }
}
