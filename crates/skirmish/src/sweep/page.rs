//! The report as a page: self-contained, without a link, to be read, heard and printed.

mod html;

use skirmish_kernel::words::visible;
use skirmish_sweep::{Cell, Difference, Findings, Outcome, Sweep};

use super::folder::number;
use super::pictures::{self, Picture};
use super::replays::Replay;
use super::words::{self, Answer};
use crate::duel::tell::small;

/// A table of a page has so many rows at most; all are in the files.
const MOST_ROWS: usize = 2_000;

struct Page<'p> {
    question: String,
    size: String,
    /// Nothing was fought: it is exact.
    is_exact: bool,
    /// Not all cells are done.
    missing: Option<String>,
    sections: Vec<Section<'p>>,
    plan: String,
    name: String,
}

/// What is said of one encounter.
struct Section<'p> {
    /// `encounter-1`
    id: String,
    heading: String,
    game: String,
    sentences: Vec<String>,
    pictures: Vec<Picture>,
    tables: Vec<Table>,
    replays: Vec<Told<'p>>,
}

/// A replay and what it shows.
struct Told<'p> {
    file: &'p str,
    what: String,
}

/// A table that can be sorted by each of its columns.
struct Table {
    id: String,
    caption: String,
    heads: Vec<String>,
    rows: Vec<Vec<Entry>>,
    /// Rows that had no room.
    more: usize,
}

/// A text, and what it is sorted by.
struct Entry {
    text: String,
    sort: Option<String>,
}

impl Entry {
    fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), sort: None }
    }

    fn number(text: String, sort: f64) -> Self {
        Self { text, sort: Some(sort.to_string()) }
    }

    fn none() -> Self {
        Self { text: "–".into(), sort: None }
    }
}

/// The whole page.
pub(super) fn page(sweep: &Sweep<'_>, findings: &Findings, answers: &[Answer], replays: &[Replay]) -> String {
    let sections = answers.iter().enumerate().map(|(grid, answer)| {
        let own = replays.iter().filter(|replay| sweep.cells().get(replay.cell).is_some_and(|cell| cell.grid == grid));
        Section {
            id: format!("encounter-{}", grid + 1),
            heading: answer.heading.clone(),
            game: sweep.grids().get(grid).map_or_else(String::new, |grid| grid.ground.game.title().to_owned()),
            sentences: answer.sentences.clone(),
            pictures: pictures::all(sweep, findings, grid),
            tables: vec![cells(sweep, findings, grid), people(sweep, findings, grid)],
            replays: own.map(|replay| told(sweep, replay)).collect(),
        }
    });
    let plan = sweep.plan();
    let (done, all) = (findings.done(), sweep.cells().len());
    let page = Page {
        question: visible(&plan.question, 2_000),
        size: words::size(sweep),
        is_exact: plan.exact.is_some(),
        missing: (done < all).then(|| format!("{done} of {all} cells are done. The same command goes on.")),
        sections: sections.collect(),
        plan: plan.source.part().lines().map(|line| visible(line, 4_000)).collect::<Vec<_>>().join("\n"),
        name: visible(plan.source.name.rsplit(['/', '\\']).next().unwrap_or_default(), 400),
    };
    html::page(&page)
}

fn told<'p>(sweep: &Sweep<'_>, replay: &'p Replay) -> Told<'p> {
    let label = sweep.cells().get(replay.cell).map_or_else(String::new, |cell| sweep.label(cell));
    let what = match replay.what {
        "median" => "a fight like most",
        "longest" => "the longest fight",
        "first" => "the first fight of its seed",
        _ => "the first that the outsider wins",
    };
    Told { file: &replay.file, what: format!("{}: {what} (fight {})", visible(&label, 400), replay.fight) }
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
        [format!("{side} wins"), format!("{side}: change to the base")]
    }));
    let last = if sweep.plan().exact.is_some() { "left in play" } else { "fights" };
    heads.extend(["nobody wins", "given up", "rounds", last].map(str::to_owned));
    let row = |(at, cell, outcome): (usize, &Cell, &Outcome)| {
        let mut row = lead(sweep, at, cell);
        for side in &sides {
            let own = outcome.sides.iter().find(|own| own.name == *side);
            row.push(
                own.map_or_else(Entry::none, |own| Entry::number(words::chance(outcome, own.chance), own.chance.p)),
            );
            let change = own.and_then(|own| own.change);
            row.push(change.map_or_else(Entry::none, |change: Difference| {
                let luck = if change.is_telling() || outcome.exact.is_some() { "" } else { ", may be luck" };
                Entry::number(format!("{}{luck}", words::points(outcome, change)), change.is)
            }));
        }
        let share = |part: f64| Entry::number(words::share(outcome, part), part);
        row.extend([share(outcome.nobody), share(outcome.given_up)]);
        row.push(
            outcome.rounds.map_or_else(Entry::none, |rounds| Entry::number(words::mean(outcome, rounds), rounds.is)),
        );
        row.push(match outcome.exact {
            Some(exact) => Entry::number(small(exact.left), exact.left),
            None => Entry::number(outcome.fights.to_string(), outcome.fights as f64),
        });
        row
    };
    table(format!("cells-{}", grid + 1), "Every cell: who wins, and what that changes".into(), heads, known.map(row))
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
