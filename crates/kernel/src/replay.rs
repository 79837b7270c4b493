//! A table that plays a step again: what is known falls as it fell, the rest is up to a director.

mod common_dice;

use crate::any_table::{Answerer, AnyTable, Block, Cast, Classes, End, Enter, Leave, Stop, class_of};
use crate::dice::Dice;
use crate::tape::{Boundaries, Given, fits};
use crate::{Flow, Id, RuleId, Rulebook, Scribe, StepSoFar};

pub use common_dice::CommonDice;

/// Decides whatever is open at a [`Replay`], and hears how the dice fall. By pointer: one piece of code for each
/// rulebook serves all who look ahead.
pub trait Director<B: Rulebook> {
    /// Somebody is asked. The answer is taken as it is: it should be legal.
    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice;

    /// Several are asked at once from now on, or all of them have answered.
    fn together(&mut self, _begins: bool) {}

    /// Dice have fallen that were not known. The closure says whether the rules would have read other naturals, one for
    /// each of these dice, in the same way.
    fn fell(&mut self, _thrown: &[Fell], _alike: &dyn Fn(&[i32]) -> bool) {}

    /// Does it want to be told events?
    fn hears(&self) -> bool {
        false
    }

    /// Something has happened.
    fn told(&mut self, _event: &B::Event) {}
}

/// One throw of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fell {
    /// The dice point.
    pub rule: RuleId,
    /// Who has thrown.
    pub who: Id,
    /// What.
    pub dice: Dice,
    /// What they show: their count or sum.
    pub natural: i32,
}

/// Plays steps with [common dice](CommonDice) and a director for the choices; the first one, if it is
/// [begun](Replay::after) so, with what has been given in it already.
///
/// Answers are found by name, as a session finds them. Choices are judged before they are used, so that one may try what
/// would have come of them elsewhere; from the first throw or question that nothing answers, all else is open.
pub struct Replay<'r, B: Rulebook> {
    setup: &'r B::Setup,
    dice: &'r mut CommonDice,
    director: &'r mut dyn Director<B>,
    known: Option<Known<'r, B>>,
    /// What has fallen in the running throw that was not known, and which of its dice that are.
    fell: Vec<Fell>,
    news: Vec<bool>,
}

/// What has been given in the step already.
struct Known<'r, B: Rulebook> {
    so_far: &'r StepSoFar<'r, B>,
    /// One more choice, given after all that.
    last: Option<&'r (RuleId, Id, B::Choice)>,
    /// Which answers have been used.
    used: Vec<bool>,
    /// Has the last one been used?
    used_last: bool,
    taken: usize,
    boundaries: Boundaries,
    decreed: usize,
    /// It has come to a throw or question that nothing answers.
    open: bool,
    decree: fn(&B::Setup, &mut B::State, &crate::Edict),
}

impl<B: Rulebook> std::fmt::Debug for Replay<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("open", &self.known.as_ref().is_none_or(|known| known.open)).finish()
    }
}

impl<'r, B: Rulebook> Replay<'r, B> {
    /// A table at which everything is open.
    pub fn new(setup: &'r B::Setup, dice: &'r mut CommonDice, director: &'r mut dyn Director<B>) -> Self {
        Self { setup, dice, director, known: None, fell: Vec::new(), news: Vec::new() }
    }

    /// Plays one step.
    pub fn step(&mut self, s: &mut B::State) -> Flow {
        self.boundary(s);
        // Somebody answers everything here, so the step comes to its end.
        let flow = B::step_bare(self.setup, s, &mut AnyTable::new(self)).unwrap_or(Flow::On);
        if let Some(known) = &mut self.known {
            known.open = true;
        }
        flow
    }

    /// Was the last choice asked for, and legal there? Then the step went as it had gone until then.
    #[must_use]
    pub fn got_there(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.used_last)
    }

    /// Applies the edicts whose time has come.
    fn boundary(&mut self, s: &mut B::State) {
        let Some(known) = &mut self.known else { return };
        known.boundaries.pass(known.taken);
        while let Some(timed) = known.so_far.edicts.get(known.decreed)
            && (known.open || known.boundaries.is_due(timed))
        {
            known.decreed += 1;
            (known.decree)(self.setup, s, &timed.edict);
        }
    }
}

impl<'r, B: Scribe> Replay<'r, B> {
    /// The first step goes as it has gone: with what has been given in it, and with one choice more.
    #[must_use]
    pub fn after(mut self, so_far: &'r StepSoFar<'r, B>, last: Option<&'r (RuleId, Id, B::Choice)>) -> Self {
        let decree = |g: &B::Setup, s: &mut B::State, edict: &crate::Edict| {
            // Judged when it was given; one that has lost its object does nothing.
            let _ = B::decree(g, s, edict);
        };
        let used = vec![false; so_far.answers.len()];
        let boundaries = Boundaries::default();
        let known =
            Known { so_far, last, used, used_last: false, taken: 0, boundaries, decreed: 0, open: false, decree };
        self.known = Some(known);
        self
    }
}

