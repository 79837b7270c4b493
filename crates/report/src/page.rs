//! The report as a page: self-contained, without a link, to be read, heard and printed.

mod html;
mod tables;

use skirmish_kernel::words::visible;
use skirmish_sweep::{Findings, Sweep};

use crate::pictures::{self, Picture};
use crate::replays::Replay;
use crate::words::{self, Answer};

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
    /// In the order in which they are read; pictures that do not lead stand before the last.
    tables: Vec<Table>,
    replays: Vec<Told<'p>>,
}

/// A replay and what it shows.
struct Told<'p> {
    cell: usize,
    /// What is different in its cell.
    label: String,
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
#[must_use]
pub fn page(sweep: &Sweep<'_>, findings: &Findings, answers: &[Answer], replays: &[Replay]) -> String {
    let sections = answers.iter().enumerate().map(|(grid, answer)| {
        let own = replays.iter().filter(|replay| sweep.cells().get(replay.cell).is_some_and(|cell| cell.grid == grid));
        Section {
            id: format!("encounter-{}", grid + 1),
            heading: answer.heading.clone(),
            game: sweep.grids().get(grid).map_or_else(String::new, |grid| grid.ground.game.title().to_owned()),
            sentences: answer.sentences.clone(),
            pictures: pictures::all(sweep, findings, grid),
            tables: tables::all(sweep, findings, grid),
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
    let base = sweep.cells().get(replay.cell).and_then(|cell| sweep.base_of(cell.grid)) == Some(replay.cell);
    let label = format!("{}{}", visible(&label, 400), if base { " (base)" } else { "" });
    Told { cell: replay.cell, label, file: &replay.file, what: format!("{what} (fight {})", replay.fight) }
}
