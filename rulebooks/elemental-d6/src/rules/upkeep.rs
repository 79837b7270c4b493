//! What follows from the rest of the state, kept in step with it: who is able, who can still pay, who waits.

use skirmish_kernel::{Id, Ids};

use crate::model::{Circumstances, Cost, Counter, Phase, Readied, Setup, Spent, State};
use crate::rules::actions::{affordable, is_solvent};
use crate::rules::damage::down_at;

impl State {
    /// Sees anew whether somebody is able and willing to fight: whatever changes hit points, or takes somebody in or
    /// out, says so here.
    #[inline]
    pub fn muster(&mut self, g: &Setup, id: Id) {
        let (able, fights) = self.bearing(g, id);
        self.marks.able.set(id, able);
        self.marks.fighting.set(id, fights);
        let fighting = self.marks.fighting;
        self.contested = fighting.iter().next().is_some_and(|one| !fighting.and(g.foes(one)).is_empty());
        self.look_around(g);
        self.review(id);
        self.reckon(g, id);
    }

    /// Sees anew whether anything is to be seen to before the next turn: whatever changes the phase, the ranking, or what the game master has
    /// called for says so here.
    pub fn look_around(&mut self, g: &Setup) {
        let newcomers = self.ranking.len() != g.sheets.len();
        let called = self.ended.is_some() || !self.requests.is_empty();
        self.interrupted = self.phase != Phase::Combat || newcomers || called;
    }

    /// Sees anew what affects somebody and what it is about: whatever changes conditions, circumstances, movement, a
    /// counter or a readied action says so here.
    pub fn review(&mut self, id: Id) {
        let c = self.creature(id);
        let affected = !c.conditions.is_empty() || c.circumstances != Circumstances::default();
        let (waits, counters, moves) = (c.readied.is_some(), c.counter.is_some(), !c.moves.is_empty());
        self.marks.affected.set(id, affected);
        self.marks.waiting.set(id, waits);
        self.marks.countering.set(id, counters);
        self.marks.moving.set(id, moves);
    }

    /// Sees anew what somebody can still pay for.
    #[inline]
    pub fn reckon(&mut self, g: &Setup, id: Id) {
        self.spend(g, id, |_| ());
    }

    /// Changes what somebody has spent, and with it what they can still pay for.
    #[inline(always)]
    pub fn spend(&mut self, g: &Setup, id: Id, change: impl FnOnce(&mut Spent)) {
        let spent = &mut self.creature_mut(id).spent;
        change(spent);
        let spent = *spent;
        let (standard, solvent) = (affordable(g, &spent, Cost::Standard, 0), is_solvent(g, &spent, g.free.has(id)));
        self.marks.solvent.set(id, solvent);
        self.marks.standard.set(id, standard);
        self.marks.freed.set(id, spent.free > 0);
    }

    /// A new round: nobody has spent anything.
    #[inline]
    pub fn replenish(&mut self, g: &Setup) {
        self.creatures.iter_mut().for_each(|c| c.spent = Spent::default());
        let all = Ids::first(g.sheets.len());
        (self.marks.solvent, self.marks.standard, self.marks.freed) = (all, all, Ids::NONE);
    }

    /// Declares a counter, or takes it away.
    #[inline]
    pub fn declare(&mut self, id: Id, counter: Option<Counter>) {
        self.creature_mut(id).counter = counter;
        self.marks.countering.set(id, counter.is_some());
    }

    /// Readies an action, or gives the readied one up.
    #[inline]
    pub fn ready(&mut self, id: Id, readied: Option<Readied>) {
        self.creature_mut(id).readied = readied;
        self.marks.waiting.set(id, readied.is_some());
    }

    /// Able to fight, and able and willing, by hit points and declarations.
    #[inline]
    pub fn bearing(&self, g: &Setup, id: Id) -> (bool, bool) {
        let c = self.creature(id);
        let able = !c.gone && c.hp > down_at(g);
        (able, able && c.ceased.is_none())
    }

    /// Sets hit points.
    #[inline(always)]
    pub fn set_hp(&mut self, g: &Setup, id: Id, hp: i32) {
        self.creature_mut(id).hp = hp;
        // Whoever was able and has enough left is as it was.
        if self.is_down(id) || hp <= down_at(g) {
            self.muster(g, id);
        }
    }
}
