//! `skirmish games`: which games there are, and what works in each of them.

mod at_table;
mod chances;
mod lists;
mod trial;
mod verbs;

use serde_json::{Value, json};
use skirmish_kernel::Game;
use skirmish_shelf::shelf;
use skirmish_sim::each;

use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;
use crate::progress::Progress;
use trial::Trial;

/// List the games; with --table, try in each of them what the program can do.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish games --table",
    after_long_help = "\
Examples:
  skirmish games             the games, and where each is published
  skirmish games --table     what works in which game: each mark is tried out now

With --table every feature is tried in every published game: on two creatures side by side, and on the encounter that
`skirmish new GAME` prints. What fails is told with the reason, and the exit code is 1. It writes into a temporary folder, which is
removed again.

With --json, a list of {\"name\":…,\"title\":…,\"credit\":…,\"example\":BOOLEAN,\"rules\":N,\"encounters\":N,\"transcripts\":N};
with --table each has \"features\":[{\"group\":…,\"feature\":…,\"works\":BOOLEAN,\"why\":REASON or null}] besides."
)]
pub(crate) struct Args {
    /// Try everything in every game, and print what works.
    #[arg(long)]
    table: bool,

    /// A JSON list, described in --help.
    #[arg(long)]
    json: bool,
}

/// What came of trying something: why it does not work.
type Tried = Result<(), String>;

/// Something that the program can do.
struct Feature {
    name: &'static str,
    attempt: fn(&Trial) -> Tried,
}

/// Features that belong together.
struct Group {
    name: &'static str,
    features: &'static [Feature],
}

const GROUPS: [Group; 4] = [at_table::GROUP, chances::GROUP, verbs::GROUP, lists::GROUP];

/// A game, and what came of each feature, in the order of the groups.
struct Column {
    game: &'static dyn Game,
    tried: Vec<Tried>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let games: Vec<&'static dyn Game> = shelf().games().collect();
    if !args.table {
        if args.json {
            out.json(games.iter().map(|game| about(*game)).collect::<Value>());
        } else {
            list(&games, out);
        }
        return Ok(Exit::Done);
    }
    // An example has what its page builds, and no more.
    let games: Vec<&'static dyn Game> = games.into_iter().filter(|game| !game.is_example()).collect();
    let progress = Progress::new((games.len() * features().count()) as u64);
    let columns: Vec<Column> =
        progress.show(|| each(games, |game| column(game, &progress))).into_iter().collect::<Result<_, _>>()?;
    if interrupt::asked() {
        return Ok(Exit::Interrupted);
    }
    if args.json {
        out.json(columns.iter().map(told).collect::<Value>());
    } else {
        table(&columns, out);
    }
    let works = columns.iter().all(|column| column.tried.iter().all(Result::is_ok));
    Ok(if works { Exit::Done } else { Exit::Failed })
}

/// Every feature with the name of its group.
fn features() -> impl Iterator<Item = (&'static str, &'static Feature)> {
    GROUPS.iter().flat_map(|group| group.features.iter().map(|feature| (group.name, feature)))
}

/// Tries everything in one game.
fn column(game: &'static dyn Game, progress: &Progress) -> Result<Column, Fault> {
    let trial = Trial::of(game)?;
    let attempt = |(_, feature): (&str, &Feature)| {
        let tried = match interrupt::asked() {
            true => Err("interrupted".to_owned()),
            false => (feature.attempt)(&trial),
        };
        progress.tick();
        tried
    };
    Ok(Column { game, tried: features().map(attempt).collect() })
}

fn about(game: &dyn Game) -> Value {
    json!({
        "name": game.name(), "title": game.title(), "credit": game.credit(), "example": game.is_example(),
        "rules": game.catalogue().rules.len(), "encounters": game.encounters().len(),
        "transcripts": game.transcripts().len(),
    })
}

fn told(column: &Column) -> Value {
    let mut all = about(column.game);
    let row = |((group, feature), tried): ((&str, &Feature), &Tried)| json!({ "group": group, "feature": feature.name, "works": tried.is_ok(), "why": tried.as_ref().err() });
    all["features"] = features().zip(&column.tried).map(row).collect();
    all
}

fn list(games: &[&'static dyn Game], out: &mut Out) {
    let width = games.iter().map(|game| game.name().len()).max().unwrap_or(0);
    for game in games {
        let name = out.paint().bold(&format!("{:<width$}", game.name()));
        let example = if game.is_example() { "an example; " } else { "" };
        let (rules, encounters) = (game.catalogue().rules.len(), game.encounters().len());
        let credit = out.paint().dim(game.credit());
        out.line(format_args!("{name}  {}  {example}{rules} rules, {encounters} encounters  {credit}", game.title()));
    }
}

/// Features down, games across by number.
fn table(columns: &[Column], out: &mut Out) {
    for (number, column) in (1..).zip(columns) {
        out.line(format_args!("{number}  {}", column.game.title()));
    }
    let width = features().map(|(_, feature)| feature.name.chars().count()).max().unwrap_or(0);
    let mut at = 0;
    for group in &GROUPS {
        let numbers: Vec<String> = (1..=columns.len()).map(|number| number.to_string()).collect();
        let heading = out.paint().bold(&format!("{:<width$}", group.name));
        out.line(format_args!("\n{heading}    {}", numbers.join("    ")));
        for feature in group.features {
            let mark = |column: &Column| if column.tried[at].is_ok() { "yes" } else { "NO " };
            let marks: Vec<&str> = columns.iter().map(mark).collect();
            out.line(format_args!("  {:<width$}  {}", feature.name, marks.join("  ")).to_string().trim_end());
            at += 1;
        }
    }
    let mut all = 0;
    for column in columns {
        for ((_, feature), tried) in features().zip(&column.tried) {
            match tried {
                Ok(()) => all += 1,
                Err(why) => out.line(format_args!("\nNO  {}, {}: {why}", column.game.title(), feature.name)),
            }
        }
    }
    out.line(format_args!("\n{all} of {} work", columns.len() * features().count()));
}
