//! Sweeps.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use skirmish_kernel::{Interrupt, Source};
use skirmish_program::read;
use skirmish_sweep::{Hands, Watch};

use crate::frame::Frame;
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

    /// Fights every cell that is not done, and tells what was found: a row for each cell and measure.
    #[pyo3(signature = (threads, folder, program))]
    fn fight(&self, py: Python<'_>, threads: usize, folder: Option<PathBuf>, program: String) -> PyResult<Frame> {
        let look = Look { interrupt: Interrupt::default() };
        patiently(py, &look.interrupt.clone(), || {
            let findings = self.study.fight(folder.as_deref(), &Hands { threads, program }, &look)?;
            Ok(Frame::new(self.study.table(&findings)))
        })
    }
}
