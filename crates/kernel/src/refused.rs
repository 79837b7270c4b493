//! Why a line was not taken, in words that people read.

use crate::{Catalogue, Refusal, SessionError};

/// Why a line was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The rule that forbids it.
    pub rule: Option<&'static str>,
    /// In one sentence.
    pub why: String,
    /// It is an answer that the game knows, even if it cannot be given: the game's own reason is worth telling.
    pub meant: bool,
    /// It is somebody else's to know.
    pub private: bool,
    /// There were more branches than the budget allows: a larger one, or samples, may help.
    pub too_many: bool,
}

impl Refused {
    pub(crate) fn because(why: impl Into<String>) -> Self {
        Self { rule: None, why: why.into(), meant: false, private: false, too_many: false }
    }

    pub(crate) fn of(catalogue: &'static Catalogue, refusal: Refusal) -> Self {
        let rule = refusal.rule.map(|rule| catalogue.name(rule));
        // What a rule forbids is an answer.
        Self { rule, why: refusal.why(), meant: rule.is_some(), private: false, too_many: false }
    }

    pub(crate) fn from_session(catalogue: &'static Catalogue, error: SessionError) -> Self {
        match error {
            SessionError::Refused(refusal) => Self::of(catalogue, refusal),
            other => Self::because(other.to_string()),
        }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} [{rule}]", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Refused {}
