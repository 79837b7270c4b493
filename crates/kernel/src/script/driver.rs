//! Gives the lines of a transcript to a session, and fills in what they leave open.

use std::collections::BTreeSet;

use super::input;
use super::usual::Plays;
use crate::book::Book;
use crate::diagnostic::Diagnostic;
use crate::eyes::Eyes;
use crate::refused::Refused;
use crate::tape::Awaited;
use crate::transcript::{Content, Transcript};
use crate::words::{list, short};
use crate::{Edict, Id, Interrupt, Moment, Policy, RuleId, Scribe, Session};

/// Answers that are filled in for one line, or at the end; more than any battle has.
const MOST_FILLED_IN: usize = 100_000;

/// How many of the usual answers an error names.
const MOST_NAMED: usize = 8;

/// How far lines of one transcript may lead to and fro in what the policies draw, in numbers.
const MOST_WALKED: u64 = 300_000_000;

/// A session and what fills its gaps.
pub(super) struct Driver<B: Scribe> {
    pub(super) book: Option<Book<B>>,
    pub(super) session: Session<B>,
    pub(super) plays: Plays<B>,
    seeded: bool,
    /// Where the log stood before the last input: step and moment.
    since: (usize, usize),
    /// A throw of the step has been given before an earlier one of the same roll.
    out_of_order: bool,
    /// What was filled in since the last line that fitted.
    filled: Vec<String>,
    /// How far lines have led in what the policies draw.
    walked: u64,
    /// Rules cited by what leaves no moment: expected refusals, questions.
    pub(super) cited: BTreeSet<RuleId>,
}

impl<B: Scribe> Driver<B> {
    pub(super) fn open(
        book: Option<Book<B>>,
        transcript: &Transcript,
        interrupt: &Interrupt,
    ) -> Result<Self, Vec<Diagnostic>> {
        let head = |wanted: fn(&Content) -> bool, nth: usize, message: String| {
            let line = transcript.lines().iter().filter(|line| wanted(&line.content)).nth(nth);
            line.map_or_else(
                || transcript.source().error(0..0, message.clone()),
                |line| transcript.error(line, &*message),
            )
        };
        if let Some(game) = transcript.game().filter(|game| *game != B::NAME) {
            let message = format!("this is a battle of `{}`, not of `{}`", short(game), B::NAME);
            return Err(vec![head(|c| matches!(c, Content::Game(_)), 0, message)]);
        }
        let source = super::encounter(book, transcript)?;
        let loaded = B::load(&source)?;
        let plays = Plays::new(book, B::sides(&loaded.setup), transcript.plays())
            .map_err(|(at, why)| vec![head(|c| matches!(c, Content::Play { .. }), at, why)])?;
        let seed = transcript.seed().or(loaded.seed).unwrap_or(0);
        let mut session = Session::fight(source, loaded.setup, seed, transcript.fight_number());
        session.listen_to(interrupt);
        let seeded = transcript.seed().is_some();
        let (filled, cited) = (Vec::new(), BTreeSet::new());
        Ok(Self { book, session, plays, seeded, since: (0, 0), out_of_order: false, filled, walked: 0, cited })
    }

    /// Gives one line; before it, everything that is left open and stands in its way. A line that is refused changes
    /// nothing.
    pub(super) fn give(&mut self, content: &Content) -> Result<(), Refused> {
        if let Content::Drawn(drawn) = content {
            return self.go_on_from(*drawn);
        }
        self.note_asked();
        let before = self.session.len();
        self.mark();
        self.filled.clear();
        let given = match content {
            Content::Choice { who, words } => self.give_choice(who, words),
            Content::Roll(words) => self.give_roll(words),
            Content::Edict { edict, next } => self.give_edict(edict, *next),
            _ => Ok(()),
        };
        if given.is_err() && self.session.len() > before {
            let _ = self.session.jump(before);
            self.session.forget_undone();
        }
        given
    }

