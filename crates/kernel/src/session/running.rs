//! The running step: how it begins, how it is played, and how the next one opens.

use std::borrow::Cow;
use std::sync::Arc;

use super::record::Record;
use super::{Session, When};
use crate::any_table::AnyTable;
use crate::tape::{Answer, Awaited, Onward, Run, Tape, Timed};
use crate::{Edict, Flow, Moment, Refusal, Scribe};

/// Steps in a row without any question; more than any book needs, so a rule that never ends is found out.
const MOST_SILENT_STEPS: usize = 100_000;

/// How a step begins: sheets and rules and the state after the edicts that work from its start, in the order in which
/// they were given, and the edicts that are left for the boundaries in it.
#[derive(Clone, Debug)]
pub(super) struct Begun<B: Scribe> {
    pub(super) setup: Arc<B::Setup>,
    pub(super) state: B::State,
    pub(super) edicts: Vec<Timed>,
    moments: Vec<Moment<B>>,
    /// Sheets or rules have been changed after answers were given: each is judged again.
    judging: bool,
}

impl<B: Scribe> Begun<B> {
    /// Before any edict.
    fn new(record: &Record<B>, state: B::State) -> Self {
        let setup = Arc::clone(&record.setup);
        Self { setup, state, edicts: Vec::new(), moments: Vec::new(), judging: false }
    }

    /// What is given in it.
    pub(super) fn given<'a>(&'a self, answers: &'a [Answer<B::Choice>]) -> StepGiven<'a, B> {
        StepGiven { answers, edicts: &self.edicts, judging: self.judging }
    }

    /// With one edict more.
    fn go_on(&mut self, record: &Record<B>, timed: &Timed) {
        let after = record.used_before(timed);
        if !record.works_from_the_start(timed) {
            self.edicts.push(Timed { after, ..timed.clone() });
            return;
        }
        self.judging |= timed.after > 0 && B::changes_setup(&timed.edict);
        // One that cannot be done at the start any more does nothing.
        if let Ok(done) = with_edict::<B>(&self.setup, &self.state, &timed.edict) {
            (self.setup, self.state) = done;
            self.moments.push(Moment::Decreed(Arc::clone(&timed.edict)));
        }
    }
}

/// What is given in a step: answers, and edicts for the boundaries in it.
pub(super) struct StepGiven<'a, B: Scribe> {
    answers: &'a [Answer<B::Choice>],
    edicts: &'a [Timed],
    /// Is each answer judged again before it is used?
    judging: bool,
}

impl<B: Scribe> StepGiven<'_, B> {
    /// Nothing.
    pub(super) const NOTHING: Self = Self { answers: &[], edicts: &[], judging: false };
}

/// How the running step begins, kept from one edict to the next: each is done once, however many there are.
#[derive(Clone, Debug)]
pub(super) struct Opening<B: Scribe> {
    begun: Begun<B>,
    /// So many of the step's edicts are done in it.
    done: usize,
    /// So many moments at the head of the step's log are of edicts that work from its start.
    told: usize,
}

impl<B: Scribe> Opening<B> {
    fn new(record: &Record<B>, before: B::State) -> Box<Self> {
        Box::new(Self { begun: Begun::new(record, before), done: 0, told: 0 })
    }

    /// Sheets and rules after them.
    pub(super) fn setup(&mut self) -> &mut Arc<B::Setup> {
        &mut self.begun.setup
    }

    /// With the edicts that have been given since.
    fn go_on(&mut self, record: &Record<B>) {
        for timed in record.edicts.iter().skip(self.done) {
            self.begun.go_on(record, timed);
        }
        self.done = record.edicts.len();
    }
}

/// Sheets and rules, and the state, after an edict; nothing of it where one part cannot be done.
fn with_edict<B: Scribe>(
    setup: &Arc<B::Setup>,
    state: &B::State,
    edict: &Edict,
) -> Result<(Arc<B::Setup>, B::State), Refusal> {
    let (mut setup, mut state) = (Arc::clone(setup), state.clone());
    if edict.is_note() {
        return Ok((setup, state));
    }
    if B::changes_setup(edict) {
        B::decree_setup(Arc::make_mut(&mut setup), &state, edict)?;
    }
    B::decree(&setup, &mut state, edict)?;
    Ok((setup, state))
}

