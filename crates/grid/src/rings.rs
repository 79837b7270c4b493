use crate::exits::Shift;
use crate::{Cell, Exits};

/// The cells to which somebody gets in one step, in two steps and so on, as sets with a bit for each cell, which takes
/// less long than a search that asks about each step. Every step costs the same; what it finds is what [`reach`](crate::reach) and
/// [`path`](crate::path()) find with such steps.
///
/// Keep one and hand it in again, as a [`Scratch`](crate::Scratch).
///
/// ```
/// use skirmish_grid::{Board, Exits, Rings, Square};
/// let exits = Exits::of(Board::<Square>::new(5, 5).unwrap(), |_, to| to.x != 2 || to.y == 4);
/// let (mut rings, mut way) = (Rings::new(), Vec::new());
/// assert!(rings.begin(&exits, Square::new(0, 0), [Square::new(1, 1)]));
/// let goal = Square::new(4, 0);
/// while !rings.has(&exits, goal) {
///     assert!(rings.grow(&exits), "there is a way");
/// }
/// rings.way_to(&exits, goal, &mut way);
/// assert_eq!((way.len(), way[4], rings.steps()), (9, Square::new(2, 4), 8));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Rings {
    /// Of one ring.
    words: usize,
    start: usize,
    /// Ring by ring, the start by itself first.
    rings: Vec<u64>,
    /// What is in none of the rings to come: it is in one of these, or nobody enters it.
    shut: Vec<u64>,
    /// For [`first_of`](Self::first_of): of each ring what leads to the cells that are asked about, and those of one ring
    /// and of the next in order.
    leading: Vec<u64>,
    order: (Vec<usize>, Vec<usize>),
}

impl Rings {
    /// Around nobody.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins anew from a cell; nobody enters those that are `barred`. `false` where the board is too large, or the cell
    /// is not on it: then nothing is found.
    pub fn begin<C: Cell>(&mut self, exits: &Exits<C>, start: C, barred: impl IntoIterator<Item = C>) -> bool {
        self.rings.clear();
        self.shut.clear();
        self.words = exits.words();
        let Some(at) = exits.board().index(start).filter(|_| self.words > 0) else { return false };
        self.rings.resize(self.words, 0);
        self.shut.resize(self.words, 0);
        barred.into_iter().filter_map(|cell| exits.board().index(cell)).for_each(|at| set(&mut self.shut, at));
        set(&mut self.shut, at);
        set(&mut self.rings, at);
        self.start = at;
        true
    }

    /// How many steps the last ring is away.
    #[must_use]
    pub fn steps(&self) -> u32 {
        (self.rings.len() / self.words.max(1)).saturating_sub(1) as u32
    }

    /// Adds the next ring. `false` where nothing is in it; then there is no such ring.
    pub fn grow<C: Cell>(&mut self, exits: &Exits<C>) -> bool {
        let (end, words) = (self.rings.len(), self.words);
        if words == 0 {
            return false;
        }
        self.rings.resize(end + words, 0);
        let (known, next) = self.rings.split_at_mut(end);
        let last = &known[end - words..];
        // Most words have nothing of the ring in them.
        for (at, last) in last.iter().enumerate().filter(|(_, last)| **last != 0) {
            for (shift, from) in exits.shifts() {
                let leave = last & from[at];
                if leave != 0 {
                    enter(next, at, shift, leave);
                }
            }
        }
        let mut any = 0;
        for (next, shut) in next.iter_mut().zip(&mut self.shut) {
            *next &= !*shut;
            *shut |= *next;
            any |= *next;
        }
        if any == 0 {
            self.rings.truncate(end);
        }
        any != 0
    }

    fn last(&self) -> &[u64] {
        self.rings.get(self.rings.len().saturating_sub(self.words)..).unwrap_or_default()
    }

    /// Is the cell in the last ring?
    #[inline]
    #[must_use]
    pub fn has<C: Cell>(&self, exits: &Exits<C>, cell: C) -> bool {
        exits.board().index(cell).is_some_and(|at| has(self.last(), at))
    }

