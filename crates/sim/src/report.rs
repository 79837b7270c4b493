//! What the counts say.

use crate::heard::HeardTally;
use crate::histogram::Histogram;
use crate::tally::Tally;
use skirmish_kernel::Interval;

/// What came of a batch of fights.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The counts of all fights.
    pub tally: Tally,
    /// The counts of those that were listened to.
    pub heard: HeardTally,
    /// Why it ended.
    pub stopped: Stopped,
}

/// Why a batch has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// All fights are fought.
    Done,
    /// The chances are known as precisely as was wanted.
    Precise,
    /// Somebody asked to stop; what is known is of the first fights.
    Asked,
}

impl Report {
    /// How many fights were fought.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.tally.fights
    }

    /// How many fights a side has won.
    #[must_use]
    pub fn wins(&self, side: usize) -> u64 {
        self.tally.won.get(side).map_or(0, Histogram::count)
    }

    /// The chance that a side wins.
    #[must_use]
    pub fn chance_of(&self, side: usize) -> Interval {
        Interval::wilson(self.wins(side), self.fights())
    }

    /// The widest of the sides' intervals, halved.
    #[must_use]
    pub fn half(&self) -> f64 {
        (0..self.tally.won.len()).map(|side| self.chance_of(side).half()).fold(0.0, f64::max)
    }

    /// The rounds of all fights that have ended.
    #[must_use]
    pub fn rounds(&self) -> Histogram {
        let mut rounds = self.tally.drawn.clone();
        self.tally.won.iter().for_each(|won| rounds.merge(won));
        rounds
    }

    /// The chance that a combatant is ever there.
    #[must_use]
    pub fn chance_to_come(&self, combatant: usize) -> Interval {
        Interval::wilson(self.tally.fallen.get(combatant).map_or(0, |fallen| fallen.came), self.fights())
    }

    /// The chance that a combatant has [fallen](skirmish_kernel::Left::fallen) at the end.
    #[must_use]
    pub fn chance_to_fall(&self, combatant: usize) -> Interval {
        let fallen = self.tally.fallen.get(combatant).map_or(0, |fallen| fallen.rounds.count());
        Interval::wilson(fallen, self.fights())
    }

    /// A fight like most: of the median number of rounds, won by the side that wins most often, if that ever happened
    /// in so many rounds. Nothing where no fight has ended.
    #[must_use]
    pub fn median(&self) -> Option<u64> {
        let rounds = self.rounds();
        let median = rounds.quantile(1, 2)?;
        let favourite = self.by_wins().last().copied();
        let usual = favourite.and_then(|side| self.tally.won.get(side)?.bin(median));
        usual.or_else(|| rounds.bin(median)).map(|bin| bin.first)
    }

    /// The fight that lasted most rounds, the first if there are several; one that was given up, if none has ended.
    #[must_use]
    pub fn longest(&self) -> Option<u64> {
        self.rounds().last().or_else(|| self.tally.unfinished.last()).map(|(_, bin)| bin.first)
    }

    /// The first fight won by the side that wins least often, if another one wins more often.
    #[must_use]
    pub fn upset(&self) -> Option<u64> {
        let sides = self.by_wins();
        let (outsider, favourite) = (*sides.first()?, *sides.last()?);
        if self.wins(outsider) == self.wins(favourite) {
            return None;
        }
        self.tally.won.get(outsider)?.iter().map(|(_, bin)| bin.first).min()
    }

    /// The sides that have ever won, those that win least often first.
    fn by_wins(&self) -> Vec<usize> {
        let mut sides: Vec<usize> = (0..self.tally.won.len()).filter(|side| self.wins(*side) > 0).collect();
        sides.sort_by_key(|side| self.wins(*side));
        sides
    }
}
