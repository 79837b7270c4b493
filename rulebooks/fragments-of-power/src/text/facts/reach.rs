//! Which cells somebody can get to in one move, and which they can strike by hand.

use skirmish_grid::Square;
use skirmish_kernel::{Fact, Id};

use crate::catalogue::rule;
use crate::model::{Gait, Setup, State};
use crate::rules::movement::{self, paths};
use crate::rules::{attack, bodies};
use crate::text::words::label;

/// What one move covers on foot, and what a blow with what is in hand reaches.
pub fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
    run(g, s, who).into_iter().chain([struck(g, s, who)]).collect()
}

/// (`move.basic`)
fn run(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let feet = movement::speed(g, s, who, Gait::Run);
    if movement::cannot_leave(g, s, who).is_some() || !paths::can(g, s, who, Gait::Run) {
        return None;
    }
    let here = s.creature(who).at;
    let places = |found: &paths::Found<'_>| -> Vec<Square> { found.places().map(|(cell, _)| cell).collect() };
    let cells = paths::search(g, s, who, Gait::Run, feet, |_, _| true, places);
    let cells = cells.into_iter().filter(|cell| *cell != here).map(|cell| label(g, cell));
    Some(Fact::by(rule::MOVE_BASIC, format!("can move {feet} feet with one action")).over(cells))
}

/// (`attack.melee`)
fn struck(g: &Setup, s: &State, who: Id) -> Fact {
    let feet = attack::longest_reach(g, s, who);
    let near = |cell: &Square| (1..=feet).contains(&bodies::distance_to(g, s, who, *cell));
    let cells = g.ground.board.cells().filter(near).map(|cell| label(g, cell));
    Fact::by(rule::ATTACK_MELEE, format!("can strike within {feet} feet")).over(cells)
}
