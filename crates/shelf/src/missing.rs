//! A name that nothing on the shelf bears.

use std::fmt;

use skirmish_kernel::words;

/// Most names that are listed in advice.
const MOST_LISTED: usize = 12;

/// A name that is not on the shelf, or that several things on it bear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    kind: &'static str,
    name: String,
    /// The nearest name.
    near: Option<String>,
    /// What it may mean if several things bear it; otherwise everything there is.
    known: Vec<String>,
    several: bool,
}

impl Missing {
    /// Nothing bears the name.
    pub(crate) fn unknown(kind: &'static str, name: &str, known: Vec<String>) -> Self {
        let near = words::nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        Self { kind, name: words::short(name), near, known, several: false }
    }

    /// Several things bear it.
    pub(crate) fn ambiguous(kind: &'static str, name: &str, known: Vec<String>) -> Self {
        Self { kind, name: words::short(name), near: None, known, several: true }
    }

    /// What is wrong, in one sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { kind, name, .. } = self;
        if self.several {
            format!("more than one {kind} is called `{name}`")
        } else {
            format!("there is no {kind} `{name}`")
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        let quoted: Vec<String> = self.known.iter().take(MOST_LISTED).map(|known| format!("`{known}`")).collect();
        let more = match self.known.len().saturating_sub(MOST_LISTED) {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        match (&self.near, self.several) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => format!("say which: {}{more}", words::either(&quoted)),
            (None, false) if quoted.is_empty() => format!("there is no {} at all", self.kind),
            (None, false) => format!("there are: {}{more}", words::list(&quoted)),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.help())
    }
}

impl std::error::Error for Missing {}
