//! What came of following a fight.

use skirmish_kernel::Ending;

use crate::law::Law;

/// How a fight ends, exactly, but for what is [left](Solution::left).
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// Every way it can end.
    pub endings: Vec<Ending>,
    /// The chance of each ending, by round.
    pub ended: Vec<Vec<f64>>,
    /// The chance that it never ends: what people then do can go on for ever, and must.
    pub endless: f64,
    /// What is still in play: every chance may be as much larger than it is told here, and no two of them both.
    pub left: f64,
    /// Of that, what was left out on the way since it changes nothing; the rest was being fought when it stopped.
    pub lost: f64,
    /// How many states were looked at.
    pub states: usize,
    /// How many branches lead on from them.
    pub branches: usize,
    /// How many branches were followed to find them.
    pub leaves: u64,
    /// Why it ended.
    pub stopped: Stopped,
    /// Nobody who takes the best choices could win more often by choosing otherwise, now and then: always so, unless
    /// the best choices of several sides chase each other without end, or not all of them could be looked at.
    pub settled: bool,
}

/// Why following a fight has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// No more is left in play than was wanted.
    Done,
    /// There are more states than were allowed.
    States,
    /// There are more branches than were allowed.
    Leaves,
    /// It may last longer than was allowed.
    Rounds,
    /// Somebody asked to stop.
    Asked,
}

impl Solution {
    /// The chance of all endings that are so.
    fn chance(&self, holds: impl Fn(&Ending) -> bool) -> f64 {
        let all = self.each().filter(|(ending, _)| holds(ending)).flat_map(|(_, rounds)| rounds);
        // An empty sum of floats is minus nothing.
        all.fold(0.0, |sum, chance| sum + chance)
    }

    /// Each ending that was met, and its chance by round.
    fn each(&self) -> impl Iterator<Item = (&Ending, &Vec<f64>)> {
        self.endings.iter().zip(&self.ended)
    }

    /// The chance that a side wins.
    #[must_use]
    pub fn chance_of(&self, side: usize) -> f64 {
        self.chance(|ending| ending.winner.is_some_and(|winner| usize::from(winner.0) == side))
    }

    /// The chance that it ends and nobody has won.
    #[must_use]
    pub fn nobody(&self) -> f64 {
        self.chance(|ending| ending.winner.is_none())
    }

    /// The chance that it has ended.
    #[must_use]
    pub fn over(&self) -> f64 {
        self.chance(|_| true)
    }

    /// In which round it ends.
    #[must_use]
    pub fn rounds(&self) -> Law {
        let mut law = Law::default();
        for (_, rounds) in self.each() {
            for (round, chance) in (0i32..).zip(rounds).filter(|(_, chance)| **chance > 0.0) {
                law.add(round, *chance);
            }
        }
        law
    }

    /// How a gauge stands in the end, of those that [`Ending::gauges`] lists.
    #[must_use]
    pub fn gauge(&self, at: usize) -> Law {
        let mut law = Law::default();
        for (ending, rounds) in self.each() {
            let chance = rounds.iter().sum::<f64>();
            if let Some(value) = ending.gauges.get(at).filter(|_| chance > 0.0) {
                law.add(*value, chance);
            }
        }
        law
    }

    /// The chance that a combatant has [fallen](skirmish_kernel::Left::fallen) in the end.
    #[must_use]
    pub fn falls(&self, combatant: usize) -> f64 {
        self.chance(|ending| ending.fallen.has(skirmish_kernel::Id::new(combatant)))
    }
}
