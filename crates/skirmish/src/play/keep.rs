//! The battle on disk: written whole after every answer, by one program at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::exit::Fault;
use crate::replace::Replacement;

/// A file that the battle is kept in, and the lock that says so.
pub(super) struct Keep {
    path: PathBuf,
    lock: Lock,
    /// What stands there, as far as we know.
    written: String,
    /// Why the last attempt failed.
    failed: Option<String>,
}

impl Keep {
    /// Takes possession of a file.
    pub(super) fn of(path: &Path) -> Result<Self, Fault> {
        let lock = Lock::take(path)?;
        sweep(path);
        Ok(Self { path: path.to_owned(), lock, written: String::new(), failed: None })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the battle, unless it stands there already. What cannot be written now is tried again with the next
    /// answer; the old text stays until the new one is complete.
    pub(super) fn write(&mut self, text: String) -> Result<(), Fault> {
        if self.written == text {
            return Ok(());
        }
        let done = Replacement::of(&self.path).and_then(|file| file.write(&text));
        match done {
            Ok(()) => {
                self.written = text;
                self.failed = None;
                Ok(())
            }
            Err(fault) => {
                let why = fault.message();
                // It is said once, not after every answer.
                let news = self.failed.as_deref() != Some(why.as_str());
                self.failed = Some(why);
                if news { Err(fault) } else { Ok(()) }
            }
        }
    }

    /// Why the last answers are not on disk.
    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Goes on in another file.
    pub(super) fn move_to(&mut self, path: &Path) -> Result<(), Fault> {
        let next = Self::of(path)?;
        let old = std::mem::replace(self, next);
        old.lock.release();
        Ok(())
    }

    /// Lets go of the file.
    pub(super) fn release(self) {
        self.lock.release();
    }
}

/// A file beside the save that is locked as long as somebody plays. The system frees it when the program dies.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    fn take(save: &Path) -> Result<Self, Fault> {
        // One file, whatever it is called.
        let real = save.canonicalize();
        let real = real.as_deref().unwrap_or(save);
        let name = real.file_name().unwrap_or_default().to_string_lossy();
        let path = real.with_file_name(format!(".{name}.lock"));
        for _ in 0..10 {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = file.map_err(|error| crate::replace::cannot(&save.display().to_string(), &error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(taken(save, &mut file)),
                // A file system without locks: nothing better can be done.
                Err(TryLockError::Error(_)) => {}
            }
            if !is_still_there(&path, &file) {
                // Whoever held it has just removed it: take the new one.
                continue;
            }
            let _ = file.set_len(0);
            let _ = write!(file, "{}", std::process::id());
            return Ok(Self { path, _file: file });
        }
        Err(Fault::plain(format!("`{}` cannot be locked", save.display())))
    }

    /// Removed while it is still locked, so that nobody can take the old one.
    fn release(self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn taken(save: &Path, file: &mut File) -> Fault {
    let mut by = String::new();
    let _ = file.take(20).read_to_string(&mut by);
    let by = by.trim().parse::<u32>().map_or(String::new(), |id| format!(" (process {id})"));
    Fault::with_help(
        format!("`{}` is being played by another skirmish{by}", save.display()),
        "leave that one with `quit`, or play another file: --save FILE",
    )
}

/// Whoever was killed while writing has left a draft behind; nobody else writes now.
fn sweep(save: &Path) {
    let real = save.canonicalize().unwrap_or_else(|_| save.to_owned());
    let lead = format!(".{}.", real.file_name().unwrap_or_default().to_string_lossy());
    let folder = real.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_draft = |name: &str| {
        let middle = name.strip_prefix(&lead).and_then(|rest| rest.strip_suffix(".tmp"));
        middle.is_some_and(|middle| middle.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_draft)) {
        let _ = fs::remove_file(entry.path());
    }
}

#[cfg(unix)]
fn is_still_there(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (path.metadata(), file.metadata()) {
        (Ok(there), Ok(ours)) => (there.dev(), there.ino()) == (ours.dev(), ours.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &Path, _: &File) -> bool {
    true
}

/// The first file name of that kind that is not there yet: `duel.skirmish`, `duel-2.skirmish`.
pub(super) fn free_name(stem: &str, tail: &str) -> PathBuf {
    let first = PathBuf::from(format!("{stem}{tail}.skirmish"));
    if !first.exists() {
        return first;
    }
    (2..10_000)
        .map(|nth| PathBuf::from(format!("{stem}{tail}-{nth}.skirmish")))
        .find(|path| !path.exists())
        .unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_program_at_a_time() {
        let folder = std::env::temp_dir().join(format!("skirmish-keep-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.skirmish");
        let mut keep = Keep::of(&path).ok().unwrap();
        let refused = Keep::of(&path).err().unwrap().message();
        assert!(refused.contains("another skirmish"), "{refused}");
        keep.write("skirmish 1\n".into()).ok().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "skirmish 1\n");
        keep.release();
        let keep = Keep::of(&path).ok().unwrap();
        keep.release();
        let left: Vec<_> = fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["a.skirmish"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
