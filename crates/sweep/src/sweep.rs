//! The cells of a plan: loaded, fought, kept.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use skirmish_kernel::words::{list, nearest, short};
use skirmish_kernel::{Diagnostic, Fights, Interrupt, Source};
use skirmish_sim::{Order, Record, Stopped, Winner, resume};

use crate::axis::too_many;
use crate::grid::{Bindings, Cell, Grid, Ground};
use crate::kept::Kept;
use crate::key::{How, Key};
use crate::outcome::{Findings, Outcome};
use crate::plan::{Choosing, Comparing, MOST_CELLS, MOST_FIGHTS_IN_ALL, Plan};
use crate::store::{Memory, Store};

/// A cell that takes long is kept in between.
const KEEP_EVERY: Duration = Duration::from_secs(20);

/// A plan bound to its encounters.
pub struct Sweep<'g> {
    plan: Plan,
    grids: Vec<Grid<'g>>,
    cells: Vec<Cell>,
    /// Cells that are compared with each other.
    pairs: Vec<(usize, usize)>,
}

/// With what it is fought.
#[derive(Clone, Debug)]
pub struct Hands {
    /// How many threads; at least one works.
    pub threads: usize,
    /// Names the rules by which is played: what another program has kept is not believed.
    pub program: String,
}

/// Looks on while a sweep is fought.
pub trait Watch: Sync {
    /// So many fights are done of those that are wanted; where cells are worked out exactly, thousandths of cells.
    fn done(&self, _fights: u64, _of: u64) {}
    /// Is it to stop? What is known by then is found.
    fn stops(&self) -> bool {
        false
    }
    /// With this whoever looks on stops policies in the middle of a thought; the fights that they think in are fought anew.
    fn interrupt(&self) -> Interrupt {
        Interrupt::default()
    }
}

/// Nobody looks on.
impl Watch for () {}

/// A cell that is ready to be fought.
pub struct Loaded {
    /// Its encounter.
    pub source: Source,
    /// The same, set up.
    pub fights: Box<dyn Fights>,
    /// The policy of each side.
    pub policies: Vec<String>,
    /// Where the plan says so, if it does.
    pub(crate) chosen: Vec<Option<Range<usize>>>,
}

/// Why a sweep has stopped.
#[derive(Debug)]
pub enum Broken<E> {
    /// What is wrong with a cell.
    Wrong(Vec<Diagnostic>),
    /// The store failed; what it has kept is worth its time.
    Store(E),
}

