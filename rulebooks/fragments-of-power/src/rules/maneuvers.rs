//! Maneuvers: what an attack may do instead of harm. (`maneuver.general`, `break`, `push`, `feint`, `disarm`, `trip`,
//! `grapple`)

use arrayvec::ArrayVec;
use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Bearing, Id, Questions, Terms, Thrown};

use crate::catalogue::{OpposedHelpless, OpposedTie, rule};
use crate::model::{Attack, Carried, Deed, Event, Gait, Harm, Kind, Lasting, Plight, Setup, Shift, State, Taken, ask};
use crate::rules::attack::{self, Blow, Outcome};
use crate::rules::ground::falls::{self, Cause};
use crate::rules::ground::water;
use crate::rules::{OrHalt, Table, bodies, conditions, damage, grapple, ground, items, movement};

/// Makes one. Says whether it succeeds.
#[inline(never)]
pub fn maneuver<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, on: Id) -> OrHalt<T, bool> {
    let out =
        if what.deed == Deed::Feint { feint_roll(g, s, t, by, what, on)? } else { opposed(g, s, t, by, what, on)? };
    if out.hit {
        match what.deed {
            Deed::Hit => {}
            Deed::Push => push(g, s, t, by, on, out.critical)?,
            Deed::Feint => feint(g, s, t, by, on, out.critical),
            Deed::Trip => trip(g, s, t, on, out.critical)?,
            Deed::Grapple => seize(g, s, t, by, what, on, out.critical)?,
            Deed::Disarm(item) => disarm(g, s, t, by, on, item, out.critical)?,
            Deed::Break(thing) => broken(g, s, t, (by, what, out.critical), on, thing)?,
        }
    }
    Ok(out.hit)
}

fn feint_roll<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, on: Id) -> OrHalt<T, Outcome> {
    let goal = attack::defense(g, s, on, Deed::Feint);
    let check = attack::check(g, s, by, what, on).noting(rule::SHEET_MENTAL_DEFENSE, goal, Bearing::Goal);
    let out = t.throw([check], |[d]| attack::outcome(&g.rules, d, goal))?;
    out.tell(t, by, on);
    Ok(out)
}

/// Both throw; whoever acts succeeds with as much or more. (`roll.opposed`, `ruling.opposed-tie`)
pub fn opposed<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, on: Id) -> OrHalt<T, Outcome> {
    // A friend may let it happen. (`ruling.defender`)
    let friend = !g.opposed(by, on) && by != on && !s.creature(on).is_helpless();
    if friend && t.put(s, rule::DP_FORGO, on, ask::Forgo { by, deed: what.deed })? {
        t.tell(|| Event::Opposed { by, on, won: true, critical: false, forgone: true });
        return Ok(Outcome { hit: true, critical: false });
    }
    let helpless = s.creature(on).is_helpless() && g.rules.opposed_helpless == OpposedHelpless::Counts1;
    let rules = g.rules;
    let out = t.repeat(s, Outcome { hit: false, critical: false }, |s, out, t| {
        let own = attack::check(g, s, by, what, on);
        let other = attack::defending::<T::Terms>(g, s, on, by);
        let read = move |own: Thrown, other: i32| {
            let margin = own.total.saturating_sub(other);
            let hit = match rules.opposed_tie {
                OpposedTie::Actor => margin >= 0,
                OpposedTie::Defender | OpposedTie::Reroll => margin > 0,
            };
            let again = margin == 0 && rules.opposed_tie == OpposedTie::Reroll;
            (Outcome { hit, critical: hit && attack::is_critical(&rules, own.natural, margin) }, again)
        };
        let (found, again) = if helpless {
            let goal = other.terms.sum() + 1;
            t.throw([own.noting(rule::RULING_DEFENDER, goal, Bearing::Goal)], |[own]| read(own, goal))?
        } else {
            t.contest(own, other, |own, other| read(own, other.total))?
        };
        *out = found;
        Ok(again)
    })?;
    t.tell(|| Event::Opposed { by, on, won: out.hit, critical: out.critical, forgone: false });
    Ok(out)
}

