//! Answers recorded so far; then it halts. Interactive play, real dice, undo, replay and saves are made of this.

use std::sync::Arc;

use crate::any_table::{Answerer, Block, Cast, Classes, End, Enter, Leave, Stop};
use crate::dice::{Dice, Faces, Forced, Rng};
use crate::moment::{Moment, Throw};
use crate::{Edict, Id, Policy, Random, RuleId, Rulebook, Scribe, Value};

/// What was given for one throw or question.
#[derive(Clone, PartialEq, Debug)]
pub enum Given<C> {
    /// Faces, in the order they fell.
    Faces(Vec<u16>),
    /// The count or sum only, as a person typed it.
    Natural(i32),
    /// A person's choice.
    Choice(C),
}

/// An answer: its name (rule, who) in order of use, and what was given.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<C> {
    /// The dice or decision point.
    pub rule: RuleId,
    /// Who threw or chose.
    pub who: Id,
    /// What.
    pub given: Given<C>,
}

/// What a battle waits for.
#[derive(Clone, Debug)]
pub enum Awaited<B: Rulebook> {
    /// Dice, all of one throw, in order; those already given are left out.
    Dice(Vec<DiceAwaited>),
    /// Choices; several when they are made at the same time.
    Choices(RuleId, Vec<(Id, B::Ask)>),
}

impl<B: Rulebook> PartialEq for Awaited<B> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Dice(a), Self::Dice(b)) => a == b,
            (Self::Choices(rule, a), Self::Choices(other, b)) => rule == other && a == b,
            _ => false,
        }
    }
}

/// Do these dice fit what is thrown?
pub(crate) fn fits<C>(dice: Dice, given: &Given<C>) -> Result<(), String> {
    let forced = match given {
        Given::Natural(natural) => Forced::Natural(*natural),
        Given::Faces(faces) => Forced::Faces(
            Faces::try_from(faces.as_slice())
                .map_err(|_| format!("{dice} wants {} faces, got {}", dice.count(), faces.len()))?,
        ),
        Given::Choice(_) => return Err("a choice where dice are thrown".into()),
    };
    forced.fit(dice, 0).map(|_| ()).map_err(|misfit| misfit.to_string())
}

/// One throw that is awaited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceAwaited {
    /// The dice point.
    pub rule: RuleId,
    /// Who throws.
    pub who: Id,
    /// What.
    pub dice: Dice,
    /// The modifiers that will be added.
    pub terms: Vec<crate::Term>,
}

/// An edict and where the step stood when it was given: behind so many answers and, since the last of them, so many boundaries.
#[derive(Clone, PartialEq, Debug)]
pub struct Timed {
    /// The number of its entry in the battle, from 0: where it was given, however long it waits.
    pub number: usize,
    /// How many answers of the step had been used.
    pub after: usize,
    /// At which boundary since then it takes hold, the first being 1: behind whatever has changed there what it changes.
    pub passed: usize,
    /// It was given in the step before, and works in this one.
    pub next: bool,
    /// So many answers of the step before had been used when it was given, to work at once, and so many boundaries passed since;
    /// but there came no other.
    pub late: Option<(usize, usize)>,
    /// The change.
    pub edict: Arc<Edict>,
}

/// The boundaries of a step, counted anew from each answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Boundaries {
    /// So many answers had been used at the last one.
    used: usize,
    passed: usize,
}

impl Boundaries {
    /// One more, with so many answers used.
    pub(crate) fn pass(&mut self, used: usize) {
        if self.used != used {
            *self = Self { used, passed: 0 };
        }
        self.passed += 1;
    }

    /// Does an edict take hold at the last one?
    pub(crate) fn is_due(&self, timed: &Timed) -> bool {
        timed.after < self.used || timed.after == self.used && timed.passed <= self.passed
    }
}

/// What a path holds at each boundary since the last answer.
#[derive(Debug)]
struct Watch<'a, B: Rulebook> {
    path: &'a str,
    read: fn(&B::Setup, &B::State, &str) -> Option<Value>,
    seen: Vec<Option<Value>>,
}

