//! Who sits at a table, behind a pointer.
//!
//! Rules are generic over their [`Table`](crate::Table), so a rulebook is compiled once for each table type. All tables
//! that are not simulation at full speed are therefore one type, [`AnyTable`], and what makes them
//! differ is the [`Answerer`] behind it: a plain object that knows nothing of the rules' own types.
//!
//! A closure over the table cannot go through a pointer. So a procedure does not go to the answerer as a closure; the table
//! tells the answerer where it begins and ends, and the answerer says whether it is played, played again, or known.

mod table;

use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::dice::Dice;
use crate::{Check, Id, RuleId, Rulebook, Sum, Term, Terms, Thrown};

pub use table::AnyTable;

/// Numbers the classes to which a rule counts throws that differ in the last natural alone: it takes the naturals before it, those
/// that it may be, and where the number of the class of each goes. What the others come to is worked out once for all of them.
pub type Classes<'c> = dyn Fn(&[i32], &[i32], &mut [usize]) + 'c;

/// The number of the class of one throw.
#[must_use]
pub fn class_of(class: &Classes<'_>, naturals: &[i32]) -> usize {
    let mut number = 0;
    if let Some((last, others)) = naturals.split_last() {
        class(others, std::slice::from_ref(last), std::slice::from_mut(&mut number));
    }
    number
}

/// Answers for an [`AnyTable`]. Unless an answerer says otherwise, everything is played once, as the rules would by
/// themselves.
///
/// The calls of one step nest like the procedures of the rules: between [`Enter::Run`] and the matching
/// [`leave`](Answerer::leave) come the calls of what is inside. After a [`Stop`] nothing of the step is called any more.
pub trait Answerer<B: Rulebook> {
    /// Dice fall: puts down what each of them shows, as the dice's notation reads it. `class` numbers the
    /// classes that the rule tells apart.
    ///
    /// # Errors
    /// Nobody has thrown yet, or it is given up.
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], class: &Classes<'_>) -> Result<(), Stop>;

    /// A person decides.
    ///
    /// # Errors
    /// Nobody has decided yet, or it is given up.
    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop>;

    /// Several people decide at once; their choices are handed to `take` in the order of the questions.
    ///
    /// # Errors
    /// Not all have decided yet, or it is given up.
    fn ask_all(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: &[(Id, B::Ask)],
        take: &mut dyn FnMut(B::Choice),
    ) -> Result<(), Stop>;

    /// Does anybody listen? Otherwise events are not even made.
    fn hears(&self) -> bool {
        false
    }

    /// Something has happened.
    fn tell(&mut self, _event: B::Event) {}

    /// May an edict still be applied before the step ends?
    fn awaits_edict(&self) -> bool {
        false
    }

    /// A scope or a loop begins. What is known already need not be played: then the answerer gives its end, and puts the
    /// state there.
    ///
    /// # Errors
    /// It is given up.
    fn enter(&mut self, _s: &mut B::State, _block: Block<'_>) -> Result<Enter, Stop> {
        Ok(Enter::Run)
    }

    /// A scope, or one pass of a loop, has come to its end. Where the answerer wants it played again, it puts the state where
    /// it begins.
    ///
    /// # Errors
    /// It is given up.
    fn leave(&mut self, _s: &mut B::State, _end: End<'_>) -> Result<Leave, Stop> {
        Ok(Leave::On)
    }

    /// A chance law begins: dice that read nothing but a key, and change no state.
    ///
    /// # Errors
    /// It is given up.
    fn enter_law(&mut self, _law: Law<'_>) -> Result<Enter, Stop> {
        Ok(Enter::Run)
    }

    /// A chance law has come to a result.
    ///
    /// # Errors
    /// It is given up.
    fn leave_law(&mut self, _result: &dyn AnyValue) -> Result<Leave, Stop> {
        Ok(Leave::On)
    }
}

/// The table could not go on: what it waits for lies in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// A check that is thrown, whatever its terms.
#[derive(Debug)]
pub struct Cast<'c> {
    /// Dice and the sum of the modifiers.
    pub check: Check<Sum>,
    /// The modifiers one by one; empty where the table keeps no list.
    pub terms: &'c [Term],
}

