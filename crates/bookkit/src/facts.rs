//! What bears on a choice, fact after fact.

/// Facts in their order, each with the rule of the book's `rule` that it comes from: `facts![RANGE: "beyond {feet} feet" if far,
/// costs(2), ..checked(roll)]`. A text names what is at hand, or stands in parentheses with what it shows, as in `format!`; `_` stands where
/// no rule says it; any other expression is a fact as it is, and `..` has as many as an iterator has. `if` leaves a text out where it
/// does not hold.
#[macro_export]
macro_rules! facts {
    ($($facts:tt)*) => {{
        #[allow(unused_mut, reason = "there may be none")]
        let mut all: Vec<::skirmish_kernel::Fact> = Vec::new();
        $crate::add_facts!(all; $($facts)*);
        all
    }};
}

/// One fact after the other, for [`facts!`](crate::facts!).
#[doc(hidden)]
#[macro_export]
macro_rules! add_facts {
    ($all:ident;) => {};
    ($all:ident; .. $more:expr $(, $($rest:tt)*)?) => {
        $all.extend($more);
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; _: $text:literal $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Fact::plain(format!($text)));
        }
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; $rule:ident: $text:literal $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Fact::by(rule::$rule, format!($text)));
        }
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; _: ($($text:tt)+) $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Fact::plain(format!($($text)+)));
        }
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; $rule:ident: ($($text:tt)+) $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Fact::by(rule::$rule, format!($($text)+)));
        }
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; $fact:expr $(, $($rest:tt)*)?) => {
        $all.push($fact);
        $crate::add_facts!($all; $($($rest)*)?);
    };
}