/// Driven back: five feet, or as far as the pusher chooses after a critical success. (`push`, `ruling.push-line`)
fn push<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, critical: bool) -> OrHalt<T> {
    // Out of a hold it ends the hold, and whoever pushes need not follow. (`grappled`, `ruling.escape`)
    let held = s.grapples.iter().find(|one| one.by == on && one.on == by || one.by == by && one.on == on).copied();
    let shared = held.is_some();
    let ways = ways_back(g, s, by, on);
    let most = i16::try_from(g.rules.push_critical).unwrap_or(15);
    // Where somebody or the end of the map is in the way at once, no answer changes anything.
    if !shared && ways.iter().all(|way| is_stuck(g, s, on, *way)) {
        return Ok(());
    }
    let (way, feet) = if critical {
        t.put(s, rule::DP_PUSH, by, ask::Push { on })?
    } else if shared || ways.len() > 1 {
        (t.put(s, rule::DP_ESCAPE, by, ask::Away { on })?, 5)
    } else {
        (ways.first().copied().unwrap_or(Facing::North), 5)
    };
    let Some(held) = held else { return drive(g, s, t, by, on, way, feet.clamp(0, most), false) };
    let guest = grapple::guest(g, s, &held);
    grapple::let_go(g, s, t, held, rule::RULING_ESCAPE);
    s.parting = true;
    drive(g, s, t, by, on, way, feet.clamp(0, most), true)?;
    // Where something keeps them in one space, whoever has moved in steps out. (`ruling.grapple`)
    grapple::part(g, s, t, guest)?;
    s.parting = false;
    Ok(())
}

/// Is the first square of a push taken, or off the map?
fn is_stuck(g: &Setup, s: &State, on: Id, way: Facing) -> bool {
    let Some(to) = s.creature(on).at.step(way).filter(|to| g.ground.board.contains(*to)) else { return true };
    bodies::fits(g, bodies::bearer(g, s, on), to) && !bodies::has_room(g, s, on, to)
}

/// The directions straight away from a pusher: two where both are equally near. (`ruling.push-line`)
pub fn ways_back(g: &Setup, s: &State, by: Id, on: Id) -> ArrayVec<Facing, 8> {
    if bodies::share(s, by, on) {
        return Facing::ALL.into_iter().collect();
    }
    // From middle to middle, in halves of a square.
    let middle = |id: Id| {
        let body = bodies::body(g, s, id);
        let side = i32::from(g.sheet(bodies::bearer(g, s, id)).size.side());
        (2 * i32::from(body.anchor.x) + side, 2 * i32::from(body.anchor.y) + side)
    };
    let ((ax, ay), (bx, by_)) = (middle(by), middle(on));
    let (dx, dy) = (i64::from(bx - ax), i64::from(by_ - ay));
    // The direction whose cosine is greatest: dot² / |d|² compared as fractions, all dots above 0.
    let score = |facing: &Facing| {
        let (x, y) = facing.step();
        let (x, y) = (i64::from(x), i64::from(y));
        let dot = x * dx + y * dy;
        // Straight steps have a length of 1, slanting ones of the root of 2.
        if dot <= 0 { 0 } else { dot * dot * if x != 0 && y != 0 { 1 } else { 2 } }
    };
    let best = Facing::ALL.iter().map(score).max().unwrap_or(0);
    Facing::ALL.into_iter().filter(|facing| score(facing) == best).collect()
}

