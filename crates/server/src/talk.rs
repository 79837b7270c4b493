//! What is said on the socket of a seat, besides what `skirmish-wire` has.

use serde::Deserialize;
use serde_json::{Value, json};
use skirmish_wire::Request;

/// A request that is the web table's own.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Ask {
    /// The first one: how much of the log is there already.
    Hello {
        /// So many lines.
        #[serde(default)]
        since: usize,
        /// The mark that came with the last of them.
        #[serde(default)]
        mark: String,
    },
    /// Is anybody there?
    Ping {},
    /// An answer that is half made, for the next device.
    Draft {
        /// The client's own business.
        draft: String,
    },
    /// Chances and costs of choices, in a few words.
    Prices {
        /// In notation.
        choices: Vec<String>,
    },
    /// How it stood before an entry.
    Past {
        /// Its number, as lines of the log have it.
        entry: usize,
    },
    /// How the table plays: `seat water plain`, `dice Kestrel typed`, `level propose`.
    Set {
        /// As people say it.
        setting: String,
    },
    /// Answers of a changed past that have found no place are forgotten.
    Forget {},
    /// What a rule is called and says.
    Rule {
        /// Its id.
        rule: String,
    },
    /// Shows everybody at the table a cell.
    Point {
        /// Its label.
        cell: String,
    },
    /// What is drawn over the board now: a way, somebody who is dragged, the ruler. Without cells nothing is drawn any more.
    Drag {
        /// Whose way it is; nobody's where it is measured.
        who: Option<String>,
        /// The cells, the last one last.
        cells: Vec<String>,
    },
    /// What the game master may set by hand: fields, and the book's own edicts.
    Hand {},
    /// Which cells somebody can get to in one move, and which they can strike by hand.
    Reach {
        /// Whose.
        who: String,
    },
    /// Rules whose id or title has a word in it.
    Rules {
        /// The word.
        word: String,
    },
    /// The battle in a few sentences, to be read aloud.
    Recap {},
    /// The people of the battle, for the next one, as the battle has left them.
    Carry {
        /// Of this side alone.
        side: Option<String>,
    },
}

/// A message of a client.
#[derive(Debug)]
pub(crate) enum Said {
    Own(Option<Value>, Ask),
    Wire(Request),
}

impl Said {
    /// Reads a message, and how many entries there were when it was decided on, where it says so.
    ///
    /// # Errors
    /// Its id, if it has one, and what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<(Self, Option<usize>), (Option<Value>, String)> {
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| (None, format!("this is no JSON: {error}")))?;
        let of = value.as_object_mut().and_then(|object| object.remove("of"));
        let entries = of.as_ref().and_then(Value::as_u64).and_then(|of| usize::try_from(of).ok());
        if of.is_some() && entries.is_none() {
            let why = "`of` is a number: the `entries` of the state that is answered";
            return Err((id_in(&value), why.into()));
        }
        Self::of_value(value).map(|said| (said, entries))
    }

    fn of_value(value: Value) -> Result<Self, (Option<Value>, String)> {
        const OWN: [&str; 15] = [
            "hello", "ping", "draft", "prices", "past", "set", "forget", "rule", "point", "hand", "reach", "rules",
            "recap", "carry", "drag",
        ];
        if !value["do"].as_str().is_some_and(|word| OWN.contains(&word)) {
            let request = Request::read(&value.to_string()).map_err(|wrong| (wrong.id, wrong.why))?;
            return Ok(Self::Wire(request));
        }
        let Value::Object(mut object) = value else { return Err((None, "a request is an object".into())) };
        let id = object.remove("id").filter(|id| id.is_string() || id.is_number());
        match serde_json::from_value(Value::Object(object)) {
            Ok(ask) => Ok(Self::Own(id, ask)),
            Err(error) => Err((id, error.to_string())),
        }
    }
}

/// The longest `id` of a message that is not read any further, in bytes: it is said again.
const LONGEST_ID: usize = 80;

/// The `id` of a message that is not read any further.
pub(crate) fn id_of(text: &str) -> Option<Value> {
    id_in(&serde_json::from_str(text).ok()?)
}

fn id_in(message: &Value) -> Option<Value> {
    let is_id = |id: &&Value| id.is_number() || id.as_str().is_some_and(|id| id.len() <= LONGEST_ID);
    message.get("id").filter(is_id).cloned()
}

/// A request was taken; with what was asked for.
pub(crate) fn done(id: Option<&Value>, found: Value) -> String {
    let mut message = json!({ "kind": "done" });
    if let Some(id) = id {
        message["id"] = id.clone();
    }
    if let (Value::Object(message), Value::Object(found)) = (&mut message, found) {
        message.extend(found);
    }
    message.to_string()
}

/// A request was not taken.
pub(crate) fn refused(id: Option<&Value>, why: &str, rule: Option<&str>) -> String {
    let mut message = json!({ "kind": "refused", "why": why });
    if let Some(id) = id {
        message["id"] = id.clone();
    }
    if let Some(rule) = rule {
        message["rule"] = rule.into();
    }
    message.to_string()
}
