//! Which way leads where, and what it costs. (`terrain.difficult`, `terrain.occupied`, `move.ally`, `squeezing`)

pub mod ways;

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Block, Few, Scratch, Square, Steps, path};
use skirmish_kernel::{Id, Refusal};

pub use self::ways::{Found, Ways, search, ways};
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

/// Where somebody is on a way.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The square.
    pub at: Square,
    /// Feet above the level of the map.
    pub height: i16,
    /// Does the next diagonal count twice? (`ruling.cover`)
    pub odd: bool,
}

impl Spot {
    /// Where somebody is now.
    pub fn of(s: &State, who: Id) -> Self {
        let creature = s.creature(who);
        Self { at: creature.at, height: creature.height, odd: creature.odd }
    }

    /// Goes a step on, and says what it costs: so many feet at least. A diagonal that counts twice for what one leaves is none
    /// of those that alternate.
    pub fn go(&mut self, g: &Setup, s: &State, who: Id, gait: Gait, to: Square, least: i32) -> Option<i32> {
        let ground = footing(g, s, who, gait, *self, to)?;
        let cost = price_of(g, ground, self.odd).max(least);
        if g.rules.diagonal == Diagonal::FiveTenFive && ground.slanting {
            self.odd ^= price_of(g, ground, false).max(least) == bodies::SQUARE;
        }
        self.height = arrives(g, s, who, gait, self.height, to)?;
        self.at = to;
        Some(cost)
    }
}

fn is_slanting(from: Square, to: Square) -> bool {
    from.x != to.x && from.y != to.y
}

/// What the ground makes of a step.
#[derive(Clone, Copy, Debug)]
struct Footing {
    slanting: bool,
    /// Does it count twice, whatever its direction? (`terrain.difficult`)
    rough: bool,
}

/// What a step costs, in feet; nothing where none leads. Who is in the way is not asked here.
pub fn cost(g: &Setup, s: &State, who: Id, gait: Gait, spot: Spot, to: Square) -> Option<i32> {
    Some(price_of(g, footing(g, s, who, gait, spot, to)?, spot.odd))
}

/// What a step on such ground costs, where the next diagonal counts twice or does not. (`ruling.difficult-once`)
fn price_of(g: &Setup, ground: Footing, odd: bool) -> i32 {
    let twice = ground.slanting && odd && g.rules.diagonal == Diagonal::FiveTenFive;
    let base = if twice { 2 * bodies::SQUARE } else { bodies::SQUARE };
    if ground.rough { base.max(g.rules.difficult_factor * bodies::SQUARE) } else { base }
}

/// The ground under a step from a spot; nothing where none leads.
#[inline(always)]
fn footing(g: &Setup, s: &State, who: Id, gait: Gait, spot: Spot, to: Square) -> Option<Footing> {
    let Spot { at: from, height, .. } = spot;
    let slanting = is_slanting(from, to);
    let usual = matches!(gait, Gait::Run | Gait::Fly);
    // Most squares are like any other.
    let side = g.sheet(who).size.side();
    if usual
        && g.ground.is_plain_for(side, to)
        && g.ground.is_plain_for(side, from)
        && (!slanting || g.ground.is_plain_for(1, Square::new(from.x, to.y)))
        && i32::from(height) >= -bodies::SQUARE
    {
        return Some(Footing { slanting, rough: false });
    }
    uncommon_footing(g, s, who, gait, spot, to)
}

/// The same where not all squares of the step are like any other.
#[inline(never)]
fn uncommon_footing(g: &Setup, s: &State, who: Id, gait: Gait, spot: Spot, to: Square) -> Option<Footing> {
    let Spot { at: from, height, .. } = spot;
    let slanting = is_slanting(from, to);
    if g.ground.is_plain || gait == Gait::Fly && height >= g.ground.ceiling {
        let usual = matches!(gait, Gait::Run | Gait::Fly);
        let even = Footing { slanting, rough: false };
        return (usual && bodies::placed(g, who, to).fits(&g.ground.board, |_| true)).then_some(even);
    }
    let leaves = bodies::placed(g, who, from);
    arrives(g, s, who, gait, height, to)?;
    if slanting {
        let corners = [Square::new(from.x, to.y), Square::new(to.x, from.y)];
        if corners.iter().all(|corner| is_wall(g, *corner)) {
            return None;
        }
    }
    // What one leaves decides, and it never counts more than twice. (`ruling.difficult-once`)
    let rough = gait == Gait::Run
        && (leaves.cells().any(|cell| ground::is_difficult(g, who, cell)) || bodies::is_tight(g, who, &leaves, height));
    Some(Footing { slanting, rough })
}

