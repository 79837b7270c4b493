//! Where to go: beside a foe, behind its back if that can be had; those who fight from afar keep their distance, the
//! panicked run.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Cell, Facing, FieldOfView, Latest, Price, Scratch, Square, Standing, direct};
use skirmish_kernel::{Id, Ids};

use super::look::{Look, Manner};
use super::rings::{Even, Faults};
use crate::catalogue::GridDiagonals;
use crate::model::{Kind, LONGEST_PATH, Path, Setup, State, StrikeChange, Twist};
use crate::rules::movement::walker::{self, Walker};
use crate::rules::movement::{flight, paths};
use crate::rules::{bodies, lines, movement};

/// How far away a shooter or caster likes its enemies.
const COMFORT: i32 = 6;

/// What is wrong with a cell behind a foe's back, from which it can be struck.
const BEHIND: i32 = -3;

/// What is wrong with a cell from which a shooter would not see its foe.
const BLIND: i32 = 6;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no choice depends on what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
    // The last wish of everybody: one asks whether there is a better place, goes, and asks for the way.
    static WISHES: RefCell<Latest<Reasons, Wish>> = const { RefCell::new(Latest::new()) };
}

/// What is wrong with a cell; less is better.
fn fault(g: &Setup, s: &State, manner: Manner, mover: Id, foe: Id, cell: Square) -> i32 {
    let faults = Wrong { g, s, manner, mover, foe };
    faults.open(cell) + faults.blind(cell)
}

/// What is wrong with cells for somebody who wants to fight a foe.
struct Wrong<'a> {
    g: &'a Setup,
    s: &'a State,
    manner: Manner,
    mover: Id,
    foe: Id,
}

impl Faults for Wrong<'_> {
    fn open(&self, cell: Square) -> i32 {
        let Self { g, s, manner, mover, foe } = *self;
        let away = lines::from_there(g, s, mover, cell, foe);
        let beyond = (away - manner.reach).max(0);
        if manner.keeps_away {
            return beyond * 4 + (COMFORT - away).max(0);
        }
        beyond * 4 + i32::from(beyond == 0 && is_behind(g, s, mover, foe, cell)) * BEHIND
    }

    fn blind(&self, cell: Square) -> i32 {
        let Self { g, s, manner, mover, foe } = *self;
        let shoots = manner.keeps_away && lines::from_there(g, s, mover, cell, foe) <= manner.reach;
        if shoots && !lines::has_line_there(g, s, mover, cell, foe) { BLIND } else { 0 }
    }
}

/// How many steps it takes at least to a cell with which no more is wrong than that, where every step is a metre.
fn steps_to(manner: Manner, away: i32, least: i32) -> u32 {
    let nearer = away.saturating_sub(manner.reach).saturating_sub(least.max(0) / 4);
    let farther = if manner.keeps_away { COMFORT.saturating_sub(least).saturating_sub(away) } else { 0 };
    u32::try_from(nearer.max(farther)).unwrap_or(0)
}

/// Is a cell behind a foe's back?
fn is_behind(g: &Setup, s: &State, mover: Id, foe: Id, cell: Square) -> bool {
    let facing = s.creature(foe).facing;
    if !bodies::count(&g.rules) {
        return !FieldOfView::Half.sees(s.creature(foe).at, facing, cell);
    }
    let its = bodies::body(g, s, foe);
    let looks = |to: Square| its.cells().any(|from| FieldOfView::Half.sees(from, facing, to));
    !bodies::body(g, s, mover).at(cell).is_in(looks)
}

/// All cells so near that may lie behind the back of somebody who looks that way, and others.
fn behind_back(there: Square, facing: Facing, around: u16) -> impl Iterator<Item = Square> {
    let beside = (around == 1).then(|| [3, 4, 5].into_iter().filter_map(move |turn| there.step(facing.turned(turn))));
    let others = (around != 1).then(|| there.disc(around));
    beside.into_iter().flatten().chain(others.into_iter().flatten())
}

/// What can be said of the cells that somebody may get to without looking at them.
struct Outlook {
    /// The least that can be wrong with any of them.
    least: i32,
    /// Is the foe out of reach from all of them?
    is_far: bool,
    /// Those from which the foe is struck from behind; nothing where there are too many to list them.
    backs: Option<Backs>,
}

/// As many cells as lie within two of one.
type Backs = ArrayVec<Square, 25>;

