//! Who beats whom: every policy against every other, on every side.

use skirmish_kernel::{Fights, Interrupt, Interval, PolicyError};

use crate::batch::{Order, Watch, simulate};
use crate::report::Stopped;

/// Which policies are to be held against each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderOrder {
    /// The policies, in the order of the table.
    pub policies: Vec<String>,
    /// How many fights each meeting has.
    pub fights: u64,
    /// How many threads; at least one works.
    pub threads: usize,
    /// A fight that goes on after so many rounds is given up.
    pub most_rounds: u32,
}

impl Default for LadderOrder {
    /// Nobody yet; a hundred fights for each meeting, on one thread.
    fn default() -> Self {
        let Order { threads, most_rounds, .. } = Order::default();
        Self { policies: Vec::new(), fights: 100, threads, most_rounds }
    }
}

/// What came of all meetings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The policies, in the order of the table.
    pub policies: Vec<String>,
    /// One side played by one policy, all others by another; for each pair of policies and each side.
    pub meetings: Vec<Meeting>,
    /// Why it ended.
    pub stopped: Stopped,
}

/// Fights with the same policies on the same sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Which policy plays each side, by its place in the list.
    pub seats: Vec<usize>,
    /// How many fights were fought.
    pub fights: u64,
    /// How many of them each side has won.
    pub wins: Vec<u64>,
    /// Fights that nobody has won.
    pub drawn: u64,
    /// Fights that were given up.
    pub unfinished: u64,
}

/// A policy's place on the ladder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// Which policy, by its place in the list.
    pub policy: usize,
    /// How many fights its sides have fought against other policies.
    pub fights: u64,
    /// How many of them they have won.
    pub wins: u64,
}

impl Rung {
    /// The chance that its side wins, whichever that is, against any of the others.
    #[must_use]
    pub fn chance(self) -> Interval {
        Interval::wilson(self.wins, self.fights)
    }
}

/// Holds every policy against every other. All meetings have the same dice: fight `i` of each begins with those of fight
/// `i`.
///
/// # Errors
/// When there is no such policy.
pub fn ladder(fights: &dyn Fights, order: &LadderOrder, watch: &dyn Watch) -> Result<Ladder, PolicyError> {
    let all = pairings(order.policies.len(), fights.sides().len());
    let of = order.fights.saturating_mul(all.len() as u64);
    let mut ladder = Ladder { policies: order.policies.clone(), meetings: Vec::new(), stopped: Stopped::Done };
    for (before, seats) in (0u64..).zip(all) {
        let names = seats.iter().filter_map(|at| order.policies.get(*at).cloned()).collect();
        let batch = Order {
            fights: order.fights,
            threads: order.threads,
            most_rounds: order.most_rounds,
            policies: names,
            ..Order::default()
        };
        let part = Part { watch, before: before.saturating_mul(order.fights), of };
        let report = simulate(fights, &batch, &part)?;
        ladder.meetings.push(Meeting {
            fights: report.fights(),
            wins: (0..seats.len()).map(|side| report.wins(side)).collect(),
            drawn: report.tally.drawn.count(),
            unfinished: report.tally.unfinished.count(),
            seats,
        });
        if report.stopped == Stopped::Asked {
            ladder.stopped = Stopped::Asked;
            break;
        }
    }
    Ok(ladder)
}

/// For each two policies and each side: the one on that side, the other on all others. None of them twice.
fn pairings(policies: usize, sides: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for one in 0..policies {
        for other in (0..policies).filter(|other| *other != one) {
            for side in 0..sides {
                let seats: Vec<usize> = (0..sides).map(|at| if at == side { one } else { other }).collect();
                if !all.contains(&seats) {
                    all.push(seats);
                }
            }
        }
    }
    all
}

/// One meeting of many, seen by whoever watches them all.
struct Part<'w> {
    watch: &'w dyn Watch,
    before: u64,
    of: u64,
}

impl Watch for Part<'_> {
    fn interrupt(&self) -> Interrupt {
        self.watch.interrupt()
    }

    fn done(&self, fights: u64, _: u64) {
        self.watch.done(self.before.saturating_add(fights), self.of);
    }

    fn stops(&self) -> bool {
        self.watch.stops()
    }
}

impl Ladder {
    /// The chance that a side played by one policy wins where another one plays all others, whichever side it is: each of
    /// them counts as often as it was fought for. Nothing where they have not met.
    #[must_use]
    pub fn chance(&self, one: usize, other: usize) -> Option<Interval> {
        let (wins, fights) = self.counts(|seats, side| {
            let others = |wanted| seats.iter().enumerate().all(|(at, seat)| at == side || *seat == wanted);
            one != other && seats.get(side) == Some(&one) && others(other)
        });
        (fights > 0).then(|| Interval::wilson(wins, fights))
    }

    /// The policies, those that win most often first; of equal ones those listed first.
    #[must_use]
    pub fn rungs(&self) -> Vec<Rung> {
        let rung = |policy: usize| {
            let (wins, fights) =
                self.counts(|seats, side| seats.iter().enumerate().all(|(at, seat)| (at == side) == (*seat == policy)));
            Rung { policy, fights, wins }
        };
        let mut rungs: Vec<Rung> = (0..self.policies.len()).map(rung).collect();
        // Shares are compared without dividing; nobody who has not fought is above anybody.
        let share = |rung: &Rung, other: &Rung| u128::from(rung.wins) * u128::from(other.fights.max(1));
        rungs.sort_by(|a, b| share(b, a).cmp(&share(a, b)));
        rungs
    }

    /// Wins and fights of the sides of meetings for which `counts` is true.
    fn counts(&self, counts: impl Fn(&[usize], usize) -> bool) -> (u64, u64) {
        let mut sum = (0u64, 0u64);
        for meeting in &self.meetings {
            for (_, wins) in meeting.wins.iter().enumerate().filter(|(side, _)| counts(&meeting.seats, *side)) {
                sum = (sum.0.saturating_add(*wins), sum.1.saturating_add(meeting.fights));
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_on_each_side_and_once() {
        assert_eq!(pairings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(pairings(3, 2).len(), 6);
        let three = pairings(2, 3);
        assert_eq!(three, [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        assert!(pairings(1, 2).is_empty() && pairings(0, 2).is_empty() && pairings(3, 0).is_empty());
    }

    #[test]
    fn the_ladder_is_by_share_of_fights_won() {
        let meeting = |seats: [usize; 2], wins: [u64; 2]| Meeting {
            seats: seats.to_vec(),
            fights: 10,
            wins: wins.to_vec(),
            drawn: 10 - wins[0] - wins[1],
            unfinished: 0,
        };
        let meetings = vec![meeting([0, 1], [2, 7]), meeting([1, 0], [9, 1])];
        let ladder = Ladder { policies: vec!["a".into(), "b".into()], meetings, stopped: Stopped::Done };
        let rungs = ladder.rungs();
        assert_eq!(rungs[0], Rung { policy: 1, fights: 20, wins: 16 });
        assert_eq!(rungs[1], Rung { policy: 0, fights: 20, wins: 3 });
        assert_eq!(ladder.chance(0, 1), Some(Interval::wilson(3, 20)));
        assert_eq!((ladder.chance(0, 0), ladder.chance(0, 7)), (None, None));
    }
}
