//! Which choice is the best.

use skirmish_kernel::words::{list, nearest, short};
use skirmish_kernel::{Odds, Viewer};

use super::point::Point;
use super::{Answer, Found};
use crate::exit::Fault;

/// By what the choices are ranked, without the minus that turns it round.
fn what(wanted: Option<&str>) -> Option<&str> {
    wanted.map(|wanted| wanted.strip_prefix('-').unwrap_or(wanted).trim())
}

/// The path that is ranked by, if it is one.
pub(super) fn path(wanted: Option<&str>, point: &Point) -> Option<String> {
    let what = what(wanted).filter(|_| point.viewer == Viewer::GameMaster)?;
    point.battle.read(what).is_ok().then(|| what.to_owned())
}

/// The rule that is ranked by, if it is one.
pub(super) fn rule(wanted: Option<&str>, point: &Point) -> Option<String> {
    let what = what(wanted).filter(|_| path(wanted, point).is_none())?;
    point.game.catalogue().complete(what).ok().map(|rule| point.game.catalogue().name(rule).to_owned())
}

/// Puts the best first; equally good ones stay in the order in which the rules list them.
pub(super) fn rank(wanted: Option<&str>, point: &Point, answer: &mut Answer) -> Result<(), Fault> {
    let turned = wanted.is_some_and(|wanted| wanted.starts_with('-'));
    let mut worths = Vec::with_capacity(answer.found.len());
    for found in &answer.found {
        let worth = match what(wanted) {
            None => found.odds.gain,
            Some(what) => worth(what, point, &found.odds).ok_or_else(|| unknown(what, point, answer))?,
        };
        worths.push(if turned { -worth } else { worth });
    }
    let mut all: Vec<(f64, Found)> = worths.into_iter().zip(answer.found.drain(..)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    answer.found = all.into_iter().map(|(_, found)| found).collect();
    Ok(())
}

/// What a choice is worth by a mean or a chance. Nothing where it means neither.
fn worth(what: &str, point: &Point, odds: &Odds) -> Option<f64> {
    // Equally good ones must not differ by a rounding.
    let rounded = |worth: f64| (worth * 1e9).round() / 1e9;
    if let Some(path) = odds.paths.iter().find(|path| path.path == what) {
        return path.mean.map(rounded);
    }
    if let Some(gauge) = odds.gauges.iter().find(|gauge| format!("{}.{}", gauge.who, gauge.gauge) == what) {
        // How it stands may not be for the viewer; by how much it changes is.
        return Some(rounded(gauge.mean - f64::from(gauge.now)));
    }
    if let Some(result) = odds.results.iter().find(|result| format!("{} {}", result.who, result.words) == what) {
        return Some(rounded(result.chance.p));
    }
    if let Some(rule) = rule(Some(what), point) {
        let event = odds.events.iter().find(|event| event.rule == rule);
        return Some(event.map_or(0.0, |event| rounded(event.chance.p)));
    }
    // A result or a change that this choice cannot have, but another one could.
    could_be(what, point).then_some(0.0)
}

fn could_be(what: &str, point: &Point) -> bool {
    let tokens = point.seen().view().tokens;
    let results = point.game.results();
    tokens.iter().any(|token| {
        let name = &token.name;
        results.iter().any(|result| format!("{name} {result}") == what)
            || token.gauges.iter().any(|gauge| format!("{name}.{}", gauge.name) == what)
    })
}

fn unknown(what: &str, point: &Point, answer: &Answer) -> Fault {
    let results = answer.found.iter().flat_map(|found| &found.odds.results);
    let mut known: Vec<String> = results.map(|result| format!("{} {}", result.who, result.words)).collect();
    known.sort();
    known.dedup();
    let paths = point.battle.paths();
    let rules = point.game.catalogue().rules.iter().map(|rule| rule.id);
    let all = known.iter().chain(&paths).map(String::as_str).chain(rules);
    let help = match nearest(what, all) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a number such as a gauge's path, a rule, or a result: {}", list(&known)),
    };
    Fault::with_help(format!("the choices cannot be ranked by `{}`", short(what)), help)
}
