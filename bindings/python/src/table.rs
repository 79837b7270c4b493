//! A battle.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use skirmish_kernel::{Interrupt, PolicyName, Viewer};
use skirmish_program::{Dice, Opened, Settings, Trouble};
use skirmish_wire::{Found, Request, Want};

use crate::raise::Failure;
use crate::work::{aside, patiently, quickly};

/// A battle at a table, with people and policies in its seats.
#[pyclass(frozen, module = "skirmish._native")]
pub(crate) struct Table {
    table: Mutex<skirmish_program::Table>,
    game: &'static str,
    title: String,
    sides: Vec<String>,
    seed: u64,
    fight: u64,
}

/// Who plays whom: a side or a creature, and a policy.
pub(crate) type Seated = Vec<(String, String)>;

pub(crate) fn settings(typed: bool, seats: Seated, takes_routine: bool) -> Settings {
    Settings { dice: if typed { Dice::Typed } else { Dice::Rolled }, seats, takes_routine }
}

impl Table {
    pub(crate) fn new(table: skirmish_program::Table) -> Self {
        let battle = table.battle();
        let (game, title, sides) = (battle.game(), battle.title().to_owned(), battle.sides().to_vec());
        let (seed, fight) = (battle.seed(), battle.fight_number());
        Self { table: Mutex::new(table), game, title, sides, seed, fight }
    }

    /// Sets a table for a battle; those who are played by a policy that thinks may do so for long before anybody is asked.
    pub(crate) fn set(
        py: Python<'_>,
        settings: &Settings,
        open: impl FnOnce() -> Result<Opened, Trouble> + Send,
    ) -> PyResult<Self> {
        let interrupt = Interrupt::default();
        let set = || Ok(Self::new(skirmish_program::Table::new(open()?, settings, interrupt.clone())?));
        match settings.seats.iter().any(|(_, policy)| thinks(policy)) {
            true => patiently(py, &interrupt, set),
            false => quickly(py, set),
        }
    }

    fn lock(&self) -> Result<MutexGuard<'_, skirmish_program::Table>, Failure> {
        self.table.lock().map_err(|_| Failure::Flaw("this battle broke before; open it again".into()))
    }
}

#[pymethods]
impl Table {
    /// Opens an encounter or a saved battle, by name or path; with `text`, what stands in it, under that name.
    #[staticmethod]
    #[pyo3(signature = (what, text, seed, typed, seats, takes_routine))]
    fn open(
        py: Python<'_>,
        what: &str,
        text: Option<&str>,
        seed: Option<u64>,
        typed: bool,
        seats: Seated,
        takes_routine: bool,
    ) -> PyResult<Self> {
        let settings = settings(typed, seats, takes_routine);
        Self::set(py, &settings, || match text {
            Some(text) => skirmish_program::open_text(what, text, seed),
            None => skirmish_program::open(what, seed),
        })
    }

    /// Takes a request of `skirmish-wire` as JSON; what is asked for comes back as JSON.
    fn ask(&self, py: Python<'_>, viewer: Option<&str>, request: &str) -> PyResult<Option<String>> {
        let request = Request::read(request).map_err(|wrong| Failure::from(Trouble::because(wrong.why)).raise(py))?;
        let viewer = viewer.or(request.viewer.as_deref());
        let found = match &request.want {
            want @ Want::Odds { .. } => self.look_aside(py, viewer, want.clone())?,
            want @ Want::Propose { policy: Some(policy) } if thinks(policy) => {
                self.look_aside(py, viewer, want.clone())?
            }
            want => {
                let interrupt = py.detach(|| self.lock().map(|table| table.interrupt_if_it_thinks(want)));
                match interrupt.map_err(|failure| failure.raise(py))? {
                    Some(interrupt) => {
                        let found = patiently(py, &interrupt, || Ok(self.lock()?.take(viewer, want)?));
                        // Who is asked the next time has not been asked to stop.
                        let _ = interrupt.take();
                        found?
                    }
                    None => quickly(py, || Ok(self.lock()?.take(viewer, want)?))?,
                }
            }
        };
        // The tag of a value that was asked for is its name in the request.
        Ok(found.map(|found| serde_json::to_string(&found).unwrap_or_default()))
    }

