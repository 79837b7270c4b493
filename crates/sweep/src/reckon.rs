//! Cells that are worked out exactly: each followed to its end on every branch, several at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;

use skirmish_kernel::words::short;
use skirmish_kernel::{Diagnostic, Outlook, PolicyName, Prospect};
use skirmish_odds::{Order, Stopped, solve_far};

use crate::outcome::{Findings, Outcome};
use crate::plan::Exactly;
use crate::reckoned::{self, Beyond, Kept, Reckoned};
use crate::store::Store;
use crate::sweep::{Broken, Hands, Loaded, Sweep, Watch};

/// How far a cell is, in parts of it.
const PARTS: u64 = 1_000;

/// What a cell has come to, and under which name it is kept.
struct Done {
    /// Its place among those that were open.
    at: usize,
    cell: usize,
    name: String,
    text: String,
    kept: Kept,
}

impl Sweep<'_> {
    /// Works out every cell whose result is not kept, base cells first.
    pub(crate) fn reckon<S: Store>(
        &self,
        exactly: &Exactly,
        store: &mut S,
        hands: &Hands,
        watch: &dyn Watch,
    ) -> Result<Findings, Broken<S::Error>> {
        let (mut found, mut open) = (vec![None; self.cells().len()], Vec::new());
        for at in self.in_order() {
            match self.kept_reckoning(at, store, hands).map_err(Broken::Wrong)? {
                Some(Ok(kept)) => put(&mut found, at, kept),
                // It has been tried with as much: whoever asks again must not wait again.
                Some(Err(beyond)) if beyond.states >= exactly.states as u64 => {
                    return Err(Broken::Wrong(vec![self.refusal(at, exactly, beyond)]));
                }
                _ => open.push(at),
            }
        }
        let reckoned = self.reckon_all(exactly, &open, store, hands, watch, &mut found)?;
        let outcomes = self.reckoned_outcomes(&found).map_err(Broken::Wrong)?;
        let interrupted = found.iter().any(Option::is_none);
        let mut findings = Findings { outcomes, reckoned, interrupted, ..Findings::none(0) };
        self.contrast(&mut findings, &mut |_| Ok(None)).map_err(Broken::Wrong)?;
        Ok(findings)
    }

    /// Every cell, the base of each encounter before the others of it.
    pub(crate) fn in_order(&self) -> Vec<usize> {
        let of_grid = |grid: usize| {
            let base = self.base_of(grid);
            base.into_iter().chain(self.cells_of(grid).filter(move |at| Some(*at) != base))
        };
        (0..self.grids().len()).flat_map(of_grid).collect()
    }

    fn kept_reckoning<S: Store>(&self, at: usize, store: &S, hands: &Hands) -> Result<Option<Kept>, Vec<Diagnostic>> {
        let Some(cell) = self.cells().get(at) else { return Ok(None) };
        let loaded = self.load(cell)?;
        let key = self.key(&loaded, &hands.program);
        Ok(store.read(key.name()).and_then(|text| reckoned::read(&text, &key, &*loaded.fights)))
    }

    /// Works out what is open on as many threads as there are hands. Gives how many cells were done.
    pub(crate) fn reckon_all<S: Store>(
        &self,
        exactly: &Exactly,
        open: &[usize],
        store: &mut S,
        hands: &Hands,
        watch: &dyn Watch,
        found: &mut [Option<Reckoned>],
    ) -> Result<usize, Broken<S::Error>> {
        let threads = hands.threads.clamp(1, open.len().max(1));
        let work = Work {
            sweep: self,
            exactly,
            open,
            program: &hands.program,
            watch,
            next: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
            parts: (0..open.len()).map(|_| AtomicU64::new(0)).collect(),
        };
        let mut harvest = Harvest { found, done: 0, refused: None, broken: None };
        std::thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            for _ in 0..threads {
                let (work, tell) = (&work, tell.clone());
                scope.spawn(move || work.run(&tell));
            }
            drop(tell);
            for result in told {
                harvest.take(result, store);
                if harvest.broken.is_some() {
                    work.ends.store(true, Ordering::Relaxed);
                }
            }
        });
        match (harvest.broken, harvest.refused) {
            (Some(broken), _) => Err(broken),
            (None, Some((_, cell, beyond))) => Err(Broken::Wrong(vec![self.refusal(cell, exactly, beyond)])),
            (None, None) => Ok(harvest.done),
        }
    }

    /// Why a cell cannot be worked out exactly, and what to do.
    fn refusal(&self, at: usize, exactly: &Exactly, beyond: Beyond) -> Diagnostic {
        let label = self.cells().get(at).map_or_else(String::new, |cell| self.label(cell));
        let name = self.cells().get(at).and_then(|cell| self.grids().get(cell.grid));
        let name = name.map_or_else(String::new, |grid| short(&grid.ground.name));
        let what = match beyond.branches {
            true => format!("a step or all of them have more branches than {} states allow", beyond.states),
            false => format!("it has more than {} states", beyond.states),
        };
        let message = format!(
            "{name} with {} cannot be worked out exactly: {what}, and {:.3} % of the probability is still in play then",
            short(&label),
            100.0 * beyond.left,
        );
        let help = "allow more (states = …, a million of them may take some gigabytes), be content with less (left = 1e-6), take a \
                    smaller map, or leave this value away; without `exact` cells are fought. Cells that are done are kept";
        self.plan().source.error(exactly.at.clone(), message).help(help)
    }

    /// What came of each cell that is done, compared with the base where both have the same sides.
    fn reckoned_outcomes(&self, found: &[Option<Reckoned>]) -> Result<Vec<Option<Outcome>>, Vec<Diagnostic>> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; found.len()];
        for at in self.in_order() {
            let (Some(cell), Some(Some(own))) = (self.cells().get(at), found.get(at)) else { continue };
            let base = self.base_of(cell.grid).filter(|base| *base != at);
            let base = base.and_then(|base| outcomes.get(base)?.as_ref());
            let outcome = Outcome::reckoned(&*self.load(cell)?.fights, own, base);
            put(&mut outcomes, at, outcome);
        }
        Ok(outcomes)
    }

    /// The way into a cell, with its policies followed.
    ///
    /// # Errors
    /// Where one of them has no exact odds.
    pub(crate) fn prospect<'l>(
        &self,
        loaded: &'l Loaded,
        exactly: &Exactly,
        horizon: Option<u32>,
    ) -> Result<Box<dyn Prospect + 'l>, Vec<Diagnostic>> {
        let policies = loaded.policies.clone();
        let outlook = Outlook { policies, horizon, ..Outlook::within(exactly.states as u64) };
        loaded.fights.prospect(&outlook).map_err(|unknown| {
            let message = format!("{} cannot be worked out exactly: {}", short(&loaded.source.name), unknown.what);
            let help = format!("{}; without `exact` cells are fought", unknown.help);
            // The plan's line is to blame that chooses somebody who cannot be followed, if one does.
            let usual = PolicyName::default().to_string();
            let is_to_blame = |side: usize| {
                let others = loaded.policies.iter().enumerate();
                let alone = others.map(|(at, own)| if at == side { own.clone() } else { usual.clone() });
                loaded.fights.prospect(&Outlook { policies: alone.collect(), ..Outlook::within(1) }).is_err()
            };
            let chosen = loaded.chosen.iter().enumerate().find(|(side, _)| is_to_blame(*side));
            let at = chosen.and_then(|(_, at)| at.clone()).unwrap_or(exactly.at.clone());
            vec![self.plan().source.error(at, message).help(help)]
        })
    }
}

