//! What bears on a choice, fact after fact, and what is to be seen of somebody, tag after tag.

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
    ($all:ident; _: $text:tt $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Fact::plain($crate::text_of!($text)));
        }
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; $rule:ident: $text:tt $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Fact::by(rule::$rule, $crate::text_of!($text)));
        }
        $crate::add_facts!($all; $($($rest)*)?);
    };
    ($all:ident; $fact:expr $(, $($rest:tt)*)?) => {
        $all.push($fact);
        $crate::add_facts!($all; $($($rest)*)?);
    };
}

/// What is to be seen of somebody, said as [`facts!`](crate::facts!) are, with the book's `rule` and `CATALOGUE`; `until` says when it is over:
/// `tags![PRONE: "prone" until "they get up" if prone, ..others]`.
#[macro_export]
macro_rules! tags {
    ($($tags:tt)*) => {{
        #[allow(unused_mut, reason = "there may be none")]
        let mut all: Vec<::skirmish_kernel::Tag> = Vec::new();
        $crate::add_tags!(all; $($tags)*);
        all
    }};
}

/// One tag after the other, for [`tags!`](crate::tags!).
#[doc(hidden)]
#[macro_export]
macro_rules! add_tags {
    ($all:ident;) => {};
    ($all:ident; .. $more:expr $(, $($rest:tt)*)?) => {
        $all.extend($more);
        $crate::add_tags!($all; $($($rest)*)?);
    };
    ($all:ident; $rule:ident: $text:tt $(until $until:tt)? $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $all.push(::skirmish_kernel::Tag {
                text: $crate::text_of!($text),
                rule: Some(CATALOGUE.name(rule::$rule).into()),
                until: None$(.or(Some($crate::text_of!($until))))?,
                cells: Vec::new(),
            });
        }
        $crate::add_tags!($all; $($($rest)*)?);
    };
    ($all:ident; $tag:expr $(, $($rest:tt)*)?) => {
        $all.push($tag);
        $crate::add_tags!($all; $($($rest)*)?);
    };
}

/// A text as it is, by its name, or made as `format!` makes it from what stands in parentheses.
#[doc(hidden)]
#[macro_export]
macro_rules! text_of {
    ($text:literal) => { format!($text) };
    ($text:ident) => { $text.to_string() };
    (($($text:tt)+)) => { format!($($text)+) };
}
