//! The tree at its table: where the rules throw, ask and tell, and where procedures begin and end.

use std::rc::Rc;

use super::classes::classes;
use super::frames::{Open, OpenLaw};
use super::merge::Merger;
use super::{Fork, Tree};
use crate::any_table::{Answerer, AnyValue, Block, Cast, Classes, End, Enter, Law, Leave, Stop};
use crate::{Id, RuleId, Rulebook};

impl<B: Rulebook> Answerer<B> for Tree<'_, B> {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], class: &Classes<'_>) -> Result<(), Stop> {
        let fixed = self.past.throws(casts);
        if self.is_new() {
            self.room()?;
            let (naturals, weights) = match self.hears_throws(casts) {
                true => classes(casts, &fixed, self.precision, &self.ear.telling_apart(casts, class)),
                false => classes(casts, &fixed, self.precision, class),
            };
            self.push(Fork::Throw(naturals, weights));
        }
        casts.iter().for_each(|cast| self.note(cast));
        if let Some(node) = self.pass()
            && let Fork::Throw(all, _) = &node.fork
        {
            let of_class = all.iter().skip(node.at * casts.len());
            naturals.iter_mut().zip(of_class).for_each(|(natural, shown)| *natural = *shown);
        }
        if self.hears_throws(casts) {
            self.ear.fallen(casts, naturals, |sign| self.trail.met.add(sign));
        }
        Ok(())
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        let known = self.past.choice(rule, who);
        if known.is_none() {
            self.past.progress = None;
        }
        self.meet(rule);
        known.map_or_else(|| self.choose(s, rule, who, &ask), Ok)
    }

    fn ask_all(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: &[(Id, B::Ask)],
        take: &mut dyn FnMut(B::Choice),
    ) -> Result<(), Stop> {
        let known: Vec<Option<B::Choice>> = asks.iter().map(|(who, _)| self.past.choice(rule, *who)).collect();
        if known.iter().any(Option::is_none) {
            self.past.progress = None;
        }
        if !asks.is_empty() {
            self.meet(rule);
        }
        for ((who, ask), known) in asks.iter().zip(known) {
            take(known.map_or_else(|| self.choose(s, rule, *who, ask), Ok)?);
        }
        Ok(())
    }

    fn hears(&self) -> bool {
        !self.ear.is_deaf() && self.past.counts()
    }

    fn tell(&mut self, event: B::Event) {
        self.ear.event::<B>(&event, |sign| self.trail.met.add(sign));
    }

    fn awaits_edict(&self) -> bool {
        self.past.awaits_edict(self.trail.decreed)
    }

    fn enter(&mut self, s: &mut B::State, block: Block<'_>) -> Result<Enter, Stop> {
        if !self.is_new() {
            return self.follow(s).map(Enter::Known);
        }
        self.room()?;
        match block {
            Block::Scope => self.open_scope(s),
            Block::Loop(local) => self.open_loop(s, local.keep()),
        }
        self.boundary(s);
        Ok(Enter::Run)
    }

    fn leave(&mut self, s: &mut B::State, end: End<'_>) -> Result<Leave, Stop> {
        let result = match end {
            End::Scope(result) => result.keep(),
            End::Pass(local, more) => return self.pass_done(s, local.keep(), more),
        };
        self.boundary(s);
        match self.scope_done(s, result)? {
            Some(ends) => {
                self.fork(ends);
                self.follow(s).map(Leave::Done)
            }
            None => {
                self.boundary(s);
                Ok(Leave::Again(None))
            }
        }
    }

    fn enter_law(&mut self, law: Law<'_>) -> Result<Enter, Stop> {
        if self.is_new() {
            self.room()?;
            // While answers given before are used, the law is not the whole one.
            let whole = self.past.progress.is_none();
            let key = (law.rule, law.key.keep(), law.gives);
            let Some(known) = self.laws.get(&key).filter(|_| whole) else {
                let read_state = std::mem::take(&mut self.read_state);
                let results = Merger::keeping(self.ear.keeps_apart());
                self.open(Open::Law(OpenLaw { key, whole, read_state, results }));
                return Ok(Enter::Run);
            };
            self.fork_law(Rc::clone(known));
        }
        self.follow_law().map(Enter::Known)
    }

    fn leave_law(&mut self, result: &dyn AnyValue) -> Result<Leave, Stop> {
        let Some(OpenLaw { key, whole, read_state, results }) = self.law_done(result.keep())? else {
            return Ok(Leave::Again(None));
        };
        let law = Rc::new(results.merged());
        if whole && !self.read_state {
            self.laws.insert(key, Rc::clone(&law));
        }
        self.read_state |= read_state;
        self.fork_law(law);
        self.follow_law().map(Leave::Done)
    }
}
