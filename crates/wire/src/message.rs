//! What a program is told.

use serde::Serialize;
use serde_json::Value;
use skirmish_kernel::{LogLine, Tag, View};

use crate::Present;

/// One line that a program is told. Every request ends with `done` or `refused`; what came of it stands before.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Message {
    /// The first line.
    Hello(Hello),
    /// What has happened since.
    Log {
        /// The running step has taken another course (its past was changed by an edict): this is all of it.
        anew: bool,
        /// So many lines of the log still hold, from the first one; the others are no longer so (after `undo`, say), and `lines` come in
        /// their place.
        keep: usize,
        /// Oldest first.
        lines: Vec<LogLine>,
    },
    /// The present, whenever it is another.
    State(Box<Present>),
    /// A request was taken.
    Done {
        /// The request's.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        /// What was asked for.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        found: Option<Found>,
    },
    /// A request was not taken. Nothing has changed.
    Refused {
        /// The request's.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        /// In one sentence.
        why: String,
        /// The rule that forbids it.
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
    },
    /// The last line.
    Bye {
        /// The file that goes on with this battle.
        kept: Option<String>,
        /// Why answers are lost, if any are.
        #[serde(skip_serializing_if = "Option::is_none")]
        lost: Option<String>,
    },
}

/// Which battle this is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// The number of the format.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// The game's name.
    pub game: String,
    /// The encounter's title.
    pub title: String,
    /// What the encounter says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Of the dice.
    pub seed: u64,
    /// The sides, in order.
    pub sides: Vec<String>,
    /// Who can play a seat besides people.
    pub policies: Vec<String>,
    /// Words with which answers begin, whatever is asked.
    pub verbs: Vec<String>,
    /// What people should know first.
    pub notices: Vec<String>,
}

/// What was asked for.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// The odds, as `skirmish odds --json` has those of one choice: `guessed` where a guess stands for what this viewer may not know.
    Odds(Value),
    /// What bears on a choice, or stands between two.
    Facts(Vec<Tag>),
    /// A sheet, line by line.
    Sheet(Vec<String>),
    /// A field's value.
    Value(String),
    /// The present.
    State(Box<Present>),
    /// Everything that has happened, oldest first.
    Log(Vec<LogLine>),
    /// A transcript.
    Transcript(String),
    /// What was said at the table, line by line.
    Said(Vec<String>),
    /// What would be.
    Changed(Box<Changed>),
    /// What a policy would choose.
    #[serde(untagged)]
    Proposal {
        /// In notation; none while nobody is asked.
        choice: Option<String>,
        /// Why; none of a policy that has no reason in words.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

/// What would be if the past had been another.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Changed {
    /// The present that would be.
    pub view: View,
    /// The entry at which the new battle waits for something that was not given, and what it waits for.
    pub parted: Option<(usize, String)>,
    /// Later answers that have no place there (yet).
    pub spares: Vec<String>,
}

impl Message {
    /// As a line, without its end.
    ///
    /// # Panics
    /// Never: all keys are texts.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("keys are texts, and numbers are finite or null")
    }
}
