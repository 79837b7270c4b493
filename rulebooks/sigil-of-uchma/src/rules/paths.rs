//! Which way leads where, and what it costs, in half-squares. (`terrain.*`, `fly.*`, `walk`, `ruling.climbing`,
//! `ruling.passing`, `ruling.big`)

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Scratch, Square, Steps, path, reach};
use skirmish_kernel::{Id, Refusal};

use crate::catalogue::{ClimbDown, CornerCut, Diagonals, PassThrough, RunPool, TerrainStack, rule};
use crate::model::{Cites, Rough, Setup, State, Status, Terrain};
use crate::rules::bodies;

/// Half-squares of a square.
pub const SQUARE: i32 = 2;

/// Squares of one move on foot. (`move.speed`, `walk`, `status.slowed`)
pub fn speed(g: &Setup, s: &State, who: Id) -> i32 {
    let figures = bodies::figures(g, s, who);
    (i32::from(figures.base_move) + i32::from(figures.move_bonus) - s.strength(who, Status::Slowed)).max(0)
}

/// Squares of one flight: those of a walk unless the sheet has others. (`fly.speed`)
pub fn fly_speed(g: &Setup, s: &State, who: Id) -> i32 {
    let figures = bodies::figures(g, s, who);
    match figures.fly_speed {
        _ if !figures.flies => 0,
        None => speed(g, s, who),
        Some(own) => (own + i32::from(figures.move_bonus) - s.strength(who, Status::Slowed)).max(0),
    }
}

/// What somebody may spend in this turn, in half-squares: on foot, or in the air. What is spent counts against both.
/// (`run`, `map.distance`)
pub fn budget(g: &Setup, s: &State, who: Id, aloft: bool) -> i32 {
    let squares = if aloft { fly_speed(g, s, who) } else { speed(g, s, who) };
    SQUARE * squares * if s.done.runs { g.rules.run_factor } else { 1 }
}

/// What is left of it.
pub fn left(g: &Setup, s: &State, who: Id, aloft: bool) -> i32 {
    budget(g, s, who, aloft) - i32::from(s.done.spent)
}

/// How much is spent when something is paid; nothing where it cannot be. Where a run is two moves, what the first leaves is
/// lost. (`run-pool`)
pub fn pay(g: &Setup, s: &State, who: Id, aloft: bool, spent: i32, cost: i32) -> Option<i32> {
    let all = budget(g, s, who, aloft);
    let mut new = spent + cost;
    if g.rules.run_pool == RunPool::Two && s.done.runs {
        let one = (all / g.rules.run_factor.max(1)).max(1);
        let begun = spent / one * one;
        if new > begun + one {
            new = begun + one + cost;
        }
        if cost > one {
            return None;
        }
    }
    (new <= all).then_some(new)
}

/// What a step is like.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What it costs, in half-squares.
    pub cost: i32,
    /// Metres above the ground afterwards.
    pub altitude: i16,
    /// Does the next diagonal count twice?
    pub odd: bool,
    /// How rough the ground is that is entered.
    pub rough: Rough,
    /// Is deep water entered?
    pub swims: bool,
    /// Metres of a climb.
    pub climbs: i32,
}

/// How many half-squares a square counts, and whether the next diagonal counts twice. (`map.distance`)
fn diagonal(g: &Setup, from: Square, to: Square, odd: bool) -> (i32, bool) {
    let slanting = from.x != to.x && from.y != to.y;
    match g.rules.diagonals {
        Diagonals::Simulation if slanting => (if odd { 2 * SQUARE } else { SQUARE }, !odd),
        Diagonals::Euclid if slanting => (SQUARE + SQUARE / 2, odd),
        _ => (SQUARE, odd),
    }
}

