//! Getting about, step by step. (`move.*`, `run`, `crawl`, `swim`, `climb`, `fly`, `burrow`, `jump`)

pub mod flight;
pub mod jump;
mod passing;
pub mod paths;

use self::passing::{arrive_or_go_back, gets_past, those_in};
pub use self::passing::{in_the_way, meets};
use self::paths::Spot;

use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Id, Ids, Questions, RuleId};

use crate::catalogue::{MoveSplit, rule};
use crate::model::{Act, Event, Gait, Kind, Mode, Plight, Setup, Skill, State, Trigger, ask};
use crate::rules::ground::{earth, falls, water};
use crate::rules::{OrHalt, Table, acts, bodies, conditions, grapple, ground, items, judge, ready, skills};

/// Feet of one move of a kind as things stand. (`grappled`, `ruling.rounding`)
pub fn speed(g: &Setup, s: &State, who: Id, gait: Gait) -> i32 {
    let sheet = g.sheet(who);
    let full = i32::from(sheet.speed);
    let halved = bodies::bound(s, who).iter().any(|id| grapple::binds(g, s, id) == Some(grapple::Bond::Halved))
        && s.grappled_with(who).is_some();
    let base = if halved { half(full) } else { full };
    match gait {
        Gait::Run | Gait::Burrow => base,
        Gait::Fly => base * g.rules.fly_factor,
        Gait::Swim if sheet.modes.has(Mode::Swim) => base,
        Gait::Climb if sheet.modes.has(Mode::Climb) => base,
        // What floats carries slowly. (`swim.check`)
        Gait::Swim if items::floats(g, s, who) => half(half(base)).max(bodies::SQUARE.min(full)),
        Gait::Swim | Gait::Climb => half(base).max(bodies::SQUARE.min(full)),
    }
}

/// Half of a speed, down to a whole square. (`ruling.rounding`)
pub fn half(feet: i32) -> i32 {
    feet / 2 / bodies::SQUARE * bodies::SQUARE
}

/// Why somebody cannot leave its place by its own power, if it cannot. (`entangled`, `grappled`)
pub fn cannot_leave(g: &Setup, s: &State, who: Id) -> Option<RuleId> {
    if s.creature(who).has(Kind::Entangled) {
        return Some(rule::ENTANGLED);
    }
    match grapple::binds(g, s, who) {
        Some(grapple::Bond::Entangled) => Some(rule::GRAPPLED),
        _ => None,
    }
}

/// A whole move: the way is asked for, and again where it goes on from a place at which one looks around first.
/// (`move.basic`, `move.stepwise`)
pub fn go<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait, feet: i32) -> OrHalt<T> {
    if matches!(gait, Gait::Swim | Gait::Climb) && !checks(g, s, t, who, gait)? {
        return Ok(());
    }
    s.creature_mut(who).odd = false;
    let left = t.repeat(s, feet, |s, left, t| {
        let asked = asked(g, s, who);
        let feet = i16::try_from(*left).unwrap_or(i16::MAX);
        let (steps, climb, on) = match t.put(s, rule::DP_STEP, asked, ask::Way { who, gait, feet })? {
            ask::Going::Way(steps, climb, on) => (steps, climb, on),
            ask::Going::Act(act) => {
                let fast = speed(g, s, who, gait);
                let rest = on_the_way(g, s, t, (who, gait), act, *left)?.unwrap_or(0);
                *left = (rest - slower(g, s, who, gait, fast)).max(0);
                return Ok(*left >= bodies::SQUARE);
            }
        };
        let rest = if gait == Gait::Fly {
            flight::fly(g, s, t, who, *left, (steps, climb))?
        } else {
            walk(g, s, t, Way::new(s, who, gait, *left), steps, climb)?
        };
        *left = rest.unwrap_or(0);
        Ok(on && *left >= bodies::SQUARE && rest.is_some())
    })?;
    // What is left is lost, unless the table lets a move be split; one that leads nowhere is over. (`ruling.split-move`)
    let goes_on = gait == Gait::Run && g.rules.move_split == MoveSplit::On && left < feet;
    let kept = if goes_on { left } else { 0 };
    let creature = s.creature_mut(who);
    (creature.rest, creature.odd) = (i16::try_from(kept).unwrap_or(0), false);
    Ok(())
}

