//! Attacks: launched, on their way, in contact, resolved.

mod area;
mod resolve;
mod usual;

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Questions, RuleId};

pub use resolve::resolve;
pub use usual::Means;
pub(crate) use usual::rare;
use usual::{is_usual, mostly};

use crate::catalogue::{CounterScope, FlightHoming, FlightRecheck, HeldRecheck, RangePenaltyOn, RangeRound, rule};
use crate::model::{Ability, Act, Counter, Delivery, Event, Flight, Phase, Setup, Speed, State, Target, What, ask};
use crate::rules::actions::{counter_reaches, pay};
use crate::rules::defence::{counter_right, has_counter};
use crate::rules::triggers::{self, Deed, Stage};
use crate::rules::{OrHalt, Table, lines};

/// Launches an attack; it may be in contact in the same segment. (`attack.flow`)
// Into its one caller: all of a usual blow is known there by its parts, and not laid out in memory to be handed on.
#[inline(always)]
pub fn launch<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act, means: Means) -> OrHalt<T> {
    let origin = s.creature(who).at;
    if let Target::Creature(target) = act.target {
        let aimed = s.creature(target).at;
        let distance = lines::hexes(origin, aimed);
        if !t.awaits_edict() && distance <= 1 && is_usual(s, who, act, target, means) {
            let way = Way { origin, aimed, distance, bound: Some(target) };
            return take_off::<T, true>(g, s, t, who, act, means, way);
        }
    }
    launch_any(g, s, t, who, act, means)
}

/// The same of any attack, the usual ones too.
#[inline(never)]
pub fn launch_any<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act, means: Means) -> OrHalt<T> {
    let origin = s.creature(who).at;
    let aimed = match act.target {
        Target::Creature(target) => s.creature(target).at,
        Target::Hex(hex) => hex,
        _ => return Ok(()),
    };
    let way = Way { origin, aimed, distance: lines::hexes(origin, aimed), bound: None };
    take_off::<T, false>(g, s, t, who, act, means, way)
}

/// Where an attack goes, and whom it has met already: what is usual is in contact at once.
struct Way {
    origin: Hex,
    aimed: Hex,
    distance: u16,
    bound: Option<Id>,
}

/// An attack just launched may be interrupted; then it is there, or flies.
#[inline(always)]
fn take_off<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    act: &Act,
    means: Means,
    Way { origin, aimed, distance, bound }: Way,
) -> OrHalt<T> {
    let ability = means.ability;
    let recheck = || g.rules.flight_recheck == FlightRecheck::Launch;
    let flight = Flight {
        serial: s.number(),
        owner: who,
        act: *act,
        origin,
        distance,
        aimed,
        bound,
        rolled: None,
        flown: if ability.delay == 0 { per_segment(ability.speed) } else { 0 },
        wait: ability.delay,
        held: false,
        fixed: rare::<USUAL>(recheck).then(|| lines::sight(g, s, who, origin, aimed)),
        played: true,
    };
    t.tell(|| launched(g, s, &flight, ability));
    s.flights.push(flight);
    if rare::<USUAL>(|| triggers::anybody_waits(s)) && !outlasts_interruption(g, s, t, &flight)? {
        return Ok(());
    }
    if !rare::<USUAL>(|| !has_arrived(g, s, &flight, ability)) {
        contact::<T, USUAL>(g, s, t, &flight, means)?;
    } else if ability.delivery == Delivery::Melee && ability.delay == 0 {
        // Whoever it was meant for is no longer in reach: a blow does not fly after anybody.
        s.end_flight(flight.serial);
        t.tell(|| Event::FlightLost { who, fell: false });
    } else if ability.delay > 0 {
        t.tell(|| Event::Waits { who, ability: flight.ability() });
    }
    if rare::<USUAL>(|| triggers::anybody_waits(s)) {
        triggers::deed(g, s, t, who, Deed::Attack, Stage::After)?;
    }
    Ok(())
}

/// Whoever waited for an attack acts before it takes effect. Is there still an attack then?
#[cold]
fn outlasts_interruption<T: Table>(g: &Setup, s: &mut State, t: &mut T, flight: &Flight) -> OrHalt<T, bool> {
    let who = flight.owner;
    triggers::deed(g, s, t, who, Deed::Attack, Stage::Before)?;
    // One that is lost with whoever it was meant for has been told of.
    let here = s.flight(flight.serial).is_some();
    if here && s.is_down(who) {
        // Felled by what interrupted it, before its attack took effect: nothing was launched.
        s.end_flight(flight.serial);
        t.tell(|| Event::FlightLost { who, fell: true });
        return Ok(false);
    }
    Ok(here)
}

