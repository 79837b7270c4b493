//! kill -9 under load: nothing that was acknowledged is lost, and nothing is done twice.

#[path = "common/mod.rs"]
mod common;
#[path = "common/postgres.rs"]
mod postgres;

use std::path::Path;

use std::process::Command;
use std::time::Duration;

use common::{Seat, Server, folder};
use serde_json::json;

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// So often the server is killed; more where somebody asks for more.
fn kills() -> u32 {
    std::env::var("SKIRMISH_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(15)
}

#[test]
fn what_was_acknowledged_outlives_the_server() {
    outlives(&folder("crash").join("tables.db"));
}

#[test]
fn in_a_database_as_well() {
    let Some(database) = postgres::Postgres::start("crash") else { return };
    outlives(&database.database("tables"));
}

fn outlives(store: &Path) {
    let server = Server::start(store);
    let laid = server.lay(&json!({ "encounter": "elemental-d6/crossfire" }));
    let (link, table) = (laid.link("gm"), laid.0["table"].as_str().unwrap().to_owned());
    drop(server);
    let mut acknowledged: Vec<String> = Vec::new();
    let mut sent: Vec<String> = Vec::new();
    for nth in 0..kills() {
        let server = Server::start(store);
        let text = server.host("GET", &format!("/api/v1/tables/{table}/transcript"), None);
        assert_kept(text.as_str().expect("a transcript"), &acknowledged, &sent);
        let mut seat = Seat::sit(&server, &link);
        let process = server.process();
        // It falls some time after so many answers: from the first one on there is a load, however slow the machine is.
        let (after, wait) = (nth % 5, Duration::from_micros(u64::from(nth * 7919 % 9_000)));
        let (under_load, is_under_load) = std::sync::mpsc::channel::<()>();
        let killer = std::thread::spawn(move || {
            is_under_load.recv().expect("so many answers are given");
            std::thread::sleep(wait);
            let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
            assert!(killed.expect("kill runs").success());
        });
        let mut given = 0;
        for at in 0.. {
            if given == after {
                let _ = under_load.send(());
            }
            let note = format!("note {nth}-{at}-");
            sent.push(note.clone());
            let asked = [
                json!({ "do": "answer", "line": format!("gm: {note}"), "id": note }),
                json!({ "do": "decide", "id": "d" }),
            ];
            if seat.try_say(&asked[0]).is_none() {
                break;
            }
            match seat.until_answered(&note) {
                // Faster than a seat may speak: nothing was done, and nothing is acknowledged.
                Some(told) if told["why"].as_str().is_some_and(|why| why.starts_with("too many messages")) => {
                    std::thread::sleep(Duration::from_millis(25));
                    continue;
                }
                Some(told) => {
                    assert_eq!(told["kind"], "done", "{told}");
                    acknowledged.push(note);
                    given += 1;
                }
                None => break,
            }
            // Between the notes the battle goes on; when it is over, that is refused.
            if seat.try_say(&asked[1]).is_none() || seat.until_answered("d").is_none() {
                break;
            }
        }
        drop(under_load);
        killer.join().expect("it was killed");
    }
    let server = Server::start(store);
    let text = server.host("GET", &format!("/api/v1/tables/{table}/transcript"), None);
    assert_kept(text.as_str().expect("a transcript"), &acknowledged, &sent);
    eprintln!("killed {} times; {} of {} answers had been acknowledged", kills(), acknowledged.len(), sent.len());
    assert!(acknowledged.len() > kills() as usize / 4, "the load was no load");
}

/// Every acknowledged note stands in the log once, in order; of the others none stands twice.
fn assert_kept(text: &str, acknowledged: &[String], sent: &[String]) {
    let mut from = 0;
    for note in acknowledged {
        let found = text[from..].find(note.as_str());
        from += found.unwrap_or_else(|| panic!("`{note}` was acknowledged and is lost, or stands elsewhere:\n{text}"));
    }
    for note in sent {
        assert!(text.matches(note.as_str()).count() <= 1, "`{note}` was done twice");
    }
}
