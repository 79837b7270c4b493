//! What lies on squares. (`ruling.ground-effects`, `fly.above-ground`, `senses.magic-block`)

use skirmish_grid::Square;
use skirmish_kernel::Id;

use crate::catalogue::{StatusArmor, rule};
use crate::model::{Event, Lying, MOST_PATCHES, Patch, Setup, State};
use crate::rules::{Table, bodies, damage};

/// Something lies there from now on.
pub fn lay<T: Table>(s: &mut State, t: &mut T, patch: Patch) {
    if s.patches.len() < MOST_PATCHES {
        s.patches.push(patch);
        t.tell(|| Event::Laid { at: patch.at, lying: patch.lying, by: patch.owner });
    }
}

/// A round less for what somebody owns; what stays is not counted.
pub fn pass<T: Table>(s: &mut State, t: &mut T, owner: Option<Id>) {
    let mut at = 0;
    while let Some(patch) = s.patches.get_mut(at) {
        if patch.owner != owner || patch.left == 0 {
            at += 1;
            continue;
        }
        patch.left -= 1;
        if patch.left > 0 {
            at += 1;
            continue;
        }
        let patch = s.take_patch(at);
        let why = if owner.is_none() { rule::RULING_OWNERLESS } else { rule::DURATION_ROUNDS };
        t.tell(|| Event::Cleared { at: patch.at, lying: patch.lying, why });
    }
}

/// What lies under somebody acts, once in a turn, where it is tall enough; `entered` says which squares count.
/// (`ruling.ground-effects`, `fly.above-ground`)
pub fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, entered: impl Fn(Square) -> bool) {
    let mut next = 0;
    // With whoever dies of one its own may go; they are looked at one by one as they lie then.
    while let Some(patch) = s.patches.get(next).copied() {
        let at = next;
        next += 1;
        let creature = s.creature(who);
        if !creature.is_here() {
            return;
        }
        if patch.lying != Lying::Fire || creature.touched >> at & 1 == 1 {
            continue;
        }
        if !bodies::body(g, s, who).cells().any(|cell| patch.covers(cell) && entered(cell)) {
            continue;
        }
        let reached = i16::from(patch.height) >= creature.altitude;
        t.tell(|| Event::Touched { who, lying: patch.lying, reached });
        if reached {
            s.creature_mut(who).touched |= 1 << at;
            let armored = g.rules.status_armor == StatusArmor::Apply;
            let taken = damage::plain(g, s, who, patch.strength.into(), rule::RULING_GROUND_EFFECTS, armored);
            damage::deal(g, s, t, who, taken);
        }
    }
}