/// A step of somebody; nothing where none leads. Who is in the way is not asked here.
pub fn step(g: &Setup, s: &State, who: Id, from: Square, altitude: i16, to: Square, odd: bool) -> Option<Step> {
    let figures = bodies::figures(g, s, who);
    let (size, aloft) = (figures.size, altitude > 0);
    let (factor, odd) = diagonal(g, from, to, odd);
    let prone = s.creature(who).prone;
    if g.ground.is_plain {
        let cost = if prone && !aloft { factor * g.rules.slow_cost } else { factor };
        let fits = bodies::fits(g, size, to);
        return fits.then_some(Step { cost, altitude, odd, rough: Rough::No, swims: false, climbs: 0 });
    }
    if !bodies::fits(g, size, to) || !passes_corners(g, size, from, to) {
        return None;
    }
    let (leaving, entering) = (Body::new(bodies::footprint(size), from), Body::new(bodies::footprint(size), to));
    let rise = if g.ground.is_level { 0 } else { bodies::level(g, &entering) - bodies::level(g, &leaving) };
    if aloft {
        let above = i32::from(altitude) - rise;
        let altitude = i16::try_from(above).ok().filter(|above| *above >= 0)?;
        return Some(Step { cost: factor, altitude, odd, rough: Rough::No, swims: false, climbs: 0 });
    }
    let steep = rise.abs() >= g.rules.significant_height;
    let climbs = if steep && (rise > 0 || g.rules.climb_down == ClimbDown::Climb) { rise.abs() } else { 0 };
    let (mut square, mut rough, mut swims) = (1, Rough::No, false);
    for cell in entering.cells().filter(|cell| size == 1 || !leaving.covers(*cell)) {
        let terrain = g.ground.at(cell);
        square = square.max(price(g, terrain, prone));
        (rough, swims) = (rough.max(terrain.rough), swims || terrain.deep);
    }
    Some(Step { cost: factor * square + SQUARE * g.rules.slow_cost * climbs, altitude, odd, rough, swims, climbs })
}

/// Metres that a square costs: of several reasons the dearest. (`terrain.charge`)
fn price(g: &Setup, terrain: &Terrain, prone: bool) -> i32 {
    let rough = match terrain.rough {
        Rough::No => 0,
        Rough::Light => g.rules.light_cost,
        Rough::Heavy => g.rules.heavy_cost,
    };
    let all = [rough, if terrain.deep { g.rules.slow_cost } else { 0 }, if prone { g.rules.slow_cost } else { 0 }];
    let cost: i32 = match g.rules.terrain_stack {
        TerrainStack::Max => all.into_iter().max().unwrap_or(0),
        TerrainStack::Add => all.iter().sum(),
    };
    cost.max(1)
}

/// Does a diagonal step get past the corners beside it? (`move.grid`)
fn passes_corners(g: &Setup, size: u8, from: Square, to: Square) -> bool {
    if from.x == to.x || from.y == to.y {
        return true;
    }
    let corners = [Square::new(from.x, to.y), Square::new(to.x, from.y)];
    let closed = corners.iter().filter(|corner| !bodies::fits(g, size, **corner)).count();
    match g.rules.corner_cut {
        CornerCut::One => closed < 2,
        CornerCut::None => closed == 0,
        CornerCut::Free => true,
    }
}

/// May somebody pass through another's squares? (`ruling.passing`)
pub fn may_pass(g: &Setup, s: &State, who: Id, whom: Id) -> bool {
    match g.rules.pass_through {
        PassThrough::Allies => !g.opposed(who, whom) || !s.creature(whom).is_up(),
        PassThrough::None => false,
        PassThrough::All => true,
    }
}

/// Who is in the way there, of those who let nobody pass; or of all.
pub fn in_the_way(g: &Setup, s: &State, who: Id, at: Square, altitude: i16, all: bool) -> Option<Id> {
    let body = bodies::placed(g, bodies::figures(g, s, who).size, at, altitude);
    let near = s.here().filter(|id| *id != who && bodies::is_near(s, *id, at));
    let mut others = near.filter(|id| all || !may_pass(g, s, who, *id));
    others.find(|id| bodies::body(g, s, *id).overlaps(&body))
}

