//! The power goes. What a run of the server writes to its store is recorded, call by call, and for any moment of it the disk is
//! made as a power cut could leave it: what was never waited for is there, or not, or in part, in any order. Then the store opens,
//! is whole, and has everything that somebody had been told by then.
//!
//! Without strace, or where it may not trace, the test says that it was skipped; with `SKIRMISH_POWER_REQUIRED=1` it fails then.
#![cfg(target_os = "linux")]

#[path = "common/mod.rs"]
mod common;
#[path = "power/disk.rs"]
mod disk;
#[path = "power/trace.rs"]
mod trace;

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use common::{Seat, Server, folder};
use disk::Disk;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::json;
use trace::Event;

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// Answers that are recorded: enough for what is in the log of the database to go over into the file, twice.
const ANSWERS: usize = 600;

/// So many moments are tried; more where somebody asks for more.
fn cuts() -> u64 {
    std::env::var("SKIRMISH_CUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(150)
}

/// May one program trace another here?
fn can_trace() -> bool {
    let traced = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(std::process::Stdio::null()).status();
    let can = traced.is_ok_and(|status| status.success());
    let is_required =
        std::env::var_os("SKIRMISH_POWER_REQUIRED").is_some_and(|value| !value.is_empty() && value != "0");
    assert!(can || !is_required, "SKIRMISH_POWER_REQUIRED is set, and strace is not there or may not trace");
    if !can {
        eprintln!("skipped: strace is not there, or may not trace");
    }
    can
}

#[test]
fn what_was_acknowledged_outlives_the_power() {
    if !can_trace() {
        return;
    }
    let folder = folder("power");
    let (store, record) = (folder.join("tables.db"), folder.join("record"));
    let link = play(&store, &record);
    let events = trace::read(&record, &folder);
    let told = events.iter().filter(|event| matches!(event, Event::Told(_))).count();
    let syncs = events.iter().filter(|event| matches!(event, Event::Synced(name) if name == "tables.db")).count();
    assert!(told > ANSWERS / 2, "only {told} answers of {} events were heard of", events.len());
    assert!(syncs >= 2, "what is written ahead never went over into the file: {syncs}");
    // Not in the folder that is on the disk: nobody waits for it here.
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory } else { &folder }.join(format!("skirmish-power-{}", std::process::id()));
    for (at, disk, mut random) in moments(&events, cuts()) {
        let sits = at % 97 == 0;
        cut(&events[..=at], disk, &mut random, &place, sits, &link)
            .unwrap_or_else(|why| panic!("after event {at} of {} ({}): {why}", events.len(), events[at].words()));
    }
    // If nothing had been waited for, this would have found it out.
    let careless: Vec<Event> = events.into_iter().filter(|event| !matches!(event, Event::Synced(_))).collect();
    let found = moments(&careless, 12)
        .filter(|(at, ..)| *at > careless.len() / 10)
        .any(|(at, disk, mut random)| cut(&careless[..=at], disk, &mut random, &place, false, &link).is_err());
    assert!(found, "a server that waits for no disk passes as well");
    let _ = std::fs::remove_dir_all(&place);
    let _ = std::fs::remove_file(&record);
}

/// So many moments of a run, in their order, with the disk as it is then; the same ones each time.
fn moments(events: &[Event], count: u64) -> impl Iterator<Item = (usize, Disk, ChaCha20Rng)> {
    let mut all: Vec<(usize, ChaCha20Rng)> = (0..count)
        .map(|seed| {
            let mut random = ChaCha20Rng::seed_from_u64(seed);
            (random.next_u64() as usize % events.len(), random)
        })
        .collect();
    all.sort_by_key(|(at, _)| *at);
    let (mut disk, mut done) = (Disk::default(), 0);
    all.into_iter().map(move |(at, random)| {
        while done <= at {
            disk.does(&events[done]);
            done += 1;
        }
        (at, disk.clone(), random)
    })
}

