//! Going past somebody unseen. (`sneak.*`)

use skirmish_grid::Square;
use skirmish_kernel::{Bearing, Check, Id, Ids, Terms};

use crate::catalogue::{SneakRoll, rule};
use crate::model::{Attribute, Cover, Event, Kind, Setup, State};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, bodies, explosion, lines, save};

/// What a cell does for whoever sneaks through it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Concealment {
    /// From cover, or the want of it: -2 to 2. (`sneak.cover`)
    pub cover: i32,
    /// From darkness: 0 to 2. (`sneak.light`)
    pub light: i32,
}

fn cover(g: &Setup, cell: Square) -> i32 {
    match g.ground.terrain(cell).cover {
        Cover::Total => 2,
        Cover::Full => 1,
        Cover::Half => 0,
        Cover::None if is_open_field(g, cell) => -2,
        Cover::None => -1,
    }
}

/// Open field by the table's word, or nothing to hide behind within two metres.
fn is_open_field(g: &Setup, cell: Square) -> bool {
    if let Some(field) = g.ground.terrain(cell).field {
        return field;
    }
    cell.disc(2).all(|near| {
        let terrain = g.ground.terrain(near);
        !g.ground.board.contains(near) || !terrain.wall && terrain.cover == Cover::None
    })
}

/// The worst cell of a way that lies in somebody's line of sight; `None` when none does. (`sneak.least-cover`)
pub fn worst(g: &Setup, s: &State, who: Id, path: &[Square], past: Id) -> Option<Concealment> {
    let body = bodies::body(g, s, who);
    let crossed = path.iter().flat_map(|at| body.at(*at).cells());
    let seen = crossed.filter(|cell| lines::has_line_from(g, s, past, *cell));
    // The least covered one, with the light of that very cell; of several the one in most light.
    let light = |cell: Square| g.ground.terrain(cell).light as i32;
    let least = seen.min_by_key(|cell| (cover(g, *cell), light(*cell)))?;
    Some(Concealment { cover: cover(g, least), light: light(least) })
}

/// Could anybody notice whoever goes this way? Only foes who can act look out.
pub fn observers(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Id> {
    let able = s.able;
    g.foes(who).iter().filter(move |foe| able.has(*foe))
}

/// Somebody tries to go its way unseen: each foe in whose line of sight a cell of it lies may notice.
pub fn past_everybody<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, crossed: &[Square]) -> OrHalt<T> {
    if g.rules.sneak_roll == SneakRoll::OneForAll {
        return past_all_at_once(g, s, t, who, crossed);
    }
    for past in g.foes(who).iter() {
        if let Some(worst) = worst(g, s, who, crossed, past).filter(|_| s.is_able(past)) {
            t.scope(s, |s, t| check(g, s, t, who, past, worst).map(drop))?;
        }
    }
    Ok(())
}

/// One die for all who might notice, with the least cover that any of them sees. (`sneak.roll`, a house rule)
fn past_all_at_once<T: Table>(g: &Setup, s: &State, t: &mut T, who: Id, crossed: &[Square]) -> OrHalt<T> {
    let seen = |past: Id| worst(g, s, who, crossed, past).map(|worst| ((worst.cover, worst.light), worst));
    let Some((_, least)) = observers(g, s, who).filter_map(seen).min_by_key(|(cover, _)| *cover) else {
        return Ok(());
    };
    let watching: Ids = observers(g, s, who).filter(|past| seen(*past).is_some()).collect();
    let dc = |past: Id| save::target(g, g.rules.dc_base + g.sheet(past).modifier(Attribute::Per));
    let thrown = thrown(g, s, who, least);
    let by = |total: i32| -> Ids { watching.iter().filter(|past| total >= dc(*past)).collect() };
    let unnoticed = match explosion::of_all(g) {
        true => by(explosion::total(g, t, thrown)?),
        false => t.throw([thrown], |[thrown]| by(thrown.total))?,
    };
    for past in watching.iter() {
        t.tell(|| Event::Sneaked { who, past, unseen: unnoticed.has(past) });
    }
    Ok(())
}

/// DEX, with everything that hides it or shows it. (`sneak.cover`, `sneak.light`)
fn thrown<M: Terms>(g: &Setup, s: &State, who: Id, worst: Concealment) -> Check<M> {
    let mut edge = Edge::new();
    edge.add(true, rule::SNEAK_COVER, worst.cover);
    edge.add(true, rule::SNEAK_LIGHT, worst.light);
    let hidden = s.creature(who).condition(Kind::Hidden).map_or(0, |condition| i32::from(condition.value));
    edge.add(true, rule::CONDITION_HIDDEN, hidden);
    edge.add(true, rule::SIZE_EFFECTS, -g.sheet(who).size.steps());
    save::check(g, s, who, Attribute::Dex, rule::DICE_SNEAK, &edge)
}

/// A sneaking check past one observer. (`sneak.check`)
pub fn check<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, past: Id, worst: Concealment) -> OrHalt<T, bool> {
    let dc = g.rules.dc_base + g.sheet(past).modifier(Attribute::Per);
    let target = save::target(g, dc);
    let thrown = thrown::<T::Terms>(g, s, who, worst).noting(rule::SNEAK_CHECK, target, Bearing::Goal);
    let unseen = explosion::reaches(g, t, thrown, target)?;
    t.tell(|| Event::Sneaked { who, past, unseen });
    Ok(unseen)
}
