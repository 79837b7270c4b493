//! One fight after another, with nothing reserved in between.

use super::heard::Hears;
use super::{Fought, Heard, Plan, Ready, Ring};
use crate::{Autoplay, Flow, Policy, Scribe};

/// More steps than any fight has: one that gets there is going round in circles.
const MOST_STEPS: u32 = 1_000_000;

/// A ring for a book's own policy on all sides: `plain_ring::<MyBook, Plain>` is its [`Book::ring`](crate::Book::ring).
#[must_use]
pub fn plain_ring<'g, B: Scribe, P: Policy<B> + Default + Send + 'static>(
    ready: &'g Ready<B>,
    plan: &Plan,
) -> Box<dyn Ring + 'g> {
    let table = Autoplay::<B, P>::new(&ready.setup, P::default(), ready.seed, 0);
    Box::new(Arena::new(ready, table, plan))
}

/// A table, and the state that is fought on.
pub(super) struct Arena<'g, B: Scribe, P, L> {
    ready: &'g Ready<B>,
    table: Autoplay<'g, B, P, L>,
    state: B::State,
    most_rounds: u32,
}

impl<'g, B: Scribe, P: Policy<B>, L: Hears<B>> Arena<'g, B, P, L> {
    pub(super) fn new(ready: &'g Ready<B>, table: Autoplay<'g, B, P, L>, plan: &Plan) -> Self {
        // Not a clone, which would not have the room that the book reserves for what a fight may come to.
        Self { ready, table, state: B::begin(&ready.setup), most_rounds: plan.most_rounds }
    }
}

impl<B: Scribe, P: Policy<B> + Send, L: Hears<B> + Send> Ring for Arena<'_, B, P, L> {
    fn fight(&mut self, fight: u64, fought: &mut Fought) {
        let g = &self.ready.setup;
        self.table.restart(self.ready.seed, fight);
        self.table.ear_mut().begin();
        self.state.clone_from(&self.ready.begin);
        fought.begin(fight, B::count(g));
        let mut able = B::able(g, &self.state);
        let mut round = B::place(&self.state).round;
        loop {
            self.table.ear_mut().step();
            let flow = self.table.step(&mut self.state);
            fought.steps += 1;
            let now = B::able(g, &self.state);
            if now != able {
                fought.note(able, now, round);
                able = now;
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
        for (at, left) in fought.left.iter_mut().enumerate() {
            let id = crate::Id::new(at);
            left.able = able.has(id);
            B::gauges(g, &self.state, id, &mut |_, value, _| fought.gauges.push(value));
        }
    }

    fn heard(&self) -> Option<&Heard> {
        self.table.ear().heard()
    }
}
