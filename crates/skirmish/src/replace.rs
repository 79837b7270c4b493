//! Writing files whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::exit::Fault;

/// A file that will be replaced: its new text is written beside it and takes its place when it is complete.
pub(crate) struct Replacement {
    /// As the person who asked for it named it.
    name: String,
    /// Where it goes.
    target: PathBuf,
    /// What is written first; none for what cannot be replaced, such as a terminal.
    draft: Option<(PathBuf, File)>,
}

impl Replacement {
    /// Makes sure that the file can be written, before there is anything to write.
    pub(crate) fn of(path: &Path) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let unwritable = |error: io::Error| cannot(&name, &error);
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let draft = match target.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                return Err(Fault::with_help(format!("`{name}` is a directory"), "name a file to write"));
            }
            Ok(metadata) if !metadata.is_file() => None,
            _ => Some(draft(&target).map_err(unwritable)?),
        };
        Ok(Self { name, target, draft })
    }

    /// Writes it, and waits until it is on the disk.
    pub(crate) fn write(self, text: &str) -> Result<(), Fault> {
        self.put(text, true)
    }

    /// Writes it without waiting for the disk: after a power cut it may be empty, which whoever reads it must notice.
    pub(crate) fn write_lightly(self, text: &str) -> Result<(), Fault> {
        self.put(text, false)
    }

    fn put(mut self, text: &str, wait: bool) -> Result<(), Fault> {
        let written = match &mut self.draft {
            None => fs::write(&self.target, text),
            Some((path, file)) => file
                .write_all(text.as_bytes())
                .and_then(|()| if wait { file.sync_all() } else { Ok(()) })
                .and_then(|()| fs::rename(path, &self.target))
                .map(|()| {
                    if wait {
                        settle(&self.target)
                    }
                }),
        };
        written.map_err(|error| cannot(&self.name, &error))?;
        self.draft = None;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.draft {
            let _ = fs::remove_file(path);
        }
    }
}

/// Lets the new name reach the disk too, where directories can be written out.
fn settle(target: &Path) {
    let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Writes a file that must not be there yet.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), Fault> {
    let name = path.display().to_string();
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Fault::with_help(format!("`{name}` is already there"), "choose another name, or remove it first")
        }
        _ => cannot(&name, &error),
    })?;
    let written = file.write_all(text.as_bytes());
    written.map_err(|error| {
        let _ = fs::remove_file(path);
        cannot(&name, &error)
    })
}

fn draft(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    for nth in 0..100 {
        let path = target.with_file_name(format!(".{name}.{}-{nth}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Is this the name of a draft, as they are made here?
pub(crate) fn is_draft(name: &str) -> bool {
    let middle = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
    let numbers = middle.and_then(|middle| middle.rsplit_once('.')).map(|(_, numbers)| numbers);
    numbers.and_then(|numbers| numbers.split_once('-')).is_some_and(|(process, nth)| {
        [process, nth].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Why a file cannot be written.
pub(crate) fn cannot(name: &str, error: &io::Error) -> Fault {
    let (why, help) = match error.kind() {
        io::ErrorKind::NotFound => {
            ("there is no such directory".to_owned(), Some("make the directory first".to_owned()))
        }
        io::ErrorKind::PermissionDenied => {
            ("you may not write there".to_owned(), Some("choose another place".to_owned()))
        }
        _ => (error.to_string(), None),
    };
    Fault::Plain { message: format!("cannot write `{name}`: {why}"), help }
}
