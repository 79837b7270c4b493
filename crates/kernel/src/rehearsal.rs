//! A table that plays a step again: what is known falls as it fell, the rest is up to a director.

use std::convert::Infallible;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::dice::{Dice, Rng};
use crate::table::captures_nothing;
use crate::tape::{Given, fits};
use crate::{Check, Course, Flow, Id, RuleId, Rulebook, Scribe, Sealed, Sum, Table, Thrown};

/// Decides whatever is open at a [`Rehearsal`], and hears how the dice fall. By pointer: one piece of code for each
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

/// Plays steps with a generator for the dice and a director for the choices; the first one, if it is
/// [begun](Rehearsal::after) so, with what has been given in it already.
///
/// Answers are found by name, as a session finds them. Choices are judged before they are used, so that one may try what
/// would have come of them elsewhere; from the first throw or question that nothing answers, all else is open.
pub struct Rehearsal<'r, B: Rulebook> {
    setup: &'r B::Setup,
    dice: &'r mut Rng,
    director: &'r mut dyn Director<B>,
    known: Option<Known<'r, B>>,
}

/// What has been given in the step already.
struct Known<'r, B: Rulebook> {
    course: &'r Course<'r, B>,
    /// One more choice, given after all that.
    last: Option<&'r (RuleId, Id, B::Choice)>,
    /// Which answers have been used.
    used: Vec<bool>,
    /// Has the last one been used?
    used_last: bool,
    taken: usize,
    decreed: usize,
    /// It has come to a throw or question that nothing answers.
    open: bool,
    decree: fn(&B::Setup, &mut B::State, &crate::Edict),
}

impl<B: Rulebook> std::fmt::Debug for Rehearsal<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rehearsal").field("open", &self.known.as_ref().is_none_or(|known| known.open)).finish()
    }
}

impl<'r, B: Rulebook> Rehearsal<'r, B> {
    /// A table at which everything is open.
    pub fn new(setup: &'r B::Setup, dice: &'r mut Rng, director: &'r mut dyn Director<B>) -> Self {
        Self { setup, dice, director, known: None }
    }

    /// Plays one step.
    pub fn step(&mut self, s: &mut B::State) -> Flow {
        self.boundary(s);
        let Ok(flow) = B::step(self.setup, s, self);
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
        while let Some(timed) = known.course.edicts.get(known.decreed)
            && (known.open || timed.after <= known.taken)
        {
            known.decreed += 1;
            (known.decree)(self.setup, s, &timed.edict);
        }
    }
}

impl<'r, B: Scribe> Rehearsal<'r, B> {
    /// The first step goes as it has gone: with what has been given in it, and with one choice more.
    #[must_use]
    pub fn after(mut self, course: &'r Course<'r, B>, last: Option<&'r (RuleId, Id, B::Choice)>) -> Self {
        let decree = |g: &B::Setup, s: &mut B::State, edict: &crate::Edict| {
            // Judged when it was given; one that has lost its object does nothing.
            let _ = B::decree(g, s, edict);
        };
        let used = vec![false; course.answers.len()];
        let known = Known { course, last, used, used_last: false, taken: 0, decreed: 0, open: false, decree };
        self.known = Some(known);
        self
    }
}

impl<B: Rulebook> Known<'_, B> {
    /// What these dice have fallen to already.
    fn natural(&mut self, check: &Check<Sum>) -> Option<i32> {
        if self.open {
            return None;
        }
        let at = self.find(check.rule, check.who, |given| fits(check.dice, given).is_ok())?;
        match &self.course.answers.get(at)?.given {
            Given::Faces(faces) => Some(check.dice.natural(faces)),
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
            return match &self.course.answers.get(at)?.given {
                Given::Choice(choice) => Some(choice.clone()),
                Given::Faces(_) | Given::Natural(_) => None,
            };
        }
        let (_, _, choice) = self.last.filter(|(of, by, choice)| (*of, *by) == (rule, who) && judged(choice))?;
        // It is the last of its name.
        let mut unused = self.course.answers.iter().zip(&self.used).filter(|(_, used)| !**used);
        if self.used_last || unused.any(|(answer, _)| (answer.rule, answer.who) == (rule, who)) {
            return None;
        }
        self.used_last = true;
        Some(choice.clone())
    }

    /// The first unused answer of that name that fits; from now on it is used.
    fn find(&mut self, rule: RuleId, who: Id, fits: impl Fn(&Given<B::Choice>) -> bool) -> Option<usize> {
        let mut answers = self.course.answers.iter().zip(&self.used);
        let at = answers
            .position(|(answer, used)| !used && (answer.rule, answer.who) == (rule, who) && fits(&answer.given))?;
        *self.used.get_mut(at)? = true;
        self.taken += 1;
        Some(at)
    }
}

