//! `skirmish sweep`: the same encounters with other values, cell by cell, and what that changes.

mod folder;
mod ground;
mod own;
mod program;
mod tell;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use skirmish_kernel::words::short;
use skirmish_kernel::{Diagnostic, Interrupt};
use skirmish_report::{csv, json, page};
use skirmish_sim::{each, processors};
use skirmish_sweep::{Broken, Findings, Hands, MOST_FIGHTS, Plan, Sweep, Watch};

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::progress::Progress;
use crate::{diagnose, input, interrupt};
use folder::Folder;

/// Fight encounters with other values, cell by cell of a grid: what one more point changes, with a report.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish sweep docs/plans/parry.toml",
    after_long_help = "\
Examples:
  skirmish sweep parry.toml                      fights the plan; report, tables and replays go to the folder `parry`
  skirmish sweep parry.toml --dry-run            lists the cells, and fights nothing
  skirmish sweep parry.toml -n 1000 --out look   a quick look
  skirmish sweep parry.toml --compare 0002,0003  the same again, and how far these two cells are apart
  skirmish sim parry/cells/0002.toml             any cell is an encounter like any other

A plan is a TOML file, described in docs/sweep.md:

  question = \"How much does one more point of parry change this duel?\"
  encounter = \"parry-yard\"
  fights = 10000
  [[vary]]
  name = \"parry\"
  of = \"Merle.weapon[rapier].parry\"
  add = [-1, 0, 1]

Fight number I has the same seed in all cells, so differences are taken fight by fight. In the folder: report.html, which needs
nothing else; cells.csv and cells.json; cells/, an encounter for each cell; replays/, fights to believe it by; done/, what is
done. What is done is not done again: after Ctrl-C, a kill or a full disk the same command goes on, and a plan that has grown
fights only what is new.

With `exact = true` in the place of `fights`, every cell is worked out exactly, as `skirmish duel` does it: no intervals, and
differences that are no luck. For small fights of policies that do not think; a cell with more than `states = 500000` states is
refused, by its name. What is left in play is printed: `left = 1e-12` is the most. Each thread has a cell's states in
memory: --threads 1 takes the least.

With --json, the object that cells.json holds; docs/json.md describes it."
)]
pub(crate) struct Args {
    /// The plan.
    #[arg(value_name = "FILE")]
    plan: PathBuf,

    /// Where everything goes: a folder that is new or empty, or of an earlier sweep [default: the name of the plan].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// How many fights each cell has [default: as the plan says, else 10000]. Not where the plan is exact.
    #[arg(short = 'n', long, value_name = "N", value_parser = crate::whole::whole::<u64>(1, MOST_FIGHTS))]
    fights: Option<u64>,

    /// How many threads fight [default: one for each core].
    #[arg(long, value_name = "N", value_parser = crate::whole::whole::<u16>(1, 1024))]
    threads: Option<u16>,

    /// Compare two cells with each other, by their numbers; may be repeated. What is done is not fought again.
    #[arg(long, value_name = "CELL,CELL")]
    compare: Vec<String>,

    /// Check the plan and list its cells; nothing is fought or written.
    #[arg(long)]
    dry_run: bool,

    /// One JSON object, described in docs/json.md.
    #[arg(long)]
    json: bool,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let mut plan = Plan::read(&input::read(&args.plan)?)?;
    if args.fights.is_some() && plan.exact.is_some() {
        let help = "leave -n away, or `exact` in the plan";
        return Err(Fault::with_help("the cells of this plan are worked out exactly, and none is fought", help));
    }
    plan.fights = args.fights.unwrap_or(plan.fights);
    let mut sweep = Sweep::new(&plan, ground::all(&plan, &args.plan)?)?;
    compare(&mut sweep, &args.compare)?;
    check(&sweep)?;
    if args.dry_run {
        match args.json {
            true => out.json(json::cells(&sweep)),
            false => tell::cells(&sweep, out),
        }
        return Ok(interrupt::or(Exit::Done));
    }
    let path = folder(args)?;
    let mut folder = Folder::open(&path)?;
    folder.write_cells(&sweep)?;
    let hands = Hands { threads: threads(args), program: program::name() };
    let findings = fight(&sweep, &hands, &mut folder)?;
    let replays = folder.write_replays(&sweep, &findings)?;
    let answers = skirmish_report::answers(&sweep, &findings, &hands, &mut folder, &Listen).map_err(told)?;
    folder.write("cells.csv", &csv::rows(&sweep, &findings))?;
    let object = json::findings(&sweep, &findings, &answers, &replays);
    folder.write("cells.json", &format!("{object}\n"))?;
    folder.write("report.html", &page(&sweep, &findings, &answers, &replays))?;
    match args.json {
        true => out.json(&object),
        false => tell::findings(&sweep, &findings, &answers, &folder, out),
    }
    if findings.interrupted {
        let (done, all) = (findings.done(), sweep.cells().len());
        diagnose::note(&format!("interrupted: {done} of {all} cells are done; the same command goes on"));
        return Ok(Exit::Interrupted);
    }
    Ok(interrupt::or(Exit::Done))
}

