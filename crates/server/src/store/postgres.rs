//! Tables in a PostgreSQL database, for any number of servers.
//!
//! Nobody owns a table: the primary key of a line says who was first. Whatever is written is told to the other servers
//! in the same transaction (`NOTIFY`), so that they hear of it when it is durable and not before.

mod address;
mod others;

use std::collections::HashMap;
use std::error::Error as _;
use std::future::Future;
use std::time::Duration;

use address::{Connector, place};
use deadpool_postgres::{GenericClient, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use others::{CHANNEL, tell_of_seat, tell_of_table};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Config, Error, Row};

use super::{Appended, Elsewhere, Key, Line, MOST_SESSIONS, NewSeat, Promise, SeatRow, Store, StoreFault, TableRow};
use crate::secret::{self, Hash};

/// The version of the tables below: each step leads from one to the next.
const STEPS: &[&str] = &[
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, created BIGINT NOT NULL, changed BIGINT NOT NULL,
        opening TEXT NOT NULL
    );
    CREATE TABLE lines (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seq BIGINT NOT NULL, line TEXT NOT NULL,
        who TEXT NOT NULL, at BIGINT NOT NULL, command TEXT, PRIMARY KEY (table_id, seq)
    );
    CREATE UNIQUE INDEX commands ON lines (table_id, command) WHERE command IS NOT NULL;
    CREATE TABLE seats (
        id TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, role TEXT NOT NULL,
        name TEXT NOT NULL DEFAULT '', draft TEXT NOT NULL DEFAULT '', nth BIGINT GENERATED ALWAYS AS IDENTITY
    );
    CREATE INDEX seats_of ON seats (table_id);
    CREATE TABLE keys (
        hash BYTEA PRIMARY KEY, seat TEXT NOT NULL REFERENCES seats (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        at BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX keys_of ON keys (seat);
",
    // Who is there, at which server. It is worth nothing after a crash: every server tells it again.
    "
    CREATE UNLOGGED TABLE servers (name TEXT PRIMARY KEY, seen TIMESTAMPTZ NOT NULL);
    CREATE UNLOGGED TABLE people (
        server TEXT NOT NULL REFERENCES servers (name) ON DELETE CASCADE,
        seat TEXT NOT NULL REFERENCES seats (id) ON DELETE CASCADE, table_id TEXT NOT NULL, count BIGINT NOT NULL,
        PRIMARY KEY (server, seat)
    );
    CREATE INDEX people_at ON people (table_id);
",
];

/// What is copied before the tables are brought up to a newer program: `tables_version_1` and so on.
const COPIED: [&str; 4] = ["tables", "lines", "seats", "keys"];

/// The lock that one server holds while it makes or upgrades the tables.
const UPGRADES: i64 = 0x736b_6972_6d69_7368;

/// So many connections one server has at most, besides the one by which it listens.
const CONNECTIONS: usize = 16;

/// So long somebody waits for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in a database that several servers share.
pub struct Postgres {
    pool: Pool,
    config: Config,
    connector: Connector,
    /// What this server signs with: nobody needs to hear of what they did themselves.
    own: String,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Postgres").field(&place(&self.config)).finish()
    }
}

impl Postgres {
    /// Opens a database, and makes the tables where there are none.
    ///
    /// # Errors
    /// When the address is none, nobody answers there, or the tables come from a newer program.
    pub fn open(address: &str) -> Result<Self, StoreFault> {
        let read = address::read(address);
        let (mut config, connector) =
            read.map_err(|why| StoreFault(format!("this is no address of a PostgreSQL database: {why}")))?;
        config.application_name("skirmish").connect_timeout(PATIENCE).keepalives_idle(Duration::from_secs(30));
        let fault = |error: &dyn std::fmt::Display| StoreFault(format!("the store {}: {error}", place(&config)));
        // The server's own threads are not there yet.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(|error| fault(&error))?.block_on(upgraded(&config, &connector)).map_err(|why| fault(&why))?;
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config.clone(), connector.clone(), manager))
            .max_size(CONNECTIONS)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| fault(&error))?;
        let own = secret::name().map_err(|error| fault(&error))?;
        Ok(Self { pool, config, connector, own })
    }

    /// Does a job on a connection of the pool.
    fn ask<T, F>(&self, job: impl FnOnce(Object) -> F + Send + 'static) -> Promise<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send,
    {
        let pool = self.pool.clone();
        Box::pin(async move {
            let client = pool.get().await.map_err(|error| StoreFault(no_connection(&error)))?;
            job(client).await.map_err(|error| StoreFault(why(&error)))
        })
    }
}