fn outlook(walker: &Walker<'_>, s: &State, manner: Manner, foe: Id, metres: i32) -> Outlook {
    let (g, here, there) = (walker.setup(), walker.at(), s.creature(foe).at);
    let mover = walker.who();
    let away = lines::from_there(g, s, mover, here, foe);
    // Where every step is a metre, nobody gets nearer or farther by more than it can walk.
    let (nearest, farthest) = match g.rules.grid_diagonals {
        GridDiagonals::One => (away.saturating_sub(metres.max(0)), away.saturating_add(metres.max(0))),
        GridDiagonals::OneTwoOne | GridDiagonals::Euclid => (0, i32::MAX),
    };
    let beyond = nearest.saturating_sub(manner.reach).max(0);
    let mut backs = None;
    let least = if manner.keeps_away {
        (beyond * 4).max(COMFORT.saturating_sub(manner.reach.min(farthest)))
    } else if beyond > 0 {
        beyond * 4
    } else {
        let behind = |cell: &Square| {
            lines::from_there(g, s, mover, *cell, foe) <= manner.reach && is_behind(g, s, mover, foe, *cell)
        };
        let near = |cell: &Square| farthest == i32::MAX || lines::metres(g, here, *cell) <= metres;
        // Around whoever is struck from afar there are as many cells as there are to walk to, and around large bodies there
        // are more places than those beside one cell.
        let around = u16::try_from(manner.reach).ok().filter(|around| *around <= 2 && !bodies::count(&g.rules));
        // Whoever stands behind it already looks for no other back.
        let stays = behind(&here);
        let around = around.filter(|_| !stays);
        let fits = |cell: &Square| near(cell) && behind(cell) && walker.may_end(*cell);
        backs = around.map(|around| behind_back(there, s.creature(foe).facing, around).filter(fits).collect::<Backs>());
        let any = stays || backs.as_ref().is_none_or(|backs| !backs.is_empty());
        if any { BEHIND } else { 0 }
    };
    Outlook { least, is_far: beyond > 0, backs }
}

/// Would another cell within so many metres be better than where it stands?
pub(super) fn is_better_elsewhere(look: &Look<'_>, mover: Id, metres: i32) -> bool {
    wish(look, mover, metres, |wish| match wish {
        Wish::Stay => false,
        Wish::Along(path) => !path.is_empty(),
        // Whoever gets there in so few metres has a way that is short enough.
        Wish::To(_) if metres <= LONGEST_PATH as i32 => true,
        Wish::To(cell) => !paths::way(look.g, look.s, mover, *cell, metres).is_empty(),
    })
}

/// Its way; empty to stay.
pub(super) fn path(look: &Look<'_>, mover: Id, metres: i32) -> Path {
    if let Some(farthest) = flight::farthest(look.g, look.s, mover, metres) {
        return paths::way(look.g, look.s, mover, farthest, metres);
    }
    wish(look, mover, metres, |wish| match wish {
        Wish::Stay => Path::new(),
        Wish::Along(path) => path.clone(),
        Wish::To(cell) => paths::way(look.g, look.s, mover, *cell, metres),
    })
}

/// Where it would like to be.
#[derive(Clone)]
enum Wish {
    /// Where it is.
    Stay,
    /// As far along this way as it gets.
    Along(Path),
    /// There.
    To(Square),
}

/// Everything that a wish depends on of somebody who fills one square and does not panic: where these are equal, so is
/// the wish.
#[derive(PartialEq, Eq)]
struct Reasons {
    ground: u64,
    diagonals: GridDiagonals,
    here: Square,
    others: ArrayVec<(Square, Standing), { Id::MOST }>,
    price: Option<(u32, u32)>,
    /// Where those stand to whom the frightened do not go gladly.
    feared: ArrayVec<Square, { Id::MOST }>,
    manner: Manner,
    there: Square,
    facing: Facing,
    metres: i32,
}

/// Where people stand, and how they are in its way.
fn others(g: &Setup, s: &State, mover: Id) -> impl Iterator<Item = (Square, Standing)> {
    s.standing().map(move |(cell, here)| (cell, walker::standing(g, s, mover, here)))
}

/// Where those stand to whom the frightened do not go gladly.
fn feared(g: &Setup, s: &State, mover: Id, afraid: bool) -> impl Iterator<Item = Square> {
    let feared = g.foes(mover).and(if afraid { s.able } else { Ids::NONE });
    feared.iter().map(|foe| s.creature(foe).at)
}