/// Moves somebody square by square, the pusher behind; something hard hurts, somebody in the way only ends it.
/// (`push`, `push.collision`, `ruling.push-line`)
#[expect(clippy::too_many_arguments, reason = "who drives whom, whither, how far")]
fn drive<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    by: Id,
    on: Id,
    way: Facing,
    feet: i16,
    out_of_hold: bool,
) -> OrHalt<T> {
    // Five feet always; farther no one is driven than the pusher can follow, but out of a hold nobody has to.
    // (`ruling.push-line`, `ruling.escape`)
    let speed = i16::try_from(movement::speed(g, s, by, Gait::Run)).unwrap_or(i16::MAX);
    let most = if can_follow(g, s, by) { speed.max(5) } else { 5 };
    let feet = if out_of_hold { feet } else { feet.min(most) };
    let mut gone = 0;
    while gone < feet {
        let (from, height) = (s.creature(on).at, s.creature(on).height);
        let Some(mut to) = from.step(way) else { break };
        // Out of a larger space one comes to stand beside it. (`ruling.escape`)
        let larger = g.sheet(on).size < g.sheet(by).size;
        while out_of_hold && larger && bodies::body(g, s, by).covers(to) {
            let Some(next) = to.step(way) else { break };
            to = next;
        }
        let Some(comes) = bodies::enters(g, bodies::bearer(g, s, on), to, height) else {
            return collide(g, s, t, on, feet - gone, to);
        };
        let alone = bodies::bound(s, on);
        let but = if out_of_hold { alone.or(bodies::bound(s, by)) } else { alone };
        if !bodies::is_free(g, s, but, &bodies::body(g, s, on).at(to)) {
            break;
        }
        bodies::shift(s, t, on, (to, comes), Shift::Pushed, rule::PUSH);
        gone += 5;
        let falls = ground::arrive_from(g, s, t, on, (from, height))?;
        if falls || !(out_of_hold || can_follow(g, s, by) && follow(g, s, t, by, way)?) {
            break;
        }
    }
    Ok(())
}

/// Is a pusher on his feet, and free to go, and so is the mount, if there is one? (`ruling.push-line`)
fn can_follow(g: &Setup, s: &State, by: Id) -> bool {
    let is_free = |who: Id| movement::cannot_leave(g, s, who).is_none() && !s.creature(who).is(Plight::Prone);
    is_free(by) && s.creature(by).mount.is_none_or(is_free) && movement::speed(g, s, by, Gait::Run) >= bodies::SQUARE
}

/// The pusher stays as near as he was, where he has room, and comes to what is there: thin ice, or water. Says whether he can
/// go on from there.
fn follow<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, way: Facing) -> OrHalt<T, bool> {
    let Some(to) = s.creature(by).at.step(way) else { return Ok(false) };
    let enters = bodies::enters(g, bodies::bearer(g, s, by), to, s.creature(by).height);
    let Some(height) = enters.filter(|_| bodies::has_room(g, s, by, to)) else { return Ok(false) };
    let swims = water::is_in(g, s, by);
    bodies::shift(s, t, by, (to, height), Shift::Follows, rule::RULING_PUSH_LINE);
    ground::arrive(g, s, t, by)?;
    Ok(swims || !water::is_in(g, s, by))
}

/// Driven against something hard. (`push.collision`)
fn collide<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, feet: i16, to: Square) -> OrHalt<T> {
    // The end of the map is no wall.
    if !g.ground.board.contains(to) {
        return Ok(());
    }
    t.tell(|| Event::Collided { who: on, feet });
    let dice = (rule::DICE_COLLISION, i32::from(feet / 5));
    damage::roll(g, s, t, on, dice, (Harm::Impact, rule::PUSH_COLLISION))?;
    if s.creature(on).is_here() {
        conditions::knock_down(s, t, on, rule::PUSH_COLLISION);
    }
    Ok(())
}

/// Left open: to whoever feints for the turn, or to all until his next one. (`feint`, `ruling.feint-critical`)
fn feint<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, critical: bool) {
    let (toward, until) =
        if critical { (None, conditions::until_next_turn(s, by)) } else { (Some(by), conditions::this_turn(s)) };
    let why = if critical { rule::RULING_FEINT_CRITICAL } else { rule::FEINT };
    let open = Lasting { kind: Kind::FlatFooted, toward, until };
    conditions::afflict(g, s, t, on, open, u8::from(critical), why);
}