impl<'g> Sweep<'g> {
    /// Binds a plan to its encounters, one ground for each that it names, in its order. No cell is loaded yet: see
    /// [`check`](Sweep::check).
    ///
    /// # Errors
    /// What of the plan leads nowhere; a grid that is too large.
    pub fn new(plan: &Plan, grounds: Vec<Ground<'g>>) -> Result<Self, Vec<Diagnostic>> {
        let (mut grids, mut bindings, mut wrong, mut count) = (Vec::new(), Bindings::default(), Vec::new(), 0u128);
        for ground in grounds {
            let first = usize::try_from(count).unwrap_or(usize::MAX);
            match Grid::new(plan, ground, first, &mut bindings) {
                Ok(grid) => {
                    count = count.saturating_add(grid.count());
                    grids.push(grid);
                }
                Err(more) => wrong.extend(more),
            }
        }
        if wrong.is_empty() {
            wrong = bindings.missing(plan);
        }
        let at = plan.axes.first().map_or(0..0, |axis| axis.at.clone());
        if count > u128::from(MOST_CELLS) {
            wrong.push(too_many(&plan.source, at.clone(), count));
        }
        let fights = count.saturating_mul(u128::from(plan.fights));
        if plan.until.is_none() && plan.exact.is_none() && fights > u128::from(MOST_FIGHTS_IN_ALL) {
            let message = format!(
                "{count} cells of {} fights are {fights} fights, and {MOST_FIGHTS_IN_ALL} are the most",
                plan.fights
            );
            wrong.push(plan.source.error(at, message).help("fewer `fights` for each cell, or fewer cells"));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let of_grid = |(at, grid): (usize, &Grid<'_>)| {
            let count = usize::try_from(grid.count()).unwrap_or(0);
            (0..count).map(|nth| Cell { grid: at, levels: grid.levels(nth) }).collect::<Vec<_>>()
        };
        let cells = grids.iter().enumerate().flat_map(of_grid).collect();
        let mut sweep = Self { plan: plan.clone(), grids, cells, pairs: Vec::new() };
        for Comparing { from, to, at } in &plan.compare {
            let refused = |(message, help)| vec![plan.source.error(at.clone(), message).help(help)];
            sweep.pairs.extend(sweep.pairs_named(from, to).map_err(refused)?);
        }
        Ok(sweep)
    }

    /// Compares two cells more with each other than the plan wants.
    pub fn compare(&mut self, from: usize, to: usize) {
        if !self.pairs.contains(&(from, to)) {
            self.pairs.push((from, to));
        }
    }

    /// The cells that are compared with each other.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The encounters and what varies in each.
    #[must_use]
    pub fn grids(&self) -> &[Grid<'g>] {
        &self.grids
    }

    /// Every cell, encounter by encounter; in each, the last axis changes fastest.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell with which those of a grid are compared.
    #[must_use]
    pub fn base_of(&self, grid: usize) -> Option<usize> {
        let bounds = &self.grids.get(grid)?.axes;
        let base = bounds.iter().map(|bound| self.plan.axes.get(bound.axis).map_or(0, |axis| axis.base));
        self.cell_at(grid, &base.collect::<Vec<_>>())
    }

    /// The cell of a grid with these levels, one for each axis that is bound there.
    #[must_use]
    pub fn cell_at(&self, grid: usize, levels: &[usize]) -> Option<usize> {
        self.grids.get(grid)?.number(levels)
    }

    /// `parry +1, armour plate`; `as it is` where nothing varies.
    #[must_use]
    pub fn label(&self, cell: &Cell) -> String {
        let Some(grid) = self.grids.get(cell.grid) else { return String::new() };
        let words = grid.axes.iter().zip(&cell.levels).filter_map(|(bound, level)| {
            let axis = self.plan.axes.get(bound.axis)?;
            Some(format!("{} {}", axis.name, axis.levels.get(*level)?.label))
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "as it is".into() } else { words.join(", ") }
    }

    /// The level of an axis in a cell, in words; none where the axis is not in that cell's encounter.
    #[must_use]
    pub fn level(&self, cell: &Cell, axis: usize) -> Option<&str> {
        let bound = self.grids.get(cell.grid)?.axes.iter().position(|bound| bound.axis == axis)?;
        Some(self.plan.axes.get(axis)?.levels.get(*cell.levels.get(bound)?)?.label.as_str())
    }

    /// The encounter of a cell, and who chooses in it.
    fn source(&self, cell: &Cell) -> Result<(Source, Vec<Choosing>), Vec<Diagnostic>> {
        let Some(grid) = self.grids.get(cell.grid) else { return Err(Vec::new()) };
        let (text, policies) = grid.text(&cell.levels).map_err(|(at, why)| {
            vec![self.plan.source.error(at, why).help("the path leads to another kind of thing in this encounter")]
        })?;
        let name = format!("{}, {}", grid.ground.name, self.label(cell));
        Ok((Source::new(name, text), self.plan.policies.iter().cloned().chain(policies).collect()))
    }

    /// Loads a cell.
    ///
    /// # Errors
    /// What is wrong with it: where the plan says so, and what its book says of the encounter that comes of it.
    pub fn load(&self, cell: &Cell) -> Result<Loaded, Vec<Diagnostic>> {
        let (source, choosing) = self.source(cell)?;
        let Some(grid) = self.grids.get(cell.grid) else { return Err(Vec::new()) };
        let game = grid.ground.game;
        let fights = game.fights(&source, self.plan.seed).map_err(|wrong| self.blamed(cell, wrong))?;
        let usual = game.policies().first().copied().unwrap_or_default();
        let mut policies = vec![usual.to_owned(); fights.sides().len().max(1)];
        let mut chosen: Vec<Option<Range<usize>>> = vec![None; policies.len()];
        for Choosing { side, policy, at } in choosing {
            let wrong = |what: &str, name: &str, known: Vec<&str>| {
                let help = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", list(&known)),
                };
                vec![self.plan.source.error(at.clone(), format!("there is no {what} `{}`", short(name))).help(help)]
            };
            if !game.policies().contains(&policy.as_str()) {
                return Err(wrong("policy", &policy, game.policies().to_vec()));
            }
            match side {
                None => {
                    policies.fill(policy);
                    chosen.fill(Some(at));
                }
                Some(side) => match fights.sides().iter().position(|known| *known == side) {
                    Some(own) => {
                        policies.get_mut(own).map(|own| *own = policy).unwrap_or_default();
                        chosen.get_mut(own).map(|own| *own = Some(at)).unwrap_or_default();
                    }
                    // With several encounters, a side that another one has is none of ours.
                    None if self.grids.len() > 1 => {}
                    None => {
                        let known = fights.sides().iter().map(String::as_str).collect();
                        return Err(wrong("side", &side, known));
                    }
                },
            }
        }
        Ok(Loaded { source, fights, policies, chosen })
    }

    /// Who is to blame for a cell that its book refuses: the first value that is refused alone, else all of them.
    fn blamed(&self, cell: &Cell, wrong: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some(grid) = self.grids.get(cell.grid) else { return wrong };
        let base: Vec<usize> = self
            .base_of(cell.grid)
            .and_then(|base| self.cells.get(base))
            .map_or(Vec::new(), |base| base.levels.clone());
        let refused = |at: &usize| {
            let mut levels = base.clone();
            if let (Some(own), Some(level)) = (levels.get_mut(*at), cell.levels.get(*at)) {
                *own = *level;
            }
            let text = grid.text(&levels);
            text.is_ok_and(|(text, _)| grid.ground.game.fights(&Source::new("", text), self.plan.seed).is_err())
        };
        let at = (0..grid.axes.len()).find(refused).unwrap_or(0);
        let axis = grid.axes.get(at).and_then(|bound| self.plan.axes.get(bound.axis));
        let level = axis.zip(cell.levels.get(at)).and_then(|(axis, level)| axis.levels.get(*level));
        let place = level.map_or(0..0, |level| level.at.clone());
        let message = format!("{} cannot be fought with {}", short(&grid.ground.name), short(&self.label(cell)));
        let help = "what its book says of it follows; the file that is shown is the encounter of this cell";
        std::iter::once(self.plan.source.error(place, message).help(help)).chain(wrong).collect()
    }

    /// Loads a cell and lets it go again.
    ///
    /// # Errors
    /// As [`load`](Sweep::load); and where it is to be worked out exactly, and one of its policies cannot be followed.
    pub fn check(&self, cell: &Cell) -> Result<(), Vec<Diagnostic>> {
        let loaded = self.load(cell)?;
        match &self.plan.exact {
            Some(exactly) => self.prospect(&loaded, exactly, None).map(|_| ()),
            None => Ok(()),
        }
    }

    /// The numbers of a grid's cells.
    pub fn cells_of(&self, grid: usize) -> std::ops::Range<usize> {
        let first = |grid: usize| self.grids.get(grid).map_or(self.cells.len(), |grid| grid.first);
        first(grid)..first(grid.saturating_add(1))
    }

    /// The name under which a cell's result is kept.
    #[must_use]
    pub fn key(&self, loaded: &Loaded, program: &str) -> Key {
        let Plan { most_rounds, until, ref exact, .. } = self.plan;
        let how = match exact {
            None => How::Fought { until },
            Some(exactly) => How::Exactly { left: exactly.left },
        };
        Key::new(program, &loaded.source.text, loaded.fights.seed(), &loaded.policies, most_rounds, how)
    }

    /// Fights every cell whose result is not kept, or works it out exactly, base cells first.
    ///
    /// # Errors
    /// What is wrong with a cell, or with the store; a cell that is to be exact and has more states than the plan allows. What was kept until then is used the next time.
    pub fn fight<S: Store>(
        &self,
        store: &mut S,
        hands: &Hands,
        watch: &dyn Watch,
    ) -> Result<Findings, Broken<S::Error>> {
        if let Some(exactly) = &self.plan.exact {
            return self.reckon(exactly, store, hands, watch);
        }
        let mut findings = Findings::none(self.cells.len());
        let open = self.open(store, hands)?;
        let mut work = Work { sweep: self, store, hands, watch, all: open.saturating_mul(self.plan.fights), over: 0 };
        for grid in 0..self.grids.len() {
            let Some(base) = self.base_of(grid) else { continue };
            let Some((winners, sides)) = work.cell(base, None, &mut findings)? else { break };
            let others = self.cells_of(grid).filter(|at| *at != base);
            for cell in others {
                if work.cell(cell, Some((&winners, &sides)), &mut findings)?.is_none() {
                    break;
                }
            }
        }
        findings.interrupted = findings.done() < self.cells.len();
        self.contrast(&mut findings, &mut |cell| work.winners(cell)).map_err(Broken::Wrong)?;
        Ok(findings)
    }

    /// How many cells have nothing kept yet.
    fn open<S: Store>(&self, store: &S, hands: &Hands) -> Result<u64, Broken<S::Error>> {
        let mut open = 0;
        for cell in &self.cells {
            let loaded = self.load(cell).map_err(Broken::Wrong)?;
            open += u64::from(!store.has(self.key(&loaded, &hands.program).name()));
        }
        Ok(open)
    }
}

/// A sweep being fought.
struct Work<'w, 'g, S: Store> {
    sweep: &'w Sweep<'g>,
    store: &'w mut S,
    hands: &'w Hands,
    watch: &'w dyn Watch,
    /// Fights that are wanted, as far as anybody knows.
    all: u64,
    /// Fights of the cells that were fought and are done.
    over: u64,
}

impl Sweep<'_> {
    /// Works out one cell alone, to its end: what is kept of it. None when somebody asked to stop.
    pub(crate) fn alone(&self, at: usize, hands: &Hands, watch: &dyn Watch) -> Result<Option<String>, Vec<Diagnostic>> {
        let mut store = Memory::default();
        let (name, done) = {
            let Some(cell) = self.cells.get(at) else { return Ok(None) };
            let name = self.key(&self.load(cell)?, &hands.program).name().to_owned();
            let done = match &self.plan.exact {
                Some(exactly) => {
                    let mut found = vec![None; self.cells.len()];
                    self.reckon_all(exactly, &[at], &mut store, hands, watch, &mut found).map(|done| done > 0)
                }
                None => {
                    let mut findings = Findings::none(self.cells.len());
                    let all = self.plan.fights;
                    let mut work = Work { sweep: self, store: &mut store, hands, watch, all, over: 0 };
                    work.cell(at, None, &mut findings).map(|done| done.is_some())
                }
            };
            (name, done)
        };
        match done {
            Ok(true) => Ok(store.read(&name)),
            Ok(false) => Ok(None),
            Err(Broken::Wrong(wrong)) => Err(wrong),
            Err(Broken::Store(never)) => match never {},
        }
    }
}