/// What a way costs, and all rules that bear on it; nothing where it does not lead on or cannot be paid.
pub fn spent_on(g: &Setup, s: &State, who: Id, steps: Steps) -> Option<i32> {
    let (mut at, mut altitude) = (s.creature(who).at, s.creature(who).altitude);
    let (mut spent, mut odd) = (i32::from(s.done.spent), s.done.odd);
    for to in steps.cells(at) {
        let step = step(g, s, who, at, altitude, to, odd)?;
        spent = pay(g, s, who, altitude > 0, spent, step.cost)?;
        (at, altitude, odd) = (to, step.altitude, step.odd);
    }
    Some(spent)
}

/// The rules of a step.
pub fn cite(g: &Setup, s: &State, who: Id, step: &Step, aloft: bool, cites: &mut Cites) {
    cites.when(!aloft, rule::WALK);
    cites.when(aloft, rule::FLY_AXES);
    cites.when(aloft, rule::FLY_SPEED);
    cites.when(aloft, rule::FLY_NO_WALK);
    if !aloft {
        cites.when(step.rough == Rough::Light, rule::TERRAIN_LIGHT);
        cites.when(step.rough == Rough::Heavy, rule::TERRAIN_HEAVY);
        cites.when(step.rough != Rough::No, rule::TERRAIN_CHARGE);
        cites.when(step.swims || s.creature(who).prone || step.climbs > 0, rule::TERRAIN_SWIM_CLIMB_CRAWL);
        cites.when(step.climbs > 0, rule::RULING_CLIMBING);
    }
    cites.when(bodies::figures(g, s, who).size > 1, rule::RULING_BIG);
    cites.when(s.done.runs, rule::RUN);
    cites.when(bodies::figures(g, s, who).base_move == 6, rule::MOVE_BASE);
    cites.when(s.has(who, Status::Slowed), rule::STATUS_SLOWED);
}

thread_local! {
    /// What looking for ways remembers, so that it asks for no memory.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::default();
    /// Ways that have been found.
    static WAYS: RefCell<Vec<Steps>> = RefCell::default();
    /// Places that have been found.
    static FOUND: RefCell<Vec<(Square, i32)>> = RefCell::default();
}

/// Halves of a straight step that a diagonal one counts on the average, where it counts 1 and 2 in turn.
const AVERAGE: i32 = 3;

/// What a step of a way that is looked for costs, a diagonal one so many halves of it. Level flight keeps its height over level ground; over hills it is looked at
/// again when the way is taken.
fn price_of_steps(g: &Setup, s: &State, who: Id, slant: i32) -> impl Fn(Square, Square) -> Option<u32> {
    let (start, altitude) = (s.creature(who).at, s.creature(who).altitude);
    let size = bodies::figures(g, s, who).size;
    let level = bodies::placed(g, size, start, altitude).span.bottom();
    let closed: ArrayVec<Body<'static, Square>, { Id::MOST }> =
        s.here().filter(|id| *id != who && !may_pass(g, s, who, *id)).map(|id| bodies::body(g, s, id)).collect();
    move |from, to| {
        let above = |at: Square| match altitude {
            0 => Some(0),
            _ => i16::try_from(level - bodies::level(g, &Body::new(bodies::footprint(size), at))).ok(),
        };
        // Where the ground comes up to a flyer it goes on on foot, with another answer.
        let high = above(from).filter(|high| altitude == 0 || *high > 0)?;
        let step = step(g, s, who, from, high, to, false)?;
        // On foot nobody steps over an edge without climbing; whoever flies stays as high as it is.
        let near = |other: &&Body<'_, Square>| other.anchor.chebyshev(to) < bodies::WIDEST.unsigned_abs().into();
        if closed.iter().filter(near).any(|other| other.overlaps(&bodies::placed(g, size, to, step.altitude))) {
            return None;
        }
        let slanting = from.x != to.x && from.y != to.y && g.rules.diagonals == Diagonals::Simulation;
        u32::try_from(if slanting { step.cost * slant / 2 } else { step.cost }).ok()
    }
}

