//! The transcripts that are meant.

use std::io;
use std::path::{Path, PathBuf};

use skirmish_kernel::words::visible;
use skirmish_kernel::{Embedded, Game, Source, Transcript};
use skirmish_shelf::games;

use super::Verdict;
use crate::diagnose;
use crate::exit::Fault;
use crate::input::{self, Script};
use crate::interrupt;

/// How transcripts are called.
const EXTENSION: &str = "skirmish";

/// Of a longer path the beginning is told.
const LONGEST_NAME: usize = 1_000;

/// A transcript to be checked.
pub(super) struct Case {
    /// As it is called in the report.
    pub(super) name: String,
    text: Text,
}

enum Text {
    Embedded(&'static dyn Game, &'static Embedded),
    File(PathBuf),
    /// A folder that cannot be read.
    Lost(String),
}

impl Case {
    /// Plays it.
    pub(super) fn check(&self) -> Verdict {
        let interrupt = interrupt::shared();
        let checked = match &self.text {
            Text::Embedded(game, embedded) => {
                let source = Source::new(self.name.as_str(), embedded.text);
                Transcript::parse(&source)
                    .map_err(Fault::File)
                    .map(|transcript| game.check_until(&transcript, &interrupt))
            }
            Text::File(path) => input::read(path)
                .and_then(|source| no_encounter(path, source))
                .and_then(|source| Script::read(source, path.parent()))
                .map(|script| script.game.check_until(&script.transcript, &interrupt)),
            Text::Lost(why) => Err(Fault::plain(why.as_str())),
        };
        match checked {
            Ok(checked) if checked.interrupted => Verdict::Skipped,
            // No step was begun: its encounter or its head is wrong.
            Ok(checked) if checked.steps == 0 && !checked.passed() => {
                Verdict::Unusable(Fault::File(checked.failures.into_iter().map(|failure| failure.diagnostic).collect()))
            }
            Ok(checked) => Verdict::Played(checked),
            Err(fault) => Verdict::Unusable(fault),
        }
    }
}

/// An encounter is played, not checked.
fn no_encounter(path: &Path, source: Source) -> Result<Source, Fault> {
    if input::is_transcript(&source) || skirmish_kernel::transcript::rulebook_of(source.part()).is_none() {
        return Ok(source);
    }
    let path = path.display();
    Err(Fault::with_help(
        format!("`{path}` is an encounter, not a transcript"),
        format!("play it: `skirmish run {path}` or `skirmish play {path}`; with --out FILE run writes a transcript"),
    ))
}

/// Every transcript that is meant, those of a folder by their names.
pub(super) fn cases(paths: &[PathBuf], embedded: bool) -> Result<Vec<Case>, Fault> {
    let mut cases = Vec::new();
    if embedded {
        for game in games() {
            cases.extend(game.transcripts().iter().map(|embedded| Case {
                name: format!("{}/{}", game.name(), embedded.name),
                text: Text::Embedded(game, embedded),
            }));
        }
    }
    for path in paths {
        if path.is_dir() { walk(path, &mut cases) } else { cases.push(file(path)) }
    }
    if cases.is_empty() {
        let where_ = paths.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(", ");
        let message =
            if paths.is_empty() { "no game brings transcripts".into() } else { format!("no transcripts in {where_}") };
        return Err(Fault::with_help(message, format!("transcripts are files whose names end in `.{EXTENSION}`")));
    }
    Ok(cases)
}

fn file(path: &Path) -> Case {
    Case { name: path.display().to_string(), text: Text::File(path.to_owned()) }
}

/// The transcripts of a folder and of its folders; hidden ones and links to folders are left alone.
fn walk(folder: &Path, cases: &mut Vec<Case>) {
    let entries: io::Result<Vec<_>> = folder.read_dir().and_then(Iterator::collect);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            let name = folder.display().to_string();
            let why = format!("cannot read the folder `{name}`: {error}");
            cases.push(Case { name, text: Text::Lost(why) });
            return;
        }
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !hidden {
            walk(&path, cases);
        } else if !is_folder && path.extension().is_some_and(|extension| extension == EXTENSION) {
            match input::special(&path) {
                None => cases.push(file(&path)),
                Some(kind) => {
                    let name = visible(&path.display().to_string(), LONGEST_NAME);
                    diagnose::note(&format!("`{name}` is passed over: it is no regular file, but {kind}"));
                }
            }
        }
    }
}
