//! What a builder of encounters needs of a game: its grounds and its creatures; and what is wrong with a file, before a table
//! is laid with it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use skirmish_kernel::{Battle, Diagnostic, Game, Source};

/// So many mistakes of one file are told.
const MOST_WRONG: usize = 20;

/// So many lamps are taken over from another program's map.
const MOST_LAMPS: usize = 60;

/// Kind of the board, what one cell measures, grounds with their signs, creatures; found once for each game.
pub(crate) fn content(game: &'static dyn Game) -> Value {
    static FOUND: Mutex<Option<HashMap<&'static str, Value>>> = Mutex::new(None);
    let known = |all: &Option<HashMap<&str, Value>>| all.as_ref()?.get(game.name()).cloned();
    if let Some(content) = known(&FOUND.lock().unwrap_or_else(PoisonError::into_inner)) {
        return content;
    }
    let content = find(game);
    let mut all = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    all.get_or_insert_default().insert(game.name(), content.clone());
    content
}

fn find(game: &dyn Game) -> Value {
    let creatures = creatures(game);
    let names: Vec<&str> = creatures.iter().filter_map(|creature| creature["name"].as_str()).collect();
    let open = |name: &&str| try_ground(game, name, '.').map(|battle| ((*name).to_owned(), battle));
    let Some((somebody, plain)) = names.iter().find_map(open) else {
        return json!({ "kind": "square", "cell": "", "lamps": 0, "grounds": [], "creatures": creatures });
    };
    let board = plain.view().board;
    let grounds: Vec<Value> = ('!'..='~')
        .filter_map(|sign| Some((sign, meaning(&*try_ground(game, &somebody, sign)?)?)))
        // A mark for the reader stands on open ground.
        .filter(|(sign, meaning)| *sign == '.' || Some(meaning) != self::meaning(&*plain).as_ref())
        .map(|(sign, meaning)| json!({ "sign": sign, "meaning": meaning }))
        .collect();
    let lamps = if has_lamps(game, &somebody) { MOST_LAMPS } else { 0 };
    json!({ "kind": board.kind, "cell": board.cell, "lamps": lamps, "grounds": grounds, "creatures": creatures })
}

/// The creatures of a game's content, as its files have them.
fn creatures(game: &dyn Game) -> Vec<Value> {
    let tables = game.content().iter().filter_map(|file| toml::from_str::<Value>(file.text).ok());
    let rows = tables.flat_map(|table| table["creature"].as_array().cloned().unwrap_or_default());
    let creature = |row: Value| {
        let text = |key: &str| row[key].as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        json!({ "name": text("name"), "title": text("title"), "about": text("about"), "level": row["level"].as_i64() })
    };
    rows.map(creature).collect()
}

/// Does a game know darkness, and lamps in it?
fn has_lamps(game: &dyn Game, creature: &str) -> bool {
    try_file(game, creature, '.', json!({ "light": "dark", "lamp": [{ "at": "A1", "feet": 20 }] })).is_some()
}

/// A battle of two on open ground with one sign in the first cell: what a book says of the sign is what it means. None where
/// the book does not know it.
fn try_ground(game: &dyn Game, creature: &str, sign: char) -> Option<Box<dyn Battle>> {
    try_file(game, creature, sign, json!({}))
}

/// The same, with what else the file is to have.
fn try_file(game: &dyn Game, creature: &str, sign: char, more: Value) -> Option<Box<dyn Battle>> {
    const SIDE: usize = 12;
    let open = ".".repeat(SIDE);
    let rows: Vec<String> = std::iter::once(format!("{sign}{}", &open[1..])).chain(vec![open; SIDE - 1]).collect();
    let combatant =
        |name: &str, at: &str| json!({ "name": name, "side": name.to_lowercase(), "creature": creature, "at": at });
    let mut file = json!({
        "rulebook": game.name(), "map": { "rows": rows.join("\n") },
        "combatant": [combatant("Ann", "D5"), combatant("Ben", "I9")],
    });
    if let (Value::Object(file), Value::Object(more)) = (&mut file, more) {
        file.extend(more);
    }
    game.open(&Source::new("a ground", toml::to_string(&file).ok()?), Some(1)).ok()
}

/// What the book calls the ground in the first cell.
fn meaning(battle: &dyn Battle) -> Option<String> {
    let board = battle.view().board;
    let sign = board.rows.first()?.chars().next()?;
    board.legend.into_iter().find(|(known, _)| *known == sign).map(|(_, meaning)| meaning)
}

/// Reads an encounter, and says what is wrong with it; and where nothing is, how it begins.
pub(crate) fn check(source: &Source) -> Value {
    let text = source.part().to_owned();
    let document = toml::from_str::<Value>(&text).unwrap_or_default();
    match skirmish_shelf::shelf().open(source, Some(1)) {
        Ok(battle) => json!({ "wrong": [], "view": battle.view(), "document": document, "text": text }),
        Err(all) => json!({ "wrong": wrong(&all), "view": null, "document": document, "text": text }),
    }
}

/// What is wrong with a file: where, what, and what to do.
fn wrong(all: &[Diagnostic]) -> Vec<Value> {
    let one = |one: &Diagnostic| {
        let (line, column) = one.position();
        json!({
            "file": &*one.source.name, "line": line, "column": column, "message": one.message, "label": one.label,
            "help": one.help,
        })
    };
    all.iter().take(MOST_WRONG).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_book_has_creatures_and_open_ground() {
        for game in skirmish_shelf::shelf().games() {
            let content = content(game);
            let grounds = content["grounds"].as_array().unwrap();
            assert!(grounds.iter().any(|ground| ground["sign"] == "."), "{}: {content}", game.name());
            assert!(grounds.iter().any(|ground| ground["sign"] == "#"), "{}: {content}", game.name());
            let creatures = content["creatures"].as_array().unwrap();
            assert!(creatures.len() >= 3, "{}: {content}", game.name());
            assert_eq!(content["lamps"] != 0, game.name() == "fragments-of-power", "{}", game.name());
            assert!(creatures.iter().all(|creature| creature["name"] != ""), "{}", game.name());
        }
    }

    #[test]
    fn what_is_wrong_has_a_place_and_advice() {
        let told = check(&Source::new("mine", "rulebook = \"hayfork\"\n[map]\nwidht = 3\nheight = 3\n"));
        let first = &told["wrong"][0];
        assert_eq!((&first["line"], &first["column"]), (&json!(3), &json!(1)), "{told}");
        assert!(first["help"].as_str().is_some_and(|help| help.contains("width")), "{told}");
    }
}