fn why(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => told.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

fn no_connection(error: &deadpool_postgres::PoolError) -> String {
    match error {
        deadpool_postgres::PoolError::Backend(error) => format!("the database does not answer: {}", why(error)),
        error => format!("the database does not answer: {error}"),
    }
}

/// Why there is no connection, and what to look at.
fn advised(why: &str) -> String {
    let advice = match why.contains("certificate") {
        true => {
            "sslmode=verify-full takes a certificate that names the host and is signed by somebody whom the system trusts, or whom \
             sslrootcert=FILE names"
        }
        false => "does PostgreSQL run there, is there such a database (`createdb`), and may this user open it?",
    };
    format!("{why}; {advice}")
}

/// Brings the tables up to this program, step by step, all of it or nothing, with a copy of them before; one server at a time does that.
async fn upgraded(config: &Config, connector: &Connector) -> Result<(), String> {
    let opened = config.connect(connector.clone()).await;
    let (mut client, connection) = opened.map_err(|error| advised(&why(&error)))?;
    tokio::spawn(connection);
    let told = |error: Error| why(&error);
    let work = client.transaction().await.map_err(told)?;
    work.execute("SELECT pg_advisory_xact_lock($1)", &[&UPGRADES]).await.map_err(told)?;
    let made = "CREATE TABLE IF NOT EXISTS skirmish_version (version INTEGER NOT NULL)";
    work.batch_execute(made).await.map_err(told)?;
    let row = work.query_opt("SELECT version FROM skirmish_version", &[]).await.map_err(told)?;
    let version = row.map_or(0, |row| usize::try_from(row.get::<_, i32>(0)).unwrap_or(usize::MAX));
    if version > STEPS.len() {
        return Err("it was written by a newer skirmish: use that one, or a database of its own for this one".into());
    }
    if version > 0 && version < STEPS.len() {
        for table in COPIED {
            let copy = format!("CREATE TABLE IF NOT EXISTS {table}_version_{version} AS TABLE {table}");
            work.batch_execute(&copy).await.map_err(told)?;
        }
    }
    for step in &STEPS[version..] {
        work.batch_execute(step).await.map_err(told)?;
    }
    let now = format!("DELETE FROM skirmish_version; INSERT INTO skirmish_version VALUES ({})", STEPS.len());
    work.batch_execute(&now).await.map_err(told)?;
    work.commit().await.map_err(told)
}

const TABLE: &str =
    "SELECT id, game, title, created, changed, (SELECT coalesce(max(seq), 0) FROM lines WHERE table_id = id)";

fn table_row(row: &Row) -> Result<TableRow, Error> {
    Ok(TableRow {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        title: row.try_get(2)?,
        created: row.try_get(3)?,
        changed: row.try_get(4)?,
        lines: row.try_get::<_, i64>(5)?.unsigned_abs(),
    })
}

fn seat_row(row: &Row) -> Result<SeatRow, Error> {
    Ok(SeatRow {
        id: row.try_get(0)?,
        table: row.try_get(1)?,
        role: row.try_get(2)?,
        name: row.try_get(3)?,
        draft: row.try_get(4)?,
    })
}

fn line_row(row: &Row) -> Result<Line, Error> {
    let seq = row.try_get::<_, i64>(0)?.unsigned_abs();
    Ok(Line { seq, line: row.try_get(1)?, who: row.try_get(2)?, at: row.try_get(3)?, command: row.try_get(4)? })
}

/// A number for a database that has no unsigned ones.
fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

async fn insert_seat(client: &impl GenericClient, table: &str, seat: &NewSeat) -> Result<(), Error> {
    let insert = "INSERT INTO seats (id, table_id, role) VALUES ($1, $2, $3)";
    client.execute(insert, &[&seat.id, &table, &seat.role]).await?;
    for (key, hash) in &seat.keys {
        insert_key(client, &seat.id, *key, hash, 0).await?;
    }
    Ok(())
}

async fn insert_key(client: &impl GenericClient, seat: &str, key: Key, hash: &Hash, at: i64) -> Result<(), Error> {
    let insert = "INSERT INTO keys (hash, seat, kind, at) VALUES ($1, $2, $3, $4)";
    client.execute(insert, &[&hash.as_slice(), &seat, &key.word(), &at]).await.map(|_| ())
}

/// Writes lines in one statement, which stands as a whole or not at all: one of their numbers or their command may be taken.
async fn append(client: Object, own: String, table: String, lines: Vec<Line>) -> Result<Appended, Error> {
    let Some(last) = lines.last() else { return Ok(Appended::Written) };
    let (at, notice) = (last.at, format!("{own} lines {table} {}", last.seq));
    let seqs: Vec<i64> = lines.iter().map(|line| number(line.seq)).collect();
    let texts: Vec<&str> = lines.iter().map(|line| line.line.as_str()).collect();
    let whose: Vec<&str> = lines.iter().map(|line| line.who.as_str()).collect();
    let times: Vec<i64> = lines.iter().map(|line| line.at).collect();
    let commands: Vec<Option<&str>> = lines.iter().map(|line| line.command.as_deref()).collect();
    let write = client
        .prepare_cached(
            "WITH written AS (
                 INSERT INTO lines (table_id, seq, line, who, at, command)
                 SELECT $1, new.* FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[]) AS new
             ), changed AS (UPDATE tables SET changed = $7 WHERE id = $1)
             SELECT pg_notify($8, $9)",
        )
        .await?;
    match client.execute(&write, &[&table, &seqs, &texts, &whose, &times, &commands, &at, &CHANNEL, &notice]).await {
        Ok(_) => Ok(Appended::Written),
        Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
            let constraint = error.as_db_error().and_then(|told| told.constraint());
            Ok(if constraint == Some("commands") { Appended::Again } else { Appended::Taken })
        }
        Err(error) => Err(error),
    }
}