impl<B: Rulebook> Rehearsal<'_, B> {
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

impl<B: Rulebook> Table<B> for Rehearsal<'_, B> {
    type Halt = Infallible;
    type Terms = Sum;

    fn throw<K: Copy + Eq, const N: usize>(
        &mut self,
        checks: [Check<Sum>; N],
        read: impl Fn([Thrown; N]) -> K,
    ) -> Result<K, Infallible> {
        let mut thrown = [Thrown { natural: 0, total: 0 }; N];
        let mut fell = ArrayVec::<Fell, N>::new();
        let mut news = [false; N];
        for ((check, thrown), new) in checks.iter().zip(&mut thrown).zip(&mut news) {
            let (rule, who, dice) = (check.rule, check.who, check.dice);
            let natural = match self.known.as_mut().filter(|_| !dice.is_empty()).and_then(|known| known.natural(check))
            {
                _ if dice.is_empty() => 0,
                Some(natural) => natural,
                None => {
                    *new = true;
                    let natural = self.dice.natural(dice);
                    fell.push(Fell { rule, who, dice, natural });
                    natural
                }
            };
            *thrown = Thrown::of(check, natural);
        }
        let reading = read(thrown);
        if !fell.is_empty() {
            self.open();
            let alike = |naturals: &[i32]| {
                let mut others = thrown;
                let mut naturals = naturals.iter();
                for ((other, check), _) in others.iter_mut().zip(&checks).zip(&news).filter(|(_, new)| **new) {
                    let Some(natural) = naturals.next() else { return false };
                    *other = Thrown::of(check, *natural);
                }
                read(others) == reading
            };
            self.director.fell(&fell, &alike);
        }
        Ok(reading)
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Infallible> {
        if let Some(choice) = self.known_choice(s, rule, who, &ask) {
            return Ok(choice);
        }
        self.open();
        Ok(self.director.choose(s, rule, who, &ask))
    }

    fn ask_all<const N: usize>(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: ArrayVec<(Id, B::Ask), N>,
    ) -> Result<ArrayVec<B::Choice, N>, Infallible> {
        let known: ArrayVec<Option<B::Choice>, N> =
            asks.iter().map(|(who, ask)| self.known_choice(s, rule, *who, ask)).collect();
        if known.iter().all(Option::is_some) {
            return Ok(known.into_iter().flatten().collect());
        }
        self.open();
        self.director.together(true);
        let all = asks.iter().zip(known);
        let choices =
            all.map(|((who, ask), known)| known.unwrap_or_else(|| self.director.choose(s, rule, *who, ask))).collect();
        self.director.together(false);
        Ok(choices)
    }

    fn tell(&mut self, event: impl FnOnce() -> B::Event) {
        if self.director.hears() {
            self.director.told(&event());
        }
    }

    #[inline]
    fn awaits_edict(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.decreed < known.course.edicts.len())
    }

    fn scope<R: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        body: impl Fn(&mut B::State, &mut Self) -> Result<R, Infallible>,
    ) -> Result<R, Infallible> {
        self.boundary(s);
        let result = body(s, self)?;
        self.boundary(s);
        Ok(result)
    }

    fn repeat<L: Clone + Eq + Hash + 'static>(
        &mut self,
        s: &mut B::State,
        mut local: L,
        body: impl Fn(&mut B::State, &mut L, &mut Self) -> Result<bool, Infallible>,
    ) -> Result<L, Infallible> {
        loop {
            self.boundary(s);
            if !body(s, &mut local, self)? {
                return Ok(local);
            }
        }
    }

    fn chance<K, R, F>(&mut self, s: &B::State, _: RuleId, key: K, f: F) -> Result<R, Infallible>
    where
        K: Clone + Eq + Hash + 'static,
        R: Clone + Eq + Hash + 'static,
        F: Fn(K, Sealed<'_, B>, &mut Self) -> Result<R, Infallible>,
    {
        const { captures_nothing::<F>() }
        f(key, Sealed::new(s), self)
    }
}