    /// Gives again what was taken back, word for word: nothing is filled in.
    pub(super) fn give_again(&mut self, content: &Content) -> Result<(), Refused> {
        match content {
            Content::Undone(content) => self.give_again(content),
            Content::Drawn(drawn) => self.go_on_from(*drawn),
            Content::Choice { who, words } => {
                let who = input::person(&self.session, who)?;
                let eyes = Eyes::master(&self.session);
                input::choose(&mut self.session, &eyes, who, words)
            }
            Content::Roll(words) => input::roll(&mut self.session, words).map(drop),
            Content::Edict { edict, next } => input::decree(&mut self.session, edict, *next),
            _ => Ok(()),
        }
    }

    /// The policies go on from where so many numbers have been drawn.
    fn go_on_from(&mut self, drawn: u64) -> Result<(), Refused> {
        let here = self.session.drawn();
        self.walked += if drawn < here { drawn } else { drawn - here };
        if self.walked > MOST_WALKED {
            return Err(Refused::because("the lines `drawn …` lead to and fro farther than those of any battle"));
        }
        self.session.go_on_from(drawn);
        Ok(())
    }

    /// Remembers where the log stands.
    fn mark(&mut self) {
        let step = self.session.step_count() - 1;
        let log = self.session.step_log(step);
        let mut moment = log.len();
        if self.out_of_order {
            moment -= log.iter().rev().take_while(|m| matches!(m, Moment::Threw(_))).count();
        }
        self.since = (step, moment);
        self.out_of_order = false;
    }

    /// What has happened since the last input.
    pub(super) fn news(&self) -> impl Iterator<Item = &Moment<B>> {
        let (from, moment) = self.since;
        (from..self.session.step_count())
            .flat_map(move |step| self.session.step_log(step).iter().skip(if step == from { moment } else { 0 }))
    }

    fn give_choice(&mut self, who: &str, words: &str) -> Result<(), Refused> {
        let who = input::person(&self.session, who)?;
        let mut misread: Option<Refused> = None;
        for _ in 0..MOST_FILLED_IN {
            if self.session.asked(who).is_ok() {
                match input::read_choice(&self.session, who, words) {
                    Ok(choice) => {
                        let given = self.session.choose(who, choice);
                        return given.map_err(|error| Refused::from_session(B::CATALOGUE, error));
                    }
                    Err(refused) => misread = misread.or(Some(refused)),
                }
            }
            if !self.fill_in() {
                break;
            }
        }
        match misread {
            // Nothing was filled in: the words themselves are wrong.
            Some(refused) if self.filled.is_empty() => Err(refused),
            Some(refused) => Err(Refused { why: format!("{refused}; {}", self.unasked()), ..refused }),
            None => Err(Refused::because(format!(
                "{} is not asked for this: {}",
                B::name(self.session.setup(), who),
                self.unasked()
            ))),
        }
    }

    fn give_roll(&mut self, words: &str) -> Result<(), Refused> {
        for _ in 0..MOST_FILLED_IN {
            if !self.session.awaited_dice().is_empty() {
                let at = input::roll(&mut self.session, words)?;
                self.out_of_order = at > 0;
                return Ok(());
            }
            if !self.fill_in() {
                break;
            }
        }
        Err(Refused::because(format!("no dice are awaited: {}", self.unasked())))
    }

    fn give_edict(&mut self, edict: &Edict, next: bool) -> Result<(), Refused> {
        input::decree(&mut self.session, edict, next)?;
        // It works at a boundary that may lie before what had been told last.
        let (step, moment) = self.since;
        let decreed = |moment: &Moment<B>| matches!(moment, Moment::Decreed(decreed) if **decreed == *edict);
        if let Some(at) = self.session.step_log(step).iter().rposition(decreed) {
            self.since = (step, moment.min(at));
        }
        Ok(())
    }

