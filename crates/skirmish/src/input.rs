//! Files that people hand in: read whole, or refused with a reason.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use skirmish_kernel::transcript::{Content, Encounter, Transcript};
use skirmish_kernel::{Diagnostic, Game, Source, words};
use skirmish_shelf::{shelf, with_included};

use crate::exit::Fault;

/// No file of ours is larger than a transcript may be.
const MOST_BYTES: u64 = skirmish_kernel::transcript::MAX_BYTES as u64;

/// Reads a text, named as the person who asked for it named it; an encounter with the files that it includes.
pub(crate) fn read(path: &Path) -> Result<Source, Fault> {
    let source = alone(path)?;
    if is_transcript(&source) {
        return Ok(source);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let included = |path: &str| {
        alone(&folder.join(path)).map_err(|fault| match fault {
            Fault::Plain { message, help } => (message, help.or_else(|| Some(FROM_THE_FOLDER.to_owned()))),
            wrong @ Fault::File(_) => (wrong.message(), None),
        })
    };
    Ok(with_included(&source, included)?)
}

/// Reads a text that is neither an encounter nor a transcript; `-` is standard input.
pub(crate) fn plain(path: &Path) -> Result<Source, Fault> {
    let is_piped = path == Path::new("-");
    let name = if is_piped { "standard input".to_owned() } else { path.display().to_string() };
    let bytes = if is_piped { piped(&name)? } else { bytes(path, &name)? };
    let text = String::from_utf8(bytes)
        .map_err(|error| not_utf8(&name, error.as_bytes(), error.utf8_error().valid_up_to()))?;
    Ok(Source::new(name, text))
}

fn piped(name: &str) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Fault::plain(format!("cannot read {name}: {error}")))?;
    match bytes.len() as u64 {
        len if len > MOST_BYTES => Err(too_large(name, len)),
        _ => Ok(bytes),
    }
}

/// Of a longer path the beginning is told.
const LONGEST_NAME: usize = 1_000;

/// What to do where a file cannot be included.
const FROM_THE_FOLDER: &str = "a path from the folder of this encounter: `party.toml`, `../party.toml`";

fn alone(path: &Path) -> Result<Source, Fault> {
    let name = path.display().to_string();
    let bytes = bytes(path, &name)?;
    let text = String::from_utf8(bytes)
        .map_err(|error| not_utf8(&name, error.as_bytes(), error.utf8_error().valid_up_to()))?;
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let help = "`skirmish new GAME` prints a commented encounter, with --plan a plan of a sweep; `skirmish run duel --out FILE` \
                    writes a transcript";
        return Err(Fault::with_help(format!("`{name}` is empty"), help));
    }
    Ok(Source::new(name, text))
}

fn bytes(path: &Path, name: &str) -> Result<Vec<u8>, Fault> {
    let unreadable = |error: io::Error| why_not(path, name, &error);
    if let Some(kind) = special(path) {
        let help = "a pipe is read as `/dev/stdin`, or as the shell's <(…); copy anything else into a file first";
        return Err(Fault::with_help(format!("`{name}` is no regular file, but {kind}"), help));
    }
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Fault::with_help(format!("`{name}` is a directory"), "name a file in it"));
    }
    if metadata.len() > MOST_BYTES {
        return Err(too_large(name, metadata.len()));
    }
    let mut bytes = Vec::new();
    // What is no regular file does not say how long it is.
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 {
        len if len > MOST_BYTES => Err(too_large(name, len)),
        _ => Ok(bytes),
    }
}

/// What a path leads to, if it is neither a file nor a folder: to open it might mean to wait for ever. Pipes by the names
/// that a shell gives them are meant to be read.
pub(crate) fn special(path: &Path) -> Option<&'static str> {
    let is_meant = path == Path::new("/dev/stdin")
        || ["/dev/fd", "/proc/self/fd"].iter().any(|open| path.parent() == Some(Path::new(open)));
    let kind = path.metadata().ok()?.file_type();
    if is_meant || kind.is_file() || kind.is_dir() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("a device")
}

