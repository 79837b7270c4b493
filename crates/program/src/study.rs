//! A plan of a sweep, bound to its encounters and fought: what varies, and what that changes.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skirmish_kernel::Source;
use skirmish_shelf::shelf;
use skirmish_sweep::{Broken, Findings, Ground, Hands, Job, Memory, Plan, Store, Sweep, Watch};

use crate::open::read;
use crate::{Column, Columns, Trouble};

/// A plan of a sweep that can be fought: every cell has been loaded once.
pub struct Study {
    sweep: Sweep<'static>,
}

impl Study {
    /// Reads a plan. Encounters in files of their own are looked for from its `folder`.
    ///
    /// # Errors
    /// Everything wrong with the plan, with an encounter, or with a cell.
    pub fn read(source: &Source, folder: &Path) -> Result<Self, Trouble> {
        let plan = Plan::read(source)?;
        let mut grounds = Vec::new();
        for (name, at) in &plan.encounters {
            grounds.push(ground(name, folder).map_err(|trouble| match trouble.places.is_empty() {
                // What is wrong in a file is said of the file, anything else of the plan.
                true => vec![plan.source.error(at.clone(), trouble.why).help(trouble.help.unwrap_or_default())].into(),
                false => trouble,
            })?);
        }
        let sweep = Sweep::new(&plan, grounds)?;
        for cell in sweep.cells() {
            sweep.check(cell)?;
        }
        Ok(Self { sweep })
    }

    /// Everything that another machine needs to do pieces of it: the plan, and the encounters that stand in files.
    #[must_use]
    pub fn bundle(&self) -> String {
        let plan = &self.sweep.plan().source;
        let grounds = self.sweep.grids().iter().map(|grid| {
            let source = &grid.ground.source;
            (grid.ground.name.clone(), source.name.to_string(), source.part().to_owned())
        });
        let bundle = Bundle { name: plan.name.to_string(), plan: plan.part().to_owned(), grounds: grounds.collect() };
        serde_json::to_string(&bundle).unwrap_or_default()
    }

    /// Reads what [`bundle`](Study::bundle) wrote.
    ///
    /// # Errors
    /// When it is none, or of another program that had other files.
    pub fn of_bundle(text: &str) -> Result<Self, Trouble> {
        let bundle: Bundle =
            serde_json::from_str(text).map_err(|error| Trouble::because(format!("this is no bundle: {error}")))?;
        let plan = Plan::read(&Source::new(bundle.name, bundle.plan))?;
        let mut grounds = Vec::new();
        for (name, file, text) in bundle.grounds {
            let source = Source::new(file, text);
            grounds.push(Ground { name, game: shelf().game_of(&source)?, source });
        }
        Ok(Self { sweep: Sweep::new(&plan, grounds)? })
    }

    /// The pieces that are not done in a folder, of so many fights at most: see [`Sweep::jobs`].
    ///
    /// # Errors
    /// What is wrong with a cell.
    pub fn jobs(&self, folder: &Folder, program: &str, size: u64) -> Result<Vec<Job>, Trouble> {
        Ok(self.sweep.jobs(folder, program, size)?)
    }

    /// Does a piece, on this thread; none when it was asked to stop.
    ///
    /// # Errors
    /// What is wrong with its cell.
    pub fn job(&self, job: Job, program: &str, watch: &dyn Watch) -> Result<Option<String>, Trouble> {
        Ok(self.sweep.job(job, program, watch)?)
    }

    /// Keeps what came of a piece in a folder; false where it must be done again: see [`Sweep::take`].
    ///
    /// # Errors
    /// When the folder cannot be written into.
    pub fn take(&self, job: Job, text: &str, folder: &mut Folder, program: &str, size: u64) -> Result<bool, Trouble> {
        self.sweep.take(job, text, folder, program, size).map_err(|broken| match broken {
            Broken::Wrong(wrong) => wrong.into(),
            Broken::Store(error) => folder.cannot(&error),
        })
    }

