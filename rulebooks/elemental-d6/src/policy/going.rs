//! Moving: nearer for the blade, in sight for the bow, away from what is too near.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Cell, Hex, Latest};
use skirmish_kernel::{Id, Ids};

use super::APPROACHES;
use crate::catalogue::DodgeZero;
use crate::model::{Act, Ask, Choice, Delivery, Gait, Path, Setup, State, Target, What};
use crate::rules::actions::{As, judge, judge_act, judge_price, pass};
use crate::rules::lines;
use crate::rules::movement::shelter::shelter;
use crate::rules::movement::{paths, pushback, speeds};

/// The nearest foe that still fights.
pub(super) fn nearest_foe(g: &Setup, s: &State, who: Id) -> Option<Id> {
    let here = s.creature(who).at;
    g.foes(who).iter().filter(|foe| s.fights(*foe)).min_by_key(|foe| here.distance(s.creature(*foe).at))
}

/// Is a movement of its own running?
pub(super) fn is_walking(s: &State, who: Id) -> bool {
    s.creature(who).moves.iter().any(|m| !m.played)
}

/// How far its best weapon reaches without penalty, in hexes.
fn reach(g: &Setup, who: Id) -> u32 {
    let far = |attack: &crate::model::Attack| {
        let ability = g.ability(attack.ability);
        if ability.offensive.is_some() { ability.range / 5 } else { 0 }
    };
    g.sheet(who).attacks.iter().map(far).max().unwrap_or(1).max(1) as u32
}

fn shoots(g: &Setup, who: Id) -> bool {
    g.sheet(who).attacks.iter().any(|a| {
        let ability = g.ability(a.ability);
        ability.offensive.is_some() && ability.delivery != Delivery::Melee && ability.range >= 30
    })
}

/// The movement it would initiate, if one is legal and of any use.
pub(super) fn movement(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let payable = |gait| judge_price(g, s, who, &Act::go(gait), As::Initiation).is_ok();
    if is_walking(s, who) || !payable(Gait::Move) && !payable(Gait::Step) {
        return None;
    }
    let foe = nearest_foe(g, s, who)?;
    let (here, there) = (s.creature(who).at, s.creature(foe).at);
    let distance = here.distance(there);
    let may = |act: &Act| judge_act(g, s, who, act, As::Initiation).is_ok();
    if wants_to_near(g, s, who, foe, distance) {
        let step = Act::go(Gait::Step);
        if distance == 2 && may(&step) {
            return Some(step);
        }
        let dash = Act::go(Gait::Dash);
        if may(&dash)
            && let Some(goal) = dash_goal(g, s, who, there)
        {
            // The way has been looked for.
            return Some(Act { target: Target::To(goal), ..dash });
        }
        return APPROACHES.into_iter().map(Act::go).find(|act| may(act) && leads_nearer(g, s, who, act, there));
    }
    let pressed = shoots(g, who) && distance <= 2 && !shoots(g, foe);
    let away = Act::go(Gait::Move);
    (pressed && may(&away) && gets_away(g, s, who, there)).then_some(away)
}

/// Does a Move take it well out of reach?
fn gets_away(g: &Setup, s: &State, who: Id, there: Hex) -> bool {
    let speed = speeds::speed(g, s, who, Gait::Move);
    let Choice::Walk(way) = path(g, s, who, Gait::Move, u32::from(speed.hexes)) else { return false };
    way.last().is_some_and(|end| end.distance(there) >= s.creature(who).at.distance(there) + 2)
}

/// The hex next to a foe that a Dash reaches now and a Move does not.
fn dash_goal(g: &Setup, s: &State, who: Id, there: Hex) -> Option<Hex> {
    let here = s.creature(who).at;
    let reach = |gait| u32::from(speeds::speed(g, s, who, gait).hexes);
    let (slow, fast) = (reach(Gait::Move), reach(Gait::Dash));
    let near = |hex: &Hex| {
        let distance = hex.distance(here);
        distance > slow && distance <= fast && pushback::free(g, s, *hex)
    };
    let goals = there.neighbours().filter(near);
    goals.min_by_key(|hex| hex.distance(here)).filter(|goal| !paths::way(g, s, who, Gait::Dash, *goal, fast).is_empty())
}

