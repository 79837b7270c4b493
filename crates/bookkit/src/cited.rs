//! What happens and what is done, each said once with the rules behind it.

/// Makes an enum whose rows name the rules behind each value in brackets, the main one first, and its `cites`: a rule of the book's
/// `rule`, `if` something holds; with `in` as many as an iterator has, with `of` what belongs to the value and cites rules itself. All
/// that belongs to it is borrowed there. What a value holds may be left open: `pub enum Act<R = Ready>`.
///
/// ```ignore
/// cited! {
///     /// Something that happened.
///     #[derive(Clone, Debug)]
///     pub enum Event;
///
///     /// A fall.
///     Fell { who: Id, metres: i32, cause: Option<RuleId> } => [FALL_DAMAGE, FALL_DEEP if *metres > 10, in *cause],
///     /// Something is done.
///     Began { who: Id, act: Act } => [of act],
///     /// The battle is over.
///     Over => [ROUND_NEXT],
/// }
/// ```
#[macro_export]
macro_rules! cited {
    ($(#[$meta:meta])* $vis:vis enum $name:ident $(<$of:ident = $usual:ty>)?; $(
        $(#[$doc:meta])+
        $value:ident $({ $($field:ident: $kind:ty),+ $(,)? })? $(($($inner:ty),+))? => [$($rules:tt)*],
    )+) => {
        $(#[$meta])*
        $vis enum $name $(<$of = $usual>)? {
            $($(#[$doc])+ $value $({ $($field: $kind),+ })? $(($($inner),+))?,)+
        }

        impl $(<$of>)? $name $(<$of>)? {
            /// Every rule that it cites, the main one first.
            #[allow(unused_variables, clippy::wildcard_in_or_patterns, reason = "most of what belongs to a value names no rule")]
            pub fn cites(&self, cite: &mut dyn FnMut(::skirmish_kernel::RuleId)) {
                match self {
                    $(Self::$value { $($($field,)+)? .. } => { $crate::cite!(cite; $($rules)*); })+
                }
            }
        }
    };
}

/// One rule after the other, for [`cited!`](crate::cited!).
#[doc(hidden)]
#[macro_export]
macro_rules! cite {
    ($cite:ident;) => {};
    ($cite:ident; in $more:expr $(, $($rest:tt)*)?) => {
        ::std::iter::IntoIterator::into_iter($more)
            .for_each(|rule| $cite(*::std::borrow::Borrow::<::skirmish_kernel::RuleId>::borrow(&rule)));
        $crate::cite!($cite; $($($rest)*)?);
    };
    ($cite:ident; of $value:ident $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $value.cites(&mut *$cite);
        }
        $crate::cite!($cite; $($($rest)*)?);
    };
    ($cite:ident; $rule:ident $(if $when:expr)? $(, $($rest:tt)*)?) => {
        if true $(&& $when)? {
            $cite(rule::$rule);
        }
        $crate::cite!($cite; $($($rest)*)?);
    };
}