impl<B: Scribe> Record<B> {
    /// Takes down the log of the running step: behind the edicts that it begins with, what was told in it.
    fn tell(&mut self, moments: Vec<Moment<B>>, behind: Vec<Option<usize>>) {
        let told = self.head();
        self.moments.truncate(told);
        self.behind.truncate(told);
        if let Some(opening) = &mut self.opening {
            self.moments.append(&mut opening.begun.moments);
            self.behind.resize(self.moments.len(), None);
            opening.told = self.moments.len();
        }
        self.moments.extend(moments);
        self.behind.extend(behind);
    }

    /// How many moments at the head of its log are of edicts that work from its start.
    pub(super) fn head(&self) -> usize {
        self.opening.as_ref().map_or(0, |opening| opening.told)
    }

    /// Writes the last edict, a note, into the log at once: it changes nothing, so nothing is played again for it. False
    /// where it has to find its place first.
    pub(super) fn has_noted(&mut self) -> bool {
        let Some(opening) = &mut self.opening else { return false };
        let last = self.edicts.last().filter(|timed| timed.edict.is_note());
        let Some(note) = last.filter(|_| self.answers.is_empty() && opening.done + 1 == self.edicts.len()) else {
            return false;
        };
        self.moments.insert(opening.told, Moment::Decreed(Arc::clone(&note.edict)));
        self.behind.insert(opening.told, None);
        opening.done += 1;
        opening.told += 1;
        self.sight.note();
        true
    }
}

/// A step as far as its answers reach.
pub(super) struct Played<B: Scribe> {
    /// `None` where it halted.
    pub(super) flow: Option<Flow>,
    pub(super) state: B::State,
    pub(super) setup: Arc<B::Setup>,
    pub(super) run: Run<B>,
}

impl<B: Scribe> Session<B> {
    /// How the running step begins.
    pub(super) fn begun(&self) -> Begun<B> {
        self.begins().into_owned()
    }

