//! What came of a cell, and of all of them.

use skirmish_kernel::{Combatant, Fights, Side};
use skirmish_sim::{Histogram, Interval, Record, Report, Stopped, Winner};

use crate::compare::{Difference, Z};
use crate::contrast::{Best, Comparison};
use crate::reckoned::Reckoned;

/// What came of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How it was worked out, where it is exact; none where it was fought.
    pub exact: Option<Exact>,
    /// How many fights were fought.
    pub fights: u64,
    /// Why no more.
    pub stopped: Stopped,
    /// The sides, in the order of the encounter.
    pub sides: Vec<SideOutcome>,
    /// The share that nobody has won.
    pub nobody: f64,
    /// The share that was given up: it lasted too long.
    pub given_up: f64,
    /// Fights that nobody has won, counted.
    pub drawn: u64,
    /// Fights that were given up, counted.
    pub unfinished: u64,
    /// How much oftener the first of two sides wins than the second; none where there are not two.
    pub balance: Option<Difference>,
    /// Rounds of the fights that have ended.
    pub rounds: Option<Mean>,
    /// Who fought, in the order of the encounter.
    pub fighters: Vec<Fighter>,
    /// A fight like most, by its number.
    pub median: Option<u64>,
    /// The longest fight.
    pub longest: Option<u64>,
    /// The first that the outsider has won.
    pub upset: Option<u64>,
}

/// What stands behind an exact outcome.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exact {
    /// What was left in play: every chance may be larger by so much at most.
    pub left: f64,
    /// How many states were looked at.
    pub states: u64,
    /// How many branches were followed.
    pub branches: u64,
}

/// What came of it for a side.
#[derive(Clone, PartialEq, Debug)]
pub struct SideOutcome {
    /// Its name.
    pub name: String,
    /// How many fights it has won.
    pub wins: u64,
    /// Its chance to win; where it is exact, the interval has no width.
    pub chance: Interval,
    /// How much oftener it wins than in the base cell, fight by fight, or exactly; none in the base cell, and where its sides are others.
    pub change: Option<Difference>,
}

/// What came of it for one who fought.
#[derive(Clone, PartialEq, Debug)]
pub struct Fighter {
    /// Its name.
    pub name: String,
    /// Its side, by number.
    pub side: usize,
    /// The chance that it cannot act at the end.
    pub falls: Interval,
    /// Its gauges.
    pub gauges: Vec<Gauge>,
}

/// A gauge at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Gauge {
    /// `hp`
    pub name: String,
    /// Where it stood before the fight.
    pub start: i32,
    /// The most it can be, if it has a limit.
    pub most: Option<i32>,
    /// Where it stands at the end, on average.
    pub left: Option<Mean>,
}

/// A mean with an interval: of 100 such intervals about 95 hold the true mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub is: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Mean {
    /// Of everything that was counted; nothing where nothing was.
    #[must_use]
    pub fn of(values: &Histogram) -> Option<Self> {
        let (is, count) = (values.mean()?, values.count() as f64);
        let squares: f64 = values.iter().map(|(value, bin)| (f64::from(value) - is).powi(2) * bin.count as f64).sum();
        let variance = squares / (count - 1.0).max(1.0);
        let half = Z * (variance / count).sqrt();
        Some(Self { is, low: is - half, high: is + half })
    }

    /// One that is known exactly.
    pub(crate) fn exactly(is: f64) -> Self {
        Self { is, low: is, high: is }
    }
}

impl Outcome {
    /// What a record says, compared with the base cell's winners where they are of the same sides.
    pub(crate) fn of(fights: &dyn Fights, record: &Record, stopped: Stopped, base: Option<&[Winner]>) -> Self {
        let report = Report { tally: record.tally.clone(), heard: Default::default(), stopped };
        let sides = fights.sides().iter().enumerate().map(|(at, name)| SideOutcome {
            name: name.clone(),
            wins: report.wins(at),
            chance: report.chance_of(at),
            change: base
                .map(|base| Difference::paired(base, &record.winners, Side(u8::try_from(at).unwrap_or(u8::MAX)))),
        });
        let sides: Vec<SideOutcome> = sides.collect();
        let balance = match sides.as_slice() {
            [one, other] => Some(Difference::between_sides(one.wins, other.wins, report.fights())),
            _ => None,
        };
        let share = |count: u64| count as f64 / report.fights().max(1) as f64;
        Self {
            exact: None,
            fights: report.fights(),
            stopped,
            sides,
            nobody: share(report.tally.drawn.count()),
            given_up: share(report.tally.unfinished.count()),
            drawn: report.tally.drawn.count(),
            unfinished: report.tally.unfinished.count(),
            balance,
            rounds: Mean::of(&report.rounds()),
            fighters: fighters(fights, &report),
            median: report.median(),
            longest: report.longest(),
            upset: report.upset(),
        }
    }
}

