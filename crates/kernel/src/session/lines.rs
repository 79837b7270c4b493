//! The lines of steps that are over: they are worked out once, and a save is made of them.

use std::ops::Range;
use std::sync::Arc;

use super::Session;
use super::retrace::Retraced;
use crate::{Place, Scribe};

/// What was given in one step, as a save has it.
#[derive(Debug)]
pub(crate) struct StepLines<B: Scribe> {
    pub(super) place: Place,
    pub(super) setup: Arc<B::Setup>,
    pub(super) lines: Vec<Line<B>>,
    /// How many numbers the policies had drawn before its last answer.
    pub(super) drawn: u64,
}

/// One line of a save.
#[derive(Debug)]
pub(super) struct Line<B: Scribe> {
    pub(super) given: Retraced<B>,
    /// May it be left out, if loading takes it by itself?
    pub(super) fate: Fate,
}

/// What becomes of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It always stands.
    Stands,
    /// A usual answer: it depends on the line that follows.
    Open,
    /// A usual answer that has to stand all the same.
    UsualButStands,
    /// A usual answer that loading takes by itself.
    LeftOut,
}

impl<B: Scribe> Line<B> {
    pub(super) fn new(given: Retraced<B>) -> Self {
        let fate = if matches!(&given, Retraced::Choice { usual: Some(_), .. }) { Fate::Open } else { Fate::Stands };
        Self { given, fate }
    }

    fn stands(&self) -> bool {
        matches!(self.fate, Fate::Stands | Fate::UsualButStands)
    }

    /// What becomes of it where that line follows.
    fn fate_before(&self, next: Option<&Retraced<B>>) -> Fate {
        match self.fate {
            Fate::Open if self.given.is_taken_silently(next) => Fate::LeftOut,
            Fate::Open => Fate::UsualButStands,
            known => known,
        }
    }
}

/// How far somebody has written a battle down: what comes behind that is told by
/// [`Battle::save_since`](crate::Battle::save_since). It belongs to one battle; another one, or a changed past, is
/// written whole.
///
/// Two are equal where they are of one battle that stands the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavePoint {
    past: PastOf,
    /// So many steps are written for good.
    steps: usize,
    /// The lines that are written of those behind them.
    lines: Vec<String>,
    /// In which round, and which part of it, the last line stands.
    around: Option<(u32, u8)>,
    /// What was taken back or waits for its place stands at the end: nothing can come behind it.
    is_closed: bool,
}

/// The past of one battle, as long as it only grows. A copy of the battle goes its own way: it has another one.
#[derive(Debug)]
pub(super) struct Past(PastOf);

impl Past {
    pub(super) fn new() -> Self {
        Self(PastOf(Arc::new(())))
    }
}

impl Clone for Past {
    fn clone(&self) -> Self {
        Self::new()
    }
}

/// Of which battle, and which past of it.
#[derive(Clone, Debug)]
struct PastOf(Arc<()>);

impl PartialEq for PastOf {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PastOf {}

impl<B: Scribe> Session<B> {
    /// What is written down of the steps whose past is over and done: all but the last two.
    fn settled(&self) -> usize {
        self.steps.len().saturating_sub(2)
    }

    /// Works out the lines of steps that have become settled.
    fn settle(&self, known: &mut Vec<StepLines<B>>) {
        let from = known.len();
        if from >= self.settled() {
            return;
        }
        known.extend(self.lines_behind(known, from..self.settled()));
        let mut next: Option<&Retraced<B>> = None;
        'all: for (at, step) in known.iter_mut().enumerate().rev() {
            let StepLines { lines, .. } = step;
            for line in lines.iter_mut().rev() {
                // What stood before the last line that stands has been decided then.
                if at < from && line.fate != Fate::Open {
                    break 'all;
                }
                if next.is_some() {
                    line.fate = line.fate_before(next);
                }
                if line.fate != Fate::Open
                    && let Retraced::Choice { usual, .. } = &mut line.given
                {
                    // The state in which it was asked is not needed any more.
                    *usual = None;
                }
                if line.stands() {
                    next = Some(&line.given);
                }
            }
        }
    }

