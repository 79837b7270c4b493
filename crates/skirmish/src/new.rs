//! `skirmish new`: an encounter to begin with, or a plan of a sweep.

mod bands;

use std::borrow::Cow;
use std::path::PathBuf;

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::{input, replace};

/// Print a commented encounter to begin with, or a plan of a sweep.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  skirmish new elemental-d6 --out my-fight.toml && skirmish run ./my-fight.toml
  skirmish new generia --from \"wolf*2, goblin-fighter against elk\" --out ford.toml && skirmish play ./ford.toml
  skirmish new generia --plan --out my-plan.toml && skirmish sweep my-plan.toml")]
pub(crate) struct Args {
    /// The game; may be left out where there is only one.
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// A plan for `skirmish sweep` instead: it fights one of the game's own encounters as it stands.
    #[arg(long)]
    plan: bool,

    /// Of creatures that come with the game: `wolf*2, goblin-fighter against elk`; without `against` the first kind
    /// stands against the others.
    #[arg(long, value_name = "CREATURES", conflicts_with = "plan")]
    from: Option<String>,

    /// Write it to a file, which must not be there yet.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let game = input::game(args.game.as_deref())?;
    let text = match &args.from {
        Some(creatures) => Cow::Owned(bands::encounter(game, creatures)?),
        None => Cow::Borrowed(if args.plan { game.plan() } else { game.starter() }),
    };
    match &args.out {
        Some(path) => replace::create(path, &text)?,
        None => out.text(&text),
    }
    Ok(Exit::Done)
}