/// What comes in from all threads.
struct Harvest<'f, E> {
    found: &'f mut [Option<Reckoned>],
    done: usize,
    /// Of the cells that cannot be worked out the first: its place among those that were open, and its number.
    refused: Option<(usize, usize, Beyond)>,
    broken: Option<Broken<E>>,
}

impl<E> Harvest<'_, E> {
    /// Keeps what a cell has come to.
    fn take<S: Store<Error = E>>(&mut self, result: Result<Done, Vec<Diagnostic>>, store: &mut S) {
        let Done { at, cell, name, text, kept } = match result {
            Ok(done) => done,
            Err(wrong) => {
                self.broken.get_or_insert(Broken::Wrong(wrong));
                return;
            }
        };
        if let Err(failed) = store.write(&name, &text) {
            self.broken.get_or_insert(Broken::Store(failed));
        }
        match kept {
            Ok(kept) => {
                self.done += 1;
                put(self.found, cell, kept);
            }
            // Cells are taken in order, so all before the first one are known, whichever thread came to its end first.
            Err(beyond) if self.refused.is_none_or(|(known, ..)| at < known) => {
                self.refused = Some((at, cell, beyond));
            }
            Err(_) => {}
        }
    }
}

fn put<T>(list: &mut [Option<T>], at: usize, value: T) {
    if let Some(place) = list.get_mut(at) {
        *place = Some(value);
    }
}

