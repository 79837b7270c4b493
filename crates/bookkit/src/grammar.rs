//! Answers as people write them, each way of writing one said once: as a row of [`forms!`](crate::forms!).
//!
//! From the rows follow what is written and what each piece of it is, how it is read (unique beginnings suffice), what an
//! answer should have looked like, and the words with which answers begin. What stands for a value is a [`Slot`].

mod dispatch;
mod slots;
#[cfg(test)]
mod tests;

use skirmish_kernel::{ChoiceView, Id, Refusal, Rulebook};

pub use dispatch::{
    Grammar, Head, Part, Tables, begin_with, choice_view, is_taken, parse, part, said, told_apart, with_word,
};
pub use slots::{
    Behind, Cells, Direction, Number, OneOf, Or, Person, Slot, Unless, WAY_VERBS, Way, cell, number, one_of, person,
    word,
};

/// Who is asked what, and how the battle stands.
pub struct Asked<'a, B: Rulebook> {
    /// Rules, sheets and map.
    pub g: &'a B::Setup,
    /// What play has changed.
    pub s: &'a B::State,
    /// Who is asked.
    pub who: Id,
    /// What is asked.
    pub ask: &'a B::Ask,
}

impl<B: Rulebook> Clone for Asked<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Rulebook> Copy for Asked<'_, B> {}

/// Tells what may stand at the beginning of an answer.
pub type Heads<B> = fn(Asked<'_, B>, &mut dyn FnMut(Head<'_>));

/// One way of writing an answer, or a part of one: a row of [`forms!`](crate::forms!).
pub struct Form<B: Rulebook, C> {
    /// The word that it begins with, where that is always the same.
    pub verb: Option<&'static str>,
    /// Tells everything that it may begin with now.
    pub heads: Heads<B>,
    /// What it looks like, names of what stands for a value with a dollar sign: `jump to $cell as $slot`.
    pub looks: &'static str,
    /// Its pieces, if this is how the answer is written.
    pub say: fn(Asked<'_, B>, &C) -> Option<ChoiceView>,
    /// Reads it; the verb has been read.
    pub read: fn(Asked<'_, B>, &mut Reading<'_>) -> Result<C, Misread>,
}

impl<B: Rulebook, C> Form<B, C> {
    /// Tells everything that it may begin with now: nearly always its verb, for which nothing has to be asked.
    fn tell_heads(&self, at: Asked<'_, B>, tell: &mut dyn FnMut(Head<'_>)) {
        match self.verb {
            Some(verb) => tell(Head::verb(verb)),
            None => (self.heads)(at, tell),
        }
    }
}

/// Words that are read one after another.
#[derive(Clone, Debug)]
pub struct Reading<'t> {
    words: Vec<&'t str>,
    at: usize,
    /// Was `use` before what comes next, so that it is a name?
    named: bool,
    /// In how many other answers this one stands: what is readied is an answer, too.
    depth: usize,
}

impl<'t> Reading<'t> {
    /// The words of a text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { words: text.split_whitespace().collect(), at: 0, named: false, depth: 0 }
    }

    /// What has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &[&'t str] {
        &self.words[self.at.min(self.words.len())..]
    }

    /// The next word, which stays where it is.
    #[must_use]
    pub fn peek(&self) -> Option<&'t str> {
        self.rest().first().copied()
    }

    /// Reads a word.
    pub fn word(&mut self) -> Option<&'t str> {
        let word = self.peek()?;
        // Only what comes next has been said to be a name.
        (self.at, self.named) = (self.at + 1, false);
        Some(word)
    }

    /// Reads this word, in whatever case, if it is the next one.
    pub fn take(&mut self, word: &str) -> bool {
        let is_next = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        (self.at, self.named) = (self.at + usize::from(is_next), self.named && !is_next);
        is_next
    }

    /// Reads everything that is left.
    pub fn all(&mut self) -> Vec<&'t str> {
        let rest = self.rest().to_vec();
        self.at = self.words.len();
        rest
    }
}

/// Why words are no answer of a form.
#[derive(Clone, PartialEq, Debug)]
pub enum Misread {
    /// They do not look like it: what it looks like is the advice.
    Looks,
    /// One of them is wrong, and this is why.
    Word(Refusal),
}

impl From<Refusal> for Misread {
    fn from(refusal: Refusal) -> Self {
        Self::Word(refusal)
    }
}