/// May somebody stay in a place? (`ruling.passing`)
pub fn may_end(g: &Setup, s: &State, who: Id, at: Square) -> bool {
    let altitude = altitude_at(g, s, who, at);
    altitude >= 0 && in_the_way(g, s, who, at, altitude, true).is_none()
}

/// How high over the ground somebody would be there.
pub fn altitude_at(g: &Setup, s: &State, who: Id, at: Square) -> i16 {
    let creature = s.creature(who);
    if creature.altitude == 0 || g.ground.is_level {
        return creature.altitude;
    }
    let size = bodies::figures(g, s, who).size;
    let level = |at: Square| bodies::level(g, &Body::new(bodies::footprint(size), at));
    i16::try_from(i32::from(creature.altitude) + level(creature.at) - level(at)).unwrap_or(-1)
}

/// More than is left where what is looked for is an average: what a way costs is looked at again.
fn most(g: &Setup, left: i32) -> u32 {
    u32::try_from(if g.rules.diagonals == Diagonals::Simulation { left * 3 / 2 + 1 } else { left }).unwrap_or(0)
}

/// Calls `visit` with each place that somebody can go to and stay in with so many half-squares, and what it costs.
pub fn with_reach(g: &Setup, s: &State, who: Id, left: i32, mut visit: impl FnMut(Square, i32)) {
    let price = price_of_steps(g, s, who, AVERAGE);
    let mut found = FOUND.take();
    found.clear();
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let places = reach(&g.ground.board, s.creature(who).at, most(g, left), price, scratch);
        found.extend(places.map(|(cell, cost)| (cell, i32::try_from(cost).unwrap_or(i32::MAX))));
    });
    found.iter().filter(|(cell, _)| may_end(g, s, who, *cell)).for_each(|(cell, cost)| visit(*cell, *cost));
    FOUND.set(found);
}

/// Calls `visit` with the cheapest way to each place that somebody can go to and stay in.
pub fn with_ways(g: &Setup, s: &State, who: Id, left: i32, visit: impl FnMut(Steps)) {
    let (start, price) = (s.creature(who).at, price_of_steps(g, s, who, AVERAGE));
    let mut ways = WAYS.take();
    ways.clear();
    SCRATCH.with_borrow_mut(|(scratch, cells)| {
        let mut places = reach(&g.ground.board, start, most(g, left), price, scratch);
        while let Some((to, _)) = places.next() {
            if to != start && may_end(g, s, who, to) {
                places.way_to(to, cells);
                ways.extend(Steps::through(start, cells.iter().copied().skip(1)));
            }
        }
    });
    ways.iter().copied().for_each(visit);
    WAYS.set(ways);
}

/// The cheapest way to a place with what is left.
///
/// # Errors
/// That none leads there.
pub fn way(g: &Setup, s: &State, who: Id, to: Square) -> Result<Steps, Refusal> {
    let left = left(g, s, who, bodies::is_aloft(s, who));
    let none = || Refusal::by(rule::MOVE_SPEED, "no way leads there with the squares that are left");
    let start = s.creature(who).at;
    if to == start {
        return Ok(Steps::new());
    }
    if left <= 0 {
        return Err(none());
    }
    let by = |slant: i32| {
        let price = price_of_steps(g, s, who, slant);
        SCRATCH.with_borrow_mut(|(scratch, cells)| {
            path(&g.ground.board, start, to, most(g, left), price, cells, scratch)?;
            Steps::through(start, cells.iter().copied().filter(|cell| *cell != start))
        })
    };
    let first = by(AVERAGE);
    if g.rules.diagonals != Diagonals::Simulation {
        return first.ok_or_else(none);
    }
    // What is the cheapest on the average may cost more than is left, where another way does not.
    let all = || first.into_iter().chain([AVERAGE - 1, AVERAGE + 1].into_iter().filter_map(by));
    all().find(|steps| spent_on(g, s, who, *steps).is_some()).or(first).ok_or_else(none)
}
