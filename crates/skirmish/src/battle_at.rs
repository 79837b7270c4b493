//! A moment of a battle: the beginning of an encounter, or a point of a transcript.

use std::path::Path;

use skirmish_kernel::transcript::Encounter;
use skirmish_kernel::words::short;
use skirmish_kernel::{Battle, Game, Source, Transcript, Viewer};
use skirmish_shelf::shelf;

use crate::exit::Fault;
use crate::input::{self, Script};
use crate::interrupt;
use crate::run::encounter_or_file;

/// A game, and a battle of it with the encounter that it was opened from.
type Played = (&'static dyn Game, Box<dyn Battle>, Source);

/// A battle as it stands at some moment.
pub(crate) struct BattleAt {
    pub(crate) game: &'static dyn Game,
    pub(crate) battle: Box<dyn Battle>,
    /// What it was opened from.
    pub(crate) encounter: Source,
    /// Nothing has been given yet: it is an encounter.
    pub(crate) is_new: bool,
}

/// Opens an encounter, or plays a transcript back: to where it stops, or `at` a point of it.
pub(crate) fn open(what: &Path, at: Option<&str>, seed: Option<u64>) -> Result<BattleAt, Fault> {
    let source = encounter_or_file(what)?;
    if input::is_transcript(&source) {
        let (game, battle, encounter) = transcript(source, what.parent(), at)?;
        return Ok(BattleAt { game, battle, encounter, is_new: false });
    }
    if at.is_some() {
        let help = "play it first: skirmish run ENCOUNTER --out FILE";
        return Err(Fault::with_help("--at is a point of a transcript, and this is an encounter", help));
    }
    let game = shelf().game_of(&source)?;
    Ok(BattleAt { game, battle: game.open(&source, seed)?, encounter: source, is_new: true })
}

/// Whose eyes are meant: without a word, those of the game master.
pub(crate) fn viewer(battle: &dyn Battle, text: Option<&str>) -> Result<Viewer, Fault> {
    let Some(text) = text else { return Ok(Viewer::GameMaster) };
    skirmish_wire::viewer(battle, text).map_err(|why| Fault::plain(format!("--viewer: {why}")))
}

fn transcript(source: Source, folder: Option<&Path>, at: Option<&str>) -> Result<Played, Fault> {
    let play = |source| -> Result<Played, Fault> {
        let Script { game, transcript } = Script::read(source, folder)?;
        let encounter = encounter(game, &transcript);
        Ok((game, game.replay_until(&transcript, &interrupt::shared())?, encounter))
    };
    let Some(at) = at else { return play(source) };
    let wrong = || {
        let help =
            "--at 12 is the point after twelve answers and edicts, --at line:30 the one after line 30 of the file";
        Fault::with_help(format!("`{}` is no point of a transcript", short(at)), help)
    };
    if let Some(line) = at.strip_prefix("line:") {
        let line: usize = line.trim().parse().map_err(|_| wrong())?;
        return play(up_to(source, line)?);
    }
    let entries: usize = at.parse().map_err(|_| wrong())?;
    let (game, mut battle, encounter) = play(source)?;
    let all = battle.len();
    if entries > all {
        let message = format!("there is no entry {entries}: the transcript has {all}");
        return Err(Fault::with_help(message, format!("the last point is --at {all}")));
    }
    battle.jump(entries).map_err(|refused| Fault::plain(refused.to_string()))?;
    Ok((game, battle, encounter))
}

/// The encounter of a transcript that has been read with everything it needs.
pub(crate) fn encounter(game: &dyn Game, transcript: &Transcript) -> Source {
    match transcript.encounter() {
        Encounter::Given(source) => source.clone(),
        Encounter::Named(name) | Encounter::File(name) => {
            let found = game.encounters().iter().find(|encounter| encounter.name == name);
            found.map_or_else(|| Source::new(name.as_str(), ""), |found| Source::new(found.name, found.text))
        }
    }
}

/// The transcript as far as a line, without policies that would play on from there.
fn up_to(source: Source, line: usize) -> Result<Source, Fault> {
    let lines: Vec<&str> = source.part().lines().collect();
    if line == 0 || line > lines.len() {
        let message = format!("there is no line {line}: {} has {}", source.name, lines.len());
        return Err(Fault::with_help(message, "the lines of a file count from 1"));
    }
    if let Some(end) = inside_encounter(&lines, line) {
        let message = format!("line {line} of {} stands in the encounter", source.name);
        return Err(Fault::with_help(message, format!("the battle begins behind it: --at line:{end}")));
    }
    // A line that is meant to be refused is read with what says so.
    let behind = lines[line..].iter().position(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let refused = behind.filter(|at| lines[line + at].trim_start().starts_with("expect refused"));
    let end = refused.map_or(line, |at| line + at + 1);
    let kept = lines.iter().take(end).map(|line| if line.trim_start().starts_with("play ") { "" } else { line });
    let mut text = kept.collect::<Vec<_>>().join("\n");
    text.push('\n');
    Ok(Source::new(source.name, text))
}

/// The line with which the encounter ends in which this one stands; lines count from 1.
fn inside_encounter(lines: &[&str], line: usize) -> Option<usize> {
    let is_fence = |line: &str| line.len() > 2 && line.bytes().all(|byte| byte == b'-');
    let open = |line: &str| line.strip_suffix("encounter").is_some_and(|fence| is_fence(fence.trim_end()));
    let begin = lines.iter().position(|line| open(line.trim_end()))?;
    let fence = lines[begin].split_whitespace().next().unwrap_or_default();
    let end = begin + 1 + lines[begin + 1..].iter().position(|line| line.trim_end() == fence)?;
    (begin < line && line <= end).then_some(end + 1)
}
