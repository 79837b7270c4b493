//! Where to go: beside a foe, behind its back if that can be had; those who fight from afar keep their distance, the
//! panicked run.

use std::cell::RefCell;

use skirmish_grid::{Cell, FieldOfView, Price, Scratch, Square, direct};
use skirmish_kernel::Id;

use crate::ability::{Effect, Range, StrikeChange};
use crate::actions::{LONGEST_PATH, Path};
use crate::conditions::Kind;
use crate::defence::is_ready;
use crate::lines;
use crate::magic;
use crate::movement::paths;
use crate::setup::Setup;
use crate::sheet::WeaponKind;
use crate::state::State;

/// How far away a shooter or caster likes its enemies.
const COMFORT: i32 = 6;

/// From how far away it shoots at most, even where its weapon reaches farther.
const FARTHEST: i32 = 10;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no choice depends on what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
}

/// The enemy that is nearest and can still fight.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<Id> {
    g.foes(who).iter().filter(|foe| s.is_able(*foe)).min_by_key(|foe| lines::between(g, s, who, *foe))
}

/// From how many metres away it can strike, shoot or cast, with what it holds and can pay for.
pub(super) fn reach(g: &Setup, s: &State, who: Id) -> i32 {
    let ready = (0..g.sheet(who).arms.len() as u8).filter(|arm| is_ready(g, s, who, *arm));
    let arms = ready.map(|arm| g.arm(who, arm).1.reach).max().unwrap_or(1);
    arms.max(spell_range(g, s, who)).clamp(1, FARTHEST)
}

/// The range of its best harming spell; 0 where it has none that it can pay for.
fn spell_range(g: &Setup, s: &State, who: Id) -> i32 {
    let spells = g.sheet(who).abilities.iter().map(|index| g.ability(*index));
    let harming = spells.filter(|spell| {
        let harms = spell.effects.iter().any(|effect| matches!(effect, Effect::Damage { .. }));
        harms && spell.is_spell() && spell.slots.attack && magic::can_pay(s, who, spell, 1)
    });
    let ranges = harming.map(|spell| if let Range::Metres(metres) = spell.range { metres } else { 0 });
    ranges.max().unwrap_or(0)
}

/// Does it fight from afar?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    let shoots = s.creature(who).in_hand().any(|arm| g.arm(who, arm).1.kind == WeaponKind::Ranged);
    shoots || spell_range(g, s, who) > 2
}

/// How somebody fights, wherever it stands.
#[derive(Clone, Copy)]
struct Manner {
    reach: i32,
    keeps_away: bool,
}

/// What is wrong with a cell; less is better.
fn fault(g: &Setup, s: &State, manner: Manner, foe: Id, cell: Square) -> i32 {
    let there = s.creature(foe);
    let away = lines::metres(g, cell, there.at);
    let beyond = (away - manner.reach).max(0);
    if manner.keeps_away {
        let blind = i32::from(beyond == 0 && !lines::has_line(g, cell, there.at));
        return beyond * 4 + (COMFORT - away).max(0) + blind * 6;
    }
    let unseen = !FieldOfView::Half.sees(there.at, there.facing, cell);
    beyond * 4 - i32::from(beyond == 0 && unseen) * 3
}

/// Would another cell within so many metres be better than where it stands?
pub(super) fn is_better_elsewhere(g: &Setup, s: &State, who: Id, mover: Id, metres: i32) -> bool {
    !path(g, s, who, mover, metres).is_empty()
}

/// Its way; empty to stay.
pub(super) fn path(g: &Setup, s: &State, who: Id, mover: Id, metres: i32) -> Path {
    let Some(foe) = nearest(g, s, who) else { return Path::new() };
    if let Some(terror) = s.creature(who).condition(Kind::Panicked) {
        return away_from(g, s, mover, s.creature(terror.source.unwrap_or(foe)).at, metres);
    }
    let here = s.creature(mover).at;
    let manner = Manner { reach: reach(g, s, who), keeps_away: keeps_away(g, s, who) };
    let mut best = (fault(g, s, manner, foe, here), 0, here);
    paths::ends(g, s, mover, metres, |cell, cost| {
        let fault = fault(g, s, manner, foe, cell);
        if (fault, cost) < (best.0, best.1) {
            best = (fault, cost, cell);
        }
    });
    if lines::metres(g, best.2, s.creature(foe).at) > manner.reach {
        // Too far for one movement: along the shortest way there, which need not be the straight one.
        let along = toward(g, s, mover, s.creature(foe).at, metres);
        if !along.is_empty() {
            return along;
        }
    }
    if best.2 == here { Path::new() } else { paths::way(g, s, mover, best.2, metres) }
}

/// As far from somewhere as it gets.
fn away_from(g: &Setup, s: &State, mover: Id, terror: Square, metres: i32) -> Path {
    let here = s.creature(mover).at;
    let mut best = (here.distance(terror), here);
    paths::ends(g, s, mover, metres, |cell, _| {
        if cell.distance(terror) > best.0 {
            best = (cell.distance(terror), cell);
        }
    });
    if best.1 == here { Path::new() } else { paths::way(g, s, mover, best.1, metres) }
}

/// Does the run or the step that such a blow begins with stay off every edge?
pub(super) fn runs_safely(g: &Setup, s: &State, who: Id, target: Id, change: StrikeChange, reach: i32) -> bool {
    if !change.lunge && change.charge.is_none() {
        return true;
    }
    let path = paths::approach(g, s, who, target, change, reach);
    let froms = std::iter::once(&s.creature(who).at).chain(&path);
    froms.zip(&path).all(|(from, to)| paths::leads(g, s, who, *from, *to))
}

/// Is somebody out of reach, and does no way lead there?
pub(super) fn is_cut_off(g: &Setup, s: &State, who: Id, foe: Id) -> bool {
    let (here, goal) = (s.creature(who).at, s.creature(foe).at);
    let enters = |from: Square, to: Square| (to == goal || paths::leads(g, s, who, from, to)).then_some(1);
    let away = lines::metres(g, here, goal) > reach(g, s, who);
    away && SCRATCH.with_borrow_mut(|(scratch, way)| {
        let price = Price { most: FARTHEST_WAY, least: 1 };
        direct(&g.ground.board, here, goal, price, enters, way, scratch).is_none()
    })
}

/// How far somebody looks for a way.
const FARTHEST_WAY: u32 = 400;

/// The part of the shortest way to a distant cell that one movement covers.
fn toward(g: &Setup, s: &State, mover: Id, goal: Square, metres: i32) -> Path {
    let here = s.creature(mover).at;
    let enters = |from: Square, to: Square| {
        let open = to == goal || paths::leads(g, s, mover, from, to);
        open.then(|| paths::step_cost(g, s, mover, from, to))
    };
    let mut path = Path::new();
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let price = Price { most: FARTHEST_WAY, least: paths::least_cost(g) };
        if direct(&g.ground.board, here, goal, price, enters, way, scratch).is_none() {
            return;
        }
        let (mut spent, budget) = (0u32, paths::budget(g, metres));
        let mut from = here;
        let mut fits = 0;
        for to in way.iter().copied().skip(1).take(LONGEST_PATH) {
            spent = spent.saturating_add(paths::step_cost(g, s, mover, from, to));
            if spent > budget || to == goal {
                break;
            }
            path.push(to);
            if paths::may_end(g, s, mover, to) {
                fits = path.len();
            }
            from = to;
        }
        path.truncate(fits);
    });
    path
}
