//! What a session keeps of each step.

use std::sync::Arc;

use super::Session;
use super::running::Opening;
use super::sight::{Around, Sight};
use super::stream::Stream;
use crate::dice::Rng;
use crate::eyes::hidden;
use crate::tape::{Answer, Timed};
use crate::transcript::SpareLine;
use crate::{Ids, Moment, Place, Rulebook, Scribe, Side, Viewer};

/// One step: how it began, and what was answered in it.
#[derive(Clone, Debug)]
pub(super) struct Record<B: Scribe> {
    pub(super) place: Place,
    /// Sheets and rules at its start, its own edicts not yet applied.
    pub(super) setup: Arc<B::Setup>,
    /// The state at its start; kept for some steps only.
    pub(super) before: Option<Box<B::State>>,
    pub(super) answers: Vec<Answer<B::Choice>>,
    /// The generator of the dice at its start.
    pub(super) dice: Rng,
    /// Where the policies' generator stood before each answer.
    pub(super) policy_rng: Vec<Stream>,
    /// Why policies have answered so.
    pub(super) reasons: Vec<Reason>,
    pub(super) edicts: Vec<Timed>,
    /// Of the running step: how it begins, while edicts are only added.
    pub(super) opening: Option<Box<Opening<B>>>,
    /// Its log; of the running step, the log so far.
    pub(super) moments: Vec<Moment<B>>,
    /// The answer behind each moment of its log.
    pub(super) behind: Vec<Option<usize>>,
    /// How many entries had been given before it.
    pub(super) first: usize,
    /// Answers that nothing asks for since sheets or rules were changed; they wait until something does.
    pub(super) idle: Vec<usize>,
    /// Answers to a question to several people that is still open for others.
    pub(super) hidden: Vec<usize>,
    /// The battle had ended; an edict opened this step.
    pub(super) reopened: bool,
    /// Whom each side did not see as it began; none where everybody was seen.
    pub(super) unseen: Option<Arc<[Ids]>>,
    /// Whom each side did not see around its moments.
    pub(super) sight: Sight,
}

/// Why a policy has answered so.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// Which answer of the step.
    pub(super) answer: usize,
    /// In words that all may read.
    pub(crate) why: &'static str,
    /// What it expected; for the game master alone.
    pub(crate) weighed: Option<String>,
}

/// Whom a viewer does not see, of those whom each side does not.
pub(super) fn of_viewer(sides: &[Ids], viewer: Viewer) -> Ids {
    match viewer {
        Viewer::GameMaster => Ids::NONE,
        Viewer::Side(side) | Viewer::Person { side, .. } => {
            sides.get(usize::from(side.0)).copied().unwrap_or(Ids::NONE)
        }
        Viewer::Spectator => sides.iter().fold(Ids::NONE, |all, ids| all.or(*ids)),
    }
}

impl<B: Scribe> Record<B> {
    pub(super) fn new(place: Place, setup: Arc<B::Setup>, before: B::State, dice: Rng) -> Self {
        Self {
            place,
            setup,
            before: Some(Box::new(before)),
            answers: Vec::new(),
            dice,
            policy_rng: Vec::new(),
            reasons: Vec::new(),
            edicts: Vec::new(),
            opening: None,
            moments: Vec::new(),
            behind: Vec::new(),
            first: 0,
            idle: Vec::new(),
            hidden: Vec::new(),
            reopened: false,
            unseen: None,
            sight: Sight::default(),
        }
    }

    /// Remembers who is there and not seen by a side as it begins: their names are not told to it. Whoever comes is named.
    pub(super) fn look(&mut self) {
        let Some(s) = self.before.as_deref() else { return };
        let sides = (0..B::sides(&self.setup).len()).filter_map(|side| u8::try_from(side).ok()).map(Side);
        let there = B::present(&self.setup, s);
        let unseen: Vec<Ids> = sides.map(|side| hidden::<B>(&self.setup, s, Viewer::Side(side)).and(there)).collect();
        self.unseen = unseen.iter().any(|ids| !ids.is_empty()).then(|| unseen.into());
    }

    /// Whom a viewer did not see as it began; a spectator sees whom every other side sees.
    pub(super) fn unseen_by(&self, viewer: Viewer) -> Ids {
        self.unseen.as_deref().map_or(Ids::NONE, |unseen| of_viewer(unseen, viewer))
    }

    /// How many used answers stood when an edict was given; those that lie idle now do not count.
    pub(super) fn used_before(&self, timed: &Timed) -> usize {
        timed.after - self.idle.iter().filter(|at| **at < timed.after).count()
    }

    /// Does an edict work from the step's start, and not at a boundary in it: one on sheets, rules or the list of
    /// combatants, and whatever came before any answer and any boundary but the first, which is that start?
    pub(super) fn works_from_the_start(&self, timed: &Timed) -> bool {
        B::changes_setup(&timed.edict) || self.used_before(timed) == 0 && timed.passed <= 1
    }

    /// Does it hold nothing but edicts given in the step before?
    pub(super) fn has_nothing_of_its_own(&self) -> bool {
        self.answers.is_empty() && self.edicts.iter().all(|timed| timed.next)
    }

    /// How many entries (answers and edicts) it holds.
    pub(super) fn len(&self) -> usize {
        self.answers.len() + self.edicts.len()
    }
}

impl<B: Scribe> Session<B> {
    /// The edicts that were given while a step was running, in order: its own, and those that work in the next one.
    pub(super) fn edicts_of(&self, step: usize) -> Vec<&Timed> {
        let own = self.steps[step].edicts.iter().filter(|timed| !timed.next);
        let carried = self.steps.get(step + 1).map_or(&self.later, |following| &following.edicts);
        let mut edicts: Vec<&Timed> = own.chain(carried.iter().filter(|timed| timed.next)).collect();
        edicts.sort_by_key(|timed| timed.number);
        edicts
    }

    /// Everything that was given in a step, in order.
    pub(super) fn entries_of(&self, step: usize) -> Vec<Entry<'_, B>> {
        let record = &self.steps[step];
        let edicts = self.edicts_of(step);
        let mut all = Vec::with_capacity(record.answers.len() + edicts.len());
        let mut answers = record.answers.iter().map(Entry::Answer);
        for timed in edicts {
            all.extend(answers.by_ref().take(timed.number.saturating_sub(record.first + all.len())));
            all.push(Entry::Edict(timed));
        }
        all.extend(answers);
        all
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
    /// As it was told, where somebody may want to read it.
    pub(super) told: Option<Told<B>>,
    pub(super) entry: TakenEntry<B>,
}

/// How an entry of a past was told.
#[derive(Clone, Debug)]
pub(super) struct Told<B: Rulebook> {
    /// As a transcript has it.
    pub(super) line: String,
    /// As the log had it, and whom each side did not see around it; nothing while it was hidden from the others.
    pub(super) moment: Option<(Moment<B>, Around)>,
}

/// The policies' generator around an answer.
#[derive(Clone, Debug)]
pub(super) struct Minds {
    pub(super) before: Stream,
    pub(super) after: Stream,
}

#[derive(Clone, Debug)]
pub(super) enum TakenEntry<B: Scribe> {
    Answer(Answer<B::Choice>, Minds),
    Edict(Timed),
    /// It had been given after the end of the battle, and opened a step of its own.
    Reopening(Timed),
    /// It had not begun to work yet.
    Later(Timed),
    /// As a save has it: it is read where it may find its place.
    Said(SpareLine),
}
