//! Pieces of a sweep that any machine may work out: each a pure function of plan, program, cell and range of fights.
//!
//! A machine that hands out work asks for [`jobs`](Sweep::jobs), gives each to anybody with the same plan and program, who
//! [does](Sweep::job) it, and [takes](Sweep::take) what comes back. When nothing is left, [`fight`](Sweep::fight) finds
//! everything done and says what was found: the same, to the last bit, as if one machine had fought it all.

use skirmish_kernel::Diagnostic;
use skirmish_sim::{Order, Record, stretch};

use crate::kept::Kept;
use crate::key::Key;
use crate::reckoned;
use crate::store::Store;
use crate::sweep::{Hands, Loaded, Sweep, Watch};

/// A piece of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    /// The number of its cell.
    pub cell: usize,
    /// The first of its fights, and the one after the last; none where the cell is one piece, since only all of its fights
    /// together say when it is done, or it is worked out exactly.
    pub fights: Option<(u64, u64)>,
}

impl Sweep<'_> {
    /// What is not done yet, in pieces of so many fights: base cells first.
    ///
    /// # Errors
    /// What is wrong with a cell.
    pub fn jobs<S: Store>(&self, store: &S, program: &str, size: u64) -> Result<Vec<Job>, Vec<Diagnostic>> {
        let mut jobs = Vec::new();
        for cell in self.in_order() {
            let Some(loaded) = self.cells().get(cell).map(|cell| self.load(cell)).transpose()? else { continue };
            let key = self.key(&loaded, program);
            if !self.is_in_pieces() {
                if !self.is_whole(&loaded, &key, store.read(key.name()).as_deref()) {
                    jobs.push(Job { cell, fights: None });
                }
                continue;
            }
            let begun = self.begun(&loaded, &key, store);
            for (from, to) in pieces(begun.tally.fights, self.plan().fights, size) {
                let kept = store.read(&piece(&key, from, to)).and_then(|text| Kept::read(&text, &key, &*loaded.fights));
                if kept.is_none_or(|kept| kept.record.tally.fights != to - from) {
                    jobs.push(Job { cell, fights: Some((from, to)) });
                }
            }
        }
        Ok(jobs)
    }

    /// Does a piece: what [`take`](Sweep::take) wants of it. None when somebody asked to stop.
    ///
    /// # Errors
    /// What is wrong with its cell.
    pub fn job(&self, job: Job, program: &str, watch: &dyn Watch) -> Result<Option<String>, Vec<Diagnostic>> {
        let Some((from, to)) = job.fights else {
            return self.alone(job.cell, &Hands { threads: 1, program: program.to_owned() }, watch);
        };
        let Some(cell) = self.cells().get(job.cell) else { return Ok(None) };
        let loaded = self.load(cell)?;
        let order =
            Order { policies: loaded.policies.clone(), most_rounds: self.plan().most_rounds, ..Order::default() };
        let record = stretch(&*loaded.fights, &order, from..to, &Look { watch });
        let record = record.map_err(|unknown| vec![self.plan().source.error(0..0, unknown.to_string())])?;
        let key = self.key(&loaded, program);
        Ok(record.map(|record| Kept { record, is_precise: false }.print(&key)))
    }

    /// Keeps what came of a piece, and puts a cell together when its last piece has come, in pieces of the same size as
    /// [`jobs`](Sweep::jobs) had. False where it is not what such a piece comes to: it must be done again.
    ///
    /// # Errors
    /// What is wrong with the cell; why the store cannot keep it.
    pub fn take<S: Store>(
        &self,
        job: Job,
        text: &str,
        store: &mut S,
        program: &str,
        size: u64,
    ) -> Result<bool, crate::Broken<S::Error>> {
        let Some(cell) = self.cells().get(job.cell) else { return Ok(false) };
        let loaded = self.load(cell).map_err(crate::Broken::Wrong)?;
        let key = self.key(&loaded, program);
        let Some((from, to)) = job.fights else {
            let is_whole = self.is_whole(&loaded, &key, Some(text));
            if is_whole {
                store.write(key.name(), text).map_err(crate::Broken::Store)?;
            }
            return Ok(is_whole);
        };
        if Kept::read(text, &key, &*loaded.fights)
            .is_none_or(|kept| kept.record.tally.fights != to.saturating_sub(from))
        {
            return Ok(false);
        }
        store.write(&piece(&key, from, to), text).map_err(crate::Broken::Store)?;
        let begun = self.begun(&loaded, &key, store);
        let all = pieces(begun.tally.fights, self.plan().fights, size).collect::<Vec<_>>();
        // The last piece puts them together; so none is read before all are there.
        if !all.iter().all(|(from, to)| store.has(&piece(&key, *from, *to))) {
            return Ok(true);
        }
        let mut record = begun;
        for (from, to) in &all {
            match store.read(&piece(&key, *from, *to)).and_then(|text| Kept::read(&text, &key, &*loaded.fights)) {
                Some(kept) if kept.record.tally.fights == to - from => record.join(&kept.record),
                // It was damaged since: it is done again.
                _ => return Ok(true),
            }
        }
        store.write(key.name(), &Kept { record, is_precise: false }.print(&key)).map_err(crate::Broken::Store)?;
        for (from, to) in all {
            store.remove(&piece(&key, from, to)).map_err(crate::Broken::Store)?;
        }
        Ok(true)
    }

    /// Does a cell fall into ranges of fights?
    fn is_in_pieces(&self) -> bool {
        self.plan().exact.is_none() && self.plan().until.is_none()
    }

    /// Is this the result of a whole cell?
    fn is_whole(&self, loaded: &Loaded, key: &Key, text: Option<&str>) -> bool {
        text.is_some_and(|text| match self.plan().exact {
            Some(_) => reckoned::read(text, key, &*loaded.fights).is_some(),
            None => Kept::read(text, key, &*loaded.fights)
                .is_some_and(|kept| kept.is_precise || kept.record.tally.fights >= self.plan().fights),
        })
    }

    /// The first fights of a cell that are kept in one piece.
    fn begun<S: Store>(&self, loaded: &Loaded, key: &Key, store: &S) -> Record {
        let kept = store.read(key.name()).and_then(|text| Kept::read(&text, key, &*loaded.fights));
        kept.map_or_else(|| Record::of(&*loaded.fights), |kept| kept.record)
    }
}

/// The name of a piece.
fn piece(key: &Key, from: u64, to: u64) -> String {
    format!("{}-{from}-{to}", key.name())
}

/// Ranges of so many fights; the last one may have fewer.
fn pieces(from: u64, to: u64, size: u64) -> impl Iterator<Item = (u64, u64)> {
    let size = size.max(1);
    std::iter::successors(Some(from), move |from| from.checked_add(size))
        .take_while(move |from| *from < to)
        .map(move |from| (from, from.saturating_add(size).min(to)))
}

/// Looks on at one piece.
struct Look<'w> {
    watch: &'w dyn Watch,
}

impl skirmish_sim::Watch for Look<'_> {
    fn done(&self, fights: u64, of: u64) {
        self.watch.done(fights, of);
    }

    fn stops(&self) -> bool {
        self.watch.stops()
    }

    fn interrupt(&self) -> skirmish_kernel::Interrupt {
        self.watch.interrupt()
    }
}
