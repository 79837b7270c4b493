//! `skirmish export`: what other programs read.

mod log;
mod outline;
mod picture;
mod scene;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use skirmish_kernel::{Creatures, Exchange, Game, Viewer};
use skirmish_report::csv;
use skirmish_shelf::shelf;

use crate::battle_at::{self, BattleAt};
use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::replace::Replacement;
use crate::{diagnose, interrupt};

/// Write what other programs read: a map as a scene, creatures as a table or as stat blocks, a battle as JSON.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish export duel -o duel.uvtt",
    after_long_help = "\
Examples:
  skirmish export rooftop -o rooftop.uvtt            its map: picture, walls and lights, for other virtual tables
  skirmish export rooftop -o rooftop.csv             who fights, one row for each: a column for each key of the game's files
  skirmish export generia --as csv                   the same of all creatures that come with a game
  skirmish export generia --as text                  their stat blocks, as `skirmish import` reads them
  skirmish export ford.skirmish -o ford.json         what has happened in a battle: dice, rules, what each entry has changed
  skirmish export ford.skirmish --as json --viewer heroes     the same as that side may know it

Without --as the ending of the file says which form: .uvtt and .dd2vtt, .csv, .json, .txt.

A scene of hexes: the Universal VTT format knows squares alone. Picture, walls and lights stand where they belong, a hex as wide as
one square of the format; set the other program's grid to hexagonal rows, odd rows shifted. What a scene cannot say, such as
a fence that is seen through, is in the picture only, and is told on standard error.

docs/export.md describes all four forms."
)]
pub(crate) struct Args {
    /// An embedded encounter, an encounter file, a save or another transcript; for creatures also a game.
    #[arg(value_name = "ENCOUNTER|FILE|GAME")]
    what: PathBuf,

    /// In which form [default: as the ending of --out says].
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,

    /// At this point of a transcript: after so many entries, or after a line of the file.
    #[arg(long, value_name = "N|line:N")]
    at: Option<String>,

    /// Of a log or a map, whose eyes: gm, spectator, a side, or names of creatures of one side with commas between
    /// [default: gm].
    #[arg(long, value_name = "WHO")]
    viewer: Option<String>,

    /// Write it to a file, in the place of what stands there.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// The map as a Universal VTT scene.
    Uvtt,
    /// Creatures as a table with commas.
    Csv,
    /// The log of a battle.
    Json,
    /// Creatures as stat blocks.
    Text,
}

impl Form {
    /// As a file's ending says.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "uvtt" | "dd2vtt" | "df2vtt" => Self::Uvtt,
            "csv" => Self::Csv,
            "json" => Self::Json,
            "txt" => Self::Text,
            _ => return None,
        })
    }
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let form = args.form.or_else(|| Form::of(args.out.as_deref()?)).ok_or_else(|| {
        Fault::with_help("in which form?", "--as uvtt, csv, json or text; or a file with such an ending: -o map.uvtt")
    })?;
    let file = args.out.as_deref().map(Replacement::of).transpose()?;
    let text = match form {
        Form::Csv | Form::Text => {
            let creatures = creatures(args)?;
            if form == Form::Csv { table(&creatures) } else { creatures.blocks.join("\n") }
        }
        Form::Uvtt => scene(args)?,
        Form::Json => log(args)?,
    };
    match file {
        Some(file) => file.write(&text)?,
        None => out.file(&text),
    }
    Ok(interrupt::or(Exit::Done))
}

/// How a game's creatures and maps leave it.
pub(crate) fn exchange(game: &dyn Game) -> Result<&Exchange, Fault> {
    game.exchange().ok_or_else(|| Fault::plain(format!("`{}` has no creatures in files", game.name())))
}

/// The game that is meant, where it is one.
fn game_named(what: &Path) -> Option<&'static dyn Game> {
    shelf().game(what.to_str()?)
}

fn creatures(args: &Args) -> Result<Creatures, Fault> {
    if args.viewer.is_some() {
        let help = "leave --viewer away; a seat's own sheets are in `skirmish play`: sheet NAME";
        return Err(Fault::with_help("sheets are the game master's", help));
    }
    if let Some(game) = game_named(&args.what) {
        return Ok((exchange(game)?.creatures)(None)?);
    }
    let BattleAt { game, encounter, .. } = open(args)?;
    Ok((exchange(game)?.creatures)(Some(&encounter))?)
}

fn open(args: &Args) -> Result<BattleAt, Fault> {
    battle_at::open(&args.what, args.at.as_deref(), None)
}

/// The table: a head, and a row for each creature. Columns in which nobody has anything are left out.
fn table(creatures: &Creatures) -> String {
    let used = |column: &usize| creatures.rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()));
    let columns: Vec<usize> = (0..creatures.columns.len()).filter(used).collect();
    let of = |row: &[String]| csv::line(&columns.iter().filter_map(|at| row.get(*at).cloned()).collect::<Vec<_>>());
    std::iter::once(of(&creatures.columns)).chain(creatures.rows.iter().map(|row| of(row))).collect()
}

fn only_of_battles(args: &Args, what: &str) -> Result<BattleAt, Fault> {
    match game_named(&args.what) {
        Some(game) => {
            let first = game.encounters().first().map_or("ENCOUNTER", |encounter| encounter.name);
            let message = format!("`{}` is a game, and has no {what}", game.name());
            Err(Fault::with_help(
                message,
                format!("name an encounter or a save: {first}; of a game --as csv and --as text are possible"),
            ))
        }
        None => open(args),
    }
}

fn scene(args: &Args) -> Result<String, Fault> {
    let moment = only_of_battles(args, "map")?;
    let viewer = battle_at::viewer(&*moment.battle, args.viewer.as_deref())?;
    let exchange = exchange(moment.game)?;
    let board = moment.battle.seen_by(viewer).view().board;
    // What burns is known to whoever laid the map.
    let lit =
        if viewer == Viewer::GameMaster { (exchange.lit)(&moment.encounter) } else { skirmish_kernel::Lit::default() };
    let scene = scene::Scene { board: &board, walls: exchange.walls, lit: &lit };
    scene.notes().iter().for_each(|note| diagnose::note(note));
    Ok(scene.json())
}

fn log(args: &Args) -> Result<String, Fault> {
    let moment = only_of_battles(args, "log")?;
    if moment.is_new {
        let message = format!("nothing has happened in `{}` yet", args.what.display());
        return Err(Fault::with_help(
            message,
            "play it first: skirmish run ENCOUNTER --out FILE, or skirmish play ENCOUNTER",
        ));
    }
    let viewer = battle_at::viewer(&*moment.battle, args.viewer.as_deref())?;
    Ok(format!("{:#}\n", log::log(&*moment.battle, viewer)))
}
