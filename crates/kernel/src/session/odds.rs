//! Exact odds from the battle as it stands.

use super::{Begun, Session};
use crate::tape::{Answer, Given};
use crate::weight::Precision;
use crate::{Ends, Id, OverBudget, Policy, RuleId, Scribe, SessionError, Tree};

impl<B: Scribe> Session<B> {
    /// Every way the running step can still go, all that has been given in it kept; with `first`, after that choice.
    ///
    /// `policy` answers what else is asked. An end's marks tell which of the `watched` rules are met from here on.
    ///
    /// # Errors
    /// When the person is not asked, the choice is refused, or the odds need more than `budget` branches.
    pub fn ends(
        &self,
        first: Option<(Id, B::Choice)>,
        policy: &mut dyn Policy<B>,
        watched: &[RuleId],
        precision: Precision,
        budget: u64,
    ) -> Result<Ends<B::State>, OddsError> {
        let Begun { setup, state, edicts, .. } = self.begun();
        let idle = &self.running().idle;
        let used = self.step_answers().iter().enumerate().filter(|(at, _)| !idle.contains(at));
        let mut answers: Vec<_> = used.map(|(_, answer)| answer.clone()).collect();
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
