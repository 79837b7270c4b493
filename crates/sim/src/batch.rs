//! The batch: fights in chunks of fixed numbers, taken by whichever thread is free, counted in whole numbers.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_kernel::{Fights, Fought, Interrupt, Plan, PolicyError, PolicyName, Simulator};

use crate::heard::HeardTally;
use crate::record::{Record, Sheet};
use crate::report::{Report, Stopped};
use crate::tally::Tally;

/// So many fights are one piece of work; a thread that has taken a piece finishes it.
const CHUNK: u64 = 16;

/// The same where somebody thinks: such a fight takes as long as many others.
const THOUGHTFUL: u64 = 1;

/// How many fights are one piece of work.
fn chunk(order: &Order) -> u64 {
    let thinks = |policy: &String| policy.parse().is_ok_and(PolicyName::thinks);
    if order.policies.iter().any(thinks) { THOUGHTFUL } else { CHUNK }
}

/// With a stopping rule, it is looked at for the first time after so many fights.
const FIRST_LOOK: u64 = 1_024;

/// What is to be fought.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// How many fights, at most.
    pub fights: u64,
    /// Stop earlier, once every side's chance is known to plus or minus this (0.005 is half a percent). It is looked at
    /// after fixed numbers of fights, so where it stops does not depend on threads.
    pub until: Option<f64>,
    /// How many threads; at least one works.
    pub threads: usize,
    /// The policy of each side; the book's usual one for the rest.
    pub policies: Vec<String>,
    /// A fight that goes on after so many rounds is given up.
    pub most_rounds: u32,
    /// The first so many fights are listened to, for who does what and what comes of it.
    pub listen: u64,
}

impl Default for Order {
    /// A thousand fights by the usual policies on one thread, none of them listened to.
    fn default() -> Self {
        let Plan { policies, most_rounds, .. } = Plan::default();
        Self { fights: 1_000, until: None, threads: 1, policies, most_rounds, listen: 0 }
    }
}

/// Looks on while a batch is fought.
pub trait Watch: Sync {
    /// So many fights are done of those that are wanted; with a stopping rule, of those that may be needed.
    fn done(&self, fights: u64, of: u64);
    /// Is it to stop? What is known by then is reported.
    fn stops(&self) -> bool {
        false
    }
    /// With this whoever looks on stops policies in the middle of a thought; the fights that they think in are thrown away.
    fn interrupt(&self) -> Interrupt {
        Interrupt::default()
    }
}

/// Nobody looks on.
impl Watch for () {
    fn done(&self, _: u64, _: u64) {}
}

/// Fights what is ordered.
///
/// # Errors
/// When there is no such policy.
pub fn simulate(fights: &dyn Fights, order: &Order, watch: &dyn Watch) -> Result<Report, PolicyError> {
    let mut batch = Batch::new(fights, order, watch, None)?;
    let stopped = batch.run();
    Ok(batch.report(stopped))
}

/// Fights on from a [record](Record) of the first fights, and keeps who has won each of them. What comes of it is the
/// same as if it had never been interrupted. Nothing is listened to; a record that has more fights than are ordered is
/// left as it is.
///
/// A stopping rule is not looked at again for fights that are on record: go on with the rule that the record was made by.
///
/// # Errors
/// When there is no such policy.
pub fn resume(
    fights: &dyn Fights,
    order: &Order,
    record: &mut Record,
    watch: &dyn Watch,
) -> Result<Stopped, PolicyError> {
    let order = Order { listen: 0, ..order.clone() };
    let sheet = Sheet::new(record, order.fights);
    let mut batch = Batch::new(fights, &order, watch, Some((&*record, &sheet)))?;
    let stopped = batch.run();
    if batch.workers.iter().any(|worker| worker.is_broken_off) {
        // Fights behind the one that was broken off may be done: these are no first fights.
        return Ok(stopped);
    }
    let tally = batch.report(stopped).tally;
    drop(batch);
    *record = Record { winners: sheet.winners(tally.fights), tally };
    Ok(stopped)
}

/// Fights number `range` alone, on this thread: a piece of a batch that other machines fight the rest of. Records of pieces
/// that follow one another, [joined](Record::join), are the record of the whole. None when it was asked to stop.
///
/// # Errors
/// When there is no such policy.
pub fn stretch(
    fights: &dyn Fights,
    order: &Order,
    range: Range<u64>,
    watch: &dyn Watch,
) -> Result<Option<Record>, PolicyError> {
    let plan = Plan {
        policies: order.policies.clone(),
        most_rounds: order.most_rounds,
        listen: false,
        interrupt: watch.interrupt(),
    };
    let (mut simulator, mut fought) = (fights.simulator(&plan)?, Fought::default());
    let mut record = Record::of(fights);
    for fight in range.clone() {
        if watch.stops() {
            return Ok(None);
        }
        simulator.fight(fight, &mut fought);
        if watch.interrupt().is_asked() {
            return Ok(None);
        }
        record.note(&fought);
        watch.done(fight - range.start + 1, range.end - range.start);
    }
    Ok(Some(record))
}

/// Threads at work on the same fights.
struct Batch<'f> {
    fights: &'f dyn Fights,
    order: &'f Order,
    watch: &'f dyn Watch,
    workers: Vec<Worker<'f>>,
    /// What was counted before.
    known: Tally,
    /// The next fight that nobody has taken; all before it are fought when the threads have come back.
    next: AtomicU64,
    done: AtomicU64,
}

