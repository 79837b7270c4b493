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
    let mut rules = Vec::new();
    predicate.rules(&mut rules);
    let watch = Watch { results: false, ..Watch::rules(&rules) };
    let ends = session
        .ends(Viewer::GameMaster, first, &mut policy, watch, Precision::Exact, BUDGET)
        .map_err(|error| Mismatch::nonsense(error.to_string()))?;
    let mut chance = Weight::zero(Precision::Exact);
    for end in &ends.ends {
        // Ways that end alike are one: of each rule it is known how many of them have met it, and not of two together.
        let of = |rule: RuleId| (rule, ends.missed(end, Sign::Rule(rule)));
        let met: Vec<(RuleId, Weight)> = rules.iter().copied().map(of).collect();
        let surely = |rule: RuleId| met.iter().any(|(known, missed)| *known == rule && missed.is_zero());
        let open: Vec<&(RuleId, Weight)> =
            met.iter().filter(|(_, missed)| !missed.is_zero() && *missed != end.weight).collect();
        let holds = |met: &dyn Fn(RuleId) -> bool| predicate.holds(&session, end, met).map_err(Mismatch::nonsense);
        match open.as_slice() {
            [] if holds(&surely)? => chance.add(&end.weight),
            [] => {}
            [(rule, missed)] => {
                if holds(&|known| known != *rule && surely(known))? {
                    chance.add(missed);
                }
                if holds(&|known| known == *rule || surely(known))? {
                    chance.add(&without(&end.weight, missed));
                }
            }
            [(one, _), (other, _), ..] => {
                let name = |rule: RuleId| B::CATALOGUE.name(rule);
                return Err(Mismatch::nonsense(format!(
                    "of `{}` and `{}` together the chance is not known: ways that meet one, and that meet the other, come \
                     to the same end. Ask for each alone, or for what comes of them",
                    name(*one),
                    name(*other)
                )));
            }
        }
    }
    if compare::chance(&chance, compare, value).map_err(Mismatch::nonsense)? {
        return Ok(());
    }
    let actual = compare::chance_words(&chance);
    Err(Mismatch::new(format!("the chance is {actual}"), format!("{compare} {value}"), actual))
}

/// What is left of a chance.
fn without(whole: &Weight, part: &Weight) -> Weight {
    let mut rest = whole.complement();
    rest.add(part);
    rest.complement()
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
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

impl<'p> Known<'p> {
    fn of<B: Scribe>(driver: &Driver<B>, predicate: &'p Predicate) -> Result<Self, Mismatch> {
        Ok(match predicate {
            Predicate::Event { rule, told } => Self::Event { rule: driver.rule(rule)?, told: *told },
            Predicate::Value { path, compare, value } => Self::Value { path, compare: *compare, value },
            Predicate::All(parts) => Self::All(Self::each(driver, parts)?),
            Predicate::Any(parts) => Self::Any(Self::each(driver, parts)?),
            Predicate::Not(part) => Self::Not(Box::new(Self::of(driver, part)?)),
            Predicate::Over(None) => Self::Over(None),
            Predicate::Over(Some(side)) if side == "none" => Self::Over(Some(None)),
            Predicate::Over(Some(side)) => {
                let sides = B::sides(driver.session.setup());
                Self::Over(Some(Some(find_side(sides, side).map_err(Mismatch::nonsense)?)))
            }
        })
    }

    fn each<B: Scribe>(driver: &Driver<B>, parts: &'p [Predicate]) -> Result<Vec<Self>, Mismatch> {
        parts.iter().map(|part| Self::of(driver, part)).collect()
    }

    /// The rules that it speaks of, each once.
    fn rules(&self, rules: &mut Vec<RuleId>) {
        match self {
            Self::Event { rule, .. } if !rules.contains(rule) => rules.push(*rule),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.rules(rules)),
            Self::Not(part) => part.rules(rules),
            Self::Event { .. } | Self::Value { .. } | Self::Over(_) => {}
        }
    }

    /// Does it hold at an end? What is met on the way there is not to be seen in it, and is said.
    fn holds<B: Scribe>(
        &self,
        session: &Session<B>,
        end: &End<B::State>,
        met: &dyn Fn(RuleId) -> bool,
    ) -> Result<bool, String> {
        match self {
            Self::Event { rule, told } => Ok(met(*rule) == *told),
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
