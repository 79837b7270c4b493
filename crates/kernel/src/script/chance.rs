//! Exact chances, from the battle as it stands.

use super::driver::Driver;
use super::usual::{Steady, find_side};
use super::verify::Mismatch;
use super::{compare, input};
use crate::transcript::{Compare, Content, Predicate, content};
use crate::weight::{Precision, Weight};
use crate::{End, Flow, RuleId, Scribe, Session, Sign, Viewer, Watch};

/// Branches that one expectation may take.
const BUDGET: u64 = 200_000;

/// Usual answers that are taken before a choice fits.
const MOST_USUAL: usize = 1_000;

/// Is the chance as large as expected?
pub(super) fn verify<B: Scribe>(
    driver: &mut Driver<B>,
    choice: Option<&str>,
    of: &Predicate,
    compare: Compare,
    value: &str,
) -> Result<(), Mismatch> {
    let predicate = Known::of(driver, of)?;
    let (session, first) = match choice {
        Some(choice) => after(driver, choice)?,
        None => (driver.session.fork(), None),
    };
    let mut policy = Steady::new(driver.book, &driver.plays);
    let watch = Watch { results: false, ..Watch::rules(predicate.rule().as_slice()) };
    let ends = session
        .ends(Viewer::GameMaster, first, &mut policy, watch, Precision::Exact, BUDGET)
        .map_err(|error| Mismatch::nonsense(error.to_string()))?;
    let mut chance = Weight::zero(Precision::Exact);
    if let Known::Event { rule, told } = predicate {
        let met = ends.met(Precision::Exact, Sign::Rule(rule));
        chance = if told { met } else { met.complement() };
    }
    for end in &ends.ends {
        if predicate.holds(&session, end).map_err(Mismatch::nonsense)? {
            chance.add(&end.weight);
        }
    }
    if compare::chance(&chance, compare, value).map_err(Mismatch::nonsense)? {
        return Ok(());
    }
    let actual = compare::chance_words(&chance);
    Err(Mismatch::new(format!("the chance is {actual}"), format!("{compare} {value}"), actual))
}

/// The battle in which a choice can be made, usual answers having been taken, and the choice.
#[allow(clippy::type_complexity)]
fn after<B: Scribe>(
    driver: &mut Driver<B>,
    line: &str,
) -> Result<(Session<B>, Option<(crate::Id, B::Choice)>), Mismatch> {
    let wrong = |why: String| Mismatch::nonsense(format!("`{line}`: {why}"));
    let Ok(Content::Choice { who, words }) = content(line) else {
        return Err(wrong("a choice reads `NAME: what`".into()));
    };
    let mut session = driver.session.fork();
    let who = input::person(&session, &who).map_err(|refused| wrong(refused.to_string()))?;
    let mut why = String::new();
    for _ in 0..MOST_USUAL {
        match input::read_choice(&session, who, &words) {
            Ok(choice) => return Ok((session, Some((who, choice)))),
            Err(refused) => why = refused.to_string(),
        }
        if !session.stand() {
            break;
        }
    }
    Err(wrong(why))
}

/// A predicate whose rules and sides are known.
enum Known<'p> {
    Event { rule: RuleId, told: bool },
    Value { path: &'p str, compare: Compare, value: &'p str },
    Over(Option<Option<crate::Side>>),
}

impl<'p> Known<'p> {
    fn of<B: Scribe>(driver: &Driver<B>, predicate: &'p Predicate) -> Result<Self, Mismatch> {
        Ok(match predicate {
            Predicate::Event { rule, told } => Self::Event { rule: driver.rule(rule)?, told: *told },
            Predicate::Value { path, compare, value } => Self::Value { path, compare: *compare, value },
            Predicate::Over(None) => Self::Over(None),
            Predicate::Over(Some(side)) if side == "none" => Self::Over(Some(None)),
            Predicate::Over(Some(side)) => {
                let sides = B::sides(driver.session.setup());
                Self::Over(Some(Some(find_side(sides, side).map_err(Mismatch::nonsense)?)))
            }
        })
    }

    fn rule(&self) -> Option<RuleId> {
        match self {
            Self::Event { rule, .. } => Some(*rule),
            _ => None,
        }
    }

    /// Does it hold at an end? What is met on the way there is not to be seen in it.
    fn holds<B: Scribe>(&self, session: &Session<B>, end: &End<B::State>) -> Result<bool, String> {
        match self {
            Self::Event { .. } => Ok(false),
            Self::Value { path, compare, value } => {
                let read = |s: &B::State| crate::scribe::read::<B>(session.setup(), s, path);
                match read(&end.state) {
                    Ok(read) => compare::value(&read, *compare, value),
                    // Whoever is not there at that end has no such field; where nobody has it now either, the path is wrong.
                    Err(_) if read(session.state()).is_ok() => Ok(false),
                    Err(refusal) => Err(refusal.why()),
                }
            }
            Self::Over(winner) => Ok(match end.flow {
                Flow::On => false,
                Flow::Over(outcome) => winner.is_none_or(|winner| outcome.winner == winner),
            }),
        }
    }
}
