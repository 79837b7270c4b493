//! The answer in words.

use skirmish_kernel::Interval;
use skirmish_kernel::words::{list, visible};
use skirmish_sweep::{Cell, Difference, Exact, Findings, Mean, Outcome, SideOutcome, Sweep};

use crate::decided::Decided;
use crate::numbers::{fights, fine_percent, percent, small};
use crate::{best, compared};

/// So many changes are told of one encounter; all are in the table.
const MOST_CHANGES: usize = 8;

/// A balance within so much of 0 is nearly even.
const NEARLY: f64 = 0.05;

/// What is found of one encounter.
pub struct Answer {
    /// `The Parry Yard (parry-yard)`
    pub heading: String,
    /// Sentences.
    pub sentences: Vec<String>,
    /// What was heard of its base, and of the cells that change most.
    pub(crate) decided: Vec<Decided>,
}

/// Encounter by encounter, in the order of the plan; with what was heard of each.
pub(crate) fn answers(sweep: &Sweep<'_>, findings: &Findings, decided: Vec<Vec<Decided>>) -> Vec<Answer> {
    decided.into_iter().enumerate().map(|(grid, decided)| answer(sweep, findings, grid, decided)).collect()
}

fn answer(sweep: &Sweep<'_>, findings: &Findings, grid: usize, decided: Vec<Decided>) -> Answer {
    let heading = heading(sweep, grid);
    let base = sweep.base_of(grid).and_then(|at| Some((sweep.cells().get(at)?, findings.outcome(at)?)));
    let Some((cell, base)) = base else {
        return Answer { heading, sentences: vec!["Nothing is known of it yet.".into()], decided };
    };
    let mut sentences = vec![as_it_is(sweep, cell, base)];
    let steps = alone(sweep, findings, grid);
    sentences.extend(steps.iter().take(MOST_CHANGES).map(|step| changed(sweep, grid, base, step)));
    if steps.len() > MOST_CHANGES {
        sentences.push(format!("{} more are in the table.", steps.len() - MOST_CHANGES));
    }
    sentences.extend(best::sentences(sweep, findings, grid));
    sentences.extend(extremes(sweep, findings, grid));
    sentences.extend(compared::sentences(sweep, findings, grid));
    sentences.extend(decided.iter().map(|decided| decided.sentence.clone()));
    Answer { heading, sentences, decided }
}

/// What an encounter of a sweep is called: `The Parry Yard (parry-yard)`.
#[must_use]
pub fn heading(sweep: &Sweep<'_>, grid: usize) -> String {
    let Some(found) = sweep.grids().get(grid) else { return String::new() };
    let header = skirmish_shelf::Header::read(&found.ground.source).ok();
    let title = header.and_then(|header| header.title).filter(|title| !title.is_empty());
    match title {
        Some(title) => format!("{} ({})", visible(&title, 200), visible(&found.ground.name, 200)),
        None => visible(&found.ground.name, 200),
    }
}

/// `The base, parry 0: won by rapier in 49.8 % (48.8 to 50.8) and by shield in 50.2 % (49.2 to 51.2). It is even, as far as …`
fn as_it_is(sweep: &Sweep<'_>, cell: &Cell, base: &Outcome) -> String {
    let label = match sweep.label(cell) {
        label if label == "as it is" => "As it is".to_owned(),
        label => format!("The base, {}", visible(&label, 400)),
    };
    format!("{label}: {}. {}", whose(base), balance(base, None))
}

/// `won by rapier in 49.8 % (48.8 to 50.8), by shield in 46.2 % (45.2 to 47.2) and by nobody in 4.0 %`: the name of a side may stand
/// for one or for many.
fn whose(outcome: &Outcome) -> String {
    let sides = outcome.sides.iter();
    let sides = sides.map(|side| format!("by {} in {}", visible(&side.name, 60), chance(outcome, side.chance)));
    let others = undecided(outcome).into_iter().filter(|(_, part)| has(*part));
    let others = others.map(|(what, part)| format!("{what} in {}", share(outcome, part)));
    format!("won {}", list(&sides.chain(others).collect::<Vec<_>>()))
}

