//! What is wrong, in a form that any language can raise.

use std::fmt;

use serde::Serialize;
use skirmish_kernel::{Diagnostic, Refused};
use skirmish_shelf::Missing;

/// Why something was not done. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Trouble {
    /// In one sentence.
    pub why: String,
    /// The rule that forbids it, where one does.
    pub rule: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// Where in which file, if it is a file that is wrong; the first place is also that of `why`.
    pub places: Vec<Place>,
}

/// One thing wrong with one place of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Trouble {
    /// Trouble with nothing but a reason.
    #[must_use]
    pub fn because(why: impl Into<String>) -> Self {
        Self { why: why.into(), ..Self::default() }
    }

    /// With advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.places.as_slice() {
            [] => f.write_str(&self.why)?,
            [one, more @ ..] => {
                write!(f, "{}:{}:{}: {}", one.file, one.line, one.column, one.message)?;
                if !more.is_empty() {
                    write!(f, " (and {} more)", more.len())?;
                }
            }
        }
        if let Some(rule) = &self.rule {
            write!(f, " [{rule}]")?;
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Self::because(why)
    }
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        Self { rule: refused.rule.map(str::to_owned), ..Self::because(refused.why) }
    }
}

impl From<Missing> for Trouble {
    fn from(missing: Missing) -> Self {
        Self::because(missing.message()).help(missing.help())
    }
}

impl From<Vec<Diagnostic>> for Trouble {
    fn from(wrong: Vec<Diagnostic>) -> Self {
        let place = |one: &Diagnostic| {
            let (line, column) = one.position();
            Place {
                file: one.source.name.to_string(),
                line,
                column,
                message: one.message.clone(),
                help: one.help.clone(),
            }
        };
        let places: Vec<Place> = wrong.iter().map(place).collect();
        let (why, help) = places.first().map(|first| (first.message.clone(), first.help.clone())).unwrap_or_default();
        Self { why, rule: None, help, places }
    }
}
