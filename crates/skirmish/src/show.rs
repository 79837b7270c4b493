//! `skirmish show`: an embedded encounter as a file.

use skirmish_shelf::find_encounter;

use crate::exit::{Exit, Fault};
use crate::out::Out;

/// Print an embedded encounter.
#[derive(clap::Args)]
#[command(after_help = "Example: skirmish show duel > my-duel.toml")]
pub(crate) struct Args {
    /// Its name, or GAME/NAME.
    #[arg(value_name = "ENCOUNTER")]
    name: String,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    out.text(find_encounter(&args.name)?.encounter.text);
    Ok(Exit::Done)
}
