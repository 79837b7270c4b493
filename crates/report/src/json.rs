//! The report for machines.

use serde_json::{Map, Value, json};
use skirmish_sim::{Interval, Stopped};
use skirmish_sweep::{Best, Cell, Comparison, Difference, Exact, Findings, Mean, Needed, Outcome, Plan, Sweep};

use crate::decided::Decided;
use crate::numbers::number;
use crate::replays::Replay;
use crate::words::Answer;

/// Everything that was found, as `cells.json` has it.
#[must_use]
pub fn findings(sweep: &Sweep<'_>, findings: &Findings, answers: &[Answer], replays: &[Replay]) -> Value {
    let plan = sweep.plan();
    let encounters = sweep.grids().iter().zip(answers).enumerate().map(|(at, (grid, answer))| {
        json!({
            "name": grid.ground.name, "game": grid.ground.game.name(), "base": sweep.base_of(at).map(number),
            "answer": answer.sentences, "best": bests(sweep, findings, at),
            "decided": answer.decided.iter().map(decided).collect::<Vec<_>>(),
        })
    });
    let cells = sweep.cells().iter().enumerate();
    let cells = cells.map(|(at, cell)| cell_of(sweep, at, cell, findings.outcome(at)));
    json!({
        "kind": "sweep", "question": plan.question, "seed": plan.seed, "exact": plan.exact.is_some(),
        "left": plan.exact.as_ref().map(|exactly| exactly.left), "fights": fights(plan), "until": plan.until,
        "most_rounds": plan.most_rounds, "interrupted": findings.interrupted,
        "axes": axes(sweep), "encounters": encounters.collect::<Vec<_>>(), "cells": cells.collect::<Vec<_>>(),
        "comparisons": findings.comparisons.iter().map(|one| comparison(findings, one)).collect::<Vec<_>>(),
        "replays": replays.iter().map(|replay| json!({
            "file": replay.file, "cell": number(replay.cell), "fight": replay.fight, "what": replay.what,
        })).collect::<Vec<_>>(),
    })
}

/// What would be fought.
#[must_use]
pub fn cells(sweep: &Sweep<'_>) -> Value {
    let plan = sweep.plan();
    let cells = sweep.cells().iter().enumerate().map(|(at, cell)| cell_of(sweep, at, cell, None));
    json!({
        "kind": "sweep-cells", "question": plan.question, "exact": plan.exact.is_some(), "fights": fights(plan),
        "axes": axes(sweep),
        "cells": cells.collect::<Vec<_>>(),
    })
}

/// How many fights a cell has, where cells are fought.
fn fights(plan: &Plan) -> Option<u64> {
    plan.exact.is_none().then_some(plan.fights)
}

fn axes(sweep: &Sweep<'_>) -> Vec<Value> {
    let axes = sweep.plan().axes.iter().map(|axis| {
        let levels: Vec<&str> = axis.levels.iter().map(|level| level.label.as_str()).collect();
        json!({ "name": axis.name, "levels": levels, "base": levels.get(axis.base) })
    });
    axes.collect()
}

fn cell_of(sweep: &Sweep<'_>, at: usize, cell: &Cell, outcome: Option<&Outcome>) -> Value {
    let grid = sweep.grids().get(cell.grid);
    let levels = grid.iter().flat_map(|grid| grid.axes.iter().zip(&cell.levels)).filter_map(|(bound, level)| {
        let axis = sweep.plan().axes.get(bound.axis)?;
        Some((axis.name.clone(), Value::from(axis.levels.get(*level)?.label.clone())))
    });
    json!({
        "cell": number(at), "encounter": grid.map(|grid| &grid.ground.name), "levels": levels.collect::<Map<_, _>>(),
        "base": sweep.base_of(cell.grid) == Some(at), "outcome": outcome.map(outcome_of),
    })
}

