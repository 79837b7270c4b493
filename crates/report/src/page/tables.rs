//! The tables of the report.

use skirmish_kernel::words::visible;
use skirmish_sweep::{Cell, Difference, Findings, Outcome, Sweep};

use super::{Entry, Table};
use crate::numbers::number;
use crate::numbers::small;
use crate::{best, compared, words};

/// A table of a page has so many rows at most; all are in the files.
const MOST_ROWS: usize = 2_000;

/// The tables of one encounter that have anything to say: every cell, the best of each row, cells that are compared with
/// each other, and last everybody.
pub(crate) fn all(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Vec<Table> {
    let mut tables = vec![cells(sweep, findings, grid)];
    tables.extend([bests(sweep, findings, grid), pairs(sweep, findings, grid)].into_iter().flatten());
    tables.push(people(sweep, findings, grid));
    tables
}

/// A row for each row of the grid: with what a side wins most often there.
fn bests(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Option<Table> {
    let heads = ["with", "side", "best with", "won there", "may be as good", "would decide it"];
    let rows = best::rows(sweep, findings, grid).into_iter().map(|row| {
        let rivals =
            row.rivals.iter().map(|(level, share)| format!("{level} ({share})")).collect::<Vec<_>>().join(", ");
        let some = |text: String| if text.is_empty() { Entry::none() } else { Entry::text(text) };
        vec![
            Entry::text(format!("{} {}", row.still.0, row.still.1)),
            Entry::text(row.side.clone()),
            Entry::text(format!("{} {}", row.along, row.level)),
            Entry::text(row.share.clone()),
            some(rivals),
            some(row.needed.and_then(best::fights_needed).unwrap_or_default()),
        ]
    });
    let rest = if best::is_part(sweep, grid) { ", with everything else as in the base" } else { "" };
    let caption = format!("What is best: for each level of one thing, of the other one{rest}");
    let table = table(format!("best-{}", grid + 1), caption, heads.map(str::to_owned).to_vec(), rows);
    (!table.rows.is_empty()).then_some(table)
}

/// A row for each pair of cells that are compared with each other.
fn pairs(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Option<Table> {
    let heads = ["cell", "against", "side", "won", "won there", "change", "would decide it"];
    let label = |cell: usize| sweep.cells().get(cell).map_or_else(String::new, |cell| visible(&sweep.label(cell), 400));
    let rows = compared::of_grid(sweep, findings, grid).filter_map(|pair| {
        let told = compared::told(findings, pair)?;
        let wins = |outcome: &Outcome| {
            let side = outcome.sides.get(told.side);
            side.map_or_else(Entry::none, |side| Entry::number(words::share(outcome, side.chance.p), side.chance.p))
        };
        let name = |cell: usize| Entry::number(format!("{} {}", number(cell), label(cell)), cell as f64);
        let side = told.to.sides.get(told.side).map_or_else(String::new, |side| visible(&side.name, 60));
        Some(vec![
            name(pair.to),
            name(pair.from),
            Entry::text(side),
            wins(told.to),
            wins(told.from),
            change(told.to, told.change),
            best::fights_needed(told.change.needed).map_or_else(Entry::none, Entry::text),
        ])
    });
    let caption = "Cells compared with each other".into();
    let table = table(format!("pairs-{}", grid + 1), caption, heads.map(str::to_owned).to_vec(), rows);
    (!table.rows.is_empty()).then_some(table)
}

/// A change, and whether it may be luck.
fn change(outcome: &Outcome, change: Difference) -> Entry {
    let luck = if change.is_telling() || outcome.exact.is_some() { "" } else { ", may be luck" };
    Entry::number(format!("{}{luck}", words::points(outcome, change)), change.is)
}

/// The cells of an encounter that are done.
fn known<'s>(
    sweep: &'s Sweep<'_>,
    findings: &'s Findings,
    grid: usize,
) -> impl Iterator<Item = (usize, &'s Cell, &'s Outcome)> + Clone {
    let cells = sweep.cells().iter().enumerate().filter(move |(_, cell)| cell.grid == grid);
    cells.filter_map(|(at, cell)| Some((at, cell, findings.outcome(at)?)))
}

/// The names of what varies in an encounter.
fn axes(sweep: &Sweep<'_>, grid: usize) -> Vec<String> {
    let bound = sweep.grids().get(grid).into_iter().flat_map(|grid| &grid.axes);
    bound.filter_map(|bound| Some(visible(&sweep.plan().axes.get(bound.axis)?.name, 60))).collect()
}

/// Number and levels of a cell.
fn lead(sweep: &Sweep<'_>, at: usize, cell: &Cell) -> Vec<Entry> {
    let base = if sweep.base_of(cell.grid) == Some(at) { " (base)" } else { "" };
    let mut entries = vec![Entry::number(format!("{}{base}", number(at)), at as f64)];
    let bound = sweep.grids().get(cell.grid).into_iter().flat_map(|grid| &grid.axes).zip(&cell.levels);
    entries.extend(bound.map(|(bound, level)| {
        let found = sweep.plan().axes.get(bound.axis).and_then(|axis| axis.levels.get(*level));
        found.map_or_else(Entry::none, |found| match found.number {
            Some(number) => Entry::number(visible(&found.label, 60), number),
            None => Entry { text: visible(&found.label, 60), sort: None },
        })
    }));
    entries
}

/// A row for each cell: who wins, what that changes, how long it takes.
fn cells(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Table {
    let known = known(sweep, findings, grid);
    let sides: Vec<String> = known
        .clone()
        .next()
        .map_or_else(Vec::new, |(_, _, outcome)| outcome.sides.iter().map(|side| side.name.clone()).collect());
    let mut heads = [vec!["cell".to_owned()], axes(sweep, grid)].concat();
    heads.extend(sides.iter().flat_map(|side| {
        let side = visible(side, 60);
        [format!("won by {side}"), format!("{side}: change to the base")]
    }));
    // A column of nothing but noughts takes the room of one that says something.
    let has = |share: fn(&Outcome) -> f64| known.clone().any(|(_, _, outcome)| share(outcome) > 0.0);
    let (nobody, given_up) = (has(|one| one.nobody), has(|one| one.given_up));
    heads.extend(
        [("won by nobody", nobody), ("given up", given_up)]
            .iter()
            .filter(|(_, has)| *has)
            .map(|(name, _)| (*name).into()),
    );
    let last = if sweep.plan().exact.is_some() { "left in play" } else { "fights" };
    heads.extend(["rounds", last].map(str::to_owned));
    let row = |(at, cell, outcome): (usize, &Cell, &Outcome)| {
        let mut row = lead(sweep, at, cell);
        for side in &sides {
            let own = outcome.sides.iter().find(|own| own.name == *side);
            row.push(
                own.map_or_else(Entry::none, |own| Entry::number(words::chance(outcome, own.chance), own.chance.p)),
            );
            row.push(own.and_then(|own| own.change).map_or_else(Entry::none, |found| change(outcome, found)));
        }
        let share = |part: f64| Entry::number(words::share(outcome, part), part);
        row.extend(nobody.then(|| share(outcome.nobody)));
        row.extend(given_up.then(|| share(outcome.given_up)));
        row.push(
            outcome.rounds.map_or_else(Entry::none, |rounds| Entry::number(words::mean(outcome, rounds), rounds.is)),
        );
        row.push(match outcome.exact {
            Some(exact) => Entry::number(small(exact.left), exact.left),
            None => Entry::number(outcome.fights.to_string(), outcome.fights as f64),
        });
        row
    };
    let mut caption = "Every cell: who wins, and what that changes".to_owned();
    if !nobody && !given_up {
        caption.push_str(". Every fight has a winner");
    }
    table(format!("cells-{}", grid + 1), caption, heads, known.clone().map(row))
}

/// A row for each cell and combatant: how often it falls, how its gauges stand at the end.
fn people(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Table {
    let heads = [
        vec!["cell".to_owned()],
        axes(sweep, grid),
        ["who", "side", "falls", "at the end, on average"].map(str::to_owned).to_vec(),
    ];
    let rows = known(sweep, findings, grid).flat_map(|(at, cell, outcome)| {
        outcome.fighters.iter().map(move |fighter| {
            let mut row = lead(sweep, at, cell);
            let side = outcome.sides.get(fighter.side).map_or("", |side| &side.name);
            row.extend([Entry::text(visible(&fighter.name, 60)), Entry::text(visible(side, 60))]);
            let falls = fighter.falls;
            row.push(Entry::number(words::chance(outcome, falls), falls.p));
            let left = fighter.gauges.iter().filter_map(|gauge| {
                let most = gauge.most.map_or_else(String::new, |most| format!(" of {most}"));
                let left = words::value(outcome, gauge.left?);
                Some(format!("{} {left}{most}", visible(&gauge.name, 30)))
            });
            let first = fighter.gauges.first().and_then(|gauge| gauge.left);
            let left = left.collect::<Vec<_>>().join(", ");
            row.push(first.map_or_else(Entry::none, |first| Entry::number(left, first.is)));
            row
        })
    });
    table(
        format!("people-{}", grid + 1),
        "Everybody: who falls, and how everybody stands at the end".into(),
        heads.concat(),
        rows,
    )
}

fn table(id: String, caption: String, heads: Vec<String>, rows: impl Iterator<Item = Vec<Entry>>) -> Table {
    let mut rows: Vec<Vec<Entry>> = rows.collect();
    let more = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    Table { id, caption, heads, rows, more }
}
