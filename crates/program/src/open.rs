//! Battles and encounters by name, by file, or from a text.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use skirmish_kernel::transcript::{Encounter, MAX_BYTES, Transcript};
use skirmish_kernel::{Battle, Fights, Game, Source};
use skirmish_shelf::{shelf, with_included};

use crate::Trouble;

/// A battle, and the game it plays.
pub struct Opened {
    /// The game.
    pub game: &'static dyn Game,
    /// The battle.
    pub battle: Box<dyn Battle>,
}

/// Opens an embedded encounter by its name (`duel`, `elemental-d6/duel`), or a file: an encounter, or a battle that was
/// saved. `seed` overrides that of an encounter.
///
/// # Errors
/// The nearest name; everything wrong with a file.
pub fn open(what: &str, seed: Option<u64>) -> Result<Opened, Trouble> {
    of_source(source_of(what)?, folder_of(what), seed)
}

/// Opens what stands in a text: an encounter or a saved battle. `name` is how complaints call it; no file is read.
///
/// # Errors
/// Everything wrong with it.
pub fn open_text(name: &str, text: &str, seed: Option<u64>) -> Result<Opened, Trouble> {
    of_source(Source::new(name, text), None, seed)
}

/// Sets an encounter up to be fought many times.
///
/// # Errors
/// As for [`open`]; a saved battle is one fight, and is refused.
pub fn fights(source: &Source, seed: Option<u64>) -> Result<Box<dyn Fights>, Trouble> {
    if is_transcript(source) {
        let why = "a saved battle is one fight, and cannot be fought many times";
        return Err(Trouble::because(why).help("name the encounter that it plays"));
    }
    Ok(shelf().game_of(source)?.fights(source, seed)?)
}

/// The text behind a name or a path.
///
/// # Errors
/// The nearest name; why a file cannot be read.
pub fn source_of(what: &str) -> Result<Source, Trouble> {
    match shelf().find_encounter(what) {
        Ok(found) => Ok(found.source()),
        Err(missing) => {
            let path = Path::new(what);
            let is_path = path.extension().is_some() || path.exists();
            if is_path { read(path) } else { Err(missing.into()) }
        }
    }
}

/// Reads a file, an encounter with what it includes.
///
/// # Errors
/// Why it cannot be read.
pub fn read(path: &Path) -> Result<Source, Trouble> {
    let source = alone(path)?;
    if is_transcript(&source) {
        return Ok(source);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(with_included(&source, |path| alone(&folder.join(path)).map_err(|no| (no.why, no.help)))?)
}

fn alone(path: &Path) -> Result<Source, Trouble> {
    let name = path.display().to_string();
    let cannot = |why: &str| Trouble::because(format!("cannot read `{name}`: {why}"));
    let about = path.metadata().map_err(|error| cannot(&error.to_string()))?;
    if !about.is_file() {
        return Err(cannot("it is no regular file"));
    }
    let most = MAX_BYTES as u64;
    let mut bytes = Vec::new();
    // Not every regular file says how long it is: some of those in `/proc` have no length, no end, and come by eight bytes.
    if about.len() <= most {
        let read = File::open(path).and_then(|file| file.take(most + 8).read_to_end(&mut bytes));
        read.map_err(|error| cannot(&error.to_string()))?;
    }
    if about.len().max(bytes.len() as u64) > most {
        return Err(cannot("it is too large").help(format!("{MAX_BYTES} bytes are the most")));
    }
    let text = String::from_utf8(bytes).map_err(|_| cannot("it is no UTF-8 text"))?;
    Ok(Source::new(name, text))
}

fn folder_of(what: &str) -> Option<&Path> {
    Path::new(what).parent()
}

fn of_source(source: Source, folder: Option<&Path>, seed: Option<u64>) -> Result<Opened, Trouble> {
    if !is_transcript(&source) {
        let game = shelf().game_of(&source)?;
        return Ok(Opened { game, battle: game.open(&source, seed)? });
    }
    if seed.is_some() {
        return Err(Trouble::because("a saved battle has its own seed").help("leave `seed` away"));
    }
    let mut transcript = Transcript::parse(&source)?;
    if let (Encounter::File(path), Some(folder)) = (transcript.encounter(), folder) {
        transcript.supply(read(&folder.join(path))?);
    }
    let game = shelf().game_of_transcript(&transcript)?;
    Ok(Opened { game, battle: game.replay(&transcript)? })
}

/// Is it a transcript rather than an encounter? Its first line that is no comment is `skirmish` and a version.
#[must_use]
pub fn is_transcript(source: &Source) -> bool {
    let lines = source.part().trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::split_whitespace).next();
    first.is_some_and(|mut words| words.next() == Some("skirmish") && words.next().is_some_and(|word| word != "="))
}
