use std::cell::RefCell;

use crate::beeline::beeline;
use crate::queue::Queue;
use crate::{Board, Cell, Exits};

/// The working memory of [`reach`], [`path`] and [`nearest`]. Keep one and hand it in again: after the first search
/// on a board of a given size nothing is allocated or cleared.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    notes: Vec<Note>,
    search: u32,
    queue: Queue,
    settled: Vec<u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Note {
    search: u32,
    cost: u32,
    /// The step that led here, or one of the two marks below.
    step: u8,
    settled: bool,
}

const START: u8 = u8::MAX;

thread_local!(static LENT: RefCell<Scratch> = RefCell::default());

impl Scratch {
    /// Lends this thread's own to whoever keeps none.
    ///
    /// # Panics
    /// When it is lent already: whoever looks for a way while it looks for one needs two.
    pub fn lent<T>(look: impl FnOnce(&mut Self) -> T) -> T {
        LENT.with_borrow_mut(look)
    }

    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn begin(&mut self, cells: usize) {
        if self.notes.len() < cells {
            self.notes.resize(cells, Note::default());
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.notes.fill(Note::default());
            self.search = 1;
        }
        self.queue.clear();
        self.settled.clear();
    }

    /// Notes that this search has come to the cell by that step.
    pub(crate) fn meet(&mut self, index: usize, step: usize) {
        self.notes[index] = Note { search: self.search, cost: 0, step: step as u8, settled: false };
    }

    /// The step by which this search has come to the cell, if it has.
    #[inline]
    pub(crate) fn met_by(&self, index: usize) -> Option<usize> {
        let note = &self.notes[index];
        (note.search == self.search).then_some(usize::from(note.step))
    }

    fn start(&mut self, index: usize) {
        self.notes[index] = Note { search: self.search, cost: 0, step: START, settled: false };
        self.queue.push(0, index as u32);
    }

    fn relax(&mut self, index: usize, cost: u32, step: u8) {
        let note = &mut self.notes[index];
        let known = note.search == self.search;
        if known && (note.settled || note.cost < cost) {
            return;
        }
        if known && note.cost == cost {
            note.step = note.step.min(step);
            return;
        }
        *note = Note { search: self.search, cost, step, settled: false };
        self.queue.push(cost, index as u32);
    }

    /// As [`relax`](Self::relax), for cells that are taken by what a way over them may cost.
    fn relax_toward(&mut self, index: usize, cost: u32, step: u8, hope: u32) {
        let note = &mut self.notes[index];
        if note.search == self.search && (note.settled || note.cost <= cost) {
            // Whoever is settled may still learn of another step that is as good.
            if note.cost == cost {
                note.step = note.step.min(step);
            }
            return;
        }
        *note = Note { search: self.search, cost, step, settled: false };
        self.queue.push(hope, index as u32);
    }

    /// The next cell over which a way may cost `most` or less.
    fn settle_toward(&mut self, most: u32) -> Option<(usize, u32)> {
        while let Some((hope, index)) = self.queue.pop() {
            let note = &mut self.notes[index as usize];
            if hope > most {
                return None;
            }
            if !note.settled {
                note.settled = true;
                return Some((index as usize, note.cost));
            }
        }
        None
    }

    /// Whether no way to the cell that costs as much as this or more is worth anything.
    #[inline]
    fn is_found_for_less(&self, index: usize, cost: u32) -> bool {
        let note = &self.notes[index];
        note.search == self.search && (note.settled || note.cost < cost)
    }

    fn settle(&mut self) -> Option<(usize, u32)> {
        while let Some((cost, index)) = self.queue.pop() {
            let note = &mut self.notes[index as usize];
            if !note.settled && note.cost == cost {
                note.settled = true;
                self.settled.push(index);
                return Some((index as usize, cost));
            }
        }
        None
    }
}

