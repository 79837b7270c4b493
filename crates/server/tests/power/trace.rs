//! What a server did with its store and whom it told what, read from strace's record.

use std::collections::HashMap;
use std::path::Path;

/// One thing that happened, in order.
pub enum Event {
    /// A file was made in the folder of the store.
    Created(String),
    Unlinked(String),
    /// Bytes were written; nobody knows when they reach the disk.
    Write {
        name: String,
        at: usize,
        bytes: Vec<u8>,
    },
    /// A file got another length, likewise.
    Length {
        name: String,
        bytes: usize,
    },
    /// Everything that was written to it before is on the disk.
    Synced(String),
    /// Names are as they are now.
    FolderSynced,
    /// Somebody was told of this.
    Told(String),
}

impl Event {
    pub fn words(&self) -> String {
        match self {
            Self::Created(name) => format!("{name} is made"),
            Self::Unlinked(name) => format!("{name} is taken away"),
            Self::Write { name, at, bytes } => format!("{} bytes into {name} at {at}", bytes.len()),
            Self::Length { name, bytes } => format!("{name} is {bytes} long"),
            Self::Synced(name) => format!("{name} is on the disk"),
            Self::FolderSynced => "the folder is on the disk".into(),
            Self::Told(what) => format!("`{what}` is told"),
        }
    }
}

/// Reads a record; what happens outside the folder is nobody's business, but for what goes out on a socket.
pub fn read(record: &Path, folder: &Path) -> Vec<Event> {
    let text = std::fs::read_to_string(record).expect("strace has written its record");
    let folder = format!("{}/", folder.to_str().expect("a name in UTF-8"));
    let mut events = Vec::new();
    // Calls of threads that were interrupted by another thread's line.
    let mut begun: HashMap<&str, String> = HashMap::new();
    for line in text.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let rest = rest.trim_start();
        if let Some(start) = rest.strip_suffix(" <unfinished ...>") {
            // What goes out counts from its beginning, what is waited for when the wait is over.
            if !is_sync(start) {
                events.extend(event(start, &folder));
            }
            begun.insert(thread, start.to_owned());
        } else if rest.starts_with("<... ") {
            let Some(start) = begun.remove(thread) else { continue };
            if is_sync(&start) && rest.contains(" = 0") {
                events.extend(event(&start, &folder));
            }
        } else if !rest.contains(" = -1 ") {
            events.extend(event(rest, &folder));
        }
    }
    events
}

fn is_sync(call: &str) -> bool {
    call.starts_with("fsync(") || call.starts_with("fdatasync(")
}

fn event(call: &str, folder: &str) -> Option<Event> {
    let (what, arguments) = call.split_once('(')?;
    match what {
        "openat" => {
            let name = strings(arguments).into_iter().next().and_then(|path| name_in(&path, folder))?;
            arguments.contains("O_CREAT").then_some(Event::Created(name))
        }
        "unlink" => Some(Event::Unlinked(name_in(&strings(arguments).concat(), folder)?)),
        "pwrite64" => {
            let name = name_in(&file_of(arguments)?, folder)?;
            let (_, end) = arguments.rsplit_once("\", ")?;
            let at = end.split(", ").nth(1)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
            Some(Event::Write { name, at, bytes: strings(arguments).concat() })
        }
        "ftruncate" => {
            let name = name_in(&file_of(arguments)?, folder)?;
            let (_, length) = arguments.split_once(">, ")?;
            Some(Event::Length { name, bytes: length.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()? })
        }
        "fsync" | "fdatasync" => {
            let path = file_of(arguments)?;
            if [path.as_slice(), b"/"].concat() == folder.as_bytes() {
                return Some(Event::FolderSynced);
            }
            Some(Event::Synced(name_in(&path, folder)?))
        }
        "write" | "writev" | "sendto" | "sendmsg" => {
            let written = file_of(arguments).and_then(|path| name_in(&path, folder));
            assert!(written.is_none(), "a file of the store is written where this does not look: {what}");
            told(&strings(arguments).concat())
        }
        "rename" | "fallocate" => {
            let all = strings(arguments).into_iter().chain(file_of(arguments));
            assert!(all.into_iter().all(|path| name_in(&path, folder).is_none()), "nobody knows what {what} does here");
            None
        }
        _ => None,
    }
}

/// What somebody is told by these bytes.
fn told(bytes: &[u8]) -> Option<Event> {
    let text = String::from_utf8_lossy(bytes);
    if text.contains(r#""recovery":"#) {
        return Some(Event::Told("laid".into()));
    }
    let (_, id) = text.split_once(r#""id":"note "#)?;
    let is_done = text.contains(r#""kind":"done""#);
    is_done.then(|| Event::Told(format!("note {}", id.split('"').next().unwrap_or_default())))
}

/// The name of a file in the folder.
fn name_in(path: &[u8], folder: &str) -> Option<String> {
    let name = std::str::from_utf8(path).ok()?.strip_prefix(folder)?;
    name.starts_with("tables.db").then(|| name.to_owned())
}

/// The path of a call's first argument, a file that is open: `12<…>`.
fn file_of(arguments: &str) -> Option<Vec<u8>> {
    let (_, rest) = arguments.split_once('<')?;
    Some(bytes(rest.split_once('>')?.0))
}

/// The texts of a call.
fn strings(arguments: &str) -> Vec<Vec<u8>> {
    arguments.split('"').skip(1).step_by(2).map(bytes).collect()
}

/// `\x61\x62`.
fn bytes(hex: &str) -> Vec<u8> {
    hex.split("\\x").skip(1).filter_map(|byte| u8::from_str_radix(byte.get(..2)?, 16).ok()).collect()
}
