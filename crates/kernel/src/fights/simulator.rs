//! One fight after another, with nothing reserved in between.

use super::heard::{Ear, Hears};
use super::{Bout, Fought, Heard, Plan, Simulator};
use crate::{Autoplay, Flow, Ids, Policy, Rulebook, Scribe};

/// More steps than any fight has: one that gets there is going round in circles.
const MOST_STEPS: u32 = 1_000_000;

/// Makes a simulator for a book's own policy on all sides.
pub type PlainSimulator<B> = for<'g> fn(&'g Bout<B>, &Plan) -> Box<dyn Simulator + 'g>;

/// A simulator for a book's own policy on all sides: `plain_simulator::<MyBook, Plain>` is its [`Book::simulator`](crate::Book::simulator).
#[must_use]
pub fn plain_simulator<'g, B: Scribe, P: Policy<B> + Default + Send + 'static>(
    bout: &'g Bout<B>,
    plan: &Plan,
) -> Box<dyn Simulator + 'g> {
    let ear = plan.listen.then(|| Ear::of::<B>(&bout.setup));
    let table = Autoplay::<B, P, _>::heard_by(ear, &bout.setup, P::default(), bout.seed, 0);
    Box::new(Arena::new(bout, table, plan))
}

/// A table that plays fight after fight.
pub(crate) trait Plays<B: Rulebook> {
    /// Another fight begins.
    fn begin(&mut self, seed: u64, fight: u64);
    /// Plays one step.
    fn step(&mut self, s: &mut B::State) -> Flow;
    /// What was heard of the last fight, if anybody listens.
    fn heard(&self) -> Option<&Heard>;
}

impl<B: Rulebook, P: Policy<B>, L: Hears<B>> Plays<B> for Autoplay<'_, B, P, L> {
    #[inline(always)]
    fn begin(&mut self, seed: u64, fight: u64) {
        self.restart(seed, fight);
        self.ear_mut().begin();
    }

    #[inline(always)]
    fn step(&mut self, s: &mut B::State) -> Flow {
        self.ear_mut().step();
        Autoplay::step(self, s)
    }

    fn heard(&self) -> Option<&Heard> {
        self.ear().heard()
    }
}

/// A table, and the state that is fought on.
pub(crate) struct Arena<'g, B: Scribe, T> {
    bout: &'g Bout<B>,
    table: T,
    state: B::State,
    most_rounds: u32,
}

impl<'g, B: Scribe, T: Plays<B>> Arena<'g, B, T> {
    pub(crate) fn new(bout: &'g Bout<B>, table: T, plan: &Plan) -> Self {
        // Not a clone, which would not have the room that the book reserves for what a fight may come to.
        Self { bout, table, state: B::begin(&bout.setup), most_rounds: plan.most_rounds }
    }
}

impl<B: Scribe, T: Plays<B> + Send> Simulator for Arena<'_, B, T> {
    fn fight(&mut self, fight: u64, fought: &mut Fought) {
        let g = &self.bout.setup;
        self.table.begin(self.bout.seed, fight);
        self.state.clone_from(&self.bout.begin);
        fought.begin(fight, B::count(g));
        let mut able = B::able(g, &self.state);
        let began = B::present(g, &self.state);
        let mut came = began;
        // Where all are there, nobody is left who may come.
        let may_come = began != Ids::first(B::count(g));
        let mut round = B::place(&self.state).round;
        loop {
            let flow = self.table.step(&mut self.state);
            fought.steps += 1;
            let now = B::able(g, &self.state);
            if now != able {
                fought.note(able, now, round);
                able = now;
            }
            if may_come {
                came = came.or(B::present(g, &self.state));
            }
            round = B::place(&self.state).round;
            match flow {
                Flow::Over(outcome) => fought.winner = outcome.winner,
                Flow::On if round > self.most_rounds || fought.steps >= MOST_STEPS => fought.unfinished = true,
                Flow::On => continue,
            }
            break;
        }
        fought.rounds = round;
        let there = B::present(g, &self.state);
        for (at, left) in fought.left.iter_mut().enumerate() {
            let id = crate::Id::new(at);
            (left.able, left.there, left.came) = (able.has(id), there.has(id), came.has(id));
            left.fallen = !left.able && (left.there || began.has(id));
            B::gauges(g, &self.state, id, &mut |_, value, _| fought.gauges.push(value));
        }
    }

    fn heard(&self) -> Option<&Heard> {
        self.table.heard()
    }
}
