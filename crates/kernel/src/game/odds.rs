//! What may come of a choice, in chances that people read.

mod best;
mod exact;
mod replies;
mod sampled;
mod told;

use super::inquiry::{Events, Inquiry, Others};
use crate::book::Book;
use crate::eyes::Eyes;
use crate::refused::Refused;
use crate::view::Viewer;
use crate::{Awaited, Bearing, Id, OddsError, RuleId, Scribe, Session, Side, Weight};
use replies::Replies;

/// What may come of the running step.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Odds {
    /// How many branches were followed, or how often the step was played.
    pub leaves: u64,
    /// How many steps were followed, the running one included.
    pub steps: u32,
    /// Something is still under way at some end, such as a shot: [`through`](crate::Inquiry::through) follows it.
    pub under_way: bool,
    /// Nothing where every branch was followed, so that the chances are exact; else the seed of the plays that were
    /// sampled instead.
    pub sampled: Option<u64>,
    /// What may happen to whom, in the order first met.
    pub results: Vec<ResultOdds>,
    /// The rules that may be met, of those that were asked for.
    pub events: Vec<EventOdds>,
    /// What may change of everybody's gauges.
    pub gauges: Vec<GaugeOdds>,
    /// What may become of the paths that were asked for.
    pub paths: Vec<PathOdds>,
    /// The checks that may be made, if they were asked for.
    pub checks: Vec<CheckOdds>,
    /// There may be more checks than those.
    pub more_checks: bool,
    /// The chance that the battle ends.
    pub over: Chance,
    /// The chance of each side to win by then.
    pub wins: Vec<(String, Chance)>,
    /// By how much the asker's side will stand better on average, by the book's [score](crate::Measures::score).
    pub gain: f64,
    /// The standard error of that, where it was sampled.
    pub gain_error: Option<f64>,
    /// Best replies were looked for, and on each branch only so many are the best: with more there were too many
    /// branches, and the others are usual ones.
    pub best_replies: Option<u32>,
    /// Fixed answers that nobody who was asked could give.
    pub unused: Vec<String>,
    /// A guess stands for what the asker may not know: everybody's but the game master's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
}

/// A chance.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Chance {
    /// From 0 to 1.
    pub p: f64,
    /// The same as a fraction: `7/36`. Empty where it is not known exactly: where it was sampled it lies between `low` and
    /// `high`; where dice go round in a circle of several throws, it is good to about 14 digits.
    pub fraction: String,
    /// The lower end of Wilson's interval of 95 %, where it was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Its upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl From<Weight> for Chance {
    fn from(weight: Weight) -> Self {
        let fraction = if let Weight::Exact(fraction) = &weight { fraction.words() } else { String::new() };
        Self { p: weight.value(), fraction, low: None, high: None }
    }
}

/// The chance that something happens to somebody.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct ResultOdds {
    /// To whom.
    pub who: String,
    /// What, in words that follow the name: `is hit`. Of what may come about more than once, `is hit at least once`, and where
    /// that is another chance, `is hit every time`.
    pub words: String,
    /// How likely.
    pub chance: Chance,
    /// Is it what comes of a try that fails, such as `is missed`?
    #[serde(skip)]
    pub fails: bool,
}

/// The chance that an event, dice or a question cites a rule.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct EventOdds {
    /// The rule.
    pub rule: &'static str,
    /// How likely.
    pub chance: Chance,
}

/// What may become of a gauge.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct GaugeOdds {
    /// Whose.
    pub who: String,
    /// `hp`.
    pub gauge: String,
    /// May whoever asks know how it stands? If not, the numbers say by how much it changes: it is 0 now.
    pub open: bool,
    /// What it is now.
    pub now: i32,
    /// What it will be on average.
    pub mean: f64,
    /// The standard error of the mean, where it was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Each value that it may come to, rising, with its chance.
    pub values: Vec<(i32, Chance)>,
}

impl GaugeOdds {
    /// What is taken off before a value is shown to one who may know by how much it changes, and not how it stands.
    #[must_use]
    pub fn hidden(&self) -> i32 {
        if self.open { 0 } else { self.now }
    }
}

/// What may become of a field.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct PathOdds {
    /// `Ogre.hp`.
    pub path: String,
    /// What it is now.
    pub now: crate::Value,
    /// What it will be on average, if it is always a number.
    pub mean: Option<f64>,
    /// Each value that it may come to, numbers rising, words in the order first met.
    pub values: Vec<(crate::Value, Chance)>,
}

/// A check that may be made.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct CheckOdds {
    /// Who throws.
    pub who: String,
    /// For which rule.
    pub rule: &'static str,
    /// `8d6>=4`; empty where nothing is thrown.
    pub dice: String,
    /// Rule, size, bearing and name (of a part of the sheet; else empty) of each modifier.
    pub terms: Vec<(String, i32, Bearing, &'static str)>,
    /// All that in words.
    pub words: String,
}

/// What is followed, and how.
struct Question<'q, B: Scribe> {
    book: Book<B>,
    session: &'q Session<B>,
    inquiry: &'q Inquiry,
    first: Option<(Id, B::Choice)>,
    /// Whose secret choices are known.
    knower: Viewer,
    /// The rules that were asked for.
    rules: Vec<RuleId>,
}

