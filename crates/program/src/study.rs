//! A plan of a sweep, bound to its encounters and fought: what varies, and what that changes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish_kernel::Source;
use skirmish_shelf::shelf;
use skirmish_sweep::{Broken, Findings, Ground, Hands, Memory, Plan, Store, Sweep, Watch};

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

    /// The sweep.
    #[must_use]
    pub fn sweep(&self) -> &Sweep<'static> {
        &self.sweep
    }

    /// Fights every cell that is not done. With a folder, what is done is kept there, and not done again.
    ///
    /// # Errors
    /// When the folder cannot be written into, or a cell that is to be exact is too large.
    pub fn fight(&self, folder: Option<&Path>, hands: &Hands, watch: &dyn Watch) -> Result<Findings, Trouble> {
        match folder {
            None => self.sweep.fight(&mut Memory::default(), hands, watch).map_err(|broken| match broken {
                Broken::Wrong(wrong) => wrong.into(),
                Broken::Store(never) => match never {},
            }),
            Some(folder) => {
                let mut folder = Folder::open(folder)?;
                self.sweep.fight(&mut folder, hands, watch).map_err(|broken| match broken {
                    Broken::Wrong(wrong) => wrong.into(),
                    Broken::Store(error) => folder.cannot(&error),
                })
            }
        }
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

/// A folder in which results are kept, each in a file of its own.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn open(path: &Path) -> Result<Self, Trouble> {
        let folder = Self { path: path.join("done") };
        fs::create_dir_all(&folder.path).map_err(|error| folder.cannot(&error))?;
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
}
