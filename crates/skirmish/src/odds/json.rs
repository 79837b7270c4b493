//! Odds for machines.

use serde_json::{Value, json};

use super::Answer;
use super::point::Point;
use crate::interrupt;

pub(super) fn answer(point: &Point, answer: &Answer) -> Value {
    let awaited = point.awaited();
    // What was stopped while it was sampled is told, of fewer plays.
    let done = answer.found.len() + answer.unknown.len() == answer.wanted && !interrupt::asked();
    let unknown = answer.unknown.iter().map(|(choice, why)| json!({ "choice": choice, "why": why.to_string() }));
    json!({
        "kind": "odds", "game": point.game.name(), "title": point.battle.title(), "place": point.battle.place(),
        "entry": point.battle.len(),
        "who": awaited.as_ref().and_then(|awaited| awaited.who.first()),
        "rule": awaited.as_ref().map(|awaited| &awaited.rule),
        "exact": answer.found.iter().all(|found| found.odds.sampled.is_none()),
        "leaves": answer.found.iter().map(|found| found.odds.leaves).sum::<u64>(),
        "stopped": if done { "done" } else { "interrupted" },
        "choices": answer.found.iter().map(|found| skirmish_wire::odds(found.choice.as_deref(), &found.odds)).collect::<Vec<_>>(),
        "unknown": unknown.collect::<Vec<_>>(),
    })
}
