//! What is said between a battle and a program that drives it: lines of JSON, one object each.
//!
//! A [`Request`] is what the program says, a [`Message`] what it is told; [`Present`] is the present as one viewer may know
//! it. [`look`] answers every request that changes nothing, and [`viewer`] reads whose eyes are meant. The lines themselves
//! are the front end's. What every table has in common, at a terminal and on the web, is here too: who plays whom
//! ([`Seats`]), how much the program helps ([`Level`]), what a choice promises ([`Prospect`]), a battle in a few
//! sentences ([`recap`]).
//!
//! The format only grows: members and kinds may be added, none is renamed or given another meaning before [`FORMAT`]
//! counts on.

mod look;
mod message;
mod odds;
mod present;
mod prospect;
mod recap;
mod request;
mod table;
mod viewer;

pub use look::{entry_is_there, inquiry, look};
pub use message::{Changed, Found, Hello, Message};
pub use odds::odds;
pub use present::Present;
pub use prospect::{LEAST_CHANGE, Mark, Prospect, chances, percent};
pub use recap::recap;
pub use request::{Request, Want, Wrong};
pub use table::{ByItself, Level, OddsTold, Seat, Seats, by_itself};
pub use viewer::{viewer, words as viewer_words};

/// The number of the format: it counts on when something is renamed, dropped or given another meaning.
pub const FORMAT: u32 = 1;

/// The JSON Schema of both directions: `request`, `message`, and `state` by itself.
///
/// It is kept as a file, which a test holds against the types: what makes schemas of them is built for tests alone.
#[must_use]
pub fn schema() -> serde_json::Value {
    serde_json::from_str(include_str!("lines.schema.json")).expect("a test reads it")
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;
    use serde_json::{Map, Value, json};
    use skirmish_kernel::conformance;

    use super::{Message, Present, request};

    /// The schema as the types and their documents have it.
    fn of_the_types() -> Value {
        let mut generator = SchemaSettings::draft2020_12().into_generator();
        let request = request::tests::schema(&mut generator);
        let message = generator.subschema_for::<Message>();
        let state = generator.subschema_for::<Present>();
        let definitions = generator.take_definitions(true).into_iter();
        let named = [("request", request), ("message", message), ("state", state)];
        let named = named.map(|(name, schema)| (name.to_owned(), schema.to_value()));
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Lines of skirmish play --json",
            "anyOf": [{ "$ref": "#/$defs/request" }, { "$ref": "#/$defs/message" }],
            "$defs": definitions.chain(named).collect::<Map<_, _>>(),
        })
    }

    #[test]
    fn the_schema_is_that_of_the_types() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lines.schema.json");
        if let Err(why) = conformance::is_golden(&format!("{:#}\n", of_the_types()), file) {
            panic!("{why}");
        }
        // After UPDATE_GOLDEN=1 the program is built with the new one.
        assert_eq!(super::schema()["$defs"]["request"]["oneOf"].as_array().map(Vec::len), Some(23));
    }
}