/// A jump within a move, at a disadvantage, or something that takes no action. Gives the feet that are left; nothing where it
/// has ended the move. (`jump`, `ruling.split-move`)
fn on_the_way<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    (who, gait): (Id, Gait),
    act: Act,
    left: i32,
) -> OrHalt<T, Left> {
    t.tell(|| Event::Began { who, act, cost: 0 });
    let (from, weak) = (s.creature(who).at, s.creature(who).is(Plight::Incapacitated));
    let (to, across) = match act {
        Act::Jump { to, .. } => {
            let across = bodies::feet(g, from, to);
            watched(g, s, t, who, &act, |s, t| jump::jump(g, s, t, who, to, -1))?;
            (to, across)
        }
        _ => {
            acts::perform(g, s, t, who, &act)?;
            (from, 0)
        }
    };
    let is_over = s.creature(who).at != to || interrupted(g, s, who, gait, (place(s, who), weak));
    Ok((!is_over).then_some(left - across))
}

/// Goes at one stroke: those who wait for it see it leave, and come. (`ready`, `ruling.interrupted-move`)
pub fn watched<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    act: &Act,
    go: impl FnOnce(&mut State, &mut T) -> OrHalt<T>,
) -> OrHalt<T> {
    if !ready::is_awaited(s, who) {
        return go(s, t);
    }
    let from = bearing(s, who);
    if ready::comes_before(g) {
        ready::moment(g, s, t, Trigger::Moves, who)?;
        if bearing(s, who) != from || judge::readied(g, s, who, act).is_err() {
            stop(t, who, rule::RULING_INTERRUPTED_MOVE);
            return Ok(());
        }
        go(s, t)?;
    } else {
        go(s, t)?;
        ready::moment(g, s, t, Trigger::Moves, who)?;
    }
    ready::moment(g, s, t, Trigger::Nears, who)
}

/// Who says where somebody goes: whoever has let it act, as long as they can say anything. (`command`)
pub fn asked(g: &Setup, s: &State, who: Id) -> Id {
    let speaks = |id: &Id| s.active() == Some(*id) && !s.creature(*id).is_helpless();
    let commander = s.creature(who).last_commander.filter(speaks);
    commander.filter(|_| g.sheet(who).commander.is_some()).unwrap_or(who)
}

/// Swimming and climbing are thrown for before they begin; who fails sinks, or falls. (`swim.check`, `climb`)
fn checks<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait) -> OrHalt<T, bool> {
    let sheet = g.sheet(who);
    let (dice, skill, net, goal, why) = match gait {
        Gait::Swim if !sheet.modes.has(Mode::Swim) => {
            let heavy = 2 * items::load(g, s, who) > sheet.carrying_capacity.into();
            let net = i32::from(items::floats(g, s, who)) - i32::from(heavy);
            (rule::DICE_SWIM, Skill::Swim, net, Some(water::difficulty(g, s, who)), rule::SWIM_CHECK)
        }
        Gait::Climb if !sheet.modes.has(Mode::Climb) => {
            let net = i32::from(items::has_gear(g, s, who)) - i32::from(items::is_overloaded(g, s, who));
            (rule::DICE_CLIMB, Skill::Climb, net, paths::climb_dc(g, s, who), rule::CLIMB)
        }
        _ => return Ok(true),
    };
    let Some(goal) = goal else { return Ok(true) };
    let made = skills::make(g, t, skills::check(g, s, dice, who, skill, net), skill, goal, why)?;
    if !made && gait == Gait::Swim {
        water::sink(g, s, t, who);
    } else if !made {
        s.creature_mut(who).plights.set(Plight::Climbing, false);
        if falls::is_unsupported(g, s, who) {
            falls::begin(g, s, t, who, falls::Cause::default())?;
        }
    }
    Ok(made)
}

/// Goes square by square, with everything that each one brings. Gives the feet that are left; nothing where the move has been
/// ended. (`move.stepwise`)
fn walk<T: Table>(g: &Setup, s: &mut State, t: &mut T, mut way: Way, steps: Steps, climb: i16) -> OrHalt<T, Left> {
    let who = way.who;
    let start = s.creature(who).at;
    let mut goes_on = climb == 0 || rises(g, s, t, &mut way, climb)?;
    for to in steps.cells(start) {
        goes_on = goes_on && goes(g, s, t, &mut way, |s, t, way| step(g, s, t, way, to))?;
        if !goes_on {
            break;
        }
    }
    arrive_or_go_back(g, s, who, &way);
    if s.creature(who).at != start || climb != 0 && way.spent > 0 {
        tell_of(g, s, t, who, way.spent, way.gait);
    }
    Ok(goes_on.then_some(way.left))
}

/// A step of a move, as others may act who wait for it: before it or after it, and when it comes near. Says whether the move
/// goes on. (`ready`, `ruling.interrupted-move`)
fn goes<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    way: &mut Way,
    step: impl FnOnce(&mut State, &mut T, &mut Way) -> OrHalt<T, bool>,
) -> OrHalt<T, bool> {
    let (watched, weak) = (ready::is_awaited(s, way.who), s.creature(way.who).is(Plight::Incapacitated));
    let before = ready::comes_before(g);
    if watched && before && !is_let(g, s, t, way, Trigger::Moves)? || !step(s, t, way)? {
        return Ok(false);
    }
    if watched {
        return Ok((before || is_let(g, s, t, way, Trigger::Moves)?) && is_let(g, s, t, way, Trigger::Nears)?);
    }
    let is_over = interrupted(g, s, way.who, way.gait, (place(s, way.who), weak));
    if is_over {
        stop(t, way.who, rule::RULING_INTERRUPTED_MOVE);
    }
    Ok(!is_over)
}

