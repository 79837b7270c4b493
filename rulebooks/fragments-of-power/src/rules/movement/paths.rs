//! Which way leads where, and what it costs. (`terrain.difficult`, `terrain.occupied`, `move.ally`, `squeezing`)

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Cell, Scratch, Square, Steps, path, reach};
use skirmish_kernel::{Id, Refusal};

use crate::catalogue::{Diagonal, OccupiedAlly, rule};
use crate::model::{Gait, Matter, Mode, Obstacle, Plight, Setup, State};
use crate::rules::ground::{earth, water};
use crate::rules::{bodies, ground, judge};

/// How one gets through the space of somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// As if nobody were there. (`move.ally`)
    Free,
    /// As through rough ground. (`terrain.occupied`)
    Difficult,
    /// By pushing. (`move.enemy-push`)
    Push,
}

/// How one gets through the space of another. (`ruling.ally-squares`)
pub fn passage(g: &Setup, s: &State, who: Id, whom: Id) -> Passage {
    let apart = g.sheet(who).size.steps_to(g.sheet(whom).size).abs() >= g.rules.occupied_steps;
    let down = s.creature(whom).is(Plight::Dead);
    match () {
        () if down => Passage::Free,
        () if !g.opposed(who, whom) && g.rules.occupied_ally == OccupiedAlly::Free => Passage::Free,
        () if !g.opposed(who, whom) || apart => Passage::Difficult,
        () => Passage::Push,
    }
}

/// May a push through be tried at all? (`ruling.push-through`, `ruling.free-push`)
pub fn may_push_through(g: &Setup, s: &State, who: Id, whom: Id, left: i32) -> bool {
    left >= 2 * bodies::SQUARE && g.opposed(who, whom) && judge::can_strike_in_melee(g, s, who)
}

/// What a step costs, in feet; nothing where none leads. Who is in the way is not asked here.
pub fn cost(g: &Setup, s: &State, who: Id, gait: Gait, from: Square, to: Square) -> Option<i32> {
    cost_at(g, s, who, gait, (from, height_in(g, s, who, gait, from)), to)
}

/// The same from a height.
pub fn cost_at(g: &Setup, s: &State, who: Id, gait: Gait, from: (Square, i16), to: Square) -> Option<i32> {
    let (from, height) = from;
    let slanting = from.x != to.x && from.y != to.y;
    let base = match g.rules.diagonal {
        Diagonal::FiveTenFive if slanting && (from.x.rem_euclid(2) != from.y.rem_euclid(2)) => 2 * bodies::SQUARE,
        _ => bodies::SQUARE,
    };
    if g.ground.is_plain {
        return (matches!(gait, Gait::Run | Gait::Fly) && g.ground.board.contains(to) && bodies::fits(g, who, to))
            .then_some(base);
    }
    let body = bodies::placed(g, who, to);
    let leaves = bodies::placed(g, who, from);
    // Most squares are like any other.
    let plain = |cell: Square| g.ground.is_plain_at(cell);
    let level = i32::from(s.creature(who).height) >= -bodies::SQUARE;
    if level
        && matches!(gait, Gait::Run | Gait::Fly)
        && (!slanting || plain(Square::new(from.x, to.y)))
        && body.cells().chain(leaves.cells()).all(plain)
    {
        return Some(base);
    }
    if !body.cells().all(|cell| g.ground.board.contains(cell) && lets_in(g, s, who, gait, cell)) {
        return None;
    }
    if slanting {
        let corners = [Square::new(from.x, to.y), Square::new(to.x, from.y)];
        if corners.iter().all(|corner| is_wall(g, *corner)) {
            return None;
        }
    }
    let rise = i32::from(bodies::level(g, &body)) - i32::from(height);
    let closed = match gait {
        Gait::Run => rise > bodies::SQUARE,
        Gait::Burrow => rise > bodies::SQUARE && g.ground.at(to).matter != Matter::Soft,
        Gait::Climb => rise > bodies::SQUARE || !can_hold_on(g, who, to, height),
        Gait::Fly => floor(g, &body) > height,
        Gait::Swim => false,
    };
    if closed {
        return None;
    }
    let on_foot = matches!(gait, Gait::Run);
    // What one leaves decides, and it never counts more than twice. (`ruling.difficult-once`)
    let rough = on_foot && leaves.cells().any(|cell| ground::is_difficult(g, who, cell) || is_narrow(g, who, cell));
    Some(if rough { base.max(g.rules.difficult_factor * bodies::SQUARE) } else { base })
}

/// The height of somebody in a square of a way: as it is where the way begins, on foot that of the ground farther on.
fn height_in(g: &Setup, s: &State, who: Id, gait: Gait, at: Square) -> i16 {
    let now = s.creature(who).height;
    if g.ground.is_plain || at == s.creature(who).at {
        return now;
    }
    let level = bodies::level(g, &bodies::placed(g, who, at));
    match gait {
        Gait::Run | Gait::Burrow => level,
        Gait::Climb => now.max(level),
        Gait::Fly | Gait::Swim => now,
    }
}

