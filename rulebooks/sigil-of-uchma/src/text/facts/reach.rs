//! Which cells somebody can get to in one move, and which they can strike by hand.

use skirmish_bookkit::words::plural;
use skirmish_grid::Square;
use skirmish_kernel::{Fact, Id};

use crate::catalogue::rule;
use crate::model::{Setup, State};
use crate::rules::{abilities, bodies, paths};

use crate::text::words::label;

/// What one move covers, and what a blow reaches.
pub fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
    moved(g, s, who).into_iter().chain(struck(g, s, who)).collect()
}

/// (`move.speed`)
fn moved(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let speed = if bodies::is_aloft(s, who) { paths::fly_speed(g, s, who) } else { paths::speed(g, s, who) };
    let here = s.creature(who).at;
    let mut cells = Vec::new();
    paths::with_reach(g, s, who, paths::SQUARE * speed, |cell, _| cells.push(cell));
    let cells = cells.into_iter().filter(|cell| *cell != here).map(|cell| label(g, cell));
    (speed > 0).then(|| Fact::by(rule::MOVE_SPEED, format!("can move {}", plural(speed, "square"))).over(cells))
}

/// (`map.distance`)
fn struck(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let mut reach = 0;
    abilities::each(g, s, who, |what| {
        let ability = g.ability(what);
        if ability.hostile && ability.is_melee() {
            reach = reach.max(i32::from(ability.range).max(1));
        }
    });
    let near = |cell: &Square| (1..=reach).contains(&bodies::distance_to(g, s, who, *cell));
    let cells = g.ground.board.cells().filter(near).map(|cell| label(g, cell));
    (reach > 0)
        .then(|| Fact::by(rule::MAP_DISTANCE, format!("can strike within {}", plural(reach, "square"))).over(cells))
}
