//! Questions with types: a rule gets the answer that it asked for, and needs no default for any other.

use arrayvec::ArrayVec;

use crate::{Id, Ids, RuleId, Rulebook, Table};

/// A question whose answer has a type of its own.
pub trait Question<B: Rulebook> {
    /// What an answer is to the rule that asks.
    type Answer;

    /// The question as tables and people know it.
    fn ask(self) -> B::Ask;

    /// The answer in a choice.
    ///
    /// # Errors
    /// The choice, where it answers another question. [`Rulebook::judge`] refuses such a choice before any rule sees it.
    fn answer(choice: B::Choice) -> Result<Self::Answer, B::Choice>;
}

/// Puts questions with types to a table.
pub trait Questions<B: Rulebook>: Table<B> {
    /// Asks one person.
    ///
    /// # Errors
    /// The table's halt.
    ///
    /// # Panics
    /// When the choice answers another question: the book's own policy chose it, or its `judge` let it pass.
    #[inline]
    fn put<Q: Question<B>>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        who: Id,
        question: Q,
    ) -> Result<Q::Answer, Self::Halt> {
        self.ask(s, rule, who, question.ask()).map(|choice| answered::<B, Q>(rule, choice))
    }

    /// Asks several people at once, and hands on each answer with its question once all are in: nobody sees another's
    /// answer before. Asks nothing where nobody is asked.
    ///
    /// # Errors
    /// The table's halt.
    ///
    /// # Panics
    /// As [`put`](Questions::put).
    #[inline]
    fn put_to_each<Q: Question<B> + Copy>(
        &mut self,
        s: &mut B::State,
        rule: RuleId,
        questions: &[(Id, Q)],
        mut take: impl FnMut(&mut B::State, &mut Self, Id, Q, Q::Answer),
    ) -> Result<(), Self::Halt> {
        match *questions {
            [] => Ok(()),
            [sole] => to_sole::<B, Self, Q>(self, s, rule, sole, &mut take),
            [first, second] => to_both::<B, Self, Q>(self, s, rule, [first, second], &mut take),
            _ if questions.len() <= FEW => to_each::<B, Self, Q, FEW>(self, s, rule, questions, &mut take),
            _ => to_each::<B, Self, Q, { Id::MOST }>(self, s, rule, questions, &mut take),
        }
    }

    /// Asks several people the same at once, as [`put_to_each`](Questions::put_to_each) does, in the order of the encounter. A duel has
    /// two people at most: they need no list.
    ///
    /// # Errors
    /// The table's halt.
    ///
    /// # Panics
    /// As [`put`](Questions::put).
    #[inline]
    fn put_to_all<Q: Question<B> + Copy>(
        &mut self,
        s: &mut B::State,
        rule: RuleId,
        whom: Ids,
        question: Q,
        mut take: impl FnMut(&mut B::State, &mut Self, Id, Q::Answer),
    ) -> Result<(), Self::Halt> {
        let mut take = |s: &mut B::State, t: &mut Self, who, _: Q, answer| take(s, t, who, answer);
        let mut people = whom.iter().map(|who| (who, question));
        match (people.next(), people.next(), people.next()) {
            (None, ..) => Ok(()),
            (Some(sole), None, _) => to_sole::<B, Self, Q>(self, s, rule, sole, &mut take),
            (Some(first), Some(second), None) => to_both::<B, Self, Q>(self, s, rule, [first, second], &mut take),
            _ => to_many::<B, Self, Q>(self, s, rule, whom, question, &mut take),
        }
    }
}

/// So many have room in a short list.
const FEW: usize = 8;

#[inline(always)]
fn to_sole<B: Rulebook, T: Table<B>, Q: Question<B> + Copy>(
    t: &mut T,
    s: &mut B::State,
    rule: RuleId,
    (who, question): (Id, Q),
    take: &mut impl FnMut(&mut B::State, &mut T, Id, Q, Q::Answer),
) -> Result<(), T::Halt> {
    let choice = t.ask_sole(s, rule, (who, question.ask()))?;
    take(s, t, who, question, answered::<B, Q>(rule, choice));
    Ok(())
}

// Two people are asked in a duel.
#[inline(always)]
fn to_both<B: Rulebook, T: Table<B>, Q: Question<B> + Copy>(
    t: &mut T,
    s: &mut B::State,
    rule: RuleId,
    [(first, one), (second, other)]: [(Id, Q); 2],
    take: &mut impl FnMut(&mut B::State, &mut T, Id, Q, Q::Answer),
) -> Result<(), T::Halt> {
    let [of_first, of_second] = t.ask_both(s, rule, [(first, one.ask()), (second, other.ask())])?;
    let (of_first, of_second) = (answered::<B, Q>(rule, of_first), answered::<B, Q>(rule, of_second));
    take(s, t, first, one, of_first);
    take(s, t, second, other, of_second);
    Ok(())
}