    /// The sweep.
    #[must_use]
    pub fn sweep(&self) -> &Sweep<'static> {
        &self.sweep
    }

    /// Fights every cell that is not done. With a folder, what is done is kept there, and not done again.
    ///
    /// # Errors
    /// When the folder cannot be written into, or a cell that is to be exact is too large.
    pub fn fight(&self, folder: Option<&mut Folder>, hands: &Hands, watch: &dyn Watch) -> Result<Findings, Trouble> {
        match folder {
            None => self.sweep.fight(&mut Memory::default(), hands, watch).map_err(|broken| match broken {
                Broken::Wrong(wrong) => wrong.into(),
                Broken::Store(never) => match never {},
            }),
            Some(folder) => self.sweep.fight(folder, hands, watch).map_err(|broken| match broken {
                Broken::Wrong(wrong) => wrong.into(),
                Broken::Store(error) => folder.cannot(&error),
            }),
        }
    }

    /// What was found as a page, the one that `skirmish sweep` writes, with fights to believe it by for a folder of this name beside
    /// it. Nothing is counted again; the first fights of a few cells are fought once more, with somebody who listens, to say what
    /// decides them.
    ///
    /// # Errors
    /// What is wrong with a cell; that it was asked to stop.
    pub fn report(
        &self,
        findings: &Findings,
        folder: &str,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Written, Trouble> {
        let sweep = &self.sweep;
        let replays = skirmish_report::replays(sweep, findings, folder)?;
        // What is heard is kept by nobody: it takes a moment.
        let hands = Hands { threads, program: String::new() };
        let answers = skirmish_report::answers(sweep, findings, &hands, &mut Memory::default(), watch);
        let answers = answers.map_err(|broken| match broken {
            Broken::Wrong(wrong) => Trouble::from(wrong),
            Broken::Store(never) => match never {},
        })?;
        if watch.stops() {
            return Err(Trouble::because("stopped before the report was written"));
        }
        let page = skirmish_report::page(sweep, findings, &answers, &replays);
        Ok(Written { page, replays: replays.into_iter().map(|replay| (replay.file, replay.text)).collect() })
    }

    /// What was found as a tidy table, as `cells.csv` of `skirmish sweep` has it: a row for each cell and measure.
    #[must_use]
    pub fn table(&self, findings: &Findings) -> Columns {
        let sweep = &self.sweep;
        let done = sweep.cells().iter().enumerate().filter_map(|(at, cell)| Some((at, cell, findings.outcome(at)?)));
        let rows: Vec<_> = done
            .flat_map(|(at, cell, outcome)| {
                outcome.measures().into_iter().map(move |measure| (at, cell, outcome, measure))
            })
            .collect();
        let mut table = Columns::default();
        let whole = |at: usize| i64::try_from(at.saturating_add(1)).ok();
        table.push("cell", Column::Whole(rows.iter().map(|row| whole(row.0)).collect()));
        let ground = |grid: usize| sweep.grids().get(grid).map(|grid| grid.ground.name.clone());
        table.push("encounter", Column::Text(rows.iter().map(|row| ground(row.1.grid)).collect()));
        for (at, axis) in sweep.plan().axes.iter().enumerate() {
            let level = |row: &(_, &_, _, _)| sweep.level(row.1, at).map(str::to_owned);
            table.push(axis.name.clone(), Column::Text(rows.iter().map(level).collect()));
        }
        table.push("base", Column::Flag(rows.iter().map(|row| sweep.base_of(row.1.grid) == Some(row.0)).collect()));
        let fights = rows.iter().map(|row| i64::try_from(row.2.fights).ok().filter(|_| row.2.exact.is_none()));
        table.push("fights", Column::Whole(fights.collect()));
        table.push("measure", Column::Text(rows.iter().map(|row| Some(row.3.measure.to_owned())).collect()));
        table.push("of", Column::Text(rows.iter().map(|row| Some(row.3.of.clone())).collect()));
        table.push("value", Column::Real(rows.iter().map(|row| Some(row.3.value)).collect()));
        table.push("low", Column::Real(rows.iter().map(|row| row.3.interval.map(|ends| ends.0)).collect()));
        table.push("high", Column::Real(rows.iter().map(|row| row.3.interval.map(|ends| ends.1)).collect()));
        table.push("change", Column::Real(rows.iter().map(|row| row.3.change.map(|change| change.is)).collect()));
        table.push("change_low", Column::Real(rows.iter().map(|row| row.3.change.map(|change| change.low)).collect()));
        table
            .push("change_high", Column::Real(rows.iter().map(|row| row.3.change.map(|change| change.high)).collect()));
        table
    }
}

/// A report that is to be written down.
pub struct Written {
    /// HTML that needs nothing else.
    pub page: String,
    /// Fights to believe it by: each the name of a file beside the page, and a transcript.
    pub replays: Vec<(String, String)>,
}

/// An encounter of a plan: an embedded one, or a file beside the plan.
fn ground(name: &str, folder: &Path) -> Result<Ground<'static>, Trouble> {
    let missing = match shelf().find_encounter(name) {
        Ok(found) => return Ok(Ground { name: name.to_owned(), game: found.game, source: found.source() }),
        Err(missing) => missing,
    };
    let path = folder.join(name);
    if path.extension().is_none() && !path.exists() {
        return Err(missing.into());
    }
    let source = read(&path)?;
    Ok(Ground { name: name.to_owned(), game: shelf().game_of(&source)?, source })
}

/// A plan with its encounters.
#[derive(Serialize, Deserialize)]
struct Bundle {
    name: String,
    plan: String,
    /// Name in the plan, name of the file, text.
    grounds: Vec<(String, String, String)>,
}

/// A folder in which results are kept, each in a file of its own, as `skirmish sweep` keeps them. It is ours alone as long as we
/// have it.
pub struct Folder {
    path: PathBuf,
    /// Held locked; the system lets go of it however we end.
    _lock: Option<File>,
}

impl Folder {
    /// Opens a folder, and makes it if it is not there.
    ///
    /// # Errors
    /// When it cannot be written into, or another sweep does.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let mut folder = Self { path: path.join("done"), _lock: None };
        fs::create_dir_all(&folder.path).map_err(|error| folder.cannot(&error))?;
        // Whatever it is that stands there, it is not written into.
        let lock = File::options().write(true).create(true).truncate(false).open(folder.path.join("lock"));
        let lock = lock.map_err(|error| folder.cannot(&error))?;
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            let why = format!("another sweep is writing into `{}`", path.display());
            return Err(Trouble::because(why).help("wait until it is done, or name another folder"));
        }
        folder._lock = Some(lock);
        Ok(folder)
    }

    fn cannot(&self, error: &io::Error) -> Trouble {
        let why = format!("cannot keep results in `{}`: {error}", self.path.display());
        Trouble::because(why).help("name a folder that can be written into; what is done in it is not done again")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }
}

impl Store for Folder {
    type Error = io::Error;

    fn has(&self, name: &str) -> bool {
        self.file(name).is_file()
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.file(name)).ok()
    }

    fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
        // Whole or not at all: a draft takes the place of what was there.
        let draft = self.path.join(format!("{name}.draft-{}", std::process::id()));
        fs::write(&draft, text)?;
        fs::rename(&draft, self.file(name))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
