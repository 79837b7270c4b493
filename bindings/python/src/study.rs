//! Sweeps.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use skirmish_kernel::{Interrupt, Source};
use skirmish_program::{Trouble, Written, read};
use skirmish_sweep::{Findings, Hands, Job, Watch};

use crate::frame::Frame;
use crate::raise::Failure;
use crate::work::{patiently, quickly};

/// A plan of a sweep, ready to be fought.
#[pyclass(frozen, module = "skirmish._native")]
pub(crate) struct Study {
    study: skirmish_program::Study,
}

struct Look {
    interrupt: Interrupt,
}

impl Watch for Look {
    fn stops(&self) -> bool {
        self.interrupt.is_asked()
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

#[pymethods]
impl Study {
    /// Reads a plan from a file; with `text`, what stands in it, under that name.
    #[staticmethod]
    #[pyo3(signature = (what, text))]
    fn open(py: Python<'_>, what: &str, text: Option<&str>) -> PyResult<Self> {
        quickly(py, || {
            let path = Path::new(what);
            let (source, folder) = match text {
                Some(text) => (Source::new(what, text), Path::new("")),
                None => (read(path)?, path.parent().unwrap_or(Path::new(""))),
            };
            Ok(Self { study: skirmish_program::Study::read(&source, folder)? })
        })
    }

    /// What is asked.
    #[getter]
    fn question(&self) -> &str {
        &self.study.sweep().plan().question
    }

    /// Every cell: encounter, and what is different in it, in words.
    fn cells(&self) -> Vec<(String, String)> {
        let sweep = self.study.sweep();
        let cell = |cell: &skirmish_sweep::Cell| {
            let ground = sweep.grids().get(cell.grid).map_or_else(String::new, |grid| grid.ground.name.clone());
            (ground, sweep.label(cell))
        };
        sweep.cells().iter().map(cell).collect()
    }

    /// The encounter of a cell, counted from 1, as a file.
    fn encounter(&self, py: Python<'_>, cell: usize) -> PyResult<Option<String>> {
        quickly(py, || {
            let sweep = self.study.sweep();
            let cell = cell.checked_sub(1).and_then(|at| sweep.cells().get(at));
            Ok(cell.map(|cell| sweep.load(cell)).transpose()?.map(|loaded| loaded.source.text.to_string()))
        })
    }

    /// Fights every cell that is not done.
    #[pyo3(signature = (threads, folder, program))]
    fn fight(&self, py: Python<'_>, threads: usize, folder: Option<PathBuf>, program: String) -> PyResult<Found> {
        let look = Look { interrupt: Interrupt::default() };
        patiently(py, &look.interrupt.clone(), || {
            let mut folder = folder.as_deref().map(skirmish_program::Folder::open).transpose()?;
            Ok(Found { findings: self.study.fight(folder.as_mut(), &Hands { threads, program }, &look)? })
        })
    }

    /// What was found: a row for each cell and measure.
    fn table(&self, found: &Found) -> Frame {
        Frame::new(self.study.table(&found.findings))
    }

    /// What was found as a page, and each fight to believe it by: its file, in a folder of this name beside the page, and its text.
    fn report(
        &self,
        py: Python<'_>,
        found: &Found,
        folder: &str,
        threads: usize,
    ) -> PyResult<(String, Vec<(String, String)>)> {
        let look = Look { interrupt: Interrupt::default() };
        patiently(py, &look.interrupt.clone(), || {
            let Written { page, replays } = self.study.report(&found.findings, folder, threads, &look)?;
            Ok((page, replays))
        })
    }

    /// Everything that another machine needs to do pieces of it.
    fn bundle(&self) -> String {
        self.study.bundle()
    }

    /// Reads what `bundle` wrote.
    #[staticmethod]
    fn of_bundle(py: Python<'_>, text: &str) -> PyResult<Self> {
        quickly(py, || Ok(Self { study: skirmish_program::Study::of_bundle(text)? }))
    }

    /// The pieces that are not done in a folder: cell, and the first of its fights and the one after the last.
    fn jobs(&self, py: Python<'_>, folder: &Folder, program: &str, size: u64) -> PyResult<Vec<Piece>> {
        quickly(py, || {
            let jobs = self.study.jobs(&*folder.lock()?, program, size)?;
            Ok(jobs.into_iter().map(|job| (job.cell, job.fights)).collect())
        })
    }

    /// Does a piece.
    fn job(&self, py: Python<'_>, piece: Piece, program: &str) -> PyResult<String> {
        let look = Look { interrupt: Interrupt::default() };
        let job = Job { cell: piece.0, fights: piece.1 };
        let done = patiently(py, &look.interrupt.clone(), || Ok(self.study.job(job, program, &look)?))?;
        done.ok_or_else(|| Failure::from(Trouble::because("there is no such piece")).raise(py))
    }

    /// Keeps what came of a piece; false where it must be done again.
    fn take(
        &self,
        py: Python<'_>,
        folder: &Folder,
        piece: Piece,
        text: &str,
        program: &str,
        size: u64,
    ) -> PyResult<bool> {
        let job = Job { cell: piece.0, fights: piece.1 };
        quickly(py, || Ok(self.study.take(job, text, &mut *folder.lock()?, program, size)?))
    }

    /// What is kept in a folder, all of which must be done.
    fn found(&self, py: Python<'_>, folder: &Folder, program: String) -> PyResult<Found> {
        let look = Look { interrupt: Interrupt::default() };
        patiently(py, &look.interrupt.clone(), || {
            let findings = self.study.fight(Some(&mut *folder.lock()?), &Hands { threads: 1, program }, &look)?;
            Ok(Found { findings })
        })
    }
}

/// What was found of a plan.
#[pyclass(frozen, module = "skirmish._native")]
pub(crate) struct Found {
    findings: Findings,
}

/// A cell, and a range of its fights.
type Piece = (usize, Option<(u64, u64)>);

/// A folder in which results are kept, for one sweep at a time.
#[pyclass(frozen, module = "skirmish._native")]
pub(crate) struct Folder {
    folder: Mutex<skirmish_program::Folder>,
}

impl Folder {
    fn lock(&self) -> Result<MutexGuard<'_, skirmish_program::Folder>, Failure> {
        self.folder.lock().map_err(|_| Failure::Flaw("this folder was left by a flaw; open it again".into()))
    }
}

#[pymethods]
impl Folder {
    /// Opens a folder, and makes it if it is not there.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        quickly(py, || Ok(Self { folder: Mutex::new(skirmish_program::Folder::open(&path)?) }))
    }
}
