//! Which way leads where, and what it costs, in half-squares. (`terrain.*`, `fly.*`, `walk`, `ruling.climbing`,
//! `ruling.passing`, `ruling.big`)

use skirmish_grid::{Body, Price, Scratch, Square, Steps, reach, reach_toward, reach_while};
use skirmish_kernel::{Id, Ids, Refusal};
use std::cell::RefCell;

use crate::catalogue::{ClimbDown, CornerCut, Diagonals, FlyRun, PassThrough, RunPool, TerrainStack, rule};
use crate::model::{Cites, Rough, Setup, State, Status, Terrain};
use crate::rules::bodies;
use crate::rules::goals::{ByRings, Goals};
use crate::rules::walker::Walker;

/// Half-squares of a square.
pub const SQUARE: i32 = 2;

/// Squares of one move on foot. (`move.speed`, `walk`, `status.slowed`)
pub fn speed(g: &Setup, s: &State, who: Id) -> i32 {
    let figures = bodies::figures(g, s, who);
    (i32::from(figures.base_move) + i32::from(figures.move_bonus) - s.strength(g, who, Status::Slowed)).max(0)
}

/// Squares of one flight: those of a walk unless the sheet has others. (`fly.speed`)
pub fn fly_speed(g: &Setup, s: &State, who: Id) -> i32 {
    let figures = bodies::figures(g, s, who);
    match figures.fly_speed {
        _ if !figures.flies => 0,
        None => speed(g, s, who),
        Some(own) => (own + i32::from(figures.move_bonus) - s.strength(g, who, Status::Slowed)).max(0),
    }
}

/// What somebody may spend in this turn, in half-squares: on foot, or in the air. What is spent counts against both.
/// (`run`, `map.distance`)
pub fn budget(g: &Setup, s: &State, who: Id, aloft: bool) -> i32 {
    let squares = if aloft { fly_speed(g, s, who) } else { speed(g, s, who) };
    SQUARE * squares * moves(g, s, aloft)
}

/// How many moves that is: whoever takes off in a run flies no farther where flyers do not run. (`run`, `fly-run`)
fn moves(g: &Setup, s: &State, aloft: bool) -> i32 {
    if s.done.runs && !(aloft && g.rules.fly_run == FlyRun::No) { g.rules.run_factor } else { 1 }
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
        let one = (all / moves(g, s, aloft).max(1)).max(1);
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
        let cost = cost_on_plain(g, s, who, factor, aloft);
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

/// What a straight step and a diagonal one cost on plain ground, where no diagonal has been gone before.
fn on_plain(g: &Setup, s: &State, who: Id, aloft: bool) -> [i32; 2] {
    let here = Square::new(0, 0);
    [Square::new(1, 0), Square::new(1, 1)].map(|to| cost_on_plain(g, s, who, diagonal(g, here, to, false).0, aloft))
}

fn cost_on_plain(g: &Setup, s: &State, who: Id, factor: i32, aloft: bool) -> i32 {
    if s.creature(who).prone && !aloft { factor * g.rules.slow_cost } else { factor }
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
    standing(g, s, who, at, altitude).iter().find(|id| all || !may_pass(g, s, who, *id))
}

/// Everybody else who stands where somebody would be.
pub fn standing(g: &Setup, s: &State, who: Id, at: Square, altitude: i16) -> Ids {
    let side = bodies::side(bodies::figures(g, s, who).size);
    let is_before = |one: Square, side: i16, other: Square| {
        one.x.saturating_add(side) <= other.x || one.y.saturating_add(side) <= other.y
    };
    let (mut all, mut body) = (Ids::NONE, None);
    for (other, creature) in s.creatures.iter().enumerate() {
        // Nobody who ends to the left of it or above it, or begins where it ends, stands there.
        if !bodies::is_near(creature.at, at) || is_before(at, side, creature.at) || !creature.is_here() {
            continue;
        }
        let id = Id::new(other);
        if id == who || is_before(creature.at, bodies::side(bodies::figures(g, s, id).size), at) {
            continue;
        }
        let body = body.get_or_insert_with(|| bodies::placed(g, bodies::figures(g, s, who).size, at, altitude));
        all.set(id, bodies::body(g, s, id).overlaps(body));
    }
    all
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
    /// The same where every step costs the same.
    static RINGS: RefCell<ByRings> = RefCell::default();
    /// Ways that have been found.
    static WAYS: RefCell<Vec<Steps>> = RefCell::default();
    /// Places that have been found.
    static FOUND: RefCell<Vec<(Square, i32)>> = RefCell::default();
}

/// Halves of a straight step that a diagonal one counts on the average, where it counts 1 and 2 in turn.
const AVERAGE: i32 = 3;

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
    let walker = Walker::of(g, s, who);
    let mut found = FOUND.take();
    found.clear();
    look_around(&walker, g, left, |cell, cost| {
        found.push((cell, cost));
        true
    });
    found.iter().for_each(|(cell, cost)| visit(*cell, *cost));
    FOUND.set(found);
}

