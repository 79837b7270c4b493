//! Looking ahead from the battle as it stands: exact odds, and the next question.

use super::{Begun, Session};
use crate::dice::Rng;
use crate::scribe::is_privy;
use crate::tape::{Answer, Awaited, Given};
use crate::weight::Precision;
use crate::{Course, Ends, Id, OverBudget, Policy, RuleId, Scribe, SessionError, Tree, Viewer};

impl<B: Scribe> Session<B> {
    /// Every way the running step can still go, all that has been given in it kept; with `first`, after that choice.
    ///
    /// `policy` answers what else is asked. While several people are asked at once, it also answers for those who have
    /// chosen and whose choice the viewer may not know yet: odds tell nobody what the others hide. An end's marks tell which of the `watched` rules are met from here on.
    ///
    /// # Errors
    /// When the person is not asked, the choice is refused, or the odds need more than `budget` branches.
    pub fn ends(
        &self,
        viewer: Viewer,
        first: Option<(Id, B::Choice)>,
        policy: &mut dyn Policy<B>,
        watched: &[RuleId],
        precision: Precision,
        budget: u64,
    ) -> Result<Ends<B::State>, OddsError> {
        let Begun { setup, state, edicts, .. } = self.begun();
        let mut answers = self.answers_known_to(viewer);
        let mut counting_from = usize::MAX;
        if let Some((who, choice)) = first {
            let (rule, ask) = self.asked(who)?;
            B::judge(&setup, self.state(), who, &ask, &choice).map_err(SessionError::Refused)?;
            answers.push(Answer { rule, who, given: Given::Choice(choice) });
            counting_from = answers.len();
        }
        let mut tree = Tree::new(setup.as_ref(), policy, precision, budget).watching(watched).watching_results().after(
            &answers,
            &edicts,
            counting_from,
        );
        tree.step(&state).map_err(OddsError::TooMany)
    }

    /// What a policy chooses that looks ahead: it gets what has been given in the running step, as far as its side may
    /// know of it.
    pub(super) fn thought(
        &self,
        rule: RuleId,
        who: Id,
        ask: &B::Ask,
        policy: &mut dyn Policy<B>,
        minds: &mut Rng,
    ) -> B::Choice {
        let course = |course: &Course<'_, B>| policy.think(course, &self.setup, &self.now, rule, who, ask, minds);
        self.with_course(who, course)
    }

    /// How it has come to the question that is put to somebody, as far as its side may know of it.
    pub(crate) fn with_course<R>(&self, who: Id, look: impl FnOnce(&Course<'_, B>) -> R) -> R {
        let Begun { state, edicts, .. } = self.begun();
        let answers = self.answers_known_to(Viewer::Seat(B::side(&self.setup, who)));
        look(&Course { before: &state, answers: &answers, edicts: &edicts })
    }

    /// The answers that the running step uses, without those that are hidden from a viewer until all are in.
    fn answers_known_to(&self, viewer: Viewer) -> Vec<Answer<B::Choice>> {
        let (idle, hidden) = (&self.running().idle, &self.running().hidden);
        let known = |at: &usize, answer: &Answer<B::Choice>| {
            !idle.contains(at) && (!hidden.contains(at) || is_privy::<B>(&self.setup, viewer, answer.who))
        };
        let answers = self.step_answers().iter().enumerate().filter(|(at, answer)| known(at, answer));
        answers.map(|(_, answer)| answer.clone()).collect()
    }

    /// The question that a choice would lead to before anything else happens, if it is one to the same person about
    /// something else, and one that has no usual answer: where to, at whom.
    ///
    /// Where several people are asked at once there is none: what comes next depends on what the others choose.
    #[must_use]
    pub fn leads_to(&self, who: Id, choice: &B::Choice) -> Option<(B::Ask, B::State)> {
        let (rule, _) = self.asked(who).ok()?;
        if self.asks_several() {
            return None;
        }
        let (awaited, state) = self.once_given(Answer { rule, who, given: Given::Choice(choice.clone()) });
        let Some(Awaited::Choices(next, asks)) = awaited else { return None };
        let (_, ask) = asks.into_iter().find(|(id, _)| *id == who && next != rule)?;
        B::standing(&self.setup, &state, who, &ask).is_none().then_some((ask, state))
    }

    /// Is a question to several people open, if only for the last of them?
    pub(crate) fn asks_several(&self) -> bool {
        matches!(&self.awaited, Some(Awaited::Choices(_, asks)) if asks.len() > 1) || !self.running().hidden.is_empty()
    }
}

/// Why there are no exact odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddsError {
    /// The choice cannot be made.
    Choice(SessionError),
    /// There are too many branches.
    TooMany(OverBudget),
}

impl From<SessionError> for OddsError {
    fn from(error: SessionError) -> Self {
        Self::Choice(error)
    }
}

impl std::fmt::Display for OddsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Choice(error) => error.fmt(f),
            Self::TooMany(over) => write!(f, "too many branches to follow exactly: given up after {}", over.leaves),
        }
    }
}

impl std::error::Error for OddsError {}