/// Who has won, and the names of the sides.
type Winners = (Vec<Winner>, Vec<String>);

impl<S: Store> Work<'_, '_, S> {
    /// Fights one cell to its end, or reads what was kept of it. Nothing, when somebody asked to stop before.
    fn cell(
        &mut self,
        at: usize,
        base: Option<(&[Winner], &[String])>,
        findings: &mut Findings,
    ) -> Result<Option<Winners>, Broken<S::Error>> {
        let Some(cell) = self.sweep.cells.get(at) else { return Ok(None) };
        let loaded = self.sweep.load(cell).map_err(Broken::Wrong)?;
        let key = self.sweep.key(&loaded, &self.hands.program);
        let plan = &self.sweep.plan;
        let (name, mut kept) = self.kept(&key, &loaded);
        let known = kept.record.tally.fights;
        let mut stopped = if kept.is_precise { Stopped::Precise } else { Stopped::Done };
        while !kept.is_precise && kept.record.tally.fights < plan.fights {
            stopped = self.fight_on(&loaded, &mut kept).map_err(Broken::Wrong)?;
            self.store.write(&name, &kept.print(&key)).map_err(Broken::Store)?;
            if stopped == Stopped::Asked && self.watch.stops() {
                findings.fought += kept.record.tally.fights - known;
                return Ok(None);
            }
        }
        let fought = kept.record.tally.fights - known;
        findings.fought += fought;
        if fought > 0 {
            self.over = self.over.saturating_add(plan.fights);
        }
        let sides = loaded.fights.sides().to_vec();
        let base = base.filter(|(_, of)| **of == *sides).map(|(winners, _)| winners);
        let outcome = Outcome::of(&*loaded.fights, &kept.record, stopped, base);
        if let Some(place) = findings.outcomes.get_mut(at) {
            *place = Some(outcome);
        }
        Ok(Some((kept.record.winners, sides)))
    }

