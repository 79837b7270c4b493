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
    /// Where it would go.
    places: Vec<Square>,
    /// Cells of one ring that are as good as each other.
    equals: Vec<Square>,
    way: Vec<Square>,
}

/// What is wrong with places; less is better.
pub(super) trait Faults {
    /// As if nothing stood between: no more than that is wrong with it at least.
    fn open(&self, cell: Square) -> i32;
    /// What comes on top of that where something stands between.
    fn blind(&self, cell: Square) -> i32;
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

    /// The way to the one of these places to which it gets first, if to any.
    pub(super) fn first(&self, to: impl Iterator<Item = Square>) -> Option<Path> {
        let (exits, here) = (self.exits(), self.walker.at());
        RINGS.with_borrow_mut(|Buffers { rings, places, equals, way }| {
            places.clear();
            places.extend(to);
            let nearest = places.iter().map(|place| here.distance(*place)).min()?;
            if nearest > self.steps {
                return None;
            }
            self.begin(rings);
            while rings.steps() < self.steps && rings.grow(exits) {
                equals.clear();
                if rings.steps() >= nearest {
                    equals.extend(places.iter().copied().filter(|place| rings.has(exits, *place)));
                }
                if let Some(goal) = rings.first_of(exits, equals) {
                    rings.way_to(exits, goal, way);
                    return Some(path(way));
                }
            }
            None
        })
    }

    /// The place with the least fault, if one has less than `stay`, and the way there; of equals the one to which it gets first. It
    /// looks no farther than where it finds one with no more fault than `least`, of which none is `nearest`er than so many steps.
    pub(super) fn best(&self, stay: i32, least: i32, nearest: u32, faults: &impl Faults) -> Option<(Square, Path)> {
        let exits = self.exits();
        RINGS.with_borrow_mut(|Buffers { rings, equals, way, .. }| {
            if stay <= least {
                return None;
            }
            equals.clear();
            if nearest > 1 && nearest <= self.steps {
                // Most often there is one, and then none of the places before it has to be looked at.
                self.begin(rings);
                while equals.is_empty() && rings.steps() < self.steps && rings.grow(exits) {
                    if rings.steps() >= nearest {
                        self.add_equals(rings, equals, (least.saturating_add(1), least), faults);
                    }
                }
            }
            if equals.is_empty() {
                self.begin(rings);
                let mut best = stay;
                while best > least && rings.steps() < self.steps && rings.grow(exits) {
                    best = self.add_equals(rings, equals, (best, least), faults);
                }
            }
            let goal = rings.first_of(exits, equals)?;
            rings.way_to(exits, goal, way);
            Some((goal, path(way)))
        })
    }

    /// Leaves of the last ring those in `equals` that have the least fault, where that is less than `before`, and says what it is;
    /// else nothing changes. What is good enough is as good as anything that is better.
    fn add_equals(
        &self,
        rings: &Rings,
        equals: &mut Vec<Square>,
        (before, least): (i32, i32),
        faults: &impl Faults,
    ) -> i32 {
        let mut best = before;
        for cell in rings.cells(self.exits()) {
            let open = faults.open(cell);
            let may_be = |fault: i32| fault < best || fault == best && fault < before;
            if !may_be(open.max(least)) || !self.walker.may_end(cell) {
                continue;
            }
            let fault = open.saturating_add(faults.blind(cell)).max(least);
            if fault < best {
                equals.clear();
            } else if !may_be(fault) {
                continue;
            }
            best = fault;
            equals.push(cell);
        }
        best
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
