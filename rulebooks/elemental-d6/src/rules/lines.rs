//! What stands between two hexes: line of sight, cover, concealment.

use std::cell::RefCell;
use std::sync::Arc;

use skirmish_bookkit::sight::{MOST_TRIED, sweep_from};
use skirmish_grid::{
    Grazing, Hex, Passage, SightScratch, any_line_free, center_crossed, center_line_free, fewest_crossed, most_crossed,
    walk,
};
use skirmish_kernel::{CellSet, Id, Side, Viewer};

use crate::catalogue::{
    ConcealmentCountTargetHex, ConcealmentWhichLine, CoverCreatures, LosAdjacentIgnored, LosGrazing,
};
use crate::model::{Kind, Setup, Sight, State};
use crate::rules::structures;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no rule reads what they hold.
    static SCRATCH: RefCell<SightScratch> = const { RefCell::new(SightScratch::new()) };
}

/// Hexes from one to the other.
#[inline]
pub fn hexes(a: Hex, b: Hex) -> u16 {
    u16::try_from(a.distance(b)).unwrap_or(u16::MAX)
}

/// Is there anything solid in this hex?
#[inline]
pub fn is_obstacle(g: &Setup, s: &State, hex: Hex) -> bool {
    g.ground.terrain(hex).obstacle || is_built_up(s, hex)
}

/// Does this hex stand in the way of a line? Beyond the edge of the map there is nothing to be seen, and nothing that hides
/// what is on it.
#[inline]
fn cuts(g: &Setup, s: &State, hex: Hex) -> bool {
    g.ground.is_solid(hex) || is_built_up(s, hex)
}

/// Has somebody put anything solid there?
#[inline]
pub fn is_built_up(s: &State, hex: Hex) -> bool {
    s.structures.iter().any(|b| b.obstacle && structures::stands_in(b, hex))
}

/// Is there anything in this hex that hides what is behind it?
pub fn is_concealing(g: &Setup, s: &State, hex: Hex) -> bool {
    g.ground.terrain(hex).concealing || s.structures.iter().any(|b| !b.obstacle && structures::stands_in(b, hex))
}

fn grazing(g: &Setup) -> Grazing {
    match g.rules.los_grazing {
        LosGrazing::Free => Grazing::Free,
        LosGrazing::Blocked => Grazing::Blocks,
    }
}

/// What blocks lines of sight: obstacles, and for cover also (house rule) creatures.
fn blocks_sight(g: &Setup, s: &State, from: Hex, hex: Hex) -> bool {
    let spared = g.rules.los_adjacent_ignored == LosAdjacentIgnored::Yes && hex.distance(from) == 1;
    !spared && cuts(g, s, hex)
}

/// Is there any uninterrupted line between the two hexes? (`los.any_point`)
#[inline]
pub fn has_line(g: &Setup, s: &State, from: Hex, to: Hex) -> bool {
    from.distance(to) <= 1
        || if stands_still(g) { far_sight(g, s, from, to).free } else { has_far_line(g, s, from, to) }
}

/// Does what stands between two hexes depend on the map and what has been built alone: creatures give no cover?
fn stands_still(g: &Setup) -> bool {
    g.rules.cover_creatures == CoverCreatures::No
}

fn has_far_line(g: &Setup, s: &State, from: Hex, to: Hex) -> bool {
    SCRATCH.with_borrow_mut(|scratch| {
        any_line_free(&[from], &[to], |hex| blocks_sight(g, s, from, hex), grazing(g), scratch)
    })
}

/// Is the centre line interrupted by anything that is not next to the attacker? (`cover.center`)
#[inline]
pub fn has_cover(g: &Setup, s: &State, from: Hex, to: Hex) -> bool {
    if from.distance(to) <= 1 {
        return false;
    }
    // What is remembered says it of free lines alone.
    let known = stands_still(g).then(|| far_sight(g, s, from, to)).filter(|sight| sight.free);
    known.map_or_else(|| has_far_cover(g, s, from, to), |sight| sight.cover)
}

fn has_far_cover(g: &Setup, s: &State, from: Hex, to: Hex) -> bool {
    !center_line_free(from, to, |hex| hex.distance(from) > 1 && covers(g, s, hex), grazing(g))
}

fn covers(g: &Setup, s: &State, hex: Hex) -> bool {
    cuts(g, s, hex) || g.rules.cover_creatures == CoverCreatures::Yes && s.standing_in(hex).is_some()
}

