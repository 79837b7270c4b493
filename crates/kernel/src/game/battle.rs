//! A session of any rulebook as a [`Battle`].

use super::{Battle, Book, Changed, LogLine, Refused};
use crate::script::input;
use crate::tape::Awaited;
use crate::view::{AwaitedView, View, Viewer};
use crate::{Scribe, Session, SessionError, Side, Spare};

/// A session and the book it is played by.
#[derive(Clone, Debug)]
pub(super) struct Played<B: Scribe> {
    pub(super) book: Book<B>,
    pub(super) session: Session<B>,
}

impl<B: Scribe> Played<B> {
    fn refused(error: SessionError) -> Refused {
        Refused::from_session(B::CATALOGUE, error)
    }
}

impl<B: Scribe> Battle for Played<B> {
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

    fn awaited(&self, viewer: Viewer) -> Option<AwaitedView> {
        let session = &self.session;
        crate::scribe::awaited_view::<B>(session.setup(), session.state(), session.awaited(), viewer)
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

    fn line(&mut self, line: &str) -> Result<(), Refused> {
        input::typed(&mut self.session, line)
    }

    fn roll(&mut self) -> bool {
        self.session.roll()
    }

    fn stand(&mut self) -> bool {
        self.session.stand()
    }

    fn decide(&mut self, policy: &str) -> bool {
        self.book.policy(policy).is_some_and(|mut policy| self.session.decide(&mut *policy))
    }

    fn undo(&mut self) -> Result<(), Refused> {
        self.session.undo().map_err(Self::refused)
    }

    fn redo(&mut self) -> Result<(), Refused> {
        self.session.redo().map_err(Self::refused)
    }

    fn jump(&mut self, entries: usize) -> Result<(), Refused> {
        self.session.jump(entries).map_err(Self::refused)
    }

    fn len(&self) -> usize {
        self.session.len()
    }

    fn entries(&self) -> Vec<(String, String)> {
        let lines = self.session.entry_lines();
        lines.into_iter().map(|(place, line)| (B::place_name(self.session.setup(), place), line)).collect()
    }

    fn change(&self, at: usize, line: &str) -> Result<Changed, Refused> {
        let change = input::change(&self.session, at, line)?;
        let spares = words(&change.spares);
        let battle = Box::new(Self { book: self.book, session: change.session });
        Ok(Changed { battle, parted: change.parted, spares })
    }

    fn spares(&self) -> Vec<String> {
        words(&self.session.spares())
    }

    fn accept(&mut self) {
        self.session.accept();
    }

    fn fork(&self) -> Box<dyn Battle> {
        Box::new(self.clone())
    }

    fn steps(&self) -> usize {
        self.session.step_count()
    }

    fn log(&self, step: usize, viewer: Viewer) -> Vec<LogLine> {
        let session = &self.session;
        let Some(place) = session.step_place(step) else { return Vec::new() };
        session
            .step_log(step)
            .iter()
            .filter(|moment| B::sees(session.setup(), session.state(), viewer, moment))
            .map(|moment| super::log_line::<B>(session.setup(), place, moment))
            .collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.session.view(viewer)
    }

    fn read(&self, path: &str) -> Result<String, Refused> {
        B::read(self.session.setup(), self.session.state(), path)
            .map(|value| value.to_string())
            .map_err(|refusal| Refused::of(B::CATALOGUE, refusal))
    }

    fn save(&self) -> String {
        self.session.save()
    }

    fn outcome(&self) -> Option<String> {
        let outcome = self.session.outcome()?;
        let rule = B::CATALOGUE.name(outcome.rule);
        Some(format!("won by {} ({rule})", self.winner_name().unwrap_or("nobody")))
    }

    fn winner(&self) -> Option<Side> {
        self.session.outcome()?.winner
    }

    fn stuck(&self) -> Option<&str> {
        self.session.stuck()
    }
}

impl<B: Scribe> Played<B> {
    fn winner_name(&self) -> Option<&str> {
        let side = self.session.outcome()?.winner?;
        self.sides().get(usize::from(side.0)).map(String::as_str)
    }
}

fn words(spares: &[Spare]) -> Vec<String> {
    spares.iter().map(|spare| spare.words.clone()).collect()
}
