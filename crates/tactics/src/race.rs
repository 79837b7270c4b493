//! Choices that are tried out against each other, with the same dice.

use crate::budget::Budget;
use crate::worth;

/// Something else than the usual choice is done where it does better by more than so many of the errors of what is known:
/// of many choices the best has done well by chance, too.
const ERRORS: f64 = 1.5;

/// What is done, and why.
pub(crate) struct Done<C> {
    pub(crate) choice: C,
    pub(crate) why: Option<&'static str>,
}

/// Why something else than the usual choice is made.
pub(crate) const BETTER: &str = "of all that was tried out ahead it came out best";

/// Why the usual one is.
pub(crate) const AS_USUAL: &str = "nothing that was tried out ahead came out better";

/// The choices that are left. The worse half of the others is dropped again and again, and those that are left are tried
/// more often; the usual one stays to the end.
pub(crate) struct Race<C> {
    usual: Runner<C>,
    others: Vec<Runner<C>>,
}

/// One of them.
struct Runner<C> {
    choice: C,
    /// The how manieth it was at the beginning; the usual one is 0.
    number: usize,
    /// How its tries came out; try by try with the dice of the others.
    outcomes: Vec<i64>,
}

impl<C> Runner<C> {
    fn sum(&self) -> i64 {
        self.outcomes.iter().sum()
    }
}

impl<C> Race<C> {
    pub(crate) fn new(usual: C, others: Vec<C>) -> Self {
        let runner = |(number, choice)| Runner { choice, number, outcomes: Vec::new() };
        Self { usual: runner((0, usual)), others: (1..).zip(others).map(runner).collect() }
    }

    /// Tries them as often, or as long, as it may, and gives what is to be done. `play` says how try number so and so of a
    /// choice came out; none when nobody wants to know any more.
    pub(crate) fn run(self, budget: Budget, mut play: impl FnMut(usize, &C, u64) -> Option<i64>) -> Done<C> {
        match budget {
            Budget::Count(count) => self.counted(count, &mut play),
            Budget::Time(began, time) => {
                let heats = self.heats();
                let until = |heat: u32| time * (heat + 1) / heats;
                self.heat_by_heat(&mut play, |heat, _, _| began.elapsed() >= until(heat))
            }
        }
    }

    /// So many tries, shared out evenly among the heats.
    fn counted(self, count: u64, play: &mut dyn FnMut(usize, &C, u64) -> Option<i64>) -> Done<C> {
        let heats = u64::from(self.heats());
        let mut left = count;
        self.heat_by_heat(play, |heat, runners, tries| {
            let share = left / (heats - u64::from(heat)).max(1);
            let is_over = tries >= (share / runners).max(1);
            if is_over {
                left = left.saturating_sub(tries * runners);
            }
            is_over
        })
    }

    /// Heat by heat, each until it is `over`: by its number, how many run, and how often each was tried in it.
    fn heat_by_heat(
        mut self,
        play: &mut dyn FnMut(usize, &C, u64) -> Option<i64>,
        mut over: impl FnMut(u32, u64, u64) -> bool,
    ) -> Done<C> {
        let heats = self.heats();
        for heat in 0..heats {
            for tries in 1.. {
                if self.try_each(play).is_none() {
                    return Done { choice: self.usual.choice, why: None };
                }
                if over(heat, self.runners(), tries) {
                    break;
                }
            }
            if heat + 1 < heats {
                self.drop_half();
            }
        }
        self.winner()
    }

    /// How many run, the usual one among them.
    fn runners(&self) -> u64 {
        self.others.len() as u64 + 1
    }

    /// How often the others are halved until one is left.
    fn heats(&self) -> u32 {
        self.others.len().max(1).ilog2() + 1
    }

    /// One try of each.
    fn try_each(&mut self, play: &mut dyn FnMut(usize, &C, u64) -> Option<i64>) -> Option<()> {
        for runner in self.others.iter_mut().chain([&mut self.usual]) {
            let sample = runner.outcomes.len() as u64;
            runner.outcomes.push(play(runner.number, &runner.choice, sample)?);
        }
        Some(())
    }

    /// The better half of the others goes on; among equals those that looked better before.
    fn drop_half(&mut self) {
        let kept = self.others.len().div_ceil(2);
        self.others.sort_by_key(|runner| std::cmp::Reverse(runner.sum()));
        self.others.truncate(kept);
    }

    /// The best of the others, where it is better than the usual one beyond chance.
    fn winner(self) -> Done<C> {
        // Of equal ones the first: `max_by_key` takes the last.
        let best = self.others.into_iter().rev().max_by_key(Runner::sum);
        match best {
            Some(best) if worth::is_beyond(ERRORS, &worth::differences(&best.outcomes, &self.usual.outcomes)) => {
                Done { choice: best.choice, why: Some(BETTER) }
            }
            _ => Done { choice: self.usual.choice, why: Some(AS_USUAL) },
        }
    }
}
