//! The native half of the Python package: battles, batches and sweeps as `skirmish-program` has them. Text and plain data
//! cross alone; what makes them pleasant is written in Python, in `python/skirmish`.
//!
//! Nothing here knows a rule. The interpreter is let go while anything is worked out, Ctrl-C is heard while it takes
//! long, and a panic becomes an exception.

mod batch;
mod frame;
mod raise;
mod study;
mod table;
mod work;

use pyo3::prelude::*;
use skirmish_shelf::{Header, games};

use raise::Failure;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Fights;
    #[pymodule_export]
    use super::frame::Frame;
    #[pymodule_export]
    use super::study::{Folder, Found, Study};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::{encounters, library, rules, schema};
}

/// Every game as JSON: name, title, credit, policies.
#[pyfunction]
fn library() -> String {
    let game = |game: &dyn skirmish_kernel::Game| {
        serde_json::json!({
            "name": game.name(), "title": game.title(), "credit": game.credit(),
            "policies": game.policies(), "is_example": game.is_example(),
        })
    };
    games().map(game).collect::<serde_json::Value>().to_string()
}

/// Every embedded encounter as JSON: name, game, title, about.
#[pyfunction]
fn encounters() -> String {
    let all = skirmish_shelf::shelf().encounters().map(|found| {
        let header = Header::read(&found.source()).unwrap_or_default();
        serde_json::json!({
            "name": found.encounter.name, "game": found.game.name(), "title": header.title, "about": header.about,
        })
    });
    all.collect::<serde_json::Value>().to_string()
}

/// The rules of a game as JSON: id, title, section, summary.
#[pyfunction]
fn rules(py: Python<'_>, game: &str) -> PyResult<String> {
    let game = skirmish_shelf::shelf().find_game(game).map_err(|missing| Failure::from(missing).raise(py))?;
    let rules = game.catalogue().rules.iter().map(|rule| {
        serde_json::json!({
            "id": rule.id, "title": rule.title, "section": rule.section, "summary": rule.summary,
        })
    });
    Ok(rules.collect::<serde_json::Value>().to_string())
}

/// The JSON Schema of a game's encounter files.
#[pyfunction]
fn schema(py: Python<'_>, game: &str) -> PyResult<String> {
    let game = skirmish_shelf::shelf().find_game(game).map_err(|missing| Failure::from(missing).raise(py))?;
    Ok(game.schema().to_string())
}
