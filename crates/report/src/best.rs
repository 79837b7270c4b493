//! The best of each row in words: with which level of one thing a side wins most often, for each level of another.

use skirmish_kernel::words::{list, visible};
use skirmish_sweep::{Best, Difference, Findings, Needed, Outcome, Sweep};

use crate::words::share;

/// So many sentences of each direction; every row is in the report's table.
const MOST_SENTENCES: usize = 6;

/// So many levels are named in a sentence.
const MOST_NAMES: usize = 6;

/// A row in words.
pub(crate) struct Row<'b> {
    pub(crate) best: &'b Best,
    /// What stands still: `armour`, `chain`.
    pub(crate) still: (String, String),
    /// The side, what changes, and the level with which the side wins most often: `crown`, `strength`, `+2`.
    pub(crate) side: String,
    pub(crate) along: String,
    pub(crate) level: String,
    /// How often: `39.0 %`.
    pub(crate) share: String,
    /// Levels that may be as good, each with how often the side wins there.
    pub(crate) rivals: Vec<(String, String)>,
    /// How many fights would decide between all of them.
    pub(crate) needed: Option<Needed>,
    /// Nothing was fought.
    is_exact: bool,
    /// Every level is as good.
    is_flat: bool,
}

/// Every row of a grid that is known, in order.
pub(crate) fn rows<'b>(sweep: &Sweep<'_>, findings: &'b Findings, grid: usize) -> Vec<Row<'b>> {
    let own = findings.bests.iter().filter(|best| best.grid == grid);
    own.filter_map(|best| row(sweep, findings, best)).collect()
}

fn row<'b>(sweep: &Sweep<'_>, findings: &'b Findings, best: &'b Best) -> Option<Row<'b>> {
    let axis = |at: usize| sweep.plan().axes.get(sweep.grids().get(best.grid)?.axes.get(at)?.axis);
    let name = |at: usize| Some(visible(&axis(at)?.name, 60));
    let label = |at: usize, level: usize| Some(visible(&axis(at)?.levels.get(level)?.label, 60));
    let outcome = |level: usize| findings.outcome(*best.cells.get(level)?);
    let told = |outcome: &Outcome| Some(share(outcome, outcome.sides.get(best.side)?.chance.p));
    let rival = |(level, _): (usize, Difference)| Some((label(best.along, level)?, told(outcome(level)?)?));
    let first = outcome(best.best)?;
    Some(Row {
        best,
        still: (name(best.axis)?, label(best.axis, best.level)?),
        side: visible(&first.sides.get(best.side)?.name, 60),
        along: name(best.along)?,
        level: label(best.along, best.best)?,
        share: told(first)?,
        rivals: best.rivals().filter_map(rival).collect(),
        needed: best.rivals().map(|(_, lead)| lead.needed).max_by_key(|needed| order(*needed)),
        is_exact: first.exact.is_some(),
        is_flat: best.leads.iter().flatten().all(|lead| lead.is == 0.0),
    })
}

/// By how much there is to fight; what nobody can say comes last.
fn order(needed: Needed) -> u64 {
    match needed {
        Needed::NoMore => 0,
        Needed::About(fights) => fights,
        Needed::TooMany => u64::MAX - 1,
        Needed::Unseen => u64::MAX,
    }
}

/// `about 2300 fights of each cell would decide it`; nothing where that is decided, or where nobody can say.
pub(crate) fn needed(needed: Needed) -> Option<String> {
    match needed {
        Needed::NoMore | Needed::Unseen => None,
        Needed::About(fights) => Some(format!("about {fights} fights of each cell would decide it")),
        Needed::TooMany => Some("not even 10 million fights of each cell would decide it".into()),
    }
}

/// `about 2300 fights`, for a table.
pub(crate) fn fights_needed(needed: Needed) -> Option<String> {
    match needed {
        Needed::NoMore | Needed::Unseen => None,
        Needed::About(fights) => Some(format!("about {fights} fights")),
        Needed::TooMany => Some("more than 10 million fights".into()),
    }
}