/// Plays at a server that is recorded, and gives the game master's link.
fn play(store: &Path, record: &Path) -> (String, String) {
    let record = record.to_str().expect("a name in UTF-8");
    let calls = "trace=openat,pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,unlink,rename,fallocate";
    let strace = ["strace", "-f", "-y", "-xx", "-s", "16777216", "-o", record, "-e", calls];
    let server = Server::start_under(&strace, store);
    let laid = server.lay(&json!({ "encounter": "hayfork/gate" }));
    let link = laid.link("gm");
    // One seat may not say so much in so short a time; many devices do.
    let mut devices: Vec<Seat> = (0..8).map(|_| Seat::sit(&server, &link)).collect();
    for nth in 0..ANSWERS {
        let device = &mut devices[nth % 8];
        let note = format!("note {nth}-");
        let told = device
            .ask_as(&note, json!({ "do": "answer", "line": format!("gm: {note} {}", "so it goes ".repeat(nth % 40)) }));
        if told["kind"] != "done" {
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
    }
    server.kill();
    link
}

/// The power goes behind these events.
fn cut(
    events: &[Event],
    disk: Disk,
    random: &mut ChaCha20Rng,
    place: &Path,
    sits: bool,
    link: &(String, String),
) -> Result<(), String> {
    let _ = std::fs::remove_dir_all(place);
    std::fs::create_dir_all(place).map_err(|error| error.to_string())?;
    disk.loses_power(random).into_iter().for_each(|(name, bytes)| {
        std::fs::write(place.join(name), bytes).expect("it can be written");
    });
    let told = |begin: &str| -> Vec<&str> {
        let all =
            events.iter().filter_map(|event| if let Event::Told(what) = event { Some(what.as_str()) } else { None });
        all.filter(|what| what.starts_with(begin)).collect()
    };
    let (path, notes) = (place.join("tables.db"), told("note "));
    let lines = lines(&path, !told("laid").is_empty())?;
    let mut kept: HashMap<&str, usize> = HashMap::new();
    for line in &lines {
        let note = line.strip_prefix("gm: ").and_then(|note| note.split_inclusive('-').next());
        *kept.entry(note.unwrap_or_default()).or_default() += 1;
    }
    for note in &notes {
        let times = kept.get(note).copied().unwrap_or(0);
        if times != 1 {
            return Err(format!("`{note}` was acknowledged and is there {times} times, of {} lines", lines.len()));
        }
    }
    is_whole(&path)?;
    if sits && !told("laid").is_empty() {
        let server = Server::start(&path);
        let mut seat = Seat::sit(&server, link);
        seat.done(json!({ "do": "answer", "line": "gm: note the light is back" }));
        let heard = seat.log.iter().map(ToString::to_string).collect::<String>();
        if let Some(lost) = notes.iter().find(|note| !heard.contains(**note)) {
            return Err(format!("`{lost}` is in the store and not at the table"));
        }
    }
    Ok(())
}

/// The lines of the one table, as the program reads them.
fn lines(path: &Path, is_laid: bool) -> Result<Vec<String>, String> {
    let store = skirmish_server::store::open(path).map_err(|fault| fault.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let tables = store.tables().await.map_err(|fault| fault.to_string())?;
        let Some(table) = tables.first() else {
            return if is_laid { Err("the table is gone".to_owned()) } else { Ok(Vec::new()) };
        };
        let seats = store.seats(table.id.clone()).await.map_err(|fault| fault.to_string())?;
        let lines = store.lines(table.id.clone(), 1).await.map_err(|fault| fault.to_string())?;
        if seats.len() != 4 || lines.iter().zip(1..).any(|(line, nth)| line.seq != nth) {
            return Err(format!("half of a table: {} seats, lines {:?}", seats.len(), lines.last()));
        }
        Ok(lines.into_iter().map(|line| line.line).collect())
    })
}

/// Does the database itself find nothing wrong?
fn is_whole(path: &Path) -> Result<(), String> {
    let told = |error: rusqlite::Error| error.to_string();
    let database = rusqlite::Connection::open(path).map_err(told)?;
    // The store is given back on its own thread.
    database.busy_timeout(std::time::Duration::from_secs(10)).map_err(told)?;
    let found: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(told)?;
    let strays: i64 =
        database.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).map_err(told)?;
    if found == "ok" && strays == 0 { Ok(()) } else { Err(format!("{found}; {strays} rows without a table")) }
}
