//! What may come of a choice, in chances that people read.

mod best;
mod exact;
mod replies;
mod sampled;
mod told;

use super::inquiry::{Inquiry, Others};
use super::{Book, Refused};
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
    /// By how much the asker's side will stand better on average, by the book's [score](crate::Scribe::score).
    pub gain: f64,
    /// The standard error of that, where it was sampled.
    pub gain_error: Option<f64>,
    /// Best replies were looked for, and on each branch only so many are the best: with more there were too many
    /// branches, and the others are usual ones.
    pub best_replies: Option<u32>,
    /// Fixed answers that nobody who was asked could give.
    pub unused: Vec<String>,
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
        let fraction = weight.fraction().map_or_else(String::new, |fraction| fraction.to_string());
        Self { p: weight.value(), fraction, low: None, high: None }
    }
}

/// The chance that something happens to somebody.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct ResultOdds {
    /// To whom.
    pub who: String,
    /// What, in words that follow the name: `is hit`.
    pub words: &'static str,
    /// How likely.
    pub chance: Chance,
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
    /// May whoever asks know how it stands? Others may know by how much it changes.
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
    /// The rules that were asked for.
    rules: Vec<RuleId>,
}

/// The odds of a choice (or, without one, of what is awaited) as a viewer may know them.
pub(super) fn odds<B: Scribe>(
    book: Book<B>,
    session: &Session<B>,
    inquiry: &Inquiry,
    first: Option<(Id, B::Choice)>,
) -> Result<Odds, Refused> {
    let question = Question { book, session, inquiry, first, rules: told::rules::<B>(inquiry)? };
    told::paths_are_known(&question)?;
    let mut replies = question.replies()?;
    let odds = match exact::odds(&question, &mut replies) {
        Err(OddsError::TooMany(_)) if inquiry.samples.is_some() && !question.looks_for_the_best() => {
            let samples = inquiry.samples.unwrap_or(super::Samples { count: 0, seed: 0 });
            sampled::odds(&question, &mut replies, samples)
        }
        odds => odds.map_err(|error| match error {
            OddsError::Choice(error) => Refused::from_session(B::CATALOGUE, error),
            other => Refused { too_many: true, ..Refused::because(other.to_string()) },
        }),
    }?;
    Ok(Odds { unused: replies.unused(), ..question.for_the_viewer(odds) })
}

impl<B: Scribe> Question<'_, B> {
    fn replies(&self) -> Result<Replies<B>, Refused> {
        Replies::new(self.book, self.session, &self.inquiry.reply)
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

    /// Of those whom the viewer does not see nothing is told, not even that there are any.
    fn for_the_viewer(&self, mut odds: Odds) -> Odds {
        let viewer = self.inquiry.viewer;
        if viewer == Viewer::GameMaster {
            return odds;
        }
        let view = B::view(self.session.setup(), self.session.state(), viewer);
        let knows = |who: &str| view.tokens.iter().any(|token| token.name == who);
        odds.results.retain(|result| knows(&result.who));
        odds.gauges.retain(|gauge| knows(&gauge.who));
        let own = |who: &str| view.tokens.iter().any(|token| token.name == who && viewer.is_privy(Side(token.side)));
        odds.gauges.iter_mut().for_each(|gauge| gauge.open = own(&gauge.who));
        odds
    }
}
