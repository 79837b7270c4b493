//! What is played: an encounter, or a battle that was left.

use std::path::{Path, PathBuf};

use skirmish_kernel::transcript::Content;
use skirmish_kernel::{Battle, Diagnostic, Game, Source, Transcript, words};
use skirmish_shelf::shelf;

use super::keep::{self, Keep};
use super::{Args, own};
use crate::exit::Fault;
use crate::input::{self, Script};
use crate::{diagnose, interrupt, run};

/// A battle on the table.
pub(super) struct Opened {
    pub(super) game: &'static dyn Game,
    pub(super) battle: Box<dyn Battle>,
    /// What the encounter says of itself.
    pub(super) about: Option<String>,
    /// Where it is kept.
    pub(super) keep: Option<Keep>,
    /// The table's settings, as the save has them.
    pub(super) settings: Vec<String>,
    /// What the people at the table should know first.
    pub(super) notices: Vec<String>,
}

pub(super) fn open(args: &Args, what: &Path, terminal: bool) -> Result<Opened, Fault> {
    let source = run::encounter_or_file(what)?;
    if input::is_transcript(&source) {
        return open_transcript(args, what, source, terminal);
    }
    let game = shelf().game_of(&source)?;
    let battle = game.open(&source, args.seed)?;
    let stem = what.file_stem().map_or_else(|| "battle".into(), |stem| stem.to_string_lossy().into_owned());
    let mut notices = Vec::new();
    let keep = match (&args.save, args.no_save) {
        (_, true) => None,
        (Some(path), false) => {
            if path.exists() {
                return Err(Fault::with_help(
                    format!("`{}` is already there", path.display()),
                    format!("go on with it: `skirmish play {}`; or choose another name", path.display()),
                ));
            }
            Some(Keep::of(path)?)
        }
        (None, false) => Some(keep_in_free(&stem, &mut notices)?),
    };
    Ok(Opened { game, battle, about: run::about(&source), keep, settings: Vec::new(), notices })
}

fn keep_in_free(stem: &str, notices: &mut Vec<String>) -> Result<Keep, Fault> {
    let keep = Keep::of_free(stem, "")?;
    let usual = PathBuf::from(format!("{stem}.skirmish"));
    if keep.path() != usual {
        let (usual, typed) = (usual.display(), keep::as_typed(&usual));
        notices.push(format!("{usual} is there already (`skirmish play {typed}` goes on with it)."));
    }
    notices.push(format!("This battle is kept in {}.", keep.path().display()));
    Ok(keep)
}

fn open_transcript(args: &Args, what: &Path, source: Source, terminal: bool) -> Result<Opened, Fault> {
    if args.seed.is_some() {
        let help = "leave --seed away, or play the encounter itself";
        return Err(Fault::with_help("the dice of a saved battle fall from its own seed", help));
    }
    let folder = what.parent();
    let mut notices = Vec::new();
    let mut source = source;
    let mut keep = match (&args.save, args.no_save) {
        (_, true) => None,
        (Some(path), false) => {
            if path.exists() && path.canonicalize().ok() != what.canonicalize().ok() {
                let help = "choose another name, or play that one";
                return Err(Fault::with_help(format!("`{}` is already there", path.display()), help));
            }
            Some(Keep::of(path)?)
        }
        (None, false) if may_be_a_save(&source) => {
            let keep = Keep::of(what)?;
            // Read once more now that nobody else writes it.
            source = input::read(what)?;
            Some(keep)
        }
        (None, false) => None,
    };
    let Played { script, battle, is_whole } = match play_back(source.clone(), folder) {
        Ok(played) => match torn(&source, &played.script.transcript) {
            Some(torn) => recovered(args, what, &source, vec![torn], terminal)?,
            None => played,
        },
        Err(Fault::File(wrong)) if !interrupt::asked() => recovered(args, what, &source, wrong, terminal)?,
        Err(other) => return Err(other),
    };
    // Another file that is named is not there yet.
    let writes_over = keep.is_some() && args.save.as_ref().is_none_or(|path| path.exists());
    if writes_over {
        let is_own = own::looks_like_a_save(&script.transcript);
        match (is_own && (!is_whole || own::has_no_other_comments(&script.transcript, &*battle)), &args.save) {
            (true, _) if is_whole => {}
            (true, _) => notices.push(keep_broken(what, &source)?),
            (false, Some(path)) => {
                let message = format!("`{}` was written by a person, and is not written over", path.display());
                return Err(Fault::with_help(message, "choose another name: --save FILE"));
            }
            (false, None) => keep.take().into_iter().for_each(Keep::release),
        }
    }
    if keep.is_none() && !args.no_save {
        keep = Some(keep_beside(what, &mut notices)?);
    }
    let settings = script.transcript.tables().map(str::to_owned).collect();
    Ok(Opened { game: script.game, battle, about: None, keep, settings, notices })
}

