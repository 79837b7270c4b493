//! Who is caught between two. (`flanked`, `ruling.flanking`)

use skirmish_kernel::{Id, Ids};

use crate::catalogue::FlankNeedsAction;
use crate::model::{Setup, State};
use crate::rules::{attack, bodies, turn};

/// Is somebody caught between this attacker and another of their own foes, whether those two are friends or not?
#[inline]
pub fn is_flanked(g: &Setup, s: &State, on: Id, by: Id) -> bool {
    let partners = g.foes(on).without(Ids::NONE.with(by));
    !partners.is_empty() && is_flanked_with(g, s, on, by, partners)
}

/// The same with one of these.
#[inline(never)]
fn is_flanked_with(g: &Setup, s: &State, on: Id, by: Id, partners: Ids) -> bool {
    flanks(g, s, on, by) && partners.iter().any(|other| flanks(g, s, on, other) && are_opposite(g, s, on, by, other))
}

/// Can somebody help to catch another between two? (`ruling.flanking`)
fn flanks(g: &Setup, s: &State, on: Id, by: Id) -> bool {
    let acts = g.rules.flank_needs_action == FlankNeedsAction::No || turn::actions(g, s, by) > 0;
    s.creature(by).is_here() && acts && g.opposed(on, by) && !bodies::share(s, on, by) && attack::reaches(g, s, by, on)
}

/// Do two stand on opposite sides of a third?
pub fn are_opposite(g: &Setup, s: &State, on: Id, one: Id, other: Id) -> bool {
    let [on, one, other] = [on, one, other].map(|id| bodies::body(g, s, id));
    skirmish_grid::are_opposite(&on, &one, &other)
}
