//! Choices that are tried out against each other, with the same dice.

use skirmish_kernel::put_in_order;

use crate::budget::Budget;
use crate::worth;

/// Something else than the favoured choice is done where it does better by more than so many of the errors of what is known:
/// of many choices the best has done well by chance, too.
const ERRORS: f64 = 1.5;

/// Whoever is behind the favoured choice by more than so many errors is out: what time there is goes to the others.
const HOPELESS: f64 = 2.0;

/// It is looked whether somebody is out each time that all have been tried so often.
const LOOK_EACH: u64 = 8;

/// What is done, and why.
pub(crate) struct Done<C> {
    pub(crate) choice: C,
    pub(crate) why: Option<&'static str>,
    /// What it promised, in millionths of a victory.
    pub(crate) promised: i64,
    /// The best of the other choices, and what that promised.
    pub(crate) other: Option<(C, i64)>,
}

/// Why something else than the favoured choice is made.
pub(crate) const BETTER: &str = "of all that was tried out ahead it came out best";

/// Why the favoured one is.
pub(crate) const AS_FAVOURED: &str = "nothing that was tried out ahead came out better beyond chance";

/// The choices that are left. Those that are hopeless are out, and the worse half of the others is dropped again and again;
/// what is left is tried more often. The favoured choice stays to the end.
pub(crate) struct Race<C> {
    favoured: Runner<C>,
    others: Vec<Runner<C>>,
    /// Those that are out.
    out: Vec<Runner<C>>,
}

/// One of them.
struct Runner<C> {
    choice: C,
    /// The how manieth it was at the beginning; the favoured one is 0.
    number: usize,
    /// How its tries came out; try by try with the dice of the others.
    outcomes: Vec<i64>,
}

impl<C> Runner<C> {
    fn sum(&self) -> i64 {
        self.outcomes.iter().sum()
    }

    /// How much better it did than another one, on average, in the tries that both have had.
    fn ahead_of(&self, other: &Self) -> i64 {
        let ahead = self.outcomes.iter().zip(&other.outcomes).map(|(this, that)| this - that);
        let tries = self.outcomes.len().min(other.outcomes.len());
        ahead.sum::<i64>() / i64::try_from(tries).unwrap_or(i64::MAX).max(1)
    }
}

impl<C> Race<C> {
    pub(crate) fn new(favoured: C, others: Vec<C>) -> Self {
        let runner = |(number, choice)| Runner { choice, number, outcomes: Vec::new() };
        let others = (1..).zip(others).map(runner).collect();
        Self { favoured: runner((0, favoured)), others, out: Vec::new() }
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
                    return Done { choice: self.favoured.choice, why: None, promised: 0, other: None };
                }
                if tries % LOOK_EACH == 0 && self.is_decided() {
                    return self.winner();
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

    /// How many run, the favoured one among them.
    fn runners(&self) -> u64 {
        self.others.len() as u64 + 1
    }

    /// How often the others are halved until one is left.
    fn heats(&self) -> u32 {
        self.others.len().max(1).ilog2() + 1
    }

    /// One try of each.
    fn try_each(&mut self, play: &mut dyn FnMut(usize, &C, u64) -> Option<i64>) -> Option<()> {
        for runner in self.others.iter_mut().chain([&mut self.favoured]) {
            let sample = runner.outcomes.len() as u64;
            runner.outcomes.push(play(runner.number, &runner.choice, sample)?);
        }
        Some(())
    }

    /// Puts out those that are far behind the favoured choice, and those of which always the same has come as of that one. Is
    /// nobody left?
    fn is_decided(&mut self) -> bool {
        let favoured = &self.favoured.outcomes;
        let goes_on = |other: &Runner<C>| {
            !worth::is_beyond(HOPELESS, &worth::differences(favoured, &other.outcomes)) && other.outcomes != *favoured
        };
        let (go_on, out) = std::mem::take(&mut self.others).into_iter().partition(goes_on);
        self.others = go_on;
        self.out.extend::<Vec<Runner<C>>>(out);
        self.others.is_empty()
    }

    /// The better half of the others goes on; among equals those that looked better before.
    fn drop_half(&mut self) {
        let kept = self.others.len().div_ceil(2);
        put_in_order(&mut self.others, |runner| std::cmp::Reverse(runner.sum()));
        self.out.extend(self.others.drain(kept..));
    }

    /// The best of the others, where it is better than the favoured one beyond chance.
    fn winner(self) -> Done<C> {
        let Self { favoured, mut others, mut out } = self;
        // Of equal ones the first: `max_by_key` takes the last.
        let best = others.iter().enumerate().rev().max_by_key(|(_, runner)| runner.sum());
        let is_better =
            |best: &Runner<C>| worth::is_beyond(ERRORS, &worth::differences(&best.outcomes, &favoured.outcomes));
        let (done, why) = match best.filter(|(_, best)| is_better(best)).map(|(at, _)| at) {
            Some(at) => {
                let best = others.remove(at);
                others.push(favoured);
                (best, BETTER)
            }
            None => (favoured, AS_FAVOURED),
        };
        out.extend(others);
        let promised = done.sum() / i64::try_from(done.outcomes.len()).unwrap_or(i64::MAX).max(1);
        let other = out.into_iter().map(|other| (promised + other.ahead_of(&done), other.choice));
        let other = other.max_by_key(|(promised, _)| *promised).map(|(promised, choice)| (choice, promised));
        Done { choice: done.choice, why: Some(why), promised, other }
    }
}
