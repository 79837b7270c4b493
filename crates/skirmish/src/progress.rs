//! How far a long task is, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What takes less is not worth a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Counts what is done of a task.
pub(crate) struct Progress {
    total: usize,
    done: AtomicUsize,
}

impl Progress {
    pub(crate) fn new(total: usize) -> Self {
        Self { total, done: AtomicUsize::new(0) }
    }

    /// One more is done.
    pub(crate) fn tick(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Shows how far the task is while it runs.
    pub(crate) fn show<R: Send>(&self, task: impl FnOnce() -> R + Send) -> R {
        if !io::stderr().is_terminal() {
            return task();
        }
        let (finished, watch) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || self.watch(&watch));
            let result = task();
            drop(finished);
            result
        })
    }

    fn watch(&self, finished: &mpsc::Receiver<()>) {
        let start = Instant::now();
        let mut shown = false;
        while finished.recv_timeout(SILENCE / 5) == Err(RecvTimeoutError::Timeout) {
            if start.elapsed() >= SILENCE {
                shown = true;
                let _ = write!(io::stderr(), "\r\u{1b}[K{}", self.words(start.elapsed()));
            }
        }
        if shown {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }

    fn words(&self, elapsed: Duration) -> String {
        let done = self.done.load(Ordering::Relaxed);
        let left = match u32::try_from(done) {
            Ok(done) if done > 0 => {
                let todo = u32::try_from(self.total).unwrap_or(u32::MAX).saturating_sub(done);
                format!(", about {} s left", (elapsed / done).saturating_mul(todo).as_secs() + 1)
            }
            _ => String::new(),
        };
        format!("{done} of {}{left}", self.total)
    }
}