/// What may become of a fight without a winner.
fn undecided(outcome: &Outcome) -> [(&'static str, f64); 2] {
    [("by nobody", outcome.nobody), ("given up", outcome.given_up)]
}

/// Is there any of it? Sums of exact chances are rounded.
fn has(part: f64) -> bool {
    part > 1e-12
}

/// A cell that differs from the base in one thing alone.
pub(crate) struct Step<'s> {
    pub(crate) cell: usize,
    outcome: &'s Outcome,
    /// In which, by its place among the grid's axes.
    axis: usize,
    level: usize,
}

/// `With parry +1: won by rapier in 61.2 % instead of 49.8 %, +11.4 points (+10.1 to +12.7). …`
fn changed(sweep: &Sweep<'_>, grid: usize, base: &Outcome, step: &Step<'_>) -> String {
    let outcome = step.outcome;
    let label = visible(&step_label(sweep, grid, step), 400);
    let balance = balance(outcome, Some(base));
    let told = told_side(sweep, grid, step).and_then(|side| Some((side, side.change?)));
    let Some((side, change)) = told else {
        return format!("With {label}: {}. {balance}", whose(outcome));
    };
    let before = base.sides.iter().find(|known| known.name == side.name).map_or(0.0, |known| known.chance.p);
    let name = visible(&side.name, 60);
    let others = undecided_now(outcome, base);
    if outcome.exact.is_some() && change.is == 0.0 {
        return format!(
            "With {label}: won by {name} in {} as before{others}. {balance}",
            share(outcome, side.chance.p)
        );
    }
    let luck = luck(change);
    format!(
        "With {label}: won by {name} in {} instead of {}, {}{luck}{others}. {balance}",
        share(outcome, side.chance.p),
        share(outcome, before),
        points(outcome, change),
    )
}

/// `; given up in 3.0 % instead of 12.0 %`; nothing where every fight has a winner, here and in the base.
fn undecided_now(outcome: &Outcome, base: &Outcome) -> String {
    let pairs = undecided(outcome).into_iter().zip(undecided(base));
    let told = pairs.filter(|((_, now), (_, before))| has(*now) || has(*before)).map(|((what, now), (_, before))| {
        let (now, before) = (share(outcome, now), share(base, before));
        if now == before {
            format!("; {what} in {now} as before")
        } else {
            format!("; {what} in {now} instead of {before}")
        }
    });
    told.collect()
}

/// Whether a change may be luck, and how many fights would decide that.
pub(crate) fn luck(change: Difference) -> String {
    if change.is_telling() {
        return String::new();
    }
    let needed = best::needed(change.needed).map_or_else(String::new, |needed| format!("; {needed}"));
    format!(", which may be luck{needed}")
}

/// `parry +1`
pub(crate) fn step_label(sweep: &Sweep<'_>, grid: usize, step: &Step<'_>) -> String {
    let bound = sweep.grids().get(grid).and_then(|grid| grid.axes.get(step.axis));
    let axis = bound.and_then(|bound| sweep.plan().axes.get(bound.axis));
    let level = axis.and_then(|axis| Some((&axis.name, &axis.levels.get(step.level)?.label)));
    level.map_or_else(String::new, |(name, label)| format!("{name} {label}"))
}

/// Of whom it is told: of the side whose people are changed, if they are of one; else, of two sides, of the first, and of
/// more of the one whose chance changes most.
pub(crate) fn told_side<'s>(sweep: &Sweep<'_>, grid: usize, step: &Step<'s>) -> Option<&'s SideOutcome> {
    let outcome = step.outcome;
    let bound = sweep.grids().get(grid)?.axes.get(step.axis)?;
    let people = bound.levels.get(step.level)?.iter().map(|put| put.path.combatant());
    let side_of = |name: &str| outcome.fighters.iter().find(|fighter| fighter.name == name).map(|fighter| fighter.side);
    let sides: Vec<Option<usize>> = people.map(|name| name.and_then(side_of)).collect();
    if let [first, rest @ ..] = sides.as_slice()
        && rest.iter().all(|side| side == first)
        && let Some(side) = first.and_then(|side| outcome.sides.get(side))
    {
        return Some(side);
    }
    let size = |side: &SideOutcome| side.change.map_or(0.0, |change| change.is.abs());
    match outcome.sides.as_slice() {
        [first, _] => Some(first),
        sides => sides.iter().max_by(|a, b| size(a).total_cmp(&size(b))),
    }
}

