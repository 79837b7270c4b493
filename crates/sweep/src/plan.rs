//! The plan of a sweep: what is asked, which encounters answer it, and what varies.

use std::ops::Range;

use skirmish_kernel::words::{list, short};
use skirmish_kernel::{Diagnostic, Source};
use toml::Spanned;

use crate::axis::Axis;
use crate::file::{PlanFile, place};
use crate::named;

/// The columns of `cells.csv` that every sweep has: two before those of what varies, the others behind them.
pub const COLUMNS: [&str; 13] = [
    "cell",
    "encounter",
    "base",
    "fights",
    "measure",
    "of",
    "value",
    "low",
    "high",
    "change",
    "change_low",
    "change_high",
    "how",
];

/// A grid has at most so many cells.
pub const MOST_CELLS: u64 = 100_000;

/// The most fights of one cell.
pub const MOST_FIGHTS: u64 = 10_000_000;

/// The most fights of all cells together: at a hundred thousand a second they take more than a day.
pub const MOST_FIGHTS_IN_ALL: u64 = 10_000_000_000;

/// How many fights a cell has, unless the plan says; with a stopping rule, how many at most.
const USUAL: u64 = 10_000;
const USUAL_UNTIL: u64 = 1_000_000;

/// A plan that has been read. What it says of encounters is not checked yet.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file.
    pub source: Source,
    /// What is to be found out, in the designer's words.
    pub question: String,
    /// The encounters, as the plan names them, and where.
    pub encounters: Vec<(String, Range<usize>)>,
    /// How many fights each cell has; with `until`, at most.
    pub fights: u64,
    /// A cell is done once every side's chance is known to plus or minus this part of 1.
    pub until: Option<f64>,
    /// Cells are worked out exactly, to such a limit, and not fought.
    pub exact: Option<Exactly>,
    /// The seed; without one, each encounter's own.
    pub seed: Option<u64>,
    /// A fight that goes on after so many rounds is given up.
    pub most_rounds: u32,
    /// Who chooses: a policy, for one side or for all, in the order in which they are said.
    pub policies: Vec<Choosing>,
    /// What varies.
    pub axes: Vec<Axis>,
    /// Cells that are compared with each other, beside those that are compared with the base.
    pub compare: Vec<Comparing>,
}

/// Two cells to be compared with each other: by their numbers, or by what is different in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparing {
    /// The cell that is compared with.
    pub from: String,
    /// The cell that is compared.
    pub to: String,
    /// Where the plan says so.
    pub at: Range<usize>,
}

/// How far cells are followed that are worked out exactly.
#[derive(Clone, PartialEq, Debug)]
pub struct Exactly {
    /// A cell is done once no more than this part of 1 is left in play, from 1e-15 to 0.5.
    pub left: f64,
    /// The most states of one cell.
    pub states: usize,
    /// Where the plan says so.
    pub at: Range<usize>,
}

impl Exactly {
    /// The most states that a plan may allow.
    pub const MOST_STATES: u32 = 1_000_000_000;
    const USUAL_STATES: usize = 500_000;
    const USUAL_LEFT: f64 = 1e-12;
}

/// Who chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choosing {
    /// The side; none for all.
    pub side: Option<String>,
    /// The policy.
    pub policy: String,
    /// Where the plan says so.
    pub at: Range<usize>,
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let file: PlanFile = toml::from_str(source.part()).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            if error.message().starts_with("invalid type: floating point") && error.message().contains("expected i64") {
                let help = "without a point: 10, and not 10.0";
                return vec![source.error(span, "a whole number is wanted here").help(help)];
            }
            let diagnostic = source.misshapen(span, error.message());
            let help = "docs/sweep.md describes every key of a plan";
            vec![if diagnostic.help.is_some() { diagnostic } else { diagnostic.help(help) }]
        })?;
        let mut wrong = Vec::new();
        let encounters = encounters(source, &file, &mut wrong);
        let policies = policies(source, &file, &mut wrong);
        let (fights, until) = how_long(source, &file, &mut wrong);
        let exact = exactly(source, &file, &mut wrong);
        let seed = file.seed.as_ref().and_then(|seed| {
            let read = u64::try_from(*seed.get_ref()).ok();
            if read.is_none() {
                wrong.push(source.error(seed.span(), "a seed is a whole number from 0"));
            }
            read
        });
        let most_rounds = most_rounds(source, &file, &mut wrong);
        let compare = named::pairs(source, &file, &mut wrong);
        let axes = axes(source, &file, &mut wrong);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let question = file.question.as_deref().map(str::trim).filter(|question| !question.is_empty());
        let question = question.map_or_else(|| usual_question(&axes), str::to_owned);
        Ok(Self {
            source: source.clone(),
            question,
            encounters,
            fights,
            until,
            exact,
            seed,
            most_rounds,
            policies,
            axes,
            compare,
        })
    }
}

