//! Goes over a battle once more and writes down what was given, as a person reads it.

use std::mem::take;
use std::sync::Arc;

use super::Session;
use super::record::{Edicts, Entry, Record};
use super::rewind::answer_words;
use super::running::Played;
use crate::dice::Forced;
use crate::eyes;
use crate::tape::{Answer, Given, Note, Timed, Used};
use crate::{Edict, Id, Place, RuleId, Scribe, Viewer};

/// Something that was given, with what it takes to write it down.
#[derive(Debug)]
pub(crate) enum Retraced<B: Scribe> {
    /// A throw: `5d6>=4 4 1 6 2 5`.
    Roll { who: Id, rule: RuleId, words: String },
    /// A choice in notation.
    Choice { who: Id, words: String, usual: Option<Usual<B>> },
    /// The game master's hand.
    Edict { edict: Arc<Edict>, next: bool },
    /// So many numbers the policies had drawn before what follows.
    Drawn(u64),
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
    /// the answer that ended it; those that work from a step's start stand there. What could not be done when its time
    /// came is left out: it has no effect, and might be refused where the battle is loaded.
    pub(crate) fn retraced(&self) -> Vec<(Place, Retraced<B>)> {
        let mut played = Vec::with_capacity(self.steps.len());
        self.play_again(|_, step| {
            played.push((take(&mut step.run.notes), take(&mut step.run.void), Arc::clone(&step.setup)));
        });
        let mut all: Vec<(Place, Retraced<B>)> = Vec::new();
        let mut played = played.into_iter().peekable();
        let mut drawn = 0;
        for (step, record) in self.steps.iter().enumerate() {
            let Some((notes, mut void, setup)) = played.next() else { break };
            let mut later = match played.peek_mut() {
                Some((_, void, _)) => std::mem::take(void),
                None => self.void_by_now(),
            };
            let mut edicts = self.edicts_of(step);
            let last = step + 1 == self.steps.len();
            edicts.own.retain(|(_, timed)| {
                let carried = timed.late.is_some();
                !(carried && take_out(&mut later, timed)
                    || !carried && (take_out(&mut void, timed) || last && take_out(&mut later, timed)))
            });
            edicts.next.retain(|timed| !take_out(&mut later, timed));
            if let Some((_, void, _)) = played.peek_mut() {
                *void = later;
            }
            write_step(record, edicts, notes, &setup, &mut drawn, &mut all);
        }
        if self.drawn() != drawn {
            let place = all.last().map_or(self.place(), |(place, _)| *place);
            all.push((place, Retraced::Drawn(self.drawn())));
        }
        all
    }
}

impl<B: Scribe> Session<B> {
    /// Goes over the steps once more: how the battle stood before and after each.
    pub(crate) fn goes_over(&self, mut tell: impl FnMut(usize, &B::Setup, &B::State, &B::State)) {
        let mut before = self.beginning();
        self.play_again(|at, step| {
            tell(at, &step.setup, &before, &step.state);
            before = step.state.clone();
        });
    }

    /// The state before the first step.
    fn beginning(&self) -> B::State {
        let first = &self.steps[0];
        first.before.as_deref().cloned().unwrap_or_else(|| B::begin(&first.setup))
    }

    /// Plays each step again, from the first one on.
    fn play_again(&self, mut visit: impl FnMut(usize, &mut Played<B>)) {
        let mut state = self.beginning();
        for at in 0..self.steps.len() {
            let mut step = self.play_noting(at, state);
            visit(at, &mut step);
            state = step.state;
        }
    }

    /// Plays a step again from the state before it, and writes down how each answer is used. How the running step begins
    /// is known: its edicts, which may be many, are not done once more.
    fn play_noting(&self, step: usize, before: B::State) -> Played<B> {
        let record = &self.steps[step];
        let is_running = step + 1 == self.steps.len();
        let begun = if is_running { self.begun() } else { Self::begun_from(record, before) };
        Self::play_from(record, begun, true)
    }
}

/// Is this edict among them? Then no longer.
fn take_out(void: &mut Vec<Edict>, timed: &Timed) -> bool {
    let at = void.iter().position(|edict| *edict == *timed.edict);
    at.map(|at| void.remove(at)).is_some()
}

