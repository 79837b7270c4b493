//! Goes over a battle once more and writes down what was given, as a person reads it.

use std::mem::take;
use std::ops::Range;
use std::sync::Arc;

use super::Session;
use super::lines::{Line, StepLines};
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
    /// What was given and used in some steps, in the order of use. Edicts that were to wait for a step's end stand before
    /// the answer that ended it; those that work from a step's start stand there. What could not be done when its time
    /// came is left out: it has no effect, and might be refused where the battle is loaded.
    ///
    /// `before` is what the step before them has left: edicts that could not be done, and how far the policies had drawn.
    pub(super) fn step_lines(&self, steps: Range<usize>, before: Option<(Vec<Arc<Edict>>, u64)>) -> Vec<StepLines<B>> {
        let mut played = Vec::with_capacity(steps.len() + 1);
        // What a step leaves undone shows in the next one.
        self.play_again(steps.start..self.steps.len().min(steps.end + 1), |_, step| {
            played.push((take(&mut step.run.notes), take(&mut step.run.void), Arc::clone(&step.setup)));
        });
        let (void, mut drawn) = before.map_or((None, 0), |(void, drawn)| (Some(void), drawn));
        if let (Some((_, own, _)), Some(void)) = (played.first_mut(), void) {
            *own = void;
        }
        let mut all = Vec::with_capacity(steps.len());
        let mut played = played.into_iter().peekable();
        for step in steps {
            let record = &self.steps[step];
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
                void.clone_from(&later);
            }
            let lines = write_step(record, edicts, notes, &setup, &mut drawn).into_iter().map(Line::new).collect();
            all.push(StepLines { place: record.place, setup, lines, void: later, drawn });
        }
        all
    }
}

impl<B: Scribe> Session<B> {
    /// Goes over the steps once more: how the battle stood before and after each.
    pub(crate) fn goes_over(&self, mut tell: impl FnMut(usize, &B::Setup, &B::State, &B::State)) {
        let mut before = self.state_before(0);
        self.play_again(0..self.steps.len(), |at, step| {
            tell(at, &step.setup, &before, &step.state);
            before = step.state.clone();
        });
    }

    /// The state before a step: it is kept, or played for from the last one that is.
    fn state_before(&self, step: usize) -> B::State {
        let from = (0..=step).rev().find(|&at| self.steps[at].before.is_some()).unwrap_or(0);
        let first = &self.steps[from];
        let kept = first.before.as_deref().cloned().unwrap_or_else(|| B::begin(&first.setup));
        self.steps[from..step].iter().fold(kept, |state, record| Self::play(record, state, false).state)
    }

    /// Plays some steps again, one after the other.
    fn play_again(&self, steps: Range<usize>, mut visit: impl FnMut(usize, &mut Played<B>)) {
        let mut state = self.state_before(steps.start);
        for at in steps {
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

/// Is this edict among them, and not another one in the same words? Then no longer.
fn take_out(void: &mut Vec<Arc<Edict>>, timed: &Timed) -> bool {
    let at = void.iter().position(|edict| Arc::ptr_eq(edict, &timed.edict));
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
        self.play_again(0..self.steps.len(), |step, played| {
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
    /// Is this a usual answer that loading takes by itself when it meets the `next` line?
    pub(super) fn is_taken_silently(&self, next: Option<&Self>) -> bool {
        let Self::Choice { who, usual: Some(usual), .. } = self else { return false };
        match next {
            Some(Self::Roll { .. }) => true,
            Some(Self::Choice { who: other, words, .. }) => {
                other != who || B::parse(&usual.setup, &usual.state, *who, &usual.ask, words).is_err()
            }
            Some(Self::Edict { .. } | Self::Drawn(_)) | None => false,
        }
    }

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
) -> Vec<Retraced<B>> {
    let mut all = Vec::new();
    let edict = |timed: &Timed, next| Retraced::Edict { edict: Arc::clone(&timed.edict), next };
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
            all.push(Retraced::Drawn(before));
        }
        all.push(retraced(&record.answers[note.at], note.used, setup));
    }
    all.extend(within.map(|(_, timed)| edict(timed, false)));
    let last = if edicts.opened { all.pop() } else { None };
    all.extend(edicts.next.into_iter().map(|timed| edict(timed, true)));
    all.extend(last);
    all
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
