//! What following a cell to its end has found: as numbers, as text, and back.

use serde_json::{Value, json};
use skirmish_kernel::Fights;
use skirmish_odds::{Solution, Stopped};

use crate::key::Key;
use crate::seal::{opened, sealed};

/// Everything that is told of a cell that was worked out exactly.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Reckoned {
    /// The chance of each side to win.
    pub(crate) wins: Vec<f64>,
    /// That it ends and nobody has won.
    pub(crate) nobody: f64,
    /// That it goes on after the most rounds: for ever, or for a while.
    pub(crate) given_up: f64,
    /// That it is not known what comes of it.
    pub(crate) left: f64,
    /// Rounds on average, of the fights that end.
    pub(crate) rounds: Option<f64>,
    /// The chance of each combatant not to be able to act in the end, of the fights that end.
    pub(crate) falls: Vec<f64>,
    /// Where every gauge stands in the end on average, of the fights that end.
    pub(crate) gauges: Vec<Option<f64>>,
    pub(crate) states: u64,
    pub(crate) branches: u64,
}

/// Why a cell could not be worked out: it has more than a plan allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Beyond {
    /// So many states were allowed.
    pub(crate) states: u64,
    /// It was branches of which there were too many, and not states.
    pub(crate) branches: bool,
    /// So much was still in play.
    pub(crate) left: f64,
}

impl Reckoned {
    pub(crate) fn of(fights: &dyn Fights, solution: &Solution) -> Self {
        let over = solution.over();
        let in_play = if solution.stopped == Stopped::Rounds { (solution.left - solution.lost).max(0.0) } else { 0.0 };
        let gauges = fights.combatants().iter().map(|one| one.gauges.len()).sum();
        let falls = |at| if over > 0.0 { solution.falls(at) / over } else { 0.0 };
        Self {
            wins: (0..fights.sides().len()).map(|side| solution.chance_of(side)).collect(),
            nobody: solution.nobody(),
            given_up: solution.endless + in_play,
            left: solution.left - in_play,
            rounds: solution.rounds().mean(),
            falls: (0..fights.combatants().len()).map(falls).collect(),
            gauges: (0..gauges).map(|at| solution.gauge(at).mean()).collect(),
            states: solution.states as u64,
            branches: solution.leaves,
        }
    }

    /// Everything that can come of a fight, which is 1.
    fn sum(&self) -> f64 {
        self.wins.iter().sum::<f64>() + self.nobody + self.given_up + self.left
    }
}

/// What was kept of a cell: what it comes to, or that this cannot be said within a limit.
pub(crate) type Kept = Result<Reckoned, Beyond>;

/// Numbers stand as texts, which say them to the last bit.
pub(crate) fn print(kept: &Kept, key: &Key) -> String {
    let texts = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>();
    let text = match kept {
        Ok(found) => json!({
            "key": key.depends_on, "wins": texts(&found.wins), "falls": texts(&found.falls),
            "others": texts(&[found.nobody, found.given_up, found.left]),
            "rounds": found.rounds.map(|mean| mean.to_string()),
            "gauges": found.gauges.iter().map(|mean| mean.map(|mean| mean.to_string())).collect::<Vec<_>>(),
            "states": found.states, "branches": found.branches,
        }),
        Err(Beyond { states, branches, left }) => {
            json!({ "key": key.depends_on, "beyond": { "states": states, "branches": branches, "left": left.to_string() } })
        }
    };
    sealed(&text.to_string())
}

/// Reads what was kept of these fights under this key; nothing if it is of something else, or damaged.
pub(crate) fn read(text: &str, key: &Key, fights: &dyn Fights) -> Option<Kept> {
    let value: Value = serde_json::from_str(opened(text)?).ok()?;
    if value.get("key")?.as_str()? != key.depends_on {
        return None;
    }
    if let Some(beyond) = value.get("beyond") {
        let (states, branches) = (beyond.get("states")?.as_u64()?, beyond.get("branches")?.as_bool()?);
        return Some(Err(Beyond { states, branches, left: number(beyond.get("left")?)? }));
    }
    let all = |name: &str| value.get(name)?.as_array()?.iter().map(number).collect::<Option<Vec<f64>>>();
    let others = all("others")?;
    let [nobody, given_up, left] = others.as_slice() else { return None };
    let gauges = value.get("gauges")?.as_array()?.iter().map(maybe).collect::<Option<Vec<_>>>()?;
    let found = Reckoned {
        wins: all("wins")?,
        nobody: *nobody,
        given_up: *given_up,
        left: *left,
        rounds: maybe(value.get("rounds")?)?,
        falls: all("falls")?,
        gauges,
        states: value.get("states")?.as_u64()?,
        branches: value.get("branches")?.as_u64()?,
    };
    let combatants = fights.combatants();
    let whole = found.wins.len() == fights.sides().len()
        && found.falls.len() == combatants.len()
        && found.gauges.len() == combatants.iter().map(|one| one.gauges.len()).sum::<usize>()
        && (found.sum() - 1.0).abs() < 1e-9;
    whole.then_some(Ok(found))
}

fn number(value: &Value) -> Option<f64> {
    value.as_str()?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number, or that there is none; nothing where neither can be read.
fn maybe(value: &Value) -> Option<Option<f64>> {
    if value.is_null() { Some(None) } else { number(value).map(Some) }
}
