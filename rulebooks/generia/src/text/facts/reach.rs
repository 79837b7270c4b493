//! Which cells somebody can get to in one move, and which they can strike by hand.

use skirmish_grid::Square;
use skirmish_kernel::{Fact, Id};

use super::metres;
use crate::catalogue::rule;
use crate::model::{Gait, Setup, State, WeaponKind};
use crate::rules::movement::{self, paths};
use crate::rules::{after, bodies, lines};
use crate::text::words::label;

/// What a walk covers, and what a blow with what is in hand reaches.
pub fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
    walked(g, s, who).into_iter().chain(struck(g, s, who)).collect()
}

/// In the saddle the mount walks. (`action.movement-forms`)
fn walked(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let mover = s.creature(who).mount.unwrap_or(who);
    let far = movement::metres(g, mover, Gait::Walk);
    if far <= 0 || !movement::can_move(s, mover) {
        return None;
    }
    let mut cells = Vec::new();
    paths::ends(g, s, mover, far, |cell, _| cells.push(label(g, cell)));
    Some(Fact::by(rule::ACTION_MOVEMENT_FORMS, format!("can walk {} in a turn", metres(far))).over(cells))
}

/// (`melee.definition`)
fn struck(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let held = s.creature(who).in_hand().map(|arm| g.arm(who, arm).1);
    let blades = held.filter(|weapon| weapon.kind != WeaponKind::Ranged).map(|weapon| weapon.reach);
    let fist = g.sheet(who).arms.get(usize::from(after::fist(g, who))).map(|arm| g.weapon(arm.weapon).reach);
    let far = blades.chain(fist).max()?;
    let own = bodies::body(g, s, who);
    let near = |cell: &Square| {
        let away = lines::to_cell(g, s, who, *cell);
        !own.cells().any(|own| own == *cell)
            && away <= far
            && !g.ground.terrain(*cell).wall
            && lines::has_line_from(g, s, who, *cell)
    };
    let cells = g.ground.board.cells().filter(near).map(|cell| label(g, cell));
    Some(Fact::by(rule::MELEE_DEFINITION, format!("can strike within {}", metres(far))).over(cells))
}
