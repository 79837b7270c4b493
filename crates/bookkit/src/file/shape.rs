//! What a file may hold, as its reader asks for it: JSON Schema comes from this.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

/// A key that a reader has asked for.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) shape: Shape,
    pub(super) needed: bool,
}

/// What may stand behind a key.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A whole number within bounds.
    Number(i64, i64),
    /// A multiple of the first number, from the second to the third.
    Multiple(i64, i64, i64),
    /// `true` or `false`.
    Flag,
    /// A number in steps of a half, its bounds counted in halves.
    Halves(i64, i64),
    /// Any text.
    Text,
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// A list.
    List(Box<Shape>),
    /// A list with one entry for each of these.
    Tuple(Vec<Shape>),
    /// A table whose keys are names.
    Names(Box<Shape>),
    /// One of several shapes.
    Either(Vec<Shape>),
    /// A table with these keys.
    Table(Keys),
}

/// Keys of a table.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// Those that every such table may have.
    pub(crate) common: Vec<Key>,
    /// Where a key says of which kind it is: that key, its word, and the keys of that kind.
    pub(super) kinds: Vec<(&'static str, &'static str, Keys)>,
    /// Names that keys had once, with what stands behind them.
    pub(super) older: Vec<Key>,
}

impl Shape {
    /// A number within bounds, of which only multiples of `step` are meant.
    pub(super) fn number(step: i64, range: &RangeInclusive<i64>) -> Self {
        let (low, high) = (*range.start(), *range.end());
        if step == 1 { Self::Number(low, high) } else { Self::Multiple(step, low, high) }
    }

    /// The value, as a sentence about a file calls it, and what to write.
    pub(crate) fn advice(&self) -> String {
        match self {
            Self::Number(low, high) => format!("a whole number from {low} to {high}, without quotes"),
            Self::Multiple(step, low, high) => format!("a multiple of {step} from {low} to {high}, without quotes"),
            Self::Halves(low, high) => format!("from {} to {} in steps of 0.5", half(*low), half(*high)),
            Self::Flag => "`true` or `false`, without quotes".into(),
            Self::Text => "a text in quotes".into(),
            Self::OneOf(words) => format!("one of `{}`", words.join("`, `")),
            Self::List(of) => match &**of {
                Self::Table(_) => "tables, each with a head of its own: `[[…]]`".into(),
                _ => "a list in brackets: `[…, …]`".into(),
            },
            Self::Tuple(each) => {
                let each: Vec<String> = each.iter().map(Self::advice).collect();
                format!("a list of {}: {}", each.len(), each.join("; then "))
            }
            Self::Names(_) | Self::Table(_) => "a table: `{ … = …, … = … }`".into(),
            Self::Either(shapes) => shapes.iter().map(Self::advice).collect::<Vec<_>>().join("; or "),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Number(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
            Self::Multiple(step, low, high) => {
                json!({ "type": "integer", "multipleOf": step, "minimum": low, "maximum": high })
            }
            Self::Halves(low, high) => {
                json!({ "type": "number", "minimum": half(*low), "maximum": half(*high), "multipleOf": 0.5 })
            }
            Self::Flag => json!({ "type": "boolean" }),
            Self::Text => json!({ "type": "string" }),
            Self::OneOf(words) => json!({ "type": "string", "enum": words }),
            Self::List(of) => json!({ "type": "array", "items": of.json() }),
            Self::Tuple(each) => {
                let each: Vec<Value> = each.iter().map(Self::json).collect();
                json!({ "type": "array", "minItems": each.len(), "maxItems": each.len(), "prefixItems": each })
            }
            Self::Names(of) => json!({ "type": "object", "additionalProperties": of.json() }),
            Self::Either(shapes) => json!({ "anyOf": shapes.iter().map(Self::json).collect::<Vec<_>>() }),
            Self::Table(keys) => keys.json(),
        }
    }
}

fn half(halves: i64) -> f64 {
    halves as f64 / 2.0
}

impl Keys {
    /// The key of that name, whatever the kind.
    pub(crate) fn find(&self, name: &str) -> Option<&Key> {
        self.common.iter().find(|key| key.name == name)
    }

    fn json(&self) -> Value {
        if self.kinds.is_empty() {
            return Self::object(self.common.iter(), &self.older, None);
        }
        let kind = |(key, word, own): &(&'static str, &'static str, Self)| {
            let keys = self.common.iter().filter(|common| common.name != *key).chain(&own.common);
            let about = self.common.iter().find(|common| common.name == *key).map(|common| common.about);
            let is = json!({ "const": word, "description": about });
            Self::object(keys, &self.older, Some((key, is)))
        };
        json!({ "oneOf": self.kinds.iter().map(kind).collect::<Vec<_>>() })
    }

    fn object<'k>(keys: impl Iterator<Item = &'k Key> + Clone, older: &[Key], kind: Option<(&str, Value)>) -> Value {
        let mut properties = Map::new();
        let mut needed: Vec<&str> = Vec::new();
        if let Some((key, is)) = kind {
            properties.insert(key.into(), is);
            needed.push(key);
        }
        let named = older.iter().map(|key| (key, true)).chain(keys.clone().map(|key| (key, false)));
        for (key, is_older) in named {
            let mut shape = key.shape.json();
            if let Some(shape) = shape.as_object_mut() {
                shape.insert("description".into(), key.about.into());
                if is_older {
                    shape.insert("deprecated".into(), true.into());
                }
            }
            properties.insert(key.name.into(), shape);
        }
        needed.extend(keys.filter(|key| key.needed).map(|key| key.name));
        let mut json = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        if let Some(json) = json.as_object_mut().filter(|_| !needed.is_empty()) {
            json.insert("required".into(), json!(needed));
        }
        json
    }
}

/// The schema of a whole file.
pub(super) fn schema(title: &str, keys: &Keys) -> Value {
    let mut json = keys.json();
    if let Some(json) = json.as_object_mut() {
        json.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
        json.insert("title".into(), title.into());
    }
    json
}
