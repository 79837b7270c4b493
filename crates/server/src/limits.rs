//! How much anybody may ask for.

use std::time::{Duration, Instant};

use skirmish_kernel::{Effort, PolicyName};

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
    /// Questions of one browser that are worked out or wait for it: each has a copy of the battle.
    pub(crate) questions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tables: 10_000, seats: 64, devices: 16, message: 64 << 10, body: BODY, prices: 200, questions: 16 }
    }
}

/// Sampled fights of a choice that a seat has a policy make or propose, and how long it may take: others wait for it.
const MOST_SAMPLED: u32 = 2_000;
const LONGEST_THOUGHT: Duration = Duration::from_secs(2);

/// Why a seat may not ask for a choice of that policy; none where it may, or where there is no such policy.
pub(crate) fn thinks_too_long(policy: &str) -> Option<String> {
    let named: PolicyName = policy.parse().ok()?;
    let is_too_long = match named {
        PolicyName::Rollout(effort) | PolicyName::Mcts(effort) => match effort {
            Effort::Count(count) => count > MOST_SAMPLED,
            Effort::Time(time) => time > LONGEST_THOUGHT,
        },
        _ => false,
    };
    is_too_long.then(|| {
        let longest = LONGEST_THOUGHT.as_secs();
        format!(
            "`{named}` would keep the table waiting: a choice that a seat asks for has {MOST_SAMPLED} sampled fights or {longest} s \
             at most"
        )
    })
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