/// The odds of a choice (or, without one, of what is awaited) as a viewer may know them.
pub(super) fn odds<B: Scribe>(
    book: Book<B>,
    session: &Session<B>,
    eyes: &Eyes<B>,
    inquiry: &Inquiry,
    first: Option<(Id, B::Choice)>,
) -> Result<Odds, Refused> {
    if eyes.viewer() != Viewer::GameMaster {
        return guessed(book, session, eyes, inquiry, first);
    }
    let knower = inquiry.fair_to.map_or(Viewer::GameMaster, Viewer::Side);
    let question = Question { book, session, inquiry, first, knower, rules: told::rules::<B>(inquiry)? };
    told::paths_are_known(&question)?;
    question.odds(eyes)
}

/// The same of a battle in which a guess stands for everything that the viewer may not know.
fn guessed<B: Scribe>(
    book: Book<B>,
    session: &Session<B>,
    eyes: &Eyes<B>,
    inquiry: &Inquiry,
    first: Option<(Id, B::Choice)>,
) -> Result<Odds, Refused> {
    asks_for_chances_alone(inquiry)?;
    let Some(known) = session.as_known_to(eyes.viewer()) else {
        return Err(Refused::because("what may come of it hangs on what is not known here"));
    };
    let knower = Viewer::GameMaster;
    let question = Question { book, session: &known, inquiry, first, knower, rules: Vec::new() };
    let odds = question.odds(eyes).map_err(unnamed)?;
    Ok(Odds { guessed: true, ..for_the_viewer(session, eyes, odds) })
}

/// The same of the battle as it is, for a table whose game master wants it told: what is said of it is what the viewer may
/// be told, and the chances are true.
pub(super) fn as_it_is<B: Scribe>(
    book: Book<B>,
    session: &Session<B>,
    eyes: &Eyes<B>,
    inquiry: &Inquiry,
    first: Option<(Id, B::Choice)>,
) -> Result<Odds, Refused> {
    asks_for_chances_alone(inquiry)?;
    let question = Question { book, session, inquiry, first, knower: eyes.viewer(), rules: Vec::new() };
    let odds = question.odds(eyes).map_err(unnamed)?;
    Ok(for_the_viewer(session, eyes, odds))
}

/// Others than the game master are told chances, and not how they come about.
fn asks_for_chances_alone(inquiry: &Inquiry) -> Result<(), Refused> {
    if inquiry.events == Events::None && !inquiry.checks && inquiry.paths.is_empty() {
        return Ok(());
    }
    let what = "rules that are met, paths and checks";
    Err(Refused::because(format!("{what} are for the game master alone: they may tell what others hide")))
}

/// A refusal in which nobody is named who is not seen.
fn unnamed(no: Refused) -> Refused {
    Refused { why: crate::eyes::unnamed(&no.why), ..no }
}

/// Of those whom the viewer does not see nothing is told, not even that there are any; of the others, by how much they
/// change.
fn for_the_viewer<B: Scribe>(session: &Session<B>, eyes: &Eyes<B>, mut odds: Odds) -> Odds {
    let view = B::view(session.setup(), session.state(), eyes.viewer());
    let token = |who: &str| view.tokens.iter().find(|token| token.name == who);
    odds.results.retain(|result| token(&result.who).is_some());
    odds.gauges.retain(|gauge| token(&gauge.who).is_some());
    for gauge in &mut odds.gauges {
        gauge.open = token(&gauge.who).is_some_and(|token| eyes.viewer().is_privy(Side(token.side)));
        if !gauge.open {
            let now = std::mem::take(&mut gauge.now);
            gauge.mean -= f64::from(now);
            gauge.values.iter_mut().for_each(|(value, _)| *value = value.saturating_sub(now));
        }
    }
    odds
}

impl<B: Scribe> Question<'_, B> {
    fn odds(&self, eyes: &Eyes<B>) -> Result<Odds, Refused> {
        let inquiry = self.inquiry;
        let mut replies = Replies::new(self.book, self.session, eyes, &inquiry.reply)?;
        let odds = match exact::odds(self, &mut replies) {
            Err(OddsError::TooMany(_)) if inquiry.samples.is_some() && !self.looks_for_the_best() => {
                let samples = inquiry.samples.unwrap_or(super::Samples { count: 0, seed: 0 });
                sampled::odds(self, &mut replies, samples)
            }
            odds => odds.map_err(|error| match error {
                OddsError::Choice(error) => Refused::from_session(B::CATALOGUE, error),
                other => Refused { too_many: true, ..Refused::because(other.to_string()) },
            }),
        }?;
        Ok(Odds { unused: replies.unused(), ..odds })
    }

    fn looks_for_the_best(&self) -> bool {
        matches!(self.inquiry.reply.others, Others::Best | Others::BestOfAll)
    }

    /// Whose odds they are: of who chooses first, else of who is awaited.
    fn side(&self) -> Side {
        let awaited = || match self.session.awaited()? {
            Awaited::Dice(dice) => dice.first().map(|dice| dice.who),
            Awaited::Choices(_, asks) => asks.first().map(|(who, _)| *who),
        };
        let who = self.first.as_ref().map(|(who, _)| *who).or_else(awaited);
        who.map_or(Side(0), |who| B::side(self.session.setup(), who))
    }
}
