//! Jumps. (`jump`, `fall.jump`)

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Bearing, Id};

use crate::catalogue::rule;
use crate::model::{Event, Gait, Plight, Setup, Skill, State};
use crate::rules::ground::falls::{self, Cause};
use crate::rules::movement::paths::{self, Passage};
use crate::rules::{Halting, Table, bodies, ground, items, skills};

/// The squares straight on the way to another, which is the last of them.
fn line(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let on = move |at: &Square| at.step(Facing::toward(*at, to)?);
    std::iter::successors(on(&from), move |at| on(at).filter(|_| *at != to))
}

/// How high one has to be to come over everything on the way; nothing where a wall is in the way, or somebody past whom one
/// has to push. (`jump`)
pub fn peak(g: &Setup, s: &State, who: Id, to: Square) -> Option<i16> {
    let from = s.creature(who).at;
    let mut high = s.creature(who).height;
    for at in line(from, to) {
        let body = bodies::placed(g, who, at);
        high = high.max(bodies::landing(g, &body));
        let over = bodies::body(g, s, who).at(at);
        let tied = bodies::bound(s, who);
        let mut others = s.everybody().filter(|id| !tied.has(*id) && !s.creature(*id).hidden_from.has(who));
        let push = others.any(|id| {
            paths::passage(g, s, who, id) == Passage::Push && bodies::body(g, s, id).overlaps(&over)
        });
        if push || bodies::enters(g, who, at, high).is_none() {
            return None;
        }
    }
    Some(high)
}

/// Is there anything on the way for which one would jump: a gap, water, or ground at another height?
pub fn is_worth_it(g: &Setup, s: &State, who: Id, to: Square) -> bool {
    let height = s.creature(who).height;
    let walks = |at: Square| {
        let terrain = g.ground.at(at);
        paths::arrives(g, s, who, Gait::Run, height, at) == Some(terrain.elevation) && !paths::falls_in(g, s, at)
    };
    !line(s.creature(who).at, to).all(|at| g.ground.is_plain_at(at) && height == 0 || walks(at))
}

/// What a jump to a square has to reach: feet across, feet down, and four for each foot up to the highest on the way. (`jump`)
pub fn difficulty(g: &Setup, s: &State, who: Id, to: Square) -> i32 {
    let across = bodies::feet(g, s.creature(who).at, to);
    let height = i32::from(s.creature(who).height);
    let down = height - i32::from(bodies::level(g, &bodies::placed(g, who, to)));
    let up = peak(g, s, who, to).map_or(-down, |peak| i32::from(peak) - height);
    across + g.rules.jump_up_factor * up.max(0) + down.max(0)
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
        s.creature_mut(who).plights.set(Plight::Climbing, false);
        return ground::arrive(g, s, t, who);
    }
    // He is above it, and falls the rest; what the throw has left beyond the way across comes off. (`fall.jump`)
    bodies::put(s, who, landing, before);
    let across = bodies::feet(g, from, landing);
    let eased = i16::try_from((reached - across).max(0)).unwrap_or(0);
    let on_purpose = bodies::level(g, &bodies::placed(g, who, to)) < before;
    let edge = (from.chebyshev(landing) == 1).then_some((from, before));
    falls::begin(g, s, t, who, Cause { jump: Some(eased), from: edge, on_purpose, ..Cause::default() })
}

/// The square straight on the way that a throw reaches.
fn short_of(g: &Setup, s: &State, who: Id, from: Square, to: Square, reached: i32) -> Square {
    let height = s.creature(who).height;
    let near = line(from, to).take_while(|at| {
        let free = bodies::enters(g, who, *at, height) == Some(height) && bodies::has_room(g, s, who, *at);
        free && bodies::feet(g, from, *at) <= reached
    });
    near.last().unwrap_or(from)
}
