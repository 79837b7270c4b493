//! What waits for its place in a changed past, as a transcript keeps it.

use std::sync::Arc;

use super::record::{Minds, Taken, TakenEntry};
use super::{Session, When};
use crate::eyes::Eyes;
use crate::script::input;
use crate::tape::{Answer, Given, Timed};
use crate::transcript::{Content, SpareLine, content};
use crate::{Edict, Id, Place, Scribe};

impl<B: Scribe> Session<B> {
    /// The lines of what waits for its place, in order.
    pub(crate) fn spare_lines(&self) -> Vec<SpareLine> {
        self.spares.iter().filter_map(|taken| self.spare_line(taken)).collect()
    }

    fn spare_line(&self, taken: &Taken<B>) -> Option<SpareLine> {
        let Place { round, part, who, nth } = taken.place;
        let (after, passed) = match &taken.entry {
            TakenEntry::Said(said) => return Some(said.clone()),
            TakenEntry::Edict(timed) | TakenEntry::Later(timed) | TakenEntry::Reopening(timed) => {
                (timed.after, timed.passed)
            }
            TakenEntry::Answer(..) => (0, 0),
        };
        let at_end = matches!(taken.entry, TakenEntry::Reopening(_));
        Some(SpareLine {
            at_end,
            place: if at_end { (0, 0, 0) } else { (round, part, nth) },
            of: who.filter(|_| !at_end).map(|who| B::name(&self.setup, who).to_owned()),
            after,
            passed,
            input: Box::new(content(&self.taken_words(taken)).ok()?),
        })
    }

    /// Puts what a transcript keeps for later behind what waits already.
    pub(crate) fn spare(&mut self, said: SpareLine) {
        let place = match said.place {
            _ if said.at_end => self.place(),
            (round, part, nth) => {
                let who = said.of.as_deref().and_then(|name| input::person(self, name).ok());
                Place { round, part, who, nth }
            }
        };
        self.spares.push(Taken { place, told: None, entry: TakenEntry::Said(said) });
    }

    /// Of whom an answer is that waits.
    pub(super) fn whose(&self, said: &SpareLine) -> Option<Id> {
        match &*said.input {
            Content::Choice { who, .. } => input::person(self, who).ok(),
            Content::Roll(words) => input::leading_name::<B>(&self.setup, words).map(|(who, _)| who),
            _ => None,
        }
    }

    /// What a kept line gives here and now, if this is its place and it fits.
    pub(super) fn fitting(&self, said: &SpareLine) -> Option<TakenEntry<B>> {
        let (here, over) = (self.place(), self.outcome.is_some());
        let whose = here.who.map(|who| B::name(&self.setup, who));
        let is_here = (here.round, here.part, here.nth) == said.place && whose == said.of.as_deref();
        if !is_here && !said.at_end || said.at_end && !over {
            return None;
        }
        let given = match &*said.input {
            Content::Edict { edict, next } => return self.fitting_edict(said, edict, *next),
            Content::Choice { who, words } => {
                let who = input::person(self, who).ok()?;
                let choice = input::read_choice(self, who, words).ok()?;
                let (rule, _) = self.asked(who).ok()?;
                Answer { rule, who, given: Given::Choice(choice) }
            }
            Content::Roll(words) => input::read_throw(self, &Eyes::master(self), words)?,
            _ => return None,
        };
        let minds = Minds { before: self.policy_rng.clone(), after: self.policy_rng.clone() };
        self.fits(&given).then_some(TakenEntry::Answer(given, minds))
    }

    fn fitting_edict(&self, said: &SpareLine, edict: &Edict, next: bool) -> Option<TakenEntry<B>> {
        let is_late = said.after <= self.running().answers.len();
        let when = if next { When::NextStep } else { When::Now };
        let is_possible = self.judge_edict(edict, when).is_ok();
        if !is_late || !is_possible || !next && !said.at_end && self.outcome.is_some() {
            return None;
        }
        let SpareLine { after, passed, .. } = *said;
        let timed = Timed { number: 0, after, passed, next, late: None, edict: Arc::new(edict.clone()) };
        Some(match (next, said.at_end) {
            (true, _) => TakenEntry::Later(timed),
            (false, true) => TakenEntry::Reopening(timed),
            (false, false) => TakenEntry::Edict(timed),
        })
    }
}