impl Reasons {
    fn of(g: &Setup, s: &State, mover: Id, manner: Manner, foe: Id, metres: i32) -> Self {
        let price = paths::even_price(g, s, mover);
        let foe = s.creature(foe);
        Self {
            ground: g.ground.number,
            diagonals: g.rules.grid_diagonals,
            here: s.creature(mover).at,
            others: others(g, s, mover).collect(),
            price,
            feared: feared(g, s, mover, price.is_none()).collect(),
            manner,
            there: foe.at,
            facing: foe.facing,
            metres,
        }
    }

    /// Are they what [`of`](Self::of) would find now? What changes most often is asked about first.
    fn are_those_of(&self, g: &Setup, s: &State, mover: Id, manner: Manner, foe: Id, metres: i32) -> bool {
        let foe = s.creature(foe);
        self.here == s.creature(mover).at
            && (self.there, self.facing, self.metres) == (foe.at, foe.facing, metres)
            && (self.ground, self.diagonals, self.manner) == (g.ground.number, g.rules.grid_diagonals, manner)
            && self.price == paths::even_price(g, s, mover)
            && others(g, s, mover).eq(self.others.iter().copied())
            && feared(g, s, mover, self.price.is_none()).eq(self.feared.iter().copied())
    }
}

/// Reads where it would like to be.
fn wish<R>(look: &Look<'_>, mover: Id, metres: i32, read: impl FnOnce(&Wish) -> R) -> R {
    let Look { g, s, who, .. } = *look;
    let Some(foe) = look.nearest() else { return read(&Wish::Stay) };
    if let Some(terror) = s.creature(who).condition(Kind::Panicked) {
        let terror = s.creature(terror.source.unwrap_or(foe)).at;
        return read(&Wish::Along(away_from(g, s, mover, terror, metres)));
    }
    let manner = look.manner();
    let find = || find(&Walker::of(g, s, mover), manner, foe, metres);
    if bodies::count(&g.rules) || movement::with_rider(s, mover).any(|id| s.creature(id).has(Kind::Panicked)) {
        return read(&find());
    }
    let (is_known, reasons) = (
        |known: &Reasons| known.are_those_of(g, s, mover, manner, foe, metres),
        || Reasons::of(g, s, mover, manner, foe, metres),
    );
    WISHES.with_borrow_mut(|wishes| read(wishes.of_same(who.index(), is_known, reasons, find)))
}

/// Looks for the best place.
fn find(walker: &Walker<'_>, manner: Manner, foe: Id, metres: i32) -> Wish {
    let outlook = outlook(walker, walker.state(), manner, foe, metres);
    if outlook.is_far {
        let along = toward(walker, foe, metres);
        if !along.is_empty() {
            return Wish::Along(along);
        }
    }
    match Even::of(walker, metres) {
        Some(even) => find_evenly(&even, walker, manner, foe, metres, &outlook),
        None => find_by_search(walker, manner, foe, metres, outlook),
    }
}

/// The best place, where all steps cost the same.
fn find_evenly(even: &Even, walker: &Walker<'_>, manner: Manner, foe: Id, metres: i32, outlook: &Outlook) -> Wish {
    let (g, s, mover, here) = (walker.setup(), walker.state(), walker.who(), walker.at());
    let (stay, mut least) = (fault(g, s, manner, mover, foe, here), outlook.least);
    if let Some(backs) = outlook.backs.as_ref().filter(|_| stay > least && least < 0) {
        // First among the few places behind its back.
        if let Some(path) = even.first(backs.iter().copied()) {
            return Wish::Along(path);
        }
        least = 0;
    }
    let strikes = !manner.keeps_away && stay > least && least == 0;
    if strikes {
        // Then among the places from which it reaches the foe: there is nothing wrong with those, and with all others there is.
        let around = s.creature(foe).at.disc(manner.reach.unsigned_abs() as u16);
        if let Some(path) = even.first(around.filter(|cell| *cell != here && walker.may_end(*cell))) {
            return Wish::Along(path);
        }
    }
    let along = |best: Square| {
        // Too far for one movement: along the shortest way there, which need not be the straight one.
        let is_far = !outlook.is_far && lines::from_there(g, s, mover, best, foe) > manner.reach;
        Some(if is_far { toward(walker, foe, metres) } else { Path::new() }).filter(|path| !path.is_empty())
    };
    // Whoever strikes gets to no place from which it reaches, so that it makes no difference which of the others is the best.
    if strikes && let Some(path) = along(here) {
        return Wish::Along(path);
    }
    let nearest = steps_to(manner, lines::from_there(g, s, mover, here, foe), least);
    match even.best(stay, least, nearest, &Wrong { g, s, manner, mover, foe }) {
        Some((best, path)) => Wish::Along(along(best).filter(|_| !strikes).unwrap_or(path)),
        None if strikes => Wish::Stay,
        None => along(here).map_or(Wish::Stay, Wish::Along),
    }
}

