//! Which cells may be entered, and the ways to them.

use std::cell::RefCell;

use skirmish_bookkit::answer::{Verdict, must};
use skirmish_grid::{Body, Cell, Price, Scratch, Square, direct};
use skirmish_kernel::{Id, Refusal};

use super::walker::Walker;
use crate::catalogue::{GridDiagonals, rule};
use crate::model::{Kind, LONGEST_PATH, Path, STEP_DOWN, Setup, State, StrikeChange, Twist};
use crate::rules::{bodies, lines, movement};

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no rule reads what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
    static ENDS: RefCell<Vec<(Square, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Nobody stands there, and it is no wall.
pub fn is_free(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    if bodies::count(&g.rules) {
        let body = bodies::placed(g, who, cell);
        return bodies::fits(&g.ground, &body) && bodies::has_room(g, s, who, &body);
    }
    let free = |other| bodies::are_one(s, who, other);
    g.ground.board.contains(cell) && !g.ground.terrain(cell).wall && s.standing_in(cell).is_none_or(free)
}

/// May it step from one cell into the next? Friends let it through, foes do not; no corner is cut.
pub fn may_enter(g: &Setup, s: &State, who: Id, from: Square, to: Square) -> bool {
    let ground = &g.ground;
    if bodies::count(&g.rules) {
        return enters(g, &bodies::placed(g, who, from), to, |cell| is_let_into(g, s, who, cell));
    }
    ground.board.contains(to) && ground.is_open(from, to) && is_let_into(g, s, who, to)
}

/// Does nobody bar its way into this cell?
pub fn is_let_into(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    bodies::standing_in(g, s, cell).is_none_or(|other| other == who || !g.opposed(other, who))
}

/// Does a step of a body lead to that place, into nothing but cells that let it in?
fn enters(g: &Setup, body: &Body<'_, Square>, to: Square, lets: impl Fn(Square) -> bool) -> bool {
    body.direction(to).is_some_and(|direction| {
        bodies::is_open(&g.ground, body, direction) && body.entered(direction).all(|(_, cell)| lets(cell))
    })
}

/// As [`leads`], for a body that is asked about at many places.
pub fn is_walked(g: &Setup, body: &Body<'_, Square>, to: Square, lets: impl Fn(Square) -> bool) -> bool {
    let level = |body: &Body<'_, Square>| bodies::level(&g.ground, body);
    enters(g, body, to, lets) && level(body) - level(&body.at(to)) <= STEP_DOWN
}

/// Would it step there by itself? Over an edge goes only who says so, cell by cell.
pub fn leads(g: &Setup, s: &State, who: Id, from: Square, to: Square) -> bool {
    if bodies::count(&g.rules) {
        return is_walked(g, &bodies::placed(g, who, from), to, |cell| is_let_into(g, s, who, cell));
    }
    g.ground.leads(from, to) && may_enter(g, s, who, from, to)
}

/// Parts of a metre: a straight step takes all of them, a diagonal one as many as the table says, and what is left over
/// of a whole way does not count. (`grid.diagonals`, a house rule)
fn parts(g: &Setup) -> (u32, u32) {
    match g.rules.grid_diagonals {
        GridDiagonals::One => (1, 1),
        // One, two, one: three metres for two.
        GridDiagonals::OneTwoOne => (2, 3),
        // The root of 2; exact to the metre on every way that is short enough to be gone.
        GridDiagonals::Euclid => (10_000, 14_142),
    }
}

/// What a step costs at least, in parts of a metre.
pub fn least_cost(g: &Setup) -> u32 {
    let (straight, diagonal) = parts(g);
    straight.min(diagonal)
}

/// The parts that so many metres are good for.
pub fn budget(g: &Setup, metres: i32) -> u32 {
    let (whole, _) = parts(g);
    let metres = u32::try_from(metres.clamp(-1, 1000) + 1).unwrap_or(0);
    (metres * whole).saturating_sub(1)
}

/// Whole metres of so many parts.
pub fn whole(g: &Setup, sum: u32) -> i32 {
    i32::try_from(sum / parts(g).0).unwrap_or(i32::MAX)
}

fn step_length(g: &Setup, from: Square, to: Square) -> u32 {
    let (straight, diagonal) = parts(g);
    if from.shares_side(to) { straight } else { diagonal }
}

fn is_slowed(s: &State, who: Id) -> bool {
    s.creature(who).has(Kind::Slowed) || s.creature(who).has(Kind::Stunned)
}

/// What any straight step costs, and any diagonal one, in parts of a metre; nothing for the frightened, for whom it
/// matters where they go.
pub fn even_price(g: &Setup, s: &State, who: Id) -> Option<(u32, u32)> {
    let (straight, diagonal) = parts(g);
    let times = if is_slowed(s, who) { 2 } else { 1 };
    (!s.creature(who).has(Kind::Frightened)).then_some((straight * times, diagonal * times))
}

/// What one step costs, in parts of a metre: twice as much for the slowed, and for the frightened where it nears a foe.
pub fn step_cost(g: &Setup, s: &State, who: Id, from: Square, to: Square) -> u32 {
    let nears = |foe| s.is_able(foe) && steps_from(g, s, who, to, foe) < steps_from(g, s, who, from, foe);
    let afraid = s.creature(who).has(Kind::Frightened) && g.foes(who).iter().any(nears);
    price_of_step(g, s, who, from, to, afraid)
}

/// The same where it is known whether the mover is frightened, and nears a foe.
pub fn price_of_step(g: &Setup, s: &State, who: Id, from: Square, to: Square, afraid: bool) -> u32 {
    let times = if is_slowed(s, who) || afraid { 2 } else { 1 };
    step_length(g, from, to) * times
}

/// Steps between somebody who would stand there and another.
fn steps_from(g: &Setup, s: &State, who: Id, there: Square, other: Id) -> u32 {
    if bodies::count(&g.rules) {
        bodies::body(g, s, who).at(there).distance(&bodies::body(g, s, other))
    } else {
        there.distance(s.creature(other).at)
    }
}

fn sum(start: Square, cells: &[Square], step: impl Fn(Square, Square) -> u32) -> u32 {
    let froms = std::iter::once(&start).chain(cells);
    froms.zip(cells).fold(0u32, |sum, (from, to)| sum.saturating_add(step(*from, *to)))
}

/// Metres that a way costs.
pub fn cost(g: &Setup, s: &State, who: Id, path: &Path) -> i32 {
    whole(g, sum(s.creature(who).at, path, |from, to| step_cost(g, s, who, from, to)))
}

/// Metres that a way is long, whatever they cost.
pub fn length(g: &Setup, start: Square, cells: &[Square]) -> i32 {
    whole(g, sum(start, cells, |from, to| step_length(g, from, to)))
}

/// May a movement end there? Where nobody stands, and for whoever panics farther from what it runs from. (condition
/// panicked)
pub fn may_end(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    is_free(g, s, who, cell) && flees(g, s, who, cell)
}

/// Does whoever panics, on its own feet or in the saddle, get away from what it runs from?
pub fn flees(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    let here = s.creature(who).at;
    let away = |from: Id| lines::from_there(g, s, who, cell, from) > lines::from_there(g, s, who, here, from);
    movement::with_rider(s, who).all(|id| {
        let source = s.creature(id).condition(Kind::Panicked).and_then(|condition| condition.source);
        source.is_none_or(away)
    })
}

/// Calls `visit` with every cell where a movement of so many metres may end without a fall, and what it costs to get there.
pub fn ends(g: &Setup, s: &State, who: Id, metres: i32, mut visit: impl FnMut(Square, u32)) {
    let here = s.creature(who).at;
    let walker = Walker::of(g, s, who);
    // The list is taken out while it is read: a visitor may search, too.
    let mut found = ENDS.take();
    found.clear();
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let step = |from, to| walker.step(from, to);
        let reached = skirmish_grid::reach(&g.ground.board, here, budget(g, metres), step, scratch);
        found.extend(reached.filter(|(cell, _)| *cell != here && walker.may_end(*cell)));
    });
    found.iter().for_each(|(cell, cost)| visit(*cell, *cost));
    ENDS.set(found);
}

