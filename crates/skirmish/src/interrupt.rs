//! Ctrl-C: the first stops what is being done and lets what is known be printed, the second ends the program. A time limit, which
//! ends a program by SIGTERM, and a terminal that is closed do the same.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use skirmish_kernel::Interrupt;

use crate::exit::Exit;

static ASKED: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

/// A line is being waited for, and everything that was answered is on disk.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Begins to listen. Where the system does not let us, Ctrl-C ends the program at once, as it always does.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.ask() || WAITING.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Has somebody asked to stop?
pub(crate) fn asked() -> bool {
    ASKED.is_asked()
}

/// What long work looks at.
pub(crate) fn shared() -> Interrupt {
    ASKED.clone()
}

/// Has somebody asked to stop? From now on it counts anew.
pub(crate) fn take() -> bool {
    ASKED.take()
}

/// While `wait` waits for input, the first signal ends the program. On a terminal Ctrl-C is a key then and no signal.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let done = wait();
    WAITING.store(false, Ordering::Relaxed);
    done
}

/// `exit`, unless somebody asked to stop.
pub(crate) fn or(exit: Exit) -> Exit {
    if asked() { Exit::Interrupted } else { exit }
}
