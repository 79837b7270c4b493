//! What may come of a choice, in chances that people read.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::dice::Rng;
use crate::script::Steady;
use crate::view::Viewer;
use crate::{Book, Ends, Flow, Id, OddsError, Policy, Precision, Refused, RuleId, Scribe, Session, Tree, Weight};

/// How far odds look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    /// To the end of the running step.
    Step,
    /// On through later steps, in which nobody does more than they must, while anything is under way: until a shot has
    /// come down.
    Through,
}

/// Steps that are followed at most.
const MOST_STEPS: u32 = 60;

/// What may come of the running step.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Odds {
    /// How many branches were followed; all that there are, so the chances are exact.
    pub leaves: u64,
    /// How many steps were followed, the running one included.
    pub steps: u32,
    /// What may happen to whom, in the order first met.
    pub results: Vec<ResultOdds>,
    /// What may change of everybody's gauges.
    pub gauges: Vec<GaugeOdds>,
    /// The chance that the battle ends.
    pub over: Chance,
}

/// A chance, exactly.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Chance {
    /// From 0 to 1.
    pub p: f64,
    /// The same as a fraction: `7/36`.
    pub fraction: String,
}

impl From<Weight> for Chance {
    fn from(weight: Weight) -> Self {
        Self { p: weight.value(), fraction: weight.fraction().map_or_else(String::new, ToString::to_string) }
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

/// What may become of a gauge.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct GaugeOdds {
    /// Whose.
    pub who: String,
    /// `hp`.
    pub gauge: String,
    /// What it is now.
    pub now: i32,
    /// What it will be on average.
    pub mean: f64,
    /// Each value that it may come to, rising, with its chance.
    pub values: Vec<(i32, Chance)>,
}

/// The odds of a choice (or, without one, of what is awaited) as a viewer may know them, others answering as they usually
/// do.
pub(super) fn odds<B: Scribe>(
    book: Book<B>,
    session: &Session<B>,
    viewer: Viewer,
    first: Option<(Id, B::Choice)>,
    follow: Follow,
    budget: u64,
) -> Result<Odds, Refused> {
    let mut policy = Steady::of_book(book);
    let ends =
        session.ends(viewer, first, &mut policy, &[], Precision::Exact, budget).map_err(|error| match error {
            OddsError::Choice(error) => Refused::from_session(B::CATALOGUE, error),
            too_many => Refused::because(too_many.to_string()),
        })?;
    let mut future = Future { session, leaves: 0, steps: 1, known: Vec::new(), open: Vec::new(), closed: Vec::new() };
    future.take(ends, 0, &Weight::one(Precision::Exact));
    if follow == Follow::Through {
        future.through(budget)?;
    }
    future.closed.append(&mut future.open);
    let seen = B::view(session.setup(), session.state(), viewer).tokens;
    let knows = |who: &str| seen.iter().any(|token| token.name == who);
    let mut odds = future.told();
    // Of those whom the viewer does not see nothing is told, not even that there are any.
    odds.results.retain(|result| knows(&result.who));
    odds.gauges.retain(|gauge| knows(&gauge.who));
    Ok(odds)
}

/// Everything that may become of the running step.
struct Future<'s, B: Scribe> {
    session: &'s Session<B>,
    leaves: u64,
    steps: u32,
    /// The results met so far; the i-th is bit i of a branch.
    known: Vec<(Id, u8)>,
    /// Branches in which something is still under way.
    open: Vec<Branch<B::State>>,
    /// The others.
    closed: Vec<Branch<B::State>>,
}

struct Branch<S> {
    state: S,
    over: bool,
    results: u64,
    weight: Weight,
}