/// Cells that are being worked out.
struct Work<'w, 'g> {
    sweep: &'w Sweep<'g>,
    exactly: &'w Exactly,
    open: &'w [usize],
    program: &'w str,
    watch: &'w dyn Watch,
    /// The next one that nobody has taken.
    next: AtomicUsize,
    /// No more are to be taken.
    ends: AtomicBool,
    /// How far each is.
    parts: Vec<AtomicU64>,
}

impl Work<'_, '_> {
    /// One cell after another, as long as there are any.
    fn run(&self, tell: &mpsc::Sender<Result<Done, Vec<Diagnostic>>>) {
        while !self.ends.load(Ordering::Relaxed) && !self.watch.stops() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(cell) = self.open.get(at) else { return };
            let done = self.cell(at, *cell);
            if done.as_ref().is_ok_and(|done| done.as_ref().is_none_or(|done| done.kept.is_ok())) {
                self.note(at, PARTS);
            } else {
                self.ends.store(true, Ordering::Relaxed);
            }
            if let Some(done) = done.transpose()
                && tell.send(done).is_err()
            {
                return;
            }
        }
    }

    /// Follows a cell to its end; nothing where somebody asked to stop.
    fn cell(&self, at: usize, cell: usize) -> Result<Option<Done>, Vec<Diagnostic>> {
        let Self { sweep, exactly, .. } = self;
        let Some(found) = sweep.cells().get(cell) else { return Ok(None) };
        let loaded = sweep.load(found)?;
        let key = sweep.key(&loaded, self.program);
        let order = Order { left: exactly.left, most_states: exactly.states, most_rounds: sweep.plan().most_rounds };
        let prospect = |horizon| sweep.prospect(&loaded, exactly, horizon);
        let solution = solve_far(prospect, &order, &Look { work: self, at })?;
        let beyond = |branches| Err(Beyond { states: exactly.states as u64, branches, left: solution.left });
        let kept = match solution.stopped {
            Stopped::Asked => return Ok(None),
            Stopped::States => beyond(false),
            Stopped::Leaves => beyond(true),
            Stopped::Done | Stopped::Rounds => Ok(Reckoned::of(&*loaded.fights, &solution)),
        };
        Ok(Some(Done { at, cell, name: key.name().to_owned(), text: reckoned::print(&kept, &key), kept }))
    }

    /// So much of a cell is done.
    fn note(&self, at: usize, parts: u64) {
        if let Some(known) = self.parts.get(at) {
            known.store(parts, Ordering::Relaxed);
        }
        let done = self.parts.iter().map(|parts| parts.load(Ordering::Relaxed)).sum();
        self.watch.done(done, PARTS.saturating_mul(self.open.len() as u64));
    }
}

/// Looks on at one cell.
struct Look<'w> {
    work: &'w Work<'w, 'w>,
    at: usize,
}

impl skirmish_odds::Watch for Look<'_> {
    fn done(&self, ended: f64, _: usize) {
        self.work.note(self.at, (ended * PARTS as f64) as u64);
    }

    fn stops(&self) -> bool {
        self.work.watch.stops()
    }
}
