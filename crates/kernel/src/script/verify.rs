//! What a transcript expects, held against a battle.

use super::driver::Driver;
use super::usual::find_side;
use super::{chance, compare, input};
use crate::moment::{Moment, Throw};
use crate::refused::Refused;
use crate::tape::Awaited;
use crate::transcript::{Compare, Expectation, Part, Transcript};
use crate::words::list;
use crate::{Id, RuleId, Scribe, Session, Source};

/// An expectation that does not hold.
#[derive(Debug)]
pub(super) struct Mismatch {
    pub(super) what: String,
    pub(super) expected: String,
    pub(super) actual: String,
}

impl Mismatch {
    pub(super) fn new(what: impl Into<String>, expected: impl Into<String>, actual: impl Into<String>) -> Self {
        Self { what: what.into(), expected: expected.into(), actual: actual.into() }
    }

    /// The expectation itself makes no sense here.
    pub(super) fn nonsense(why: impl Into<String>) -> Self {
        let why = why.into();
        Self { what: why.clone(), expected: String::new(), actual: why }
    }

    pub(super) fn unplayable(refused: &Refused) -> Self {
        Self::nonsense(refused.to_string())
    }
}

type Verdict = Result<(), Mismatch>;

impl<B: Scribe> Driver<B> {
    /// Holds an expectation against the battle as it stands.
    pub(super) fn verify(&mut self, expectation: &Expectation) -> Verdict {
        let verdict = self.verify_as_it_stands(expectation);
        // All others say what is awaited, or go on by themselves.
        let stands_still = matches!(
            expectation,
            Expectation::Value { .. }
                | Expectation::Event { .. }
                | Expectation::Says { .. }
                | Expectation::Throw { .. }
        );
        verdict.map_err(|mismatch| match self.still_open() {
            Some(open) if stands_still && !mismatch.expected.is_empty() => {
                Mismatch { actual: format!("{}; {open}", mismatch.actual), ..mismatch }
            }
            _ => mismatch,
        })
    }

    /// A question that has not been answered yet though there is a usual answer to it: before an expectation nothing is filled
    /// in, since what is asked may be what is expected.
    fn still_open(&self) -> Option<String> {
        let Some(Awaited::Choices(rule, asks)) = self.session.awaited() else { return None };
        let (g, s) = (self.session.setup(), self.session.state());
        let (who, ask) = asks.first()?;
        let usual = B::notation(g, s, *who, ask, &B::standing(g, s, *who, ask)?);
        let name = B::name(g, *who);
        Some(format!("still open is {} of {name}: `{name}: {usual}` is the usual answer", B::CATALOGUE.name(*rule)))
    }

    fn verify_as_it_stands(&mut self, expectation: &Expectation) -> Verdict {
        match expectation {
            Expectation::Value { path, compare, value } => self.value(path, *compare, value),
            Expectation::Event { rule, told } => self.event(rule, *told),
            Expectation::Says { words, said } => self.says(words, *said),
            Expectation::Ask(words) => self.ask(words),
            Expectation::Offered { choice, offered } => self.offered(choice, *offered),
            Expectation::Throw { throw, part, compare, value } => self.threw(throw, *part, *compare, value),
            Expectation::Chance { choice, of, compare, value } => {
                chance::verify(self, choice.as_deref(), of, *compare, value)
            }
            Expectation::Over(winner) => {
                self.play_on();
                self.over(winner.as_deref())
            }
            Expectation::Roundtrip => {
                let said = |why: String| Mismatch::new("the saved battle is another one", "the same battle", why);
                roundtrip(&self.session).map_err(said)
            }
            Expectation::Refused { .. } | Expectation::Taken => Ok(()),
        }
    }

    /// Was the line before refused, by that rule and with those words?
    pub(super) fn refused(
        &mut self,
        verdict: Option<&(usize, Result<(), Refused>)>,
        rule: Option<&str>,
        words: Option<&str>,
    ) -> Verdict {
        let rule = rule.map(|rule| self.rule(rule)).transpose()?;
        let rule_name = rule.map(|rule| B::CATALOGUE.name(rule));
        let expected = match (rule_name, words) {
            (Some(rule), Some(words)) => format!("refused by {rule}, with \"{words}\""),
            (Some(rule), None) => format!("refused by {rule}"),
            (None, Some(words)) => format!("refused with \"{words}\""),
            (None, None) => "refused".to_owned(),
        };
        match verdict {
            None => Err(Mismatch::nonsense("no line stands before this one that could have been refused")),
            Some((line, Ok(()))) => {
                let news: Vec<String> = self.told();
                let actual = format!("taken{}", news.first().map_or(String::new(), |told| format!(": {told}")));
                Err(Mismatch::new(format!("line {line} was not refused"), expected, actual))
            }
            Some((_, Err(refused))) => {
                let by = rule_name.is_none_or(|rule| refused.rule == Some(rule));
                let with = words.is_none_or(|words| contains(&refused.why, words));
                if !by || !with {
                    return Err(Mismatch::new("refused for another reason", expected, refused.to_string()));
                }
                self.cited.extend(refused.rule.and_then(|rule| B::CATALOGUE.find(rule)));
                Ok(())
            }
        }
    }

