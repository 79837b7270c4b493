//! Goes over a battle once more and writes down what was given, as a person reads it.

use std::sync::Arc;

use super::record::{Entry, Record};
use super::{Begun, Session};
use crate::dice::Forced;
use crate::tape::{Answer, Given, Note, Tape, Used};
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
    /// Everything that was given, in order. Edicts that were to wait for a step's end stand before the answer that
    /// ended it.
    pub(crate) fn retraced(&self) -> Vec<(Place, Retraced<B>)> {
        let mut all: Vec<(Place, Retraced<B>)> = Vec::new();
        let first = &self.steps[0];
        let mut state = first.before.clone().unwrap_or_else(|| B::begin(&first.setup));
        for record in &self.steps {
            let Begun { setup, state: mut running, edicts, .. } = Self::begun_from(record, state);
            let mut tape = Tape::<B>::new(setup.as_ref(), &record.answers, &edicts, false).noting();
            tape.boundary(&mut running);
            let _ = B::step(&setup, &mut running, &mut tape);
            let notes = tape.finish().notes;
            state = running;
            write_step(record, notes, &setup, &mut all);
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
    let mut notes: Vec<Option<Used<B>>> = {
        let mut by_answer: Vec<Option<Used<B>>> = record.answers.iter().map(|_| None).collect();
        notes.into_iter().for_each(|note| by_answer[note.at] = Some(note.used));
        by_answer
    };
    let mut at = 0;
    for entry in record.entries() {
        match entry {
            Entry::Edict(timed) if timed.next => {
                // It was given before the answer that ended the step before.
                let before = all.pop();
                let place = before.as_ref().map_or(record.place, |(place, _)| *place);
                all.push((place, Retraced::Edict { edict: timed.edict.clone(), next: true }));
                all.extend(before);
            }
            Entry::Edict(timed) => {
                all.push((record.place, Retraced::Edict { edict: timed.edict.clone(), next: false }));
            }
            Entry::Answer(answer) => {
                if let Some(used) = notes[at].take() {
                    all.push((record.place, retraced(answer, used, setup)));
                }
                at += 1;
            }
        }
    }
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
