//! `skirmish new`: an encounter to begin with.

use std::path::PathBuf;

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::{input, replace};

/// Print a commented encounter to begin with.
#[derive(clap::Args)]
#[command(after_help = "Example: skirmish new --out my-fight.toml && skirmish run ./my-fight.toml")]
pub(crate) struct Args {
    /// The game; may be left out where there is only one.
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Write it to a file, which must not be there yet.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let game = input::game(args.game.as_deref())?;
    match &args.out {
        Some(path) => replace::create(path, game.starter())?,
        None => out.text(game.starter()),
    }
    Ok(Exit::Done)
}
