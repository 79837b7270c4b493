//! Where to go: beside a foe, behind its back if that can be had; those who fight from afar keep their distance, the
//! panicked run.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Cell, Facing, FieldOfView, Latest, Price, Scratch, Square, direct};
use skirmish_kernel::Id;

use crate::catalogue::GridDiagonals;
use crate::model::{Kind, LONGEST_PATH, Path, Range, Setup, State, StrikeChange, Twist, WeaponKind};
use crate::rules::defence::ready;
use crate::rules::movement::paths;
use crate::rules::movement::walker::{Others, Walker};
use crate::rules::{bodies, lines, magic, movement};

/// How far away a shooter or caster likes its enemies.
const COMFORT: i32 = 6;

/// From how far away it shoots at most, even where its weapon reaches farther.
const FARTHEST: i32 = 10;

/// What is wrong with a cell behind a foe's back, from which it can be struck.
const BEHIND: i32 = -3;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no choice depends on what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
    // The last wish of everybody: one asks whether there is a better place, goes, and asks for the way.
    static WISHES: RefCell<Latest<Reasons, Wish>> = const { RefCell::new(Latest::new()) };
}

/// The enemy that is nearest and can still fight.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<Id> {
    g.foes(who).iter().filter(|foe| s.is_able(*foe)).min_by_key(|foe| lines::between(g, s, who, *foe))
}

/// From how many metres away it can strike, shoot or cast, with what it holds and can pay for.
pub(super) fn reach(g: &Setup, s: &State, who: Id) -> i32 {
    let arms = ready(g, s, who).map(|(.., weapon)| weapon.reach).max().unwrap_or(1);
    arms.max(spell_range(g, s, who)).clamp(1, FARTHEST)
}

/// The range of its best harming spell; 0 where it has none that it can pay for.
fn spell_range(g: &Setup, s: &State, who: Id) -> i32 {
    let spells = g.repertoire_of(who).harming.iter().map(|index| g.ability(*index));
    let harming = spells.filter(|spell| magic::can_pay(s, who, spell, 1));
    let ranges = harming.map(|spell| if let Range::Metres(metres) = spell.range { metres } else { 0 });
    ranges.max().unwrap_or(0)
}

/// Does it fight from afar?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    let shoots = s.creature(who).in_hand().any(|arm| g.arm(who, arm).1.kind == WeaponKind::Ranged);
    shoots || spell_range(g, s, who) > 2
}

/// How somebody fights, wherever it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Manner {
    reach: i32,
    keeps_away: bool,
}

/// What is wrong with a cell; less is better.
fn fault(g: &Setup, s: &State, manner: Manner, mover: Id, foe: Id, cell: Square) -> i32 {
    let away = lines::from_there(g, s, mover, cell, foe);
    let beyond = (away - manner.reach).max(0);
    if manner.keeps_away {
        let blind = i32::from(beyond == 0 && !lines::has_line_there(g, s, mover, cell, foe));
        return beyond * 4 + (COMFORT - away).max(0) + blind * 6;
    }
    beyond * 4 + i32::from(beyond == 0 && is_behind(g, s, mover, foe, cell)) * BEHIND
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
        let behind =
            |cell: &Square| is_behind(g, s, mover, foe, *cell) && fault(g, s, manner, mover, foe, *cell) == BEHIND;
        let near = |cell: &Square| farthest == i32::MAX || lines::metres(g, here, *cell) <= metres;
        // Around whoever is struck from afar there are as many cells as there are to walk to, and around large bodies there
        // are more places than those beside one cell.
        let around = u16::try_from(manner.reach).ok().filter(|around| *around <= 2 && !bodies::count(&g.rules));
        let fits = |cell: &Square| near(cell) && behind(cell) && walker.may_end(*cell);
        backs = around.map(|around| there.disc(around).filter(fits).collect::<Backs>());
        let any = behind(&here) || backs.as_ref().is_none_or(|backs| !backs.is_empty());
        if any { BEHIND } else { 0 }
    };
    Outlook { least, is_far: beyond > 0, backs }
}

