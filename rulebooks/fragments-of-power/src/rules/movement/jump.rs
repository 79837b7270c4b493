//! Jumps. (`jump`, `fall.jump`)

use skirmish_grid::{Cell, Facing, Square};
use skirmish_kernel::{Bearing, Id};

use crate::catalogue::rule;
use crate::model::{Event, Gait, Setup, Skill, State};
use crate::rules::ground::falls::{self, Cause};
use crate::rules::movement::paths::{self, Spot};
use crate::rules::{OrHalt, Table, bodies, ground, items, movement, skills};

/// The squares on the straight way of a jump, the last among them.
pub fn way(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let next = move |at: &Square| Facing::toward(*at, to).and_then(|way| at.step(way));
    std::iter::successors(next(&from), next)
}

/// Is there anything on the way for which one would jump: a gap, water, or ground at another height?
pub fn is_worth_it(g: &Setup, s: &State, who: Id, to: Square) -> bool {
    let mut spot = Spot::of(s, who);
    way(spot.at, to).any(|at| {
        let before = spot.height;
        spot.go(g, s, who, Gait::Run, at, 0).is_none() || spot.height != before || paths::falls_in(g, s, at)
    })
}

/// What a jump to a square has to reach: feet across, feet down, and four for each foot up to the highest ground on the way.
/// (`jump`)
pub fn difficulty(g: &Setup, s: &State, who: Id, to: Square) -> i32 {
    let across = bodies::feet(g, s.creature(who).at, to);
    let rise =
        |at: Square| i32::from(bodies::level(g, &bodies::placed(g, who, at))) - i32::from(s.creature(who).height);
    let up = way(s.creature(who).at, to).map(rise).max().unwrap_or(0).max(0);
    across + g.rules.jump_up_factor * up + (-rise(to)).max(0)
}

/// Jumps, at an advantage when prepared and a disadvantage within a move: as far as the throw reaches, and what is missing is a fall. (`jump`, `fall.jump`)
pub fn jump<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square, net: i32) -> OrHalt<T> {
    let goal = difficulty(g, s, who, to);
    let heavy = items::is_overloaded(g, s, who);
    let net = (net - i32::from(heavy)).clamp(-1, 1);
    let check = skills::check(g, s, rule::DICE_JUMP, who, Skill::Jump, net).noting(rule::JUMP, goal, Bearing::Goal);
    let reached = t.throw([check], |[d]| d.total.clamp(0, goal))?;
    let (from, before) = (s.creature(who).at, s.creature(who).height);
    let met = reached >= goal && movement::meets(g, s, t, who, to);
    let made = reached >= goal && !met;
    let landing = if made { to } else { short_of(g, s, who, from, to, reached) };
    let level = bodies::level(g, &bodies::placed(g, who, landing));
    let down = before.saturating_sub(level);
    t.tell(|| Event::Jumped { who, to: landing, feet: reached, made, hidden_from: s.creature(who).hidden_from });
    if made || down <= 0 {
        bodies::put(s, who, landing, level);
        return ground::arrive(g, s, t, who);
    }
    // He is above it, and falls the rest; what the throw has left beyond the way across comes off. (`fall.jump`)
    bodies::put(s, who, landing, before);
    let across = bodies::feet(g, from, landing);
    let eased = i16::try_from((reached - across).max(0)).unwrap_or(0);
    // The edge is to hand where it has not been left by more than a square. (`fall.catch`)
    let edge = (from.distance(landing) == 1).then_some((from, before));
    // Whoever jumps down falls on purpose.
    let chosen = bodies::level(g, &bodies::placed(g, who, to)) < before;
    falls::begin(g, s, t, who, Cause { from: edge, jump: Some(eased), chosen, ..Cause::default() })
}

/// The square straight on the way that a throw reaches.
fn short_of(g: &Setup, s: &State, who: Id, from: Square, to: Square, reached: i32) -> Square {
    let mut last = from;
    for next in way(from, to).take(usize::try_from(reached / bodies::SQUARE).unwrap_or(0)) {
        let high = bodies::level(g, &bodies::placed(g, who, next)) > s.creature(who).height;
        if high || !bodies::fits(g, who, next) || !bodies::has_room(g, s, who, next) {
            break;
        }
        last = next;
    }
    last
}