/// Do more things vary than those two of which rows are told?
pub(crate) fn is_part(sweep: &Sweep<'_>, grid: usize) -> bool {
    sweep.moving(grid).len() > 2
}

/// The rows of a grid in a few sentences.
pub(crate) fn sentences(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Vec<String> {
    let rows = rows(sweep, findings, grid);
    let mut sentences = Vec::new();
    if let Some(first) = rows.first().filter(|_| is_part(sweep, grid)) {
        let Row { still: (name, _), along, .. } = first;
        sentences.push(format!("Of {name} and {along}, with everything else as in the base:"));
    }
    for direction in rows.chunk_by(|a, b| (a.best.axis, a.best.along) == (b.best.axis, b.best.along)) {
        let told = of_direction(direction);
        let more = told.len().saturating_sub(MOST_SENTENCES);
        sentences.extend(told.into_iter().take(MOST_SENTENCES));
        if more > 0 {
            sentences.push("The rest of the rows is in the report, in the table of what is best.".into());
        }
    }
    sentences
}

/// Rows with the same best together, then one by one those in which nobody can say what is best.
fn of_direction(rows: &[Row<'_>]) -> Vec<String> {
    let (clear, open): (Vec<&Row<'_>>, Vec<&Row<'_>>) = rows.iter().partition(|row| row.rivals.is_empty());
    let mut groups: Vec<Vec<&Row<'_>>> = Vec::new();
    for row in clear {
        match groups.iter_mut().find(|group| group.iter().any(|known| known.best.best == row.best.best)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let clear = groups.iter().map(|group| decided(group, rows.len()));
    clear.chain(open.into_iter().map(undecided)).collect()
}

/// `With armour chain, strength +2 is best for crown (39.0 %).`
fn decided(group: &[&Row<'_>], all: usize) -> String {
    let Some(Row { still: (name, label), side, along, level, share, .. }) = group.first() else {
        return String::new();
    };
    let most = format!("{along} {level} is best for {side}");
    if group.len() == 1 {
        return format!("With {name} {label}, {most} ({share}).");
    }
    let is_whole = group.len() == all;
    let one = |row: &&Row<'_>| match is_whole {
        true => format!("{} with {}", row.share, row.still.1),
        false => format!("{} ({})", row.still.1, row.share),
    };
    let mut shares: Vec<String> = group.iter().take(MOST_NAMES).map(one).collect();
    if group.len() > MOST_NAMES {
        shares.push(format!("{} more", group.len() - MOST_NAMES));
    }
    match is_whole {
        true => format!("With every {name}, {most} ({}).", list(&shares)),
        false => format!("With {name} {}, {most}.", list(&shares)),
    }
}

/// `With armour chain, strength +2 is best for crown (39.0 %), but 0 (32.5 %) may be as good; about 1200 fights of each cell
/// would decide it.`
fn undecided(row: &Row<'_>) -> String {
    let Row { still: (name, label), side, along, level, share, .. } = row;
    if row.is_flat {
        return format!("With {name} {label}, it is the same for {side} whatever the {along} is ({share}).");
    }
    let mut rivals: Vec<String> = row
        .rivals
        .iter()
        .take(MOST_NAMES)
        .map(|(label, share)| if row.is_exact { label.clone() } else { format!("{label} ({share})") })
        .collect();
    if row.rivals.len() > MOST_NAMES {
        rivals.push(format!("{} more", row.rivals.len() - MOST_NAMES));
    }
    let (rivals, most) = (list(&rivals), format!("With {name} {label}, {along} {level} is best for {side} ({share})"));
    if row.is_exact {
        return format!("{most}, the same as with {rivals}.");
    }
    let needed = row.needed.and_then(needed).map_or_else(String::new, |needed| format!("; {needed}"));
    format!("{most}, but {rivals} may be as good{needed}.")
}
