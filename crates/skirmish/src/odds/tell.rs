//! Odds for people.

use skirmish_kernel::{Chance, GaugeOdds, Odds, PathOdds, Value, words};

use super::ask::Asked;
use super::point::Point;
use super::{Answer, Args, Found};
use crate::diagnose;
use crate::out::Out;
use crate::sim::chart::{Bars, Keep, columns, fine_percent};

/// Rows of a histogram; more values than that are put together.
const MOST_ROWS: usize = 20;

/// Longer fractions are left to --json.
const LONGEST_FRACTION: usize = 24;

pub(super) fn answer(args: &Args, point: &Point, asked: &Asked, answer: &Answer, out: &mut Out) {
    let paint = out.paint();
    out.line(paint.bold(&words::visible(point.battle.title(), 1_000)));
    out.line(paint.dim(&format!("{}, {}: {}", point.game.title(), point.battle.place(), question(point))));
    match answer.found.as_slice() {
        [only] if asked.inquiries.len() == 1 => whole(only, out),
        all => ranked(args, all, answer, out),
    }
}

/// `Kestrel is asked turn.initiate (…)`
pub(super) fn question(point: &Point) -> String {
    let Some(awaited) = point.awaited() else { return "somebody else is asked".to_owned() };
    let who = words::list(&awaited.who);
    match awaited.kind.as_str() {
        "dice" if awaited.who.len() > 1 => format!("{who} throw {} for {}", awaited.prompt, awaited.rule),
        "dice" => format!("{who} throws {} for {}", awaited.prompt, awaited.rule),
        _ if awaited.who.len() > 1 => format!("{who} are asked: {} ({})", awaited.prompt, awaited.rule),
        _ => format!("{who} is asked: {} ({})", awaited.prompt, awaited.rule),
    }
}

/// Everything about one choice.
fn whole(found: &Found, out: &mut Out) {
    let Found { choice, odds } = found;
    let (paint, bars) = (out.paint(), Bars::of(out.look()));
    out.line(format_args!("\n{}", paint.bold(choice.as_deref().unwrap_or("What is awaited"))));
    let mut lines: Vec<Vec<String>> = Vec::new();
    let results = odds.results.iter().map(|result| (format!("{} {}", result.who, result.words), &result.chance));
    let over = std::iter::once(("the battle ends".to_owned(), &odds.over));
    let wins = odds.wins.iter().map(|(side, chance)| (format!("{side} wins"), chance));
    for (name, chance) in results.chain(over).chain(wins).filter(|(_, chance)| chance.p > 0.0) {
        lines.push(vec![percent(chance), exactly(chance), name]);
    }
    drawn(&columns(&lines, &[Keep::Right, Keep::Left, Keep::Left]), out);
    if lines.is_empty() && odds.gauges.is_empty() && odds.paths.is_empty() && odds.events.is_empty() {
        out.line("  no result that is counted, and no gauge that changes: `--path order`, say, tells of a path");
    }
    for gauge in &odds.gauges {
        let heading = gauge_heading(gauge);
        let from = gauge.hidden();
        let values = gauge.values.iter().map(|(value, chance)| (i64::from(value.saturating_sub(from)), chance));
        section(&heading, &numbers(&values.collect::<Vec<_>>(), bars), out);
    }
    odds.paths.iter().for_each(|path| section(&path_heading(path), &path_rows(path, bars), out));
    if !odds.events.is_empty() {
        let rows =
            odds.events.iter().map(|event| vec![percent(&event.chance), exactly(&event.chance), event.rule.into()]);
        section("Rules that are met", &columns(&rows.collect::<Vec<_>>(), &[Keep::Right, Keep::Left, Keep::Left]), out);
    }
    let mut checks: Vec<String> = odds.checks.iter().map(|check| format!("  {}", check.words)).collect();
    if odds.more_checks && !checks.is_empty() {
        checks.push("  and perhaps more".to_owned());
    }
    section("Checks that are made", &checks, out);
    out.line(format_args!("\n{}", paint.dim(&how(odds))));
}

fn drawn(lines: &[String], out: &mut Out) {
    lines.iter().for_each(|line| out.drawn(line));
}