/// A table that plays one step from recorded answers.
#[derive(Debug)]
pub(crate) struct Tape<'a, B: Rulebook> {
    setup: &'a B::Setup,
    answers: &'a [Answer<B::Choice>],
    used: Vec<bool>,
    /// All answers before this one are used.
    cursor: usize,
    taken: usize,
    edicts: &'a [Timed],
    boundaries: Boundaries,
    watch: Option<Watch<'a, B>>,
    decreed: usize,
    /// Answers come from another past: each is judged again before it is used.
    judging: bool,
    /// The log, and of each moment the answer behind it.
    moments: Vec<(Moment<B>, Option<usize>)>,
    awaited: Option<Awaited<B>>,
    /// The answers to a question to several people that is still open for others.
    hidden: Vec<usize>,
    notes: Option<Vec<Note<B>>>,
    thrown: Vec<Dice>,
    /// Who answers where nothing has been given; nobody, where it halts there.
    onward: Option<Onward<'a, B>>,
}

/// Throws and chooses on behind the answers of a tape, so that one run plays the step to its end.
pub(crate) struct Onward<'a, B: Rulebook> {
    pub dice: &'a mut Rng,
    pub policy: &'a mut dyn Policy<B>,
    pub policy_rng: &'a mut Rng,
    /// So many more answers, then it halts: a step that asks for more never ends.
    pub most: usize,
}

impl<B: Rulebook> std::fmt::Debug for Onward<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Onward").field("most", &self.most).finish_non_exhaustive()
    }
}

impl<B: Rulebook> Onward<'_, B> {
    /// Is there one more answer to be had?
    fn goes_on(&mut self) -> bool {
        let goes_on = self.most > 0;
        self.most = self.most.saturating_sub(1);
        goes_on
    }
}

/// How one answer was used; kept only where somebody writes the step down.
#[derive(Debug)]
pub(crate) struct Note<B: Rulebook> {
    /// Which answer.
    pub at: usize,
    pub used: Used<B>,
}

#[derive(Debug)]
pub(crate) enum Used<B: Rulebook> {
    /// For these dice.
    Dice(Dice),
    /// For a choice; with its question and state where it was the standing answer to one person's question.
    Choice { words: String, usual: Option<(B::Ask, B::State)> },
}

/// What came of running a step on a tape.
#[derive(Debug)]
pub(crate) struct Run<B: Rulebook> {
    /// What it waits for, if it halted.
    pub awaited: Option<Awaited<B>>,
    /// The answers to a question to several people that is still open for others: theirs alone until all are in.
    pub hidden: Vec<usize>,
    /// The log of the step so far.
    pub moments: Vec<Moment<B>>,
    /// The answer behind each moment of the log.
    pub behind: Vec<Option<usize>>,
    /// Answers that nothing asked for, or that did not fit.
    pub idle: Vec<usize>,
    /// What the watched path held at each boundary since the last answer.
    pub seen: Vec<Option<Value>>,
    /// Edicts that have not come to their boundary.
    pub undecreed: usize,
    /// How each answer was used, if that was wanted.
    pub notes: Vec<Note<B>>,
    /// The dice that were used, in order.
    pub thrown: Vec<Dice>,
}

impl<'a, B: Scribe> Tape<'a, B> {
    pub(crate) fn new(
        setup: &'a B::Setup,
        answers: &'a [Answer<B::Choice>],
        edicts: &'a [Timed],
        judging: bool,
    ) -> Self {
        Self {
            setup,
            answers,
            used: vec![false; answers.len()],
            cursor: 0,
            taken: 0,
            edicts,
            boundaries: Boundaries::default(),
            watch: None,
            decreed: 0,
            judging,
            moments: Vec::new(),
            awaited: None,
            hidden: Vec::new(),
            notes: None,
            thrown: Vec::new(),
            onward: None,
        }
    }

    /// Does not halt where nothing has been given, but goes on so. Choices are told without their words.
    pub(crate) fn going_on(mut self, onward: Onward<'a, B>) -> Self {
        self.onward = Some(onward);
        self
    }

    /// Remembers what a path holds at each boundary since the last answer.
    pub(crate) fn watching(mut self, path: &'a str) -> Self {
        let read = |g: &B::Setup, s: &B::State, path: &str| B::read(g, s, path).ok();
        self.watch = Some(Watch { path, read, seen: Vec::new() });
        self
    }

    /// Writes down how each answer is used.
    pub(crate) fn noting(mut self) -> Self {
        self.notes = Some(Vec::new());
        self
    }

