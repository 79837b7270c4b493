//! What one call costs: for benches, and for nothing else.
//!
//! A call is repeated until it fills a sample of some milliseconds; the median of many samples is printed, with the
//! quickest and the slowest quarter. `cargo bench -- WORDS` takes those whose name has the words; without `--bench`
//! (`cargo test --benches`) everything is called once, to see that it works.
//!
//! ```
//! let mut watch = skirmish_stopwatch::Stopwatch::new(false, None);
//! watch.time("a sum", || (0..1000u64).sum::<u64>());
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many samples are taken of each call.
const SAMPLES: usize = 40;

/// How long one sample takes, if the call is not longer than that.
const SAMPLE: Duration = Duration::from_millis(25);

/// Takes the time of calls, one after the other.
#[derive(Debug)]
pub struct Stopwatch {
    times: bool,
    wanted: Option<String>,
}

impl Stopwatch {
    /// One that takes times, or calls everything once; of the names with these words, or of all.
    #[must_use]
    pub fn new(times: bool, wanted: Option<String>) -> Self {
        Self { times, wanted }
    }

    /// As the program was called.
    #[must_use]
    pub fn from_args() -> Self {
        let args: Vec<String> = std::env::args().skip(1).collect();
        let wanted = args.iter().find(|arg| !arg.starts_with('-')).cloned();
        Self::new(args.iter().any(|arg| arg == "--bench"), wanted)
    }

    /// Is it asked for what has this name?
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| name.contains(wanted))
    }

    /// Does it take times, and not call everything once?
    #[must_use]
    pub fn times(&self) -> bool {
        self.times
    }

    /// Prints what one call costs.
    pub fn time<T>(&mut self, name: &str, mut call: impl FnMut() -> T) {
        if !self.wants(name) {
            return;
        }
        if !self.times {
            black_box(call());
            println!("{name}: works");
            return;
        }
        let often = calls_of_a_sample(&mut call);
        let mut samples: Vec<f64> = (0..SAMPLES).map(|_| sample(&mut call, often) / f64::from(often)).collect();
        samples.sort_by(f64::total_cmp);
        let [quick, middle, slow] = [SAMPLES / 4, SAMPLES / 2, SAMPLES * 3 / 4].map(|at| in_words(samples[at]));
        println!("{name:<56} {middle:>10}   ({quick} to {slow})");
    }
}

/// How many calls fill a sample; warms up on the way.
fn calls_of_a_sample<T>(call: &mut impl FnMut() -> T) -> u32 {
    let mut often = 1;
    loop {
        let took = sample(call, often);
        if took >= SAMPLE.as_secs_f64() || often >= 1 << 30 {
            return often;
        }
        let grown = f64::from(often) * SAMPLE.as_secs_f64() * 1.2 / took.max(1e-9);
        often = (grown as u32).clamp(often + 1, often.saturating_mul(10));
    }
}

/// The seconds that so many calls take.
fn sample<T>(call: &mut impl FnMut() -> T, often: u32) -> f64 {
    let begun = Instant::now();
    (0..often).for_each(|_| {
        black_box(call());
    });
    begun.elapsed().as_secs_f64()
}

/// What a call gives, and how many seconds it is on the processor, or where no system says so, how long it takes. The call starts no threads.
pub fn on_processor<T>(call: impl FnOnce() -> T) -> (T, f64) {
    let on = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(text.split_whitespace().next()?.parse::<u64>().ok()? as f64 / 1e9)
    };
    let (began, before) = (Instant::now(), on());
    let given = call();
    let took = on().zip(before).map_or(began.elapsed().as_secs_f64(), |(end, begin)| end - begin);
    (given, took)
}

/// Seconds with a unit that suits them.
fn in_words(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_wanted_is_not_called_and_the_rest_once() {
        let mut called = Vec::new();
        let mut watch = Stopwatch::new(false, Some("wo".into()));
        watch.time("one", || called.push(1));
        watch.time("two", || called.push(2));
        assert_eq!(called, [2]);
    }

    #[test]
    fn a_sample_is_filled() {
        let mut calls = 0u64;
        let often = calls_of_a_sample(&mut || {
            calls += 1;
            std::thread::sleep(Duration::from_millis(2));
        });
        assert!((2..=15).contains(&often) && calls >= u64::from(often), "{often} of {calls}");
    }

    #[test]
    fn times_have_units() {
        assert_eq!([3.21e-8, 4e-5, 0.0125, 2.0].map(in_words), ["32.1 ns", "40.00 µs", "12.50 ms", "2.00 s"]);
    }
}
