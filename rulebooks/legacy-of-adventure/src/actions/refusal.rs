//! Refusals, short to write.

use skirmish_kernel::{Refusal, RuleId};

use crate::rules::rule;

/// Forbidden by a rule.
pub fn by(rule: RuleId, why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::by(rule, why))
}

/// The round is over for it, but for defences. (`segment.no-carry-over`)
pub fn segment_closed() -> Result<(), Refusal> {
    by(rule::SEGMENT_NO_CARRY_OVER, "after its attacks nothing but defences is left to it")
}
