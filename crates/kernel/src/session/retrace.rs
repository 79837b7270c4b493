//! Goes over a battle once more and writes down what was given, as a person reads it.

use std::sync::Arc;

use super::Session;
use super::record::Record;
use crate::dice::Forced;
use crate::tape::{Answer, Given, Note, Timed, Used};
use crate::{Edict, Id, Place, RuleId, Scribe};

/// Something that was given, with what it takes to write it down.
#[derive(Debug)]
pub(crate) enum Retraced<B: Scribe> {
    /// A throw: `5d6>=4 4 1 6 2 5`.
    Roll { who: Id, rule: RuleId, words: String },
    /// A choice in notation.
    Choice { who: Id, words: String, usual: Option<Usual<B>> },
    /// The game master's hand.
    Edict { edict: Edict, next: bool },
}

/// The question that a standing answer would have answered as well.
#[derive(Debug)]
pub(crate) struct Usual<B: Scribe> {
    pub setup: Arc<B::Setup>,
    pub state: B::State,
    pub ask: B::Ask,
}

impl<B: Scribe> Session<B> {
    /// Everything that was given and used, in the order of use. Edicts that were to wait for a step's end stand before
    /// the answer that ended it; those that change sheets or rules work from a step's start and stand there.
    pub(crate) fn retraced(&self) -> Vec<(Place, Retraced<B>)> {
        let mut all: Vec<(Place, Retraced<B>)> = Vec::new();
        let first = &self.steps[0];
        let mut state = first.before.clone().unwrap_or_else(|| B::begin(&first.setup));
        for record in &self.steps {
            let played = Self::play(record, state, true);
            state = played.state;
            write_step(record, played.run.notes, &played.setup, &mut all);
        }
        let place = self.place();
        all.extend(self.later.iter().map(|edict| (place, Retraced::Edict { edict: edict.clone(), next: true })));
        all
    }
}

fn write_step<B: Scribe>(
    record: &Record<B>,
    notes: Vec<Note<B>>,
    setup: &Arc<B::Setup>,
    all: &mut Vec<(Place, Retraced<B>)>,
) {
    let place = record.place;
    let edict = |timed: &Timed, next| (place, Retraced::Edict { edict: timed.edict.clone(), next });
    let (from_before, own): (Vec<&Timed>, Vec<&Timed>) = record.edicts.iter().partition(|timed| timed.next);
    for timed in from_before {
        // It was given before the answer that ended the step before.
        let last = all.pop();
        let (_, given) = edict(timed, true);
        all.push((last.as_ref().map_or(place, |(place, _)| *place), given));
        all.extend(last);
    }
    let (at_start, mut within): (Vec<&Timed>, Vec<&Timed>) =
        own.into_iter().partition(|timed| B::changes_setup(&timed.edict));
    all.extend(at_start.into_iter().map(|timed| edict(timed, false)));
    within.reverse();
    for (used, note) in notes.into_iter().enumerate() {
        let due = |timed: &Timed| timed.after - record.idle.iter().filter(|at| **at < timed.after).count() <= used;
        while let Some(timed) = within.pop_if(|timed| due(timed)) {
            all.push(edict(timed, false));
        }
        all.push((place, retraced(&record.answers[note.at], note.used, setup)));
    }
    all.extend(within.into_iter().rev().map(|timed| edict(timed, false)));
}

fn retraced<B: Scribe>(answer: &Answer<B::Choice>, used: Used<B>, setup: &Arc<B::Setup>) -> Retraced<B> {
    let (who, rule) = (answer.who, answer.rule);
    match used {
        Used::Choice { words, usual } => {
            let usual = usual.map(|(ask, state)| Usual { setup: Arc::clone(setup), state, ask });
            Retraced::Choice { who, words, usual }
        }
        Used::Dice(dice) => {
            let fell = match &answer.given {
                Given::Natural(natural) => Forced::Natural(*natural).to_string(),
                Given::Faces(faces) => faces.iter().map(u16::to_string).collect::<Vec<_>>().join(" "),
                Given::Choice(_) => String::new(),
            };
            Retraced::Roll { who, rule, words: format!("{dice} {fell}") }
        }
    }
}
