//! How far a long task is, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What takes less is not worth a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Counts what is done of a task.
pub(crate) struct Progress {
    total: AtomicU64,
    done: AtomicU64,
}

impl Progress {
    pub(crate) fn new(total: u64) -> Self {
        Self { total: AtomicU64::new(total), done: AtomicU64::new(0) }
    }

    /// One more is done.
    pub(crate) fn tick(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// So much is done, of what is now thought to be the whole.
    pub(crate) fn set(&self, done: u64, total: u64) {
        self.done.fetch_max(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Shows how far the task is while it runs.
    pub(crate) fn show<R>(&self, task: impl FnOnce() -> R) -> R {
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
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        if done == 0 {
            return format!("{done} of {total}");
        }
        let seconds = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done as f64;
        format!("{done} of {total}, about {} left", span(seconds))
    }
}

/// A time to wait, as people say it.
fn span(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    match seconds {
        s if s < 2.0 * MINUTE => format!("{} s", s.ceil() as u64),
        s if s < 2.0 * HOUR => format!("{} minutes", (s / MINUTE).round() as u64),
        s if s < 2.0 * DAY => format!("{} hours", (s / HOUR).round() as u64),
        s => format!("{} days", (s / DAY).round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_in_proportion() {
        let progress = Progress::new(400);
        assert_eq!(progress.words(Duration::from_secs(3)), "0 of 400");
        progress.set(100, 400);
        // One thread may tell later than another that has done more.
        progress.set(90, 400);
        assert_eq!(progress.words(Duration::from_secs(10)), "100 of 400, about 30 s left");
        progress.set(200, u64::MAX);
        assert!(progress.words(Duration::from_secs(10)).ends_with("days left"));
    }

    #[test]
    fn times_are_told_as_people_tell_them() {
        assert_eq!(
            [0.2, 119.0, 180.0, 9_000.0, 300_000.0].map(span),
            ["1 s", "119 s", "3 minutes", "3 hours", "3 days"]
        );
        assert!(span(f64::MAX).ends_with("days"));
    }
}