fn is_wall(g: &Setup, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    terrain.matter == Matter::Solid || terrain.obstacle == Obstacle::Full
}

/// The height at which somebody who moves in that way comes into a place from one at another height: on the ground where that
/// is no more than a step away, else as before, and walkers fall. Nothing where the place is closed: with walls, with ground
/// that is too high or, for climbers, without anything to hold on to.
pub fn arrives(g: &Setup, s: &State, who: Id, gait: Gait, height: i16, to: Square) -> Option<i16> {
    let even = height == 0 || gait == Gait::Fly && height > 0;
    if even && g.ground.is_plain_for(g.sheet(who).size.side(), to) {
        return Some(height);
    }
    if g.ground.is_plain {
        return bodies::fits(g, who, to).then_some(height);
    }
    let soft = |cell: Square| g.ground.at(cell).matter == Matter::Soft;
    let open = |cell: Square| !ground::is_closed(g, cell);
    let lets_in = |cell: Square| match gait {
        Gait::Run => open(cell) || soft(cell) && earth::is_tunnel(s, cell),
        Gait::Swim | Gait::Climb => open(cell),
        Gait::Fly => !bodies::is_full(g, cell, height),
        Gait::Burrow => soft(cell) || open(cell) && !falls_in(g, s, cell),
    };
    if !bodies::is_room(g, who, to, lets_in) {
        return None;
    }
    let body = bodies::placed(g, who, to);
    if body.cells().all(soft) {
        return Some(height);
    }
    let (level, step) = (bodies::level(g, &body), height.saturating_add(STEP));
    match gait {
        Gait::Fly => (level <= height).then_some(height),
        Gait::Swim if height < level => {
            let bottom = bodies::floor(g, &body, height);
            (bottom <= step).then_some(bottom.max(height))
        }
        Gait::Swim => Some(level),
        _ if level > step => None,
        Gait::Climb if height > level => bodies::hold(g, &body, height).map(|_| height),
        Gait::Climb => Some(level),
        Gait::Run | Gait::Burrow if level < height - STEP || g.ground.at(to).matter == Matter::Void => Some(height),
        Gait::Run | Gait::Burrow => Some(level),
    }
}

/// Feet of a step up or down.
const STEP: i16 = 5;

/// What a climb from here has to reach. (`climb`)
pub fn climb_dc(g: &Setup, s: &State, who: Id) -> Option<i32> {
    bodies::hold(g, &bodies::body(g, s, who), s.creature(who).height)
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
    static SEARCH: RefCell<(Scratch, Vec<Square>)> = RefCell::default();
}

/// What a step of a way that is looked for costs: nobody pushes through anybody unasked, and nobody steps over an edge.
fn price<'a>(g: &'a Setup, s: &'a State, who: Id, gait: Gait) -> impl Fn(Square, Square) -> Option<u32> + use<'a> {
    let own = bodies::body(g, s, who);
    let start = Spot::of(s, who);
    let (mut barring, mut slowing) = (ArrayVec::<Block, { Id::MOST }>::new(), ArrayVec::<Block, { Id::MOST }>::new());
    for id in known_others(s, who) {
        let body = bodies::body(g, s, id);
        // Whoever is above or below all of it is in nobody's way.
        match if body.span.overlaps(own.span) { passage(g, s, who, id) } else { Passage::Free } {
            Passage::Free => {}
            Passage::Difficult => slowing.push(body),
            Passage::Push => barring.push(body),
        }
    }
    let even = if slowing.is_empty() { even_price(g, gait, own, start) } else { None };
    let barred = Few::<Square, { Id::MOST }>::of(barring.iter().flat_map(Block::cells));
    move |from, to| {
        if let (Some([straight, slanting]), Some(barred)) = (even, &barred) {
            return (!barred.has(to)).then_some(if is_slanting(from, to) { slanting } else { straight });
        }
        let there = own.at(to);
        if barring.iter().any(|other| other.meets(&there)) {
            return None;
        }
        let height = height_over(g, who, gait, start, from);
        let ground = footing(g, s, who, gait, Spot { at: from, height, odd: false }, to)?;
        let crowded = !slowing.is_empty() && slowing.iter().any(|other| other.meets(&own.at(from)));
        let least = if crowded { 2 * bodies::SQUARE } else { 0 };
        let sum = price_on(g, ground, least);
        let plain = || g.ground.is_plain_for(own.side(), to) && (-STEP..=STEP).contains(&height);
        if gait == Gait::Run && !plain() {
            let level = bodies::level(g, &bodies::placed(g, who, to));
            let falls = arrives(g, s, who, gait, height, to).is_none_or(|height| height > level);
            let void = g.ground.at(to).matter == Matter::Void;
            if falls || void || falls_in(g, s, to) {
                return None;
            }
        }
        u32::try_from(sum).ok()
    }
}

