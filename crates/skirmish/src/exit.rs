//! How a verb ends.

use std::process::ExitCode;

use skirmish_kernel::Diagnostic;
use skirmish_shelf::Missing;

/// The exit codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// All is well.
    Done,
    /// A check failed.
    Failed,
    /// What was handed in cannot be used.
    BadInput,
    /// Stopped with Ctrl-C.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::BadInput => 2,
            Exit::Interrupted => 130,
        })
    }
}

/// What is wrong with what was handed in.
#[derive(Debug)]
pub(crate) enum Fault {
    /// With a file, at places in it.
    File(Vec<Diagnostic>),
    /// With anything else.
    Plain {
        /// What is wrong.
        message: String,
        /// What to do.
        help: Option<String>,
    },
}

impl Fault {
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self::Plain { message: message.into(), help: None }
    }

    /// What is wrong, in one line.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Plain { message, .. } => message.clone(),
            Self::File(all) => all.first().map_or_else(String::new, ToString::to_string),
        }
    }

    pub(crate) fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Plain { message: message.into(), help: Some(help.into()) }
    }
}

impl From<Vec<Diagnostic>> for Fault {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self::File(diagnostics)
    }
}

impl From<Missing> for Fault {
    fn from(missing: Missing) -> Self {
        Self::with_help(missing.message(), missing.help())
    }
}