/// Cells that are to be compared with each other beside those of the plan.
fn compare(sweep: &mut Sweep<'_>, wanted: &[String]) -> Result<(), Fault> {
    for pair in wanted {
        let Some((from, to)) = pair.split_once(',') else {
            let help = "two numbers of cells, --compare 0002,0004; --dry-run lists them";
            return Err(Fault::with_help(format!("`{}` is no pair of cells", short(pair)), help));
        };
        let found = sweep.pairs_named(from.trim(), to.trim());
        let found = found.map_err(|(message, help)| Fault::with_help(message, help))?;
        found.into_iter().for_each(|(from, to)| sweep.compare(from, to));
    }
    Ok(())
}

/// Loads every cell before any is fought.
fn check(sweep: &Sweep<'_>) -> Result<(), Fault> {
    let progress = Progress::new(sweep.cells().len() as u64);
    let wrong: Option<Vec<Diagnostic>> = progress.show(|| {
        // Cells are begun in order, so the first that is wrong is found whatever is left out after it.
        let known = AtomicBool::new(false);
        let checked = each(sweep.cells(), |cell| {
            progress.tick();
            let skipped = interrupt::asked() || known.load(Ordering::Relaxed);
            let checked = if skipped { Ok(()) } else { sweep.check(cell) };
            known.fetch_or(checked.is_err(), Ordering::Relaxed);
            checked
        });
        checked.into_iter().find_map(Result::err)
    });
    wrong.map_or(Ok(()), |wrong| Err(wrong.into()))
}

/// The folder that is asked for, else one of the plan's name.
fn folder(args: &Args) -> Result<PathBuf, Fault> {
    let name = || args.plan.file_stem().map(PathBuf::from);
    let nameless =
        || Fault::with_help("the plan has no name that a folder could have", "say where it goes: --out FOLDER");
    args.out.clone().or_else(name).ok_or_else(nameless)
}

/// As many threads as are asked for, else as the machine can run at once.
fn threads(args: &Args) -> usize {
    args.threads.map_or_else(processors, usize::from)
}

/// All the fights that are not done yet, with progress on a terminal.
fn fight(sweep: &Sweep<'_>, hands: &Hands, folder: &mut Folder) -> Result<Findings, Fault> {
    let progress = Progress::new(sweep.plan().fights);
    let path = folder.name().to_owned();
    progress.show(|| sweep.fight(folder, hands, &Look { progress: &progress })).map_err(|broken| match broken {
        Broken::Store(fault) => {
            let help = format!("what is done is kept in `{path}`: make room, and the same command goes on");
            Fault::with_help(fault.message(), help)
        }
        wrong => told(wrong),
    })
}

fn told(broken: Broken<Fault>) -> Fault {
    match broken {
        Broken::Wrong(wrong) => wrong.into(),
        Broken::Store(fault) => fault,
    }
}

/// Listens for Ctrl-C alone.
struct Listen;

impl Watch for Listen {
    fn stops(&self) -> bool {
        interrupt::asked()
    }
}

/// Shows how far it is, and listens for Ctrl-C.
struct Look<'p> {
    progress: &'p Progress,
}

impl Watch for Look<'_> {
    fn done(&self, fights: u64, of: u64) {
        self.progress.set(fights, of);
    }

    fn stops(&self) -> bool {
        interrupt::asked()
    }

    fn interrupt(&self) -> Interrupt {
        interrupt::shared()
    }
}