impl<B: Scribe> Future<'_, B> {
    /// Takes the ends of a step that began with a branch of such results and such a chance.
    fn take(&mut self, ends: Ends<B::State>, results: u64, weight: &Weight) {
        self.leaves = self.leaves.saturating_add(ends.leaves);
        let bits: Vec<u64> = ends.results.iter().map(|result| self.bit(*result)).collect();
        for end in ends.ends {
            let met = bits.iter().enumerate().filter(|(at, _)| end.marks >> at & 1 == 1);
            let results = met.fold(results, |all, (_, bit)| all | bit);
            let over = matches!(end.flow, Flow::Over(_));
            let branch = Branch { over, results, weight: weight.and(&end.weight), state: end.state };
            let view = B::view(self.session.setup(), &branch.state, Viewer::GameMaster);
            if over || view.pending.is_empty() { self.closed.push(branch) } else { self.open.push(branch) }
        }
    }

    fn bit(&mut self, result: (Id, u8)) -> u64 {
        let at = self.known.iter().position(|known| *known == result).unwrap_or_else(|| {
            self.known.push(result);
            self.known.len() - 1
        });
        u32::try_from(at).ok().and_then(|at| 1u64.checked_shl(at)).unwrap_or(0)
    }

    /// Follows what is under way until nothing is.
    fn through(&mut self, budget: u64) -> Result<(), Refused> {
        let mut still = Still;
        while !self.open.is_empty() && self.steps < MOST_STEPS {
            self.steps += 1;
            let open = merged(std::mem::take(&mut self.open));
            for branch in open {
                let left = budget.saturating_sub(self.leaves);
                let mut tree =
                    Tree::<B>::new(self.session.setup(), &mut still, Precision::Exact, left).watching_results();
                let ends = tree.step(&branch.state).map_err(|over| {
                    let leaves = self.leaves.saturating_add(over.leaves);
                    Refused::because(OddsError::TooMany(crate::OverBudget { leaves }).to_string())
                })?;
                self.take(ends, branch.results, &branch.weight);
            }
        }
        Ok(())
    }

    fn told(self) -> Odds {
        let chance = |holds: &dyn Fn(&Branch<B::State>) -> bool| {
            let mut sum = Weight::zero(Precision::Exact);
            self.closed.iter().filter(|branch| holds(branch)).for_each(|branch| sum.add(&branch.weight));
            Chance::from(sum)
        };
        let results = self.known.iter().enumerate().take(64).map(|(at, (who, result))| ResultOdds {
            who: B::name(self.session.setup(), *who).to_owned(),
            words: B::RESULTS.get(usize::from(*result)).copied().unwrap_or_default(),
            chance: chance(&|branch| branch.results >> at & 1 == 1),
        });
        Odds {
            leaves: self.leaves,
            steps: self.steps,
            results: results.collect(),
            gauges: gauges(self.session, &self.closed),
            over: chance(&|branch| branch.over),
        }
    }
}

/// Equal branches in one, in the order first met.
fn merged<S: Clone + Eq + Hash>(branches: Vec<Branch<S>>) -> Vec<Branch<S>> {
    let mut at: FxHashMap<(S, u64), usize> = FxHashMap::default();
    let mut all: Vec<Branch<S>> = Vec::with_capacity(branches.len());
    for branch in branches {
        let next = all.len();
        let place = *at.entry((branch.state.clone(), branch.results)).or_insert(next);
        match all.get_mut(place) {
            Some(known) => known.weight.add(&branch.weight),
            None => all.push(branch),
        }
    }
    all
}

/// Nobody does more than they must: the usual answer to a routine question, else the one that does least.
struct Still;

impl<B: Scribe> Policy<B> for Still {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        let choice = B::standing(g, s, who, ask).or_else(|| B::pass(g, s, who, ask));
        choice.unwrap_or_else(|| Policy::<B>::choose(&mut crate::Random, g, s, rule, who, ask, rng))
    }
}

/// What becomes of every gauge that may change.
fn gauges<B: Scribe>(session: &Session<B>, branches: &[Branch<B::State>]) -> Vec<GaugeOdds> {
    let now = numbers::<B>(session.setup(), session.state());
    let then: Vec<Vec<Number>> = branches.iter().map(|end| numbers::<B>(session.setup(), &end.state)).collect();
    let odds = now.into_iter().map(|(who, gauge, now)| {
        let mut values: Vec<(i32, Weight)> = Vec::new();
        for (branch, numbers) in branches.iter().zip(&then) {
            let value = numbers.iter().find(|(name, of, _)| *name == who && *of == gauge).map_or(now, |(_, _, v)| *v);
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, weight)) => weight.add(&branch.weight),
                None => values.push((value, branch.weight.clone())),
            }
        }
        values.sort_by_key(|(value, _)| *value);
        let mean = values.iter().map(|(value, weight)| f64::from(*value) * weight.value()).sum();
        let values = values.into_iter().map(|(value, weight)| (value, weight.into())).collect();
        GaugeOdds { who, gauge, now, mean, values }
    });
    odds.filter(|gauge| gauge.values.iter().any(|(value, _)| *value != gauge.now)).collect()
}

/// Whose gauge, which, and where it stands.
type Number = (String, String, i32);

fn numbers<B: Scribe>(g: &B::Setup, s: &B::State) -> Vec<Number> {
    let tokens = B::view(g, s, Viewer::GameMaster).tokens.into_iter();
    tokens
        .flat_map(|token| {
            let name = token.name;
            let known = token.gauges.into_iter().filter_map(|gauge| Some((gauge.name, gauge.value?)));
            known.map(move |(gauge, value)| (name.clone(), gauge, value)).collect::<Vec<_>>()
        })
        .collect()
}
