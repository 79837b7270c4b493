//! Writing files whole or not at all, and writing behind what stands in them.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::exit::Fault;
use crate::lock;

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
    /// Makes sure that the file can be written, before there is anything to write. Where the path is a link, the file to
    /// which it leads is the one.
    pub(crate) fn of(path: &Path) -> Result<Self, Fault> {
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match target.metadata() {
            Ok(special) if !special.is_file() && !special.is_dir() => {
                Ok(Self { name: path.display().to_string(), target, draft: None })
            }
            _ => Self::at(path, target),
        }
    }

    /// The same of a name in a folder of ours: a link that stands there is replaced, and what it leads to is not touched.
    pub(crate) fn here(path: &Path) -> Result<Self, Fault> {
        Self::at(path, path.to_owned())
    }

    fn at(path: &Path, target: PathBuf) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let known = target.symlink_metadata().ok();
        if known.as_ref().is_some_and(Metadata::is_dir) {
            return Err(Fault::with_help(format!("`{name}` is a directory"), "name a file to write"));
        }
        let draft = draft(&target, known.filter(Metadata::is_file).as_ref()).map_err(|error| cannot(&name, &error))?;
        Ok(Self { name, target, draft: Some(draft) })
    }

    /// Writes it, and waits until it is on the disk.
    pub(crate) fn write(self, text: &str) -> Result<(), Fault> {
        self.put(text, true).map(drop)
    }

    /// Writes it, waits until it is on the disk, and gives what it is known by from now on.
    pub(crate) fn write_marked(self, text: &str) -> Result<Option<Mark>, Fault> {
        self.put(text, true)
    }

    /// Writes it without waiting for the disk: after a power cut it may be empty, which whoever reads it must notice.
    pub(crate) fn write_lightly(self, text: &str) -> Result<(), Fault> {
        self.put(text, false).map(drop)
    }

    fn put(mut self, text: &str, wait: bool) -> Result<Option<Mark>, Fault> {
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
        let file = self.draft.take().map(|(_, file)| file);
        Ok(file.and_then(|file| file.metadata().ok()).map(|metadata| Mark::of(&metadata)))
    }
}

/// What tells a file from any other, and from what it was before somebody changed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    len: u64,
    changed: Option<SystemTime>,
    /// The device, and the number of the file on it.
    #[cfg(unix)]
    place: (u64, u64),
}

impl Mark {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            len: metadata.len(),
            changed: metadata.modified().ok(),
            #[cfg(unix)]
            place: (metadata.dev(), metadata.ino()),
        }
    }

    /// That of the file at a path; nothing if there is none.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        path.metadata().ok().map(|metadata| Self::of(&metadata))
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.draft {
            let _ = fs::remove_file(path);
        }
    }
}

/// No system cuts a write in two that stays within one page, and none has smaller pages.
const PAGE: u64 = 4096;

/// Writes something behind a file of so many bytes, waits until it is on the disk, and gives what the file is known by
/// from then on. All of it stands there or nothing, whenever the program is killed: it is one write within one page.
///
/// # Errors
/// When it cannot be done so: it does not fit into what is left of the page, the file has another name as well, it may not
/// be written, or the disk is full. Then the file is as it was, and has to be replaced.
pub(crate) fn append(path: &Path, len: u64, more: &str) -> io::Result<Mark> {
    let cannot = || io::Error::from(io::ErrorKind::Unsupported);
    if len / PAGE != (len + more.len() as u64).saturating_sub(1) / PAGE {
        return Err(cannot());
    }
    let mut file = OpenOptions::new().append(true).open(path)?;
    let known = file.metadata()?;
    if !known.is_file() || known.len() != len || lock::has_other_names(&known) {
        return Err(cannot());
    }
    let written = file.write(more.as_bytes())?;
    if written < more.len() || file.sync_data().is_err() {
        file.set_len(len)?;
        return Err(cannot());
    }
    Ok(Mark::of(&file.metadata()?))
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
    create_new(path, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Fault::with_help(format!("`{name}` is already there"), "choose another name, or remove it first")
        }
        _ => cannot(&name, &error),
    })
}

/// The same, with the bare reason.
pub(crate) fn create_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| drop(fs::remove_file(path)))
}

/// A new file beside the target, which nobody may read who may not read the target.
fn draft(target: &Path, known: Option<&Metadata>) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if known.is_some() {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    for nth in 0..100 {
        let path = target.with_file_name(format!(".{name}.{}-{nth}.tmp", std::process::id()));
        match options.open(&path) {
            Ok(file) => {
                if let Some(known) = known {
                    give_mode(&file, known);
                }
                return Ok((path, file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The draft becomes as readable as what it replaces, and no more. Where the system does not let us, it stays its owner's.
#[cfg(unix)]
fn give_mode(draft: &File, known: &Metadata) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let is_of_group = draft.metadata().is_ok_and(|own| own.gid() == known.gid());
    let group = if is_of_group || fchown(draft, None, Some(known.gid())).is_ok() { 0o070 } else { 0 };
    let mode = known.mode() & (0o707 | group);
    let _ = draft.set_permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn give_mode(_: &File, _: &Metadata) {}

/// The name of the file that this is the name of a draft of, if it is one.
pub(crate) fn draft_of(name: &str) -> Option<&str> {
    let (of, numbers) = name.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('.')?;
    let (process, nth) = numbers.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(process) && is_number(nth)).then_some(of)
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
        // Which number the system has for it is no help.
        _ => {
            let why = error.to_string();
            (why.split(" (os error").next().unwrap_or(&why).to_owned(), None)
        }
    };
    Fault::Plain { message: format!("cannot write `{name}`: {why}"), help }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_fits_into_its_page_or_is_not_appended() {
        let path = std::env::temp_dir().join(format!("skirmish-append-{}", std::process::id()));
        let page = usize::try_from(PAGE).unwrap_or(0);
        fs::write(&path, "x".repeat(page - 10)).unwrap();
        let len = |path: &Path| path.metadata().unwrap().len();
        let mark = append(&path, PAGE - 10, "12345\n").unwrap();
        assert_eq!((len(&path), Some(mark)), (PAGE - 4, Mark::at(&path)));
        assert!(append(&path, PAGE - 4, "12345\n").is_err(), "it would reach into the next page");
        assert!(append(&path, PAGE - 5, "1\n").is_err(), "somebody else has written there");
        assert_eq!(len(&path), PAGE - 4);
        append(&path, PAGE - 4, "123\n").unwrap();
        append(&path, PAGE, "next page\n").unwrap();
        assert_eq!(len(&path), PAGE + 10);
        fs::remove_file(&path).unwrap();
    }
}
