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

/// A judge's word, row by row: the first refusal whose condition holds, by a rule of the book's `rule`, or that all is well. A reason that
/// counts stands in parentheses with its two numbers; `..` asks another judge.
///
/// ```
/// use skirmish_bookkit::{answer::Verdict, refusals};
/// # mod rule {
/// #     use skirmish_kernel::RuleId;
/// #     pub const MOVE: RuleId = RuleId::new(0);
/// # }
///
/// fn judge(steps: i32, most: i32, tired: bool) -> Verdict {
///     refusals![
///         MOVE: "nobody goes nowhere" if steps == 0,
///         MOVE: ("{} steps, and {} are the limit", steps, most) if steps > most,
///         ..if tired { judge(2 * steps, most, false) } else { Ok(()) },
///     ]
/// }
/// assert_eq!(judge(3, 5, false), Ok(()));
/// assert_eq!(judge(3, 5, true).unwrap_err().why(), "6 steps, and 5 are the limit");
/// ```
#[macro_export]
macro_rules! refusals {
    ($($rows:tt)*) => {
        'judged: {
            $crate::add_refusals!('judged; $($rows)*);
            ::std::result::Result::Ok(())
        }
    };
}

/// One refusal after the other, for [`refusals!`](crate::refusals!).
#[doc(hidden)]
#[macro_export]
macro_rules! add_refusals {
    ($judged:lifetime;) => {};
    ($judged:lifetime; .. $more:expr $(, $($rest:tt)*)?) => {
        if let ::std::result::Result::Err(refusal) = $more {
            break $judged ::std::result::Result::Err(refusal);
        }
        $crate::add_refusals!($judged; $($($rest)*)?);
    };
    ($judged:lifetime; $rule:ident: $why:tt if $when:expr $(, $($rest:tt)*)?) => {
        if $when {
            break $judged ::std::result::Result::Err($crate::refusal_of!(rule::$rule, $why));
        }
        $crate::add_refusals!($judged; $($($rest)*)?);
    };
}

/// A refusal by a rule, in words or with numbers among them.
#[doc(hidden)]
#[macro_export]
macro_rules! refusal_of {
    ($rule:expr, ($why:expr, $one:expr, $other:expr)) => {
        ::skirmish_kernel::Refusal::counted($rule, $why, [$one, $other])
    };
    ($rule:expr, $why:tt) => {
        ::skirmish_kernel::Refusal::by($rule, $why)
    };
}
