//! What something is worth that can be done, in hundredths of a point of health.

use skirmish_kernel::{Id, Sum, Terms};

use crate::model::{Ability, Effect, Setup, State, Status};
use crate::rules::bodies::{self, Party};
use crate::rules::position::{self, Covered};
use crate::rules::{damage, precision};

/// One point of health.
pub(super) const POINT: i64 = 100;

/// What the die must show at least against somebody whom nothing covers.
fn needed(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability) -> i32 {
    let (check, goal) = precision::behind::<Sum>(g, s, by, on, ability, Covered::default());
    goal - check.terms.sum()
}

/// The chance of that, in hundredths. A ten always succeeds.
fn chance(needed: i32) -> i64 {
    i64::from((11 - needed).clamp(1, 10)) * 10
}

/// What a hit does to somebody; more than it has left is worth no more.
fn blow(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability) -> i64 {
    let Some(taken) = damage::main(g, s, by, on, ability) else { return 0 };
    let extra: i32 = ability.extra.iter().map(|packet| damage::extra(g, s, by, on, ability, *packet).points).sum();
    let all = taken.points + extra;
    let left = i32::from(on.now.health) + 1;
    let down = if all >= left { POINT * 6 } else { 0 };
    i64::from(all.min(left)) * POINT + down
}

/// What an effect is worth on somebody.
fn effect(g: &Setup, s: &State, on: Id, effect: &Effect) -> i64 {
    match *effect {
        Effect::Status { status, strength, lasts, .. } => {
            let known = s.has(on, status);
            let each = match status {
                Status::Bleeding => POINT * i64::from(strength),
                Status::Slowed => POINT * 2,
                Status::Stunned => POINT * 8,
                _ => 0,
            };
            if known { 0 } else { each * i64::from(lasts.count.min(2)) }
        }
        Effect::Prone if !s.creature(on).is_prone() => POINT * 4,
        Effect::Form { .. } if s.creature(on).worn.is_empty() => {
            // A foe that is stone for a round strikes nobody.
            POINT * i64::from(bodies::figures(g, s, on).potency + 8)
        }
        _ => 0,
    }
}

/// What an ability promises against one target if it hits for sure, unless the target lies there already and can wait.
fn at_best(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability) -> i64 {
    let effects = ability.effects.iter().map(|one| effect(g, s, on.id, one));
    let up = if on.now.is_up() { 4 } else { 1 };
    (blow(g, s, by, on, ability) + effects.sum::<i64>()) * up
}

/// So much of it at a chance in hundredths.
fn at(chance: i64, all: i64) -> i64 {
    chance * all / 400
}

/// What an ability promises against one target.
pub(super) fn against(g: &Setup, s: &State, by: &Party<'_>, on: Id, ability: &Ability) -> i64 {
    above(g, s, by, on, ability, i64::MIN)
}

/// The same where it is more than this, and else no more than this or 0: where even a sure hit would be no more, or a roll at
/// somebody in the open, nobody looks at what stands in between.
pub(super) fn above(g: &Setup, s: &State, by: &Party<'_>, on: Id, ability: &Ability, least: i64) -> i64 {
    let on = Party::of(g, s, on);
    if !on.now.is_here() {
        return 0;
    }
    let all = at_best(g, s, by, &on, ability);
    if at(100, all).max(0) <= least {
        return 0;
    }
    let needed = needed(g, s, by, &on, ability);
    if at(chance(needed), all).max(0) <= least {
        return 0;
    }
    // Cover is added to what must be reached, and is never less than nothing.
    let cover = position::cover(g, s, by.id, on.id, ability).bonus;
    debug_assert!(cover >= 0, "cover that helps");
    at(chance(needed + cover), all)
}

/// Does an ability promise anything against one target?
pub(super) fn is_any(g: &Setup, s: &State, by: &Party<'_>, on: Id, ability: &Ability) -> bool {
    let target = Party::of(g, s, on);
    // A roll of ten always hits, so nobody asks how likely that is where it is enough.
    let any = target.now.is_here() && at(10, at_best(g, s, by, &target, ability)) > 0;
    any || above(g, s, by, on, ability, 0) > 0
}

/// What an ability promises against one target by the roll as it would be made.
#[cfg(feature = "unit-tests")]
pub(super) fn plainly_against(g: &Setup, s: &State, by: &Party<'_>, on: Id, ability: &Ability) -> i64 {
    let on = Party::of(g, s, on);
    let (check, goal) = precision::against::<Sum>(g, s, by, &on, ability);
    at(chance(goal - check.terms.sum()), at_best(g, s, by, &on, ability))
}
