//! Out of the way of an attack that is held while its target moves. (`dp.counter`, `held.recheck`)

use skirmish_grid::Hex;
use skirmish_kernel::Id;

use super::paths;
use crate::model::{Flight, Gait, Path, Setup, State};
use crate::rules::lines;

/// The way of a counter to the nearest of the hexes where least comes of what is held against somebody; nothing where no hex is better
/// than this one, or nothing is held.
pub fn shelter(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32) -> Option<Path> {
    if s.flights.iter().any(|flight| is_held(flight, who)) { sheltered(g, s, who, gait, steps) } else { None }
}

/// What was seen at contact, or before, counts however its target moves, where a table plays so.
fn is_held(flight: &Flight, who: Id) -> bool {
    flight.held && flight.fixed.is_none() && flight.is_on(who)
}

#[cold]
fn sheltered(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32) -> Option<Path> {
    let here = s.creature(who).at;
    let threat = |at: Hex| -> u32 {
        let held = s.flights.iter().filter(|flight| is_held(flight, who));
        held.map(|flight| exposure(g, s, flight, at, gait == Gait::Dodge)).sum()
    };
    let (mut least, mut best) = ((threat(here), 0), None);
    paths::ends(g, s, who, gait, steps, |end| {
        let found = (threat(end), end.distance(here));
        if found.0 < least.0 || best.is_some() && found < least {
            (least, best) = (found, Some(end));
        }
    });
    best.map(|end| paths::way(g, s, who, gait, end, steps)).filter(|way| !way.is_empty())
}

/// How much of an attack reaches a hex: nothing without a line, less through what conceals; a Dodge gives what cover would.
fn exposure(g: &Setup, s: &State, flight: &Flight, at: Hex, spoiled: bool) -> u32 {
    let seen = lines::sight(g, s, flight.owner, flight.origin, at);
    match seen.free {
        true => u32::from(6 - seen.concealment.min(3)) * if seen.cover || spoiled { 2 } else { 3 },
        false => 0,
    }
}
