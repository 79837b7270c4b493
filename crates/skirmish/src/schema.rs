//! `skirmish schema`: JSON Schema of a game's files, and of what programs say and are told.

use skirmish_shelf::Files;

use crate::exit::{Exit, Fault};
use crate::input;
use crate::out::Out;

/// Print the JSON Schema of a game's encounter files, of the files that they include, or of the lines of `play --json`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  skirmish schema generia > encounter.schema.json
  skirmish schema generia --included > creatures.schema.json
  skirmish schema --play > play.schema.json")]
pub(crate) struct Args {
    /// The game; may be left out where there is only one.
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Of the files of creatures, gear and members that encounters include.
    #[arg(long)]
    included: bool,

    /// Of what a program says to `skirmish play --json` and is told by it, and by `skirmish state --json`.
    #[arg(long, conflicts_with_all = ["game", "included"])]
    play: bool,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    if args.play {
        out.json(format_args!("{:#}", skirmish_wire::schema()));
        return Ok(Exit::Done);
    }
    let files = if args.included { Files::Included } else { Files::Encounters };
    out.json(format_args!("{:#}", skirmish_shelf::schema(input::game(args.game.as_deref())?, files)));
    Ok(Exit::Done)
}
