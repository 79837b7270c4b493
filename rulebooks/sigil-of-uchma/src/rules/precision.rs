//! Precision rolls. (`precision.*`, `resistance.default`)

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, Terms};

use crate::catalogue::{AmbushScope, Rounding, WeaponPrecisionScope, rule};
use crate::model::{Ability, Resistance, Setup, State, Status};
use crate::rules::bodies::Party;
use crate::rules::position::Covered;
use crate::rules::{abilities, position};

/// The die of the book.
pub const DIE: Dice = match Dice::sum(1, 10) {
    Ok(dice) => dice,
    Err(_) => panic!("a die of ten"),
};

/// The highest face.
pub const TEN: i32 = 10;

/// Half a level. As everything else is whole, halves that are kept and halves that are rounded down give the same verdicts.
/// (`precision.half-level`)
#[inline]
pub fn half(g: &Setup, level: i16) -> i32 {
    let level = i32::from(level);
    match g.rules.rounding {
        Rounding::Down => level.div_euclid(2),
        Rounding::Up | Rounding::Nearest => (level + 1).div_euclid(2),
    }
}

/// Is somebody's side ambushed now? (`ambush`)
#[inline]
pub fn is_ambushed(g: &Setup, s: &State, who: Id) -> bool {
    if s.ambushed == 0 {
        return false;
    }
    let side = g.side(who).0;
    let aware = g.rules.ambush_scope == AmbushScope::UnawareOnly && !g.sheet(who).unaware;
    side < 64 && s.ambushed >> side & 1 == 1 && !aware
}

/// What a weapon in the main hand adds; nothing for those who lie on the ground. (`precision.weapon`, `prone.attack-only`)
#[inline]
fn weapon(g: &Setup, by: &Party<'_>, ability: &Ability) -> i32 {
    if by.now.is_prone() {
        return 0;
    }
    let main = abilities::of(by).main.map(|at| g.weapon(at));
    let counts = |weapon: &&crate::model::Weapon| {
        g.rules.weapon_precision_scope == WeaponPrecisionScope::All || weapon.abilities.contains(&ability.number)
    };
    main.filter(counts).map_or(0, |weapon| weapon.precision.into())
}

/// The roll of somebody against another.
#[inline(always)]
fn check<M: Terms>(g: &Setup, s: &State, by: &Party<'_>, on: Id, ability: &Ability) -> Check<M> {
    let level = by.figures.level;
    let mut check = Check::<M>::new(rule::PRECISION_FORMULA, by.id, DIE)
        .plus_part(rule::PRECISION_LEVEL, "half the level", half(g, level))
        .plus(rule::PRECISION_WEAPON, weapon(g, by, ability))
        .plus(rule::PRECISION_INTRINSIC, ability.precision.into());
    if level % 2 != 0 {
        check = check.noting(rule::PRECISION_HALF_LEVEL, 0, Bearing::Idle);
    }
    if ability.is_melee() && position::is_flanked(g, s, on) {
        check = check.plus(rule::FLANK_BONUS, g.rules.flank_bonus).noting(rule::FLANK, 0, Bearing::Idle);
    }
    if ability.delivery == crate::model::Delivery::Projectile {
        let height = position::height(g, s, by.id, on);
        if height != 0 {
            let why = if height > 0 { rule::ELEVATION_HIGH } else { rule::ELEVATION_LOW };
            check = check.plus(why, height).noting(rule::ELEVATION_SIGNIFICANT, 0, Bearing::Idle);
        }
    }
    if is_ambushed(g, s, by.id) {
        check = check.plus(rule::AMBUSH_PRECISION, -g.rules.ambush_precision);
    }
    let others = [rule::FLANK_BONUS, rule::ELEVATION_HIGH, rule::ELEVATION_LOW, rule::AMBUSH_PRECISION];
    if M::LISTED && check.terms.list().iter().any(|term| others.contains(&term.rule)) {
        check = check.noting(rule::PRECISION_OTHER, 0, Bearing::Idle);
    }
    check
}