impl<'c> Cast<'c> {
    pub(crate) fn of<M: Terms>(check: &'c Check<M>) -> Self {
        let Check { rule, who, dice, terms } = check;
        let check = Check { rule: *rule, who: *who, dice: *dice, terms: Sum::of(terms) };
        Self { check, terms: terms.list() }
    }

    /// What is thrown.
    #[must_use]
    pub fn dice(&self) -> Dice {
        self.check.dice
    }

    /// The throw when the dice show that.
    #[inline]
    #[must_use]
    pub fn thrown(&self, natural: i32) -> Thrown {
        Thrown::of(&self.check, natural)
    }
}

/// What begins.
#[derive(Debug)]
pub enum Block<'b> {
    /// A nested procedure.
    Scope,
    /// A loop, with what is its own before the first pass.
    Loop(&'b dyn AnyValue),
}

/// What ends.
#[derive(Debug)]
pub enum End<'e> {
    /// A nested procedure, with its result.
    Scope(&'e dyn AnyValue),
    /// A pass of a loop, with what is the loop's own then; the flag says whether it wants another pass.
    Pass(&'e dyn AnyValue, bool),
}

/// A chance law that begins.
#[derive(Debug)]
pub struct Law<'l> {
    /// Its rule.
    pub rule: RuleId,
    /// Everything that it reads.
    pub key: &'l dyn AnyValue,
    /// The type of its results: laws of one rule with different results are different laws.
    pub gives: TypeId,
}

/// What an answerer says to the beginning of a procedure.
#[derive(Debug)]
pub enum Enter {
    /// It is played.
    Run,
    /// It is known what comes of it.
    Known(Kept),
}

/// What an answerer says to the end of a procedure.
#[derive(Debug)]
pub enum Leave {
    /// It goes on as the rules would by themselves: a scope or a law is done, and a loop makes another pass if it wants
    /// one.
    On,
    /// It is played once more, from the state as the answerer has put it. A loop makes a pass that begins with this, or else
    /// with what it has.
    Again(Option<Kept>),
    /// It is done, and has come to that.
    Done(Kept),
}

/// The end of a procedure, whatever its type, to be kept.
pub type Kept = Rc<dyn AnyValue>;

/// A plain value whose type only the rules know: what a procedure comes to, what a loop keeps, what a law reads.
pub trait AnyValue: Any {
    /// The same value, to be kept.
    fn keep(&self) -> Kept;
    /// Is the other one of the same type, and equal?
    fn same(&self, other: &dyn AnyValue) -> bool;
    /// Feeds a hasher.
    fn hash_to(&self, hasher: &mut dyn Hasher);
}

impl dyn AnyValue {
    /// A value of the rules, to be kept.
    pub fn of<R: Clone + Eq + Hash + 'static>(value: R) -> Kept {
        Rc::new(Own(value))
    }

    /// The value, if it is of this type.
    #[must_use]
    pub fn get<R: 'static>(&self) -> Option<&R> {
        let any: &dyn Any = self;
        any.downcast_ref::<Own<R>>().map(|own| &own.0)
    }
}

/// A value of the rules. It has a type of its own, so that a pointer to one is not taken for one.
pub(crate) struct Own<R>(pub(crate) R);

impl<R: Clone + Eq + Hash + 'static> AnyValue for Own<R> {
    fn keep(&self) -> Kept {
        Rc::new(Self(self.0.clone()))
    }

    fn same(&self, other: &dyn AnyValue) -> bool {
        other.get::<R>().is_some_and(|other| self.0 == *other)
    }

    fn hash_to(&self, mut hasher: &mut dyn Hasher) {
        self.0.hash(&mut hasher);
    }
}

impl PartialEq for dyn AnyValue {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for dyn AnyValue {}

impl Hash for dyn AnyValue {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_to(hasher);
    }
}

impl std::fmt::Debug for dyn AnyValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyValue")
    }
}
