//! What may come of the choices that are listed. On a terminal it is worked out beside the table, so that no question
//! waits for it; what is known is kept while nothing changes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use skirmish_kernel::{Battle, Inquiry, Odds, PolicyName, Refused, Samples, SavePoint, Side, Viewer};

/// Branches that the odds of one choice may take in the end.
const BUDGET: u64 = 5_000;

/// How often a choice is played in the end that has more of them.
const SAMPLES: u64 = 200;

/// So many branches are followed of each choice before any is followed further.
const FIRST_BUDGET: u64 = 300;

/// So often each of the others is played before any is looked at more closely.
const FIRST_SAMPLES: u64 = 40;

/// A question waits so long for the odds of all its choices together.
pub(super) const AT_A_QUESTION: Duration = Duration::from_millis(30);

/// Somebody who asks for all choices waits so long.
pub(super) const WHEN_ASKED: Duration = Duration::from_millis(500);

/// With whose knowledge odds are worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asker {
    /// The game master's.
    Master,
    /// The same, without what others than this side have chosen in secret.
    Fair(Option<Side>),
    /// A viewer's.
    Viewer(Viewer),
}

impl Asker {
    pub(super) fn odds(self, battle: &dyn Battle, inquiry: &Inquiry) -> Result<Odds, Refused> {
        match self {
            Self::Master => battle.odds(inquiry),
            Self::Fair(side) => battle.odds(&inquiry.clone().fair_to(side)),
            Self::Viewer(viewer) => battle.seen_by(viewer).odds(inquiry),
        }
    }

    fn viewer(self) -> Viewer {
        match self {
            Self::Master | Self::Fair(_) => Viewer::GameMaster,
            Self::Viewer(viewer) => viewer,
        }
    }
}

/// A choice whose odds are wanted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wanted {
    pub(super) choice: String,
    /// May they be sampled?
    pub(super) sampled: bool,
}

/// What is known of a choice.
struct Found {
    /// None where nothing can be said of it.
    odds: Option<Odds>,
    /// It will not be looked at more closely.
    is_final: bool,
}

type Known = HashMap<Wanted, Found>;

/// The odds of one question.
struct Question {
    /// For whom, and how the battle stood.
    of: (Asker, SavePoint),
    known: Arc<Shared>,
}

/// What the table and the thread beside it both have.
#[derive(Default)]
struct Shared {
    known: Mutex<Known>,
    news: Condvar,
    /// Nobody wants it any more.
    stopped: AtomicBool,
}

impl Shared {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn learn(&self, wanted: &Wanted, found: Found) {
        self.known().insert(wanted.clone(), found);
        self.news.notify_all();
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.known.stopped.store(true, Ordering::Relaxed);
    }
}

/// The odds of the question that waits.
pub(super) struct Forecasts {
    /// Are they worked out on another thread, so long as somebody may wait for them? Else at once, however long it takes:
    /// a script gets the same at each run.
    beside: bool,
    question: Option<Question>,
}

impl Forecasts {
    pub(super) fn new(beside: bool) -> Self {
        Self { beside, question: None }
    }

    /// What is known of some choices when so much time has gone by; what has been asked for goes on being worked out.
    pub(super) fn of(
        &mut self,
        battle: &dyn Battle,
        asker: Asker,
        wanted: &[Wanted],
        patience: Duration,
    ) -> HashMap<Wanted, Odds> {
        let of = (asker, battle.save_point());
        if self.question.as_ref().is_none_or(|question| question.of != of) {
            self.question = Some(Question { of, known: Arc::default() });
        }
        let Some(question) = &mut self.question else { return HashMap::new() };
        let news: Vec<Wanted> = {
            let known = question.known.known();
            wanted.iter().filter(|wanted| !known.contains_key(wanted)).cloned().collect()
        };
        if self.beside {
            if !news.is_empty() {
                let (battle, shared) = (battle.here(), Arc::clone(&question.known));
                std::thread::spawn(move || work(&*battle, asker, news, &shared));
            }
            let waits = |known: &mut Known| wanted.iter().any(|wanted| !known.contains_key(wanted));
            let known = question.known.news.wait_timeout_while(question.known.known(), patience, waits);
            drop(known);
        } else {
            for wanted in news {
                let odds = asker.odds(battle, &inquiry(battle, &wanted, BUDGET, SAMPLES)).ok();
                question.known.learn(&wanted, Found { odds, is_final: true });
            }
        }
        let known = question.known.known();
        let odds = |wanted: &Wanted| Some((wanted.clone(), known.get(wanted)?.odds.clone()?));
        wanted.iter().filter_map(odds).collect()
    }

    /// Is anything still being worked out of these choices?
    pub(super) fn awaits(&self, wanted: &[Wanted]) -> bool {
        let Some(question) = self.question.as_ref().filter(|_| self.beside) else { return false };
        let known = question.known.known();
        wanted.iter().any(|wanted| !known.contains_key(wanted))
    }
}

fn inquiry(battle: &dyn Battle, wanted: &Wanted, budget: u64, samples: u64) -> Inquiry {
    let samples = (wanted.sampled && samples > 0).then(|| Samples { count: samples, seed: battle.seed() });
    Inquiry { samples, ..Inquiry::of(Some(&wanted.choice)).through().within(budget) }
}

/// Works odds out until nobody wants them: all of them roughly, then all of them better; the likeliest choice first.
fn work(battle: &dyn Battle, asker: Asker, mut wanted: Vec<Wanted>, shared: &Shared) {
    let usual = battle.seen_by(asker.viewer()).propose(&PolicyName::default().to_string());
    let usual = usual.ok().flatten().map(|proposal| proposal.choice);
    // What comes of doing nothing is what the others are told against: it stays where it is, before them.
    let begin = usize::from(wanted.first().is_some_and(|first| !first.sampled));
    wanted[begin..].sort_by_key(|wanted| Some(&wanted.choice) != usual.as_ref());
    for (budget, samples) in [(FIRST_BUDGET, 0), (0, FIRST_SAMPLES), (BUDGET, SAMPLES)] {
        for wanted in &wanted {
            if shared.stopped.load(Ordering::Relaxed) {
                return;
            }
            if shared.known().get(wanted).is_some_and(|found| found.is_final) || budget == 0 && !wanted.sampled {
                continue;
            }
            let found = match asker.odds(battle, &inquiry(battle, wanted, budget, samples)) {
                Ok(odds) => Found { is_final: odds.sampled.is_none() || budget == BUDGET, odds: Some(odds) },
                Err(refused) if refused.too_many && budget != BUDGET => continue,
                Err(_) => Found { odds: None, is_final: true },
            };
            shared.learn(wanted, found);
        }
    }
}
