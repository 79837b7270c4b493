//! `skirmish mcp`: battles for an assistant.

use skirmish_mcp::{Desk, Place, Seat, serve, server, server_at_table};

use crate::exit::{Exit, Fault};
use crate::interrupt;

/// Let an assistant play, explain and simulate battles: a server of the Model Context Protocol on standard input and output.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish mcp",
    after_long_help = "\
Examples:
  skirmish mcp                                          the assistant is a game master, and opens battles as it likes
  skirmish mcp duel --seat water --policy wind=plain    it holds the seat of water in this duel, against a policy
  skirmish mcp evening.skirmish --seat Tarn             it plays Tarn in a battle that was saved
  skirmish mcp --table http://127.0.0.1:8017/join#…     it sits down at a web table, by a seat's link like any player

You do not start it yourself: tell your assistant's program to. Where it reads its servers from JSON, that is

  { \"mcpServers\": { \"skirmish\": { \"command\": \"skirmish\", \"args\": [\"mcp\"] } } }

Whoever holds a seat sees what that side may know, chooses for it alone, opens no other battle and reads no encounter file.
docs/assistants.md leads from here to the first turn."
)]
pub(crate) struct Args {
    /// A battle to lay before it: an encounter by name or file, or a saved battle.
    #[arg(value_name = "ENCOUNTER|FILE")]
    what: Option<String>,

    /// A seat at a web table, by the link that the game master hands out.
    #[arg(long, value_name = "LINK", conflicts_with_all = ["what", "seat", "policy", "seed", "may_undo"])]
    table: Option<String>,

    /// Under which name it sits at the web table.
    #[arg(long, value_name = "NAME", requires = "table", conflicts_with = "what", default_value = "An assistant")]
    name: String,

    /// The seat it holds: a side, or names of creatures with commas between [default: the game master's].
    #[arg(long, value_name = "WHO", requires = "what")]
    seat: Option<String>,

    /// Who is played by a policy, by side or creature. May be repeated.
    #[arg(long, value_name = "WHO=POLICY", requires = "what")]
    policy: Vec<String>,

    /// The seed of the dice [default: of a seat, one that nobody knows; else the encounter's own].
    #[arg(long, value_name = "N", requires = "what", value_parser = crate::whole::any::<u64>())]
    seed: Option<u64>,

    /// Whoever holds the seat may take answers back.
    #[arg(long, requires = "seat")]
    may_undo: bool,
}

pub(crate) fn perform(args: &Args) -> Result<Exit, Fault> {
    let served = match &args.table {
        Some(link) => {
            let seat = Seat::sit(link, &args.name).map_err(|trouble| told(trouble.why, trouble.help))?;
            serve(server_at_table(seat), interrupt::asked)
        }
        None => serve(server(desk(args)?), interrupt::asked),
    };
    served.map_err(Fault::plain)?;
    Ok(interrupt::or(Exit::Done))
}

/// The battles of an assistant, with the one that is to lie before it.
fn desk(args: &Args) -> Result<Desk, Fault> {
    let place = match &args.seat {
        None => Place::GameMaster,
        Some(viewer) => Place::Seat { viewer: viewer.clone(), may_undo: args.may_undo },
    };
    let desk = Desk::new(place);
    if let Some(what) = &args.what {
        let policies = args.policy.iter().map(|said| match said.split_once('=') {
            Some((whom, by)) => Ok((whom.to_owned(), by.to_owned())),
            None => {
                Err(Fault::with_help(format!("`{said}` does not say who is played by whom"), "--policy wind=plain"))
            }
        });
        desk.lay(what, args.seed, policies.collect::<Result<_, _>>()?).map_err(|trouble| {
            match trouble.places.is_empty() {
                true => told(trouble.why, trouble.help),
                false => Fault::plain(trouble.to_string()),
            }
        })?;
    }
    Ok(desk)
}

fn told(why: String, help: Option<String>) -> Fault {
    match help {
        Some(help) => Fault::with_help(why, help),
        None => Fault::plain(why),
    }
}
