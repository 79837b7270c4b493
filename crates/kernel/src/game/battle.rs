//! A session of any rulebook as a [`Battle`].

use super::{Battle, Book, Changed, Inquiry, LogLine, Odds, Refused};
use crate::eyes::{self, Eyes};
use crate::fights::{BySide, Combatant, Explorer, Opening, Outlook, Prospect, repeatable};
use crate::scribe::is_privy;
use crate::script::input;
use crate::tape::Awaited;
use crate::transcript::{Content, content};
use crate::view::{AwaitedView, Tag, View, Viewer};
use crate::{Fact, Id, Interrupt, OddsError, RuleId, Scribe, Session, SessionError, Side, Spare, combatant};

/// A session and the book it is played by.
#[derive(Clone, Debug)]
pub(crate) struct Played<B: Scribe> {
    pub(crate) book: Book<B>,
    pub(crate) session: Session<B>,
}

impl<B: Scribe> Played<B> {
    fn refused(error: SessionError) -> Refused {
        Refused::from_session(B::CATALOGUE, error)
    }

    fn find(&self, who: &str) -> Result<Id, Refused> {
        combatant::<B>(self.session.setup(), who).map_err(|refusal| Refused::of(B::CATALOGUE, refusal))
    }

    /// The first of those who are asked, with the question.
    fn first_asked(&self) -> Option<(RuleId, Id, &B::Ask)> {
        match self.session.awaited()? {
            Awaited::Choices(rule, asks) => asks.first().map(|(who, ask)| (*rule, *who, ask)),
            Awaited::Dice(_) => None,
        }
    }

    /// The first of those who are asked for whom a viewer may speak; where there is none, of all.
    fn first_asked_of(&self, viewer: Viewer) -> Option<(Id, &B::Ask)> {
        let Awaited::Choices(_, asks) = self.session.awaited()? else { return None };
        let own = asks.iter().find(|(who, _)| is_privy::<B>(self.session.setup(), viewer, *who));
        own.or(asks.first()).map(|(who, ask)| (*who, ask))
    }

    fn eyes(&self, viewer: Viewer) -> Eyes<B> {
        Eyes::on(&self.session, viewer)
    }

    /// The combatant that a viewer means.
    fn meant(&self, eyes: &Eyes<B>, who: &str) -> Result<Id, Refused> {
        eyes.person(self.session.setup(), who).map_err(|refusal| eyes.refused(refusal))
    }

    /// Reads a choice of the first of those who are asked, with the game master's eyes.
    fn read_choice(&self, words: &str) -> Result<(Id, B::Ask, B::Choice), Refused> {
        self.read_choice_for(Viewer::GameMaster, &Eyes::MASTER, words)
    }

    /// Reads a choice of the first of those who are asked for whom a viewer may speak, or of whoever is named before it.
    fn read_choice_for(&self, viewer: Viewer, eyes: &Eyes<B>, words: &str) -> Result<(Id, B::Ask, B::Choice), Refused> {
        let session = &self.session;
        let (who, words) = match content(words) {
            Ok(Content::Choice { who, words }) if self.meant(eyes, &who).is_ok() => {
                (Some(self.meant(eyes, &who)?), words)
            }
            _ => (None, words.to_owned()),
        };
        let Some(who) = who.or_else(|| self.first_asked_of(viewer).map(|(who, _)| who)) else {
            return Err(Refused::because(format!("no choice is awaited: {}", eyes.awaited_words(session))));
        };
        let choice = input::read_choice_by(session, eyes, who, &words)?;
        let (_, ask) = session.asked(who).map_err(Self::refused)?;
        B::judge(eyes.names(session.setup()), session.state(), who, &ask, &choice)
            .map_err(|refusal| eyes.refused(refusal))?;
        Ok((who, ask, choice))
    }

