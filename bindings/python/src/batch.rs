//! Fights by the thousand.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use skirmish_kernel::{Interrupt, Plan};
use skirmish_program::{Opened, Watch, fought};

use crate::frame::Frame;
use crate::table::{Seated, Table, settings};
use crate::work::{patiently, quickly};

/// An encounter that is ready to be fought many times.
#[pyclass(frozen, module = "skirmish._native")]
pub(crate) struct Fights {
    fights: Box<dyn skirmish_kernel::Fights>,
}

/// Hears Ctrl-C by the interrupt that asks for it.
pub(crate) struct Look {
    pub(crate) interrupt: Interrupt,
    done: AtomicU64,
}

impl Look {
    pub(crate) fn new() -> Self {
        Self { interrupt: Interrupt::default(), done: AtomicU64::new(0) }
    }
}

impl Watch for Look {
    fn done(&self, fights: u64) {
        self.done.fetch_max(fights, Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.interrupt.is_asked()
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

#[pymethods]
impl Fights {
    /// Sets an encounter up, by name or path; with `text`, what stands in it, under that name.
    #[staticmethod]
    #[pyo3(signature = (what, text, seed))]
    fn open(py: Python<'_>, what: &str, text: Option<&str>, seed: Option<u64>) -> PyResult<Self> {
        quickly(py, || {
            let source = match text {
                Some(text) => skirmish_kernel::Source::new(what, text),
                None => skirmish_program::source_of(what)?,
            };
            Ok(Self { fights: skirmish_program::fights(&source, seed)? })
        })
    }

    /// Fights so many fights: a row for each, and what is known of all together, as JSON.
    fn fight(
        &self,
        py: Python<'_>,
        fights: u64,
        threads: usize,
        policies: Vec<String>,
        most_rounds: u32,
    ) -> PyResult<(Frame, String)> {
        let plan = Plan { policies, most_rounds, ..Plan::default() };
        let look = Look::new();
        patiently(py, &look.interrupt.clone(), || {
            let batch = fought(&*self.fights, &plan, fights, threads, &look)?;
            let summary = batch.summary(&*self.fights).to_string();
            Ok((Frame::new(batch.rows), summary))
        })
    }

    /// One of the fights as a battle, before anybody has thrown or chosen anything.
    fn battle(&self, py: Python<'_>, fight: u64, typed: bool, seats: Seated, takes_routine: bool) -> PyResult<Table> {
        let settings = settings(typed, seats, takes_routine);
        Table::set(py, &settings, || {
            let game = skirmish_shelf::shelf().find_game(self.fights.game())?;
            Ok(Opened { game, battle: self.fights.battle(fight) })
        })
    }

    #[getter]
    fn game(&self) -> &str {
        self.fights.game()
    }

    #[getter]
    fn title(&self) -> &str {
        self.fights.title()
    }

    #[getter]
    fn sides(&self) -> Vec<String> {
        self.fights.sides().to_vec()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.fights.seed()
    }
}
