//! What is worked out from a battle once and kept.

use std::sync::{Mutex, PoisonError};

/// Something that follows from the battle and is kept until the battle changes. A copy of the battle works it out anew.
#[derive(Default)]
pub(super) struct Kept<T>(Mutex<T>);

impl<T> Kept<T> {
    /// Looks at it, and brings it up to date.
    pub(super) fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same for the only one who has the battle.
    pub(super) fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Default> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> std::fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept")
    }
}