    /// The listed choices of the first who is asked, in notation; none where no choice is awaited of this viewer.
    fn choices(&self, py: Python<'_>, viewer: Option<&str>) -> PyResult<Vec<String>> {
        quickly(py, || {
            let table = self.lock()?;
            let awaited = table.battle().seen_by(table.viewer(viewer)?).awaited();
            Ok(awaited
                .map(|awaited| awaited.choices.into_iter().map(|choice| choice.text).collect())
                .unwrap_or_default())
        })
    }

    /// What is awaited: `choice` or `dice`, its rule, of whom, the usual answer, the question in words.
    #[allow(clippy::type_complexity, reason = "a tuple is what Python unpacks")]
    fn awaited(
        &self,
        py: Python<'_>,
        viewer: Option<&str>,
    ) -> PyResult<Option<(String, String, Vec<String>, Option<String>, String)>> {
        quickly(py, || {
            let table = self.lock()?;
            let awaited = table.battle().seen_by(table.viewer(viewer)?).awaited_in_short();
            Ok(awaited.map(|awaited| (awaited.kind, awaited.rule, awaited.who, awaited.standing, awaited.prompt)))
        })
    }

    /// What would be if an entry of the past had been another line: as JSON, and as a battle.
    fn change(&self, py: Python<'_>, viewer: Option<&str>, entry: usize, line: &str) -> PyResult<(String, Self)> {
        quickly(py, || {
            let mut table = self.lock()?;
            let viewer = table.viewer(viewer)?;
            let (changed, changed_table) = table.change(viewer, entry, line)?;
            Ok((serde_json::to_string(&changed).unwrap_or_default(), Self::new(changed_table)))
        })
    }

    /// Everything that was given, as a viewer counts: place, and line of a transcript.
    fn entries(&self, py: Python<'_>, viewer: Option<&str>) -> PyResult<Vec<(String, String)>> {
        quickly(py, || {
            let table = self.lock()?;
            Ok(table.battle().seen_by(table.viewer(viewer)?).entries())
        })
    }

    /// Forgets what has not found its place in a changed past.
    fn accept(&self, py: Python<'_>) -> PyResult<()> {
        quickly(py, || {
            self.lock()?.accept();
            Ok(())
        })
    }

    /// A battle of its own that begins as this one stands.
    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        quickly(py, || Ok(Self::new(self.lock()?.fork())))
    }

    /// How it ended, in words; none before.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<String>> {
        quickly(py, || Ok(self.lock()?.battle().outcome()))
    }

    /// The side that has won.
    fn winner(&self, py: Python<'_>) -> PyResult<Option<String>> {
        quickly(py, || {
            let table = self.lock()?;
            let side = table.battle().winner().map(|side| usize::from(side.0));
            Ok(side.and_then(|side| self.sides.get(side).cloned()))
        })
    }

    /// Who takes part: name, side, able to act, hit points and the like now: for the game master.
    fn combatants(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        quickly(py, || {
            let table = self.lock()?;
            let side = |at: u8| self.sides.get(usize::from(at)).cloned().unwrap_or_default();
            Ok(table.battle().combatants().into_iter().map(|one| (one.name, side(one.side.0))).collect())
        })
    }

    #[getter]
    fn game(&self) -> &str {
        self.game
    }

    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    #[getter]
    fn sides(&self) -> Vec<String> {
        self.sides.clone()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    #[getter]
    fn fight(&self) -> u64 {
        self.fight
    }
}

impl Table {
    /// Looks at a copy, so that the battle is free meanwhile.
    fn look_aside(&self, py: Python<'_>, viewer: Option<&str>, want: Want) -> PyResult<Option<Found>> {
        let (battle, viewer): (_, Viewer) = quickly(py, || {
            let table = self.lock()?;
            Ok((table.here(), table.viewer(viewer)?))
        })?;
        aside(py, move || Ok(skirmish_wire::look(&*battle, viewer, false, &want).transpose()?))
    }
}

/// Does a policy look ahead, so that it may take long?
fn thinks(policy: &str) -> bool {
    policy.parse().is_ok_and(PolicyName::thinks)
}
