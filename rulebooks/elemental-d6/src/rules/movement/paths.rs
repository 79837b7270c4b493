//! Which hexes may be entered, and the ways to them.

use std::cell::RefCell;

use skirmish_grid::{Cell, Crowd, Hex, Price, Scratch, Standing, direct};
use skirmish_kernel::{Id, Refusal};

use super::speeds::{self, Hexes};
use crate::catalogue::{DashStrict, DodgeZero, OccupancyPass, OccupancyStop, rule};
use crate::model::{Gait, Kind, LONGEST_PATH, Path, Running, Setup, State};
use crate::rules::{lines, structures};

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no rule reads what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Hex>)> = RefCell::new((Scratch::new(), Vec::new()));
    static ENDS: RefCell<Vec<Hex>> = const { RefCell::new(Vec::new()) };
}

/// May `who` step from one hex into the next with this movement? Ending there is another question.
#[inline]
pub fn may_enter(g: &Setup, s: &State, who: Id, gait: Gait, from: Hex, to: Hex) -> bool {
    suits(g, gait, from, to) && lets_in(g, s, who, to)
}

/// Does nothing that has been built there, and nobody, keep it out of a hex?
fn lets_in(g: &Setup, s: &State, who: Id, hex: Hex) -> bool {
    !lines::is_built_up(s, hex) && s.standing_in(hex).is_none_or(|other| other == who || may_pass(g, who, other))
}

/// The same as [`may_enter`] for a whole search: who and what is in its way is worked out once.
fn stepping(g: &Setup, s: &State, who: Id, gait: Gait) -> impl Fn(Hex, Hex) -> bool {
    let standing = |other: Id| match other {
        _ if other == who => Standing::Aside,
        _ if may_pass(g, who, other) => Standing::Passed,
        _ => Standing::Barring,
    };
    let mut crowd = Crowd::<Hex, 128>::of(s.marks.able.iter().map(|id| (s.creature(id).at, standing(id))));
    let solid = s.structures.iter().filter(|built| built.obstacle);
    solid.flat_map(structures::hexes).for_each(|hex| crowd.bar(hex));
    move |from, to| suits(g, gait, from, to) && crowd.lets_into(to, |hex| lets_in(g, s, who, hex))
}

/// Does the bare ground allow the step?
#[inline]
fn suits(g: &Setup, gait: Gait, from: Hex, to: Hex) -> bool {
    // Off the map everything is solid.
    let ground = g.ground.terrain(to);
    !ground.obstacle
        && match gait {
            Gait::Swim => ground.water || g.ground.terrain(from).water,
            Gait::Step => true,
            Gait::Move | Gait::Dash | Gait::Dodge => !ground.water,
        }
}

/// May it pass through the hex of somebody else?
#[inline]
fn may_pass(g: &Setup, who: Id, other: Id) -> bool {
    match g.rules.occupancy_pass {
        OccupancyPass::All => true,
        OccupancyPass::None => false,
        OccupancyPass::Friends => g.side(who) == g.side(other),
    }
}

/// May it stop there?
pub fn may_stop(g: &Setup, s: &State, who: Id, hex: Hex) -> bool {
    // In passing, two may be in one hex: the mover itself does not count.
    let taken = || g.ids().any(|other| other != who && s.creature(other).at == hex && !s.is_down(other));
    g.rules.occupancy_stop == OccupancyStop::Yes || !taken()
}

/// Is there any hex it could enter?
pub fn can_move(g: &Setup, s: &State, who: Id, gait: Gait) -> bool {
    let here = s.creature(who).at;
    here.neighbours().any(|next| may_enter(g, s, who, gait, here, next) && may_stop(g, s, who, next))
        || gait != Gait::Step && can_end_beyond(g, s, who, gait)
}

/// Is there a free hex in reach behind friends that may be passed, however many of them? Bonus hexes reach, too.
#[cold]
fn can_end_beyond(g: &Setup, s: &State, who: Id, gait: Gait) -> bool {
    let speed = speeds::speed(g, s, who, gait);
    let mut found = false;
    ends(g, s, who, gait, u32::from(speed.hexes) + u32::from(speed.bonus), |_| found = true);
    found
}