/// What a step on such ground counts in a search, so many feet at least.
fn price_on(g: &Setup, ground: Footing, least: i32) -> i32 {
    let [first, second] = [false, true].map(|odd| price_of(g, ground, odd).max(least));
    if g.rules.diagonal == Diagonal::FiveTenFive { first + second } else { first }
}

/// What any straight step of a search counts for somebody in one square, and any diagonal one, where all squares of the map are
/// alike; nothing where each step must be looked at by itself.
fn even_price(g: &Setup, gait: Gait, own: Block, start: Spot) -> Option<[u32; 2]> {
    let is_level = match gait {
        Gait::Run => (-STEP..=STEP).contains(&start.height),
        Gait::Fly => i32::from(start.height) >= -bodies::SQUARE,
        _ => false,
    };
    let is_even = is_level && g.ground.is_plain && own.side() == 1;
    is_even.then(|| least_prices(g))
}

/// At which height somebody is in the middle of a way that is looked for.
fn height_over(g: &Setup, who: Id, gait: Gait, start: Spot, at: Square) -> i16 {
    if g.ground.is_plain || at == start.at || gait == Gait::Fly {
        return start.height;
    }
    let level = bodies::level(g, &bodies::placed(g, who, at));
    match gait {
        Gait::Run => level,
        Gait::Climb => level.max(start.height),
        _ => level.min(start.height),
    }
}

/// Where diagonals alternate, a way that is looked for counts both prices of each step, so half of it, up or down to a whole
/// square, is what the way costs: nobody has to know which of its diagonals count twice.
fn doubled(g: &Setup, start: Spot, feet: i32) -> u32 {
    let sum = match g.rules.diagonal {
        Diagonal::Five => feet,
        Diagonal::FiveTenFive => 2 * feet + if start.odd { 0 } else { bodies::SQUARE },
    };
    u32::try_from(sum).unwrap_or(0)
}

/// The least that a straight step of it counts, and a diagonal one: what it does where all squares are alike.
fn least_prices(g: &Setup) -> [u32; 2] {
    [false, true].map(|slanting| price_on(g, Footing { slanting, rough: false }, 0).unsigned_abs())
}

/// The least that any step of it counts.
fn least_price(g: &Setup) -> u32 {
    least_prices(g)[0]
}

/// What such a way costs, in feet.
fn halved(g: &Setup, start: Spot, sum: u32) -> i32 {
    let sum = i32::try_from(sum).unwrap_or(i32::MAX / 2);
    match g.rules.diagonal {
        Diagonal::Five => sum,
        Diagonal::FiveTenFive => {
            (sum + if start.odd { bodies::SQUARE } else { 0 }) / 2 / bodies::SQUARE * bodies::SQUARE
        }
    }
}

/// Would somebody who walks there be in deep water?
pub fn falls_in(g: &Setup, s: &State, cell: Square) -> bool {
    let terrain = g.ground.at(cell);
    terrain.matter == Matter::Water && terrain.depth > water::KNEE && ground::ice::inches(g, s, cell) == 0
}

/// Those past whom nobody can stay: everybody it knows of, and is not tied to. (`ruling.ally-squares`)
fn others(g: &Setup, s: &State, who: Id) -> ArrayVec<Block, { Id::MOST }> {
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

/// A way that has been found, as steps.
fn steps_through(start: Square, cells: &[Square]) -> Option<Steps> {
    Steps::through(start, cells.iter().copied().filter(|cell| *cell != start))
}

/// The cheapest way to a place.
pub fn way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32, to: Square) -> Result<Steps, Refusal> {
    let none = || Refusal::by(rule::MOVE_BASIC, "no way leads there with the feet that are left");
    let price = price(g, s, who, gait);
    let start = s.creature(who).at;
    if to == start {
        return Ok(Steps::new());
    }
    let most = doubled(g, Spot::of(s, who), feet);
    let found = SEARCH.with_borrow_mut(|(scratch, cells)| {
        path(&g.ground.board, start, to, most, price, cells, scratch)?;
        steps_through(start, cells)
    });
    found.ok_or_else(none)
}

/// What a way costs, square by square; nothing where it does not lead on.
pub fn cost_of(g: &Setup, s: &State, who: Id, gait: Gait, steps: Steps) -> Option<i32> {
    let mut spot = Spot::of(s, who);
    let start = spot.at;
    steps.cells(start).map(|to| spot.go(g, s, who, gait, to, 0)).sum()
}