/// The best place, where steps differ.
fn find_by_search(walker: &Walker<'_>, manner: Manner, foe: Id, metres: i32, outlook: Outlook) -> Wish {
    let (g, s, mover, here) = (walker.setup(), walker.state(), walker.who(), walker.at());
    let stay = (fault(g, s, manner, mover, foe, here), here);
    let mut least = outlook.least;
    let is_enough = |best: &mut (i32, Square), cell, least: i32| {
        let fault = fault(g, s, manner, mover, foe, cell);
        if fault < best.0 {
            *best = (fault, cell);
        }
        best.0 <= least
    };
    let mut best = stay;
    let strikes = !manner.keeps_away && walker.is_single() && !bodies::count(&g.rules);
    if let Some(backs) = outlook.backs.filter(|_| strikes && best.0 > least && least < 0) {
        // First among the few places behind its back, with what lies on the way to them.
        let found = first_of(walker, metres, &backs);
        best = found.map_or(stay, |cell| (BEHIND, cell));
        least = if found.is_some() { BEHIND } else { 0 };
    }
    if strikes && best.0 > least && least <= 0 {
        // Then among the places from which it reaches the foe: there is nothing wrong with those, and with all others there is.
        let there = s.creature(foe).at;
        let reach = u32::try_from(manner.reach).unwrap_or(0);
        let steps = |cell: Square| cell.distance(there).saturating_sub(reach);
        for metres in tries(walker, metres, steps(here)) {
            best = stay;
            paths::look_toward(walker, metres, steps, |cell| is_enough(&mut best, cell, least));
            if best.0 <= least {
                break;
            }
        }
    }
    if best.0 > if strikes { least.max(0) } else { least } {
        best = stay;
        paths::look_around(walker, metres, |cell| is_enough(&mut best, cell, least));
    }
    if !outlook.is_far && lines::from_there(g, s, mover, best.1, foe) > manner.reach {
        // Too far for one movement: along the shortest way there, which need not be the straight one.
        let along = toward(walker, foe, metres);
        if !along.is_empty() {
            return Wish::Along(along);
        }
    }
    if best.1 == here { Wish::Stay } else { Wish::To(best.1) }
}

/// The one of these cells to which it gets first, if any.
fn first_of(walker: &Walker<'_>, metres: i32, cells: &[Square]) -> Option<Square> {
    let steps = |from: Square| cells.iter().map(|cell| from.distance(*cell)).min().unwrap_or(u32::MAX);
    tries(walker, metres, steps(walker.at())).find_map(|metres| {
        let mut found = None;
        paths::look_toward(walker, metres, steps, |cell| {
            found = cells.contains(&cell).then_some(cell);
            found.is_some()
        });
        found
    })
}

/// How far to look for the first of some cells that are so many steps away at least: what is found within a few metres is the
/// first one within more, too, and most often nobody stands in between.
fn tries(walker: &Walker<'_>, metres: i32, steps: u32) -> impl Iterator<Item = i32> {
    let straight = walker.even_price().map_or(u32::MAX, |(straight, _)| straight);
    let near = i32::try_from(steps).ok().filter(|_| straight == paths::least_cost(walker.setup()));
    let near = near.into_iter().flat_map(|near| [near, near.saturating_add(1)]);
    near.filter(move |near| *near < metres).chain([metres])
}

/// As far from somewhere as it gets.
fn away_from(g: &Setup, s: &State, mover: Id, terror: Square, metres: i32) -> Path {
    let here = s.creature(mover).at;
    let mut best = (here.distance(terror), here);
    paths::ends(g, s, mover, metres, |cell, _| {
        if cell.distance(terror) > best.0 {
            best = (cell.distance(terror), cell);
        }
    });
    if best.1 == here { Path::new() } else { paths::way(g, s, mover, best.1, metres) }
}

/// Does the run or the step that such a blow begins with stay off every edge?
pub(super) fn runs_safely(g: &Setup, s: &State, who: Id, target: Id, change: StrikeChange, reach: i32) -> bool {
    if !change.is(Twist::Lunge) && change.charge.is_none() {
        return true;
    }
    let path = paths::approach(g, s, who, target, change, reach);
    let froms = std::iter::once(&s.creature(who).at).chain(&path);
    froms.zip(&path).all(|(from, to)| paths::leads(g, s, who, *from, *to))
}