    /// Who has won in a cell that is done.
    fn winners(&self, at: usize) -> Result<Option<Vec<Winner>>, Vec<Diagnostic>> {
        let Some(cell) = self.sweep.cells.get(at) else { return Ok(None) };
        let loaded = self.sweep.load(cell)?;
        let (_, kept) = self.kept(&self.sweep.key(&loaded, &self.hands.program), &loaded);
        Ok(Some(kept.record.winners).filter(|winners| !winners.is_empty()))
    }

    /// What is kept of a cell, or nothing yet, and under which name it is kept on.
    fn kept(&self, key: &Key, loaded: &Loaded) -> (String, Kept) {
        let fights = self.sweep.plan.fights;
        let read = |name: &str| self.store.read(name).and_then(|text| Kept::read(&text, key, &*loaded.fights));
        let mut name = key.name().to_owned();
        let mut kept = read(&name);
        // More fights than are wanted would be another answer; they stay for whoever wants them again.
        if kept.as_ref().is_some_and(|kept| kept.record.tally.fights > fights) {
            name = format!("{name}-{fights}");
            kept = read(&name).filter(|kept| kept.record.tally.fights <= fights);
        }
        (name, kept.unwrap_or_else(|| Kept { record: Record::of(&*loaded.fights), is_precise: false }))
    }

