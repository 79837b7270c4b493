//! What an assistant has before it: its battles, and from where it sees them.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use skirmish_kernel::{Interrupt, Plan};
use skirmish_program::{Settings, Table, Trouble, fights, fought, is_transcript, open, source_of};
use skirmish_wire::{Found, Present, Want};

use crate::battles::Battles;
use crate::seat::only_texts;

/// The most battles that are open at once.
const MOST_BATTLES: usize = 16;
/// The most fights of one simulation.
const MOST_FIGHTS: u64 = 20_000;
/// The most lines of a log that are told unasked.
const USUAL_LOG: usize = 12;

/// From where an assistant sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// It sees everything and speaks for everybody; it opens battles as it likes.
    GameMaster,
    /// It holds one seat in the one battle that was opened for it: `water`, or names of creatures.
    Seat {
        /// Whose.
        viewer: String,
        /// May it take answers back? Whoever goes back has seen what came of it.
        may_undo: bool,
    },
}

/// Battles, and the place of the assistant who plays in them.
pub struct Desk {
    place: Place,
    battles: Mutex<Open>,
    opened: Mutex<usize>,
}

/// Battles by their ids, each with a lock of its own: while one works, others may be looked at.
type Open = BTreeMap<String, Arc<Mutex<Table>>>;

/// What is opened, and who plays there.
#[derive(Clone, Default, Debug)]
pub(crate) struct Opening {
    pub(crate) what: String,
    pub(crate) seed: Option<u64>,
    pub(crate) policies: Vec<(String, String)>,
}

impl Desk {
    /// A desk without a battle.
    #[must_use]
    pub fn new(place: Place) -> Self {
        Self { place, battles: Mutex::default(), opened: Mutex::new(0) }
    }

    /// Lays a battle on the desk. Without a seed a battle for a seat has one that nobody knows.
    ///
    /// # Errors
    /// What is wrong with it, or with who plays in it; a seat that is not in it.
    pub fn lay(&self, what: &str, seed: Option<u64>, policies: Vec<(String, String)>) -> Result<String, Trouble> {
        let is_saved = is_transcript(&source_of(what)?);
        let secret = (self.place != Place::GameMaster && !is_saved).then(|| RandomState::new().hash_one(what));
        let settings = Settings { seats: policies, takes_routine: true, ..Settings::default() };
        let table = Table::new(open(what, seed.or(secret))?, &settings, Interrupt::default())?;
        table.viewer(self.viewer())?;
        let mut battles = self.open();
        if battles.len() >= MOST_BATTLES {
            let why = format!("{MOST_BATTLES} battles are open, and more are too many");
            return Err(Trouble::because(why).help("go on in one of them: `undo` takes it back to its beginning"));
        }
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        *opened += 1;
        let id = format!("b{opened}");
        battles.insert(id.clone(), Arc::new(Mutex::new(table)));
        Ok(id)
    }

    /// The seat's eyes and voice; none for the game master's.
    fn viewer(&self) -> Option<&str> {
        match &self.place {
            Place::GameMaster => None,
            Place::Seat { viewer, .. } => Some(viewer),
        }
    }

    /// Whose eyes are meant: nobody who has a seat borrows another's.
    fn eyes<'a>(&'a self, wanted: Option<&'a str>) -> Result<Option<&'a str>, Trouble> {
        match (self.viewer(), wanted) {
            (None, wanted) => Ok(wanted),
            (Some(own), None) => Ok(Some(own)),
            (Some(own), Some(wanted)) if own == wanted => Ok(Some(own)),
            (Some(own), Some(_)) => {
                Err(Trouble::because(format!("this seat is that of {own}, and looks through no other")))
            }
        }
    }

    fn for_the_game_master(&self, what: &str) -> Result<(), Trouble> {
        match self.place {
            Place::GameMaster => Ok(()),
            Place::Seat { .. } => {
                Err(Trouble::because(format!("{what} is for the game master: it may tell what others hide")))
            }
        }
    }

