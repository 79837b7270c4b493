//! How long a policy may think about one choice. This is the only place that reads a clock: who counts thinks where there is none,
//! such as in WebAssembly.

use std::time::{Duration, Instant};

use skirmish_kernel::Effort;

/// What is left of an effort, from the moment at which thinking began.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    /// So many tries.
    Count(u64),
    /// So long.
    Time(Instant, Duration),
}

impl Budget {
    /// Thinking begins.
    pub(crate) fn begin(effort: Effort) -> Self {
        match effort {
            Effort::Count(count) => Self::Count(u64::from(count)),
            Effort::Time(time) => Self::Time(Instant::now(), time),
        }
    }
}