impl<'f> Batch<'f> {
    fn new(
        fights: &'f dyn Fights,
        order: &'f Order,
        watch: &'f dyn Watch,
        record: Option<(&Record, &'f Sheet)>,
    ) -> Result<Self, PolicyError> {
        let known = record.map_or_else(|| Tally::of(fights), |(record, _)| record.tally.clone());
        let open = order.fights.saturating_sub(known.fights);
        let threads = u64::try_from(order.threads).unwrap_or(u64::MAX).clamp(1, open.div_ceil(chunk(order)).max(1));
        let sheet = record.map(|(_, sheet)| sheet);
        let workers = (0..threads)
            .map(|_| Worker::new(fights, order, sheet, watch.interrupt()))
            .collect::<Result<Vec<_>, _>>()?;
        let (next, done) = (AtomicU64::new(known.fights), AtomicU64::new(known.fights));
        Ok(Self { fights, order, watch, workers, known, next, done })
    }

    fn run(&mut self) -> Stopped {
        let Some(until) = self.order.until else {
            return if self.fight_to(self.order.fights, self.order.fights) { Stopped::Done } else { Stopped::Asked };
        };
        let (mut border, mut guess) = (FIRST_LOOK, self.order.fights);
        loop {
            border = border.min(self.order.fights);
            if border < self.known.fights.min(self.order.fights) {
                border = border.saturating_add(border / 4);
                continue;
            }
            if !self.fight_to(border, guess) {
                return Stopped::Asked;
            }
            let report = self.report(Stopped::Precise);
            if report.half() <= until {
                return Stopped::Precise;
            }
            if border == self.order.fights {
                return Stopped::Done;
            }
            // The width falls with the root of the number.
            let wanted = border as f64 * (report.half() / until).powi(2);
            guess = (wanted as u64).clamp(border, self.order.fights);
            border = border.saturating_add(border / 4);
        }
    }

    /// Fights on to a border. False when it was asked to stop before.
    fn fight_to(&mut self, border: u64, of: u64) -> bool {
        let chunk = chunk(self.order);
        let Self { watch, workers, next, done, .. } = self;
        let shift = Shift { watch: *watch, next, done, border, of, chunk };
        if let [own, others @ ..] = workers.as_mut_slice() {
            std::thread::scope(|scope| {
                for worker in others {
                    let shift = &shift;
                    // A thread that cannot be had is missed by nobody: the others take its work.
                    let _ = std::thread::Builder::new().spawn_scoped(scope, move || worker.work(shift));
                }
                own.work(&shift);
            });
        }
        self.done.load(Ordering::Relaxed) >= border
    }

    fn report(&self, stopped: Stopped) -> Report {
        let (mut tally, mut heard) = (self.known.clone(), HeardTally::of(self.fights));
        for worker in &self.workers {
            tally.merge(&worker.tally);
            heard.merge(&worker.heard);
        }
        Report { tally, heard: heard.in_order(), stopped }
    }
}

/// What the threads do until a border is reached.
struct Shift<'s> {
    watch: &'s dyn Watch,
    next: &'s AtomicU64,
    done: &'s AtomicU64,
    border: u64,
    of: u64,
    chunk: u64,
}

impl Shift<'_> {
    /// The next piece of work; none when the border is reached, or somebody asked to stop.
    fn take(&self) -> Option<std::ops::Range<u64>> {
        if self.watch.stops() {
            return None;
        }
        let end = |from: u64| from.saturating_add(self.chunk).min(self.border);
        let taken = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |from| (from < self.border).then(|| end(from)));
        taken.ok().map(|from| from..end(from))
    }
}

/// One thread: its simulators, and what it has counted.
struct Worker<'f> {
    simulator: Box<dyn Simulator + 'f>,
    /// Where it listens, if it ever does.
    listening: Option<Box<dyn Simulator + 'f>>,
    listen: u64,
    fought: Fought,
    tally: Tally,
    heard: HeardTally,
    /// Where it is written down who has won, if that is kept.
    sheet: Option<&'f Sheet>,
    interrupt: Interrupt,
    /// It was stopped in the middle of a thought: that fight is not counted.
    is_broken_off: bool,
}

impl<'f> Worker<'f> {
    fn new(
        fights: &'f dyn Fights,
        order: &Order,
        sheet: Option<&'f Sheet>,
        interrupt: Interrupt,
    ) -> Result<Self, PolicyError> {
        // Where nobody thinks, a fight that has begun is soon over.
        let interrupt = if chunk(order) == THOUGHTFUL { interrupt } else { Interrupt::default() };
        let Order { policies, most_rounds, .. } = order.clone();
        let plan = |listen| Plan { policies: policies.clone(), most_rounds, listen, interrupt: interrupt.clone() };
        Ok(Self {
            simulator: fights.simulator(&plan(false))?,
            listening: (order.listen > 0).then(|| fights.simulator(&plan(true))).transpose()?,
            listen: order.listen,
            fought: Fought::default(),
            tally: Tally::of(fights),
            heard: HeardTally::of(fights),
            sheet,
            is_broken_off: false,
            interrupt,
        })
    }

    fn work(&mut self, shift: &Shift<'_>) {
        while let Some(chunk) = shift.take() {
            let fights = chunk.end - chunk.start;
            chunk.for_each(|fight| self.fight(fight));
            if self.is_broken_off {
                return;
            }
            let done = shift.done.fetch_add(fights, Ordering::Relaxed) + fights;
            shift.watch.done(done, shift.of);
        }
    }

    fn fight(&mut self, fight: u64) {
        let simulator = match &mut self.listening {
            Some(listening) if fight < self.listen => listening,
            _ => &mut self.simulator,
        };
        simulator.fight(fight, &mut self.fought);
        if self.interrupt.is_asked() {
            self.is_broken_off = true;
            return;
        }
        self.tally.note(&self.fought);
        if let Some(sheet) = self.sheet {
            sheet.note(&self.fought);
        }
        if let Some(heard) = simulator.heard() {
            self.heard.note(&self.fought, heard);
        }
    }
}