/// A blade wants to stand next to its foe; a bow wants to see it, within range.
fn wants_to_near(g: &Setup, s: &State, who: Id, foe: Id, distance: u32) -> bool {
    if shoots(g, who) {
        distance > reach(g, who) || !lines::is_visible(g, s, who, foe)
    } else {
        distance > reach(g, who)
    }
}

fn leads_nearer(g: &Setup, s: &State, who: Id, act: &Act, there: Hex) -> bool {
    let What::Go(gait) = act.what else { return false };
    let speed = speeds::speed(g, s, who, gait);
    let path = approach(g, s, who, gait, there, u32::from(speed.hexes) + u32::from(speed.bonus));
    !path.is_empty()
}

/// Everything that [`approach`] depends on where nothing solid has been built: where these are equal, so is the way.
#[derive(PartialEq, Eq)]
struct Reasons {
    setup: u64,
    here: Hex,
    there: Hex,
    gait: Gait,
    steps: u32,
    able: Ids,
    /// Where those stand.
    places: ArrayVec<Hex, { Id::MOST }>,
}

impl Reasons {
    fn of(g: &Setup, s: &State, who: Id, gait: Gait, there: Hex, steps: u32) -> Option<Self> {
        let able = s.marks.able;
        let places = || able.iter().map(|id| s.creature(id).at).collect();
        let reasons = || Self {
            setup: g.sightlines.number(),
            here: s.creature(who).at,
            there,
            gait,
            steps,
            able,
            places: places(),
        };
        (!s.structures.iter().any(|built| built.obstacle)).then(reasons)
    }
}

thread_local! {
    // The last way of everybody: one asks whether it leads nearer, begins to go, and asks for the way.
    static WAYS: RefCell<Latest<Reasons, Path>> = const { RefCell::new(Latest::new()) };
}

/// One segment's way toward the free hex next to `there` that is nearest.
fn approach(g: &Setup, s: &State, who: Id, gait: Gait, there: Hex, steps: u32) -> Path {
    let find = || find_approach(g, s, who, gait, there, steps);
    match Reasons::of(g, s, who, gait, there, steps) {
        Some(reasons) => WAYS.with_borrow_mut(|ways| ways.of(who.index(), reasons, |_| find())),
        None => find(),
    }
}

/// Of the hexes around one that fit, the first of those that come first by `wish`. It asks whether a hex fits only where no other that
/// does comes before it: that takes longer.
fn nearest_of(around: Hex, wish: impl Fn(&Hex) -> i64, fits: impl Fn(&Hex) -> bool) -> Option<Hex> {
    let mut left: ArrayVec<(i64, Hex), 6> = around.neighbours().map(|hex| (wish(&hex), hex)).collect();
    loop {
        let (at, _) = left.iter().enumerate().min_by_key(|(_, (wish, _))| *wish)?;
        let (_, hex) = left.remove(at);
        if fits(&hex) {
            return Some(hex);
        }
    }
}

fn find_approach(g: &Setup, s: &State, who: Id, gait: Gait, there: Hex, steps: u32) -> Path {
    let here = s.creature(who).at;
    let free = |hex: &Hex| pushback::free(g, s, *hex);
    let goal = nearest_of(there, |hex| i64::from(hex.distance(here)), free);
    let Some(goal) = goal.filter(|goal| *goal != here) else { return Path::new() };
    let way = paths::toward(g, s, who, gait, goal, steps);
    if !way.is_empty() {
        return way;
    }
    // No way by this movement alone: as far as it goes on the way that walks and swims.
    let mut way = paths::toward(g, s, who, Gait::Step, goal, steps);
    let mut from = here;
    let legal = way.iter().take_while(|to| {
        let may = paths::may_enter(g, s, who, gait, from, **to);
        from = **to;
        may
    });
    let count = legal.count();
    way.truncate(count);
    while way.last().is_some_and(|last| !paths::may_stop(g, s, who, *last)) {
        way.pop();
    }
    way
}

