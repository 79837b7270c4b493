//! Enums whose values are words, in files and in what people type.

/// A value that files and people call by one word.
pub trait Words: Copy + PartialEq + 'static {
    /// All values, in the order in which people list them.
    const VALUES: &'static [Self];

    /// The word.
    fn word(self) -> &'static str;

    /// What it means, in a few words.
    fn about(self) -> &'static str;

    /// The value that is called so.
    #[must_use]
    fn called(word: &str) -> Option<Self> {
        Self::VALUES.iter().copied().find(|value| value.word() == word)
    }
}

/// Makes an enum and its words: `ALL`, `word`, and [`Words`] from one list.
///
/// ```
/// use skirmish_bookkit::words::Words;
/// skirmish_bookkit::words! {
///     /// How fresh somebody is.
///     pub enum Condition {
///         /// After a night undisturbed.
///         Rested = "rested",
///         /// As most are.
///         Active = "active",
///     }
/// }
/// assert_eq!(Condition::ALL.map(Condition::word), ["rested", "active"]);
/// assert_eq!(Condition::called("active"), Some(Condition::Active));
/// assert_eq!(Condition::Rested.about(), "After a night undisturbed.");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[doc = $about:literal])+ $value:ident = $word:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug,
            $crate::private::serde::Serialize, $crate::private::serde::Deserialize,
        )]
        #[serde(crate = "skirmish_bookkit::private::serde")]
        $vis enum $name { $($(#[doc = $about])+ $value,)+ }

        impl $name {
            /// All of them, in the order in which people list them.
            pub const ALL: [Self; { [$($word),+].len() }] = [$(Self::$value),+];

            /// The word by which files and people call it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$value => $word,)+ }
            }
        }

        impl $crate::words::Words for $name {
            const VALUES: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.word()
            }

            fn about(self) -> &'static str {
                match self { $(Self::$value => concat!($($about),+).trim_ascii(),)+ }
            }
        }
    };
}
