//! What the tools of an assistant work on.

use serde_json::Value;
use skirmish_program::Trouble;

use crate::desk::Opening;

/// Battles as an assistant sees them: its own, or the one at the table where it has a seat. `battle` names one of several.
pub(crate) trait Battles: Send + Sync {
    /// Does it see everything, so that encounters may be read?
    fn sees_all(&self) -> bool;

    /// In words for the assistant.
    fn place(&self) -> String;

    fn open(&self, opening: Opening) -> Result<Value, Trouble>;

    /// With so many lines of the log, after so many seconds at most until it is asked.
    fn look(&self, battle: Option<&str>, viewer: Option<&str>, log: usize, wait: u64) -> Result<Value, Trouble>;

    fn choose(&self, battle: Option<&str>, line: &str) -> Result<Value, Trouble>;

    fn odds(&self, battle: Option<&str>, choice: Option<&str>, through: bool, samples: u64) -> Result<Value, Trouble>;

    fn explain(&self, battle: Option<&str>, choice: Option<&str>, last: usize) -> Result<Value, Trouble>;

    fn undo(&self, battle: Option<&str>, times: u32) -> Result<Value, Trouble>;

    fn simulate(&self, opening: &Opening, count: u64, most_rounds: u32) -> Result<Value, Trouble>;
}
