//! The battle on disk, by one program at a time: what is answered is written behind what stands there; where the past has
//! changed, the whole is written anew. Neither is ever there by half.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use skirmish_kernel::{Battle, SavePoint};

use crate::exit::Fault;
use crate::replace::{self, Mark, Replacement};

/// So many answers later it is said again that nothing is kept.
const REMIND_AFTER: usize = 10;

/// A file that the battle is kept in, and the lock that says so.
pub(super) struct Keep {
    path: PathBuf,
    lock: Lock,
    /// What we have written there.
    written: Option<String>,
    /// The file as we have written or found it; none where there was none.
    mark: Option<Mark>,
    /// How many answers stand there, as far as we know.
    answers: Option<usize>,
    /// Why the last attempt failed.
    failed: Option<String>,
    /// After how many answers that was said last.
    warned: usize,
    /// Files that were left for another one, as we have left them.
    former: Vec<(PathBuf, Option<Mark>)>,
    /// The settings in the head of what is written there, and how far it goes; none where it has to be written anew.
    reached: Option<(Vec<String>, SavePoint)>,
    /// Has anything been written behind it since it was written as a whole?
    is_continued: bool,
}

impl Keep {
    /// Takes possession of a file.
    pub(super) fn of(path: &Path) -> Result<Self, Fault> {
        Ok(Self::locked(path, Lock::take(path)?))
    }

    /// Takes possession of the first file of that kind that is not there, and that nobody else is about to write.
    pub(super) fn of_free(stem: &str, tail: &str) -> Result<Self, Fault> {
        for path in names(stem, tail).filter(|path| !is_there(path)) {
            match Lock::take(&path) {
                // Between the look and the lock somebody may have written it and left.
                Ok(lock) if is_there(&path) => lock.release(),
                Ok(lock) => return Ok(Self::locked(&path, lock)),
                Err(Locked::ByOther(_)) => {}
                Err(Locked::Never(fault)) => return Err(fault),
            }
        }
        Err(no_name(stem, tail))
    }

    fn locked(path: &Path, lock: Lock) -> Self {
        sweep(path);
        Self {
            path: path.to_owned(),
            lock,
            written: None,
            mark: Mark::at(path),
            answers: None,
            failed: None,
            warned: 0,
            former: Vec::new(),
            reached: None,
            is_continued: false,
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the battle with the settings of its table: what has been answered since behind what stands there, if that
    /// is all that is different, else the whole.
    pub(super) fn keep(&mut self, battle: &dyn Battle, settings: Vec<String>) -> Result<(), Fault> {
        let reached = self.reached.take().filter(|(known, _)| *known == settings);
        if let Some((settings, mut point)) = reached
            && let Some(more) = battle.save_since(&mut point)
            && self.has_continued(&more, battle.len())
        {
            self.reached = Some((settings, point));
            return Ok(());
        }
        self.write(battle.save_with(&settings), battle.len())?;
        self.is_continued = false;
        if self.failed.is_none() {
            self.reached = Some((settings, battle.save_point()));
        }
        Ok(())
    }

    /// Where anything was written behind what stood there, the next time the whole is written.
    pub(super) fn write_anew(&mut self) {
        if self.is_continued {
            self.reached = None;
        }
    }

    /// Writes something behind what we have written, which still stands there. False where nothing was written so.
    fn has_continued(&mut self, more: &str, answers: usize) -> bool {
        let Some(written) = &mut self.written else { return false };
        if self.mark.is_none() || Mark::at(&self.path) != self.mark {
            return false;
        }
        if !more.is_empty() {
            let Ok(mark) = replace::append(&self.path, written.len() as u64, more) else { return false };
            self.mark = Some(mark);
            written.push_str(more);
            self.is_continued = true;
        }
        (self.answers, self.failed) = (Some(answers), None);
        true
    }

    /// Writes the battle, so many answers, unless it stands there already. What cannot be written now is tried again with
    /// the next answer; the old text stays until the new one is complete.
    pub(super) fn write(&mut self, text: String, answers: usize) -> Result<(), Fault> {
        match self.put(&text) {
            Ok(mark) => {
                (self.written, self.mark, self.answers, self.failed) = (Some(text), mark, Some(answers), None);
                Ok(())
            }
            Err(fault) => {
                let why = fault.message();
                // It is said now and then, not after every answer.
                let news =
                    self.failed.as_deref() != Some(why.as_str()) || answers.abs_diff(self.warned) >= REMIND_AFTER;
                if news {
                    self.warned = answers;
                }
                self.failed = Some(why);
                if news { Err(fault) } else { Ok(()) }
            }
        }
    }

    fn put(&self, text: &str) -> Result<Option<Mark>, Fault> {
        let mark = Mark::at(&self.path);
        let is_changed = mark.is_some() && mark != self.mark;
        if is_changed && !self.written.as_ref().is_some_and(|written| says(&self.path, written)) {
            let path = self.path.display();
            let message = format!("`{path}` has been changed by somebody else, and is not written over");
            return Err(Fault::with_help(message, "keep the battle in another file: `save FILE`"));
        }
        let stands = match &self.written {
            Some(written) => written == text,
            None => says(&self.path, text),
        };
        if mark.is_some() && stands { Ok(mark) } else { Replacement::of(&self.path)?.write_marked(text) }
    }

    /// Why the last answers are not on disk.
    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Why answers of so many are not on disk, and which; nothing if all of them are.
    pub(super) fn lost(&self, answers: usize) -> Option<String> {
        let (why, path) = (self.failed.as_ref()?, self.path.display());
        let Some(kept) = self.answers else { return Some(format!("{why}; nothing has been written to `{path}`")) };
        let lost = match answers.saturating_sub(kept) {
            0 => "what was changed since then is lost".to_owned(),
            1 => "the last answer is lost".to_owned(),
            several => format!("the last {several} answers are lost"),
        };
        Some(format!("{why}; {lost}: `{path}` was written for the last time after answer {kept}"))
    }

    /// Goes on in another file.
    pub(super) fn move_to(&mut self, path: &Path) -> Result<(), Fault> {
        let next = Self::of(path)?;
        let mut old = std::mem::replace(self, next);
        self.former = std::mem::take(&mut old.former);
        self.former.push((old.path, old.mark));
        old.lock.release();
        Ok(())
    }

    /// Is it a file of this battle that was left for another one, and nobody has written to since?
    pub(super) fn has_left(&self, path: &Path) -> bool {
        let mark = Mark::at(path);
        mark.is_some() && self.former.iter().any(|(known, left)| known == path && *left == mark)
    }

    /// Lets go of the file.
    pub(super) fn release(self) {
        self.lock.release();
    }
}

/// A file beside the save that is locked as long as somebody plays. The system frees it when the program dies.
struct Lock {
    path: PathBuf,
    file: File,
}

/// Why there is no lock to be had.
enum Locked {
    /// Somebody else has it.
    ByOther(Fault),
    /// Nobody can have it.
    Never(Fault),
}

impl From<Locked> for Fault {
    fn from(locked: Locked) -> Self {
        match locked {
            Locked::ByOther(fault) | Locked::Never(fault) => fault,
        }
    }
}

impl Lock {
    fn take(save: &Path) -> Result<Self, Locked> {
        let unusable = |error: io::Error| Locked::Never(replace::cannot(&save.display().to_string(), &error));
        // One file, whatever it is called.
        let real = save.canonicalize();
        let real = real.as_deref().unwrap_or(save);
        let name = real.file_name().unwrap_or_default().to_string_lossy();
        let path = real.with_file_name(format!(".{name}.lock"));
        for _ in 0..10 {
            let mut file = crate::lock::open(&path).map_err(unusable)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Locked::ByOther(taken(save, &mut file))),
                // A file system without locks: nothing better can be done.
                Err(TryLockError::Error(_)) => {}
            }
            if !is_still_there(&path, &file) {
                // Whoever held it has just removed it: take the new one.
                continue;
            }
            let _ = file.set_len(0);
            let _ = write!(file, "{}", std::process::id());
            return Ok(Self { path, file });
        }
        Err(Locked::Never(Fault::plain(format!("`{}` cannot be locked", save.display()))))
    }