    /// The cells of the last ring, in the order of the board.
    pub fn cells<'a, C: Cell>(&'a self, exits: &'a Exits<C>) -> impl Iterator<Item = C> + 'a {
        self.last().iter().enumerate().flat_map(move |(word, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let at = (left != 0).then(|| word * 64 + left.trailing_zeros() as usize)?;
                left &= left - 1;
                exits.board().cell(at)
            })
        })
    }

    /// Of these cells of one ring, the one that comes first in the order of [`reach`](crate::reach); those in other rings than the
    /// first do not count.
    ///
    /// That order is this: a ring is found from the cells of the one before in their order, and from each of them by
    /// direction; what was found last comes first.
    pub fn first_of<C: Cell>(&mut self, exits: &Exits<C>, cells: &[C]) -> Option<C> {
        let (&first, others) = cells.split_first()?;
        let words = self.words.max(1);
        let (at, board) = (exits.board().index(first)?, exits.board());
        let mut end = self.rings.chunks_exact(words).rposition(|ring| has(ring, at))? * words;
        if others.is_empty() {
            return Some(first);
        }
        self.leading.clear();
        self.leading.resize(end + words, 0);
        let last = &mut self.leading[end..];
        cells.iter().filter_map(|&cell| board.index(cell)).for_each(|at| set(last, at));
        last.iter_mut().zip(&self.rings[end..]).for_each(|(last, ring)| *last &= ring);
        // To the first ring, and not to the start: all of that is found from there.
        while end > words {
            let (before, here) = self.leading.split_at_mut(end);
            let (before, here) = (&mut before[end - words..], &here[..words]);
            let ring = &self.rings[end - words..end];
            for (at, (before, ring)) in before.iter_mut().zip(ring).enumerate().filter(|(_, (_, ring))| **ring != 0) {
                for (shift, from) in exits.shifts() {
                    let may = from[at] & ring & !*before;
                    if may != 0 {
                        *before |= may & leave(here, at, shift);
                    }
                }
            }
            end -= words;
        }
        self.last_found(exits)
    }

    /// Finds what leads to some cells of a ring once more, ring by ring, and says which of those is found last.
    fn last_found<C: Cell>(&mut self, exits: &Exits<C>) -> Option<C> {
        let (now, next) = (&mut self.order.0, &mut self.order.1);
        now.clear();
        now.push(self.start);
        for ring in self.leading.chunks_exact_mut(self.words).skip(1) {
            next.clear();
            for &at in now.iter() {
                for to in exits.directions(at).filter_map(|direction| exits.beside(at, direction)) {
                    if has(ring, to) {
                        ring[to / 64] &= !(1 << (to % 64));
                        next.push(to);
                    }
                }
            }
            next.reverse();
            std::mem::swap(now, next);
        }
        now.first().and_then(|&at| exits.board().cell(at))
    }

    /// Writes the way to a cell, both ends included: of all that are as short, the one that [`path`](crate::path()) takes.
    /// Nothing where it is in none of the rings.
    pub fn way_to<C: Cell>(&self, exits: &Exits<C>, goal: C, way: &mut Vec<C>) {
        way.clear();
        let (mut here, board) = (goal, exits.board());
        let is_in = |ring: &[u64], cell: C| board.index(cell).is_some_and(|at| has(ring, at));
        let mut rings = self.rings.chunks_exact(self.words.max(1)).rev().skip_while(|ring| !is_in(ring, goal));
        if rings.next().is_some() {
            way.push(goal);
        }
        for ring in rings {
            let mut before = C::STEPS.iter().filter_map(|&(a, b)| here.offset((-a, -b)));
            let Some(cell) = before.find(|&cell| is_in(ring, cell) && exits.lead(cell, here)) else { break };
            way.push(cell);
            here = cell;
        }
        way.reverse();
    }
}

fn set(bits: &mut [u64], at: usize) {
    if let Some(word) = bits.get_mut(at / 64) {
        *word |= 1 << (at % 64);
    }
}

fn has(bits: &[u64], at: usize) -> bool {
    bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

/// The cells of one word, each moved on by the same number of cells.
#[inline]
fn enter(next: &mut [u64], word: usize, shift: Shift, cells: u64) {
    let at = word as isize + shift.words;
    let mut add = |at: isize, cells: u64| {
        if let Some(word) = usize::try_from(at).ok().and_then(|at| next.get_mut(at)) {
            *word |= cells;
        }
    };
    add(at, cells << shift.bits);
    if shift.bits > 0 {
        add(at + 1, cells >> (64 - shift.bits));
    }
}

/// As many of these cells as are entered from one word, where those lie from which they are entered.
#[inline]
fn leave(cells: &[u64], word: usize, shift: Shift) -> u64 {
    let at = word as isize + shift.words;
    let get = |at: isize| usize::try_from(at).ok().and_then(|at| cells.get(at)).copied().unwrap_or(0);
    let low = get(at) >> shift.bits;
    if shift.bits > 0 { low | get(at + 1) << (64 - shift.bits) } else { low }
}
