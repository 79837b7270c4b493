//! A battle being played: answers, and everything that follows from them.

mod decide;
mod kept;
mod lines;
mod numbers;
mod odds;
mod record;
mod retrace;
mod rewind;
mod running;
mod sample;
mod sight;
mod spared;
pub mod stream;
mod undone;

use std::sync::Arc;

use kept::Kept;
pub use lines::SavePoint;
use lines::{Past, StepLines};
use numbers::Numbers;
pub use odds::OddsError;
pub(crate) use odds::guess_hidden;
pub use record::Entry;
pub(crate) use record::Reason;
use record::{Record, Taken};
pub use rewind::{Change, Spare};
use running::Begun;
use stream::Stream;

use crate::autoplay::streams;
use crate::dice::{Dice, Rng};
use crate::tape::{Answer, Awaited, DiceAwaited, Given, Timed};
use crate::{Edict, Id, Interrupt, Moment, Outcome, Place, Refusal, RuleId, Scribe, Source, View, Viewer};

/// A battle being played.
///
/// The session keeps the state before the running step and the answers given in it; a new answer re-runs the step,
/// which completes or halts further on. What one answer costs does not depend on the length of the battle.
#[derive(Clone, Debug)]
pub struct Session<B: Scribe> {
    source: Source,
    seed: u64,
    /// Which fight of that seed.
    fight: u64,
    /// The generator of the dice, where it stands after those that have been used.
    dice: Rng,
    /// What policies draw from.
    policy_rng: Stream,
    /// How many answers and edicts have been given.
    given: usize,
    /// All steps; the last one is running, or ended the battle.
    steps: Vec<Record<B>>,
    /// Sheets and rules as the running step reads them.
    setup: Arc<B::Setup>,
    /// The state now: in the middle of the running step.
    now: B::State,
    awaited: Option<Awaited<B>>,
    outcome: Option<Outcome>,
    /// Edicts that wait for the running step to end.
    later: Vec<Timed>,
    undone: Vec<Taken<B>>,
    spares: Vec<Taken<B>>,
    stuck: Option<String>,
    interrupt: Interrupt,
    /// Another one, where the past has changed.
    past: Past,
    /// The lines of steps that are over.
    lines: Kept<Vec<StepLines<B>>>,
    /// Which entries a viewer counts, of steps that are over.
    numbers: Kept<Vec<Numbers<B>>>,
    /// Is everybody told what the game master does by hand?
    tells_edicts: bool,
    /// States of odds that have been told: their memory is used by those that are asked for next.
    memory: Kept<Vec<Box<B::State>>>,
}

/// Why the session did not take what it was given. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// The rules forbid it.
    Refused(Refusal),
    /// Nobody asked for it; says what is awaited instead.
    NotAwaited(String),
    /// The faces or the count do not fit the dice.
    Misfit(String),
    /// Nothing to take back or to do again, or no such place in the log.
    NoSuchPlace(String),
}

impl std::fmt::Display for SessionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refusal) => f.write_str(&refusal.why()),
            Self::NotAwaited(why) | Self::Misfit(why) | Self::NoSuchPlace(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<Refusal> for SessionError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// When an edict on sheets or rules begins to work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// At once; what changes sheets or rules re-runs the running step with the same answers.
    Now,
    /// When the running step has ended.
    NextStep,
}

impl<B: Scribe> Session<B> {
    /// Opens a battle; it plays on to its first question.
    #[must_use]
    pub fn new(source: Source, setup: B::Setup, seed: u64) -> Self {
        Self::fight(source, setup, seed, 0)
    }