fn too_large(name: &str, len: u64) -> Fault {
    let message = format!("`{name}` is too large: {len} bytes or more, where {MOST_BYTES} are the most");
    Fault::with_help(message, "what is read here is a short text; is this the right file?")
}

fn why_not(path: &Path, name: &str, error: &io::Error) -> Fault {
    let (why, help) = match error.kind() {
        io::ErrorKind::NotFound => match path.read_link() {
            Ok(to) => (
                format!(
                    "it is a link to `{}`, where nothing is",
                    words::visible(&to.display().to_string(), LONGEST_NAME)
                ),
                Some("remove the link, or make it lead to a file".to_owned()),
            ),
            Err(_) => ("there is no such file".to_owned(), near(path)),
        },
        io::ErrorKind::PermissionDenied => {
            ("you may not read it".to_owned(), Some("ask for its permissions".to_owned()))
        }
        _ => (error.to_string(), None),
    };
    Fault::Plain { message: format!("cannot read `{name}`: {why}"), help }
}

/// The nearest name in the same directory.
fn near(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = parent.read_dir() else {
        return Some(format!("there is no directory `{}` either", parent.display()));
    };
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let near = words::nearest(wanted, names.iter().map(String::as_str))?;
    Some(format!("did you mean `{}`?", path.with_file_name(near).display()))
}

fn not_utf8(name: &str, bytes: &[u8], at: usize) -> Fault {
    let before = &bytes[..at];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    let byte = bytes.get(at).copied().unwrap_or_default();
    let message = format!("{name}:{line}:{column}: not UTF-8: byte {byte:#04x} at offset {at}, in line {line}");
    let help = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16; save it as UTF-8",
        _ => "save it as UTF-8 in your editor, or convert it: iconv -f latin1 -t utf-8",
    };
    Fault::with_help(message, help)
}

/// A transcript with everything it needs, and the game it plays.
pub(crate) struct Script {
    pub(crate) game: &'static dyn Game,
    pub(crate) transcript: Transcript,
}

impl Script {
    /// Reads a transcript; the path of its encounter is relative to `folder`.
    pub(crate) fn read(source: Source, folder: Option<&Path>) -> Result<Self, Fault> {
        let mut transcript = Transcript::parse(&source)?;
        if let Encounter::File(path) = transcript.encounter() {
            let path = folder.unwrap_or(Path::new("")).join(path);
            let supplied = read(&path).map_err(|fault| at_encounter(&transcript, fault))?;
            transcript.supply(supplied);
        }
        let game = shelf().game_of_transcript(&transcript)?;
        Ok(Self { game, transcript })
    }
}

/// What is wrong with the file of an encounter, at the line that names it.
fn at_encounter(transcript: &Transcript, fault: Fault) -> Fault {
    let line = transcript.lines().iter().find(|line| matches!(line.content, Content::File(_)));
    match (line, fault) {
        (Some(line), Fault::Plain { message, help }) => {
            Fault::File(vec![Diagnostic { help, ..transcript.error(line, message) }])
        }
        (_, fault) => fault,
    }
}

/// Is it a transcript rather than an encounter?
pub(crate) fn is_transcript(source: &Source) -> bool {
    let lines = source.part().trim_start_matches('\u{feff}').lines().map(str::trim);
    let first =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| line.split_whitespace()).next();
    first.is_some_and(|mut words| words.next() == Some("skirmish") && words.next().is_some_and(|word| word != "="))
}

/// The game of that name; without one, the only game there is.
pub(crate) fn game(name: Option<&str>) -> Result<&'static dyn Game, Fault> {
    if let Some(name) = name {
        return Ok(shelf().find_game(name)?);
    }
    let all: Vec<&'static dyn Game> = shelf().games().collect();
    match all.as_slice() {
        [only] => Ok(*only),
        several => {
            let names: Vec<String> = several.iter().map(|game| format!("`{}`", game.name())).collect();
            Err(Fault::with_help("for which game?", format!("say which: {}", words::either(&names))))
        }
    }
}