impl<B: Rulebook> Known<'_, B> {
    /// What these dice have fallen to already.
    fn natural(&mut self, cast: &Cast<'_>) -> Option<i32> {
        if self.open {
            return None;
        }
        let dice = cast.dice();
        let at = self.find(cast.check.rule, cast.check.who, |given| fits(dice, given).is_ok())?;
        match &self.so_far.answers.get(at)?.given {
            Given::Faces(faces) => Some(dice.natural(faces)),
            Given::Natural(natural) => Some(*natural),
            Given::Choice(_) => None,
        }
    }

    /// What has been chosen already, where it is legal.
    fn choice(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Option<B::Choice> {
        if self.open {
            return None;
        }
        let judged = |choice: &B::Choice| B::judge(g, s, who, ask, choice).is_ok();
        if let Some(at) = self.find(rule, who, |given| matches!(given, Given::Choice(choice) if judged(choice))) {
            return match &self.so_far.answers.get(at)?.given {
                Given::Choice(choice) => Some(choice.clone()),
                Given::Faces(_) | Given::Natural(_) => None,
            };
        }
        let (_, _, choice) = self.last.filter(|(of, by, choice)| (*of, *by) == (rule, who) && judged(choice))?;
        // It is the last of its name.
        let mut unused = self.so_far.answers.iter().zip(&self.used).filter(|(_, used)| !**used);
        if self.used_last || unused.any(|(answer, _)| (answer.rule, answer.who) == (rule, who)) {
            return None;
        }
        self.used_last = true;
        Some(choice.clone())
    }

    /// The first unused answer of that name that fits; from now on it is used.
    fn find(&mut self, rule: RuleId, who: Id, fits: impl Fn(&Given<B::Choice>) -> bool) -> Option<usize> {
        let mut answers = self.so_far.answers.iter().zip(&self.used);
        let at = answers
            .position(|(answer, used)| !used && (answer.rule, answer.who) == (rule, who) && fits(&answer.given))?;
        *self.used.get_mut(at)? = true;
        self.taken += 1;
        Some(at)
    }
}

impl<B: Rulebook> Replay<'_, B> {
    fn known_choice(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Option<B::Choice> {
        self.known.as_mut()?.choice(self.setup, s, rule, who, ask)
    }

    /// From here on nothing is known.
    fn open(&mut self) {
        if let Some(known) = &mut self.known {
            known.open = true;
        }
    }
}

impl<B: Rulebook> Answerer<B> for Replay<'_, B> {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], class: &Classes<'_>) -> Result<(), Stop> {
        self.fell.clear();
        self.news.clear();
        for (cast, shown) in casts.iter().zip(&mut *naturals) {
            let (rule, who, dice) = (cast.check.rule, cast.check.who, cast.dice());
            let known = match dice.is_empty() {
                true => Some(0),
                false => self.known.as_mut().and_then(|known| known.natural(cast)),
            };
            self.news.push(known.is_none());
            *shown = known.unwrap_or_else(|| {
                let natural = self.dice.natural(rule, who, dice);
                self.fell.push(Fell { rule, who, dice, natural });
                natural
            });
        }
        if self.fell.is_empty() {
            return Ok(());
        }
        self.open();
        let (shown, news) = (&*naturals, &self.news);
        let alike = |others: &[i32]| {
            let mut all = shown.to_vec();
            let open = all.iter_mut().zip(news).filter(|(_, new)| **new).map(|(natural, _)| natural);
            let taken = open.zip(others).map(|(natural, other)| *natural = *other).count();
            taken == news.iter().filter(|new| **new).count() && class_of(class, &all) == class_of(class, shown)
        };
        self.director.fell(&self.fell, &alike);
        Ok(())
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        if let Some(choice) = self.known_choice(s, rule, who, &ask) {
            return Ok(choice);
        }
        self.open();
        Ok(self.director.choose(s, rule, who, &ask))
    }

    fn ask_all(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: &[(Id, B::Ask)],
        take: &mut dyn FnMut(B::Choice),
    ) -> Result<(), Stop> {
        if !asks.is_empty() && self.known.as_ref().is_none_or(|known| known.open) {
            self.director.together(true);
            asks.iter().for_each(|(who, ask)| take(self.director.choose(s, rule, *who, ask)));
            self.director.together(false);
            return Ok(());
        }
        let known: Vec<Option<B::Choice>> =
            asks.iter().map(|(who, ask)| self.known_choice(s, rule, *who, ask)).collect();
        if known.iter().all(Option::is_some) {
            known.into_iter().flatten().for_each(take);
            return Ok(());
        }
        self.open();
        self.director.together(true);
        for ((who, ask), known) in asks.iter().zip(known) {
            take(known.unwrap_or_else(|| self.director.choose(s, rule, *who, ask)));
        }
        self.director.together(false);
        Ok(())
    }

    fn hears(&self) -> bool {
        self.director.hears()
    }

    fn tell(&mut self, event: B::Event) {
        self.director.told(&event);
    }

    fn awaits_edict(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.decreed < known.so_far.edicts.len())
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