/// Visits the hexes where a segment of this movement may end; the way is the cheapest.
pub fn ends(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32, visit: impl FnMut(Hex)) {
    let here = s.creature(who).at;
    // The list is taken out while it is read: a visitor may search, too.
    let mut found = ENDS.take();
    found.clear();
    let may = stepping(g, s, who, gait);
    SCRATCH.with_borrow_mut(|(scratch, _)| {
        let step = |from, to| may(from, to).then_some(1);
        let reached = skirmish_grid::reach(&g.ground.board, here, steps, step, scratch);
        found.extend(reached.map(|(hex, _)| hex).filter(|hex| *hex != here && may_stop(g, s, who, *hex)));
    });
    found.iter().copied().for_each(visit);
    ENDS.set(found);
}

/// The cheapest way to `goal`, of at most `steps` steps. Empty when there is none (or it stands there).
pub fn way(g: &Setup, s: &State, who: Id, gait: Gait, goal: Hex, steps: u32) -> Path {
    let here = s.creature(who).at;
    if gait == Gait::Dash {
        let straight = dash_way(g, s, who, goal, steps, true);
        if !straight.is_empty() || !dash_blocked(g, s, here, goal) {
            return straight;
        }
        return dash_way(g, s, who, goal, steps, false);
    }
    search(g, here, goal, steps, stepping(g, s, who, gait))
}

fn dash_way(g: &Setup, s: &State, who: Id, goal: Hex, steps: u32, straight: bool) -> Path {
    let here = s.creature(who).at;
    let loose = g.rules.dash_strict == DashStrict::Loose;
    let may = stepping(g, s, who, Gait::Dash);
    let on_line = |hex: Hex| !straight || loose || lines::touches(here, goal, hex);
    search(g, here, goal, steps, |from, to| {
        // The line last: it takes longest.
        (!straight || to.distance(goal) < from.distance(goal)) && may(from, to) && on_line(to)
    })
}

/// Is the straight way to `goal` barred by an obstacle, so that a detour is allowed?
fn dash_blocked(g: &Setup, s: &State, here: Hex, goal: Hex) -> bool {
    lines::touches_any(here, goal, |hex| g.ground.board.contains(hex) && lines::is_obstacle(g, s, hex))
}

fn search(g: &Setup, here: Hex, goal: Hex, steps: u32, may: impl Fn(Hex, Hex) -> bool) -> Path {
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| may(from, to).then_some(1);
        let mut path = Path::new();
        let price = Price { most: steps, least: 1 };
        if direct(&g.ground.exits, here, goal, price, step, way, scratch).is_some() && way.len() <= LONGEST_PATH + 1 {
            // The search gives both ends; a path is what is entered.
            path.extend(way.iter().copied().skip(1));
        }
        path
    })
}

/// As far as one segment goes on the way to a distant hex. Empty when there is no way.
pub fn toward(g: &Setup, s: &State, who: Id, gait: Gait, goal: Hex, steps: u32) -> Path {
    let here = s.creature(who).at;
    let may = stepping(g, s, who, gait);
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let step = |from, to| may(from, to).then_some(1);
        let mut path = Path::new();
        let price = Price { most: 400, least: 1 };
        if direct(&g.ground.exits, here, goal, price, step, way, scratch).is_some() {
            path.extend(way.iter().copied().skip(1).take((steps as usize).min(LONGEST_PATH)));
        }
        while path.last().is_some_and(|last| !may_stop(g, s, who, *last)) {
            path.pop();
        }
        path
    })
}

