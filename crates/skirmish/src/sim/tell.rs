//! The report for people.

use skirmish_kernel::{Combatant, Fights, Game, words};
use skirmish_sim::{Histogram, Interval, Report};

use super::chart::{Bars, Keep, columns, percent, share};
use super::deeds;
use crate::out::Out;
use crate::playout::Policies;

/// Rows of a histogram; more values than that are put together.
const MOST_ROWS: i64 = 14;

pub(super) fn report(game: &dyn Game, fights: &dyn Fights, policies: &Policies, report: &Report, out: &mut Out) {
    let (paint, bars) = (out.paint(), Bars::of(out.look()));
    out.line(paint.bold(&words::visible(fights.title(), 1_000)));
    out.line(paint.dim(&super::about(game, fights, policies, report)));
    if report.fights() == 0 {
        return;
    }
    let halves = paint.dim(" (on average, and where the middle half of the fights lie)");
    section(&paint.bold("Who wins"), &wins(fights, report, bars), out);
    section(&paint.bold("Rounds"), &rounds(report, bars), out);
    section(&format!("{}{halves}", paint.bold("What is left")), &left(fights, report), out);
    deeds::tell(game, fights, report, out);
    let examples = examples(report);
    if !examples.is_empty() {
        out.line(format_args!("\n{}", paint.dim(&format!("To be seen with --show: {}.", words::list(&examples)))));
    }
}

/// A heading and what stands under it.
pub(super) fn section(heading: &str, lines: &[String], out: &mut Out) {
    if !lines.is_empty() {
        out.line(format_args!("\n{heading}"));
        lines.iter().for_each(|line| out.drawn(line));
    }
}

fn wins(fights: &dyn Fights, report: &Report, bars: Bars) -> Vec<String> {
    let row =
        |name: &str, chance: Interval| vec![name.to_owned(), percent(chance.p), between(chance), bars.bar(chance.p)];
    let mut rows: Vec<Vec<String>> =
        fights.sides().iter().enumerate().map(|(side, name)| row(name, report.chance_of(side))).collect();
    for (name, fights) in [("nobody", &report.tally.drawn), ("given up", &report.tally.unfinished)] {
        let count = fights.count();
        if count > 0 {
            rows.push(row(name, Interval::wilson(count, report.fights())));
        }
    }
    columns(&rows, &[Keep::Left, Keep::Right, Keep::Left, Keep::Left])
}

/// `60.3 to 62.3 %`
pub(super) fn between(chance: Interval) -> String {
    format!("({:.1} to {:.1} %)", 100.0 * chance.low, 100.0 * chance.high)
}

fn rounds(report: &Report, bars: Bars) -> Vec<String> {
    let rounds = report.rounds();
    let (Some(mean), Some(median), Some((most, _))) = (rounds.mean(), rounds.quantile(1, 2), rounds.last()) else {
        return Vec::new();
    };
    let mut lines =
        vec![format!("  {mean:.1} on average; half of the fights last {median} or less, the longest {most}")];
    lines.extend(histogram(&rounds, bars));
    lines
}

/// A row for each value, or for each few of them; what is farther out than nearly all is put into one row.
fn histogram(values: &Histogram, bars: Bars) -> Vec<String> {
    let (Some((first, _)), Some((last, _))) = (values.iter().next(), values.last()) else { return Vec::new() };
    let is_long = i64::from(last) - i64::from(first) >= MOST_ROWS;
    let far = values.quantile(98, 100).filter(|_| is_long).unwrap_or(last);
    let step = ((i64::from(far) - i64::from(first)) / MOST_ROWS + 1).max(1);
    let rows = (i64::from(far) - i64::from(first)) / step + 1;
    let mut counts: Vec<u64> = vec![0; usize::try_from(rows).unwrap_or(1)];
    let mut beyond = 0;
    for (value, bin) in values.iter() {
        let row = usize::try_from((i64::from(value) - i64::from(first)) / step).unwrap_or(usize::MAX);
        *counts.get_mut(row).unwrap_or(&mut beyond) += bin.count;
    }
    let (all, most) = (values.count(), counts.iter().copied().chain([beyond]).max().unwrap_or(1));
    let line = |name: String, count: u64| vec![name, percent(share(count, all)), bars.bar(share(count, most))];
    let end = |row: i64| i64::from(first) + (row + 1) * step - 1;
    let row = |(at, count): (i64, &u64)| match (i64::from(first) + at * step, end(at).min(i64::from(last))) {
        (from, to) if from == to => line(from.to_string(), *count),
        (from, to) => line(format!("{from} to {to}"), *count),
    };
    let mut lines: Vec<Vec<String>> = (0..).zip(&counts).map(row).collect();
    if beyond > 0 {
        lines.push(line(format!("over {}", end(rows - 1)), beyond));
    }
    columns(&lines, &[Keep::Right, Keep::Right, Keep::Left])
}

fn left(fights: &dyn Fights, report: &Report) -> Vec<String> {
    let mut gauges = report.tally.gauges.iter();
    let rows: Vec<Vec<String>> = fights
        .combatants()
        .iter()
        .enumerate()
        .map(|(at, combatant)| {
            let own: Vec<&Histogram> = gauges.by_ref().take(combatant.gauges.len()).collect();
            let side = fights.sides().get(usize::from(combatant.side.0)).map_or("", String::as_str);
            let comes = if combatant.there { String::new() } else { comes(report, at) };
            vec![side.to_owned(), combatant.name.clone(), comes + &falls(report, at), gauge(combatant, &own)]
        })
        .collect();
    columns(&rows, &[Keep::Left, Keep::Left, Keep::Left, Keep::Left])
}

/// `comes in 61.0 %, `
fn comes(report: &Report, combatant: usize) -> String {
    match report.tally.fallen.get(combatant) {
        Some(fallen) if fallen.came > 0 => format!("comes in {}, ", percent(report.chance_to_come(combatant).p)),
        _ => "never comes, ".into(),
    }
}

/// `falls in 38.2 %, mostly in round 4`
fn falls(report: &Report, combatant: usize) -> String {
    let Some(fallen) = report.tally.fallen.get(combatant) else { return String::new() };
    let mostly = fallen.rounds.iter().max_by_key(|(round, bin)| (bin.count, -round));
    match mostly {
        None => "never falls".into(),
        Some((round, _)) => {
            format!("falls in {}, mostly in round {round}", percent(report.chance_to_fall(combatant).p))
        }
    }
}

/// `hp 9.1 of 24 (half of them 0 to 17)`
fn gauge(combatant: &Combatant, values: &[&Histogram]) -> String {
    let words = combatant.gauges.iter().zip(values).filter_map(|(gauge, values)| {
        let (mean, low, high) = (values.mean()?, values.quantile(1, 4)?, values.quantile(3, 4)?);
        // A gauge that nothing ever moves is not worth a word.
        let moved = values.iter().any(|(value, _)| value != gauge.start);
        let most = gauge.most.map_or_else(String::new, |most| format!(" of {most}"));
        moved.then(|| format!("{} {mean:.1}{most} ({low} to {high})", gauge.name))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// `median (fight 12)`
fn examples(report: &Report) -> Vec<String> {
    let all = [("median", report.median()), ("longest", report.longest()), ("upset", report.upset())];
    all.into_iter().filter_map(|(name, fight)| Some(format!("{name} (fight {})", fight?))).collect()
}
