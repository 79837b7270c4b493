//! Stores of every version that there has been are brought up to this program: all of it is there, a copy is kept as it was,
//! and what a newer program has written is left alone.
//!
//! A version's fixture is what the last program of that version wrote. Whoever adds a step to a store adds the fixture before.

#[path = "common/mod.rs"]
mod common;
#[path = "common/postgres.rs"]
mod postgres;

use std::path::Path;

use common::{Seat, Server, folder};
use serde_json::json;
use skirmish_server::store::{Key, open};

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// The game master's seat in the fixtures, and what opens it.
const MASTER: (&str, &str) = ("V5YvGz8eK_em", "yf6Q21fkSkrONfn_JI_jQJDEt-INM31jLb_W8Clnuic");

/// A player's, who came in as Ann.
const PLAYER: (&str, &str) = ("uVbeNB7dJ-Ct", "IJtQx8MXGaCcSYfwSdh_I0FhKQEkYKbjqMtgXKeGz-4");

/// Versions of each store that have a fixture: all before the one of this program.
fn versions(store: &str) -> Vec<u32> {
    let files = std::fs::read_dir("tests/fixtures").expect("the fixtures are there").flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let number = |name: String| name.strip_prefix(store)?.strip_prefix('-')?.strip_suffix(".sql")?.parse().ok();
    let mut versions: Vec<u32> = names.filter_map(number).collect();
    versions.sort_unstable();
    assert!(versions.iter().copied().eq(1..=versions.len() as u32), "{store}: a version has no fixture: {versions:?}");
    versions
}

/// Makes a file of a fixture.
fn made(store: &Path, version: u32) {
    let sql = std::fs::read_to_string(format!("tests/fixtures/sqlite-{version}.sql")).expect("it is text");
    let file = rusqlite::Connection::open(store).expect("it can be made");
    file.execute_batch(&sql).expect("the fixture is SQL");
}

fn version_of(store: &Path) -> u32 {
    let file = rusqlite::Connection::open(store).expect("it is there");
    file.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("it has a version")
}

/// Everything that the fixture has is there, and the table is played on.
fn plays_on(place: &Path) {
    let server = Server::start(place);
    let link = |(seat, token): (&str, &str)| (seat.to_owned(), token.to_owned());
    let mut master = Seat::sit(&server, &link(MASTER));
    assert!(master.heard[0].contains(r#""draft":"half a plan""#), "{}", master.heard[0]);
    let log: String = master.log.iter().map(ToString::to_string).collect();
    assert!(log.contains("note the first night") && log.contains("<b>it's late</b>"), "{log}");
    assert_eq!(master.state["entries"].as_u64(), Some(8), "{}", master.state["entries"]);
    let player = Seat::sit(&server, &link(PLAYER));
    assert!(player.heard[0].contains(r#""name":"Ann""#), "{}", player.heard[0]);
    // A command of that time is done once still; a new one is written behind it.
    assert_eq!(master.ask_as("a1", json!({ "do": "answer", "line": "gm: note the first night" }))["kind"], "done");
    master.done(json!({ "do": "answer", "line": "gm: note a new morning" }));
    let lines = server.host("GET", "/api/v1/tables", None)[0]["lines"].clone();
    assert_eq!(lines, 9, "eight of that time, and one");
}

#[test]
fn files_of_every_version_are_opened() {
    for version in versions("sqlite") {
        let folder = folder(&format!("upgrade-{version}"));
        let store = folder.join("tables.db");
        made(&store, version);
        plays_on(&store);
        assert_eq!(
            version_of(&store),
            versions("sqlite").len() as u32 + 1,
            "a fixture is missing for the version before"
        );
        // A program of that version opens the copy, which is as it was.
        let copy = folder.join(format!("tables.db.version-{version}"));
        assert_eq!(version_of(&copy), version);
        let count = |table: &str| {
            let file = rusqlite::Connection::open(&copy).expect("it is there");
            file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, u32>(0))
                .expect("it has rows")
        };
        assert_eq!([count("tables"), count("lines"), count("seats"), count("keys")], [1, 8, 4, 6]);
        // Opened again, nothing is done again.
        plays_on_again(&store);
    }
}

fn plays_on_again(store: &Path) {
    let store = open(store).expect("it opens");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    runtime.block_on(async {
        assert_eq!(store.count().await, Ok(1));
        let (seat, key) = store.opened_by(sha(PLAYER.1)).await.expect("it answers").expect("the link opens");
        assert_eq!((&*seat.name, key), ("Ann", Key::Link));
    });
}

fn sha(token: &str) -> [u8; 32] {
    use sha2::Digest;
    sha2::Sha256::digest(token.as_bytes()).into()
}

#[test]
fn databases_of_every_version_are_opened() {
    let Some(server) = postgres::Postgres::start("upgrade") else { return };
    for version in versions("postgres") {
        let database = server.database(&format!("version{version}"));
        server.load(&database, Path::new(&format!("tests/fixtures/postgres-{version}.sql")));
        plays_on(&database);
        let ask = |question: &str| server.ask(&database, question);
        assert_eq!(ask("SELECT version FROM skirmish_version"), (versions("postgres").len() + 1).to_string());
        // What was there before is kept beside, and not what came after it.
        let count = |table: &str| ask(&format!("SELECT count(*) FROM {table}_version_{version}"));
        assert_eq!(["tables", "lines", "seats", "keys"].map(count), ["1", "8", "4", "6"]);
        plays_on_again(&database);
    }
}

#[test]
fn what_a_newer_program_has_written_is_left_alone() {
    let folder = folder("newer");
    let store = folder.join("tables.db");
    drop(open(&store).expect("it can be made"));
    let file = rusqlite::Connection::open(&store).expect("it is there");
    // The store is given back on its own thread.
    file.busy_timeout(std::time::Duration::from_secs(10)).expect("it is a number");
    file.execute_batch("PRAGMA user_version = 99").expect("it can be written");
    drop(file);
    let refused = open(&store).map(|store| store.place()).unwrap_err().to_string();
    assert!(refused.contains("tables.db") && refused.contains("newer skirmish: use that one"), "{refused}");
    assert_eq!(version_of(&store), 99);
    let Some(server) = postgres::Postgres::start("newer") else { return };
    let database = server.database("tables");
    drop(open(&database).expect("it can be made"));
    server.ask(&database, "UPDATE skirmish_version SET version = 99");
    let refused = open(&database).map(|store| store.place()).unwrap_err().to_string();
    assert!(refused.contains("newer skirmish: use that one"), "{refused}");
    // A step that cannot be taken leaves a database as it was: here somebody else has a table of that name.
    let half = server.database("half");
    server.load(&half, Path::new("tests/fixtures/postgres-1.sql"));
    server.ask(&half, "CREATE TABLE people (name TEXT)");
    let refused = open(&half).map(|store| store.place()).unwrap_err().to_string();
    assert!(refused.contains("people"), "{refused}");
    assert_eq!(server.ask(&half, "SELECT version FROM skirmish_version"), "1");
    assert_eq!(
        server.ask(&half, "SELECT count(*) FROM pg_tables WHERE tablename = 'servers' OR tablename LIKE '%version_1'"),
        "0"
    );
    server.ask(&half, "DROP TABLE people");
    plays_on(&half);
}
