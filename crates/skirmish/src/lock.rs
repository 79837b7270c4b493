//! Files that are locked to say that somebody works here.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek};
use std::path::Path;

/// The id of a process has no more digits.
const MOST_DIGITS: u64 = 20;

/// Opens the file that is to be locked, or makes it. A link is not followed, and nothing is emptied or written: what
/// stands there may be somebody else's.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let strange = || {
        let name = path.display();
        io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` is no lock file of skirmish; move it away"))
    };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return Err(strange());
    }
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let mut file = options.open(path)?;
    if is_ours(&mut file)? { Ok(file) } else { Err(strange()) }
}

/// A lock file is a plain file under one name, and empty but for the id of a process.
fn is_ours(file: &mut File) -> io::Result<bool> {
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() > MOST_DIGITS || has_other_names(&metadata) {
        return Ok(false);
    }
    let mut text = Vec::new();
    file.take(MOST_DIGITS).read_to_end(&mut text)?;
    file.rewind()?;
    Ok(text.iter().all(u8::is_ascii_digit))
}

/// Is it the same file as another one, by another name?
#[cfg(unix)]
pub(crate) fn has_other_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_files_like_ours_are_opened() {
        let folder = std::env::temp_dir().join(format!("skirmish-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("lock");
        for text in ["", "4711"] {
            fs::write(&path, text).unwrap();
            open(&path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "my diary").unwrap();
        assert!(open(&path).unwrap_err().to_string().contains("move it away"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "my diary");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", folder.join("link")).unwrap();
            assert!(open(&folder.join("link")).is_err() && !folder.join("nowhere").exists());
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
