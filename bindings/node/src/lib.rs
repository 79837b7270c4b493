//! The native half of the package for Node: battles and batches as `skirmish-program` has them. Text and plain data cross
//! alone; what makes them pleasant is written in JavaScript, in `index.js`.
//!
//! Nothing here knows a rule. Whatever takes long is done on a thread of Node's pool and gives a promise; a panic becomes an
//! error.

mod fail;
mod fights;
mod table;

use napi_derive::napi;
use serde_json::json;
use skirmish_shelf::{Header, games, shelf};

/// Every game and every encounter, as JSON.
#[napi]
pub fn library() -> String {
    let games = games().map(|game| {
        json!({
            "name": game.name(), "title": game.title(), "credit": game.credit(),
            "policies": game.policies(), "isExample": game.is_example(),
        })
    });
    let encounters = shelf().encounters().map(|found| {
        let header = Header::read(&found.source()).unwrap_or_default();
        json!({
            "name": found.encounter.name, "game": found.game.name(), "title": header.title, "about": header.about,
        })
    });
    json!({ "games": games.collect::<Vec<_>>(), "encounters": encounters.collect::<Vec<_>>() }).to_string()
}

/// The rules of a game, as JSON; none of a game that there is not.
#[napi]
pub fn rules(game: String) -> Option<String> {
    let rules = shelf().game(&game)?.catalogue().rules.iter().map(|rule| {
        json!({
            "id": rule.id, "title": rule.title, "section": rule.section, "summary": rule.summary,
        })
    });
    Some(rules.collect::<serde_json::Value>().to_string())
}

/// The JSON Schema of what is asked and answered: the types of the package are made from it.
#[napi]
pub fn protocol() -> String {
    skirmish_wire::schema().to_string()
}