    /// Opens fight number `fight` of a batch: its dice depend on the seed and the number alone.
    #[must_use]
    pub fn fight(source: Source, setup: B::Setup, seed: u64, fight: u64) -> Self {
        let setup = Arc::new(setup);
        let state = B::begin(&setup);
        let (dice, policy_rng) = streams(seed, fight);
        let mut first = Record::new(B::place(&state), Arc::clone(&setup), state.clone(), dice.clone());
        first.look();
        let mut session = Self {
            source,
            seed,
            fight,
            steps: vec![first],
            dice,
            policy_rng: Stream::new(policy_rng),
            given: 0,
            setup,
            now: state,
            awaited: None,
            outcome: None,
            later: Vec::new(),
            undone: Vec::new(),
            spares: Vec::new(),
            stuck: None,
            interrupt: Interrupt::default(),
            past: Past::new(),
            lines: Kept::default(),
            numbers: Kept::default(),
            tells_edicts: false,
            memory: Kept::default(),
        };
        session.advance();
        session
    }

    /// The encounter this battle began with.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The seed of its dice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Which fight of that seed it is; 0 unless it was taken out of a batch.
    #[must_use]
    pub fn fight_number(&self) -> u64 {
        self.fight
    }

    /// Rules, sheets and map as they are now.
    #[must_use]
    pub fn setup(&self) -> &B::Setup {
        &self.setup
    }

    /// The state now; in the middle of a step, the state in which the question is asked.
    #[must_use]
    pub fn state(&self) -> &B::State {
        &self.now
    }

    /// The state at the start of the running step: where exact odds begin.
    #[must_use]
    pub fn step_start(&self) -> &B::State {
        self.running().before.as_deref().unwrap_or(&self.now)
    }

    /// Has nothing been given in the running step yet?
    #[must_use]
    pub fn step_is_fresh(&self) -> bool {
        self.running().len() == 0
    }

    /// The answers given in the running step.
    #[must_use]
    pub fn step_answers(&self) -> &[Answer<B::Choice>] {
        &self.running().answers
    }

    /// What is waited for; nothing when the battle is over.
    #[must_use]
    pub fn awaited(&self) -> Option<&Awaited<B>> {
        self.awaited.as_ref()
    }

    /// How the battle ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Why a battle neither waits nor has ended: a flaw of the rulebook.
    #[must_use]
    pub fn stuck(&self) -> Option<&str> {
        self.stuck.as_deref()
    }

    /// Where the running step is.
    #[must_use]
    pub fn place(&self) -> Place {
        self.running().place
    }

    /// The log, oldest first, with the place of each moment.
    pub fn log(&self) -> impl DoubleEndedIterator<Item = (Place, &Moment<B>)> {
        self.steps.iter().flat_map(|step| step.moments.iter().map(move |moment| (step.place, moment)))
    }

    /// How many moments the log holds.
    #[must_use]
    pub fn log_len(&self) -> usize {
        self.steps.iter().map(|step| step.moments.len()).sum()
    }

    /// The log of the last `steps` steps, oldest first; cheap however long the battle is.
    pub fn recent(&self, steps: usize) -> impl Iterator<Item = &Moment<B>> {
        let from = self.steps.len().saturating_sub(steps);
        self.steps[from..].iter().flat_map(|step| &step.moments)
    }

    /// How many steps have begun.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Where one step is.
    #[must_use]
    pub fn step_place(&self, step: usize) -> Option<Place> {
        self.steps.get(step).map(|step| step.place)
    }

    /// Whom a viewer did not see as a step began.
    pub(crate) fn unseen_in_step(&self, step: usize, viewer: Viewer) -> crate::Ids {
        self.steps.get(step).map_or(crate::Ids::NONE, |step| step.unseen_by(viewer))
    }

    /// The state with which a step began; only the last few are kept.
    pub(crate) fn state_before_step(&self, step: usize) -> Option<&B::State> {
        self.steps.get(step)?.before.as_deref()
    }

    /// The log of one step; empty beyond the last.
    #[must_use]
    pub fn step_log(&self, step: usize) -> &[Moment<B>] {
        self.steps.get(step).map_or(&[], |step| &step.moments)
    }

