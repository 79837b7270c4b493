//! What goes wrong here as an error there.

use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::{Error, Status};
use serde_json::json;
use skirmish_program::Trouble;

/// Does something, and lets no panic through. The message of an error is JSON: `why`, `rule`, `help`, `places`, and `flaw` where
/// Skirmish itself broke.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Trouble>) -> napi::Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|trouble| Error::new(Status::GenericFailure, json!(trouble).to_string())),
        Err(_) => {
            let why = "a flaw in skirmish; please report it";
            Err(Error::new(Status::GenericFailure, json!({ "why": why, "flaw": true, "places": [] }).to_string()))
        }
    }
}

/// A seed as JavaScript writes it.
pub(crate) fn seed(seed: Option<i64>) -> Result<Option<u64>, Trouble> {
    let wrong = || Trouble::because("a seed is a whole number from 0");
    seed.map(|seed| u64::try_from(seed).map_err(|_| wrong())).transpose()
}
