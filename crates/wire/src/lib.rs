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

pub use look::{inquiry, look};
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
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    let request = request::schema(&mut generator);
    let message = generator.subschema_for::<Message>();
    let state = generator.subschema_for::<Present>();
    let definitions = generator.take_definitions(true);
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lines of skirmish play --json",
        "anyOf": [{ "$ref": "#/$defs/request" }, { "$ref": "#/$defs/message" }],
        "$defs": definitions.into_iter()
            .chain([
                ("request".to_owned(), request.to_value()),
                ("message".to_owned(), message.to_value()),
                ("state".to_owned(), state.to_value()),
            ])
            .collect::<serde_json::Map<_, _>>(),
    })
}
