//! Asking long work to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks whoever works long to stop. Clones are one and the same: one is kept, the others are handed to the work.
///
/// A policy that thinks looks at it between two samples. What it chooses then is not used: the question stays open, and
/// the same question asked again is thought over anew.
///
/// ```
/// use skirmish_kernel::Interrupt;
///
/// let kept = Interrupt::default();
/// let handed_out = kept.clone();
/// kept.ask();
/// assert!(handed_out.is_asked());
/// assert!(handed_out.take() && !kept.is_asked());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks to stop. True if somebody had asked already.
    pub fn ask(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Has somebody asked to stop?
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Has somebody asked to stop? From now on it counts anew.
    #[must_use]
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Who may stop something is no part of what it is.
impl PartialEq for Interrupt {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Interrupt {}