    /// Forgets what a step told, to make room; but for the running step. Everything that was given stays.
    pub fn forget_log(&mut self, step: usize) {
        if step + 1 < self.steps.len() {
            let record = &mut self.steps[step];
            (record.moments, record.behind) = (Vec::new(), Vec::new());
            record.sight = sight::Sight::default();
            self.numbers.get_mut().clear();
        }
    }

    /// Of each moment of a step's log, the number of the entry behind it (from 0, as [`entries`](Self::entries) counts);
    /// none for what the rules told.
    #[must_use]
    pub fn step_entries(&self, step: usize) -> Vec<Option<usize>> {
        let Some(record) = self.steps.get(step) else { return Vec::new() };
        let given = (record.first..).zip(self.entries_of(step));
        let answers: Vec<usize> =
            given.filter(|(_, entry)| matches!(entry, Entry::Answer(_))).map(|(number, _)| number).collect();
        let behind = |(moment, answer): (&Moment<B>, &Option<usize>)| match (moment, answer) {
            (_, Some(answer)) => answers.get(*answer).copied(),
            (Moment::Decreed(edict), None) => {
                // It may have been given in the step before, and works in this one.
                record.edicts.iter().find(|timed| Arc::ptr_eq(&timed.edict, edict)).map(|timed| timed.number)
            }
            _ => None,
        };
        record.moments.iter().zip(&record.behind).map(behind).collect()
    }

    /// Edicts that were given while the running step was and have not begun to work, each with the number of its entry.
    pub(crate) fn waiting_edicts(&self) -> Vec<(usize, &Arc<Edict>)> {
        let step = self.steps.len() - 1;
        let record = &self.steps[step];
        let mut begun: Vec<&Arc<Edict>> = record.moments.iter().filter_map(decreed).collect();
        let mut waiting = Vec::new();
        for (at, entry) in self.entries_of(step).into_iter().enumerate() {
            let Entry::Edict(timed) = entry else { continue };
            match begun.iter().position(|edict| Arc::ptr_eq(edict, &timed.edict)) {
                Some(done) => drop(begun.remove(done)),
                None => waiting.push((record.first + at, &timed.edict)),
            }
        }
        waiting
    }

    /// Of each moment of a step's log, why a policy has chosen so, if one has and says why.
    pub(crate) fn step_reasons(&self, step: usize) -> impl Iterator<Item = Option<&Reason>> {
        let record = self.steps.get(step);
        let reason = move |at: usize| record?.reasons.iter().find(|reason| reason.answer == at);
        let behind = record.map_or(&[][..], |record| &record.behind);
        behind.iter().map(move |answer| answer.and_then(reason))
    }

    /// Everything that was given, in order.
    pub fn entries(&self) -> impl Iterator<Item = (Place, Entry<'_, B>)> {
        (0..self.steps.len()).flat_map(|step| {
            let place = self.steps[step].place;
            self.entries_of(step).into_iter().map(move |entry| (place, entry))
        })
    }

