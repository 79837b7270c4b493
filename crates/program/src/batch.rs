//! An encounter fought many times, fight by fight.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_kernel::{Fights, Interrupt, Plan, Simulator};
use skirmish_sim::{Report, Stopped, Tally};

pub use skirmish_kernel::Fought;

use crate::{Column, Columns, Trouble};

/// The most fights whose rows are kept: each takes some hundred bytes.
const MOST: u64 = 10_000_000;

/// So many fights are one piece of work; where somebody thinks, one.
const CHUNK: u64 = 64;

/// Looks on while fights are fought.
pub trait Watch: Sync {
    /// So many are done.
    fn done(&self, _fights: u64) {}
    /// Is it to stop? What is known by then is lost.
    fn stops(&self) -> bool {
        false
    }
    /// With this policies are stopped in the middle of a thought.
    fn interrupt(&self) -> Interrupt {
        Interrupt::default()
    }
}

/// Nobody looks on.
impl Watch for () {}

/// What came of a batch of fights.
pub struct Batch {
    /// A row for each fight.
    pub rows: Columns,
    /// The same, counted.
    pub report: Report,
}

/// Fights so many fights on so many threads: fight number i is the same however many there are.
///
/// # Errors
/// When there is no such policy, there are too many fights, or it was stopped.
pub fn fought(
    fights: &dyn Fights,
    plan: &Plan,
    count: u64,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Batch, Trouble> {
    if count == 0 || count > MOST {
        let why = format!("from 1 to {MOST} fights can be fought at once");
        return Err(Trouble::because(why).help("`skirmish sim` counts more of them and keeps no rows"));
    }
    let plan = Plan { interrupt: watch.interrupt(), ..plan.clone() };
    // What is wrong with the plan is said before any thread begins.
    fights.simulator(&plan).map_err(|unknown| Trouble::because(unknown.to_string()))?;
    let thinks = |policy: &String| policy.parse().is_ok_and(skirmish_kernel::PolicyName::thinks);
    let chunk = if plan.policies.iter().any(thinks) { 1 } else { CHUNK };
    let work = Work { fights, plan: &plan, count, chunk, watch, next: AtomicU64::new(0), done: Mutex::new(Vec::new()) };
    let threads = threads.clamp(1, usize::try_from(count.div_ceil(chunk)).unwrap_or(usize::MAX));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let work = &work;
            // A thread that cannot be had is missed by nobody.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || work.go());
        }
        work.go();
    });
    if watch.stops() {
        return Err(Trouble::because("stopped before all fights were fought"));
    }
    let mut done = work.done.into_inner().unwrap_or_default();
    done.sort_by_key(|fought| fought.fight);
    let mut tally = Tally::of(fights);
    done.iter().for_each(|fought| tally.note(fought));
    let report = Report { tally, heard: Default::default(), stopped: Stopped::Done };
    Ok(Batch { rows: rows(fights, &done), report })
}

struct Work<'w> {
    fights: &'w dyn Fights,
    plan: &'w Plan,
    count: u64,
    /// So many of them are one piece.
    chunk: u64,
    watch: &'w dyn Watch,
    next: AtomicU64,
    done: Mutex<Vec<Fought>>,
}

impl Work<'_> {
    fn go(&self) {
        let Ok(mut simulator) = self.fights.simulator(self.plan) else { return };
        while !self.watch.stops() {
            let from = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if from >= self.count {
                return;
            }
            let to = from.saturating_add(self.chunk).min(self.count);
            let own: Vec<Fought> = (from..to).map(|fight| one(&mut *simulator, fight)).collect();
            if let Ok(mut done) = self.done.lock() {
                done.extend(own);
                self.watch.done(done.len() as u64);
            }
        }
    }
}

fn one(simulator: &mut (dyn Simulator + '_), fight: u64) -> Fought {
    let mut fought = Fought::default();
    simulator.fight(fight, &mut fought);
    fought
}

/// A row for each fight: `fight`, `winner` (none in a draw), `unfinished`, `rounds`, `steps`; of each combatant `NAME falls`
/// and its gauges at the end, `NAME hp`.
fn rows(fights: &dyn Fights, done: &[Fought]) -> Columns {
    let whole = |of: &dyn Fn(&Fought) -> i64| Column::Whole(done.iter().map(|fought| Some(of(fought))).collect());
    let mut rows = Columns::default();
    rows.push("fight", whole(&|fought| i64::try_from(fought.fight).unwrap_or(i64::MAX)));
    let side = |fought: &Fought| fights.sides().get(usize::from(fought.winner?.0)).cloned();
    rows.push("winner", Column::Text(done.iter().map(side).collect()));
    rows.push("unfinished", Column::Flag(done.iter().map(|fought| fought.unfinished).collect()));
    rows.push("rounds", whole(&|fought| i64::from(fought.rounds)));
    rows.push("steps", whole(&|fought| i64::from(fought.steps)));
    let mut nth = 0;
    for (at, combatant) in fights.combatants().iter().enumerate() {
        let falls = |fought: &Fought| fought.left.get(at).is_some_and(|left| left.fallen);
        rows.push(format!("{} falls", combatant.name), Column::Flag(done.iter().map(falls).collect()));
        for gauge in &combatant.gauges {
            let value = |fought: &Fought| fought.gauges.get(nth).map(|value| i64::from(*value));
            rows.push(format!("{} {}", combatant.name, gauge.name), Column::Whole(done.iter().map(value).collect()));
            nth += 1;
        }
    }
    rows
}

impl Batch {
    /// What is known of all fights together, for whoever reads JSON: chances with Wilson's interval of 95 %, as
    /// `skirmish sim --json` has them.
    #[must_use]
    pub fn summary(&self, fights: &dyn Fights) -> serde_json::Value {
        let report = &self.report;
        let chance = |chance: skirmish_sim::Interval| serde_json::json!({ "p": chance.p, "low": chance.low, "high": chance.high });
        let sides = fights.sides().iter().enumerate().map(|(at, name)| {
            serde_json::json!({ "name": name, "wins": report.wins(at), "chance": chance(report.chance_of(at)) })
        });
        serde_json::json!({
            "game": fights.game(), "title": fights.title(), "seed": fights.seed(), "fights": report.fights(),
            "sides": sides.collect::<Vec<_>>(),
            "draws": report.tally.drawn.count(), "unfinished": report.tally.unfinished.count(),
            "rounds": { "mean": report.rounds().mean(), "median": report.rounds().quantile(1, 2) },
            "examples": { "median": report.median(), "longest": report.longest(), "upset": report.upset() },
        })
    }
}
