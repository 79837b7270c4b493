//! Goes over a battle once more and writes down what was given, as a person reads it.

use std::mem::take;
use std::ops::Range;
use std::sync::Arc;

use super::Session;
use super::lines::{Line, StepLines};
use super::record::{Entry, Record};
use super::rewind::answer_words;
use super::running::Played;
use super::stream::Stream;
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
    /// What was given in some steps, in the order in which it was given; each answer in the words of its question as it stood then.
    ///
    /// `drawn`: how many numbers the policies had drawn before the last answer of the steps before.
    pub(super) fn step_lines(&self, steps: Range<usize>, mut drawn: u64) -> Vec<StepLines<B>> {
        let mut all = Vec::with_capacity(steps.len());
        self.play_again(steps, |at, before, step| {
            let record = &self.steps[at];
            let mut minds = record.policy_rng.iter().map(Stream::drawn);
            let mut lines = Vec::new();
            for (entry, given) in self.retraced(at, before, step) {
                if let Entry::Answer(_) = entry
                    && let Some(before) = minds.next()
                    && std::mem::replace(&mut drawn, before) != before
                {
                    lines.push(Line::new(Retraced::Drawn(before)));
                }
                lines.extend(given.map(Line::new));
            }
            all.push(StepLines { place: record.place, setup: Arc::clone(&step.setup), lines, drawn });
        });
        all
    }

    /// The entries of a step that was played again. An answer is told as it was used when it was given: an edict on sheets or
    /// rules that came later may have changed what it is used for, or left it idle.
    fn retraced(&self, at: usize, before: &B::State, step: &mut Played<B>) -> Vec<(Entry<'_, B>, Option<Retraced<B>>)> {
        let record = &self.steps[at];
        let edicts = self.edicts_of(at);
        let mut answers: Vec<Option<Retraced<B>>> = record.answers.iter().map(|_| None).collect();
        let mut known = 0;
        let mut keep = |known: usize, played: &mut Played<B>| {
            for Note { at, used } in take(&mut played.run.notes) {
                if at >= known {
                    answers[at] = Some(retraced(&record.answers[at], used, &played.setup));
                }
            }
        };
        for (nth, timed) in edicts.iter().enumerate() {
            if !timed.next && timed.after > known && B::changes_setup(&timed.edict) {
                keep(known, &mut self.play_up_to(record, &edicts[..nth], timed.after, before));
                known = timed.after;
            }
        }
        keep(known, step);
        let mut answers = answers.into_iter();
        let mut told = |entry: &Entry<'_, B>| match entry {
            Entry::Edict(Timed { edict, next, late, .. }) => {
                Some(Retraced::Edict { edict: Arc::clone(edict), next: *next && late.is_none() })
            }
            Entry::Answer(_) => answers.next()?,
        };
        self.entries_of(at).into_iter().map(|entry| (entry.clone(), told(&entry))).collect()
    }

    /// A step as it stood when so many answers and these of its edicts had been given.
    fn play_up_to(&self, record: &Record<B>, given: &[&Timed], answers: usize, before: &B::State) -> Played<B> {
        let mut then = Record::new(record.place, Arc::clone(&record.setup), before.clone(), record.dice.clone());
        then.answers = record.answers[..answers].to_vec();
        let carried = record.edicts.iter().filter(|timed| timed.next).cloned();
        let own = given.iter().filter(|timed| !timed.next || timed.late.is_some()).map(|timed| match timed.late {
            Some((after, passed)) => Timed { after, passed, next: false, late: None, ..(*timed).clone() },
            None => (*timed).clone(),
        });
        then.edicts = carried.chain(own).collect();
        let played = Self::play(&then, before.clone(), true);
        if played.run.idle.is_empty() {
            return played;
        }
        // Edicts find their place among the answers that do not lie idle.
        then.idle = played.run.idle;
        Self::play(&then, before.clone(), true)
    }
}

impl<B: Scribe> Session<B> {
    /// Goes over the steps once more: how the battle stood before and after each.
    pub(crate) fn goes_over(&self, mut tell: impl FnMut(usize, &B::Setup, &B::State, &B::State)) {
        let mut before = self.state_before(0);
        self.play_again(0..self.steps.len(), |at, _, step| {
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

    /// Plays some steps again, one after the other: each with the state before it.
    fn play_again(&self, steps: Range<usize>, mut visit: impl FnMut(usize, &B::State, &mut Played<B>)) {
        let mut before = self.state_before(steps.start);
        for at in steps {
            let mut step = self.play_noting(at, before.clone());
            visit(at, &before, &mut step);
            before = step.state;
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
        self.play_again(0..self.steps.len(), |step, before, played| {
            let record = &self.steps[step];
            let given = self.retraced(step, before, played);
            let veiled = eyes::veiled::<B>(&played.setup, record.unseen_by(viewer));
            let names = veiled.as_ref().unwrap_or(&played.setup);
            let place_name = eyes::unnamed(&B::place_name(names, record.place));
            lines.extend(given.into_iter().map(|(entry, given)| {
                let words = match (given, entry) {
                    (Some(given), _) => given.line(names),
                    (None, Entry::Answer(answer)) => answer_words::<B>(names, answer),
                    (None, Entry::Edict(timed)) => timed.edict.to_string(),
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
