//! Jumps. (`jump`, `fall.jump`)

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Bearing, Id};

use crate::catalogue::rule;
use crate::model::{Event, Setup, Skill, State};
use crate::rules::ground::falls::{self, Cause};
use crate::rules::{Halting, Table, bodies, ground, items, skills};

/// What a jump to a square has to reach: feet across, feet down, and four for each foot up. (`jump`)
pub fn difficulty(g: &Setup, s: &State, who: Id, to: Square) -> i32 {
    let across = bodies::feet(g, s.creature(who).at, to);
    let rise = i32::from(bodies::level(g, &bodies::placed(g, who, to))) - i32::from(s.creature(who).height);
    across + if rise > 0 { g.rules.jump_up_factor * rise } else { -rise }
}

/// Jumps, at an advantage when prepared and a disadvantage within a move: as far as the throw reaches, and what is missing is a fall. (`jump`, `fall.jump`)
pub fn jump<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square, net: i32) -> Halting<T> {
    let goal = difficulty(g, s, who, to);
    let heavy = items::is_overloaded(g, s, who);
    let net = (net - i32::from(heavy)).clamp(-1, 1);
    let check = skills::check(g, s, rule::DICE_JUMP, who, Skill::Jump, net).noting(rule::JUMP, goal, Bearing::Goal);
    let reached = t.throw([check], |[d]| d.total.clamp(0, goal))?;
    let made = reached >= goal;
    let (from, before) = (s.creature(who).at, s.creature(who).height);
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
    falls::begin(g, s, t, who, Cause { jump: Some(eased), ..Cause::default() })
}

/// The square straight on the way that a throw reaches.
fn short_of(g: &Setup, s: &State, who: Id, from: Square, to: Square, reached: i32) -> Square {
    let mut at = from;
    let mut left = reached;
    while at != to && left >= bodies::SQUARE {
        let Some(next) = Facing::toward(at, to).and_then(|way| at.step(way)) else { break };
        let free = bodies::has_room(g, s, who, next);
        let high = bodies::level(g, &bodies::placed(g, who, next)) > s.creature(who).height;
        if ground::is_closed(g, next) || !g.ground.board.contains(next) || !free || high {
            break;
        }
        at = next;
        left -= bodies::SQUARE;
    }
    at
}