    /// Was the line before taken? One that was refused is a failure by itself.
    pub(super) fn taken(&self, verdict: Option<&(usize, Result<(), Refused>)>) -> Verdict {
        match verdict {
            None => Err(Mismatch::nonsense("no line stands before this one that could have been refused")),
            Some((_, Ok(()))) => Ok(()),
            Some((line, Err(refused))) => {
                Err(Mismatch::new(format!("line {line} was refused"), "not refused", refused.to_string()))
            }
        }
    }

    fn value(&self, path: &str, compare: Compare, text: &str) -> Verdict {
        let value = crate::scribe::read::<B>(self.session.setup(), self.session.state(), path)
            .map_err(|refusal| Mismatch::nonsense(refusal.why()))?;
        let (g, s) = (self.session.setup(), self.session.state());
        if compare::field::<B>(g, s, &value, compare, text).map_err(Mismatch::nonsense)? {
            return Ok(());
        }
        let expected = format!("{path} {compare} {text}");
        Err(Mismatch::new(format!("{path} is {value}"), expected, value.to_string()))
    }

    fn event(&self, rule: &str, told: bool) -> Verdict {
        let rule = self.rule(rule)?;
        if self.news().any(|moment| moment.has(rule)) == told {
            return Ok(());
        }
        let name = B::CATALOGUE.name(rule);
        let mut cited: Vec<&str> = Vec::new();
        self.news().for_each(|moment| {
            moment.cites(&mut |rule| {
                let name = B::CATALOGUE.name(rule);
                if !cited.contains(&name) {
                    cited.push(name);
                }
            })
        });
        let actual = if cited.is_empty() { "nothing happened".into() } else { format!("cited: {}", cited.join(", ")) };
        Err(match told {
            true => Mismatch::new(format!("nothing cites {name}"), format!("event {name}"), actual),
            false => Mismatch::new(format!("{name} was cited"), format!("no event {name}"), actual),
        })
    }

    /// The lines told since the last input.
    fn told(&self) -> Vec<String> {
        let g = self.session.setup();
        let line = |moment: &Moment<B>| match moment {
            Moment::Told(event) => Some(B::narrate(g, event)).filter(|line| !line.is_empty()),
            Moment::Decreed(edict) => Some(format!("gm: {edict}")),
            _ => None,
        };
        self.news().filter_map(line).collect()
    }

    fn says(&self, words: &str, said: bool) -> Verdict {
        let told = self.told();
        if told.iter().any(|line| contains(line, words)) == said {
            return Ok(());
        }
        let actual = if told.is_empty() { "nothing was told".into() } else { told.join(" / ") };
        let no = if said { "" } else { "not " };
        Err(Mismatch::new(
            format!("\"{words}\" was {}told", if said { "not " } else { "" }),
            format!("{no}says \"{words}\""),
            actual,
        ))
    }

    fn ask(&self, words: &str) -> Verdict {
        let actual = || match self.session.outcome() {
            Some(_) => "nothing: the battle is over".to_owned(),
            None => self.awaited_words(),
        };
        if words.is_empty() {
            let over = self.session.awaited().is_none();
            return over.then_some(()).ok_or_else(|| Mismatch::new("something is awaited", "ask none", actual()));
        }
        let (who, rule) = self.who_and_rule(words)?;
        let fits = |id: Id, asked: RuleId| {
            who.is_none_or(|who| who == id) && rule.is_none_or(|rule| input::is_named::<B>(asked, rule))
        };
        let asked = match self.session.awaited() {
            Some(Awaited::Choices(rule, asks)) => asks.iter().any(|(id, _)| fits(*id, *rule)),
            Some(Awaited::Dice(dice)) => dice.iter().any(|d| fits(d.who, d.rule)),
            None => false,
        };
        asked.then_some(()).ok_or_else(|| Mismatch::new("this is not awaited", format!("ask {words}"), actual()))
    }

    fn offered(&self, choice: &str, offered: bool) -> Verdict {
        let Some(Awaited::Choices(_, asks)) = self.session.awaited() else {
            let why = format!("no choice is awaited: {}", self.session.awaited_words());
            return Err(Mismatch::nonsense(why));
        };
        let (g, s) = (self.session.setup(), self.session.state());
        let mut listed = Vec::new();
        for (who, ask) in asks {
            listed.extend(crate::scribe::options::<B>(g, s, *who, ask));
            let same = B::parse(g, s, *who, ask, choice).ok();
            B::options(g, s, *who, ask, &mut |option| {
                if same.as_ref() == Some(&option) {
                    listed.push(choice.to_owned());
                }
            });
        }
        if listed.iter().any(|listed| listed == choice) == offered {
            return Ok(());
        }
        listed.truncate(40);
        let (what, no) = if offered { ("is not among the choices", "") } else { ("is among the choices", "not ") };
        Err(Mismatch::new(format!("\"{choice}\" {what}"), format!("{no}offered \"{choice}\""), listed.join(", ")))
    }

