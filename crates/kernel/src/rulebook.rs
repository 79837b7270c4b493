//! The contract between a rulebook and the tables it is played on.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::any_table::AnyTable;
use crate::{Catalogue, Id, Itemised, RuleId, Stop, Table};

/// The rules of one game: a function ([`step`](Rulebook::step)) that asks a table.
///
/// Implemented by a marker type. Rules are written in direct style, in the order of the printed page; whenever dice
/// fall or a person decides they ask the [`Table`] they were handed and pass its halt on with `?`. They hold no state
/// of their own, read no clock and draw no random numbers: everything that play changes lies in
/// [`State`](Rulebook::State), everything else in [`Setup`](Rulebook::Setup).
pub trait Rulebook: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Rules, sheets, map: checked, read-only during a step.
    type Setup: Clone + Debug + Send + Sync + 'static;
    /// Only what play changes. Plain data; equal states play on equally.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A question to one person.
    type Ask: Clone + PartialEq + Debug + Send + 'static;
    /// An answer to one.
    type Choice: Clone + PartialEq + Debug + Send + 'static;
    /// What happened, with its rule.
    type Event: Clone + Debug + Send + 'static;

    /// The rules this book cites.
    const CATALOGUE: &'static Catalogue;

    /// The state before the first step.
    fn begin(g: &Self::Setup) -> Self::State;

    /// Plays one act. Called again and again until it returns [`Flow::Over`]; a table that halts throws the half-done
    /// state away and calls it anew with one answer more.
    ///
    /// # Errors
    /// Passes on the table's own halt.
    fn step<T: Table<Self>>(g: &Self::Setup, s: &mut Self::State, t: &mut T) -> Result<Flow, T::Halt>;

    /// Plays one act at the [`AnyTable`] of those who compute. `bookkit::chapters!` says it in the book's crate, so that it is compiled
    /// there, where rules are to be quick, and not wherever a battle is opened.
    ///
    /// # Errors
    /// The table has stopped.
    fn step_bare(g: &Self::Setup, s: &mut Self::State, t: &mut AnyTable<'_, Self>) -> Result<Flow, Stop> {
        Self::step(g, s, t)
    }

    /// The same at the table of those who show every modifier.
    ///
    /// # Errors
    /// The table has stopped.
    fn step_itemised(g: &Self::Setup, s: &mut Self::State, t: &mut AnyTable<'_, Self, Itemised>) -> Result<Flow, Stop> {
        Self::step(g, s, t)
    }

    /// Calls `yes` with every legal answer that is worth listing (for paths: the ends, cheapest way).
    ///
    /// At least one, whenever the rules ask.
    fn options(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, yes: &mut dyn FnMut(Self::Choice));

    /// Is this answer allowed? Everything [`options`](Rulebook::options) lists is.
    ///
    /// # Errors
    /// The rule that forbids it, and why.
    fn judge(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, choice: &Self::Choice) -> Result<(), Refusal>;

    /// What a table would do without asking: the usual answer to a routine question, always legal. Nothing is routine
    /// unless a book says so.
    fn standing(_g: &Self::Setup, _s: &Self::State, _who: Id, _ask: &Self::Ask) -> Option<Self::Choice> {
        None
    }

    /// May a table take the [usual answer](Rulebook::standing) to this question unasked, where it is told to? Not where a fight
    /// may turn on it.
    fn is_routine(_ask: &Self::Ask) -> bool {
        true
    }

    /// The answer that does least and lets time pass, always legal: for tables that resolve by hand.
    fn pass(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask) -> Option<Self::Choice>;

    /// The coming step's name; answers of a changed past are matched by it.
    fn place(s: &Self::State) -> Place;

    /// Drops what no rule reads again (such as the number of the round), so that equal situations become equal states.
    fn forget(s: &mut Self::State);

    /// Takes whatever lasts for more than so many rounds from now to last for ever, so that situations that differ in how much longer it
    /// does become equal states. Is there any such thing? To whoever follows a fight for no more than those rounds it makes no difference.
    fn outlast(_s: &mut Self::State, _rounds: u32) -> bool {
        false
    }

    /// The round at whose end a battle is over, nobody having won, however it stands; nothing where no rule says so.
    /// Whoever goes on from states that have [forgotten](Rulebook::forget) their round must count rounds, and end the
    /// battle there.
    fn most_rounds(_g: &Self::Setup) -> Option<u32> {
        None
    }

    /// Every rule an event cites, the main one first.
    fn cites(event: &Self::Event, cite: &mut dyn FnMut(RuleId));

    /// What may come of a choice, in words that follow a name: `is hit`, `is missed`, `falls`. Odds are told of these.
    const RESULTS: &'static [&'static str];

    /// Results that exclude each other when something comes about once: `is hit` and `is missed`. The second of them is what
    /// comes of a try that fails. Where it may come about several times in a step, odds say how likely the one is every
    /// time, and never the other.
    const OPPOSITES: &'static [(u8, u8)];

    /// Whose result an event is, and which of [`RESULTS`](Rulebook::RESULTS).
    fn result(event: &Self::Event) -> Option<(Id, u8)>;

    /// What is wrong, if the state breaks one of the book's invariants; conformance tests ask after each answer.
    fn broken_invariant(g: &Self::Setup, s: &Self::State) -> Option<String>;
}

/// On, or over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// There is a next step.
    On,
    /// The battle has ended.
    Over(Outcome),
}

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The one side left, if there is exactly one.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub rule: RuleId,
}

/// A side, by its place among the encounter's sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub u8);

/// Names a step, so that answers find it again in a changed past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// Round, 0 before the first.
    pub round: u32,
    /// Part of the round: segment, phase.
    pub part: u8,
    /// Whose act it is, if it is somebody's.
    pub who: Option<Id>,
    /// Which one of several at the same place.
    pub nth: u16,
}

/// Why an answer or an edict is not allowed. The state is untouched.
///
/// Policies ask a thousand times what is legal and never read why: a reason that is known beforehand, and one with
/// figures in it, cost no allocation until somebody reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it, where one does; words that mean nothing break no rule.
    pub rule: Option<RuleId>,
    why: Cow<'static, str>,
    figures: Option<[i32; 2]>,
}

impl Refusal {
    /// Forbidden by a rule: one sentence, without a full stop.
    pub fn by(rule: RuleId, why: impl Into<Cow<'static, str>>) -> Self {
        Self { rule: Some(rule), why: why.into(), figures: None }
    }

    /// Forbidden by a rule, with figures for each `{}` of the sentence.
    #[must_use]
    pub fn counted(rule: RuleId, why: &'static str, figures: [i32; 2]) -> Self {
        Self { rule: Some(rule), why: Cow::Borrowed(why), figures: Some(figures) }
    }

    /// The sentence.
    #[must_use]
    pub fn why(&self) -> String {
        let Some(figures) = self.figures else { return self.why.to_string() };
        let mut parts = self.why.split("{}");
        let mut text = parts.next().unwrap_or("").to_owned();
        for (part, figure) in parts.zip(figures) {
            text.push_str(&figure.to_string());
            text.push_str(part);
        }
        text
    }

    /// Not understood, or impossible for a reason outside the rules.
    pub fn because(why: impl Into<Cow<'static, str>>) -> Self {
        Self { rule: None, why: why.into(), figures: None }
    }
}
