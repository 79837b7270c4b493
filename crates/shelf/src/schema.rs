//! The JSON Schemas of a game's files.

use serde_json::Value;
use skirmish_kernel::Game;

use crate::include::OF_ITSELF;

/// Which files of a game are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Files {
    /// Encounters.
    Encounters,
    /// Files of creatures, gear and members that encounters include.
    Included,
}

/// The JSON Schema of such files of a game.
///
/// What a file holds that encounters include is what an encounter holds, but for what belongs into the encounter itself: it has
/// tables, and nothing in it must be there.
#[must_use]
pub fn schema(game: &dyn Game, of: Files) -> Value {
    let mut schema = game.schema();
    if of == Files::Encounters {
        return schema;
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("required");
        let title = schema["title"].as_str().unwrap_or_default();
        let title = title.replacen("An encounter of", "A file that encounters include, of", 1);
        schema.insert("title".into(), title.into());
    }
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.retain(|name, shape| OF_ITSELF.contains(&name.as_str()) || holds_tables(shape));
    }
    schema
}

/// Is it a table, or a list of tables?
fn holds_tables(shape: &Value) -> bool {
    let of_any = |key: &str| shape[key].as_array().is_some_and(|shapes| shapes.iter().any(holds_tables));
    match shape["type"].as_str() {
        Some("object") => true,
        Some("array") => holds_tables(&shape["items"]),
        _ => of_any("anyOf") || of_any("oneOf"),
    }
}