    /// The battles that are open. One in which anything broke is gone.
    fn open(&self) -> MutexGuard<'_, Open> {
        let mut battles = self.battles.lock().unwrap_or_else(PoisonError::into_inner);
        battles.retain(|_, table| !table.is_poisoned());
        battles
    }

    /// Does something with a battle; without an id, with the one that was opened last. Where somebody else works with it, it waits.
    fn with<T>(
        &self,
        battle: Option<&str>,
        act: impl FnOnce(&str, &mut Table) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let find = || {
            let battles = self.open();
            let id = battle
                .map(str::to_owned)
                .or_else(|| battles.keys().max_by_key(|id| (id.len(), (*id).clone())).cloned());
            let table = id.as_ref().and_then(|id| battles.get(id).cloned());
            id.zip(table).ok_or_else(|| battles.keys().cloned().collect::<Vec<_>>())
        };
        let (id, table) = find().map_err(|open| match (battle, open.as_slice()) {
            (None, _) => Trouble::because("no battle is open").help("open one first"),
            (Some(battle), open) => {
                Trouble::because(format!("there is no battle `{battle}`; open are: {}", open.join(", ")))
            }
        })?;
        let mut table = table.lock().map_err(|_| Trouble::because(format!("battle `{id}` broke, and is closed")))?;
        act(&id, &mut table)
    }
}

impl Battles for Desk {
    fn sees_all(&self) -> bool {
        self.place == Place::GameMaster
    }

    fn place(&self) -> String {
        match &self.place {
            Place::GameMaster => {
                "You are the game master: you see everything and speak for everybody. Open a battle first.".to_owned()
            }
            Place::Seat { viewer, .. } => format!(
                "You hold the seat of {viewer} in one battle, which is open. You see what that seat may know, and choose for it alone."
            ),
        }
    }

    fn open(&self, opening: Opening) -> Result<Value, Trouble> {
        self.for_the_game_master("opening battles")?;
        let id = self.lay(&opening.what, opening.seed, opening.policies)?;
        self.look(Some(&id), None, USUAL_LOG, 0)
    }

    fn look(&self, battle: Option<&str>, viewer: Option<&str>, log: usize, _: u64) -> Result<Value, Trouble> {
        let eyes = self.eyes(viewer)?;
        self.with(battle, |id, table| told(id, table, eyes, log))
    }

    fn choose(&self, battle: Option<&str>, line: &str) -> Result<Value, Trouble> {
        let eyes = self.eyes(None)?;
        self.with(battle, |id, table| {
            let before = lines(table, eyes)?.len();
            table.take(eyes, &Want::Answer { line: line.to_owned() })?;
            let since = lines(table, eyes)?.len().saturating_sub(before);
            told(id, table, eyes, since.clamp(1, 60))
        })
    }

    fn odds(&self, battle: Option<&str>, choice: Option<&str>, through: bool, samples: u64) -> Result<Value, Trouble> {
        let eyes = self.eyes(None)?;
        let choice = choice.map(str::to_owned);
        // What is not exact has a seed of its own: the battle's would tell what will fall.
        let want =
            Want::Odds { choice, through, acts: None, budget: None, samples: samples.min(20_000), seed: Some(1) };
        self.with(battle, |_, table| match table.take(eyes, &want)? {
            Some(Found::Odds(odds)) => Ok(odds),
            _ => Err(Trouble::because("there are no odds")),
        })
    }

    fn explain(&self, battle: Option<&str>, choice: Option<&str>, last: usize) -> Result<Value, Trouble> {
        let eyes = self.eyes(None)?;
        self.with(battle, |_, table| match choice {
            Some(choice) => match table.take(eyes, &Want::Facts { choice: choice.to_owned() })? {
                Some(Found::Facts(facts)) => Ok(json!({ "choice": choice, "facts": facts })),
                _ => Err(Trouble::because("nothing is known of it")),
            },
            None => {
                let lines = lines(table, eyes)?;
                let from = lines.len().saturating_sub(last.clamp(1, 200));
                Ok(json!({ "log": lines[from..] }))
            }
        })
    }