fn search<C: Cell>(
    board: &Board<C>,
    start: C,
    price: Price,
    hope: impl Fn(C) -> u32,
    step: impl Fn(C, C) -> Option<u32>,
    scratch: &mut Scratch,
    done: impl FnMut(C, u32) -> bool,
) -> Option<(C, u32)> {
    let all_around = |_, here: C| {
        let there = move |direction| Some((direction, here.neighbour(direction)?));
        let index = |(direction, there)| Some((direction, board.index(there)?, there));
        (0..C::STEPS.len()).filter_map(there).filter_map(index)
    };
    spread(board, start, price, all_around, hope, step, scratch, done)
}

/// The search itself; `around` gives the directions in which to look from a cell, with what lies there and its index, and
/// `hope` the least that a way from a cell still costs that is worth anything.
#[expect(clippy::too_many_arguments, reason = "what a search is asked, each by its own name")]
fn spread<C: Cell, A: Iterator<Item = (usize, usize, C)>>(
    board: &Board<C>,
    start: C,
    price: Price,
    around: impl Fn(usize, C) -> A,
    hope: impl Fn(C) -> u32,
    step: impl Fn(C, C) -> Option<u32>,
    scratch: &mut Scratch,
    mut done: impl FnMut(C, u32) -> bool,
) -> Option<(C, u32)> {
    scratch.begin(board.len());
    scratch.start(board.index(start)?);
    while let Some((index, cost)) = scratch.settle() {
        let here = board.cell(index)?;
        if done(here, cost) {
            return Some((here, cost));
        }
        for (direction, index, there) in around(index, here) {
            let least = cost.saturating_add(price.least);
            if scratch.is_found_for_less(index, least) || least.saturating_add(hope(there)) > price.most {
                continue;
            }
            let total = step(here, there).and_then(|step| cost.checked_add(step)).filter(|&total| total <= price.most);
            if let Some(total) = total {
                scratch.relax(index, total, direction as u8);
            }
        }
    }
    None
}

/// Every cell that can be reached from `start` for at most `budget`, with its cost, cheapest first (the start itself
/// first, at 0; cells of equal cost in an order that depends on nothing but the arguments). Empty when the start is
/// off the board.
///
/// `step` is asked the cost of a step between neighbours; `None` bars it. A step may cost 0. What it costs may depend
/// on both cells, so diagonal rules, ground and doors are the caller's.
///
/// ```
/// use skirmish_grid::{Board, Hex, Scratch, reach};
/// let board = Board::<Hex>::new(20, 20).unwrap();
/// let start = Hex::new(5, 8);
/// assert_eq!(reach(&board, start, 2, |_, _| Some(1), &mut Scratch::new()).count(), 19);
/// ```
pub fn reach<'s, C: Cell>(
    board: &Board<C>,
    start: C,
    budget: u32,
    step: impl Fn(C, C) -> Option<u32>,
    scratch: &'s mut Scratch,
) -> Reach<'s, C> {
    reach_while(board, start, Price { most: budget, least: 0 }, step, |_, _| true, scratch)
}

/// The same cells in the same order where steps have a least price, so that fewer of them have to be asked about, and only
/// as long as `goes_on` says yes of the last one that was found and its cost.
///
/// ```
/// use skirmish_grid::{Board, Price, Scratch, Square, reach_while};
/// let board = Board::<Square>::new(9, 9).unwrap();
/// let (here, price) = (Square::new(4, 4), Price { most: 9, least: 1 });
/// let found = reach_while(&board, here, price, |_, _| Some(1), |_, cost| cost < 2, &mut Scratch::new()).count();
/// assert_eq!(found, 10, "the first of those two steps away is the last one");
/// ```
pub fn reach_while<'s, C: Cell>(
    board: &Board<C>,
    start: C,
    price: Price,
    step: impl Fn(C, C) -> Option<u32>,
    mut goes_on: impl FnMut(C, u32) -> bool,
    scratch: &'s mut Scratch,
) -> Reach<'s, C> {
    search(board, start, price, |_| 0, step, scratch, |cell, cost| !goes_on(cell, cost));
    Reach { board: *board, start, settled: scratch.settled.iter(), notes: &scratch.notes }
}

