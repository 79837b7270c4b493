//! Somebody who looks at a session.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::{Inquiry, Odds, Played, Proposal, Seen, Step};
use crate::eyes::{self, Eyes};
use crate::log::LogLine;
use crate::refused::Refused;
use crate::scribe::{awaited_view, combatant, speaks_for};
use crate::script::input;
use crate::session::guess_hidden;
use crate::tape::Awaited;
use crate::transcript::{Content, content};
use crate::view::{AwaitedView, Tag, View, Viewer};
use crate::{Fact, Id, Scribe, Session, Side};

/// A viewer, and the battle that it looks at.
pub(crate) struct Looker<'b, B: Scribe> {
    played: &'b Played<B>,
    viewer: Viewer,
    eyes: OnceCell<Eyes<B>>,
    /// The state, with a guess in the place of everything that it may not know.
    guess: OnceCell<B::State>,
}

impl<'b, B: Scribe> Looker<'b, B> {
    pub(crate) fn new(played: &'b Played<B>, viewer: Viewer) -> Self {
        Self { played, viewer, eyes: OnceCell::new(), guess: OnceCell::new() }
    }

    fn session(&self) -> &'b Session<B> {
        &self.played.session
    }

    fn eyes(&self) -> &Eyes<B> {
        self.eyes.get_or_init(|| Eyes::on(self.session(), self.viewer))
    }

    /// Sheets and names as this viewer reads them.
    fn names(&self) -> &B::Setup {
        self.eyes().names(self.session().setup())
    }

    /// The state as it takes it to be.
    fn state(&self) -> &B::State {
        if self.viewer == Viewer::GameMaster {
            return self.session().state();
        }
        self.guess.get_or_init(|| {
            let mut state = self.session().state().clone();
            guess_hidden::<B>(self.session().setup(), &mut state, self.viewer);
            state
        })
    }

    /// The running step as it takes it to be; none where that cannot have happened.
    fn step(&self) -> Option<Cow<'b, Session<B>>> {
        match self.viewer {
            Viewer::GameMaster => Some(Cow::Borrowed(self.session())),
            viewer => self.session().as_known_to(viewer).map(Cow::Owned),
        }
    }

    fn asks(&self) -> &'b [(Id, B::Ask)] {
        match self.session().awaited() {
            Some(Awaited::Choices(_, asks)) => asks,
            _ => &[],
        }
    }

    /// The first of those who are asked for whom it speaks.
    fn first_asked(&self) -> Option<&'b (Id, B::Ask)> {
        self.asks().iter().find(|(who, _)| speaks_for::<B>(self.session().setup(), self.viewer, *who))
    }

    /// The combatant that a name means.
    fn meant(&self, who: &str) -> Result<Id, Refused> {
        self.eyes().person(self.session().setup(), who).map_err(|refusal| self.eyes().refused(refusal))
    }

    /// Reads a choice of the first of those who are asked, or of whoever is named before it; legal as far as it knows.
    pub(super) fn choice(&self, words: &str) -> Result<(Id, B::Ask, B::Choice), Refused> {
        let (session, eyes) = (self.session(), self.eyes());
        // Only a line with a colon names somebody; the refusal of another one would be worked out for nobody.
        let (who, words) = match words.contains(':').then(|| content(words)) {
            Some(Ok(Content::Choice { who, words })) if self.meant(&who).is_ok() => (Some(self.meant(&who)?), words),
            _ => (None, words.to_owned()),
        };
        let Some(who) = who.or_else(|| self.first_asked().map(|(who, _)| *who)) else {
            return Err(Refused::because(format!("no choice is awaited: {}", eyes.awaited_words(session))));
        };
        let choice = input::read_choice_by(session, self.state(), eyes, who, &words)?;
        let (_, ask) = session.asked(who).map_err(Played::<B>::refused)?;
        B::judge(self.names(), self.state(), who, &ask, &choice).map_err(|refusal| eyes.refused(refusal))?;
        Ok((who, ask, choice))
    }

    /// The choice that an inquiry begins with.
    fn first_choice(&self, inquiry: &Inquiry) -> Result<Option<(Id, B::Choice)>, Refused> {
        let first = inquiry.choice.as_deref().map(|choice| self.choice(choice)).transpose()?;
        Ok(first.map(|(who, _, choice)| (who, choice)))
    }

    /// Somebody for whom it speaks.
    fn own(&self, who: &str) -> Result<Id, Refused> {
        let own = self.eyes().own(self.session().setup(), who);
        own.map_err(|refusal| Refused { private: self.is_private(who), ..self.eyes().refused(refusal) })
    }

    /// Is it somebody who is seen, and for whom others speak?
    fn is_private(&self, who: &str) -> bool {
        let id = self.eyes().person(self.session().setup(), who);
        id.is_ok_and(|id| !self.eyes().speaks_for(self.session().setup(), id))
    }

    /// Is there anything in a step that it sees?
    fn sees_some_of(&self, step: usize) -> bool {
        let session = self.session();
        let shows = |at| session.shows(step, at, self.viewer);
        self.viewer == Viewer::GameMaster
            || step + 1 == session.step_count()
            || (0..session.step_log(step).len()).any(shows)
    }
}

