//! Tables in one SQLite file.
//!
//! One thread has the file. It does what is asked in groups: one commit, and one wait for the disk, for all that came while
//! it was at the last one.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;

use super::{Appended, Elsewhere, Key, Line, MOST_SESSIONS, NewSeat, Promise, SeatRow, Store, StoreFault, TableRow};
use crate::secret::Hash;
use crate::table::now;

/// The version of the tables below: each step leads from one to the next.
const STEPS: &[&str] = &[
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,
        opening TEXT NOT NULL
    ) STRICT;
    CREATE TABLE lines (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seq INTEGER NOT NULL, line TEXT NOT NULL,
        who TEXT NOT NULL, at INTEGER NOT NULL, command TEXT, PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX commands ON lines (table_id, command) WHERE command IS NOT NULL;
    CREATE TABLE seats (
        id TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, role TEXT NOT NULL,
        name TEXT NOT NULL DEFAULT '', draft TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX seats_of ON seats (table_id);
    CREATE TABLE keys (
        hash BLOB PRIMARY KEY, seat TEXT NOT NULL REFERENCES seats (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        at INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX keys_of ON keys (seat);
    CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
",
    // Nothing was ever kept there.
    "DROP TABLE notes",
];

/// So many jobs share a commit at most.
const MOST_IN_A_GROUP: usize = 256;

enum Job {
    /// To be done in a group; it says whether it stands or why not, and how to tell whoever waits once the group is durable.
    Grouped(Grouped),
    /// To be done between two groups.
    Alone(Box<dyn FnOnce(&Connection) + Send>),
}

type Grouped = Box<dyn FnOnce(Result<&Connection, StoreFault>) -> (Result<(), StoreFault>, Tell) + Send>;
type Tell = Box<dyn FnOnce(Result<(), StoreFault>) + Send>;

/// A store in one file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: Sender<Job>,
    path: PathBuf,
}

impl Sqlite {
    /// Opens a file, and makes it where there is none. One program at a time has it.
    ///
    /// # Errors
    /// When it cannot be made or read, is no store, comes from a newer program, or another program has it.
    pub fn open(path: &Path) -> Result<Self, StoreFault> {
        let told = |error: rusqlite::Error| StoreFault(format!("the store `{}`: {}", path.display(), why(&error)));
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let failed = |error| StoreFault(format!("the folder `{}` cannot be made: {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let connection = Connection::open(path).map_err(told)?;
        // Nobody else has the file: a second server on it would not hear of lines that this one writes.
        connection
            .execute_batch(
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                 PRAGMA foreign_keys = ON; BEGIN EXCLUSIVE; COMMIT;",
            )
            .map_err(told)?;
        upgrade(&connection, path, STEPS)?;
        let (jobs, todo) = channel();
        let thread = std::thread::Builder::new().name("store".into()).spawn(move || work(&connection, &todo));
        thread.map_err(|error| StoreFault(format!("no thread for the store: {error}")))?;
        Ok(Self { jobs, path: path.to_owned() })
    }

    fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Promise<T> {
        let (tell, told) = oneshot::channel();
        let job: Grouped = Box::new(move |connection| {
            let result = connection.and_then(|connection| job(connection).map_err(|error| StoreFault(why(&error))));
            let stands = result.as_ref().map(|_| ()).map_err(Clone::clone);
            let tell: Tell = Box::new(move |committed| {
                let _ = tell.send(committed.and(result));
            });
            (stands, tell)
        });
        self.send(Job::Grouped(job), told)
    }

    fn send<T: Send + 'static>(&self, job: Job, told: oneshot::Receiver<Result<T, StoreFault>>) -> Promise<T> {
        let gone = || StoreFault("the store is closed".into());
        let sent = self.jobs.send(job).map_err(|_| gone());
        Box::pin(async move {
            sent?;
            told.await.map_err(|_| gone())?
        })
    }
}

fn why(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program has it; end that one, or name another file: --store FILE".into()
        }
        Some(ErrorCode::NotADatabase) => "this is no store of Skirmish".into(),
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        _ => error.to_string(),
    }
}

/// Brings an older file up to this program, step by step, each as a whole or not at all; a copy of it is kept beside.
fn upgrade(connection: &Connection, path: &Path, steps: &[&str]) -> Result<(), StoreFault> {
    let told = |error: &dyn std::fmt::Display| StoreFault(format!("the store `{}`: {error}", path.display()));
    let failed = |error: rusqlite::Error| told(&why(&error));
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    if version > steps.len() {
        let advice = "it was written by a newer skirmish: use that one, or the copy that it has put beside";
        return Err(told(&advice));
    }
    if version > 0 && version < steps.len() {
        keep_copy(connection, &format!("{}.version-{version}", path.display())).map_err(|why| {
            told(&format!("no copy can be made of it before it is brought up to this program: {why}"))
        })?;
    }
    for (at, step) in steps.iter().enumerate().skip(version) {
        let stepped = connection.execute_batch(&format!("BEGIN; {step}; PRAGMA user_version = {}; COMMIT;", at + 1));
        if let Err(error) = stepped {
            let _ = connection.execute_batch("ROLLBACK");
            return Err(failed(error));
        }
    }
    Ok(())
}

/// Copies a file as it stands, unless that was done before: what is there under that name is whole.
fn keep_copy(connection: &Connection, copy: &str) -> Result<(), String> {
    if Path::new(copy).exists() {
        return Ok(());
    }
    let half = format!("{copy}.half");
    let _ = std::fs::remove_file(&half);
    let copied = connection.execute("VACUUM INTO ?1", [&half]).map_err(|error| why(&error)).and_then(|_| {
        let on_disk = std::fs::File::open(&half).and_then(|file| file.sync_all());
        on_disk.and_then(|()| std::fs::rename(&half, copy)).map_err(|error| error.to_string())
    });
    copied.inspect_err(|_| drop(std::fs::remove_file(&half)))
}

/// Does what is asked.
fn work(connection: &Connection, todo: &Receiver<Job>) {
    while let Ok(job) = todo.recv() {
        let mut job = Some(job);
        while let Some(next) = job.take() {
            match next {
                Job::Alone(alone) => alone(connection),
                Job::Grouped(first) => job = work_in_group(connection, first, todo),
            }
        }
    }
}

/// Does one group, and gives back the job that cannot be part of it.
fn work_in_group(connection: &Connection, first: Grouped, todo: &Receiver<Job>) -> Option<Job> {
    let mut tells: Vec<Tell> = Vec::new();
    let begun = connection.execute_batch("BEGIN IMMEDIATE").map_err(|error| StoreFault(why(&error)));
    let (mut next, mut left, mut lost) = (Some(first), None, None);
    while let Some(job) = next.take() {
        let opened = begun
            .clone()
            .and_then(|()| connection.execute_batch("SAVEPOINT job").map_err(|error| StoreFault(why(&error))));
        let (stands, tell) = job(opened.map(|()| connection));
        tells.push(tell);
        // A full disk takes the whole group back, not this job alone.
        if connection.is_autocommit() {
            lost = stands.err();
            break;
        }
        let end = if stands.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
        let _ = connection.execute_batch(end);
        if tells.len() < MOST_IN_A_GROUP {
            match todo.try_recv() {
                Ok(Job::Grouped(job)) => next = Some(job),
                Ok(alone) => left = Some(alone),
                Err(_) => {}
            }
        }
    }
    let committed = match lost {
        Some(fault) => Err(fault),
        None => begun.and_then(|()| connection.execute_batch("COMMIT").map_err(|error| StoreFault(why(&error)))),
    };
    if committed.is_err() && !connection.is_autocommit() {
        let _ = connection.execute_batch("ROLLBACK");
    }
    tells.into_iter().for_each(|tell| tell(committed.clone()));
    left
}

const TABLE: &str =
    "SELECT id, game, title, created, changed, (SELECT coalesce(max(seq), 0) FROM lines WHERE table_id = id)";

fn table_row(row: &Row<'_>) -> rusqlite::Result<TableRow> {
    Ok(TableRow {
        id: row.get(0)?,
        game: row.get(1)?,
        title: row.get(2)?,
        created: row.get(3)?,
        changed: row.get(4)?,
        lines: row.get::<_, i64>(5)?.unsigned_abs(),
    })
}

fn seat_row(row: &Row<'_>) -> rusqlite::Result<SeatRow> {
    Ok(SeatRow { id: row.get(0)?, table: row.get(1)?, role: row.get(2)?, name: row.get(3)?, draft: row.get(4)? })
}

fn line_row(row: &Row<'_>) -> rusqlite::Result<Line> {
    let seq = row.get::<_, i64>(0)?.unsigned_abs();
    Ok(Line { seq, line: row.get(1)?, who: row.get(2)?, at: row.get(3)?, command: row.get(4)? })
}

fn insert_seat(connection: &Connection, table: &str, seat: &NewSeat) -> rusqlite::Result<()> {
    connection
        .execute("INSERT INTO seats (id, table_id, role) VALUES (?1, ?2, ?3)", params![seat.id, table, seat.role])?;
    for (kind, hash) in &seat.keys {
        connection.execute(
            "INSERT INTO keys (hash, seat, kind) VALUES (?1, ?2, ?3)",
            params![hash.as_slice(), seat.id, kind.word()],
        )?;
    }
    Ok(())
}

/// A number for SQLite, which has no unsigned ones.
fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// Writes lines, unless one of their numbers or their command is taken.
fn append(connection: &Connection, table: &str, lines: &[Line]) -> rusqlite::Result<Appended> {
    let Some(last) = lines.last() else { return Ok(Appended::Written) };
    let mut known = connection.prepare_cached("SELECT 1 FROM lines WHERE table_id = ?1 AND command = ?2")?;
    for command in lines.iter().filter_map(|line| line.command.as_deref()) {
        if known.exists(params![table, command])? {
            return Ok(Appended::Again);
        }
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO lines (table_id, seq, line, who, at, command) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (table_id, seq) DO NOTHING",
    )?;
    for (nth, line) in lines.iter().enumerate() {
        let row = params![table, number(line.seq), line.line, line.who, line.at, line.command];
        if insert.execute(row)? == 0 {
            // Whoever was first wrote the first of these numbers, too: nothing of this has been written yet.
            debug_assert_eq!(nth, 0, "numbers are taken in their order");
            return Ok(Appended::Taken);
        }
    }
    connection.execute("UPDATE tables SET changed = ?2 WHERE id = ?1", params![table, last.at])?;
    Ok(Appended::Written)
}

impl Store for Sqlite {
    fn create(&self, table: TableRow, opening: String, seats: Vec<NewSeat>) -> Promise<()> {
        self.ask(move |connection| {
            connection.execute(
                "INSERT INTO tables (id, game, title, created, changed, opening) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![table.id, table.game, table.title, table.created, table.changed, opening],
            )?;
            seats.iter().try_for_each(|seat| insert_seat(connection, &table.id, seat))
        })
    }

    fn tables(&self) -> Promise<Vec<TableRow>> {
        self.ask(|connection| {
            let mut all = connection.prepare(&format!("{TABLE} FROM tables ORDER BY changed DESC, id"))?;
            all.query_map([], table_row)?.collect()
        })
    }

    fn count(&self) -> Promise<usize> {
        self.ask(|connection| {
            let count: i64 = connection.query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or(usize::MAX))
        })
    }

    fn table(&self, id: String) -> Promise<Option<(TableRow, String)>> {
        self.ask(move |connection| {
            let one = format!("{TABLE}, opening FROM tables WHERE id = ?1");
            connection.query_row(&one, [id], |row| Ok((table_row(row)?, row.get(6)?))).optional()
        })
    }

    fn delete(&self, id: String) -> Promise<bool> {
        self.ask(move |connection| Ok(connection.execute("DELETE FROM tables WHERE id = ?1", [id])? > 0))
    }

    fn lines(&self, table: String, from: u64) -> Promise<Vec<Line>> {
        self.ask(move |connection| {
            let mut lines = connection.prepare_cached(
                "SELECT seq, line, who, at, command FROM lines WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq",
            )?;
            lines.query_map(params![table, number(from)], line_row)?.collect()
        })
    }

    fn append(&self, table: String, lines: Vec<Line>) -> Promise<Appended> {
        self.ask(move |connection| append(connection, &table, &lines))
    }

    fn seats(&self, table: String) -> Promise<Vec<SeatRow>> {
        self.ask(move |connection| {
            let mut seats = connection
                .prepare("SELECT id, table_id, role, name, draft FROM seats WHERE table_id = ?1 ORDER BY rowid")?;
            seats.query_map([table], seat_row)?.collect()
        })
    }

    fn add_seat(&self, table: String, seat: NewSeat) -> Promise<()> {
        self.ask(move |connection| insert_seat(connection, &table, &seat))
    }

    fn remove_seat(&self, seat: String) -> Promise<()> {
        self.ask(move |connection| connection.execute("DELETE FROM seats WHERE id = ?1", [seat]).map(|_| ()))
    }

    fn renew(&self, seat: String, link: Hash) -> Promise<()> {
        self.ask(move |connection| {
            connection.execute("DELETE FROM keys WHERE seat = ?1 AND kind <> 'recovery'", [&seat])?;
            connection.execute("UPDATE seats SET name = '', draft = '' WHERE id = ?1", [&seat])?;
            let row = params![link.as_slice(), seat, Key::Link.word()];
            connection.execute("INSERT INTO keys (hash, seat, kind) VALUES (?1, ?2, ?3)", row).map(|_| ())
        })
    }

    fn add_key(&self, seat: String, key: Key, hash: Hash) -> Promise<()> {
        self.ask(move |connection| {
            let row = params![hash.as_slice(), seat, key.word()];
            connection.execute("INSERT INTO keys (hash, seat, kind) VALUES (?1, ?2, ?3)", row).map(|_| ())
        })
    }

    fn opened_by(&self, token: Hash) -> Promise<Option<(SeatRow, Key)>> {
        self.ask(move |connection| {
            let mut found = connection.prepare_cached(
                "SELECT seats.id, table_id, role, name, draft, kind FROM keys JOIN seats ON seats.id = keys.seat
                 WHERE hash = ?1",
            )?;
            let key = |row: &Row<'_>| Ok((seat_row(row)?, Key::of(&row.get::<_, String>(5)?)));
            found.query_row([token.as_slice()], key).optional()
        })
    }

    fn enter(&self, seat: String, session: Hash, name: String, at: i64) -> Promise<()> {
        self.ask(move |connection| {
            let older = "DELETE FROM keys WHERE seat = ?1 AND kind = 'session' AND hash NOT IN
                         (SELECT hash FROM keys WHERE seat = ?1 AND kind = 'session' ORDER BY at DESC LIMIT ?2)";
            connection.execute(older, params![seat, (MOST_SESSIONS - 1) as i64])?;
            let row = params![session.as_slice(), seat, Key::Session.word(), at];
            connection.execute("INSERT INTO keys (hash, seat, kind, at) VALUES (?1, ?2, ?3, ?4)", row)?;
            connection.execute("UPDATE seats SET name = ?2 WHERE id = ?1", params![seat, name]).map(|_| ())
        })
    }

    fn keep_draft(&self, seat: String, draft: String) -> Promise<()> {
        self.ask(move |connection| {
            connection.execute("UPDATE seats SET draft = ?2 WHERE id = ?1", params![seat, draft]).map(|_| ())
        })
    }

    fn answers(&self) -> Promise<()> {
        self.ask(|connection| connection.query_row("SELECT 1", [], |_| Ok(())))
    }

    fn copy(&self) -> Promise<String> {
        let (tell, told) = oneshot::channel();
        let copy = format!("{}.copy-{}", self.path.display(), now());
        let alone = move |connection: &Connection| {
            let copied = connection.execute("VACUUM INTO ?1", [&copy]).map(|_| copy.clone());
            let _ = tell.send(copied.map_err(|error| {
                let _ = std::fs::remove_file(&copy);
                StoreFault(why(&error))
            }));
        };
        self.send(Job::Alone(Box::new(alone)), told)
    }

    fn elsewhere(&self) -> Option<UnboundedReceiver<Elsewhere>> {
        None
    }

    fn place(&self) -> String {
        self.path.display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seq: u64) -> Line {
        Line { seq, line: "x".repeat(3_000), who: "gm".into(), at: 1, command: Some(format!("c{seq}")) }
    }

    fn table() -> TableRow {
        TableRow { id: "t".into(), game: "g".into(), title: "T".into(), created: 1, changed: 1, lines: 0 }
    }

    #[test]
    fn a_full_disk_loses_nothing_and_keeps_nothing_half() {
        let folder = std::env::temp_dir().join(format!("skirmish-full-{}", std::process::id()));
        let store = Sqlite::open(&folder.join("tables.db")).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            store.create(table(), "skirmish 1".into(), vec![]).await.unwrap();
            let pages = async |most: u32| {
                let limit = format!("PRAGMA max_page_count = {most}");
                store.ask(move |connection| connection.query_row(&limit, [], |_| Ok(()))).await.unwrap();
            };
            pages(40).await;
            let mut kept = 0;
            let fault = loop {
                // Two at a time: the second one of them is what does not fit, sooner or later.
                match store.append("t".into(), vec![line(kept + 1), line(kept + 2)]).await {
                    Ok(appended) => assert_eq!(appended, Appended::Written),
                    Err(fault) => break fault,
                }
                kept += 2;
                assert!(kept < 1_000, "the disk is never full");
            };
            assert_eq!(fault.to_string(), "the disk is full");
            assert_eq!(store.lines("t".into(), 1).await.unwrap().len() as u64, kept);
            // Somebody makes room, and the same answer is given again.
            pages(1_000).await;
            assert_eq!(store.append("t".into(), vec![line(kept + 1)]).await, Ok(Appended::Written));
            // A copy that is made meanwhile is a store.
            let copy = store.copy().await.unwrap();
            let copied = Sqlite::open(Path::new(&copy)).unwrap();
            assert_eq!(copied.lines("t".into(), 1).await, store.lines("t".into(), 1).await);
        });
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was_and_a_copy_beside() {
        let folder = std::env::temp_dir().join(format!("skirmish-steps-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("tables.db");
        let connection = Connection::open(&path).unwrap();
        let version = || connection.query_row("PRAGMA user_version", [], |row| row.get::<_, u32>(0)).unwrap() as usize;
        let columns = || connection.prepare("SELECT * FROM tables").unwrap().column_count();
        upgrade(&connection, &path, STEPS).unwrap();
        let (before, wide) = (version(), columns());
        assert_eq!(before, STEPS.len());
        let good = "ALTER TABLE tables ADD COLUMN mood TEXT";
        let bad = "ALTER TABLE tables ADD COLUMN colour TEXT; INSERT INTO nowhere VALUES (1)";
        let steps = [STEPS, &[good, bad]].concat();
        let fault = upgrade(&connection, &path, &steps).unwrap_err().to_string();
        assert!(fault.contains("tables.db") && fault.contains("nowhere"), "{fault}");
        // The step before it stands, this one not at all; and it is tried again from there.
        assert_eq!((version(), columns()), (before + 1, wide + 1));
        let copy = folder.join(format!("tables.db.version-{before}"));
        let copied = Connection::open(&copy).unwrap();
        assert_eq!(copied.prepare("SELECT * FROM tables").unwrap().column_count(), wide);
        upgrade(&connection, &path, &[STEPS, &[good]].concat()).unwrap();
        // What a newer program has written is left alone.
        let fault = upgrade(&connection, &path, STEPS).unwrap_err().to_string();
        assert!(fault.contains("newer skirmish: use that one"), "{fault}");
        assert_eq!((version(), columns()), (before + 1, wide + 1));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