fn launched(g: &Setup, s: &State, flight: &Flight, ability: &Ability) -> Event {
    // A bonus hex may have brought it there.
    let flown = if has_arrived(g, s, flight, ability) { flight.distance } else { flight.flown.min(flight.distance) };
    Event::Launched {
        who: flight.owner,
        ability: flight.ability(),
        target: flight.act.target,
        flown,
        distance: flight.distance,
        penalty: range_penalty(g, flight),
        pushes: ability.pushback > 0,
        delivery: delivery_rule(ability.delivery),
    }
}

/// The rule of a way to reach a target.
pub fn delivery_rule(delivery: Delivery) -> RuleId {
    match delivery {
        Delivery::Projectile => rule::RANGE_PROJECTILE,
        Delivery::LongWeapon => rule::RANGE_WEAPON_LONG,
        Delivery::ShortWeapon => rule::RANGE_WEAPON_SHORT,
        Delivery::Melee | Delivery::Move => rule::RANGE_NON_PROJECTILE,
    }
}

/// Hexes flown in one segment; what is instant is there at once.
fn per_segment(speed: Speed) -> u16 {
    match speed {
        Speed::Hexes(n, _) => u16::from(n),
        Speed::Instant => u16::MAX,
    }
}

/// Points lost for distance beyond the stated range. (`range.projectile`)
#[inline]
pub fn range_penalty(g: &Setup, flight: &Flight) -> i32 {
    distance_penalty(g, flight.owner, &flight.act, flight.distance)
}

/// Points lost at a distance of so many hexes.
pub fn distance_penalty(g: &Setup, who: Id, act: &Act, hexes: u16) -> i32 {
    let What::Ability(index) = act.what else { return 0 };
    if !g.ability(index).delivery.has_increments() {
        return 0;
    }
    let excess = i32::from(hexes) * 5 - range(g, who, act);
    match g.rules.range_round {
        _ if excess <= 0 => 0,
        RangeRound::Up => (excess + g.rules.range_step - 1) / g.rules.range_step,
        RangeRound::Down => excess / g.rules.range_step,
    }
}

/// The range of an ability as it is paid, Swifts included, in feet.
#[inline]
pub fn range(g: &Setup, who: Id, act: &Act) -> i32 {
    let What::Ability(index) = act.what else { return 0 };
    g.attack(who, index).map_or(0, |attack| {
        let figures = attack.figures(act.cost);
        figures.range + figures.swift.range * i32::from(act.swifts)
    })
}

/// The range penalty on the score, and what is taken from the number of dice instead if the table plays so.
#[inline]
fn split_penalty(g: &Setup, penalty: i32) -> (i32, i32) {
    match g.rules.range_penalty_on {
        RangePenaltyOn::Score => (penalty, 0),
        RangePenaltyOn::Dice => (0, penalty),
    }
}

/// Where a flight is bound for now. (R: attacks target creatures, and follow them.)
#[inline]
fn destination(g: &Setup, s: &State, flight: &Flight) -> Hex {
    match flight.act.target {
        Target::Creature(target) if g.rules.flight_homing == FlightHoming::Creature => s.creature(target).at,
        _ => flight.aimed,
    }
}

/// Has it flown as far as its target is from its origin now?
#[inline(always)]
pub fn has_arrived(g: &Setup, s: &State, flight: &Flight, ability: &Ability) -> bool {
    if flight.wait > 0 || flight.held {
        return false;
    }
    match ability.speed {
        // There at once, however far it is.
        Speed::Instant => true,
        Speed::Hexes(_, bonus) => {
            let distance = lines::hexes(flight.origin, destination(g, s, flight));
            flight.flown.saturating_add(u16::from(bonus)) >= distance
        }
    }
}

/// A flight's next segment, on its owner's turn. (`speed.notation`)
#[cold]
pub fn fly_on<T: Table>(g: &Setup, s: &mut State, t: &mut T, serial: u16) -> OrHalt<T> {
    let Some(flight) = s.flight_mut(serial) else { return Ok(()) };
    flight.played = true;
    let Some(means) = Means::of(g, flight.owner, &flight.act) else { return Ok(()) };
    if flight.wait > 0 {
        flight.wait -= 1;
    }
    if flight.wait == 0 {
        flight.flown = flight.flown.saturating_add(per_segment(means.ability.speed));
    }
    let flight = *flight;
    if flight.wait > 0 {
        t.tell(|| Event::Waits { who: flight.owner, ability: flight.ability() });
        return Ok(());
    }
    if has_arrived(g, s, &flight, means.ability) {
        return contact::<T, false>(g, s, t, &flight, means);
    }
    t.tell(|| {
        let distance = lines::hexes(flight.origin, destination(g, s, &flight));
        Event::Flies { who: flight.owner, ability: flight.ability(), flown: flight.flown, distance }
    });
    Ok(())
}