    /// Removed while it is still locked, so that nobody can take the old one.
    fn release(self) {
        if is_still_there(&self.path, &self.file) {
            let _ = fs::remove_file(&self.path);
        }
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
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    let folder = real.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_draft = |entry: &fs::DirEntry| entry.file_name().to_str().and_then(replace::draft_of) == Some(&*name);
    for entry in entries.flatten().filter(is_draft) {
        let _ = fs::remove_file(entry.path());
    }
}

/// Does the file say just this?
fn says(path: &Path, text: &str) -> bool {
    let is_alike = path.metadata().is_ok_and(|known| known.is_file() && known.len() == text.len() as u64);
    is_alike && fs::read(path).is_ok_and(|known| known == text.as_bytes())
}

#[cfg(unix)]
fn is_still_there(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (path.symlink_metadata(), file.metadata()) {
        (Ok(there), Ok(ours)) => (there.dev(), there.ino()) == (ours.dev(), ours.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &Path, _: &File) -> bool {
    true
}

/// Names of that kind in their order: `duel.skirmish`, `duel-2.skirmish`.
fn names(stem: &str, tail: &str) -> impl Iterator<Item = PathBuf> {
    let start = format!("{stem}{tail}");
    (1..10_000).map(move |nth| {
        PathBuf::from(if nth == 1 { format!("{start}.skirmish") } else { format!("{start}-{nth}.skirmish") })
    })
}

/// Is anything there, be it a link that leads nowhere?
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn no_name(stem: &str, tail: &str) -> Fault {
    let message =
        format!("there are too many files called `{stem}{tail}.skirmish`, `{stem}{tail}-2.skirmish` and so on");
    Fault::with_help(message, "remove some, or name another file: --save FILE")
}

/// A file's name as it is typed behind a command: in quotes where it has to be.
pub(super) fn as_typed(path: &Path) -> String {
    let name = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+,:=@%~".contains(c);
    if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

/// Writes a copy to the first file of that kind that is not there.
pub(super) fn copy(stem: &str, tail: &str, text: &str) -> Result<PathBuf, Fault> {
    for path in names(stem, tail).filter(|path| !is_there(path)) {
        match replace::create_new(&path, text) {
            Ok(()) => return Ok(path),
            // Somebody else has just made it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(replace::cannot(&path.display().to_string(), &error)),
        }
    }
    Err(no_name(stem, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_blanks_is_typed_in_quotes() {
        let typed = |name: &str| as_typed(Path::new(name));
        assert_eq!(typed("duel-2.skirmish"), "duel-2.skirmish");
        assert_eq!(typed("our duel.skirmish"), "'our duel.skirmish'");
        assert_eq!(typed("Ann's.skirmish"), r"'Ann'\''s.skirmish'");
    }

    #[test]
    fn one_program_at_a_time() {
        let folder = std::env::temp_dir().join(format!("skirmish-keep-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.skirmish");
        let mut keep = Keep::of(&path).ok().unwrap();
        let refused = Keep::of(&path).err().unwrap().message();
        assert!(refused.contains("another skirmish"), "{refused}");
        keep.write("skirmish 1\n".into(), 0).ok().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "skirmish 1\n");
        keep.release();
        let keep = Keep::of(&path).ok().unwrap();
        keep.release();
        let left: Vec<_> = fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["a.skirmish"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
