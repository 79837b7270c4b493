//! Back and forth in a battle: undo, redo, jump, change the past.

use rustc_hash::FxHashMap;

use super::record::{Minds, Taken, TakenEntry, Told};
use super::sight::Around;
use super::{Session, SessionError, When};
use crate::scribe::speaks_for;
use crate::tape::{Answer, Awaited, Given, Timed};
use crate::{Edict, Ids, Moment, Place, Scribe, Viewer};
use crate::{eyes, log};

/// What came of a changed past; nothing is accepted yet: the session it was asked of is untouched.
#[derive(Clone, Debug)]
pub struct Change<B: Scribe> {
    /// The battle with the changed past, played on with the same answers where they still apply.
    pub session: Session<B>,
    /// Where it parted from the old battle, if it did: the entry's number and what is awaited there.
    pub parted: Option<(usize, String)>,
    /// What no longer applies (yet), all of it; of what others than the game master may know, see
    /// [`Session::spares`].
    pub spares: Vec<Spare>,
}

/// An answer of the old battle that has not found its place in the new one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spare {
    /// Where it was given.
    pub place: Place,
    /// The answer or edict in words.
    pub words: String,
}

impl<B: Scribe> Session<B> {
    /// How many answers and edicts have been given.
    #[must_use]
    pub fn len(&self) -> usize {
        self.given
    }

    /// Has nothing been given yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many entries can be done again.
    #[must_use]
    pub fn redo_len(&self) -> usize {
        self.undone.len()
    }

    /// How many of them are answers of those for whom a viewer speaks.
    pub(crate) fn redo_len_of(&self, viewer: Viewer) -> usize {
        let own = |taken: &&Taken<B>| match &taken.entry {
            TakenEntry::Answer(answer, _) => speaks_for::<B>(&self.setup, viewer, answer.who),
            _ => viewer == Viewer::GameMaster,
        };
        self.undone.iter().filter(own).count()
    }

