//! The decision tree at its table: where the rules ask, and where procedures begin and end.

use std::rc::Rc;

use super::frames::{Grown, Open, OpenLaw};
use super::{DecisionTree, Fork};
use crate::any_table::{Answerer, AnyValue, Block, Cast, Classes, End, Enter, Law, Leave, Stop};
use crate::numbered::Numbered;
use crate::tree::classes::classes;
use crate::{Id, RuleId, Rulebook};

impl<B: Rulebook> Answerer<B> for DecisionTree<'_, B> {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], class: &Classes<'_>) -> Result<(), Stop> {
        let fixed = self.past.throws(casts);
        for cast in casts {
            self.meet(cast.check.rule);
            cast.terms.iter().filter(|term| term.counts()).for_each(|term| self.meet(term.rule));
        }
        if self.cursor == self.path.len() {
            self.room()?;
            let (naturals, chances) = classes(casts, &fixed, self.precision, class);
            self.push(Fork::Throw { naturals, chances });
        }
        if let Some(node) = self.path.get(self.cursor)
            && let Fork::Throw { naturals: all, .. } = &node.fork
        {
            let of_class = all.iter().skip(node.parts.len() * casts.len());
            naturals.iter_mut().zip(of_class).for_each(|(natural, shown)| *natural = *shown);
        }
        self.cursor += 1;
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
        let mut choices: Vec<Option<B::Choice>> = asks.iter().map(|(who, _)| self.past.choice(rule, *who)).collect();
        if choices.iter().any(Option::is_none) {
            self.past.progress = None;
        }
        if !asks.is_empty() {
            self.meet(rule);
        }
        let open = asks.iter().zip(&choices).filter(|(_, known)| known.is_none());
        let mut deciders = open.map(|((who, _), _)| *who).filter(|who| self.decides(*who));
        let first = deciders.next().map(|who| (self.side)(self.setup, who));
        if deciders.any(|who| Some((self.side)(self.setup, who)) != first) {
            return Err(Stop);
        }
        // Those who decide do so first: nobody may know what the others, who choose at once, are going to draw.
        for decides in [true, false] {
            for ((who, ask), choice) in asks.iter().zip(&mut choices) {
                if choice.is_none() && self.decides(*who) == decides {
                    *choice = Some(self.choose(s, rule, *who, ask)?);
                }
            }
        }
        choices.into_iter().flatten().for_each(take);
        Ok(())
    }

    fn hears(&self) -> bool {
        !self.ear.is_deaf() && self.past.counts()
    }

    fn tell(&mut self, event: B::Event) {
        self.ear.event::<B>(&event, |sign| self.met.add(sign));
    }

    fn awaits_edict(&self) -> bool {
        self.past.awaits_edict(self.carried.decreed)
    }

    fn enter(&mut self, s: &mut B::State, block: Block<'_>) -> Result<Enter, Stop> {
        if self.cursor < self.path.len() {
            return self.follow(s).map(Enter::Known);
        }
        self.room()?;
        match block {
            Block::Scope => self.open(Open::scope(s.clone())),
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
            Some(grown) => {
                self.fork(grown);
                self.follow(s).map(Leave::Done)
            }
            None => {
                self.boundary(s);
                Ok(Leave::Again(None))
            }
        }
    }

    fn enter_law(&mut self, law: Law<'_>) -> Result<Enter, Stop> {
        if self.cursor == self.path.len() {
            self.room()?;
            // While answers given before are used, the law is not the whole one.
            let whole = self.past.progress.is_none();
            let key = (law.rule, law.key.keep(), law.gives);
            let Some(known) = self.laws.get(&key).filter(|_| whole) else {
                let asked = std::mem::take(&mut self.asked);
                self.open(Open::Law(OpenLaw { key, whole, asked, results: Numbered::default() }));
                return Ok(Enter::Run);
            };
            self.fork_law(Rc::clone(known));
        }
        self.follow_law().map(Enter::Known)
    }

    /// A law is remembered unless somebody was asked in it.
    fn leave_law(&mut self, result: &dyn AnyValue) -> Result<Leave, Stop> {
        let Some((OpenLaw { key, whole, asked, results }, root)) = self.law_done(result.keep())? else {
            return Ok(Leave::Again(None));
        };
        let law = Rc::new(Grown { ends: results.into_all(), root });
        if whole && !self.asked {
            self.laws.insert(key, Rc::clone(&law));
        }
        self.asked |= asked;
        self.fork_law(law);
        self.follow_law().map(Leave::Done)
    }
}
