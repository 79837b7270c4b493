//! Which cells somebody can get to in one move, and which they can strike by hand.

use skirmish_grid::Square;
use skirmish_kernel::{Fact, Id};

use super::yards;
use crate::catalogue::rule;
use crate::model::{Setup, State};
use crate::rules::lines;
use crate::rules::movement::{self, paths};
use crate::text::words::label;

/// What one move action covers, and where somebody threatens.
pub fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
    [moved(g, s, who), threatened(g, s, who)].into_iter().flatten().collect()
}

/// (`move-seg.moves`)
fn moved(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let rate = movement::rate(g, s, who);
    if rate == 0 || paths::is_hemmed_in(g, s, who) {
        return None;
    }
    let mut cells = Vec::new();
    paths::ends(g, s, who, rate, |cell, _| cells.push(label(g, cell)));
    Some(Fact::by(rule::MOVE_SEG_MOVES, format!("can move {} with one action", yards(rate.into()))).over(cells))
}

/// The zone in which somebody threatens with what is in hand. (`ruling.threat-zone`)
fn threatened(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let (here, zone) = (s.creature(who).at, i32::from(s.creature(who).zone));
    let near = |cell: &Square| *cell != here && lines::yards(here, *cell) <= zone && lines::is_free(g, here, *cell);
    let cells = g.ground.board.cells().filter(near).map(|cell| label(g, cell));
    (zone > 0).then(|| Fact::by(rule::RULING_THREAT_ZONE, format!("threatens within {}", yards(zone))).over(cells))
}
