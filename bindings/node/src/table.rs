//! A battle.

use std::sync::{Arc, Mutex, MutexGuard};

use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;
use serde_json::json;
use skirmish_kernel::Interrupt;
use skirmish_program::{Dice, Opened, Settings, Trouble};
use skirmish_wire::Request;

use crate::fail::{guarded, seed};

type Shared = Arc<Mutex<skirmish_program::Table>>;

/// A battle at a table, with people and policies in its seats.
#[napi]
pub struct Table {
    table: Shared,
}

/// What a table is opened with.
#[napi(object)]
pub struct Opening {
    /// A name or a path; with `text`, how complaints call it.
    pub what: String,
    /// An encounter or a saved battle.
    pub text: Option<String>,
    /// Of the dice.
    pub seed: Option<i64>,
    /// Do people say how dice fall?
    pub typed: bool,
    /// A side or a creature, and the policy that plays it; one after another.
    pub seats: Vec<String>,
    /// Is the usual answer to a routine question given without asking?
    pub takes_routine: bool,
}

impl Opening {
    fn settings(&self) -> Settings {
        let seats = self.seats.chunks(2).filter_map(|pair| match pair {
            [whom, by] => Some((whom.clone(), by.clone())),
            _ => None,
        });
        let dice = if self.typed { Dice::Typed } else { Dice::Rolled };
        Settings { dice, seats: seats.collect(), takes_routine: self.takes_routine }
    }

    pub(crate) fn set(&self, open: impl FnOnce() -> Result<Opened, Trouble>) -> Result<Table, Trouble> {
        Ok(Table::new(skirmish_program::Table::new(open()?, &self.settings(), Interrupt::default())?))
    }
}

impl Table {
    fn new(table: skirmish_program::Table) -> Self {
        Self { table: Arc::new(Mutex::new(table)) }
    }
}

fn lock(table: &Shared) -> Result<MutexGuard<'_, skirmish_program::Table>, Trouble> {
    table.lock().map_err(|_| Trouble::because("this battle broke before; open it again"))
}

fn read(request: &str) -> Result<Request, Trouble> {
    Request::read(request).map_err(|wrong| Trouble::because(wrong.why))
}

/// Whose eyes and voice a request has: those of the seat that asks, and where the game master does, those it names.
fn eyes<'a>(seat: Option<&'a str>, request: &'a Request) -> Option<&'a str> {
    seat.or(request.viewer.as_deref())
}

fn ask(table: &Shared, seat: Option<&str>, request: &Request) -> Result<Option<String>, Trouble> {
    let found = lock(table)?.take(eyes(seat, request), &request.want)?;
    Ok(found.map(|found| json!(found).to_string()))
}

#[napi]
impl Table {
    /// Opens a battle.
    #[napi(factory)]
    pub fn open(opening: Opening) -> napi::Result<Self> {
        guarded(|| {
            let seed = seed(opening.seed)?;
            opening.set(|| match &opening.text {
                Some(text) => skirmish_program::open_text(&opening.what, text, seed),
                None => skirmish_program::open(&opening.what, seed),
            })
        })
    }

    /// Takes a request as JSON; what is asked for comes back as JSON.
    #[napi]
    pub fn ask(&self, viewer: Option<String>, request: String) -> napi::Result<Option<String>> {
        guarded(|| ask(&self.table, viewer.as_deref(), &read(&request)?))
    }

    /// The same on another thread. A request that only looks is answered from a copy, and the battle is free meanwhile.
    #[napi(ts_return_type = "Promise<string | null>")]
    pub fn ask_aside(&self, viewer: Option<String>, request: String) -> AsyncTask<Asking> {
        AsyncTask::new(Asking { table: self.table.clone(), viewer, request })
    }

    /// What would be if an entry of the past had been another line: as JSON.
    #[napi]
    pub fn change(&self, viewer: Option<String>, entry: u32, line: String) -> napi::Result<Changed> {
        guarded(|| {
            let mut table = lock(&self.table)?;
            let viewer = table.viewer(viewer.as_deref())?;
            let entry = usize::try_from(entry).unwrap_or(usize::MAX);
            let (changed, table) = table.change(viewer, entry, &line)?;
            Ok(Changed { told: json!(changed).to_string(), table: Some(Self::new(table)) })
        })
    }

    /// A battle of its own that begins as this one stands.
    #[napi]
    pub fn fork(&self) -> napi::Result<Self> {
        guarded(|| Ok(Self::new(lock(&self.table)?.fork())))
    }

    /// Everything that was given, as lines of a transcript.
    #[napi]
    pub fn entries(&self, viewer: Option<String>) -> napi::Result<Vec<String>> {
        guarded(|| {
            let table = lock(&self.table)?;
            let entries = table.battle().seen_by(table.viewer(viewer.as_deref())?).entries();
            Ok(entries.into_iter().map(|(_, line)| line).collect())
        })
    }

    /// What does not change, and how it ended: as JSON.
    #[napi]
    pub fn about(&self) -> napi::Result<String> {
        guarded(|| {
            let table = lock(&self.table)?;
            let battle = table.battle();
            let winner = battle.winner().and_then(|side| battle.sides().get(usize::from(side.0)).cloned());
            let about = json!({
                "game": battle.game(), "title": battle.title(), "sides": battle.sides(), "seed": battle.seed().to_string(),
                "fight": battle.fight_number(), "outcome": battle.outcome(), "winner": winner,
            });
            Ok(about.to_string())
        })
    }
}

/// What would be.
#[napi]
pub struct Changed {
    told: String,
    table: Option<Table>,
}

#[napi]
impl Changed {
    /// Where it parted, and what has no place there, as JSON.
    #[napi(getter)]
    pub fn told(&self) -> String {
        self.told.clone()
    }

    /// The battle that would be; it can be taken once.
    #[napi]
    pub fn take(&mut self) -> Option<Table> {
        self.table.take()
    }
}

/// A request that is answered on another thread.
pub struct Asking {
    table: Shared,
    viewer: Option<String>,
    request: String,
}

impl Task for Asking {
    type Output = Option<String>;
    type JsValue = Option<String>;

    fn compute(&mut self) -> napi::Result<Option<String>> {
        guarded(|| {
            let request = read(&self.request)?;
            let seat = self.viewer.as_deref();
            let (battle, viewer, paused) = {
                let table = lock(&self.table)?;
                (table.here(), table.viewer(eyes(seat, &request))?, table.is_paused())
            };
            match skirmish_wire::look(&*battle, viewer, paused, &request.want) {
                Some(found) => Ok(Some(json!(found?).to_string())),
                None => ask(&self.table, seat, &request),
            }
        })
    }

    fn resolve(&mut self, _: Env, output: Option<String>) -> napi::Result<Option<String>> {
        Ok(output)
    }
}