/// No place that [`look_around`] shows is more steps away than these.
pub fn farthest(g: &Setup, s: &State, who: Id, left: i32) -> i16 {
    let steps = most(g, left).checked_div(least(g, least_steps(g, s, who), AVERAGE));
    steps.and_then(|steps| i16::try_from(steps).ok()).unwrap_or(i16::MAX)
}

/// What a straight step and a diagonal one cost somebody at least, where no diagonal has been gone before.
pub fn least_steps(g: &Setup, s: &State, who: Id) -> [i32; 2] {
    if g.ground.is_plain {
        return on_plain(g, s, who, bodies::is_aloft(s, who));
    }
    // Rough ground, deep water and climbs cost more, and nothing less.
    let here = Square::new(0, 0);
    [Square::new(1, 0), Square::new(1, 1)].map(|to| diagonal(g, here, to, false).0)
}

/// The least of both for a way that is looked for, a diagonal step so many halves.
pub fn least(g: &Setup, [straight, diagonal]: [i32; 2], slant: i32) -> u32 {
    u32::try_from(straight.min(slanted(g, diagonal, slant))).unwrap_or(0)
}

/// So many halves of a diagonal step, where it counts 1 and 2 in turn.
pub fn slanted(g: &Setup, cost: i32, slant: i32) -> i32 {
    if g.rules.diagonals == Diagonals::Simulation { cost * slant / 2 } else { cost }
}

/// Shows the same to `goes_on`, the cheapest first, as long as it says so. It must not search itself.
pub fn look_around(walker: &Walker<'_>, g: &Setup, left: i32, mut goes_on: impl FnMut(Square, i32) -> bool) {
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let price = |from, to| walker.price(from, to, AVERAGE);
        let bounds = Price { most: most(g, left), least: walker.least(AVERAGE) };
        let shows = |cell, cost| !walker.may_end(cell) || goes_on(cell, i32::try_from(cost).unwrap_or(i32::MAX));
        reach_while(&g.ground.board, walker.at(), bounds, price, shows, scratch);
    });
}

/// The first of these places that [`look_around`] would show for which `is_goal` holds, and the cheapest way there. It must not
/// search itself.
pub fn first_place(
    walker: &Walker<'_>,
    g: &Setup,
    left: i32,
    goals: &Goals,
    is_goal: impl Fn(Square) -> bool,
) -> Option<(Square, Option<Steps>)> {
    let places = goals.within()?;
    if let Some((cost, exits, barred)) = walker.by_rings() {
        let far = most(g, left) / cost;
        return RINGS.with_borrow_mut(|rings| rings.first_place(walker, exits, barred, far, goals, is_goal));
    }
    let (start, least, price) = (walker.at(), walker.least(AVERAGE), |from, to| walker.price(from, to, AVERAGE));
    // As many steps as to the nearest place, if nobody is in the way.
    let hope = |cell| least.saturating_mul(places.steps_from(cell));
    // Straight there first: most often nobody is in the way.
    let straight = hope(start).min(most(g, left));
    SCRATCH.with_borrow_mut(|(scratch, cells)| {
        [straight, most(g, left)].into_iter().find_map(|most| {
            let mut found = None;
            let goes_on = |cell, _| {
                found = (hope(cell) == 0 && walker.may_end(cell) && is_goal(cell)).then_some(cell);
                found.is_none()
            };
            let places = reach_toward(&g.ground.board, start, Price { most, least }, hope, price, goes_on, scratch);
            let to = found?;
            places.way_to(to, cells);
            Some((to, Steps::through(start, cells.iter().copied().skip(1))))
        })
    })
}

/// Is the way that was looked for, step by step, the one that is judged? Not where steps cost in turn, or a pool is split;
/// nor in the air, where a way over hills is looked at again.
pub fn is_sure(g: &Setup, s: &State, who: Id) -> bool {
    let split = s.done.runs && g.rules.run_pool == RunPool::Two;
    !bodies::is_aloft(s, who) && !split && g.rules.diagonals != Diagonals::Simulation
}

/// Calls `visit` with the cheapest way to each place that somebody can go to and stay in.
pub fn with_ways(g: &Setup, s: &State, who: Id, left: i32, visit: impl FnMut(Steps)) {
    let walker = Walker::of(g, s, who);
    let (start, price) = (walker.at(), |from, to| walker.price(from, to, AVERAGE));
    let mut ways = WAYS.take();
    ways.clear();
    SCRATCH.with_borrow_mut(|(scratch, cells)| {
        let mut places = reach(&g.ground.board, start, most(g, left), price, scratch);
        while let Some((to, _)) = places.next() {
            if to != start && walker.may_end(to) {
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
    let walker = Walker::of(g, s, who);
    let by = |slant: i32| {
        let price = |from, to| walker.price(from, to, slant);
        SCRATCH.with_borrow_mut(|(scratch, cells)| {
            let bounds = Price { most: most(g, left), least: walker.least(slant) };
            let mut is_found = false;
            let goes_on = |cell, _| {
                is_found = cell == to;
                !is_found
            };
            let places = reach_while(&g.ground.board, start, bounds, price, goes_on, scratch);
            if !is_found {
                return None;
            }
            places.way_to(to, cells);
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
