//! What may be done with an action, and what it costs. (`action.*`, `free.*`, `skill.use`)

use skirmish_grid::Square;
use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Act, Aim, Arm, Attack, Deed, Event, Gait, Manner, Plight, Setup, State, Trigger, Until};
use crate::rules::ground::{falls, water, weightless};
use crate::rules::magic::Casting;
use crate::rules::movement::{self, jump};
use crate::rules::{
    OrHalt, Table, area, attack, bodies, conditions, grapple, ground, items, judge, magic, ready, skills,
};

/// Actions that something costs; what needs no effort costs none. (`action.basic`, `free.cost`)
#[inline]
pub fn cost(g: &Setup, s: &State, who: Id, act: &Act) -> u8 {
    match act {
        Act::Move(Gait::Run) if i32::from(s.creature(who).rest) >= bodies::SQUARE => 0,
        Act::Drop(_) | Act::DropProne | Act::Release | Act::Land => 0,
        Act::Ready(_) => u8::try_from(g.rules.ready_actions).unwrap_or(2),
        Act::Volley { .. } => u8::try_from(g.rules.volley_actions).unwrap_or(2),
        Act::Jump { prepared: true, .. } => 2,
        _ => 1,
    }
}

/// Somebody does something in a turn: it is paid for, and happens. (`action.basic`)
pub fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    let cost = cost(g, s, who, act);
    let creature = s.counts_mut(who);
    creature.spent = creature.spent.saturating_add(cost);
    t.tell(|| Event::Began { who, act: *act, cost });
    if cost > 0 && ready::is_awaited(s, who) {
        awaited(g, s, t, who, act)?;
    } else {
        perform(g, s, t, who, act)?;
    }
    ground::settle(g, s, t)
}

/// Somebody waits for others to do anything at all. (`ready`, `ruling.interrupted-move`)
#[inline(never)]
fn awaited<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    let still = |s: &State| judge::readied(g, s, who, act).is_ok();
    ready::around(g, s, t, (Trigger::Acts, who), still, |s, t| perform(g, s, t, who, act))
}

/// The same without paying: what was readied has been paid for.
#[inline]
pub fn perform<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    match act {
        Act::Attack { attack: what, on } => attack::attack(g, s, t, who, what, *on),
        _ => other_than_attack(g, s, t, who, *act),
    }
}

#[inline(never)]
fn other_than_attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) -> OrHalt<T> {
    match act {
        Act::Move(gait) => {
            let rest = i32::from(s.creature(who).rest);
            let goes_on = gait == Gait::Run && rest >= bodies::SQUARE;
            movement::go(g, s, t, who, gait, if goes_on { rest } else { movement::speed(g, s, who, gait) })
        }
        Act::PushOff(way, feet) => {
            movement::watched(g, s, t, who, &act, |s, t| weightless::push_off(g, s, t, who, (way, feet)))
        }
        Act::Jump { to, prepared } => {
            movement::watched(g, s, t, who, &act, |s, t| jump::jump(g, s, t, who, to, i32::from(prepared)))
        }
        Act::Crawl(to) => movement::watched(g, s, t, who, &act, |s, t| movement::crawl(g, s, t, who, to)),
        Act::Cast { spell, power, item, at } => magic::cast(g, s, t, Casting { by: who, spell, power }, item, at),
        Act::Control { number, at } => magic::control(g, s, t, who, number, at),
        Act::Intimidate(Aim::Creature(on)) => skills::intimidate(g, s, t, who, on),
        Act::Medicine(on) => skills::medicine(g, s, t, who, on),
        Act::Sneak => skills::sneak(g, s, t, who),
        Act::Search => skills::search(g, s, t, who),
        Act::Volley { item, at } => {
            let what = Attack { arm: Arm::Item(item), manner: Manner::Shot, deed: Deed::Hit };
            area::volley(g, s, t, who, what, at)
        }
        Act::Mount(on) => movement::watched(g, s, t, who, &act, |s, t| {
            mount(s, t, who, on);
            ground::arrive(g, s, t, who)
        }),
        Act::Dismount(to) => movement::watched(g, s, t, who, &act, |s, t| dismount(g, s, t, who, to)),
        Act::Release => match s.holds(who).copied() {
            Some(held) => grapple::end(g, s, t, held, rule::GRAPPLING_RELEASE),
            None => Ok(()),
        },
        Act::Land => land(g, s, t, who),
        _ => {
            simply(g, s, t, who, act);
            Ok(())
        }
    }
}