    fn undo(&self, battle: Option<&str>, times: u32) -> Result<Value, Trouble> {
        if matches!(self.place, Place::Seat { may_undo: false, .. }) {
            return Err(Trouble::because("at this table the game master alone goes back in time"));
        }
        let eyes = self.eyes(None)?;
        self.with(battle, |id, table| {
            table.take(eyes, &Want::Undo { times: Some(times) })?;
            told(id, table, eyes, 1)
        })
    }

    fn simulate(&self, opening: &Opening, count: u64, most_rounds: u32) -> Result<Value, Trouble> {
        self.for_the_game_master("simulating")?;
        let fights = fights(&source_of(&opening.what)?, opening.seed)?;
        let usual = "plain".to_owned();
        let by = |side: &String| {
            // `all` is whoever is not named.
            let of = |name: &str| opening.policies.iter().find(|(whom, _)| whom == name).map(|(_, by)| by.clone());
            of(side).or_else(|| of("all")).unwrap_or_else(|| usual.clone())
        };
        if let Some((whom, _)) =
            opening.policies.iter().find(|(whom, _)| whom != "all" && !fights.sides().contains(whom))
        {
            return Err(Trouble::because(format!("there is no side `{whom}`")).help(fights.sides().join(", ")));
        }
        let plan = Plan { policies: fights.sides().iter().map(by).collect(), most_rounds, ..Plan::default() };
        if !(1..=MOST_FIGHTS).contains(&count) {
            return Err(Trouble::because(format!("`fights` is a whole number from 1 to {MOST_FIGHTS}")));
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(fought(&*fights, &plan, count, threads, &())?.summary(&*fights))
    }
}

/// The log as a viewer may know it.
fn lines(table: &mut Table, viewer: Option<&str>) -> Result<Vec<Value>, Trouble> {
    let Some(Found::Log(lines)) = table.take(viewer, &Want::Log {})? else { return Ok(Vec::new()) };
    let line = |line: &skirmish_kernel::LogLine| {
        let text = if line.text.is_empty() { &line.detail } else { &line.text };
        json!({ "place": line.place, "text": text, "detail": line.detail, "rules": line.rules, "entry": line.entry })
    };
    Ok(lines.iter().map(line).filter(|line| line["text"] != "").collect())
}

/// The present in few words: choices as they are answered, the log as people tell it.
fn told(id: &str, table: &mut Table, viewer: Option<&str>, log: usize) -> Result<Value, Trouble> {
    let lines = lines(table, viewer)?;
    let present = Present::seen_by(table.battle(), table.viewer(viewer)?, table.is_paused());
    let mut told = serde_json::to_value(&present).map_err(|error| Trouble::because(error.to_string()))?;
    told.get_mut("awaited").into_iter().for_each(only_texts);
    let from = lines.len().saturating_sub(log);
    told["log"] = lines[from..].iter().map(|line| line["text"].clone()).collect();
    told["battle"] = id.into();
    Ok(told)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{Desk, Place};

    #[test]
    fn a_battle_that_works_is_waited_for() {
        let desk = Desk::new(Place::GameMaster);
        for _ in 0..2 {
            desk.lay("duel", Some(1), Vec::new()).unwrap();
        }
        let (works, began) = channel();
        std::thread::scope(|scope| {
            let desk = &desk;
            scope.spawn(move || {
                desk.with(Some("b2"), |_, _| {
                    works.send(()).unwrap();
                    std::thread::sleep(Duration::from_millis(100));
                    Ok(())
                })
            });
            began.recv().unwrap();
            assert_eq!(desk.with(Some("b1"), |id, _| Ok(id.to_owned())).unwrap(), "b1");
            assert_eq!(desk.with(Some("b2"), |id, _| Ok(id.to_owned())).unwrap(), "b2");
            assert_eq!(desk.with(None, |id, _| Ok(id.to_owned())).unwrap(), "b2");
        });
    }
}
