//! Why something is not allowed: small and plain, so that asking costs nothing; a [`Refusal`] only where somebody reads it.

use skirmish_bookkit::refusal::ByRule;
use skirmish_kernel::{Refusal, RuleId};

use crate::catalogue::rule;

/// A rule that forbids something, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forbidden {
    rule: RuleId,
    /// One sentence, without a full stop.
    why: &'static str,
    /// For each `{}` of the sentence.
    figures: [i32; 2],
}

/// Allowed, or what forbids it.
pub type Allowed = Result<(), Forbidden>;

impl From<Forbidden> for Refusal {
    #[cold]
    fn from(forbidden: Forbidden) -> Self {
        Refusal::counted(forbidden.rule, forbidden.why, forbidden.figures)
    }
}

impl ByRule for Forbidden {
    #[inline]
    fn by(rule: RuleId, why: &'static str) -> Self {
        Self { rule, why, figures: [0; 2] }
    }
}

/// Forbidden by a rule.
#[inline]
pub fn by(rule: RuleId, why: &'static str) -> Allowed {
    Err(Forbidden::by(rule, why))
}

/// Forbidden by a rule, with figures for each `{}` of the sentence.
#[inline]
pub fn counted(rule: RuleId, why: &'static str, figures: [i32; 2]) -> Allowed {
    Err(Forbidden { rule, why, figures })
}

/// The round is over for it, but for defences. (`segment.no-carry-over`)
pub fn segment_closed() -> Allowed {
    by(rule::SEGMENT_NO_CARRY_OVER, "after the attacks nothing but defences is left")
}
