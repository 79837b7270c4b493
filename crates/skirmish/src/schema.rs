//! `skirmish schema`: JSON Schema of a game's files.

use crate::exit::{Exit, Fault};
use crate::input;
use crate::out::Out;

/// Print the JSON Schema of a game's encounter files.
#[derive(clap::Args)]
#[command(after_help = "Example: skirmish schema > encounter.schema.json")]
pub(crate) struct Args {
    /// The game; may be left out where there is only one.
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    out.json(format_args!("{:#}", input::game(args.game.as_deref())?.schema()));
    Ok(Exit::Done)
}