/// How many entries a viewer counts.
pub(super) fn count<B: Scribe>(session: &Session<B>, viewer: Viewer) -> usize {
    match viewer {
        Viewer::GameMaster => session.len(),
        _ => session.with_entries_shown(viewer, |over, last| over.len() + last.len()),
    }
}

/// The game master's number of a viewer's entry; with as many as it counts, where the battle stands.
pub(super) fn number<B: Scribe>(session: &Session<B>, viewer: Viewer, entry: usize) -> Option<usize> {
    if viewer == Viewer::GameMaster {
        return (entry <= session.len()).then_some(entry);
    }
    session.with_entries_shown(viewer, |over, last| match entry.checked_sub(over.len()) {
        None => over.get(entry).copied(),
        Some(entry) if entry == last.len() => Some(session.len()),
        Some(entry) => last.get(entry).copied(),
    })
}

/// A viewer's number of the game master's entry; none where it does not show.
fn number_of(over: &[usize], last: &[usize], entry: usize) -> Option<usize> {
    let in_last = || last.binary_search(&entry).ok().map(|at| over.len() + at);
    over.binary_search(&entry).ok().or_else(in_last)
}

/// Facts in which nobody is named who is not seen.
fn tags<B: Scribe>(facts: Vec<Fact>) -> Vec<Tag> {
    let tag = |fact: Fact| Tag {
        text: eyes::unnamed(&fact.text),
        rule: fact.rule.map(|rule| B::CATALOGUE.name(rule).to_owned()),
        until: None,
        cells: fact.cells,
    };
    facts.into_iter().map(tag).collect()
}