    /// Takes the last answer or edict back, with everything that followed from it.
    ///
    /// # Errors
    /// When nothing has been given yet.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        let taken = self
            .take_last()
            .ok_or_else(|| SessionError::NoSuchPlace("this is the beginning: nothing to take back".into()))?;
        self.undone.push(taken);
        self.restore();
        Ok(())
    }

    /// Does again what was taken back last.
    ///
    /// # Errors
    /// When nothing was, or something else has been given since.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let taken =
            self.undone.pop().ok_or_else(|| SessionError::NoSuchPlace("there is nothing to do again".into()))?;
        self.put_back(taken.entry);
        self.advance();
        Ok(())
    }

    /// Goes to the moment when `entries` answers and edicts had been given.
    ///
    /// # Errors
    /// When the battle, with what can be done again, is shorter than that.
    pub fn jump(&mut self, entries: usize) -> Result<(), SessionError> {
        let here = self.len();
        if entries > here + self.undone.len() {
            let last = here + self.undone.len();
            return Err(SessionError::NoSuchPlace(format!("that is beyond the last entry, which is {last}")));
        }
        for _ in entries..here {
            if let Some(taken) = self.take_last() {
                self.undone.push(taken);
            }
        }
        if entries < here {
            self.restore();
        }
        for _ in here..entries {
            self.redo()?;
        }
        Ok(())
    }

    /// A battle of its own that begins as this one stands.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.clone()
    }

    /// What would be if entry number `at` (from 0) had been `given` instead: the same answers are used where they
    /// still apply.
    ///
    /// # Errors
    /// When there is no such entry, it is an edict, or the new answer does not fit there.
    pub fn change(&self, at: usize, given: Given<B::Choice>) -> Result<Change<B>, SessionError> {
        self.changed(at, |session, old| match old.entry {
            TakenEntry::Answer(old, _) => session.answer(Answer { given, ..old }),
            _ => Err(SessionError::NoSuchPlace("that entry is an edict, not an answer".to_owned())),
        })
    }

    /// What would be if an edict had been given before entry number `at` (from 0); or in its place, if that is an edict.
    ///
    /// # Errors
    /// When there is no such place, or the edict cannot be done there.
    pub fn change_fact(&self, at: usize, edict: Edict, when: When) -> Result<Change<B>, SessionError> {
        self.changed(at, |session, old| {
            session.decree(edict, when)?;
            if let TakenEntry::Answer(..) = old.entry {
                let place = session.place();
                session.spares.insert(0, Taken { place, ..old });
            }
            Ok(())
        })
    }

    fn changed(
        &self,
        at: usize,
        change: impl FnOnce(&mut Self, Taken<B>) -> Result<(), SessionError>,
    ) -> Result<Change<B>, SessionError> {
        if at >= self.len() {
            return Err(SessionError::NoSuchPlace(format!("that is beyond the last entry, which is {}", self.len())));
        }
        let mut session = self.clone();
        session.undone.clear();
        session.jump(at)?;
        let mut rest: Vec<_> = session.undone.drain(..).rev().collect();
        let mut moments = self.moments_from(at);
        for (nth, (taken, (_, line))) in (at..).zip(rest.iter_mut().zip(self.entry_lines().into_iter().skip(at))) {
            taken.told = Some(Told { line, moment: moments.remove(&nth) });
        }
        let old = rest.remove(0);
        // The changed entry is taken before the rest is on offer, so that it is judged on its own.
        change(&mut session, old)?;
        session.spares.extend(rest);
        session.go_on();
        let spares = session.spares(Viewer::GameMaster);
        let parted = (!spares.is_empty()).then(|| (session.len(), session.awaited_words()));
        Ok(Change { session, parted, spares })
    }

    /// What the log has of the entries from number `at` on, and whom each side did not see around it.
    fn moments_from(&self, at: usize) -> FxHashMap<usize, (Moment<B>, Around)> {
        let steps = (0..self.steps.len()).filter(|step| self.steps.get(step + 1).is_none_or(|next| next.first > at));
        let moments = steps.flat_map(|step| {
            let numbered = self.step_entries(step).into_iter().zip(self.step_log(step)).enumerate();
            numbered.map(move |(nth, (entry, moment))| (entry, moment, self.around(step, nth)))
        });
        let wanted = moments.filter(|(entry, ..)| entry.is_some_and(|entry| entry >= at));
        wanted.filter_map(|(entry, moment, around)| Some((entry?, (moment.clone(), around)))).collect()
    }

    /// The answers of a changed past that have not found their place, and those of the running step that nothing asks
    /// for since an edict: those of which a viewer may know. Edicts are the game master's.
    #[must_use]
    pub fn spares(&self, viewer: Viewer) -> Vec<Spare> {
        let running = self.running();
        let privy = |answer: &Answer<B::Choice>| speaks_for::<B>(&self.setup, viewer, answer.who);
        let idle = running.idle.iter().filter_map(|at| running.answers.get(*at)).filter(|answer| privy(answer));
        let idle = idle.map(|answer| Spare { place: running.place, words: answer_words::<B>(&self.setup, answer) });
        // Whom the viewer sees is worked out only where it is asked for: this is asked with every answer.
        let hidden = if self.spares.is_empty() { Ids::NONE } else { eyes::hidden::<B>(&self.setup, &self.now, viewer) };
        let spares = self.spares.iter().filter(|taken| {
            let moment = taken.told.as_ref().and_then(|told| told.moment.as_ref());
            match &taken.entry {
                TakenEntry::Answer(answer, _) => {
                    let names_hidden = hidden.has(answer.who) || taken.place.who.is_some_and(|who| hidden.has(who));
                    let sees = |(moment, around): &(Moment<B>, Around)| {
                        log::sees::<B>(&self.setup, around.unseen(viewer), viewer, moment)
                    };
                    privy(answer) || !names_hidden && moment.is_some_and(sees)
                }
                TakenEntry::Said(said) if viewer != Viewer::GameMaster => {
                    self.whose(said).is_some_and(|who| speaks_for::<B>(&self.setup, viewer, who))
                }
                _ => viewer == Viewer::GameMaster,
            }
        });
        idle.chain(spares.map(|taken| Spare { place: taken.place, words: self.taken_words(taken) })).collect()
    }

    /// Forgets the answers of a changed past that have not found their place: it is accepted. What an edict has made
    /// idle waits as long as its step runs.
    pub fn accept(&mut self) {
        self.spares.clear();
    }

    pub(super) fn taken_words(&self, taken: &Taken<B>) -> String {
        if let Some(told) = &taken.told {
            return told.line.clone();
        }
        match &taken.entry {
            TakenEntry::Edict(timed) | TakenEntry::Reopening(timed) => format!("gm: {}", timed.edict),
            TakenEntry::Later(timed) => format!("gm next: {}", timed.edict),
            TakenEntry::Said(said) => said.input.to_string(),
            TakenEntry::Answer(answer, _) => answer_words::<B>(&self.setup, answer),
        }
    }

    /// Gives an answer of any kind, judged.
    fn answer(&mut self, answer: Answer<B::Choice>) -> Result<(), SessionError> {
        match answer.given {
            Given::Choice(choice) => self.choose(answer.who, choice),
            given => self.throw(answer.rule, answer.who, given),
        }
    }

    /// Uses one of the spares if it fits here and now.
    pub(super) fn reuse(&mut self) -> bool {
        let place = self.place();
        let given = self.running().answers.len();
        let over = self.outcome.is_some();
        let found = self.spares.iter().enumerate().find_map(|(at, taken)| {
            // What opens a battle anew belongs to its end, whatever step would have come after it.
            let here = taken.place == place || matches!(taken.entry, TakenEntry::Reopening(_) | TakenEntry::Said(_));
            let fits = here
                && match &taken.entry {
                    TakenEntry::Edict(timed) => {
                        timed.after <= given && !over && self.judge_edict(&timed.edict, When::Now).is_ok()
                    }
                    TakenEntry::Later(timed) => {
                        timed.after <= given && self.judge_edict(&timed.edict, When::NextStep).is_ok()
                    }
                    TakenEntry::Reopening(timed) => over && self.judge_edict(&timed.edict, When::Now).is_ok(),
                    TakenEntry::Answer(answer, _) => self.fits(answer),
                    TakenEntry::Said(said) => return self.fitting(said).map(|entry| (at, Some(entry))),
                };
            fits.then_some((at, None))
        });
        let Some((at, read)) = found else { return false };
        let taken = self.spares.remove(at).entry;
        let mut entry = read.unwrap_or(taken);
        if let TakenEntry::Edict(timed) | TakenEntry::Later(timed) = &mut entry {
            timed.after = given;
        }
        self.put_back(entry);
        true
    }

    pub(super) fn fits(&self, answer: &Answer<B::Choice>) -> bool {
        match (&self.awaited, &answer.given) {
            (Some(Awaited::Choices(rule, asks)), Given::Choice(choice)) => asks.iter().any(|(who, ask)| {
                *rule == answer.rule
                    && *who == answer.who
                    && B::judge(&self.setup, &self.now, *who, ask, choice).is_ok()
            }),
            (Some(Awaited::Dice(dice)), given) => dice
                .iter()
                .any(|d| d.rule == answer.rule && d.who == answer.who && crate::tape::fits(d.dice, given).is_ok()),
            _ => false,
        }
    }

    fn put_back(&mut self, entry: TakenEntry<B>) {
        let number = self.given;
        match entry {
            TakenEntry::Answer(answer, policy_rng) => {
                // Policies go on where they stood after this answer was first given.
                self.policy_rng = policy_rng.after;
                // It is counted where it is recorded.
                self.record(answer, policy_rng.before);
                return;
            }
            TakenEntry::Later(timed) => self.later.push(Timed { number, ..timed }),
            TakenEntry::Reopening(timed) => {
                self.reopen();
                self.running_mut().edicts.push(Timed { number, ..timed });
            }
            TakenEntry::Edict(timed) => self.running_mut().edicts.push(Timed { number, ..timed }),
            // It is put back as what it was read as.
            TakenEntry::Said(_) => return,
        }
        self.given += 1;
    }

    /// Removes the last entry; the state is stale until [`restore`](Self::restore).
    fn take_last(&mut self) -> Option<Taken<B>> {
        // The first steps may have asked nothing: they stay.
        let last = self.given.checked_sub(1)?;
        if let Some(at) = self.later.iter().position(|timed| timed.number == last && timed.late.is_none()) {
            self.given = last;
            let timed = Timed { after: self.running().answers.len(), ..self.later.remove(at) };
            return Some(Taken { place: self.place(), told: None, entry: TakenEntry::Later(timed) });
        }
        let mut carried = std::mem::take(&mut self.later);
        // Steps in which nothing was given were opened by the last entry; their edicts had been given before it.
        while self.steps.len() > 1 && self.running().first > last {
            carried.extend(self.steps.pop().into_iter().flat_map(|record| record.edicts));
        }
        self.hand_back(carried);
        let taken = self.take_own(last);
        self.forget_lines();
        self.forget_numbers();
        self.given -= usize::from(taken.is_some());
        taken
    }

    /// Edicts that had been given in the running step and worked behind it wait in it again.
    fn hand_back(&mut self, carried: Vec<Timed>) {
        for timed in carried {
            match timed.late {
                Some((after, passed)) => {
                    let record = self.running_mut();
                    let at = record.edicts.iter().rposition(|own| own.next || own.number < timed.number);
                    let own = Timed { after, passed, next: false, late: None, ..timed };
                    record.edicts.insert(at.map_or(0, |at| at + 1), own);
                }
                None => self.later.push(timed),
            }
        }
    }

    /// Removes the last entry, which was given in the running step and bears that number.
    fn take_own(&mut self, number: usize) -> Option<Taken<B>> {
        let record = self.running_mut();
        let place = record.place;
        if let Some(at) = record.edicts.iter().rposition(|timed| !timed.next && timed.number == number) {
            let timed = record.edicts.remove(at);
            if record.reopened && record.has_nothing_of_its_own() {
                let carried = self.steps.pop().map(|record| record.edicts);
                self.hand_back(carried.unwrap_or_default());
                return Some(Taken { place, told: None, entry: TakenEntry::Reopening(timed) });
            }
            return Some(Taken { place, told: None, entry: TakenEntry::Edict(timed) });
        }
        let (answer, before) = (record.answers.pop()?, record.policy_rng.pop()?);
        record.reasons.retain(|reason| reason.answer < record.answers.len());
        let after = std::mem::replace(&mut self.policy_rng, before.clone());
        Some(Taken { place, told: None, entry: TakenEntry::Answer(answer, Minds { before, after }) })
    }

    /// Brings the running step's state back and plays it on.
    fn restore(&mut self) {
        self.outcome = None;
        self.running_mut().opening = None;
        let last = self.steps.len() - 1;
        let from = (0..=last).rev().find(|&at| self.steps[at].before.is_some()).unwrap_or(0);
        for at in from..last {
            // Steps between the checkpoint and the running one are replayed from their own answers.
            let later = self.steps.split_off(at + 1);
            let state = self.run().state;
            self.steps.extend(later);
            self.steps[at].opening = None;
            self.steps[at + 1].before = Some(Box::new(state));
        }
        for at in from + 1..last {
            if last - at > 8 && !at.is_multiple_of(16) {
                self.steps[at].before = None;
            }
        }
        self.advance();
    }
}

/// An answer that has no use now, in words.
pub(super) fn answer_words<B: Scribe>(g: &B::Setup, answer: &Answer<B::Choice>) -> String {
    let what = match &answer.given {
        Given::Faces(faces) => faces.iter().map(u16::to_string).collect::<Vec<_>>().join(" "),
        Given::Natural(natural) => format!("= {natural}"),
        // What it was asked for is gone: there are no words for it.
        Given::Choice(_) => String::new(),
    };
    let words = format!("{} {} {what}", B::name(g, answer.who), B::CATALOGUE.name(answer.rule));
    words.trim_end().to_owned()
}