/// Shows the same cells to `is_enough`, the cheapest first, until it says so. It must not search itself.
pub fn look_around(walker: &Walker<'_>, metres: i32, is_enough: impl FnMut(Square) -> bool) {
    if walker.is_single() {
        look_toward(walker, metres, |_| 0, is_enough);
    } else {
        look_around_widely(walker, metres, is_enough);
    }
}

/// The same for a body of one square, without those cells from which none can be reached that is worth a look: `steps` says
/// how many steps away from a cell those are at least.
pub fn look_toward(
    walker: &Walker<'_>,
    metres: i32,
    steps: impl Fn(Square) -> u32,
    mut is_enough: impl FnMut(Square) -> bool,
) {
    let (g, here) = (walker.setup(), walker.at());
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| walker.price(from, to);
        let is_goal = |cell: Square| cell != here && walker.may_end(cell) && is_enough(cell);
        let price = Price { most: budget(g, metres), least: least_cost(g) };
        let hope = |cell| steps(cell).saturating_mul(price.least);
        skirmish_grid::nearest_toward(&g.ground.exits, here, is_goal, hope, step, price, way, scratch);
    });
}

/// The same for a body of several squares, to which the exits of the map do not apply.
fn look_around_widely(walker: &Walker<'_>, metres: i32, mut is_enough: impl FnMut(Square) -> bool) {
    let (g, here) = (walker.setup(), walker.at());
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let step = |from, to| walker.step(from, to);
        let mut reached = skirmish_grid::reach(&g.ground.board, here, budget(g, metres), step, scratch);
        reached.any(|(cell, _)| cell != here && walker.may_end(cell) && is_enough(cell));
    });
}