/// The same without cells from which nothing that is looked for can be reached for the price: `hope` says what a way from
/// a cell to any such place costs at least, and may differ by no more than a step costs between two cells that it joins.
///
/// ```
/// use skirmish_grid::{Board, Price, Scratch, Square, reach_toward};
/// let board = Board::<Square>::new(30, 30).unwrap();
/// let (here, goal, price) = (Square::new(2, 15), Square::new(12, 15), Price { most: 10, least: 1 });
/// let (mut scratch, mut way) = (Scratch::new(), Vec::new());
/// let found = reach_toward(&board, here, price, |cell| cell.chebyshev(goal), |_, _| Some(1), |_, _| true, &mut scratch);
/// assert!(found.len() < 70, "of the 338 that are no farther away");
/// found.way_to(goal, &mut way);
/// assert_eq!(way.len(), 11);
/// ```
pub fn reach_toward<'s, C: Cell>(
    board: &Board<C>,
    start: C,
    price: Price,
    hope: impl Fn(C) -> u32,
    step: impl Fn(C, C) -> Option<u32>,
    mut goes_on: impl FnMut(C, u32) -> bool,
    scratch: &'s mut Scratch,
) -> Reach<'s, C> {
    search(board, start, price, hope, step, scratch, |cell, cost| !goes_on(cell, cost));
    Reach { board: *board, start, settled: scratch.settled.iter(), notes: &scratch.notes }
}

/// What [`reach`] found: cells with their costs, cheapest first.
#[derive(Debug, Clone)]
pub struct Reach<'s, C: Cell> {
    board: Board<C>,
    start: C,
    settled: std::slice::Iter<'s, u32>,
    notes: &'s [Note],
}

impl<C: Cell> Reach<'_, C> {
    /// Writes the way to a cell that was found into `way`, both ends included: the one that [`path`] finds.
    ///
    /// ```
    /// use skirmish_grid::{Board, Scratch, Square, reach};
    /// let board = Board::<Square>::new(5, 5).unwrap();
    /// let (mut scratch, mut way) = (Scratch::new(), Vec::new());
    /// reach(&board, Square::new(0, 0), 9, |_, _| Some(1), &mut scratch).way_to(Square::new(3, 0), &mut way);
    /// assert_eq!(way, [0, 1, 2, 3].map(|x| Square::new(x, 0)));
    /// ```
    pub fn way_to(&self, goal: C, way: &mut Vec<C>) {
        way.clear();
        if retrace(&self.board, goal, way, self.notes).is_none() {
            way.clear();
        }
    }
}

impl<C: Cell> Iterator for Reach<'_, C> {
    type Item = (C, u32);

    fn next(&mut self) -> Option<(C, u32)> {
        let index = *self.settled.next()? as usize;
        Some((self.board.cell(index).unwrap_or(self.start), self.notes[index].cost))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.settled.size_hint()
    }
}

impl<C: Cell> ExactSizeIterator for Reach<'_, C> {}