impl Store for Postgres {
    fn create(&self, table: TableRow, opening: String, seats: Vec<NewSeat>) -> Promise<()> {
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            let insert =
                "INSERT INTO tables (id, game, title, created, changed, opening) VALUES ($1, $2, $3, $4, $5, $6)";
            let TableRow { id, game, title, created, changed, .. } = &table;
            work.execute(insert, &[id, game, title, created, changed, &opening]).await?;
            for seat in &seats {
                insert_seat(&work, &table.id, seat).await?;
            }
            work.commit().await
        })
    }

    fn tables(&self) -> Promise<Vec<TableRow>> {
        self.ask(async move |client| {
            let rows = client.query(&format!("{TABLE} FROM tables ORDER BY changed DESC, id"), &[]).await?;
            rows.iter().map(table_row).collect()
        })
    }

    fn count(&self) -> Promise<usize> {
        self.ask(async move |client| {
            let count: i64 = client.query_one("SELECT count(*) FROM tables", &[]).await?.try_get(0)?;
            Ok(usize::try_from(count).unwrap_or(usize::MAX))
        })
    }

    fn table(&self, id: String) -> Promise<Option<(TableRow, String)>> {
        self.ask(async move |client| {
            let row = client.query_opt(&format!("{TABLE}, opening FROM tables WHERE id = $1"), &[&id]).await?;
            row.map(|row| Ok((table_row(&row)?, row.try_get(6)?))).transpose()
        })
    }

    fn delete(&self, id: String) -> Promise<bool> {
        let own = self.own.clone();
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            let gone = work.execute("DELETE FROM tables WHERE id = $1", &[&id]).await?;
            tell_of_table(&work, &own, "gone", &id).await?;
            work.commit().await?;
            Ok(gone > 0)
        })
    }

    fn lines(&self, table: String, from: u64) -> Promise<Vec<Line>> {
        self.ask(async move |client| {
            let lines = client
                .prepare_cached(
                    "SELECT seq, line, who, at, command FROM lines WHERE table_id = $1 AND seq >= $2 ORDER BY seq",
                )
                .await?;
            client.query(&lines, &[&table, &number(from)]).await?.iter().map(line_row).collect()
        })
    }

    fn append(&self, table: String, lines: Vec<Line>) -> Promise<Appended> {
        let own = self.own.clone();
        self.ask(move |client| append(client, own, table, lines))
    }

    fn seats(&self, table: String) -> Promise<Vec<SeatRow>> {
        self.ask(async move |client| {
            let seats = "SELECT id, table_id, role, name, draft FROM seats WHERE table_id = $1 ORDER BY nth";
            client.query(seats, &[&table]).await?.iter().map(seat_row).collect()
        })
    }

    fn add_seat(&self, table: String, seat: NewSeat) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            insert_seat(&work, &table, &seat).await?;
            tell_of_table(&work, &own, "seats", &table).await?;
            work.commit().await
        })
    }

    fn remove_seat(&self, seat: String) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            tell_of_seat(&work, &own, "closed", &seat).await?;
            work.execute("DELETE FROM seats WHERE id = $1", &[&seat]).await?;
            work.commit().await
        })
    }

    fn renew(&self, seat: String, link: Hash) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            work.execute("DELETE FROM keys WHERE seat = $1 AND kind <> 'recovery'", &[&seat]).await?;
            work.execute("UPDATE seats SET name = '', draft = '' WHERE id = $1", &[&seat]).await?;
            insert_key(&work, &seat, Key::Link, &link, 0).await?;
            tell_of_seat(&work, &own, "closed", &seat).await?;
            work.commit().await
        })
    }

    fn add_key(&self, seat: String, key: Key, hash: Hash) -> Promise<()> {
        self.ask(async move |client| insert_key(&client, &seat, key, &hash, 0).await)
    }

    fn opened_by(&self, token: Hash) -> Promise<Option<(SeatRow, Key)>> {
        self.ask(async move |client| {
            let found = client
                .prepare_cached(
                    "SELECT seats.id, table_id, role, name, draft, kind FROM keys JOIN seats ON seats.id = keys.seat
                     WHERE hash = $1",
                )
                .await?;
            let row = client.query_opt(&found, &[&token.as_slice()]).await?;
            row.map(|row| Ok((seat_row(&row)?, Key::of(row.try_get(5)?)))).transpose()
        })
    }

    fn enter(&self, seat: String, session: Hash, name: String, at: i64) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            let older = "DELETE FROM keys WHERE seat = $1 AND kind = 'session' AND hash NOT IN
                         (SELECT hash FROM keys WHERE seat = $1 AND kind = 'session' ORDER BY at DESC LIMIT $2)";
            work.execute(older, &[&seat, &((MOST_SESSIONS - 1) as i64)]).await?;
            insert_key(&work, &seat, Key::Session, &session, at).await?;
            work.execute("UPDATE seats SET name = $2 WHERE id = $1", &[&seat, &name]).await?;
            tell_of_seat(&work, &own, "seats", &seat).await?;
            work.commit().await
        })
    }

    fn keep_draft(&self, seat: String, draft: String) -> Promise<()> {
        self.ask(async move |client| {
            client.execute("UPDATE seats SET draft = $2 WHERE id = $1", &[&seat, &draft]).await.map(|_| ())
        })
    }

    fn looks_from(&self, table: String, seat: String, count: usize) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |mut client| {
            let work = client.transaction().await?;
            work.execute("DELETE FROM people WHERE server = $1 AND seat = $2", &[&own, &seat]).await?;
            if count > 0 {
                let count = i64::try_from(count).unwrap_or(i64::MAX);
                let insert = "INSERT INTO people (server, seat, table_id, count) VALUES ($1, $2, $3, $4)";
                work.execute(insert, &[&own, &seat, &table, &count]).await?;
            }
            tell_of_table(&work, &own, "seats", &table).await?;
            work.commit().await
        })
    }

    fn looks_elsewhere(&self, table: String) -> Promise<HashMap<String, usize>> {
        let own = self.own.clone();
        self.ask(async move |client| {
            let others =
                "SELECT seat, sum(count)::bigint FROM people WHERE table_id = $1 AND server <> $2 GROUP BY seat";
            let rows = client.query(others, &[&table, &own]).await?;
            let count = |row: &Row| Ok((row.try_get(0)?, usize::try_from(row.try_get::<_, i64>(1)?).unwrap_or(0)));
            rows.iter().map(count).collect()
        })
    }

    fn point(&self, table: String, message: String) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |client| tell_of_table(&client, &own, "point", &format!("{table} {message}")).await)
    }

    fn drag(&self, table: String, message: String) -> Promise<()> {
        let own = self.own.clone();
        self.ask(async move |client| tell_of_table(&client, &own, "drag", &format!("{table} {message}")).await)
    }

    fn answers(&self) -> Promise<()> {
        self.ask(async move |client| client.simple_query("").await.map(|_| ()))
    }

    fn copy(&self) -> Promise<String> {
        let why = "the tables are in a database, which its own tools copy while it runs: pg_dump";
        Box::pin(std::future::ready(Err(StoreFault(why.into()))))
    }

    fn elsewhere(&self) -> Option<UnboundedReceiver<Elsewhere>> {
        let (tell, told) = unbounded_channel();
        tokio::spawn(others::beat(self.pool.clone(), self.own.clone(), tell.clone()));
        tokio::spawn(others::listen(self.config.clone(), self.connector.clone(), self.own.clone(), tell));
        Some(told)
    }

    fn place(&self) -> String {
        format!("the database {}", place(&self.config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_may_stand_elsewhere() {
        let read = |address: &str, elsewhere: Option<&str>| {
            let (mut config, _) = address::read(address).unwrap();
            address::with_password(&mut config, elsewhere.map(str::to_owned));
            config.get_password().map(|password| String::from_utf8_lossy(password).into_owned())
        };
        assert_eq!(read("postgres://ann@db/tables", Some("secret")).as_deref(), Some("secret"));
        assert_eq!(read("postgres://ann:own@db/tables", Some("secret")).as_deref(), Some("own"));
        assert_eq!(read("postgres://ann@db/tables", Some("")), None);
    }

    #[test]
    fn a_password_is_told_to_nobody() {
        let fault = Postgres::open("postgres://ann:secret@127.0.0.1:1/tables").unwrap_err().to_string();
        assert!(fault.contains("`tables` at 127.0.0.1") && !fault.contains("secret"), "{fault}");
        assert!(fault.contains("does PostgreSQL run there"), "{fault}");
        let fault = Postgres::open("postgres://ann:secret@127.0.0.1:port/tables").unwrap_err().to_string();
        assert!(!fault.contains("secret"), "{fault}");
    }
}
