//! What is played: an encounter, or a battle that was left.

use std::path::{Path, PathBuf};

use skirmish_kernel::transcript::Content;
use skirmish_kernel::{Battle, Game, Source, Transcript};
use skirmish_shelf::shelf;

use super::Args;
use super::keep::{self, Keep};
use crate::exit::Fault;
use crate::input::{self, Script};
use crate::{diagnose, run};

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

pub(super) fn open(args: &Args, terminal: bool) -> Result<Opened, Fault> {
    let source = run::encounter_or_file(&args.what)?;
    if input::is_transcript(&source) {
        return open_transcript(args, source, terminal);
    }
    let game = shelf().game_of(&source)?;
    let battle = game.open(&source, args.seed)?;
    let stem = args.what.file_stem().map_or_else(|| "battle".into(), |stem| stem.to_string_lossy().into_owned());
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
        let usual = usual.display();
        notices.push(format!("{usual} is there already (`skirmish play {usual}` goes on with it)."));
    }
    notices.push(format!("This battle is kept in {}.", keep.path().display()));
    Ok(keep)
}

fn open_transcript(args: &Args, source: Source, terminal: bool) -> Result<Opened, Fault> {
    if args.seed.is_some() {
        let help = "leave --seed away, or play the encounter itself";
        return Err(Fault::with_help("the dice of a saved battle fall from its own seed", help));
    }
    let folder = args.what.parent();
    let mut notices = Vec::new();
    // What play has written it goes on writing; what a person has written with care is left alone.
    let ours = source.text.lines().any(|line| line.starts_with("table "));
    let keep = match (&args.save, args.no_save) {
        (_, true) => None,
        (Some(path), false) => {
            if path.exists() && path.canonicalize().ok() != args.what.canonicalize().ok() {
                let help = "choose another name, or play that one";
                return Err(Fault::with_help(format!("`{}` is already there", path.display()), help));
            }
            Some(Keep::of(path)?)
        }
        (None, false) if ours => Some(Keep::of(&args.what)?),
        (None, false) => {
            let stem = args.what.with_extension("");
            let keep = Keep::of_free(&stem.display().to_string(), "-played")?;
            let (what, path) = (args.what.display(), keep.path().display());
            notices.push(format!("{what} stays as it is; this battle is kept in {path}."));
            Some(keep)
        }
    };
    // Read once more now that nobody else writes it.
    let source = if ours { input::read(&args.what)? } else { source };
    let (script, battle) = match play_back(source.clone(), folder) {
        Ok(played) => played,
        Err(Fault::File(wrong)) => {
            let first_wrong = wrong.first().map_or(0, |wrong| wrong.span.start);
            let Some(good) = last_good(&source, first_wrong, folder) else { return Err(Fault::File(wrong)) };
            let goes_on = args.recover || terminal && agreed(&source, &wrong, &good);
            if !goes_on {
                return Err(unrecovered(wrong, &good));
            }
            notices.extend(keep_broken(args, &source)?);
            (good.script, good.battle)
        }
        Err(other) => return Err(other),
    };
    let settings = script.transcript.tables().map(str::to_owned).collect();
    Ok(Opened { game: script.game, battle, about: None, keep, settings, notices })
}

fn play_back(source: Source, folder: Option<&Path>) -> Result<(Script, Box<dyn Battle>), Fault> {
    let script = Script::read(source, folder)?;
    let battle = script.game.replay(&script.transcript)?;
    Ok((script, battle))
}

/// The longest beginning of a save that can be played.
struct Good {
    script: Script,
    battle: Box<dyn Battle>,
    /// Its lines.
    lines: usize,
}

/// Everything before the line that is wrong; and before the line before that, if it is wrong as well.
fn last_good(source: &Source, wrong: usize, folder: Option<&Path>) -> Option<Good> {
    const MOST_TRIES: usize = 20;
    let mut end = wrong.min(source.text.len());
    for _ in 0..MOST_TRIES {
        end = source.text.get(..end)?.rfind('\n')?;
        let cut = Source::new(source.name.clone(), &source.text[..=end]);
        if !Transcript::parse(&cut).is_ok_and(|read| read.lines().iter().any(|line| line.content.is_input())) {
            return None;
        }
        match play_back(cut, folder) {
            Ok((script, battle)) => {
                return Some(Good { script, battle, lines: source.text[..=end].matches('\n').count() });
            }
            Err(Fault::File(wrong)) => end = end.min(wrong.first().map_or(end, |wrong| wrong.span.start)),
            Err(_) => return None,
        }
    }
    None
}

impl Good {
    fn words(&self) -> String {
        let view = self.battle.view(skirmish_kernel::Viewer::GameMaster);
        let last = self.script.transcript.lines().iter().rev().find(|line| line.content.is_input());
        let said = match last.map(|line| &line.content) {
            Some(Content::Choice { who, words }) => format!(", after `{who}: {words}`"),
            Some(content) => format!(", after `{content}`"),
            None => String::new(),
        };
        format!("lines 1 to {} can be played: {}{said}", self.lines, view.clock)
    }
}

fn agreed(source: &Source, wrong: &[skirmish_kernel::Diagnostic], good: &Good) -> bool {
    diagnose::report(&Fault::File(wrong.to_vec()));
    eprintln!("{}.", good.words());
    eprint!("Go on from there? {} is kept as a copy. [y/N] ", source.name);
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

fn unrecovered(mut wrong: Vec<skirmish_kernel::Diagnostic>, good: &Good) -> Fault {
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
fn keep_broken(args: &Args, source: &Source) -> Result<Option<String>, Fault> {
    if args.no_save || args.save.is_some() {
        return Ok(None);
    }
    let copy = keep::copy(&args.what.with_extension("").display().to_string(), "-broken", &source.text)?;
    Ok(Some(format!("The broken save is kept in {}.", copy.display())))
}