    /// Fights on for a while.
    fn fight_on(&self, loaded: &Loaded, kept: &mut Kept) -> Result<Stopped, Vec<Diagnostic>> {
        let plan = &self.sweep.plan;
        let order = Order {
            fights: plan.fights,
            until: plan.until,
            threads: self.hands.threads,
            policies: loaded.policies.clone(),
            most_rounds: plan.most_rounds,
            listen: 0,
        };
        let look = Look {
            watch: self.watch,
            began: Instant::now(),
            over: self.over,
            all: self.all,
            due: AtomicBool::new(false),
        };
        let stopped = resume(&*loaded.fights, &order, &mut kept.record, &look);
        let stopped = stopped.map_err(|unknown| vec![plan.source.error(0..0, unknown.to_string())])?;
        kept.is_precise = stopped == Stopped::Precise;
        Ok(stopped)
    }
}

/// Looks on at one cell.
struct Look<'w> {
    watch: &'w dyn Watch,
    began: Instant,
    over: u64,
    all: u64,
    /// It is time to keep what there is.
    due: AtomicBool,
}

impl skirmish_sim::Watch for Look<'_> {
    fn done(&self, fights: u64, _: u64) {
        if self.began.elapsed() >= KEEP_EVERY {
            self.due.store(true, Ordering::Relaxed);
        }
        self.watch.done(self.over.saturating_add(fights), self.all.max(self.over.saturating_add(fights)));
    }

    fn stops(&self) -> bool {
        self.due.load(Ordering::Relaxed) || self.watch.stops()
    }

    fn interrupt(&self) -> Interrupt {
        self.watch.interrupt()
    }
}