/// Is it worth a closer look? A save that is broken cannot be read before it is mended.
fn may_be_a_save(source: &Source) -> bool {
    Transcript::parse(source).map_or(true, |transcript| own::looks_like_a_save(&transcript))
}

/// What a person has written stays as it is: the battle is kept in another file.
fn keep_beside(written: &Path, notices: &mut Vec<String>) -> Result<Keep, Fault> {
    let keep = Keep::of_free(&written.with_extension("").display().to_string(), "-played")?;
    notices.push(format!("{} stays as it is; this battle is kept in {}.", written.display(), keep.path().display()));
    Ok(keep)
}

/// A battle that was played back.
struct Played {
    script: Script,
    battle: Box<dyn Battle>,
    /// To the last line of the file.
    is_whole: bool,
}

fn play_back(source: Source, folder: Option<&Path>) -> Result<Played, Fault> {
    let script = Script::read(source, folder)?;
    let battle = script.game.replay_until(&script.transcript, &interrupt::shared())?;
    Ok(Played { script, battle, is_whole: true })
}

/// A save whose last line does not end: it may be the beginning of a longer one, which means something else (`to D1` of `to D10`).
fn torn(source: &Source, transcript: &Transcript) -> Option<Diagnostic> {
    if source.text.ends_with('\n') || !own::looks_like_a_save(transcript) {
        return None;
    }
    let wrong =
        transcript.error(transcript.lines().last()?, "this line may have been cut: a save ends each of its lines");
    Some(wrong.help("if it is whole, put an end of line behind it in an editor"))
}

/// Of a save that is broken, what can still be played; if that is wanted.
fn recovered(
    args: &Args,
    what: &Path,
    source: &Source,
    wrong: Vec<Diagnostic>,
    terminal: bool,
) -> Result<Played, Fault> {
    let first_wrong = wrong.first().map_or(0, |wrong| wrong.span.start);
    let Some(good) = last_good(source, first_wrong, what.parent()) else { return Err(Fault::File(wrong)) };
    match args.recover || terminal && agreed(source, &wrong, &good) {
        true => Ok(good.played),
        false => Err(unrecovered(wrong, &good)),
    }
}

/// The longest beginning of a save that can be played.
struct Good {
    played: Played,
    /// Its lines.
    lines: usize,
}

/// Everything before the line that is wrong, though it be the head alone; and before the line before that, if it is wrong as well.
fn last_good(source: &Source, wrong: usize, folder: Option<&Path>) -> Option<Good> {
    const MOST_TRIES: usize = 20;
    let mut end = wrong.min(source.text.len());
    for _ in 0..MOST_TRIES {
        end = source.text.get(..end)?.rfind('\n')?;
        let cut = Source::new(source.name.clone(), &source.text[..=end]);
        match play_back(cut, folder) {
            Ok(played) => {
                let lines = source.text[..=end].matches('\n').count();
                return Some(Good { played: Played { is_whole: false, ..played }, lines });
            }
            Err(Fault::File(wrong)) => end = end.min(wrong.first().map_or(end, |wrong| wrong.span.start)),
            Err(_) => return None,
        }
    }
    None
}

impl Good {
    fn words(&self) -> String {
        let view = self.played.battle.view();
        let last = self.played.script.transcript.lines().iter().rev().find(|line| line.content.is_input());
        let said = match last.map(|line| &line.content) {
            Some(Content::Choice { who, words }) => format!(", after `{who}: {words}`"),
            Some(content) => format!(", after `{content}`"),
            None => String::new(),
        };
        format!("lines 1 to {} can be played: {}{said}", self.lines, view.clock)
    }
}

fn agreed(source: &Source, wrong: &[Diagnostic], good: &Good) -> bool {
    diagnose::report(&Fault::File(wrong.to_vec()));
    eprintln!("{}.", words::visible(&good.words(), 1_000));
    eprint!("Go on from there? {} is kept as a copy. [y/N] ", words::visible(&source.name, 1_000));
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

fn unrecovered(mut wrong: Vec<Diagnostic>, good: &Good) -> Fault {
    let advice = format!("{}; with --recover the battle goes on from there", good.words());
    if let Some(first) = wrong.first_mut() {
        first.help = Some(match first.help.take() {
            Some(help) => format!("{help}. {advice}"),
            None => advice,
        });
    }
    Fault::File(wrong)
}

/// The broken file is not lost: it is kept beside the one that goes on.
fn keep_broken(what: &Path, source: &Source) -> Result<String, Fault> {
    let copy = keep::copy(&what.with_extension("").display().to_string(), "-broken", &source.text)?;
    Ok(format!("The broken save is kept in {}.", copy.display()))
}
