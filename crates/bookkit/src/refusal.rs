//! Why something is not allowed, in rows: one condition after the other, each with what is said of it.

use skirmish_kernel::{Refusal, RuleId};

/// What a rule's word can be made into: a [`Refusal`], or what a book has in its place while nobody reads it.
pub trait ByRule {
    /// A rule forbids it, and why: one sentence without a full stop.
    fn by(rule: RuleId, why: &'static str) -> Self;
}

impl ByRule for Refusal {
    fn by(rule: RuleId, why: &'static str) -> Self {
        Self::by(rule, why)
    }
}

/// Gives a function's refusal where a condition holds: by a rule, because of something, or as an expression behind a semicolon.
///
/// ```
/// use skirmish_bookkit::refuse_if;
/// use skirmish_kernel::Refusal;
///
/// fn judge(cells: usize, most: usize) -> Result<(), Refusal> {
///     refuse_if!(cells == 0, "nobody goes nowhere");
///     refuse_if!(cells > most, "{cells} cells, and {most} are the limit");
///     refuse_if!(cells > 9; Refusal::because("that is too far"));
///     Ok(())
/// }
/// assert_eq!(judge(4, 3).unwrap_err().why(), "4 cells, and 3 are the limit");
/// ```
#[macro_export]
macro_rules! refuse_if {
    ($condition:expr, $why:literal $(, $more:expr)* $(,)?) => {
        if $condition {
            return ::std::result::Result::Err(::skirmish_kernel::Refusal::because(::std::format!($why $(, $more)*)).into());
        }
    };
    ($condition:expr, $rule:expr, $why:literal $(,)?) => {
        if $condition {
            return ::std::result::Result::Err($crate::refusal::ByRule::by($rule, $why));
        }
    };
    ($condition:expr; $refusal:expr) => {
        if $condition {
            return ::std::result::Result::Err(::std::convert::From::from($refusal));
        }
    };
}