/// What varies; nothing of it where there would be too many cells, since they are not even counted up then.
fn axes(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::new();
    if let Err(more) = Axis::check_counts(source, &file.vary) {
        wrong.push(*more);
        return axes;
    }
    for vary in &file.vary {
        match Axis::read(source, vary) {
            Ok(axis) if axes.iter().any(|known| known.name == axis.name) => {
                let message = format!("two things that vary are called `{}`", short(&axis.name));
                wrong.push(source.error(axis.at.clone(), message).help("give each a `name` of its own"));
            }
            Ok(axis) if COLUMNS.contains(&axis.name.as_str()) => {
                let message =
                    format!("what varies cannot be called `{}`: `cells.csv` has a column of that name", axis.name);
                wrong.push(source.error(axis.at.clone(), message).help("give it another `name`"));
            }
            Ok(axis) => axes.push(axis),
            Err(more) => wrong.extend(more),
        }
    }
    if file.vary.is_empty() && wrong.is_empty() {
        let help = "for example [[vary]] with of = \"Ash.hp\" and add = [0, 1]; docs/sweep.md has more";
        wrong.push(source.error(0..0, "nothing varies in this plan: it has no [[vary]]").help(help));
    }
    axes
}

fn usual_question(axes: &[Axis]) -> String {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    let does = if names.len() == 1 { "does" } else { "do" };
    format!("What {does} {} change?", list(&names))
}