/// Where to go in this segment.
pub(super) fn path(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32) -> Choice {
    // A Dodge spoils the attack wherever it leads.
    if gait != Gait::Dodge
        && let Some(way) = shelter(g, s, who, gait, steps)
    {
        return Choice::Walk(way);
    }
    let Some(foe) = nearest_foe(g, s, who) else { return nowhere(g, s, who, gait, steps) };
    let (here, there) = (s.creature(who).at, s.creature(foe).at);
    let distance = here.distance(there);
    if matches!(gait, Gait::Move | Gait::Swim | Gait::Step) && wants_to_near(g, s, who, foe, distance) {
        let path = approach(g, s, who, gait, there, steps);
        return Choice::Walk(path);
    }
    // Dodging fighters stay in reach of their foe; the others get away from it.
    let near = gait == Gait::Dodge && !shoots(g, who);
    let fits = |hex: &Hex| paths::may_enter(g, s, who, gait, here, *hex) && paths::may_stop(g, s, who, *hex);
    let mut path = Path::new();
    let wish = |hex: &Hex| {
        let away = hex.distance(there) as i64;
        if near { away } else { -away }
    };
    if let Some(first) = nearest_of(here, wish, fits) {
        path.push(first);
    } else if must_move(g, gait) {
        return Choice::Walk(beyond(g, s, who, gait, steps));
    }
    if !near {
        // Straight on, as long as it leads away.
        while path.len() < steps as usize
            && path.len() < path.capacity()
            && let Some(last) = path.last().copied()
            && let Some(next) = last
                .neighbours()
                .filter(|hex| paths::may_enter(g, s, who, gait, last, *hex) && paths::may_stop(g, s, who, *hex))
                .max_by_key(|hex| hex.distance(there))
            && next.distance(there) > last.distance(there)
        {
            path.push(next);
        }
    }
    Choice::Walk(path)
}

/// With nobody to near or to get away from: not at all, but for a Dodge.
fn nowhere(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32) -> Choice {
    if must_move(g, gait) { Choice::Walk(beyond(g, s, who, gait, steps)) } else { Choice::Stop }
}

fn must_move(g: &Setup, gait: Gait) -> bool {
    gait == Gait::Dodge && g.rules.dodge_zero == DodgeZero::MustMove
}

/// To the first free hex behind those who stand around it.
fn beyond(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32) -> Path {
    let mut first = None;
    paths::ends(g, s, who, gait, steps, |end| first = first.or(Some(end)));
    first.map_or_else(Path::new, |end| paths::way(g, s, who, gait, end, steps))
}

/// One hex in any direction, or none, or what does least: legal whatever the movement.
pub(super) fn any_way(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    let step = |hex: Hex| Choice::Walk(Path::from_iter([hex]));
    let here = s.creature(who).at;
    let legal = |choice: &Choice| judge(g, s, who, ask, choice).is_ok();
    here.neighbours().map(step).chain([Choice::Walk(Path::new())]).find(legal).unwrap_or_else(|| pass(g, s, who, ask))
}

/// Away from itself.
pub(super) fn push(g: &Setup, s: &State, who: Id, victim: Id) -> Choice {
    let (here, there) = (s.creature(who).at, s.creature(victim).at);
    let free = |hex: &Hex| pushback::free(g, s, *hex);
    there.neighbours().filter(free).max_by_key(|hex| hex.distance(here)).map_or(Choice::Stop, Choice::Push)
}