/// Would there be cover if obstacles next to the attacker counted? (`cover.adjacent_obstacle`)
#[inline]
pub fn spared_by_adjacency(g: &Setup, s: &State, from: Hex, to: Hex) -> bool {
    from.distance(to) > 1 && !center_line_free(from, to, |hex| covers(g, s, hex), grazing(g))
}

/// Hexes of hiding matter between the two, at most 3; `None` without a free line. (`concealment.line`)
fn crossed(g: &Setup, s: &State, from: Hex, to: Hex) -> Option<u8> {
    let blocks = |hex: Hex| blocks_sight(g, s, from, hex);
    let counts = |hex: Hex| is_concealing(g, s, hex);
    let between = SCRATCH.with_borrow_mut(|scratch| match g.rules.concealment_which_line {
        ConcealmentWhichLine::Attacker => {
            fewest_crossed(&[from], &[to], blocks, counts, TOTAL.into(), grazing(g), scratch)
        }
        ConcealmentWhichLine::Center => {
            any_line_free(&[from], &[to], blocks, grazing(g), scratch).then(|| center_crossed(from, to, counts))
        }
        ConcealmentWhichLine::Defender => most_crossed(&[from], &[to], blocks, counts, grazing(g), scratch),
    })?;
    Some((between + u32::from(hides_itself(g, s, to))).min(TOTAL.into()) as u8)
}

/// As many hexes hide all that is behind them.
const TOTAL: u8 = 3;

/// Does the target's own hex count?
fn hides_itself(g: &Setup, s: &State, to: Hex) -> bool {
    g.rules.concealment_count_target_hex == ConcealmentCountTargetHex::Yes && is_concealing(g, s, to)
}

/// The same, as far as it follows from what is seen the other way: lines are the same both ways.
fn crossed_back(g: &Setup, s: &State, back: Sight, from: Hex, to: Hex) -> Option<u8> {
    let own = u8::from(hides_itself(g, s, from));
    // At the most it is not known how many of them lie between.
    let between = if own > 0 && back.concealment == TOTAL { None } else { back.concealment.checked_sub(own) };
    between.map(|between| (between + u8::from(hides_itself(g, s, to))).min(TOTAL))
}

/// What stands between an attacker in `from` and a target hex.
#[inline]
pub fn sight(g: &Setup, s: &State, who: Id, from: Hex, to: Hex) -> Sight {
    let near = from.distance(to) <= 1;
    let mut sight = if near { Sight { free: true, cover: false, concealment: 0 } } else { far_sight(g, s, from, to) };
    if s.is_affected(who) && is_blind(s, who) || g.ground.is_dark(to) {
        // Also where no line is free: the dark hides whoever is behind a rock in it.
        sight.concealment = TOTAL;
    } else if near && g.rules.concealment_count_target_hex == ConcealmentCountTargetHex::Yes {
        sight.concealment = u8::from(is_concealing(g, s, to));
    }
    sight
}

fn is_blind(s: &State, who: Id) -> bool {
    let eyes = s.creature(who);
    eyes.circumstances.cannot_see || eyes.has(Kind::Blinded)
}

/// What stands between two hexes that are not next to each other, whoever looks.
fn far_sight(g: &Setup, s: &State, from: Hex, to: Hex) -> Sight {
    if !stands_still(g) {
        return look(g, s, from, to, None);
    }
    let mut near = s.structures.iter().filter(|built| !structures::is_aside(built, from, to)).peekable();
    if near.peek().is_none() {
        // No line between the two comes near what has been built.
        return g.sightlines.bare(from, to, || look(g, s, from, to, g.sightlines.known(to, from)));
    }
    let solid = near.any(|built| built.obstacle);
    let bare = g.sightlines.known(from, to);
    match bare {
        // What is built frees no line, and hides no less.
        Some(bare) if !bare.free || bare.concealment == TOTAL && !solid => bare,
        _ => g.sightlines.past(&s.structures, from, to, |back| look(g, s, from, to, back)),
    }
}

/// The same, found anew; `back` is what is seen the other way, where that is known.
fn look(g: &Setup, s: &State, from: Hex, to: Hex, back: Option<Sight>) -> Sight {
    // What is next to the one who looks may be spared, and is not when the other looks.
    let back = back.filter(|_| g.rules.los_adjacent_ignored == LosAdjacentIgnored::No);
    let known = back.filter(|back| back.free).and_then(|back| crossed_back(g, s, back, from, to));
    let barred = back.is_some_and(|back| !back.free);
    match known.or_else(|| if barred { None } else { crossed(g, s, from, to) }) {
        Some(concealment) => Sight { free: true, cover: has_far_cover(g, s, from, to), concealment },
        None => Sight { free: false, cover: true, concealment: 0 },
    }
}

