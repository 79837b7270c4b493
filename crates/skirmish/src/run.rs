//! `skirmish run`: plays a battle to its end and tells it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skirmish_kernel::{Battle, Game, Source, Step};
use skirmish_shelf::{Header, shelf};
use skirmish_sim::saved;

use crate::battle_at;
use crate::exit::{Exit, Fault};
use crate::input::{self, Script};
use crate::out::Out;
use crate::playout::{self, Policies, Stopped};
use crate::replace::Replacement;
use crate::story::Story;
use crate::summary::Summary;
use crate::{board, interrupt};

/// Play an encounter to its end and tell it.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish run duel --seed 7 --explain",
    after_long_help = "\
Examples:
  skirmish run duel                              the usual policy for all, the file's own dice
  skirmish run duel --seed 7 --explain           other dice, each number unfolded
  skirmish run duel --policy random --policy wind=plain
  skirmish run duel --policy wind=rollout:50     one side thinks, with 50 sampled fights for each choice
  skirmish run ./my-fight.toml --out fight.skirmish
  skirmish run fight.skirmish                    tells a transcript, and plays it on to its end

A name is an embedded encounter (skirmish encounters) before it is a file; write ./NAME to mean the file.

Behind a line stand the dice that led to it: [attack 5d6>=4 +3: 4 1 6 2 5 = 6] are five dice that count faces of 4 and
more, with 3 added. The same seed gives the same output, byte for byte.