/// What no dice and no questions belong to.
fn simply<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) {
    match act {
        Act::Stand => movement::stand(s, t, who),
        Act::Dodge => {
            let dodges = &mut s.creature_mut(who).dodges;
            *dodges = dodges.saturating_add(1);
        }
        Act::Focus => magic::focus(g, s, t, who),
        Act::Command(whom) => command(s, t, who, whom),
        Act::Ready(ready) => {
            s.creature_mut(who).ready = Some(ready);
            t.tell(|| Event::Readied { who, ready });
        }
        Act::Draw(at) | Act::PickUp(at) => items::take(g, s, t, who, at, rule::ACTION_MUNDANE),
        Act::Choke => choke(g, s, t, who),
        Act::PutOut => {
            conditions::knock_down(s, t, who, rule::ON_FIRE);
            conditions::set(s, t, who, Plight::OnFire, false, rule::ON_FIRE);
        }
        Act::Stabilize => _ = conditions::set(s, t, who, Plight::Tumbling, false, rule::ZERO_G_STABILIZE),
        Act::Drop(at) => {
            let here = s.creature(who).at;
            items::lay(s, t, who, at, here, rule::FREE_COST);
        }
        Act::DropProne => conditions::knock_down(s, t, who, rule::FREE_COST),
        _ => {}
    }
}

/// Another creature is let act: its actions are there for the rest of the turn. (`command`)
fn command<T: Table>(s: &mut State, t: &mut T, who: Id, whom: Id) {
    // From now on its turn starts with that of whoever has let it act. (`command.turn-start`)
    if let Some(slot) = s.order.iter_mut().find(|slot| slot.who == whom && !slot.left) {
        slot.left = true;
    }
    let creature = s.creature_mut(whom);
    creature.last_commander = Some(who);
    (creature.commanded, creature.spent, creature.begun) = (true, 0, true);
    (creature.attacks, creature.has_hit, creature.powers) = (0, false, 0);
    t.tell(|| Event::Commanded { who, whom });
}

/// Who is held cannot breathe for a round. (`grappling.choke`, `ruling.choke`)
fn choke<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let Some(held) = s.holds(who).map(|grapple| grapple.on) else { return };
    // It lasts through the turn in which it may be done again, so that there is no breath in between.
    let rounds = u8::try_from(g.rules.choke_rounds).unwrap_or(1);
    s.creature_mut(held).choked =
        s.slot().map(|slot| Until { slot: slot.number, at_end: true, passes: rounds.saturating_add(1) });
    water::breathe(g, s, t, held);
}

fn mount<T: Table>(s: &mut State, t: &mut T, who: Id, on: Id) {
    let (at, height) = (s.creature(on).at, s.creature(on).height);
    s.creature_mut(on).rider = Some(who);
    let creature = s.creature_mut(who);
    (creature.mount, creature.at, creature.height) = (Some(on), at, height);
    // Whoever sits in the saddle neither flies nor clings to anything.
    creature.plights.set(Plight::Flying, false);
    creature.plights.set(Plight::Climbing, false);
    t.tell(|| Event::Mounted { who, mount: on, on: true });
}

/// Gets off: onto the ground within a step, or into the air.
fn dismount<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) -> OrHalt<T> {
    let Some(mount) = s.creature(who).mount else { return Ok(()) };
    if movement::meets(g, s, t, who, to) {
        return Ok(());
    }
    s.creature_mut(who).mount = None;
    s.creature_mut(mount).rider = None;
    let (height, level) = (s.creature(who).height, bodies::level(g, &bodies::placed(g, who, to)));
    let near = height.saturating_sub(level) <= 5 && !g.ground.weightless;
    bodies::put(s, who, to, if near { level } else { height });
    s.creature_mut(who).plights.set(Plight::Flying, !near && g.sheet(who).flies());
    t.tell(|| Event::Mounted { who, mount, on: false });
    ground::arrive(g, s, t, who)
}

/// Comes down where the ground is within reach of a step; else it is a fall that one has chosen. (`fly.descend`)
fn land<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    s.creature_mut(who).plights.set(Plight::Flying, false);
    s.creature_mut(who).plights.set(Plight::Climbing, false);
    if falls::is_unsupported(g, s, who) {
        falls::begin(g, s, t, who, falls::Cause { jump: Some(0), chosen: true, ..Default::default() })?;
    }
    Ok(())
}
