//! Policies in a battle: what they choose, where they may be stopped, and how far they have drawn.

use super::Session;
use super::record::Reason;
use crate::autoplay::streams;
use crate::dice::Rng;
use crate::tape::{Answer, Awaited, Given};
use crate::{Id, Interrupt, Policy, Random, RuleId, Scribe, Viewer};

impl<B: Scribe> Session<B> {
    /// Lets policies that think be stopped in the middle of a thought: what they were asked stays open.
    pub fn listen_to(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
    }

    /// Who may stop what takes long.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Lets a policy answer for one person. False when that person is not asked, or the policy was
    /// [stopped](Session::listen_to) while it thought.
    pub fn decide_for(&mut self, who: Id, policy: &mut dyn Policy<B>) -> bool {
        self.decide_where(Viewer::GameMaster, |_, asked| asked == who, policy)
    }

    /// Lets a policy answer everything that is asked. False when nothing is, or the policy was
    /// [stopped](Session::listen_to) at its first thought.
    pub fn decide(&mut self, policy: &mut dyn Policy<B>) -> bool {
        self.decide_where(Viewer::GameMaster, |_, _| true, policy)
    }

    /// Lets a policy answer for some of those who are asked, with what a viewer knows who speaks for them.
    pub(crate) fn decide_where(
        &mut self,
        viewer: Viewer,
        wanted: impl Fn(&B::Setup, Id) -> bool,
        policy: &mut dyn Policy<B>,
    ) -> bool {
        let Some(Awaited::Choices(rule, asks)) = self.awaited.clone() else { return false };
        let mut decided = false;
        for (who, ask) in &asks {
            if !wanted(&self.setup, *who) {
                continue;
            }
            if !self.decide_one(viewer, (rule, *who, ask), policy) {
                break;
            }
            decided = true;
            // Until all are in, the next one chooses without knowing it.
            let record = self.running_mut();
            record.hidden.push(record.answers.len() - 1);
        }
        if decided {
            self.undone.clear();
            self.go_on();
        }
        decided
    }

    /// What a policy would choose for somebody who is asked; nothing changes. None when that person is not asked, or the
    /// policy was [stopped](Session::listen_to) while it thought.
    #[must_use]
    pub fn propose(&self, who: Id, policy: &mut dyn Policy<B>) -> Option<B::Choice> {
        self.propose_to(Viewer::GameMaster, who, policy)
    }

    /// The same, of what a viewer knows who speaks for that person.
    pub(crate) fn propose_to(&self, viewer: Viewer, who: Id, policy: &mut dyn Policy<B>) -> Option<B::Choice> {
        let (rule, ask) = self.asked(who).ok()?;
        self.judged_choice(viewer, (rule, who, &ask), policy, &mut self.policy_rng.rng())
    }

    /// False when the policy was stopped while it thought: then nothing has changed.
    fn decide_one(
        &mut self,
        viewer: Viewer,
        (rule, who, ask): (RuleId, Id, &B::Ask),
        policy: &mut dyn Policy<B>,
    ) -> bool {
        let before = self.policy_rng.clone();
        let mut policy_rng = before.rng();
        let Some(choice) = self.judged_choice(viewer, (rule, who, ask), policy, &mut policy_rng) else { return false };
        self.policy_rng.go_on_from(&policy_rng);
        if let Some(why) = (*policy).why(&self.setup, &self.now, who, ask, &choice) {
            let weighed = (*policy).weighed(&self.setup, &self.now, who, ask);
            let record = self.running_mut();
            record.reasons.push(Reason { answer: record.answers.len(), why, weighed });
        }
        self.record(Answer { rule, who, given: Given::Choice(choice) }, before);
        true
    }

    /// A policy is judged like a person; where it errs, one of the listed choices is drawn for it. What it was stopped in
    /// thinking about is no choice.
    fn judged_choice(
        &self,
        viewer: Viewer,
        (rule, who, ask): (RuleId, Id, &B::Ask),
        policy: &mut dyn Policy<B>,
        policy_rng: &mut Rng,
    ) -> Option<B::Choice> {
        let choice = match policy.wants_step_so_far() {
            true => self.thought(viewer, (rule, who, ask), policy, policy_rng),
            false => policy.choose(&self.setup, &self.now, rule, who, ask, policy_rng),
        };
        if policy.wants_step_so_far() && self.interrupt.is_asked() {
            return None;
        }
        Some(match B::judge(&self.setup, &self.now, who, ask, &choice) {
            Ok(()) => choice,
            Err(_) => Policy::<B>::choose(&mut Random, &self.setup, &self.now, rule, who, ask, policy_rng),
        })
    }

    /// How many numbers the policies have drawn.
    pub(crate) fn drawn(&self) -> u64 {
        self.policy_rng.drawn()
    }

    /// The policies go on from where so many numbers have been drawn.
    pub(crate) fn go_on_from(&mut self, drawn: u64) {
        let (_, begin) = streams(self.seed, self.fight);
        self.policy_rng.go_to(drawn, begin);
    }
}
