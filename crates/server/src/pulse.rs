//! What a running server has done so far: counted for `/metrics`, and told line by line to whoever asks for a trace.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::table::now;

/// Upper ends of what is counted together, in microseconds.
const STEPS: [u64; 10] = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000];

/// How long something took, so many times each.
#[derive(Debug, Default)]
struct Histogram {
    counts: [AtomicU64; STEPS.len() + 1],
    micros: AtomicU64,
}

impl Histogram {
    fn add(&self, took: Duration) {
        let micros = micros(took);
        let step = STEPS.iter().position(|end| micros <= *end).unwrap_or(STEPS.len());
        self.counts[step].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, name: &str, about: &str, to: &mut String) {
        let _ = writeln!(to, "# HELP {name} {about}\n# TYPE {name} histogram");
        let mut so_far = 0;
        for (nth, count) in self.counts.iter().enumerate() {
            so_far += count.load(Ordering::Relaxed);
            let end = STEPS.get(nth).map_or("+Inf".to_owned(), |end| (*end as f64 / 1e6).to_string());
            let _ = writeln!(to, "{name}_bucket{{le=\"{end}\"}} {so_far}");
        }
        let sum = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(to, "{name}_sum {sum}\n{name}_count {so_far}");
    }
}

fn micros(took: Duration) -> u64 {
    u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It is durable.
    Done,
    /// The rules or the table did not take it.
    Refused,
    /// The store did not keep it.
    NotKept,
}

/// An answer of a seat, and how long it took.
pub(crate) struct Answer<'a> {
    pub(crate) table: &'a str,
    pub(crate) seat: &'a str,
    /// What kind of answer: what it says is the table's business.
    pub(crate) what: &'static str,
    pub(crate) end: End,
    /// Lines that were written.
    pub(crate) lines: usize,
    /// From when it was taken up until the rules had judged it, and from then until it was durable.
    pub(crate) judged: Duration,
    pub(crate) kept: Duration,
}

/// Counts and, where that is asked for, tells.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    /// One line of JSON for each event, on standard error.
    traces: bool,
    done: AtomicU64,
    refused: AtomicU64,
    not_kept: AtomicU64,
    held_up: AtomicU64,
    came: AtomicU64,
    judged: Histogram,
    kept: Histogram,
}

impl Pulse {
    pub(crate) fn new(traces: bool) -> Self {
        Self { traces, ..Self::default() }
    }

    /// An answer was done, refused or not kept.
    pub(crate) fn answered(&self, answer: &Answer<'_>) {
        let Answer { table, seat, what, end, lines, judged, kept } = answer;
        let count = match end {
            End::Done => &self.done,
            End::Refused => &self.refused,
            End::NotKept => &self.not_kept,
        };
        count.fetch_add(1, Ordering::Relaxed);
        self.judged.add(*judged);
        if *end != End::Refused {
            self.kept.add(*kept);
        }
        self.trace(|| {
            let end = match end {
                End::Done => "done",
                End::Refused => "refused",
                End::NotKept => "not kept",
            };
            json!({
                "what": what, "table": table, "seat": seat, "end": end, "lines": lines, "judged_us": micros(*judged),
                "kept_us": micros(*kept),
            })
        });
    }

    /// Somebody has come to a table.
    pub(crate) fn came(&self, table: &str, seat: &str) {
        self.came.fetch_add(1, Ordering::Relaxed);
        self.trace(|| json!({ "what": "came", "table": table, "seat": seat }));
    }

    /// Somebody has gone.
    pub(crate) fn went(&self, table: &str, seat: &str) {
        self.trace(|| json!({ "what": "went", "table": table, "seat": seat }));
    }

    /// Somebody spoke faster than a seat may.
    pub(crate) fn held_up(&self) {
        self.held_up.fetch_add(1, Ordering::Relaxed);
    }

    fn trace(&self, event: impl FnOnce() -> Value) {
        if self.traces {
            let mut event = event();
            event["at"] = now().into();
            eprintln!("{event}");
        }
    }

    /// As Prometheus reads it; `tables` and `people` are those of this moment.
    pub(crate) fn metrics(&self, tables: usize, people: usize) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, about: &str, value: u64| {
            let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value}");
        };
        one("skirmish_open_tables", "gauge", "Tables that are open here.", tables as u64);
        one("skirmish_people", "gauge", "Browsers and programs that look at a table.", people as u64);
        for (name, about, count) in [
            ("skirmish_answers_total", "Answers that were done.", &self.done),
            ("skirmish_refused_total", "Answers that the rules or the table refused.", &self.refused),
            ("skirmish_not_kept_total", "Answers that the store did not keep: nothing was done.", &self.not_kept),
            ("skirmish_held_up_total", "Messages above the rate of a seat.", &self.held_up),
            ("skirmish_came_total", "Sockets that were opened.", &self.came),
        ] {
            one(name, "counter", about, count.load(Ordering::Relaxed));
        }
        self.judged.write("skirmish_judged_seconds", "From taking an answer up until it is judged.", &mut text);
        self.kept.write("skirmish_kept_seconds", "From there until it is durable.", &mut text);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_counted() {
        let pulse = Pulse::new(false);
        let answer = |end, micros| Answer {
            table: "t",
            seat: "s",
            what: "answer",
            end,
            lines: 1,
            judged: Duration::from_micros(micros),
            kept: Duration::from_millis(7),
        };
        pulse.answered(&answer(End::Done, 400));
        pulse.answered(&answer(End::Done, 4_000));
        pulse.answered(&answer(End::Refused, 90));
        pulse.answered(&answer(End::NotKept, 3_000_000));
        let text = pulse.metrics(2, 5);
        for line in [
            "skirmish_open_tables 2",
            "skirmish_answers_total 2",
            "skirmish_refused_total 1",
            "skirmish_not_kept_total 1",
            "skirmish_judged_seconds_bucket{le=\"0.0005\"} 2",
            "skirmish_judged_seconds_bucket{le=\"0.005\"} 3",
            "skirmish_judged_seconds_bucket{le=\"+Inf\"} 4",
            "skirmish_kept_seconds_bucket{le=\"0.005\"} 0",
            "skirmish_kept_seconds_count 3",
        ] {
            assert!(text.lines().any(|told| told == line), "{line}:\n{text}");
        }
    }
}
