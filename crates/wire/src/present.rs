//! A battle's present.

use serde::Serialize;
use skirmish_kernel::{Battle, LogLine, View, Viewer};

/// The present of a battle as one viewer may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Present {
    /// Whose eyes: `gm`, `spectator`, a side, or names of creatures.
    pub viewer: String,
    /// So many answers and edicts have been given, as this viewer counts.
    pub entries: usize,
    /// So many were taken back and can be done again.
    pub redo: usize,
    /// Answers of a changed past that wait until they fit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spares: Vec<String>,
    /// After a leap in time nothing goes on by itself, until `go-on` is said or an answer is given.
    pub paused: bool,
    /// Board, creatures, order, what is asked with its choices, how it ended.
    #[serde(flatten)]
    pub view: View,
    /// What has happened, oldest first, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<LogLine>>,
}

impl Present {
    /// The present as a viewer may know it, with the choices of those for whom the viewer speaks.
    #[must_use]
    pub fn seen_by(battle: &dyn Battle, viewer: Viewer, paused: bool) -> Self {
        let seen = battle.seen_by(viewer);
        Self {
            viewer: crate::viewer_words(battle, viewer),
            entries: seen.len(),
            redo: seen.redo_len(),
            spares: seen.spares(),
            paused,
            view: seen.view(),
            log: None,
        }
    }

    /// With the last lines of the log.
    #[must_use]
    pub fn with_log(self, battle: &dyn Battle, viewer: Viewer, most: usize) -> Self {
        let seen = battle.seen_by(viewer);
        let mut lines: Vec<LogLine> = seen.steps(None).into_iter().flat_map(|step| seen.log(step)).collect();
        lines.drain(..lines.len().saturating_sub(most));
        Self { log: Some(lines), ..self }
    }
}
