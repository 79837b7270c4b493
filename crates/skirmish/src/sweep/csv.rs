//! The tidy table: one row for each cell and measure.

use skirmish_sweep::{Cell, Findings, Outcome, Sweep};

use super::folder::number;
use crate::csv::line;

/// The whole table. Columns: cell, encounter, one for each thing that varies (empty where it is not in that encounter),
/// base, fights, measure, of, value, low, high, change, change_low, change_high, how.
pub(super) fn rows(sweep: &Sweep<'_>, findings: &Findings) -> String {
    let axes = sweep.plan().axes.iter().map(|axis| axis.name.clone());
    let lead = ["cell", "encounter"].map(str::to_owned).into_iter();
    let rest =
        ["base", "fights", "measure", "of", "value", "low", "high", "change", "change_low", "change_high", "how"];
    let heading: Vec<String> = lead.chain(axes).chain(rest.map(str::to_owned)).collect();
    let mut text = line(&heading);
    for (at, cell) in sweep.cells().iter().enumerate() {
        let Some(outcome) = findings.outcome(at) else { continue };
        let lead = lead_of(sweep, at, cell, outcome);
        for row in outcome.measures() {
            let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
            let (low, high) = row.interval.unzip();
            let change = row.change;
            let how = if outcome.exact.is_some() { "exact" } else { "fought" };
            let values = [
                row.measure.to_owned(),
                row.of,
                row.value.to_string(),
                number(low),
                number(high),
                number(change.map(|change| change.is)),
                number(change.map(|change| change.low)),
                number(change.map(|change| change.high)),
                how.to_owned(),
            ];
            text.push_str(&line(&[lead.clone(), values.to_vec()].concat()));
        }
    }
    text
}

fn lead_of(sweep: &Sweep<'_>, at: usize, cell: &Cell, outcome: &Outcome) -> Vec<String> {
    let grid = sweep.grids().get(cell.grid);
    let levels = (0..sweep.plan().axes.len()).map(|axis| sweep.level(cell, axis).unwrap_or_default().to_owned());
    let base = if sweep.base_of(cell.grid) == Some(at) { "yes" } else { "no" };
    let fights = if outcome.exact.is_some() { String::new() } else { outcome.fights.to_string() };
    let lead = [number(at), grid.map_or_else(String::new, |grid| grid.ground.name.clone())];
    lead.into_iter().chain(levels).chain([base.to_owned(), fights]).collect()
}