With --json, one object per line:
  {\"kind\":\"battle\",\"game\":…,\"title\":…,\"seed\":…,\"fight\":N,\"sides\":[…],\"policies\":[one for each side]}
  {\"kind\":\"event\"|\"throw\"|\"choice\"|\"edict\",\"step\":N,\"place\":…,\"text\":…,\"detail\":…,\"rules\":[the main one first],
   \"throw\":{\"who\":…,\"dice\":…,\"faces\":[…],\"natural\":N,\"terms\":[[RULE,N,BEARING,NAME],…],\"total\":N,\"score\":N},
   \"choice\":{\"who\":…,\"words\":…}}
  {\"kind\":\"outcome\",\"ended\":\"over\"|\"most-rounds\"|\"interrupted\"|\"stuck\",\"winner\":SIDE or null,\"text\":…,\"rounds\":N,
   \"combatants\":[{\"name\":…,\"side\":…,\"cell\":…,\"able\":…,\"gauges\":[{\"name\":\"hp\",\"value\":N,\"most\":N,\"word\":…}],\"tags\":[…]}]}
`throw` is there for throws only, `choice` for choices, `score` for dice that must not exceed one; BEARING is flat,
dice, least, edge, goal, score or idle. Members may be added, none will be renamed."
)]
pub(crate) struct Args {
    /// An embedded encounter, an encounter file, or a transcript.
    #[arg(value_name = "ENCOUNTER|FILE")]
    what: PathBuf,

    /// Seed of the dice [default: the file's own, else 0].
    #[arg(long, value_name = "N", value_parser = crate::whole::any::<u64>())]
    seed: Option<u64>,

    /// Of the fights of that seed, the one with this number: `skirmish sim` counts them [default: 0].
    #[arg(long, value_name = "N")]
    fight: Option<u64>,

    /// Who chooses: plain, random, greedy, rollout:N or mcts:N; for one side SIDE=plain. May be repeated.
    #[arg(long, value_name = "[SIDE=]POLICY")]
    policy: Vec<String>,

    /// Unfold every line: dice, each modifier with its rule, every rule that was used.
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    /// One JSON object per line, described in --help; the last one is the outcome.
    #[arg(long)]
    json: bool,

    /// Write the battle as a transcript.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Stop after so many rounds, at most 100000: everything that is given is kept, some kilobytes for each round.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = crate::whole::whole::<u32>(0, 100_000))]
    most_rounds: u32,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let (game, mut battle, about) = open(args)?;
    let policies = Policies::read(game, battle.sides(), &args.policy)?;
    let transcript = args.out.as_deref().map(Replacement::of).transpose()?;
    let mut teller = Teller { story: Story::new(game.catalogue(), args.explain), json: args.json, told: 0, last: None };
    teller.begin(game, &*battle, about, &policies, out);
    let stopped = playout::play(&mut *battle, &policies, args.most_rounds, |battle| {
        teller.follow(battle, out);
        // A transcript is wanted even when nobody reads the story.
        transcript.is_some() || !out.is_closed()
    });
    teller.end(&*battle, stopped.clone(), out);
    if let Some(file) = transcript {
        file.write(&saved(&*battle))?;
    }
    match stopped {
        Stopped::Stuck(flaw) => Err(Fault::with_help(
            format!("the rulebook stopped the battle: {flaw}"),
            "this is a flaw of the program; with --out it writes a transcript that shows it",
        )),
        _ => Ok(interrupt::or(Exit::Done)),
    }
}

/// A game and a battle of it, with what is told of its situation.
type Opened = (&'static dyn Game, Box<dyn Battle>, Option<String>);

fn open(args: &Args) -> Result<Opened, Fault> {
    let source = encounter_or_file(&args.what)?;
    if !input::is_transcript(&source) {
        let game = shelf().game_of(&source)?;
        let battle = match args.fight {
            Some(fight) => game.fights(&source, args.seed)?.battle(fight),
            None => game.open(&source, args.seed)?,
        };
        return Ok((game, battle, about(&source)));
    }
    if args.seed.is_some() || args.fight.is_some() {
        let help = "leave --seed and --fight away, or run the encounter itself";
        return Err(Fault::with_help("the dice of a transcript fall from its own seed", help));
    }
    let Script { game, transcript } = Script::read(source, args.what.parent())?;
    let about = about(&battle_at::encounter(game, &transcript));
    Ok((game, game.replay_until(&transcript, &interrupt::shared())?, about))
}

/// What a word on the command line means: an embedded encounter, else a file.
pub(crate) fn encounter_or_file(what: &Path) -> Result<Source, Fault> {
    let missing = match what.to_str().map(|name| shelf().find_encounter(name)) {
        Some(Ok(found)) => return Ok(found.source()),
        Some(Err(missing)) => Some(missing),
        None => None,
    };
    let is_path = what.components().count() > 1 || what.extension().is_some() || what.exists();
    match missing {
        Some(missing) if !is_path => Err(Fault::with_help(
            format!("{}, and no file of that name", missing.message()),
            format!("{} (`skirmish encounters` lists them all)", missing.help()),
        )),
        _ => input::read(what),
    }
}

pub(crate) fn about(source: &Source) -> Option<String> {
    Header::read(source).ok()?.about
}

/// Tells a battle while it is played, for people or for machines.
struct Teller {
    story: Story,
    json: bool,
    /// How many steps have been told, and the last of them.
    told: usize,
    last: Option<Step>,
}

impl Teller {
    fn begin(&self, game: &dyn Game, battle: &dyn Battle, about: Option<String>, policies: &Policies, out: &mut Out) {
        if self.json {
            out.json(json!({
                "kind": "battle", "game": game.name(), "title": battle.title(), "seed": battle.seed(),
                "fight": battle.fight_number(),
                "sides": battle.sides(), "policies": policies.by_side(),
            }));
            return;
        }
        let paint = out.paint();
        out.line(paint.bold(&skirmish_kernel::words::visible(battle.title(), 1_000)));
        let policies = policies.words(battle.sides());
        let fight = match battle.fight_number() {
            0 => String::new(),
            fight => format!(", fight {fight}"),
        };
        out.line(paint.dim(&format!("{}, seed {}{fight}, policy {policies}", game.title(), battle.seed())));
        if let Some(about) = about.filter(|about| !about.is_empty()) {
            out.line(format_args!("\n{}", about.trim_end()));
        }
        // Where everybody stood before anybody did anything.
        let mut first = battle.fork();
        let view = if first.jump(0).is_ok() { first.view() } else { battle.view() };
        for lines in [board::draw(&view, paint), board::roster(&view, paint)] {
            if !lines.is_empty() {
                out.line(format_args!("\n{}", lines.join("\n")));
            }
        }
    }

    /// Tells the steps that are complete. What is told need not be kept: a fight may be long.
    fn follow(&mut self, battle: &mut dyn Battle, out: &mut Out) {
        while let [next, _, ..] = self.untold(battle)[..] {
            self.tell(battle, next, out);
            battle.forget_log(next);
        }
    }

    fn untold(&self, battle: &dyn Battle) -> Vec<Step> {
        let mut steps = battle.steps(self.last);
        steps.retain(|step| Some(*step) != self.last);
        steps
    }

    fn tell(&mut self, battle: &dyn Battle, step: Step, out: &mut Out) {
        for line in battle.log(step) {
            if !self.json {
                self.story.tell(line, out);
            } else if let Ok(Value::Object(mut object)) = serde_json::to_value(&line) {
                object.insert("step".into(), self.told.into());
                out.json(Value::Object(object));
            }
        }
        self.told += 1;
        self.last = Some(step);
    }

    fn end(&mut self, battle: &dyn Battle, stopped: Stopped, out: &mut Out) {
        for step in self.untold(battle) {
            self.tell(battle, step, out);
        }
        let summary = Summary::of(battle, stopped);
        if self.json {
            out.json(summary.json());
        } else {
            self.story.rest(out);
            out.line(format_args!("\n{}", summary.lines(out.paint()).join("\n")));
        }
    }
}
