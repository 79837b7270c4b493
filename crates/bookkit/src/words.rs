//! Enums whose values are words, in files and in what people type.

use std::marker::PhantomData;

/// A value that files and people call by one word.
pub trait Words: Copy + PartialEq + 'static {
    /// All values, in the order in which people list them.
    const VALUES: &'static [Self];

    /// The word.
    fn word(self) -> &'static str;

    /// What it means, in a few words.
    fn about(self) -> &'static str;

    /// Its place in that order.
    fn index(self) -> usize;

    /// The value that is called so.
    #[must_use]
    fn called(word: &str) -> Option<Self> {
        Self::VALUES.iter().copied().find(|value| value.word() == word)
    }
}

/// A set of the values of such an enum, of which there are at most 32: a bit for each.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct WordSet<W> {
    bits: u32,
    #[serde(skip)]
    of: PhantomData<W>,
}

impl<W: Words> WordSet<W> {
    /// None of them.
    pub const NONE: Self = Self { bits: 0, of: PhantomData };

    #[inline]
    fn bit(word: W) -> u32 {
        1 << word.index()
    }

    /// Is it among them?
    #[inline]
    #[must_use]
    pub fn has(self, word: W) -> bool {
        self.bits & Self::bit(word) != 0
    }

    /// Is none among them?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// In both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { bits: self.bits & other.bits, of: PhantomData }
    }

    /// Adds it, or takes it out.
    pub fn set(&mut self, word: W, yes: bool) {
        if yes {
            self.bits |= Self::bit(word);
        } else {
            self.bits &= !Self::bit(word);
        }
    }

    /// Those that are among them, in their order.
    pub fn iter(self) -> impl Iterator<Item = W> {
        W::VALUES.iter().copied().filter(move |word| self.has(*word))
    }
}

impl<W: Words> FromIterator<W> for WordSet<W> {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Self {
        let mut set = Self::NONE;
        words.into_iter().for_each(|word| set.set(word, true));
        set
    }
}

impl<W> Clone for WordSet<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for WordSet<W> {}

impl<W> PartialEq for WordSet<W> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<W> Eq for WordSet<W> {}

impl<W> std::hash::Hash for WordSet<W> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<W> Default for WordSet<W> {
    fn default() -> Self {
        Self { bits: 0, of: PhantomData }
    }
}

impl<W: Words> std::fmt::Debug for WordSet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(W::word)).finish()
    }
}

/// `1 yard`, `3 yards`
#[must_use]
pub fn plural(n: impl Into<i64>, word: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// `Melee`
#[must_use]
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How many words a text has.
#[must_use]
pub const fn count(text: &str) -> usize {
    let (text, mut at, mut count) = (text.as_bytes(), 0, 1);
    while at < text.len() {
        count += (text[at] == b' ') as usize;
        at += 1;
    }
    count
}

/// The words of a text, with one space between them.
///
/// # Panics
/// When there are not so many.
#[must_use]
pub const fn split<const N: usize>(text: &'static str) -> [&'static str; N] {
    let (mut words, mut rest, mut at) = ([""; N], text.as_bytes(), 0);
    while at < N {
        let mut end = 0;
        while end < rest.len() && rest[end] != b' ' {
            end += 1;
        }
        let (word, behind) = rest.split_at(end);
        assert!(!word.is_empty(), "there is one space between words");
        words[at] = match str::from_utf8(word) {
            Ok(word) => word,
            Err(_) => panic!("a word ends at a space"),
        };
        rest = if behind.is_empty() { behind } else { behind.split_at(1).1 };
        at += 1;
    }
    words
}

/// A list of words, written as one text: `word_list!("gm roll expect")`.
///
/// ```
/// const VERBS: &[&str] = skirmish_bookkit::word_list!("walk jump");
/// assert_eq!(VERBS, ["walk", "jump"]);
/// ```
#[macro_export]
macro_rules! word_list {
    ($text:literal) => {
        &$crate::words::split::<{ $crate::words::count($text) }>($text)
    };
}

/// Makes an enum and its words: `ALL`, `word`, and [`Words`] from one table, whose rows are values, their words, and what they mean. What
/// a value means may be a comment over it as well. `enum Condition, usually Active { … }` makes that one the default.
/// With `by rule::SHAKEN` behind its word each value has the `rule` behind it.
///
/// ```
/// use skirmish_bookkit::words::Words;
/// skirmish_bookkit::words! {
///     /// How fresh somebody is.
///     pub enum Condition {
///         Rested = "rested": "After a night undisturbed.",
///         Active = "active": "As most are.",
///     }
/// }
/// assert_eq!(Condition::ALL.map(Condition::word), ["rested", "active"]);
/// assert_eq!(Condition::called("active"), Some(Condition::Active));
/// assert_eq!(Condition::Rested.about(), "After a night undisturbed.");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident, usually $usual:ident { $($rows:tt)* }) => {
        $crate::words! { $(#[$meta])* $vis enum $name { $($rows)* } }

        impl ::std::default::Default for $name {
            fn default() -> Self {
                Self::$usual
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($value:ident = $word:literal by $rule:path: $about:literal,)+ }) => {
        $crate::words! { $(#[$meta])* $vis enum $name { $($value = $word: $about,)+ } }

        impl $name {
            /// The rule behind it.
            #[must_use]
            pub const fn rule(self) -> ::skirmish_kernel::RuleId {
                match self { $(Self::$value => $rule,)+ }
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($value:ident = $word:literal: $about:literal,)+ }) => {
        $crate::words! { $(#[$meta])* $vis enum $name { $(#[doc = $about] $value = $word,)+ } }
    };
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

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
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

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