fn to_each<B: Rulebook, T: Table<B>, Q: Question<B> + Copy, const N: usize>(
    t: &mut T,
    s: &mut B::State,
    rule: RuleId,
    questions: &[(Id, Q)],
    take: &mut impl FnMut(&mut B::State, &mut T, Id, Q, Q::Answer),
) -> Result<(), T::Halt> {
    let asks: ArrayVec<_, N> = questions.iter().take(N).map(|(who, question)| (*who, question.ask())).collect();
    let choices = t.ask_all(s, rule, asks)?;
    for ((who, question), choice) in questions.iter().zip(choices) {
        take(s, t, *who, *question, answered::<B, Q>(rule, choice));
    }
    Ok(())
}

#[inline(never)]
fn to_many<B: Rulebook, T: Table<B>, Q: Question<B> + Copy>(
    t: &mut T,
    s: &mut B::State,
    rule: RuleId,
    whom: Ids,
    question: Q,
    take: &mut impl FnMut(&mut B::State, &mut T, Id, Q, Q::Answer),
) -> Result<(), T::Halt> {
    let questions: ArrayVec<_, { Id::MOST }> = whom.iter().map(|who| (who, question)).collect();
    to_each::<B, T, Q, { Id::MOST }>(t, s, rule, &questions, take)
}

impl<B: Rulebook, T: Table<B>> Questions<B> for T {}

fn answered<B: Rulebook, Q: Question<B>>(rule: RuleId, choice: B::Choice) -> Q::Answer {
    Q::answer(choice).unwrap_or_else(|choice| misfit::<B>(rule, &choice))
}

#[cold]
#[inline(never)]
fn misfit<B: Rulebook>(rule: RuleId, choice: &B::Choice) -> ! {
    panic!("{choice:?} is no answer to {}: `judge` should have refused it", B::CATALOGUE.name(rule))
}

/// Makes questions: what is asked, and what of a choice is the answer.
///
/// Each says which question of the book it asks, and what its answer is in the choices that answer it.
#[macro_export]
macro_rules! questions {
    (@shape $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
    };
    (@shape $(#[$doc:meta])* $name:ident { $($field:ident: $kind:ty),* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(#[doc = concat!("The question's `", stringify!($field), "`.")] pub $field: $kind),*
        }
    };
    ($book:ty: $(
        $(#[$doc:meta])* $name:ident $({ $($field:ident: $kind:ty),* $(,)? })? asks $ask:expr;
        $($choice:pat => $value:expr),+ => $answer:ty;
    )+) => {$(
        $crate::questions! { @shape $(#[$doc])* $name $({ $($field: $kind),* })? }

        impl $crate::Question<$book> for $name {
            type Answer = $answer;

            #[inline]
            fn ask(self) -> <$book as $crate::Rulebook>::Ask {
                $(let Self { $($field),* } = self;)?
                $ask
            }

            #[inline]
            fn answer(choice: <$book as $crate::Rulebook>::Choice) -> Result<$answer, <$book as $crate::Rulebook>::Choice> {
                match choice {
                    $($choice => Ok($value),)+
                    #[allow(unreachable_patterns, reason = "a book may have one kind of choice")]
                    other => Err(other),
                }
            }
        }
    )+};
}

/// Makes the questions of a book from one list: its `Ask`, as tables and people know them, and of each a [`Question`] with the
/// type of its answer. A row says what is asked, what it is called here and (`as`) among the others, what belongs to it, and
/// what its answer is in the choices that answer it, as in [`questions!`](crate::questions!).
///
/// ```ignore
/// asks! {
///     /// A question.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
///     pub enum Ask of Legacy;
///
///     /// Which stance? (`dp.stance`)
///     Stance as Stance;
///     Choice::Stance(stance) => stance => state::Stance;
///
///     /// Where to? (`dp.path`)
///     Way as Path {
///         /// Yards at most.
///         most: u16,
///     };
///     Choice::Walk(steps) => steps => Steps;
///
///     /// How is it met? (`dp.defend`)
///     Defence as Defend(incoming: Incoming);
///     Choice::Defend(how) => how => Defend;
/// }
/// ```
#[macro_export]
macro_rules! asks {
    (
        $(#[$meta:meta])*
        $vis:vis enum $ask:ident of $book:ty;
        $(
            $(#[doc = $doc:literal])*
            $name:ident as $variant:ident
            $({ $($(#[doc = $about:literal])* $field:ident: $kind:ty),+ $(,)? })?
            $(($of:ident: $of_kind:ty))?;
            $($choice:pat => $value:expr),+ => $answer:ty;
        )+
    ) => {
        $(#[$meta])*
        $vis enum $ask {
            $($(#[doc = $doc])* $variant $({ $($(#[doc = $about])* $field: $kind,)+ })? $(($of_kind))?,)+
        }

        $crate::questions! { $book:
            $(
                $(#[doc = $doc])*
                $name $({ $($field: $kind),+ })? $({ $of: $of_kind })? asks $ask::$variant $({ $($field),+ })? $(($of))?;
                $($choice => $value),+ => $answer;
            )+
        }
    };
}
