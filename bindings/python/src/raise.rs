//! What goes wrong here as an exception there.

use pyo3::prelude::*;
use skirmish_program::Trouble;

/// Why something was not done.
pub(crate) enum Failure {
    /// Somebody asked for what cannot be done.
    Trouble(Trouble),
    /// A flaw in Skirmish: what it said as it broke.
    Flaw(String),
}

impl<T: Into<Trouble>> From<T> for Failure {
    fn from(trouble: T) -> Self {
        Self::Trouble(trouble.into())
    }
}

impl Failure {
    /// What a panic said.
    pub(crate) fn of_panic(panic: &(dyn std::any::Any + Send)) -> Self {
        let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
        Self::Flaw(said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
    }

    /// As an exception of `skirmish._errors`.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        let made = py.import("skirmish._errors").and_then(|errors| match self {
            Self::Trouble(Trouble { why, rule, help, places }) => {
                let places: Vec<_> = places
                    .into_iter()
                    .map(|place| (place.file, place.line, place.column, place.message, place.help))
                    .collect();
                errors.call_method1("trouble", (why, rule, help, places))
            }
            Self::Flaw(said) => errors.call_method1("flaw", (said,)),
        });
        made.map_or_else(|error| error, PyErr::from_value)
    }
}
