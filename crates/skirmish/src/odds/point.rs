//! Where in a battle one stands.

use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{AwaitedView, Battle, Game, Seen, Source, Viewer};
use skirmish_shelf::shelf;

use super::Args;
use crate::exit::Fault;
use crate::input::{self, Script};
use crate::interrupt;
use crate::playout::find_side;
use crate::run::encounter_or_file;

/// Answers that are filled in before somebody is asked.
const MOST_FILLED_IN: usize = 100_000;

/// A point of a battle, and who looks.
pub(super) struct Point {
    pub(super) game: &'static dyn Game,
    pub(super) battle: Box<dyn Battle>,
    pub(super) viewer: Viewer,
}

impl Point {
    pub(super) fn find(args: &Args) -> Result<Self, Fault> {
        let source = encounter_or_file(&args.what)?;
        let (game, mut battle) = match input::is_transcript(&source) {
            true => transcript(args, source)?,
            false => encounter(args, &source)?,
        };
        if let Some(who) = &args.who {
            until_asked(&mut *battle, who)?;
        }
        if let Some(choice) = args.choice.first() {
            until_possible(&mut *battle, choice);
        }
        let viewer = match args.viewer.as_deref() {
            None | Some("gm") => Viewer::GameMaster,
            Some(side) => {
                let at = find_side(battle.sides(), side)?;
                Viewer::Side(skirmish_kernel::Side(u8::try_from(at).unwrap_or(u8::MAX)))
            }
        };
        let point = Self { game, battle, viewer };
        point.is_open()?;
        Ok(point)
    }

    /// The battle as the viewer looks at it.
    pub(super) fn seen(&self) -> Box<dyn Seen + '_> {
        self.battle.seen_by(self.viewer)
    }

    /// What is awaited here, with the choices that the viewer may know.
    pub(super) fn awaited(&self) -> Option<AwaitedView> {
        self.seen().awaited()
    }

    fn is_open(&self) -> Result<(), Fault> {
        if let Some(outcome) = self.battle.outcome() {
            let help = "name an earlier point: --at N, after so many entries, or --at line:N";
            return Err(Fault::with_help(format!("the battle is over at this point: {outcome}"), help));
        }
        match self.battle.stuck() {
            Some(flaw) => Err(Fault::plain(format!("the rulebook stopped the battle: {flaw}"))),
            None => Ok(()),
        }
    }
}

fn encounter(args: &Args, source: &Source) -> Result<(&'static dyn Game, Box<dyn Battle>), Fault> {
    if args.at.is_some() {
        let help = "play it first: skirmish run ENCOUNTER --out FILE; or say --who NAME";
        return Err(Fault::with_help("--at is a point of a transcript, and this is an encounter", help));
    }
    let game = shelf().game_of(source)?;
    let mut battle = game.open(source, args.seed)?;
    first_question(&mut *battle);
    Ok((game, battle))
}

fn transcript(args: &Args, source: Source) -> Result<(&'static dyn Game, Box<dyn Battle>), Fault> {
    let folder = args.what.parent();
    let Some(at) = args.at.as_deref() else {
        let Script { game, transcript } = Script::read(source, folder)?;
        return Ok((game, game.replay_until(&transcript, &interrupt::shared())?));
    };
    let wrong = || {
        let help =
            "--at 12 is the point after twelve answers and edicts, --at line:30 the one after line 30 of the file";
        Fault::with_help(format!("`{}` is no point of a transcript", short(at)), help)
    };
    if let Some(line) = at.strip_prefix("line:") {
        let line: usize = line.trim().parse().map_err(|_| wrong())?;
        let Script { game, transcript } = Script::read(up_to(source, line)?, folder)?;
        return Ok((game, game.replay_until(&transcript, &interrupt::shared())?));
    }
    let entries: usize = at.parse().map_err(|_| wrong())?;
    let Script { game, transcript } = Script::read(source, folder)?;
    let mut battle = game.replay_until(&transcript, &interrupt::shared())?;
    let all = battle.len();
    if entries > all {
        let message = format!("there is no entry {entries}: the transcript has {all}");
        return Err(Fault::with_help(message, format!("the last point is --at {all}")));
    }
    battle.jump(entries).map_err(|refused| Fault::plain(refused.to_string()))?;
    Ok((game, battle))
}

/// The transcript as far as a line, without policies that would play on from there.
fn up_to(source: Source, line: usize) -> Result<Source, Fault> {
    let lines: Vec<&str> = source.part().lines().collect();
    if line == 0 || line > lines.len() {
        let message = format!("there is no line {line}: {} has {}", source.name, lines.len());
        return Err(Fault::with_help(message, "the lines of a file count from 1"));
    }
    let kept = lines.iter().take(line).map(|line| if line.trim_start().starts_with("play ") { "" } else { line });
    let mut text = kept.collect::<Vec<_>>().join("\n");
    text.push('\n');
    Ok(Source::new(source.name, text))
}

/// Goes on to the first question that has no usual answer.
fn first_question(battle: &mut dyn Battle) {
    for _ in 0..MOST_FILLED_IN {
        let Some(asked) = battle.awaited_in_short() else { return };
        let usual = asked.standing.is_some();
        if battle.roll().is_err() && !(usual && battle.stand().is_ok()) {
            return;
        }
    }
}

/// Goes on until somebody is asked something that has no usual answer.
fn until_asked(battle: &mut dyn Battle, who: &str) -> Result<(), Fault> {
    let names: Vec<String> = battle.view().tokens.into_iter().map(|token| token.name).collect();
    let all = || names.iter().map(String::as_str);
    let Ok(who) = skirmish_kernel::words::complete(who, all()) else {
        let near = nearest(who, all()).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let message = format!("nobody here is called `{}`", short(who));
        return Err(Fault::with_help(message, format!("{near}there are {}", skirmish_kernel::words::list(&names))));
    };
    for _ in 0..MOST_FILLED_IN {
        let Some(asked) = battle.awaited_in_short() else { break };
        if battle.roll().is_ok() {
            continue;
        }
        let first = asked.who.first().map_or("", String::as_str);
        match (asked.who.iter().any(|name| name == who), asked.standing.is_some()) {
            (true, usual) if !(usual && first == who) => return Ok(()),
            (_, true) if battle.stand().is_ok() => {}
            _ if battle.decide_for(first, "plain").is_ok() => {}
            _ => break,
        }
    }
    Err(Fault::plain(format!("{who} is never asked anything any more")))
}

/// Takes usual answers until a choice can be made; where it never can, stays.
fn until_possible(battle: &mut dyn Battle, choice: &str) {
    let mut there = battle.fork();
    let mut taken = 0;
    while there.facts(choice).is_err() {
        if taken >= MOST_FILLED_IN || there.stand().is_err() {
            return;
        }
        taken += 1;
    }
    for _ in 0..taken {
        // What could be taken there can be taken here.
        let _ = battle.stand();
    }
}