/// The forms of an answer, for a constant: a row has the pieces in brackets and the answer behind them. A text is a word
/// that stands there (with `?` before it, one that may be left out); `name: slot` stands for a value, `name = value` for
/// one that goes without saying, and the answer is made of the names. The answer is a pattern as well: what it fits is written so, by the first row that can.
///
/// ```text
/// const TURN: &[Form<Book, Act>] = forms![Book, at;
///     ("walk") => (Act::Walk),
///     ("jump", "to", to: cell(&at.g.board)) => (Act::Jump { to }),
///     (skill: skills(at), "at", on: person::<Book>(at.g)) => (Act::Strike { skill, on }),
/// ];
/// ```
#[macro_export]
macro_rules! forms {
    ($book:ty, $at:ident; $(($($piece:tt)*) => ($($answer:tt)*)),* $(,)?) => {
        &[$($crate::grammar::Form {
            verb: $crate::form_piece!(verb $($piece)*),
            heads: |$at, tell| { let _ = $at; $crate::form_piece!(heads tell $($piece)*) },
            looks: $crate::form_piece!(looks ""; $($piece)*),
            #[allow(unreachable_patterns)]
            say: |$at, answer| match answer {
                $($answer)* => {
                    let _ = $at;
                    let view = ::skirmish_kernel::ChoiceView::default();
                    $crate::form_piece!(say view; $($piece)*);
                    ::std::option::Option::Some($crate::grammar::told_apart::<$book>(view))
                }
                _ => ::std::option::Option::None,
            },
            read: |$at, reading| {
                let _ = ($at, &reading);
                $crate::form_piece!(read reading; $($piece)*);
                ::std::result::Result::Ok($($answer)*)
            },
        }),*]
    };
}

/// One piece of a form after another, for [`forms!`](crate::forms!).
#[doc(hidden)]
#[macro_export]
macro_rules! form_piece {
    (verb $verb:literal $($rest:tt)*) => { ::std::option::Option::Some($verb) };
    (verb $($rest:tt)*) => { ::std::option::Option::None };
    (heads $tell:ident $verb:literal $($rest:tt)*) => { $tell($crate::grammar::Head::verb($verb)) };
    (heads $tell:ident $name:ident : $slot:expr $(, $($rest:tt)*)?) => { $crate::grammar::Slot::heads(&$slot, $tell) };

    (looks $looks:expr;) => { $looks };
    (looks $looks:expr; $(?)? $word:literal $(, $($rest:tt)*)?) => {
        $crate::form_piece!(looks concat!($looks, " ", $word); $($($rest)*)?)
    };
    (looks $looks:expr; $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::form_piece!(looks $looks; $($($rest)*)?)
    };
    (looks $looks:expr; $name:ident : $slot:expr $(, $($rest:tt)*)?) => {
        $crate::form_piece!(looks concat!($looks, " $", stringify!($name)); $($($rest)*)?)
    };

    (say $view:ident; ) => {};
    (say $view:ident; $(?)? $word:literal $(, $($rest:tt)*)?) => {
        let $view = $crate::grammar::with_word($view, $word);
        $crate::form_piece!(say $view; $($($rest)*)?);
    };
    (say $view:ident; $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        if *$name != $value {
            return ::std::option::Option::None;
        }
        $crate::form_piece!(say $view; $($($rest)*)?);
    };
    (say $view:ident; $name:ident : $slot:expr $(, $($rest:tt)*)?) => {
        let $view = $crate::grammar::Slot::say(&$slot, $name, $view)?;
        // Slots further on see the same value here as where they read.
        #[allow(unused_variables)]
        let $name = ::std::clone::Clone::clone($name);
        $crate::form_piece!(say $view; $($($rest)*)?);
    };

    (read $reading:ident; $verb:literal $(, $($rest:tt)*)?) => {
        $crate::form_piece!(rest $reading; $($($rest)*)?);
    };
    (read $reading:ident; $($rest:tt)*) => { $crate::form_piece!(rest $reading; $($rest)*); };
    (rest $reading:ident; ) => {};
    (rest $reading:ident; ? $word:literal $(, $($rest:tt)*)?) => {
        $reading.take($word);
        $crate::form_piece!(rest $reading; $($($rest)*)?);
    };
    (rest $reading:ident; $word:literal $(, $($rest:tt)*)?) => {
        if !$reading.take($word) {
            return ::std::result::Result::Err($crate::grammar::Misread::Looks);
        }
        $crate::form_piece!(rest $reading; $($($rest)*)?);
    };
    (rest $reading:ident; $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        let $name = $value;
        $crate::form_piece!(rest $reading; $($($rest)*)?);
    };
    (rest $reading:ident; $name:ident : $slot:expr $(, $($rest:tt)*)?) => {
        let $name = $crate::grammar::Slot::read(&$slot, $reading)?;
        $crate::form_piece!(rest $reading; $($($rest)*)?);
    };
}