/// One resistance as it is now, but for what a position makes of it: what is in hand, effects, an ambush.
#[inline(always)]
pub fn resistance(g: &Setup, s: &State, on: &Party<'_>, which: Resistance) -> i32 {
    let mut all = i32::from(on.figures.resistances[which as usize]);
    // What is in hand at first is in the figure already.
    if on.now.set != 0 && which == Resistance::Parry && has_own_parry(g, on) {
        let held: i32 = abilities::held(g, s, on.id).map(|weapon| i32::from(weapon.parry)).sum();
        all += held - i32::from(g.sheet(on.id).shield);
    }
    all + guarded(g, s, on.id, which) + on_guard(on, which)
        - if is_ambushed(g, s, on.id) { g.rules.ambush_resistances } else { 0 }
}

/// Does its own parry count, with its own weapons? In another form where that lists neither. (`transform.stats`)
fn has_own_parry(g: &Setup, on: &Party<'_>) -> bool {
    let lists = |worn: &crate::model::Worn| {
        g.forms.get(usize::from(worn.form)).is_some_and(|form| form.resistances[0].is_some())
    };
    on.now.worn.last().is_none_or(|worn| on.figures.keeps && !lists(worn))
}

/// What somebody has prepared against this very attack.
#[inline]
fn on_guard(on: &Party<'_>, which: Resistance) -> i32 {
    on.now.guard.filter(|(of, _)| *of == which).map_or(0, |(_, more)| more.into())
}

/// (`status.guarded`)
#[inline]
fn guarded(g: &Setup, s: &State, on: Id, which: Resistance) -> i32 {
    if s.running.is_empty() {
        return 0;
    }
    s.strongest(g, |one| one.on == on && one.status == Status::Guarded && one.resistance == which)
}

/// The roll with what it must reach, and everything that is part of it.
#[inline(always)]
pub fn against<M: Terms>(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability) -> (Check<M>, i32) {
    behind(g, s, by, on, ability, position::cover(g, s, by.id, on.id, ability))
}

/// The same where that is what covers the other.
#[inline(always)]
pub fn behind<M: Terms>(
    g: &Setup,
    s: &State,
    by: &Party<'_>,
    on: &Party<'_>,
    ability: &Ability,
    cover: Covered,
) -> (Check<M>, i32) {
    let prone = position::prone(g, s, by.id, on, ability);
    let goal = resistance(g, s, on, ability.resistance()) + cover.bonus + prone;
    let why = if ability.against.is_some() { rule::PRECISION_RESISTANCE } else { rule::RESISTANCE_DEFAULT };
    let mut check = check(g, s, by, on.id, ability).noting(why, goal, Bearing::Goal);
    if M::LISTED {
        let of = |check: Check<M>, why, value: i32| {
            if value == 0 { check } else { check.noting(why, value, Bearing::Idle) }
        };
        let which = ability.resistance();
        check = of(check, rule::STATUS_GUARDED, guarded(g, s, on.id, which));
        check = of(check, rule::ACTION_PREPARED, on_guard(on, which));
        if is_ambushed(g, s, on.id) {
            check = of(check, rule::AMBUSH_RESISTANCES, -g.rules.ambush_resistances);
        }
        if cover.why.is_some() {
            for (bonus, why) in position::parts(g, s, by.id, on.id, cover) {
                check = if let Some(why) = why { of(check, why, bonus) } else { check };
            }
            check = check.noting(rule::COVER, 0, Bearing::Idle);
        }
        if cover.why.is_some_and(|why| why == rule::COVER_FULL) {
            check = check.noting(rule::COVER_NOT_LOS, 0, Bearing::Idle);
        }
        if cover.creatures > 1 {
            check = check.noting(rule::COVER_CREATURES_NO_STACK, 0, Bearing::Idle);
        }
        check = of(check, rule::PRONE_MELEE_RANGE, prone);
        if by.now.is_prone() {
            check = check.noting(rule::PRONE_ATTACK_ONLY, 0, Bearing::Idle);
        }
    }
    (check, goal)
}