/// The cheapest way to a cell; empty when there is none.
pub fn way(g: &Setup, s: &State, who: Id, goal: Square, metres: i32) -> Path {
    let here = s.creature(who).at;
    let walker = Walker::of(g, s, who);
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| walker.step(from, to);
        let mut path = Path::new();
        let price = Price { most: budget(g, metres), least: least_cost(g) };
        let found = if walker.is_single() {
            direct(&g.ground.exits, here, goal, price, step, way, scratch)
        } else {
            skirmish_grid::path(&g.ground.board, here, goal, price.most, step, way, scratch)
        };
        if found.is_some() && way.len() <= LONGEST_PATH + 1 {
            // The search gives both ends; a path is what is entered.
            path.extend(way.iter().copied().skip(1));
        }
        path
    })
}

/// May it go this way?
pub fn judge(g: &Setup, s: &State, who: Id, metres: i32, path: &Path) -> Verdict {
    let by = rule::ACTION_MOVEMENT_FORMS;
    let mut from = s.creature(who).at;
    for to in path {
        refuse_if!(from.distance(*to) != 1; Refusal::by(by, format!("{to} is not next to {from}")));
        let shut = !may_enter(g, s, who, from, *to);
        refuse_if!(shut; Refusal::by(by, format!("{to} cannot be entered from {from}")));
        from = *to;
    }
    let costs = cost(g, s, who, path);
    refuse_if!(costs > metres.max(0); Refusal::counted(by, "this way costs {} of {} m", [costs, metres]));
    let taken = !path.is_empty() && !is_free(g, s, who, from);
    refuse_if!(taken; Refusal::by(by, format!("somebody stands at {from}")));
    let flees = path.is_empty() || flees(g, s, who, from);
    must(flees, rule::CONDITION_PANICKED, "they must get away from what they fear")
}

/// The straight run of a charge, or the step of a lunge, to a cell from which the target is in reach; empty when it is
/// there already or cannot get there. (abilities Charge, Lunge)
pub fn approach(g: &Setup, s: &State, who: Id, target: Id, change: StrikeChange, reach: i32) -> Path {
    let here = s.creature(who).at;
    if change.is(Twist::Lunge) {
        lunge(g, s, who, here, target, reach)
    } else {
        charge(g, s, who, here, target, change)
    }
}

/// The square of the distance as the crow flies.
fn crow(g: &Setup, s: &State, who: Id, there: Square, other: Id) -> u64 {
    if bodies::count(&g.rules) {
        let other = bodies::body(g, s, other);
        return bodies::body(g, s, who).at(there).least(&other, Square::euclid_squared).unwrap_or(u64::MAX);
    }
    there.euclid_squared(s.creature(other).at)
}

/// One step nearer, from which it reaches; nobody steps who reaches already.
fn lunge(g: &Setup, s: &State, who: Id, here: Square, target: Id, reach: i32) -> Path {
    let mut path = Path::new();
    // No step nears by more than two metres, however diagonals are counted.
    let away = lines::from_there(g, s, who, here, target);
    if away <= reach || away > reach.saturating_add(2) {
        return path;
    }
    let fits = |cell: &Square| {
        is_free(g, s, who, *cell)
            && may_enter(g, s, who, here, *cell)
            && lines::from_there(g, s, who, *cell, target) <= reach
            && lines::has_line_there(g, s, who, *cell, target)
            && step_cost(g, s, who, here, *cell) <= budget(g, 1)
    };
    let step = here.neighbours().filter(fits).min_by_key(|cell| crow(g, s, who, *cell, target));
    path.extend(step);
    path
}

/// The straight run toward the target, to a cell beside it.
fn charge(g: &Setup, s: &State, who: Id, here: Square, target: Id, change: StrikeChange) -> Path {
    let least = change.charge.unwrap_or(0);
    let most = change.charge_most.unwrap_or(g.sheet(who).speed);
    let mut path = Path::new();
    let Some(facing) = lines::toward(g, s, who, target) else { return path };
    let away = |at| steps_from(g, s, who, at, target);
    // Each cell of the run is one step nearer: it is too short, or costs too much, whatever lies in between.
    let steps = away(here).saturating_sub(1);
    let (straight, diagonal) = parts(g);
    let (longest, cheapest) = (steps.saturating_mul(straight.max(diagonal)), steps.saturating_mul(least_cost(g)));
    if whole(g, longest) < least || whole(g, cheapest) > most {
        return path;
    }
    let mut at = here;
    while away(at) > 1 {
        let next = at.step(facing).filter(|next| away(*next) < away(at) && may_enter(g, s, who, at, *next));
        let Some(next) = next.filter(|next| path.try_push(*next).is_ok()) else { return Path::new() };
        at = next;
    }
    let long = length(g, here, &path) >= least;
    // Whoever is slowed does not get so far.
    if long && is_free(g, s, who, at) && cost(g, s, who, &path) <= most { path } else { Path::new() }
}
