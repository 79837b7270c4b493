//! Where to go: into reach of a foe, opposite a friend if that can be had; those who fight from afar keep their distance.

use std::cell::RefCell;

use skirmish_grid::{Scratch, Square};
use skirmish_kernel::{Id, Ids};

use crate::lines;
use crate::movement::{Steps, paths};
use crate::setup::Setup;
use crate::sheet::Mode;
use crate::state::State;
use crate::zones;

/// How far away a shooter likes its foes, in yards.
const COMFORT: i32 = 8;

/// What it is worth to a shooter to have a line, in yards.
const BLIND: i32 = 40;

/// How far somebody looks for a way, in yards.
const FARTHEST_WAY: u32 = 400;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no choice depends on what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
}

/// The foes that can be seen and are in the fight.
pub(super) fn seen(g: &Setup, s: &State, who: Id) -> Ids {
    g.foes(who).and(s.marks.up).without(s.marks.concealed)
}

/// The nearest of them.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<Id> {
    seen(g, s, who).iter().min_by_key(|foe| lines::between(s, who, *foe))
}

/// Does it fight from afar, with what is in its hands?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    g.rows(who).iter().any(|row| row.mode == Mode::Ranged && !row.thrown && zones::is_in_hand(g, s, who, row))
}

/// How far its blows reach, with what is in its hands.
pub(super) fn reach(s: &State, who: Id) -> i32 {
    i32::from(s.creature(who).zone)
}

/// What is wrong with a cell; less is better.
fn fault(g: &Setup, s: &State, who: Id, foe: Id, cell: Square) -> i32 {
    let there = s.creature(foe).at;
    let away = lines::yards(cell, there);
    if keeps_away(g, s, who) {
        // Without a line there is nothing to shoot at, however comfortable it is.
        let blind = if lines::is_free(g, cell, there) { 0 } else { BLIND };
        return (COMFORT - away).max(0) * 2 + (away - COMFORT).max(0) + blind;
    }
    let beyond = (away - reach(s, who).max(1)).max(0);
    // A friend on the other side is worth a yard.
    let opposite = |friend: Id| {
        let at = s.creature(friend).at;
        friend != who && at.x - there.x == there.x - cell.x && at.y - there.y == there.y - cell.y
    };
    let flanks = beyond == 0 && g.foes(foe).and(s.marks.able).iter().any(opposite);
    beyond * 4 - i32::from(flanks)
}

/// Its way; empty to stay.
pub(super) fn path(g: &Setup, s: &State, who: Id, yards: u16, within: Option<(Square, i32)>) -> Steps {
    let Some(foe) = nearest(g, s, who) else { return Steps::new() };
    let here = s.creature(who).at;
    let fits = |cell: Square| within.is_none_or(|(at, reach)| lines::yards(cell, at) <= reach);
    let stay = if within.is_none() { fault(g, s, who, foe, here) } else { i32::MAX };
    let mut best = (stay, 0, here);
    paths::ends(g, s, who, yards, |cell, cost| {
        let fault = fault(g, s, who, foe, cell);
        if fits(cell) && (fault, cost) < (best.0, best.1) {
            best = (fault, cost, cell);
        }
    });
    let blind = keeps_away(g, s, who) && !lines::is_free(g, best.2, s.creature(foe).at);
    let far = !keeps_away(g, s, who) && lines::yards(best.2, s.creature(foe).at) > reach(s, who).max(1);
    if within.is_none() && (far || blind) {
        // Too far for one move: along the shortest way there, which need not be the straight one.
        let along = toward(g, s, who, s.creature(foe).at, yards);
        if !along.is_empty() {
            return along;
        }
    }
    if best.2 == here { Steps::new() } else { paths::way(g, s, who, best.2, yards) }
}

/// The part of the shortest way to a distant cell that one move covers.
fn toward(g: &Setup, s: &State, who: Id, goal: Square, yards: u16) -> Steps {
    let here = s.creature(who).at;
    let enters = |from: Square, to: Square| {
        let open = to == goal || paths::may_enter(g, s, who, from, to);
        open.then(|| u32::from(g.ground.terrain(to).cost))
    };
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        if skirmish_grid::path(&g.ground.board, here, goal, FARTHEST_WAY, enters, way, scratch).is_none() {
            return Steps::new();
        }
        let (mut spent, mut fits) = (0, 0);
        for (at, to) in way.iter().enumerate().skip(1).take(Steps::MOST) {
            spent += u32::from(g.ground.terrain(*to).cost);
            if spent > u32::from(yards) || *to == goal {
                break;
            }
            if paths::is_free(g, s, who, *to) {
                fits = at;
            }
        }
        Steps::through(here, way.iter().copied().skip(1).take(fits)).unwrap_or_default()
    })
}
