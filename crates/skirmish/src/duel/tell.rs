//! The solution for people.

use skirmish_kernel::{Combatant, words};
use skirmish_odds::{Law, Solution};

use super::{Cast, Who};
use crate::out::Out;
pub(crate) use skirmish_report::small;

use crate::sim::chart::{Bars, Keep, columns, fine_percent as percent};

/// Rows of a histogram; more values than that are put together.
const MOST_ROWS: i64 = 14;

pub(crate) fn solution(cast: &Cast, who: &Who<'_>, solution: &Solution, out: &mut Out) {
    let (paint, bars) = (out.paint(), Bars::of(out.look()));
    out.line(paint.bold(&words::visible(&cast.title, 1_000)));
    out.line(paint.dim(&format!("{}, {}", cast.game.title(), chooses(cast, who))));
    section(&paint.bold("Who wins"), &wins(cast, solution, bars), out);
    if solution.over() > 0.0 {
        section(&paint.bold("Rounds"), &rounds(solution, bars), out);
        left(cast, solution, bars, out);
    }
    out.line(format_args!("\n{}", paint.dim(&how(solution))));
}

/// `policy plain`, or `the best choices of brigand, the rest by policy plain`
fn chooses(cast: &Cast, who: &Who<'_>) -> String {
    let policies = format!("policy {}", who.policies.words(&cast.sides));
    let names: Vec<&str> =
        who.best.iter().filter_map(|side| Some(cast.sides.get(usize::from(side.0))?.as_str())).collect();
    match names.len() {
        0 => policies,
        all if all == cast.sides.len() => "the best choices of all".to_owned(),
        _ => format!("the best choices of {}, the others by {policies}", words::list(&names)),
    }
}

/// `Exact but for 4.5e-13, which is left in play. 2295 states, 33998 branches.`
fn how(solution: &Solution) -> String {
    let seen = format!("{} states, {} branches", solution.states, solution.leaves);
    if solution.left == 0.0 {
        return format!("Exact, nothing is left in play: {seen}.");
    }
    format!("Exact but for {}, which is left in play: {seen}.", small(solution.left))
}

fn section(heading: &str, lines: &[String], out: &mut Out) {
    if !lines.is_empty() {
        out.line(format_args!("\n{heading}"));
        lines.iter().for_each(|line| out.drawn(line));
    }
}

fn wins(cast: &Cast, solution: &Solution, bars: Bars) -> Vec<String> {
    let row = |name: &str, chance: f64| vec![name.to_owned(), percent(chance), bars.bar(chance)];
    let sides = cast.sides.iter().enumerate();
    let mut rows: Vec<Vec<String>> = sides.map(|(side, name)| row(name, solution.chance_of(side))).collect();
    let others = [("nobody", solution.nobody()), ("never ends", solution.endless)];
    rows.extend(others.iter().filter(|(_, chance)| *chance > 0.0).map(|(name, chance)| row(name, *chance)));
    if solution.left > 1e-6 {
        rows.push(row("still open", solution.left));
    }
    columns(&rows, &[Keep::Left, Keep::Right, Keep::Left])
}

fn rounds(solution: &Solution, bars: Bars) -> Vec<String> {
    let law = solution.rounds();
    let (Some(mean), Some(median)) = (law.mean(), law.quantile(0.5)) else { return Vec::new() };
    let mut lines = vec![format!("  {mean:.3} on average; half of the fights last {median} or less")];
    lines.extend(histogram(&law, bars));
    lines
}

/// What becomes of each combatant, and of every gauge that something moves.
fn left(cast: &Cast, solution: &Solution, bars: Bars, out: &mut Out) {
    let mut at = 0;
    for (who, combatant) in cast.combatants.iter().enumerate() {
        let falls = percent(solution.falls(who) / solution.over());
        for gauge in &combatant.gauges {
            let law = solution.gauge(at);
            at += 1;
            if law.iter().all(|(value, _)| value == gauge.start) {
                continue;
            }
            let most = gauge.most.map_or_else(String::new, |most| format!(" of {most}"));
            let mean = law.mean().unwrap_or(0.0);
            let name = heading(combatant);
            let heading =
                format!("{} {}, {mean:.3}{most} on average, falls in {falls}", out.paint().bold(&name), gauge.name);
            section(&heading, &histogram(&law, bars), out);
        }
    }
}

fn heading(combatant: &Combatant) -> String {
    format!("What is left of {}:", words::visible(&combatant.name, 100))
}

/// A row for each value, or for each few of them; what is farther out than nearly all is put into one row.
fn histogram(law: &Law, bars: Bars) -> Vec<String> {
    let (Some(low), Some(high)) = (law.quantile(0.0), law.quantile(1.0)) else { return Vec::new() };
    let is_long = i64::from(high) - i64::from(low) >= MOST_ROWS;
    let cut = |share: f64, else_: i32| if is_long { law.quantile(share).unwrap_or(else_) } else { else_ };
    let (first, last) = (i64::from(cut(0.001, low)), i64::from(cut(0.999, high)));
    let step = (last - first) / MOST_ROWS + 1;
    let rows = usize::try_from((last - first) / step + 1).unwrap_or(1);
    let mut chances = vec![0.0; rows];
    let (mut below, mut beyond) = (0.0, 0.0);
    for (value, chance) in law.iter() {
        let from = i64::from(value) - first;
        let row = usize::try_from(from.div_euclid(step)).ok();
        *match row {
            None => &mut below,
            Some(row) => chances.get_mut(row).unwrap_or(&mut beyond),
        } += chance;
    }
    let most = chances.iter().copied().chain([below, beyond]).fold(0.0, f64::max);
    let total = law.total();
    let line = |name: String, chance: f64| vec![name, percent(chance / total), bars.bar(chance / most)];
    let name = |row: usize| {
        let from = first + row as i64 * step;
        if step == 1 { from.to_string() } else { format!("{from} to {}", (from + step - 1).min(last)) }
    };
    let mut lines: Vec<Vec<String>> = Vec::new();
    if below > 0.0 {
        lines.push(line(format!("under {first}"), below));
    }
    lines.extend(chances.iter().enumerate().map(|(row, chance)| line(name(row), *chance)));
    if beyond > 0.0 {
        lines.push(line(format!("over {last}"), beyond));
    }
    columns(&lines, &[Keep::Right, Keep::Right, Keep::Left])
}