    /// The lines of some steps, where those before them are known.
    fn lines_behind(&self, known: &[StepLines<B>], steps: Range<usize>) -> Vec<StepLines<B>> {
        self.step_lines(steps, known.last().map_or(0, |step| step.drawn))
    }

    /// The lines of the last steps, which may still change, and how far the policies have drawn.
    fn open_lines(&self, known: &[StepLines<B>]) -> Vec<StepLines<B>> {
        let mut open = self.lines_behind(known, known.len()..self.steps.len());
        let drawn = self.drawn();
        if let Some(last) = open.last_mut().filter(|last| last.drawn != drawn) {
            last.lines.push(Line::new(Retraced::Drawn(drawn)));
        }
        open
    }

    /// Forgets what was worked out of steps from one on: the past changes there.
    pub(super) fn forget_lines(&mut self) {
        self.past = Past::new();
        let settled = self.settled();
        let known = self.lines.get_mut();
        known.truncate(settled);
        // Whether a usual answer is left out has been decided by what followed.
        while known.last().is_some_and(|step| step.lines.last().is_none_or(|line| line.fate != Fate::Stands)) {
            known.pop();
        }
    }

    /// Every line that loading needs, in order, with its place; `in_full`, also the usual answers that loading takes by
    /// itself.
    pub(crate) fn lines(&self, in_full: bool) -> Vec<(Place, String)> {
        self.lines.with(|known| {
            self.settle(known);
            let open = self.open_lines(known);
            let all: Vec<_> =
                known.iter().chain(&open).flat_map(|step| step.lines.iter().map(move |l| (step, l))).collect();
            let mut lines = Vec::with_capacity(all.len());
            // From the end, since what may be left out depends on the line that follows.
            let mut next: Option<&Retraced<B>> = None;
            for (step, line) in all.into_iter().rev() {
                if in_full || line.fate_before(next) != Fate::LeftOut {
                    lines.push((step.place, line.given.line(&step.setup)));
                    next = Some(&line.given);
                }
            }
            lines.reverse();
            lines
        })
    }

    fn is_closed(&self) -> bool {
        !self.undone.is_empty() || !self.spares.is_empty()
    }

    /// How far a save goes that is written now.
    pub(crate) fn save_point(&self) -> SavePoint {
        self.lines.with(|known| {
            self.settle(known);
            let open = self.open_lines(known);
            let last = known.iter().chain(&open).rfind(|step| !step.lines.is_empty());
            let around = last.map(|step| (step.place.round, step.place.part));
            let lines = open.iter().flat_map(StepLines::words).collect();
            SavePoint { past: self.past.0.clone(), steps: known.len(), lines, around, is_closed: self.is_closed() }
        })
    }

    /// What has to be written behind a save of which that much is written, with the place of each line; none where its
    /// past has changed since. Usual answers stand in it.
    pub(crate) fn lines_since(&self, point: &mut SavePoint) -> Option<Vec<(Place, String)>> {
        if point.is_closed || self.is_closed() || self.past.0 != point.past {
            return None;
        }
        self.lines.with(|known| {
            self.settle(known);
            let open = self.open_lines(known);
            let steps = known.get(point.steps..)?.iter().chain(&open);
            let mut all = steps.flat_map(|step| step.words().map(|words| (step.place, words)));
            if !point.lines.iter().all(|written| all.next().is_some_and(|(_, words)| words == *written)) {
                return None;
            }
            let news: Vec<(Place, String)> = all.collect();
            point.steps = known.len();
            point.lines = open.iter().flat_map(StepLines::words).collect();
            Some(news)
        })
    }
}

impl<B: Scribe> StepLines<B> {
    fn words(&self) -> impl Iterator<Item = String> {
        self.lines.iter().map(|line| line.given.line(&self.setup))
    }
}

impl SavePoint {
    /// Goes on to a place: does another round, or another part of one, begin there?
    pub(crate) fn goes_to(&mut self, place: Place) -> bool {
        let around = Some((place.round, place.part));
        std::mem::replace(&mut self.around, around) != around
    }
}