/// A moment of a move comes for which others may wait. Says whether they let it go on, with as many feet as they have left.
/// (`ruling.interrupted-move`, `grappled`)
fn is_let<T: Table>(g: &Setup, s: &mut State, t: &mut T, way: &mut Way, what: Trigger) -> OrHalt<T, bool> {
    let (who, gait) = (way.who, way.gait);
    let (from, fast) = (bearing(s, who), speed(g, s, who, gait));
    ready::moment(g, s, t, what, who)?;
    let lost = slower(g, s, who, gait, fast);
    way.left -= lost;
    let why = match () {
        () if interrupted(g, s, who, gait, from) => rule::RULING_INTERRUPTED_MOVE,
        () if lost > 0 && way.left < bodies::SQUARE => rule::GRAPPLED,
        () => return Ok(true),
    };
    stop(t, who, why);
    Ok(false)
}

/// Feet of a move that are gone since it was faster: whoever is seized on the way has half of it, all in all. (`grappled`)
fn slower(g: &Setup, s: &State, who: Id, gait: Gait, before: i32) -> i32 {
    (before - speed(g, s, who, gait)).max(0)
}

/// What is left of a move that has been split, of whoever was faster before they came into a hold. (`ruling.split-move`, `grappled`)
pub fn hold_back(g: &Setup, s: &mut State, who: Id, before: i32) {
    if s.creature(who).rest > 0 {
        let left = i32::from(s.creature(who).rest) - slower(g, s, who, Gait::Run, before);
        s.creature_mut(who).rest = i16::try_from(left.max(0)).unwrap_or(0);
    }
}

/// Where somebody is, and how high.
fn place(s: &State, who: Id) -> (Square, i16) {
    (s.creature(who).at, s.creature(who).height)
}

/// The same, and whether somebody is down: who gets up again walks like anybody. (`incapacitated`)
fn bearing(s: &State, who: Id) -> ((Square, i16), bool) {
    (place(s, who), s.creature(who).is(Plight::Incapacitated))
}

/// Tells where somebody has come to.
fn tell_of<T: Table>(g: &Setup, s: &State, t: &mut T, who: Id, feet: i32, gait: Gait) {
    let creature = s.creature(who);
    let is_up = || creature.height != bodies::level(g, &bodies::body(g, s, who));
    let height = || if is_up() { i32::from(creature.height) } else { 0 };
    let hidden_from = creature.hidden_from;
    t.tell(|| Event::Moved { who, to: creature.at, feet, gait, height: height(), hidden_from });
}

/// The feet that are left of a move; nothing where it has been ended.
pub type Left = Option<i32>;

/// How a walk goes.
struct Way {
    who: Id,
    gait: Gait,
    /// Feet that are left.
    left: i32,
    /// Feet that it has taken.
    spent: i32,
    /// The last place where one could have stayed.
    free: (Square, i16),
    /// Those whose spaces are being passed.
    passed: Ids,
    /// Those of them whose spaces count twice.
    slow: Ids,
}

impl Way {
    fn new(s: &State, who: Id, gait: Gait, left: i32) -> Self {
        Self { who, gait, left, spent: 0, free: place(s, who), passed: Ids::NONE, slow: Ids::NONE }
    }

    /// What the next step costs at least: out of a space that counts twice.
    fn least(&self) -> i32 {
        if self.slow.is_empty() { 0 } else { 2 * bodies::SQUARE }
    }

    fn pay(&mut self, feet: i32) {
        (self.left, self.spent) = (self.left - feet, self.spent + feet);
    }
}

fn stop<T: Table>(t: &mut T, who: Id, why: RuleId) {
    t.tell(|| Event::Stopped { who, why });
}

/// Has what others do in between ended the move? (`ruling.interrupted-move`)
fn interrupted(g: &Setup, s: &State, who: Id, gait: Gait, from: ((Square, i16), bool)) -> bool {
    let creature = s.creature(who);
    bearing(s, who) != from
        || creature.is_helpless()
        || creature.is(Plight::Prone) && gait != Gait::Swim
        || gait == Gait::Fly && !creature.is(Plight::Flying)
        || cannot_leave(g, s, who).is_some()
}