fn section(heading: &str, lines: &[String], out: &mut Out) {
    if !lines.is_empty() {
        out.line(format_args!("\n{}", out.paint().bold(heading)));
        drawn(lines, out);
    }
}

/// `Tarn hp: 30 now, 27.083 on average`; of somebody else's, by how much it changes.
fn gauge_heading(gauge: &GaugeOdds) -> String {
    let (who, name, mean) = (&gauge.who, &gauge.gauge, gauge.mean - f64::from(gauge.hidden()));
    let error = gauge.error.map_or_else(String::new, |error| format!(" (standard error {error:.3})"));
    match gauge.open {
        true => format!("{who} {name}: {} now, {mean:.3} on average{error}", gauge.now),
        false => format!("{who} {name}: {mean:+.3} on average{error}"),
    }
}

fn path_heading(path: &PathOdds) -> String {
    let mean = path.mean.map_or_else(String::new, |mean| format!(", {mean:.3} on average"));
    format!("{}: {} now{mean}", path.path, path.now)
}

fn path_rows(path: &PathOdds, bars: Bars) -> Vec<String> {
    let number = |(value, chance): &'_ (Value, Chance)| match value {
        Value::Int(number) => Some((*number, chance.clone())),
        _ => None,
    };
    if let Some(all) = path.values.iter().map(number).collect::<Option<Vec<_>>>() {
        return numbers(&all.iter().map(|(value, chance)| (*value, chance)).collect::<Vec<_>>(), bars);
    }
    let rows = path.values.iter().map(|(value, chance)| row(words::short(&value.to_string()), chance, 1.0, bars));
    columns(&rows.collect::<Vec<_>>(), &ROW)
}

/// How the columns of a histogram stand.
const ROW: [Keep; 4] = [Keep::Right, Keep::Right, Keep::Left, Keep::Left];

fn row(name: String, chance: &Chance, most: f64, bars: Bars) -> Vec<String> {
    vec![name, percent(chance), exactly(chance), bars.bar(chance.p / most)]
}

/// A row for each value, or for each few of them.
fn numbers(values: &[(i64, &Chance)], bars: Bars) -> Vec<String> {
    let (Some((low, _)), Some((high, _))) = (values.first(), values.last()) else { return Vec::new() };
    let most = values.iter().map(|(_, chance)| chance.p).fold(0.0, f64::max);
    if values.len() <= MOST_ROWS {
        let rows = values.iter().map(|(value, chance)| row(value.to_string(), chance, most, bars));
        return columns(&rows.collect::<Vec<_>>(), &ROW);
    }
    let step = (high - low) / i64::try_from(MOST_ROWS).unwrap_or(1) + 1;
    let mut sums: Vec<(i64, f64)> = Vec::new();
    for (value, chance) in values {
        let from = low + (value - low).div_euclid(step) * step;
        match sums.last_mut() {
            Some((known, sum)) if *known == from => *sum += chance.p,
            _ => sums.push((from, chance.p)),
        }
    }
    let most = sums.iter().map(|(_, p)| *p).fold(0.0, f64::max);
    let name = |from: i64| match step {
        1 => from.to_string(),
        _ => format!("{from} to {}", (from + step - 1).min(*high)),
    };
    let rows = sums.iter().map(|(from, p)| vec![name(*from), fine_percent(*p), bars.bar(p / most)]);
    columns(&rows.collect::<Vec<_>>(), &[Keep::Right, Keep::Right, Keep::Left])
}

fn percent(chance: &Chance) -> String {
    fine_percent(chance.p)
}

/// The fraction, or between what the chance lies.
fn exactly(chance: &Chance) -> String {
    match (chance.low, chance.high) {
        (Some(low), Some(high)) => format!("{} to {}", fine_percent(low), fine_percent(high)),
        _ if chance.fraction.len() > LONGEST_FRACTION => "a long fraction".to_owned(),
        _ => chance.fraction.clone(),
    }
}