fn encounters(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> Vec<(String, Range<usize>)> {
    let named = file.encounter.iter().chain(file.encounters.iter().flatten());
    let named: Vec<(String, Range<usize>)> =
        named.map(|name| (name.get_ref().trim().to_owned(), name.span())).collect();
    if named.is_empty() {
        let help =
            "encounter = \"parry-yard\", an embedded one, or encounter = \"my-fight.toml\", a file beside the plan";
        wrong.push(source.error(0..0, "the plan names no encounter").help(help));
    }
    for (at, (name, span)) in named.iter().enumerate() {
        if name.is_empty() {
            wrong.push(source.error(span.clone(), "an encounter without a name"));
        } else if named.iter().take(at).any(|(known, _)| known == name) {
            let message = format!("the encounter `{}` stands here twice", short(name));
            wrong.push(source.error(span.clone(), message).help("leave one of them away"));
        }
    }
    named
}

fn policies(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> Vec<Choosing> {
    let Some(given) = &file.policy else { return Vec::new() };
    let mut one = |side: Option<&String>, policy: &toml::Value| match policy.as_str() {
        Some(policy) => {
            let at = place(source, policy, given.span());
            Some(Choosing { side: side.cloned(), policy: policy.to_owned(), at })
        }
        None => {
            let help = "policy = \"plain\" for all, or policy = { SIDE = \"random\" }";
            wrong.push(source.error(given.span(), "a policy is a text").help(help));
            None
        }
    };
    match given.get_ref() {
        toml::Value::Table(sides) => sides.iter().filter_map(|(side, policy)| one(Some(side), policy)).collect(),
        policy => one(None, policy).into_iter().collect(),
    }
}

/// Reads a precision in percent, from the least to 50: `0.5%`, `±0.5%`. Gives a part of 1.
///
/// # Errors
/// What is wrong, and precisions that may be meant: a number without its sign may be one in percent, or a part of 1.
pub fn precision(text: &str, least: f64) -> Result<f64, (String, Vec<String>)> {
    let text = text.trim().trim_start_matches("+-").trim_start_matches('±').trim();
    let number: Option<f64> = text.trim_end_matches('%').trim().parse().ok();
    let is_sensible = |percent: &f64| (least..=50.0).contains(percent);
    match number.filter(|number| number.is_finite() && *number > 0.0) {
        Some(percent) if text.ends_with('%') && is_sensible(&percent) => Ok(percent / 100.0),
        Some(number) if !text.ends_with('%') => {
            let readings = [number, (number * 1e11).round() / 1e9].into_iter().filter(is_sensible);
            let readings: Vec<String> = readings.map(|percent| format!("{percent}%")).collect();
            match readings.is_empty() {
                true => Err((out_of_range(least), vec!["0.5%".to_owned()])),
                false => Err(("has no percent sign".to_owned(), readings)),
            }
        }
        _ => Err((out_of_range(least), vec!["0.5%".to_owned()])),
    }
}

fn out_of_range(least: f64) -> String {
    format!("is a precision from {least}% to 50%: each chance is known to plus or minus so much")
}

/// How many fights each cell has, and how precise is precise enough.
fn how_long(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> (u64, Option<f64>) {
    let until = file.until.as_ref().and_then(|until| {
        let text = match until.get_ref() {
            toml::Value::String(text) => text.clone(),
            number @ (toml::Value::Float(_) | toml::Value::Integer(_)) => number.to_string(),
            _ => String::new(),
        };
        // 0.05 % takes four million fights.
        let read = precision(&text, 0.05);
        if let Err((message, help)) = &read {
            let help = help.iter().map(|reading| format!("until = \"{reading}\"")).collect::<Vec<_>>().join(", or ");
            wrong.push(source.error(until.span(), format!("`until` {message}")).help(help));
        }
        read.ok()
    });
    let usual = if file.until.is_some() { USUAL_UNTIL } else { USUAL };
    let fights = file.fights.as_ref().map_or(Some(usual), |fights| {
        let read = u64::try_from(*fights.get_ref()).ok().filter(|fights| (1..=MOST_FIGHTS).contains(fights));
        if read.is_none() {
            let message = format!("a cell has from 1 to {MOST_FIGHTS} fights");
            wrong.push(source.error(fights.span(), message).help("ten thousand know a chance to plus or minus 1 %"));
        }
        read
    });
    (fights.unwrap_or(usual), until)
}

/// Whether cells are worked out exactly, and how far.
fn exactly(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> Option<Exactly> {
    let given = file.exact.as_ref().filter(|exact| *exact.get_ref());
    let limits = [("left", file.left.as_ref().map(Spanned::span)), ("states", file.states.as_ref().map(Spanned::span))];
    let Some(given) = given else {
        for (key, at) in limits.into_iter().filter_map(|(key, at)| Some((key, at?))) {
            let message = format!("`{key}` is for cells that are worked out exactly");
            wrong.push(source.error(at, message).help("add exact = true, or leave it away"));
        }
        return None;
    };
    let fought =
        [("fights", file.fights.as_ref().map(Spanned::span)), ("until", file.until.as_ref().map(Spanned::span))];
    for (key, at) in fought.into_iter().filter_map(|(key, at)| Some((key, at?))) {
        let message = format!("`{key}` is for cells that are fought, and with exact = true none is");
        wrong.push(source.error(at, message).help(format!("leave away `{key}`, or `exact`")));
    }
    let left = file.left.as_ref().map_or(Some(Exactly::USUAL_LEFT), |left| {
        let number = match left.get_ref() {
            toml::Value::Float(number) => Some(*number),
            _ => None,
        };
        let sensible = number.filter(|number| (1e-15..=0.5).contains(number));
        if sensible.is_none() {
            wrong.push(source.error(left.span(), "`left` is a part of 1 from 1e-15 to 0.5").help("left = 1e-9"));
        }
        sensible
    });
    let states = file.states.as_ref().map_or(Some(Exactly::USUAL_STATES), |states| {
        let number = u32::try_from(*states.get_ref()).ok().filter(|states| (1..=Exactly::MOST_STATES).contains(states));
        if number.is_none() {
            let message = format!("`states` is a whole number from 1 to {}", Exactly::MOST_STATES);
            wrong.push(source.error(states.span(), message).help("a million of them may take some gigabytes"));
        }
        number.and_then(|number| usize::try_from(number).ok())
    });
    Some(Exactly { left: left?, states: states?, at: given.span() })
}

fn most_rounds(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> u32 {
    let Some(given) = &file.most_rounds else { return skirmish_kernel::Plan::default().most_rounds };
    let read = u32::try_from(*given.get_ref()).ok().filter(|rounds| (1..=100_000).contains(rounds));
    read.unwrap_or_else(|| {
        wrong.push(source.error(given.span(), "`most_rounds` is a whole number from 1 to 100000"));
        1
    })
}