/// One square farther, which takes some of the feet that are left. Says whether the move may go on.
fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T, way: &mut Way, to: Square) -> OrHalt<T, bool> {
    let Way { who, gait, left, .. } = *way;
    let from = s.creature(who).at;
    let there = those_in(g, s, who, to);
    let mut spot = Spot::of(s, who);
    let Some(cost) = spot.go(g, s, who, gait, to, way.least()).filter(|cost| *cost <= left) else {
        stop(t, who, rule::MOVE_BASIC);
        return Ok(false);
    };
    if !gets_past(g, s, t, way, to, there)? {
        return Ok(false);
    }
    // Whoever has been seized meanwhile, and is let go on, has fewer feet left.
    if cost > way.left {
        stop(t, who, rule::MOVE_BASIC);
        return Ok(false);
    }
    let (rough, narrow) = (ground::is_difficult(g, who, from), ground::is_squeezing(g, s, who));
    let why = match (rough, narrow) {
        (true, true) => Some(rule::RULING_DIFFICULT_ONCE),
        (true, false) => Some(rule::TERRAIN_DIFFICULT),
        (false, true) => Some(rule::RULING_SQUEEZE_WIDTH),
        (false, false) => None,
    };
    if let Some(why) = why.filter(|_| cost > bodies::SQUARE) {
        t.tell(|| Event::Rough { who, why });
    }
    let before = s.creature(who).height;
    bodies::put(s, who, to, spot.height);
    s.creature_mut(who).odd = spot.odd;
    way.pay(cost);
    if gait == Gait::Burrow {
        earth::dig(g, s, who, from, to);
    }
    let clings = gait == Gait::Climb && !bodies::is_grounded(g, s, who);
    s.creature_mut(who).plights.set(Plight::Climbing, clings);
    if ground::arrive_from(g, s, t, who, (from, before))? {
        return Ok(false);
    }
    if there.is_empty() {
        way.free = (to, s.creature(who).height);
    }
    Ok(true)
}

/// Straight up or down; where others wait for it, five feet at a time. Says whether the move goes on.
fn rises<T: Table>(g: &Setup, s: &mut State, t: &mut T, way: &mut Way, feet: i16) -> OrHalt<T, bool> {
    let most = if ready::is_awaited(s, way.who) { bodies::SQUARE as i16 } else { i16::MAX };
    let mut done = 0;
    while done != feet {
        let next = done + (feet - done).clamp(-most, most);
        let cost = |feet| if way.gait == Gait::Fly { flight::height_cost(g, way.who, feet) } else { feet.abs().into() };
        let cost = cost(next) - cost(done);
        let goes_on = goes(g, s, t, way, |s, t, way| {
            up_or_down(g, s, t, way.who, way.gait, next - done);
            way.pay(cost);
            way.free.1 = s.creature(way.who).height;
            Ok(true)
        })?;
        if !goes_on {
            return Ok(false);
        }
        done = next;
    }
    Ok(true)
}

/// The same at one stroke: flying, climbing, or to the surface. (`fly.ascend`, `climb`, `swim.check`)
fn up_or_down<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait, feet: i16) {
    let (at, height) = (s.creature(who).at, height_after(g, s, who, gait, feet));
    bodies::put(s, who, at, height);
    if gait == Gait::Fly {
        return;
    }
    if gait == Gait::Climb {
        let clings = !bodies::is_grounded(g, s, who);
        s.creature_mut(who).plights.set(Plight::Climbing, clings);
    }
    water::breathe(g, s, t, who);
}

/// The height at which somebody comes to be so many feet higher: no lower than the ground, no higher than the water.
pub fn height_after(g: &Setup, s: &State, who: Id, gait: Gait, feet: i16) -> i16 {
    let height = s.creature(who).height.saturating_add(feet);
    let body = bodies::body(g, s, who);
    let surface = bodies::level(g, &body);
    match gait {
        _ if feet == 0 || gait == Gait::Fly => height,
        Gait::Swim => height.min(surface).max(bodies::floor(g, &body, surface - 1)),
        _ => height.max(surface),
    }
}

/// Five feet on the ground. (`crawl`, `ruling.crawl`)
pub fn crawl<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) -> OrHalt<T> {
    if meets(g, s, t, who, to) {
        return Ok(());
    }
    let (from, before) = (s.creature(who).at, s.creature(who).height);
    let height = paths::arrives(g, s, who, Gait::Run, before, to).unwrap_or(before);
    bodies::put(s, who, to, height);
    tell_of(g, s, t, who, bodies::SQUARE, Gait::Run);
    ground::arrive_from(g, s, t, who, (from, before)).map(|_| ())
}

/// Gets up. (`prone`, `move.basic`)
pub fn stand<T: Table>(s: &mut State, t: &mut T, who: Id) {
    conditions::set(s, t, who, Plight::Prone, false, rule::MOVE_BASIC);
}