    /// The same, where it is kept or is worked out.
    pub(super) fn begins(&self) -> Cow<'_, Begun<B>> {
        match &self.running().opening {
            Some(opening) => Cow::Borrowed(&opening.begun),
            None => Cow::Owned(Self::begun_from(self.running(), self.before_step())),
        }
    }

    /// The state before the running step and its edicts.
    pub(super) fn before_step(&self) -> B::State {
        self.running().before.as_deref().cloned().unwrap_or_else(|| self.now.clone())
    }

    pub(super) fn begun_from(record: &Record<B>, state: B::State) -> Begun<B> {
        let mut begun = Begun::new(record, state);
        record.edicts.iter().for_each(|timed| begun.go_on(record, timed));
        begun
    }

    /// Can this edict be done where it would begin to work?
    ///
    /// What works from the step's start must be possible there, as it is when the battle is loaded.
    pub(super) fn judge_edict(&self, edict: &Edict, when: When) -> Result<(), Refusal> {
        let now = || with_edict::<B>(&self.setup, &self.now, edict).map(drop);
        let record = self.running();
        let used = record.answers.len() - record.idle.len();
        let is_at_start = used == 0 && self.boundary_for(edict) <= 1;
        let from_the_start = is_at_start || B::changes_setup(edict);
        if edict.is_note() || when == When::NextStep || self.outcome.is_some() || !from_the_start {
            return if edict.is_note() { Ok(()) } else { now() };
        }
        let begun = match &record.opening {
            Some(opening) => &opening.begun,
            None => &self.begun(),
        };
        match with_edict::<B>(&begun.setup, &begun.state, edict) {
            Ok(_) if is_at_start => Ok(()),
            Ok(_) => now(),
            Err(not_then) => {
                now()?;
                let why = format!(
                    "{}, as it was when this began: `gm next {edict}` does it when what is under way is done",
                    not_then.why()
                );
                Err(match not_then.rule {
                    Some(rule) => Refusal::by(rule, why),
                    None => Refusal::because(why),
                })
            }
        }
    }

    /// At which boundary since the last answer an edict takes hold that is given now: at the first one, or else behind whatever has
    /// changed since what it changes. So a place that is set stands, and is not where a push begins that had been seen to end.
    pub(super) fn boundary_for(&self, edict: &Edict) -> usize {
        let Edict::Set { path, .. } = edict else { return 1 };
        let (record, begun) = (self.running(), self.begins());
        let mut state = begun.state.clone();
        let mut tape = Tape::<B>::new(&begun.setup, &record.answers, &begun.edicts, begun.judging).watching(path);
        tape.boundary(&mut state);
        // It halts where somebody is asked.
        let _ = B::step_itemised(&begun.setup, &mut state, &mut AnyTable::new(&mut tape));
        let now = B::read(&self.setup, &self.now, path).ok();
        let seen = tape.finish().seen;
        let changed = seen.iter().rposition(|value| *value != now);
        changed.map_or(1, |at| at + 2).min(seen.len())
    }

    /// Plays a step with its answers; with `noting`, writes down how each is used.
    pub(super) fn play(record: &Record<B>, before: B::State, noting: bool) -> Played<B> {
        Self::play_from(record, Self::begun_from(record, before), noting)
    }

    pub(super) fn play_from(record: &Record<B>, begun: Begun<B>, noting: bool) -> Played<B> {
        let mut played = Self::on_tape(&record.answers, &begun, noting);
        let run = &mut played.run;
        run.behind.splice(0..0, begun.moments.iter().map(|_| None));
        run.moments.splice(0..0, begun.moments);
        played
    }

    /// The same from where its first edicts are done; these are not in the log of the run.
    pub(super) fn on_tape(answers: &[Answer<B::Choice>], begun: &Begun<B>, noting: bool) -> Played<B> {
        let (setup, mut state) = (Arc::clone(&begun.setup), begun.state.clone());
        let mut tape = Tape::<B>::new(setup.as_ref(), answers, &begun.edicts, begun.judging);
        if noting {
            tape = tape.noting();
        }
        tape.boundary(&mut state);
        let flow = B::step_itemised(&setup, &mut state, &mut AnyTable::new(&mut tape)).ok();
        let run = tape.finish();
        Played { flow, state, setup, run }
    }

    /// Plays a step in one run: with its answers, and then on.
    pub(super) fn play_on<'a>(
        setup: &'a B::Setup,
        state: &mut B::State,
        given: &StepGiven<'a, B>,
        onward: Onward<'a, B>,
    ) -> (Option<Flow>, Vec<Moment<B>>) {
        let mut tape = Tape::<B>::new(setup, given.answers, given.edicts, given.judging).going_on(onward);
        tape.boundary(state);
        let flow = B::step_itemised(setup, state, &mut AnyTable::new(&mut tape)).ok();
        (flow, tape.finish().moments)
    }

    /// What would be awaited after one more answer in the running step, and where things would stand.
    pub(super) fn once_given(&self, answer: Answer<B::Choice>) -> (Option<Awaited<B>>, B::State) {
        let mut record = self.running().clone();
        record.answers.push(answer);
        let Played { state, run, .. } = Self::play(&record, self.before_step(), false);
        (run.awaited, state)
    }

    /// Plays the running step on a tape, and keeps which of its answers lie idle. What it tells comes behind the edicts
    /// that the step begins with.
    ///
    /// The generator is left behind the dice that were used, whoever threw them: what falls next depends on the used
    /// answers alone, so a loaded battle goes on as the saved one would have.
    pub(super) fn run(&mut self) -> Played<B> {
        let now = self.now.clone();
        let record = self.running_mut();
        let before = record.before.as_deref().cloned().unwrap_or(now);
        if !record.idle.is_empty() {
            // Which edicts work from the start depends on it.
            record.opening = None;
            record.idle.clear();
        }
        let opening = record.opening.take();
        let mut opening = opening.unwrap_or_else(|| Opening::new(record, before.clone()));
        opening.go_on(record);
        let mut played = Self::on_tape(&record.answers, &opening.begun, false);
        record.idle.clone_from(&played.run.idle);
        if !record.idle.is_empty() && !record.edicts.is_empty() {
            // Now that it is known which answers lie idle, edicts find their place among the others.
            opening = Opening::new(record, before);
            opening.go_on(record);
            played = Self::on_tape(&record.answers, &opening.begun, false);
        }
        record.opening = Some(opening);
        let mut dice = record.dice.clone();
        played.run.thrown.iter().for_each(|thrown| drop(dice.throw(*thrown)));
        self.setup = Arc::clone(&played.setup);
        self.dice = dice;
        played
    }

    /// Plays on, with the spares that find their place on the way.
    pub(super) fn go_on(&mut self) {
        self.advance();
        while self.reuse() {
            self.advance();
        }
    }

    /// Runs the running step with its answers, and the next ones, until something is awaited or the battle is over.
    pub(super) fn advance(&mut self) {
        (self.stuck, self.outcome) = (None, None);
        for _ in 0..MOST_SILENT_STEPS {
            let only_grew = self.running().only_grows();
            let Played { flow, state, run, .. } = self.run();
            let undecreed = run.undecreed;
            self.awaited = run.awaited;
            let record = self.running_mut();
            record.tell(run.moments, run.behind);
            record.hidden = run.hidden;
            let old = std::mem::replace(&mut self.now, state);
            self.look(only_grew, &old);
            // Behind the log, which begins with what the step begins with.
            if flow.is_some() {
                self.carry_over(undecreed);
            }
            match flow {
                None => return,
                Some(Flow::Over(outcome)) => {
                    self.outcome = Some(outcome);
                    return;
                }
                Some(Flow::On) => self.open(self.now.clone()),
            }
        }
        self.stuck = Some("the rules went on without asking anybody: a flaw of the rulebook".into());
    }

    /// Edicts that had no boundary left in the step open the next one.
    fn carry_over(&mut self, undecreed: usize) {
        let record = self.running_mut();
        let mut late = Vec::new();
        while late.len() < undecreed
            && let Some(at) = record.edicts.iter().rposition(|timed| !record.works_from_the_start(timed))
        {
            let timed = record.edicts.remove(at);
            late.push(Timed { next: true, late: Some((timed.after, timed.passed)), ..timed });
        }
        if !late.is_empty() {
            record.opening = None;
        }
        self.later.splice(0..0, late.into_iter().rev());
    }

    /// Begins a new step from `state`.
    fn open(&mut self, state: B::State) {
        let finished = self.running_mut();
        finished.opening = None;
        // A battle may have a million steps.
        finished.answers.shrink_to_fit();
        finished.policy_rng.shrink_to_fit();
        finished.sight.settle();
        let mut record = Record::new(B::place(&state), Arc::clone(&self.setup), state, self.dice.clone());
        record.first = self.given;
        record.look();
        record.edicts = self.later.drain(..).map(|timed| Timed { after: 0, passed: 0, ..timed }).collect();
        self.steps.push(record);
        self.thin();
    }

    /// Opens a new step after the end of the battle.
    pub(super) fn reopen(&mut self) {
        if self.outcome.take().is_some() {
            self.open(self.now.clone());
            self.running_mut().reopened = true;
        }
    }

    /// Keeps the states before the last few steps, and one in sixteen of the older ones.
    fn thin(&mut self) {
        const DENSE: usize = 8;
        const SPARSE: usize = 16;
        if let Some(at) = self.steps.len().checked_sub(DENSE + 1)
            && !at.is_multiple_of(SPARSE)
        {
            self.steps[at].before = None;
        }
    }
}
