//! Attacks: launched, on their way, in contact, resolved.

mod area;
mod resolve;

use skirmish_grid::Hex;
use skirmish_kernel::{Id, RuleId, Table};

pub use resolve::resolve;

use crate::Elemental;
use crate::actions::{Act, Ask, Choice, Target, What, pay};
use crate::defence::{counter_right, has_counter};
use crate::events::Event;
use crate::lines;
use crate::rules::{CounterScope, FlightHoming, FlightRecheck, RangePenaltyOn, RangeRound, rule};
use crate::setup::Setup;
use crate::sheet::{Delivery, Speed};
use crate::state::{Flight, Phase, State};
use crate::triggers::{self, Deed, Stage};

/// Launches an attack; it may be in contact in the same segment. (`attack.flow`)
///
/// # Errors
/// The table's halt.
#[inline(always)]
pub fn launch<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> Result<(), T::Halt> {
    let What::Ability(index) = act.what else { return Ok(()) };
    let ability = g.ability(index);
    let origin = s.creature(who).at;
    let aimed = match act.target {
        Target::Creature(target) => s.creature(target).at,
        Target::Hex(hex) => hex,
        _ => return Ok(()),
    };
    let distance = lines::hexes(origin, aimed);
    let flight = Flight {
        serial: s.number(),
        owner: who,
        act: *act,
        origin,
        distance,
        aimed,
        bound: None,
        rolled: None,
        flown: if ability.delay == 0 { per_segment(ability.speed) } else { 0 },
        wait: ability.delay,
        held: false,
        fixed: (g.rules.flight_recheck == FlightRecheck::Launch).then(|| lines::sight(g, s, who, origin, aimed)),
        played: true,
    };
    let serial = flight.serial;
    t.tell(|| Event::Launched {
        who,
        ability: index,
        target: act.target,
        flown: flight.flown.min(distance),
        distance,
        penalty: range_penalty(g, &flight),
        pushes: ability.pushback > 0,
        delivery: delivery_rule(ability.delivery),
    });
    s.flights.push(flight);
    triggers::deed(g, s, t, who, Deed::Attack, Stage::Before)?;
    if s.is_down(who) && s.flight(serial).is_some() {
        // Felled by what interrupted it, before its attack took effect: nothing was launched.
        s.end_flight(serial);
        t.tell(|| Event::FlightLost { who });
        return Ok(());
    }
    let by_hand = ability.delivery == Delivery::Melee && ability.delay == 0;
    if has_arrived(g, s, serial) {
        contact(g, s, t, serial)?;
    } else if by_hand {
        // Whoever it was meant for is no longer in reach: a blow does not fly after anybody.
        s.end_flight(serial);
        t.tell(|| Event::FlightLost { who });
    } else if ability.delay > 0 {
        t.tell(|| Event::Waits { who, ability: index });
    }
    triggers::deed(g, s, t, who, Deed::Attack, Stage::After)
}

/// The rule of a way to reach a target.
#[must_use]
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
#[must_use]
pub fn range_penalty(g: &Setup, flight: &Flight) -> i32 {
    distance_penalty(g, flight.owner, &flight.act, flight.distance)
}

/// Points lost at a distance of so many hexes.
#[must_use]
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
#[must_use]
pub fn range(g: &Setup, who: Id, act: &Act) -> i32 {
    let What::Ability(index) = act.what else { return 0 };
    g.attack(who, index).map_or(0, |attack| {
        let figures = attack.figures(act.cost);
        figures.range + figures.swift.range * i32::from(act.swifts)
    })
}

/// The penalty taken from the number of dice instead, if the table plays so.
fn penalty_on_dice(g: &Setup) -> bool {
    g.rules.range_penalty_on == RangePenaltyOn::Dice
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
#[must_use]
pub fn has_arrived(g: &Setup, s: &State, serial: u16) -> bool {
    let Some(flight) = s.flight(serial) else { return false };
    let What::Ability(index) = flight.act.what else { return false };
    let bonus = match g.ability(index).speed {
        Speed::Hexes(_, bonus) => u16::from(bonus),
        Speed::Instant => 0,
    };
    let distance = lines::hexes(flight.origin, destination(g, s, flight));
    flight.wait == 0 && !flight.held && flight.flown.saturating_add(bonus) >= distance
}

/// A flight's next segment, on its owner's turn. (`speed.notation`)
///
/// # Errors
/// The table's halt.
pub fn fly_on<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, serial: u16) -> Result<(), T::Halt> {
    let Some(flight) = s.flight_mut(serial) else { return Ok(()) };
    flight.played = true;
    let What::Ability(index) = flight.act.what else { return Ok(()) };
    let speed = per_segment(g.ability(index).speed);
    if flight.wait > 0 {
        flight.wait -= 1;
    }
    if flight.wait == 0 {
        flight.flown = flight.flown.saturating_add(speed);
    }
    let (who, flown) = (flight.owner, flight.flown);
    if has_arrived(g, s, serial) {
        return contact(g, s, t, serial);
    }
    if let Some(flight) = s.flight(serial) {
        let distance = lines::hexes(flight.origin, destination(g, s, flight));
        t.tell(|| Event::Flies { who, ability: index, flown, distance });
    }
    Ok(())
}