/// How even two sides are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Even {
    Yes,
    Nearly,
    No,
    /// So many fights have no winner that nobody can say.
    Open,
}

/// Only of two sides. Fights that were given up would have tipped it one way or the other.
fn even(outcome: &Outcome) -> Option<Even> {
    let is_open = outcome.given_up > NEARLY || outcome.nobody + outcome.given_up > 0.5;
    let even = match outcome.balance? {
        Difference { low, high, .. } if low <= 0.0 && high >= 0.0 => Even::Yes,
        Difference { low, high, .. } if low >= -NEARLY && high <= NEARLY => Even::Nearly,
        _ => Even::No,
    };
    Some(if is_open && even != Even::No { Even::Open } else { even })
}

/// Is it even, and was it in the base? Only of two sides.
fn balance(outcome: &Outcome, base: Option<&Outcome>) -> String {
    let (Some(balance), [one, other]) = (outcome.balance, outcome.sides.as_slice()) else { return String::new() };
    let (ahead, behind) = if balance.is >= 0.0 { (one, other) } else { (other, one) };
    let (ahead, behind) = (visible(&ahead.name, 60), visible(&behind.name, 60));
    let digits = digits(outcome);
    let apart = format!("{:.digits$} points more for {ahead} than for {behind}", 100.0 * balance.is.abs());
    let told = match outcome.exact {
        Some(_) => String::new(),
        None => format!(", as far as {} can tell", fights(outcome.fights)),
    };
    let without = share(outcome, outcome.nobody + outcome.given_up);
    match (even(outcome).unwrap_or(Even::Open), base.and_then(even)) {
        (Even::Open, _) => format!("Whether it is even is not decided: {without} of the fights have no winner."),
        (Even::Yes, Some(Even::Nearly | Even::No)) => format!("Now it is even{told}."),
        (Even::Yes, Some(Even::Yes)) => format!("It is still even{told}."),
        (Even::Yes, None | Some(Even::Open)) => format!("It is even{told}."),
        (Even::Nearly, _) => format!("It is nearly even: {apart}."),
        (Even::No, Some(Even::Yes | Even::Nearly)) => format!("It is no longer even: {apart}."),
        (Even::No, Some(Even::No)) => format!("It is still not even: {apart}."),
        (Even::No, None | Some(Even::Open)) => format!("It is not even: {apart}."),
    }
}

/// The cells that differ from the base in one thing alone, by what that is.
pub(crate) fn alone<'s>(sweep: &Sweep<'_>, findings: &'s Findings, grid: usize) -> Vec<Step<'s>> {
    let base = sweep.base_of(grid).and_then(|base| sweep.cells().get(base));
    let Some((found, base)) = sweep.grids().get(grid).zip(base) else { return Vec::new() };
    let step = |axis: usize, level: usize| {
        let mut levels = base.levels.clone();
        let own = levels.get_mut(axis).filter(|own| **own != level)?;
        *own = level;
        let cell = sweep.cell_at(grid, &levels)?;
        Some(Step { cell, outcome: findings.outcome(cell)?, axis, level })
    };
    let of_axis = |axis: usize| {
        let count = found.axes.get(axis).map_or(0, |bound| bound.levels.len());
        (0..count).filter_map(move |level| step(axis, level))
    };
    (0..found.axes.len()).flat_map(of_axis).collect()
}