    /// Gives one answer that the transcript leaves open: dice from the seed, the usual answer, the policy of the side.
    /// False when there is none.
    fn fill_in(&mut self) -> bool {
        let (who, ask) = match self.session.awaited() {
            None => return false,
            Some(Awaited::Dice(_)) => return self.seeded && self.session.roll(),
            Some(Awaited::Choices(_, asks)) => match asks.iter().find(|(who, ask)| self.can_fill(*who, ask)) {
                Some((who, ask)) => (*who, ask.clone()),
                None => return false,
            },
        };
        let (g, s) = (self.session.setup(), self.session.state());
        let side = B::side(g, who);
        if let Some(choice) = B::standing(g, s, who, &ask) {
            let words = format!("{}: {}", B::name(g, who), B::notation(g, s, who, &ask, &choice));
            self.filled.push(words);
            return self.session.choose(who, choice).is_ok();
        }
        let Some(player) = self.plays.of(side) else { return false };
        self.filled.push(format!("a policy's choice for {}", B::name(g, who)));
        self.session.decide_for(who, &mut **player as &mut dyn Policy<B>)
    }

    fn can_fill(&self, who: Id, ask: &B::Ask) -> bool {
        let (g, s) = (self.session.setup(), self.session.state());
        B::standing(g, s, who, ask).is_some() || self.plays.has(B::side(g, who))
    }

    /// Where policies play: plays on as long as they and the seed answer.
    pub(super) fn play_on(&mut self) {
        if !self.plays.any() {
            return;
        }
        self.note_asked();
        for _ in 0..MOST_FILLED_IN {
            if !self.fill_in() {
                break;
            }
            self.filled.clear();
        }
        self.session.forget_undone();
    }

    /// What is awaited instead, and what was taken before that.
    fn unasked(&self) -> String {
        let mut words = self.awaited_words();
        if let (Some(Awaited::Dice(_)), false) = (self.session.awaited(), self.seeded) {
            words.push_str(", and there is no seed to throw them from");
        }
        if !self.filled.is_empty() {
            let named: Vec<String> = self.filled.iter().take(MOST_NAMED).map(|words| format!("`{words}`")).collect();
            let more = self.filled.len() - named.len();
            words.push_str(&format!("; before that, what was left open was answered: {}", list(&named)));
            if more > 0 {
                words.push_str(&format!(" and {more} more"));
            }
        }
        words
    }

    /// What is awaited, with the listed choices.
    pub(super) fn awaited_words(&self) -> String {
        let words = self.session.awaited_words();
        let Some(Awaited::Choices(_, asks)) = self.session.awaited() else { return words };
        let Some((who, ask)) = asks.first() else { return words };
        let options = crate::scribe::options::<B>(self.session.setup(), self.session.state(), *who, ask);
        let more = if options.len() > MOST_NAMED { ", …" } else { "" };
        format!("{words} ({}{more})", options.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", "))
    }

    /// The rule of the pending question is cited even if nobody answers it.
    fn note_asked(&mut self) {
        match self.session.awaited() {
            Some(Awaited::Choices(rule, _)) => {
                self.cited.insert(*rule);
            }
            Some(Awaited::Dice(dice)) => self.cited.extend(dice.iter().map(|d| d.rule)),
            None => {}
        }
    }

    /// Every rule cited until now.
    pub(super) fn all_cited(&self) -> BTreeSet<RuleId> {
        let mut cited = self.cited.clone();
        self.session.log().for_each(|(_, moment)| {
            moment.cites(&mut |rule| {
                cited.insert(rule);
            })
        });
        match self.session.awaited() {
            Some(Awaited::Choices(rule, _)) => cited.extend([*rule]),
            Some(Awaited::Dice(dice)) => cited.extend(dice.iter().map(|d| d.rule)),
            None => {}
        }
        cited.extend(self.session.outcome().map(|outcome| outcome.rule));
        cited
    }

    /// The last throws, unfolded: those since the last input, or the last one.
    pub(super) fn last_throws(&self) -> Vec<String> {
        const MOST: usize = 6;
        let g = self.session.setup();
        let unfolded = |moment: &Moment<B>| match moment {
            Moment::Threw(throw) => Some(crate::log::throw_detail::<B>(g, throw)),
            _ => None,
        };
        let mut lines: Vec<String> = self.news().filter_map(unfolded).collect();
        if lines.is_empty() {
            lines.extend(self.session.log().rev().find_map(|(_, moment)| unfolded(moment)));
        }
        lines.split_off(lines.len().saturating_sub(MOST))
    }
}