impl<B: Scribe> Session<B> {
    /// Everything that was given, in the order of [`entries`](Session::entries), as a transcript has it.
    #[must_use]
    pub fn entry_lines(&self) -> Vec<(Place, String)> {
        let told = |told: EntryLine| (told.place, told.words);
        self.entry_lines_for(Viewer::GameMaster).into_iter().map(told).collect()
    }

    /// The same as a viewer may read it: whoever was not to be seen as a step began is somebody in it, as in its log.
    pub(crate) fn entry_lines_for(&self, viewer: Viewer) -> Vec<EntryLine> {
        let mut lines = Vec::new();
        self.play_again(|step, played| {
            let record = &self.steps[step];
            let veiled = eyes::veiled::<B>(&played.setup, record.unseen_by(viewer));
            let names = veiled.as_ref().unwrap_or(&played.setup);
            let mut answers: Vec<Option<String>> = record.answers.iter().map(|_| None).collect();
            for note in take(&mut played.run.notes) {
                let given = retraced(&record.answers[note.at], note.used, &played.setup);
                answers[note.at] = Some(given.line(names));
            }
            let mut answers = answers.into_iter();
            let place_name = eyes::unnamed(&B::place_name(names, record.place));
            lines.extend(self.edicts_of(step).entries(record).into_iter().map(|entry| {
                let words = match entry {
                    Entry::Edict(Timed { edict, next: true, late: None, .. }) => format!("gm next: {edict}"),
                    Entry::Edict(Timed { edict, .. }) => format!("gm: {edict}"),
                    Entry::Answer(answer) => {
                        answers.next().flatten().unwrap_or_else(|| answer_words::<B>(names, answer))
                    }
                };
                EntryLine { place: record.place, place_name: place_name.clone(), words: eyes::unnamed(&words) }
            }));
        });
        lines
    }
}

/// Something that was given, in words.
pub(crate) struct EntryLine {
    pub(crate) place: Place,
    /// What a book calls the place.
    pub(crate) place_name: String,
    /// As a transcript has it.
    pub(crate) words: String,
}

impl<B: Scribe> Retraced<B> {
    /// As a transcript has it.
    pub(crate) fn line(&self, g: &B::Setup) -> String {
        match self {
            Self::Choice { who, words, .. } => format!("{}: {words}", B::name(g, *who)),
            Self::Roll { who, rule, words } => {
                format!("roll {} {} {words}", B::name(g, *who), B::CATALOGUE.name(*rule))
            }
            Self::Edict { edict, next: false } => format!("gm: {edict}"),
            Self::Edict { edict, next: true } => format!("gm next: {edict}"),
            Self::Drawn(drawn) => format!("drawn {drawn}"),
        }
    }
}

fn write_step<B: Scribe>(
    record: &Record<B>,
    edicts: Edicts<'_>,
    notes: Vec<Note<B>>,
    setup: &Arc<B::Setup>,
    drawn: &mut u64,
    all: &mut Vec<(Place, Retraced<B>)>,
) {
    let place = record.place;
    let edict = |timed: &Timed, next| (place, Retraced::Edict { edict: Arc::clone(&timed.edict), next });
    let (at_start, within): (Vec<_>, Vec<_>) =
        edicts.own.into_iter().partition(|(_, timed)| timed.late.is_none() && record.works_from_the_start(timed));
    all.extend(at_start.into_iter().map(|(_, timed)| edict(timed, false)));
    let mut within = within.into_iter().peekable();
    for (used, note) in notes.into_iter().enumerate() {
        let due = |after: usize| after - record.idle.iter().filter(|at| **at < after).count() <= used;
        while let Some((_, timed)) = within.next_if(|(after, _)| due(*after)) {
            all.push(edict(timed, false));
        }
        let before = record.policy_rng[note.at].drawn();
        if std::mem::replace(drawn, before) != before {
            all.push((place, Retraced::Drawn(before)));
        }
        all.push((place, retraced(&record.answers[note.at], note.used, setup)));
    }
    all.extend(within.map(|(_, timed)| edict(timed, false)));
    let last = if edicts.opened { all.pop() } else { None };
    all.extend(edicts.next.into_iter().map(|timed| edict(timed, true)));
    all.extend(last);
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
