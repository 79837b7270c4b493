//! `skirmish recap`: a battle in a few sentences.

use std::path::PathBuf;

use skirmish_wire::recap;

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::wrap::{WIDTH, wrapped};
use crate::{battle_at, interrupt};

/// Tell a battle in a few sentences, to be read aloud: who met whom, who brought whom down, how it ended.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish recap ford.skirmish",
    after_long_help = "\
Examples:
  skirmish recap ford.skirmish             what has happened so far
  skirmish recap ford.skirmish --at 40     up to a point of it

Of each round it tells who was brought down and the heaviest of the other blows. It is told by the game master, who has seen
all of it. `skirmish run FILE` tells every blow, and with --explain every die."
)]
pub(crate) struct Args {
    /// A battle that was played: a save or another transcript.
    #[arg(value_name = "FILE")]
    what: PathBuf,

    /// Up to this point of the transcript: after so many entries, or after a line of the file.
    #[arg(long, value_name = "N|line:N")]
    at: Option<String>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let moment = battle_at::open(&args.what, args.at.as_deref(), None)?;
    out.break_lines_at(WIDTH);
    let battle = &*moment.battle;
    out.line(out.paint().bold(battle.title()));
    for paragraph in recap(battle) {
        out.drawn(format_args!("\n{}", wrapped(&paragraph, WIDTH, 0)));
    }
    Ok(interrupt::or(Exit::Done))
}
