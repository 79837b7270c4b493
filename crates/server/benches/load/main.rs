//! How long an answer takes until every seat has it, and what thousands of tables cost: clients on real sockets against a
//! server in a process of its own, and the same load against boardgame.io. Nothing is asserted about time.
//!
//! `cargo bench -p skirmish-server --bench load --profile release` measures the program as it is installed, in some four
//! minutes. boardgame.io is installed by npm into the target folder; without npm its rows are left out. Words behind `--` choose
//! what is measured: `small`, `late`, `fight`, `durable`, `crowd`, `page`, `peer`.

#[path = "../../tests/common/mod.rs"]
mod common;
mod figures;
mod ours;
mod page;
mod peer;

use std::path::{Path, PathBuf};

use common::Server;
use figures::{Goal, Report, Times, memory_of, print};
use ours::Table;

/// So many tables are answered in turn, so that no seat speaks faster than it may.
const TABLES: usize = 8;

/// So many tables are open at once, where it is counted what they cost.
const CROWD: usize = 2_000;

fn main() {
    // The other process.
    common::serve_if_asked();
    let size = Size::asked();
    let mut report = Report::default();
    let memory = Path::new("/dev/shm").is_dir().then(|| PathBuf::from("/dev/shm"));
    let memory = memory.unwrap_or_else(std::env::temp_dir).join(format!("skirmish-load-{}", std::process::id()));
    std::fs::create_dir_all(&memory).expect("a folder can be made");
    if wanted("small") || wanted("late") || wanted("fight") {
        let quick = latency(&memory.join("quick.db"), &size);
        report.add("answer to all seats, without waiting for the disk", &quick.early, Goal::Quick);
        report.add("the same, late in a battle", &quick.late, Goal::Quick);
        report.add("the same, choices of a fight", &quick.fight, Goal::Quick);
    }
    if wanted("durable") {
        let durable = latency(&common::folder("load").join("durable.db"), &Size { entries: 0, ..size });
        report.add("answer to all seats, durable", &durable.early, Goal::Durable);
        report.add("the same, choices of a fight", &durable.fight, Goal::Durable);
    }
    if wanted("crowd") {
        report.crowd(&crowd(&memory.join("crowd.db"), &size));
    }
    if wanted("page") {
        match page::measure(&memory.join("page")) {
            Ok(page) => report.page = Some(page),
            Err(why) => eprintln!("the page is left out: {why}"),
        }
    }
    let _ = std::fs::remove_dir_all(&memory);
    if wanted("peer") {
        match peer::Peer::install() {
            Ok(folder) => {
                let (early, late) = peer::latency(&folder, TABLES, &size);
                report.beside("answer to all seats, without waiting for the disk", &early);
                report.beside("the same, late in a battle", &late);
                report.beside_crowd(&peer::crowd(&folder, &size));
            }
            Err(why) => eprintln!("boardgame.io is left out: {why}"),
        }
    }
    print(&report, &size);
}

/// Is this to be measured? Everything is, unless words behind `--` name some.
fn wanted(what: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    words.peek().is_none() || words.any(|word| word == what)
}

/// How much is measured.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Answers behind each figure.
    answers: usize,
    /// How late "late" is.
    entries: usize,
    /// Tables that are open at once.
    crowd: usize,
}

impl Size {
    /// All of it for a bench; a little where it is only to be seen that it runs.
    fn asked() -> Self {
        match std::env::args().any(|arg| arg == "--bench") {
            true => Self { answers: 1_600, entries: 10_000, crowd: CROWD },
            false => Self { answers: 80, entries: 100, crowd: 10 },
        }
    }
}

struct Latency {
    early: Times,
    late: Times,
    fight: Times,
}

fn latency(store: &Path, size: &Size) -> Latency {
    let server = Server::start(store);
    let (mut early, mut late, mut fight) = <(Times, Times, Times)>::default();
    let is_durable = size.entries == 0;
    if is_durable || wanted("small") {
        let mut tables: Vec<Table> = (0..TABLES).map(|_| Table::lay(&server, &ours::endless())).collect();
        // From entry 10 on.
        tables.iter_mut().for_each(|table| table.pass(10));
        early = measured(&mut tables, size.answers, Table::pass_once);
    }
    if !is_durable && wanted("late") {
        let saved = ours::played_to(&server, size.entries);
        let mut tables: Vec<Table> = (0..TABLES).map(|_| Table::lay(&server, &saved)).collect();
        late = measured(&mut tables, size.answers, Table::pass_once);
    }
    if is_durable || wanted("fight") {
        fight = fights(&server, size.answers / 4);
    }
    Latency { early, late, fight }
}

/// Choices that are listed, one after another, until enough of them were made.
fn fights(server: &Server, answers: usize) -> Times {
    let (mut times, mut made) = (Times::default(), 0);
    while made < answers {
        let mut tables: Vec<Table> = (0..TABLES).map(|_| Table::lay(server, &ours::fight())).collect();
        let mut goes_on = true;
        while goes_on && made < answers {
            goes_on = tables.iter_mut().all(|table| table.choose_once(&mut times));
            made += TABLES;
            ours::wait_for_the_rate(TABLES);
        }
    }
    times
}

fn measured(tables: &mut [Table], answers: usize, mut once: impl FnMut(&mut Table) -> std::time::Duration) -> Times {
    let mut times = Times::default();
    for _ in 0..answers.div_ceil(tables.len()) {
        for table in tables.iter_mut() {
            times.add(once(table));
        }
        ours::wait_for_the_rate(tables.len());
    }
    times
}

/// What many open tables cost.
#[derive(Clone)]
struct Crowd {
    tables: usize,
    /// Bytes of memory before anybody came, and with all of them.
    before: u64,
    after: u64,
    times: Times,
}

fn crowd(store: &Path, size: &Size) -> Crowd {
    let server = Server::start(store);
    let before = memory_of(server.process());
    let what = ours::fight();
    let mut tables: Vec<Table> = (0..size.crowd).map(|_| Table::lay(&server, &what)).collect();
    // Every one of them is played at.
    let mut times = Times::default();
    tables.iter_mut().for_each(|table| times.add(table.pass_once()));
    let after = memory_of(server.process());
    Crowd { tables: size.crowd, before, after, times }
}
