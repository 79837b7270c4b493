//! Cells that are compared with each other, in words.

use skirmish_kernel::words::visible;
use skirmish_sweep::{Comparison, Difference, Findings, Outcome, Sweep};

use crate::numbers::number;
use crate::words::{luck, points, share};

/// So many are told of one encounter; all are in the report's table.
const MOST_TOLD: usize = 12;

/// Of whom it is told, and both of the outcomes.
pub(crate) struct Told<'f> {
    pub(crate) from: &'f Outcome,
    pub(crate) to: &'f Outcome,
    pub(crate) side: usize,
    pub(crate) change: Difference,
}

/// What the cells of a grid come to that are compared with each other.
pub(crate) fn of_grid<'f>(
    sweep: &'f Sweep<'_>,
    findings: &'f Findings,
    grid: usize,
) -> impl Iterator<Item = &'f Comparison> {
    let is_own = move |cell: usize| sweep.cells().get(cell).is_some_and(|cell| cell.grid == grid);
    findings.comparisons.iter().filter(move |comparison| is_own(comparison.to))
}

/// Of two sides it is told of the first, of more of the one whose chance differs most; of none, where the sides of both
/// cells are not the same.
pub(crate) fn told<'f>(findings: &'f Findings, comparison: &Comparison) -> Option<Told<'f>> {
    let size = |at: &usize| comparison.changes.get(*at).map_or(0.0, |change| change.is.abs());
    let side = match comparison.changes.len() {
        2 => 0,
        count => (0..count).max_by(|a, b| size(a).total_cmp(&size(b)))?,
    };
    let change = *comparison.changes.get(side)?;
    Some(Told { from: findings.outcome(comparison.from)?, to: findings.outcome(comparison.to)?, side, change })
}

pub(crate) fn sentences(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Vec<String> {
    let all = || of_grid(sweep, findings, grid);
    let mut sentences: Vec<String> =
        all().take(MOST_TOLD).map(|comparison| sentence(sweep, findings, comparison)).collect();
    let more = all().count().saturating_sub(MOST_TOLD);
    if more > 0 {
        sentences.push(format!("{more} more comparisons are in the report."));
    }
    sentences
}

/// `0004 (strength +2, armour plate) against 0002 (…): won by crown in 48.5 % instead of 32.5 %, +16.0 points (+6.5 to +25.2).`
fn sentence(sweep: &Sweep<'_>, findings: &Findings, comparison: &Comparison) -> String {
    let name = |cell: usize| {
        let label = sweep.cells().get(cell).map_or_else(String::new, |cell| sweep.label(cell));
        format!("{} ({})", number(cell), visible(&label, 400))
    };
    let (from, to) = (name(comparison.from), name(comparison.to));
    let Some(Told { from: before, to: now, side, change }) = told(findings, comparison) else {
        return format!("{to} cannot be compared with {from}: other sides fight there.");
    };
    let chance = |outcome: &Outcome| share(outcome, outcome.sides.get(side).map_or(0.0, |side| side.chance.p));
    let name = now.sides.get(side).map_or_else(String::new, |side| visible(&side.name, 60));
    if now.exact.is_some() && change.is == 0.0 {
        return format!("{to} against {from}: won by {name} in {}, here as there.", chance(now));
    }
    let (now_wins, before_wins) = (chance(now), chance(before));
    let luck = luck(change);
    format!("{to} against {from}: won by {name} in {now_wins} instead of {before_wins}, {}{luck}.", points(now, change))
}
