//! A session of any rulebook as a [`Battle`].

use super::losses::{self, Loss};
use super::{Battle, Changed, Looker, Seat, Seen, Speaker, Step, looker};
use crate::book::Book;
use crate::eyes::Eyes;
use crate::fights::{Combatant, Explorer, Opening, Outlook, Prospect, repeatable};
use crate::log::LogLine;
use crate::refused::Refused;
use crate::script::input;
use crate::tape::Awaited;
use crate::view::Viewer;
use crate::{Carried, Id, Ids, Interrupt, OddsError, SavePoint, Scribe, Session, SessionError, Side, combatant};

/// A session and the book it is played by.
#[derive(Clone, Debug)]
pub(crate) struct Played<B: Scribe> {
    pub(crate) book: Book<B>,
    pub(crate) session: Session<B>,
}

impl<B: Scribe> Played<B> {
    pub(super) fn refused(error: SessionError) -> Refused {
        Refused::from_session(B::CATALOGUE, error)
    }

    /// What would be if an entry had been another line, as a viewer counts and names.
    pub(super) fn changed(&self, viewer: Viewer, at: usize, line: &str) -> Result<Changed, Refused> {
        let session = &self.session;
        let number = looker::number(session, viewer, at).filter(|number| *number < session.len());
        let Some(number) = number else {
            let last = looker::count(session, viewer);
            return Err(Refused::because(format!("that is beyond the last entry, which is {last}")));
        };
        let change = input::change(session, viewer, number, line)?;
        let awaited = Eyes::on(&change.session, viewer).awaited_words(&change.session);
        let parted = change.parted.map(|_| (looker::count(&change.session, viewer), awaited));
        let spares = change.session.spares(viewer).into_iter().map(|spare| spare.words).collect();
        Ok(Changed { battle: Box::new(Self { book: self.book, session: change.session }), parted, spares })
    }
}

impl<B: Scribe> Battle for Played<B> {
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Seen + '_> {
        Box::new(Looker::new(self, viewer))
    }

    fn seat(&mut self, viewer: Viewer) -> Box<dyn Seat + '_> {
        Box::new(Speaker::new(self, viewer))
    }

    fn game(&self) -> &'static str {
        B::NAME
    }

    fn title(&self) -> &str {
        B::title(self.session.setup())
    }

    fn sides(&self) -> &[String] {
        B::sides(self.session.setup())
    }

    fn seed(&self) -> u64 {
        self.session.seed()
    }

    fn fight_number(&self) -> u64 {
        self.session.fight_number()
    }

    fn place(&self) -> String {
        B::place_name(self.session.setup(), self.session.place())
    }

    fn ids(&self, names: &[&str]) -> Result<Ids, Refused> {
        let id = |name: &&str| combatant::<B>(self.session.setup(), name);
        names.iter().map(id).collect::<Result<Ids, _>>().map_err(|refusal| Refused::of(B::CATALOGUE, refusal))
    }

    fn awaited_side(&self) -> Option<Side> {
        let side = |who| B::side(self.session.setup(), who);
        let mut sides: Vec<Side> = match self.session.awaited()? {
            Awaited::Dice(dice) => dice.iter().map(|d| side(d.who)).collect(),
            Awaited::Choices(_, asks) => asks.iter().map(|(who, _)| side(*who)).collect(),
        };
        sides.dedup();
        match sides.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    fn prospects(&self, choices: &[Option<String>], outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, Refused> {
        repeatable(&outlook.policies).map_err(|thinks| Refused::because(thinks.to_string()))?;
        let said = |error: OddsError| match error {
            OddsError::Choice(error) => Self::refused(error),
            other => Refused::because(other.to_string()),
        };
        let g = self.session.setup();
        let players = || {
            let players = self.book.by_side(g, &outlook.policies);
            players.map(Box::new).map_err(|unknown| Refused::because(unknown.to_string()))
        };
        let master = Looker::new(self, Viewer::GameMaster);
        let mut openings = Vec::with_capacity(choices.len());
        for choice in choices {
            let first = choice.as_ref().map(|choice| master.choice(choice)).transpose()?;
            let first = first.map(|(who, _, choice)| (who, choice));
            let (state, answers, edicts) = self.session.point(first).map_err(said)?;
            openings.push(Opening { state, answers, edicts, policy: players()? });
        }
        let begin = match openings.first() {
            Some(opening) => opening.state.clone(),
            None => return Err(Refused::because("no choice is named")),
        };
        Ok(Box::new(Explorer::<B>::new(g, begin, outlook, [players()?, players()?]).from(openings)))
    }

    fn listen_to(&mut self, interrupt: &Interrupt) {
        self.session.listen_to(interrupt);
    }

    fn tell_edicts(&mut self, told: bool) {
        self.session.tell_edicts(told);
    }

    fn combatants(&self) -> Vec<Combatant> {
        let (g, s) = (self.session.setup(), self.session.state());
        (0..B::count(g)).map(|at| crate::fights::combatant::<B>(g, s, Id::new(at))).collect()
    }

    fn carried(&self) -> Vec<Option<Vec<Carried>>> {
        let (g, s) = (self.session.setup(), self.session.state());
        (0..B::count(g)).map(|at| B::carried(g, s, Id::new(at))).collect()
    }

    fn losses(&self) -> Vec<Loss> {
        losses::losses(&self.session)
    }

    fn entry_number(&self, viewer: Viewer, entry: usize) -> Option<usize> {
        looker::number(&self.session, viewer, entry)
    }

    fn waiting_edicts(&self) -> Vec<LogLine> {
        crate::log::waiting_lines(&self.session)
    }

    fn accept(&mut self) {
        self.session.accept();
    }

    fn fork(&self) -> Box<dyn Battle> {
        Box::new(self.clone())
    }

    fn here(&self) -> Box<dyn Battle> {
        Box::new(Self { book: self.book, session: self.session.here() })
    }

    fn running(&self) -> Step {
        Step(self.session.step_count().saturating_sub(1))
    }

    fn forget_log(&mut self, Step(step): Step) {
        self.session.forget_log(step);
    }

    fn broken_invariant(&self) -> Option<String> {
        B::broken_invariant(self.session.setup(), self.session.state())
    }

    fn save_with(&self, table: &[String]) -> String {
        self.session.save_with(table)
    }

    fn save_in_full(&self) -> String {
        self.session.save_in_full()
    }

    fn save_point(&self) -> SavePoint {
        self.session.save_point()
    }

    fn save_since(&self, point: &mut SavePoint) -> Option<String> {
        self.session.save_since(point)
    }

    fn winner(&self) -> Option<Side> {
        self.session.outcome()?.winner
    }

    fn stuck(&self) -> Option<&str> {
        self.session.stuck()
    }
}
