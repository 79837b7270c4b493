//! Flanked, cornered, confined: only where a table plays with them. (`position.conditions`, a house rule)

use arrayvec::ArrayVec;
use skirmish_grid::{Cell, Facing, Square};
use skirmish_kernel::Id;

use crate::catalogue::PositionConditions;
use crate::model::{Setup, State, Tag, Weapon, WeaponKind};
use crate::rules::bodies;

/// Does the table play with them?
pub fn counts(g: &Setup) -> bool {
    g.rules.position_conditions == PositionConditions::On
}

/// Advantage of a blow at somebody who is flanked by its attacker and another: 1, or 2 if it is cornered. (conditions
/// flanked, cornered)
pub fn flanking(g: &Setup, s: &State, by: Id, on: Id) -> i32 {
    if bodies::count(&g.rules) {
        return flanking_bodies(g, s, by, on);
    }
    let at = s.creature(on).at;
    let threatens = |cell: Option<Square>| {
        cell.and_then(|cell| s.standing_in(cell)).is_some_and(|id| g.opposed(id, on) && s.is_able(id))
    };
    let mut pairs = ArrayVec::<(Option<Square>, Option<Square>), 4>::new();
    for facing in &Facing::ALL[..4] {
        let (one, other) = (at.step(*facing), at.step(facing.opposite()));
        if threatens(one) && threatens(other) {
            // As many places as there are pairs of sides.
            pairs.push((one, other));
        }
    }
    let from = Some(s.creature(by).at);
    // It is the blows of those two that are better, and nobody else's.
    if !pairs.iter().any(|(one, other)| *one == from || *other == from) {
        return 0;
    }
    match pairs.len() {
        0 => 0,
        1 if !is_confined(g, s, on) => 1,
        _ => 2,
    }
}

/// The same where bodies fill several squares: two are on opposite sides if the middle of a body lies in the middle of
/// some square of the one and some square of the other, both beside it.
fn flanking_bodies(g: &Setup, s: &State, by: Id, on: Id) -> i32 {
    let body = bodies::body(g, s, on);
    let threat = |cell: Square| bodies::standing_in(g, s, cell).filter(|id| g.opposed(*id, on) && s.is_able(*id));
    let opposite = |cell: Square| {
        let centre = body.centre()?;
        Some(Square::new(i16::try_from(centre.x).ok()? - cell.x, i16::try_from(centre.y).ok()? - cell.y))
    };
    let mut pairs = ArrayVec::<(Id, Id), { Id::MOST }>::new();
    for cell in body.around(1).filter(|cell| !body.covers(*cell)) {
        let Some((one, other)) = threat(cell).zip(opposite(cell).and_then(threat)) else { continue };
        let pair = (one.min(other), one.max(other));
        if one != other && !pairs.contains(&pair) {
            // Around one body there are never so many.
            let _ = pairs.try_push(pair);
        }
    }
    let is_by = |id: Id| id == by || s.creature(id).mount == Some(by);
    match pairs.iter().any(|(one, other)| is_by(*one) || is_by(*other)) {
        false => 0,
        true if pairs.len() == 1 && !is_confined(g, s, on) => 1,
        true => 2,
    }
}

/// Walls in two directions around it, or three creatures of its size or larger? (condition confined)
pub fn is_confined(g: &Setup, s: &State, who: Id) -> bool {
    if bodies::count(&g.rules) {
        return is_body_confined(g, s, who);
    }
    let at = s.creature(who).at;
    let walls = at.sides().filter(|cell| !g.ground.board.contains(*cell) || g.ground.terrain(*cell).wall).count();
    let bodies = at.neighbours().filter_map(|cell| s.standing_in(cell)).filter(|id| is_as_large(g, s, *id, who));
    walls >= 2 || bodies.count() >= 3
}

/// Is one as large as the other, or the mount that it sits on?
fn is_as_large(g: &Setup, s: &State, one: Id, other: Id) -> bool {
    let size = g.sheet(other).size;
    [Some(one), s.creature(one).mount].into_iter().flatten().any(|body| g.sheet(body).size >= size)
}

fn is_body_confined(g: &Setup, s: &State, who: Id) -> bool {
    let body = bodies::body(g, s, who);
    let walled = |direction: &usize| body.entered(*direction).any(|(_, cell)| g.ground.terrain(cell).wall);
    let near = |id: &Id| body.is_adjacent(&bodies::body(g, s, *id));
    // A rider stands for its mount, and once.
    let stands = |id: &Id| s.is_here(*id) && !s.creature(*id).wounds.is_out && s.creature(*id).rider.is_none();
    let bodies = g.ids().filter(|id| stands(id) && near(id) && is_as_large(g, s, *id, who));
    (0..Square::CORNERS.len()).filter(walled).count() >= 2 || bodies.count() >= 3
}

/// A long weapon is in the way of whoever is confined.
pub fn is_cramped(g: &Setup, s: &State, who: Id, weapon: &Weapon) -> bool {
    counts(g) && weapon.is(Tag::Long) && is_confined(g, s, who)
}

/// A short weapon finds whoever is confined.
pub fn is_found(g: &Setup, s: &State, on: Id, weapon: &Weapon) -> bool {
    counts(g) && weapon.is(Tag::Short) && weapon.kind != WeaponKind::Ranged && is_confined(g, s, on)
}
