//! Fights of policies by pointer. Where any of them looks ahead, what is given in a step is kept, so that they can play
//! it again.

use super::by_side::BySide;
use super::heard::{Ear, Hears};
use super::simulator::Plays;
use super::{Heard, Plan};
use crate::any_table::{Answerer, AnyTable, Cast, Classes, Stop};
use crate::autoplay::streams;
use crate::dice::Rng;
use crate::tape::{Answer, Given};
use crate::{Flow, Id, Interrupt, Listener, Policy, RuleId, Scribe, StepSoFar};

/// Plays fights as [`Autoplay`](crate::Autoplay) does, throw for throw, with any policies.
pub(crate) struct AnyPolicies<'g, B: Scribe> {
    setup: &'g B::Setup,
    players: BySide<B>,
    /// Does any of them want to know the step so far?
    keeps: bool,
    dice: Rng,
    /// What policies draw from.
    rng: Rng,
    ear: Option<Ear>,
    before: B::State,
    /// What has been given since the step began.
    answers: Vec<Answer<B::Choice>>,
    /// While several are asked at once: how many answers there were before.
    together: Option<usize>,
    interrupt: Interrupt,
}

impl<'g, B: Scribe> AnyPolicies<'g, B> {
    pub(crate) fn new(setup: &'g B::Setup, players: BySide<B>, plan: &Plan) -> Self {
        let (dice, rng) = streams(0, 0);
        let ear = plan.listen.then(|| Ear::of::<B>(setup));
        let (before, keeps) = (B::begin(setup), players.wants_step_so_far());
        let (answers, interrupt) = (Vec::new(), plan.interrupt.clone());
        Self { setup, players, keeps, dice, rng, ear, before, answers, together: None, interrupt }
    }
}

impl<B: Scribe> Plays<B> for AnyPolicies<'_, B> {
    fn begin(&mut self, seed: u64, fight: u64) {
        (self.dice, self.rng) = streams(seed, fight);
        Hears::<B>::begin(&mut self.ear);
    }

    fn step(&mut self, s: &mut B::State) -> Flow {
        if self.keeps {
            self.before.clone_from(s);
            self.answers.clear();
        }
        Hears::<B>::step(&mut self.ear);
        // Everything is answered here, so the step comes to its end.
        B::step_bare(self.setup, s, &mut AnyTable::new(self)).unwrap_or(Flow::On)
    }

    fn heard(&self) -> Option<&Heard> {
        Hears::<B>::heard(&self.ear)
    }
}

impl<B: Scribe> Answerer<B> for AnyPolicies<'_, B> {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], _: &Classes<'_>) -> Result<(), Stop> {
        for (cast, shown) in casts.iter().zip(naturals) {
            let (rule, who, dice) = (cast.check.rule, cast.check.who, cast.dice());
            if dice.is_empty() {
                continue;
            }
            *shown = self.dice.natural(dice);
            if self.keeps {
                self.answers.push(Answer { rule, who, given: Given::Natural(*shown) });
            }
        }
        Ok(())
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        Ok(self.choose(s, rule, who, &ask))
    }

    fn ask_all(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: &[(Id, B::Ask)],
        take: &mut dyn FnMut(B::Choice),
    ) -> Result<(), Stop> {
        self.together = Some(self.answers.len());
        asks.iter().for_each(|(who, ask)| take(self.choose(s, rule, *who, ask)));
        self.together = None;
        Ok(())
    }

    fn hears(&self) -> bool {
        self.ear.is_some()
    }

    fn tell(&mut self, event: B::Event) {
        Listener::<B>::told(&mut self.ear, self.setup, &event);
    }
}

impl<B: Scribe> AnyPolicies<'_, B> {
    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice {
        let own;
        let answers = match self.together {
            Some(before) if self.keeps => {
                own = self.known_to(who, before);
                own.as_slice()
            }
            _ => self.answers.as_slice(),
        };
        let so_far = StepSoFar { before: &self.before, answers, edicts: &[], interrupt: &self.interrupt };
        let choice = self.players.think(&so_far, self.setup, s, rule, who, ask, &mut self.rng);
        Listener::<B>::chose(&mut self.ear, self.setup, s, who, ask, &choice);
        if self.keeps {
            self.answers.push(Answer { rule, who, given: Given::Choice(choice.clone()) });
        }
        choice
    }

    /// What somebody knows of the step while several choose at once: of what has been chosen since, what its own side
    /// has.
    fn known_to(&self, who: Id, before: usize) -> Vec<Answer<B::Choice>> {
        let side = B::side(self.setup, who);
        let known =
            |(at, answer): &(usize, &Answer<B::Choice>)| *at < before || B::side(self.setup, answer.who) == side;
        self.answers.iter().enumerate().filter(known).map(|(_, answer)| answer.clone()).collect()
    }
}
