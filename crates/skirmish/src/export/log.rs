//! What has happened in a battle, for a program.

use serde_json::{Value, json};
use skirmish_kernel::{Battle, Token, View, Viewer};

/// The whole log as one viewer may know it: each line, and behind each entry what it has changed.
pub(super) fn log(battle: &dyn Battle, viewer: Viewer) -> Value {
    let seen = battle.seen_by(viewer);
    let changes = changes(battle, viewer, seen.len());
    let mut lines: Vec<Value> = Vec::new();
    for line in seen.steps(None).into_iter().flat_map(|step| seen.log(step)) {
        let entry = line.entry;
        let mut line = serde_json::to_value(&line).unwrap_or_default();
        if let (Some(line), Some(changes)) = (line.as_object_mut(), entry.and_then(|entry| changes.get(entry))) {
            line.insert("changes".into(), changes.iter().cloned().collect());
        }
        lines.push(line);
    }
    let mut log = json!({
        "kind": "log", "viewer": skirmish_wire::viewer_words(battle, viewer), "game": battle.game(), "title": battle.title(),
        "sides": battle.sides(), "entries": seen.len(), "lines": lines, "outcome": seen.outcome(),
    });
    // Whoever knows the seed knows the dice to come.
    if viewer == Viewer::GameMaster {
        log["seed"] = battle.seed().into();
    }
    log
}

/// What each entry has changed in what the viewer sees, together with all that came of it before the next one.
fn changes(battle: &dyn Battle, viewer: Viewer, entries: usize) -> Vec<Vec<Value>> {
    let mut earlier = battle.fork();
    let mut views: Vec<View> = Vec::with_capacity(entries + 1);
    for entry in 0..entries {
        let at = battle.entry_number(viewer, entry).filter(|at| earlier.jump(*at).is_ok());
        match (at, views.last()) {
            (Some(_), _) => views.push(earlier.seen_by(viewer).view()),
            (None, Some(last)) => views.push(last.clone()),
            (None, None) => views.push(battle.seen_by(viewer).view()),
        }
    }
    views.push(battle.seen_by(viewer).view());
    views.windows(2).map(|pair| between(&pair[0], &pair[1])).collect()
}

/// What is different in the second view.
fn between(before: &View, after: &View) -> Vec<Value> {
    let mut changes = Vec::new();
    if before.clock != after.clock {
        changes.push(json!({ "who": null, "what": "clock", "from": before.clock, "to": after.clock }));
    }
    let find = |view: &'_ View, name: &str| view.tokens.iter().position(|token| token.name == name);
    for token in &after.tokens {
        match find(before, &token.name).map(|at| &before.tokens[at]) {
            Some(known) => of_one(known, token, &mut changes),
            None => changes.push(json!({ "who": token.name, "what": "there", "from": false, "to": true })),
        }
    }
    let gone = before.tokens.iter().filter(|token| find(after, &token.name).is_none());
    changes.extend(gone.map(|token| json!({ "who": token.name, "what": "there", "from": true, "to": false })));
    changes
}

/// How one creature is different.
fn of_one(before: &Token, after: &Token, changes: &mut Vec<Value>) {
    let mut change = |what: &str, from: Value, to: Value| {
        if from != to {
            changes.push(json!({ "who": after.name, "what": what, "from": from, "to": to }));
        }
    };
    change("cell", before.cell.clone().into(), after.cell.clone().into());
    change("able", before.able.into(), after.able.into());
    for gauge in &after.gauges {
        let known = before.gauges.iter().find(|known| known.name == gauge.name);
        // A number where this viewer may know it, else a word.
        let told = |value: Option<i32>, word: &str| value.map_or_else(|| word.into(), Value::from);
        let from = known.map_or(Value::Null, |known| told(known.value, &known.word));
        change(&gauge.name, from, told(gauge.value, &gauge.word));
    }
    let tags = |token: &Token| -> Value { token.tags.iter().map(|tag| Value::from(tag.text.as_str())).collect() };
    change("tags", tags(before), tags(after));
}
