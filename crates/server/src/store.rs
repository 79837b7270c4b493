//! Where tables are kept. The log in the store is the table: everything else is made from it.

mod postgres;
mod sqlite;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;

use crate::secret::Hash;
pub use postgres::Postgres;
pub use sqlite::Sqlite;

/// Opens the store of that name: the address of a PostgreSQL database (`postgres://…`), or else a file.
///
/// # Errors
/// Why it cannot be had, and what to do.
pub fn open(name: &Path) -> Result<Arc<dyn Store>, StoreFault> {
    match name.to_str().filter(|name| name.starts_with("postgres://") || name.starts_with("postgresql://")) {
        Some(address) => Ok(Arc::new(Postgres::open(address)?)),
        None => Ok(Arc::new(Sqlite::open(name)?)),
    }
}

/// What a store will have done.
pub type Promise<T> = Pin<Box<dyn Future<Output = Result<T, StoreFault>> + Send>>;

/// Why a store did not do something: the disk is full, the file is no store, the connection is gone. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreFault(pub String);

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreFault {}

/// A table as lists have it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct TableRow {
    /// Its name in addresses.
    pub id: String,
    /// The rulebook's name.
    pub game: String,
    /// The encounter's title.
    pub title: String,
    /// When it was laid, in milliseconds since 1970.
    pub created: i64,
    /// When its last line was written.
    pub changed: i64,
    /// How many lines its log has.
    pub lines: u64,
}

/// A line of a table's log, numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number.
    pub seq: u64,
    /// A line of a transcript, or one that begins with `table` and says what the table itself does.
    pub line: String,
    /// The seat that gave it; `table` for what went on by itself.
    pub who: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The client's name for the command that this line is the first one of: the same name is done once.
    pub command: Option<String>,
}

/// What came of lines that were to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// They are durable.
    Written,
    /// Somebody else has written a line of that number: read on and judge again.
    Taken,
    /// The command has been done before.
    Again,
}

/// Somebody's place at a table.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct SeatRow {
    /// Its name in addresses; no secret.
    pub id: String,
    /// The table.
    pub table: String,
    /// Whose eyes and voice: `gm`, `spectator`, a side, or names of creatures.
    pub role: String,
    /// What whoever entered last called themselves.
    pub name: String,
    /// An answer that is half made.
    #[serde(skip)]
    pub draft: String,
}

/// What a token opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A link that was handed out; it can be renewed.
    Link,
    /// The game master's way back; it stays.
    Recovery,
    /// A browser that has entered.
    Session,
}

impl Key {
    const ALL: [Self; 3] = [Self::Link, Self::Recovery, Self::Session];

    /// As the store writes it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Recovery => "recovery",
            Self::Session => "session",
        }
    }

    fn of(word: &str) -> Self {
        Self::ALL.into_iter().find(|key| key.word() == word).unwrap_or(Self::Link)
    }
}

/// So many browsers that have entered can come back to a seat, the last ones: whoever follows a link again and again fills no store.
pub const MOST_SESSIONS: usize = 64;

/// A seat that is to be made, with the hashes of what opens it.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// Its name in addresses.
    pub id: String,
    /// As [`SeatRow::role`].
    pub role: String,
    /// What opens it.
    pub keys: Vec<(Key, Hash)>,
}

/// What another program that has the same store has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Elsewhere {
    /// It has written lines of this table, the last one with this number.
    Lines {
        /// The table.
        table: String,
        /// The number of the last line.
        last: u64,
    },
    /// Seats of this table, or who is called what in them, are others now.
    Seats {
        /// The table.
        table: String,
    },
    /// What opened this seat opens it no more.
    Closed {
        /// The table.
        table: String,
        /// The seat.
        seat: String,
    },
    /// It has taken this table away.
    Gone {
        /// The table.
        table: String,
    },
    /// Somebody there points at something.
    Point {
        /// The table.
        table: String,
        /// What every seat is told.
        message: String,
    },
    /// Somebody there draws something over the board, or no more.
    Drag {
        /// The table.
        table: String,
        /// What is drawn, before it is judged who may be shown it.
        message: String,
    },
    /// Nobody elsewhere knows any more who is here.
    Forgotten,
    /// Nobody listened for a while: anything may have happened.
    Anything,
}

/// Keeps tables. Every promise that writes is kept when what it wrote is durable, and not before.
pub trait Store: Send + Sync {
    /// Lays a table with its seats. `opening` is a transcript: the encounter, and what was played before it came here.
    fn create(&self, table: TableRow, opening: String, seats: Vec<NewSeat>) -> Promise<()>;
    /// All tables, the last one changed first.
    fn tables(&self) -> Promise<Vec<TableRow>>;
    /// One table, and its opening.
    fn table(&self, id: String) -> Promise<Option<(TableRow, String)>>;
    /// How many tables there are.
    fn count(&self) -> Promise<usize>;
    /// Takes a table away with everything that belongs to it. False if there was none.
    fn delete(&self, id: String) -> Promise<bool>;
    /// The lines of a table from this number on.
    fn lines(&self, table: String, from: u64) -> Promise<Vec<Line>>;
    /// Writes lines with the numbers that they carry: all of them or none.
    fn append(&self, table: String, lines: Vec<Line>) -> Promise<Appended>;
    /// The seats of a table.
    fn seats(&self, table: String) -> Promise<Vec<SeatRow>>;
    /// One more seat.
    fn add_seat(&self, table: String, seat: NewSeat) -> Promise<()>;
    /// Takes a seat away, with everything that opens it.
    fn remove_seat(&self, seat: String) -> Promise<()>;
    /// Gives a seat another link: the old one, and every browser that has entered by it, opens nothing any more.
    fn renew(&self, seat: String, link: Hash) -> Promise<()>;
    /// One more thing that opens a seat; what opened it before still does.
    fn add_key(&self, seat: String, key: Key, hash: Hash) -> Promise<()>;
    /// What a token opens.
    fn opened_by(&self, token: Hash) -> Promise<Option<(SeatRow, Key)>>;
    /// Somebody has entered, and is called so.
    fn enter(&self, seat: String, session: Hash, name: String, at: i64) -> Promise<()>;
    /// Keeps an answer that is half made.
    fn keep_draft(&self, seat: String, draft: String) -> Promise<()>;
    /// So many look from this seat here: other programs that have the same store are told.
    fn looks_from(&self, _table: String, _seat: String, _count: usize) -> Promise<()> {
        Box::pin(std::future::ready(Ok(())))
    }
    /// How many look from the seats of a table elsewhere, by the name of the seat.
    fn looks_elsewhere(&self, _table: String) -> Promise<HashMap<String, usize>> {
        Box::pin(std::future::ready(Ok(HashMap::new())))
    }
    /// Somebody here points at something: seats elsewhere get this message. It is kept nowhere.
    fn point(&self, _table: String, _message: String) -> Promise<()> {
        Box::pin(std::future::ready(Ok(())))
    }
    /// Somebody here draws something: other programs are told, who judge whom they show it to. It is kept nowhere.
    fn drag(&self, _table: String, _message: String) -> Promise<()> {
        Box::pin(std::future::ready(Ok(())))
    }
    /// Does it answer?
    fn answers(&self) -> Promise<()>;
    /// Copies everything as it is now to a new place, while others go on: the place in words.
    fn copy(&self) -> Promise<String>;
    /// Tells what other programs do with this store, from now on; none where no other program can have it. It is asked for
    /// where tasks can be started.
    fn elsewhere(&self) -> Option<UnboundedReceiver<Elsewhere>>;
    /// The store in words, without a password.
    fn place(&self) -> String;
}