/// One line for each choice, the best first.
fn ranked(args: &Args, all: &[Found], answer: &Answer, out: &mut Out) {
    let by = match &args.rank_by {
        None => "how much better the asker's side stands on average".to_owned(),
        Some(what) => words::short(what),
    };
    out.line(format_args!("\n{}", out.paint().bold(&format!("Choices, by {by}"))));
    for (at, Found { choice, odds }) in all.iter().enumerate().take(args.most) {
        let sampled = if odds.sampled.is_some() { "~" } else { "" };
        let choice = choice.as_deref().unwrap_or_default();
        let said = in_a_line(odds);
        let said = if said.is_empty() { "no die decides anything of it".to_owned() } else { said };
        let line = format!("  {:>3}  {sampled}{:+.3}  {choice}: {said}", at + 1, odds.gain);
        out.line(crate::wrap::wrapped(&line, crate::wrap::WIDTH, 8));
    }
    if all.len() > args.most {
        out.line(format_args!("  and {} more: --most {}", all.len() - args.most, all.len()));
    }
    for (choice, why) in &answer.unknown {
        out.line(crate::wrap::wrapped(&format!("    ?  {choice}: {why}"), crate::wrap::WIDTH, 8));
    }
    let looked = all.len() + answer.unknown.len();
    if looked < answer.wanted {
        out.line(format_args!("  interrupted: {} of {} choices were looked at", looked, answer.wanted));
    }
    let leaves: u64 = all.iter().map(|found| found.odds.leaves).sum();
    let sampled = all.iter().filter(|found| found.odds.sampled.is_some()).count();
    let how = match (sampled, all.first()) {
        (0, _) => format!("Exact: {leaves} branches in all."),
        (_, Some(Found { odds, .. })) => format!(
            "{} of {} choices are exact; {sampled} have too many branches and were played out instead (marked ~, seed {}).",
            all.len() - sampled,
            all.len(),
            all.iter().find_map(|found| found.odds.sampled).or(odds.sampled).unwrap_or(0)
        ),
        _ => return,
    };
    let replied = all.iter().map(|found| replied(&found.odds)).find(|said| !said.is_empty()).unwrap_or_default();
    out.line(format_args!("\n{}", out.paint().dim(&(how + &replied))));
}

/// `Tarn is hit 58.333 %, Tarn hp 27.083`: what comes of it.
fn in_a_line(odds: &Odds) -> String {
    let results = odds.results.iter().filter(|result| result.chance.p > 0.0);
    let results = results.map(|result| format!("{} {} {}", result.who, result.words, percent(&result.chance)));
    let gauges = odds.gauges.iter().map(|gauge| match gauge.open {
        true => format!("{} {} {:.3}", gauge.who, gauge.gauge, gauge.mean),
        false => format!("{} {} {:+.3}", gauge.who, gauge.gauge, gauge.mean - f64::from(gauge.now)),
    });
    let paths = odds.paths.iter().filter_map(|path| Some(format!("{} {:.3}", path.path, path.mean?)));
    let over = (odds.over.p > 0.0).then(|| format!("the battle ends {}", percent(&odds.over)));
    results.chain(gauges).chain(paths).chain(over).collect::<Vec<_>>().join(", ")
}

/// How the odds were found.
fn how(odds: &Odds) -> String {
    let steps = if odds.steps > 1 { format!(", {} acts followed", odds.steps) } else { String::new() };
    match odds.sampled {
        Some(seed) => format!(
            "Sampled: too many branches to follow exactly, so it was played {} times, seed {seed}{steps}; the chances lie \
             between the two that stand beside them in 95 of 100 such samples.",
            odds.leaves
        ),
        None => format!("Exact: {} branches{steps}.{}", odds.leaves, replied(odds)),
    }
}

/// How far best replies were looked for, where not all could be.
fn replied(odds: &Odds) -> String {
    odds.best_replies.map_or_else(String::new, |most| {
        let first = if most == 1 { "reply".to_owned() } else { format!("{most} replies") };
        format!(
            " Of best replies there were too many: the first {first} of each branch are the best, the others usual."
        )
    })
}

/// What is worth knowing besides.
pub(super) fn notes(answer: &Answer) {
    if answer.found.iter().any(|found| found.odds.under_way) {
        diagnose::note("something is still under way when the act ends: --through follows it");
    }
    let unused = |line: &&String| answer.found.iter().all(|found| found.odds.unused.contains(line));
    for line in answer.found.first().map_or(&[][..], |found| &found.odds.unused).iter().filter(unused) {
        diagnose::note(&format!("nobody who was asked could answer `{}`", words::short(line)));
    }
}
