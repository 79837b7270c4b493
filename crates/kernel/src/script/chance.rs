//! Exact chances, from the battle as it stands.

use super::driver::Driver;
use super::usual::{Steady, find_side};
use super::verify::Mismatch;
use super::{compare, input};
use crate::transcript::{Compare, Content, Part, Predicate, content};
use crate::weight::{Precision, Weight};
use crate::words::short;
use crate::{ComesTo, End, Flow, RuleId, Scribe, Session, Sign, Span, Viewer, Watch, Watched, WatchedThrow};

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
    // Ways that come to the same end are told apart by what they have met, so that several things together have a chance.
    let mut watch = Watch { together: true, rules: Watched::These(Vec::new()), ..Watch::default() };
    let predicate = Known::of(driver, of, &mut watch)?;
    let (session, first) = match choice {
        Some(choice) => after(driver, choice)?,
        None => (driver.session.fork(), None),
    };
    let mut policy = Steady::new(driver.book, &driver.plays);
    let ends = session
        .ends(Viewer::GameMaster, first, &mut policy, watch, Precision::Exact, BUDGET)
        .map_err(|error| Mismatch::nonsense(error.to_string()))?;
    let mut chance = Weight::zero(Precision::Exact);
    for end in &ends.ends {
        let met = |sign: Sign| ends.all_met(end, sign);
        if predicate.holds(&session, end, &met).map_err(Mismatch::nonsense)? {
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

/// Listens for a rule, once however often it is named.
fn event(rule: RuleId, watch: &mut Watch) -> Sign {
    if let Watched::These(rules) = &mut watch.rules
        && !rules.contains(&rule)
    {
        rules.push(rule);
    }
    Sign::Rule(rule)
}

/// Listens for a throw, once however often it is named.
fn thrown(throw: WatchedThrow, watch: &mut Watch) -> Result<Sign, Mismatch> {
    let at = watch.throws.iter().position(|known| *known == throw).unwrap_or_else(|| {
        watch.throws.push(throw);
        watch.throws.len() - 1
    });
    u16::try_from(at).map(Sign::Throw).map_err(|_| Mismatch::nonsense("these are too many throws"))
}

/// What a throw must come to, as `expect throw` compares it.
fn comes_to(part: Part, compare: Compare, value: &str) -> Result<ComesTo, String> {
    if part == Part::Dice {
        let (dice, same) = compare::dice(compare, value)?;
        return Ok(ComesTo::Dice(dice, same));
    }
    let number: i64 =
        value.trim().parse().map_err(|_| format!("a throw comes to a number, `{}` is none", short(value)))?;
    let (from, to, inside) = match compare {
        Compare::Equal | Compare::Contains => (number, number, true),
        Compare::Different | Compare::Lacks => (number, number, false),
        Compare::AtMost => (i64::MIN, number, true),
        Compare::More => (i64::MIN, number, false),
        Compare::AtLeast => (number, i64::MAX, true),
        Compare::Less => (number, i64::MAX, false),
    };
    let span = Span { from, to, inside };
    Ok(match part {
        Part::Natural => ComesTo::Natural(span),
        Part::Score => ComesTo::Score(span),
        Part::Total | Part::Dice => ComesTo::Total(span),
    })
}

/// A predicate whose rules, throws and sides are known.
enum Known<'p> {
    /// Something that is met on the way, or is not.
    Met {
        sign: Sign,
        met: bool,
    },
    Value {
        path: &'p str,
        compare: Compare,
        value: &'p str,
    },
    Over(Option<Option<crate::Side>>),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

impl<'p> Known<'p> {
    /// What it listens for is added to the watch.
    fn of<B: Scribe>(driver: &Driver<B>, predicate: &'p Predicate, watch: &mut Watch) -> Result<Self, Mismatch> {
        Ok(match predicate {
            Predicate::Event { rule, told } => Self::Met { sign: event(driver.rule(rule)?, watch), met: *told },
            Predicate::Throw { throw, part, compare, value } => {
                let (who, rule) = driver.who_and_rule(throw)?;
                let all = (0..B::CATALOGUE.rules.len()).map(|at| RuleId::new(at as u16));
                let rules = rule.map_or(Vec::new(), |rule| all.filter(|id| input::is_named::<B>(*id, rule)).collect());
                let comes_to = comes_to(*part, *compare, value).map_err(Mismatch::nonsense)?;
                Self::Met { sign: thrown(WatchedThrow { who, rules, comes_to }, watch)?, met: true }
            }
            Predicate::Value { path, compare, value } => Self::Value { path, compare: *compare, value },
            Predicate::All(parts) => Self::All(Self::each(driver, parts, watch)?),
            Predicate::Any(parts) => Self::Any(Self::each(driver, parts, watch)?),
            Predicate::Not(part) => Self::Not(Box::new(Self::of(driver, part, watch)?)),
            Predicate::Over(None) => Self::Over(None),
            Predicate::Over(Some(side)) if side == "none" => Self::Over(Some(None)),
            Predicate::Over(Some(side)) => {
                let sides = B::sides(driver.session.setup());
                Self::Over(Some(Some(find_side(sides, side).map_err(Mismatch::nonsense)?)))
            }
        })
    }

    fn each<B: Scribe>(driver: &Driver<B>, parts: &'p [Predicate], watch: &mut Watch) -> Result<Vec<Self>, Mismatch> {
        parts.iter().map(|part| Self::of(driver, part, watch)).collect()
    }

    /// Does it hold at an end? What is met on the way there is not to be seen in it, and is said.
    fn holds<B: Scribe>(
        &self,
        session: &Session<B>,
        end: &End<B::State>,
        met: &dyn Fn(Sign) -> bool,
    ) -> Result<bool, String> {
        match self {
            Self::Met { sign, met: wanted } => Ok(met(*sign) == *wanted),
            Self::Value { path, compare, value } => {
                let read = |s: &B::State| crate::scribe::read::<B>(session.setup(), s, path);
                match read(&end.state) {
                    Ok(read) => compare::field::<B>(session.setup(), &end.state, &read, *compare, value),
                    // Whoever is not there at that end has no such field; where nobody has it now either, the path is wrong.
                    Err(_) if read(session.state()).is_ok() => Ok(false),
                    Err(refusal) => Err(refusal.why()),
                }
            }
            Self::Over(winner) => Ok(match end.flow {
                Flow::On => false,
                Flow::Over(outcome) => winner.is_none_or(|winner| outcome.winner == winner),
            }),
            // All are looked at, so that what is wrong with any of them is said.
            Self::All(parts) => parts.iter().try_fold(true, |all, part| Ok(part.holds(session, end, met)? && all)),
            Self::Any(parts) => parts.iter().try_fold(false, |any, part| Ok(part.holds(session, end, met)? || any)),
            Self::Not(part) => part.holds(session, end, met).map(|holds| !holds),
        }
    }
}