/// What one flies over in a place: the ground, and what stands there.
pub fn floor(g: &Setup, body: &Body<'_, Square>) -> i16 {
    let top = |cell: Square| {
        let terrain = g.ground.at(cell);
        let Obstacle::Partial(of) = terrain.obstacle else { return i16::MIN };
        terrain.elevation.saturating_add(i16::try_from(bodies::tall(of)).unwrap_or(0))
    };
    body.cells().map(top).fold(bodies::level(g, body), i16::max)
}

/// Does somebody stand there, or is there something beside it, as high as that, to which one can cling? (`climb`)
pub fn can_hold_on(g: &Setup, who: Id, at: Square, height: i16) -> bool {
    let body = bodies::placed(g, who, at);
    let holds = |cell: Square| {
        let terrain = g.ground.at(cell);
        let endless = terrain.matter == Matter::Solid || terrain.obstacle == Obstacle::Full;
        g.ground.board.contains(cell) && terrain.climb.is_some() && (endless || terrain.elevation >= height)
    };
    bodies::level(g, &body) >= height || body.around(1).any(holds)
}

fn is_wall(g: &Setup, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    terrain.matter == Matter::Solid || terrain.obstacle == Obstacle::Full
}

/// Is a square narrower than somebody, but not too narrow? (`squeezing`, `ruling.squeeze-width`)
pub fn is_narrow(g: &Setup, who: Id, cell: Square) -> bool {
    i32::from(g.ground.at(cell).gap) < ground::width(g, who).min(bodies::SQUARE)
}

/// Does a square let somebody in who moves in that way?
fn lets_in(g: &Setup, s: &State, who: Id, gait: Gait, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    let gap = i32::from(terrain.gap);
    let wide = gap >= bodies::SQUARE || 2 * gap >= ground::width(g, who);
    let deep = terrain.matter == Matter::Water
        && terrain.depth > water::KNEE
        && crate::rules::ground::ice::inches(g, s, cell) == 0;
    let open = terrain.obstacle == Obstacle::None && !matches!(terrain.matter, Matter::Solid | Matter::Soft);
    let tunnel = terrain.matter == Matter::Soft && earth::is_tunnel(s, cell);
    wide && match gait {
        Gait::Run => open && !deep && terrain.matter != Matter::Void || tunnel || open && is_edge(g, cell),
        Gait::Swim => open && (deep || terrain.elevation <= s.creature(who).height + 5),
        Gait::Climb => open,
        Gait::Fly => {
            open || terrain.obstacle != Obstacle::Full
                && terrain.matter != Matter::Solid
                && terrain.matter != Matter::Soft
        }
        Gait::Burrow => terrain.matter == Matter::Soft || open && !deep,
    }
}

/// Whoever walks may walk off an edge: into deep water, or into nothing.
fn is_edge(g: &Setup, cell: Square) -> bool {
    matches!(g.ground.at(cell).matter, Matter::Water | Matter::Void)
}

/// The height at which somebody comes into a square: on foot that of the ground if it is a step up or down, else as before, and
/// a fall.
pub fn height_at(g: &Setup, s: &State, who: Id, gait: Gait, to: Square) -> Option<i16> {
    height_from(g, who, gait, s.creature(who).height, to)
}

/// The same from a height.
pub fn height_from(g: &Setup, who: Id, gait: Gait, now: i16, to: Square) -> Option<i16> {
    let level = bodies::level(g, &bodies::placed(g, who, to));
    match gait {
        Gait::Run | Gait::Burrow => {
            ((level - now).abs() <= 5 && g.ground.at(to).matter != Matter::Void).then_some(level)
        }
        Gait::Swim => Some(if now < level { now.max(level.saturating_sub(g.ground.at(to).depth)) } else { level }),
        Gait::Climb => Some(now.max(level)),
        Gait::Fly => Some(now),
    }
}

/// What a climb from here has to reach. (`climb`)
pub fn climb_dc(g: &Setup, s: &State, who: Id) -> Option<i32> {
    let body = bodies::body(g, s, who);
    let near = body.around(1).filter(|cell| g.ground.board.contains(*cell));
    near.filter_map(|cell| g.ground.at(cell).climb).min().map(i32::from)
}

/// Could somebody use that way of moving here at all?
pub fn can(g: &Setup, s: &State, who: Id, gait: Gait) -> bool {
    let sheet = g.sheet(who);
    match gait {
        Gait::Run => !water::is_in(g, s, who) && (bodies::is_grounded(g, s, who)),
        Gait::Fly => sheet.flies() && !water::is_under(g, s, who),
        Gait::Swim => water::is_in(g, s, who),
        Gait::Climb => climb_dc(g, s, who).is_some(),
        Gait::Burrow => sheet.modes.has(Mode::Burrow),
    }
}

thread_local! {
    /// What looking for ways remembers, so that it asks for no memory.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::default();
    /// Places that have been found.
    static FOUND: RefCell<Vec<(Square, i32)>> = RefCell::default();
}

