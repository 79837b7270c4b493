//! Fights of policies by pointer. Where any of them looks ahead, what is given in a step is kept, so that they can play
//! it again.

use super::heard::{Ear, Hears};
use super::ready::BySide;
use super::ring::Plays;
use super::{Heard, Plan};
use crate::autoplay::streams;
use crate::dice::Rng;
use crate::rehearsal::{Director, Fell, Rehearsal};
use crate::tape::{Answer, Given};
use crate::{Course, Flow, Id, Interrupt, Listener, Policy, RuleId, Scribe};

/// Plays fights as [`Autoplay`](crate::Autoplay) does, throw for throw, with any policies.
pub(super) struct Study<'g, B: Scribe> {
    setup: &'g B::Setup,
    dice: Rng,
    memory: Memory<'g, B>,
}

/// Who chooses, and what has been given since the step began.
struct Memory<'g, B: Scribe> {
    setup: &'g B::Setup,
    minds: BySide<B>,
    /// Does any of them want to know the course?
    keeps: bool,
    rng: Rng,
    ear: Option<Ear>,
    before: B::State,
    answers: Vec<Answer<B::Choice>>,
    /// While several are asked at once: how many answers there were before.
    together: Option<usize>,
    interrupt: Interrupt,
}

impl<'g, B: Scribe> Study<'g, B> {
    pub(super) fn new(setup: &'g B::Setup, minds: BySide<B>, plan: &Plan) -> Self {
        let (dice, rng) = streams(0, 0);
        let ear = plan.listen.then(|| Ear::of::<B>(setup));
        let before = B::begin(setup);
        let (answers, interrupt) = (Vec::new(), plan.interrupt.clone());
        let keeps = minds.wants_course();
        Self {
            setup,
            dice,
            memory: Memory { setup, minds, keeps, rng, ear, before, answers, together: None, interrupt },
        }
    }
}

impl<B: Scribe> Plays<B> for Study<'_, B> {
    fn begin(&mut self, seed: u64, fight: u64) {
        (self.dice, self.memory.rng) = streams(seed, fight);
        if let Some(ear) = &mut self.memory.ear {
            Hears::<B>::begin(ear);
        }
    }

    fn step(&mut self, s: &mut B::State) -> Flow {
        let memory = &mut self.memory;
        if memory.keeps {
            memory.before.clone_from(s);
            memory.answers.clear();
        }
        if let Some(ear) = &mut memory.ear {
            Hears::<B>::step(ear);
        }
        Rehearsal::new(self.setup, &mut self.dice, memory).step(s)
    }

    fn heard(&self) -> Option<&Heard> {
        self.memory.ear.as_ref().and_then(Hears::<B>::heard)
    }
}

impl<B: Scribe> Director<B> for Memory<'_, B> {
    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice {
        let own;
        let answers = match self.together {
            Some(before) if self.keeps => {
                own = self.known_to(who, before);
                own.as_slice()
            }
            _ => self.answers.as_slice(),
        };
        let course = Course { before: &self.before, answers, edicts: &[], interrupt: &self.interrupt };
        let choice = self.minds.think(&course, self.setup, s, rule, who, ask, &mut self.rng);
        if let Some(ear) = &mut self.ear {
            Listener::<B>::chose(ear, self.setup, s, who, ask, &choice);
        }
        if self.keeps {
            self.answers.push(Answer { rule, who, given: Given::Choice(choice.clone()) });
        }
        choice
    }

    fn together(&mut self, begins: bool) {
        self.together = begins.then_some(self.answers.len());
    }

    fn fell(&mut self, thrown: &[Fell], _: &dyn Fn(&[i32]) -> bool) {
        if !self.keeps {
            return;
        }
        let answer = |fell: &Fell| Answer { rule: fell.rule, who: fell.who, given: Given::Natural(fell.natural) };
        self.answers.extend(thrown.iter().map(answer));
    }

    fn hears(&self) -> bool {
        self.ear.is_some()
    }

    fn told(&mut self, event: &B::Event) {
        if let Some(ear) = &mut self.ear {
            Listener::<B>::told(ear, self.setup, event);
        }
    }
}

impl<B: Scribe> Memory<'_, B> {
    /// What somebody knows of the step while several choose at once: of what has been chosen since, what its own side
    /// has.
    fn known_to(&self, who: Id, before: usize) -> Vec<Answer<B::Choice>> {
        let side = B::side(self.setup, who);
        let known =
            |(at, answer): &(usize, &Answer<B::Choice>)| *at < before || B::side(self.setup, answer.who) == side;
        self.answers.iter().enumerate().filter(known).map(|(_, answer)| answer.clone()).collect()
    }
}