/// Where several things vary at once: with what the first side wins most often and least often. `Of all cells, the best for
/// crown is strength +2, armour plate (48.5 %), the worst …`
fn extremes(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Option<String> {
    let several = sweep.grids().get(grid)?.axes.iter().filter(|bound| bound.levels.len() > 1).count() > 1;
    let (least, most) = ends(sweep, findings, grid)?;
    let told = |at: usize| {
        let outcome = findings.outcome(at)?;
        let side = outcome.sides.first()?;
        let label = visible(&sweep.label(sweep.cells().get(at)?), 400);
        Some((visible(&side.name, 60), format!("{label} ({})", share(outcome, side.chance.p))))
    };
    let ((side, most), (_, least)) = (told(most)?, told(least)?);
    several.then(|| format!("Of all cells, the best for {side} is {most}, the worst {least}."))
}

/// The cells of a grid in which its first side wins least often and most often.
pub(crate) fn ends(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Option<(usize, usize)> {
    let chance = |at: usize| Some(findings.outcome(at)?.sides.first()?.chance.p);
    let cells = sweep.cells().iter().enumerate().filter(|(_, cell)| cell.grid == grid);
    let known: Vec<(usize, f64)> = cells.filter_map(|(at, _)| Some((at, chance(at)?))).collect();
    let least = known.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    // Of equals the first.
    let most = known.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some((least.0, most.0))
}

/// Digits behind the point: more of them help where they are known.
fn digits(outcome: &Outcome) -> usize {
    if outcome.exact.is_some() { 3 } else { 1 }
}

/// `61.2 %`, or exactly `61.203 %`
#[must_use]
pub fn share(outcome: &Outcome, share: f64) -> String {
    if outcome.exact.is_some() { fine_percent(share) } else { percent(share) }
}

/// `61.2 % (60.2 to 62.2)`, or exactly `61.203 %`
#[must_use]
pub fn chance(outcome: &Outcome, chance: Interval) -> String {
    match outcome.exact {
        Some(_) => fine_percent(chance.p),
        None => format!("{} ({:.1} to {:.1})", percent(chance.p), 100.0 * chance.low, 100.0 * chance.high),
    }
}

/// `+11.4 points (+10.1 to +12.7)`, or exactly `+11.416 points`
#[must_use]
pub fn points(outcome: &Outcome, change: Difference) -> String {
    let digits = digits(outcome);
    let signed = |part: f64| {
        let text = format!("{:+.digits$}", 100.0 * part);
        if text.contains(|c: char| ('1'..='9').contains(&c)) { text } else { text.replace(['+', '-'], "") }
    };
    match outcome.exact {
        Some(_) => format!("{} points", signed(change.is)),
        None => format!("{} points ({} to {})", signed(change.is), signed(change.low), signed(change.high)),
    }
}

/// `4.7`, or exactly `4.712`
#[must_use]
pub fn value(outcome: &Outcome, mean: Mean) -> String {
    let digits = digits(outcome);
    format!("{:.digits$}", mean.is)
}

/// `4.7 (4.6 to 4.8)`, or exactly `4.712`
pub(crate) fn mean(outcome: &Outcome, mean: Mean) -> String {
    match outcome.exact {
        Some(_) => value(outcome, mean),
        None => format!("{:.1} ({:.1} to {:.1})", mean.is, mean.low, mean.high),
    }
}

/// `Exact but for 4.5e-13, which is left in play: 9800 states, 120000 branches.` Nothing where cells are fought.
#[must_use]
pub fn exactly(findings: &Findings) -> Option<String> {
    let all = || findings.outcomes.iter().flatten().filter_map(|outcome| outcome.exact);
    all().next()?;
    let left = all().map(|exact| exact.left).fold(0.0, f64::max);
    let sum = |count: fn(&Exact) -> u64| all().map(|exact| count(&exact)).fold(0, u64::saturating_add);
    let seen = format!("{} states, {} branches", sum(|exact| exact.states), sum(|exact| exact.branches));
    Some(match left {
        0.0 => format!("Exact, nothing is left in play: {seen} in all."),
        left => format!("Exact but for {}, the most that is left in play of a cell: {seen} in all.", small(left)),
    })
}

/// `1 encounter, 4 cells of 10000 fights`, `of up to …`, `4 cells, exact`
#[must_use]
pub fn size(sweep: &Sweep<'_>) -> String {
    let count = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let plan = sweep.plan();
    let encounters = count(sweep.grids().len(), "encounter", "encounters");
    let cells = count(sweep.cells().len(), "cell", "cells");
    let most = if plan.until.is_some() { "up to " } else { "" };
    match plan.exact {
        Some(_) => format!("{encounters}, {cells}, exact"),
        None => format!("{encounters}, {cells} of {most}{}", fights(plan.fights)),
    }
}
