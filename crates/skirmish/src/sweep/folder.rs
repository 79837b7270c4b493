//! The folder of a sweep: what is done, and what is written of it.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use skirmish_kernel::words::visible;
use skirmish_report::{Replay, number, replays};
use skirmish_sweep::{Findings, Store, Sweep};

use super::own::{self, Own, REPORT};
use crate::exit::Fault;
use crate::lock;
use crate::replace::{self, Replacement};

/// Of a longer line the beginning is told.
const LONGEST_LINE: usize = 1_000;

/// A folder to write into, which is ours alone as long as we have it.
pub(crate) struct Folder {
    path: PathBuf,
    /// As the person who asked for it named it.
    name: String,
    own: Own,
    /// Held locked; the system lets go of it however we end.
    _lock: File,
}

impl Folder {
    /// Makes it if it is not there, and makes sure that it can be written into, before there is anything to write. A
    /// folder of other things is left alone.
    pub(crate) fn open(path: &Path) -> Result<Self, Fault> {
        let name = path.display().to_string();
        if !is_free(path) && !is_of_a_sweep(path) {
            let message = format!("`{name}` is not empty, and no sweep has written into it");
            return Err(Fault::with_help(message, "name a folder that is new or empty: --out FOLDER"));
        }
        make(&path.join("done"), &name)?;
        let lock = lock(path, &name)?;
        for folder in ["cells", "replays"] {
            make(&path.join(folder), &name)?;
        }
        let own = Own::read(path)?;
        own::remove_drafts(path, &own);
        let mut folder = Self { path: path.to_owned(), name, own, _lock: lock };
        folder.claim(REPORT.map(str::to_owned).to_vec())?;
        for file in REPORT.into_iter().chain(["done/probe"]) {
            Replacement::here(&path.join(file))?;
        }
        Ok(folder)
    }

    /// As the person who asked for it named it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Makes these files ours, before they are written. What stands there already and is not ours stays.
    fn claim(&mut self, names: Vec<String>) -> Result<(), Fault> {
        let is_strange = |name: &&String| !self.own.has(name) && self.path.join(name).symlink_metadata().is_ok();
        if let Some(strange) = names.iter().find(is_strange) {
            let strange = self.path.join(strange);
            let message = format!("`{}` is no file that this sweep has written", strange.display());
            return Err(Fault::with_help(message, "move it away, or write elsewhere: --out FOLDER"));
        }
        self.own.add(names)
    }

    /// Writes a file whole, or not at all.
    pub(crate) fn write(&mut self, file: &str, text: &str) -> Result<(), Fault> {
        self.claim(vec![file.to_owned()])?;
        let path = self.path.join(file);
        if says(&path, text) {
            return Ok(());
        }
        Replacement::here(&path)?.write(text)
    }

    /// Writes the encounter of each cell, and removes those of an earlier plan.
    pub(crate) fn write_cells(&mut self, sweep: &Sweep<'_>) -> Result<(), Fault> {
        let names: Vec<String> = (0..sweep.cells().len()).map(|at| format!("cells/{}.toml", number(at))).collect();
        self.claim(names.clone())?;
        for (cell, name) in sweep.cells().iter().zip(&names) {
            let loaded = sweep.load(cell)?;
            let sides = loaded.fights.sides();
            let by = |side: &String, policy: &String| format!("{side}={policy}");
            let by: Vec<String> = sides.iter().zip(&loaded.policies).map(|(side, policy)| by(side, policy)).collect();
            let told = visible(&by.join(", "), LONGEST_LINE);
            let (path, text) =
                (self.path.join(name), format!("# Policies of this cell: {told}\n{}", loaded.source.text));
            if !says(&path, &text) {
                // A hundred thousand would wait for the disk for an hour, and any of them can be made again.
                Replacement::here(&path)?.write_lightly(&text)?;
            }
        }
        self.sweep_out("cells", &names)
    }

    /// Writes fights to believe it by, and removes those of an earlier plan.
    pub(crate) fn write_replays(&mut self, sweep: &Sweep<'_>, findings: &Findings) -> Result<Vec<Replay>, Fault> {
        let replays = replays(sweep, findings, "replays")?;
        for replay in &replays {
            self.write(&replay.file, &replay.text)?;
        }
        let keep: Vec<String> = replays.iter().map(|replay| replay.file.clone()).collect();
        self.sweep_out("replays", &keep)?;
        Ok(replays)
    }

    /// Removes what an earlier plan has left in a folder: our own files, but these.
    fn sweep_out(&mut self, folder: &str, keep: &[String]) -> Result<(), Fault> {
        let keep: BTreeSet<&str> = keep.iter().map(String::as_str).collect();
        let mut gone = self.own.within(folder);
        gone.retain(|name| !keep.contains(name.as_str()));
        gone.iter().for_each(|name| drop(fs::remove_file(self.path.join(name))));
        self.own.remove(&gone)
    }

    fn done(&self, name: &str) -> PathBuf {
        self.path.join("done").join(format!("{name}.json"))
    }
}

/// Does this stand there already?
fn says(path: &Path, text: &str) -> bool {
    let is_alike = path.symlink_metadata().is_ok_and(|known| known.is_file() && known.len() == text.len() as u64);
    is_alike && fs::read(path).is_ok_and(|known| known == text.as_bytes())
}

/// Is nothing there? A sweep that is killed as it begins leaves an empty `done`.
fn is_free(path: &Path) -> bool {
    let is_empty = |folder: &Path| folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
    match path.read_dir() {
        Ok(mut entries) => {
            entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == "done" && is_empty(&entry.path())))
        }
        // What cannot be made either is said when it is made.
        Err(_) => true,
    }
}

/// Has a sweep been here?
fn is_of_a_sweep(path: &Path) -> bool {
    path.join("done/lock").symlink_metadata().is_ok_and(|lock| lock.is_file())
}

fn make(folder: &Path, name: &str) -> Result<(), Fault> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            let message = format!("`{name}` cannot be a folder: a file is in the way");
            Fault::with_help(message, "say where the results go: --out FOLDER")
        }
        _ => replace::cannot(name, &error),
    })
}

fn lock(path: &Path, name: &str) -> Result<File, Fault> {
    let lock = lock::open(&path.join("done/lock")).map_err(|error| replace::cannot(name, &error))?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message = format!("another sweep is writing into `{name}`");
            Err(Fault::with_help(message, "wait until it is done, or write elsewhere: --out FOLDER"))
        }
        // Where the system has no locks, two sweeps would do the same work and write the same files.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(lock),
    }
}

impl Store for Folder {
    type Error = Fault;

    fn has(&self, name: &str) -> bool {
        self.done(name).is_file()
    }

    fn read(&self, name: &str) -> Option<String> {
        let path = self.done(name);
        path.is_file().then(|| fs::read_to_string(path).ok()).flatten()
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), Fault> {
        // What is not whole is not believed, and fought again.
        Replacement::here(&self.done(name))?.write_lightly(text)
    }
}