/// Would another cell within so many metres be better than where it stands?
pub(super) fn is_better_elsewhere(g: &Setup, s: &State, who: Id, mover: Id, metres: i32) -> bool {
    match wish(g, s, who, mover, metres) {
        Wish::Stay => false,
        Wish::Along(path) => !path.is_empty(),
        // Whoever gets there in so few metres has a way that is short enough.
        Wish::To(_) if metres <= LONGEST_PATH as i32 => true,
        Wish::To(cell) => !paths::way(g, s, mover, cell, metres).is_empty(),
    }
}

/// Its way; empty to stay.
pub(super) fn path(g: &Setup, s: &State, who: Id, mover: Id, metres: i32) -> Path {
    match wish(g, s, who, mover, metres) {
        Wish::Stay => Path::new(),
        Wish::Along(path) => path,
        Wish::To(cell) => paths::way(g, s, mover, cell, metres),
    }
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
    others: Others,
    price: Option<(u32, u32)>,
    /// Where those stand to whom the frightened do not go gladly.
    feared: ArrayVec<Square, { Id::MOST }>,
    manner: Manner,
    there: Square,
    facing: Facing,
    metres: i32,
}

impl Reasons {
    fn of(walker: &Walker<'_>, manner: Manner, foe: Id, metres: i32) -> Self {
        let (g, s) = (walker.setup(), walker.state());
        let foe = s.creature(foe);
        Self {
            ground: g.ground.number,
            diagonals: g.rules.grid_diagonals,
            here: walker.at(),
            others: walker.others().clone(),
            price: walker.even_price(),
            feared: walker.feared().iter().copied().collect(),
            manner,
            there: foe.at,
            facing: foe.facing,
            metres,
        }
    }
}

fn wish(g: &Setup, s: &State, who: Id, mover: Id, metres: i32) -> Wish {
    let Some(foe) = nearest(g, s, who) else { return Wish::Stay };
    if let Some(terror) = s.creature(who).condition(Kind::Panicked) {
        return Wish::Along(away_from(g, s, mover, s.creature(terror.source.unwrap_or(foe)).at, metres));
    }
    let walker = Walker::of(g, s, mover);
    let manner = Manner { reach: reach(g, s, who), keeps_away: keeps_away(g, s, who) };
    if bodies::count(&g.rules) || movement::with_rider(s, mover).any(|id| s.creature(id).has(Kind::Panicked)) {
        return find(&walker, manner, foe, metres);
    }
    let reasons = Reasons::of(&walker, manner, foe, metres);
    WISHES.with_borrow_mut(|wishes| wishes.of(who.index(), reasons, |_| find(&walker, manner, foe, metres)))
}

/// Looks for the best place.
fn find(walker: &Walker<'_>, manner: Manner, foe: Id, metres: i32) -> Wish {
    let (g, s, mover, here) = (walker.setup(), walker.state(), walker.who(), walker.at());
    let outlook = outlook(walker, s, manner, foe, metres);
    if outlook.is_far {
        let along = toward(walker, foe, metres);
        if !along.is_empty() {
            return Wish::Along(along);
        }
    }
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
pub(super) fn is_cut_off(g: &Setup, s: &State, who: Id, foe: Id) -> bool {
    let (here, goal) = (s.creature(who).at, s.creature(foe).at);
    if lines::between(g, s, who, foe) <= reach(g, s, who) {
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
    if !large && !g.ground.exits.may_lead_beside(here, goal) {
        return path;
    }
    let enters = |from: Square, to: Square| (to == goal || walker.leads(from, to)).then(|| walker.cost(from, to));
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let price = Price { most: FARTHEST_WAY, least: paths::least_cost(g) };
        let found = if large {
            find_beside(walker, foe, way, scratch)
        } else {
            direct(&g.ground.exits, here, goal, price, enters, way, scratch).is_some()
        };
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