/// Brought down; out of the air so many feet. (`trip`, `trip.flying`, `trip.critical`)
fn trip<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, critical: bool) -> OrHalt<T> {
    let aloft = s.creature(on).is(Plight::Flying) && !bodies::is_grounded(g, s, on);
    if aloft && g.ground.weightless {
        // Nothing falls here. (`zero-g.still`)
        conditions::set(s, t, on, Plight::Tumbling, true, rule::ZERO_G_STABILIZE);
    } else if aloft {
        let most = i16::try_from(g.rules.trip_fall).unwrap_or(50);
        t.tell(|| Event::Stopped { who: on, why: rule::TRIP_FLYING });
        let down = falls::depth_below(g, s, on) <= most;
        falls::begin(g, s, t, on, Cause { most: Some(most), ..Cause::default() })?;
        // Whoever has caught hold, or come into water, has hit no ground.
        let lands = down && !s.creature(on).is(Plight::Climbing) && !water::is_in(g, s, on);
        if lands && s.creature(on).is_here() {
            t.tell(|| Event::Stopped { who: on, why: rule::RULING_TRIP_FLYER });
            conditions::knock_down(s, t, on, rule::RULING_TRIP_FLYER);
        }
    } else {
        conditions::knock_down(s, t, on, rule::TRIP);
    }
    if critical && s.creature(on).is_here() {
        t.tell(|| Event::Stopped { who: on, why: rule::TRIP_CRITICAL });
        // It hurts in the air, too, where nobody comes to lie on anything. (`ruling.trip-flyer`)
        let lies = bodies::is_grounded(g, s, on) && !water::is_in(g, s, on);
        falls::hurt(g, s, t, on, g.rules.trip_critical, lies)?;
    }
    Ok(())
}

/// Seized. Whoever was held and seizes in turn is free of the old hold. (`grapple`, `ruling.escape`)
fn seize<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, on: Id, critical: bool) -> OrHalt<T> {
    if let Some(old) = s.grapples.iter().find(|one| one.by == on && one.on == by).copied() {
        grapple::let_go(g, s, t, old, rule::RULING_ESCAPE);
    }
    grapple::seize(g, s, t, by, on, what.arm)?;
    if critical {
        let slow = Lasting { kind: Kind::Slowed, toward: None, until: conditions::after_rounds(s, by, 1) };
        conditions::afflict(g, s, t, on, slow, 1, rule::GRAPPLE);
    }
    Ok(())
}

/// Something falls out of somebody's hands, or is flung or taken. (`disarm`)
fn disarm<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, item: u8, critical: bool) -> OrHalt<T> {
    let mut at = s.creature(on).at;
    if critical {
        let Some(way) = t.put(s, rule::DP_DISARM, by, ask::Fling { item })? else {
            items::take(g, s, t, by, item, rule::DISARM);
            return Ok(());
        };
        let open = |next| g.ground.board.contains(next) && !ground::is_closed(g, next);
        at = bodies::straight(at, way, g.rules.disarm_fling, open).0;
    }
    items::lay(s, t, on, item, at, rule::DISARM);
    Ok(())
}

/// Something that somebody has on is struck. (`break`, `destroyed`, `ruling.durability`)
fn broken<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: Blow, on: Id, thing: Carried) -> OrHalt<T> {
    let Some((object, harm)) = items::object(g, s, on, thing) else { return Ok(()) };
    let (rolled, doubled) = attack::weapon_damage(g, s, t, blow)?;
    let kind = attack::weapon(g, s, blow.1.arm).harm;
    let typed = if object.vulnerable.has(kind) { 2 * doubled } else { doubled };
    let points = (typed - i32::from(object.durability)).max(0);
    let taken = Taken { rolled, doubled, typed, points, immune: false, harm: kind, source: rule::BREAK };
    let now = harm.saturating_add(i16::try_from(points).unwrap_or(i16::MAX));
    let destroyed = object.hp > 0 && now >= object.hp;
    match thing {
        Carried::Item(at) => {
            if let Some(item) = s.items.get_mut(usize::from(at)) {
                item.harm = now;
                item.held &= !destroyed;
            }
        }
        Carried::Armour => s.creature_mut(on).armour_harm = now,
    }
    t.tell(|| Event::Struck { on, what: thing, taken, destroyed });
    Ok(())
}
