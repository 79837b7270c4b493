//! The folder of a sweep: what is done, and what is written of it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use skirmish_sweep::{Store, Sweep};

use crate::exit::Fault;
use crate::replace::{self, Replacement};

/// A folder to write into, which is ours alone as long as we have it.
pub(crate) struct Folder {
    path: PathBuf,
    /// As the person who asked for it named it.
    name: String,
    /// Held locked; the system lets go of it however we end.
    _lock: File,
}

impl Folder {
    /// Makes it if it is not there, and makes sure that it can be written into, before there is anything to write.
    pub(crate) fn open(path: &Path) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let unusable = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                let message = format!("`{name}` cannot be a folder: a file is in the way");
                Fault::with_help(message, "say where the results go: --out FOLDER")
            }
            _ => replace::cannot(&name, &error),
        };
        for folder in [path.to_owned(), path.join("done"), path.join("cells"), path.join("replays")] {
            fs::create_dir_all(folder).map_err(unusable)?;
        }
        let lock = File::create(path.join("done/lock")).map_err(unusable)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let message = format!("another sweep is writing into `{name}`");
                return Err(Fault::with_help(message, "wait until it is done, or write elsewhere: --out FOLDER"));
            }
            // Where the system has no locks, two sweeps would do the same work and write the same files.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        remove_drafts(path);
        for file in ["report.html", "cells.csv", "cells.json", "done/probe"] {
            Replacement::of(&path.join(file))?;
        }
        Ok(Self { path: path.to_owned(), name, _lock: lock })
    }

    /// As the person who asked for it named it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Writes a file whole, or not at all.
    pub(crate) fn write(&self, file: &str, text: &str) -> Result<(), Fault> {
        let path = self.path.join(file);
        if fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
            return Ok(());
        }
        Replacement::of(&path)?.write(text)
    }

    /// Writes the encounter of each cell, and removes those of an earlier plan.
    pub(crate) fn write_cells(&self, sweep: &Sweep<'_>) -> Result<(), Fault> {
        let mut names = Vec::new();
        for (at, cell) in sweep.cells().iter().enumerate() {
            let name = format!("{}.toml", number(at));
            let (path, text) = (self.path.join("cells").join(&name), sweep.load(cell)?.source.text);
            if !fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
                // A hundred thousand would wait for the disk for an hour, and any of them can be made again.
                Replacement::of(&path)?.write_lightly(&text)?;
            }
            names.push(name);
        }
        self.sweep_out("cells", &names);
        Ok(())
    }

    /// Removes what an earlier plan has left in a folder: files whose names begin with a number, but these.
    pub(crate) fn sweep_out(&self, folder: &str, keep: &[String]) {
        let Ok(entries) = self.path.join(folder).read_dir() else { return };
        let keep: std::collections::BTreeSet<&str> = keep.iter().map(String::as_str).collect();
        for name in entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()) {
            let ours = name.bytes().take(4).filter(u8::is_ascii_digit).count() == 4;
            if ours && !keep.contains(name.as_str()) {
                let _ = fs::remove_file(self.path.join(folder).join(name));
            }
        }
    }

    fn done(&self, name: &str) -> PathBuf {
        self.path.join("done").join(format!("{name}.json"))
    }
}

/// Removes what a sweep that was killed in the middle of a file has left behind: nobody else writes here now.
fn remove_drafts(path: &Path) {
    for folder in [path.to_owned(), path.join("done"), path.join("cells"), path.join("replays")] {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        for name in entries.filter_map(|entry| entry.file_name().into_string().ok()) {
            if replace::is_draft(&name) {
                let _ = fs::remove_file(folder.join(name));
            }
        }
    }
}

/// The number of a cell, as its files have it: `0001` is the first.
pub(crate) fn number(cell: usize) -> String {
    format!("{:04}", cell.saturating_add(1))
}

impl Store for Folder {
    type Error = Fault;

    fn has(&self, name: &str) -> bool {
        self.done(name).is_file()
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.done(name)).ok()
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), Fault> {
        // What is not whole is not believed, and fought again.
        Replacement::of(&self.done(name))?.write_lightly(text)
    }
}

/// This program: its version and what it is made of. Another one may play by other rules.
pub(crate) fn program() -> String {
    let own = std::env::current_exe().and_then(fs::read).map(|bytes| fingerprint(&bytes));
    format!("{} {}", env!("CARGO_PKG_VERSION"), own.map_or_else(|_| "unknown".into(), |own| format!("{own:016x}")))
}

/// Eight bytes at a time: it must tell builds apart, not withstand anybody.
fn fingerprint(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    let mix = |hash: u64, chunk: &[u8]| (hash ^ word(chunk)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    bytes.chunks(8).fold(bytes.len() as u64, mix)
}
