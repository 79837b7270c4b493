//! A picture of odds.

use skirmish_kernel::words::visible;
use skirmish_kernel::{Odds, Value};
use skirmish_plot::{Series, histogram};

use super::Answer;
use super::point::Point;
use crate::exit::Fault;

/// Choices that are drawn, one below the other.
const MOST: usize = 8;

/// What becomes of the first path that was asked for, or of the first gauge that some choice changes.
pub(super) fn draw(point: &Point, answer: &Answer) -> Result<String, Fault> {
    let shown = || answer.found.iter().take(MOST);
    let Some(path) = shown().find_map(|found| first_path(&found.odds)) else {
        let help = "name a path that holds a number: --path Ogre.hp";
        return Err(Fault::with_help("there is nothing to draw: no gauge changes", help));
    };
    let series: Vec<Series> = shown()
        .map(|found| Series {
            name: visible(found.choice.as_deref().unwrap_or("what is awaited"), 100),
            values: values(&found.odds, &path),
        })
        .filter(|series| !series.values.is_empty())
        .collect();
    let sampled = answer.found.iter().any(|found| found.odds.sampled.is_some());
    let how = if sampled { "Sampled" } else { "Exact" };
    let description =
        format!("{how} chances of each value of {path}: {}, {}.", point.battle.title(), point.battle.place());
    Ok(histogram(&format!("{path} afterwards"), &description, &visible(&path, 100), &series))
}

fn first_path(odds: &Odds) -> Option<String> {
    let path = odds.paths.iter().find(|path| path.mean.is_some()).map(|path| path.path.clone());
    path.or_else(|| odds.gauges.first().map(|gauge| format!("{}.{}", gauge.who, gauge.gauge)))
}

/// The values of a path, or of a gauge that is called so.
fn values(odds: &Odds, path: &str) -> Vec<(i64, f64)> {
    if let Some(odds) = odds.paths.iter().find(|odds| odds.path == path) {
        let number = |(value, chance): &(Value, skirmish_kernel::Chance)| match value {
            Value::Int(number) => Some((*number, chance.p)),
            _ => None,
        };
        return odds.values.iter().filter_map(number).collect();
    }
    let gauge = odds.gauges.iter().find(|gauge| format!("{}.{}", gauge.who, gauge.gauge) == path);
    let values = gauge.map(|gauge| {
        let from = gauge.hidden();
        gauge.values.iter().map(move |(value, chance)| (i64::from(value.saturating_sub(from)), chance.p))
    });
    values.into_iter().flatten().collect()
}