/// Is this path legal for a segment of that movement? (`dp.path`)
pub fn judge(g: &Setup, s: &State, who: Id, gait: Gait, speed: Hexes, path: &Path) -> Result<(), Refusal> {
    let rule = gait.rule();
    let most = usize::from(speed.hexes) + usize::from(speed.bonus);
    if path.len() > most {
        let bonus = if speed.bonus > 0 { format!(" and {} bonus", speed.bonus) } else { String::new() };
        let text = format!("{} hexes are more than the {}{bonus} of this segment", path.len(), speed.hexes);
        return Err(Refusal::by(rule, text));
    }
    let mut here = s.creature(who).at;
    for next in path {
        if here.distance(*next) != 1 {
            return Err(Refusal::by(rule, format!("{} is not next to {}", g.label(*next), g.label(here))));
        }
        refuse_if!(!may_enter(g, s, who, gait, here, *next); Refusal::by(rule, why_not(g, s, gait, *next)));
        here = *next;
    }
    if !path.is_empty() && !may_stop(g, s, who, here) {
        return Err(Refusal::by(rule, format!("{} is occupied: no stopping there", g.label(here))));
    }
    match gait {
        Gait::Dash if !path.is_empty() => judge_dash(g, s, who, path, here),
        Gait::Dodge if path.is_empty() => judge_stop(g, s, who, gait),
        _ => Ok(()),
    }
}

/// May a movement be given up before its first hex? A Dodge may not, where there is a hex to move to. (`move.dodge`)
pub fn judge_stop(g: &Setup, s: &State, who: Id, gait: Gait) -> Result<(), Refusal> {
    let walks = |running: &Running| running.gait == gait && running.walked > 0;
    let must_move =
        gait == Gait::Dodge && g.rules.dodge_zero == DodgeZero::MustMove && !s.creature(who).moves.iter().any(walks);
    refuse_if!(must_move && can_move(g, s, who, gait), rule::MOVE_DODGE, "a Dodge moves at least one hex");
    Ok(())
}

fn judge_dash(g: &Setup, s: &State, who: Id, path: &Path, end: Hex) -> Result<(), Refusal> {
    let start = s.creature(who).at;
    let mut here = start;
    let loose = g.rules.dash_strict == DashStrict::Loose;
    let straight = path.iter().all(|next| {
        let closer = next.distance(end) < here.distance(end);
        here = *next;
        closer && (loose || lines::touches(start, end, *next))
    });
    if straight {
        return Ok(());
    }
    let shortest = way(g, s, who, Gait::Dash, end, path.len() as u32);
    if dash_blocked(g, s, start, end) && shortest.len() == path.len() {
        return Ok(());
    }
    Err(Refusal::by(rule::MOVE_DASH, format!("a Dash goes straight: this way to {} does not", g.label(end))))
}

fn why_not(g: &Setup, s: &State, gait: Gait, hex: Hex) -> String {
    let name = g.label(hex);
    if !g.ground.board.contains(hex) {
        return format!("{name} is off the map");
    }
    if lines::is_obstacle(g, s, hex) {
        return format!("{name} is solid");
    }
    if let Some(other) = s.standing_in(hex) {
        return format!("{} stands in {name}", g.sheet(other).name);
    }
    if gait == Gait::Swim {
        return format!("one swims in water; {name} is dry");
    }
    format!("{name} is water: swim, or step")
}

/// Can the rest of a path no longer be walked as planned?
pub fn interrupted(g: &Setup, s: &State, who: Id, gait: Gait, rest: &[Hex]) -> bool {
    let Some(next) = rest.first() else { return true };
    lines::is_obstacle(g, s, *next)
        || s.has(who, Kind::Prone) && gait != Gait::Step
        || rest.last().is_some_and(|last| rest.len() == 1 && !may_stop(g, s, who, *last))
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_grid::Cell;

    use super::{may_enter, stepping};
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Elemental, Gait};

    /// For everybody and from every hex.
    pub fn a_whole_search_is_told_what_each_step_is() {
        skirmish_kernel::conformance::moments::<Elemental>(ENCOUNTERS, |g, s| {
            for (who, gait) in g.ids().zip([Gait::Move, Gait::Swim, Gait::Step].into_iter().cycle()) {
                let may = stepping(g, s, who, gait);
                for from in g.ground.board.cells() {
                    for to in from.neighbours() {
                        assert_eq!(may(from, to), may_enter(g, s, who, gait, from, to), "{who:?} from {from} to {to}");
                    }
                }
            }
        });
    }
}
