//! Shifting probability from state to state, round by round, until next to nothing is left in play.

use std::collections::VecDeque;

use skirmish_kernel::{Branch, Prospect, Target};

use crate::endless::endless;
use crate::paths::Paths;
use crate::solution::{Solution, Stopped};

/// How far a fight is followed.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// It is followed until no more than this is left in play.
    pub left: f64,
    /// The most states whose branches are looked at: what decides how much memory it takes.
    pub most_states: usize,
    /// A fight that goes on after so many rounds is followed no further.
    pub most_rounds: u32,
}

impl Default for Order {
    fn default() -> Self {
        Self { left: 1e-12, most_states: 2_000_000, most_rounds: 10_000 }
    }
}

/// Looks on while a fight is followed.
pub trait Watch: Sync {
    /// So much of the probability has come to an end by now, and so many states were looked at.
    fn done(&self, ended: f64, states: usize);
    /// Of several beginnings this one is followed now.
    fn begins(&self, _begin: u32, _of: u32) {}
    /// Is it to stop? What is known by then is told.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody looks on.
impl Watch for () {
    fn done(&self, _: f64, _: usize) {}
}

/// Follows a fight to its end.
pub fn solve(prospect: &mut dyn Prospect, order: &Order, watch: &dyn Watch) -> Solution {
    let solution = solve_from(prospect, 0, &mut Known::default(), order, watch);
    Solution { leaves: prospect.leaves(), ..solution }
}

/// What is known of a fight by now: where its states lead.
#[derive(Debug, Default)]
pub(crate) struct Known {
    paths: Paths,
    states: usize,
}

impl Known {
    /// How many states have had their branches looked at.
    pub(crate) fn states(&self) -> usize {
        self.states
    }
}

/// Follows a fight to its end from one of its beginnings. What is `known` is not looked at again, but counts in the budget; what
/// the solution counts is what was new.
pub(crate) fn solve_from(
    prospect: &mut dyn Prospect,
    begin: u32,
    known: &mut Known,
    order: &Order,
    watch: &dyn Watch,
) -> Solution {
    let (states, branches, leaves) = (known.states, known.paths.branches(), prospect.leaves());
    let mut shift = Shift::new(begin, std::mem::take(known), order, watch);
    let stopped = shift.run(prospect);
    let Shift { known: now, waves, lost, endless, ended, .. } = shift;
    *known = now;
    let in_play = waves.iter().map(Wave::sum).sum::<f64>();
    Solution {
        endings: prospect.endings().to_vec(),
        ended,
        endless,
        left: lost + in_play,
        lost,
        states: known.states - states,
        branches: known.paths.branches() - branches,
        leaves: prospect.leaves().saturating_sub(leaves),
        stopped,
        settled: true,
    }
}

/// Of what may be left in the end, this part may be left out as one goes along.
pub(crate) const CUT: f64 = 0.5;

/// A state that holds less than this part of what may still be left out is left out.
pub(crate) const DUST: f64 = 1e-4;

/// So many states are passed between two looks at whether to stop.
const STRIDE: u64 = 256;

struct Shift<'o> {
    order: &'o Order,
    watch: &'o dyn Watch,
    /// Which states have had their branches looked at, and what they are.
    known: Known,
    /// The running round's probability, the next round's, and so on.
    waves: VecDeque<Wave>,
    round: u32,
    /// Of each ending, by round.
    ended: Vec<Vec<f64>>,
    /// What was left out.
    lost: f64,
    /// What can never come to an end.
    endless: f64,
    /// States from which there is no end, as far as known.
    hopeless: Vec<bool>,
    /// States passed since a new one was met, and after how many it is asked whether they go round for ever.
    idle: u64,
    patience: u64,
    passed: u64,
}

/// Probability by state, within one round.
#[derive(Default)]
struct Wave {
    mass: Vec<f64>,
    /// States with some of it, in the order in which it came.
    waiting: VecDeque<u32>,
}

impl Wave {
    fn add(&mut self, state: u32, mass: f64) {
        let at = state as usize;
        if self.mass.len() <= at {
            self.mass.resize(at + 1, 0.0);
        }
        if let Some(known) = self.mass.get_mut(at) {
            if *known == 0.0 {
                self.waiting.push_back(state);
            }
            *known += mass;
        }
    }

    fn take(&mut self) -> Option<(u32, f64)> {
        let state = self.waiting.pop_front()?;
        let mass = self.mass.get_mut(state as usize).map(std::mem::take);
        Some((state, mass.unwrap_or(0.0)))
    }

    fn sum(&self) -> f64 {
        self.waiting.iter().filter_map(|state| self.mass.get(*state as usize)).sum()
    }
}

impl<'o> Shift<'o> {
    fn new(begin: u32, known: Known, order: &'o Order, watch: &'o dyn Watch) -> Self {
        let mut first = Wave::default();
        first.add(begin, 1.0);
        Self {
            order,
            watch,
            known,
            waves: VecDeque::from([first]),
            round: 0,
            ended: Vec::new(),
            lost: 0.0,
            endless: 0.0,
            hopeless: Vec::new(),
            idle: 0,
            patience: 1_024,
            passed: 0,
        }
    }