    /// Facts in which nobody is named who is not seen.
    fn tags(facts: Vec<Fact>) -> Vec<Tag> {
        let tag = |fact: Fact| Tag {
            text: eyes::unnamed(&fact.text),
            rule: fact.rule.map(|rule| B::CATALOGUE.name(rule).to_owned()),
            until: None,
        };
        facts.into_iter().map(tag).collect()
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

    fn fight_number(&self) -> u64 {
        self.session.fight_number()
    }

    fn awaited(&self, viewer: Viewer) -> Option<AwaitedView> {
        let session = &self.session;
        crate::scribe::awaited_view::<B>(session.setup(), session.state(), session.awaited(), viewer, true)
    }

    fn asked(&self, viewer: Viewer) -> Option<AwaitedView> {
        let session = &self.session;
        crate::scribe::awaited_view::<B>(session.setup(), session.state(), session.awaited(), viewer, false)
    }

    fn place(&self) -> String {
        B::place_name(self.session.setup(), self.session.place())
    }

    fn side_of(&self, who: &str) -> Option<Side> {
        let g = self.session.setup();
        (0..B::count(g)).map(Id::new).find(|id| B::name(g, *id) == who).map(|id| B::side(g, id))
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

    fn line_by(&mut self, viewer: Viewer, line: &str) -> Result<(), Refused> {
        let eyes = self.eyes(viewer);
        input::typed(&mut self.session, &eyes, line)
    }

    fn roll(&mut self) -> bool {
        self.session.roll()
    }

    fn roll_for(&mut self, who: &str) -> bool {
        self.find(who).is_ok_and(|who| self.session.roll_for(who))
    }

    fn stand(&mut self) -> bool {
        self.session.stand()
    }

    fn decide_for(&mut self, who: &str, policy: &str) -> bool {
        let Ok(who) = self.find(who) else { return false };
        self.book.policy(policy).is_ok_and(|mut policy| self.session.decide_for(who, &mut *policy))
    }

    fn propose(&self, policy: &str) -> Option<String> {
        let (_, who, ask) = self.first_asked()?;
        let choice = self.session.propose(who, &mut *self.book.policy(policy).ok()?)?;
        Some(B::notation(self.session.setup(), self.session.state(), who, ask, &choice))
    }

    fn pass(&mut self) -> bool {
        self.session.pass()
    }

    fn least(&self) -> Option<String> {
        let (_, who, ask) = self.first_asked()?;
        let (g, s) = (self.session.setup(), self.session.state());
        Some(B::notation(g, s, who, ask, &B::pass(g, s, who, ask)?))
    }

    fn facts_by(&self, viewer: Viewer, choice: &str) -> Result<Vec<Tag>, Refused> {
        let eyes = self.eyes(viewer);
        let (who, ask, choice) = self.read_choice_for(viewer, &eyes, choice)?;
        let names = eyes.names(self.session.setup());
        Ok(Self::tags(B::facts(names, self.session.state(), who, &ask, &choice)))
    }

    fn leads_to_by(&self, viewer: Viewer, choice: &str) -> Option<String> {
        let eyes = self.eyes(viewer);
        let (who, _, choice) = self.read_choice_for(viewer, &eyes, choice).ok()?;
        let (ask, state) = self.session.leads_to(who, &choice)?;
        Some(eyes::unnamed(&B::prompt(eyes.names(self.session.setup()), &state, who, &ask)))
    }

    fn verbs(&self) -> Vec<String> {
        B::verbs(self.session.setup())
    }

    fn odds(&self, inquiry: &Inquiry) -> Result<Odds, Refused> {
        let eyes = self.eyes(inquiry.viewer);
        let read = |choice| self.read_choice_for(inquiry.viewer, &eyes, choice);
        let first = inquiry.choice.as_deref().map(read).transpose()?;
        let first = first.map(|(who, _, choice)| (who, choice));
        super::odds::odds(self.book, &self.session, inquiry, first)
    }

    fn prospects(&self, choices: &[Option<String>], outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, Refused> {
        repeatable(&outlook.policies).map_err(|thinks| Refused::because(thinks.to_string()))?;
        let said = |error: OddsError| match error {
            OddsError::Choice(error) => Self::refused(error),
            other => Refused::because(other.to_string()),
        };
        let g = self.session.setup();
        let minds = || {
            let minds = BySide::new(self.book, g, &outlook.policies);
            minds.map(Box::new).map_err(|unknown| Refused::because(unknown.to_string()))
        };
        let mut openings = Vec::with_capacity(choices.len());
        for choice in choices {
            let first = choice.as_ref().map(|choice| self.read_choice(choice)).transpose()?;
            let first = first.map(|(who, _, choice)| (who, choice));
            let (state, answers, edicts) = self.session.point(first).map_err(said)?;
            openings.push(Opening { state, answers, edicts, policy: minds()? });
        }
        let begin = match openings.first() {
            Some(opening) => opening.state.clone(),
            None => return Err(Refused::because("no choice is named")),
        };
        Ok(Box::new(Explorer::<B>::new(g, begin, outlook, [minds()?, minds()?]).from(openings)))
    }

    fn listen_to(&mut self, interrupt: &Interrupt) {
        self.session.listen_to(interrupt);
    }

    fn combatants(&self) -> Vec<Combatant> {
        let (g, s) = (self.session.setup(), self.session.state());
        (0..B::count(g)).map(|at| crate::fights::combatant::<B>(g, s, Id::new(at))).collect()
    }

    fn between_by(&self, viewer: Viewer, from: &str, to: &str) -> Result<Vec<Tag>, Refused> {
        let eyes = self.eyes(viewer);
        let (from, to) = (self.meant(&eyes, from)?, self.meant(&eyes, to)?);
        let names = eyes.names(self.session.setup());
        Ok(Self::tags(B::between(names, self.session.state(), from, to)))
    }

    fn sheet_by(&self, viewer: Viewer, who: &str) -> Result<Vec<String>, Refused> {
        let eyes = self.eyes(viewer);
        let g = self.session.setup();
        let who = eyes.own(g, who).map_err(|refusal| eyes.refused(refusal))?;
        let lines = B::sheet(eyes.names(g), self.session.state(), who);
        Ok(lines.iter().map(|line| eyes::unnamed(line)).collect())
    }

    fn decide(&mut self, policy: &str) -> bool {
        self.book.policy(policy).is_ok_and(|mut policy| self.session.decide(&mut *policy))
    }

    fn undo(&mut self) -> Result<(), Refused> {
        self.session.undo().map_err(Self::refused)
    }

    fn redo(&mut self) -> Result<(), Refused> {
        self.session.redo().map_err(Self::refused)
    }

    fn redo_len(&self) -> usize {
        self.session.redo_len()
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

    fn change_by(&self, viewer: Viewer, at: usize, line: &str) -> Result<Changed, Refused> {
        let change = input::change(&self.session, viewer, at, line)?;
        let spares = words(&change.spares);
        let awaited = Eyes::on(&change.session, viewer).awaited_words(&change.session);
        let parted = change.parted.map(|(entry, _)| (entry, awaited));
        let battle = Box::new(Self { book: self.book, session: change.session });
        Ok(Changed { battle, parted, spares })
    }

    fn spares(&self, viewer: Viewer) -> Vec<String> {
        words(&self.session.spares(viewer))
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
        super::log_lines(&self.session, step, viewer)
    }

    fn forget_log(&mut self, step: usize) {
        self.session.forget_log(step);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.session.view(viewer)
    }

    fn flaw(&self) -> Option<String> {
        B::flaw(self.session.setup(), self.session.state())
    }

    fn read_by(&self, viewer: Viewer, path: &str) -> Result<String, Refused> {
        let eyes = self.eyes(viewer);
        let value = eyes.read(self.session.setup(), self.session.state(), path);
        value.map(|value| value.to_string()).map_err(|refusal| eyes.refused(refusal))
    }

    fn paths_by(&self, viewer: Viewer) -> Vec<String> {
        self.eyes(viewer).paths(self.session.setup(), self.session.state())
    }

    fn edicts(&self) -> &'static [(&'static str, &'static str)] {
        B::edicts()
    }

    fn values(&self, path: &str) -> Vec<String> {
        B::values(self.session.setup(), self.session.state(), path)
    }

    fn save_with(&self, table: &[String]) -> String {
        self.session.save_with(table)
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
