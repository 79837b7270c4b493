//! What stands between two hexes, remembered.
//!
//! Lines are exact and dear. On the bare map they depend on the map and the house rules alone, so each pair of hexes is
//! worked out once, by the rule itself, when it is first asked for. Past what has been built in a fight they are
//! remembered for as long as the same stands there. Who asks first makes no difference to what is found; nothing but
//! time depends on it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use skirmish_grid::{Board, Hex, Pairs, Passing};

use crate::model::{Built, Sight};

/// What is remembered of one map under one set of house rules.
#[derive(Debug)]
pub struct Sightlines {
    /// No two have the same number.
    number: u64,
    bare: Pairs<Hex>,
}

// A byte that says what stands there.
const FREE: u8 = 1;
const COVER: u8 = 2;
const CONCEALMENT: u32 = 2;

fn to_byte(sight: Sight) -> u8 {
    let mark = |yes, mark| if yes { mark } else { 0 };
    mark(sight.free, FREE) | mark(sight.cover, COVER) | sight.concealment.min(3) << CONCEALMENT
}

fn of_byte(byte: u8) -> Sight {
    Sight { free: byte & FREE != 0, cover: byte & COVER != 0, concealment: byte >> CONCEALMENT }
}

impl Sightlines {
    /// Nothing known yet.
    pub fn new(board: Board<Hex>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { number: NEXT.fetch_add(1, Ordering::Relaxed), bare: Pairs::new(board) }
    }

    /// Another number for each map under each set of house rules and sheets; no rule and no choice reads it, but what is
    /// remembered of one is not taken for another's.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What stands between two hexes of the bare map: as remembered, or else as `find` says.
    pub fn bare(&self, from: Hex, to: Hex, find: impl FnOnce() -> Sight) -> Sight {
        of_byte(self.bare.of(from, to, || to_byte(find())))
    }

    /// The same where it is remembered.
    pub fn known(&self, from: Hex, to: Hex) -> Option<Sight> {
        self.bare.known(from, to).map(of_byte)
    }

    /// The same past what has been built; `find` is told what is remembered of the other direction.
    pub fn past(&self, built: &[Built], from: Hex, to: Hex, find: impl FnOnce(Option<Sight>) -> Sight) -> Sight {
        if built.len() > MOST_BUILT {
            return find(None);
        }
        let shape = |b: &Built| (self.number, b.from, b.direction, b.grown, b.gaps, b.obstacle);
        let shapes: ArrayVec<Shape, MOST_BUILT> = built.iter().map(shape).collect();
        let known = |from, to| PAST.with_borrow_mut(|past| past.known(&shapes, from, to));
        if let Some(known) = known(from, to) {
            return known;
        }
        let found = find(known(to, from));
        PAST.with_borrow_mut(|past| past.remember(&shapes, from, to, found));
        found
    }
}

// A copy may be of a map or of rules that are about to change: it remembers nothing.
impl Clone for Sightlines {
    fn clone(&self) -> Self {
        Self::new(*self.bare.board())
    }
}

/// The most structures past which anything is remembered.
const MOST_BUILT: usize = 16;

/// All of a structure that matters to lines, with the number of the map.
type Shape = (u64, Hex, u8, u8, u32, bool);

thread_local! {
    // What a thread remembers of the fight that it plays.
    static PAST: RefCell<Passing<Hex, Shape, Sight>> = const { RefCell::new(Passing::new()) };
}
