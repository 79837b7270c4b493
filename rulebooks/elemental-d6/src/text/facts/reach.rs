//! Which cells somebody can get to in one move, and which they can strike by hand.

use skirmish_grid::Hex;
use skirmish_kernel::{Fact, Id};

use super::plural;
use crate::catalogue::rule;
use crate::model::{Delivery, Gait, Setup, State};
use crate::rules::lines;
use crate::rules::movement::{paths, speeds};

/// What a move covers in one segment, and what a blow reaches.
pub fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
    moved(g, s, who).into_iter().chain(struck(g, s, who)).collect()
}

/// (`move.formula`)
fn moved(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let speed = speeds::speed(g, s, who, Gait::Move);
    // A bonus hex may be walked in any segment of the movement, and so in this one.
    let hexes = u32::from(speed.hexes) + u32::from(speed.bonus);
    if hexes == 0 || !paths::can_move(g, s, who, Gait::Move) {
        return None;
    }
    let mut cells = Vec::new();
    paths::ends(g, s, who, Gait::Move, hexes, |hex| cells.push(g.label(hex)));
    let text = format!("can move {hexes} {} in a segment", plural(hexes, "hex"));
    Some(Fact::by(rule::MOVE_FORMULA, text).over(cells))
}

fn struck(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let blows = g.sheet(who).attacks.iter().map(|attack| g.ability(attack.ability));
    let blows = blows.filter(|blow| blow.offensive.is_some() && blow.delivery == Delivery::Melee);
    let hexes = blows.map(|blow| u16::try_from(blow.range / 5).unwrap_or(0).max(1)).max()?;
    let here = s.creature(who).at;
    let near = |hex: &Hex| *hex != here && lines::hexes(here, *hex) <= hexes && !lines::is_obstacle(g, s, *hex);
    let cells = g.ground.board.cells().filter(near).map(|hex| g.label(hex));
    Some(Fact::plain(format!("can strike within {hexes} {}", plural(u32::from(hexes), "hex"))).over(cells))
}
