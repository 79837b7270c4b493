//! What may come of a choice, for odds, each said once.

/// Makes `WORDS`, what may come of a choice in words that follow a name, `OPPOSITES` among them by their places, and `result`: whose result
/// an event is, and which. A row is the words, the events that show it, and whose it is; the first that fits counts. Behind `in` stand
/// events with another one inside, which is looked at in their place.
///
/// ```
/// # use skirmish_kernel::Id;
/// # enum Event { Hit { on: Id, hard: bool }, Missed { on: Id } }
/// skirmish_bookkit::results! { Event; opposites [(0, 1)];
///     "is hit": Event::Hit { on, .. } => on,
///     "is missed": Event::Missed { on } => on,
/// }
/// assert_eq!(result(&Event::Missed { on: Id::new(3) }), Some((Id::new(3), 1)));
/// assert_eq!(WORDS[0], "is hit");
/// ```
#[macro_export]
macro_rules! results {
    (
        $event:ty; opposites [$($opposites:tt)*]; $(in $outer:pat => $inner:ident;)?
        $($words:literal: $pattern:pat => $who:ident,)+
    ) => {
        /// In words that follow a name.
        pub const WORDS: [&str; { [$($words),+].len() }] = [$($words),+];

        /// What cannot be both.
        pub const OPPOSITES: [(u8, u8); { [$($opposites)*].len() }] = [$($opposites)*];

        /// Whose result an event is, and which of [`WORDS`].
        pub fn result(event: &$event) -> ::std::option::Option<(::skirmish_kernel::Id, u8)> {
            ::std::option::Option::Some(match event {
                $($outer => return result($inner),)?
                $($pattern => (*$who, const { $crate::results::place(&WORDS, $words) }),)+
                #[allow(unreachable_patterns, reason = "every event may show something")]
                _ => return ::std::option::Option::None,
            })
        }
    };
}

/// Where words stand among others.
///
/// # Panics
/// Where they do not; this is worked out when a book is built.
#[must_use]
pub const fn place(all: &[&str], words: &str) -> u8 {
    let mut at = 0;
    while !is_same(all[at].as_bytes(), words.as_bytes()) {
        at += 1;
    }
    at as u8
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
