//! The tidy table: one row for each cell and measure.

use skirmish_sweep::{COLUMNS, Cell, Findings, Outcome, Sweep};

use crate::numbers::number;

/// The whole table. Columns: cell, encounter, one for each thing that varies (empty where it is not in that encounter),
/// base, fights, measure, of, value, low, high, change, change_low, change_high, how.
#[must_use]
pub fn rows(sweep: &Sweep<'_>, findings: &Findings) -> String {
    let axes = sweep.plan().axes.iter().map(|axis| axis.name.clone());
    let mut heading: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
    heading.splice(2..2, axes);
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

/// A line of a table as RFC 4180 has it, but for its end, which is that of all our files.
#[must_use]
pub fn line(values: &[String]) -> String {
    let quoted = |value: &String| {
        let value = if is_formula(value) { format!("'{value}") } else { value.clone() };
        // Some spreadsheets part cells at semicolons or tabs.
        let plain = value.chars().all(|c| !matches!(c, ',' | ';' | '"') && !c.is_control());
        if plain { value } else { format!("\"{}\"", value.replace('"', "\"\"")) }
    };
    let mut line = values.iter().map(quoted).collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

/// Would a spreadsheet take this text for a formula? Some pass over blanks and control characters before it, and some
/// know its signs in their wide form too.
fn is_formula(text: &str) -> bool {
    let begun = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
    let is_number = || begun.len() == text.len() && text.parse::<f64>().is_ok_and(f64::is_finite);
    match begun.chars().next() {
        Some('=' | '@' | '＝' | '＠' | '＋' | '－') => true,
        Some('+' | '-') => !is_number(),
        _ => text.starts_with(['\t', '\r', '\n']),
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn hostile_names_stay_in_their_cells() {
        let line = line(&["a,b", "a;b", "say \"x\"", "=1+1", "-1", "+1", "-x", "two\nlines"].map(str::to_owned));
        assert_eq!(line, "\"a,b\",\"a;b\",\"say \"\"x\"\"\",'=1+1,-1,+1,'-x,\"two\nlines\"\n");
    }

    #[test]
    fn formulas_are_disarmed() {
        for text in [
            "=1",
            "@x",
            "+x",
            "-x",
            "\t1",
            "\r1",
            "\n1",
            " =1",
            "\t =1",
            "\u{1}=1",
            "\u{a0}+1",
            " -1",
            "-inf",
            "+1e999",
            "＝1",
            "\u{feff}=1",
        ] {
            let line = line(&[text.to_owned()]);
            assert!(line.trim_start_matches('"').starts_with('\''), "{line:?}");
        }
        for text in ["", "-1", "+0.5", "-2e-9", "x=1", "wind - water", "#1"] {
            assert_eq!(line(&[text.to_owned()]), format!("{text}\n"));
        }
    }
}
