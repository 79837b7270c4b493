//! Fights by the thousand.

use std::sync::Arc;

use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;
use serde_json::{Map, Value, json};
use skirmish_kernel::{Plan, Source};
use skirmish_program::{Opened, Trouble, fought};

use crate::fail::{guarded, seed};
use crate::table::{Opening, Table};

/// An encounter that is ready to be fought many times.
#[napi]
pub struct Fights {
    fights: Arc<dyn skirmish_kernel::Fights>,
}

#[napi]
impl Fights {
    /// Sets an encounter up, by name or path; with `text`, what stands in it, under that name.
    #[napi(factory)]
    pub fn open(what: String, text: Option<String>, seeded: Option<i64>) -> napi::Result<Self> {
        guarded(|| {
            let source = match &text {
                Some(text) => Source::new(what.as_str(), text.as_str()),
                None => skirmish_program::source_of(&what)?,
            };
            Ok(Self { fights: skirmish_program::fights(&source, seed(seeded)?)?.into() })
        })
    }

    /// The names of the sides.
    #[napi(getter)]
    pub fn sides(&self) -> Vec<String> {
        self.fights.sides().to_vec()
    }

    /// Fights so many of them on other threads: what is known of all, and a column for each thing counted, as JSON.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn fight(&self, fights: u32, threads: u32, policies: Vec<String>, most_rounds: u32) -> AsyncTask<Fighting> {
        AsyncTask::new(Fighting { ready: self.fights.clone(), fights, threads, policies, most_rounds })
    }

    /// One of the fights as a battle, before anybody has thrown or chosen anything.
    #[napi]
    pub fn battle(&self, fight: u32, opening: Opening) -> napi::Result<Table> {
        guarded(|| {
            opening.set(|| {
                let game = skirmish_shelf::shelf().find_game(self.fights.game())?;
                Ok(Opened { game, battle: self.fights.battle(u64::from(fight)) })
            })
        })
    }
}

/// Fights that are fought on other threads.
pub struct Fighting {
    ready: Arc<dyn skirmish_kernel::Fights>,
    fights: u32,
    threads: u32,
    policies: Vec<String>,
    most_rounds: u32,
}

impl Task for Fighting {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<String> {
        guarded(|| {
            let plan = Plan { policies: self.policies.clone(), most_rounds: self.most_rounds, ..Plan::default() };
            let threads = usize::try_from(self.threads).unwrap_or(1);
            let batch = fought(&*self.ready, &plan, u64::from(self.fights), threads, &())?;
            let columns: Result<Map<String, Value>, serde_json::Error> =
                batch.rows.columns.iter().map(|(name, column)| Ok((name.clone(), serde_json::to_value(column)?))).collect();
            let columns = columns.map_err(|error| Trouble::because(error.to_string()))?;
            Ok(json!({ "summary": batch.summary(&*self.ready), "columns": columns }).to_string())
        })
    }

    fn resolve(&mut self, _: Env, output: String) -> napi::Result<String> {
        Ok(output)
    }
}