/// Is somebody out of reach, and does no way lead there?
pub(super) fn is_cut_off(look: &Look<'_>, foe: Id) -> bool {
    let Look { g, s, who, .. } = *look;
    let (here, goal) = (s.creature(who).at, s.creature(foe).at);
    if lines::between(g, s, who, foe) <= look.reach() {
        return false;
    }
    let walker = Walker::of(g, s, who);
    if bodies::count(&g.rules) {
        return SCRATCH.with_borrow_mut(|(scratch, way)| !find_beside(&walker, foe, way, scratch));
    }
    let enters = |from: Square, to: Square| (to == goal || walker.leads(from, to)).then_some(1);
    !g.ground.exits.may_lead_beside(here, goal)
        || SCRATCH.with_borrow_mut(|(scratch, way)| {
            let price = Price { most: FARTHEST_WAY, least: 1 };
            direct(&g.ground.exits, here, goal, price, enters, way, scratch).is_none()
        })
}

/// How far somebody looks for a way.
const FARTHEST_WAY: u32 = 400;

/// The part of the shortest way to a distant cell that one movement covers.
fn toward(walker: &Walker<'_>, foe: Id, metres: i32) -> Path {
    let (g, here, goal) = (walker.setup(), walker.at(), walker.state().creature(foe).at);
    let mut path = Path::new();
    let large = bodies::count(&g.rules);
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let found =
            if large { find_beside(walker, foe, way, scratch) } else { find_into(walker, goal, metres, way, scratch) };
        if !found {
            return;
        }
        let (mut spent, budget) = (0u32, paths::budget(g, metres));
        let mut from = here;
        let mut fits = 0;
        for to in way.iter().copied().skip(1).take(LONGEST_PATH) {
            spent = spent.saturating_add(walker.cost(from, to));
            if spent > budget || !large && to == goal {
                break;
            }
            path.push(to);
            if walker.may_end(to) {
                fits = path.len();
            }
            from = to;
        }
        path.truncate(fits);
    });
    path
}

/// The cheapest way into the cell of somebody else, where every creature fills one square. False when there is none.
fn find_into(walker: &Walker<'_>, goal: Square, metres: i32, way: &mut Vec<Square>, scratch: &mut Scratch) -> bool {
    let (g, here) = (walker.setup(), walker.at());
    if !g.ground.exits.may_lead_beside(here, goal) {
        return false;
    }
    if let Some(even) = Even::of(walker, metres) {
        even.way_beside(goal, FARTHEST_WAY, way);
        return !way.is_empty();
    }
    // Every step that nears the goal costs somebody who fears it a metre more. Where that is taken off those, and put on those that lead
    // away from it, the same way is the cheapest, and most often it is the straight one.
    let fears = g.rules.grid_diagonals == GridDiagonals::One && walker.fears(goal);
    let away = |cell: Square| if fears { cell.distance(goal) } else { 0 };
    let cost = |from: Square, to: Square| walker.cost(from, to).saturating_add(away(to)).saturating_sub(away(from));
    let enters = |from: Square, to: Square| (to == goal || walker.leads(from, to)).then(|| cost(from, to));
    let price = Price { most: FARTHEST_WAY.saturating_sub(away(here)), least: paths::least_cost(g) };
    direct(&g.ground.exits, here, goal, price, enters, way, scratch).is_some()
}

/// The cheapest way to any place where somebody's body is beside another's, where bodies fill several squares. False when
/// there is none.
fn find_beside(walker: &Walker<'_>, foe: Id, way: &mut Vec<Square>, scratch: &mut Scratch) -> bool {
    let (g, s, here) = (walker.setup(), walker.state(), walker.at());
    let (own, its) = (bodies::body(g, s, walker.who()), bodies::body(g, s, foe));
    let step = |from, to| walker.step(from, to);
    let mut reached = skirmish_grid::reach(&g.ground.board, here, FARTHEST_WAY, step, scratch);
    let goal = reached.find(|(at, _)| own.at(*at).distance(&its) <= 1);
    let way = goal.and_then(|(at, _)| skirmish_grid::path(&g.ground.board, here, at, FARTHEST_WAY, step, way, scratch));
    way.is_some()
}

#[cfg(feature = "unit-tests")]
pub mod tests;
