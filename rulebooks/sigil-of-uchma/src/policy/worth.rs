//! What something is worth that can be done, in hundredths of a point of health.

use skirmish_kernel::Id;

use crate::model::{Ability, Effect, Setup, State, Status};
use crate::rules::bodies::{self, Party};
use crate::rules::{damage, precision};

/// One point of health.
pub(super) const POINT: i64 = 100;

/// The chance that a roll against somebody succeeds, in hundredths.
pub(super) fn chance(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability) -> i64 {
    let (check, goal) = precision::against::<skirmish_kernel::Sum>(g, s, by, on, ability);
    let needed = goal - skirmish_kernel::Terms::sum(&check.terms);
    // A ten always succeeds.
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

/// What an ability promises against one target.
pub(super) fn against(g: &Setup, s: &State, by: Id, on: Id, what: u8) -> i64 {
    above(g, s, by, on, what, i64::MIN)
}

/// The same where it is more than this; nothing where even a sure hit would be no more, before anybody looks at what stands
/// in between.
pub(super) fn above(g: &Setup, s: &State, by: Id, on: Id, what: u8, least: i64) -> i64 {
    let ability = g.ability(what);
    if !s.creature(on).is_here() {
        return 0;
    }
    let (attacker, target) = (Party::of(g, s, by), Party::of(g, s, on));
    let all =
        blow(g, s, &attacker, &target, ability) + ability.effects.iter().map(|one| effect(g, s, on, one)).sum::<i64>();
    // Whoever lies there already can wait.
    let up = if s.creature(on).is_up() { 4 } else { 1 };
    let of = |chance: i64| chance * all * up / 400;
    if of(100).max(0) <= least { 0 } else { of(chance(g, s, &attacker, &target, ability)) }
}
