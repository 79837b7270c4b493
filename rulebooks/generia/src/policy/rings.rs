//! The places that somebody gets to, ring by ring around it, where all its steps cost the same. What is found is what the
//! searches of [`paths`] find, of cells that are as near the one that comes first in them.

use std::cell::RefCell;

use skirmish_grid::{Cell, Exits, Rings, Square};

use crate::model::{LONGEST_PATH, Path};
use crate::rules::bodies;
use crate::rules::movement::paths;
use crate::rules::movement::walker::Walker;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no choice depends on what they hold.
    static RINGS: RefCell<Buffers> = RefCell::new(Buffers::default());
}

#[derive(Default)]
struct Buffers {
    rings: Rings,
    /// Cells of one ring that are as good as each other.
    equals: Vec<Square>,
    way: Vec<Square>,
}

/// Somebody all of whose steps cost the same, and how many of them it takes.
pub(super) struct Even<'w, 'a> {
    walker: &'w Walker<'a>,
    price: u32,
    steps: u32,
}

impl<'w, 'a> Even<'w, 'a> {
    /// Nothing where steps differ in price, bodies in size, or the map is too large for sets of its cells.
    pub(super) fn of(walker: &'w Walker<'a>, metres: i32) -> Option<Self> {
        let g = walker.setup();
        let (price, _) = walker.even().filter(|(price, _)| *price > 0 && !bodies::count(&g.rules))?;
        g.ground.exits.have_rings().then_some(Self { walker, price, steps: paths::budget(g, metres) / price })
    }

    fn exits(&self) -> &'a Exits<Square> {
        &self.walker.setup().ground.exits
    }

    fn begin(&self, rings: &mut Rings) -> bool {
        let barred = self.walker.even().map(|(_, barred)| barred);
        rings.begin(self.exits(), self.walker.at(), barred.into_iter().flatten())
    }

    /// The way to the place to which it gets first of those that fit, if to any; none of them is nearer than so many steps.
    pub(super) fn first(&self, nearest: u32, fits: impl Fn(Square) -> bool) -> Option<Path> {
        let exits = self.exits();
        RINGS.with_borrow_mut(|Buffers { rings, equals, way }| {
            self.begin(rings);
            while rings.steps() < self.steps && rings.grow(exits) {
                if rings.steps() < nearest {
                    continue;
                }
                equals.clear();
                equals.extend(rings.cells(exits).filter(|cell| fits(*cell)));
                if let Some(goal) = rings.first_of(exits, equals) {
                    rings.way_to(exits, goal, way);
                    return Some(path(way));
                }
            }
            None
        })
    }

    /// The place with the least fault, if one has less than `stay`, and the way there; of equals the one to which it gets first. It
    /// looks no farther than where it finds one with no more fault than `least`.
    pub(super) fn best(&self, stay: i32, least: i32, fault: impl Fn(Square) -> i32) -> Option<(Square, Path)> {
        let exits = self.exits();
        RINGS.with_borrow_mut(|Buffers { rings, equals, way }| {
            self.begin(rings);
            let mut best = stay;
            equals.clear();
            while best > least && rings.steps() < self.steps && rings.grow(exits) {
                for cell in rings.cells(exits).filter(|cell| self.walker.may_end(*cell)) {
                    // What is good enough is as good as anything that is better.
                    let fault = fault(cell).max(least);
                    if fault < best {
                        best = fault;
                        equals.clear();
                    }
                    // Those of rings to come are no part of this: the first says which ring counts.
                    if fault == best && fault < stay {
                        equals.push(cell);
                    }
                }
            }
            let goal = rings.first_of(exits, equals)?;
            rings.way_to(exits, goal, way);
            Some((goal, path(way)))
        })
    }

    /// Writes the shortest way into the cell where somebody else stands; nothing where there is none, or none that costs so little.
    pub(super) fn way_beside(&self, goal: Square, most: u32, way: &mut Vec<Square>) {
        let exits = self.exits();
        way.clear();
        RINGS.with_borrow_mut(|Buffers { rings, .. }| {
            self.begin(rings);
            loop {
                let mut beside = Square::STEPS.iter().filter_map(|(x, y)| goal.offset((-x, -y)));
                if let Some(beside) = beside.find(|cell| rings.has(exits, *cell)) {
                    rings.way_to(exits, beside, way);
                    way.push(goal);
                    return;
                }
                if rings.steps().saturating_add(2).saturating_mul(self.price) > most || !rings.grow(exits) {
                    return;
                }
            }
        });
    }
}

/// What is entered on a way of which both ends are given; empty where that is too long.
fn path(way: &[Square]) -> Path {
    let entered = way.iter().copied().skip(1);
    if way.len() > LONGEST_PATH + 1 { Path::new() } else { entered.collect() }
}