/// The cheapest way from `start` to `goal` for at most `budget`: writes its cells, both ends included, into `way` and
/// returns its cost. `None`, and an empty `way`, when there is none. The search ends as soon as the goal is reached.
///
/// Among equally cheap ways it takes, walking back from the goal, the step with the lowest direction (clockwise from
/// the east; on squares the sides before the corners), so the answer is the same everywhere. For `step` see
/// [`reach`].
///
/// ```
/// use skirmish_grid::{Board, Scratch, Square, path};
/// let board = Board::<Square>::new(5, 5).unwrap();
/// let wall = |cell: Square| cell.x == 2 && cell.y != 4;
/// let step = |_, to| (!wall(to)).then_some(1);
/// let mut way = Vec::new();
/// let cost = path(&board, Square::new(0, 0), Square::new(4, 0), u32::MAX, step, &mut way, &mut Scratch::new());
/// assert_eq!(cost, Some(8));
/// assert_eq!((way.len(), way[4]), (9, Square::new(2, 4)));
/// ```
pub fn path<C: Cell>(
    board: &Board<C>,
    start: C,
    goal: C,
    budget: u32,
    step: impl Fn(C, C) -> Option<u32>,
    way: &mut Vec<C>,
    scratch: &mut Scratch,
) -> Option<u32> {
    way.clear();
    if !board.contains(goal) {
        return None;
    }
    let price = Price { most: budget, least: 0 };
    let (_, cost) = search(board, start, price, |_| 0, step, scratch, |cell, _| cell == goal)?;
    retrace(board, goal, way, &scratch.notes)?;
    Some(cost)
}

/// What a way may cost at most, and what each step of it costs at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// All steps together, at most.
    pub most: u32,
    /// Every single step, at least. One that costs less may be missed.
    pub least: u32,
}

/// The same way as [`path`] finds, found sooner where steps have a least price: a way that nears with every step is
/// tried first, and cells that lie too far aside are never looked at. What lies aside is seen by the [`Exits`]: each
/// step must lead from one cell to the other there, or back, or into the goal; one that does not may be missed.
///
/// ```
/// use skirmish_grid::{Board, Exits, Hex, Price, Scratch, direct};
/// let exits = Exits::of(Board::<Hex>::new(200, 200).unwrap(), |_, _| true);
/// let (start, goal) = (Hex::new(50, 80), Hex::new(60, 80));
/// let (mut way, mut asked) = (Vec::new(), std::cell::Cell::new(0));
/// let step = |_, _| {
///     asked.set(asked.get() + 1);
///     Some(1)
/// };
/// let price = Price { most: 100, least: 1 };
/// assert_eq!(direct(&exits, start, goal, price, step, &mut way, &mut Scratch::new()), Some(10));
/// assert_eq!((way.len(), asked.get()), (11, 10));
/// ```
pub fn direct<C: Cell>(
    exits: &Exits<C>,
    start: C,
    goal: C,
    price: Price,
    step: impl Fn(C, C) -> Option<u32>,
    way: &mut Vec<C>,
    scratch: &mut Scratch,
) -> Option<u32> {
    let board = exits.board();
    if price.least == 0 {
        return path(board, start, goal, price.most, step, way, scratch);
    }
    way.clear();
    if !board.contains(goal) {
        return None;
    }
    if let Some(cost) = beeline(exits, start, goal, price, &step, way, scratch) {
        return Some(cost);
    }
    scratch.begin(board.len());
    // What a way over this cell costs at least. It never falls along a way, so what is settled stays.
    let to_goal = exits.steps_into(goal);
    let hope =
        |index: usize, cell: C, cost: u32| cost.saturating_add(to_goal.to(index, || cell).saturating_mul(price.least));
    let index = board.index(start)?;
    scratch.relax_toward(index, 0, START, hope(index, start, 0));
    let mut most = price.most;
    let mut found = None;
    // Ways as cheap as the one that was found are looked at too: one of them may be the one to take.
    while let Some((index, cost)) = scratch.settle_toward(most) {
        let here = board.cell(index)?;
        if here == goal {
            (found, most) = (Some(cost), cost);
            continue;
        }
        for direction in 0..C::STEPS.len() {
            let Some(index) = exits.beside(index, direction) else { continue };
            let Some(there) = here.neighbour(direction) else { continue };
            // Before the step itself is looked at, which may take longer.
            if hope(index, there, cost.saturating_add(price.least)) > most {
                continue;
            }
            if let Some(total) = step(here, there).and_then(|price| cost.checked_add(price)) {
                scratch.relax_toward(index, total, direction as u8, hope(index, there, total));
            }
        }
    }
    found?;
    retrace(board, goal, way, &scratch.notes)?;
    found
}