impl<B: Scribe> Seen for Looker<'_, B> {
    fn view(&self) -> View {
        self.session().view(self.viewer)
    }

    fn awaited(&self) -> Option<AwaitedView> {
        let session = self.session();
        awaited_view(session.setup(), session.state(), session.awaited(), self.eyes(), true)
    }

    fn awaited_in_short(&self) -> Option<AwaitedView> {
        let session = self.session();
        awaited_view(session.setup(), session.state(), session.awaited(), self.eyes(), false)
    }

    fn side_of(&self, who: &str) -> Option<Side> {
        let g = self.names();
        combatant::<B>(g, who).ok().map(|id| B::side(g, id))
    }

    fn facts(&self, choice: &str) -> Result<Vec<Tag>, Refused> {
        let (who, ask, choice) = self.choice(choice)?;
        Ok(tags::<B>(B::facts(self.names(), self.state(), who, &ask, &choice)))
    }

    fn leads_to(&self, choice: &str) -> Option<String> {
        let (who, _, choice) = self.choice(choice).ok()?;
        let (ask, state) = self.step()?.leads_to(who, &choice)?;
        Some(eyes::unnamed(&B::prompt(self.names(), &state, who, &ask)))
    }

    fn odds(&self, inquiry: &Inquiry) -> Result<Odds, Refused> {
        // Only the game master may have others told what is.
        let told_to =
            inquiry.told_to.filter(|viewer| self.viewer == Viewer::GameMaster && *viewer != Viewer::GameMaster);
        if let Some(viewer) = told_to {
            let other = Looker::new(self.played, viewer);
            let first = other.first_choice(inquiry)?;
            return super::odds::as_it_is(self.played.book, self.session(), other.eyes(), inquiry, first);
        }
        super::odds::odds(self.played.book, self.session(), self.eyes(), inquiry, self.first_choice(inquiry)?)
    }

    fn propose(&self, policy: &str) -> Result<Option<Proposal>, Refused> {
        let mut policy = self.played.book.policy(policy).map_err(|no| Refused::because(no.to_string()))?;
        let Some((who, ask)) = self.first_asked() else { return Ok(None) };
        let choice = self.step().and_then(|step| step.propose_to(self.viewer, *who, &mut *policy));
        let (names, s) = (self.names(), self.state());
        Ok(choice.map(|choice| Proposal {
            choice: eyes::unnamed(&B::notation(names, s, *who, ask, &choice)),
            why: policy.why(names, s, *who, ask, &choice).map(|why| match policy.weighed(names, s, *who, ask) {
                Some(weighed) => eyes::unnamed(&format!("{why}: {weighed}")),
                None => why.to_owned(),
            }),
        }))
    }

    fn least(&self) -> Option<String> {
        let (who, ask) = self.first_asked()?;
        let g = self.session().setup();
        let known = crate::scribe::known_to::<B>(g, self.state(), self.viewer, *who);
        let least = B::pass(g, &known, *who, ask)?;
        Some(eyes::unnamed(&B::notation(self.names(), &known, *who, ask, &least)))
    }

    fn verbs(&self) -> Vec<String> {
        let mut verbs = B::verbs(self.names());
        verbs.retain(|verb| *verb == eyes::unnamed(verb));
        verbs
    }

    fn between(&self, from: &str, to: &str) -> Result<Vec<Tag>, Refused> {
        let (g, eyes) = (self.session().setup(), self.eyes());
        let meant = |who| eyes.person_there(g, who).map_err(|refusal| eyes.refused(refusal));
        let (from, to) = (meant(from)?, meant(to)?);
        // Somebody else's knowledge shows in how that one stands to others.
        Ok(tags::<B>(B::between(self.names(), self.state(), from, to)))
    }

    fn reach(&self, who: &str) -> Result<Vec<Tag>, Refused> {
        let who = self.own(who)?;
        // Whoever is not seen bars no way that one knows of.
        Ok(tags::<B>(B::reach(self.names(), self.state(), who)))
    }

    fn sheet(&self, who: &str) -> Result<Vec<String>, Refused> {
        let who = self.own(who)?;
        let lines = B::sheet(self.names(), self.session().state(), who);
        Ok(lines.iter().map(|line| eyes::unnamed(line)).collect())
    }

    fn read(&self, path: &str) -> Result<String, Refused> {
        let value = self.eyes().read(self.session().setup(), self.session().state(), path);
        value.map(|value| value.to_string()).map_err(|refusal| {
            let owner = path.split_once('.').map_or(path, |(owner, _)| owner);
            Refused { private: self.is_private(owner), ..self.eyes().refused(refusal) }
        })
    }

    fn paths(&self) -> Vec<String> {
        self.eyes().paths(self.session().setup(), self.session().state())
    }

    fn values(&self, path: &str) -> Vec<String> {
        self.eyes().values(self.session().setup(), self.session().state(), path)
    }

    fn edicts(&self) -> &'static [(&'static str, &'static str)] {
        B::edicts()
    }

    fn steps(&self, from: Option<Step>) -> Vec<Step> {
        let from = from.map_or(0, |Step(step)| step);
        (from..self.session().step_count()).filter(|step| self.sees_some_of(*step)).map(Step).collect()
    }

    fn log(&self, Step(step): Step) -> Vec<LogLine> {
        let mut lines = crate::log::log_lines(self.session(), step, self.viewer);
        if self.viewer != Viewer::GameMaster && lines.iter().any(|line| line.entry.is_some()) {
            self.session().with_entries_shown(self.viewer, |over, last| {
                let number = |entry| number_of(over, last, entry);
                lines.iter_mut().for_each(|line| line.entry = line.entry.and_then(number));
            });
        }
        lines
    }

    fn entries(&self) -> Vec<(String, String)> {
        let lines = self.session().entry_lines_for(self.viewer).into_iter();
        let mut lines: Vec<_> = lines.map(|line| (line.place_name, line.words)).collect();
        if self.viewer != Viewer::GameMaster {
            self.session().with_entries_shown(self.viewer, |over, last| {
                let mut nth = 0..;
                lines.retain(|_| nth.next().is_some_and(|nth| number_of(over, last, nth).is_some()));
            });
        }
        lines
    }

    fn len(&self) -> usize {
        count(self.session(), self.viewer)
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn redo_len(&self) -> usize {
        self.session().redo_len_of(self.viewer)
    }

    fn spares(&self) -> Vec<String> {
        self.session().spares(self.viewer).into_iter().map(|spare| spare.words).collect()
    }

    fn outcome(&self) -> Option<String> {
        let outcome = self.session().outcome()?;
        let winner = outcome.winner.and_then(|side| B::sides(self.session().setup()).get(usize::from(side.0)));
        Some(format!("won by {} ({})", winner.map_or("nobody", String::as_str), B::CATALOGUE.name(outcome.rule)))
    }
}
