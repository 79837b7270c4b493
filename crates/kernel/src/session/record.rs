//! What a session keeps of each step.

use std::sync::Arc;

use crate::dice::Rng;
use crate::tape::{Answer, Timed};
use crate::{Moment, Place, Scribe};

/// The generators of a session.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Streams {
    pub(super) dice: Rng,
    pub(super) minds: Rng,
}

/// One step: how it began, and what was answered in it.
#[derive(Clone, Debug)]
pub(super) struct Record<B: Scribe> {
    pub(super) place: Place,
    /// Sheets and rules at its start, its own edicts not yet applied.
    pub(super) setup: Arc<B::Setup>,
    /// The state at its start; kept for some steps only.
    pub(super) before: Option<B::State>,
    pub(super) answers: Vec<Answer<B::Choice>>,
    /// The generators before each answer.
    pub(super) streams: Vec<Streams>,
    pub(super) edicts: Vec<Timed>,
    /// Its log; of the running step, the log so far.
    pub(super) moments: Vec<Moment<B>>,
    /// Answers that nothing asks for since sheets or rules were changed; they wait until something does.
    pub(super) idle: Vec<usize>,
    /// The battle had ended; an edict opened this step.
    pub(super) reopened: bool,
}

impl<B: Scribe> Record<B> {
    pub(super) fn new(place: Place, setup: Arc<B::Setup>, before: B::State) -> Self {
        Self {
            place,
            setup,
            before: Some(before),
            answers: Vec::new(),
            streams: Vec::new(),
            edicts: Vec::new(),
            moments: Vec::new(),
            idle: Vec::new(),
            reopened: false,
        }
    }

    /// How many entries (answers and edicts) it holds.
    pub(super) fn len(&self) -> usize {
        self.answers.len() + self.edicts.len()
    }

    /// Its entries in the order they were given.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_, B>> {
        let mut edicts = self.edicts.iter().peekable();
        let mut answers = self.answers.iter().enumerate();
        let mut given = 0;
        std::iter::from_fn(move || {
            if let Some(timed) = edicts.next_if(|timed| timed.after <= given) {
                return Some(Entry::Edict(timed));
            }
            let (at, answer) = answers.next()?;
            given = at + 1;
            Some(Entry::Answer(answer))
        })
    }
}

/// One thing that a person (or the dice) gave to the battle.
#[derive(Clone, Debug)]
pub enum Entry<'a, B: Scribe> {
    /// A throw or a choice.
    Answer(&'a Answer<B::Choice>),
    /// The game master's hand.
    Edict(&'a Timed),
}

/// An entry that was taken back, or that waits to be used again in a changed past.
#[derive(Clone, Debug)]
pub(super) struct Taken<B: Scribe> {
    pub(super) place: Place,
    pub(super) entry: TakenEntry<B>,
}

#[derive(Clone, Debug)]
pub(super) enum TakenEntry<B: Scribe> {
    Answer(Answer<B::Choice>, Streams),
    Edict(Timed),
    /// It had been given after the end of the battle, and opened a step of its own.
    Reopening(Timed),
    /// It had not begun to work yet.
    Later(Timed),
}