    pub(crate) fn finish(self) -> Run<B> {
        let (moments, behind) = self.moments.into_iter().unzip();
        Run {
            awaited: self.awaited,
            hidden: self.hidden,
            moments,
            behind,
            idle: (0..self.answers.len()).filter(|&i| !self.used[i]).collect(),
            seen: self.watch.filter(|_| self.boundaries.used == self.taken).map(|watch| watch.seen).unwrap_or_default(),
            undecreed: self.edicts.len() - self.decreed,
            notes: self.notes.unwrap_or_default(),
            thrown: self.thrown,
        }
    }

    /// Applies the edicts whose time has come; called at the step's start and at each scope's boundary.
    pub(crate) fn boundary(&mut self, s: &mut B::State) {
        self.boundaries.pass(self.taken);
        while let Some(timed) = self.edicts.get(self.decreed)
            && self.boundaries.is_due(timed)
        {
            self.decreed += 1;
            // Edicts are judged when they are given; one that had to wait may have lost its object, and then does nothing.
            if timed.edict.is_note() || B::decree(self.setup, s, &timed.edict).is_ok() {
                self.moments.push((Moment::Decreed(Arc::clone(&timed.edict)), None));
            }
        }
        if let Some(watch) = &mut self.watch {
            watch.seen.truncate(self.boundaries.passed - 1);
            watch.seen.push((watch.read)(self.setup, s, watch.path));
        }
    }

    /// The first answer of that name for which `fits` finds nothing wrong.
    fn find(
        &mut self,
        rule: RuleId,
        who: Id,
        fits: impl Fn(&Given<B::Choice>) -> bool,
    ) -> Option<(usize, &'a Answer<B::Choice>)> {
        while self.used.get(self.cursor) == Some(&true) {
            self.cursor += 1;
        }
        for at in self.cursor..self.answers.len() {
            let answer = &self.answers[at];
            if self.used[at] || answer.rule != rule || answer.who != who || !fits(&answer.given) {
                continue;
            }
            self.used[at] = true;
            self.taken += 1;
            return Some((at, answer));
        }
        None
    }

    fn find_throw(&mut self, cast: &Cast<'_>) -> Option<(Vec<u16>, i32, Option<usize>)> {
        let dice = cast.dice();
        if dice.is_empty() {
            return Some((Vec::new(), 0, None));
        }
        let (at, answer) = self.find(cast.check.rule, cast.check.who, |given| fits(dice, given).is_ok())?;
        self.thrown.push(dice);
        self.notes.iter_mut().for_each(|notes| notes.push(Note { at, used: Used::Dice(dice) }));
        Some(match &answer.given {
            Given::Faces(faces) => (faces.clone(), dice.natural(faces), Some(at)),
            Given::Natural(natural) => (Vec::new(), *natural, Some(at)),
            Given::Choice(_) => (Vec::new(), 0, Some(at)),
        })
    }

    /// Throws dice that nobody has given.
    fn throw_on(&mut self, dice: Dice) -> Option<(Vec<u16>, i32, Option<usize>)> {
        let onward = self.onward.as_mut()?;
        if !onward.goes_on() {
            return None;
        }
        let faces = onward.dice.throw(dice).to_vec();
        let natural = dice.natural(&faces);
        Some((faces, natural, None))
    }

