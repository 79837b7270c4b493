//! What was measured, and a table of it.

use std::time::Duration;

use crate::page::Page;
use crate::{Crowd, Size};

/// How long answers took.
#[derive(Clone, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// So many of a hundred took no longer.
    pub fn percentile(&self, of: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        sorted.get(sorted.len().saturating_sub(1) * of / 100).copied().unwrap_or_default()
    }
}

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Half of them within 1 ms, 99 of a hundred within 5 ms.
    Quick,
    /// 99 of a hundred within 10 ms.
    Durable,
}

impl Goal {
    fn words(self) -> &'static str {
        match self {
            Self::Quick => "p50 < 1, p99 < 5",
            Self::Durable => "p99 < 10",
        }
    }

    fn is_met(self, times: &Times) -> bool {
        let ms = Duration::from_millis;
        match self {
            Self::Quick => times.percentile(50) < ms(1) && times.percentile(99) < ms(5),
            Self::Durable => times.percentile(99) < ms(10),
        }
    }
}

struct Row {
    what: &'static str,
    times: Times,
    goal: Goal,
    beside: Option<Times>,
}

#[derive(Default)]
pub struct Report {
    rows: Vec<Row>,
    crowd: Option<Crowd>,
    beside_crowd: Option<Crowd>,
    pub page: Option<Page>,
}

impl Report {
    /// A row of times; none where nothing was measured.
    pub fn add(&mut self, what: &'static str, times: &Times, goal: Goal) {
        if times.len() == 0 {
            return;
        }
        self.rows.push(Row { what, times: times.clone(), goal, beside: None });
    }

    /// What boardgame.io takes for the first row of that name.
    pub fn beside(&mut self, what: &str, times: &Times) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.what == what) {
            row.beside = Some(times.clone());
        }
    }

    pub fn crowd(&mut self, crowd: &Crowd) {
        self.crowd = Some(crowd.clone());
    }

    pub fn beside_crowd(&mut self, crowd: &Crowd) {
        self.beside_crowd = Some(crowd.clone());
    }
}

/// One table for people and for the page of figures.
pub fn print(report: &Report, size: &Size) {
    println!("\nTimes in ms, {} answers each; late is after {} entries.\n", size.answers, size.entries);
    println!("| what | p50 | p99 | goal | met | boardgame.io p50 | p99 | ratio of p50 | of p99 |");
    println!("| --- | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: |");
    for Row { what, times, goal, beside } in &report.rows {
        let of = |times: &Times, percent| times.percentile(percent).as_secs_f64() * 1e3;
        let (p50, p99) = (of(times, 50), of(times, 99));
        let met = if goal.is_met(times) { "yes" } else { "no" };
        let beside = beside.as_ref().map_or("| | | |".to_owned(), |beside| {
            let (other, others) = (of(beside, 50), of(beside, 99));
            format!("| {other:.2} | {others:.2} | {:.2} | {:.2}", p50 / other, p99 / others)
        });
        println!("| {what} | {p50:.2} | {p99:.2} | {} | {met} {beside} |", goal.words());
    }
    for (who, crowd) in [("skirmish", &report.crowd), ("boardgame.io", &report.beside_crowd)] {
        let Some(Crowd { tables, before, after, times }) = crowd else { continue };
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        println!(
            "\n{who}: {tables} tables with four seats each: {:.0} MiB ({:.0} before anybody came), {:.0} KiB a table; an answer to all \
             seats p50 {:.2} ms, p99 {:.2} ms.",
            mib(*after),
            mib(*before),
            after.saturating_sub(*before) as f64 / 1024.0 / *tables as f64,
            times.percentile(50).as_secs_f64() * 1e3,
            times.percentile(99).as_secs_f64() * 1e3,
        );
    }
    if let Some(page) = &report.page {
        print_page(page);
    }
}

fn print_page(page: &Page) {
    println!("\nFirst paint {:.0} ms after a cold start of the program (goal: 1000).", page.paint);
    for ((median, p95), what) in page.frames.iter().zip(["cells that are read", "the whole board"]) {
        println!(
            "A frame while 100 x 100 cells are moved, {what}: median {median:.1} ms, p95 {p95:.1} ms (goal: 16.7)."
        );
    }
}

/// Memory that a process has in use, in bytes; 0 where the system does not tell.
pub fn memory_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}
