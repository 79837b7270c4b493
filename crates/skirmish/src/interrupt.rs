//! Ctrl-C: the first stops what is being done and lets what is known be printed, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins to listen. Where the system does not let us, Ctrl-C ends the program at once, as it always does.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Has somebody asked to stop?
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// `exit`, unless somebody asked to stop.
pub(crate) fn or(exit: Exit) -> Exit {
    if asked() { Exit::Interrupted } else { exit }
}