/// Could one creature aim at the other: a free line, and less than total concealment?
pub fn is_visible(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    let sight = sight(g, s, who, s.creature(who).at, s.creature(other).at);
    let by_hand = s.creature(other).circumstances.concealment;
    shows(Sight { concealment: by_hand.unwrap_or(sight.concealment), ..sight })
}

/// Could a creature aim at somebody who stood in that hex?
fn would_see(g: &Setup, s: &State, who: Id, hex: Hex) -> bool {
    shows(sight(g, s, who, s.creature(who).at, hex))
}

fn shows(sight: Sight) -> bool {
    sight.free && sight.concealment < TOTAL
}

/// Every hex in which a creature could aim at somebody.
pub fn outlook(g: &Setup, s: &State, who: Id) -> Option<Arc<CellSet>> {
    let at = s.creature(who).at;
    let eyes = (at, is_blind(s, who), s.structures.to_vec());
    g.outlooks.of(eyes, || {
        sweep_from(&g.ground.board, [at], MOST_TRIED, |hex| cuts(g, s, hex), |hex| would_see(g, s, who, hex))
    })
}

/// Does the viewer see where this creature is?
pub fn is_seen(g: &Setup, s: &State, viewer: Viewer, who: Id) -> bool {
    let seen_by = |side: Side| g.ids().any(|eye| g.side(eye) == side && s.fights(eye) && is_visible(g, s, eye, who));
    match viewer {
        Viewer::GameMaster => true,
        Viewer::Side(side) | Viewer::Person { side, .. } => g.side(who) == side || seen_by(side),
        // What every side may know.
        Viewer::Spectator => (0..g.sides.len()).all(|at| {
            let side = Side(at as u8);
            g.side(who) == side || seen_by(side)
        }),
    }
}

/// Does the centre line between the two pass through this hex, or touch it?
pub fn touches(from: Hex, to: Hex, hex: Hex) -> bool {
    touches_any(from, to, |cell| cell == hex)
}

/// Does it pass through or touch any hex of this kind?
pub fn touches_any(from: Hex, to: Hex, is: impl Fn(Hex) -> bool) -> bool {
    walk(from, to).any(|passage| match passage {
        Passage::Inside(cell) | Passage::Touched(cell) => is(cell),
        Passage::Between(a, b) => is(a) || is(b),
    })
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::conformance::open;
    use skirmish_kernel::{Autoplay, Rulebook};

    use super::{far_sight, look};
    use crate::Plain;
    use crate::catalogue::{ConcealmentCountTargetHex, ConcealmentWhichLine, ENCOUNTERS};
    use crate::model::Elemental;

    /// Both ways and in either order, on the bare map and past what is built in a fight.
    pub fn what_is_remembered_is_what_is_seen() {
        let rules = [
            (ConcealmentCountTargetHex::No, ConcealmentWhichLine::Attacker),
            (ConcealmentCountTargetHex::Yes, ConcealmentWhichLine::Attacker),
            (ConcealmentCountTargetHex::Yes, ConcealmentWhichLine::Center),
            (ConcealmentCountTargetHex::No, ConcealmentWhichLine::Defender),
        ];
        for (encounter, rules) in ENCOUNTERS.iter().flat_map(|encounter| rules.map(|rules| (encounter, rules))) {
            let session = open::<Elemental>(encounter, 1).expect("it can be read");
            let mut g = session.setup().clone();
            (g.rules.concealment_count_target_hex, g.rules.concealment_which_line) = rules;
            g.prepare();
            let g = &g;
            let mut s = Elemental::begin(g);
            let mut table = Autoplay::<Elemental, _>::new(g, Plain, 3, 0);
            let hexes: Vec<_> = g.ground.board.cells().step_by(5).collect();
            for _ in 0..3 {
                for (at, from) in hexes.iter().enumerate() {
                    for to in hexes[at..].iter().filter(|to| from.distance(**to) > 1) {
                        for (from, to) in [(*from, *to), (*to, *from)] {
                            assert_eq!(far_sight(g, &s, from, to), look(g, &s, from, to, None), "{from} {to}");
                        }
                    }
                }
                (0..40).for_each(|_| _ = table.step(&mut s));
            }
        }
    }
}