/// The attack is there: countered and held, or resolved now.
#[inline(always)]
fn contact<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    flight: &Flight,
    means: Means,
) -> OrHalt<T> {
    t.scope(s, |s, t| {
        if rare::<USUAL>(|| means.ability.area.is_some()) {
            return area::contact(g, s, t, flight, means);
        }
        match mostly::<USUAL, _>(flight.bound, || whom(g, s, flight)) {
            Some(target) => meet::<T, USUAL>(g, s, t, flight, means, target),
            None => {
                miss(g, s, t, flight);
                Ok(())
            }
        }
    })
}

/// Nobody is there: it was a guess, or whoever was meant has gone.
#[cold]
fn miss<T: Table>(g: &Setup, s: &mut State, t: &mut T, flight: &Flight) {
    s.end_flight(flight.serial);
    let who = flight.owner;
    t.tell(|| {
        let guess = matches!(flight.act.target, Target::Hex(_));
        let unseen = lines::sight(g, s, who, flight.origin, flight.aimed).concealment >= 3;
        Event::EmptyHex { who, ability: flight.ability(), hex: flight.aimed, guess, unseen }
    });
}

/// A flight meets one creature.
#[inline]
fn meet<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    flight: &Flight,
    means: Means,
    target: Id,
) -> OrHalt<T> {
    let who = flight.owner;
    t.tell(|| Event::Contact { who, ability: flight.ability(), target });
    let mut fixed = flight.fixed;
    if rare::<USUAL>(|| g.rules.held_recheck == HeldRecheck::Contact) && fixed.is_none() {
        fixed = Some(lines::sight(g, s, who, flight.origin, s.creature(target).at));
    }
    if rare::<USUAL>(|| (flight.bound, flight.fixed) != (Some(target), fixed))
        && let Some(stored) = s.flight_mut(flight.serial)
    {
        // From contact on the attack is on this creature, wherever it moves.
        (stored.bound, stored.fixed) = (Some(target), fixed);
    }
    if defend::<T, USUAL>(g, s, t, flight.serial, who, target)? {
        if let Some(stored) = s.flight_mut(flight.serial) {
            stored.held = true;
        }
        return Ok(());
    }
    resolve::settle::<T, USUAL>(g, s, t, flight, means, fixed, target, None)
}

/// Who is hit by it: the creature aimed at, or whoever stands in the hex.
#[inline]
fn whom(g: &Setup, s: &State, flight: &Flight) -> Option<Id> {
    match flight.act.target {
        Target::Creature(target) => {
            let gone = s.creature(target).at != destination(g, s, flight) || s.is_down(target);
            (!gone).then_some(target)
        }
        Target::Hex(hex) => s.standing_in(hex),
        _ => None,
    }
}

/// Lets the target declare a counter, if it is entitled to one. True when the attack is held for it.
#[inline]
fn defend<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    serial: u16,
    against: Id,
    target: Id,
) -> OrHalt<T, bool> {
    if s.phase != Phase::Combat {
        return Ok(false);
    }
    if s.marks.countering.has(target)
        && g.rules.counter_scope == CounterScope::All
        && let Some(counter) = s.creature(target).counter
        && counter_reaches(g, s, target, &counter.act, against)
    {
        return Ok(true);
    }
    if let Err(refused) = counter_right::<USUAL>(g, s, target) {
        t.tell(|| Event::NoCounter { who: target, rule: refused });
        return Ok(false);
    }
    if !has_counter(g, s, target, serial) {
        return Ok(false);
    }
    match t.put(s, rule::DP_COUNTER, target, ask::Counter { flight: serial })? {
        Some(act) => {
            declare(g, s, t, target, Counter { act, against: serial }, against);
            Ok(true)
        }
        None => {
            t.tell(|| Event::Declined { who: target, against });
            Ok(false)
        }
    }
}

/// A counter is declared, and paid for at once. (`defend.declare`)
#[inline(never)]
fn declare<T: Table>(g: &Setup, s: &mut State, t: &mut T, target: Id, counter: Counter, against: Id) {
    let act = counter.act;
    pay(g, s, target, &act);
    s.declare(target, Some(counter));
    t.tell(|| Event::Countered { who: target, act, against });
    if let Some(means) = Means::of(g, target, &act) {
        crate::rules::turn::tell_cooldown(s, t, target, means);
    }
}