    /// What one viewer may see, with the cells that it sees and what is awaited.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = crate::eyes::view::<B>(&self.setup, &self.now, viewer);
        let eyes = crate::eyes::Eyes::<B>::seeing(&self.setup, &self.now, viewer, &view.tokens);
        let awaited = self.awaited.as_ref();
        view.awaited = crate::scribe::awaited_view::<B>(&self.setup, &self.now, awaited, &eyes, true);
        view
    }

    /// Gives somebody's choice.
    ///
    /// # Errors
    /// When that person is not asked, or the rules forbid it.
    pub fn choose(&mut self, who: Id, choice: B::Choice) -> Result<(), SessionError> {
        let (rule, ask) = self.asked(who)?;
        B::judge(&self.setup, &self.now, who, &ask, &choice)?;
        self.give(Answer { rule, who, given: Given::Choice(choice) });
        Ok(())
    }

    /// The question that is put to somebody.
    ///
    /// # Errors
    /// When none is.
    pub fn asked(&self, who: Id) -> Result<(RuleId, B::Ask), SessionError> {
        if let Some(Awaited::Choices(rule, asks)) = &self.awaited
            && let Some((_, ask)) = asks.iter().find(|(id, _)| *id == who)
        {
            return Ok((*rule, ask.clone()));
        }
        let name = B::name(&self.setup, who);
        Err(SessionError::NotAwaited(format!("{name} is not asked anything now: {}", self.awaited_words())))
    }

    /// Gives dice for one awaited throw: faces, or the count or sum.
    ///
    /// # Errors
    /// When no such throw is awaited, or the dice do not fit it.
    pub fn throw(&mut self, rule: RuleId, who: Id, given: Given<B::Choice>) -> Result<(), SessionError> {
        let dice = self.dice_awaited(rule, who)?;
        crate::tape::fits(dice, &given).map_err(SessionError::Misfit)?;
        self.give(Answer { rule, who, given });
        Ok(())
    }

    /// The dice that are awaited of somebody for a rule.
    ///
    /// # Errors
    /// When they are not.
    pub fn dice_awaited(&self, rule: RuleId, who: Id) -> Result<Dice, SessionError> {
        let awaited = self.awaited_dice();
        if let Some(found) = awaited.iter().find(|d| d.rule == rule && d.who == who) {
            return Ok(found.dice);
        }
        Err(SessionError::NotAwaited(format!(
            "no throw of {} for {} is awaited: {}",
            B::name(&self.setup, who),
            B::CATALOGUE.name(rule),
            self.awaited_words()
        )))
    }

    /// The throws that are awaited, in order.
    #[must_use]
    pub fn awaited_dice(&self) -> &[DiceAwaited] {
        match &self.awaited {
            Some(Awaited::Dice(dice)) => dice,
            _ => &[],
        }
    }

    /// Lets the session's own generator throw everything that is awaited. False when no dice are.
    pub fn roll(&mut self) -> bool {
        self.roll_where(|_, _| true)
    }

    /// Lets the session's own generator throw what is awaited of one person. False when nothing is.
    pub fn roll_for(&mut self, who: Id) -> bool {
        self.roll_where(|_, thrower| thrower == who)
    }

    /// Lets it throw what is awaited of some. False when nothing is.
    pub(crate) fn roll_where(&mut self, wanted: impl Fn(&B::Setup, Id) -> bool) -> bool {
        let awaited = self.awaited_dice().iter().filter(|dice| wanted(&self.setup, dice.who));
        let awaited: Vec<DiceAwaited> = awaited.cloned().collect();
        for DiceAwaited { rule, who, dice, .. } in &awaited {
            let faces = self.dice.throw(*dice).to_vec();
            self.record(Answer { rule: *rule, who: *who, given: Given::Faces(faces) }, self.policy_rng.clone());
        }
        if !awaited.is_empty() {
            self.undone.clear();
            self.go_on();
        }
        !awaited.is_empty()
    }

    /// Takes the standing answer to the question that is asked, if it has one; of several people, for the first.
    pub fn stand(&mut self) -> bool {
        self.stand_where(Viewer::GameMaster, |_, _| true)
    }

    /// The same for the first of some, with what a viewer knows who speaks for them.
    pub(crate) fn stand_where(&mut self, viewer: Viewer, wanted: impl Fn(&B::Setup, Id) -> bool) -> bool {
        let Some(Awaited::Choices(rule, asks)) = &self.awaited else { return false };
        // Where several are asked, for the one whose question is shown.
        let Some((who, ask)) = asks.iter().find(|(who, _)| wanted(&self.setup, *who)) else { return false };
        let known = crate::scribe::known_to::<B>(&self.setup, &self.now, viewer, *who);
        let Some(mut choice) = B::standing(&self.setup, &known, *who, ask) else { return false };
        if B::judge(&self.setup, &self.now, *who, ask, &choice).is_err() {
            // Something that they do not see is in the way.
            let Some(other) = B::standing(&self.setup, &self.now, *who, ask) else { return false };
            choice = other;
        }
        let (rule, who) = (*rule, *who);
        self.give(Answer { rule, who, given: Given::Choice(choice) });
        true
    }

    /// Takes the answer that does least for the first person who is asked. False when none is, or there is no such.
    pub fn pass(&mut self) -> bool {
        self.pass_where(Viewer::GameMaster, |_, _| true)
    }

    /// The same for the first of some, with what a viewer knows who speaks for them.
    pub(crate) fn pass_where(&mut self, viewer: Viewer, wanted: impl Fn(&B::Setup, Id) -> bool) -> bool {
        let Some(Awaited::Choices(rule, asks)) = &self.awaited else { return false };
        let Some((who, ask)) = asks.iter().find(|(who, _)| wanted(&self.setup, *who)) else { return false };
        let known = crate::scribe::known_to::<B>(&self.setup, &self.now, viewer, *who);
        let Some(mut choice) = B::pass(&self.setup, &known, *who, ask) else { return false };
        if B::judge(&self.setup, &self.now, *who, ask, &choice).is_err() {
            let Some(other) = B::pass(&self.setup, &self.now, *who, ask) else { return false };
            choice = other;
        }
        let (rule, who) = (*rule, *who);
        self.give(Answer { rule, who, given: Given::Choice(choice) });
        true
    }

    /// Changes something by hand.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn decree(&mut self, edict: Edict, when: When) -> Result<(), SessionError> {
        self.judge_edict(&edict, when)?;
        let edict = Arc::new(edict);
        self.undone.clear();
        let number = self.given;
        match when {
            When::NextStep => {
                let after = self.running().answers.len();
                self.later.push(Timed { number, after, passed: 0, next: true, late: None, edict });
                self.given += 1;
            }
            When::Now => {
                self.reopen();
                let passed = self.boundary_for(&edict);
                self.given += 1;
                let record = self.running_mut();
                let after = record.answers.len();
                record.edicts.push(Timed { number, after, passed, next: false, late: None, edict });
                if !record.has_noted() {
                    self.go_on();
                }
            }
        }
        Ok(())
    }

    /// Forgets what was taken back.
    pub(crate) fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// What is awaited, in words.
    #[must_use]
    pub fn awaited_words(&self) -> String {
        match &self.awaited {
            None => match &self.stuck {
                Some(why) => why.clone(),
                None => "the battle is over".into(),
            },
            Some(Awaited::Dice(dice)) => {
                let all: Vec<String> = dice
                    .iter()
                    .map(|d| {
                        format!("{} throws {} for {}", B::name(&self.setup, d.who), d.dice, B::CATALOGUE.name(d.rule))
                    })
                    .collect();
                crate::words::list(&all)
            }
            Some(Awaited::Choices(rule, asks)) => {
                let names: Vec<&str> = asks.iter().map(|(who, _)| B::name(&self.setup, *who)).collect();
                let are = if names.len() > 1 { "are" } else { "is" };
                format!("{} {are} asked {}", crate::words::list(&names), B::CATALOGUE.name(*rule))
            }
        }
    }

    fn running(&self) -> &Record<B> {
        // A session always has a running step: `new` opens one and `undo` never drops the first.
        &self.steps[self.steps.len() - 1]
    }

    fn running_mut(&mut self) -> &mut Record<B> {
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    fn give(&mut self, answer: Answer<B::Choice>) {
        self.record(answer, self.policy_rng.clone());
        self.undone.clear();
        self.go_on();
    }

    /// Writes an answer down; `policy_rng` is where the policies' generator stood before it.
    fn record(&mut self, answer: Answer<B::Choice>, policy_rng: Stream) {
        self.given += 1;
        let record = self.running_mut();
        record.answers.push(answer);
        record.policy_rng.push(policy_rng);
    }
}

/// The edict that a moment tells of.
fn decreed<B: Scribe>(moment: &Moment<B>) -> Option<&Arc<Edict>> {
    match moment {
        Moment::Decreed(edict) => Some(edict),
        _ => None,
    }
}
