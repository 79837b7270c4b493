//! What happens in a fight, event by event: its fields, the rules it comes from and its sentence in one row.

use std::fmt;

use arrayvec::ArrayVec;
use skirmish_kernel::{Id, RuleId};

/// An ability of the setup, by its place in the list; events tell it by name.
pub type AbilityIndex = u8;

/// Rules that have a part in something by its circumstances, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cites(ArrayVec<RuleId, 24>);

impl Cites {
    /// These.
    #[must_use]
    pub fn of(rules: &[RuleId]) -> Self {
        let mut all = Self::default();
        rules.iter().for_each(|rule| all.add(*rule));
        all
    }

    /// One more; beyond what anything can have it is not worth keeping.
    #[inline]
    pub fn add(&mut self, rule: RuleId) {
        if !self.0.contains(&rule) {
            let _ = self.0.try_push(rule);
        }
    }

    /// One more where this holds.
    #[inline]
    pub fn when(&mut self, yes: bool, rule: RuleId) {
        if yes {
            self.add(rule);
        }
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = RuleId> + '_ {
        self.into_iter()
    }
}

impl<'a> IntoIterator for &'a Cites {
    type Item = RuleId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, RuleId>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// Somebody in a sentence, who is told by name.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// Who it is.
    pub id: Id,
    /// What they are called.
    pub name: &'a str,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Makes the enum of what happens, with `cites`, every rule that an event comes from, the main one first, and `told`, its sentence, from
/// one table. A row is a variant with its fields, the rules in brackets and, behind a colon, what is told.
///
/// - Rules are said as in [`cited!`](crate::cited!): `[HIT, STEALTH if hidden, in why]`.
/// - A sentence names its fields: `"{who} hits {on} for {points}."`. A field of the type `Id` is told by name (it is a [`Named`]), an
///   [`AbilityIndex`] by the ability's, a cell by its label, a word of [`words!`](crate::words!) by that word. `: if ready "{who} acts." else "{who} waits."` has one
///   sentence or the other, `=> …` any expression that gives a `String`.
/// - A row without a sentence is told elsewhere, or is not worth a line.
///
/// In conditions and expressions numbers and truths stand for themselves, everything else by reference. Behind `for` stand the type of
/// a setup and its name in expressions.
#[macro_export]
macro_rules! events {
    ($(#[$meta:meta])* pub enum $name:ident for $setup:ty as $g:ident { $(
        $(#[$doc:meta])*
        $event:ident $({ $($field:ident: $(& $life:lifetime)? $kind:ident $(< $of:ident >)?),+ $(,)? })?
        [$($rules:tt)*]
        $(: $(if $when:tt $then:literal else)* $last:literal)? $(=> $told:expr)?;
    )+ }) => {
        $(#[$meta])*
        pub enum $name { $(
            $(#[$doc])*
            $event $({ $($field: $(& $life)? $kind $(< $of >)?),+ })?,
        )+ }

        #[allow(unused_variables, unused_parens, reason = "no event speaks of all it knows; conditions stand in parentheses")]
        impl $name {
            /// Every rule it cites, the main one first.
            pub fn cites(&self, cite: &mut dyn FnMut(::skirmish_kernel::RuleId)) {
                match self { $(
                    Self::$event { $($($field),+)? } => {
                        $($($crate::plain_value! { $field: $kind })+)?
                        $crate::cite!(cite; $($rules)*);
                    }
                )+ }
            }

            /// Its sentence; nothing where it has none of its own.
            pub fn told(&self, $g: &$setup) -> Option<String> {
                match self { $(
                    Self::$event { $($($field),+)? } => {
                        $($($crate::told_value! { $g, $field: $kind })+)?
                        $(return Some($(if $when { format!($then) } else)* { format!($last) });)?
                        $(return Some($told);)?
                        #[allow(unreachable_code, reason = "where nothing is told")]
                        None
                    }
                )+ }
            }
        }
    };
}

/// A field of an event in a condition, for [`events!`](crate::events!): numbers and truths for themselves.
#[doc(hidden)]
#[macro_export]
macro_rules! plain_value {
    ($field:ident: bool) => {
        let $field = *$field;
    };
    ($field:ident: u8) => {
        let $field = *$field;
    };
    ($field:ident: u16) => {
        let $field = *$field;
    };
    ($field:ident: u32) => {
        let $field = *$field;
    };
    ($field:ident: i16) => {
        let $field = *$field;
    };
    ($field:ident: i32) => {
        let $field = *$field;
    };
    ($field:ident: RuleId) => {
        let $field = *$field;
    };
    ($field:ident: $kind:ident) => {};
}

/// The same in a sentence: people, abilities and cells by name.
#[doc(hidden)]
#[macro_export]
macro_rules! told_value {
    ($g:ident, $field:ident: Id) => {
        let $field = $crate::events::Named { id: *$field, name: $g.sheet(*$field).name.as_str() };
    };
    ($g:ident, $field:ident: AbilityIndex) => {
        let $field = $g.ability(*$field).name.as_str();
    };
    ($g:ident, $field:ident: Square) => {
        let $field = $crate::view::label(&$g.ground.board, *$field);
    };
    ($g:ident, $field:ident: Hex) => {
        let $field = $crate::view::label(&$g.ground.board, *$field);
    };
    ($g:ident, $field:ident: $kind:ident) => {
        $crate::plain_value! { $field: $kind }
    };
}
