//! How much anybody may ask for.

use std::time::{Duration, Instant};

/// Bytes of what is posted, at most.
pub(crate) const BODY: usize = 4 << 20;

/// Limits of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Tables in the store.
    pub(crate) tables: usize,
    /// Seats at a table.
    pub(crate) seats: usize,
    /// Browsers that look from one seat at the same time.
    pub(crate) devices: usize,
    /// Bytes of one message of a seat.
    pub(crate) message: usize,
    /// Bytes of what is posted: an encounter, with its picture.
    pub(crate) body: usize,
    /// Choices whose chances are asked for at once.
    pub(crate) prices: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tables: 10_000, seats: 64, devices: 16, message: 64 << 10, body: BODY, prices: 200 }
    }
}

/// Lets so many things by in a second, and a few more in a burst.
#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    burst: f64,
    left: f64,
    since: Instant,
}

impl Rate {
    /// What a seat may say.
    pub(crate) fn of_messages() -> Self {
        Self::new(40.0, 120.0)
    }

    /// What of a drag others are told.
    pub(crate) fn of_drags() -> Self {
        Self::new(15.0, 15.0)
    }

    fn new(per_second: f64, burst: f64) -> Self {
        Self { per_second, burst, left: burst, since: Instant::now() }
    }

    /// May one more go by? If not, how long to wait.
    pub(crate) fn one_more(&mut self) -> Result<(), Duration> {
        let passed = self.since.elapsed();
        self.since += passed;
        self.left = (self.left + passed.as_secs_f64() * self.per_second).min(self.burst);
        if self.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - self.left) / self.per_second));
        }
        self.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_flood_is_held_up() {
        let mut rate = super::Rate::of_messages();
        let passed = (0..1_000).filter(|_| rate.one_more().is_ok()).count();
        assert!((120..140).contains(&passed), "{passed}");
    }
}
