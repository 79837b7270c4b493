//! Pushes: they move at the speed of the action that caused them, until they are done.

use skirmish_grid::{Cell, Hex};
use skirmish_kernel::{Id, Questions};

use crate::catalogue::{PushbackCollision, rule};
use crate::model::{Event, Flight, Push, Setup, State, What, ask};
use crate::rules::{OrHalt, Table, lines, triggers};

/// Begins a push and plays its first segment, at the full speed however far the attack flew. (`pushback.speed`)
pub fn start<T: Table>(g: &Setup, s: &mut State, t: &mut T, flight: &Flight, victim: Id, feet: i32) -> OrHalt<T> {
    let What::Ability(index) = flight.act.what else { return Ok(()) };
    let ability = g.ability(index);
    let push = Push {
        serial: s.number(),
        owner: flight.owner,
        victim,
        origin: flight.origin,
        start: s.creature(victim).at,
        left: (feet / 5).clamp(0, 250) as u8,
        speed: ability.speed.per_segment(),
        reposition: ability.reposition,
        played: true,
    };
    if push.left == 0 || push.origin == push.start && !push.reposition {
        return Ok(());
    }
    s.pushes.push(push);
    segment(g, s, t, push.serial)
}

/// One segment of a push.
pub fn segment<T: Table>(g: &Setup, s: &mut State, t: &mut T, serial: u16) -> OrHalt<T> {
    let Some(at) = s.pushes.iter().position(|p| p.serial == serial) else { return Ok(()) };
    s.pushes[at].played = true;
    let push = s.pushes[at];
    let mut moved = 0;
    let (mut left, mut stopped) = (push.left, 0);
    while left > 0 && moved < push.speed {
        let Some(next) = next_hex(g, s, t, &push)? else {
            stopped = left;
            left = 0;
            break;
        };
        s.creature_mut(push.victim).at = next;
        moved += 1;
        left -= 1;
        triggers::state_of(g, s, t, push.victim)?;
        if !s.pushes.iter().any(|p| p.serial == serial) {
            // Felled on the way, and pushed no farther.
            left = 0;
            break;
        }
    }
    if let Some(push) = s.pushes.iter_mut().find(|p| p.serial == serial) {
        push.left = left;
    }
    let (who, to) = (push.victim, s.creature(push.victim).at);
    if moved > 0 {
        t.tell(|| Event::Pushed { who, by: push.owner, hexes: moved, left, to, reposition: push.reposition });
    }
    if stopped > 0 {
        stop(g, s, t, &push, stopped);
    }
    if left == 0 {
        s.pushes.retain(|p| p.serial != serial);
    } else {
        t.tell(|| Event::Suspended { who });
    }
    Ok(())
}

fn stop<T: Table>(g: &Setup, s: &mut State, t: &mut T, push: &Push, lost: u8) {
    t.tell(|| Event::PushStopped { who: push.victim, by: push.owner, lost });
    if g.rules.pushback_collision == PushbackCollision::Damage {
        crate::rules::damage::lose(g, s, t, push.victim, i32::from(lost));
    }
}

/// The next hex of a push, if it is free.
fn next_hex<T: Table>(g: &Setup, s: &State, t: &mut T, push: &Push) -> OrHalt<T, Option<Hex>> {
    let here = s.creature(push.victim).at;
    if !push.reposition {
        return Ok(away(push, here).filter(|hex| free(g, s, *hex)));
    }
    if !here.neighbours().any(|hex| free(g, s, hex)) {
        return Ok(None);
    }
    t.put(s, rule::DP_PUSHBACK_DIRECTION, push.owner, ask::Reposition { victim: push.victim }).map(Some)
}

/// Can a pushed creature be moved into this hex?
pub fn free(g: &Setup, s: &State, hex: Hex) -> bool {
    g.ground.board.contains(hex) && !lines::is_obstacle(g, s, hex) && s.standing_in(hex).is_none()
}

/// The neighbour farther from the origin whose centre lies nearest to the line of the push; of two, the clockwise one.
fn away(push: &Push, here: Hex) -> Option<Hex> {
    let off = |hex: Hex| {
        let (dq, dr) = (i64::from(push.start.q - push.origin.q), i64::from(push.start.r - push.origin.r));
        let (q, r) = (i64::from(hex.q - push.origin.q), i64::from(hex.r - push.origin.r));
        // The cross product keeps its ratios when the board is sheared, so axial axes serve; positive is clockwise.
        dq * r - dr * q
    };
    let farther = |hex: &Hex| hex.distance(push.origin) > here.distance(push.origin);
    here.neighbours().filter(farther).min_by_key(|hex| (off(*hex).abs(), -off(*hex).signum()))
}
