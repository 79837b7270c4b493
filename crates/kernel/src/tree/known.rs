//! A step of which some answers are known: they are used first, then every branch of the rest is followed.

use super::Tree;
use crate::tape::{Answer, Given, Timed, fits};
use crate::{Check, Edict, Id, RuleId, Rulebook, Scribe, Sum};

/// Which known answers are used; `None` once the branch has come to a question that is still open.
pub(super) type Progress = Option<Vec<bool>>;

/// What has been given in a step already.
pub(super) struct Known<'g, B: Rulebook> {
    answers: &'g [Answer<B::Choice>],
    edicts: &'g [Timed],
    /// Marks count when so many answers have been used, and in any case at open questions.
    counting_from: usize,
    decree: fn(&B::Setup, &mut B::State, &Edict),
}

impl<B: Rulebook> Known<'_, B> {
    pub(super) fn nothing_used(&self) -> Vec<bool> {
        vec![false; self.answers.len()]
    }
}

impl<'g, B: Scribe> Tree<'g, B> {
    /// Takes what has been given in the step already: answers by name in order, as a session does, and edicts at their
    /// boundary. What remains open is enumerated.
    ///
    /// Watched rules count at open questions, and before them once `counting_from` answers have been used.
    #[must_use]
    pub fn after(mut self, answers: &'g [Answer<B::Choice>], edicts: &'g [Timed], counting_from: usize) -> Self {
        let decree = |g: &B::Setup, s: &mut B::State, edict: &Edict| {
            // Judged when it was given; one that has lost its object does nothing.
            let _ = B::decree(g, s, edict);
        };
        self.known = Some(Known { answers, edicts, counting_from, decree });
        self
    }
}

impl<B: Rulebook> Tree<'_, B> {
    /// Do marks count here?
    pub(super) fn counts(&self) -> bool {
        match (&self.known, &self.progress) {
            (Some(known), Some(used)) => taken(used) >= known.counting_from,
            _ => true,
        }
    }

    /// Applies the edicts whose time has come.
    pub(super) fn boundary(&mut self, s: &mut B::State) {
        let Some(known) = &self.known else { return };
        let taken = self.progress.as_ref().map_or(usize::MAX, |used| taken(used));
        while let Some(timed) = known.edicts.get(self.trail.decreed)
            && timed.after <= taken
        {
            self.trail.decreed += 1;
            (known.decree)(self.setup, s, &timed.edict);
        }
    }

    /// What each of these throws has fallen to already.
    pub(super) fn known_throws<const N: usize>(&mut self, checks: &[Check<Sum>; N]) -> [Option<i32>; N] {
        let mut fixed = [None; N];
        if self.progress.is_none() {
            return fixed;
        }
        for (check, fixed) in checks.iter().zip(&mut fixed) {
            if check.dice.is_empty() {
                *fixed = Some(0);
                continue;
            }
            *fixed = match self.take(check.rule, check.who, |given| fits(check.dice, given).is_ok()) {
                Some(Given::Faces(faces)) => Some(check.dice.natural(faces)),
                Some(Given::Natural(natural)) => Some(*natural),
                _ => None,
            };
        }
        if fixed.contains(&None) {
            self.progress = None;
        }
        fixed
    }

    /// What has been chosen already; the first question without an answer is open.
    pub(super) fn known_choice(&mut self, rule: RuleId, who: Id) -> Option<B::Choice> {
        match self.take(rule, who, |given| matches!(given, Given::Choice(_))) {
            Some(Given::Choice(choice)) => Some(choice.clone()),
            _ => None,
        }
    }

    /// The first unused answer of that name that fits.
    fn take(&mut self, rule: RuleId, who: Id, fits: impl Fn(&Given<B::Choice>) -> bool) -> Option<&Given<B::Choice>> {
        let (known, used) = (self.known.as_ref()?, self.progress.as_mut()?);
        let at =
            known.answers.iter().enumerate().position(|(at, answer)| {
                !used[at] && answer.rule == rule && answer.who == who && fits(&answer.given)
            })?;
        used[at] = true;
        Some(&known.answers[at].given)
    }
}

fn taken(used: &[bool]) -> usize {
    used.iter().filter(|used| **used).count()
}
