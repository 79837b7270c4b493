//! What stands behind a key, as plain data.

use toml::de::DeValue;

/// A value of a file, without its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Said {
    Number(i64),
    Flag(bool),
    Text(String),
    List(Vec<Self>),
    Table(Vec<(String, Self)>),
}

impl Said {
    pub(super) fn of(value: &DeValue) -> Self {
        match value {
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(number) => Self::Number(number),
                Err(_) => Self::Text(digits.to_string()),
            },
            DeValue::Boolean(flag) => Self::Flag(*flag),
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Float(digits) => Self::Text(digits.as_str().to_owned()),
            DeValue::Datetime(date) => Self::Text(date.to_string()),
            DeValue::Array(items) => Self::List(items.iter().map(|item| Self::of(item.get_ref())).collect()),
            DeValue::Table(table) => {
                let mut members: Vec<_> = table.iter().collect();
                members.sort_by_key(|(name, _)| name.span().start);
                Self::Table(
                    members.into_iter().map(|(name, value)| (name.to_string(), Self::of(value.get_ref()))).collect(),
                )
            }
        }
    }

    /// What stands in a table over what stands in those below it: of tables every member, of all else the first.
    pub(super) fn over(layers: &[&DeValue]) -> Option<Self> {
        let mut layers = layers.iter().map(|value| Self::of(value));
        let mut first = layers.next()?;
        if let Self::Table(members) = &mut first {
            for below in layers {
                let Self::Table(below) = below else { continue };
                let more: Vec<_> =
                    below.into_iter().filter(|(name, _)| members.iter().all(|(known, _)| known != name)).collect();
                members.extend(more);
            }
        }
        Some(first)
    }

    /// Is there nothing in it?
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::List(items) => items.is_empty(),
            Self::Table(members) => members.is_empty(),
            _ => false,
        }
    }

    /// As a file of TOML has it.
    pub(super) fn toml(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Text(text) => quoted(text),
            Self::List(items) => format!("[{}]", items.iter().map(Self::toml).collect::<Vec<_>>().join(", ")),
            Self::Table(members) => {
                let members: Vec<String> =
                    members.iter().map(|(name, value)| format!("{} = {}", bare(name), value.toml())).collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }

    /// As a cell of a table has it: `bite; claws`, `swing 12; punch 10`.
    pub(super) fn cell(&self) -> String {
        let inner = |value: &Self| match value {
            Self::List(items) => items.iter().map(Self::cell).collect::<Vec<_>>().join(" + "),
            Self::Table(members) => {
                members.iter().map(|(name, value)| format!("{name} {}", value.cell())).collect::<Vec<_>>().join(", ")
            }
            other => other.cell(),
        };
        match self {
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.into(),
            Self::Text(text) => text.clone(),
            Self::List(items) => items.iter().map(inner).collect::<Vec<_>>().join("; "),
            Self::Table(members) => {
                members.iter().map(|(name, value)| format!("{name} {}", inner(value))).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// A text in quotes, as JSON and TOML both have it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A key of a table, in quotes where it needs them.
pub(super) fn bare(name: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if plain { name.to_owned() } else { quoted(name) }
}