fn outcome_of(outcome: &Outcome) -> Value {
    let fighters = outcome.fighters.iter().map(|fighter| {
        let gauges = fighter.gauges.iter().map(|gauge| {
            json!({ "name": gauge.name, "start": gauge.start, "most": gauge.most, "left": gauge.left.map(mean) })
        });
        json!({
            "name": fighter.name, "side": outcome.sides.get(fighter.side).map(|side| &side.name),
            "falls": chance(fighter.falls), "gauges": gauges.collect::<Vec<_>>(),
        })
    });
    // What is counted, where something was fought.
    let counted = |count: u64| outcome.exact.is_none().then_some(count);
    json!({
        "exact": outcome.exact.map(|Exact { left, states, branches }| {
            json!({ "left": left, "states": states, "branches": branches })
        }),
        "fights": counted(outcome.fights),
        "stopped": match outcome.stopped {
            _ if outcome.exact.is_some() => "exact",
            Stopped::Done => "done",
            Stopped::Precise => "precise",
            Stopped::Asked => "interrupted",
        },
        "sides": outcome.sides.iter().map(|side| json!({
            "name": side.name, "wins": counted(side.wins), "chance": chance(side.chance), "change": side.change.map(difference),
        })).collect::<Vec<_>>(),
        "balance": outcome.balance.map(difference), "draws": counted(outcome.drawn),
        "unfinished": counted(outcome.unfinished), "nobody": outcome.nobody, "given_up": outcome.given_up,
        "rounds": outcome.rounds.map(mean), "combatants": fighters.collect::<Vec<_>>(),
        "examples": { "median": outcome.median, "longest": outcome.longest, "upset": outcome.upset },
    })
}

/// Two cells that are compared with each other.
fn comparison(findings: &Findings, comparison: &Comparison) -> Value {
    let sides = findings.outcome(comparison.to).into_iter().flat_map(|outcome| &outcome.sides);
    let changes = sides.zip(&comparison.changes);
    json!({
        "from": number(comparison.from), "to": number(comparison.to),
        "sides": changes.map(|(side, change)| json!({ "name": side.name, "change": difference(*change) })).collect::<Vec<_>>(),
    })
}

/// The best of each row of a grid.
fn bests(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Vec<Value> {
    let axis = |best: &Best, at: usize| sweep.plan().axes.get(sweep.grids().get(best.grid)?.axes.get(at)?.axis);
    let told = |best: &Best| {
        let (still, along) = (axis(best, best.axis)?, axis(best, best.along)?);
        let label = |level: usize| along.levels.get(level).map(|level| &level.label);
        let cell = *best.cells.get(best.best)?;
        let others = best.leads.iter().enumerate().filter_map(|(level, lead)| {
            Some(json!({ "level": label(level), "cell": best.cells.get(level).copied().map(number), "lead": difference((*lead)?) }))
        });
        Some(json!({
            "axis": still.name, "level": still.levels.get(best.level)?.label, "along": along.name,
            "side": findings.outcome(cell)?.sides.get(best.side)?.name,
            "best": label(best.best), "cell": number(cell), "others": others.collect::<Vec<_>>(),
        }))
    };
    findings.bests.iter().filter(|best| best.grid == grid).filter_map(told).collect()
}

/// What was heard of a cell.
fn decided(decided: &Decided) -> Value {
    let harm = decided
        .harm
        .iter()
        .map(|harm| json!({ "who": harm.who, "deed": harm.deed, "mean": harm.mean, "error": harm.error }));
    json!({
        "cell": number(decided.cell), "fights": decided.fights, "harm": harm.collect::<Vec<_>>(),
        "rule": decided.rule.as_ref().map(|rule| json!({
            "rule": rule.id, "side": rule.side, "with": rule.with, "without": rule.without,
        })),
    })
}

fn chance(chance: Interval) -> Value {
    json!({ "p": chance.p, "low": chance.low, "high": chance.high })
}

fn mean(mean: Mean) -> Value {
    json!({ "mean": mean.is, "low": mean.low, "high": mean.high })
}

fn difference(difference: Difference) -> Value {
    let needed = match difference.needed {
        Needed::About(fights) => Some(fights),
        Needed::NoMore | Needed::TooMany | Needed::Unseen => None,
    };
    json!({ "is": difference.is, "low": difference.low, "high": difference.high, "needed": needed })
}
