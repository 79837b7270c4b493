//! Odds for machines.

use serde_json::{Map, Value, json};
use skirmish_kernel::{Chance, Odds};

/// The odds of a choice, as one object. A chance is `p` and `fraction` (null where it is not known exactly), with `low` and
/// `high` where it was sampled. What is exact where a guess stands for what the asker may not know is exact of that guess, and `guessed`
/// says so.
#[must_use]
pub fn odds(choice: Option<&str>, odds: &Odds) -> Value {
    let results = odds.results.iter().map(|result| (format!("{} {}", result.who, result.words), &result.chance));
    let events = odds.events.iter().map(|event| (event.rule.to_owned(), &event.chance));
    let wins = odds.wins.iter().map(|(side, chance)| (side.clone(), chance));
    let (paths, means) = paths(odds);
    json!({
        "choice": choice, "exact": odds.sampled.is_none(), "guessed": odds.guessed, "leaves": odds.leaves, "steps": odds.steps,
        "samples": odds.sampled.map(|_| odds.leaves), "seed": odds.sampled,
        "gain": odds.gain, "gain_error": odds.gain_error, "under_way": odds.under_way,
        "results": chances(results), "events": chances(events), "paths": paths, "means": means,
        "over": chance(&odds.over), "wins": chances(wins),
        "checks": odds.checks, "more_checks": odds.more_checks,
        "unused_replies": odds.unused, "best_replies": odds.best_replies,
    })
}

/// Every gauge that changes and every path that was asked for, value by value; and their means.
fn paths(odds: &Odds) -> (Map<String, Value>, Map<String, Value>) {
    let (mut paths, mut means) = (Map::new(), Map::new());
    for gauge in &odds.gauges {
        let path = format!("{}.{}", gauge.who, gauge.gauge);
        let from = gauge.hidden();
        let values = gauge.values.iter().map(|(value, chance)| value_of(json!(value.saturating_sub(from)), chance));
        paths.insert(path.clone(), values.collect());
        means.insert(path, json!(gauge.mean - f64::from(from)));
    }
    for path in &odds.paths {
        let values = path.values.iter().map(|(value, chance)| value_of(json!(value), chance));
        paths.insert(path.path.clone(), values.collect());
        means.insert(path.path.clone(), json!(path.mean));
    }
    (paths, means)
}

fn value_of(value: Value, of: &Chance) -> Value {
    let mut object = chance(of);
    if let Value::Object(object) = &mut object {
        object.insert("value".into(), value);
    }
    object
}

fn chances<'c>(all: impl Iterator<Item = (String, &'c Chance)>) -> Map<String, Value> {
    all.map(|(name, one)| (name, chance(one))).collect()
}

fn chance(chance: &Chance) -> Value {
    let fraction = Some(&chance.fraction).filter(|fraction| !fraction.is_empty());
    let mut object = Map::from_iter([("p".to_owned(), json!(chance.p)), ("fraction".to_owned(), json!(fraction))]);
    if let (Some(low), Some(high)) = (chance.low, chance.high) {
        object.extend([("low".to_owned(), json!(low)), ("high".to_owned(), json!(high))]);
    }
    Value::Object(object)
}