impl Outcome {
    /// What following a cell to its end has found, compared with the base cell where it is of the same sides.
    pub(crate) fn reckoned(fights: &dyn Fights, found: &Reckoned, base: Option<&Self>) -> Self {
        let base = base.filter(|base| base.sides.iter().map(|side| &side.name).eq(fights.sides()));
        let left = |outcome: &Self| outcome.exact.map_or(0.0, |exact| exact.left);
        let slack = ROUNDED + found.left + base.map_or(0.0, left);
        let side = |(at, (name, chance)): (usize, (&String, &f64))| SideOutcome {
            name: name.clone(),
            wins: 0,
            chance: exactly(*chance),
            change: base
                .and_then(|base| base.sides.get(at))
                .map(|base| Difference::exactly(base.chance.p, *chance, slack)),
        };
        let balance = match found.wins.as_slice() {
            [one, other] => Some(Difference::exactly(*other, *one, ROUNDED + found.left)),
            _ => None,
        };
        Self {
            exact: Some(Exact { left: found.left, states: found.states, branches: found.branches }),
            fights: 0,
            stopped: Stopped::Done,
            sides: fights.sides().iter().zip(&found.wins).enumerate().map(side).collect(),
            nobody: found.nobody,
            given_up: found.given_up,
            drawn: 0,
            unfinished: 0,
            balance,
            rounds: found.rounds.map(Mean::exactly),
            fighters: reckoned_fighters(fights, found),
            median: None,
            longest: None,
            upset: None,
        }
    }
}

/// Two chances that are the same may differ by the roundings of a million sums.
pub(crate) const ROUNDED: f64 = 1e-12;

/// A chance that is known.
fn exactly(p: f64) -> Interval {
    Interval { p, low: p, high: p }
}

fn reckoned_fighters(fights: &dyn Fights, found: &Reckoned) -> Vec<Fighter> {
    let mut means = found.gauges.iter();
    let combatants = fights.combatants().iter().zip(&found.falls);
    let fighter = |(combatant, falls): (&Combatant, &f64)| Fighter {
        name: combatant.name.clone(),
        side: usize::from(combatant.side.0),
        falls: exactly(*falls),
        gauges: combatant
            .gauges
            .iter()
            .zip(means.by_ref())
            .map(|(gauge, mean)| Gauge {
                name: gauge.name.clone(),
                start: gauge.start,
                most: gauge.most,
                left: mean.map(Mean::exactly),
            })
            .collect(),
    };
    combatants.map(fighter).collect()
}

fn fighters(fights: &dyn Fights, report: &Report) -> Vec<Fighter> {
    let mut values = report.tally.gauges.iter();
    let combatants = fights.combatants().iter().enumerate();
    combatants
        .map(|(at, combatant)| Fighter {
            name: combatant.name.clone(),
            side: usize::from(combatant.side.0),
            falls: report.chance_to_fall(at),
            gauges: combatant
                .gauges
                .iter()
                .zip(values.by_ref())
                .map(|(gauge, values)| Gauge {
                    name: gauge.name.clone(),
                    start: gauge.start,
                    most: gauge.most,
                    left: Mean::of(values),
                })
                .collect(),
        })
        .collect()
}

/// What came of a sweep, or of what of it is done.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// For each cell what came of it; nothing where it is not done.
    pub outcomes: Vec<Option<Outcome>>,
    /// Fights that were fought for it now; the others were kept.
    pub fought: u64,
    /// Cells that were worked out exactly for it now; the others were kept.
    pub reckoned: usize,
    /// The pairs of cells that the plan compares, as far as they are done.
    pub comparisons: Vec<Comparison>,
    /// The best of each row, where two things vary: of the first level on of one, then of the other; of more things, of the
    /// last two.
    pub bests: Vec<Best>,
    /// Somebody asked to stop before all was done.
    pub interrupted: bool,
}

impl Findings {
    /// Nothing of so many cells.
    pub(crate) fn none(cells: usize) -> Self {
        let (comparisons, bests) = (Vec::new(), Vec::new());
        Self { outcomes: vec![None; cells], fought: 0, reckoned: 0, comparisons, bests, interrupted: false }
    }

    /// What came of a cell, if it is done.
    #[must_use]
    pub fn outcome(&self, cell: usize) -> Option<&Outcome> {
        self.outcomes.get(cell)?.as_ref()
    }

    /// How many cells are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.outcomes.iter().flatten().count()
    }
}