/// The attack is there: countered and held, or resolved now.
///
/// # Errors
/// The table's halt.
#[inline(always)]
pub fn contact<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, serial: u16) -> Result<(), T::Halt> {
    t.scope(s, |s, t| {
        let Some(flight) = s.flight(serial) else { return Ok(()) };
        let What::Ability(ability) = flight.act.what else { return Ok(()) };
        if let Some(radius) = g.ability(ability).area {
            let flight = *flight;
            return area::contact(g, s, t, &flight, radius);
        }
        match whom(g, s, flight) {
            Some(target) => meet(g, s, t, serial, target),
            None => {
                miss(g, s, t, serial);
                Ok(())
            }
        }
    })
}

/// Nobody is there: it was a guess, or whoever was meant has gone.
#[cold]
fn miss<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, serial: u16) {
    let Some(flight) = s.flight(serial).copied() else { return };
    let What::Ability(ability) = flight.act.what else { return };
    s.end_flight(serial);
    let who = flight.owner;
    t.tell(|| {
        let guess = matches!(flight.act.target, Target::Hex(_));
        let unseen = lines::sight(g, s, who, flight.origin, flight.aimed).concealment >= 3;
        Event::EmptyHex { who, ability, hex: flight.aimed, guess, unseen }
    });
}

/// A flight meets one creature.
#[inline(always)]
fn meet<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, serial: u16, target: Id) -> Result<(), T::Halt> {
    let Some(mut flight) = s.flight(serial).copied() else { return Ok(()) };
    let who = flight.owner;
    let What::Ability(ability) = flight.act.what else { return Ok(()) };
    t.tell(|| Event::Contact { who, ability, target });
    // From contact on the attack is on this creature, wherever it moves.
    flight.bound = Some(target);
    if g.rules.held_recheck == crate::rules::HeldRecheck::Contact && flight.fixed.is_none() {
        flight.fixed = Some(lines::sight(g, s, who, flight.origin, s.creature(target).at));
    }
    if let Some(stored) = s.flight_mut(serial) {
        (stored.bound, stored.fixed) = (flight.bound, flight.fixed);
    }
    if defend(g, s, t, serial, who, target)? {
        if let Some(stored) = s.flight_mut(serial) {
            stored.held = true;
        }
        return Ok(());
    }
    resolve::settle(g, s, t, &flight, target, None)
}

/// Who is hit by it: the creature aimed at, or whoever stands in the hex.
#[inline(always)]
fn whom(g: &Setup, s: &State, flight: &Flight) -> Option<Id> {
    match flight.act.target {
        Target::Creature(target) => {
            let there = s.creature(target).at == destination(g, s, flight);
            (there && !s.is_down(target)).then_some(target)
        }
        Target::Hex(hex) => s.standing_in(hex),
        _ => None,
    }
}

/// Lets the target declare a counter, if it is entitled to one. True when the attack is held for it.
#[inline(always)]
fn defend<T: Table<Elemental>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    serial: u16,
    against: Id,
    target: Id,
) -> Result<bool, T::Halt> {
    if s.phase != Phase::Combat {
        return Ok(false);
    }
    if s.creature(target).counter.is_some() && g.rules.counter_scope == CounterScope::All {
        return Ok(true);
    }
    if let Err(refused) = counter_right(g, s, target) {
        t.tell(|| Event::NoCounter { who: target, rule: refused });
        return Ok(false);
    }
    if !has_counter(g, s, target, serial) {
        return Ok(false);
    }
    match t.ask(s, rule::DP_COUNTER, target, Ask::Counter { flight: serial })? {
        Choice::Act(act) => {
            pay(g, s, target, &act);
            s.creature_mut(target).counter = Some(crate::state::Counter { act, against: serial });
            t.tell(|| Event::Countered { who: target, act, against });
            crate::turn::tell_cooldown(g, s, t, target, &act);
            Ok(true)
        }
        _ => {
            t.tell(|| Event::Declined { who: target, against });
            Ok(false)
        }
    }
}