    fn threw(&self, throw: &str, part: Part, compare: Compare, value: &str) -> Verdict {
        let (who, rule) = self.who_and_rule(throw)?;
        let (Some(who), Some(rule)) = (who, rule) else {
            return Err(Mismatch::nonsense("whose throw for which rule? For example `expect throw Ogre attack == 4`"));
        };
        let named = |moment: &Moment<B>| match moment {
            Moment::Threw(throw) if throw.who == who && input::is_named::<B>(throw.rule, rule) => Some(throw.clone()),
            _ => None,
        };
        let expected = format!("{throw} {compare} {value}");
        let Some(found) = self.session.log().rev().find_map(|(_, moment)| named(moment)) else {
            return Err(Mismatch::new("there was no such throw", expected, "no such throw"));
        };
        if throw_holds(&found, part, compare, value).map_err(Mismatch::nonsense)? {
            return Ok(());
        }
        let actual = crate::log::throw_detail::<B>(self.session.setup(), &found);
        Err(Mismatch::new("the throw was another one", expected, actual))
    }

    fn over(&self, winner: Option<&str>) -> Verdict {
        let sides = B::sides(self.session.setup());
        let name = |side: crate::Side| sides.get(usize::from(side.0)).cloned().unwrap_or_default();
        let expected = format!("over {}", winner.unwrap_or(""));
        let Some(outcome) = self.session.outcome() else {
            return Err(Mismatch::new("the battle is not over", expected.trim(), self.awaited_words()));
        };
        let holds = match winner {
            None => true,
            Some("none") => outcome.winner.is_none(),
            Some(side) => outcome.winner == Some(find_side(sides, side).map_err(Mismatch::nonsense)?),
        };
        let actual = outcome.winner.map_or_else(|| "nobody won".into(), |side| format!("{} won", name(side)));
        holds.then_some(()).ok_or_else(|| Mismatch::new(actual.clone(), expected, actual))
    }

    pub(super) fn rule(&self, rule: &str) -> Result<RuleId, Mismatch> {
        B::CATALOGUE.complete(rule).map_err(Mismatch::nonsense)
    }

    /// `Ogre dp.counter`, `Ogre` or `dp.counter`; of the rule a part of its id will do, if there is such a rule.
    pub(super) fn who_and_rule<'w>(&self, words: &'w str) -> Result<(Option<Id>, Option<&'w str>), Mismatch> {
        let g = self.session.setup();
        let (who, rule) = match input::leading_name::<B>(g, words) {
            Some((id, rest)) => (Some(id), rest),
            None => match input::split(words) {
                (first, rest) if !rest.is_empty() => {
                    (Some(crate::combatant::<B>(g, first).map_err(|refusal| Mismatch::nonsense(refusal.why()))?), rest)
                }
                (rule, _) => match crate::combatant::<B>(g, rule) {
                    Ok(id) => (Some(id), ""),
                    Err(_) => (None, rule),
                },
            },
        };
        let known =
            |rule: &str| (0..B::CATALOGUE.rules.len()).any(|at| input::is_named::<B>(RuleId::new(at as u16), rule));
        if !rule.is_empty() && !known(rule) {
            self.rule(rule)?;
        }
        Ok((who, Some(rule).filter(|rule| !rule.is_empty())))
    }
}

fn contains(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(&words.to_lowercase())
}

fn throw_holds(throw: &Throw, part: Part, compare: Compare, value: &str) -> Result<bool, String> {
    match part {
        Part::Total => compare::number(throw.total, compare, value),
        Part::Natural => compare::number(throw.natural, compare, value),
        Part::Score => {
            let score = crate::check::score(&throw.terms);
            compare::number(score.ok_or("nothing says what these dice must not exceed")?, compare, value)
        }
        Part::Dice => {
            let (dice, same) = compare::dice(compare, value)?;
            Ok((throw.dice == dice) == same)
        }
    }
}

/// Saves and loads: is it the same battle?
///
/// # Errors
/// What is different.
pub(crate) fn roundtrip<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let saved = session.save();
    let source = Source::new("the saved battle", &*saved);
    let said = |errors: Vec<crate::Diagnostic>| {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("it cannot be loaded: {}\n{saved}", list(&all))
    };
    let transcript = Transcript::parse(&source).map_err(said)?;
    if transcript.to_string() != saved {
        return Err("printing the transcript does not give the text that was read".into());
    }
    let loaded = Session::<B>::load(&transcript).map_err(said)?;
    if loaded.state() != session.state() {
        return Err(format!("the state is {:?} instead of {:?}", loaded.state(), session.state()));
    }
    if loaded.awaited() != session.awaited() || loaded.outcome() != session.outcome() {
        return Err(format!("{} instead of {}", loaded.awaited_words(), session.awaited_words()));
    }
    let (given, was_given) = (loaded.entry_lines(), session.entry_lines());
    if given != was_given {
        return Err(format!("{given:?} has been given instead of {was_given:?}"));
    }
    let again = loaded.save();
    if again == saved { Ok(()) } else { Err(format!("saved again it reads\n{again}\ninstead of\n{saved}")) }
}