/// The cheapest cell for which `is_goal` holds, and the way there as in [`path`]. The start counts. Among equally
/// cheap goals the one that comes first in the order of [`reach`]. `step` is asked only of those that the exits have.
///
/// ```
/// use skirmish_grid::{Board, Exits, Scratch, Square, nearest};
/// let exits = Exits::of(Board::<Square>::new(9, 3).unwrap(), |_, to| to.x != 4 || to.y == 0);
/// let (start, is_goal, mut way) = (Square::new(0, 2), |cell: Square| cell.x > 4, Vec::new());
/// let found = nearest(&exits, start, is_goal, |_, _| Some(1), u32::MAX, &mut way, &mut Scratch::new());
/// assert_eq!((found, way[4]), (Some((Square::new(5, 1), 5)), Square::new(4, 0)));
/// ```
pub fn nearest<C: Cell>(
    exits: &Exits<C>,
    start: C,
    is_goal: impl FnMut(C) -> bool,
    step: impl Fn(C, C) -> Option<u32>,
    budget: u32,
    way: &mut Vec<C>,
    scratch: &mut Scratch,
) -> Option<(C, u32)> {
    let price = Price { most: budget, least: 0 };
    nearest_toward(exits, start, is_goal, |_| 0, step, price, way, scratch)
}

/// The same cell and way, found sooner where it is known from how far away no goal can be reached: `hope` says what a way
/// from a cell to any goal costs at least, and may differ by no more than a step costs between two cells that it joins.
/// Cells from which no goal can be reached for the price are not looked at.
///
/// ```
/// use skirmish_grid::{Board, Cell, Exits, Price, Scratch, Square, nearest_toward};
/// let exits = Exits::of(Board::<Square>::new(30, 30).unwrap(), |_, _| true);
/// let (start, there, mut looked) = (Square::new(2, 15), Square::new(12, 15), 0);
/// let is_goal = |cell: Square| {
///     looked += 1;
///     cell.distance(there) <= 1
/// };
/// let (hope, price) = (|cell: Square| cell.distance(there).saturating_sub(1), Price { most: 9, least: 1 });
/// let (mut way, mut scratch) = (Vec::new(), Scratch::new());
/// let found = nearest_toward(&exits, start, is_goal, hope, |_, _| Some(1), price, &mut way, &mut scratch);
/// assert_eq!(found.map(|(_, cost)| cost), Some(9));
/// assert!(looked < 70, "of the 210 that are no farther away");
/// ```
#[expect(clippy::too_many_arguments, reason = "what a search is asked, each by its own name")]
pub fn nearest_toward<C: Cell>(
    exits: &Exits<C>,
    start: C,
    mut is_goal: impl FnMut(C) -> bool,
    hope: impl Fn(C) -> u32,
    step: impl Fn(C, C) -> Option<u32>,
    price: Price,
    way: &mut Vec<C>,
    scratch: &mut Scratch,
) -> Option<(C, u32)> {
    way.clear();
    let board = exits.board();
    let where_steps_lead = |index, here: C| {
        let beside = move |direction| Some((direction, exits.beside(index, direction)?, here.neighbour(direction)?));
        exits.directions(index).filter_map(beside)
    };
    let found = spread(board, start, price, where_steps_lead, hope, step, scratch, |cell, _| is_goal(cell))?;
    retrace(board, found.0, way, &scratch.notes)?;
    Some(found)
}

fn retrace<C: Cell>(board: &Board<C>, goal: C, way: &mut Vec<C>, notes: &[Note]) -> Option<()> {
    let mut here = goal;
    loop {
        way.push(here);
        let note = notes.get(board.index(here)?)?;
        let Some(&(a, b)) = C::STEPS.get(usize::from(note.step)) else { break };
        here = here.offset((-a, -b))?;
    }
    way.reverse();
    Some(())
}