    /// Lets the policy choose where nobody has. It is judged like a person; where it errs, one of the listed choices is
    /// drawn.
    fn choose_on(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Option<B::Choice> {
        let setup = self.setup;
        let onward = self.onward.as_mut()?;
        if !onward.goes_on() {
            return None;
        }
        let Onward { policy, policy_rng, .. } = onward;
        let choice = policy.choose(setup, s, rule, who, ask, policy_rng);
        let choice = match B::judge(setup, s, who, ask, &choice) {
            Ok(()) => choice,
            Err(_) => Policy::<B>::choose(&mut Random, setup, s, rule, who, ask, policy_rng),
        };
        let (ask, words) = (ask.clone(), String::new());
        self.moments.push((Moment::Chose { rule, who, ask, choice: choice.clone(), words }, None));
        Some(choice)
    }

    fn find_choice(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, alone: bool) -> Option<B::Choice> {
        let (setup, judging) = (self.setup, self.judging);
        let (at, answer) = self.find(rule, who, |given| match given {
            Given::Choice(choice) => !judging || B::judge(setup, s, who, ask, choice).is_ok(),
            Given::Faces(_) | Given::Natural(_) => false,
        })?;
        let Given::Choice(choice) = &answer.given else { return None };
        let words = if self.onward.is_some() { String::new() } else { B::notation(setup, s, who, ask, choice) };
        if let Some(notes) = &mut self.notes {
            let usual = alone && B::standing(setup, s, who, ask).as_ref() == Some(choice);
            let usual = usual.then(|| (ask.clone(), s.clone()));
            notes.push(Note { at, used: Used::Choice { words: words.clone(), usual } });
        }
        self.moments.push((Moment::Chose { rule, who, ask: ask.clone(), choice: choice.clone(), words }, Some(at)));
        Some(choice.clone())
    }

    fn noted(&self) -> usize {
        self.notes.as_ref().map_or(0, Vec::len)
    }

    /// What was given at the same time is written down in the order in which it was given.
    fn order_notes(&mut self, from: usize) {
        self.notes.iter_mut().for_each(|notes| notes[from..].sort_by_key(|note| note.at));
    }

    fn halt<T>(&mut self, awaited: Awaited<B>) -> Result<T, Stop> {
        self.awaited = Some(awaited);
        Err(Stop)
    }
}

impl<B: Scribe> Answerer<B> for Tape<'_, B> {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], _: &Classes<'_>) -> Result<(), Stop> {
        let noted = self.noted();
        let mut awaited = Vec::new();
        let mut threw = Vec::with_capacity(casts.len());
        // While dice are awaited the log shows those that fell before the first missing ones.
        let mut told = casts.len();
        for (cast, shown) in casts.iter().zip(naturals) {
            let (rule, who, dice, terms) = (cast.check.rule, cast.check.who, cast.dice(), cast.terms.to_vec());
            let Some((faces, natural, at)) = self.find_throw(cast).or_else(|| self.throw_on(dice)) else {
                told = told.min(threw.len());
                awaited.push(DiceAwaited { rule, who, dice, terms });
                continue;
            };
            *shown = natural;
            let total = cast.thrown(natural).total;
            threw.push((Moment::Threw(Throw { rule, who, dice, faces, natural, terms, total }), at));
        }
        self.order_notes(noted);
        threw.truncate(told);
        self.moments.append(&mut threw);
        if awaited.is_empty() { Ok(()) } else { self.halt(Awaited::Dice(awaited)) }
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        match self.find_choice(s, rule, who, &ask, true).or_else(|| self.choose_on(s, rule, who, &ask)) {
            Some(choice) => Ok(choice),
            None => self.halt(Awaited::Choices(rule, vec![(who, ask)])),
        }
    }

    fn ask_all(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: &[(Id, B::Ask)],
        take: &mut dyn FnMut(B::Choice),
    ) -> Result<(), Stop> {
        let mut open = Vec::new();
        let before = self.moments.len();
        let noted = self.noted();
        for (who, ask) in asks {
            let found = self.find_choice(s, rule, *who, ask, asks.len() == 1);
            match found.or_else(|| self.choose_on(s, rule, *who, ask)) {
                Some(choice) => take(choice),
                None => open.push((*who, ask.clone())),
            }
        }
        // Told and written down as they were given, whoever was asked first.
        self.moments[before..].sort_by_key(|(_, answer)| *answer);
        self.order_notes(noted);
        if open.is_empty() {
            return Ok(());
        }
        // Hidden until all are in: the log says nothing of those who have chosen.
        self.hidden = self.moments.drain(before..).filter_map(|(_, answer)| answer).collect();
        self.halt(Awaited::Choices(rule, open))
    }

    fn hears(&self) -> bool {
        true
    }

    fn tell(&mut self, event: B::Event) {
        self.moments.push((Moment::Told(event), None));
    }

    fn awaits_edict(&self) -> bool {
        self.decreed < self.edicts.len()
    }

    fn enter(&mut self, s: &mut B::State, _: Block<'_>) -> Result<Enter, Stop> {
        self.boundary(s);
        Ok(Enter::Run)
    }

    fn leave(&mut self, s: &mut B::State, end: End<'_>) -> Result<Leave, Stop> {
        // A pass of a loop begins at one: there another one follows, or what is behind the loop.
        match end {
            End::Scope(_) | End::Pass(_, true) => self.boundary(s),
            End::Pass(_, false) => {}
        }
        Ok(Leave::On)
    }
}
