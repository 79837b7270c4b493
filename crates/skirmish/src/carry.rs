//! `skirmish carry`: the people of a battle, for the next one.

use std::path::PathBuf;

use skirmish_kernel::words::{did_you_mean, short};
use skirmish_shelf::party;

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::{battle_at, interrupt, replace};

/// Print the people of a battle as members of a party, with the wounds and the strength that they have left.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish carry ford.skirmish --side heroes --out party.toml",
    after_long_help = "\
Examples:
  skirmish carry ford.skirmish                                    everybody, as the battle has left them
  skirmish carry ford.skirmish --side heroes --out party.toml     one side, into a file
  skirmish carry ford.skirmish --at 40                            as they stood after forty answers and edicts

The next encounter includes the file, and says where they stand, one by one or all around one place:

  include = [\"party.toml\"]

  [[combatant]]
  party = \"heroes\"
  at = \"C3\"

Who rests between the battles does so before, by an edict of the book: go on with the battle (`skirmish play
ford.skirmish`) and say `gm rest Hollis 4`; `help gm` lists all edicts. The dead are left out."
)]
pub(crate) struct Args {
    /// A battle that was played: a save or another transcript.
    #[arg(value_name = "FILE")]
    what: PathBuf,

    /// Only the people of this side.
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,

    /// At this point of the transcript: after so many entries, or after a line of the file.
    #[arg(long, value_name = "N|line:N")]
    at: Option<String>,

    /// Write them to a file, which must not be there yet.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let moment = battle_at::open(&args.what, args.at.as_deref(), None)?;
    let battle = &*moment.battle;
    if let Some(side) = args.side.as_deref().filter(|side| !battle.sides().iter().any(|known| known == side)) {
        let near = did_you_mean(side, battle.sides().iter().map(String::as_str));
        let message = format!("there is no side `{}`{near}", short(side));
        return Err(Fault::with_help(message, format!("the sides are {}", battle.sides().join(", "))));
    }
    let party = party(&moment.encounter, battle, args.side.as_deref())?;
    if party.members.is_empty() {
        return Err(Fault::with_help(
            "nobody is left to be carried into another battle",
            "another side may have people: --side",
        ));
    }
    match &args.out {
        Some(path) => {
            replace::create(path, &party.text)?;
            let who = party.members.join(", ");
            out.line(format_args!("{}: {who}", path.display()));
            party.left.iter().for_each(|(name, why)| out.line(format_args!("not {name}: {why}")));
        }
        None => out.text(&party.text),
    }
    Ok(interrupt::or(Exit::Done))
}
