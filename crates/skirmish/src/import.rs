//! `skirmish import`: stat blocks that somebody has typed or copied, as creatures of an encounter file.

use std::path::PathBuf;

use serde_json::{Value, json};
use skirmish_kernel::words::short;
use skirmish_kernel::{Game, Imported, Passage, Reading};

use crate::exit::{Exit, Fault};
use crate::export::exchange;
use crate::out::Out;
use crate::{board, diagnose, input, interrupt, replace};

/// Read stat blocks from a text, and print the creatures as an encounter file has them.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish import bandits.txt --game legacy-of-adventure -o bandits.toml",
    after_long_help = "\
Examples:
  skirmish import bandits.txt --game legacy-of-adventure -o bandits.toml     a file that an encounter includes
  skirmish import bandits.txt --game legacy-of-adventure --fight -o fight.toml     one that fights at once
  skirmish export generia --as text | skirmish import - --game generia       the game's own creatures, there and back
  skirmish import bandits.txt --game generia --strict --json                 for a program

A stat block is a name on a line of its own, and figures below it, each behind its label; an empty line parts creatures:

  Old Wolf
  Strength 9, Agility 10
  Skills: bite 12, evade 10
  Weapons: bite

Labels are those of the game's page, their abbreviations, or the keys of its files (skirmish schema GAME); `Str / Dex 2 / 1` gives
several at once. On standard error stands what each passage was understood as, and what was not understood, with its line and
the reason; what the text leaves out and the game fills in is said as well. What is not understood is in no file.

With --json, one object: {\"kind\":\"import\",\"game\":…,\"toml\":…,\"left\":N,\"creatures\":[{\"name\":…,\"line\":N,\"replaces\":BOOLEAN,
\"filled\":[[KEY,VALUE],…],\"refused\":[WHY,HELP] or null}],\"passages\":[{\"line\":N,\"column\":N,\"text\":…,\"read\":\"understood\",\"key\":…,
\"value\":…} or {…,\"read\":\"left\",\"why\":…,\"help\":…}]}

Exit codes: 0 done; 1 with --strict, when anything was not understood; 2 when there is no creature in it at all."
)]
pub(crate) struct Args {
    /// The text; `-` is standard input.
    #[arg(value_name = "FILE")]
    what: PathBuf,

    /// Whose creatures they are; may be left out where there is only one game.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Let them fight: with a map, the first one against the others, or against another of its kind.
    #[arg(long)]
    fight: bool,

    /// Exit with 1 when anything was not understood.
    #[arg(long)]
    strict: bool,

    /// A JSON object, described in --help.
    #[arg(long)]
    json: bool,

    /// Write the creatures to a file, which must not be there yet.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let game = input::game(args.game.as_deref())?;
    let import = exchange(game)?.import;
    let source = input::plain(&args.what)?;
    let mut imported = import(&source.text);
    if args.fight {
        imported.toml = fight(&imported);
    }
    if args.json {
        out.json(told(game, &imported));
    } else {
        list(&source.name, &imported);
    }
    if !imported.creatures.iter().any(|creature| creature.refused.is_none()) {
        let message = format!("no creature of `{}` is in `{}`", game.name(), source.name);
        let help = format!(
            "a name on a line of its own, figures with labels below it; `skirmish export {} --as text` shows the form",
            game.name()
        );
        return Err(Fault::with_help(message, help));
    }
    match &args.out {
        Some(path) => replace::create(path, &imported.toml)?,
        None if args.json => {}
        None => out.file(&imported.toml),
    }
    let exit = if args.strict && imported.left() > 0 { Exit::Failed } else { Exit::Done };
    Ok(interrupt::or(exit))
}

fn told(game: &dyn Game, imported: &Imported) -> Value {
    let mut told = serde_json::to_value(imported).unwrap_or_else(|_| json!({}));
    told["kind"] = "import".into();
    told["game"] = game.name().into();
    told["left"] = imported.left().into();
    told
}

/// What each line was understood as, and what was not.
fn list(name: &str, imported: &Imported) {
    let say = |text: String| diagnose::note(&text);
    for Passage { line, column, text, read } in &imported.passages {
        let text = short(text);
        match read {
            Reading::Understood { key, value } if value.is_empty() => say(format!("{name}:{line}: `{text}`: no {key}")),
            Reading::Understood { key, value } => say(format!("{name}:{line}: `{text}`: {key} = {value}")),
            Reading::Left { why, help } => {
                let help = if help.is_empty() { String::new() } else { format!(" ({help})") };
                say(format!("{name}:{line}:{column}: NOT UNDERSTOOD: {why}{help}"));
            }
        }
    }
    for creature in &imported.creatures {
        let who = &creature.name;
        if creature.replaces {
            say(format!("{who}: takes the place of the one that comes with the game"));
        }
        match &creature.refused {
            Some((why, help)) => say(format!("{name}:{}: NOT TAKEN: {who}: {why} ({help})", creature.line)),
            None if creature.filled.is_empty() => {}
            None => {
                let filled: Vec<String> = creature.filled.iter().map(|(key, value)| format!("{key} {value}")).collect();
                say(format!("{who}: not in the text, filled in by the game: {}", filled.join(", ")));
            }
        }
    }
    let creatures = imported.creatures.iter().filter(|creature| creature.refused.is_none()).count();
    let left = match imported.left() {
        0 if imported.passages.is_empty() => "the text is empty".to_owned(),
        0 => "everything was understood".to_owned(),
        left => format!("{left} not understood or not taken"),
    };
    say(format!("{creatures} creature{}; {left}", if creatures == 1 { "" } else { "s" }));
}

/// Cells between two in a column, so that the largest find room.
const APART: usize = 5;

/// The most who stand on one side.
const MOST: usize = 16;

/// The same file with a map and combatants: the first against all others.
fn fight(imported: &Imported) -> String {
    let usable = imported.creatures.iter().filter(|creature| creature.refused.is_none());
    let names: Vec<&str> = usable.map(|creature| creature.name.as_str()).collect();
    let Some((first, others)) = names.split_first() else { return imported.toml.clone() };
    let others: Vec<&str> = if others.is_empty() { vec![first] } else { others.iter().copied().take(MOST).collect() };
    let height = 2 + APART * others.len();
    let mut text = format!("{}\n[map]\nwidth = 24\nheight = {height}\n", imported.toml);
    let heroes = [(*first, "heroes", 3, 1)];
    let foes = others.iter().enumerate().map(|(nth, name)| (*name, "foes", 17, 1 + APART * nth));
    for (creature, side, column, row) in heroes.into_iter().chain(foes) {
        // A creature's name may be a word of the notation, or begin with a digit; with the side before it none is.
        let name = format!("{}-{creature}", if side == "heroes" { "H" } else { "F" });
        let at = format!("{}{}", board::letters(column), row + 1);
        text.push_str(&format!(
            "\n[[combatant]]\nname = \"{name}\"\ncreature = \"{creature}\"\nside = \"{side}\"\nat = \"{at}\"\n"
        ));
    }
    text
}
