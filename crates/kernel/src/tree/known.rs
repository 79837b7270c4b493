//! A step of which some answers are known: they are used first, then every branch of the rest is followed.

use super::signs::Signs;
use crate::any_table::Cast;
use crate::tape::{Answer, Boundaries, Given, Timed, fits};
use crate::{Edict, Id, RuleId, Rulebook, Scribe};

/// How far it has come in them; `None` once the branch has come to a question that is still open.
pub(crate) type Progress = Option<Used>;

/// Which known answers are used, and what has been passed since.
#[derive(Clone, Debug, Default)]
pub(crate) struct Used {
    /// Their places.
    answers: Signs,
    boundaries: Boundaries,
}

/// What has been given in a step already.
pub(crate) struct Known<'g, B: Rulebook> {
    setup: &'g B::Setup,
    answers: &'g [Answer<B::Choice>],
    edicts: &'g [Timed],
    /// Signs count when so many answers have been used, and in any case at open questions.
    counting_from: usize,
    decree: fn(&B::Setup, &mut B::State, &Edict),
}

/// How far a branch has come in what is known.
pub(crate) struct Past<'g, B: Rulebook> {
    known: Option<Known<'g, B>>,
    pub(crate) progress: Progress,
}

impl<'g, B: Rulebook> Past<'g, B> {
    /// Nothing is known.
    pub(crate) fn none() -> Self {
        Self { known: None, progress: None }
    }

    /// Answers by name in order, as a session takes them, and edicts at their boundary.
    pub(crate) fn of(
        setup: &'g B::Setup,
        answers: &'g [Answer<B::Choice>],
        edicts: &'g [Timed],
        counting_from: usize,
    ) -> Self
    where
        B: Scribe,
    {
        let decree = |g: &B::Setup, s: &mut B::State, edict: &Edict| {
            // Judged when it was given; one that has lost its object does nothing.
            let _ = B::decree(g, s, edict);
        };
        Self { known: Some(Known { setup, answers, edicts, counting_from, decree }), progress: None }
    }

    /// A step begins: nothing of it is used yet.
    pub(crate) fn begin(&mut self) {
        self.progress = self.known.as_ref().map(|_| Used::default());
    }

    /// Do signs count here?
    pub(crate) fn counts(&self) -> bool {
        match (&self.known, &self.progress) {
            (Some(known), Some(used)) => used.answers.count() >= known.counting_from,
            _ => true,
        }
    }

    /// Are there edicts besides so many that were `decreed` before?
    pub(crate) fn awaits_edict(&self, decreed: usize) -> bool {
        self.known.as_ref().is_some_and(|known| decreed < known.edicts.len())
    }

    /// Applies the edicts whose time has come; so many were `decreed` before.
    pub(crate) fn boundary(&mut self, s: &mut B::State, decreed: &mut usize) {
        let Some(known) = &self.known else { return };
        if let Some(used) = &mut self.progress {
            used.boundaries.pass(used.answers.count());
        }
        while let Some(timed) = known.edicts.get(*decreed)
            && self.progress.as_ref().is_none_or(|used| used.boundaries.is_due(timed))
        {
            *decreed += 1;
            (known.decree)(known.setup, s, &timed.edict);
        }
    }

    /// What each of these throws has fallen to already; empty where nothing is known.
    pub(crate) fn throws(&mut self, casts: &[Cast<'_>]) -> Vec<Option<i32>> {
        if self.progress.is_none() {
            return Vec::new();
        }
        let mut fixed = vec![None; casts.len()];
        for (cast, fixed) in casts.iter().zip(&mut fixed) {
            let dice = cast.dice();
            if dice.is_empty() {
                *fixed = Some(0);
                continue;
            }
            *fixed = match self.take(cast.check.rule, cast.check.who, |given| fits(dice, given).is_ok()) {
                Some(Given::Faces(faces)) => Some(dice.natural(faces)),
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
    pub(crate) fn choice(&mut self, rule: RuleId, who: Id) -> Option<B::Choice> {
        match self.take(rule, who, |given| matches!(given, Given::Choice(_))) {
            Some(Given::Choice(choice)) => Some(choice.clone()),
            _ => None,
        }
    }

    /// The first unused answer of that name that fits.
    fn take(&mut self, rule: RuleId, who: Id, fits: impl Fn(&Given<B::Choice>) -> bool) -> Option<&Given<B::Choice>> {
        let (known, used) = (self.known.as_ref()?, self.progress.as_mut()?);
        let fits = |(at, answer): &(u32, &Answer<B::Choice>)| {
            answer.rule == rule && answer.who == who && !used.answers.has(*at) && fits(&answer.given)
        };
        let (at, answer) = (0u32..).zip(known.answers).find(fits)?;
        used.answers.add(at);
        Some(&answer.given)
    }
}