/// What a step of a way that is looked for costs: nobody pushes through anybody unasked, and nobody steps over an edge.
fn price(g: &Setup, s: &State, who: Id, gait: Gait) -> impl Fn(Square, Square) -> Option<u32> {
    let tied = bodies::bound(s, who);
    let others: ArrayVec<_, { Id::MOST }> = s
        .everybody()
        .filter(|id| !tied.has(*id) && !s.creature(*id).hidden_from.has(who))
        .map(|id| (bodies::body(g, s, id), passage(g, s, who, id)))
        .collect();
    let own = bodies::body(g, s, who);
    move |from, to| {
        let body = own.at(to);
        let leaving = own.at(from);
        let mut cost = cost(g, s, who, gait, from, to)?;
        for (other, passage) in &others {
            if *passage == Passage::Push && other.overlaps(&body) {
                return None;
            }
            if *passage == Passage::Difficult && other.overlaps(&leaving) {
                cost = cost.max(2 * bodies::SQUARE);
            }
        }
        if gait == Gait::Run && !g.ground.is_plain {
            let height = height_from(g, who, gait, height_in(g, s, who, gait, from), to);
            if height.is_none() || falls_in(g, s, to) {
                return None;
            }
        }
        u32::try_from(cost).ok()
    }
}

/// Would somebody who walks there be in deep water?
fn falls_in(g: &Setup, s: &State, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    terrain.matter == Matter::Water && terrain.depth > water::KNEE && ground::ice::inches(g, s, cell) == 0
}

/// Those past whom nobody can stay: everybody it knows of, and is not tied to. (`ruling.ally-squares`)
fn others(g: &Setup, s: &State, who: Id) -> ArrayVec<Body<'static, Square>, { Id::MOST }> {
    known_others(s, who).map(|other| bodies::body(g, s, other)).collect()
}

/// Everybody of whom somebody knows, and who is not tied to it.
pub fn known_others(s: &State, who: Id) -> impl Iterator<Item = Id> {
    let tied = bodies::bound(s, who);
    s.everybody().filter(move |other| !tied.has(*other) && !s.creature(*other).hidden_from.has(who))
}

/// A foe who hides, and into whom somebody would come there. (`ruling.hiding`)
pub fn hidden_at(g: &Setup, s: &State, who: Id, at: Square) -> Option<Id> {
    let body = bodies::body(g, s, who).at(at);
    let hides = |other: &Id| s.creature(*other).hidden_from.has(who) && bodies::body(g, s, *other).overlaps(&body);
    s.everybody().find(hides)
}

/// May somebody stay in a place? (`ruling.ally-squares`)
pub fn may_end(g: &Setup, s: &State, who: Id, at: Square) -> bool {
    let body = bodies::body(g, s, who).at(at);
    others(g, s, who).iter().all(|other| !other.overlaps(&body))
}

/// Calls `visit` with each place that somebody can go to and stay in, and what it costs in feet.
pub fn with_reach(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32, mut visit: impl FnMut(Square, i32)) {
    let price = price(g, s, who, gait);
    let most = u32::try_from(feet).unwrap_or(0);
    let mut found = FOUND.take();
    found.clear();
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let places = reach(&g.ground.board, s.creature(who).at, most, price, scratch);
        found.extend(places.map(|(cell, cost)| (cell, i32::try_from(cost).unwrap_or(i32::MAX))));
    });
    let (own, others) = (bodies::body(g, s, who), others(g, s, who));
    let is_free = |at: Square| others.iter().all(|other| !other.overlaps(&own.at(at)));
    found.iter().filter(|(cell, _)| is_free(*cell)).for_each(|(cell, cost)| visit(*cell, *cost));
    FOUND.set(found);
}

/// The squares a step away that somebody can go to and stay in, and what each step costs in feet.
pub fn steps_from(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> impl Iterator<Item = (Square, i32)> {
    let (from, price) = (s.creature(who).at, price(g, s, who, gait));
    from.neighbours().filter_map(move |to| {
        let cost = i32::try_from(price(from, to)?).ok()?;
        (cost <= feet && may_end(g, s, who, to)).then_some((to, cost))
    })
}

/// The cheapest way to a place.
///
/// # Errors
/// That none leads there with what is left.
pub fn way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32, to: Square) -> Result<Steps, Refusal> {
    let none = || Refusal::by(rule::MOVE_BASIC, "no way leads there with the feet that are left");
    let price = price(g, s, who, gait);
    let start = s.creature(who).at;
    if to == start {
        return Ok(Steps::new());
    }
    let most = u32::try_from(feet).map_err(|_| none())?;
    let found = SCRATCH.with_borrow_mut(|(scratch, cells)| {
        path(&g.ground.board, start, to, most, price, cells, scratch)?;
        Steps::through(start, cells.iter().copied().filter(|cell| *cell != start))
    });
    found.ok_or_else(none)
}

/// What a way costs, square by square; nothing where it does not lead on.
pub fn cost_of(g: &Setup, s: &State, who: Id, gait: Gait, steps: Steps) -> Option<i32> {
    let start = s.creature(who).at;
    let mut at = start;
    let mut sum = 0;
    for to in steps.cells(start) {
        sum += cost(g, s, who, gait, at, to)?;
        at = to;
    }
    Some(sum)
}
