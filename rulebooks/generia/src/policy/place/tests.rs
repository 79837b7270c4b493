//! Places against those that a search finds.

use std::collections::HashSet;

use skirmish_grid::{Facing, FieldOfView, Scratch, Square, path};

use super::{FARTHEST_WAY, Manner, Reasons, Wish, behind_back, find_by_search, find_evenly, find_into, outlook};
use crate::Generia;
use crate::catalogue::ENCOUNTERS;
use crate::model::{Kind, Path};
use crate::policy::rings::Even;
use crate::rules::bodies;
use crate::rules::movement::paths;
use crate::rules::movement::walker::Walker;

/// For everybody, however it fights and however far it goes.
pub fn rings_find_what_searches_find() {
    let mut ways = 0;
    skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
        for who in g.ids() {
            let walker = Walker::of(g, s, who);
            let manners = [1, 2, 3, 10]
                .into_iter()
                .flat_map(|reach| [true, false].into_iter().map(move |keeps_away| Manner { reach, keeps_away }));
            for (manner, metres) in manners.flat_map(|manner| [0, 2, 5, 9].map(|metres| (manner, metres))) {
                let Some(even) = Even::of(&walker, metres) else { continue };
                for foe in g.foes(who).and(s.able).iter() {
                    let view = || outlook(&walker, s, manner, foe, metres);
                    let ends = |wish| match wish {
                        Wish::Stay => Path::new(),
                        Wish::Along(path) => path,
                        Wish::To(cell) => paths::way(g, s, who, cell, metres),
                    };
                    let found = ends(find_evenly(&even, &walker, manner, foe, metres, &view()));
                    assert_eq!(found, ends(find_by_search(&walker, manner, foe, metres, view())), "{who:?} {foe:?}");
                    ways += usize::from(!found.is_empty());
                }
            }
        }
    });
    assert!(ways > 1_000, "{ways}");
}

/// Of everybody, against what somebody else, or the same one before, had for reasons.
pub fn reasons_hold_where_they_are_equal() {
    let (mut same, mut others, mut last) = (0, 0, None);
    skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
        for who in g.ids() {
            let walks = [1, 2].into_iter().flat_map(|reach| [4, 8].map(|metres| (reach, metres)));
            for (foe, (reach, metres)) in g.foes(who).iter().flat_map(|foe| walks.clone().map(move |one| (foe, one))) {
                let manner = Manner { reach, keeps_away: false };
                let reasons = Reasons::of(g, s, who, manner, foe, metres);
                assert!(reasons.are_those_of(g, s, who, manner, foe, metres), "{who:?}");
                if let Some(last) = last.replace(reasons) {
                    let hold = last.are_those_of(g, s, who, manner, foe, metres);
                    assert_eq!(hold, Reasons::of(g, s, who, manner, foe, metres) == last, "{who:?}");
                    (same, others) = (same + u32::from(hold), others + u32::from(!hold));
                }
            }
        }
    });
    assert!(others > 100, "{same} {others}");
}

pub fn no_cell_behind_a_back_is_left_out() {
    let there = Square::new(4, 4);
    for (facing, around) in Facing::ALL.into_iter().flat_map(|facing| [0, 1, 2].map(|around| (facing, around))) {
        let is_behind = |cell: &Square| !FieldOfView::Half.sees(there, facing, *cell);
        let wanted: HashSet<Square> = there.disc(around).filter(is_behind).collect();
        let found: HashSet<Square> = behind_back(there, facing, around).filter(is_behind).collect();
        assert_eq!(found, wanted, "{facing:?} {around}");
    }
}

/// For everybody, frightened or not, to everybody.
pub fn the_way_to_somebody_is_the_cheapest() {
    let (mut afraid, mut scratch, mut way, mut wanted) = (0, Scratch::new(), Vec::new(), Vec::new());
    skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
        for who in g.ids().filter(|_| !bodies::count(&g.rules)) {
            let mut s = s.clone();
            for fear in [false, true] {
                if fear && !s.creature(who).has(Kind::Frightened) {
                    s.creature_mut(who).conditions.push(crate::model::Condition::new(Kind::Frightened, 0, 10));
                }
                let walker = Walker::of(g, &s, who);
                for goal in g.ids().map(|other| s.creature(other).at).filter(|goal| *goal != walker.at()) {
                    let found = find_into(&walker, goal, 6, &mut way, &mut scratch);
                    let step = |from, to| (to == goal || walker.leads(from, to)).then(|| walker.cost(from, to));
                    let (board, most) = (&g.ground.board, FARTHEST_WAY);
                    let cost = path(board, walker.at(), goal, most, step, &mut wanted, &mut scratch);
                    assert_eq!(found, cost.is_some(), "{who:?} to {goal}");
                    assert!(!found || way == wanted, "{who:?} to {goal}: {way:?}, {wanted:?}");
                    afraid += usize::from(fear && walker.fears(goal));
                }
            }
        }
    });
    assert!(afraid > 100, "{afraid}");
}
