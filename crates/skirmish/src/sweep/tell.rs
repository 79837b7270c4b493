//! The report on the terminal.

use skirmish_kernel::words::visible;
use skirmish_report::{Answer, number, words};
use skirmish_sweep::{Findings, Outcome, Sweep};

use super::folder::Folder;
use crate::out::Out;
use crate::sim::chart::{Keep, columns};
use crate::wrap;

/// Rows of a table on a terminal; all are in the files.
const MOST_ROWS: usize = 40;

pub(super) fn findings(sweep: &Sweep<'_>, findings: &Findings, answers: &[Answer], folder: &Folder, out: &mut Out) {
    let paint = out.paint();
    out.line(paint.bold(&wrap::fitted(&visible(&sweep.plan().question, 2_000), wrap::WIDTH)));
    out.line(paint.dim(&words::size(sweep)));
    for (grid, answer) in answers.iter().enumerate() {
        out.line(format_args!("\n{}", paint.bold(&answer.heading)));
        for sentence in &answer.sentences {
            out.line(wrap::wrapped(&format!("  {sentence}"), wrap::WIDTH, 2));
        }
        let rows = table(sweep, findings, grid);
        if rows.len() > 1 {
            out.line("");
            let keep: Vec<Keep> = rows
                .first()
                .map_or(0, Vec::len)
                .checked_sub(1)
                .map_or(Vec::new(), |rest| [vec![Keep::Right], vec![Keep::Left; rest]].concat());
            columns(&rows, &keep).iter().for_each(|line| out.drawn(line.trim_end()));
        }
    }
    if let Some(exactly) = words::exactly(findings) {
        out.line(format_args!("\n{}", paint.dim(&exactly)));
    }
    out.line(format_args!("\n{}", paint.dim(&format!("Report, tables, encounters and replays: {}", folder.name()))));
}

/// A heading and a row for each cell of an encounter that is done.
fn table(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Vec<Vec<String>> {
    let cells = || sweep.cells().iter().enumerate().filter(|(_, cell)| cell.grid == grid);
    let Some(first) = cells().find_map(|(at, _)| findings.outcome(at)) else { return Vec::new() };
    let sides = first.sides.iter().map(|side| format!("won by {}", visible(&side.name, 40)));
    let change = first.sides.first().map_or_else(String::new, |side| format!("{}: change", visible(&side.name, 40)));
    // A column of nothing but noughts takes the room of one that says something.
    let others: Vec<Undecided> = UNDECIDED
        .into_iter()
        .filter(|(_, part)| cells().filter_map(|(at, _)| findings.outcome(at)).any(|outcome| part(outcome) > 0.0))
        .collect();
    let sides = sides.chain(others.iter().map(|(name, _)| (*name).to_owned()));
    let heading = ["cell".to_owned(), String::new()].into_iter().chain(sides).chain([change, "rounds".into()]);
    let row = |(at, label): (usize, String)| Some(row(at, label, findings.outcome(at)?, &others));
    let rows = cells().filter_map(|(at, cell)| row((at, sweep.label(cell))));
    std::iter::once(heading.collect()).chain(rows).take(MOST_ROWS + 1).collect()
}

/// The head of a column, and its share of a cell's fights.
type Undecided = (&'static str, fn(&Outcome) -> f64);

/// What may become of a fight without a winner.
const UNDECIDED: [Undecided; 2] = [("by nobody", |outcome| outcome.nobody), ("given up", |outcome| outcome.given_up)];

fn row(at: usize, label: String, outcome: &Outcome, others: &[Undecided]) -> Vec<String> {
    let sides = outcome.sides.iter().map(|side| words::chance(outcome, side.chance));
    let sides = sides.chain(others.iter().map(|(_, part)| words::share(outcome, part(outcome))));
    let change = outcome
        .sides
        .first()
        .and_then(|side| side.change)
        .map_or_else(String::new, |change| words::points(outcome, change));
    let rounds = outcome.rounds.map_or_else(|| "-".into(), |rounds| words::value(outcome, rounds));
    [number(at), visible(&label, 60)].into_iter().chain(sides).chain([change, rounds]).collect()
}

/// What would be fought.
pub(super) fn cells(sweep: &Sweep<'_>, out: &mut Out) {
    let paint = out.paint();
    out.line(paint.bold(&wrap::fitted(&visible(&sweep.plan().question, 2_000), wrap::WIDTH)));
    out.line(paint.dim(&words::size(sweep)));
    for grid in 0..sweep.grids().len() {
        out.line(format_args!("\n{}", paint.bold(&words::heading(sweep, grid))));
        let base = sweep.base_of(grid);
        let of_grid = sweep.cells().iter().enumerate().filter(|(_, cell)| cell.grid == grid);
        for (at, cell) in of_grid {
            let base = if base == Some(at) { "  (the base)" } else { "" };
            out.line(format_args!("  {}  {}{base}", number(at), visible(&sweep.label(cell), 400)));
        }
    }
}