    fn run(&mut self, prospect: &mut dyn Prospect) -> Stopped {
        let first = prospect.first_round();
        self.round = first;
        while self.waves.iter().map(Wave::sum).sum::<f64>() > self.order.left * (1.0 - CUT) {
            if prospect.most_rounds().is_some_and(|most| self.round > most) {
                self.break_off(prospect);
                return Stopped::Done;
            }
            let is_beyond = |horizon: u32| self.round - first > horizon;
            if self.round > self.order.most_rounds || prospect.horizon().is_some_and(is_beyond) {
                return Stopped::Rounds;
            }
            if let Err(stopped) = self.round(prospect) {
                return stopped;
            }
            self.round += 1;
            // What the round has reserved serves a later one.
            if let Some(over) = self.waves.pop_front() {
                self.waves.push_back(over);
            }
        }
        Stopped::Done
    }

    /// The last round is over: whatever is in play ends as it stands.
    fn break_off(&mut self, prospect: &mut dyn Prospect) {
        let last = self.round.saturating_sub(1) as usize;
        for wave in &mut self.waves {
            while let Some((state, mass)) = wave.take() {
                let ending = prospect.broken_off(state) as usize;
                *slot(slot(&mut self.ended, ending), last) += mass;
            }
        }
    }

    /// All that can happen in the running round.
    fn round(&mut self, prospect: &mut dyn Prospect) -> Result<(), Stopped> {
        let mut branches = Vec::new();
        while let Some((state, mass)) = self.waves.front_mut().and_then(Wave::take) {
            self.passed += 1;
            if self.passed.is_multiple_of(STRIDE) && self.watch.stops() {
                self.put_back(state, mass);
                return Err(Stopped::Asked);
            }
            if self.is_settled(state, mass, prospect.horizon().is_some()) {
                continue;
            }
            if self.known.paths.of(state).is_none()
                && let Err(stopped) = self.explore(prospect, state, &mut branches)
            {
                self.put_back(state, mass);
                return Err(stopped);
            }
            if !self.shift(state, mass) {
                self.lost += mass;
            }
            self.idle += 1;
            if self.idle > self.patience {
                self.hopeless = endless(&self.known.paths, prospect.most_rounds().is_some());
                (self.idle, self.patience) = (0, self.patience.saturating_mul(2));
            }
        }
        Ok(())
    }

    /// Puts aside what is not worth following, or cannot be followed to an end. What goes round while something `outlasts` the fight may
    /// come to an end when that does: nothing is known of it.
    fn is_settled(&mut self, state: u32, mass: f64, outlasts: bool) -> bool {
        let may_be_lost = self.order.left * CUT - self.lost;
        if mass < may_be_lost * DUST {
            self.lost += mass;
            return true;
        }
        let hopeless = self.hopeless.get(state as usize).copied().unwrap_or(false);
        if hopeless {
            *(if outlasts { &mut self.lost } else { &mut self.endless }) += mass;
        }
        hopeless
    }

    /// Looks where a state leads.
    fn explore(&mut self, prospect: &mut dyn Prospect, state: u32, branches: &mut Vec<Branch>) -> Result<(), Stopped> {
        if self.known.states >= self.order.most_states {
            return Err(Stopped::States);
        }
        prospect.step(state, branches).map_err(|_| Stopped::Leaves)?;
        self.known.paths.learn(state, branches);
        self.known.states += 1;
        self.idle = 0;
        if self.known.states.is_multiple_of(STRIDE as usize) {
            self.watch.done(self.ended.iter().flatten().sum::<f64>() + self.endless, self.known.states);
        }
        Ok(())
    }

    fn put_back(&mut self, state: u32, mass: f64) {
        if let Some(wave) = self.waves.front_mut() {
            wave.add(state, mass);
        }
    }

    /// On from a state along its branches. False where none is known.
    fn shift(&mut self, state: u32, mass: f64) -> bool {
        let Self { known, waves, ended, round, .. } = self;
        let branches = known.paths.of(state).unwrap_or_default();
        for way in branches {
            let part = mass * way.chance;
            match way.to {
                Target::State(to) => {
                    let later = way.rounds as usize;
                    if waves.len() <= later {
                        waves.resize_with(later + 1, Wave::default);
                    }
                    if let Some(wave) = waves.get_mut(later) {
                        wave.add(to, part);
                    }
                }
                Target::End(ending) => {
                    let (ending, round) = (ending as usize, (*round + way.rounds) as usize);
                    *slot(slot(ended, ending), round) += part;
                }
            }
        }
        !branches.is_empty()
    }
}

/// A place in a list, which grows if it must.
pub(crate) fn slot<T: Default + Clone>(list: &mut Vec<T>, at: usize) -> &mut T {
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}
